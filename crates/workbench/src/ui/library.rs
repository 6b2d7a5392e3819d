//! The Library, and the first thing seen: the puzzles under headings, and a large picture of the
//! selected one with its note and the keys that open it.

use super::board::{CellLook, LaidGrid, Look, board};
use super::geometry::{Detail, Geometry};
use super::incidence;
use super::ink::Ink;
use super::listing;
use super::panel::{fit_end, fit_marked, hints, list, one, rule, span, titled, wrap, write};
use super::theme::{Role, Theme};
use crate::app::{App, Card, Document, HandProgress, LibraryRow, Overlay, Purpose, on};
use quadrille_puzzle::{Cell, Grid, Shape};
use quadrille_study::plural;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

pub fn facts(app: &App) -> String {
    let shown = app.library.shown().len();
    if !app.library.filter.is_empty() {
        return format!("{} with \"{}\"", plural(shown, "puzzle"), app.library.filter);
    }
    let lessons = app.library.entries.iter().filter(|entry| entry.card().is_some_and(|card| card.is_lesson()));
    let lessons: Vec<_> = lessons.map(|entry| app.desk.records.get(entry.lesson_name())).collect();
    let done = lessons.iter().flatten().filter(|record| record.done).count();
    let learnt = if done > 0 { format!("  {done} of {} done", plural(lessons.len(), "lesson")) } else { String::new() };
    let shown = shown - lessons.len();
    let begun = app.library.entries.iter().filter(|entry| entry.progress().is_begun()).count();
    let begun = if begun > 0 { format!("  {begun} in progress") } else { String::new() };
    format!("{}{begun}{learnt}", plural(shown, "puzzle"))
}

pub fn draw(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let list_width = list_width(area);
    draw_list(app, theme, area, buf);
    let entry = app.library.selected().map(|at| &app.library.entries[at]);
    if let Some(entry) = entry.filter(|_| list_width < area.width) {
        let area = Rect { x: area.x + list_width + 2, width: area.width - list_width - 2, ..area };
        preview(app, entry, theme, area, buf);
    }
}

fn list_width(area: Rect) -> u16 {
    if area.width >= 60 { (area.width * 9 / 20).clamp(34, 60) } else { area.width }
}

/// A line of the list.
enum Row {
    /// The title of a group.
    Heading(&'static str),
    /// An entry, by its place among those that are shown and by its number.
    Entry(usize, usize),
}

/// The lines of the list.
fn rows(app: &App) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut place = 0;
    for (group, numbers) in app.library.groups() {
        rows.push(Row::Heading(group.title()));
        for &at in numbers {
            rows.push(Row::Entry(place, at));
            place += 1;
        }
    }
    rows
}

/// The first line of the list that is visible, so that the cursor is, with its heading if possible.
fn first_shown(app: &App, rows: &[Row], height: usize) -> usize {
    let at = rows.iter().position(|row| matches!(row, Row::Entry(place, _) if *place == app.library.cursor));
    let at = at.unwrap_or(0);
    at.saturating_sub(height / 2).min(rows.len().saturating_sub(height))
}

/// The room of the list, below the line with the filter.
fn list_room(area: Rect) -> Rect {
    Rect { y: area.y + 1, height: area.height.saturating_sub(1), width: list_width(area), ..area }
}

/// The row of the list at a screen position.
pub fn row_at(app: &App, area: Rect, (x, y): (u16, u16)) -> Option<usize> {
    let (room, rows) = (list_room(area), rows(app));
    let from = first_shown(app, &rows, room.height.into());
    let row = room.contains((x, y).into()).then(|| from + usize::from(y - room.y))?;
    match rows.get(row) {
        Some(Row::Entry(place, _)) => Some(*place),
        Some(Row::Heading(_)) | None => None,
    }
}

