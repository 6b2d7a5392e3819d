//! JUDGES: online judges whose input and output formats are supported byte for byte. A new judge is
//! one row.
//!
//! The readers are strict, as a contest program needs. An input that the judge would not send is
//! refused with its place.

use super::encode::Solution;
use super::grid::{Alphabet, Grid, Weights};
use super::kinds::{cover, jigsaw, queens, setcover, sudoku, target, tiling};
use super::model::{Form, Shape};
use super::scan::{self, Line, ParseError, Word, number, unexpected};
use super::symbols::{line_of, lines_of};
use super::{Areas, Kind};
use crate::dlx::Goal;

/// A judge's problem.
pub struct Judge {
    pub name: &'static str,
    pub help: &'static str,
    pub kind: &'static Kind,
    /// The form of the judge's puzzles.
    pub form: &'static Form,
    pub goal: Goal,
    /// For a repeated cover: the largest number of options that the judge reports exactly.
    pub ceiling: Option<u32>,
    /// Splits a whole input into its cases.
    pub read: fn(&str) -> Result<Cases, ParseError>,
    /// The output for a case. Case numbers start at 1.
    pub write: fn(usize, &Shape, &Answer) -> String,
}

/// The cases of an input, and a warning if something is missing that the answers do not need.
pub type Cases = (Vec<Shape>, Option<String>);

/// The answer to a case.
pub enum Answer {
    None,
    /// A solution: the only one, the first one or the best one, as the judge asks.
    Solved(Solution),
    Several,
    /// How many solutions there are. Solutions that are symmetric to each other count once.
    Counted {
        ways: u128,
    },
    /// More options are needed than the judge reports.
    TooMany,
}

