//! Selecting cells by keys, and what is done to all selected cells.

use super::rule;
use crate::app::model::app::App;
use crate::app::model::document::Mode;
use crate::app::model::edit_error::EditError;
use quadrille_puzzle::Side;
use quadrille_study::plural;

/// Moves to the neighbour and selects the cells on the way. While walls are edited, toggles the
/// wall on that side instead.
pub fn reach(app: &mut App, side: Side) {
    let Some(document) = app.document_mut() else { return };
    if document.puzzle.grid().is_none() {
        return app.complain(EditError::NoGrid);
    }
    if document.mode == Mode::Walls {
        return super::wall(app, side);
    }
    let (rows, columns) = side.step();
    document.extend(rows, columns);
    told(app);
}

/// Selects the cell under the cursor, or deselects it.
pub fn toggle(app: &mut App) {
    let Some(document) = app.document_mut() else { return };
    if document.puzzle.grid().is_none() {
        return app.complain(EditError::NoGrid);
    }
    document.selected.toggle(document.cursor);
    told(app);
}

/// Says how many cells are selected, or what the rule that is being drawn is now.
pub fn told(app: &mut App) {
    let Some(document) = app.document() else { return };
    if let Some(rule) = document.rule_begun() {
        return rule::named(app, &rule);
    }
    app.say(match document.selected.cells().len() {
        0 => "nothing is selected".to_string(),
        cells => format!("{} selected: keys change all of them; esc ends it", plural(cells, "cell")),
    });
}
