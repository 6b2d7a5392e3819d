//! The answers to the prompts of Play.

use super::typed::move_on;
use crate::app::model::app::Desk;
use crate::app::model::document::{Document, Mode};
use crate::app::model::edit_error::EditError;
use crate::app::model::prompt::Purpose;
use quadrille_puzzle::ResizeError;

/// Handles the answer to a prompt of this screen. Returns `false` if the answer was not understood,
/// so that the prompt stays open.
pub fn answered(document: &mut Document, desk: &mut Desk, purpose: Purpose, text: &str) -> bool {
    match purpose {
        Purpose::GotoCell => to_cell(document, desk, text),
        Purpose::Weigh => weigh(document, desk, text),
        Purpose::Resize => resize(document, desk, text),
        Purpose::NamePoint => name_point(document, desk, text),
        Purpose::Hold => super::marks::hold_typed(document, desk, text),
        _ => true,
    }
}

/// Moves the cursor to the cell that a prompt named. Returns `false` if there is no such cell.
fn to_cell(document: &mut Document, desk: &mut Desk, name: &str) -> bool {
    match document.puzzle.grid().and_then(|grid| grid.cell_named(name.trim())) {
        Some(cell) => {
            document.cursor = cell;
            true
        }
        None => {
            desk.complain(format!("`{name}` is not a cell of this grid: r5c7 is row 5, column 7"));
            false
        }
    }
}

fn weigh(document: &mut Document, desk: &mut Desk, text: &str) -> bool {
    let Ok(weight) = text.trim().replace(',', "").parse() else {
        desk.complain("a weight is a number from 0 to 1,000,000");
        return false;
    };
    let weighed = document.weigh(|_| Some(weight));
    let done = desk.report(document, weighed);
    if done && document.typing.mode == Mode::Weights {
        move_on(document, desk);
    }
    done
}

fn resize(document: &mut Document, desk: &mut Desk, text: &str) -> bool {
    let extent = text.parse().map_err(|error| EditError::Resize(ResizeError::Extent(error)));
    let done = extent.and_then(|extent| document.resize(extent));
    desk.report(document, done)
}

/// Names the current state, so that it can be found in the list of changes.
fn name_point(document: &mut Document, desk: &mut Desk, name: &str) -> bool {
    let named = document.history.name(name.trim());
    desk.say(if named { format!("this state is {}", name.trim()) } else { "nothing was changed yet".to_string() });
    true
}
