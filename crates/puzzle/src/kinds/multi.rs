//! `multi`: grids with cells in common, such as a samurai of five.

use super::{Data, GridKind, Kind};
use crate::alphabet::Alphabet;
use crate::areas::SubGrid;
use crate::cell::{Cell, Entry};
use crate::form::{Form, Readings, Text, Yields};
use crate::grid::Grid;
use crate::guise::Guise;
use crate::holds::{HeldGrids, Holds};
use crate::note::Note;
use crate::scan::{self, Line, ParseError, TextWord, counted, unexpected};
use crate::size::Size;
use crate::symbols::{self, lines_of};
use dancing::Goal;

/// Puzzles of several grids that share cells.
pub static KIND: Kind = Kind {
    id: "multi",
    title: "Several grids",
    help: "grids with cells in common: a samurai of five, two that share a box, or any others",
    forms: &[&GRIDS, &SAMURAI],
    goal: Goal::Unique,
    sample: ".....2.89######\n..7..53..######\n.6.......######\n\
             .4.3.....######\n...15....######\n7.89..534######\n\
             ...6...1.5..986\n....4.7..2.6..4\n..3.8......927.\n\
             ######5.47.28..\n######..9.6....\n######.6.3...9.\n\
             ######...4.7..8\n######....1....\n######.859...1.\n",
    data: Data::Grid(GridKind { sizes: &[12, 15, 21], empty }),
};

/// Rows of symbols, with a sign where no grid is.
pub(crate) static GRIDS: Form = Form {
    id: "grids",
    help: "rows of 1 to 9, `.` for an empty cell, `#` or a blank where no cell is; each grid is a 9x9",
    guise: Guise::Signed,
    holds: Holds { grids: HeldGrids::Those(are_seen), ..Holds::PLAIN },
    text: Text::Grids { read: read_rows, write: lines_of },
    yields: &[],
};

/// The five grids of a samurai, each on a line.
pub(crate) static SAMURAI: Form = Form {
    id: "samurai",
    help: "the five grids of a samurai, one a line: upper left, upper right, middle, lower left, lower right",
    guise: Guise::Signed,
    holds: Holds { grids: HeldGrids::Those(is_samurai), ..Holds::PLAIN },
    text: Text::Grids { read: read_lines, write: write_lines },
    yields: &[Yields::noted("line", |seen| !are_alike(seen.text), lines_note)],
};

/// The side of the grids that rows and lines hold, and of their boxes.
const SIDE: usize = 9;
const BOX: usize = 3;

/// The first row and column of each grid of a samurai, in the order of its lines.
const FIVE: [(usize, usize); 5] = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];

/// An empty puzzle: four grids that share six rows or columns with each other, two that share a
/// box, or a samurai.
fn empty(side: usize) -> Grid {
    let places: &[(usize, usize)] = match side {
        12 => &[(0, 0), (0, 3), (3, 0), (3, 3)],
        15 => &[(0, 0), (6, 6)],
        _ => &FIVE,
    };
    blank(Size::square(side), places)
}

/// An empty puzzle of 9x9 grids.
fn blank(size: Size, places: &[(usize, usize)]) -> Grid {
    let grids = places.iter().map(|&at| SubGrid::usual(at, SIDE)).collect();
    Grid::several(size, Alphabet::usual(SIDE), grids)
}

/// The 9x9 grids among the places that are cells: all that begin on a multiple of three and have no
/// hole.
fn seen_in(size: Size, is_cell: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let starts = |long: usize| (0..(long + 1).saturating_sub(SIDE)).step_by(BOX);
    let is_whole = |&(top, left): &(usize, usize)| (0..SIDE * SIDE).all(|k| is_cell(top + k / SIDE, left + k % SIDE));
    starts(size.rows).flat_map(|top| starts(size.columns).map(move |left| (top, left))).filter(is_whole).collect()
}

/// Returns whether rows with holes say which grids there are: the usual ones that fill the cells.
fn are_seen(grid: &Grid) -> bool {
    let is_cell = |row: usize, column: usize| !grid.is_hole(grid.cell(row, column));
    let has_holes = grid.n_cells() < grid.size().n_cells();
    has_holes && is_usual(grid) && same_grids(grid, &seen_in(grid.size(), is_cell))
}

