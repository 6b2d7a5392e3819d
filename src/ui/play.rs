//! Play and edit: the grid with its cursor, and what is to know about it beside.

use super::board::{CellLook, Look, board};
use super::geometry::{Detail, Geometry};
use super::library::content;
use super::listing;
use super::panel::{list, span, titled, wrap};
use super::theme::{Role, Theme};
use crate::app::{Action, App, Document, Mode, Pen, Solving, plural, thousands};
use crate::puzzle::{Areas, Cell, Conflict, Entry, Grid, Listing, Shape, Symbol};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

pub fn facts(app: &App) -> String {
    let Some(document) = app.document() else { return String::new() };
    let saved = if document.history.is_saved() { "" } else { "  not saved" };
    let grid = match &document.puzzle.shape {
        Shape::Grid(grid) => grid,
        Shape::Listing(own) => return format!("{}  {}{saved}", document.puzzle.kind.id, listing::about(own)),
    };
    let mode = match document.mode {
        Mode::Normal => "",
        Mode::Insert => "  INSERT",
        Mode::Walls => "  WALLS",
        Mode::Weights => "  WEIGHTS",
    };
    format!("{0}x{0} {1}{mode}  {2}{saved}", grid.n(), document.puzzle.kind.id, plural(grid.givens(), "given"))
}

pub fn hints(app: &App) -> Vec<(String, &'static str)> {
    let keys = &app.settings.keymap;
    let mode = app.document().map_or(Mode::Normal, |document| document.mode);
    let one = |action: Action, meaning: &'static str| (keys.hint(action), meaning);
    match mode {
        Mode::Insert => vec![("type".to_string(), "symbols"), (".".to_string(), "clear"), ("esc".to_string(), "done")],
        Mode::Weights => vec![
            ("0-9".to_string(), "weight"),
            one(Action::Heavier, "heavier"),
            one(Action::Lighter, "lighter"),
            ("esc".to_string(), "done"),
        ],
        Mode::Walls => vec![
            ("HJKL".to_string(), "walls"),
            ("hjkl".to_string(), "move"),
            one(Action::Undo, "undo"),
            one(Action::Save, "save"),
            ("esc".to_string(), "done"),
        ],
        Mode::Normal if app.document().is_some_and(|document| document.puzzle.grid().is_none()) => {
            vec![
                one(Action::Solve, "solve"),
                one(Action::Debug, "step"),
                one(Action::Model, "model"),
                one(Action::EditText, "edit as text"),
                one(Action::Save, "save"),
                one(Action::Back, "library"),
            ]
        }
        Mode::Normal => {
            let letters = app.document().is_some_and(Document::has_letters).then(|| one(Action::Insert, "letters"));
            let rest = [
                one(Action::Solve, "solve"),
                one(Action::Debug, "step"),
                one(Action::Undo, "undo"),
                one(Action::Save, "save"),
                one(Action::New, "new"),
                one(Action::Back, "library"),
            ];
            [(symbols(app), "place")].into_iter().chain(letters).chain(rest).collect()
        }
    }
}

/// The symbols that can be typed without inserting: `1-9`, or `1-4` on a small grid.
fn symbols(app: &App) -> String {
    let grid = app.document().and_then(|document| document.puzzle.grid());
    grid.map_or(String::new(), |grid| grid.alphabet.name().chars().take(3).collect())
}

pub fn draw(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(document) = app.document() else { return };
    match &document.puzzle.shape {
        Shape::Grid(grid) => draw_grid(app, document, grid, theme, area, buf),
        Shape::Listing(own) => draw_listing(app, document, own, theme, area, buf),
    }
}

