//! Play and edit: the grid with its cursor, and the facts beside it.

mod cells;
mod layout;
mod listed;
pub mod sheet;

pub use layout::{board_place, detail, hint_beside, listing_place, said_beside, spot};

use super::theme::{Role, Theme};
use crate::app::{App, Document, Keymap, Mode, Solving, on};
use quadrille_puzzle::{Mark, Shape, letter};
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

pub fn draw(app: &App, document: &Document, theme: Theme, area: Rect, buf: &mut Buffer) {
    match &document.puzzle.shape {
        Shape::Grid(grid) => cells::draw(app, document, grid, theme, area, buf),
        Shape::Listing(listing) => listed::draw(app, document, listing, theme, area, buf),
    }
}

pub(crate) fn verdict_role(solving: &Solving) -> Role {
    if solving.is_bad_news() { Role::Bad } else { Role::Good }
}

/// The verdict of a run, or its progress.
pub(crate) fn words_on(keymap: &Keymap, solving: &Solving) -> String {
    let (key, nodes) = (keymap.hint(on::Play::Solve), plural(solving.nodes() as usize, "node"));
    match solving.verdict() {
        Some(verdict) => verdict,
        None if solving.is_moving() => format!("solving: {nodes}; {key} shows how"),
        None => format!("paused at {nodes}; {key} shows where"),
    }
}
