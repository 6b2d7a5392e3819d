//! Trials with grids: sudokus, the target sudoku and the jigsaw.

use super::misled::{MisledEnd, misled};
use super::{CheckedCase, Flavour, Trial, one_line, same};
use crate::broken::Mistake;
use crate::count::plural;
use crate::generate::{Recipe, generate};
use crate::judging::judged;
use dancing::{ItemId, Problem};
use fastrand::Rng;
use quadrille_puzzle::{Alphabet, Answer, Entry, Grid, Shape, Solution, Symbol, jigsaw, kind};
use quadrille_solve::{NineFound, NineLimits, solve_nines};

pub(super) const POJ3074: Trial = Trial {
    judge: "poj3074",
    together: 20,
    most: u64::MAX,
    tiny: Vec::new,
    make: |rng, flavour, size| {
        let full = full(rng, 3);
        let blanks = match flavour {
            Flavour::Edge => [0, 1, 2, 60][rng.usize(..4)],
            Flavour::Adversarial | Flavour::Largest => 81,
            Flavour::Random | Flavour::Tiny => 5 + (size * 55.0) as usize,
        };
        text_of(&unique_nine(rng, full, blanks, flavour == Flavour::Adversarial), "123456789", '.', 81)
    },
    parts: |case| case.chars().filter(|&c| c == '.').count(),
    without: |case, answer, from, to| fill(case, answer, '.', from, to),
    input: |cases| cases.concat() + "end\n",
    lines: one_line,
    wrong: grid_is_wrong,
};

/// A sudoku with one solution, and a number of blank cells, in lines of digits.
fn usual(rng: &mut Rng, flavour: Flavour, size: f64, blank: char) -> String {
    let full = full(rng, 3);
    let blanks = match flavour {
        Flavour::Edge => [0, 1, 2, 60][rng.usize(..4)],
        Flavour::Adversarial | Flavour::Largest => 81,
        Flavour::Random | Flavour::Tiny => 5 + (size * 55.0) as usize,
    };
    text_of(&unique_nine(rng, full, blanks, flavour == Flavour::Adversarial), "123456789", blank, 9)
}

pub(super) const HDU1426: Trial = Trial {
    judge: "hdu1426",
    together: 10,
    most: u64::MAX,
    tiny: Vec::new,
    make: |rng, flavour, size| spaced(&usual(rng, flavour, size, '?')),
    parts: |case| case.chars().filter(|&c| c == '?').count(),
    without: |case, answer, from, to| fill(case, answer, '?', from, to),
    input: |cases| cases.join("\n"),
    lines: |_, _| 9,
    wrong: grid_is_wrong,
};

/// Lines with blanks between the cells.
fn spaced(rows: &str) -> String {
    rows.lines().map(|row| super::line(row.chars())).collect()
}

/// Sudokus in lines of digits, 0 for blanks, after their number. A judge sets its name, and what
/// differs.
const DIGITS: Trial = Trial {
    judge: "",
    together: 10,
    most: u64::MAX,
    tiny: Vec::new,
    make: |rng, flavour, size| usual(rng, flavour, size, '0'),
    parts: |case| case.chars().filter(|&c| c == '0').count(),
    without: |case, answer, from, to| fill(case, answer, '0', from, to),
    input: super::counted,
    lines: |_, _| 9,
    wrong: grid_is_wrong,
};

pub(super) const POJ2676: Trial = Trial {
    judge: "poj2676",
    make: |rng, flavour, size| {
        if flavour == Flavour::Adversarial && rng.usize(..3) > 0 {
            return text_of(&hard_nine(rng), "123456789", '0', 9);
        }
        let case = usual(rng, flavour, size, '0');
        // Any solution is right, so some have several.
        let is_open = rng.usize(..4) == 0;
        case.chars().map(|c| if is_open && c == '1' { '0' } else { c }).collect()
    },
    ..DIGITS
};

pub(super) const POJ2918: Trial = Trial {
    judge: "poj2918",
    make: |rng, flavour, size| usual(rng, flavour, size / 2.0, '0'),
    // A blank line ends each case.
    input: |cases| format!("{}\n{}\n", cases.len(), cases.join("\n")),
    lines: |_, _| 10,
    wrong: |wanted, lines| match lines.first() == wanted.lines.first().map(String::as_str).as_ref() {
        true => grid_is_wrong(wanted, &lines[1..]),
        false => same(wanted, lines),
    },
    ..DIGITS
};

