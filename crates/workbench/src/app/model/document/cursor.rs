//! The moves of the cursor: from cell to cell of a grid, and from option to option of a listing.

use super::{Document, Pen};
use quadrille_puzzle::{Cell, Entry, Grid, Listing, Picture};

/// Returns the option to which the cursor moves from option `row`. On a board, it is the option
/// ahead that begins closest to the line of movement. A tie goes to the nearest option or, if the
/// move is longer than 1, to the farthest. In a lattice of matches, it is the match at that offset.
/// In any other listing, a row is one option and a column is ten. If there is no such option, the
/// cursor stays.
pub fn beside(listing: &Listing, row: usize, rows: i32, columns: i32) -> usize {
    let last = listing.options.len().saturating_sub(1);
    match &listing.picture {
        Some(Picture::Board(board)) => {
            let place = |option: usize| {
                let cell = board.marks.get(option)?.cells.first().copied()? as usize;
                Some(((cell / board.columns) as i64, (cell % board.columns) as i64))
            };
            let Some(here) = place(row) else { return row.min(last) };
            // An option's distance from the line of movement, and its distance along that line.
            // `None` if the option is not ahead.
            let ahead = |option: usize| {
                let there = place(option)?;
                let (down, right) = (there.0 - here.0, there.1 - here.1);
                let (along, aside) = if rows != 0 {
                    (down * i64::from(rows.signum()), right)
                } else {
                    (right * i64::from(columns.signum()), down)
                };
                (along > 0).then_some((aside.abs(), along, option))
            };
            let far = rows.unsigned_abs().max(columns.unsigned_abs()) > 1;
            let ways = (0..=last).filter_map(ahead);
            let found =
                if far { ways.min_by_key(|&(aside, along, option)| (aside, -along, option)) } else { ways.min() };
            found.map_or(row, |(_, _, option)| option)
        }
        Some(Picture::Matches(matches)) => {
            let by = i64::from(rows) * (2 * matches.side as i64 + 1) + i64::from(columns);
            let wanted = matches.matches.get(row).map(|&removed| i64::from(removed) + by);
            let found = matches.matches.iter().position(|&removed| Some(i64::from(removed)) == wanted);
            found.unwrap_or(row)
        }
        Some(Picture::Tickets(_)) | None => {
            let by = (rows as isize).saturating_add((columns as isize).saturating_mul(10));
            row.saturating_add_signed(by).min(last)
        }
    }
}

/// A place or, if it is a hole, the next cell ahead, else the last one behind.
fn nearest(grid: &Grid, at: Cell, by: (i32, i32)) -> Cell {
    match grid.is_hole(at) && by != (0, 0) {
        true => grid.beyond(at, by).or_else(|| grid.beyond(at, (-by.0, -by.1))).unwrap_or(at),
        false => at,
    }
}

impl Document {
    /// Moves the cursor, which stops at the edge. In a listing it goes from option to option. A
    /// selection that is not held ends.
    pub(crate) fn move_by(&mut self, rows: i32, columns: i32) {
        self.selected.let_go();
        self.step(rows, columns);
    }

    /// Moves the cursor and leaves the selection as it is.
    pub(super) fn step(&mut self, rows: i32, columns: i32) {
        self.typing.wrapped = false;
        if let Some(listing) = self.whole() {
            self.row = beside(listing, self.row, rows, columns);
        }
        let Some(grid) = self.puzzle.grid() else { return };
        let step = |at: usize, by: i32, n: usize| (at as i32).saturating_add(by).clamp(0, n as i32 - 1) as usize;
        let (row, column) = grid.place(self.cursor);
        let below = nearest(grid, grid.cell(step(row, rows, grid.rows()), column), (rows.signum(), 0));
        let (row, column) = grid.place(below);
        let across = grid.cell(row, step(column, columns, grid.columns()));
        self.cursor = nearest(grid, across, (0, columns.signum()));
    }

    /// Moves to the next option that begins on the same cell of the board, or to the previous one.
    fn turn_option(&mut self, forward: bool) {
        let Some(Picture::Board(board)) = self.whole().and_then(|listing| listing.picture.as_ref()) else { return };
        let Some(mark) = board.marks.get(self.row) else { return };
        let spot = mark.cells.first().copied();
        let mut there = (0..board.marks.len()).filter(|&other| board.marks[other].cells.first().copied() == spot);
        let next = match forward {
            true => there.clone().find(|&other| other > self.row).or_else(|| there.next()),
            false => there.clone().rfind(|&other| other < self.row).or_else(|| there.next_back()),
        };
        self.row = next.unwrap_or(self.row);
    }

    /// Moves to the next or previous cell in reading order. Returns `false` at the end of the grid.
    pub fn advance(&mut self, forward: bool) -> bool {
        let Some(grid) = self.puzzle.grid() else { return false };
        let at = self.cursor.index();
        let is_cell = |at: &usize| grid.cells[*at] != Entry::Hole;
        let next = if forward { (at + 1..grid.cells.len()).find(is_cell) } else { (0..at).rfind(is_cell) };
        let Some(next) = next else { return false };
        self.selected.let_go();
        self.cursor = Cell(next as u16);
        self.typing.wrapped = forward && next / grid.columns() > at / grid.columns();
        true
    }

    /// Moves on, or back, from a given to the next cell that is not given, unless the pen writes
    /// givens.
    pub(crate) fn pass_givens(&mut self, forward: bool) {
        let is_given = |document: &Document| {
            let grid = document.puzzle.grid();
            grid.is_some_and(|grid| matches!(grid.entry(document.cursor), Entry::Given(_)))
        };
        while self.typing.pen == Pen::Own && is_given(self) && self.advance(forward) {}
    }

    /// Moves to the start of the next row. If a row was just completed, the cursor is there
    /// already.
    pub(crate) fn next_row(&mut self) {
        if !std::mem::replace(&mut self.typing.wrapped, false) {
            self.move_by(1, i32::MIN);
        }
    }

    /// Moves the cursor to the next or previous cell that is empty (or given, with `given`),
    /// cyclically. In a listing it moves to the next option on the same cell.
    pub(crate) fn go_to_next(&mut self, forward: bool, given: bool) {
        self.turn_option(forward);
        let Some(grid) = self.puzzle.grid() else { return };
        let cells = grid.cells.len();
        let at = self.cursor.index();
        let mut order = (1..=cells).map(|k| if forward { (at + k) % cells } else { (at + cells - k) % cells });
        let fits = |cell: &usize| match grid.cells[*cell] {
            Entry::Empty => !given,
            Entry::Given(_) => given,
            Entry::Own(_) | Entry::Hole => false,
        };
        self.selected.let_go();
        self.cursor = order.find(fits).map_or(self.cursor, |cell| Cell(cell as u16));
        self.typing.wrapped = false;
    }

    /// Keeps the cursor inside the grid, whose size may have changed.
    pub(crate) fn stay_inside(&mut self) {
        if let Some(grid) = self.puzzle.grid() {
            let last = Cell(grid.cells.len() as u16 - 1);
            self.cursor = self.cursor.min(last);
            if grid.is_hole(self.cursor) {
                self.cursor = grid.all_cells().find(|&cell| !grid.is_hole(cell)).unwrap_or(self.cursor);
            }
            self.selected.stay_inside(last.index() + 1);
        }
    }
}
