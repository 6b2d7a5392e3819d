//! The overlays: a drawn one has a file below this one, all others are pages. Only overlays and the
//! grid have boxes.

mod arranging;
mod driving;
mod editor;
mod export;
mod import;
mod mistakes;
mod new;
mod pointing;
mod prompt;
mod rings;
mod rules;
mod search;
mod why;
mod yours;

use super::panel::{list, put_line, span, wrap, write};
use super::theme::{Role, Theme};
use crate::app::{App, Overlay, Page, Tick, Tone, Width, for_overlays};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// An overlay that is drawn in its own way.
trait Draw {
    fn draw(&self, app: &App, theme: Theme, area: Rect, buf: &mut Buffer);
}

macro_rules! drawn_overlays {
    ($($variant:ident $state:ident $name:literal $how:ident;)*) => {
        fn draw_drawn(app: &App, overlay: &Overlay, theme: Theme, area: Rect, buf: &mut Buffer) {
            match overlay {
                $(Overlay::$variant(state) => drawn_overlays!(@$how state app theme area buf)),*
            }
        }
    };
    (@drawn $state:ident $app:ident $theme:ident $area:ident $buf:ident) => { $state.draw($app, $theme, $area, $buf) };
    (@plain $state:ident $app:ident $theme:ident $area:ident $buf:ident) => { _ = $state };
}
for_overlays!(drawn_overlays);

pub fn draw(app: &App, overlay: &Overlay, theme: Theme, area: Rect, buf: &mut Buffer) {
    match overlay.page(app) {
        Some(page) => draw_page(&page, theme, area, buf),
        None => draw_drawn(app, overlay, theme, area, buf),
    }
}

/// Draws a page: a box with a title, lines, and the keys at its foot.
fn draw_page(page: &Page, theme: Theme, area: Rect, buf: &mut Buffer) {
    let longest = page.lines.iter().map(|line| line.text.width()).max().unwrap_or(0);
    // The width of the box, and the width at which lines are wrapped.
    let (width, room) = match page.width {
        Width::OfLines(least) => ((longest as u16).max(least), usize::MAX),
        Width::Wrapped(most) => {
            let width = longest.max(page.keys.width()).min(most.into());
            (width as u16, width)
        }
        Width::Fixed(width, wrapped) => (width, wrapped.map_or(usize::MAX, usize::from)),
    };
    let mut lines: Vec<Line> = Vec::new();
    for line in &page.lines {
        let tick = match line.tick {
            Tick::Absent => "",
            Tick::On => theme.glyph("● ", "* "),
            Tick::Off => theme.glyph("○ ", "o "),
        };
        let role = match line.tone {
            Tone::Plain => Role::Live,
            Tone::Here => Role::Now,
            Tone::Dim => Role::Done,
        };
        let wrapped = if room == usize::MAX { vec![line.text.clone()] } else { wrap(&line.text, room) };
        lines.extend(wrapped.into_iter().map(|text| Line::from(span(format!("{tick}{text}"), role, theme))));
    }
    let inner = boxed(buf, area, (width, lines.len() as u16 + 2), &page.title, theme);
    let (all, room) = (lines.len(), usize::from(inner.height.saturating_sub(2)));
    if all <= room {
        list(buf, inner, &lines, theme);
        return note(buf, inner, page.keys, theme);
    }
    let above = page.above.min(all - room);
    list(buf, inner, &lines[above..above + room], theme);
    let below = all - above - room;
    let place = format!("{above} above, {below} below");
    let all = [format!("{place}   j k scroll  {}", page.keys), format!("{place}   {}", page.keys), place];
    let fits = all.iter().find(|text| text.width() <= inner.width.into()).unwrap_or(&all[2]);
    note(buf, inner, fits, theme);
}

/// Clears a box in the middle of an area, draws its frame, and returns the room inside.
fn boxed(buf: &mut Buffer, area: Rect, (width, height): (u16, u16), title: &str, theme: Theme) -> Rect {
    let (width, height) = ((width + 4).min(area.width), (height + 2).min(area.height));
    let frame = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let style = theme.style(Role::Wall);
    let glyphs =
        if theme.ascii() { ["+", "-", "+", "|", "+", "+"] } else { ["┌", "─", "┐", "│", "└", "┘"] };
    for y in frame.top()..frame.bottom() {
        for x in frame.left()..frame.right() {
            let (top, bottom) = (y == frame.top(), y + 1 == frame.bottom());
            let (left, right) = (x == frame.left(), x + 1 == frame.right());
            let glyph = match (top, bottom, left, right) {
                (true, _, true, _) => glyphs[0],
                (true, _, _, true) => glyphs[2],
                (_, true, true, _) => glyphs[4],
                (_, true, _, true) => glyphs[5],
                (true, ..) | (_, true, ..) => glyphs[1],
                (_, _, true, _) | (_, _, _, true) => glyphs[3],
                _ => " ",
            };
            if let Some(cell) = buf.cell_mut((x, y)) {
                cell.reset();
                cell.set_symbol(glyph).set_style(style);
            }
        }
    }
    let head = Line::from(vec![Span::raw(" "), span(title.to_string(), Role::Title, theme), Span::raw(" ")]);
    if frame.width > 4 {
        put_line(buf, frame.x + 2, frame.y, &head, frame.width - 4);
    }
    Rect {
        x: frame.x + 2.min(frame.width),
        y: frame.y + 1.min(frame.height),
        width: frame.width.saturating_sub(4),
        height: frame.height.saturating_sub(2),
    }
}

/// Writes a line at the foot of a box.
fn note(buf: &mut Buffer, inner: Rect, text: &str, theme: Theme) {
    if inner.height > 0 {
        write(buf, inner, inner.height - 1, &Line::from(span(text.to_string(), Role::Done, theme)), theme);
    }
}

/// The lines for a box in an area, with room for its frame and its keys. If there are too many, those
/// around a line are left, or the last ones.
fn in_room<'a>(lines: &[Line<'a>], area: Rect, around: Option<usize>) -> Vec<Line<'a>> {
    let rows = usize::from(area.height.saturating_sub(3)).max(1);
    let most = lines.len().saturating_sub(rows);
    let first = around.map_or(most, |line| line.saturating_sub(rows / 2).min(most));
    lines.iter().skip(first).take(rows).cloned().collect()
}

/// The first line of a box with a list: what is typed to find a row, and what was found.
fn find(buf: &mut Buffer, inner: Rect, typed: &str, found: &str, theme: Theme) {
    let line = Line::from(vec![
        span("find: ", Role::Done, theme),
        span(typed.to_string(), Role::Own, theme),
        Span::styled(" ", theme.cursor()),
        span(found.to_string(), Role::Done, theme),
    ]);
    write(buf, inner, 0, &line, theme);
}
