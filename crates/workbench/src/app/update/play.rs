//! The actions of the screen Play and edit, which change the document.

mod answers;
mod hint;
mod marks;
mod rule;
mod select;
mod typed;
pub mod watch;

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::model::app::Desk;
use crate::app::model::document::{Document, Mode, Pen, View};
use crate::app::model::edit_error::EditError;
use crate::app::model::editor::Editor;
use crate::app::model::prompt::{Prompt, Purpose};
use crate::app::overlay::{Exporting, NewGrid, Overlay, PRESETS, Rules, Select};
use quadrille_puzzle::{CELL_COLORS, Cell, Extent, Grid, Listing, Mark, Side};
use quadrille_study::{grid_kinds, plural};

pub use answers::answered;
pub use hint::found as hint_found;
pub use typed::{in_mode, take_line, typed};

/// Runs an action of this screen. If that changed the puzzle, drops the results for the old state.
pub fn act(document: &mut Document, desk: &mut Desk, action: on::Play) -> Vec<Ask> {
    let mut asks = take(document, desk, action);
    asks.push(Ask::Refresh);
    asks
}

fn take(document: &mut Document, desk: &mut Desk, action: on::Play) -> Vec<Ask> {
    match action {
        on::Play::Solve => return vec![Ask::Show(Screen::Solve)],
        on::Play::Debug => return vec![Ask::Show(Screen::Step)],
        on::Play::Model => return vec![Ask::Show(Screen::Model)],
        on::Play::Verdict => return vec![Ask::Verdict],
        on::Play::EditText => desk.overlay = Some(Overlay::Editor(Editor::new(&document.puzzle))),
        on::Play::Save => return vec![Ask::SaveOpen { renamed: false }],
        on::Play::SaveAs => return vec![Ask::SaveOpen { renamed: true }],
        on::Play::Export => {
            let exporting = Exporting::new(&document.to_be_saved());
            desk.overlay = Some(Overlay::Export(exporting));
        }
        on::Play::New => new(document, desk),
        on::Play::Left => go(document, desk, 0, -1),
        on::Play::Right => go(document, desk, 0, 1),
        on::Play::Up => go(document, desk, -1, 0),
        on::Play::Down => go(document, desk, 1, 0),
        on::Play::RowStart => document.move_by(0, i32::MIN),
        on::Play::RowEnd => document.move_by(0, i32::MAX),
        on::Play::NextEmpty => document.go_to_next(true, false),
        on::Play::PreviousEmpty => document.go_to_next(false, false),
        on::Play::NextGiven => document.go_to_next(true, true),
        on::Play::PreviousGiven => document.go_to_next(false, true),
        on::Play::GotoCell => ask(document, desk, Purpose::GotoCell, |grid, cell| grid.name(cell)),
        on::Play::Weigh => ask(document, desk, Purpose::Weigh, |grid, cell| grid.weight(cell).to_string()),
        on::Play::NamePoint => ask(document, desk, Purpose::NamePoint, |_, _| String::new()),
        on::Play::Prefix => document.typing.prefixed = true,
        on::Play::Line => line(document, desk),
        on::Play::Clear => clear(document, desk),
        on::Play::ClearOwn => clear_own(document, desk),
        on::Play::Undo => undo(document, desk, false),
        on::Play::Redo => undo(document, desk, true),
        on::Play::Earlier => in_time(document, desk, false),
        on::Play::Later => in_time(document, desk, true),
        on::Play::Candidates => {
            let ruled = document.puzzle.grid().is_some_and(|grid| !grid.rules.is_empty());
            document.view = document.view.next(ruled, desk.watch.is_some());
            let text = match document.view {
                View::Marks => "your own marks",
                View::Units => "what units allow: all symbols that are not placed in them",
                View::Rules => "what all rules leave: each symbol fits others of its rule (arc consistent)",
                View::Solutions => "the symbols that solutions have; cells that differ are marked",
            };
            let key = desk.settings.keymap.hint(on::Play::Candidates);
            desk.say(format!("{text}; {key} goes on"));
        }
        on::Play::Marks => turn(document, desk, Mode::Marks(Mark::Corner)),
        on::Play::CentreMarks => turn(document, desk, Mode::Marks(Mark::Centre)),
        on::Play::Eliminate => turn(document, desk, Mode::Marks(Mark::Eliminated)),
        on::Play::Colors => turn(document, desk, Mode::Colors),
        on::Play::FillMarks => marks::fill(document, desk),
        on::Play::DropStale => marks::drop_stale(document, desk),
        on::Play::Hold => marks::hold(document, desk),
        on::Play::Watch => watch::toggle(document, desk),
        on::Play::WatchOwn => watch::count_own(desk),
        on::Play::Hint => return hint::hint(document, desk),
        on::Play::ClearMarks => marks::clear(document, desk),
        on::Play::Givens => {
            document.typing.pen = if document.typing.pen == Pen::Own { Pen::Given } else { Pen::Own };
            let what = if document.typing.pen == Pen::Own { "your own symbols" } else { "givens" };
            desk.say(format!("pen: {what}"));
        }
        on::Play::Rules => desk.overlay = Some(Overlay::Rules(Rules::default())),
        on::Play::Walls => areas(document, desk, Mode::Walls),
        on::Play::Regions => areas(document, desk, Mode::Regions),
        on::Play::SelectLeft => select::reach(document, desk, Side::Left),
        on::Play::SelectRight => select::reach(document, desk, Side::Right),
        on::Play::SelectUp => select::reach(document, desk, Side::Up),
        on::Play::SelectDown => select::reach(document, desk, Side::Down),
        on::Play::SelectCell => select::toggle(document, desk),
        on::Play::SelectAll => {
            document.selected.set(document.puzzle.grid().into_iter().flat_map(Grid::all_cells));
            select::told(document, desk);
        }
        on::Play::Select => desk.overlay = Some(Overlay::Select(Select)),
        on::Play::Weights => {
            document.typing.mode = if document.typing.mode == Mode::Weights { Mode::Normal } else { Mode::Weights };
        }
        on::Play::Preset => preset(document, desk),
        on::Play::Turn => {
            let done = document.turn();
            desk.report(document, done);
        }
        on::Play::Resize => ask(document, desk, Purpose::Resize, |grid, _| Extent::of(grid).to_string()),
        on::Play::Heavier => {
            let weighed = document.weigh(|old| old.checked_add(1));
            desk.report(document, weighed);
        }
        on::Play::Lighter => {
            let weighed = document.weigh(|old| old.checked_sub(1));
            desk.report(document, weighed);
        }
    }
    Vec::new()
}

