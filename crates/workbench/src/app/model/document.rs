//! An open puzzle: its cursor, how typed keys are interpreted, and its history of changes.

mod cursor;
mod marking;
mod selecting;

use crate::app::model::edit_error::EditError;
use crate::app::model::history::{Contents, Edit, History};
use crate::app::model::notes::Notes;
use crate::app::model::selection::Selection;
use quadrille_puzzle::{
    Areas, Cell, Cells, Encoded, Expect, ExpectSolutions, Extent, Finding, Grid, GridRule, Listing, MAX_WEIGHT, Mark,
    Puzzle, RuleSpec, Severity, Shape, Side, Size, Symbol, encode, lint,
};
use quadrille_study::plural;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::OnceLock;

pub use cursor::beside;
pub use selecting::PICKS;

/// The interpretation of typed keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// Symbols are placed at the cursor; other letters are commands.
    #[default]
    Normal,
    /// Symbols are placed and the cursor moves on, so a grid is typed in reading order.
    Line,
    /// Symbols are pencil marks.
    Marks(Mark),
    /// Digits are colours of cells.
    Colors,
    /// Letters name regions, and the cursor moves on.
    Regions,
    /// Keys build walls.
    Walls,
    /// Digits are weights, and the cursor moves on.
    Weights,
    /// Cells are named for a rule. The number is its place in [`Grid::addable`].
    Rule(usize),
}

/// The kind of entry that a placed symbol becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Pen {
    /// A symbol that the player placed.
    #[default]
    Own,
    /// A given of the puzzle.
    Given,
}

/// The content shown in empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum View {
    /// The user's pencil marks.
    #[default]
    Marks,
    /// The symbols that the units of a cell allow beside the placed ones.
    Units,
    /// The symbols that are left by all rules.
    Rules,
    /// The symbols that some solution has there, as the setter's panel found them.
    Solutions,
}

impl View {
    /// Returns the next view. [`View::Rules`] is offered only for a grid that is `ruled`, because
    /// it shows the same otherwise. [`View::Solutions`] is offered only if `watching`, because the
    /// setter's panel computes it.
    pub fn next(self, ruled: bool, watching: bool) -> View {
        match self {
            View::Marks => View::Units,
            View::Units if ruled => View::Rules,
            View::Units | View::Rules if watching => View::Solutions,
            View::Units | View::Rules | View::Solutions => View::Marks,
        }
    }
}

/// Facts shown about a listing besides its options. Computed once for each state.
#[derive(Clone, Debug, Default)]
pub struct ListingFacts {
    /// The number of options without a primary item.
    pub idle: usize,
    /// The first primary item that has too few options. If there is one, there is no cover.
    pub unmet: Option<usize>,
    /// By option: true if it can be taken beside those that are taken. Empty if none is taken.
    pub free: Vec<bool>,
    /// The finding of the lint that excludes a solution. Computed when it is first drawn.
    fatal: OnceLock<Option<String>>,
}

impl ListingFacts {
    fn of(shape: &Shape) -> ListingFacts {
        let facts = |listing: &Listing| ListingFacts {
            idle: listing.idle_options(),
            unmet: listing.unmet(),
            free: listing.free(),
            fatal: OnceLock::new(),
        };
        shape.listing().map_or(ListingFacts::default(), facts)
    }
}

/// The number of nodes up to which the lint takes less than a frame.
const MOST_LINTED: usize = 20_000;

/// The finding of the lint that excludes a solution, in a sentence, if the problem is small.
pub(in crate::app) fn fatal_finding(names: &Encoded) -> Option<String> {
    if names.problem.n_cells() > MOST_LINTED {
        return None;
    }
    let findings = lint(names, &mut || true)?;
    findings.iter().find(|finding| finding.severity == Severity::Fatal).map(Finding::sentence)
}

/// Returns a hash of a file's content, used to notice changes.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// The meaning of typed keys.
#[derive(Clone, Debug, Default)]
pub struct Typing {
    /// The meaning of a typed symbol.
    pub mode: Mode,
    /// The kind of entry that a typed symbol becomes.
    pub pen: Pen,
    /// The region that the arrow keys paint.
    pub brush: Option<u8>,
    /// The numbers typed for the rule that is being drawn.
    pub numbers: Vec<u32>,
    /// True if the next letter is a command, even if it is also a symbol.
    pub prefixed: bool,
    /// True if the last symbol completed a row. Enter then does not skip the next row.
    wrapped: bool,
}

