//! A minimal reader and writer of 9x9 sudokus, for inputs of millions of puzzles: a line of 81
//! characters in, a line of 81 digits out.
//!
//! It reads the simple cases of the form `line`. Other lines are left to the form's own reader,
//! which has better errors.

use super::areas::Areas;
use super::cell::{Entry, Symbol};
use super::grid::Grid;

/// The digits of a 9x9, row-major: 1 to 9, and 0 for an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nine(pub [u8; 81]);

/// A line of a long input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    /// A 9x9 sudoku.
    Puzzle(Nine),
    /// Blank, or a comment.
    Nothing,
    /// Anything else: a line for the form's own reader.
    Other,
}

/// The result for a byte that is not a cell.
const WRONG: u8 = u8::MAX;

/// The digit of a byte, 0 for an empty cell, or [`WRONG`]. Branch-free, so that many bytes are
/// converted at once.
#[inline(always)]
fn digit(byte: u8) -> u8 {
    let digit = byte.wrapping_sub(b'0');
    let blank = super::symbols::BLANKS.iter().fold(false, |any, &blank| any | (byte == blank as u8));
    let other = if blank { 0 } else { WRONG };
    if digit < 10 { digit } else { other }
}

impl Nine {
    /// Reads a line without its line end.
    pub fn read(line: &[u8]) -> Plain {
        let line = line.trim_ascii();
        if line.first().is_none_or(|&first| first == b'#') {
            return Plain::Nothing;
        }
        let Some((cells, rest)) = line.split_first_chunk::<81>() else { return Plain::Other };
        let mut digits = [0; 81];
        digits.iter_mut().zip(cells).for_each(|(slot, &byte)| *slot = digit(byte));
        // Digits are below 16 and `WRONG` is not, so the union of all digits shows an error.
        let wrong = digits.iter().fold(0, |all, digit| all | digit) > 15;
        let follows = rest.first().is_some_and(|next| !matches!(next, b' ' | b'\t'));
        if wrong || follows { Plain::Other } else { Plain::Puzzle(Nine(digits)) }
    }

    /// Appends the line to a text.
    #[inline]
    pub fn write(&self, text: &mut Vec<u8>) {
        self.write_cells(text);
        text.push(b'\n');
    }

    /// As [`Nine::write`], without the line end.
    #[inline]
    pub fn write_cells(&self, text: &mut Vec<u8>) {
        let mut cells = [0; 81];
        for (cell, digit) in cells.iter_mut().zip(self.0) {
            *cell = if digit == 0 { b'.' } else { b'0' + digit };
        }
        text.extend_from_slice(&cells);
    }

    /// The digits of a grid. `None` unless it is a plain 9x9: boxes of three by three, no rules,
    /// and no weights.
    pub fn of(grid: &Grid) -> Option<Nine> {
        let plain = Grid::new(9, Areas::Boxes { rows: 3, columns: 3 });
        let cells =
            grid.cells.as_slice().try_into().ok().filter(|_| *grid == Grid { cells: grid.cells.clone(), ..plain });
        let digit = |entry: Entry| entry.symbol().map_or(0, |symbol| symbol.0 + 1);
        cells.map(|cells: [Entry; 81]| Nine(cells.map(digit)))
    }

    /// The grid with these digits as its givens.
    #[inline]
    pub fn grid(&self) -> Grid {
        let entry = |digit: u8| if digit == 0 { Entry::Empty } else { Entry::Given(Symbol(digit - 1)) };
        Grid { cells: self.0.map(entry).to_vec(), ..Grid::new(9, Areas::Boxes { rows: 3, columns: 3 }) }
    }

    /// The digits in the row, the column and the box of a cell: bit d is set for the digit d.
    pub fn seen_by(&self, cell: usize) -> u16 {
        let (row, column) = (cell / 9, cell % 9);
        let corner = row / 3 * 27 + column / 3 * 3;
        let seen = (0..9).flat_map(|k| [9 * row + k, 9 * k + column, corner + k / 3 * 9 + k % 3]);
        seen.filter(|&other| other != cell).fold(0, |seen, other| seen | 1 << self.0[other]) & !1
    }

    /// Returns whether every row, column and box holds each digit once, and the digits of `puzzle`
    /// are kept. Shares no code with the search.
    pub fn solves(&self, puzzle: &Nine) -> bool {
        const ALL: u16 = 0b11_1111_1110;
        let (rows, asked) = (self.0.as_chunks::<9>().0, puzzle.0.iter());
        let kept = self.0.iter().zip(asked).fold(true, |kept, (digit, asked)| kept & (*asked == 0 || asked == digit));
        let mut columns = [0; 9];
        let mut filled = true;
        for band in rows.as_chunks::<3>().0 {
            let mut boxes = [0; 3];
            for row in band {
                let bits = row.map(|digit| 1u16 << (digit & 15));
                let threes = [0, 3, 6].map(|first| bits[first] | bits[first + 1] | bits[first + 2]);
                (0..9).for_each(|c| columns[c] |= bits[c]);
                (0..3).for_each(|c| boxes[c] |= threes[c]);
                filled &= threes[0] | threes[1] | threes[2] == ALL;
            }
            filled &= boxes == [ALL; 3];
        }
        kept && filled && columns == [ALL; 9]
    }
}
