//! A puzzle in hand: its grid with a cursor on it, how keys are taken, and everything that was done to it.

use super::history::{Edit, History};
use crate::puzzle::{Areas, Cell, Entry, Expect, MAX_WEIGHT, Puzzle, Shape, Side, Symbol};
use std::path::PathBuf;

/// How a typed key is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// Digits are placed, letters are commands.
    #[default]
    Normal,
    /// Letters are placed too.
    Insert,
    /// Keys build walls.
    Walls,
    /// Digits make weights.
    Weights,
}

/// What a placed symbol becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Pen {
    #[default]
    Own,
    Given,
}

/// Why a listing is not edited here.
pub(super) const NO_GRID: &str = "this is no grid: it is edited as text";

/// What is said of a listing besides its options. Found once: a listing is replaced, not edited.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    /// Options without a primary item.
    pub idle: usize,
    /// The first primary item that is in no option.
    pub unmet: Option<usize>,
}

impl Facts {
    fn of(shape: &Shape) -> Facts {
        shape.listing().map_or(Facts::default(), |own| Facts { idle: own.idle_options(), unmet: own.unmet() })
    }
}

#[derive(Clone, Debug)]
pub struct Document {
    pub puzzle: Puzzle,
    pub facts: Facts,
    /// The shape that the file's expectations are about.
    original: Shape,
    /// The file that it was saved to, or came from.
    pub path: Option<PathBuf>,
    pub cursor: Cell,
    /// Of a listing: the option that the cursor is on.
    pub row: usize,
    pub mode: Mode,
    /// Whether the next digit starts a weight anew, rather than going on with it.
    pub fresh: bool,
    pub pen: Pen,
    /// Whether the candidates of empty cells are drawn, where there is room.
    pub candidates: bool,
    pub history: History,
}

impl Document {
    /// A puzzle as its file says it.
    pub fn new(puzzle: Puzzle, path: Option<PathBuf>) -> Document {
        let pen = if puzzle.grid().is_some_and(|grid| grid.givens() == 0) { Pen::Given } else { Pen::Own };
        Document {
            original: puzzle.shape.clone(),
            facts: Facts::of(&puzzle.shape),
            puzzle,
            path,
            cursor: Cell(0),
            row: 0,
            mode: Mode::Normal,
            fresh: true,
            pen,
            candidates: false,
            history: History::new(),
        }
    }

    /// The puzzle as it is written to a file. What was expected of other givens, walls or weights is left out.
    pub fn to_be_saved(&self) -> Puzzle {
        let same = match (&self.puzzle.shape, &self.original) {
            (Shape::Grid(now), Shape::Grid(then)) => now.without_own() == then.without_own(),
            (now, then) => now == then,
        };
        let expect = if same { self.puzzle.expect.clone() } else { Expect::default() };
        Puzzle { expect, ..self.puzzle.clone() }
    }

    /// Moves the cursor; it stops at the edge. In a listing it goes from option to option.
    pub fn move_by(&mut self, rows: i32, columns: i32) {
        self.fresh = true;
        if let Some(listing) = self.puzzle.shape.listing() {
            let last = listing.options.len().saturating_sub(1);
            self.row = self.row.saturating_add_signed(rows as isize).min(last);
        }
        let Some(grid) = self.puzzle.grid() else { return };
        let (row, column) = grid.place(self.cursor);
        let step = |at: usize, by: i32| (at as i32 + by).clamp(0, grid.n() as i32 - 1) as usize;
        self.cursor = grid.cell(step(row, rows), step(column, columns));
    }

    /// Moves the cursor to the next empty cell, or the previous one, round and round.
    pub fn to_empty(&mut self, forward: bool) {
        let Some(grid) = self.puzzle.grid() else { return };
        let cells = grid.cells.len();
        let at = self.cursor.index();
        let order = (1..=cells).map(|k| if forward { (at + k) % cells } else { (at + cells - k) % cells });
        let empty = order.into_iter().find(|&cell| grid.cells[cell] == Entry::Empty);
        self.cursor = empty.map_or(self.cursor, |cell| Cell(cell as u16));
    }