pub(super) const HDU2780: Trial = Trial {
    judge: "hdu2780",
    make: |rng, flavour, _| {
        let mut grid = full(rng, 3);
        let mut cells: Vec<usize> = (0..81).collect();
        rng.shuffle(&mut cells);
        cells[..5].iter().for_each(|&cell| grid[cell] = 0);
        // Some cannot be completed: a given is wrong.
        if flavour == Flavour::Edge || rng.usize(..3) == 0 {
            grid[cells[5]] = 1 + grid[cells[5]] % 9;
        }
        text_of(&grid, "123456789", '0', 9)
    },
    parts: |_| 0,
    without: |_, _, _, _| None,
    lines: |first, _| if first.starts_with("Could") { 1 } else { 9 },
    wrong: |wanted, lines| match wanted.answer {
        Answer::Solved(_) if lines.first().is_some_and(|line| line.starts_with("Could")) => {
            Some("the grid can be completed; it says that it cannot".to_string())
        }
        _ => grid_is_wrong(wanted, lines),
    },
    ..DIGITS
};

pub(super) const ZOJ3122: Trial = Trial {
    judge: "zoj3122",
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
        text_of(&grid, "ABCDEFGHIJKLMNOP", '-', 16)
    },
    parts: |case| case.chars().filter(|&c| c == '-').count(),
    without: |case, answer, from, to| fill(case, answer, '-', from, to),
    input: |cases| cases.join("\n"),
    lines: |first, _| if first.starts_with("No") { 1 } else { 16 },
    wrong: grid_is_wrong,
};

pub(super) const P1074: Trial = Trial {
    judge: "p1074",
    together: 1,
    most: u64::MAX,
    tiny: Vec::new,
    make: |rng, flavour, size| {
        let mut grid = full(rng, 3);
        let blanks = match flavour {
            Flavour::Edge => [0, 1, 9][rng.usize(..3)],
            Flavour::Largest | Flavour::Adversarial => 57,
            Flavour::Random | Flavour::Tiny => 3 + (size * 50.0) as usize,
        };
        let mut cells: Vec<usize> = (0..81).collect();
        rng.shuffle(&mut cells);
        if flavour == Flavour::Adversarial {
            cells.sort_by_key(|cell| cell / 54);
        }
        cells.iter().take(blanks).for_each(|&cell| grid[cell] = 0);
        // One in eight has no solution.
        if rng.usize(..8) == 0 {
            let one = cells[80];
            grid[one] = 1 + grid[one] % 9;
        }
        let text = text_of(&grid, "123456789", '0', 9);
        text.lines().map(|row| super::line(row.chars())).collect()
    },
    parts: |case| case.split_ascii_whitespace().filter(|&word| word == "0").count(),
    without: |case, answer, from, to| {
        let packed: String = case.split_ascii_whitespace().collect();
        let filled = fill(&packed, answer, '0', from, to)?;
        let cells: Vec<char> = filled.chars().filter(|c| !c.is_whitespace()).collect();
        Some(cells.chunks(9).map(|row| super::line(row.iter())).collect())
    },
    input: |cases| cases.concat(),
    lines: one_line,
    wrong: |wanted, lines| match (lines.first(), wanted.lines.first()) {
        (Some(said), Some(right)) if said == right => None,
        (said, Some(right)) if right == "-1" => Some(format!("there is no solution; it says {}", said.unwrap_or(&""))),
        (said, right) => Some(format!(
            "the best score is {}; it says {}",
            right.map_or("", String::as_str),
            said.unwrap_or(&"nothing")
        )),
    },
};

