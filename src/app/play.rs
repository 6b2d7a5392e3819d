//! Play and edit: what the keys of that screen do to the document.

use super::action::Action;
use super::count::plural;
use super::document::{Document, Mode, NO_GRID, Pen};
use super::key::{Code, Key};
use super::state::App;
use crate::puzzle::{Areas, Puzzle, Shape, Side, Symbol, TOML, kind};

/// A key that is no command here: typed into the grid. `false` if it means nothing.
pub(super) fn typed(app: &mut App, c: char) -> bool {
    let Some(document) = app.document_mut() else { return false };
    if document.mode == Mode::Weights {
        let Some(digit) = c.to_digit(10) else { return false };
        let fresh = std::mem::replace(&mut document.fresh, false);
        let weighed =
            document.weigh(|old| Some(if fresh { digit } else { old.saturating_mul(10).saturating_add(digit) }));
        report(app, weighed);
        return true;
    }
    let blank = matches!(c, '.' | '_' | ' ');
    let Some(grid) = document.puzzle.grid() else { return false };
    let symbol = grid.alphabet.symbol(c);
    if symbol.is_none() && !blank && c != '0' {
        return false;
    }
    place(app, symbol);
    true
}

fn place(app: &mut App, symbol: Option<Symbol>) {
    let Some(document) = app.document_mut() else { return };
    let placed = document.place(symbol);
    let Some(grid) = document.puzzle.grid() else { return };
    if placed.is_err() {
        let name = grid.name(document.cursor);
        let key = app.settings.keymap.hint(Action::Givens);
        return app.complain(format!("{name} is given: {key} lets you change givens"));
    }
    let Some((document, grid)) = app.document().and_then(|document| Some((document, document.puzzle.grid()?))) else {
        return;
    };
    let clash = grid.conflicts().into_iter().find(|clash| [clash.first, clash.second].contains(&document.cursor));
    if let Some(clash) = clash {
        let symbol = grid.alphabet.char(clash.symbol);
        let text =
            format!("{} and {} both hold {symbol} in {}", grid.name(clash.first), grid.name(clash.second), clash.unit);
        app.complain(text);
    } else if grid.solves(grid) && document.puzzle.unfit().is_none() {
        let score = grid.weights.as_ref().map_or(String::new(), |_| format!(" It scores {}.", grid.score()));
        app.say(format!("Solved: every row, column and area holds each symbol once.{score}"));
    }
}

fn report(app: &mut App, done: Result<(), String>) {
    if let Err(why) = done {
        app.complain(why);
    }
}

/// Keys that a mode takes before the keymap sees them.
pub(super) fn in_mode(app: &mut App, key: Key) -> bool {
    let Some(document) = app.document_mut() else { return false };
    match (document.mode, key.code) {
        (Mode::Normal, _) => false,
        (_, Code::Esc | Code::Enter) => {
            document.mode = Mode::Normal;
            true
        }
        (Mode::Insert, Code::Char(_)) => key.typed().is_some_and(|c| {
            if !typed(app, c) {
                let symbols =
                    app.document().and_then(|document| document.puzzle.grid()).map(|grid| grid.alphabet.name());
                app.complain(format!("`{c}` is no symbol here: {}", symbols.unwrap_or_default()));
            }
            true
        }),
        (Mode::Weights, Code::Backspace | Code::Delete) => {
            let weighed = document.weigh(|old| Some(old / 10));
            report(app, weighed);
            true
        }
        (Mode::Weights, Code::Char('0'..='9')) => key.typed().is_some_and(|c| typed(app, c)),
        _ => false,
    }
}

