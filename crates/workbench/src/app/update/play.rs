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
use crate::app::model::app::App;
use crate::app::model::document::{Mode, Pen, View};
use crate::app::model::edit_error::EditError;
use crate::app::model::editor::Editor;
use crate::app::model::prompt::{Prompt, Purpose};
use crate::app::overlay::{Exporting, NewGrid, Overlay, PRESETS, Rules, Select};
use quadrille_puzzle::{Areas, CELL_COLORS, Cell, Extent, Grid, Listing, Mark, Side};
use quadrille_study::{grid_kinds, plural};

pub use answers::answered;
pub use hint::found as hint_found;
pub use typed::{in_mode, take_line, typed};

/// Runs an action of this screen. If that changed the puzzle, drops the results for the old state.
pub fn act(app: &mut App, action: on::Play) -> Vec<Ask> {
    let mut asks = take(app, action);
    asks.push(Ask::Refresh);
    asks
}

fn take(app: &mut App, action: on::Play) -> Vec<Ask> {
    let watching = app.watch.is_some();
    let Some(document) = app.document_mut() else { return Vec::new() };
    match action {
        on::Play::Solve => return vec![Ask::Show(Screen::Solve)],
        on::Play::Debug => return vec![Ask::Show(Screen::Step)],
        on::Play::Model => return vec![Ask::Show(Screen::Model)],
        on::Play::Verdict => return vec![Ask::Verdict],
        on::Play::EditText => app.overlay = Some(Overlay::Editor(Editor::new(&document.puzzle))),
        on::Play::Save => return save(app, false),
        on::Play::SaveAs => return save(app, true),
        on::Play::Export => {
            let exporting = Exporting::new(&document.to_be_saved());
            app.overlay = Some(Overlay::Export(exporting));
        }
        on::Play::New => new(app),
        on::Play::Left => go(app, 0, -1),
        on::Play::Right => go(app, 0, 1),
        on::Play::Up => go(app, -1, 0),
        on::Play::Down => go(app, 1, 0),
        on::Play::RowStart => document.move_by(0, i32::MIN),
        on::Play::RowEnd => document.move_by(0, i32::MAX),
        on::Play::NextEmpty => document.to_next(true, false),
        on::Play::PreviousEmpty => document.to_next(false, false),
        on::Play::NextGiven => document.to_next(true, true),
        on::Play::PreviousGiven => document.to_next(false, true),
        on::Play::GotoCell => ask(app, Purpose::GotoCell, |grid, cell| grid.name(cell)),
        on::Play::Weigh => ask(app, Purpose::Weigh, |grid, cell| grid.weight(cell).to_string()),
        on::Play::NamePoint => ask(app, Purpose::NamePoint, |_, _| String::new()),
        on::Play::Prefix => document.prefixed = true,
        on::Play::Line => line(app),
        on::Play::Clear => clear(app),
        on::Play::ClearOwn => clear_own(app),
        on::Play::Undo => undo(app, false),
        on::Play::Redo => undo(app, true),
        on::Play::Earlier => in_time(app, false),
        on::Play::Later => in_time(app, true),
        on::Play::Candidates => {
            let ruled = document.puzzle.grid().is_some_and(|grid| !grid.rules.is_empty());
            document.view = document.view.next(ruled, watching);
            let text = match document.view {
                View::Marks => "your own marks",
                View::Units => "what units allow: all symbols that are not placed in them",
                View::Rules => "what all rules leave: each symbol fits others of its rule (arc consistent)",
                View::Solutions => "the symbols that solutions have; cells that differ are marked",
            };
            let key = app.settings.keymap.hint(on::Play::Candidates);
            app.say(format!("{text}; {key} goes on"));
        }
        on::Play::Marks => turn(app, Mode::Marks(Mark::Corner)),
        on::Play::CentreMarks => turn(app, Mode::Marks(Mark::Centre)),
        on::Play::Eliminate => turn(app, Mode::Marks(Mark::Eliminated)),
        on::Play::Colors => turn(app, Mode::Colors),
        on::Play::FillMarks => marks::fill(app),
        on::Play::DropStale => marks::drop_stale(app),
        on::Play::Hold => marks::hold(app),
        on::Play::Watch => watch::toggle(app),
        on::Play::WatchOwn => watch::count_own(app),
        on::Play::Hint => return hint::hint(app),
        on::Play::ClearMarks => marks::clear(app),
        on::Play::Givens => {
            document.pen = if document.pen == Pen::Own { Pen::Given } else { Pen::Own };
            let what = if document.pen == Pen::Own { "your own symbols" } else { "givens" };
            app.say(format!("pen: {what}"));
        }
        on::Play::Rules if document.puzzle.grid().is_none() => app.complain(EditError::NoGrid),
        on::Play::Rules => app.overlay = Some(Overlay::Rules(Rules::default())),
        on::Play::Walls => areas(app, Mode::Walls),
        on::Play::Regions => areas(app, Mode::Regions),
        on::Play::SelectLeft => select::reach(app, Side::Left),
        on::Play::SelectRight => select::reach(app, Side::Right),
        on::Play::SelectUp => select::reach(app, Side::Up),
        on::Play::SelectDown => select::reach(app, Side::Down),
        on::Play::SelectCell => select::toggle(app),
        on::Play::SelectAll => {
            document.selected.set(document.puzzle.grid().into_iter().flat_map(Grid::all_cells));
            select::told(app);
        }
        on::Play::Select if document.puzzle.grid().is_none() => app.complain(EditError::NoGrid),
        on::Play::Select => app.overlay = Some(Overlay::Select(Select)),
        on::Play::Weights => weights(app),
        on::Play::Preset => preset(app),
        on::Play::Turn => {
            let done = document.turn();
            app.report(done);
        }
        on::Play::Resize => ask(app, Purpose::Resize, |grid, _| Extent::of(grid).to_string()),
        on::Play::Heavier => {
            let weighed = document.weigh(|old| old.checked_add(1));
            app.report(weighed);
        }
        on::Play::Lighter => {
            let weighed = document.weigh(|old| old.checked_sub(1));
            app.report(weighed);
        }
    }
    Vec::new()
}

