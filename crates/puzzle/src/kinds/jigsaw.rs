//! `jigsaw`: regions of any shape instead of boxes; sides from 4 to 16.

use super::{Data, GridKind, Kind};
use crate::alphabet::Alphabet;
use crate::areas::{Areas, Side, Walls, letter};
use crate::cell::{Cell, Entry, Symbol};
use crate::form::{Form, MarkedGrid, Text, Yields};
use crate::grid::Grid;
use crate::guise::Guise;
use crate::holds::Holds;
use crate::scan::{self, Line, ParseError, TextWord, counted, number};
use crate::size::Size;
use crate::symbols::{Seen, alphabets, cells, characters, lines_of, number_of, word_entry};
use dancing::Goal;

/// Grids with regions of any shape.
pub static KIND: Kind = Kind {
    id: "jigsaw",
    title: "Jigsaw",
    help: "n x n with regions of any shape, closed off by walls, n from 4 to 16",
    forms: &[&LETTERS, &HDU4069, &REGIONS],
    goal: Goal::Unique,
    sample: "1...\n..3.\n.4..\n...2\n\naaab\nacbb\nccdb\ncddd\n",
    data: Data::Grid(GridKind { sizes: &[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], empty }),
};

/// Rows of symbols, then rows of letters that name the regions.
pub(crate) static LETTERS: Form = Form {
    id: "letters",
    help: "n lines of n symbols, then n lines of n letters that name the regions",
    guise: Guise::Rows,
    holds: Holds::JIGSAW,
    text: Text::Spelled { read: read_letters, write: write_letters },
    yields: &[Yields::to("matrix", |seen| seen.are_clashing_bits())],
};

/// Wall sums, the format of HDU 4069.
pub static HDU4069: Form = Form {
    id: "hdu4069",
    help: "T, then n lines of n sums a grid: digit + 16 wall up + 32 right + 64 down + 128 left",
    guise: Guise::Numbers,
    holds: Holds { sides: (4, 15), ..Holds::JIGSAW },
    text: Text::Grids { read: read_sums, write: write_sums },
    yields: &[Yields::to("matrix", |seen| seen.are_clashing_bits())],
};

/// Rows of numbers, then rows of region numbers.
pub(crate) static REGIONS: Form = Form {
    id: "regions",
    help: "a line `n n`, n lines of n numbers (`-` empty), then n lines of n region numbers",
    guise: Guise::Numbers,
    holds: Holds::JIGSAW,
    text: Text::Spelled { read: read_regions, write: write_regions },
    yields: &[Yields::to("matrix", |seen| seen.are_clashing_bits())],
};

/// An empty grid to draw walls in. Its regions are boxes, or rows if its side has no boxes.
fn empty(n: usize) -> Grid {
    let region: Vec<usize> = match Areas::usual_boxes(n) {
        Some(boxes) => boxes.numbers(Size::square(n)),
        None => (0..n * n).map(|cell| cell / n).collect(),
    };
    Grid::new(n, Areas::Walls(Walls::between(Size::square(n), &region)))
}

/// The cell that an error about the regions points at: the first of the smallest region of a wrong
/// size.
fn faulty_cell(n_symbols: usize, walls: &Walls) -> Option<Cell> {
    walls.faults(n_symbols).iter().min_by_key(|fault| fault.cells).map(|fault| fault.first)
}