/// A listing is read, not edited: its options with a cursor, and the items of the one under it.
fn draw_listing(app: &App, document: &Document, own: &Listing, theme: Theme, area: Rect, buf: &mut Buffer) {
    let room = (area.width * 3 / 5).max(30);
    let width = (listing::size(own, (room - 2, area.height - 1)).0 + 2).clamp(30, room).min(area.width);
    let title = if own.picture.is_some() { "BOARD" } else { "OPTIONS" };
    let place = titled(buf, Rect { width, ..area }, title, theme);
    if own.picture.is_some() {
        listing::picture(buf, place, own, theme);
    } else {
        let here = |option: usize| {
            if option == document.row { (theme.glyph("▶", ">"), Role::Now) } else { (" ", Role::Live) }
        };
        listing::options(buf, place, own, document.row, theme, here);
    }
    let side = Rect { x: area.x + width + 2, width: area.width.saturating_sub(width + 2), ..area };
    let room = titled(buf, side, &document.puzzle.summary(), theme);
    let mut lines: Vec<Line> = Vec::new();
    // Names enough to know them by, and room for all that is said below.
    let most = (room.height as usize / 4).max(1);
    let name = |what: &str, names: &[String], lines: &mut Vec<Line>| {
        // No more names than could be shown, if each were a letter: there may be a million.
        let shown = &names[..names.len().min((most + 1) * room.width as usize)];
        let mut text = wrap(&format!("{what}: {}", shown.join(" ")), room.width as usize);
        if text.len() > most || shown.len() < names.len() {
            text.truncate(most);
            text.push(format!("{} {} in all", theme.glyph("…", "..."), thousands(names.len() as u128)));
        }
        lines.extend(text.into_iter().map(|line| Line::from(span(line, Role::Live, theme))));
    };
    let (primary, secondary) = own.items.split_at(own.primary);
    name("items", primary, &mut lines);
    if !secondary.is_empty() {
        name("secondary, covered at most once", secondary, &mut lines);
    }
    let mut say = |text: &str, role: Role| {
        wrap(text, room.width as usize).into_iter().for_each(|line| lines.push(Line::from(span(line, role, theme))));
    };
    let facts = document.facts;
    if facts.idle > 0 {
        say(&format!("{} without a primary item, never chosen", plural(facts.idle, "option")), Role::Bad);
    }
    if let Some(item) = facts.unmet {
        say(&format!("! item {} is in no option: there is no cover", own.items[item]), Role::Bad);
    }
    if let Some(solving) = &app.solving {
        say(&words_on(app, solving), Role::Good);
    }
    say(&document.puzzle.meta.note, Role::Done);
    list(buf, room, &lines);
}

fn draw_grid(app: &App, document: &Document, grid: &Grid, theme: Theme, area: Rect, buf: &mut Buffer) {
    let detail = match document.mode {
        Mode::Weights => Detail::Weight,
        _ if document.candidates => Detail::Candidates,
        _ => Detail::Symbol,
    };
    // The grid is given what the panel can spare; where both do not fit, the grid stays alone.
    let side = 26;
    let smallest = Geometry::fit(grid, (0, 0), detail);
    let beside = area.width > smallest.width + 4 + side;
    let room = if beside { (area.width - side - 2, area.height) } else { (area.width, area.height) };
    let geometry = Geometry::fit(grid, room, detail);
    let conflicts = grid.conflicts();
    let wrong = |cell: Cell| conflicts.iter().any(|clash| clash.first == cell || clash.second == cell);
    let place = Rect { x: area.x + 1, width: room.0.saturating_sub(1), ..area };
    let taken = board(buf, place, grid, &geometry, Some(document.cursor), theme, |cell| CellLook {
        look: look(document, grid, cell, wrong(cell), &geometry),
        lit: cell == document.cursor,
        marked: wrong(cell),
    });
    if beside {
        let x = taken.right() + 2;
        panel(app, document, grid, &conflicts, theme, Rect { x, width: area.right().saturating_sub(x), ..area }, buf);
    }
}

fn look(document: &Document, grid: &Grid, cell: Cell, wrong: bool, geometry: &Geometry) -> Look {
    if document.mode == Mode::Weights {
        return Look::Text(grid.weight(cell).to_string(), Role::Own);
    }
    match (content(grid, cell), grid.entry(cell)) {
        (Look::Text(text, _), _) if wrong => Look::Text(text, Role::Bad),
        (Look::Empty, Entry::Empty) if document.candidates && geometry.cell.1 > 1 => {
            Look::Candidates(candidates(grid, cell).into_iter().map(|symbol| (symbol, Role::Live)).collect())
        }
        (other, _) => other,
    }
}

