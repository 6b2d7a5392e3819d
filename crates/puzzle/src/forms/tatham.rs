//! Game IDs of Solo, in Simon Tatham's Portable Puzzle Collection: `3x3:a4b...`, `9j:...,...`.
//!
//! The part before the colon names the grid: `CxR` is a grid of side C*R whose boxes have C rows
//! and R columns, `Nj` a jigsaw, `x` adds the diagonals, `k` is a killer. The givens follow:
//! numbers, `_` between two numbers that touch, and a letter for a run of empty cells (`a` for one,
//! `z` for 26). A jigsaw adds, after a comma, the runs of missing walls between the walls: first
//! all vertical edges, row by row, then all horizontal ones, column by column. A killer adds the
//! walls of its cages in the same way and, after another comma, their sums as givens are written,
//! each in the first cell of its cage.

use super::first_line;
use super::killer_codes::with_cages;
use crate::areas::{Areas, Side, Walls};
use crate::cell::{Cell, Entry, Symbol};
use crate::form::{Form, Text};
use crate::grid::{Grid, GridRule};
use crate::guise::Guise;
use crate::holds::{Holds, Ruled};
use crate::rules::KILLER;
use crate::scan::{self, ParseError, TextWord, counted, unexpected};
use crate::side_length::SideLength;
use crate::size::Size;

/// The largest side with blocks: the program has 31 symbols.
const MOST: usize = 31;

pub(crate) static TATHAM: Form = Form {
    id: "tatham",
    help: "game IDs of Simon Tatham's Solo: blocks, jigsaw, diagonals, killer; one a line",
    guise: Guise::Signed,
    holds: Holds { boxes: true, regions: true, diagonals: true, rules: CAGES, sides: (4, MOST), ..Holds::PLAIN },
    text: Text::Grids { read, write },
    yields: &[],
};

/// Killer cages, if every cell lies in one.
const CAGES: Ruled = Ruled::Those(|rule, grid| rule.id == KILLER && cages(grid).is_some());

/// By cell, the number of its killer cage. `None` if a cell lies in none or in two, or if a cage is
/// in pieces.
fn cages(grid: &Grid) -> Option<Vec<usize>> {
    let mut of = vec![None; grid.size().n_cells()];
    for (number, rule) in grid.rules.iter().filter(|rule| rule.id == KILLER).enumerate() {
        for cell in &rule.cells {
            if of[cell.index()].replace(number).is_some() {
                return None;
            }
        }
    }
    let of: Vec<usize> = of.into_iter().collect::<Option<_>>()?;
    // No piece reaches into two cages, so there are as many if none is in pieces.
    let pieces = Walls::between(grid.size(), &of).regions();
    (pieces.iter().max() == of.iter().max()).then_some(of)
}

fn read(text: &str) -> Result<Vec<Grid>, ParseError> {
    if !is_signed(first_line(text)) {
        return Ok(Vec::new());
    }
    let lines = scan::lines(text);
    let bodies: Vec<TextWord> =
        lines.iter().filter_map(scan::Line::body).filter(|w| !w.text.starts_with('#')).collect();
    bodies.iter().map(game).collect()
}

/// The game ID in a text, which may be a web address that ends with it.
fn own_part(text: &str) -> &str {
    text.split_once("solo.html#").map_or(text, |(_, id)| id)
}

/// Returns whether a line begins with the parameters of a game: `3x3`, `3x3x`, `9j`, then a colon
/// or `#`.
fn is_signed(line: &str) -> bool {
    let part = own_part(line);
    let Some(end) = part.find([':', '#']) else { return false };
    let params = &part[..end];
    let digits = params.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &params[digits..];
    let is_block = rest.strip_prefix('x').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    (1..=2).contains(&digits) && (is_block || rest.starts_with('j'))
}

/// Reads one game ID.
fn game(line: &TextWord) -> Result<Grid, ParseError> {
    let skipped = line.text.chars().count() - own_part(line.text).chars().count();
    let word = TextWord { column: line.column + skipped, text: own_part(line.text), ..*line };
    let Some((params, desc)) = word.text.split_once(':').filter(|_| is_signed(line.text)) else {
        let message = match word.text.contains('#') {
            true => "this is the seed of a game, not its grid",
            false => "this is not a game ID",
        };
        return Err(ParseError::at(&word, message).help("a game ID has a colon before its grid, such as 3x3:a4b2..."));
    };
    let (mut grid, is_killer) = parameters(&TextWord { text: params, ..word })?;
    let desc = TextWord { column: word.column + params.chars().count() + 1, text: desc, ..word };
    let mut parts = desc.text.split(',').scan(desc.column, |column, text| {
        let part = TextWord { column: *column, text, ..desc };
        *column += text.chars().count() + 1;
        Some(part)
    });
    let end = desc.column + desc.text.chars().count();
    let missing = |what: &str| ParseError::new(desc.line, end, format!("{what} after a comma"));

    let n = grid.n_symbols();
    let givens = parts.next().unwrap_or(desc);
    let symbol = |number: u32| Entry::Given(Symbol(number as u8 - 1));
    grid.cells = numbers(&givens, n, n)?.into_iter().map(|number| number.map_or(Entry::Empty, symbol)).collect();
    if let Areas::Walls(known) = &mut grid.areas {
        *known = read_walls(&parts.next().ok_or_else(|| missing("a jigsaw needs its walls"))?, n)?;
    }
    if is_killer {
        let walls = parts.next().ok_or_else(|| missing("a killer needs the walls of its cages"))?;
        let sums = parts.next().ok_or_else(|| missing("a killer needs the sums of its cages"))?;
        grid = with_cages(&sums, grid, read_cages(&walls, &sums, n)?)?;
    }
    if let Some(more) = parts.next() {
        return Err(ParseError::at(&more, "only a jigsaw has walls after a comma, and a killer cages and sums"));
    }
    match grid.unfit() {
        Some(fault) => Err(ParseError::at(&desc, fault)),
        None => Ok(grid),
    }
}

