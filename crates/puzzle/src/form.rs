//! A form: a text format for puzzles, with its reader and its writer.

use super::alphabet::Alphabet;
use super::grid::Grid;
use super::guise::Guise;
use super::holds::Holds;
use super::listing::Listing;
use super::meta::{Marks, Meta};
use super::note::Note;
use super::scan::ParseError;
use super::shape::Shape;

/// A text format for puzzles.
#[derive(Debug)]
pub struct Form {
    /// The name on the command line: `--as ID`.
    pub id: &'static str,
    /// One line for `kinds` and the manual.
    pub help: &'static str,
    /// The look of the text, by which the form is recognized.
    pub guise: Guise,
    /// The parts of a puzzle that the text can hold.
    pub holds: Holds,
    /// The reader and the writer.
    pub text: Text,
}

/// The reader and the writer of a form. A reader takes a whole text with one or more puzzles. A
/// writer ends the last line with a newline.
#[derive(Debug)]
pub enum Text {
    /// Grids without marks and titles.
    Grids { read: fn(&str) -> Result<Vec<Grid>, ParseError>, write: fn(&Grid) -> String },
    /// Grids whose text does not say which symbols they have. They are inferred from the cells, or
    /// chosen by the user.
    Spelled { read: fn(&str, Option<&Alphabet>) -> Result<Vec<MarkedGrid>, ParseError>, write: fn(&Grid) -> String },
    /// Grids with their pencil marks and titles.
    MarkedGrids { read: fn(&str) -> Result<Vec<MarkedGrid>, ParseError>, write: fn(&MarkedGrid) -> String },
    /// Named items and options.
    Listings { read: fn(&str) -> Result<Vec<Listing>, ParseError>, write: fn(&Listing) -> String },
}

/// A grid with its pencil marks and its metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedGrid {
    /// The grid with its givens and the player's symbols.
    pub grid: Grid,
    /// The pencil marks. Empty if there are none.
    pub marks: Marks,
    /// The title and other descriptions. Empty fields are not known.
    pub meta: Meta,
    /// The error for the first rule of the text that the grid has as a drawing only. A reader that
    /// must not leave out rules returns it. `None` for a grid that is written.
    pub refused: Option<ParseError>,
    /// The notes of the reader about the text.
    pub notes: Vec<Note>,
}

impl From<Grid> for MarkedGrid {
    fn from(grid: Grid) -> MarkedGrid {
        MarkedGrid { grid, marks: Marks::default(), meta: Meta::default(), refused: None, notes: Vec::new() }
    }
}

/// A puzzle as a reader returns it, before its kind is known.
pub(super) struct RawPuzzle {
    pub shape: Shape,
    pub marks: Marks,
    pub meta: Meta,
    pub refused: Option<ParseError>,
    pub notes: Vec<Note>,
}

impl From<Shape> for RawPuzzle {
    fn from(shape: Shape) -> RawPuzzle {
        RawPuzzle { shape, marks: Marks::default(), meta: Meta::default(), refused: None, notes: Vec::new() }
    }
}

impl From<MarkedGrid> for RawPuzzle {
    fn from(MarkedGrid { grid, marks, meta, refused, notes }: MarkedGrid) -> RawPuzzle {
        RawPuzzle { shape: Shape::Grid(grid), marks, meta, refused, notes }
    }
}

impl Form {
    /// The puzzles of a text, without pencil marks and metadata. An error has a line and a column.
    pub fn read(&self, text: &str) -> Result<Vec<Shape>, ParseError> {
        Ok(self.drafts(text, None)?.into_iter().map(|draft| draft.shape).collect())
    }

    /// The puzzles of a text, with their pencil marks and metadata. `symbols` are the symbols of
    /// their grids, if they are not to be inferred.
    pub(super) fn drafts(&self, text: &str, symbols: Option<&Alphabet>) -> Result<Vec<RawPuzzle>, ParseError> {
        match self.text {
            Text::Spelled { read, .. } => Ok(read(text, symbols)?.into_iter().map(RawPuzzle::from).collect()),
            Text::Grids { read, .. } => Ok(read(text)?.into_iter().map(|grid| Shape::Grid(grid).into()).collect()),
            Text::MarkedGrids { read, .. } => Ok(read(text)?.into_iter().map(RawPuzzle::from).collect()),
            Text::Listings { read, .. } => {
                let draft = |listing: Listing| {
                    let notes = listing.empty_note().into_iter().collect();
                    RawPuzzle { notes, ..Shape::from(listing).into() }
                };
                Ok(read(text)?.into_iter().map(draft).collect())
            }
        }
    }

    /// A shape as text. The shape must be of the sort that the form reads: a grid or a listing.
    pub fn write(&self, shape: &Shape) -> String {
        match (&self.text, shape) {
            (Text::Grids { write, .. } | Text::Spelled { write, .. }, Shape::Grid(grid)) => write(grid),
            (Text::MarkedGrids { write, .. }, Shape::Grid(grid)) => write(&grid.clone().into()),
            (Text::Listings { write, .. }, Shape::Listing(listing)) => write(listing),
            _ => unreachable!("a puzzle's form is one of its kind's"),
        }
    }
}
