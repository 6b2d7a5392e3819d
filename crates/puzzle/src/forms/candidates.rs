//! Grids with the candidates of each cell: a table of sets, or a line with nine characters for each
//! cell.
//!
//! The candidates are part of the puzzle: a cell with several holds one of them (Sukaku). A cell
//! with one is a given, so an empty cell with one candidate is written with all symbols.

use super::first_line;
use crate::areas::Areas;
use crate::cell::{Cell, Entry, Symbol};
use crate::form::{Form, MarkedGrid, Text};
use crate::grid::{Grid, GridRule};
use crate::guise::Guise;
use crate::holds::{Holds, Ruled};
use crate::meta::Marks;
use crate::note::Note;
use crate::rules;
use crate::scan::{self, Line, ParseError, TextWord, counted, unexpected};
use crate::symbol_set::SymbolSet;
use crate::unwrap::is_rating;
use std::collections::BTreeMap;

pub(crate) static CANDIDATES: Form = Form {
    id: "candidates",
    help: "n lines of n sets of candidates, drawn with bars or not; one symbol alone is a given",
    guise: Guise::Signed,
    holds: Holds { sides: (4, 9), candidates: true, rules: GIVEN, ..Holds::PLAIN },
    text: Text::MarkedGrids { read: read_table, write: write_table },
    yields: &[],
};

pub static LIST: Form = Form {
    id: "729",
    help: "one puzzle a line: for each cell of a 9x9 nine characters, its candidates in their places",
    guise: Guise::Signed,
    holds: Holds { sides: (9, 9), candidates: true, rules: GIVEN, ..Holds::PLAIN },
    text: Text::MarkedGrids { read: read_list, write: write_list },
    yields: &[],
};

/// Given candidates, if each of their cells keeps at least two.
const GIVEN: Ruled = Ruled::Those(|rule, grid| {
    rule.id == rules::CANDIDATES && rule.cells.iter().all(|&cell| given(grid, cell).len() > 1)
});

/// The symbols that the given candidates of a cell allow; all if it has none.
fn given(grid: &Grid, cell: Cell) -> SymbolSet {
    let rules = grid.rules.iter().filter(|rule| rule.id == rules::CANDIDATES && rule.cells.contains(&cell));
    let set = |rule: &GridRule| {
        rule.numbers.iter().filter_map(|&number| grid.symbol_of(number as usize)).collect::<SymbolSet>()
    };
    rules.fold(grid.all_symbols(), |all, rule| all & set(rule))
}

/// The words of the rows of a table, without bars and horizontal lines.
fn table<'a>(lines: &[Line<'a>]) -> Vec<Vec<TextWord<'a>>> {
    let is_rule = |text: &str| {
        text.contains("--") && text.chars().all(|c| matches!(c, '-' | '+' | '*' | '.' | '\'' | ':' | '|' | ' '))
    };
    let is_row = |line: &&Line| !line.text.trim().is_empty() && !is_rule(line.text) && !is_rating(line.text.trim());
    let bodies = lines.iter().filter(is_row);
    let words =
        |line: &Line<'a>| line.words().into_iter().filter(|word| !matches!(word.text, "|" | ":" | "*")).collect();
    bodies.map(words).collect()
}

/// The lines at the beginning among which the first row of a table is looked for.
const FIRST_LINES: usize = 100;