/// Saves. A TOML file with a name is saved without asking, unless another name is wanted.
fn save(app: &mut App, renamed: bool) -> Vec<Ask> {
    let Some(document) = app.document() else { return Vec::new() };
    let path = document.path.clone().filter(|path| path.extension().is_some_and(|end| end == "toml"));
    if let (false, Some(path), Some(entry)) = (renamed, path.clone(), app.open) {
        return vec![Ask::Save { entry, path, replace: false }];
    }
    let text = path.map_or_else(
        || format!("{}.toml", app.name().trim_end_matches(".txt").replace([' ', '#'], "-")),
        |path| path.display().to_string(),
    );
    app.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::SaveAs, text, true)));
    Vec::new()
}

/// Opens the picker for a new grid, with the kind and side of the open puzzle.
fn new(app: &mut App) {
    let document = app.document();
    let kind = document.map_or(0, |d| grid_kinds().iter().position(|k| k.id == d.puzzle.kind.id).unwrap_or(0));
    let side = document.and_then(|document| document.puzzle.grid()).map_or(9, Grid::rows);
    app.overlay = Some(Overlay::New(NewGrid::of(kind, side)));
}

/// Opens a prompt about the cell under the cursor.
fn ask(app: &mut App, purpose: Purpose, proposed: fn(&Grid, Cell) -> String) {
    match app.document().and_then(|document| Some(proposed(document.puzzle.grid()?, document.cursor))) {
        Some(text) => app.overlay = Some(Overlay::Prompt(Prompt::new(purpose, text, true))),
        None => app.complain(EditError::NoGrid),
    }
}

/// Starts typing line by line. In a listing it takes the option under the cursor by hand, or
/// releases it.
fn line(app: &mut App) {
    let Some(document) = app.document_mut() else { return };
    if let Some(listing) = document.puzzle.shape.listing() {
        let taken = listing.taken().contains(&(document.row as u32));
        return take_option(app, !taken);
    }
    document.mode = Mode::Line;
    document.pass_givens(true);
    app.say("typing line by line: . empties a cell, space leaves it, Enter begins the next row, Esc ends it");
}

/// Takes the option under the cursor, or releases it.
fn take_option(app: &mut App, taken: bool) {
    let Some(document) = app.document_mut() else { return };
    let done = document.take(taken);
    let clash = document.puzzle.shape.listing().and_then(Listing::clash);
    if app.report(done)
        && let Some(clash) = clash
    {
        app.complain(clash);
    }
}

fn clear_own(app: &mut App) {
    let Some(document) = app.document_mut() else { return };
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
    app.say(text);
}

/// Clears what the mode edits: the last digit of a weight, the region, or the symbol.
fn clear(app: &mut App) {
    let Some(document) = app.document_mut() else { return };
    if document.puzzle.grid().is_none() {
        return take_option(app, false);
    }
    let before = document.history.version();
    let done = match document.mode {
        Mode::Weights => document.weigh(|old| Some(old / 10)),
        Mode::Regions => document.paint(None),
        Mode::Colors => document.color(0),
        Mode::Rule(_) => {
            document.selected.pop();
            return;
        }
        Mode::Normal | Mode::Line | Mode::Marks(_) | Mode::Walls => document.clear(),
    };
    typed::changed(app, before, done);
}

fn undo(app: &mut App, forward: bool) {
    let Some(document) = app.document_mut() else { return };
    match document.undo(forward) {
        Some(words) => {
            app.say(format!("{}: {words}", if forward { "redone" } else { "undone" }));
            about_walls(app);
        }
        None => app.say(if forward { "nothing to redo" } else { "nothing to undo" }),
    }
}