fn is_samurai(grid: &Grid) -> bool {
    is_usual(grid) && grid.size() == Size::square(21) && same_grids(grid, &FIVE)
}

fn is_usual(grid: &Grid) -> bool {
    grid.alphabet == Alphabet::usual(SIDE) && grid.lowest == 1 && grid.free_cells().is_empty()
}

/// Returns whether the grids are the usual ones at these places, in any order.
fn same_grids(grid: &Grid, places: &[(usize, usize)]) -> bool {
    let grids = grid.grids();
    let is_there = |at: &(usize, usize)| grids.contains(&SubGrid::usual(*at, SIDE));
    grids.len() == places.len() && places.iter().all(is_there)
}

/// Reads rows with holes. None if the text has no hole, or other characters than those of a 9x9.
fn read_rows(text: &str) -> Result<Vec<Grid>, ParseError> {
    let is_mark = |c: char| matches!(c, '#' | ' ' | '0'..='9') || symbols::BLANKS.contains(&c);
    let lines: Vec<Line> = scan::lines(text).into_iter().filter(|line| !line.text.trim().is_empty()).collect();
    let rows: Vec<Line> = lines.into_iter().skip_while(|line| !line.text.chars().all(is_mark)).collect();
    let columns = rows.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    let size = Size { rows: rows.len(), columns };
    let cells: Vec<Vec<char>> = rows.iter().map(|line| line.text.chars().collect()).collect();
    let is_cell = |row: usize, column: usize| cells[row].get(column).is_some_and(|c| !matches!(c, '#' | ' '));
    let has_holes = (0..size.n_cells()).any(|k| !is_cell(k / columns, k % columns));
    let is_signed = rows.iter().any(|line| line.text.contains('#'));
    if !has_holes
        || !size.is_held()
        || size.rows.min(columns) < SIDE
        || !rows.iter().all(|line| line.text.chars().all(is_mark))
    {
        return Ok(Vec::new());
    }
    let places = seen_in(size, is_cell);
    let is_in_one =
        |row: usize, column: usize| places.iter().any(|&at| SubGrid::usual(at, SIDE).contains((row, column)));
    let outside = (0..size.n_cells())
        .map(|k| (k / columns, k % columns))
        .find(|&(row, column)| is_cell(row, column) && !is_in_one(row, column));
    match outside {
        // Blanks stand between the symbols of other texts too.
        Some(_) if !is_signed || places.is_empty() => Ok(Vec::new()),
        Some((row, column)) => {
            let message = format!("r{}c{} is in no 9x9 that has no hole", row + 1, column + 1);
            Err(ParseError::new(rows[row].number, column + 1, message)
                .help("grids begin on a multiple of three rows and columns; [[grids]] in a file says others"))
        }
        None => {
            let mut grid = blank(size, &places);
            fill(&mut grid, &rows)?;
            Ok(vec![grid])
        }
    }
}

/// Fills the cells of several grids from rows of characters. A place outside the grids has `#`, a
/// blank or the sign of an empty cell, and a row may end before such places.
pub(crate) fn fill(grid: &mut Grid, rows: &[Line]) -> Result<(), ParseError> {
    let columns = grid.columns();
    for (row, line) in rows.iter().enumerate().take(grid.rows()) {
        let word = TextWord { line: line.number, column: 1, text: line.text };
        let count = line.text.chars().count();
        if count > columns {
            let message = format!("this line has {}, {columns} expected", counted(count, "character"));
            return Err(ParseError::new(line.number, columns + 1, message));
        }
        let chars = line.text.chars().map(Some).chain(std::iter::repeat(None)).take(columns);
        for (column, c) in chars.enumerate() {
            let cell = grid.cell(row, column);
            let entry = c.and_then(|c| symbols::entry(c, &grid.alphabet).filter(|_| c != ' '));
            let is_open = c.is_none_or(|c| matches!(c, '#' | ' '));
            match (grid.is_hole(cell), entry) {
                (true, None) if is_open => {}
                (true, Some(Entry::Empty)) => {}
                (true, Some(_)) => {
                    let c = c.unwrap_or('#');
                    return Err(unexpected(&word, column, c)
                        .help(format!("{} is in none of the grids: `#` is expected there", grid.name(cell))));
                }
                (false, Some(entry)) => grid.cells[cell.index()] = entry,
                (false, None) if is_open => {
                    let message = format!("{} is a cell of a grid", grid.name(cell));
                    return Err(ParseError::new(line.number, column + 1, message)
                        .help("a symbol, or `.` for an empty cell, is expected there"));
                }
                (_, None) => {
                    let help = format!("allowed are {}, `.` for an empty cell and `#` for none", grid.alphabet.name());
                    return Err(unexpected(&word, column, c.unwrap_or('#')).help(help));
                }
            }
        }
    }
    Ok(())
}

