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
    pub fn write(&self, text: &mut Vec<u8>) {
        text.extend(self.0.map(|digit| if digit == 0 { b'.' } else { b'0' + digit }));
        text.push(b'\n');
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
    pub fn grid(&self) -> Grid {
        let entry = |digit: u8| if digit == 0 { Entry::Empty } else { Entry::Given(Symbol(digit - 1)) };
        Grid { cells: self.0.map(entry).to_vec(), ..Grid::new(9, Areas::Boxes { rows: 3, columns: 3 }) }
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

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &[u8] = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &[u8] = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn nine(line: &[u8]) -> Nine {
        match Nine::read(line) {
            Plain::Puzzle(nine) => nine,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_line_is_a_puzzle_nothing_or_somebody_elses() {
        assert_eq!(nine(PUZZLE).0[..5], [5, 3, 0, 0, 7]);
        let blanks = [b"  53--7__**".as_slice(), &PUZZLE[9..], b"\tby hand\r"].concat();
        assert_eq!(nine(&blanks), nine(PUZZLE));
        assert_eq!((Nine::read(b" \t"), Nine::read(b"# a list")), (Plain::Nothing, Plain::Nothing));
        for other in [&PUZZLE[1..], b"end", &[PUZZLE, b"1"].concat(), &[b"A", &PUZZLE[1..]].concat()] {
            assert_eq!(Nine::read(other), Plain::Other);
        }
        let mut text = Vec::new();
        nine(PUZZLE).write(&mut text);
        assert_eq!(text, [PUZZLE, b"\n"].concat());
    }

    #[test]
    fn only_a_plain_grid_has_digits() {
        let grid = nine(PUZZLE).grid();
        assert_eq!(Nine::of(&grid), Some(nine(PUZZLE)));
        assert_eq!(Nine::of(&Grid { diagonals: true, ..grid.clone() }), None);
        assert_eq!(Nine::of(&Grid::new(4, Areas::Boxes { rows: 2, columns: 2 })), None);
    }

    #[test]
    fn a_solution_holds_each_digit_once_and_keeps_the_givens() {
        let (puzzle, solved) = (nine(PUZZLE), nine(SOLVED));
        assert!(solved.solves(&puzzle));
        assert!(!puzzle.solves(&puzzle), "not filled");
        let mut other = solved;
        other.0.swap(2, 11);
        assert!(!other.solves(&puzzle), "two rows with a digit twice");
        let mut asked = puzzle;
        asked.0[2] = 9;
        assert!(!solved.solves(&asked), "a given was changed");
    }
}
