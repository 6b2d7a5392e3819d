//! The lines of a judge's input, or of a text that is one case of it, one after the other. Blank
//! lines are passed over, as accepted programs do, which read words.

use super::scan::{self, Line, ParseError, TextWord, counted, each, number};

/// The lines that are left.
pub struct Feed<'a> {
    lines: Vec<Line<'a>>,
    at: usize,
}

impl<'a> Feed<'a> {
    /// The lines of a text that are not blank.
    pub fn new(text: &'a str) -> Feed<'a> {
        Feed { lines: scan::filled_lines(text), at: 0 }
    }

    /// The lines after a first one that is a keyword. `case` names what follows.
    pub fn opened(text: &'a str, keyword: &str, case: &str) -> Result<Feed<'a>, ParseError> {
        let lines = scan::lines_if(text, |first| first.opens(keyword));
        let mut feed = Feed { lines, at: 0 };
        let expected = |place: (usize, usize)| {
            ParseError::new(place.0, place.1, format!("a line `{keyword}` is expected first"))
                .help(format!("after it comes {case}"))
        };
        let words = feed.lines.first().map(Line::words).unwrap_or_default();
        match words[..] {
            [word] if word.text == keyword => feed.at = 1,
            [word, extra, ..] if word.text == keyword => {
                return Err(ParseError::at(&extra, format!("`{keyword}` must be alone on its line"))
                    .help(format!("after it comes {case}")));
            }
            [word, ..] => return Err(expected((word.line, word.column))),
            [] => return Err(expected((1, 1))),
        }
        Ok(feed)
    }

    /// One case, and nothing after it.
    pub fn only<T>(
        mut self,
        next: impl FnOnce(&mut Feed<'a>) -> Result<T, ParseError>,
        what: &str,
    ) -> Result<T, ParseError> {
        let case = next(&mut self)?;
        scan::nothing_after(&self.lines, self.at, what)?;
        Ok(case)
    }

    /// Returns whether no line is left.
    pub fn is_over(&self) -> bool {
        self.at == self.lines.len()
    }

    /// The place after the last line.
    fn end(&self) -> usize {
        self.lines.last().map_or(1, |line| line.number + 1)
    }

    /// The next line; `what` names it if there is none.
    pub fn line(&mut self, what: &str) -> Result<&Line<'a>, ParseError> {
        let end = self.end();
        let line = self.lines.get(self.at).ok_or_else(|| {
            ParseError::new(end, 1, "the input ends in the middle of a case").help(format!("{what} is expected here"))
        })?;
        self.at += 1;
        Ok(line)
    }

    /// The words of the next line, which are `N` whole numbers in these ranges.
    pub fn numbers<const N: usize>(
        &mut self,
        what: &str,
        ranges: [(u32, u32); N],
    ) -> Result<([u32; N], [TextWord<'a>; N]), ParseError> {
        let line = self.line(what)?;
        let words = line.words();
        let mut values = [0; N];
        for ((value, word), (low, high)) in values.iter_mut().zip(&words).zip(ranges) {
            *value = number(word, low, high)?;
        }
        let found = words.len();
        let column = words.get(N).map_or(line.end() + 1, |word| word.column);
        let place = line.number;
        let words = <[TextWord; N]>::try_from(words).map_err(|_| {
            ParseError::new(place, column, format!("{} on this line, {N} expected", counted(found, "number")))
                .help(format!("{what} is expected here"))
        })?;
        Ok((values, words))
    }

    /// A point: two whole numbers in a range, which may be negative.
    pub fn point(&mut self, (low, high): (i64, i64)) -> Result<[i64; 2], ParseError> {
        let line = self.line("a point `x y`")?;
        let words = line.words();
        let [x, y] = words[..] else {
            let column = words.get(2).map_or(line.end() + 1, |word| word.column);
            let message = format!("{} on this line, 2 expected", counted(words.len(), "number"));
            return Err(ParseError::new(line.number, column, message).help("a point is two whole numbers `x y`"));
        };
        let read = |word: &TextWord| {
            let wrong = || {
                let message = format!("`{}` is not a whole number from {low} to {high}", scan::short(word.text));
                ParseError::at(word, message)
            };
            word.text.parse::<i64>().ok().filter(|value| (low..=high).contains(value)).ok_or_else(wrong)
        };
        Ok([read(&x)?, read(&y)?])
    }

    /// All cases, until the lines end.
    pub fn cases<T: 'a>(
        mut self,
        mut next: impl FnMut(&mut Feed<'a>) -> Result<T, ParseError> + 'a,
    ) -> impl Iterator<Item = Result<T, ParseError>> + 'a {
        each(move || if self.is_over() { Ok(None) } else { next(&mut self).map(Some) })
    }

    /// As many cases as the first line says.
    pub fn counted_cases<T: 'a>(
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

    /// The pairs of a line that begins with their number: `count` pairs, and nothing else.
    pub fn pairs<'b>(
        line: &Line,
        words: &'b [TextWord<'a>],
        count: usize,
    ) -> Result<impl Iterator<Item = &'b [TextWord<'a>]>, ParseError> {
        if let Some(extra) = words.get(2 * count + 1) {
            return Err(ParseError::at(extra, format!("{} announced, and there is more", counted(count, "pair"))));
        }
        if words.len() < 2 * count + 1 {
            let message = format!("{} announced, {} found", counted(count, "pair"), (words.len() - 1) / 2);
            return Err(ParseError::new(line.number, line.end() + 1, message));
        }
        Ok(words[1..].chunks(2))
    }

    /// Rows of cells, which are some of the allowed characters. A row is one word, or its cells
    /// have blanks between them.
    pub fn rows(&mut self, rows: u32, columns: u32, allowed: &str) -> Result<Vec<Vec<char>>, ParseError> {
        let mut board = Vec::new();
        for _ in 0..rows {
            let what = format!("a row of {columns} cells");
            let line = self.line(&what)?;
            let words = line.words();
            let cells: Vec<(char, &TextWord, usize)> =
                words.iter().flat_map(|word| word.text.chars().enumerate().map(move |(k, c)| (c, word, k))).collect();
            if let Some((c, word, k)) = cells.iter().find(|(c, ..)| !allowed.contains(*c)) {
                return Err(scan::unexpected(word, *k, *c)
                    .help(format!("allowed are {}", allowed.chars().map(String::from).collect::<Vec<_>>().join(" "))));
            }
            if cells.len() != columns as usize {
                let column = cells.get(columns as usize).map_or(line.end() + 1, |(_, word, k)| word.column + k);
                let message = format!("this row has {}, {columns} expected", counted(cells.len(), "cell"));
                return Err(ParseError::new(line.number, column, message));
            }
            board.push(cells.into_iter().map(|(c, ..)| c).collect());
        }
        Ok(board)
    }
}