/// The file of a document, as it was when it was last read or written.
#[derive(Clone, Debug)]
pub struct DocumentFile {
    /// The file that the puzzle was read from or saved to.
    pub path: Option<PathBuf>,
    /// The [`fingerprint`] of its content.
    pub disk: Option<u64>,
    /// The shape to which its expectations apply.
    original: Shape,
}

/// The remarks about a document that are made once, and the verdict about it.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    /// True if it was said that letters are symbols.
    pub letters: bool,
    /// The state in which it was said that a preset replaces the user's own weights.
    pub warned: Option<u64>,
    /// The result of a run in words, and the [version](History::version) that it applies to.
    pub verdict: Option<(u64, String)>,
}

/// An open puzzle, the state of its editor, and the history of its changes.
#[derive(Clone, Debug)]
pub struct Document {
    /// The puzzle in its current state.
    pub puzzle: Puzzle,
    /// Facts derived from the puzzle, updated at each change.
    pub facts: ListingFacts,
    /// The file of the puzzle.
    pub file: DocumentFile,
    /// The cell under the cursor.
    pub cursor: Cell,
    /// In a listing: the option under the cursor, numbered among all options, taken or not.
    pub row: usize,
    /// The meaning of typed keys.
    pub typing: Typing,
    /// The cells that keys change together. A rule that is being drawn takes them.
    pub selected: Selection,
    /// A symbol that is highlighted wherever the cursor is.
    pub held: Option<Symbol>,
    /// The content of empty cells.
    pub view: View,
    /// The changes since the puzzle was read.
    pub history: History,
    /// The pencil marks and the regions being drawn.
    pub notes: Notes,
    /// The remarks that were made.
    pub told: Remarks,
}

impl Document {
    /// Returns the document of a puzzle, unchanged since its file was read.
    pub fn new(puzzle: Puzzle, path: Option<PathBuf>) -> Document {
        // An empty grid waits for its givens, unless clues of rules take their place.
        let is_blank = |grid: &Grid| grid.givens() == 0 && !grid.has_clues();
        let pen = if puzzle.grid().is_some_and(is_blank) { Pen::Given } else { Pen::Own };
        let notes = puzzle.grid().map_or(Notes::default(), |grid| Notes::of(grid, &puzzle.marks));
        let is_cell = |cell: &Cell| puzzle.grid().is_some_and(|grid| !grid.is_hole(*cell));
        let first = puzzle.grid().and_then(|grid| grid.all_cells().find(is_cell)).unwrap_or(Cell(0));
        // A puzzle that gives candidates shows them.
        let gives_candidates = puzzle.grid().is_some_and(Grid::gives_candidates);
        let view = if gives_candidates { View::Rules } else { View::default() };
        Document {
            file: DocumentFile { path, disk: None, original: puzzle.shape.clone() },
            facts: ListingFacts::of(&puzzle.shape),
            puzzle,
            cursor: first,
            row: 0,
            typing: Typing { pen, ..Typing::default() },
            selected: Selection::default(),
            held: None,
            view,
            history: History::new(),
            notes,
            told: Remarks::default(),
        }
    }

    /// Describes the number of solutions, if it is known: the result of a run for this state, else
    /// the expectation in the file.
    pub fn verdict(&self) -> Option<String> {
        if let Some((_, text)) = self.told.verdict.as_ref().filter(|(version, _)| *version == self.history.version()) {
            return Some(text.clone());
        }
        let said = match self.to_be_saved().expect.solutions? {
            ExpectSolutions::Exactly(count) => plural(count as usize, "solution"),
            ExpectSolutions::Several => "several solutions".to_string(),
        };
        let without = self.puzzle.grid().and_then(Grid::without).map(|without| format!("{without}: "));
        Some(format!("{}{said}, says the file", without.unwrap_or_default()))
    }