pub(super) const HDU4069: Trial = Trial {
    judge: "hdu4069",
    together: 10,
    most: u64::MAX,
    tiny: Vec::new,
    make: |rng, flavour, size| {
        let recipe = Recipe::new(kind("jigsaw").expect("jigsaw is a kind"), 9, rng.u64(..));
        let made = generate(&recipe, &mut |_| true);
        let Some(mut grid) = made.ok().and_then(|made| made.puzzle.grid().cloned()) else { return String::new() };
        let judge = HDU4069.of();
        let solved = judged(judge, &Shape::Grid(grid.clone()), &mut ());
        let Some(Answer::Solved(Solution::Grid(full))) = solved else { return String::new() };
        let open: Vec<usize> = (0..81).filter(|&cell| grid.cells[cell] == Entry::Empty).collect();
        // More givens make it easier. The puzzle as it was made is the hardest.
        let left = match flavour {
            Flavour::Edge => [0, 1][rng.usize(..2)],
            Flavour::Adversarial | Flavour::Largest => open.len(),
            Flavour::Random | Flavour::Tiny => (open.len() as f64 * size).ceil() as usize,
        };
        let mut fills = open.clone();
        rng.shuffle(&mut fills);
        for &cell in fills.iter().skip(left) {
            grid.cells[cell] = full.cells[cell].symbol().map_or(Entry::Empty, Entry::Given);
        }
        // Some have several solutions, and some have none.
        let givens: Vec<usize> = (0..81).filter(|&cell| grid.cells[cell] != Entry::Empty).collect();
        match rng.usize(..5) {
            0 => (0..4).for_each(|_| grid.cells[givens[rng.usize(..givens.len())]] = Entry::Empty),
            1 => {
                let cell = givens[rng.usize(..givens.len())];
                let symbol = grid.cells[cell].symbol().map_or(0, |symbol| symbol.0);
                grid.cells[cell] = Entry::Given(Symbol((symbol + 1) % 9));
            }
            _ => {}
        }
        sums(&grid)
    },
    parts: |case| super::numbers(case).iter().filter(|&&sum| sum % 16 == 0).count(),
    without: |case, answer, from, to| {
        let Answer::Solved(Solution::Grid(full)) = answer else { return None };
        let mut sums = super::numbers(case);
        let open = sums.iter_mut().enumerate().filter(|(_, sum)| **sum % 16 == 0);
        for (cell, sum) in open.take(to).skip(from) {
            *sum += full.cells.get(cell)?.symbol()?.0 as usize + 1;
        }
        Some(sums.chunks(9).map(|row| super::line(row.iter())).collect())
    },
    input: super::counted,
    // The title, and the grid or a sentence, up to the next title.
    lines: |_, _| 10,
    wrong: |wanted, lines| {
        let title = wanted.lines.first().map(String::as_str);
        if lines.first().copied() != title {
            return same(wanted, lines);
        }
        match (wanted.answer, lines.get(1).copied()) {
            (Answer::Solved(_), Some(said)) if said.starts_with("No") => {
                Some("there is a solution; it says that there is none".to_string())
            }
            (Answer::Solved(_), Some(said)) if said.starts_with("Mul") => {
                Some("there is one solution; it says that there are several".to_string())
            }
            (Answer::Solved(_), _) => grid_is_wrong(wanted, &lines[1..]),
            _ => same(wanted, lines),
        }
    },
};

/// The sums of digits and walls, without the number of cases.
fn sums(grid: &Grid) -> String {
    let text = jigsaw::HDU4069.write(&Shape::Grid(grid.clone()));
    text.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_string())
}

/// A full grid with boxes of k x k: a pattern with its symbols, rows and columns shuffled. Symbols
/// are from 1.
fn full(rng: &mut Rng, k: usize) -> Vec<u8> {
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

/// A 9x9 with one solution, and `blanks` cells emptied if it allows that. `from_top` empties the top
/// rows first.
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
fn hard_nine(rng: &mut Rng) -> Vec<u8> {
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

fn text_of(grid: &[u8], symbols: &str, blank: char, width: usize) -> String {
    let symbols: Vec<char> = symbols.chars().collect();
    let char = |&cell: &u8| if cell == 0 { blank } else { symbols[cell as usize - 1] };
    grid.chunks(width).map(|row| row.iter().map(char).chain(['\n']).collect::<String>()).collect()
}

/// Fills some of the blank cells of a text from the answer. If there is none, nothing is smaller.
fn fill(case: &str, answer: &Answer, blank: char, from: usize, to: usize) -> Option<String> {
    let Answer::Solved(Solution::Grid(full)) = answer else { return None };
    let (mut cell, mut at, mut filled) = (0, 0, String::new());
    for c in case.chars() {
        if c.is_whitespace() {
            filled.push(c);
            continue;
        }
        let is_blank = c == blank;
        let fills = is_blank && (from..to).contains(&at);
        filled.push(if fills { full.alphabet.char(full.cells.get(cell)?.symbol()?) } else { c });
        at += usize::from(is_blank);
        cell += 1;
    }
    Some(filled)
}

/// The rule that a grid in lines breaks.
fn grid_is_wrong(wanted: &CheckedCase, lines: &[&str]) -> Option<String> {
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