fn read_table(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    // A row of a table has blanks or bars between its sets.
    if !first_line(text).contains([' ', '\t', '|', '-']) {
        return Ok(Vec::new());
    }
    // The first row says how many columns there are. A long text of another form is not copied.
    let start: Vec<Line> = scan::each_line(text).take(FIRST_LINES).collect();
    if table(&start).first().is_some_and(|row| !(4..=9).any(|n| row.len() == n || row.len() == n * n)) {
        return Ok(Vec::new());
    }
    let spaced = text.replace('|', " ");
    let lines = scan::lines(&spaced);
    let mut rows = table(&lines);
    // All sets in one line.
    if let [row] = &rows[..]
        && let Some(n) = (4..=9).find(|n| n * n == row.len())
    {
        rows = row.chunks(n).map(<[TextWord]>::to_vec).collect();
    }
    let n = rows.first().map_or(0, Vec::len);
    let is_set = |word: &TextWord| {
        let symbols = placed(word).unwrap_or(word.text);
        symbols.bytes().all(|byte| byte.is_ascii_digit() && byte != b'0')
    };
    let is_several = |word: &TextWord| word.text.len() > 1 && placed(word).is_none();
    let rising = |word: &TextWord| word.text.as_bytes().is_sorted_by(|one, other| one < other);
    let all = || rows.iter().flatten();
    // A set may be written in any order, but if most are not in ascending order, they are numbers.
    let distinct = |word: &TextWord| (1..word.text.len()).all(|k| !word.text[..k].contains(&word.text[k..=k]));
    let several = all().filter(|word| is_several(word));
    let is_mostly_rising = several.clone().filter(|word| rising(word)).count() * 2 > several.count();
    let is_signed = (4..=9).contains(&n) && is_mostly_rising && all().all(|word| is_set(word) && distinct(word));
    if !is_signed || !rows.len().is_multiple_of(n) {
        return Ok(Vec::new());
    }
    let is_rated = lines.iter().any(|line| is_rating(line.text.trim()));
    let rated = |sheet: MarkedGrid| {
        let notes = sheet.notes.into_iter().chain(is_rated.then(|| Note::new("read without the rating"))).collect();
        MarkedGrid { notes, ..sheet }
    };
    rows.chunks(n).map(|block| sheet(block, n).map(rated)).collect()
}

/// The symbol of a cell that the player has filled, which has a `u` before it; `None` for others.
fn placed<'t>(word: &TextWord<'t>) -> Option<&'t str> {
    word.text.strip_prefix('u').filter(|symbol| symbol.len() == 1)
}

fn sheet(rows: &[Vec<TextWord>], n: usize) -> Result<MarkedGrid, ParseError> {
    let Some(areas) = Areas::usual_boxes(n) else {
        return Err(ParseError::at(&rows[0][0], format!("a grid of side {n} has no boxes")));
    };
    let mut sets = Vec::with_capacity(n * n);
    for row in rows {
        if row.len() != n {
            let last = row.last().expect("a row of a table is not empty");
            return Err(ParseError::at(last, format!("this row has {}, {n} expected", counted(row.len(), "cell"))));
        }
        for word in row {
            let mut set = SymbolSet::EMPTY;
            for (k, c) in placed(word).unwrap_or(word.text).chars().enumerate() {
                let symbol = Symbol(c as u8 - b'1');
                if usize::from(symbol.0) >= n {
                    return Err(unexpected(word, k, c).help(format!("candidates are the symbols 1-{n}")));
                }
                set |= SymbolSet::of(symbol);
            }
            sets.push(set);
        }
    }
    if !rows.iter().flatten().any(|word| placed(word).is_some()) {
        return Ok(from_sets(Grid::new(n, areas), &sets));
    }
    // Where the player has filled cells, the candidates are the player's too.
    let mut grid = Grid::new(n, areas);
    for ((entry, set), word) in grid.cells.iter_mut().zip(&sets).zip(rows.iter().flatten()) {
        if let Some(symbol) = set.only() {
            *entry = if placed(word).is_some() { Entry::Own(symbol) } else { Entry::Given(symbol) };
        }
    }
    let centre = sets.iter().map(|set| if set.len() > 1 { *set } else { SymbolSet::EMPTY }).collect();
    let marks = Marks::new(vec![SymbolSet::EMPTY; sets.len()], centre);
    Ok(MarkedGrid { marks, ..grid.into() })
}

