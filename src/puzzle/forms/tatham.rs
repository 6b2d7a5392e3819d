//! Game IDs of Solo, in Simon Tatham's Portable Puzzle Collection: `3x3:a4b...`, `9j:...,...`.
//!
//! The part before the colon names the grid: `CxR` is a grid of side C*R whose boxes have C rows
//! and R columns, `Nj` a jigsaw, `x` adds the diagonals, `k` is a killer. The givens follow:
//! numbers, `_` between two numbers that touch, and a letter for a run of empty cells (`a` for one,
//! `z` for 26). A jigsaw adds, after a comma, the runs of missing walls between the walls: first
//! all vertical edges, row by row, then all horizontal ones, column by column.

use super::{first_line, no_such_rule};
use crate::puzzle::areas::{Areas, Side, Walls};
use crate::puzzle::cell::{Cell, Entry, Symbol};
use crate::puzzle::form::{Form, Text};
use crate::puzzle::grid::Grid;
use crate::puzzle::guise::Guise;
use crate::puzzle::holds::Holds;
use crate::puzzle::scan::{self, ParseError, Word, counted, unexpected};
use crate::puzzle::side_length::SideLength;
use crate::puzzle::size::Size;

pub static TATHAM: Form = Form {
    id: "tatham",
    help: "game IDs of Simon Tatham's Solo: blocks, jigsaw, diagonals; one a line",
    guise: Guise::Signed,
    holds: Holds { boxes: true, regions: true, diagonals: true, ..Holds::PLAIN },
    text: Text::Grids { read, write },
};

