//! The areas of a grid: rectangular boxes, or regions closed off by walls.

use super::cell::Cell;
use super::size::Size;
use serde::{Deserialize, Serialize};

/// The areas of a grid. Each should hold no symbol twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Areas {
    /// None: only rows and columns count.
    None,
    /// Boxes of `rows` x `columns` cells, which fill the grid.
    Boxes { rows: usize, columns: usize },
    /// Regions of any shape, closed off by walls.
    Walls(Walls),
}

impl Areas {
    /// The usual boxes of a grid of side n: as square as possible, and wider than high (6 gives 2
    /// rows x 3 columns). `None` if n is prime: its only divisors would make the boxes whole rows
    /// or columns.
    pub fn usual_boxes(n: usize) -> Option<Areas> {
        Areas::fitting_boxes(Size::square(n), n)
    }

    /// All possible boxes of a grid of side n with at least two rows and two columns.
    pub fn all_boxes(n: usize) -> Vec<Areas> {
        let rows = (2..n).filter(|rows| n.is_multiple_of(*rows) && n / rows > 1);
        rows.map(|rows| Areas::Boxes { rows, columns: n / rows }).collect()
    }

    /// The boxes of a grid of this size that hold every symbol once and are as square as possible,
    /// the usual ones of a square grid. `None` if no box has that many cells and fits.
    pub(crate) fn fitting_boxes(size: Size, n_symbols: usize) -> Option<Areas> {
        let fits = |rows: &usize| {
            let columns = n_symbols / rows;
            n_symbols.is_multiple_of(*rows)
                && columns > 1
                && size.rows.is_multiple_of(*rows)
                && size.columns.is_multiple_of(columns)
        };
        let rows = (2..n_symbols).filter(fits).min_by_key(|&rows| (rows.abs_diff(n_symbols / rows), rows))?;
        Some(Areas::Boxes { rows, columns: n_symbols / rows })
    }

    /// The area of every cell, row-major: the same number for all if there are none. Areas are
    /// numbered by their first cells in reading order.
    pub fn numbers(&self, size: Size) -> Vec<usize> {
        match self {
            Areas::None => vec![0; size.n_cells()],
            Areas::Boxes { rows, columns } => {
                let number = |(row, column)| row / rows * (size.columns / columns) + column / columns;
                size.cells().map(|cell| number(size.place(cell))).collect()
            }
            Areas::Walls(walls) => walls.regions(),
        }
    }

    /// Returns whether these are areas of a grid of this size and number of symbols. Regions of a
    /// wrong size are, because walls may still be drawn.
    pub fn fit(&self, size: Size, n_symbols: usize) -> bool {
        match self {
            Areas::None => true,
            &Areas::Boxes { rows, columns } => {
                let divides = |part: usize, whole: usize| part > 0 && whole.is_multiple_of(part);
                // In a usual grid a box holds every symbol.
                let fewest = if size.is_usual(n_symbols) { n_symbols } else { 1 };
                let fits = |cells| (fewest..=n_symbols).contains(&cells);
                divides(rows, size.rows)
                    && divides(columns, size.columns)
                    && rows.checked_mul(columns).is_some_and(fits)
            }
            Areas::Walls(walls) => walls.is_of(size),
        }
    }
}

/// Walls between the cells of a grid. The grid's edge is always a wall and is not stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walls {
    #[serde(alias = "n")]
    size: Size,
    /// True if the cell has a wall to its right. Row-major.
    right: Vec<bool>,
    /// True if the cell has a wall below it. Row-major.
    below: Vec<bool>,
}

/// The four sides of a cell, with their bits in a wall sum: 16 up, 32 right, 64 down, 128 left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    Up,
    Right,
    Down,
    Left,
}

impl Side {
    /// All sides, clockwise from the top, in the order of the bits.
    pub const ALL: [Side; 4] = [Side::Up, Side::Right, Side::Down, Side::Left];

    /// The side's bit in a wall sum.
    pub fn bit(self) -> u32 {
        16 << self as u32
    }

    /// The name in files: `up`, `right`, `down`, `left`.
    pub fn name(self) -> &'static str {
        ["up", "right", "down", "left"][self as usize]
    }

    /// The rows and columns to the neighbour on that side.
    pub fn step(self) -> (i32, i32) {
        [(-1, 0), (0, 1), (1, 0), (0, -1)][self as usize]
    }

    /// The side of the neighbour that touches this one.
    pub(crate) fn opposite(self) -> Side {
        Side::ALL[(self as usize + 2) % 4]
    }
}

impl Walls {
    /// Returns whether these are the walls of a grid of this size.
    pub fn is_of(&self, size: Size) -> bool {
        (self.size, self.right.len(), self.below.len()) == (size, size.n_cells(), size.n_cells())
    }

    /// No walls except the edge.
    pub fn none(size: Size) -> Walls {
        Walls { size, right: vec![false; size.n_cells()], below: vec![false; size.n_cells()] }
    }

