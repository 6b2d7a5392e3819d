//! A puzzle as the rest of the house handles it: its shape, what kind it is, how it was written, what is said about it.

use super::encode::Solution;
use super::grid::Grid;
use super::guise::Guise;
use super::kinds::Kind;
use super::listing::Listing;
use super::scan::{ParseError, counted};
use crate::dlx::Goal;
use std::sync::Arc;

/// What a puzzle is made of: what a screen must know how to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Grid(Grid),
    /// Shared: a listing of many options is in the hands of several screens at once.
    Listing(Arc<Listing>),
}

/// A way of writing puzzles down as text.
#[derive(Debug)]
pub struct Form {
    /// On the command line: `--as ID`.
    pub id: &'static str,
    /// One line for `kinds` and the README.
    pub help: &'static str,
    pub guise: Guise,
    pub text: Text,
}

/// The reader and the writer of a form. A reader takes a whole text, with one puzzle or more in it; a writer ends the
/// last line.
#[derive(Debug)]
pub enum Text {
    Grids { read: fn(&str) -> Result<Vec<Grid>, ParseError>, write: fn(&Grid) -> String },
    Listings { read: fn(&str) -> Result<Vec<Listing>, ParseError>, write: fn(&Listing) -> String },
}

impl Form {
    pub fn read(&self, text: &str) -> Result<Vec<Shape>, ParseError> {
        match self.text {
            Text::Grids { read, .. } => Ok(read(text)?.into_iter().map(Shape::Grid).collect()),
            Text::Listings { read, .. } => Ok(read(text)?.into_iter().map(Shape::from).collect()),
        }
    }

    /// A shape as text. A form writes what it reads: grids or listings.
    pub fn write(&self, shape: &Shape) -> String {
        match (&self.text, shape) {
            (Text::Grids { write, .. }, Shape::Grid(grid)) => write(grid),
            (Text::Listings { write, .. }, Shape::Listing(listing)) => write(listing),
            _ => unreachable!("a puzzle's form is one of its kind's"),
        }
    }
}

impl From<Listing> for Shape {
    fn from(listing: Listing) -> Shape {
        Shape::Listing(Arc::new(listing))
    }
}

impl Shape {
    pub fn grid(&self) -> Option<&Grid> {
        match self {
            Shape::Grid(grid) => Some(grid),
            Shape::Listing(_) => None,
        }
    }

    /// Whether two shapes ask for the same. Names of options may differ: a text of items and
    /// options does not hold them.
    pub fn means(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Grid(one), Shape::Grid(other)) => one == other,
            (Shape::Listing(one), Shape::Listing(other)) => {
                (&one.items, one.primary, one.repeated) == (&other.items, other.primary, other.repeated)
                    && (&one.placed, &one.colors, &one.costs) == (&other.placed, &other.colors, &other.costs)
                    && one.ranges == other.ranges
                    && one.options.iter().map(|own| &own.items).eq(other.options.iter().map(|own| &own.items))
            }
            (Shape::Grid(_), Shape::Listing(_)) | (Shape::Listing(_), Shape::Grid(_)) => false,
        }
    }

    pub fn listing(&self) -> Option<&Listing> {
        match self {
            Shape::Grid(_) => None,
            Shape::Listing(listing) => Some(listing),
        }
    }
}

/// A puzzle read, or made.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub kind: &'static Kind,
    pub form: &'static Form,
    pub shape: Shape,
    pub meta: Meta,
    pub expect: Expect,
    pub marks: Marks,
}

/// Pencil marks of a grid, by cell: sets of symbols, a bit for each. Empty where there are none at
/// all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    pub corner: Vec<u32>,
    pub centre: Vec<u32>,
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
    pub fn new(kind: &'static Kind, form: &'static Form, shape: Shape) -> Puzzle {
        Puzzle { kind, form, shape, meta: Meta::default(), expect: Expect::default(), marks: Marks::default() }
    }

    pub fn grid(&self) -> Option<&Grid> {
        self.shape.grid()
    }

    pub fn grid_mut(&mut self) -> Option<&mut Grid> {
        match &mut self.shape {
            Shape::Grid(grid) => Some(grid),
            Shape::Listing(_) => None,
        }
    }

    /// `9x9 sudoku, 21 givens`; `cover, 7 items, 6 options`.
    pub fn summary(&self) -> String {
        match &self.shape {
            Shape::Grid(grid) => format!("{0}x{0} {1}, {2}", grid.n(), self.kind.id, counted(grid.givens(), "given")),
            Shape::Listing(listing) => {
                format!(
                    "{}, {}, {}",
                    self.kind.id,
                    counted(listing.items.len(), "item"),
                    counted(listing.options.len(), "option")
                )
            }
        }
    }

    /// What is usually asked of it.
    pub fn goal(&self) -> Goal {
        self.shape.listing().and_then(|listing| listing.goal).unwrap_or(self.kind.goal)
    }

    /// A solution as text: a grid in the puzzle's own form, else the options chosen, one a line.
    pub fn write_solution(&self, solution: &Solution) -> String {
        match (solution, &self.shape) {
            (Solution::Grid(grid), _) => self.form.write(&Shape::Grid(grid.clone())),
            (Solution::Options(options), Shape::Listing(listing)) => (listing.voice.solution)(listing, options),
            (Solution::Options(_), Shape::Grid(_)) => unreachable!("a grid is solved by a grid"),
        }
    }

    /// What keeps the puzzle from being solved at all: regions that are no regions. In words; `None` when it is fit.
    pub fn unfit(&self) -> Option<String> {
        super::kinds::jigsaw::fault(self.grid()?)
    }
}