fn read(text: &str) -> Result<Vec<Grid>, ParseError> {
    if !is_signed(first_line(text)) {
        return Ok(Vec::new());
    }
    let lines = scan::lines(text);
    let bodies: Vec<Word> = lines.iter().filter_map(scan::Line::body).filter(|w| !w.text.starts_with('#')).collect();
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
fn game(line: &Word) -> Result<Grid, ParseError> {
    let skipped = line.text.chars().count() - own_part(line.text).chars().count();
    let word = Word { column: line.column + skipped, text: own_part(line.text), ..*line };
    let Some((params, desc)) = word.text.split_once(':').filter(|_| is_signed(line.text)) else {
        let message = match word.text.contains('#') {
            true => "this is the seed of a game, not its grid",
            false => "this is not a game ID",
        };
        return Err(ParseError::at(&word, message).help("a game ID has a colon before its grid, such as 3x3:a4b2..."));
    };
    let mut grid = parameters(&Word { text: params, ..word })?;
    let desc = Word { column: word.column + params.chars().count() + 1, text: desc, ..word };
    let (givens, walls) = match desc.text.split_once(',') {
        Some((givens, walls)) => {
            let column = desc.column + givens.chars().count() + 1;
            (Word { text: givens, ..desc }, Some(Word { column, text: walls, ..desc }))
        }
        None => (desc, None),
    };
    grid.cells = cells(&givens, grid.n_symbols())?;
    match (&mut grid.areas, walls) {
        (Areas::Walls(known), Some(walls)) => *known = read_walls(&walls, known)?,
        (Areas::Walls(_), None) => {
            let end = desc.column + desc.text.chars().count();
            return Err(ParseError::new(desc.line, end, "a jigsaw needs its walls after a comma"));
        }
        (Areas::None | Areas::Boxes { .. }, Some(walls)) => {
            return Err(ParseError::at(&walls, "only a jigsaw has walls after a comma"));
        }
        (Areas::None | Areas::Boxes { .. }, None) => {}
    }
    match grid.unfit() {
        Some(fault) => Err(ParseError::at(&walls.unwrap_or(desc), fault)),
        None => Ok(grid),
    }
}

/// The empty grid that the parameters name. A jigsaw has no walls yet.
fn parameters(word: &Word) -> Result<Grid, ParseError> {
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
    let mut diagonals = false;
    // Symmetry and difficulty follow the flags; they are not rules.
    for (k, flag) in flags.char_indices() {
        match flag {
            'j' => is_jigsaw = true,
            'x' => diagonals = true,
            'k' => {
                let at = Word { column: word.column + at + k, text: &flags[k..=k], ..*word };
                return Err(no_such_rule(&at, "killer cages"));
            }
            _ => break,
        }
    }
    let limit = if is_jigsaw { 16 } else { 25 };
    let side = SideLength::of_boxes(high, wide).map(SideLength::n);
    let Some(n) = side.filter(|n| *n <= limit && (is_jigsaw || high > 1)) else {
        let name = if wide == 1 { high.to_string() } else { format!("{high}x{wide}") };
        return Err(ParseError::at(word, format!("a grid of side {name} is not supported"))
            .help("blocks make a side from 4 to 25, a jigsaw one from 4 to 16"));
    };
    let rows = high as usize;
    let areas =
        if is_jigsaw { Areas::Walls(Walls::none(Size::square(n))) } else { Areas::Boxes { rows, columns: n / rows } };
    Ok(Grid { diagonals, ..Grid::new(n, areas) })
}

/// Reads givens and runs of empty cells.
fn cells(word: &Word, n: usize) -> Result<Vec<Entry>, ParseError> {
    let mut cells = Vec::with_capacity(n * n);
    let bytes = word.text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let here = |length: usize| Word { column: word.column + at, text: &word.text[at..at + length], ..*word };
        match bytes[at] {
            letter @ b'a'..=b'z' => {
                cells.extend(std::iter::repeat_n(Entry::Empty, usize::from(letter - b'a') + 1));
                at += 1;
            }
            b'_' => at += 1,
            b'0'..=b'9' => {
                let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let number = scan::number(&here(length), 1, n as u32)?;
                cells.push(Entry::Given(Symbol(number as u8 - 1)));
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

fn read_walls(word: &Word, empty: &Walls) -> Result<Walls, ParseError> {
    let mut walls = empty.clone();
    let n = (1..).find(|n| walls.is_of(Size::square(*n))).expect("walls are those of a square grid");
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
        Areas::None | Areas::Walls(_) => format!("{n}j"),
    };
    if grid.diagonals {
        text.push('x');
    }
    text.push(':');
    let mut blanks = 0;
    let mut is_number = false;
    for entry in &grid.cells {
        let Some(symbol) = entry.symbol() else {
            blanks += 1;
            continue;
        };
        push_blanks(&mut text, &mut blanks, &mut is_number);
        if is_number {
            text.push('_');
        }
        text += &(symbol.0 + 1).to_string();
        is_number = true;
    }
    push_blanks(&mut text, &mut blanks, &mut is_number);
    if let Areas::Walls(walls) = &grid.areas {
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
    text.push('\n');
    text
}

fn push_blanks(text: &mut String, blanks: &mut usize, is_number: &mut bool) {
    while *blanks > 0 {
        let run = (*blanks).min(26);
        text.push(char::from(b'a' - 1 + run as u8));
        *blanks -= run;
        *is_number = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_as_high_as_the_first_number_says() {
        let grid = &read("2x3:1a2b3_4zab").unwrap()[0];
        assert_eq!(grid.areas, Areas::Boxes { rows: 2, columns: 3 });
        assert_eq!((grid.n_symbols(), grid.givens()), (6, 4));
        assert_eq!(write(grid), "2x3:1a2b3_4zc\n", "a run is as long as it can be");
    }

    #[test]
    fn errors_say_where() {
        for (text, column, says) in [
            ("3x3k:a", 4, "killer cages"),
            ("3x3:zzzd", 8, "more than 81"),
            ("3x3:zz", 7, "52 cells"),
            ("3x3:10z", 5, "10"),
            ("3x3:zzzB", 8, "unexpected"),
            ("3x3#123", 1, "seed"),
            ("4j:p", 5, "comma"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.place.column, column, "{text}: {error}");
            assert!(error.message.contains(says), "{text}: {error}");
        }
    }
}
