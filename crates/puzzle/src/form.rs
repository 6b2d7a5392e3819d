//! A form: a text format for puzzles, with its reader and its writer.

use super::alphabet::Alphabet;
use super::grid::Grid;
use super::guise::Guise;
use super::holds::Holds;
use super::listing::Listing;
use super::meta::{Marks, Meta};
use super::note::Note;
use super::propose::Proposals;
use super::scan::ParseError;
use super::shape::Shape;
use super::symbol_set::SymbolSet;

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
    /// The cases in which the form leaves a text that it accepts to another form.
    pub(crate) yields: &'static [Yields],
}

/// A case in which a form leaves a text to another form that accepts it too.
#[derive(Debug)]
pub(crate) struct Yields {
    /// The id of the form that the text is left to, or [`ANY`].
    pub to: &'static str,
    /// Returns whether this is such a text. It is asked only if `to` accepts the text.
    pub when: fn(&Readings) -> bool,
    /// The note about the choice; `None` if a person would see no other meaning.
    pub note: Option<fn(&Readings) -> Note>,
}

/// The id that means every form in [`Yields::to`]; `when` says which.
pub(crate) const ANY: &str = "";

impl Yields {
    /// A text of this sort is left to a form without a word.
    pub(crate) const fn to(to: &'static str, when: fn(&Readings) -> bool) -> Yields {
        Yields { to, when, note: None }
    }

    /// A text of this sort is left to a form, and a note says how to choose.
    pub(crate) const fn noted(to: &'static str, when: fn(&Readings) -> bool, note: fn(&Readings) -> Note) -> Yields {
        Yields { to, when, note: Some(note) }
    }
}

/// The most symbols of a usual grid: larger ones are rarer than matrices and lists.
pub(crate) const USUAL: usize = 25;

/// The readings of one text by all forms, as one that accepts it sees them.
pub(crate) struct Readings<'a> {
    /// The text.
    pub text: &'a str,
    /// True if the text was a list of lists of a programming language.
    pub is_nested: bool,
    /// True if the user asked for a kind or a form.
    pub is_asked: bool,
    /// The id of the form that asks.
    pub id: &'static str,
    /// The forms that accept the text, this one among them, and their puzzles.
    pub accepted: &'a [(&'static str, &'a [RawPuzzle])],
    /// The ids of the forms that refuse it.
    pub refused: &'a [&'static str],
}

impl Readings<'_> {
    /// Returns whether the form with this id accepts the text.
    pub(crate) fn accepts(&self, id: &str) -> bool {
        id == ANY || self.accepted.iter().any(|(other, _)| *other == id)
    }

    /// The grids that a form reads. None if it does not accept the text.
    pub(crate) fn grids_of(&self, id: &str) -> impl Iterator<Item = &Grid> {
        let drafts = self.accepted.iter().find(|(other, _)| *other == id).map(|(_, drafts)| *drafts);
        drafts.into_iter().flatten().filter_map(|draft| draft.shape.grid())
    }

    /// The grids that this form reads.
    pub(crate) fn grids(&self) -> impl Iterator<Item = &Grid> {
        self.grids_of(self.id)
    }

    /// Returns whether a form reads grids.
    pub(crate) fn has_grids(&self) -> bool {
        self.accepted.iter().any(|(_, drafts)| drafts[0].shape.grid().is_some())
    }

    /// Returns whether a form reads items and options.
    pub(crate) fn has_listings(&self) -> bool {
        self.accepted.iter().any(|(_, drafts)| drafts[0].shape.listing().is_some())
    }

    /// Returns whether the text has no characters but 0, 1 and blanks.
    pub(crate) fn is_bits(&self) -> bool {
        self.text.bytes().all(|byte| matches!(byte, b'0' | b'1') || byte.is_ascii_whitespace())
    }

    /// Returns whether this form sees a large grid with a single symbol, which is rather a matrix.
    pub(crate) fn is_one_symbol(&self) -> bool {
        let has_one = |grid: &Grid| {
            let all: SymbolSet = grid.cells.iter().filter_map(|entry| entry.symbol()).collect();
            all.len() == 1 || all.is_empty() && self.text.contains('X')
        };
        !self.is_asked && self.grids().any(|grid| grid.n_symbols() > USUAL && has_one(grid))
    }

    /// Returns whether the text is a matrix of 0 and 1 in which this form sees ones that clash.
    pub(crate) fn are_clashing_bits(&self) -> bool {
        self.is_bits() && self.grids().any(|grid| !grid.conflicts().is_empty())
    }
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
    /// Grids that are read and never written. Their puzzles are saved as TOML.
    OnlyRead { read: fn(&str) -> Result<Vec<MarkedGrid>, ParseError> },
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
    /// The rules that the drawings and the words of the text probably mean. `None` if it has
    /// neither.
    pub proposals: Option<Proposals>,
}