pub(crate) fn read_letters(text: &str, symbols: Option<&Alphabet>) -> Result<Vec<MarkedGrid>, ParseError> {
    let lines = scan::lines(text);
    let rows: Vec<TextWord> = lines.iter().filter_map(Line::body).filter(|word| !word.text.starts_with('#')).collect();
    let Some(first) = rows.first() else { return Ok(Vec::new()) };
    let n = first.text.chars().count();
    if !(4..=16).contains(&n) {
        let message = format!("this line has {}", counted(n, "character"));
        return Err(ParseError::new(first.line, first.column + n.min(16), message)
            .help("a jigsaw has from 4 to 16 lines of as many characters, and its regions in as many more"));
    }
    let mut grids = Vec::new();
    let givens = |block: &[TextWord]| {
        Seen::of(block.iter().take(n).flat_map(|word| characters(word.text).collect::<Vec<_>>()), n)
    };
    let spelled = alphabets(&rows.chunks(2 * n).map(givens).collect::<Vec<_>>(), n, symbols, LETTERS.id)?;
    for (block, (symbols, note)) in rows.chunks(2 * n).zip(spelled) {
        let (givens, regions) = block.split_at(n.min(block.len()));
        let mut grid = Grid { alphabet: symbols.clone(), cells: Vec::new(), ..empty(n) };
        for word in givens {
            grid.cells.extend(cells(word, n, &symbols)?);
        }
        let mut names = Vec::with_capacity(n * n);
        for word in regions {
            let length = word.text.chars().count();
            if length != n {
                let message = format!("this line has {}, {n} expected", counted(length, "character"));
                return Err(ParseError::new(word.line, word.column + length.min(n), message));
            }
            let places = word.text.chars().enumerate().map(|(k, c)| (c.to_string(), (word.line, word.column + k)));
            names.extend(places);
        }
        if block.len() < 2 * n {
            let last = block[block.len() - 1].line;
            let message = format!("{} of {n} characters, {} expected", counted(block.len(), "line"), 2 * n);
            return Err(ParseError::new(last + 1, 1, message).help("the regions follow the symbols, a letter a cell"));
        }
        grid.areas = Areas::Walls(named_regions(grid.size(), n, &names)?);
        grids.push(MarkedGrid { notes: note.into_iter().collect(), ..grid.into() });
    }
    Ok(grids)
}

/// Walls between cells with different names, each with its place. Each name must be one connected
/// region.
pub(crate) fn named_regions(
    size: Size,
    n_symbols: usize,
    names: &[(String, (usize, usize))],
) -> Result<Walls, ParseError> {
    let mut order: Vec<&str> = Vec::new();
    let mut number_of = |name: &'_ str| -> usize {
        let place = names.iter().position(|(other, _)| other == name).expect("the name is in the text");
        let name = names[place].0.as_str();
        order.iter().position(|&other| other == name).unwrap_or_else(|| {
            order.push(name);
            order.len() - 1
        })
    };
    let region: Vec<usize> = names.iter().map(|(name, _)| number_of(name)).collect();
    let walls = Walls::between(size, &region);
    let flooded = walls.regions();
    for (at, &found) in flooded.iter().enumerate() {
        let first = flooded.iter().position(|&r| r == found).expect("the region has a first cell");
        let namesake = region.iter().position(|&r| r == region[at]).expect("the name has a first cell");
        if first != namesake && flooded[namesake] != found {
            let (line, column) = names[first].1;
            let message = format!("region {} lies in two pieces that do not touch", names[first].0);
            return Err(ParseError::new(line, column, message).help(
                "the cells of a region must be connected; others are rules: boxes = \"none\" and `region r1c1 r1c2 ...` for each",
            ));
        }
    }
    check(n_symbols, &walls, |cell| names[cell.index()].1)?;
    Ok(walls)
}

/// Checks that the regions have the right sizes.
fn check(n_symbols: usize, walls: &Walls, place: impl Fn(Cell) -> (usize, usize)) -> Result<(), ParseError> {
    match (walls.unfit(n_symbols), faulty_cell(n_symbols, walls)) {
        (Some(words), Some(cell)) => {
            let (line, column) = place(cell);
            let help = match walls.is_of(Size::square(n_symbols)) {
                true => format!("a jigsaw of side {n_symbols} has {n_symbols} regions of {n_symbols} cells"),
                false => format!("with {n_symbols} symbols, a region has at most {n_symbols} cells"),
            };
            Err(ParseError::new(line, column, words).help(help))
        }
        _ => Ok(()),
    }
}

