//! Pencil marks of the whole grid, and the symbol that is highlighted.

use crate::app::action::on;
use crate::app::model::app::Desk;
use crate::app::model::document::{Document, View};
use crate::app::model::prompt::{Prompt, Purpose};
use crate::app::overlay::Overlay;
use quadrille_puzzle::Grid;
use quadrille_study::plural;

/// Marks every empty cell with the symbols that its units allow or, while that is shown, those that
/// all rules leave.
pub fn fill(document: &mut Document, desk: &mut Desk) {
    // The units of a grid with cages or lines allow much that its rules exclude.
    let by_rules = document.view == View::Rules || document.puzzle.grid().is_some_and(Grid::has_clues);
    let allowed = if by_rules { Grid::consistent } else { Grid::unit_candidates };
    let Some(cells) = change(document, |document, grid| document.mark_all(&allowed(grid))) else { return };
    let what = if by_rules { "all rules leave" } else { "its units allow" };
    desk.say(match cells {
        0 => format!("every empty cell has the marks that {what} already"),
        _ => format!("marks changed in {}: every empty cell has the symbols that {what}", plural(cells, "cell")),
    });
}

/// Removes all marks in corners and centres.
pub fn clear(document: &mut Document, desk: &mut Desk) {
    let Some(cells) = change(document, |document, _| document.clear_marks()) else { return };
    desk.say(match cells {
        0 => "there are no marks".to_string(),
        _ => format!("marks taken out of {}; symbols that were ruled out stay so", plural(cells, "cell")),
    });
}

/// Removes the marks that placed symbols rule out.
pub(crate) fn drop_stale(document: &mut Document, desk: &mut Desk) {
    let Some(cells) = change(document, |document, grid| document.drop_stale(&grid.consistent())) else { return };
    desk.say(match cells {
        0 => "no mark is ruled out by placed symbols and rules".to_string(),
        _ => format!("marks that placed symbols and rules exclude are gone from {}", plural(cells, "cell")),
    });
}

/// Makes a change that depends on the grid. Returns its number of cells; `None` if the puzzle is
/// not a grid.
fn change(document: &mut Document, make: impl Fn(&mut Document, &Grid) -> usize) -> Option<usize> {
    let grid = document.puzzle.grid().cloned()?;
    Some(make(document, &grid))
}

/// Highlights the symbol under the cursor until this is asked again. On an empty cell, asks for the
/// symbol.
pub fn hold(document: &mut Document, desk: &mut Desk) {
    let Some(grid) = document.puzzle.grid() else { return };
    if document.held.take().is_some() {
        return desk.say("the highlight follows the cursor again");
    }
    match grid.entry(document.cursor).symbol() {
        Some(symbol) => {
            document.held = Some(symbol);
            held(document, desk);
        }
        None => desk.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::Hold, "", true))),
    }
}

/// Highlights the symbol that was typed. Returns `false` if it is none of the grid's.
pub(crate) fn hold_typed(document: &mut Document, desk: &mut Desk, text: &str) -> bool {
    let Some(grid) = document.puzzle.grid() else { return true };
    let mut chars = text.trim().chars();
    match (chars.next().and_then(|c| grid.alphabet.symbol(c)), chars.next()) {
        (Some(symbol), None) => {
            document.held = Some(symbol);
            held(document, desk);
            true
        }
        _ => {
            let known = grid.alphabet.name();
            desk.complain(format!("`{}` is not a symbol here: {known}", text.trim()));
            false
        }
    }
}

/// Says which symbol is highlighted, and the number of its cells.
fn held(document: &Document, desk: &mut Desk) {
    let key = desk.settings.keymap.hint(on::Play::Hold);
    let (Some(grid), Some(symbol)) = (document.puzzle.grid(), document.held) else { return };
    let placed = grid.cells.iter().filter(|entry| entry.symbol() == Some(symbol)).count();
    let text =
        format!("{} is highlighted: placed in {}; {key} ends it", grid.alphabet.char(symbol), plural(placed, "cell"));
    desk.say(text);
}
