//! Puzzles of pzpr: the links of puzz.link, pzv.jp and kanpen, and pzpr's files. Two of its many
//! kinds are grids of numbers: `sudoku` and `building` (skyscrapers).

use super::address::{PageAddress, each_line};
use super::{boxed, first_line};
use crate::areas::Areas;
use crate::cell::{Cell, Entry, Symbol};
use crate::form::{Form, MarkedGrid, Text};
use crate::grid::{Grid, GridRule};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::scan::{self, Line, ParseError, TextWord};

pub(crate) static PZPR: Form = Form {
    id: "pzpr",
    help: "sudokus and skyscrapers of puzz.link, pzv.jp and kanpen.net: links, one a line, or one file",
    guise: Guise::Signed,
    holds: Holds::PLAIN,
    text: Text::OnlyRead { read },
    yields: &[],
};

/// The name of the kind of skyscrapers, and a second one that the sites take.
const BUILDING: [&str; 2] = ["building", "skyscrapers"];

/// The sides that are read.
const SIDES: std::ops::RangeInclusive<usize> = 4..=25;

/// The most numbers of a link.
const MOST: usize = 1_000;

/// The clues around a grid: by side, one for each of its rows or columns.
type Outside = [Vec<Option<u32>>; 4];

fn read(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    let first = first_line(text);
    if first.starts_with("pzprv3") {
        return Ok(vec![file(&scan::lines(text))?]);
    }
    each_line(text, is_link, link)
}

fn is_link(text: &str) -> bool {
    let sites = ["puzz.link/p", "pzv.jp/p", "pzprxs.vercel.app/p", "pzprv3.net/p", "kanpen.net/"];
    text.starts_with("http") && sites.iter().any(|site| text.contains(site))
}

fn link(line: &TextWord) -> Result<MarkedGrid, ParseError> {
    let damaged = |what: &str| Err(ParseError::at(line, format!("this link {what}")).help("copy it again"));
    let Some(address) = PageAddress::of(line.text) else { return damaged("is not one of pzpr's") };
    if let Some(problem) = address.value("problem") {
        let kind = address.path.trim_start_matches('/').trim_end_matches(".html");
        return match known_kind(kind, line)? {
            true => damaged("has skyscrapers in another form than puzz.link's"),
            false => kanpen(&problem, line),
        };
    }
    let mut parts = address.query().split('/').filter(|part| *part != "v:");
    let kind = parts.next().unwrap_or("");
    let is_building = known_kind(kind, line)?;
    let mut side = || parts.next().and_then(|part| part.parse::<usize>().ok());
    if line.text.contains("/v:") && !line.text.contains("/v:/") {
        return damaged("is of a variant, which is not read");
    }
    let (columns, rows) = (side(), side());
    let Some(n) = columns.filter(|n| rows == columns && SIDES.contains(n)) else {
        return damaged("has no square grid of side 4 to 25");
    };
    let Some(numbers) = numbers(parts.next().unwrap_or("")) else { return damaged("is damaged or cut off") };
    if numbers.len() < if is_building { 4 * n } else { n * n } {
        return damaged("is damaged or cut off");
    }
    if is_building {
        let (around, cells) = numbers.split_at(numbers.len().min(4 * n));
        let mut around: Vec<Option<u32>> = around.to_vec();
        around.resize(4 * n, None);
        let outside: Outside = std::array::from_fn(|side| around[side * n..(side + 1) * n].to_vec());
        return skyscrapers(n, &outside, cells, line);
    }
    Ok(grid(n, &numbers, line)?.into())
}

/// Returns whether a kind is that of skyscrapers. Only it and sudokus are read.
fn known_kind(kind: &str, line: &TextWord) -> Result<bool, ParseError> {
    match kind {
        "sudoku" => Ok(false),
        kind if BUILDING.contains(&kind) => Ok(true),
        other => Err(ParseError::at(line, format!("this is a puzzle of another kind: {other}"))
            .help("of pzpr's kinds, sudoku and building (skyscrapers) are grids of numbers")),
    }
}

/// The numbers of a link's body: a digit or a letter to `f` is itself, `-` two and `+` three
/// hexadecimal digits, `.` an unknown number, and a letter from `g` on skips as many cells.
fn numbers(body: &str) -> Option<Vec<Option<u32>>> {
    let mut found = Vec::new();
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        let long = match c {
            '-' => 2,
            '+' => 3,
            _ => 0,
        };
        if long > 0 {
            found.push(Some(u32::from_str_radix(rest.get(1..=long)?, 16).ok()?));
        } else if let Some(number) = c.to_digit(16) {
            found.push(Some(number));
        } else if c == '.' {
            found.push(None);
        } else {
            let skipped = c.to_digit(36).filter(|_| c.is_ascii_lowercase())? - 15;
            found.extend(std::iter::repeat_n(None, skipped as usize));
        }
        if found.len() > MOST {
            return None;
        }
        rest = &rest[c.len_utf8() + long..];
    }
    Some(found)
}

