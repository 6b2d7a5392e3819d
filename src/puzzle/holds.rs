//! The parts of a puzzle that each form can hold. A conversion finds in this table what would be
//! lost.

use super::grid::{Grid, Rule};

/// The parts of a puzzle that a form can hold, besides the givens of its grid.
#[derive(Clone, Copy, Debug)]
pub struct Holds {
    /// The smallest and the largest side of a grid.
    pub sides: (usize, usize),
    /// Boxes of another shape than the usual one.
    pub boxes: bool,
    /// The regions of a jigsaw.
    pub regions: bool,
    pub diagonals: bool,
    /// Other rules.
    pub rules: Ruled,
    /// Weights in the usual rings ([`Weights::rings`](super::grid::Weights::rings)).
    pub rings: bool,
    /// Any weights.
    pub weights: bool,
    /// The difference between givens and symbols that the player placed.
    pub own: bool,
    pub marks: bool,
    pub title: bool,
    pub listing: Listed,
    /// The options of a listing that were taken by hand.
    pub taken: bool,
}

/// The rules of grids that a form can hold.
#[derive(Clone, Copy, Debug)]
pub enum Ruled {
    None,
    /// The rules for which the function returns true.
    Those(fn(&Rule, &Grid) -> bool),
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
        sides: (4, 25),
        boxes: false,
        regions: false,
        diagonals: false,
        rules: Ruled::None,
        rings: false,
        weights: false,
        own: false,
        marks: false,
        title: false,
        listing: Listed::Own,
        taken: false,
    };
    pub const TARGET: Holds = Holds { rings: true, sides: (4, 9), ..Holds::PLAIN };
    pub const JIGSAW: Holds = Holds { sides: (4, 16), regions: true, boxes: true, ..Holds::PLAIN };
    /// Everything.
    pub const ALL: Holds = Holds {
        boxes: true,
        regions: true,
        diagonals: true,
        rules: Ruled::All,
        rings: true,
        weights: true,
        own: true,
        marks: true,
        title: true,
        taken: true,
        ..Holds::PLAIN
    };
    pub const OWN: Holds = Holds::PLAIN;
    pub const EXACT: Holds = Holds { listing: Listed::Exact, ..Holds::PLAIN };
    pub const MATRIX: Holds = Holds { listing: Listed::Bare, ..Holds::PLAIN };
    pub const REPEATED: Holds = Holds { listing: Listed::Repeated, ..Holds::PLAIN };

    /// Returns whether a form of listings writes the names of items.
    pub fn writes_names(&self) -> bool {
        matches!(self.listing, Listed::Exact | Listed::Repeated)
    }

    /// Returns whether a form holds exact covers that were not read from it.
    pub fn is_exact(&self) -> bool {
        matches!(self.listing, Listed::Exact | Listed::Bare)
    }
}