/// The cages of a killer, with their sums.
fn read_cages(walls: &TextWord, sums: &TextWord, n: usize) -> Result<Vec<(u32, Vec<Cell>)>, ParseError> {
    let regions = read_walls(walls, n)?.regions();
    let most = (n * (n + 1) / 2) as u32;
    let mut cages = vec![(0, Vec::new()); regions.iter().max().map_or(0, |last| last + 1)];
    for ((cell, region), sum) in (0..).map(Cell).zip(regions).zip(numbers(sums, n, most as usize)?) {
        let (known, cells) = &mut cages[region];
        cells.push(cell);
        match (*known, sum) {
            (_, None) => {}
            (0, Some(sum)) => *known = sum,
            (one, Some(other)) => {
                let message = format!("a cage has two sums: {one} and {other}");
                return Err(ParseError::at(sums, message).help("each cage has one sum, in one of its cells"));
            }
        }
    }
    let size = Size::square(n);
    match cages.iter().find(|(sum, _)| *sum == 0) {
        Some((_, cells)) => {
            let message = format!("the cage of {} has no sum", size.name(cells[0]));
            Err(ParseError::at(sums, message).help("each cage has one sum, in one of its cells"))
        }
        None => Ok(cages),
    }
}

/// The empty grid that the parameters name, and whether it is a killer. A jigsaw has no walls yet.
fn parameters(word: &TextWord) -> Result<(Grid, bool), ParseError> {
    let text = word.text;
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let first = digits(0);
    // A number that does not fit into 64 bits is too large for a side.
    let number = |range: std::ops::Range<usize>| text[range].parse::<u64>().unwrap_or(u64::MAX);
    let (high, mut wide, mut at) = (number(0..first), 1, first);
    if text[at..].starts_with('x') && digits(at + 1) > 0 {
        let length = digits(at + 1);
        wide = number(at + 1..at + 1 + length);
        at += 1 + length;
    }
    let flags = &text[at..];
    let mut is_jigsaw = wide == 1;
    let (mut diagonals, mut is_killer) = (false, false);
    // Symmetry and difficulty follow the flags; they are not rules.
    for flag in flags.chars() {
        match flag {
            'j' => is_jigsaw = true,
            'x' => diagonals = true,
            'k' => is_killer = true,
            _ => break,
        }
    }
    let limit = if is_jigsaw { 16 } else { MOST };
    let side = SideLength::of_boxes(high, wide).map(SideLength::n);
    let Some(n) = side.filter(|n| *n <= limit && (is_jigsaw || high > 1)) else {
        let name = if wide == 1 { high.to_string() } else { format!("{high}x{wide}") };
        return Err(ParseError::at(word, format!("a grid of side {name} is not supported"))
            .help(format!("blocks make a side from 4 to {MOST}, a jigsaw one from 4 to 16")));
    };
    let rows = high as usize;
    let areas =
        if is_jigsaw { Areas::Walls(Walls::none(Size::square(n))) } else { Areas::Boxes { rows, columns: n / rows } };
    Ok((Grid { diagonals, ..Grid::new(n, areas) }, is_killer))
}

/// Reads the numbers in the cells of a grid of side n, from 1 to `most`, and runs of empty cells.
fn numbers(word: &TextWord, n: usize, most: usize) -> Result<Vec<Option<u32>>, ParseError> {
    let mut cells = Vec::with_capacity(n * n);
    let bytes = word.text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let here = |length: usize| TextWord { column: word.column + at, text: &word.text[at..at + length], ..*word };
        match bytes[at] {
            letter @ b'a'..=b'z' => {
                cells.extend(std::iter::repeat_n(None, usize::from(letter - b'a') + 1));
                at += 1;
            }
            b'_' => at += 1,
            b'0'..=b'9' => {
                let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                cells.push(Some(scan::number(&here(length), 1, most as u32)?));
                at += length;
            }
            _ => {
                let k = word.text[..at].chars().count();
                let c = word.text[at..].chars().next().expect("the text goes on");
                return Err(
                    unexpected(word, k, c).help("numbers, `_` and letters for runs of empty cells are expected")
                );
            }
        }
        if cells.len() > n * n {
            let message = format!("more than {} for a grid of side {n}", counted(n * n, "cell"));
            return Err(ParseError::new(word.line, word.column + at - 1, message));
        }
    }
    if cells.len() < n * n {
        let message = format!("this describes {}, {} expected", counted(cells.len(), "cell"), n * n);
        return Err(ParseError::new(word.line, word.column + word.text.len(), message));
    }
    Ok(cells)
}

