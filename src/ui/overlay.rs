//! The overlays: help, prompts, questions. Only overlays and the grid have boxes.

use super::library::shape;
use super::panel::{fit, fit_end, list, put_line, shade, span, wrap, write};
use super::theme::{Role, Theme};
use crate::app::{App, CommandSearch, Editor, Exporting, Import, NewGrid, Overlay, Prompt, RuleRow, Spec};
use crate::puzzle::printable;
use crate::study::{BREAKS, Reason, breakpoint_words, plural};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

pub fn draw(app: &App, overlay: &Overlay, theme: Theme, area: Rect, buf: &mut Buffer) {
    match overlay {
        Overlay::Search(search) => commands(app, search, theme, area, buf),
        Overlay::Prompt(prompt) => ask(prompt, theme, area, buf),
        Overlay::Import(found) => import(found, theme, area, buf),
        Overlay::New(new) => new_grid(*new, theme, area, buf),
        Overlay::Why { lines, cursor } => why(lines, *cursor, theme, area, buf),
        Overlay::Breaks { cursor } => breaks(app, *cursor, theme, area, buf),
        Overlay::Rules { cursor } => rules(app, *cursor, theme, area, buf),
        Overlay::Export(own) => export(own, theme, area, buf),
        Overlay::Editor(own) => editor(own, theme, area, buf),
        Overlay::Message { title, text } => {
            let lines: Vec<Line> = text.lines().map(|line| Line::from(line.to_string())).collect();
            let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16;
            let inner = boxed(buf, area, (width.max(40), lines.len() as u16 + 2), title, theme);
            list(buf, inner, &lines, theme);
            note(buf, inner, "any key", theme);
        }
        Overlay::ConfirmQuit { unsaved } => {
            let have = if *unsaved == 1 { "has changes that are" } else { "have changes that are" };
            let text = format!("{} {have} not saved.", plural(*unsaved, "puzzle"));
            question(&text, "y quit all the same   n stay", theme, area, buf);
        }
        Overlay::ConfirmMine { path, .. } => {
            let text = format!("{} was changed by another program since it was read.", path.display());
            question(&text, "m keep mine   t take theirs   s save mine as   esc neither", theme, area, buf);
        }
        Overlay::ConfirmReplace { path, .. } => {
            question(&format!("{} is there already.", path.display()), "y replace it   n keep it", theme, area, buf);
        }
    }
}

/// Draws the explanations. Some lines link to the state that they explain.
fn why(lines: &[Reason], cursor: usize, theme: Theme, area: Rect, buf: &mut Buffer) {
    let width = area.width.saturating_sub(8).clamp(20, 96);
    let mut rows: Vec<(usize, Line)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let role = match (line.title, at == cursor) {
            (true, _) => Role::Title,
            (_, true) => Role::Now,
            _ => Role::Live,
        };
        let mark = match (line.title, &line.go) {
            (true, _) => "",
            (_, Some(_)) if at == cursor => theme.glyph("▶ ", "> "),
            (_, Some(_)) => theme.glyph("› ", "- "),
            (_, None) if at == cursor => theme.glyph("│ ", "| "),
            (_, None) => "  ",
        };
        if line.title && at > 0 {
            rows.push((at, Line::default()));
        }
        for (k, part) in wrap(&glued(&line.text), width as usize - 2).into_iter().enumerate() {
            let part = part.replace(GLUE, " ");
            let mark = if k == 0 { mark } else { "  " };
            rows.push((at, Line::from(span(format!("{mark}{part}"), role, theme))));
        }
    }
    let inner = boxed(buf, area, (width, rows.len() as u16 + 2), "WHY", theme);
    let room = inner.height.saturating_sub(2) as usize;
    let at = rows.iter().position(|(own, _)| *own == cursor).unwrap_or(0);
    let from = at.saturating_sub(room.saturating_sub(2)).min(rows.len().saturating_sub(room));
    let (all, room) = (rows.len(), room.min(rows.len()));
    let seen: Vec<Line> = rows.into_iter().skip(from).take(room).map(|(_, line)| line).collect();
    list(buf, inner, &seen, theme);
    let leads = lines.iter().any(|line| line.go.is_some());
    let above_below = match all > room {
        true => format!("{from} above, {} below   ", all - from - room),
        false => String::new(),
    };
    let keys = match (leads, all > room) {
        (true, _) => "j k move  enter go there  esc close",
        (false, true) => "j k scroll  esc close",
        (false, false) => "esc close",
    };
    note(buf, inner, &format!("{above_below}{keys}"), theme);
}

/// A no-break space: `wrap` breaks no line at it.
const GLUE: char = '\u{a0}';

