//! The Library: the list of puzzles, and a preview of the selected one.

use super::board::{CellLook, Look, board};
use super::geometry::{Detail, Geometry};
use super::listing;
use super::panel::{below_title, fit_end, list, span, titled, wrap, write};
use super::theme::{Role, Theme};
use crate::app::{App, Document, LibraryRow};
use crate::puzzle::{Cell, Grid, Shape};
use crate::study::plural;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

pub fn facts(app: &App) -> String {
    let shown = app.library.shown().len();
    match app.library.filter.as_str() {
        "" => plural(shown, "puzzle"),
        filter => format!("{} with \"{filter}\"", plural(shown, "puzzle")),
    }
}

pub fn draw(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let wide = area.width >= 60;
    let list_width = list_width(area);
    draw_list(app, theme, Rect { width: list_width, ..area }, buf);
    let entry = app.library.selected().map(|at| &app.library.entries[at]);
    if let Some(entry) = entry.filter(|_| wide) {
        let area = Rect { x: area.x + list_width + 2, width: area.width - list_width - 2, ..area };
        preview(entry, theme, area, buf);
    }
}

fn list_width(area: Rect) -> u16 {
    if area.width >= 60 { (area.width * 9 / 20).clamp(30, 56) } else { area.width }
}

/// The first row of the list that is visible.
fn first_shown(app: &App, rows: Rect) -> usize {
    app.library.cursor.saturating_sub(rows.height.saturating_sub(1) as usize)
}

/// The row of the list at a screen position.
pub fn row_at(app: &App, area: Rect, (x, y): (u16, u16)) -> Option<usize> {
    let rows = below_title(Rect { width: list_width(area), ..area });
    let row = rows.contains((x, y).into()).then(|| first_shown(app, rows) + usize::from(y - rows.y))?;
    (row < app.library.shown().len()).then_some(row)
}

fn draw_list(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let rows = titled(buf, area, "PUZZLES", theme);
    let shown = app.library.shown();
    let from = first_shown(app, rows);
    for (row, &at) in shown.iter().skip(from).take(rows.height as usize).enumerate() {
        let entry = &app.library.entries[at];
        let chosen = from + row == app.library.cursor;
        let changed = entry.document().is_some_and(|document| !document.history.is_saved());
        let mark = if chosen { theme.glyph("▶", ">") } else { " " };
        let (summary, role) = match &entry.document {
            Some(Ok(document)) => (short(entry, document, area.width), Role::Done),
            Some(Err(_)) => ("cannot be read".to_string(), Role::Bad),
            None => (String::new(), Role::Done),
        };
        let width = (area.width as usize).saturating_sub(summary.width() + 5);
        // The end of a path says the most.
        let name = match entry.name.width() > width {
            true => theme.glyph("…", "~").to_string() + &fit_end(&entry.name, width.saturating_sub(1)),
            false => entry.name.clone(),
        };
        let blank = " ".repeat(width.saturating_sub(name.width()));
        let name_role = if chosen { Role::Now } else { Role::Live };
        let line = Line::from(vec![
            span(format!("{mark} "), name_role, theme),
            span(format!("{name}{blank}"), name_role, theme),
            span(if changed { "* " } else { "  " }, Role::Own, theme),
            span(summary, role, theme),
        ]);
        write(buf, rows, row as u16, &line, theme);
    }
}

/// The summary of a puzzle in the list: kind and size if there is room, and the number of filled
/// cells or of options.
fn short(entry: &LibraryRow, document: &Document, width: u16) -> String {
    if let Some(choices) = entry.choices.as_ref().filter(|choices| choices.several) {
        return plural(choices.choices.len(), "puzzle");
    }
    let kind = document.puzzle.kind.id;
    let (size, filled) = match &document.puzzle.shape {
        Shape::Grid(grid) => {
            let placed = if grid.own() > 0 { format!("+{}", grid.own()) } else { String::new() };
            (format!("{kind} {}", grid.n()), format!("{}{placed} of {}", grid.givens(), grid.cells.len()))
        }
        Shape::Listing(listing) => (kind.to_string(), plural(listing.options.len(), "option")),
    };
    if width >= 44 { format!("{size:<9} {filled:>11}") } else { format!("{filled:>9}") }
}

fn preview(entry: &LibraryRow, theme: Theme, area: Rect, buf: &mut Buffer) {
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
    let title = if puzzle.meta.title.is_empty() { &entry.name } else { &puzzle.meta.title };
    let area = titled(buf, area, title, theme);
    let mut lines: Vec<Line> = Vec::new();
    if let Some(choices) = &entry.choices {
        let what = match choices.several {
            true => format!("The first of {} in this file. Enter asks which.", plural(choices.choices.len(), "puzzle")),
            false => "This file can be read in several ways; this is one. Enter asks which.".to_string(),
        };
        lines.extend(wrap(&what, area.width.into()).into_iter().map(|line| Line::from(span(line, Role::Own, theme))));
    }
    lines.push(Line::from(puzzle.summary()));
    let placed = puzzle.grid().map_or(0, Grid::own);
    if let Some(grid) = puzzle.grid().filter(|_| placed > 0) {
        lines.push(Line::from(format!("{} placed by you, {} empty", placed, grid.empty())));
    }
    if let Some(verdict) = document.verdict() {
        lines.extend(wrap(&verdict, area.width.into()).into_iter().map(Line::from));
    }
    for line in wrap(&puzzle.meta.note, area.width as usize).into_iter().filter(|line| !line.is_empty()) {
        lines.push(Line::from(Span::styled(line, theme.style(Role::Done))));
    }
    let about = lines.len() as u16 + 1;
    list(buf, area, &lines, theme);
    let room = Rect { y: area.y + about.min(area.height), height: area.height.saturating_sub(about), ..area };
    shape(&puzzle.shape, theme, room, buf);
}

/// Draws a puzzle in its current state, without a cursor.
pub fn shape(shape: &Shape, theme: Theme, area: Rect, buf: &mut Buffer) {
    match shape {
        Shape::Grid(grid) => picture(grid, theme, area, buf),
        Shape::Listing(listing) => listing::picture(buf, area, listing, theme),
    }
}

fn picture(grid: &Grid, theme: Theme, area: Rect, buf: &mut Buffer) {
    let geometry = Geometry::fit(grid, (area.width, area.height), Detail::Symbol);
    board(buf, area, grid, &geometry, None, theme, |cell| CellLook {
        look: content(grid, cell),
        lit: false,
        marked: false,
        same: false,
    });
}

/// The content of a cell, as it is drawn.
pub fn content(grid: &Grid, cell: Cell) -> Look {
    use crate::puzzle::Entry;
    match grid.entry(cell) {
        Entry::Empty => Look::Empty,
        Entry::Given(symbol) => Look::Text(grid.alphabet.char(symbol).to_string(), Role::Given),
        Entry::Own(symbol) => Look::Text(grid.alphabet.char(symbol).to_string(), Role::Own),
    }
}