/// The places of the cells of a samurai's grid, row-major.
fn cells_of(grid: &Grid, (top, left): (usize, usize)) -> Vec<Cell> {
    (0..SIDE * SIDE).map(|k| grid.cell(top + k / SIDE, left + k % SIDE)).collect()
}

/// The five lines of a text that may be a samurai. `None` if it has other lines.
fn five(text: &str) -> Option<[&str; 5]> {
    let lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let is_grid =
        |line: &&str| line.len() == SIDE * SIDE && line.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    <[&str; 5]>::try_from(lines).ok().filter(|lines| lines.iter().all(is_grid))
}

/// Reads five lines as a samurai. A shared cell may be given in either grid, or in both. None if
/// the grids contradict each other, or if no shared box has a symbol.
fn read_lines(text: &str) -> Result<Vec<Grid>, ParseError> {
    let Some(lines) = five(text) else { return Ok(Vec::new()) };
    let mut grid = empty(21);
    let mut is_shared_filled = false;
    for (line, at) in lines.into_iter().zip(FIVE) {
        for (cell, c) in cells_of(&grid, at).into_iter().zip(line.chars()) {
            let Some(entry @ Entry::Given(_)) = symbols::entry(c, &grid.alphabet) else { continue };
            is_shared_filled |= grid.grids().iter().filter(|sub| sub.contains(grid.place(cell))).count() > 1;
            if !matches!(grid.entry(cell), Entry::Empty) && grid.entry(cell) != entry {
                return Ok(Vec::new());
            }
            grid.cells[cell.index()] = entry;
        }
    }
    let is_one = is_shared_filled && grid.conflicts().is_empty();
    Ok(if is_one { vec![grid] } else { Vec::new() })
}

/// Returns whether five lines say the same of every box that a samurai shares.
fn are_alike(text: &str) -> bool {
    let Some(lines) = five(text) else { return false };
    let grid = empty(21);
    let mut said = vec![None; grid.cells.len()];
    lines.into_iter().zip(FIVE).all(|(line, at)| {
        cells_of(&grid, at).into_iter().zip(line.chars()).all(|(cell, c)| {
            let c = if c == '0' { '.' } else { c };
            *said[cell.index()].get_or_insert(c) == c
        })
    })
}

fn lines_note(_: &Readings) -> Note {
    let said = "these five lines are read as five puzzles, and agree in the boxes that a samurai shares";
    Note::choice(said, SAMURAI.id.to_string(), "reads them as one")
}

fn write_lines(grid: &Grid) -> String {
    let char = |cell: Cell| grid.entry(cell).symbol().map_or('.', |symbol| grid.alphabet.char(symbol));
    let mut grids: Vec<&SubGrid> = grid.grids().iter().collect();
    grids.sort_by_key(|part| part.at);
    let cells = |part: &SubGrid| (0..part.size.rows).flat_map(|row| part.row(grid.size(), row)).collect::<Vec<Cell>>();
    grids.into_iter().map(|part| cells(part).into_iter().map(char).chain(['\n']).collect::<String>()).collect()
}

/// A note if a grid of side 21 has symbols up to 9 alone, and none between the grids of a samurai.
pub(crate) fn note_of_whole(grid: &Grid) -> Option<Note> {
    if grid.side() != Some(21) || grid.empty() == grid.cells.len() {
        return None;
    }
    let samurai = empty(21);
    let is_so = |cell: Cell| grid.entry(cell).symbol().is_none_or(|symbol| symbol.0 < 9 && !samurai.is_hole(cell));
    let said = "this grid may be a samurai of five grids, which has `#` where no grid is; \
                it is read as one grid of 21 symbols";
    grid.all_cells().all(is_so).then(|| Note::new(said))
}
