//! Selecting cells of a grid.

use super::Document;
use quadrille_puzzle::{Cell, Entry, Grid, Symbol};

/// A set of cells that one key selects.
#[derive(Debug)]
pub struct KeySelection {
    pub key: char,
    /// The set, in a few words.
    pub help: &'static str,
    cells: fn(&Document, &Grid) -> Vec<Cell>,
}

/// PICKS: the sets of cells that a key selects. They refer to the cell under the cursor.
pub static PICKS: &[KeySelection] = &[
    KeySelection { key: 'r', help: "the row", cells: |document, grid| grid.row_of(document.cursor) },
    KeySelection { key: 'c', help: "the column", cells: |document, grid| grid.column_of(document.cursor) },
    KeySelection { key: 'b', help: "the box or region", cells: |document, grid| grid.area_of(document.cursor) },
    KeySelection {
        key: 's',
        help: "all cells with the same symbol",
        cells: |document, grid| like(document, grid, |at| grid.entry(at).symbol()),
    },
    KeySelection {
        key: 'k',
        help: "all cells of the same colour",
        cells: |document, grid| like(document, grid, |at| document.notes.color(at)),
    },
    KeySelection {
        key: 'e',
        help: "all empty cells",
        cells: |_, grid| grid.all_cells().filter(|&cell| grid.entry(cell) == Entry::Empty).collect(),
    },
    KeySelection {
        key: 'i',
        help: "all cells but the selected ones",
        cells: |document, grid| alike(grid, |cell| !document.selected.contains(cell)),
    },
    KeySelection { key: 'a', help: "all cells", cells: |_, grid| alike(grid, |_| true) },
    KeySelection { key: 'n', help: "no cell", cells: |_, _| Vec::new() },
];

/// The cells, without holes, for which a function returns true.
fn alike(grid: &Grid, is_one: impl Fn(Cell) -> bool) -> Vec<Cell> {
    grid.all_cells().filter(|&cell| !grid.is_hole(cell) && is_one(cell)).collect()
}

/// The cells that agree with the cell under the cursor.
fn like<T: PartialEq>(document: &Document, grid: &Grid, of: impl Fn(Cell) -> T) -> Vec<Cell> {
    let wanted = of(document.cursor);
    alike(grid, |cell| of(cell) == wanted)
}

impl Document {
    /// Selects the cells of a row of `PICKS`, besides those that are selected. Inverting and
    /// selecting none replace the selection.
    pub fn pick(&mut self, pick: &KeySelection) {
        let Some(cells) = self.puzzle.grid().map(|grid| (pick.cells)(self, grid)) else { return };
        match pick.key {
            'i' | 'n' => self.selected.set(cells),
            _ => self.selected.add(cells),
        }
    }

    /// Selects the cells that hold a symbol, besides those that are selected.
    pub(crate) fn pick_symbol(&mut self, symbol: Symbol) {
        let Some(grid) = self.puzzle.grid() else { return };
        let cells: Vec<Cell> = grid.all_cells().filter(|&cell| grid.entry(cell).symbol() == Some(symbol)).collect();
        self.selected.add(cells);
    }

    /// Moves the cursor by one cell and selects the cells on the way.
    pub fn extend(&mut self, rows: i32, columns: i32) {
        let from = self.cursor;
        self.step(rows, columns);
        if from != self.cursor {
            self.selected.extend(from, self.cursor);
        } else if !self.selected.contains(from) {
            self.selected.extend(from, from);
        }
    }
}
