//! A puzzle as the rest of the program sees it: its shape, its kind, its form and its metadata.

use super::encode::Solution;
use super::grid::Grid;
use super::guise::Guise;
use super::holds::Holds;
use super::kinds::Kind;
use super::listing::Listing;
use super::scan::{ParseError, counted};
use crate::dlx::Goal;
use std::sync::Arc;

/// A puzzle's data. A screen must be able to draw each variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Grid(Grid),
    /// Shared, because several screens hold the same large listing at once.
    Listing(Arc<Listing>),
}

/// A text format for puzzles.
#[derive(Debug)]
pub struct Form {
    /// The name on the command line: `--as ID`.
    pub id: &'static str,
    /// One line for `kinds` and the manual.
    pub help: &'static str,
    pub guise: Guise,
    pub holds: Holds,
    pub text: Text,
}

/// The reader and the writer of a form. A reader takes a whole text with one or more puzzles. A
/// writer ends the last line with a newline.
#[derive(Debug)]
pub enum Text {
    Grids {
        read: fn(&str) -> Result<Vec<Grid>, ParseError>,
        write: fn(&Grid) -> String,
    },
    /// Grids with their pencil marks and titles.
    Sheets {
        read: fn(&str) -> Result<Vec<Sheet>, ParseError>,
        write: fn(&Sheet) -> String,
    },
    Listings {
        read: fn(&str) -> Result<Vec<Listing>, ParseError>,
        write: fn(&Listing) -> String,
    },
}

/// A grid with its pencil marks and its metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    pub grid: Grid,
    pub marks: Marks,
    pub meta: Meta,
}

impl From<Grid> for Sheet {
    fn from(grid: Grid) -> Sheet {
        Sheet { grid, marks: Marks::default(), meta: Meta::default() }
    }
}

/// A puzzle as a reader returns it, before its kind is known.
pub(super) struct Draft {
    pub shape: Shape,
    pub marks: Marks,
    pub meta: Meta,
}

impl From<Shape> for Draft {
    fn from(shape: Shape) -> Draft {
        Draft { shape, marks: Marks::default(), meta: Meta::default() }
    }
}

impl From<Sheet> for Draft {
    fn from(Sheet { grid, marks, meta }: Sheet) -> Draft {
        Draft { shape: Shape::Grid(grid), marks, meta }
    }
}

impl Form {
    pub fn read(&self, text: &str) -> Result<Vec<Shape>, ParseError> {
        Ok(self.drafts(text)?.into_iter().map(|draft| draft.shape).collect())
    }

    /// The puzzles of a text, with their pencil marks and metadata.
    pub(super) fn drafts(&self, text: &str) -> Result<Vec<Draft>, ParseError> {
        match self.text {
            Text::Grids { read, .. } => Ok(read(text)?.into_iter().map(|grid| Shape::Grid(grid).into()).collect()),
            Text::Sheets { read, .. } => Ok(read(text)?.into_iter().map(Draft::from).collect()),
            Text::Listings { read, .. } => Ok(read(text)?.into_iter().map(|own| Shape::from(own).into()).collect()),
        }
    }

    /// A puzzle as text, with its marks and its title if the form can hold them.
    pub fn write_all(&self, puzzle: &Puzzle) -> String {
        match (&self.text, &puzzle.shape) {
            (Text::Sheets { write, .. }, Shape::Grid(grid)) => {
                write(&Sheet { grid: grid.clone(), marks: puzzle.marks.clone(), meta: puzzle.meta.clone() })
            }
            (_, shape) => self.write(shape),
        }
    }

    /// A shape as text. The shape must be of the sort that the form reads: a grid or a listing.
    pub fn write(&self, shape: &Shape) -> String {
        match (&self.text, shape) {
            (Text::Grids { write, .. }, Shape::Grid(grid)) => write(grid),
            (Text::Sheets { write, .. }, Shape::Grid(grid)) => write(&grid.clone().into()),
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

    /// Returns whether two shapes are the same problem. The names of options may differ, because a
    /// text of items and options does not contain them.
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

/// A puzzle that was read or made.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub kind: &'static Kind,
    pub form: &'static Form,
    pub shape: Shape,
    pub meta: Meta,
    pub expect: Expect,
    pub marks: Marks,
}

/// Pencil marks of a grid: by cell, a set of symbols with one bit each. The fields are private so
/// that a puzzle without marks always has the empty list, never a list of empty sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    corner: Vec<u32>,
    centre: Vec<u32>,
}

impl Marks {
    /// The marks in the corners and in the centres, by cell.
    ///
    /// ```
    /// use quadrille::puzzle::Marks;
    /// assert_eq!(Marks::new(vec![0; 81], Vec::new()), Marks::default());
    /// ```
    pub fn new(corner: Vec<u32>, centre: Vec<u32>) -> Marks {
        let plain = |sets: Vec<u32>| if sets.iter().any(|&set| set > 0) { sets } else { Vec::new() };
        Marks { corner: plain(corner), centre: plain(centre) }
    }

    /// By cell, the marks in the corners; empty if there are none.
    pub fn corner(&self) -> &[u32] {
        &self.corner
    }

    /// By cell, the marks in the centre; empty if there are none.
    pub fn centre(&self) -> &[u32] {
        &self.centre
    }

    pub fn is_empty(&self) -> bool {
        self.corner.is_empty() && self.centre.is_empty()
    }
}

/// A file's description of its puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    pub title: String,
    pub source: String,
    pub note: String,
    pub tags: Vec<String>,
}

/// A file's expected results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    pub solutions: Option<ExpectSolutions>,
    /// The expected solution: one line of n * n symbols.
    pub solution: Option<String>,
    /// The expected best score.
    pub best: Option<i64>,
    /// True if this is expected of the givens alone, without the symbols that the user placed.
    pub givens_only: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectSolutions {
    Exactly(u64),
    /// Written `">1"`.
    Several,
}

impl Puzzle {
    pub fn new(kind: &'static Kind, form: &'static Form, shape: Shape) -> Puzzle {
        Puzzle { kind, form, shape, meta: Meta::default(), expect: Expect::default(), marks: Marks::default() }
    }

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
                let mut rules: Vec<&str> = grid.rules.iter().map(|rule| rule.spec().id).collect();
                rules.dedup();
                let also: String = rules.iter().map(|id| format!(", {id}")).collect();
                format!("{0}x{0} {1}, {2}{also}", grid.n(), self.kind.id, counted(grid.givens(), "given"))
            }
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
        super::kinds::jigsaw::fault(self.grid()?)
    }
}
