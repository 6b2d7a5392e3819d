//! The numbers of places in SudokuMaker: cells, edges, corners, and the ring around the grid.

use crate::cell::Cell;
use crate::json::JsonValue;

/// A square grid of side `n`.
pub(super) struct NumberedPlaces {
    pub n: usize,
}

impl NumberedPlaces {
    /// The cells of a list of numbers, row by row. The error names what is not read.
    pub fn cells(&self, numbers: Vec<JsonValue>, what: &str) -> Result<Vec<Cell>, String> {
        let cell = |number: JsonValue| {
            let number = number.plain_number().map(|number| number as usize).filter(|&number| number < self.n * self.n);
            number.map(|number| Cell(number as u16)).ok_or_else(|| format!("{what} outside the grid"))
        };
        match numbers.len() <= self.n * self.n {
            true => numbers.into_iter().map(cell).collect(),
            false => Err(format!("{what} with more cells than the grid")),
        }
    }

    fn cell(&self, row: isize, column: isize) -> Option<Cell> {
        let inside = |k: isize| usize::try_from(k).ok().filter(|&k| k < self.n);
        Some(Cell((inside(row)? * self.n + inside(column)?) as u16))
    }

    /// The two cells beside an edge: 2n numbers a row, first the edges to the right of its cells,
    /// counted from 1, then those below them.
    pub fn edge(&self, number: Option<u32>, what: &str) -> Result<Vec<Cell>, String> {
        let pair = number.and_then(|number| {
            let (row, at) = (number as usize / (2 * self.n), number as usize % (2 * self.n));
            let (row, at, n) = (row as isize, at as isize, self.n as isize);
            // Numbers below n are upright edges: the k-th lies between columns k - 1 and k.
            match at < n {
                true => Some([self.cell(row, at - 1)?, self.cell(row, at)?]),
                false => Some([self.cell(row, at - n)?, self.cell(row + 1, at - n)?]),
            }
        });
        pair.map(|pair| pair.to_vec()).ok_or_else(|| format!("{what} that are not between two cells"))
    }

    /// The four cells at a corner, which are numbered row by row.
    pub fn corner(&self, number: Option<u32>, what: &str) -> Result<Vec<Cell>, String> {
        let four = number.and_then(|number| {
            let (y, x) = (number as usize / (self.n + 1), number as usize % (self.n + 1));
            let (y, x) = (y as isize, x as isize);
            [(y - 1, x - 1), (y - 1, x), (y, x - 1), (y, x)]
                .map(|(row, column)| self.cell(row, column))
                .into_iter()
                .collect()
        });
        four.ok_or_else(|| format!("{what} at the edge of the grid"))
    }

    /// The cells that a cell of the ring looks at: its row or column from its side on or, with a
    /// direction below 0 for a falling and above 0 for a rising one, its diagonal.
    pub fn outer(&self, number: Option<u32>, way: Option<f64>, what: &str) -> Result<Vec<Cell>, String> {
        let line = number.and_then(|number| {
            let ring = self.n + 2;
            let (row, column) = (number as usize / ring, number as usize % ring);
            let (row, column, n) = (row as isize - 1, column as isize - 1, self.n as isize);
            let steps: Vec<(isize, isize)> = match way {
                Some(way) if way < 0.0 => vec![(1, 1), (-1, -1)],
                Some(_) => vec![(1, -1), (-1, 1)],
                None if row == -1 => vec![(1, 0)],
                None if row == n => vec![(-1, 0)],
                None if column == -1 => vec![(0, 1)],
                None => vec![(0, -1)],
            };
            let cells = |(down, right): (isize, isize)| {
                (1..=n).map_while(|k| self.cell(row + k * down, column + k * right)).collect::<Vec<Cell>>()
            };
            let is_outside = row == -1 || row == n || column == -1 || column == n;
            steps.into_iter().map(cells).find(|cells| !cells.is_empty()).filter(|_| is_outside)
        });
        line.ok_or_else(|| format!("{what} that look at no cell"))
    }
}
