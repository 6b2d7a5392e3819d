//! POJ 3074: sudokus of one line, 81 characters of `1-9` and `.`, until a line `end`.
//!
//! Lines enter as bytes, because an input has hundreds of thousands of them. A line that is not a
//! plain puzzle is read again by the strict reader, which reports errors.

use super::answers::grid_or;
use super::grids::{blanks, fill, grid_is_wrong, usual};
use super::{Judge, JudgeMethod, one_line, shapes};
use dancing::Goal;
use quadrille_puzzle::scan::{Line, decode_line, each};
use quadrille_puzzle::symbols::{lines_of, strict_cells};
use quadrille_puzzle::{Alphabet, Nine, ParseError, TextPlace, sudoku, text_lines};

pub(super) const POJ3074: Judge = Judge {
    name: "poj3074",
    page: Some("http://poj.org/problem?id=3074"),
    help: "POJ 3074 Sudoku: lines of 81 characters, `.` empty, until `end`",
    kind: &sudoku::KIND,
    form: &sudoku::LINE,
    goal: Goal::First,
    method: JudgeMethod::NineLines,
    read: |text| {
        let mut reader = NineLines::default();
        let mut lines = text_lines(text).into_iter();
        shapes(each(move || {
            loop {
                let Some(line) = lines.next() else { return Ok(None) };
                if let Some(nine) = reader.next(line.as_bytes())? {
                    return Ok(Some(nine.grid()));
                }
            }
        }))
    },
    input: |cases| cases.concat() + "end\n",
    write: |_, _, answer| grid_or(answer, |grid| lines_of(grid).replace('\n', "") + "\n", "No solution\n"),
    lines: one_line,
    wrong: grid_is_wrong,
    together: 20,
    most: u64::MAX,
    tiny: Vec::new,
    make: |rng, flavour, size| usual(rng, flavour, size, '.', 81),
    parts: |case| blanks(case, '.'),
    without: |case, answer, gone| fill(case, answer, '.', gone),
};

/// The word that ends the input.
const CLOSING: &str = "end";

/// A reader of one line after the other. Its state describes the lines so far.
#[derive(Clone, Debug, Default)]
pub struct NineLines {
    /// The number of lines so far.
    lines: usize,
    /// The first blank line. Only blank lines may follow it.
    blank: Option<usize>,
    is_closed: bool,
}

impl NineLines {
    /// Reads the next line, without its line end. `None` for a blank line and for the line `end`.
    /// The error may be about an earlier line that was blank.
    pub fn next(&mut self, line: &[u8]) -> Result<Option<Nine>, ParseError> {
        self.lines += 1;
        if let (Some(nine), None, false) = (plain(line), self.blank, self.is_closed) {
            return Ok(Some(nine));
        }
        let lines = self.lines;
        let text = decode_line(line)
            .map_err(|error| ParseError { place: TextPlace { line: lines, ..error.place }, ..error })?;
        let line = Line::new(self.lines, &text);
        let Some(word) = line.body() else {
            self.blank = self.blank.or(Some(self.lines).filter(|_| !self.is_closed));
            return Ok(None);
        };
        if self.is_closed {
            return Err(
                ParseError::at(&word, "text after the end of the input, which is the line `end`").help("take it away")
            );
        }
        if let Some(blank) = self.blank {
            return Err(ParseError::new(blank, 1, "this line is blank, 81 characters expected"));
        }
        if word.text == CLOSING {
            self.is_closed = true;
            return Ok(None);
        }
        let cells = strict_cells(&word, 81, &Alphabet::usual(9), '.')?;
        let digits = std::array::from_fn(|cell| cells[cell].symbol().map_or(0, |symbol| symbol.0 + 1));
        Ok(Some(Nine(digits)))
    }

    /// The number of lines so far.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// A warning if the line `end` is missing. The answers do not need it.
    pub fn warning(&self) -> Option<&'static str> {
        (!self.is_closed).then_some("the line `end` is missing at the end of the input")
    }
}

/// Reads a line of 81 digits and dots, optionally between blanks.
fn plain(line: &[u8]) -> Option<Nine> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c');
    let end = line.iter().rposition(|byte| !is_blank(byte))? + 1;
    let start = line.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    let cells: &[u8; 81] = line.get(start..end)?.try_into().ok()?;
    let is_cell = |byte: &u8| matches!(byte, b'1'..=b'9' | b'.');
    cells.iter().all(is_cell).then(|| Nine(cells.map(|byte| if byte == b'.' { 0 } else { byte - b'0' })))
}