fn write_letters(grid: &Grid) -> String {
    let region = grid.areas.numbers(grid.size());
    let rows = region.chunks(grid.columns()).map(|row| row.iter().map(|&r| letter(r)).collect::<String>() + "\n");
    format!("{}\n{}", lines_of(grid), rows.collect::<String>())
}

fn read_sums(text: &str) -> Result<Vec<Grid>, ParseError> {
    sums(text, None).collect()
}

/// Reads wall sums after a line with the number of grids, one grid after the other. If `side` is
/// `None`, the side of each grid is the length of its first row.
pub fn sums(text: &str, side: Option<usize>) -> impl Iterator<Item = Result<Grid, ParseError>> {
    let lines = scan::lines(text);
    let start = lines.iter().position(|line| line.body().is_some()).unwrap_or(0);
    let head = announced(lines.get(start));
    let (mut at, mut case) = (start + 1, 0);
    scan::each(move || {
        let (word, announced) = head.clone()?;
        if case == announced {
            let what = format!("the {announced} grids that line {} announces", word.line);
            return scan::nothing_after(&lines, at, &what).map(|()| None);
        }
        while at < lines.len() && lines[at].body().is_none() {
            at += 1;
        }
        if at == lines.len() {
            return Err(ParseError::at(&word, format!("{announced} grids are announced, {case} found")));
        }
        let n = side.unwrap_or_else(|| lines[at].words().len());
        if !(4..=15).contains(&n) {
            let message = format!("this row has {n} numbers");
            return Err(ParseError::new(lines[at].number, 1, message).help("wall sums are for sides from 4 to 15"));
        }
        let (sums, after) = scan::matrix(&lines, at, (n, n), 255)?;
        let grid = from_sums(empty(n), &sums)?;
        if let Areas::Walls(walls) = &grid.areas {
            check(n, walls, |cell| (sums[cell.index()].1.line, sums[cell.index()].1.column))?;
        }
        (at, case) = (after, case + 1);
        Ok(Some(grid))
    })
}

/// The number of grids, alone on its line.
fn announced<'a>(line: Option<&Line<'a>>) -> Result<(TextWord<'a>, usize), ParseError> {
    let words = line.map(Line::words).unwrap_or_default();
    let [count] = words[..] else {
        let place = words.first().map_or((1, 1), |word| (word.line, word.column));
        let message =
            format!("this line holds {}, the number of grids is expected first", counted(words.len(), "word"));
        return Err(ParseError::new(place.0, place.1, message).help("a line with T, then T grids of wall sums"));
    };
    Ok((count, number(&count, 0, 100_000)? as usize))
}

/// A grid with the walls and digits of wall sums. Both cells beside a wall must have its bit.
/// Region sizes are not checked.
pub(crate) fn from_sums(mut grid: Grid, sums: &[(u32, TextWord)]) -> Result<Grid, ParseError> {
    let n = grid.n_symbols();
    let mut walls = Walls::none(grid.size());
    let all: Vec<Cell> = grid.all_cells().collect();
    for &cell in &all {
        let (sum, word) = &sums[cell.index()];
        let value = sum & 15;
        if value as usize > n {
            let message = format!("{}: {sum} is {} for walls and {value}", grid.name(cell), sum - value);
            return Err(ParseError::at(word, message).help(format!("the low four bits hold a digit from 0 to {n}")));
        }
        if value > 0 {
            grid.cells[cell.index()] = Entry::Given(Symbol(value as u8 - 1));
        }
    }
    for &cell in &all {
        for side in Side::ALL {
            let Some(other) = walls.neighbour(cell, side) else { continue };
            let (wall, opposite) = (sums[cell.index()].0 & side.bit(), sums[other.index()].0 & side.opposite().bit());
            if wall != 0 && opposite == 0 {
                let (here, there) = (grid.name(cell), grid.name(other));
                let message = format!("{here} has a wall {}, {there} has none {}", side.name(), side.opposite().name());
                return Err(ParseError::at(&sums[other.index()].1, message)
                    .help("both sides of a wall must agree; the bits are 16 up, 32 right, 64 down, 128 left"));
            }
            walls.set(cell, side, wall != 0);
        }
    }
    grid.areas = Areas::Walls(walls);
    Ok(grid)
}

