//! The mode in which a rule is drawn: its cells are selected.

use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use crate::app::model::document::Mode;
use crate::app::overlay::is_pair;
use quadrille_puzzle::{Cell, GridRule};

/// Handles the keys that the mode takes before the keymap. Returns `false` for other keys.
pub fn in_mode(app: &mut App, rule: &GridRule, key: Key) -> bool {
    let Some(document) = app.document_mut() else { return false };
    match key.code {
        Code::Char(' ') => {
            document.selected.toggle(document.cursor);
            named(app, rule);
        }
        Code::Enter if document.selected.is_empty() => document.mode = Mode::Normal,
        Code::Enter => finish(app, rule),
        Code::Esc => document.mode = Mode::Normal,
        Code::Char(c) if key.typed().is_some() && document.type_number(rule.spec(), c) => with_numbers(app, rule),
        Code::Char('0'..='9' | '.') => app.complain("a rule is being drawn: Enter ends it, Esc cancels it"),
        _ => return false,
    }
    true
}

/// Says which numbers were typed so far, with the rule if cells are selected.
fn with_numbers(app: &mut App, rule: &GridRule) {
    let Some(document) = app.document() else { return };
    let Some(grid) = document.puzzle.grid() else { return };
    app.say(document.with_selected(rule).text(grid));
}

/// Reads a line of cell names as the cells of the rule, in the plain workbench; numbers come before
/// them. Returns `false` if the line is not such a list.
pub fn say_cells(app: &mut App, line: &str) -> bool {
    let Some(document) = app.document_mut() else { return false };
    let Some(rule) = document.rule_begun() else { return false };
    let Some(grid) = document.puzzle.grid() else { return false };
    let numbers = line.split_whitespace().map_while(|word| word.parse().ok()).collect::<Vec<u32>>();
    let names = line.split_whitespace().skip(numbers.len());
    let Some(cells) = names.map(|name| grid.cell_named(name)).collect::<Option<Vec<Cell>>>() else {
        return false;
    };
    document.numbers = numbers;
    document.selected.set(cells);
    finish(app, &rule);
    if let Some(document) = app.document_mut() {
        document.selected.clear();
        document.mode = Mode::Normal;
    }
    true
}

/// Says what the rule is with the cells selected so far. The second cell completes a rule of two
/// cells.
pub fn named(app: &mut App, rule: &GridRule) {
    let Some(document) = app.document() else { return };
    if is_pair(rule.spec()) && document.selected.cells().len() == 2 {
        return finish(app, rule);
    }
    if let Some(rule) = document.rule_in_hand() {
        let words = document.puzzle.grid().map_or(String::new(), |grid| rule.text(grid));
        app.say(words);
    }
}

/// Adds the rule with the selected cells to the grid.
fn finish(app: &mut App, rule: &GridRule) {
    let Some(document) = app.document_mut() else { return };
    let done = document.add_selected(rule);
    // The cells of a refused pair are dropped. Those of a refused line are kept, to be corrected.
    if done.is_err() && is_pair(rule.spec()) {
        document.selected.clear();
    }
    app.report(done);
}
