//! The Library, and the first thing seen: what this is and how to begin, the lessons, the kinds of
//! puzzles, and a large picture of the selected one with a caption.

use super::board::{CellLook, LaidGrid, Look, board};
use super::geometry::{Detail, Geometry};
use super::incidence;
use super::ink::Ink;
use super::listing;
use super::panel::{Section, fit_end, fit_marked, list, span, titled, write, write_at_right};
use super::theme::{Role, Theme};
use crate::app::{
    App, Card, Document, EntrySource, HandProgress, LibraryRow, Overlay, Purpose, ShelfGroup, ShelfPlace, on,
};
use quadrille_puzzle::{Cell, Grid, KINDS, Shape};
use quadrille_study::{asked, plural};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// The progress of the user: in the lessons, and in puzzles.
pub fn facts(app: &App) -> String {
    let lessons = app.library.entries.iter().filter(|entry| entry.card().is_some_and(|card| card.is_lesson()));
    let lessons: Vec<_> = lessons.map(|entry| app.desk.records.get(entry.lesson_name())).collect();
    let done = lessons.iter().flatten().filter(|record| record.is_done()).count();
    let learnt = if done > 0 { format!("  {done} of {} done", plural(lessons.len(), "lesson")) } else { String::new() };
    let begun = app.library.entries.iter().filter(|entry| entry.progress().is_begun()).count();
    let begun = if begun > 0 { format!("{begun} in progress") } else { String::new() };
    format!("{begun}{learnt}").trim_start().to_string()
}

pub fn draw(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let LaidList { room, rows } = LaidList::of(app, area);
    opening_line(app, theme, area, buf);
    draw_list(app, &rows, theme, room, buf);
    let entry = app.library.pictured().map(|at| &app.library.entries[at]);
    if let Some(entry) = entry.filter(|_| room.width < area.width) {
        let x = room.right() + 2;
        preview(app, entry, theme, Rect { x, width: area.right() - x, ..room }, buf);
    }
}

fn list_width(area: Rect) -> u16 {
    match area.width {
        0..60 => area.width,
        60..80 => 34,
        // The longest title of a lesson fits.
        width => (width * 9 / 20).clamp(40, 52),
    }
}

/// A line of the list.
enum Row {
    Blank,
    Heading(&'static str),
    /// A row on which the cursor can be, by its index.
    Place(usize, ShelfPlace),
}

/// The list in its room, below the line that says how to begin, and a blank one if there is room.
struct LaidList {
    room: Rect,
    rows: Vec<Row>,
}

impl LaidList {
    fn of(app: &App, area: Rect) -> LaidList {
        let rows = rows(app);
        // Opening a kind moves nothing above it: its puzzles do not count.
        let closed = closed_rows(&rows);
        let above = match area.height {
            0..8 => 0,
            height if closed as u16 + 2 <= height => 2,
            _ => 1,
        };
        let room = Rect { y: area.y + above, height: area.height - above, width: list_width(area), ..area };
        let has_room = closed + headings(&rows) <= usize::from(room.height);
        LaidList { room, rows: if has_room { spaced(rows) } else { rows } }
    }
}

/// The lines of the list.
fn rows(app: &App) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut last = None;
    for (index, place) in app.library.places().into_iter().enumerate() {
        let group = match place {
            ShelfPlace::Group(group) => group,
            ShelfPlace::Entry(entry) => ShelfGroup::of(&app.library.entries[entry]),
        };
        // The kinds have one heading, unless a filter lists their puzzles.
        let heading = if group.folds() && app.library.filter.is_empty() { "Puzzles" } else { group.title() };
        if last != Some(heading) {
            rows.push(Row::Heading(heading));
            last = Some(heading);
        }
        rows.push(Row::Place(index, place));
    }
    rows
}

/// Puts a blank line above each heading but the first.
fn spaced(rows: Vec<Row>) -> Vec<Row> {
    let apart = |(at, row): (usize, Row)| {
        let blank = (at > 0 && matches!(row, Row::Heading(_))).then_some(Row::Blank);
        blank.into_iter().chain([row])
    };
    rows.into_iter().enumerate().flat_map(apart).collect()
}

fn headings(rows: &[Row]) -> usize {
    rows.iter().filter(|row| matches!(row, Row::Heading(_))).count()
}