    /// Returns the puzzle as it is written to a file. The expectations are left out if anything has
    /// changed besides the user's own symbols.
    pub fn to_be_saved(&self) -> Puzzle {
        let same = match (&self.puzzle.shape, &self.file.original) {
            (Shape::Grid(now), Shape::Grid(then)) => now.without_own() == then.without_own(),
            (now, then) => now == then,
        };
        let expect = if same { self.puzzle.expect.clone() } else { Expect::default() };
        Puzzle { expect, marks: self.notes.to_marks(), ..self.puzzle.clone() }
    }

    /// The listing with all its options, taken or not.
    pub fn whole(&self) -> Option<&Listing> {
        match &self.puzzle.shape {
            Shape::Grid(_) => None,
            Shape::Listing(listing) => Some(listing.whole()),
        }
    }

    /// Takes the option under the cursor by hand, or releases it. `Err` says why it cannot be
    /// taken.
    pub fn take(&mut self, taken: bool) -> Result<(), EditError> {
        let Shape::Listing(listing) = &self.puzzle.shape else { return Err(EditError::NoOptions) };
        let option = self.row as u32;
        if listing.options.is_empty() || listing.taken().contains(&option) == taken {
            return Ok(());
        }
        crate::app::model::history::toggled(listing, option, taken)?;
        self.edit(Edit::Take { option, taken });
        Ok(())
    }

    /// The finding of the lint that excludes a solution of a small listing, in a sentence.
    pub fn fatal(&self) -> Option<&str> {
        let shape = &self.puzzle.shape;
        shape.listing().filter(|listing| listing.options.n_cells() <= MOST_LINTED)?;
        self.facts.fatal.get_or_init(|| fatal_finding(&encode(shape))).as_deref()
    }

    fn edit(&mut self, edit: Edit) {
        self.history.push(edit, &mut Contents { shape: &mut self.puzzle.shape, notes: &mut self.notes });
        self.facts = ListingFacts::of(&self.puzzle.shape);
    }

    /// Describes the last change in a few words.
    pub(crate) fn last_words(&self) -> Option<String> {
        Some(self.history.last()?.words(&self.puzzle.shape))
    }

    /// Returns whether some symbols are letters, which could also be commands.
    pub fn has_letters(&self) -> bool {
        self.puzzle.grid().is_some_and(Grid::has_letters)
    }

    /// Adds or removes the wall on one side of the cursor's cell. Returns whether there is a wall
    /// now; `Err` says why it cannot change.
    pub(crate) fn toggle_wall(&mut self, side: Side) -> Result<bool, EditError> {
        let grid = self.puzzle.grid().ok_or(EditError::NoJigsaw("walls"))?;
        let Areas::Walls(walls) = &grid.areas else { return Err(EditError::of_areas(&grid.areas, "walls")) };
        let cell = self.cursor;
        if walls.neighbour(cell, side).is_none() {
            return Err(EditError::Edge);
        }
        let stands = !walls.stands(cell, side);
        self.edit(Edit::Wall { cell, side, stands });
        Ok(stands)
    }

    /// Changes the weight of the cell under the cursor. `Err` says why it cannot.
    pub fn weigh(&mut self, change: impl Fn(u32) -> Option<u32>) -> Result<(), EditError> {
        let cell = self.cursor;
        let grid = self.puzzle.grid().ok_or(EditError::NoGrid)?;
        if grid.weights.is_none() {
            return Err(EditError::NoWeights);
        }
        let old = grid.weight(cell);
        let new = change(old).filter(|&new| new <= MAX_WEIGHT).ok_or(EditError::Weight)?;
        if new != old {
            self.edit(Edit::Weight { cell, old, new });
        }
        Ok(())
    }

    /// Rotates the grid clockwise by a quarter turn. `Err` says why it cannot.
    pub fn turn(&mut self) -> Result<(), EditError> {
        let grid = self.puzzle.grid().ok_or(EditError::NoGrid)?;
        let turned = grid.turned();
        let notes = self.notes.moved(&turned, |cell| Some(grid.before_turn(cell)));
        self.cursor = grid.after_turn(self.cursor);
        self.replace("turned to the right".to_string(), turned, notes);
        Ok(())
    }

