//! A puzzle as the rest of the house handles it: a grid, what kind it is, how it was written, what is said about it.

use super::grid::Grid;
use super::kinds::Kind;
use super::scan::ParseError;

/// A way of writing puzzles down as text.
#[derive(Debug)]
pub struct Form {
    /// On the command line: `--as ID`, `--to ID`.
    pub id: &'static str,
    /// One line for `kinds` and the README.
    pub help: &'static str,
    /// Reads a whole text, with one puzzle or more in it.
    pub read: fn(&str) -> Result<Vec<Grid>, ParseError>,
    /// Writes one grid, its last line ended.
    pub write: fn(&Grid) -> String,
}

/// A puzzle read, or made.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub kind: &'static Kind,
    pub form: &'static Form,
    pub grid: Grid,
    pub meta: Meta,
    pub expect: Expect,
}

/// What a file says about its puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    pub title: String,
    pub source: String,
    pub note: String,
    pub tags: Vec<String>,
}

/// What a file says must be found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    pub solutions: Option<ExpectSolutions>,
    /// One line of n * n symbols.
    pub solution: Option<String>,
    /// The best score.
    pub best: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectSolutions {
    Exactly(u64),
    /// `">1"`
    Several,
}

impl Puzzle {
    pub fn new(kind: &'static Kind, form: &'static Form, grid: Grid) -> Puzzle {
        Puzzle { kind, form, grid, meta: Meta::default(), expect: Expect::default() }
    }

    /// A grid in the form that the puzzle came in.
    pub fn write(&self, grid: &Grid) -> String {
        (self.form.write)(grid)
    }

    /// `9x9 sudoku, 21 givens`.
    pub fn summary(&self) -> String {
        let n = self.grid.n();
        format!("{n}x{n} {}, {} givens", self.kind.id, self.grid.givens())
    }

    /// What keeps the puzzle from being solved at all: regions that are no regions. In words; `None` when it is fit.
    pub fn unfit(&self) -> Option<String> {
        super::kinds::jigsaw::fault(&self.grid)
    }
}