/// The number of rows if all kinds were closed.
fn closed_rows(rows: &[Row]) -> usize {
    let mut is_in_kind = false;
    let is_counted = |row: &&Row| {
        match row {
            Row::Place(_, ShelfPlace::Group(group)) => is_in_kind = group.folds(),
            Row::Heading(_) => is_in_kind = false,
            Row::Place(_, ShelfPlace::Entry(_)) | Row::Blank => return !is_in_kind,
        }
        true
    };
    rows.iter().filter(is_counted).count()
}

/// The first line of the list that is visible, so that the cursor is, with its heading if possible.
fn first_shown(app: &App, rows: &[Row], height: usize) -> usize {
    let at = rows.iter().position(|row| matches!(row, Row::Place(index, _) if *index == app.library.cursor));
    at.unwrap_or(0).saturating_sub(height / 2).min(rows.len().saturating_sub(height))
}

/// The index of the row at a screen position, among those on which the cursor can be.
pub(crate) fn row_at(app: &App, area: Rect, (x, y): (u16, u16)) -> Option<usize> {
    let LaidList { room, rows } = LaidList::of(app, area);
    let from = first_shown(app, &rows, room.height.into());
    let row = room.contains((x, y).into()).then(|| from + usize::from(y - room.y))?;
    match rows.get(row) {
        Some(Row::Place(index, _)) => Some(*index),
        Some(Row::Heading(_) | Row::Blank) | None => None,
    }
}

/// Draws the list, and how many puzzles are out of sight.
fn draw_list(app: &App, rows: &[Row], theme: Theme, room: Rect, buf: &mut Buffer) {
    if rows.is_empty() {
        let text = " no puzzle has these letters in its name, kind or title";
        return write(buf, room, 0, &Line::from(span(text, Role::Done, theme)), theme);
    }
    let height = usize::from(room.height);
    let from = first_shown(app, rows, height);
    let width = usize::from(room.width);
    for (line, row) in rows.iter().skip(from).take(height).enumerate() {
        let text = match *row {
            Row::Blank => Line::default(),
            Row::Heading(title) => Line::from(span(format!(" {}", title.to_uppercase()), Role::Title, theme)),
            Row::Place(index, ShelfPlace::Group(group)) => group_line(app, group, index == app.library.cursor, theme),
            Row::Place(index, ShelfPlace::Entry(at)) => {
                entry_line(app, &app.library.entries[at], index == app.library.cursor, width, theme)
            }
        };
        write(buf, room, line as u16, &text, theme);
    }
    let unseen = |rows: &[Row]| rows.iter().filter(|row| matches!(row, Row::Place(..))).count();
    let ends = [
        (0, unseen(&rows[..from]), "▴", "^", "above"),
        (height - 1, unseen(&rows[rows.len().min(from + height)..]), "▾", "v", "below"),
    ];
    for (line, count, glyph, plain, side) in ends.into_iter().filter(|(_, count, ..)| *count > 0) {
        let text = format!("{} {count} {side}", theme.glyph(glyph, plain));
        write_at_right(buf, room, line as u16, text, theme);
    }
}

/// The line above the list: what this is and how to begin or, while the list is filtered, the words
/// of the filter and how many puzzles have them.
fn opening_line(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    if area.height < 8 {
        return;
    }
    let typed = match &app.desk.overlay {
        Some(Overlay::Prompt(prompt)) if matches!(prompt.purpose, Purpose::Filter) => Some(prompt.text().to_string()),
        _ => None,
    };
    let keys = &app.desk.settings.keymap;
    if typed.is_some() || !app.library.filter.is_empty() {
        let mut spans = vec![span(format!(" {} ", keys.hint(on::Library::Filter)), Role::Key, theme)];
        spans.push(span(app.library.filter.clone(), Role::Own, theme));
        spans.extend(typed.map(|_| Span::styled(" ", theme.cursor())));
        spans.push(span(format!("  {}", plural(app.library.shown().len(), "puzzle")), Role::Done, theme));
        return write(buf, area, 0, &Line::from(spans), theme);
    }
    let (enter, dance) = (keys.hint(on::Library::Open), keys.hint(on::Library::StepFromList));
    let enter = if enter == "enter" { "Enter".to_string() } else { enter };
    let today = match app.asks_today() {
        true => {
            let key = keys.hint(on::Library::Today);
            let first = format!(" Questions on what you have learnt are due: {key} asks them, in five minutes.");
            [first, format!(" {key} asks what you have learnt.")]
        }
        false => [String::new(), String::new()],
    };
    let today = today.into_iter().filter(|text| !text.is_empty());
    let all = [
        format!(" The debugger for Algorithm X. {enter} opens what is marked; {dance} lets it dance."),
        format!(" {enter} opens what is marked; {dance} lets it dance."),
        " The debugger for Algorithm X.".to_string(),
    ];
    let fits = today.chain(all).find(|text| text.width() <= area.width.into());
    write(buf, area, 0, &Line::from(span(fits.unwrap_or_default(), Role::Live, theme)), theme);
}

