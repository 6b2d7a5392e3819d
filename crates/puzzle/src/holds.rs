//! The parts of a puzzle that each form can hold. A conversion finds in this table what would be
//! lost.

use super::grid::{Grid, GridRule};
use super::meta::Mark;
use super::size::Size;

/// The parts of a puzzle that a form can hold, besides the givens of its grid.
// Many fields: a column for each thing that a form may hold.
#[derive(Clone, Copy, Debug)]
pub struct Holds {
    /// The smallest and the largest side of a grid; of one that is not usual, the longer one.
    pub sides: (usize, usize),
    /// Grids that are not usual: with more columns than rows or more symbols than both, with a
    /// symbol that means 0, or without boxes.
    pub wide: bool,
    /// Boxes of another shape than the usual one.
    pub boxes: bool,
    /// The regions of a jigsaw.
    pub regions: bool,
    /// Regions whose cells do not touch, and cells without a region.
    pub apart: bool,
    /// Several grids with cells in common.
    pub grids: HeldGrids,
    /// The two diagonals, each with every symbol once.
    pub diagonals: bool,
    /// The text is the candidates of each cell: those that the givens leave, as if the puzzle gave
    /// them. A grid without empty cells would be a text of another form.
    pub candidates: bool,
    /// Other rules.
    pub rules: Ruled,
    /// Weights in the usual rings ([`Weights::rings`](super::grid::Weights::rings)).
    pub rings: bool,
    /// Any weights.
    pub weights: bool,
    /// The difference between givens and symbols that the player placed.
    pub entered: bool,
    /// The pencil marks of the player, by their kinds.
    pub marks: &'static [Mark],
    /// The colours of cells.
    pub colors: bool,
    /// The title of the puzzle.
    pub title: bool,
    /// A note is read as rules, so only the words of an ordinary sudoku can be written.
    pub note_is_rules: bool,
    /// The listings whose options the form can hold.
    pub listing: Listed,
    /// The options of a listing that were taken by hand.
    pub taken: bool,
}

/// The rules of grids that a form can hold.
#[derive(Clone, Copy, Debug)]
pub enum Ruled {
    None,
    /// The rules for which the function returns true.
    Those(fn(&GridRule, &Grid) -> bool),
    All,
}

/// The puzzles of several grids that a form can hold.
#[derive(Clone, Copy, Debug)]
pub enum HeldGrids {
    None,
    /// Only puzzles of several grids for which the function returns true, and no others.
    Those(fn(&Grid) -> bool),
    All,
}

/// The listings that a form can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// No listings. In a form of listings: only those that were read from it.
    Own,
    /// All exact covers, with the names of their items, colours, costs and ranges.
    Exact,
    /// Exact covers without colours, costs, ranges and secondary items. Names are lost.
    Bare,
    /// All repeated covers.
    Repeated,
}

impl Holds {
    /// Usual boxes and symbols, nothing else.
    pub const PLAIN: Holds = Holds {
        sides: (4, Size::MOST),
        wide: false,
        boxes: false,
        regions: false,
        apart: false,
        grids: HeldGrids::None,
        diagonals: false,
        candidates: false,
        rules: Ruled::None,
        rings: false,
        weights: false,
        entered: false,
        marks: &[],
        colors: false,
        title: false,
        note_is_rules: false,
        listing: Listed::Own,
        taken: false,
    };
    /// A sudoku with weights in rings.
    pub(crate) const TARGET: Holds = Holds { rings: true, sides: (4, 9), ..Holds::PLAIN };
    /// A grid with regions, of side 4 to 16.
    pub(crate) const JIGSAW: Holds = Holds { sides: (4, 16), regions: true, boxes: true, ..Holds::PLAIN };
    /// Everything.
    pub const ALL: Holds = Holds {
        wide: true,
        boxes: true,
        regions: true,
        apart: true,
        grids: HeldGrids::All,
        diagonals: true,
        rules: Ruled::All,
        rings: true,
        weights: true,
        entered: true,
        marks: &Mark::ALL,
        colors: true,
        title: true,
        taken: true,
        ..Holds::PLAIN
    };
    /// A listing that a kind makes from its own data.
    pub const OWN: Holds = Holds::PLAIN;
    /// An exact cover with names, colours and multiplicities.
    pub(crate) const EXACT: Holds = Holds { listing: Listed::Exact, ..Holds::PLAIN };
    /// An exact cover without names.
    pub(crate) const MATRIX: Holds = Holds { listing: Listed::Bare, ..Holds::PLAIN };
    /// A repeated cover with names.
    pub(crate) const REPEATED: Holds = Holds { listing: Listed::Repeated, ..Holds::PLAIN };

    /// Returns whether a form of listings writes the names of items.
    pub(crate) fn writes_names(&self) -> bool {
        matches!(self.listing, Listed::Exact | Listed::Repeated)
    }

    /// Returns whether a form holds exact covers that were not read from it.
    pub fn is_exact(&self) -> bool {
        matches!(self.listing, Listed::Exact | Listed::Bare)
    }
}