pub static JUDGES: &[Judge] = &[
    Judge {
        name: "poj3074",
        help: "POJ 3074 Sudoku: lines of 81 characters, `.` empty, until `end`",
        kind: &sudoku::KIND,
        form: &sudoku::LINE,
        goal: Goal::First,
        ceiling: None,
        read: poj3074,
        write: |_, _, answer| grid_or(answer, line_of, "No solution\n"),
    },
    Judge {
        name: "zoj3122",
        help: "ZOJ 3122 Sudoku, POJ 3076: 16 lines of A-P, `-` empty, cases until end of file",
        kind: &sudoku::KIND,
        form: &sudoku::ROWS,
        goal: Goal::First,
        ceiling: None,
        read: zoj3122,
        write: |case, _, answer| {
            let blank = if case > 1 { "\n" } else { "" };
            format!("{blank}{}", grid_or(answer, lines_of, "No solution\n"))
        },
    },
    Judge {
        name: "p1074",
        help: "Luogu P1074, NOIP 2009 target sudoku: 9 lines of 9 numbers, 0 empty; the best score, or -1",
        kind: &target::KIND,
        form: &target::P1074,
        goal: Goal::Best,
        ceiling: None,
        read: p1074,
        write: |_, _, answer| grid_or(answer, |grid| format!("{}\n", grid.score()), "-1\n"),
    },
    Judge {
        name: "hdu4069",
        help: "HDU 4069 Squiggly Sudoku: T, then 9x9 sums of digit + 16 up + 32 right + 64 down + 128 left",
        kind: &jigsaw::KIND,
        form: &jigsaw::HDU4069,
        goal: Goal::Unique,
        ceiling: None,
        read: |text| jigsaw::read_sums(text, Some(9)).map(|grids| (shapes(grids), None)),
        write: |case, _, answer| format!("Case {case}:\n{}", grid_or(answer, lines_of, "No solution\n")),
    },
    Judge {
        name: "poj3740",
        help: "POJ 3740 Easy Finding: `m n` and the 0/1 matrix, cases until end of file",
        kind: &cover::KIND,
        form: &cover::MATRIX,
        goal: Goal::First,
        ceiling: None,
        read: poj3740,
        write: |_, _, answer| match answer {
            Answer::None => "It is impossible\n".to_string(),
            _ => "Yes, I found it\n".to_string(),
        },
    },
    Judge {
        name: "nqueen",
        help: "SPOJ NQUEEN: n, then n files, 0 free, until end of file",
        kind: &queens::KIND,
        form: &queens::NQUEEN,
        goal: Goal::First,
        ceiling: None,
        read: |text| Ok((queens::read(text)?.into_iter().map(Shape::from).collect(), None)),
        write: |_, shape, answer| match (shape, answer) {
            (Shape::Listing(board), Answer::Solved(Solution::Options(options))) => queens::files(board, options) + "\n",
            _ => "No solution\n".to_string(),
        },
    },
    Judge {
        name: "match-girl",
        help: "exact cover with the fewest options: `n m`, then m lines of a count and so many foods",
        kind: &cover::KIND,
        form: &cover::KNUTH,
        goal: Goal::Best,
        ceiling: None,
        read: |text| Ok((vec![Shape::from(cover::read_meals(text)?)], None)),
        write: |_, _, answer| match answer {
            Answer::Solved(Solution::Options(meals)) => {
                let numbers: Vec<String> = meals.iter().map(|meal| (meal.0 + 1).to_string()).collect();
                format!("Yes\n{}\n", numbers.join(" "))
            }
            _ => "No\n".to_string(),
        },
    },
    Judge {
        name: "zoj3209",
        help: "ZOJ 3209 Treasure Map: T; `n m p`; p rectangles; the fewest pieces, or -1",
        kind: &tiling::KIND,
        form: &tiling::map::MAP,
        goal: Goal::Best,
        ceiling: None,
        read: |text| Ok((tiling::map::read(text)?.into_iter().map(Shape::from).collect(), None)),
        write: |_, _, answer| match answer {
            Answer::Solved(Solution::Options(pieces)) => format!("{}\n", pieces.len()),
            _ => "-1\n".to_string(),
        },
    },
    Judge {
        name: "dominoes",
        help: "pentominoes on n x m = 60 squares: `n m` until end of file; ways, turned and mirrored ones counted once",
        kind: &tiling::KIND,
        form: &tiling::pieces::PIECES,
        goal: Goal::Count { limit: None },
        ceiling: None,
        read: pentominoes,
        write: |_, _, answer| match answer {
            Answer::Counted { ways } => format!("{ways}\n"),
            _ => "0\n".to_string(),
        },
    },
    Judge {
        name: "lottery",
        help: "covering design: `m n w`, numbers, numbers on a ticket, numbers to match; the fewest tickets",
        kind: &setcover::KIND,
        form: &setcover::COVERING,
        goal: Goal::Best,
        ceiling: Some(10),
        read: |text| Ok((vec![Shape::from(setcover::read_lottery(text)?)], None)),
        write: |_, _, answer| match answer {
            Answer::Solved(Solution::Options(tickets)) if tickets.len() <= 10 => format!("{}\n", tickets.len()),
            _ => "10 or more\n".to_string(),
        },
    },
    Judge {
        name: "poj1084",
        help: "POJ 1084 Square Destroyer: T; n; `k` and the k missing matches; the fewest matches to take away",
        kind: &setcover::KIND,
        form: &setcover::SQUARES,
        goal: Goal::Best,
        ceiling: None,
        read: |text| Ok((setcover::read_poj1084(text)?.into_iter().map(Shape::from).collect(), None)),
        write: |_, _, answer| match answer {
            Answer::Solved(Solution::Options(matches)) => format!("{}\n", matches.len()),
            _ => unreachable!("every square has a match"),
        },
    },
];

fn shapes(grids: Vec<Grid>) -> Vec<Shape> {
    grids.into_iter().map(Shape::Grid).collect()
}

fn grid_or(answer: &Answer, write: fn(&Grid) -> String, none: &str) -> String {
    match answer {
        Answer::Solved(Solution::Grid(grid)) => write(grid),
        Answer::Solved(Solution::Options(_)) => unreachable!("a grid is solved by a grid"),
        Answer::None | Answer::Counted { .. } | Answer::TooMany => none.to_string(),
        Answer::Several => "Multiple Solutions\n".to_string(),
    }
}