    /// Walls between neighbours with different numbers. `region` is row-major.
    pub fn between(size: Size, region: &[usize]) -> Walls {
        let mut walls = Walls::none(size);
        for cell in size.cells() {
            let parted = |by| size.moved(cell, by).is_some_and(|other| region[cell.index()] != region[other.index()]);
            let (right, below) = (parted(Side::Right.step()), parted(Side::Down.step()));
            walls.right[cell.index()] = right;
            walls.below[cell.index()] = below;
        }
        walls
    }

    /// The neighbour of a cell on one side; `None` beyond the edge.
    pub fn neighbour(&self, cell: Cell, side: Side) -> Option<Cell> {
        self.size.moved(cell, side.step())
    }

    fn edge(&mut self, cell: Cell, side: Side) -> Option<&mut bool> {
        let other = self.neighbour(cell, side)?;
        Some(match side {
            Side::Up => &mut self.below[other.index()],
            Side::Right => &mut self.right[cell.index()],
            Side::Down => &mut self.below[cell.index()],
            Side::Left => &mut self.right[other.index()],
        })
    }

    /// Returns whether a cell has a wall on one side. Always true at the grid's edge.
    pub fn stands(&self, cell: Cell, side: Side) -> bool {
        match (self.neighbour(cell, side), side) {
            (None, _) => true,
            (Some(_), Side::Right) => self.right[cell.index()],
            (Some(_), Side::Down) => self.below[cell.index()],
            (Some(other), Side::Left) => self.right[other.index()],
            (Some(other), Side::Up) => self.below[other.index()],
        }
    }

    /// Adds or removes a wall. The grid's edge cannot be removed.
    pub fn set(&mut self, cell: Cell, side: Side, stands: bool) {
        if let Some(edge) = self.edge(cell, side) {
            *edge = stands;
        }
    }

    /// The wall bits of a cell.
    pub fn bits(&self, cell: Cell) -> u32 {
        Side::ALL.iter().filter(|&&side| self.stands(cell, side)).map(|side| side.bit()).sum()
    }

    /// The region of every cell, row-major. A region is a set of cells connected without crossing a
    /// wall; regions are numbered by their first cells in reading order.
    pub fn regions(&self) -> Vec<usize> {
        let mut region = vec![usize::MAX; self.size.n_cells()];
        let mut count = 0;
        for start in 0..region.len() {
            if region[start] != usize::MAX {
                continue;
            }
            let mut flood = vec![Cell(start as u16)];
            region[start] = count;
            while let Some(cell) = flood.pop() {
                for side in Side::ALL {
                    if let Some(next) = self.neighbour(cell, side)
                        && !self.stands(cell, side)
                        && region[next.index()] == usize::MAX
                    {
                        region[next.index()] = count;
                        flood.push(next);
                    }
                }
            }
            count += 1;
        }
        region
    }

    /// The regions of a wrong size. In a square grid with as many symbols as rows, each region
    /// holds every symbol once. In others, each has at most as many cells as there are symbols.
    /// Empty if the walls make a jigsaw.
    pub fn faults(&self, n_symbols: usize) -> Vec<RegionFault> {
        let is_usual = self.size.is_usual(n_symbols);
        let region = self.regions();
        let count = region.iter().max().map_or(0, |last| last + 1);
        let mut faults = Vec::new();
        for number in 0..count {
            let cells = region.iter().filter(|&&r| r == number).count();
            if cells > n_symbols || is_usual && cells < n_symbols {
                let first = region.iter().position(|&r| r == number).expect("every number has a cell");
                faults.push(RegionFault { region: number, first: Cell(first as u16), cells });
            }
        }
        faults
    }

    /// The reason why the walls do not make a jigsaw, in words; `None` if they do.
    pub fn unfit(&self, n_symbols: usize) -> Option<String> {
        let faults = self.faults(n_symbols);
        let (first, rest) = faults.split_first()?;
        let size = self.size;
        let count = self.regions().iter().max().map_or(0, |last| last + 1);
        if count == 1 {
            let regions = size.n_cells().div_ceil(n_symbols);
            return Some(format!("all {} cells form one region, {regions} regions expected", size.n_cells()));
        }
        let with = |fault: &RegionFault| format!("region {} (with {})", letter(fault.region), size.name(fault.first));
        let cells = if first.cells == 1 { "1 cell".to_string() } else { format!("{} cells", first.cells) };
        let mut words = format!("{} has {cells}", with(first));
        for other in rest.iter().take(2) {
            words += &format!(", {} {}", with(other), other.cells);
        }
        if rest.len() > 2 {
            words += &format!(" and {} more are wrong", rest.len() - 2);
        }
        let most = if size.is_usual(n_symbols) { "" } else { "at most " };
        Some(format!("{words}: {most}{n_symbols} expected"))
    }
}

/// A region of the wrong size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionFault {
    /// The number of the region, from 0.
    pub region: usize,
    /// The region's first cell in reading order.
    pub first: Cell,
    pub cells: usize,
}

/// The letter of a region: `a` for 0. After `z`, the region's 1-based number.
pub fn letter(region: usize) -> String {
    match u8::try_from(region) {
        Ok(small) if small < 26 => char::from(b'a' + small).to_string(),
        _ => format!("{}", region + 1),
    }
}
