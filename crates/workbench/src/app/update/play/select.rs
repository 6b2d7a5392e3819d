//! Selecting cells by keys, and what is done to all selected cells.

use super::rule;
use crate::app::model::app::Desk;
use crate::app::model::document::{Document, Mode};
use quadrille_puzzle::Side;
use quadrille_study::plural;

/// Moves to the neighbour and selects the cells on the way. While walls are edited, toggles the
/// wall on that side instead.
pub fn reach(document: &mut Document, desk: &mut Desk, side: Side) {
    if document.typing.mode == Mode::Walls {
        return super::wall(document, desk, side);
    }
    let (rows, columns) = side.step();
    document.extend(rows, columns);
    told(document, desk);
}

/// Selects the cell under the cursor, or deselects it.
pub fn toggle(document: &mut Document, desk: &mut Desk) {
    document.selected.toggle(document.cursor);
    told(document, desk);
}

/// Says how many cells are selected, or what the rule that is being drawn is now.
pub fn told(document: &mut Document, desk: &mut Desk) {
    if let Some(rule) = document.rule_begun() {
        return rule::named(document, desk, &rule);
    }
    desk.say(match document.selected.cells().len() {
        0 => "nothing is selected".to_string(),
        cells => format!("{} selected: keys change all of them; esc ends it", plural(cells, "cell")),
    });
}