/// Returns a text in which a name and its count, as in `r1c2 5→4`, stay on one line.
fn glued(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut glued = String::with_capacity(text.len());
    for (k, word) in words.iter().enumerate() {
        if k > 0 {
            let changes = word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('→');
            glued.push(if changes { GLUE } else { ' ' });
        }
        glued += word;
    }
    glued
}

fn breaks(app: &App, cursor: usize, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(stepping) = &app.stepping else { return };
    let mut lines: Vec<Line> = Vec::new();
    for (at, own) in stepping.breaks.iter().enumerate() {
        let mark = if own.on { theme.glyph("●", "*") } else { theme.glyph("○", "o") };
        let text = format!("{mark} {}", breakpoint_words(own.own, &stepping.encoded));
        lines.push(Line::from(span(text, if at == cursor { Role::Now } else { Role::Live }, theme)));
    }
    if lines.is_empty() {
        lines.push(Line::from(span("none yet; b sets one:", Role::Done, theme)));
        wrap(BREAKS, 50).into_iter().for_each(|line| lines.push(Line::from(span(line, Role::Live, theme))));
    }
    let inner = boxed(buf, area, (56, lines.len() as u16 + 2), "BREAKPOINTS", theme);
    list(buf, inner, &lines, theme);
    note(buf, inner, "enter on, off   x remove   b new   esc close", theme);
}

/// Draws the rules of the open grid and those that can be added, with the meaning of the one under
/// the cursor.
fn rules(app: &App, cursor: usize, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(grid) = app.document().and_then(|own| own.puzzle.grid()) else { return };
    let rows = RuleRow::all(grid);
    let inner = boxed(buf, area, (64, rows.len() as u16 + 6), "RULES  beside rows, columns and areas", theme);
    let height = inner.height.saturating_sub(4) as usize;
    let from = (cursor + 1).saturating_sub(height);
    for (row, (at, own)) in rows.iter().enumerate().skip(from).take(height).enumerate() {
        let here = at == cursor;
        let has = matches!(own, RuleRow::Own(_)) || matches!(own, RuleRow::Diagonals) && grid.diagonals;
        let mark = if here { theme.glyph("▶", ">") } else { " " };
        let tick = if has { theme.glyph("✓", "x") } else { " " };
        let role = match (here, has) {
            (true, _) => Role::Now,
            (false, true) => Role::Drawn,
            (false, false) => Role::Live,
        };
        let line = Line::from(span(format!("{mark} {tick} {}", own.words(grid).0), role, theme));
        write(buf, inner, row as u16, &line, theme);
    }
    let help = rows.get(cursor).map_or(String::new(), |own| own.words(grid).1);
    let lines: Vec<Line> = wrap(&help, inner.width as usize).into_iter().map(Line::from).collect();
    list(buf, Rect { y: inner.y + height as u16 + 1, height: 2, ..inner }, &lines, theme);
    note(buf, inner, "enter add   x remove   esc close", theme);
}

/// Draws the forms of an export, the puzzle in the form under the cursor, and what that form leaves
/// out.
fn export(own: &Exporting, theme: Theme, area: Rect, buf: &mut Buffer) {
    let inner = boxed(buf, area, (area.width.min(96), area.height.min(40)), "EXPORT", theme);
    let (to, text) = &own.rows[own.cursor];
    let list_width = 18.min(inner.width / 3);
    let height = inner.height.saturating_sub(4);
    let from = (own.cursor + 1).saturating_sub(height.into());
    for (row, (at, (form, text))) in own.rows.iter().enumerate().skip(from).take(height.into()).enumerate() {
        let mark = if at == own.cursor { theme.glyph("▶", ">") } else { " " };
        let role = match (at == own.cursor, text) {
            (true, _) => Role::Now,
            (_, Ok(_)) => Role::Live,
            (_, Err(_)) => Role::Done,
        };
        let line = Line::from(span(format!("{mark} {}", form.id()), role, theme));
        write(buf, Rect { width: list_width, ..inner }, row as u16, &line, theme);
    }
    let beside = Rect { x: inner.x + list_width + 1, width: inner.width - list_width - 1, height, ..inner };
    if let Ok(exported) = text {
        for (row, line) in exported.text.lines().take(height.into()).enumerate() {
            write(buf, beside, row as u16, &Line::from(Span::raw(printable(line).into_owned())), theme);
        }
    }
    let role = if text.is_ok() { Role::Live } else { Role::Bad };
    let about = [Line::from(span(to.help(), Role::Title, theme)), Line::from(span(own.about(), role, theme))];
    list(buf, Rect { y: inner.y + height, height: 3, ..inner }, &about, theme);
    note(buf, inner, "enter copy to the clipboard   w write a file   esc close", theme);
}

