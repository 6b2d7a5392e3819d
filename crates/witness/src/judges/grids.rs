//! The sudokus of several judges: random ones, texts of them, and the check of a grid.

use super::misled::{MisledEnd, misled};
use super::{Answer, CheckedCase, Flavour, line, same};
use dancing::{ItemId, Problem};
use fastrand::Rng;
use quadrille_puzzle::{Alphabet, Areas, Entry, Grid, Shape, Solution};
use quadrille_solve::{NineFound, NineLimits, solve_nines};
use quadrille_study::Mistake;
use quadrille_study::plural;
use std::ops::Range;

/// A grid with boxes of the usual size, of 9 or 16 rows.
pub(super) fn grid_of(side: usize, alphabet: Alphabet, cells: Vec<Entry>) -> Grid {
    let mut grid = Grid::new(side, Areas::usual_boxes(side).expect("9 and 16 have boxes"));
    (grid.alphabet, grid.cells) = (alphabet, cells);
    grid
}

/// A sudoku with one solution, in lines of `width` digits.
pub(super) fn usual(rng: &mut Rng, flavour: Flavour, size: f64, blank: char, width: usize) -> String {
    let full = full(rng, 3);
    let blanks = match flavour {
        Flavour::Edge => [0, 1, 2, 60][rng.usize(..4)],
        Flavour::Adversarial | Flavour::Largest => 81,
        Flavour::Random | Flavour::Tiny => 5 + (size * 55.0) as usize,
    };
    text_of(&unique_nine(rng, full, blanks, flavour == Flavour::Adversarial), DIGITS, blank, width)
}

/// The symbols of a 9x9.
pub(super) const DIGITS: &str = "123456789";

/// Lines with blanks between the cells.
pub(super) fn spaced(rows: &str) -> String {
    rows.lines().map(|row| line(row.chars())).collect()
}

/// The number of cells that are blank.
pub(super) fn blanks(case: &str, blank: char) -> usize {
    case.chars().filter(|&c| c == blank).count()
}

/// A full grid with boxes of k x k: a pattern with its symbols, rows and columns shuffled. Symbols
/// are from 1.
pub(super) fn full(rng: &mut Rng, k: usize) -> Vec<u8> {
    let n = k * k;
    let mut order = || {
        let mut bands: Vec<usize> = (0..k).collect();
        rng.shuffle(&mut bands);
        let mut lines = Vec::new();
        for band in bands {
            let mut inner: Vec<usize> = (0..k).map(|line| band * k + line).collect();
            rng.shuffle(&mut inner);
            lines.extend(inner);
        }
        lines
    };
    let (rows, columns) = (order(), order());
    let mut symbols: Vec<u8> = (1..=n as u8).collect();
    rng.shuffle(&mut symbols);
    let pattern = |r: usize, c: usize| symbols[(k * (r % k) + r / k + c) % n];
    rows.iter().flat_map(|&r| columns.iter().map(move |&c| (r, c))).map(|(r, c)| pattern(r, c)).collect()
}

/// A 9x9 with one solution, and `blanks` cells emptied if it allows that. `from_top` empties the
/// top rows first.
fn unique_nine(rng: &mut Rng, full: Vec<u8>, blanks: usize, from_top: bool) -> Vec<u8> {
    let mut cells: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut cells);
    if from_top {
        cells.sort_by_key(|cell| cell / 27);
    }
    let mut grid = full;
    empty(&mut grid, &cells, blanks);
    grid
}

/// Empties up to `blanks` of these cells, as long as the grid has one solution.
fn empty(grid: &mut [u8], cells: &[usize], blanks: usize) {
    let mut emptied = 0;
    for &cell in cells {
        if emptied >= blanks {
            break;
        }
        let held = std::mem::take(&mut grid[cell]);
        if found(grid).count == 1 { emptied += 1 } else { grid[cell] = held }
    }
}

/// Up to two solutions of a 9x9.
fn found(grid: &[u8]) -> NineFound {
    let digits: [u8; 81] = grid.try_into().expect("a 9x9 has 81 cells");
    solve_nines(&[digits], NineLimits { limit: 2, keep: 0, nodes: u64::MAX }).remove(0)
}

/// The exchanges of givens with which a grid is made harder.
const EXCHANGES: usize = 1200;
/// The steps that the search of a grid may take, which is more than a right one needs.
const STEPS: u32 = 200_000;
/// The nodes of a search from which on a grid may mislead a program.
const NODES: u64 = 12;

