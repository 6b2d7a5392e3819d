//! Two texts of killer sudokus that forums exchange. One has a character a cell: the sum of a cage
//! in one of its cells, and in each other a sign that points to the next cell on the way there. The
//! other, of SumoCue, has a number a cell after `3x3::k:`: the sum times 256, and the number of the
//! cage.

use crate::areas::Areas;
use crate::cell::Cell;
use crate::grid::{Grid, GridRule};
use crate::rules::{CAGE, KILLER};
use crate::scan::{ParseError, TextWord};

/// The number of cells of the only size.
const CELLS: usize = 81;

/// The signs and the places that they point to, in rows and columns.
const SIGNS: [(char, (i32, i32)); 8] = [
    ('<', (0, -1)),
    ('>', (0, 1)),
    ('^', (-1, 0)),
    ('v', (1, 0)),
    ('`', (-1, -1)),
    ('\'', (-1, 1)),
    (',', (1, -1)),
    ('.', (1, 1)),
];

/// The killer in a line; `None` if it is another text.
pub(super) fn read(line: &TextWord) -> Option<Result<Grid, ParseError>> {
    let numbers = line.text.strip_prefix("3x3:").and_then(|rest| rest.split_once(":k:"));
    match numbers {
        Some((kind, numbers)) if ["", "d"].contains(&kind) => Some(of_numbers(line, numbers, kind == "d")),
        Some(_) => None,
        None => {
            let signs = line.text.chars().filter(|c| SIGNS[..4].iter().any(|(sign, _)| sign == c)).count();
            let known = |c: char| c.is_ascii_alphanumeric() || SIGNS.iter().any(|&(sign, _)| sign == c);
            let is_killer = signs > 0 && line.text.chars().count() == CELLS && line.text.chars().all(known);
            is_killer.then(|| of_signs(line))
        }
    }
}

fn empty() -> Grid {
    Grid::new(9, Areas::usual_boxes(9).unwrap_or(Areas::None))
}

fn of_numbers(line: &TextWord, numbers: &str, diagonals: bool) -> Result<Grid, ParseError> {
    let numbers: Vec<&str> = numbers.trim_end_matches(':').split(':').collect();
    if numbers.len() != CELLS {
        let found = numbers.len();
        return Err(ParseError::at(line, format!("this killer has {found} numbers, {CELLS} expected")));
    }
    let mut cages: Vec<(u32, u32, Vec<Cell>)> = Vec::new();
    for (cell, text) in (0..).map(Cell).zip(numbers) {
        let Some(number) = text.parse::<u32>().ok().filter(|&number| number < 1 << 16) else {
            return Err(ParseError::at(line, format!("`{text}` is not a sum times 256 and the number of a cage")));
        };
        let (sum, cage) = (number / 256, number % 256);
        match cages.iter_mut().find(|known| known.1 == cage) {
            _ if sum == 0 => {}
            Some((known, _, cells)) if *known == sum => cells.push(cell),
            Some((known, ..)) => {
                return Err(ParseError::at(line, format!("cage {cage} has the sums {known} and {sum}")));
            }
            None => cages.push((sum, cage, vec![cell])),
        }
    }
    with_cages(line, Grid { diagonals, ..empty() }, cages.into_iter().map(|(sum, _, cells)| (sum, cells)).collect())
}

fn of_signs(line: &TextWord) -> Result<Grid, ParseError> {
    let grid = empty();
    let signs: Vec<char> = line.text.chars().collect();
    let by = |cell: Cell| SIGNS.iter().find(|(sign, _)| *sign == signs[cell.index()]).map(|(_, by)| *by);
    let mut cages: Vec<(Cell, Vec<Cell>)> = Vec::new();
    for cell in grid.all_cells() {
        let mut at = cell;
        for _ in 0..=CELLS {
            let Some(by) = by(at) else { break };
            let Some(next) = grid.moved(at, by) else {
                let place = grid.name(at);
                return Err(ParseError::at(line, format!("the sign of {place} points out of the grid")));
            };
            at = next;
        }
        if by(at).is_some() {
            return Err(ParseError::at(line, format!("the signs from {} run in a circle", grid.name(cell))));
        }
        match cages.iter_mut().find(|(end, _)| *end == at) {
            Some((_, cells)) => cells.push(cell),
            None => cages.push((at, vec![cell])),
        }
    }
    let sum = |cell: Cell| match signs[cell.index()] {
        c @ '0'..='9' => u32::from(c) - u32::from('0'),
        c @ 'A'..='Z' => u32::from(c) - u32::from('A') + 10,
        c => u32::from(c).saturating_sub(u32::from('a')) + 36,
    };
    with_cages(line, grid, cages.into_iter().map(|(end, cells)| (sum(end), cells)).collect())
}

/// A grid with killer cages, given by their sums and cells. A sum of 0 is not known. The errors are
/// at the line.
pub(super) fn with_cages(line: &TextWord, mut grid: Grid, cages: Vec<(u32, Vec<Cell>)>) -> Result<Grid, ParseError> {
    for (sum, cells) in cages {
        let rule = match sum {
            0 if cells.len() == 1 => continue,
            0 => GridRule::new(CAGE, cells),
            sum => GridRule { numbers: vec![sum], ..GridRule::new(KILLER, cells) },
        };
        if let Some(fault) = rule.fault(&grid) {
            return Err(ParseError::at(line, fault));
        }
        grid.rules.push(rule);
    }
    Ok(grid)
}