/// Draws a text over the whole screen, with line numbers, and below it the parser's error.
fn editor(own: &Editor, theme: Theme, area: Rect, buf: &mut Buffer) {
    let inner = boxed(buf, area, (area.width, area.height), "AS TEXT", theme);
    let refused: Vec<Line> =
        own.refused.iter().flat_map(|text| text.lines()).map(|line| Line::from(span(line, Role::Bad, theme))).collect();
    let below = (refused.len() as u16).min(inner.height / 2);
    let height = inner.height.saturating_sub(below + 1);
    let digits = own.lines().count().max(1).to_string().len().max(2);
    let room = (inner.width as usize).saturating_sub(digits + 2).max(1);
    let top = own.row.saturating_sub((height as usize).saturating_sub(1));
    let left = own.column.saturating_sub(room.saturating_sub(1));
    for (y, (number, line)) in own.lines().enumerate().skip(top).take(height as usize).enumerate() {
        let shown: String = line.chars().skip(left).take(room).map(|c| if c.is_control() { ' ' } else { c }).collect();
        let row = Line::from(vec![span(format!("{:>digits$}  ", number + 1), Role::Rule, theme), Span::raw(shown)]);
        write(buf, inner, y as u16, &row, theme);
    }
    let (x, y) = (inner.x + (digits + 2 + own.column - left) as u16, inner.y + (own.row - top) as u16);
    if x < inner.right() && y < inner.y + height {
        shade(buf, Rect { x, y, width: 1, height: 1 }, theme.cursor());
    }
    list(buf, Rect { y: inner.y + height, height: below, ..inner }, &refused, theme);
    note(buf, inner, "ctrl-s use it as a new puzzle   esc cancel", theme);
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

fn question(text: &str, keys: &str, theme: Theme, area: Rect, buf: &mut Buffer) {
    let width = text.width().max(keys.width()).min(70);
    let lines: Vec<Line> = wrap(text, width).into_iter().map(Line::from).collect();
    let inner = boxed(buf, area, (width as u16, lines.len() as u16 + 2), "?", theme);
    list(buf, inner, &lines, theme);
    note(buf, inner, keys, theme);
}

fn commands(app: &App, search: &CommandSearch, theme: Theme, area: Rect, buf: &mut Buffer) {
    let keymap = &app.settings.keymap;
    let rows = search.rows(keymap);
    let title = match search.screen {
        Some(screen) => format!("Keys: {}", screen.title()),
        None => "All commands".to_string(),
    };
    let height = (rows.len() as u16 + 2).max(8).min(area.height.saturating_sub(2));
    let place = |spec: &Spec| if search.screen.is_none() { format!("  ({})", spec.place.id()) } else { String::new() };
    // The box is as wide as the longest of all lines, so it does not shrink while the list is
    // filtered.
    let all = CommandSearch { typed: String::new(), ..search.clone() }.rows(keymap);
    let of_keys = all.iter().map(|spec| keymap.list(spec.action).len()).max().unwrap_or(0) + 2;
    let width = |spec: &Spec| (2 + of_keys + spec.help.len() + place(spec).len()) as u16;
    let widest = all.iter().map(|spec| width(spec)).max().unwrap_or(0);
    let inner = boxed(buf, area, (76.max(widest), height), &title, theme);
    let place_of = match rows.len() {
        0 => "   none found: esc closes".to_string(),
        all => format!("   {} of {all}: enter runs it, esc closes", search.cursor + 1),
    };
    let typed = Line::from(vec![
        span("find: ", Role::Done, theme),
        span(search.typed.clone(), Role::Own, theme),
        Span::styled(" ", theme.cursor()),
        span(place_of, Role::Done, theme),
    ]);
    write(buf, inner, 0, &typed, theme);
    let room = inner.height.saturating_sub(2) as usize;
    let from = search.cursor.saturating_sub(room.saturating_sub(1));
    for (row, spec) in rows.iter().enumerate().skip(from).take(room) {
        let chosen = row == search.cursor;
        let mark = if chosen { theme.glyph("▶ ", "> ") } else { "  " };
        let line = Line::from(vec![
            span(mark, Role::Now, theme),
            span(format!("{:<of_keys$}", keymap.list(spec.action)), Role::Key, theme),
            span(spec.help, if chosen { Role::Now } else { Role::Live }, theme),
            // The place is shown whole or not at all.
            span(if width(spec) > inner.width { String::new() } else { place(spec) }, Role::Done, theme),
        ]);
        write(buf, inner, 2 + (row - from) as u16, &line, theme);
    }
}

fn ask(prompt: &Prompt, theme: Theme, area: Rect, buf: &mut Buffer) {
    let inner = boxed(buf, area, (60, 3), prompt.purpose.title(), theme);
    let at = prompt.text().char_indices().nth(prompt.cursor()).map_or(prompt.text().len(), |(at, _)| at);
    let (before, after) = prompt.text().split_at(at);
    let mut rest = after.chars();
    let here = rest.next().map_or(" ".to_string(), String::from);
    let rest = rest.as_str();
    // The text after the cursor takes at most a third of the line.
    let room = (inner.width as usize).saturating_sub(here.width());
    let shown = fit_end(before, room.saturating_sub(rest.width().min(room / 3)));
    let rest = fit(rest, room.saturating_sub(shown.width()));
    let role = if prompt.fresh { Role::Done } else { Role::Own };
    let spans = vec![span(shown, role, theme), Span::styled(here, theme.cursor()), span(rest, role, theme)];
    write(buf, inner, 0, &Line::from(spans), theme);
    note(buf, inner, "type another, or Enter uses it; Esc cancels", theme);
}

fn import(import: &Import, theme: Theme, area: Rect, buf: &mut Buffer) {
    let inner = boxed(buf, area, (70, 24), if import.is_pasted() { "Pasted" } else { &import.name }, theme);
    let mut lines: Vec<Line> = Vec::new();
    if let Some(note) = &import.note {
        lines.push(Line::from(span(note.clone(), Role::Title, theme)));
    }
    let room = 6.min(import.choices.len());
    let from = import.cursor.saturating_sub(room.saturating_sub(1));
    for (at, puzzle) in import.choices.iter().enumerate().skip(from).take(room) {
        let chosen = at == import.cursor;
        let mark = if chosen { theme.glyph("▶ ", "> ") } else { "  " };
        let form = format!("{}  read as {}, {}", puzzle.summary(), puzzle.kind.id, puzzle.form.id);
        lines.push(Line::from(span(format!("{mark}{form}"), if chosen { Role::Now } else { Role::Live }, theme)));
    }
    let chosen = &import.choices[import.cursor];
    let clashes = chosen.grid().map_or(0, |grid| grid.conflicts().len());
    if clashes > 0 {
        lines.push(Line::from(span(format!("! {}", plural(clashes, "conflict")), Role::Bad, theme)));
    }
    list(buf, inner, &lines, theme);
    let top = lines.len() as u16 + 1;
    let room = Rect { y: inner.y + top.min(inner.height), height: inner.height.saturating_sub(top + 2), ..inner };
    shape(&chosen.shape, theme, room, buf);
    let at =
        if import.several { format!("{} of {}   ", import.cursor + 1, import.choices.len()) } else { String::new() };
    note(buf, inner, &format!("{at}Enter opens it, up and down choose, Esc cancels"), theme);
}

fn new_grid(new: NewGrid, theme: Theme, area: Rect, buf: &mut Buffer) {
    let width = area.width.saturating_sub(4).min(76);
    let about = wrap(new.kind().help, width as usize);
    let keys = wrap(
        "up, down: the row   left, right: another choice   enter: an empty grid   g: a new puzzle   esc: cancel",
        width as usize,
    );
    let rows = new.rows();
    // The height is the same for every kind, so the box does not jump when the kind changes.
    let high = 5;
    let height = high + about.len().max(2) + keys.len() + 2;
    let inner = boxed(buf, area, (width, height as u16), "A new grid", theme);
    for (at, (choice, name, value)) in rows.iter().enumerate() {
        let chosen = *choice == new.at;
        let role = if chosen { Role::Now } else { Role::Live };
        let (before, after) = if chosen { (theme.glyph("◀ ", "< "), theme.glyph(" ▶", " >")) } else { ("  ", "") };
        let mark = if chosen { theme.glyph("▶ ", "> ") } else { "  " };
        let line = format!("{mark}{name:<10} {before}{value}{after}");
        write(buf, inner, at as u16, &Line::from(span(line, role, theme)), theme);
    }
    let below = Rect { y: inner.y + (high as u16 + 1).min(inner.height), ..inner }.intersection(inner);
    let lines = about.into_iter().map(|line| span(line, Role::Live, theme));
    let lines =
        lines.chain([span("", Role::Live, theme)]).chain(keys.into_iter().map(|line| span(line, Role::Done, theme)));
    list(buf, below, &lines.map(Line::from).collect::<Vec<_>>(), theme);
}