/// The symbols that no other cell of the cell's units holds.
fn candidates(grid: &Grid, cell: Cell) -> Vec<Symbol> {
    let units = grid.units();
    let seen = |symbol: Symbol| {
        let holds = |other: &Cell| *other != cell && grid.entry(*other).symbol() == Some(symbol);
        units.iter().filter(|unit| unit.cells.contains(&cell)).any(|unit| unit.cells.iter().any(holds))
    };
    grid.alphabet.symbols().filter(|&symbol| !seen(symbol)).collect()
}

fn panel(
    app: &App,
    document: &Document,
    grid: &Grid,
    conflicts: &[Conflict],
    theme: Theme,
    area: Rect,
    buf: &mut Buffer,
) {
    let (cell, width) = (document.cursor, area.width as usize);
    let mut lines: Vec<Line> = Vec::new();
    let text = |line: String, role: Role| Line::from(span(line, role, theme));
    let area = titled(buf, area, &place_of(grid, cell), theme);
    match grid.entry(cell) {
        Entry::Given(symbol) => lines.push(text(format!("given: {}", grid.alphabet.char(symbol)), Role::Given)),
        Entry::Own(symbol) => lines.push(text(format!("yours: {}", grid.alphabet.char(symbol)), Role::Own)),
        Entry::Empty => {
            let can: Vec<String> = candidates(grid, cell).iter().map(|&s| grid.alphabet.char(s).to_string()).collect();
            match can.len() {
                0 => lines.push(text("nothing fits here".to_string(), Role::Bad)),
                _ => wrap(&format!("can hold {}", can.join(" ")), width)
                    .into_iter()
                    .for_each(|line| lines.push(Line::from(line))),
            }
        }
    }
    if grid.weights.is_some() {
        lines.push(Line::from(format!("weight {}", grid.weight(cell))));
        lines.push(Line::from(format!("score so far {}", thousands(grid.score().unsigned_abs().into()))));
    }
    lines.push(Line::default());
    lines.push(Line::from(format!("{} empty", plural(grid.empty(), "cell"))));
    let pen = if document.pen == Pen::Given { "you write givens" } else { "you write your own" };
    lines.push(text(pen.to_string(), if document.pen == Pen::Given { Role::Given } else { Role::Own }));
    for clash in conflicts.iter().take(4) {
        let symbol = grid.alphabet.char(clash.symbol);
        let words =
            format!("! {symbol} twice in {}: {} and {}", clash.unit, grid.name(clash.first), grid.name(clash.second));
        wrap(&words, width).into_iter().for_each(|line| lines.push(text(line, Role::Bad)));
    }
    if let Some(fault) = document.puzzle.unfit() {
        lines.push(Line::default());
        wrap(&format!("! {fault}"), width).into_iter().for_each(|line| lines.push(text(line, Role::Bad)));
    }
    if let Some(solving) = &app.solving {
        lines.push(Line::default());
        wrap(&words_on(app, solving), width).into_iter().for_each(|line| lines.push(text(line, Role::Good)));
    }
    let meta = &document.puzzle.meta;
    if !meta.title.is_empty() {
        lines.push(Line::default());
        lines.push(text(meta.title.clone(), Role::Title));
    }
    for line in wrap(&meta.note, width).into_iter().filter(|line| !line.is_empty()) {
        lines.push(text(line, Role::Done));
    }
    list(buf, area, &lines);
}

/// What a run came to, or that it goes on.
fn words_on(app: &App, solving: &Solving) -> String {
    let (key, nodes) = (app.settings.keymap.hint(Action::Solve), thousands(solving.nodes().into()));
    match solving.verdict() {
        Some(verdict) => verdict,
        None if solving.is_moving() => format!("solving: {nodes} nodes; {key} shows how"),
        None => format!("paused at {nodes} nodes; {key} shows where"),
    }
}

/// `r3c5, box 2` or `r3c5, region b`.
fn place_of(grid: &Grid, cell: Cell) -> String {
    let number = grid.areas.numbers(grid.n())[cell.index()];
    let area = match grid.areas {
        Areas::Boxes { .. } => format!("box {}", number + 1),
        Areas::Walls(_) => format!("region {}", crate::puzzle::letter(number)),
    };
    format!("{}, {area}", grid.name(cell))
}