/// Draws the list at the left of an area, and the line above it.
fn draw_list(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let room = list_room(area);
    let area = Rect { width: room.width, ..area };
    let rows = rows(app);
    let from = first_shown(app, &rows, room.height.into());
    let below = rows.len().saturating_sub(from + usize::from(room.height));
    filter_line(app, theme, (from, below), area, buf);
    if rows.is_empty() {
        let text = "no puzzle has these letters in its name, kind or title";
        return write(buf, room, 0, &Line::from(span(text, Role::Done, theme)), theme);
    }
    for (line, row) in rows.iter().skip(from).take(room.height.into()).enumerate() {
        let text = match *row {
            Row::Heading(title) => Line::from(span(format!(" {}", title.to_uppercase()), Role::Title, theme)),
            Row::Entry(place, at) => {
                entry_line(app, &app.library.entries[at], place == app.library.cursor, area.width.into(), theme)
            }
        };
        write(buf, room, line as u16, &text, theme);
    }
}

/// Draws the line above the list: the filter as it is typed, and how much is out of sight.
fn filter_line(app: &App, theme: Theme, (above, below): (usize, usize), area: Rect, buf: &mut Buffer) {
    let typed = match &app.desk.overlay {
        Some(Overlay::Prompt(prompt)) if matches!(prompt.purpose, Purpose::Filter) => Some(prompt.text().to_string()),
        _ => None,
    };
    let key = app.desk.settings.keymap.hint(on::Library::Filter);
    let mut spans = vec![span(format!(" {key} "), Role::Key, theme)];
    match (typed, app.library.filter.as_str()) {
        (Some(text), _) => {
            spans.push(span(text, Role::Own, theme));
            spans.push(Span::styled(" ", theme.cursor()));
        }
        (None, "") if area.width < 45 => spans.push(span("filters the list", Role::Done, theme)),
        (None, "") => spans.push(span("filters by name, kind or title", Role::Done, theme)),
        (None, filter) => spans.push(span(filter.to_string(), Role::Own, theme)),
    }
    let line = Line::from(spans);
    let (up, down) = (theme.glyph("▴", "^"), theme.glyph("▾", "v"));
    let mut unseen = Vec::new();
    if above > 0 {
        unseen.push(format!("{above} {up}"));
    }
    if below > 0 {
        unseen.push(format!("{below} {down}"));
    }
    let unseen = unseen.join(" ");
    let room = usize::from(area.width).saturating_sub(unseen.width() + 1);
    write(buf, Rect { width: room as u16, ..area }, 0, &line, theme);
    let x = area.x + room as u16;
    let right = Rect { x, width: area.right() - x, ..area };
    write(buf, right, 0, &Line::from(span(unseen, Role::Done, theme)), theme);
}

/// The line of an entry: its title, its size, and how far it is.
fn entry_line(app: &App, entry: &LibraryRow, chosen: bool, width: usize, theme: Theme) -> Line<'static> {
    let mark = if chosen { theme.glyph("▶", ">") } else { " " };
    let card = entry.card();
    let (size, state, role) = match &card {
        Some(card) if card.is_unreadable() => (String::new(), "unreadable".to_string(), Role::Bad),
        Some(card) => (size(card, theme), state(app, entry), Role::Own),
        None => (String::new(), String::new(), Role::Done),
    };
    let title = card.as_ref().map(|card| &card.title).filter(|title| !title.is_empty());
    let name = title.unwrap_or(&entry.name);
    // A narrow list has one column: how far the puzzle is, else its size.
    let narrow = width < 50;
    let (size, state, role) = match (narrow, state.is_empty()) {
        (true, true) => (String::new(), size, Role::Done),
        (true, false) => (String::new(), state, role),
        (false, _) => (size, state, role),
    };
    let columns = if narrow { 10 } else { 21 };
    let room = width.saturating_sub(3 + columns).max(8);
    // The end of a path says the most.
    let name = match name.width() > room {
        true if name.contains('/') => theme.glyph("…", "~").to_string() + &fit_end(name, room - 1),
        _ => fit_marked(name, room, theme),
    };
    let blank = " ".repeat(room.saturating_sub(name.width()));
    let name_role = if chosen { Role::Now } else { Role::Live };
    Line::from(vec![
        span(format!(" {mark} {name}{blank}"), name_role, theme),
        span(if narrow { String::new() } else { format!("{size:>10} ") }, Role::Done, theme),
        span(format!("{state:>10}"), role, theme),
    ])
}