/// Reads the cells of one line. Only the alphabet's symbols and one blank character are allowed.
fn strict(word: &Word, expected: usize, alphabet: &Alphabet, blank: char) -> Result<Grid, ParseError> {
    for (k, c) in word.text.chars().enumerate().take(expected) {
        if c != blank && !alphabet.to_string().contains(c) {
            return Err(unexpected(word, k, c).help(format!("allowed are {} and {blank}", alphabet.name())));
        }
    }
    let side = if expected == 81 { 9 } else { 16 };
    let areas = Areas::usual_boxes(side).expect("9 and 16 have boxes");
    let cells = super::symbols::cells(word, expected, alphabet)?;
    Ok(Grid { alphabet: alphabet.clone(), cells, ..Grid::new(side, areas) })
}

fn poj3074(text: &str) -> Result<Cases, ParseError> {
    let lines = scan::lines(text);
    let mut grids = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        match line.body() {
            Some(word) if word.text == "end" => {
                scan::nothing_after(&lines, at + 1, "the input, which is the line `end`")?;
                return Ok((shapes(grids), None));
            }
            Some(word) => grids.push(strict(&word, 81, &Alphabet::usual(9), '.')?),
            None => {
                return Err(ParseError::new(line.number, 1, "this line is blank, 81 characters expected"));
            }
        }
    }
    Ok((shapes(grids), Some("the line `end` is missing at the end of the input".to_string())))
}

fn zoj3122(text: &str) -> Result<Cases, ParseError> {
    const SIDE: usize = 16;
    let lines = scan::lines(text);
    let mut rows: Vec<Word> = lines.iter().filter_map(Line::body).collect();
    let announced = rows.first().filter(|word| word.text.bytes().all(|b| b.is_ascii_digit())).copied();
    let announced = announced.map(|word| number(&word, 1, 100_000)).transpose()?;
    if announced.is_some() {
        rows.remove(0);
    }
    let mut grids: Vec<Grid> = Vec::new();
    for block in rows.chunks(SIDE) {
        let mut cells = Vec::with_capacity(SIDE * SIDE);
        let mut grid = Grid::new(SIDE, Areas::usual_boxes(SIDE).expect("16 has boxes"));
        for row in block {
            let strict = strict(row, SIDE, &Alphabet::letters(SIDE), '-')?;
            cells.extend(strict.cells);
            grid.alphabet = strict.alphabet;
        }
        if block.len() < SIDE {
            let (first, last) = (block[0].line, block[block.len() - 1].line);
            let run_on = !grids.is_empty() && lines[first - 2].body().is_some();
            let place = if run_on { first } else { last + 1 };
            let message = format!("the grid that starts on line {first} has {} rows of {SIDE}", block.len());
            return Err(ParseError::new(place, 1, message));
        }
        grids.push(Grid { cells, ..grid });
    }
    match announced {
        Some(count) if count as usize != grids.len() => {
            Err(ParseError::new(1, 1, format!("{count} grids are announced, {} found", grids.len())))
        }
        _ => Ok((shapes(grids), None)),
    }
}

fn p1074(text: &str) -> Result<Cases, ParseError> {
    const SIDE: usize = 9;
    let lines = scan::lines(text);
    let (numbers, after) = scan::matrix(&lines, 0, (SIDE, SIDE), SIDE as u32)?;
    scan::nothing_after(&lines, after, "the 9 rows")?;
    let mut grid = Grid::new(SIDE, Areas::usual_boxes(SIDE).expect("9 has boxes"));
    grid.weights = Some(Weights::rings(SIDE));
    for (cell, (value, _)) in numbers.iter().enumerate().filter(|(_, (value, _))| *value > 0) {
        grid.cells[cell] = super::Entry::Given(super::Symbol(*value as u8 - 1));
    }
    Ok((shapes(vec![grid]), None))
}

fn poj3740(text: &str) -> Result<Cases, ParseError> {
    let lines: Vec<Line> = scan::lines(text).into_iter().filter(|line| line.body().is_some()).collect();
    let (mut cases, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        let (listing, after) = cover::sized_matrix(&lines, at)?;
        cases.push(Shape::from(listing));
        at = after;
    }
    Ok((cases, None))
}

/// Boards of `n m` with 60 squares, one per line.
fn pentominoes(text: &str) -> Result<Cases, ParseError> {
    let mut boards = Vec::new();
    for line in scan::lines(text).iter().filter(|line| line.body().is_some()) {
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
        boards.push(Shape::from(tiling::pieces::pentomino_board(rows, columns)));
    }
    Ok((boards, None))
}
