//! Play and edit: the grid with its cursor, and the facts beside it.

mod cells;
mod layout;
mod listed;
pub mod sheet;

pub use layout::{board_place, detail, hint_beside, listing_place, spot};

use super::theme::{Role, Theme};
use crate::app::{Action, App, Document, Keymap, Mode, Pen, Solving, on};
use quadrille_puzzle::{CELL_COLORS, Mark, Shape, letter};
use quadrille_study::plural;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The state of the puzzle: what keys do, how much is filled in a header of many columns, and
/// whether it is saved.
pub fn facts(document: &Document, columns: u16) -> String {
    let saved = if document.history.is_saved() { "" } else { "  not saved" };
    let Shape::Grid(grid) = &document.puzzle.shape else { return saved.trim_start().to_string() };
    let mode = match (document.typing.mode, document.typing.brush) {
        _ if document.typing.prefixed => "  COMMAND".to_string(),
        (Mode::Normal, _) => String::new(),
        (Mode::Line, _) => "  LINE".to_string(),
        (Mode::Marks(Mark::Corner), _) => "  MARKS".to_string(),
        (Mode::Marks(Mark::Centre), _) => "  CENTRE MARKS".to_string(),
        (Mode::Marks(Mark::Eliminated), _) => "  RULE OUT".to_string(),
        (Mode::Colors, _) => "  COLOURS".to_string(),
        (Mode::Regions, None) => "  REGIONS".to_string(),
        (Mode::Regions, Some(region)) => format!("  BRUSH {}", letter(region.into())),
        (Mode::Walls, _) => "  WALLS".to_string(),
        (Mode::Weights, _) => "  WEIGHTS".to_string(),
        (Mode::Rule(_), _) => {
            document.rule_begun().map_or(String::new(), |rule| format!("  {}", rule.name().to_uppercase()))
        }
    };
    // A narrow header has room only for the name, and for whether the puzzle is saved.
    let filled = match (grid.own(), columns) {
        (0, _) | (_, 0..100) => String::new(),
        (own, _) => format!("  {own} of {} filled", own + grid.empty()),
    };
    format!("{mode}{filled}{saved}").trim_start().to_string()
}

