//! KINDS: the one table of puzzle kinds. A new kind is one file in this folder and one row.

use super::areas::{Areas, Walls};
use super::extent::{Extent, ExtentError};
use super::form::Form;
use super::grid::{Grid, Weights};
use super::listing::Listing;
use dancing::Goal;

pub mod cover;
pub mod jigsaw;
pub mod multi;
pub mod queens;
pub mod setcover;
pub mod sudoku;
pub mod target;
pub mod tiling;

/// A kind of puzzle. The loader, the TOML form and its schema, the command line, the picker, the
/// manual and the round-trip test are derived from it.
#[derive(Debug)]
pub struct Kind {
    /// The name on the command line, in JSON and in the palette.
    pub id: &'static str,
    /// The heading of its puzzles in the Library.
    pub title: &'static str,
    /// One line for `kinds`, the picker and the manual.
    pub help: &'static str,
    /// The forms that it can be written in, in the order in which the readers are tried.
    pub forms: &'static [&'static Form],
    /// The usual goal.
    pub goal: Goal,
    /// A text in the first form, for the round-trip test and the help.
    pub sample: &'static str,
    /// The shape of the puzzles, and the parts that depend on it.
    pub data: Data,
}

/// The data of the puzzles of a kind.
#[derive(Debug)]
pub enum Data {
    /// Puzzles on a grid of cells.
    Grid(GridKind),
    /// Puzzles of items and options.
    Listing(ListingKind),
}

/// A kind of grids. Its empty grid says how it is divided and whether it has weights; the picker of
/// new grids and the TOML form follow from that.
#[derive(Debug)]
pub struct GridKind {
    /// The sides that an empty grid can have, in ascending order; at least one.
    pub sizes: &'static [usize],
    /// An empty grid of side n, one of `sizes`.
    pub empty: fn(usize) -> Grid,
}

#[derive(Debug)]
pub struct ListingKind {
    /// The description of its table in the TOML form. The table has the name of the kind.
    pub table: &'static str,
    /// Returns whether a text of the first form says which options of a listing were taken by hand.
    pub says_taken: fn(&Listing) -> bool,
}

impl Kind {
    /// Returns whether puzzles of this kind are listings, not grids.
    pub fn is_listed(&self) -> bool {
        self.listing().is_some()
    }

    /// The kind as a kind of grids; `None` if its puzzles are listings.
    pub fn grid(&self) -> Option<&GridKind> {
        match &self.data {
            Data::Grid(kind) => Some(kind),
            Data::Listing(_) => None,
        }
    }

    /// The kind as a kind of listings; `None` if its puzzles are grids.
    pub fn listing(&self) -> Option<&ListingKind> {
        match &self.data {
            Data::Grid(_) => None,
            Data::Listing(kind) => Some(kind),
        }
    }

    /// The sides that an empty grid of this kind can have; empty for kinds of listings.
    pub fn sizes(&self) -> &'static [usize] {
        self.grid().map_or(&[], |kind| kind.sizes)
    }

    /// The largest of these sides; 0 for kinds of listings.
    pub fn largest(&self) -> usize {
        self.sizes().last().copied().unwrap_or(0)
    }

    /// An empty grid of side n, one of [`Kind::sizes`]; `None` for kinds of listings.
    pub fn empty(&self, n: usize) -> Option<Grid> {
        self.grid().map(|kind| (kind.empty)(n))
    }

    /// An empty grid of this kind and extent; of a jigsaw, the regions are those of boxes, or rows.
    /// `None` for kinds of listings.
    ///
    /// # Errors
    ///
    /// If the kind has no grid of this extent.
    pub fn blank(&self, extent: Extent) -> Option<Result<Grid, ExtentError>> {
        let kind = self.grid()?;
        if let Some(&n) = kind.sizes.iter().find(|&&n| extent == Extent::usual(n)) {
            return Some(Ok((kind.empty)(n)));
        }
        if self.has_grids() {
            return Some(Err(ExtentError::Arranged));
        }
        let grid = extent.grid().map(|grid| {
            let regions = match &grid.areas {
                Areas::None => grid.all_cells().map(|cell| grid.place(cell).0).collect(),
                areas => areas.numbers(grid.size()),
            };
            let areas =
                if self.has_walls() { Areas::Walls(Walls::between(grid.size(), &regions)) } else { grid.areas.clone() };
            Grid { areas, weights: self.is_weighted().then(|| Weights::rings(grid.size())), ..grid }
        });
        Some(grid)
    }

    /// Returns whether cells have weights.
    pub fn is_weighted(&self) -> bool {
        self.grid().is_some_and(|kind| (kind.empty)(kind.sizes[0]).weights.is_some())
    }

    /// Returns whether a puzzle is several grids with cells in common.
    pub fn has_grids(&self) -> bool {
        self.grid().is_some_and(|kind| !(kind.empty)(kind.sizes[0]).grids().is_empty())
    }

    /// Returns whether grids are divided by walls, not into boxes.
    pub fn has_walls(&self) -> bool {
        self.grid().is_some_and(|kind| matches!((kind.empty)(kind.sizes[0]).areas, Areas::Walls(_)))
    }
}

/// All kinds, in the order of the manual.
pub static KINDS: &[&Kind] = &[
    &sudoku::KIND,
    &jigsaw::KIND,
    &target::KIND,
    &multi::KIND,
    &cover::KIND,
    &queens::KIND,
    &tiling::KIND,
    &setcover::KIND,
];

/// The kind with this name.
pub fn kind(id: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.id == id)
}

/// The kind that a grid belongs to: the first one with weights if the grid has weights, else the
/// first one that is divided as the grid is.
pub fn kind_of(grid: &Grid) -> &'static Kind {
    let has_walls = matches!(grid.areas, Areas::Walls(_) | Areas::Regions(_));
    let has_grids = !grid.grids().is_empty();
    let is_of = |kind: &&Kind| match grid.weights {
        Some(_) => kind.is_weighted(),
        None => {
            let is_divided = kind.has_walls() == has_walls && kind.has_grids() == has_grids;
            kind.grid().is_some() && !kind.is_weighted() && is_divided
        }
    };
    KINDS.iter().copied().find(is_of).expect("there are kinds with boxes, with walls and with weights")
}