    /// Changes the size, the numbers and the boxes of the grid, and keeps what fits. `Err` says why
    /// it cannot.
    pub fn resize(&mut self, extent: Extent) -> Result<(), EditError> {
        let grid = self.puzzle.grid().ok_or(EditError::NoGrid)?;
        if extent == Extent::of(grid) {
            return Ok(());
        }
        let resized = grid.resized(extent)?;
        let notes = self.notes.moved(&resized, |cell| grid.before_resize(resized.size(), cell));
        let (row, column) = grid.place(self.cursor);
        self.cursor = resized.cell(row.min(resized.rows() - 1), column.min(resized.columns() - 1));
        let symbols = grid.cells.len() - grid.empty() - (resized.cells.len() - resized.empty());
        let rules = grid.rules.len() - resized.rules.len();
        let lost = [(symbols, "symbol"), (rules, "rule")].into_iter().filter(|(count, _)| *count > 0);
        let lost: Vec<String> = lost.map(|(count, noun)| plural(count, noun)).collect();
        let lost = if lost.is_empty() { String::new() } else { format!(", {} did not fit", lost.join(" and ")) };
        self.replace(format!("{}, was {}{lost}", resized.size_words(), grid.size_words()), resized, notes);
        Ok(())
    }

    fn replace(&mut self, what: String, grid: Grid, notes: Notes) {
        let Some(old) = self.puzzle.grid().cloned() else { return };
        self.edit(Edit::Grid { what, sheets: Box::new([(old, self.notes.clone()), (grid, notes)]) });
        self.selected.clear();
    }

    /// Adds a rule to the grid. `Err` says why the grid cannot have it.
    pub(crate) fn add_rule(&mut self, rule: GridRule) -> Result<(), EditError> {
        let grid = self.puzzle.grid().ok_or(EditError::NoGrid)?;
        if let Some(fault) = rule.fault(grid) {
            return Err(EditError::Rule(fault));
        }
        if grid.rules.contains(&rule) {
            return Err(EditError::HasRule(rule.text(grid)));
        }
        let mut with = grid.clone();
        let what = rule.text(grid);
        with.rules.push(rule);
        if let Some((_, fault)) = with.rule_too_many() {
            return Err(EditError::Rule(fault));
        }
        let (rules, diagonals) = (with.rules, with.diagonals);
        self.rule(what, rules, diagonals);
        Ok(())
    }

    /// Removes a rule by its number. `Err` if the puzzle is not a grid.
    pub(crate) fn drop_rule(&mut self, at: usize) -> Result<(), EditError> {
        let grid = self.puzzle.grid().ok_or(EditError::NoGrid)?;
        let mut rules = grid.rules.clone();
        let what = format!("no longer {}", rules.remove(at).text(grid));
        self.rule(what, rules, grid.diagonals);
        Ok(())
    }

    /// Sets whether both diagonals must hold different symbols.
    pub fn set_diagonals(&mut self, diagonals: bool) -> Result<(), EditError> {
        let grid = self.puzzle.grid().ok_or(EditError::NoGrid)?;
        if diagonals && !grid.is_square() {
            return Err(EditError::Rule(format!("a grid of {} cells has no diagonals", grid.size())));
        }
        let what = if diagonals { "the diagonals count" } else { "the diagonals no longer count" };
        // The rule of one diagonal says nothing beside both.
        let mut with = grid.clone();
        with.diagonals = diagonals;
        let rules = grid.rules.iter().filter(|rule| rule.fault(&with).is_none()).cloned().collect();
        self.rule(what.to_string(), rules, diagonals);
        Ok(())
    }

    /// Adds a rule with the selected cells, in their order, and ends the selection. `Err` says why
    /// the grid cannot have it; the cells stay selected.
    pub(crate) fn add_selected(&mut self, rule: &GridRule) -> Result<(), EditError> {
        self.add_rule(self.with_selected(rule))?;
        self.selected.clear();
        self.typing.numbers.clear();
        Ok(())
    }

