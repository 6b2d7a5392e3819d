//! The rows and columns of a grid.

use super::cell::Cell;
use super::side_length::{SideLength, pair};
use super::symbol_set::SymbolSet;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;

/// The number of rows and of columns of a grid.
///
/// # Examples
///
/// ```
/// use quadrille_puzzle::Size;
///
/// let size = Size { rows: 6, columns: 8 };
/// let cell = size.cell(1, 3);
/// assert_eq!((cell.index(), size.name(cell)), (11, "r2c4".to_string()));
/// assert_eq!((size.n_cells(), size.side(), size.to_string()), (48, None, "6x8".to_string()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SizeRead")]
pub struct Size {
    pub rows: usize,
    pub columns: usize,
}

const _: () = assert!(Size::MOST <= SymbolSet::MOST);

/// The forms in which a draft may hold a size. Version 0.1 wrote the side of a square.
#[derive(Deserialize)]
#[serde(untagged)]
enum SizeRead {
    Side(usize),
    Both { rows: usize, columns: usize },
}

impl From<SizeRead> for Size {
    fn from(read: SizeRead) -> Size {
        match read {
            SizeRead::Side(n) => Size::square(n),
            SizeRead::Both { rows, columns } => Size { rows, columns },
        }
    }
}

impl Size {
    /// The most rows, columns and symbols of a grid: as many as a set of symbols holds.
    pub const MOST: usize = *SideLength::ALL.end() as usize;

    /// The rows and columns that a grid can have.
    pub const ALL: RangeInclusive<usize> = 2..=Size::MOST;

    /// The longer sides and the numbers of symbols that a grid can have.
    pub const LONGER: RangeInclusive<usize> = 4..=Size::MOST;

    /// The size of a square grid.
    pub const fn square(n: usize) -> Size {
        Size { rows: n, columns: n }
    }

    /// The side of the square grid that has this many cells; `None` if there is none.
    pub(super) fn side_of(n_cells: usize) -> Option<usize> {
        let side = n_cells.isqrt();
        (side * side == n_cells && Size::LONGER.contains(&side)).then_some(side)
    }

    /// The size that a text such as `6x8` names: two whole numbers with an `x` between them. `None`
    /// for any other text.
    pub(super) fn read(text: &str) -> Option<Size> {
        let (rows, columns) = pair(text)?;
        Some(Size { rows: rows.try_into().ok()?, columns: columns.try_into().ok()? })
    }

    /// Returns whether these are the rows and columns of a usual grid of this number of symbols.
    pub fn is_usual(self, n_symbols: usize) -> bool {
        self == Size::square(n_symbols)
    }

    /// The number of rows and columns, if there are as many of both.
    pub fn side(self) -> Option<usize> {
        (self.rows == self.columns).then_some(self.rows)
    }

    /// The longer side: the fewest symbols with which no row or column repeats one.
    pub fn longer(self) -> usize {
        self.rows.max(self.columns)
    }

    /// Returns whether a grid can have this size.
    pub fn is_held(self) -> bool {
        [self.rows, self.columns].iter().all(|side| Size::ALL.contains(side)) && Size::LONGER.contains(&self.longer())
    }

    pub fn n_cells(self) -> usize {
        self.rows * self.columns
    }

    /// All cells, row-major.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone + use<> {
        (0..self.n_cells() as u16).map(Cell)
    }

    /// The cell in a row and a column, both 0-based.
    pub fn cell(self, row: usize, column: usize) -> Cell {
        Cell((row * self.columns + column) as u16)
    }

    /// Row and column, 0-based.
    pub fn place(self, cell: Cell) -> (usize, usize) {
        (cell.index() / self.columns, cell.index() % self.columns)
    }

    /// The cell at this offset of rows and columns, if there is one.
    pub fn moved(self, cell: Cell, (rows, columns): (i32, i32)) -> Option<Cell> {
        let (row, column) = self.place(cell);
        let row = row.checked_add_signed(rows as isize).filter(|&row| row < self.rows)?;
        let column = column.checked_add_signed(columns as isize).filter(|&column| column < self.columns)?;
        Some(self.cell(row, column))
    }

    /// The name of a cell: `r3c5`.
    pub fn name(self, cell: Cell) -> String {
        let (row, column) = self.place(cell);
        format!("r{}c{}", row + 1, column + 1)
    }

    /// The cell with a name such as `r3c5`; `None` if there is no such cell.
    pub fn cell_named(self, name: &str) -> Option<Cell> {
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        let inside = |text: &str, most| text.parse::<usize>().ok().filter(|at| (1..=most).contains(at));
        Some(self.cell(inside(row, self.rows)? - 1, inside(column, self.columns)? - 1))
    }

    /// The size of the grid turned by 90 degrees.
    pub fn turned(self) -> Size {
        Size { rows: self.columns, columns: self.rows }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}
