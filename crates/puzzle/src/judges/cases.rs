//! The cases of judges' inputs, read one after the other. Inputs that are a form's texts are read
//! by the readers of that form.

use crate::alphabet::Alphabet;
use crate::cell::{Entry, Symbol};
use crate::feed::Feed;
use crate::grid::{Grid, Weights};
use crate::kinds::{cover, tiling};
use crate::listing::Listing;
use crate::scan::{self, Line, ParseError, TextWord, counted, each, number, unexpected};
use crate::shape::Shape;
use crate::size::Size;
use crate::{Areas, symbols};

/// Reads the cells of one line. Only the alphabet's symbols and one blank character are allowed.
pub(super) fn strict(word: &TextWord, expected: usize, alphabet: &Alphabet, blank: char) -> Result<Grid, ParseError> {
    for (k, c) in word.text.chars().enumerate().take(expected) {
        if c != blank && !alphabet.to_string().contains(c) {
            return Err(unexpected(word, k, c).help(format!("allowed are {} and {blank}", alphabet.name())));
        }
    }
    let side = if expected == 16 { 16 } else { 9 };
    let areas = Areas::usual_boxes(side).expect("9 and 16 have boxes");
    let cells = symbols::cells(word, expected, alphabet)?;
    Ok(Grid { alphabet: alphabet.clone(), cells, ..Grid::new(side, areas) })
}

/// Grids of 16 rows, optionally after a line with their number.
pub(super) fn zoj3122(text: &str) -> impl Iterator<Item = Result<Shape, ParseError>> {
    const SIDE: usize = 16;
    let lines = scan::lines(text);
    let rows: Vec<TextWord> = lines.iter().filter_map(Line::body).collect();
    let head = rows.first().copied().filter(|word| word.text.bytes().all(|b| b.is_ascii_digit()));
    let announced = head.map(|word| Ok((word, number(&word, 1, 100_000)? as usize))).transpose();
    let (mut at, mut found) = (usize::from(head.is_some()), 0);
    each(move || {
        let announced = announced.clone()?;
        let block = &rows[at.min(rows.len())..(at + SIDE).min(rows.len())];
        let Some(first) = block.first() else {
            return match announced {
                Some((word, count)) if count != found => Err(miscounted(&word, count, found)),
                _ => Ok(None),
            };
        };
        let mut cells = Vec::with_capacity(SIDE * SIDE);
        let mut grid = Grid::new(SIDE, Areas::usual_boxes(SIDE).expect("16 has boxes"));
        for row in block {
            let strict = strict(row, SIDE, &Alphabet::letters(SIDE), '-')?;
            cells.extend(strict.cells);
            grid.alphabet = strict.alphabet;
        }
        if block.len() < SIDE {
            let (first, last) = (first.line, block[block.len() - 1].line);
            let run_on = found > 0 && lines[first - 2].body().is_some();
            let place = if run_on { first } else { last + 1 };
            let message = format!("the grid that starts on line {first} has {} of {SIDE}", counted(block.len(), "row"));
            return Err(ParseError::new(place, 1, message));
        }
        if let Some((word, count)) = announced.filter(|(_, count)| *count == found) {
            return Err(miscounted(&word, count, found + (rows.len() - at) / SIDE));
        }
        (at, found) = (at + SIDE, found + 1);
        Ok(Some(Shape::Grid(Grid { cells, ..grid })))
    })
}

fn miscounted(word: &TextWord, announced: usize, found: usize) -> ParseError {
    ParseError::at(word, format!("{announced} grids are announced, {found} found"))
}

/// Nine rows of nine numbers.
pub(super) fn p1074(text: &str) -> Result<Grid, ParseError> {
    const SIDE: usize = 9;
    let lines = scan::lines(text);
    let (numbers, after) = scan::matrix(&lines, 0, (SIDE, SIDE), SIDE as u32)?;
    scan::nothing_after(&lines, after, "the 9 rows")?;
    let mut grid = Grid::new(SIDE, Areas::usual_boxes(SIDE).expect("9 has boxes"));
    grid.weights = Some(Weights::rings(Size::square(SIDE)));
    for (cell, (value, _)) in numbers.iter().enumerate().filter(|(_, (value, _))| *value > 0) {
        grid.cells[cell] = Entry::Given(Symbol(*value as u8 - 1));
    }
    Ok(grid)
}

