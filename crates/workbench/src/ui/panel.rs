//! Panels: a titled rule with lines below it. Only the grid and overlays have boxes.

pub use super::text::{fit, fit_end, wrap};
use super::theme::{Role, Theme};
use crate::app::{Action, Keymap};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Writes one line of text. A line that is too long ends in a sign at the area's edge.
pub fn write(buf: &mut Buffer, area: Rect, row: u16, line: &Line, theme: Theme) {
    let area = area.intersection(buf.area);
    if row >= area.height || area.width == 0 {
        return;
    }
    buf.set_line(area.x, area.y + row, line, area.width);
    let blank = line.spans.iter().rev().flat_map(|span| span.content.chars().rev()).take_while(|&c| c == ' ').count();
    if line.width() - blank > area.width.into()
        && let Some(cell) = buf.cell_mut((area.right() - 1, area.y + row))
    {
        cell.set_symbol(theme.glyph("…", "~"));
    }
}

/// Writes a quiet text at the right edge of a row.
pub(crate) fn write_at_right(buf: &mut Buffer, area: Rect, row: u16, text: String, theme: Theme) {
    let width = (text.width() as u16).min(area.width);
    let place = Rect { x: area.right() - width, width, ..area };
    write(buf, place, row, &Line::from(span(text, Role::Done, theme)), theme);
}

/// Writes a text of at most `width` columns, and nothing outside the buffer. All of `ui` draws
/// through this function and its neighbours, because the buffer's own methods panic outside.
pub fn put(buf: &mut Buffer, x: u16, y: u16, text: impl AsRef<str>, width: usize, style: Style) {
    if buf.area.contains((x, y).into()) {
        buf.set_stringn(x, y, text, width, style);
    }
}

/// Like [`put`], for a line whose parts have styles.
pub(crate) fn put_line(buf: &mut Buffer, x: u16, y: u16, line: &Line, width: u16) {
    if buf.area.contains((x, y).into()) {
        buf.set_line(x, y, line, width);
    }
}

/// Changes the style of the part of an area that lies in the buffer.
pub fn shade(buf: &mut Buffer, area: Rect, style: Style) {
    buf.set_style(area.intersection(buf.area), style);
}

/// Draws a titled rule along the top of an area and returns the area below it.
pub(crate) fn titled(buf: &mut Buffer, area: Rect, title: &str, theme: Theme) -> Rect {
    headed(buf, area, title, (theme.glyph("─", "-"), Role::Title, Role::Rule), theme)
}

/// Like [`titled`], for the view that has the cursor: its rule is heavy.
pub(crate) fn focused(buf: &mut Buffer, area: Rect, title: &str, theme: Theme) -> Rect {
    headed(buf, area, title, (theme.glyph("━", "="), Role::Now, Role::Now), theme)
}

/// The first parts of a title that fit, as `6x6 sudoku, 5 givens` of a longer one. The whole title
/// if not even its first part fits.
fn fit_parts(title: &str, width: usize) -> &str {
    let ends = [", ", ": ", "  "].into_iter().flat_map(|part| title.match_indices(part)).map(|(at, _)| at);
    let fits = ends.chain([title.len()]).filter(|&end| end > 0 && title[..end].width() <= width);
    &title[..fits.max().unwrap_or(title.len())]
}

/// Draws a rule with a title, with this dash and these roles of title and rule.
fn headed(
    buf: &mut Buffer,
    area: Rect,
    title: &str,
    (dash, of_title, of_rule): (&str, Role, Role),
    theme: Theme,
) -> Rect {
    let area = area.intersection(buf.area);
    if area.height == 0 || area.width == 0 {
        return Rect { height: 0, ..area };
    }
    let mut spans = Vec::new();
    if !title.is_empty() {
        spans = vec![
            span(format!("{dash} "), of_rule, theme),
            span(fit_parts(title, usize::from(area.width).saturating_sub(2)), of_title, theme),
            Span::raw(" "),
        ];
    }
    let line = Line::from(spans);
    let used = (line.width() as u16).min(area.width);
    buf.set_line(area.x, area.y, &line, area.width);
    if line.width() > usize::from(area.width) + 1 {
        let more = span(theme.glyph("…", "..."), of_title, theme);
        let width = (more.width() as u16).min(area.width);
        buf.set_span(area.right() - width, area.y, &more, width);
    }
    let dashes = dash.repeat(usize::from(area.width - used));
    put(buf, area.x + used, area.y, dashes, area.width.into(), theme.style(of_rule));
    below_title(area)
}

/// The part of an area below its title.
pub(crate) fn below_title(area: Rect) -> Rect {
    Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
}

/// Draws a rule along the top of an area.
pub fn rule(buf: &mut Buffer, area: Rect, theme: Theme) {
    let dashes = theme.glyph("─", "-").repeat(area.width as usize);
    put(buf, area.x, area.y, dashes, area.width as usize, theme.style(Role::Rule));
}

