//! A puzzle as the rest of the program sees it: its shape, its kind, its form and its metadata.

use super::cell::{Cell, Symbol};
use super::form::{Form, MarkedGrid, Text};
use super::grid::{Grid, GridRule};
use super::kinds::Kind;
use super::meta::{Expect, Marks, Meta};
use super::note::Note;
use super::propose::Proposals;
use super::scan::counted;
use super::shape::{Shape, Solution};
use super::words;
use dancing::Goal;
use std::sync::Arc;

/// A puzzle that was read or made.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The kind of the puzzle.
    pub kind: &'static Kind,
    /// The form in which it was read, or in which it is written.
    pub form: &'static Form,
    /// The data of the puzzle.
    pub shape: Shape,
    /// The description of the puzzle.
    pub meta: Meta,
    /// The expected results. Empty fields are not checked.
    pub expect: Expect,
    /// The pencil marks of a grid. Empty for a listing.
    pub marks: Marks,
    /// The notes of the reader: the meaning that it took of two, and the parts that it left out.
    pub notes: Vec<Note>,
    /// The rules that the drawings and the words of its text probably mean, where rules are only
    /// drawn.
    pub proposals: Option<Proposals>,
}

impl Form {
    /// A puzzle as text, with its marks and its title if the form can hold them.
    pub fn write_all(&self, puzzle: &Puzzle) -> String {
        match (&self.text, &puzzle.shape) {
            (Text::MarkedGrids { write, .. }, Shape::Grid(grid)) => {
                let (grid, marks, meta) = (grid.clone(), puzzle.marks.clone(), puzzle.meta.clone());
                write(&MarkedGrid { grid, marks, meta, refused: None, notes: Vec::new(), proposals: None })
            }
            (_, shape) => self.write(shape),
        }
    }
}

impl Puzzle {
    /// The grid without its rules, its diagonals and its weights, which is another puzzle. Other
    /// puzzles stay as they are.
    pub fn without_rules(&self) -> Puzzle {
        let mut puzzle = self.clone();
        if let Shape::Grid(grid) = &mut puzzle.shape {
            (grid.diagonals, grid.weights) = (false, None);
            grid.rules.clear();
        }
        puzzle
    }

    /// A puzzle without a description, expectations and marks.
    pub fn new(kind: &'static Kind, form: &'static Form, shape: Shape) -> Puzzle {
        Puzzle {
            kind,
            form,
            shape,
            meta: Meta::default(),
            expect: Expect::default(),
            marks: Marks::default(),
            notes: Vec::new(),
            proposals: None,
        }
    }

    /// The puzzle with rules that are proposed, and a note: for each offer the index of the meaning
    /// that is taken, if one is. What is only drawn goes if all drawings have a meaning.
    pub fn with_picks(mut self, picks: &[Option<usize>]) -> Puzzle {
        if let (Shape::Grid(grid), Some(proposals)) = (&mut self.shape, self.proposals.take()) {
            if proposals.words.is_empty() {
                self.notes.retain(|note| !note.said.starts_with(words::UNREAD));
            }
            self.notes.push(proposals.accept(picks, grid));
        }
        self
    }

    /// The grid. `None` for a listing.
    pub fn grid(&self) -> Option<&Grid> {
        self.shape.grid()
    }

    /// The puzzle without the symbols that the user put into its grid.
    pub fn without_own(&self) -> Puzzle {
        match self.grid() {
            Some(grid) => Puzzle { shape: Shape::Grid(grid.without_own()), ..self.clone() },
            None => self.clone(),
        }
    }

    /// The grid, to be changed. `None` for a listing.
    pub fn grid_mut(&mut self) -> Option<&mut Grid> {
        match &mut self.shape {
            Shape::Grid(grid) => Some(grid),
            Shape::Listing(_) => None,
        }
    }

    /// A summary: `9x9 sudoku, 21 givens`; `cover, 7 items, 6 options`.
    pub fn summary(&self) -> String {
        match &self.shape {
            Shape::Grid(grid) => {
                let held = grid.rules.iter().filter(|rule| !rule.is_only_drawn());
                let name = |rule: &GridRule| rule.own.as_ref().map_or(rule.id.clone(), |own| own.name.to_string());
                let mut rules: Vec<String> = held.map(name).collect();
                rules.dedup();
                rules.extend(grid.without());
                let also: String = rules.iter().map(|id| format!(", {id}")).collect();
                let (size, also_wide) = (grid.size(), grid.beside_size());
                let givens = counted(grid.givens(), "given");
                format!("{size} {}{also_wide}, {givens}{also}", self.kind.id)
            }
            Shape::Listing(listing) => {
                let listing = listing.whole();
                format!(
                    "{}, {}, {}",
                    self.kind.id,
                    counted(listing.items.len(), "item"),
                    counted(listing.options.len(), "option")
                )
            }
        }
    }

    /// A listing in the first form of its kind, with the options taken by hand; `None` if no text
    /// of the form says these, and for a grid.
    pub(super) fn said_by_kind(&self) -> Option<String> {
        let listing = self.shape.listing()?;
        let is_said = self.kind.listing().is_some_and(|kind| (kind.says_taken)(listing));
        is_said.then(|| self.kind.forms[0].write(&self.shape))
    }

    /// A listing in a form of its kind, without the options taken by hand: the text that it was
    /// generated from, or its items and options in the first form. Empty for a grid.
    pub(super) fn whole_text(&self) -> String {
        let Shape::Listing(listing) = &self.shape else { return String::new() };
        let whole = listing.whole();
        whole.source.clone().unwrap_or_else(|| self.kind.forms[0].write(&Shape::Listing(Arc::clone(whole))))
    }

    /// The usual goal for this puzzle.
    pub fn goal(&self) -> Goal {
        self.shape.listing().and_then(|listing| listing.goal).unwrap_or(self.kind.goal)
    }

    /// A solution as text: a grid in the puzzle's form, otherwise the chosen options in the words
    /// of the kind.
    pub fn write_solution(&self, solution: &Solution) -> String {
        match (solution, &self.shape) {
            (Solution::Grid(grid), _) => self.form.write(&Shape::Grid(grid.clone())),
            (Solution::Options(options), Shape::Listing(listing)) => (listing.voice.solution)(listing, options),
            (Solution::Options(_), Shape::Grid(_)) => unreachable!("a grid is solved by a grid"),
        }
    }

    /// The reason why the puzzle cannot be solved at all (regions of a wrong size), in words;
    /// `None` if there is none.
    pub fn unfit(&self) -> Option<String> {
        self.grid()?.unfit()
    }

    /// The expected solution as a grid; `None` if there is none or it does not fit.
    pub fn expected_solution(&self) -> Option<Grid> {
        let line = self.expect.solution.as_ref()?;
        let grid = self.grid()?;
        let symbol = |(c, cell): (char, Cell)| match grid.is_hole(cell) {
            true => (c == '#').then_some(None),
            false => grid.alphabet.symbol(c).map(Some),
        };
        let is_whole = line.chars().count() == grid.cells.len();
        let symbols: Option<Vec<Option<Symbol>>> = line.chars().zip(grid.all_cells()).map(symbol).collect();
        symbols.filter(|_| is_whole).map(|all| grid.filled(&all))
    }
}