/// The line of a group that is closed or open, with the number of its entries.
fn group_line(app: &App, group: ShelfGroup, chosen: bool, theme: Theme) -> Line<'static> {
    let mark = if chosen { theme.glyph("▶", ">") } else { " " };
    let fold = if app.library.is_open(group) { theme.glyph("▾", "v") } else { theme.glyph("▸", "+") };
    let count = app.library.of_group(group).len();
    let role = if chosen { Role::Now } else { Role::Live };
    let text = match group.folds() {
        true => format!(" {mark} {fold} {:<14}", group.title()),
        false => format!(" {mark} {fold} all of them: "),
    };
    Line::from(vec![span(text, role, theme), span(format!("{count:>3}"), Role::Done, theme)])
}

/// The line of an entry: its title, its size, and how far it is.
fn entry_line(app: &App, entry: &LibraryRow, chosen: bool, width: usize, theme: Theme) -> Line<'static> {
    let mark = if chosen { theme.glyph("▶", ">") } else { " " };
    let card = entry.card();
    if let Some(card) = card.as_ref().filter(|card| card.is_lesson()) {
        return lesson_line(app, entry, card, chosen, width, theme);
    }
    let (size, state, role) = match &card {
        Some(card) if card.is_unreadable() => (String::new(), "unreadable".to_string(), Role::Bad),
        // The caption of a bundled puzzle says its size.
        Some(_) if matches!(entry.source, EntrySource::Bundled(_)) => (String::new(), state(app, entry), Role::Own),
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
    let columns = match (size.is_empty() && state.is_empty(), narrow) {
        (true, _) => 0,
        (false, true) => 10,
        (false, false) => 21,
    };
    let room = width.saturating_sub(5 + columns).max(8);
    // The end of a path says the most.
    let name = match name.width() > room {
        true if name.contains('/') => theme.glyph("…", "~").to_string() + &fit_end(name, room - 1),
        _ => fit_marked(name, room, theme),
    };
    let blank = " ".repeat(room.saturating_sub(name.width()));
    let name_role = if chosen { Role::Now } else { Role::Live };
    Line::from(vec![
        span(format!(" {mark}   {name}{blank}"), name_role, theme),
        span(if narrow || columns == 0 { String::new() } else { format!("{size:>10} ") }, Role::Done, theme),
        span(if columns == 0 { String::new() } else { format!("{state:>10}") }, role, theme),
    ])
}

/// The line of a lesson: whether it is done, its title, and how far it is.
fn lesson_line(app: &App, entry: &LibraryRow, card: &Card, chosen: bool, width: usize, theme: Theme) -> Line<'static> {
    let mark = if chosen { theme.glyph("▶", ">") } else { " " };
    let record = app.desk.records.get(entry.lesson_name());
    let sign = match record {
        Some(record) if record.is_done() => theme.glyph("✓", "*"),
        _ => theme.glyph("·", "."),
    };
    let state = state(app, entry);
    let room = width.saturating_sub(6 + state.width() + usize::from(!state.is_empty())).max(8);
    let title = fit_marked(&card.title, room, theme);
    let blank = " ".repeat(room.saturating_sub(title.width()));
    let role = if chosen { Role::Now } else { Role::Live };
    Line::from(vec![
        span(format!(" {mark} {sign} {title}{blank}"), role, theme),
        span(format!(" {state}"), Role::Own, theme),
    ])
}