/// A 9x9 with one solution that misleads a program that uncovers in the wrong order; if none is
/// found, one that needs many guesses.
///
/// Few grids need a guess at all, and a wrong uncovering shows only after one. Some symbols of the
/// solution come back and others go, again and again. A grid that needs fewer nodes is not kept,
/// but from [`NODES`] on any is.
pub(super) fn hard_nine(rng: &mut Rng) -> Vec<u8> {
    let full = full(rng, 3);
    let mut cells: Vec<usize> = (0..81).collect();
    let mut grid = unique_nine(rng, full.clone(), 81, false);
    let mut nodes = found(&grid).nodes;
    for _ in 0..EXCHANGES {
        rng.shuffle(&mut cells);
        let mut other = grid.clone();
        let back = rng.usize(1..=6);
        cells.iter().filter(|&&cell| grid[cell] == 0).take(back).for_each(|&cell| other[cell] = full[cell]);
        rng.shuffle(&mut cells);
        let givens: Vec<usize> = cells.iter().copied().filter(|&cell| other[cell] != 0).collect();
        empty(&mut other, &givens, 81);
        let needed = found(&other).nodes;
        if needed < nodes.min(NODES) {
            continue;
        }
        let is_new = other != grid;
        (grid, nodes) = (other, needed);
        if is_new && nodes >= NODES && is_misleading(&grid, &full) {
            break;
        }
    }
    grid
}

/// Returns whether a program that uncovers in the wrong order, and has the items and options of the
/// tutorials, does not find the solution.
fn is_misleading(grid: &[u8], full: &[u8]) -> bool {
    let mut problem = Problem::new(4 * 81, 0);
    let mut placed = Vec::new();
    for (cell, &given) in grid.iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        for symbol in (1..=9).filter(|&symbol| given == 0 || given == symbol) {
            let digit = usize::from(symbol) - 1;
            let area = row / 3 * 3 + column / 3;
            let items = [cell, 81 + row * 9 + digit, 162 + column * 9 + digit, 243 + area * 9 + digit];
            problem.push(&items.map(|item| ItemId(item as u32))).expect("four different items");
            placed.push(symbol == full[cell]);
        }
    }
    match misled(&problem, Mistake::SameOrder, STEPS) {
        Some(MisledEnd::Found(options)) => options.iter().any(|option| !placed[option.index()]),
        // A right search of such a grid is over after a tenth of these steps.
        Some(MisledEnd::None | MisledEnd::Open) => true,
        None => false,
    }
}

pub(super) fn text_of(grid: &[u8], symbols: &str, blank: char, width: usize) -> String {
    let symbols: Vec<char> = symbols.chars().collect();
    let char = |&cell: &u8| if cell == 0 { blank } else { symbols[cell as usize - 1] };
    grid.chunks(width).map(|row| row.iter().map(char).chain(['\n']).collect::<String>()).collect()
}

/// Fills some of the blank cells of a text from the answer. If there is none, nothing is smaller.
pub(super) fn fill(case: &str, answer: &Answer, blank: char, gone: &Range<usize>) -> Option<String> {
    let Answer::Solved(Solution::Grid(full)) = answer else { return None };
    let (mut cell, mut at, mut filled) = (0, 0, String::new());
    for c in case.chars() {
        if c.is_whitespace() {
            filled.push(c);
            continue;
        }
        let is_blank = c == blank;
        let fills = is_blank && gone.contains(&at);
        filled.push(if fills { full.alphabet.char(full.cells.get(cell)?.symbol()?) } else { c });
        at += usize::from(is_blank);
        cell += 1;
    }
    Some(filled)
}

/// The rule that a grid in lines breaks.
pub(super) fn grid_is_wrong(wanted: &CheckedCase, lines: &[&str]) -> Option<String> {
    let Shape::Grid(given) = wanted.shape else { return same(wanted, lines) };
    let Answer::Solved(_) = wanted.answer else { return same(wanted, lines) };
    let n_cells = given.size().n_cells();
    let text: Vec<char> = lines.iter().flat_map(|line| line.chars()).filter(|c| !c.is_whitespace()).collect();
    if text.len() != n_cells {
        return Some(format!("the grid has {}, {} expected", plural(text.len(), "symbol"), n_cells));
    }
    let alphabet: &Alphabet = &given.alphabet;
    let mut grid = given.clone();
    for (cell, &c) in given.all_cells().zip(&text) {
        let Some(symbol) = alphabet.symbol(c) else {
            return Some(format!("`{c}` in {} is not one of {}", given.name(cell), alphabet.name()));
        };
        if given.entry(cell).symbol().is_some_and(|held| held != symbol) {
            let held = given.entry(cell).symbol().map_or(' ', |held| alphabet.char(held));
            return Some(format!("{} is given as {held}; it says {c}", given.name(cell)));
        }
        grid.cells[cell.index()] = Entry::Given(symbol);
    }
    grid.conflicts().first().map(|conflict| conflict.words(&grid))
}
