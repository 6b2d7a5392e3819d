//! Adds and removes rules of a grid by keys: the list of all rules, and the mode in which the cells
//! of a rule are named.

use crate::app::key::{Code, Key};
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::document::{Document, Mode};
use crate::app::overlay::Overlay;
use crate::app::update::play::told;
use crate::app::update::stale_run;
use crate::puzzle::{Cell, Drawn, Grid, RULES, Rule, RuleSpec, Side};

/// A row of the list of rules.
#[derive(Clone, Debug)]
pub enum RuleRow {
    /// A rule that the grid has, by its number.
    Own(usize),
    /// The rule that both diagonals hold every symbol once.
    Diagonals,
    /// A rule that can be added.
    New(&'static RuleSpec),
}

impl RuleRow {
    /// Returns the rules that a grid has, then those that can be added.
    pub fn all(grid: &Grid) -> Vec<RuleRow> {
        let own = (0..grid.rules.len()).map(RuleRow::Own);
        let new = RULES.iter().filter(|spec| spec.names_cells() || spec.fault(grid, &[]).is_none()).map(RuleRow::New);
        own.chain([RuleRow::Diagonals]).chain(new).collect()
    }

    /// Returns the row's name and the meaning of its rule.
    pub fn words(&self, grid: &Grid) -> (String, String) {
        match self {
            RuleRow::Own(at) => {
                let words = grid.rules[*at].words(grid);
                let (name, help) = words.split_once(": ").unwrap_or((&words, ""));
                (name.to_string(), help.to_string())
            }
            RuleRow::Diagonals => {
                let state = if grid.diagonals { "diagonals, on" } else { "diagonals" };
                (state.to_string(), "both diagonals hold each symbol once".to_string())
            }
            RuleRow::New(spec) => (spec.name.to_string(), spec.help.to_string()),
        }
    }
}

/// Handles a key in the list of rules.
pub fn on_key(app: &mut App, cursor: usize, key: Key) -> Vec<Effect> {
    let Some(document) = app.document_mut() else { return Vec::new() };
    let Some(grid) = document.puzzle.grid() else { return Vec::new() };
    let rows = RuleRow::all(grid);
    let last = rows.len() - 1;
    let cursor = match key.code {
        Code::Down | Code::Tab | Code::Char('j') => (cursor + 1).min(last),
        Code::Up | Code::Char('k') => cursor.saturating_sub(1),
        Code::PageDown => (cursor + 10).min(last),
        Code::PageUp => cursor.saturating_sub(10),
        Code::Home => 0,
        Code::End => last,
        Code::Delete | Code::Char('x') => {
            let done = match rows[cursor.min(last)] {
                RuleRow::Own(at) => document.drop_rule(at),
                RuleRow::Diagonals if grid.diagonals => document.set_diagonals(false),
                _ => Err("only rules that the grid has can be removed".to_string()),
            };
            told(app, done);
            app.overlay = Some(Overlay::Rules { cursor });
            return stale_run(app);
        }
        Code::Enter | Code::Char(' ') => {
            let done = match rows[cursor.min(last)] {
                RuleRow::Own(_) => Err("the grid has this rule; x removes it".to_string()),
                RuleRow::Diagonals => document.set_diagonals(!grid.diagonals),
                RuleRow::New(spec) if spec.names_cells() => {
                    begin(app, spec);
                    return Vec::new();
                }
                RuleRow::New(spec) => document.add_rule(Rule::new(spec.id, Vec::new())),
            };
            if !told(app, done) {
                app.overlay = Some(Overlay::Rules { cursor });
            }
            return stale_run(app);
        }
        _ => return Vec::new(),
    };
    app.overlay = Some(Overlay::Rules { cursor });
    Vec::new()
}

/// Starts the mode in which the cells of a rule are named.
fn begin(app: &mut App, spec: &'static RuleSpec) {
    let Some(document) = app.document_mut() else { return };
    let Some(at) = RULES.iter().position(|own| own.id == spec.id) else { return };
    document.mode = Mode::Rule(at);
    document.named.clear();
    let end = if is_pair(spec) { "the second cell ends it" } else { "Enter ends it" };
    app.say(format!("{}: space names a cell, Shift and an arrow the next one; {end}", spec.name));
}

/// Returns whether the rule is about two cells, so that the second one completes it.
fn is_pair(spec: &RuleSpec) -> bool {
    matches!(spec.drawn, Drawn::Between(_))
}

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
fn named(app: &mut App, spec: &'static RuleSpec, done: Result<(), String>) {
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
    told(app, done);
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
