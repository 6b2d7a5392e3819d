//! The rules of the open grid, and those that can be added.

use super::{Dialog, TypedLine, numbered};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::{App, Desk};
use crate::app::model::document::{Document, Mode};
use quadrille_puzzle::{Cells, Grid, GridRule, RuleSpec};

/// The list of rules.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The text by which the rows are filtered.
    pub typed: String,
    /// The index of the selected row.
    pub cursor: usize,
}

/// A row of the list of rules.
#[derive(Clone, Debug)]
pub enum RuleRow {
    /// A rule that the grid has, by its number.
    Own(usize),
    /// The rule of both diagonals, which a square grid can have.
    Diagonals,
    /// A rule that can be added, without its cells, and its place in [`Grid::addable`].
    New(usize, Box<GridRule>),
}

impl RuleRow {
    /// Returns the rules that a grid has, then those that can be added.
    pub fn all(grid: &Grid) -> Vec<RuleRow> {
        let present = (0..grid.rules.len()).map(RuleRow::Own);
        let fits = |rule: &GridRule| rule.spec().names_cells() || rule.fault(grid).is_none();
        let new = grid.addable().enumerate().filter(|(_, rule)| fits(rule));
        let new = new.map(|(at, rule)| RuleRow::New(at, Box::new(rule)));
        let diagonals = grid.is_square().then_some(RuleRow::Diagonals);
        present.chain(diagonals).chain(new).collect()
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
                (state.to_string(), grid.diagonals_help().to_string())
            }
            RuleRow::New(_, rule) => (rule.name(), rule.help().to_string()),
        }
    }
}

impl Rules {
    /// The rows whose names contain the typed text; those that begin with it come first, and those
    /// of the grid last.
    pub fn rows(&self, grid: &Grid) -> Vec<RuleRow> {
        let typed = self.typed.to_lowercase();
        let mut rows = RuleRow::all(grid);
        let name = |row: &RuleRow| row.words(grid).0.to_lowercase();
        rows.retain(|row| name(row).contains(&typed));
        // A name that is typed is that of a rule to add: Enter on one that the grid has removes it.
        let is_own = |row: &RuleRow| !typed.is_empty() && matches!(row, RuleRow::Own(_));
        rows.sort_by_key(|row| (is_own(row), !name(row).starts_with(&typed)));
        rows
    }
}

impl Dialog for Rules {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        let Some(document) = app.library.document_mut() else { return Vec::new() };
        let Some(grid) = document.puzzle.grid() else { return Vec::new() };
        let rows = self.rows(grid);
        let last = rows.len().saturating_sub(1);
        let cursor = self.cursor.min(last);
        self.cursor = match key.code {
            Code::Down | Code::Tab if cursor == last => 0,
            Code::Down | Code::Tab => cursor + 1,
            Code::Up if cursor == 0 => last,
            Code::Up => cursor - 1,
            Code::PageDown => (cursor + 10).min(last),
            Code::PageUp => cursor.saturating_sub(10),
            Code::Home => 0,
            Code::End => last,
            Code::Backspace => {
                self.typed.pop();
                0
            }
            Code::Char(_) => match key.typed() {
                Some(c) => {
                    self.typed.push(c);
                    0
                }
                None => cursor,
            },
            Code::Enter => {
                let done = match rows.get(cursor) {
                    None => return self.stay(app),
                    Some(&RuleRow::Own(at)) => document.drop_rule(at),
                    Some(RuleRow::Diagonals) => document.set_diagonals(!grid.diagonals),
                    Some(RuleRow::New(at, rule)) if rule.spec().names_cells() => {
                        begin(document, &mut app.desk, *at, rule);
                        return vec![Ask::Refresh];
                    }
                    Some(RuleRow::New(_, rule)) => document.add_rule(GridRule::clone(rule)),
                };
                if !app.desk.report(document, done) {
                    self.stay(app);
                }
                return vec![Ask::Refresh];
            }
            _ => cursor,
        };
        self.stay(app)
    }

    fn words(&self, app: &App) -> Vec<String> {
        let grid = app.document().and_then(|document| document.puzzle.grid());
        let rows = grid.map_or(Vec::new(), |grid| {
            let words = |row: RuleRow| {
                let (name, help) = row.words(grid);
                let has = if matches!(row, RuleRow::Own(_)) { "the grid has " } else { "" };
                format!("{has}{name}: {help}")
            };
            RuleRow::all(grid).into_iter().map(words).collect()
        });
        numbered(rows, "type a number to add or remove that rule, or cancel")
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        self.cursor = TypedLine::row(line).unwrap_or(self.cursor);
        TypedLine::Press(Key::plain(Code::Enter))
    }
}

/// Adds a rule with the selected cells. If there are none, or too few, starts the mode in which
/// they are selected.
fn begin(document: &mut Document, desk: &mut Desk, at: usize, rule: &GridRule) {
    let spec = rule.spec();
    document.typing.numbers.clear();
    let numbers = spec.takes.numbers.0 > 0;
    if !document.selected.is_empty() && !numbers {
        let done = document.add_selected(rule);
        if done.is_err() {
            document.typing.mode = Mode::Rule(at);
        }
        desk.report(document, done);
        return;
    }
    document.typing.mode = Mode::Rule(at);
    let end = if is_pair(spec) { "the second cell ends it" } else { "Enter ends it" };
    let typed = match spec.takes.numbers {
        (0, 0) => "",
        (0, _) => "type a number, if it has one; ",
        _ => "type its numbers; ",
    };
    desk.say(format!("{}: {typed}space selects a cell, Shift and an arrow the next one; {end}", rule.name()));
}

/// Returns whether the rule is about two cells, so that the second one completes it.
pub fn is_pair(spec: &RuleSpec) -> bool {
    spec.takes.cells == Cells::Neighbours
}
