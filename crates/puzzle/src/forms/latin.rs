//! Game IDs of Unequal, Adjacent and Towers, in Simon Tatham's Portable Puzzle Collection: Latin
//! squares with signs between neighbours, or with clues around them.
//!
//! Unequal and Adjacent have a number for each cell, 0 for none, the letters of its signs, and a
//! comma. Towers has its clues between slashes, those above, below, to the left and to the right,
//! and perhaps the cells after a comma.

use super::address::each_line;
use crate::areas::{Areas, Side};
use crate::cell::{Cell, Entry, Symbol};
use crate::form::{Form, Text};
use crate::grid::{Grid, GridRule};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::scan::{ParseError, TextWord};

pub(crate) static LATIN: Form = Form {
    id: "tatham-latin",
    help: "game IDs of Simon Tatham's Unequal, Adjacent and Towers; one a line",
    guise: Guise::Signed,
    holds: Holds::PLAIN,
    text: Text::OnlyRead { read: |text| Ok(read(text)?.into_iter().map(Into::into).collect()) },
    yields: &[],
};

/// The sides that are read.
const SIDES: std::ops::RangeInclusive<usize> = 4..=31;

/// The letters of the sides.
const WAYS: [(char, Side); 4] = [('U', Side::Up), ('R', Side::Right), ('D', Side::Down), ('L', Side::Left)];

/// A game ID in its parts.
struct Game<'t> {
    n: usize,
    is_adjacent: bool,
    is_towers: bool,
    body: &'t str,
}

fn read(text: &str) -> Result<Vec<Grid>, ParseError> {
    each_line(
        text,
        |line| game(line).is_some(),
        |word| match game(word.text) {
            Some(game) if game.is_towers => towers(&game, word),
            Some(game) => signs(&game, word),
            None => Err(ParseError::at(word, "this is not a game ID of Unequal, Adjacent or Towers")),
        },
    )
}

/// The parts of a line; `None` if it is not of these games. The parameters of a game may have its
/// difficulty too: `5dh:`.
fn game(line: &str) -> Option<Game<'_>> {
    let (n, letters, body) = parts(line)?;
    let is_adjacent = letters.starts_with('a');
    let clues = body.split(',').next()?;
    let is_towers = clues.matches('/').count() + 1 == 4 * n && clues.chars().all(|c| c.is_ascii_digit() || c == '/');
    let is_sign = |c: char| c.is_ascii_digit() || c == ',' || WAYS.iter().any(|(letter, _)| *letter == c);
    let has_commas = body.trim_end_matches(',').matches(',').count() + 1 == n * n;
    (is_towers || has_commas && body.chars().all(is_sign)).then_some(Game { n, is_adjacent, is_towers, body })
}

/// The side, the letters behind it, and what follows the colon. `None` if the line does not begin
/// so.
pub(super) fn parts(line: &str) -> Option<(usize, &str, &str)> {
    let (params, body) = line.trim().split_once(':')?;
    let digits = params.find(|c: char| !c.is_ascii_digit()).unwrap_or(params.len());
    let n = params[..digits].parse().ok().filter(|n| SIDES.contains(n))?;
    let letters = &params[digits..];
    letters.chars().all(|c| c.is_ascii_lowercase()).then_some((n, letters, body))
}

fn signs(game: &Game, line: &TextWord) -> Result<Grid, ParseError> {
    let mut grid = Grid::new(game.n, Areas::None);
    let mut dots: Vec<(Cell, Cell)> = Vec::new();
    for (at, field) in game.body.trim_end_matches(',').split(',').enumerate() {
        let cell = Cell(at as u16);
        let end = field.find(|c: char| !c.is_ascii_digit()).unwrap_or(field.len());
        grid.cells[at] = entry(&field[..end], cell, &grid, line)?;
        for letter in field[end..].chars() {
            let side = WAYS.iter().find(|(known, _)| *known == letter).map(|(_, side)| *side);
            let other = side.and_then(|side| grid.moved(cell, side.step()));
            let Some(other) = other else {
                let message = format!("`{letter}` at {} points out of the grid", grid.name(cell));
                return Err(ParseError::at(line, message).help("the letters are U, R, D and L, toward a neighbour"));
            };
            match game.is_adjacent {
                // Both cells have the sign.
                true => dots.push((cell.min(other), cell.max(other))),
                false => grid.rules.push(GridRule::new("greater", vec![cell, other])),
            }
        }
    }
    if game.is_adjacent {
        dots.sort_unstable();
        dots.dedup();
        grid.rules.extend(dots.into_iter().map(|(one, other)| GridRule::new("white", vec![one, other])));
        grid.rules.push(GridRule::new("allwhite", Vec::new()));
    }
    Ok(grid)
}

fn towers(game: &Game, line: &TextWord) -> Result<Grid, ParseError> {
    let n = game.n;
    let mut grid = Grid::new(n, Areas::None);
    let (clues, cells) = game.body.split_once(',').unwrap_or((game.body, ""));
    for (at, clue) in clues.split('/').enumerate().filter(|(_, clue)| !clue.is_empty()) {
        let along = |k: usize| if at < 2 * n { grid.cell(k, at % n) } else { grid.cell(at % n, k) };
        let mut row: Vec<Cell> = (0..n).map(along).collect();
        if at / n % 2 == 1 {
            row.reverse();
        }
        let rule = GridRule { numbers: clue.parse().into_iter().collect(), ..GridRule::new("skyscraper", row) };
        if let Some(fault) = rule.fault(&grid) {
            return Err(ParseError::at(line, fault));
        }
        grid.rules.push(rule);
    }
    // Numbers, `_` between two that touch, and a letter for a run of empty cells.
    let mut at = 0;
    let mut rest = cells;
    while let Some(c) = rest.chars().next() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        match c {
            _ if digits > 0 && at < n * n => {
                grid.cells[at] = entry(&rest[..digits], Cell(at as u16), &grid, line)?;
                at += 1;
            }
            'a'..='z' => at += (c as usize) - ('a' as usize) + 1,
            '_' => {}
            _ => {
                return Err(
                    ParseError::at(line, format!("`{c}` is not a cell of this game")).help("copy the game ID again")
                );
            }
        }
        rest = &rest[digits.max(1)..];
    }
    match cells.is_empty() || at == n * n {
        true => Ok(grid),
        false => Err(ParseError::at(line, format!("this game has {at} cells, {} expected", n * n))
            .help("copy the game ID again")),
    }
}

/// The content of a cell: nothing for 0.
fn entry(number: &str, cell: Cell, grid: &Grid, line: &TextWord) -> Result<Entry, ParseError> {
    match number.parse::<usize>() {
        Ok(0) => Ok(Entry::Empty),
        Ok(number) if number <= grid.n_symbols() => Ok(Entry::Given(Symbol(number as u8 - 1))),
        _ => Err(ParseError::at(
            line,
            format!("{} holds {number}, and the numbers are 1 to {}", grid.name(cell), grid.n_symbols()),
        )),
    }
}