/// Opens the picker for a new grid, with the kind and side of the open puzzle.
fn new(document: &Document, desk: &mut Desk) {
    let kind = grid_kinds().iter().position(|kind| kind.id == document.puzzle.kind.id).unwrap_or(0);
    let side = document.puzzle.grid().map_or(9, Grid::rows);
    desk.overlay = Some(Overlay::New(NewGrid::of(kind, side)));
}

/// Opens a prompt about the cell under the cursor.
fn ask(document: &Document, desk: &mut Desk, purpose: Purpose, proposed: fn(&Grid, Cell) -> String) {
    match document.puzzle.grid() {
        Some(grid) => {
            let text = proposed(grid, document.cursor);
            desk.overlay = Some(Overlay::Prompt(Prompt::new(purpose, text, true)));
        }
        None => desk.complain(EditError::NoGrid),
    }
}

/// Starts typing line by line. In a listing it takes the option under the cursor by hand, or
/// releases it.
fn line(document: &mut Document, desk: &mut Desk) {
    if let Some(listing) = document.puzzle.shape.listing() {
        let taken = listing.taken().contains(&(document.row as u32));
        return take_option(document, desk, !taken);
    }
    document.typing.mode = Mode::Line;
    document.pass_givens(true);
    desk.say("typing line by line: . empties a cell, space leaves it, Enter begins the next row, Esc ends it");
}

/// Takes the option under the cursor, or releases it.
fn take_option(document: &mut Document, desk: &mut Desk, taken: bool) {
    let done = document.take(taken);
    let clash = document.puzzle.shape.listing().and_then(Listing::clash);
    if desk.report(document, done)
        && let Some(clash) = clash
    {
        desk.complain(clash);
    }
}

fn clear_own(document: &mut Document, desk: &mut Desk) {
    let text = match document.puzzle.shape.listing().map(|listing| listing.taken().to_vec()) {
        None => format!("{} cleared", plural(document.clear_own(), "cell")),
        Some(taken) => {
            for &option in &taken {
                document.row = option as usize;
                _ = document.take(false);
            }
            format!("{} deselected", plural(taken.len(), "option"))
        }
    };
    desk.say(text);
}

/// Clears what the mode edits: the last digit of a weight, the region, or the symbol.
fn clear(document: &mut Document, desk: &mut Desk) {
    if document.puzzle.grid().is_none() {
        let is_taken = document.puzzle.shape.listing().is_some_and(|of| of.taken().contains(&(document.row as u32)));
        if !is_taken {
            let key = desk.settings.keymap.hint(on::Play::Line);
            return desk.say(format!("this option is not selected; {key} selects it"));
        }
        return take_option(document, desk, false);
    }
    let before = document.history.version();
    let done = match document.typing.mode {
        Mode::Weights => document.weigh(|old| Some(old / 10)),
        Mode::Regions => document.paint(None),
        Mode::Colors => document.color(0),
        Mode::Rule(_) => {
            document.selected.pop();
            return;
        }
        Mode::Normal | Mode::Line | Mode::Marks(_) | Mode::Walls => document.clear(),
    };
    typed::changed(document, desk, before, done);
}