fn in_time(app: &mut App, later: bool) {
    let Some(document) = app.document_mut() else { return };
    if document.in_time(later) {
        let (at, all) = (document.history.version(), document.history.len());
        app.say(format!("change {at} of {all}"));
    } else {
        app.say(if later { "this is the latest state" } else { "this is the beginning" });
    }
}

/// Turns a mode that draws the regions of a jigsaw on or off.
fn areas(app: &mut App, mode: Mode) {
    let Some(document) = app.document_mut() else { return };
    if !matches!(document.puzzle.grid().map(|grid| &grid.areas), Some(Areas::Walls(_))) {
        return app.complain(EditError::NoJigsaw("walls and regions"));
    }
    document.mode = if document.mode == mode { Mode::Normal } else { mode };
    about_walls(app);
}

/// Turns the mode that types weights on or off.
fn weights(app: &mut App) {
    let Some(document) = app.document_mut() else { return };
    if document.puzzle.grid().is_none_or(|grid| grid.weights.is_none()) {
        return app.complain(EditError::NoWeights);
    }
    document.mode = if document.mode == Mode::Weights { Mode::Normal } else { Mode::Weights };
}

/// Handles a press on a cell, or a drag onto it. A drag selects, or it paints while regions or
/// weights are edited.
pub fn point(app: &mut App, cell: Cell, dragged: bool) {
    let Some(document) = app.document_mut() else { return };
    let from = std::mem::replace(&mut document.cursor, cell);
    if !dragged {
        document.selected.let_go();
    }
    if !dragged || from == cell {
        return;
    }
    let done = match document.mode {
        // Without a brush, the drag continues the region of the cell that it comes from.
        Mode::Regions => {
            let region = document.brush.or(document.notes.letters[from.index()]);
            document.paint(region)
        }
        Mode::Weights => {
            let weight = document.puzzle.grid().map(|grid| grid.weight(from));
            document.weigh(|_| weight)
        }
        Mode::Normal | Mode::Line | Mode::Marks(_) | Mode::Walls | Mode::Colors | Mode::Rule(_) => {
            document.selected.extend(from, cell);
            return select::told(app);
        }
    };
    app.report(done);
}

/// Moves the cursor. A brush paints the cell that the cursor reaches.
fn go(app: &mut App, rows: i32, columns: i32) {
    let Some(document) = app.document_mut() else { return };
    document.move_by(rows, columns);
    if let (Mode::Regions, Some(brush)) = (document.mode, document.brush) {
        let painted = document.paint(Some(brush));
        app.report(painted);
    }
}

/// Turns a mode that types pencil marks or colours on or off.
fn turn(app: &mut App, mode: Mode) {
    let Some(document) = app.document_mut() else { return };
    if document.puzzle.grid().is_none() {
        return app.complain(EditError::NoGrid);
    }
    document.mode = if document.mode == mode { Mode::Normal } else { mode };
    let text = match document.mode {
        Mode::Marks(Mark::Corner) => "symbols are marks in the corners now",
        Mode::Marks(Mark::Centre) => "symbols are marks in the middle now",
        Mode::Marks(Mark::Eliminated) => "symbols are ruled out now: they cannot be in these cells",
        Mode::Colors => {
            let names = CELL_COLORS.iter().enumerate().map(|(at, (name, _))| format!("{} {name}", at + 1));
            return app.say(format!("colours: {}, 0 none", names.collect::<Vec<_>>().join(", ")));
        }
        _ => "symbols are placed again",
    };
    app.say(text);
}

/// Applies the preset after the one that the weights match, or the first one if they match none.
fn preset(app: &mut App) {
    let Some(document) = app.document_mut() else { return };
    let weights = document.puzzle.grid().and_then(|grid| Some((grid.size(), &grid.weights.as_ref()?.0)));
    let follows = weights.and_then(|(size, weights)| PRESETS.iter().position(|(_, weigh)| *weights == weigh(size)));
    let version = document.history.version();
    if weights.is_some() && follows.is_none() && document.warned.replace(version) != Some(version) {
        let key = app.settings.keymap.hint(on::Play::Preset);
        return app.say(format!("these weights are your own: {key} once more replaces all of them"));
    }
    let (name, weigh) = PRESETS[follows.map_or(0, |at| (at + 1) % PRESETS.len())];
    let done = document.preset(name, weigh);
    app.report(done);
}

fn wall(app: &mut App, side: Side) {
    let Some(document) = app.document_mut() else { return };
    let done = document.toggle_wall(side).map(|_| ());
    if app.report(done) {
        about_walls(app);
    }
}

/// While walls are edited, says whether they make a jigsaw, or what is wrong with them.
fn about_walls(app: &mut App) {
    let Some(document) = app.document() else { return };
    if document.mode != Mode::Walls {
        return;
    }
    match document.puzzle.unfit() {
        Some(fault) => app.complain(fault),
        None => {
            let side = document.puzzle.grid().and_then(Grid::side);
            app.say(side.map_or("a jigsaw".to_string(), |n| format!("a jigsaw: {n} regions of {n} cells")));
        }
    }
}