/// A sudoku. Boxes are not written: six has 2 rows of 3, every other side is a square.
fn grid(n: usize, numbers: &[Option<u32>], line: &TextWord) -> Result<Grid, ParseError> {
    let side = (2..=5).find(|k| k * k == n);
    let mut grid = match (n, side) {
        (6, _) => boxed(6, (2, 3)),
        (_, Some(side)) => boxed(n, (side, side)),
        _ => {
            let message = format!("a sudoku of side {n} has no boxes at pzpr");
            return Err(ParseError::at(line, message).help("sides with boxes there are 4, 6, 9, 16 and 25"));
        }
    };
    fill(&mut grid, numbers, line)?;
    Ok(grid)
}

fn fill(grid: &mut Grid, numbers: &[Option<u32>], line: &TextWord) -> Result<(), ParseError> {
    let n = grid.n_symbols();
    if numbers.len() > n * n {
        let message = format!("this grid has {} cells, {} expected", numbers.len(), n * n);
        return Err(ParseError::at(line, message).help("it is damaged: copy it again"));
    }
    for (at, number) in numbers.iter().enumerate() {
        let Some(number) = number.filter(|&number| number > 0) else { continue };
        if number as usize > n {
            let message = format!("{} holds {number}, and the numbers are 1 to {n}", grid.name(Cell(at as u16)));
            return Err(ParseError::at(line, message));
        }
        grid.cells[at] = Entry::Given(Symbol(number as u8 - 1));
    }
    Ok(())
}

/// Skyscrapers: rows and columns, and the clues above, below, to the left and to the right.
fn skyscrapers(n: usize, outside: &Outside, cells: &[Option<u32>], line: &TextWord) -> Result<MarkedGrid, ParseError> {
    let mut grid = Grid::new(n, Areas::None);
    fill(&mut grid, cells, line)?;
    for (side, clues) in outside.iter().enumerate() {
        for (at, clue) in clues.iter().enumerate() {
            let Some(clue) = clue.filter(|&clue| clue > 0) else { continue };
            let along = |k: usize| if side < 2 { grid.cell(k, at) } else { grid.cell(at, k) };
            let mut row: Vec<Cell> = (0..n).map(along).collect();
            if side % 2 == 1 {
                row.reverse();
            }
            let rule = GridRule { numbers: vec![clue], ..GridRule::new("skyscraper", row) };
            if let Some(fault) = rule.fault(&grid) {
                return Err(ParseError::at(line, fault));
            }
            grid.rules.push(rule);
        }
    }
    Ok(grid.into())
}

/// `9/4_._._8/…/`: the side, then the rows.
fn kanpen(problem: &str, line: &TextWord) -> Result<MarkedGrid, ParseError> {
    let mut parts = problem.split('/').filter(|part| !part.is_empty());
    let side = parts.next().and_then(|side| side.parse().ok()).filter(|n| SIDES.contains(n));
    let rows: Vec<Vec<Option<u32>>> = parts
        .map(|row| row.split('_').filter(|cell| !cell.is_empty()).map(|cell| cell.parse().ok()).collect())
        .collect();
    match side {
        Some(n) if rows.len() >= n && rows[..n].iter().all(|row| row.len() == n) => {
            Ok(grid(n, &rows[..n].concat(), line)?.into())
        }
        _ => Err(ParseError::at(line, "this link is damaged or cut off").help("copy it again")),
    }
}

/// A file: `pzprv3`, the kind, the sides, and rows of cells. A sudoku has one number for both
/// sides, and the answers after the questions.
fn file(lines: &[Line]) -> Result<MarkedGrid, ParseError> {
    let lines: Vec<TextWord> = lines.iter().filter_map(Line::body).collect();
    let at = |k: usize| lines.get(k).copied().unwrap_or(lines[lines.len() - 1]);
    let kind = at(1);
    let is_building = known_kind(kind.text.trim(), &kind)?;
    let first = if is_building { 4 } else { 3 };
    let Some(n) = at(2).text.trim().parse().ok().filter(|n| SIDES.contains(n)) else {
        return Err(ParseError::at(&at(2), "a side from 4 to 25 is expected"));
    };
    let is_cell = |word: &str| word == "." || word.parse::<u32>().is_ok();
    let cell = |word: &str| word.parse::<u32>().ok();
    let rows = |first: usize, count: usize, width: usize| {
        let row = |k: usize| {
            let line = at(first + k);
            let row: Vec<Option<u32>> = line.text.split_whitespace().map(cell).collect();
            let count = row.len();
            if let Some(odd) = line.text.split_whitespace().find(|word| !is_cell(word)) {
                return Err(ParseError::at(&line, format!("a cell is a number or a point: found `{odd}`")));
            }
            let fault = || ParseError::at(&line, format!("this row has {count} cells, {width} expected"));
            (count == width && first + k < lines.len()).then_some(row).ok_or_else(fault)
        };
        (0..count).map(row).collect::<Result<Vec<_>, _>>()
    };
    if !is_building {
        return Ok(grid(n, &rows(first, n, n)?.concat(), &at(first))?.into());
    }
    let all = rows(first, n + 2, n + 2)?;
    let outside = [
        all[0][1..=n].to_vec(),
        all[n + 1][1..=n].to_vec(),
        all[1..=n].iter().map(|row| row[0]).collect(),
        all[1..=n].iter().map(|row| row[n + 1]).collect(),
    ];
    let cells: Vec<Option<u32>> = all[1..=n].iter().flat_map(|row| row[1..=n].to_vec()).collect();
    skyscrapers(n, &outside, &cells, &at(first))
}
