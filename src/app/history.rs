//! Undo and redo: every change to a grid is an edit that knows its own inverse.

use crate::puzzle::{Areas, Cell, Entry, Grid, Side};

/// One change. Applying it and then its inverse leaves the grid as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    Cell {
        cell: Cell,
        old: Entry,
        new: Entry,
    },
    Wall {
        cell: Cell,
        side: Side,
        stands: bool,
    },
    Weight {
        cell: Cell,
        old: u32,
        new: u32,
    },
    /// Several cells at once.
    Cells(Vec<(Cell, Entry, Entry)>),
}

impl Edit {
    pub fn inverse(&self) -> Edit {
        match self.clone() {
            Edit::Cell { cell, old, new } => Edit::Cell { cell, old: new, new: old },
            Edit::Wall { cell, side, stands } => Edit::Wall { cell, side, stands: !stands },
            Edit::Weight { cell, old, new } => Edit::Weight { cell, old: new, new: old },
            Edit::Cells(cells) => Edit::Cells(cells.into_iter().map(|(cell, old, new)| (cell, new, old)).collect()),
        }
    }

    pub fn apply(&self, grid: &mut Grid) {
        match self {
            Edit::Cell { cell, new, .. } => grid.cells[cell.index()] = *new,
            Edit::Wall { cell, side, stands } => {
                if let Areas::Walls(walls) = &mut grid.areas {
                    walls.set(*cell, *side, *stands);
                }
            }
            Edit::Weight { cell, new, .. } => {
                if let Some(weights) = &mut grid.weights {
                    weights.0[cell.index()] = *new;
                }
            }
            Edit::Cells(cells) => cells.iter().for_each(|(cell, _, new)| grid.cells[cell.index()] = *new),
        }
    }

    /// Where the cursor goes when the edit is undone or done again.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Edit::Cell { cell, .. } | Edit::Wall { cell, .. } | Edit::Weight { cell, .. } => Some(*cell),
            Edit::Cells(cells) => cells.first().map(|(cell, _, _)| *cell),
        }
    }
}

/// The edits of a session. Those before `done` are in force, those after it were undone.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Each with a number of its own, counted from 1: the state after it.
    edits: Vec<(u64, Edit)>,
    done: usize,
    last: u64,
    /// The state that a file has, if one does.
    saved: Option<u64>,
}

impl History {
    /// The history of a grid that is just as its file says.
    pub fn new() -> History {
        History { saved: Some(0), ..History::default() }
    }

    /// Applies an edit and keeps it. Edits that were undone are gone.
    pub fn push(&mut self, edit: Edit, grid: &mut Grid) {
        edit.apply(grid);
        self.edits.truncate(self.done);
        self.last += 1;
        self.edits.push((self.last, edit));
        self.done += 1;
    }

    /// Undoes the last edit and returns it; `None` when there is none.
    pub fn undo(&mut self, grid: &mut Grid) -> Option<&Edit> {
        self.done = self.done.checked_sub(1)?;
        let (_, edit) = &self.edits[self.done];
        edit.inverse().apply(grid);
        Some(edit)
    }

    /// Does the edit again that was undone last; `None` when there is none.
    pub fn redo(&mut self, grid: &mut Grid) -> Option<&Edit> {
        let (_, edit) = self.edits.get(self.done)?;
        edit.apply(grid);
        self.done += 1;
        Some(edit)
    }

    /// Which state the grid is in. No two states of a session have the same number.
    pub fn version(&self) -> u64 {
        self.done.checked_sub(1).map_or(0, |last| self.edits[last].0)
    }

    /// The state of a version is in a file.
    pub fn mark_saved(&mut self, version: u64) {
        self.saved = Some(version);
    }

    /// The grid was never in a file.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.version())
    }
}
