//! The areas of a grid: rectangular boxes, or regions closed off by walls.

use super::cell::Cell;
use serde::{Deserialize, Serialize};

/// The areas of a grid. Each should hold every symbol once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Areas {
    /// Boxes of `rows` x `columns` cells, with rows * columns = n.
    #[allow(missing_docs, reason = "fields say what they are by their names")]
    Boxes { rows: usize, columns: usize },
    /// Regions of any shape, closed off by walls.
    Walls(Walls),
}

impl Areas {
    /// The usual boxes of a grid of side n: as square as possible, and wider than high (6 gives 2
    /// rows x 3 columns). `None` if n is prime: its only divisors would make the boxes whole rows
    /// or columns.
    pub fn usual_boxes(n: usize) -> Option<Areas> {
        let rows = (2..n).filter(|r| r * r <= n && n.is_multiple_of(*r)).max()?;
        Some(Areas::Boxes { rows, columns: n / rows })
    }

    /// All possible boxes of a grid of side n with at least two rows and two columns.
    pub fn all_boxes(n: usize) -> Vec<Areas> {
        let rows = (2..n).filter(|rows| n.is_multiple_of(*rows) && n / rows > 1);
        rows.map(|rows| Areas::Boxes { rows, columns: n / rows }).collect()
    }

    /// The area of every cell, row-major. Areas are numbered by their first cells in reading order.
    pub fn numbers(&self, n: usize) -> Vec<usize> {
        match self {
            Areas::Boxes { rows, columns } => {
                (0..n * n).map(|cell| cell / n / rows * rows + cell % n / columns).collect()
            }
            Areas::Walls(walls) => walls.regions(),
        }
    }
}

/// Walls between the cells of a grid of side n. The grid's edge is always a wall and is not stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walls {
    n: usize,
    /// True if the cell has a wall to its right. Length n * n, row-major.
    right: Vec<bool>,
    /// True if the cell has a wall below it. Length n * n, row-major.
    below: Vec<bool>,
}

/// The four sides of a cell, with their bits in a wall sum: 16 up, 32 right, 64 down, 128 left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "variants say what they are by their names")]
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
    /// Returns whether these are the walls of a grid of side n.
    pub fn is_of(&self, n: usize) -> bool {
        (self.n, self.right.len(), self.below.len()) == (n, n * n, n * n)
    }

    /// No walls except the edge.
    pub fn none(n: usize) -> Walls {
        Walls { n, right: vec![false; n * n], below: vec![false; n * n] }
    }

    /// Walls between neighbours with different numbers. `region` has length n * n, row-major.
    pub fn between(n: usize, region: &[usize]) -> Walls {
        let mut walls = Walls::none(n);
        for cell in 0..n * n {
            walls.right[cell] = cell % n + 1 < n && region[cell] != region[cell + 1];
            walls.below[cell] = cell + n < n * n && region[cell] != region[cell + n];
        }
        walls
    }

    /// The neighbour of a cell on one side; `None` beyond the edge.
    pub fn neighbour(&self, cell: Cell, side: Side) -> Option<Cell> {
        let (n, at) = (self.n, cell.index());
        let found = match side {
            Side::Up => at.checked_sub(n),
            Side::Right => (at % n + 1 < n).then_some(at + 1),
            Side::Down => (at + n < n * n).then_some(at + n),
            Side::Left => (at % n > 0).then(|| at - 1),
        };
        found.map(|at| Cell(at as u16))
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
        let mut region = vec![usize::MAX; self.n * self.n];
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

    /// The regions that do not have n cells. Empty if the walls make a jigsaw.
    pub fn faults(&self) -> Vec<RegionFault> {
        let region = self.regions();
        let count = region.iter().max().map_or(0, |last| last + 1);
        let mut faults = Vec::new();
        for number in 0..count {
            let cells = region.iter().filter(|&&r| r == number).count();
            if cells != self.n {
                let first = region.iter().position(|&r| r == number).expect("every number has a cell");
                faults.push(RegionFault { region: number, first: Cell(first as u16), cells });
            }
        }
        faults
    }

    /// The reason why the walls do not make a jigsaw, in words; `None` if every region has n cells.
    pub fn unfit(&self) -> Option<String> {
        let faults = self.faults();
        let (first, rest) = faults.split_first()?;
        let n = self.n;
        let count = self.regions().iter().max().map_or(0, |last| last + 1);
        if count == 1 {
            return Some(format!("all {} cells form one region, {n} regions expected", n * n));
        }
        let with = |fault: &RegionFault| format!("region {} (with {})", letter(fault.region), fault.first.name(n));
        let cells = if first.cells == 1 { "1 cell".to_string() } else { format!("{} cells", first.cells) };
        let mut words = format!("{} has {cells}", with(first));
        for other in rest.iter().take(2) {
            words += &format!(", {} {}", with(other), other.cells);
        }
        if rest.len() > 2 {
            words += &format!(" and {} more are wrong", rest.len() - 2);
        }
        Some(format!("{words}: {n} expected"))
    }
}

/// A region of the wrong size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionFault {
    /// The number of the region, from 0.
    pub region: usize,
    /// The region's first cell in reading order.
    pub first: Cell,
    /// The number of its cells.
    pub cells: usize,
}

/// The letter of a region: `a` for 0. After `z`, the region's 1-based number.
pub fn letter(region: usize) -> String {
    match u8::try_from(region) {
        Ok(small) if small < 26 => char::from(b'a' + small).to_string(),
        _ => format!("{}", region + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_as_square_as_they_can_be() {
        let boxes = |n| match Areas::usual_boxes(n) {
            Some(Areas::Boxes { rows, columns }) => Some((rows, columns)),
            _ => None,
        };
        assert_eq!(boxes(6), Some((2, 3)));
        assert_eq!(boxes(16), Some((4, 4)));
        assert_eq!(boxes(12), Some((3, 4)));
        assert_eq!(boxes(7), None);
    }

    #[test]
    fn walls_close_off_regions_and_say_which_are_too_small() {
        let mut walls = Walls::between(4, &[0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
        assert_eq!(walls.faults(), []);
        assert_eq!(walls.bits(Cell(0)), 16 + 128);
        assert_eq!(walls.bits(Cell(5)), 32 + 64);
        walls.set(Cell(0), Side::Right, true);
        walls.set(Cell(0), Side::Down, true);
        let faults = walls.faults();
        assert_eq!(
            faults.iter().map(|f| (f.region, f.first, f.cells)).collect::<Vec<_>>(),
            [(0, Cell(0), 1), (1, Cell(1), 3)]
        );
    }
}
