//! The mode in which the cells of a rule are named by keys.

use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use crate::app::model::document::{Document, Mode};
use crate::app::model::edit_error::EditError;
use crate::app::overlay::is_pair;
use crate::puzzle::{Cell, RULES, Rule, RuleSpec, Side};

/// Handles the keys that the mode takes before the keymap. Returns `false` for other keys.
pub fn in_mode(app: &mut App, spec: &'static RuleSpec, key: Key) -> bool {
    let Some(document) = app.document_mut() else { return false };
    match key.code {
        Code::Char(' ') => {
            let done = document.name_cell();
            named(app, spec, done);
        }
        Code::Enter if document.named.is_empty() => document.mode = Mode::Normal,
        Code::Enter => finish(app, spec),
        // The first Esc drops the cells named so far, the second leaves the mode.
        Code::Esc if !document.named.is_empty() => document.named.clear(),
        Code::Esc => document.mode = Mode::Normal,
        Code::Char('0'..='9' | '.') => app.complain("a rule is being drawn: Enter ends it, Esc cancels it"),
        _ => return false,
    }
    true
}

/// Moves to the neighbour and names it. If no cell was named, the starting cell is named first.
pub fn reach(app: &mut App, spec: &'static RuleSpec, side: Side) {
    let Some(document) = app.document_mut() else { return };
    let mut done = Ok(());
    if document.named.is_empty() {
        done = document.name_cell();
    }
    let before = document.cursor;
    let (rows, columns) = side.step();
    document.move_by(rows, columns);
    if document.cursor != before && done.is_ok() {
        done = document.name_cell();
    }
    named(app, spec, done);
}

/// Names the cell under the mouse. If no cell was named, `from` is named first.
pub fn drag(app: &mut App, spec: &'static RuleSpec, from: Cell) {
    let Some(document) = app.document_mut() else { return };
    if document.named.is_empty() {
        document.named.push(from);
    }
    if !document.named.contains(&document.cursor) {
        let done = document.name_cell();
        named(app, spec, done);
    }
}

/// Reads a line of cell names as the cells of the rule, in the plain workbench. Returns `false` if
/// the line is not a list of cell names.
pub fn say_cells(app: &mut App, line: &str) -> bool {
    let Some(document) = app.document_mut() else { return false };
    let Mode::Rule(at) = document.mode else { return false };
    let Some(grid) = document.puzzle.grid() else { return false };
    let Some(cells) = line.split_whitespace().map(|name| grid.cell_named(name)).collect::<Option<Vec<Cell>>>() else {
        return false;
    };
    document.named = cells;
    finish(app, &RULES[at]);
    if let Some(document) = app.document_mut() {
        document.named.clear();
        document.mode = Mode::Normal;
    }
    true
}

/// Shows the cells named so far. The second cell completes a rule of two cells.
fn named(app: &mut App, spec: &'static RuleSpec, done: Result<(), EditError>) {
    if let Err(why) = done {
        return app.complain(why);
    }
    let Some(document) = app.document() else { return };
    if is_pair(spec) && document.named.len() == 2 {
        return finish(app, spec);
    }
    if let Some(rule) = document.rule_in_hand() {
        let words = document.puzzle.grid().map_or(String::new(), |grid| rule.text(grid));
        app.say(words);
    }
}

/// Adds the rule with the named cells to the grid.
fn finish(app: &mut App, spec: &'static RuleSpec) {
    let Some(document) = app.document_mut() else { return };
    let cells = std::mem::take(&mut document.named);
    let rule = Rule::new(spec.id, cells.clone());
    let done = document.add_rule(rule);
    // The cells of a refused pair are dropped. Those of a refused line are kept, to be corrected.
    if done.is_err() && !is_pair(spec) {
        document.named = cells;
    }
    app.report(done);
}

impl Document {
    /// The rule that is being drawn, with the cells named so far. `None` if no cell is named.
    pub fn rule_in_hand(&self) -> Option<Rule> {
        match self.mode {
            Mode::Rule(at) if !self.named.is_empty() => Some(Rule::new(RULES[at].id, self.named.clone())),
            _ => None,
        }
    }
}
