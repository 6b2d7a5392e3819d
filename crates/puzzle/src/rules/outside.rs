//! The numbers outside a grid that say something about a row, a column or a diagonal.

use super::{Cells, Drawn};
use crate::cell::Cell;
use crate::grid::{Grid, GridRule};

/// A number outside a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The row and the column of its place, from 0. At least one of them is -1, or the number of
    /// rows or columns.
    pub place: (i32, i32),
    /// The direction of the cells that it is about, in rows and columns.
    pub by: (i32, i32),
    /// The number. A diagonal's has an arrow: `↘12`.
    pub text: String,
    /// The same in ASCII: `\12`.
    pub plain: String,
}

impl GridRule {
    /// The place before the first cell of a straight line, and the direction of the line. `None`
    /// if the rule names no row, column or diagonal.
    pub(crate) fn place_before(&self, grid: &Grid) -> Option<((i32, i32), (i32, i32))> {
        let &[first, second, ..] = &self.cells[..] else { return None };
        let is_straight = matches!(self.spec().takes.cells, Cells::Row | Cells::Diagonal);
        let place = |cell: Cell| {
            let (row, column) = grid.place(cell);
            (row as i32, column as i32)
        };
        let ((r, c), (row, column)) = (place(first), place(second));
        let by = (row - r, column - c);
        is_straight.then_some(((r - by.0, c - by.1), by))
    }

    /// The first number of the rule, outside the grid.
    pub(super) fn outside(&self, grid: &Grid) -> Option<Outside> {
        let (place, by) = self.place_before(grid)?;
        let number = self.numbers.first()?;
        let (arrow, plain) = match by {
            (1, 1) => ("↘", "\\"),
            (1, -1) => ("↙", "/"),
            (-1, 1) => ("↗", "/"),
            (-1, -1) => ("↖", "\\"),
            _ => ("", ""),
        };
        Some(Outside { place, by, text: format!("{arrow}{number}"), plain: format!("{plain}{number}") })
    }
}

impl Grid {
    /// The numbers outside the grid, in the order of its rules.
    pub fn outside(&self) -> Vec<Outside> {
        let drawn = self.rules.iter().filter(|rule| rule.drawn() == Drawn::Outside);
        drawn.filter_map(|rule| rule.outside(self)).collect()
    }
}
