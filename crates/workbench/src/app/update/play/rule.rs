//! The mode in which a rule is drawn: its cells are selected.

use crate::app::action::on;
use crate::app::key::{Code, Key};
use crate::app::model::app::Desk;
use crate::app::model::document::{Document, Mode, Pen};
use crate::app::overlay::is_pair;
use quadrille_puzzle::{Cell, Grid, GridRule};

/// Handles the keys that the mode takes before the keymap. Returns `false` for other keys.
pub fn in_mode(document: &mut Document, desk: &mut Desk, rule: &GridRule, key: Key) -> bool {
    match key.code {
        Code::Char(' ') => {
            document.selected.toggle(document.cursor);
            named(document, desk, rule);
        }
        Code::Enter if document.selected.is_empty() => document.typing.mode = Mode::Normal,
        Code::Enter => finish(document, desk, rule),
        Code::Esc => document.typing.mode = Mode::Normal,
        Code::Char(c) if key.typed().is_some() && document.type_number(rule.spec(), c) => {
            with_numbers(document, desk, rule)
        }
        Code::Char('0'..='9' | '.') => desk.complain("a rule is being drawn: Enter ends it, Esc cancels it"),
        _ => return false,
    }
    true
}

/// Says which numbers were typed so far, with the rule if cells are selected.
fn with_numbers(document: &Document, desk: &mut Desk, rule: &GridRule) {
    let Some(grid) = document.puzzle.grid() else { return };
    desk.say(document.with_selected(rule).text(grid));
}

/// Reads a line of cell names as the cells of the rule, in the plain workbench; numbers come before
/// them. Returns `false` if the line is not such a list.
pub(crate) fn say_cells(document: &mut Document, desk: &mut Desk, line: &str) -> bool {
    let Some(rule) = document.rule_begun() else { return false };
    let Some(grid) = document.puzzle.grid() else { return false };
    let numbers = line.split_whitespace().map_while(|word| word.parse().ok()).collect::<Vec<u32>>();
    let names = line.split_whitespace().skip(numbers.len());
    let Some(cells) = names.map(|name| grid.cell_named(name)).collect::<Option<Vec<Cell>>>() else {
        return false;
    };
    document.typing.numbers = numbers;
    document.selected.set(cells);
    finish(document, desk, &rule);
    document.selected.clear();
    document.typing.mode = Mode::Normal;
    true
}

/// Says what the rule is with the cells selected so far. The second cell completes a rule of two
/// cells.
pub fn named(document: &mut Document, desk: &mut Desk, rule: &GridRule) {
    if is_pair(rule.spec()) && document.selected.cells().len() == 2 {
        return finish(document, desk, rule);
    }
    if let Some(rule) = document.rule_in_hand() {
        let words = document.puzzle.grid().map_or(String::new(), |grid| rule.text(grid));
        desk.say(words);
    }
}

/// Adds the rule with the selected cells to the grid.
fn finish(document: &mut Document, desk: &mut Desk, rule: &GridRule) {
    let had_clues = document.puzzle.grid().is_none_or(Grid::has_clues);
    let done = document.add_selected(rule);
    // The cells of a refused pair are dropped. Those of a refused line are kept, to be corrected.
    if done.is_err() && is_pair(rule.spec()) {
        document.selected.clear();
    }
    let is_added = desk.report(document, done);
    // The first cage or line makes a puzzle that may need no givens, so symbols are the solver's.
    let is_blank = document.puzzle.grid().is_some_and(|grid| grid.givens() == 0);
    if is_added && !had_clues && is_blank && document.typing.pen == Pen::Given {
        document.typing.pen = Pen::Own;
        let (words, key) = (document.last_words().unwrap_or_default(), desk.settings.keymap.hint(on::Play::Givens));
        desk.say(format!("{words}; what you type is yours now, {key} writes givens again"));
    } else if is_added {
        let words = document.last_words().unwrap_or_default();
        desk.say(format!("{words}; the next one can be selected, Esc ends"));
    }
}