/// Writes lines one below the other. Lines that do not fit are left out.
pub fn list(buf: &mut Buffer, area: Rect, lines: &[Line], theme: Theme) {
    for (row, line) in lines.iter().enumerate().take(area.height as usize) {
        write(buf, area, row as u16, line, theme);
    }
}

/// A panel: a title and its lines.
pub(crate) struct Section {
    pub title: String,
    pub lines: Vec<Line<'static>>,
}

impl Section {
    /// The rows of the part with its title.
    pub fn rows(&self) -> u16 {
        self.lines.len() as u16 + 1
    }

    /// Adds a text, in as many lines of a width as it needs.
    pub fn tell(&mut self, text: &str, width: u16, role: Role, theme: Theme) {
        let lines = wrap(text, width.into()).into_iter().filter(|line| !line.is_empty());
        self.lines.extend(lines.map(|line| Line::from(span(line, role, theme))));
    }
}

/// Draws parts one below the other, with a blank line between two if there is room for all of them.
pub fn stack(parts: Vec<Section>, theme: Theme, area: Rect, buf: &mut Buffer) {
    let wanted: u16 = parts.iter().map(Section::rows).sum();
    let count = parts.len();
    let blank = u16::from(wanted + count as u16 <= area.height + 1);
    let mut area = area;
    for (at, part) in parts.into_iter().enumerate() {
        // The last part gets the rest.
        let height = if at + 1 == count { area.height } else { part.rows().min(area.height) };
        let rows = titled(buf, Rect { height, ..area }, &part.title, theme);
        list(buf, rows, &part.lines, theme);
        // The list of changes already gives their number in its title.
        if part.lines.len() > rows.height as usize && rows.height > 0 && at + 1 < count {
            let more = part.lines.len() - rows.height as usize + 1;
            let line = Line::from(span(blanks(&format!("and {more} more"), rows), Role::Done, theme));
            write(buf, rows, rows.height - 1, &line, theme);
        }
        let used = (height + blank).min(area.height);
        area = Rect { y: area.y + used, height: area.height - used, ..area };
    }
}

/// A text padded with blanks to the width of the row.
fn blanks(text: &str, rows: Rect) -> String {
    format!("{text:<width$}", width = rows.width as usize)
}

/// Like [`fit`], with a sign at the end if the text was cut.
pub(crate) fn fit_marked(text: &str, columns: usize, theme: Theme) -> String {
    let sign = theme.glyph("…", "~");
    if text.width() <= columns { text.to_string() } else { fit(text, columns.saturating_sub(1)) + sign }
}

/// Draws how many options hold each item, one item a line: its name, the number, and a bar.
pub(crate) fn count_bars(buf: &mut Buffer, area: Rect, counts: &[(String, String, usize, Role)], theme: Theme) {
    let shown = &counts[..counts.len().min(area.height.into())];
    let width = shown.iter().map(|(name, ..)| name.width()).max().unwrap_or(1).min(20);
    let digits = shown.iter().map(|(_, number, ..)| number.width()).max().unwrap_or(1).max(3);
    let most = shown.iter().map(|(_, _, count, _)| *count).max().unwrap_or(1).max(1);
    let room = usize::from(area.width).saturating_sub(width + digits + 5).max(1);
    for (row, (name, number, count, role)) in shown.iter().enumerate() {
        let long = if most <= room / 2 { 2 * count } else { count * room / most };
        let bar = theme.glyph("▆", "#").repeat(long);
        let name = fit_marked(name, width, theme);
        let line = span(format!(" {name:<width$} {number:>digits$} {bar}"), *role, theme);
        write(buf, area, row as u16, &Line::from(line), theme);
    }
}

/// A text in the style of a role.
pub fn span(text: impl Into<String>, role: Role, theme: Theme) -> Span<'static> {
    Span::styled(text.into(), theme.style(role))
}

/// The number of a row or column, counted from 1; only its last digit if the number is longer than
/// `room`.
pub(crate) fn ordinal(k: usize, room: usize) -> String {
    let number = (k + 1).to_string();
    if number.len() > room.max(1) { ((k + 1) % 10).to_string() } else { number }
}

/// Writes pairs of key and meaning, as many as fit: `s step  n branch`.
pub fn hints(pairs: &[(String, &str)], width: u16, theme: Theme) -> Line<'static> {
    let mut spans = vec![Span::raw(" ")];
    let mut used = 1;
    for (key, meaning) in pairs {
        let length = key.width() + 1 + meaning.width() + 2;
        if used + length > width as usize + 2 {
            break;
        }
        used += length;
        spans.push(span(key.clone(), Role::Key, theme));
        spans.push(Span::styled(format!(" {meaning}  "), Style::new()));
    }
    Line::from(spans)
}

/// The first key of an action, and its meaning.
pub fn one(keys: &Keymap, action: impl Into<Action>, meaning: &'static str) -> (String, &'static str) {
    (keys.hint(action), meaning)
}
