//! Notes on a grid: pencil marks, and the letters of regions while a jigsaw is drawn.

use crate::puzzle::{Areas, Cell, Grid, Marks, Symbol, Walls};
use serde::{Deserialize, Serialize};

/// The position of a pencil mark in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// Each symbol at its own place in the cell. It says where in a unit the symbol can go.
    Corner,
    /// Symbols side by side. They say which symbols the cell can hold.
    Centre,
}

/// The notes of a grid, by cell. Marks are sets of symbols, one bit per symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notes {
    /// Marks in the corners.
    pub corner: Vec<u32>,
    /// Marks in the centre.
    pub centre: Vec<u32>,
    /// The region to which each cell was assigned. Used while a jigsaw is drawn; otherwise the
    /// walls define the regions.
    pub letters: Vec<Option<u8>>,
}

impl Notes {
    /// Returns whether these are notes for a grid of `cells` cells.
    pub fn is_of(&self, cells: usize) -> bool {
        [self.corner.len(), self.centre.len(), self.letters.len()] == [cells; 3]
    }

    /// Returns the notes of a grid of side `n` that was made from this one. `from` gives the old
    /// cell of each new cell.
    pub fn moved(&self, n: usize, from: impl Fn(Cell) -> Option<Cell>) -> Notes {
        let all = || (0..(n * n) as u16).map(|cell| from(Cell(cell)));
        let symbols = if n < 32 { (1u32 << n) - 1 } else { u32::MAX };
        let sets = |old: &[u32]| all().map(|cell| cell.map_or(0, |cell| old[cell.index()] & symbols)).collect();
        let letter = |cell: Option<Cell>| self.letters[cell?.index()].filter(|&number| usize::from(number) < n);
        Notes { corner: sets(&self.corner), centre: sets(&self.centre), letters: all().map(letter).collect() }
    }

    /// The notes of a grid that was read: the file's marks, and the regions that the walls make.
    pub fn of(grid: &Grid, marks: &Marks) -> Notes {
        let filled = |sets: &[u32]| if sets.is_empty() { vec![0; grid.cells.len()] } else { sets.to_vec() };
        Notes { corner: filled(marks.corner()), centre: filled(marks.centre()), letters: Notes::letters_of(grid) }
    }

    /// The marks as they are written to a file.
    pub fn to_marks(&self) -> Marks {
        Marks::new(self.corner.clone(), self.centre.clone())
    }

    /// Returns the letters of the regions that the walls make. Regions beyond the n-th get none.
    pub fn letters_of(grid: &Grid) -> Vec<Option<u8>> {
        let n = grid.n();
        let numbers = grid.areas.numbers(n);
        // If there is only one region, nothing was drawn yet.
        let drawn = numbers.iter().any(|&number| number > 0);
        numbers
            .into_iter()
            .map(|number| u8::try_from(number).ok().filter(|&region| drawn && usize::from(region) < n))
            .collect()
    }

    /// Returns the walls between cells of different letters. There is no wall between cells without
    /// a region.
    pub fn walls(&self, n: usize) -> Walls {
        let numbers: Vec<usize> = self.letters.iter().map(|letter| letter.map_or(n, usize::from)).collect();
        Walls::between(n, &numbers)
    }

    /// Returns whether the letters match the walls. They do not after walls were changed by hand.
    pub fn fits(&self, grid: &Grid) -> bool {
        matches!(&grid.areas, Areas::Walls(walls) if *walls == self.walls(grid.n()))
    }

    /// The marks of one kind, by cell. Empty if there are none.
    pub fn marks(&self, mark: Mark) -> &[u32] {
        match mark {
            Mark::Corner => &self.corner,
            Mark::Centre => &self.centre,
        }
    }

    /// Adds or removes a mark. The cell must be one of the grid's.
    pub fn put(&mut self, mark: Mark, cell: Cell, symbol: Symbol, set: bool) {
        let marks = match mark {
            Mark::Corner => &mut self.corner,
            Mark::Centre => &mut self.centre,
        };
        let bit = 1 << symbol.0;
        if set { marks[cell.index()] |= bit } else { marks[cell.index()] &= !bit }
    }

    /// Returns true if a cell has this mark.
    pub fn holds(&self, mark: Mark, cell: Cell, symbol: Symbol) -> bool {
        self.marks(mark).get(cell.index()).is_some_and(|symbols| symbols & (1 << symbol.0) != 0)
    }
}