/// The size of a puzzle in the list: the sides of a grid, or the items and options. The number of
/// puzzles, if there are several in a file.
fn size(card: &Card, theme: Theme) -> String {
    if let Some((minutes, _)) = card.lesson {
        return format!("{minutes} min");
    }
    match (card.puzzles, card.size) {
        (1, (rows, columns)) => format!("{rows}{}{columns}", theme.glyph("×", "x")),
        (several, _) => plural(several, "puzzle"),
    }
}

/// The state of a puzzle in the list: not saved, solved, or how much is done; that of a lesson: its
/// stop, or done.
fn state(app: &App, entry: &LibraryRow) -> String {
    if let Some((_, stops)) = entry.card().and_then(|card| card.lesson) {
        return match app.desk.records.get(entry.lesson_name()) {
            None => String::new(),
            Some(record) if record.done => match record.score() {
                (_, 0) => "seen".to_string(),
                (right, all) => format!("{right}/{all} right"),
            },
            Some(record) => format!("{} of {stops}", record.stop + 1),
        };
    }
    match entry.progress() {
        _ if entry.is_unsaved() => "unsaved".to_string(),
        HandProgress::None => String::new(),
        HandProgress::Filled(filled, all) => format!("{filled} of {all}"),
        HandProgress::Solved => "solved".to_string(),
        HandProgress::Taken(options) => format!("{options} taken"),
    }
}

/// Draws a puzzle as large as it goes, with its title, its note and the keys that open it.
fn preview(app: &App, entry: &LibraryRow, theme: Theme, area: Rect, buf: &mut Buffer) {
    let document = match &entry.document {
        Some(Ok(document)) => document,
        Some(Err(error)) => {
            let area = titled(buf, area, "CANNOT BE READ  enter shows all of it", theme);
            let lines: Vec<Line> = error.lines().map(|line| Line::from(line.to_string())).collect();
            return list(buf, area, &lines, theme);
        }
        None => return,
    };
    let puzzle = &document.puzzle;
    let width = usize::from(area.width);
    let mut lines: Vec<Line> = Vec::new();
    let mut tell = |text: &str, role: Role| {
        let parts = wrap(text, width).into_iter().filter(|line| !line.is_empty());
        lines.extend(parts.map(|line| Line::from(span(line, role, theme))));
    };
    match &entry.lesson {
        Some(lesson) => {
            tell(&format!("Lesson: {}", lesson.title), Role::Title);
            let (minutes, stops) = (lesson.minutes as usize, lesson.stops.len());
            let length = format!("{}, {}", plural(minutes, "minute"), plural(stops, "stop"));
            tell(&format!("{}: {length}; on {}", entry.name, puzzle.summary()), Role::Done);
        }
        None => {
            let title = if puzzle.meta.title.is_empty() { &entry.name } else { &puzzle.meta.title };
            tell(title, Role::Title);
            let file = if puzzle.meta.title.is_empty() { String::new() } else { format!("{}: ", entry.name) };
            tell(&format!("{file}{}", puzzle.summary()), Role::Done);
        }
    }
    if let Some(choices) = &entry.choices {
        let what = match choices.several {
            _ if choices.drawn => "Rules that are not supported are only drawn. Enter asks first.".to_string(),
            true => format!("The first of {} in this file. Enter asks which.", plural(choices.choices.len(), "puzzle")),
            false => "This file can be read in several ways; this is one. Enter asks which.".to_string(),
        };
        tell(&what, Role::Own);
    }
    let placed = puzzle.grid().map_or(0, Grid::own);
    if let Some(grid) = puzzle.grid().filter(|_| placed > 0) {
        tell(&format!("{placed} placed by you, {} empty", grid.empty()), Role::Own);
    }
    let rating =
        app.desk.rated.as_ref().filter(|rated| puzzle.grid().is_some_and(|grid| grid.without_own() == rated.grid));
    if let Some(Ok(rating)) = rating.and_then(|rated| rated.rating.as_ref()) {
        tell(&rating.words(), Role::Live);
    }
    if let Some(verdict) = document.verdict().filter(|_| entry.lesson.is_none()) {
        tell(&verdict, Role::Live);
    }
    tell(entry.lesson.as_ref().map_or(&puzzle.meta.note, |lesson| &lesson.about), Role::Live);
    let keys = &app.desk.settings.keymap;
    let open = [one(keys, on::Library::Open, if entry.lesson.is_some() { "begin the lesson" } else { "open" })];
    let others = [one(keys, on::Library::StepFromList, "let it dance"), one(keys, on::Library::SolveFromList, "solve")];
    let others = others.into_iter().filter(|_| entry.lesson.is_none());
    lines.push(hints(&open.into_iter().chain(others).collect::<Vec<_>>(), area.width, theme));
    let about = (lines.len() as u16 + 1).min(area.height / 2);
    let room = Rect { height: area.height - about, ..area };
    picture_of(document, theme, room, buf);
    let text = Rect { y: room.bottom(), height: about, ..area };
    rule(buf, text, theme);
    list(buf, super::panel::below_title(text), &lines, theme);
}