/// A grid whose cells hold one of these candidates each; a set of one is a given.
fn from_sets(mut grid: Grid, sets: &[SymbolSet]) -> MarkedGrid {
    let all = grid.all_symbols();
    let mut alike: BTreeMap<SymbolSet, Vec<Cell>> = BTreeMap::new();
    for (cell, &set) in grid.all_cells().zip(sets) {
        match set.only() {
            Some(symbol) => grid.cells[cell.index()] = Entry::Given(symbol),
            None if set != all => alike.entry(set).or_default().push(cell),
            None => {}
        }
    }
    for (set, cells) in alike {
        let numbers = set.symbols().map(|symbol| grid.number(symbol).into()).collect();
        grid.rules.push(GridRule { numbers, ..GridRule::new(rules::CANDIDATES, cells) });
    }
    let is_given = !grid.rules.is_empty();
    let note = is_given.then(|| Note::new("the candidates are part of the puzzle: each cell holds one of those shown"));
    MarkedGrid { notes: note.into_iter().collect(), ..grid.into() }
}

/// By cell, the set that is written: the symbol of a filled cell, and the candidates that are left
/// for an empty one. If that is only one, the given candidates instead.
fn sets(sheet: &MarkedGrid) -> Vec<SymbolSet> {
    let grid = &sheet.grid;
    let left = grid.candidates();
    let set = |cell: Cell| match grid.entry(cell).symbol() {
        Some(symbol) => SymbolSet::of(symbol),
        None if left[cell.index()].len() > 1 => left[cell.index()],
        None => given(grid, cell),
    };
    grid.all_cells().map(set).collect()
}

fn write_table(sheet: &MarkedGrid) -> String {
    let grid = &sheet.grid;
    let n = grid.columns();
    let text = |set: &SymbolSet| set.symbols().map(|symbol| (symbol.0 + 1).to_string()).collect::<String>();
    let words: Vec<String> = sets(sheet).iter().map(text).collect();
    let widths: Vec<usize> =
        (0..n).map(|column| (0..grid.rows()).map(|row| words[row * n + column].len()).max().unwrap_or(0)).collect();
    let row = |row: &[String]| {
        let padded: Vec<String> = row.iter().zip(&widths).map(|(word, width)| format!("{word:<width$}")).collect();
        padded.join(" ").trim_end().to_string() + "\n"
    };
    words.chunks(n).map(row).collect()
}

/// The number of characters of a list.
pub(super) const LISTED: usize = 729;

pub(super) fn read_list(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    if first_line(text).chars().count() != LISTED {
        return Ok(Vec::new());
    }
    let lines = scan::lines(text);
    let bodies = lines.iter().filter_map(Line::body).filter(|word| !word.text.starts_with('#'));
    bodies.map(|word| list(&word)).collect()
}

fn list(word: &TextWord) -> Result<MarkedGrid, ParseError> {
    let length = word.text.chars().count();
    if length != LISTED {
        let message = format!("this line has {}, {LISTED} expected", counted(length, "character"));
        return Err(ParseError::new(word.line, word.column + length.min(LISTED), message));
    }
    let mut sets = vec![SymbolSet::EMPTY; 81];
    for (k, c) in word.text.chars().enumerate() {
        let expected = char::from(b'1' + (k % 9) as u8);
        match c {
            '.' | '0' | '-' => {}
            _ if c == expected => sets[k / 9] |= SymbolSet::of(Symbol((k % 9) as u8)),
            _ => return Err(unexpected(word, k, c).help(format!("a `{expected}` or a `.` is expected here"))),
        }
    }
    if let Some(cell) = sets.iter().position(|set| set.is_empty()) {
        let message = format!("cell r{}c{} has no candidate", cell / 9 + 1, cell % 9 + 1);
        return Err(ParseError { width: 9, ..ParseError::new(word.line, word.column + 9 * cell, message) });
    }
    Ok(from_sets(Grid::new(9, Areas::Boxes { rows: 3, columns: 3 }), &sets))
}

fn write_list(sheet: &MarkedGrid) -> String {
    let chars =
        |set: SymbolSet| (0..9u8).map(move |k| if set.contains(Symbol(k)) { char::from(b'1' + k) } else { '.' });
    let mut text: String = sets(sheet).into_iter().flat_map(chars).collect();
    text.push('\n');
    text
}
