//! Cells, symbols, and the content of a cell.

use serde::{Deserialize, Serialize};

/// A cell, row-major and 0-based. The size of the grid gives its row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell(pub u16);

/// A symbol, 0-based: its place in the grid's alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Symbol(pub u8);

impl Cell {
    /// The index into row-major cells.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Entry {
    /// No symbol.
    #[default]
    Empty,
    /// Part of the puzzle.
    Given(Symbol),
    /// Placed by the player or the solver.
    Own(Symbol),
    /// A place that none of the puzzle's grids covers.
    Hole,
}

impl Entry {
    /// The symbol of a filled cell, given or placed. `None` for an empty cell and a hole.
    pub fn symbol(self) -> Option<Symbol> {
        match self {
            Entry::Empty | Entry::Hole => None,
            Entry::Given(symbol) | Entry::Own(symbol) => Some(symbol),
        }
    }

    /// The entry without a symbol that was placed.
    pub fn without_own(self) -> Entry {
        match self {
            Entry::Own(_) => Entry::Empty,
            Entry::Empty | Entry::Given(_) | Entry::Hole => self,
        }
    }
}