pub fn hints(keymap: &Keymap, document: &Document) -> Vec<(String, &'static str)> {
    let rule = document.rule_begun();
    match document.typing.mode {
        Mode::Line => vec![
            (symbols(document), "place, move on"),
            ("esc".to_string(), "done"),
            (".".to_string(), "empty"),
            ("space".to_string(), "skip"),
            ("enter".to_string(), "next row"),
            ("backspace".to_string(), "back"),
        ],
        Mode::Colors => vec![
            (format!("1-{}", CELL_COLORS.len()), "colour"),
            ("0".to_string(), "no colour"),
            one(keymap, document, on::Play::Undo, "undo"),
            one(keymap, document, on::Play::Colors, "place again"),
        ],
        Mode::Marks(Mark::Eliminated) => vec![
            (symbols(document), "rule out"),
            one(keymap, document, on::Play::Undo, "undo"),
            one(keymap, document, on::Play::Eliminate, "place again"),
        ],
        Mode::Marks(_) => vec![
            (symbols(document), "mark"),
            one(keymap, document, on::Play::FillMarks, "mark all"),
            one(keymap, document, on::Play::ClearMarks, "none"),
            one(keymap, document, on::Play::Undo, "undo"),
            one(keymap, document, on::Play::Marks, "place again"),
        ],
        Mode::Regions => vec![
            ("a b c".to_string(), "region, move on"),
            ("esc".to_string(), "done"),
            ("A B C".to_string(), "brush for the arrows"),
            ("space".to_string(), "skip, lift"),
            ("enter".to_string(), "next row"),
        ],
        Mode::Weights => vec![
            ("0-9".to_string(), "weigh, move on"),
            ("esc".to_string(), "done"),
            one(keymap, document, on::Play::Weigh, "larger"),
            one(keymap, document, on::Play::Preset, "by a rule"),
            ("enter".to_string(), "next row"),
        ],
        Mode::Rule(_) if rule.is_some_and(|rule| rule.spec().takes.numbers.1 > 0) => vec![
            (symbols(document), "its numbers"),
            ("space".to_string(), "select this cell"),
            ("HJKL".to_string(), "select the next"),
            one(keymap, document, on::Play::Clear, "one back"),
            ("enter".to_string(), "end the rule"),
            ("esc".to_string(), "done"),
        ],
        Mode::Rule(_) => vec![
            ("hjkl".to_string(), "move"),
            ("space".to_string(), "select this cell"),
            ("HJKL".to_string(), "select the next"),
            one(keymap, document, on::Play::Clear, "one back"),
            ("enter".to_string(), "end the rule"),
            ("esc".to_string(), "done"),
        ],
        Mode::Walls => vec![
            ("HJKL".to_string(), "walls"),
            ("esc".to_string(), "done"),
            ("hjkl".to_string(), "move"),
            one(keymap, document, on::Play::Undo, "undo"),
            one(keymap, document, on::Play::Save, "save"),
        ],
        Mode::Normal if document.puzzle.grid().is_none() => vec![
            one(keymap, document, on::Play::Debug, "let it dance"),
            one(keymap, document, on::Play::Solve, "solve"),
            one(keymap, document, on::Play::Line, "select an option"),
            one(keymap, document, on::Play::Model, "model"),
            one(keymap, document, on::Anywhere::Details, "details"),
        ],
        Mode::Normal => {
            let place = if document.typing.pen == Pen::Given { "write givens" } else { "place" };
            vec![
                (symbols(document), place),
                one(keymap, document, on::Play::Marks, "marks"),
                one(keymap, document, on::Play::Hint, "hint"),
                one(keymap, document, on::Play::Verdict, "check"),
                one(keymap, document, on::Play::Solve, "solve"),
                one(keymap, document, on::Play::Debug, "let it dance"),
            ]
        }
    }
}

/// The key of an action, and its meaning.
fn one(
    keymap: &Keymap,
    document: &Document,
    action: impl Into<Action>,
    meaning: &'static str,
) -> (String, &'static str) {
    let grid = document.puzzle.grid().filter(|grid| grid.has_letters());
    let symbol = |c: char| c.is_ascii_alphabetic() && grid.is_some_and(|grid| grid.alphabet.symbol(c).is_some());
    let hint = keymap.hint(action);
    // A letter that is a symbol here is a command only after the prefix key.
    let mut chars = hint.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if symbol(c) => (format!("{}{hint}", keymap.hint(on::Play::Prefix)), meaning),
        _ => (hint, meaning),
    }
}

/// The symbols that can be typed: `1-9`, or `1-4` on a small grid.
fn symbols(document: &Document) -> String {
    // Up to side 9, symbols are digits. On a larger grid, letters are symbols too.
    document.puzzle.grid().map_or(String::new(), |grid| match grid.has_letters() {
        false => grid.alphabet.name().chars().take(3).collect(),
        _ => grid.alphabet.name(),
    })
}

pub fn draw(app: &App, document: &Document, theme: Theme, area: Rect, buf: &mut Buffer) {
    match &document.puzzle.shape {
        Shape::Grid(grid) => cells::draw(app, document, grid, theme, area, buf),
        Shape::Listing(listing) => listed::draw(app, document, listing, theme, area, buf),
    }
}

pub fn verdict_role(solving: &Solving) -> Role {
    if solving.is_bad_news() { Role::Bad } else { Role::Good }
}

/// The verdict of a run, or its progress.
pub fn words_on(keymap: &Keymap, solving: &Solving) -> String {
    let (key, nodes) = (keymap.hint(on::Play::Solve), plural(solving.nodes() as usize, "node"));
    match solving.verdict() {
        Some(verdict) => verdict,
        None if solving.is_moving() => format!("solving: {nodes}; {key} shows how"),
        None => format!("paused at {nodes}; {key} shows where"),
    }
}