fn undo(document: &mut Document, desk: &mut Desk, forward: bool) {
    match document.undo(forward) {
        Some(words) => {
            desk.say(format!("{}: {words}", if forward { "redone" } else { "undone" }));
            about_walls(document, desk);
        }
        None => desk.say(if forward { "nothing to redo" } else { "nothing to undo" }),
    }
}

fn in_time(document: &mut Document, desk: &mut Desk, later: bool) {
    if document.in_time(later) {
        let (at, all) = (document.history.version(), document.history.len());
        desk.say(format!("change {at} of {all}"));
    } else {
        desk.say(if later { "this is the latest state" } else { "this is the beginning" });
    }
}

/// Turns a mode that draws the regions of a jigsaw on or off.
fn areas(document: &mut Document, desk: &mut Desk, mode: Mode) {
    document.typing.mode = if document.typing.mode == mode { Mode::Normal } else { mode };
    about_walls(document, desk);
}

/// Handles a press on a cell, or a drag onto it. A drag selects, or it paints while regions or
/// weights are edited.
pub fn point(document: &mut Document, desk: &mut Desk, cell: Cell, dragged: bool) {
    let from = std::mem::replace(&mut document.cursor, cell);
    if !dragged {
        document.selected.let_go();
    }
    if !dragged || from == cell {
        return;
    }
    let done = match document.typing.mode {
        // Without a brush, the drag continues the region of the cell that it comes from.
        Mode::Regions => {
            let region = document.typing.brush.or(document.notes.letters[from.index()]);
            document.paint(region)
        }
        Mode::Weights => {
            let weight = document.puzzle.grid().map(|grid| grid.weight(from));
            document.weigh(|_| weight)
        }
        Mode::Normal | Mode::Line | Mode::Marks(_) | Mode::Walls | Mode::Colors | Mode::Rule(_) => {
            document.selected.extend(from, cell);
            return select::told(document, desk);
        }
    };
    desk.report(document, done);
}

/// Moves the cursor. A brush paints the cell that the cursor reaches.
fn go(document: &mut Document, desk: &mut Desk, rows: i32, columns: i32) {
    document.move_by(rows, columns);
    if let (Mode::Regions, Some(brush)) = (document.typing.mode, document.typing.brush) {
        let painted = document.paint(Some(brush));
        desk.report(document, painted);
    }
}

/// Turns a mode that types pencil marks or colours on or off.
fn turn(document: &mut Document, desk: &mut Desk, mode: Mode) {
    document.typing.mode = if document.typing.mode == mode { Mode::Normal } else { mode };
    let text = match document.typing.mode {
        Mode::Marks(Mark::Corner) => "symbols are marks in the corners now",
        Mode::Marks(Mark::Centre) => "symbols are marks in the middle now",
        Mode::Marks(Mark::Eliminated) => "symbols are ruled out now: they cannot be in these cells",
        Mode::Colors => {
            let names = CELL_COLORS.iter().enumerate().map(|(at, (name, _))| format!("{} {name}", at + 1));
            return desk.say(format!("colours: {}, 0 none", names.collect::<Vec<_>>().join(", ")));
        }
        _ => "symbols are placed again",
    };
    desk.say(text);
}

/// Applies the preset after the one that the weights match, or the first one if they match none.
fn preset(document: &mut Document, desk: &mut Desk) {
    let weights = document.puzzle.grid().and_then(|grid| Some((grid.size(), &grid.weights.as_ref()?.0)));
    let follows = weights.and_then(|(size, weights)| PRESETS.iter().position(|(_, weigh)| *weights == weigh(size)));
    let version = document.history.version();
    if weights.is_some() && follows.is_none() && document.told.warned.replace(version) != Some(version) {
        let key = desk.settings.keymap.hint(on::Play::Preset);
        return desk.say(format!("these weights are your own: {key} once more replaces all of them"));
    }
    let (name, weigh) = PRESETS[follows.map_or(0, |at| (at + 1) % PRESETS.len())];
    let done = document.preset(name, weigh);
    desk.report(document, done);
}

fn wall(document: &mut Document, desk: &mut Desk, side: Side) {
    let done = document.toggle_wall(side).map(|_| ());
    if desk.report(document, done) {
        about_walls(document, desk);
    }
}

/// While walls are edited, says whether they make a jigsaw, or what is wrong with them.
fn about_walls(document: &Document, desk: &mut Desk) {
    if document.typing.mode != Mode::Walls {
        return;
    }
    match document.puzzle.unfit() {
        Some(fault) => desk.complain(fault),
        None => {
            let side = document.puzzle.grid().and_then(Grid::side);
            desk.say(side.map_or("a jigsaw".to_string(), |n| format!("a jigsaw: {n} regions of {n} cells")));
        }
    }
}