/// The inner edges of a grid, in the order of the walls of a game ID: a cell, and its side.
fn edges(n: usize) -> impl Iterator<Item = (Cell, Side)> {
    let upright = (0..n).flat_map(move |row| (0..n - 1).map(move |column| (row * n + column, Side::Right)));
    let level = (0..n).flat_map(move |column| (0..n - 1).map(move |row| (row * n + column, Side::Down)));
    upright.chain(level).map(|(cell, side)| (Cell(cell as u16), side))
}

pub(super) fn read_walls(word: &TextWord, n: usize) -> Result<Walls, ParseError> {
    let mut walls = Walls::none(Size::square(n));
    let all: Vec<(Cell, Side)> = edges(n).collect();
    // A virtual wall after the last edge ends the last run.
    let mut at = 0;
    for (k, c) in word.text.chars().enumerate() {
        let (run, wall) = match c {
            '_' => (0, true),
            'z' => (25, false),
            'a'..='y' => (c as usize - 'a' as usize + 1, true),
            _ => return Err(unexpected(word, k, c).help("walls are written with `_` and letters")),
        };
        at += run;
        if wall {
            if let Some(&(cell, side)) = all.get(at) {
                walls.set(cell, side, true);
            }
            at += 1;
        }
        if at > all.len() + 1 {
            let message = format!("more walls than the {} inner edges of the grid", all.len());
            return Err(ParseError::new(word.line, word.column + k, message));
        }
    }
    if at != all.len() + 1 {
        let message = format!("the walls end after {at} of {} edges", all.len() + 1);
        return Err(ParseError::new(word.line, word.column + word.text.chars().count(), message));
    }
    Ok(walls)
}

fn write(grid: &Grid) -> String {
    let n = grid.n_symbols();
    let mut text = match &grid.areas {
        Areas::Boxes { rows, columns } => format!("{rows}x{columns}"),
        _ => format!("{n}j"),
    };
    if grid.diagonals {
        text.push('x');
    }
    let cages = cages(grid);
    if cages.is_some() {
        text.push('k');
    }
    text.push(':');
    push_numbers(&mut text, grid.cells.iter().map(|entry| Some(u32::from(entry.symbol()?.0) + 1)));
    if let Areas::Walls(walls) = &grid.areas {
        push_walls(&mut text, walls, n);
    }
    if let Some(cages) = cages {
        push_walls(&mut text, &Walls::between(grid.size(), &cages), n);
        text.push(',');
        let killers: Vec<&GridRule> = grid.rules.iter().filter(|rule| rule.id == KILLER).collect();
        let mut is_written = vec![false; killers.len()];
        let sum = |cage: &usize| (!std::mem::replace(&mut is_written[*cage], true)).then(|| killers[*cage].numbers[0]);
        push_numbers(&mut text, cages.iter().map(sum));
    }
    text.push('\n');
    text
}

/// Writes the numbers of cells, and the runs of empty cells between them.
fn push_numbers(text: &mut String, cells: impl Iterator<Item = Option<u32>>) {
    let mut blanks = 0;
    let mut is_number = false;
    for number in cells {
        let Some(number) = number else {
            blanks += 1;
            continue;
        };
        push_blanks(text, &mut blanks, &mut is_number);
        if is_number {
            text.push('_');
        }
        *text += &number.to_string();
        is_number = true;
    }
    push_blanks(text, &mut blanks, &mut is_number);
}

/// Writes a comma and the runs of edges without a wall.
fn push_walls(text: &mut String, walls: &Walls, n: usize) {
    text.push(',');
    let mut run = 0;
    let end = std::iter::once(true);
    for wall in edges(n).map(|(cell, side)| walls.stands(cell, side)).chain(end) {
        if !wall {
            run += 1;
            continue;
        }
        while run > 25 {
            text.push('z');
            run -= 25;
        }
        text.push(if run == 0 { '_' } else { char::from(b'a' - 1 + run) });
        run = 0;
    }
}

fn push_blanks(text: &mut String, blanks: &mut usize, is_number: &mut bool) {
    while *blanks > 0 {
        let run = (*blanks).min(26);
        text.push(char::from(b'a' - 1 + run as u8));
        *blanks -= run;
        *is_number = false;
    }
}