pub(super) fn act(app: &mut App, action: Action) {
    let Some(document) = app.document_mut() else { return };
    match action {
        Action::Left => document.move_by(0, -1),
        Action::Right => document.move_by(0, 1),
        Action::Up => document.move_by(-1, 0),
        Action::Down => document.move_by(1, 0),
        Action::NextEmpty => document.to_empty(true),
        Action::PreviousEmpty => document.to_empty(false),
        Action::Clear if document.mode == Mode::Weights => {
            let weighed = document.weigh(|old| Some(old / 10));
            report(app, weighed);
        }
        Action::Clear => place(app, None),
        Action::ClearOwn => {
            let cleared = document.clear_own();
            app.say(format!("{} cleared", plural(cleared, "cell")));
        }
        Action::Undo | Action::Redo => {
            let forward = action == Action::Redo;
            if document.undo(forward) {
                about_walls(app);
            } else {
                app.say(if forward { "nothing to do again" } else { "nothing to undo" });
            }
        }
        Action::Candidates => {
            document.candidates = !document.candidates;
            let (shown, n) = (document.candidates, document.puzzle.grid().map_or(0, |grid| grid.n() as u16));
            let need = (1..).find(|side| side * side >= n).map_or(0, |side| n * (side.max(3) + 1) + 1);
            if shown && (app.size.0 < need || app.size.1 < need + 2) {
                app.say(format!("candidates are drawn in a terminal of {need}x{} or more", need + 2));
            }
        }
        Action::Insert if document.puzzle.grid().is_some() => document.mode = Mode::Insert,
        Action::Insert => app.complain(NO_GRID),
        Action::Givens => {
            document.pen = if document.pen == Pen::Own { Pen::Given } else { Pen::Own };
            let what = if document.pen == Pen::Own { "your own symbols" } else { "givens" };
            app.say(format!("you now write {what}"));
        }
        Action::Walls => match document.puzzle.grid().map(|grid| &grid.areas) {
            Some(Areas::Walls(_)) => {
                document.mode = if document.mode == Mode::Walls { Mode::Normal } else { Mode::Walls };
                about_walls(app);
            }
            Some(Areas::Boxes { .. }) | None => refuse(app, "only a jigsaw has walls"),
        },
        Action::WallLeft => wall(app, Side::Left),
        Action::WallRight => wall(app, Side::Right),
        Action::WallUp => wall(app, Side::Up),
        Action::WallDown => wall(app, Side::Down),
        Action::Weights if document.puzzle.grid().is_some_and(|grid| grid.weights.is_some()) => {
            document.mode = if document.mode == Mode::Weights { Mode::Normal } else { Mode::Weights };
        }
        Action::Weights => refuse(app, "only a target has weights"),
        Action::Heavier | Action::Lighter => {
            let up = action == Action::Heavier;
            let weighed = document.weigh(|old| if up { old.checked_add(1) } else { old.checked_sub(1) });
            report(app, weighed);
        }
        _ => {}
    }
}

fn wall(app: &mut App, side: Side) {
    let Some(document) = app.document_mut() else { return };
    match document.toggle_wall(side) {
        Ok(_) => {
            about_walls(app);
        }
        Err(why) => refuse(app, &why),
    }
}

/// Says why a key does nothing here. Where letters are symbols it may have been meant as one.
fn refuse(app: &mut App, why: &str) {
    let letters = app.document().is_some_and(Document::has_letters);
    let insert = app.settings.keymap.hint(Action::Insert);
    let hint = if letters { format!("; after {insert} letters are symbols") } else { String::new() };
    app.complain(format!("{why}{hint}"));
}

/// Says what the walls come to, while they are being edited.
fn about_walls(app: &mut App) {
    let Some(document) = app.document() else { return };
    if document.mode != Mode::Walls {
        return;
    }
    match document.puzzle.unfit() {
        Some(fault) => app.complain(fault),
        None => {
            let n = document.puzzle.grid().map_or(0, |grid| grid.n());
            app.say(format!("a jigsaw: {n} regions of {n} cells"));
        }
    }
}

/// An empty document of a kind.
pub(super) fn empty(kind_id: &str, side: usize) -> Option<Document> {
    let kind = kind(kind_id)?;
    let shape = Shape::Grid(kind.empty?(side));
    let puzzle = Puzzle::new(kind, &TOML, shape);
    Some(Document::new(puzzle, None))
}