/// Matrices, each after its size.
pub(super) fn poj3740(text: &str) -> impl Iterator<Item = Result<Listing, ParseError>> {
    let lines = scan::filled_lines(text);
    let mut at = 0;
    each(move || {
        if at == lines.len() {
            return Ok(None);
        }
        let (listing, after) = cover::judged_matrix(&lines, at)?;
        at = after;
        Ok(Some(listing))
    })
}

/// Boards of `n m` with 60 squares, one per line. A board and its quarter turn have the same number
/// of tilings, so both are read as the wide one.
pub(super) fn pentominoes(text: &str) -> impl Iterator<Item = Result<Listing, ParseError>> {
    let lines = scan::filled_lines(text);
    let mut at = 0;
    each(move || {
        let Some(line) = lines.get(at) else { return Ok(None) };
        at += 1;
        let words = line.words();
        for word in &words {
            number(word, 1, 60)?;
        }
        let [n, m] = words[..] else {
            let column = words.get(2).map_or(line.end() + 1, |word| word.column);
            return Err(ParseError::new(line.number, column, "a line `n m` is expected"));
        };
        let (rows, columns) = (number(&n, 1, 60)? as usize, number(&m, 1, 60)? as usize);
        if rows * columns != 60 {
            let message = format!("{rows} x {columns} are {} squares; the twelve pentominoes cover 60", rows * columns);
            return Err(ParseError::at(&n, message));
        }
        Ok(Some(tiling::pieces::pentomino_board(rows.min(columns), rows.max(columns))))
    })
}

impl Feed<'_> {
    /// Nine rows of nine cells, as one word each.
    pub(super) fn packed_grid(&mut self, blank: char) -> Result<Grid, ParseError> {
        self.nine_rows("a row of 9 digits", |line, alphabet| {
            let words = line.words();
            match words.get(1) {
                Some(extra) => Err(ParseError::at(extra, "a row is one word of 9 digits")),
                None => Ok(strict(&words[0], 9, alphabet, blank)?.cells),
            }
        })
    }

    /// Nine rows of nine cells, as nine words each.
    pub(super) fn spaced_grid(&mut self, blank: char) -> Result<Grid, ParseError> {
        self.nine_rows("a row of 9 cells", |line, alphabet| {
            let words = line.words();
            if words.len() != 9 {
                let column = words.get(9).map_or(line.end() + 1, |word| word.column);
                let message = format!("this row has {}, 9 expected", counted(words.len(), "cell"));
                return Err(ParseError::new(line.number, column, message)
                    .help(format!("a cell is a digit from 1 to 9, or {blank}, with blanks between the cells")));
            }
            let mut cells = Vec::new();
            for word in &words {
                match word.text.chars().next() {
                    Some(c) if word.text.len() == 1 && (c == blank || ('1'..='9').contains(&c)) => {
                        cells.extend(symbols::entry(if c == blank { '.' } else { c }, alphabet));
                    }
                    _ => {
                        return Err(ParseError::at(word, format!("`{}` is not a cell", scan::short(word.text)))
                            .help(format!("a cell is a digit from 1 to 9, or {blank}")));
                    }
                }
            }
            Ok(cells)
        })
    }

    fn nine_rows(
        &mut self,
        what: &str,
        row: impl Fn(&Line, &Alphabet) -> Result<Vec<Entry>, ParseError>,
    ) -> Result<Grid, ParseError> {
        let alphabet = Alphabet::usual(9);
        let mut cells = Vec::with_capacity(81);
        for _ in 0..9 {
            cells.extend(row(self.line(what)?, &alphabet)?);
        }
        Ok(Grid { cells, ..Grid::new(9, Areas::usual_boxes(9).expect("9 has boxes")) })
    }
}
