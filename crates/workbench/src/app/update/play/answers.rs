//! The answers to the prompts of Play.

use super::typed::move_on;
use crate::app::model::app::App;
use crate::app::model::document::Mode;
use crate::app::model::edit_error::EditError;
use crate::app::model::prompt::Purpose;
use quadrille_puzzle::ResizeError;

/// Handles the answer to a prompt of this screen. Returns `false` if the answer was not understood,
/// so that the prompt stays open.
pub fn answered(app: &mut App, purpose: Purpose, text: &str) -> bool {
    match purpose {
        Purpose::GotoCell => to_cell(app, text),
        Purpose::Weigh => weigh(app, text),
        Purpose::Resize => resize(app, text),
        Purpose::NamePoint => name_point(app, text),
        Purpose::Hold => super::marks::hold_typed(app, text),
        _ => true,
    }
}

/// Moves the cursor to the cell that a prompt named. Returns `false` if there is no such cell.
fn to_cell(app: &mut App, name: &str) -> bool {
    let Some(document) = app.document_mut() else { return true };
    match document.puzzle.grid().and_then(|grid| grid.cell_named(name.trim())) {
        Some(cell) => {
            document.cursor = cell;
            true
        }
        None => {
            app.complain(format!("`{name}` is not a cell of this grid: r5c7 is row 5, column 7"));
            false
        }
    }
}

fn weigh(app: &mut App, text: &str) -> bool {
    let Ok(weight) = text.trim().replace(',', "").parse() else {
        app.complain("a weight is a number from 0 to 1,000,000");
        return false;
    };
    let Some(document) = app.document_mut() else { return true };
    let weighed = document.weigh(|_| Some(weight));
    let done = app.report(weighed);
    if done && app.document().is_some_and(|document| document.mode == Mode::Weights) {
        move_on(app);
    }
    done
}

fn resize(app: &mut App, text: &str) -> bool {
    let Some(document) = app.document_mut() else { return true };
    let extent = text.parse().map_err(|error| EditError::Resize(ResizeError::Extent(error)));
    let done = extent.and_then(|extent| document.resize(extent));
    app.report(done)
}

/// Names the current state, so that it can be found in the list of changes.
fn name_point(app: &mut App, name: &str) -> bool {
    let Some(document) = app.document_mut() else { return true };
    let named = document.history.name(name.trim());
    app.say(if named { format!("this state is {}", name.trim()) } else { "nothing was changed yet".to_string() });
    true
}