    fn edit(&mut self, edit: Edit) {
        if let Some(grid) = self.puzzle.grid_mut() {
            self.history.push(edit, grid);
        }
    }

    /// Puts a symbol under the cursor, or nothing. `Err` says why not.
    pub fn place(&mut self, symbol: Option<Symbol>) -> Result<(), String> {
        let cell = self.cursor;
        let grid = self.puzzle.grid().ok_or(NO_GRID)?;
        let old = grid.entry(cell);
        let new = match (symbol, self.pen) {
            (None, _) => Entry::Empty,
            (Some(symbol), Pen::Own) => Entry::Own(symbol),
            (Some(symbol), Pen::Given) => Entry::Given(symbol),
        };
        if let (Entry::Given(_), Pen::Own) = (old, self.pen) {
            return Err(format!("{} is given", grid.name(cell)));
        }
        if old != new {
            self.edit(Edit::Cell { cell, old, new });
        }
        Ok(())
    }

    /// Clears every cell that is not given.
    pub fn clear_own(&mut self) -> usize {
        let Some(grid) = self.puzzle.grid() else { return 0 };
        let own: Vec<(Cell, Entry, Entry)> = grid
            .all_cells()
            .filter(|&cell| matches!(grid.entry(cell), Entry::Own(_)))
            .map(|cell| (cell, grid.entry(cell), Entry::Empty))
            .collect();
        let count = own.len();
        if count > 0 {
            self.edit(Edit::Cells(own));
        }
        count
    }

    /// Writes the symbols of a solution into the empty cells.
    pub fn fill(&mut self, solution: &crate::puzzle::Grid) -> usize {
        let Some(grid) = self.puzzle.grid() else { return 0 };
        let new = |cell: Cell| solution.entry(cell).symbol().map_or(Entry::Empty, Entry::Own);
        let cells: Vec<(Cell, Entry, Entry)> = grid
            .all_cells()
            .filter(|&cell| grid.entry(cell) == Entry::Empty)
            .map(|cell| (cell, Entry::Empty, new(cell)))
            .collect();
        let count = cells.len();
        if count > 0 {
            self.edit(Edit::Cells(cells));
        }
        count
    }

    /// Whether some symbols are letters, which are keys as well.
    pub fn has_letters(&self) -> bool {
        self.puzzle.grid().is_some_and(|grid| grid.n() > 9)
    }

    /// Puts a wall up beside the cursor, or takes it down. `Err` says why not.
    pub fn toggle_wall(&mut self, side: Side) -> Result<bool, String> {
        let Some(Areas::Walls(walls)) = self.puzzle.grid().map(|grid| &grid.areas) else {
            return Err("only a jigsaw has walls".to_string());
        };
        let cell = self.cursor;
        if walls.neighbour(cell, side).is_none() {
            return Err("the edge of the grid is always a wall".to_string());
        }
        let stands = !walls.stands(cell, side);
        self.edit(Edit::Wall { cell, side, stands });
        Ok(stands)
    }

    /// Gives the cell under the cursor another weight. `Err` says why not.
    pub fn weigh(&mut self, change: impl Fn(u32) -> Option<u32>) -> Result<(), String> {
        let cell = self.cursor;
        let grid = self.puzzle.grid().ok_or(NO_GRID)?;
        if grid.weights.is_none() {
            return Err("only a target has weights".to_string());
        }
        let old = grid.weight(cell);
        let new = change(old).filter(|&new| new <= MAX_WEIGHT).ok_or("a weight is from 0 to 1,000,000")?;
        if new != old {
            self.edit(Edit::Weight { cell, old, new });
        }
        Ok(())
    }

    /// Undoes, or does again. `false` when there is nothing left to.
    pub fn undo(&mut self, forward: bool) -> bool {
        let Some(grid) = self.puzzle.grid_mut() else { return false };
        let edit = if forward { self.history.redo(grid) } else { self.history.undo(grid) };
        let found = edit.map(Edit::cell);
        if let Some(Some(cell)) = found {
            self.cursor = cell;
        }
        found.is_some()
    }
}