fn write_sums(grid: &Grid) -> String {
    let walls = match &grid.areas {
        Areas::Walls(walls) => walls.clone(),
        boxes => Walls::between(grid.size(), &boxes.numbers(grid.size())),
    };
    let sum = |cell: Cell| grid.entry(cell).symbol().map_or(0, |s| u32::from(s.0) + 1) + walls.bits(cell);
    let mut text = String::from("1\n");
    for row in 0..grid.rows() {
        let sums: Vec<String> = (0..grid.columns()).map(|column| sum(grid.cell(row, column)).to_string()).collect();
        text += &(sums.join(" ") + "\n");
    }
    text
}

fn read_regions(text: &str, symbols: Option<&Alphabet>) -> Result<Vec<MarkedGrid>, ParseError> {
    let lines: Vec<Line> = scan::lines(text).into_iter().filter(|line| line.body().is_some()).collect();
    let words = lines.first().map(Line::words).unwrap_or_default();
    let [side, again] = words[..] else {
        let place = words.first().map_or((1, 1), |word| (word.line, word.column));
        return Err(ParseError::new(place.0, place.1, "a line `n n` is expected first"));
    };
    let n = number(&side, 4, 16)? as usize;
    if number(&again, 4, 16)? as usize != n {
        return Err(ParseError::at(&again, format!("{n} rows and {} columns are not a square", again.text)));
    }
    let row = |at: usize| -> Result<Vec<TextWord>, ParseError> {
        let Some(line) = lines.get(at) else {
            let last = lines.last().map_or(1, |line| line.number);
            let message = format!("the input ends after {} of {} rows", at - 1, 2 * n);
            return Err(ParseError::new(last + 1, 1, message).help(format!("{n} rows of givens, then {n} of regions")));
        };
        let words = line.words();
        if words.len() != n {
            let column = words.get(n).map_or(line.end(), |word| word.column);
            return Err(ParseError::new(
                line.number,
                column,
                format!("this row has {}, {n} expected", counted(words.len(), "word")),
            ));
        }
        Ok(words)
    };
    let givens: Vec<TextWord> = (1..=n).map(row).collect::<Result<Vec<_>, _>>()?.concat();
    let seen = Seen::of(givens.iter().map(|word| word.text), n);
    let (symbols, note) = alphabets(&[seen], n, symbols, REGIONS.id)?.remove(0);
    let cells = givens.iter().map(|word| word_entry(word, n, &symbols)).collect::<Result<_, _>>()?;
    let mut grid = Grid { cells, alphabet: symbols, ..empty(n) };
    let mut names = Vec::with_capacity(n * n);
    for at in n + 1..=2 * n {
        names.extend(row(at)?.iter().map(|word| (word.text.to_string(), (word.line, word.column))));
    }
    if let Some(extra) = lines.get(2 * n + 1).and_then(Line::body) {
        return Err(ParseError::at(&extra, format!("more than {} rows", 2 * n)));
    }
    grid.areas = Areas::Walls(named_regions(grid.size(), n, &names)?);
    Ok(vec![MarkedGrid { notes: note.into_iter().collect(), ..grid.into() }])
}

fn write_regions(grid: &Grid) -> String {
    let n = grid.n_symbols();
    let mut text = format!("{n} {n}\n");
    let number = |&entry: &Entry| number_of(entry, grid).unwrap_or_else(|| "-".to_string());
    for row in grid.cells.chunks(n) {
        text += &(row.iter().map(number).collect::<Vec<_>>().join(" ") + "\n");
    }
    for row in grid.areas.numbers(grid.size()).chunks(n) {
        text += &(row.iter().map(|r| (r + 1).to_string()).collect::<Vec<_>>().join(" ") + "\n");
    }
    text
}
