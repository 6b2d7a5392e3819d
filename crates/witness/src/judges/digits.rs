//! Judges with sudokus in nine rows of digits: HDU 1426 and 2780, POJ 2676 and 2918.

use super::answers::{between, grid_or, solved_or};
use super::grids::{DIGITS, blanks, fill, full, grid_is_wrong, grid_of, hard_nine, spaced, text_of, usual};
use super::{Answer, Flavour, Judge, JudgeMethod, counted, same, shapes};
use dancing::Goal;
use quadrille_puzzle::feed::Feed;
use quadrille_puzzle::scan::{self, Line};
use quadrille_puzzle::symbols::{lines_of, strict_cells};
use quadrille_puzzle::{Alphabet, Entry, Grid, ParseError, Symbol, sudoku};

pub(super) const HDU1426: Judge = Judge {
    name: "hdu1426",
    page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=1426"),
    help: "HDU 1426 Sudoku Killer: 9 lines of 9 cells with blanks between, `?` empty, cases until end of file",
    read: |text| shapes(Feed::new(text).cases(|feed| nine_rows(feed, "a row of 9 cells", spaced_cells))),
    input: |cases| cases.join("\n"),
    write: |case, shape, answer| between(case) + &solved_or(shape, answer, |grid| spaced(&lines_of(grid)), "?"),
    make: |rng, flavour, size| spaced(&usual(rng, flavour, size, '?', 9)),
    parts: |case| blanks(case, '?'),
    without: |case, answer, gone| fill(case, answer, '?', gone),
    ..POJ2676
};

pub(super) const POJ2676: Judge = Judge {
    name: "poj2676",
    page: Some("http://poj.org/problem?id=2676"),
    help: "POJ 2676 Sudoku: T; 9 lines of 9 digits, 0 empty; any solution",
    kind: &sudoku::KIND,
    form: &sudoku::ROWS,
    goal: Goal::First,
    method: JudgeMethod::Search,
    read: |text| shapes(Feed::new(text).counted_cases(|feed| nine_rows(feed, "a row of 9 digits", packed_cells))),
    input: counted,
    write: |_, shape, answer| solved_or(shape, answer, lines_of, "0"),
    lines: |_, _| 9,
    wrong: grid_is_wrong,
    together: 10,
    most: u64::MAX,
    tiny: Vec::new,
    make: |rng, flavour, size| {
        if flavour == Flavour::Adversarial && rng.usize(..3) > 0 {
            return text_of(&hard_nine(rng), DIGITS, '0', 9);
        }
        let case = usual(rng, flavour, size, '0', 9);
        // Any solution is right, so some have several.
        let is_open = rng.usize(..4) == 0;
        case.chars().map(|c| if is_open && c == '1' { '0' } else { c }).collect()
    },
    parts: |case| blanks(case, '0'),
    without: |case, answer, gone| fill(case, answer, '0', gone),
};

pub(super) const POJ2918: Judge = Judge {
    name: "poj2918",
    page: Some("http://poj.org/problem?id=2918"),
    help: "POJ 2918 Tudoku: T; 9 lines of 9 digits, 0 empty, a blank line after each",
    // A blank line ends each case.
    input: |cases| format!("{}\n{}\n", cases.len(), cases.join("\n")),
    write: |case, shape, answer| format!("Scenario #{case}:\n{}\n", solved_or(shape, answer, lines_of, "0")),
    lines: |_, _| 10,
    wrong: |wanted, lines| match lines.first().copied() == Some(wanted.right()) {
        true => grid_is_wrong(wanted, &lines[1..]),
        false => same(wanted, lines),
    },
    make: |rng, flavour, size| usual(rng, flavour, size / 2.0, '0', 9),
    ..POJ2676
};

pub(super) const HDU2780: Judge = Judge {
    name: "hdu2780",
    page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=2780"),
    help: "HDU 2780 Su-Su-Sudoku: T; 9 lines of 9 digits, 0 empty; the grid, or that it cannot be completed",
    write: |case, _, answer| between(case) + &grid_or(answer, lines_of, "Could not complete this grid.\n"),
    lines: |first, _| if first.starts_with("Could") { 1 } else { 9 },
    wrong: |wanted, lines| match wanted.answer {
        Answer::Solved(_) if lines.first().is_some_and(|line| line.starts_with("Could")) => {
            Some("the grid can be completed; it says that it cannot".to_string())
        }
        _ => grid_is_wrong(wanted, lines),
    },
    make: |rng, flavour, _| {
        let mut grid = full(rng, 3);
        let mut cells: Vec<usize> = (0..81).collect();
        rng.shuffle(&mut cells);
        cells[..5].iter().for_each(|&cell| grid[cell] = 0);
        // Some cannot be completed: a given is wrong.
        if flavour == Flavour::Edge || rng.usize(..3) == 0 {
            grid[cells[5]] = 1 + grid[cells[5]] % 9;
        }
        text_of(&grid, DIGITS, '0', 9)
    },
    parts: |_| 0,
    without: |_, _, _| None,
    ..POJ2676
};

/// Nine rows of nine cells.
fn nine_rows(
    feed: &mut Feed,
    what: &str,
    row: fn(&Line, &Alphabet) -> Result<Vec<Entry>, ParseError>,
) -> Result<Grid, ParseError> {
    let alphabet = Alphabet::usual(9);
    let mut cells = Vec::with_capacity(81);
    for _ in 0..9 {
        cells.extend(row(feed.line(what)?, &alphabet)?);
    }
    Ok(grid_of(9, alphabet, cells))
}

/// The cells of a row that is one word, blank ones 0.
fn packed_cells(line: &Line, alphabet: &Alphabet) -> Result<Vec<Entry>, ParseError> {
    let words = line.words();
    match words.get(1) {
        Some(extra) => Err(ParseError::at(extra, "a row is one word of 9 digits")),
        None => strict_cells(&words[0], 9, alphabet, '0'),
    }
}

/// The cells of a row that are words, blank ones `?`.
fn spaced_cells(line: &Line, _: &Alphabet) -> Result<Vec<Entry>, ParseError> {
    let words = line.words();
    if words.len() != 9 {
        let column = words.get(9).map_or(line.end() + 1, |word| word.column);
        let message = format!("this row has {}, 9 expected", scan::counted(words.len(), "cell"));
        return Err(ParseError::new(line.number, column, message)
            .help("a cell is a digit from 1 to 9, or ?, with blanks between the cells"));
    }
    let cell = |word: &scan::TextWord| match *word.text.as_bytes() {
        [b'?'] => Ok(Entry::Empty),
        [digit @ b'1'..=b'9'] => Ok(Entry::Given(Symbol(digit - b'1'))),
        _ => Err(ParseError::at(word, format!("`{}` is not a cell", scan::short(word.text)))
            .help("a cell is a digit from 1 to 9, or ?")),
    };
    words.iter().map(cell).collect()
}