/// The size of a puzzle in the list: the sides of a grid, or the items and options. The number of
/// puzzles, if there are several in a file.
fn size(card: &Card, theme: Theme) -> String {
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
            Some(record) if record.is_done() => match record.score() {
                (_, 0) => "done".to_string(),
                (right, all) => format!("{right}/{all} right"),
            },
            Some(record) => format!("{} of {stops}", record.stop.min(stops.saturating_sub(1)) + 1),
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

/// Draws a puzzle as large as it goes, with its caption below.
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
    let caption = match app.library.place() {
        Some(ShelfPlace::Group(group)) => group_caption(app, group, area.width, theme),
        _ => caption(app, entry, document, area.width, theme),
    };
    // The caption is below the picture, and has up to half of the room.
    let about = (caption.lines.len() as u16 + 1).min(area.height / 2);
    let room = Rect { height: area.height - about, ..area };
    let below = (picture_of(document, theme, room, buf) + 1).min(area.bottom());
    let text = Rect { y: below, height: area.bottom() - below, ..area };
    list(buf, text, &caption.lines, theme);
}

/// The caption of a kind: how many puzzles it has, and what it is.
fn group_caption(app: &App, group: ShelfGroup, width: u16, theme: Theme) -> Section {
    let mut part = Section { title: String::new(), lines: Vec::new() };
    let count = plural(app.library.of_group(group).len(), "puzzle");
    part.tell(&format!("{}: {count}", group.title()), width, Role::Title, theme);
    if let ShelfGroup::Kind(at) = group {
        let help = KINDS[at].help;
        part.tell(&(help[..1].to_uppercase() + &help[1..] + "."), width, Role::Live, theme);
    }
    part
}

/// The caption of a puzzle or a lesson: its title, what it is, and how long or how large.
fn caption(app: &App, entry: &LibraryRow, document: &Document, width: u16, theme: Theme) -> Section {
    let mut part = Section { title: String::new(), lines: Vec::new() };
    let puzzle = &document.puzzle;
    if let Some(lesson) = &entry.lesson {
        part.tell(&lesson.title, width, Role::Title, theme);
        part.tell(&lesson.about, width, Role::Live, theme);
        part.tell(&plural(lesson.minutes as usize, "minute"), width, Role::Done, theme);
        return part;
    }
    let title = if puzzle.meta.title.is_empty() { &entry.name } else { &puzzle.meta.title };
    part.tell(title, width, Role::Title, theme);
    let note = if puzzle.meta.note.is_empty() { asked(puzzle) } else { puzzle.meta.note.clone() };
    part.tell(&note, width, Role::Live, theme);
    part.tell(&puzzle.summary(), width, Role::Done, theme);
    if let Some(choices) = &entry.choices {
        let what = match choices.several {
            _ if choices.drawn => "Rules that are not supported are only drawn. Enter asks first.".to_string(),
            true => format!("The first of {} in this file. Enter asks which.", plural(choices.choices.len(), "puzzle")),
            false => "This file can be read in several ways; this is one. Enter asks which.".to_string(),
        };
        part.tell(&what, width, Role::Own, theme);
    }
    let placed = puzzle.grid().map_or(0, Grid::own);
    if let Some(grid) = puzzle.grid().filter(|_| placed > 0) {
        part.tell(&format!("{placed} placed by you, {} empty", grid.empty()), width, Role::Own, theme);
    }
    let rating =
        app.desk.rated.as_ref().filter(|rated| puzzle.grid().is_some_and(|grid| grid.without_own() == rated.grid));
    if let Some(Ok(rating)) = rating.and_then(|rated| rated.rating.as_ref()) {
        part.tell(&rating.words(), width, Role::Done, theme);
    }
    if let Some(verdict) = document.verdict() {
        part.tell(&verdict, width, Role::Done, theme);
    }
    part
}

/// Draws a puzzle in its current state as large as the room allows. Returns the row below it.
fn picture_of(document: &Document, theme: Theme, room: Rect, buf: &mut Buffer) -> u16 {
    let (width, height) = match &document.puzzle.shape {
        Shape::Grid(grid) => {
            let geometry = Geometry::fit(grid, (room.width, room.height), Detail::Symbol);
            let rulers = (u16::from(grid.rows() > 9) + 2, 1);
            (geometry.width + rulers.0, geometry.height + rulers.1)
        }
        Shape::Listing(listing) if listing.picture.is_some() => listing::size(listing, (room.width, room.height)),
        Shape::Listing(listing) => (room.width, incidence::size(listing, (room.width, room.height)).1),
    };
    let left = room.width.saturating_sub(width) / 2;
    let place = Rect { x: room.x + left, width: room.width - left, ..room };
    shape(&document.puzzle.shape, theme, place, buf);
    room.y + height.min(room.height)
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