impl From<Grid> for MarkedGrid {
    fn from(grid: Grid) -> MarkedGrid {
        MarkedGrid {
            grid,
            marks: Marks::default(),
            meta: Meta::default(),
            refused: None,
            notes: Vec::new(),
            proposals: None,
        }
    }
}

/// A puzzle as a reader returns it, before its kind is known.
pub(crate) struct RawPuzzle {
    pub shape: Shape,
    pub marks: Marks,
    pub meta: Meta,
    pub refused: Option<ParseError>,
    pub notes: Vec<Note>,
    pub proposals: Option<Proposals>,
}

impl From<Shape> for RawPuzzle {
    fn from(shape: Shape) -> RawPuzzle {
        let (marks, meta) = (Marks::default(), Meta::default());
        RawPuzzle { shape, marks, meta, refused: None, notes: Vec::new(), proposals: None }
    }
}

impl From<MarkedGrid> for RawPuzzle {
    fn from(MarkedGrid { grid, marks, meta, refused, notes, proposals }: MarkedGrid) -> RawPuzzle {
        RawPuzzle { shape: Shape::Grid(grid), marks, meta, refused, notes, proposals }
    }
}

impl Form {
    /// The puzzles of a text, without pencil marks and metadata. An error has a line and a column.
    pub fn read(&self, text: &str) -> Result<Vec<Shape>, ParseError> {
        Ok(self.drafts(text, None)?.into_iter().map(|draft| draft.shape).collect())
    }

    /// The puzzles of a text, with their pencil marks and metadata. `symbols` are the symbols of
    /// their grids, if they are not to be inferred.
    pub(crate) fn drafts(&self, text: &str, symbols: Option<&Alphabet>) -> Result<Vec<RawPuzzle>, ParseError> {
        match self.text {
            Text::Spelled { read, .. } => Ok(read(text, symbols)?.into_iter().map(RawPuzzle::from).collect()),
            Text::Grids { read, .. } => Ok(read(text)?.into_iter().map(|grid| Shape::Grid(grid).into()).collect()),
            Text::MarkedGrids { read, .. } | Text::OnlyRead { read } => {
                Ok(read(text)?.into_iter().map(RawPuzzle::from).collect())
            }
            Text::Listings { read, .. } => {
                let draft = |listing: Listing| {
                    let notes = listing.empty_note().into_iter().collect();
                    RawPuzzle { notes, ..Shape::from(listing).into() }
                };
                Ok(read(text)?.into_iter().map(draft).collect())
            }
        }
    }

    /// Returns whether puzzles are written in this form, and not only read.
    pub fn writes(&self) -> bool {
        !matches!(self.text, Text::OnlyRead { .. })
    }

    /// A shape as text. The shape must be of the sort that the form reads: a grid or a listing. The
    /// form must be one that [`writes`](Form::writes).
    pub fn write(&self, shape: &Shape) -> String {
        match (&self.text, shape) {
            (Text::Grids { write, .. } | Text::Spelled { write, .. }, Shape::Grid(grid)) => write(grid),
            (Text::MarkedGrids { write, .. }, Shape::Grid(grid)) => write(&grid.clone().into()),
            (Text::Listings { write, .. }, Shape::Listing(listing)) => write(listing),
            _ => unreachable!("a puzzle's form is one of its kind's"),
        }
    }
}
