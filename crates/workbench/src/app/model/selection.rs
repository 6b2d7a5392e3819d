//! The selection: cells that keys change together.

use quadrille_puzzle::Cell;
use serde::{Deserialize, Serialize};

/// The selected cells, in the order in which they were selected. A rule that follows a line takes
/// them in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Selection {
    cells: Vec<Cell>,
    /// True if moving the cursor keeps the selection.
    held: bool,
}

impl Selection {
    /// The cells, in order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns true if no cell is selected.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns true if moving the cursor keeps the selection.
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// Returns true if the cell is selected.
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.contains(&cell)
    }

    /// Deselects all cells.
    pub fn clear(&mut self) {
        *self = Selection::default();
    }

    /// Deselects all cells, unless the selection is held.
    pub fn let_go(&mut self) {
        if !self.held {
            self.cells.clear();
        }
    }

    /// Selects one cell, or deselects it. The selection is held from then on.
    pub fn toggle(&mut self, cell: Cell) {
        match self.cells.iter().position(|&other| other == cell) {
            Some(at) => _ = self.cells.remove(at),
            None => self.cells.push(cell),
        }
        self.held = !self.cells.is_empty();
    }

    /// Goes on from one cell to another. The first is selected if it is not, then the other. A step
    /// back to the cell before the last one deselects the last one.
    pub fn extend(&mut self, from: Cell, to: Cell) {
        if !self.contains(from) {
            self.cells.push(from);
        }
        let before = self.cells.len().checked_sub(2).map(|at| self.cells[at]);
        if before == Some(to) && self.cells.last() == Some(&from) {
            self.cells.pop();
        } else if !self.contains(to) {
            self.cells.push(to);
        }
    }

    /// Selects these cells too. The selection is held from then on.
    pub fn add(&mut self, cells: impl IntoIterator<Item = Cell>) {
        for cell in cells {
            if !self.contains(cell) {
                self.cells.push(cell);
            }
        }
        self.held = !self.cells.is_empty();
    }

    /// Selects these cells and no others.
    pub fn set(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.clear();
        self.add(cells);
    }

    /// Deselects the cell that was selected last.
    pub fn pop(&mut self) {
        self.cells.pop();
        self.held &= !self.cells.is_empty();
    }

    /// Deselects the cells behind the last one of a grid.
    pub fn stay_inside(&mut self, cells: usize) {
        self.cells.retain(|cell| cell.index() < cells);
        self.held &= !self.cells.is_empty();
    }
}