/// Draws a puzzle in its current state as large as the room allows, in the middle of the room.
fn picture_of(document: &Document, theme: Theme, room: Rect, buf: &mut Buffer) {
    let (width, height) = match &document.puzzle.shape {
        Shape::Grid(grid) => {
            let geometry = Geometry::fit(grid, (room.width, room.height), Detail::Symbol);
            let rulers = (u16::from(grid.rows() > 9) + 2, 1);
            (geometry.width + rulers.0, geometry.height + rulers.1)
        }
        Shape::Listing(listing) if listing.picture.is_some() => listing::size(listing, (room.width, room.height)),
        Shape::Listing(_) => (room.width, room.height),
    };
    let left = room.width.saturating_sub(width) / 2;
    let top = room.height.saturating_sub(height) / 2;
    let place = Rect { x: room.x + left, y: room.y + top, width: room.width - left, height: room.height - top };
    shape(&document.puzzle.shape, theme, place, buf);
}

/// Draws a puzzle in its current state, without a cursor.
pub fn shape(shape: &Shape, theme: Theme, area: Rect, buf: &mut Buffer) {
    match shape {
        Shape::Grid(grid) => picture(grid, theme, area, buf),
        Shape::Listing(listing) if listing.picture.is_some() => listing::picture(buf, area, listing, theme),
        Shape::Listing(listing) => {
            incidence::draw(buf, area, listing, 0, theme, |option| (" ", listing::role_of(listing, option)));
        }
    }
}

fn picture(grid: &Grid, theme: Theme, area: Rect, buf: &mut Buffer) {
    let geometry = Geometry::fit(grid, (area.width, area.height), Detail::Symbol);
    board(buf, area, LaidGrid { grid, geometry: &geometry, center: None }, theme, |cell| {
        CellLook::plain(content(grid, cell))
    });
}

/// The content of a cell, as it is drawn.
pub fn content(grid: &Grid, cell: Cell) -> Look {
    let held = Ink::of_entry(grid.entry(cell));
    held.map_or(Look::Empty, |(symbol, ink)| Look::Symbol(grid.alphabet.char(symbol), ink))
}
