//! The lines of a judge's input, one after the other. Blank lines are passed over, as accepted
//! programs do, which read words.

use crate::puzzle::alphabet::Alphabet;
use crate::puzzle::grid::Grid;
use crate::puzzle::scan::{self, Line, ParseError, Word, counted, each, number};
use crate::puzzle::{Areas, symbols};

/// The lines that are left.
pub(super) struct Feed<'a> {
    lines: Vec<Line<'a>>,
    at: usize,
}

impl<'a> Feed<'a> {
    pub(super) fn new(text: &'a str) -> Feed<'a> {
        Feed { lines: scan::filled_lines(text), at: 0 }
    }

    pub(super) fn is_over(&self) -> bool {
        self.at == self.lines.len()
    }

    /// The place after the last line.
    fn end(&self) -> usize {
        self.lines.last().map_or(1, |line| line.number + 1)
    }

    /// The next line; `what` names it if there is none.
    pub(super) fn line(&mut self, what: &str) -> Result<&Line<'a>, ParseError> {
        let end = self.end();
        let line = self.lines.get(self.at).ok_or_else(|| {
            ParseError::new(end, 1, "the input ends in the middle of a case").help(format!("{what} is expected here"))
        })?;
        self.at += 1;
        Ok(line)
    }

    /// The words of the next line, which are `N` whole numbers in these ranges.
    pub(super) fn numbers<const N: usize>(
        &mut self,
        what: &str,
        ranges: [(u32, u32); N],
    ) -> Result<([u32; N], [Word<'a>; N]), ParseError> {
        let line = self.line(what)?;
        let words = line.words();
        let mut values = [0; N];
        for ((value, word), (low, high)) in values.iter_mut().zip(&words).zip(ranges) {
            *value = number(word, low, high)?;
        }
        let found = words.len();
        let column = words.get(N).map_or(line.end() + 1, |word| word.column);
        let place = line.number;
        let words = <[Word; N]>::try_from(words).map_err(|_| {
            ParseError::new(place, column, format!("{} on this line, {N} expected", counted(found, "number")))
                .help(format!("{what} is expected here"))
        })?;
        Ok((values, words))
    }

    /// A point: two whole numbers in a range, which may be negative.
    pub(super) fn point(&mut self, (low, high): (i64, i64)) -> Result<[i64; 2], ParseError> {
        let line = self.line("a point `x y`")?;
        let words = line.words();
        let [x, y] = words[..] else {
            let column = words.get(2).map_or(line.end() + 1, |word| word.column);
            let message = format!("{} on this line, 2 expected", counted(words.len(), "number"));
            return Err(ParseError::new(line.number, column, message).help("a point is two whole numbers `x y`"));
        };
        let read = |word: &Word| {
            let wrong = || {
                let message = format!("`{}` is not a whole number from {low} to {high}", scan::short(word.text));
                ParseError::at(word, message)
            };
            word.text.parse::<i64>().ok().filter(|value| (low..=high).contains(value)).ok_or_else(wrong)
        };
        Ok([read(&x)?, read(&y)?])
    }

    /// All cases, until the lines end.
    pub(super) fn cases<T: 'a>(
        mut self,
        mut next: impl FnMut(&mut Feed<'a>) -> Result<T, ParseError> + 'a,
    ) -> impl Iterator<Item = Result<T, ParseError>> + 'a {
        each(move || if self.is_over() { Ok(None) } else { next(&mut self).map(Some) })
    }

    /// As many cases as the first line says.
    pub(super) fn counted_cases<T: 'a>(
        mut self,
        mut next: impl FnMut(&mut Feed<'a>) -> Result<T, ParseError> + 'a,
    ) -> impl Iterator<Item = Result<T, ParseError>> + 'a {
        let (mut announced, mut found) = (None, 0);
        each(move || {
            if announced.is_none() && self.is_over() {
                return Ok(None);
            }
            let count = match announced {
                Some(count) => count,
                None => {
                    let ([count], _) = self.numbers("the number of cases", [(0, 1_000_000)])?;
                    *announced.insert(count)
                }
            };
            if found == count {
                return scan::nothing_after(&self.lines, self.at, "the last case").map(|()| None);
            }
            if self.is_over() {
                let message = format!("{count} cases are announced, {found} found");
                return Err(ParseError::new(self.end(), 1, message));
            }
            found += 1;
            next(&mut self).map(Some)
        })
    }

    /// Nine rows of nine cells, as one word each.
    pub(super) fn packed_grid(&mut self, blank: char) -> Result<Grid, ParseError> {
        let alphabet = Alphabet::usual(9);
        let mut cells = Vec::with_capacity(81);
        for _ in 0..9 {
            let line = self.line("a row of 9 digits")?;
            let words = line.words();
            if let Some(extra) = words.get(1) {
                return Err(ParseError::at(extra, "a row is one word of 9 digits"));
            }
            cells.extend(super::cases::strict(&words[0], 9, &alphabet, blank)?.cells);
        }
        Ok(Grid { cells, ..Grid::new(9, Areas::usual_boxes(9).expect("9 has boxes")) })
    }

    /// Nine rows of nine cells, as nine words each.
    pub(super) fn spaced_grid(&mut self, blank: char) -> Result<Grid, ParseError> {
        let alphabet = Alphabet::usual(9);
        let mut cells = Vec::with_capacity(81);
        for _ in 0..9 {
            let line = self.line("a row of 9 cells")?;
            let words = line.words();
            if words.len() != 9 {
                let column = words.get(9).map_or(line.end() + 1, |word| word.column);
                let message = format!("this row has {}, 9 expected", counted(words.len(), "cell"));
                return Err(ParseError::new(line.number, column, message)
                    .help(format!("a cell is a digit from 1 to 9, or {blank}, with blanks between the cells")));
            }
            for word in &words {
                match word.text.chars().next() {
                    Some(c) if word.text.len() == 1 && (c == blank || ('1'..='9').contains(&c)) => {
                        cells.extend(symbols::entry(if c == blank { '.' } else { c }, &alphabet));
                    }
                    _ => {
                        return Err(ParseError::at(word, format!("`{}` is not a cell", scan::short(word.text)))
                            .help(format!("a cell is a digit from 1 to 9, or {blank}")));
                    }
                }
            }
        }
        Ok(Grid { cells, ..Grid::new(9, Areas::usual_boxes(9).expect("9 has boxes")) })
    }
}
