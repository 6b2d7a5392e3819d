//! ZOJ 3122 and POJ 3076: sudokus of 16 x 16 letters.

use super::answers::{between, grid_or};
use super::grids::{blanks, fill, full, grid_is_wrong, grid_of, text_of};
use super::{Flavour, Judge, JudgeMethod, shapes};
use dancing::Goal;
use quadrille_puzzle::scan::{self, Line, TextWord, number};
use quadrille_puzzle::symbols::{lines_of, strict_cells};
use quadrille_puzzle::{Alphabet, Grid, ParseError, sudoku};

/// The rows of a grid.
const SIDE: usize = 16;

pub(super) const ZOJ3122: Judge = Judge {
    name: "zoj3122",
    page: Some("http://poj.org/problem?id=3076"),
    help: "ZOJ 3122 Sudoku, POJ 3076: 16 lines of A-P, `-` empty, cases until end of file",
    kind: &sudoku::KIND,
    form: &sudoku::ROWS,
    goal: Goal::First,
    method: JudgeMethod::Search,
    read: |text| shapes(grids(text)),
    input: |cases| cases.join("\n"),
    write: |case, _, answer| between(case) + &grid_or(answer, lines_of, "No solution\n"),
    lines: |first, _| if first.starts_with("No") { 1 } else { SIDE },
    wrong: grid_is_wrong,
    together: 5,
    most: u64::MAX,
    tiny: Vec::new,
    make: |rng, flavour, size| {
        let mut grid = full(rng, 4);
        let blanks = match flavour {
            Flavour::Edge => [0, 1, 16][rng.usize(..3)],
            Flavour::Largest | Flavour::Adversarial => 150,
            Flavour::Random | Flavour::Tiny => 5 + (size * 115.0) as usize,
        };
        let mut cells: Vec<usize> = (0..256).collect();
        rng.shuffle(&mut cells);
        // Rows at the top are emptied first: a search in the order of the cells guesses there.
        if flavour == Flavour::Adversarial {
            cells.sort_by_key(|cell| cell / 96);
        }
        cells.iter().take(blanks).for_each(|&cell| grid[cell] = 0);
        text_of(&grid, "ABCDEFGHIJKLMNOP", '-', SIDE)
    },
    parts: |case| blanks(case, '-'),
    without: |case, answer, gone| fill(case, answer, '-', gone),
};

/// Grids of 16 rows, optionally after a line with their number.
fn grids(text: &str) -> impl Iterator<Item = Result<Grid, ParseError>> {
    let lines = scan::lines(text);
    let rows: Vec<TextWord> = lines.iter().filter_map(Line::body).collect();
    let head = rows.first().copied().filter(|word| word.text.bytes().all(|b| b.is_ascii_digit()));
    let announced = head.map(|word| Ok((word, number(&word, 1, 100_000)? as usize))).transpose();
    let (mut at, mut found) = (usize::from(head.is_some()), 0);
    scan::each(move || {
        let announced = announced.clone()?;
        let block = &rows[at.min(rows.len())..(at + SIDE).min(rows.len())];
        let Some(first) = block.first() else {
            return match announced {
                Some((word, count)) if count != found => Err(miscounted(&word, count, found)),
                _ => Ok(None),
            };
        };
        let alphabet = Alphabet::letters(SIDE);
        let mut cells = Vec::with_capacity(SIDE * SIDE);
        for row in block {
            cells.extend(strict_cells(row, SIDE, &alphabet, '-')?);
        }
        if block.len() < SIDE {
            let (first, last) = (first.line, block[block.len() - 1].line);
            let run_on = found > 0 && lines[first - 2].body().is_some();
            let place = if run_on { first } else { last + 1 };
            let rows = scan::counted(block.len(), "row");
            let message = format!("the grid that starts on line {first} has {rows} of {SIDE}");
            return Err(ParseError::new(place, 1, message));
        }
        if let Some((word, count)) = announced.filter(|(_, count)| *count == found) {
            return Err(miscounted(&word, count, found + (rows.len() - at) / SIDE));
        }
        (at, found) = (at + SIDE, found + 1);
        Ok(Some(grid_of(SIDE, alphabet, cells)))
    })
}

fn miscounted(word: &TextWord, announced: usize, found: usize) -> ParseError {
    ParseError::at(word, format!("{announced} grids are announced, {found} found"))
}