    /// The rule that is being drawn, with the cells selected so far. `None` if there are none.
    pub(crate) fn rule_in_hand(&self) -> Option<GridRule> {
        match self.typing.mode {
            Mode::Rule(_) if !self.selected.is_empty() => self.rule_begun().map(|rule| self.with_selected(&rule)),
            _ => None,
        }
    }

    /// The rule whose cells are being named, without them. `None` in another mode.
    pub(crate) fn rule_begun(&self) -> Option<GridRule> {
        let Mode::Rule(at) = self.typing.mode else { return None };
        self.puzzle.grid()?.addable().nth(at)
    }

    /// A rule with the selected cells and the numbers typed so far, if it takes any.
    pub(crate) fn with_selected(&self, rule: &GridRule) -> GridRule {
        let spec = rule.spec();
        let numbers = if spec.takes.numbers.1 > 0 { self.typing.numbers.clone() } else { Vec::new() };
        let selected = self.selected.cells();
        let cells = self.puzzle.grid().map_or_else(|| selected.to_vec(), |grid| spec.completed(grid, selected));
        GridRule { numbers, cells, ..rule.clone() }
    }

    /// Takes a character that is typed for the rule being drawn: a digit of its number, or if it
    /// has several, a symbol whose number is added or removed. Returns `false` for other
    /// characters.
    pub(crate) fn type_number(&mut self, spec: &RuleSpec, c: char) -> bool {
        let Some(grid) = self.puzzle.grid() else { return false };
        // Further numbers of a clue outside the grid are written in a file.
        let most = if spec.takes.cells == Cells::Row { 1 } else { spec.takes.numbers.1 };
        match most {
            0 => false,
            1 => c.to_digit(10).is_some_and(|digit| {
                let number = self.typing.numbers.first().map_or(0, |number| 10 * number) + digit;
                self.typing.numbers = vec![number.min(MAX_WEIGHT)];
                true
            }),
            _ => grid.alphabet.symbol(c).is_some_and(|symbol| {
                let number = grid.number(symbol).into();
                match self.typing.numbers.binary_search(&number) {
                    Ok(at) => _ = self.typing.numbers.remove(at),
                    Err(at) => self.typing.numbers.insert(at, number),
                }
                true
            }),
        }
    }

    fn rule(&mut self, what: String, rules: Vec<GridRule>, diagonals: bool) {
        let Some(grid) = self.puzzle.grid() else { return };
        let old = (grid.rules.clone(), grid.diagonals);
        self.edit(Edit::Rules { what, rules: Box::new([old, (rules, diagonals)]) });
    }

    /// Undoes the last change, or redoes one (`forward`). Returns the change in a few words; `None`
    /// when there is nothing to undo or redo.
    pub fn undo(&mut self, forward: bool) -> Option<String> {
        let contents = &mut Contents { shape: &mut self.puzzle.shape, notes: &mut self.notes };
        let edit = if forward { self.history.redo(contents) } else { self.history.undo(contents) }?;
        self.cursor = edit.cell().unwrap_or(self.cursor);
        if let Edit::Take { option, .. } = edit {
            self.row = *option as usize;
        }
        self.facts = ListingFacts::of(&self.puzzle.shape);
        let words = edit.words(&self.puzzle.shape);
        self.stay_inside();
        Some(words)
    }

    /// Goes to the state made just before this one or just after it, on any branch. Returns `false`
    /// if there is none.
    pub fn in_time(&mut self, later: bool) -> bool {
        let moved =
            self.history.in_time(later, &mut Contents { shape: &mut self.puzzle.shape, notes: &mut self.notes });
        self.facts = ListingFacts::of(&self.puzzle.shape);
        self.stay_inside();
        moved
    }

    /// Sets the weights of all cells by a named rule. `Err` says why it cannot.
    pub fn preset(&mut self, name: &str, weigh: impl Fn(Size) -> Vec<u32>) -> Result<(), EditError> {
        let grid = self.puzzle.grid().ok_or(EditError::NoGrid)?;
        let old = grid.weights.as_ref().ok_or(EditError::NoWeights)?.0.clone();
        let new = weigh(grid.size());
        if new != old {
            self.edit(Edit::Weights { name: name.to_string(), old, new });
        }
        Ok(())
    }
}
