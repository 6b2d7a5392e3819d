//! HoDoKu's library lines: `:0000:x:..4.+1...:411 853:step:comment:`, and their parts alone:
//! `..4.+1...:411 853`.
//!
//! The fourth field holds the cells. A `+` precedes a symbol that was placed and is not a given.
//! The fifth holds the candidates that were ruled out so far, each as its digit, row and column.
//! The other fields describe the next step of HoDoKu, which is not part of the position.

use super::first_line;
use crate::areas::Areas;
use crate::cell::{Entry, Symbol};
use crate::form::{Form, MarkedGrid, Text};
use crate::grid::Grid;
use crate::guise::Guise;
use crate::holds::Holds;
use crate::meta::{Mark, Marks};
use crate::scan::{self, ParseError, TextWord, unexpected};
use crate::symbol_set::SymbolSet;

pub(crate) static HODOKU: Form = Form {
    id: "hodoku",
    help: "HoDoKu's library lines; `+` before a symbol that is not a given, then the candidates that were ruled out",
    guise: Guise::Signed,
    holds: Holds { sides: (9, 9), entered: true, marks: &[Mark::Eliminated], ..Holds::PLAIN },
    text: Text::MarkedGrids { read, write },
    yields: &[],
};

/// The help about the cells.
const CELLS: &str = "allowed are 1-9, . and + before a placed symbol";

fn read(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    let first = first_line(text);
    if !(first.starts_with(':') && first.matches(':').count() > 3 || is_bare(first)) {
        return Ok(Vec::new());
    }
    let lines = scan::lines(text);
    let bodies: Vec<TextWord> =
        lines.iter().filter_map(scan::Line::body).filter(|w| !w.text.starts_with('#')).collect();
    bodies.iter().map(line).collect()
}

/// Returns whether a line is a position without the fields before it: 81 cells, some of them
/// placed, and perhaps candidates after a colon.
fn is_bare(line: &str) -> bool {
    let (cells, gone) = line.split_once(':').map_or((line, None), |(cells, gone)| (cells, Some(gone)));
    let count = cells.chars().filter(|&c| c != '+').count();
    let is_list = |gone: &str| gone.trim_end_matches(':').chars().all(|c| c.is_ascii_digit() || c == ' ');
    count == 81 && (cells.contains('+') || gone.is_some_and(|gone| gone.contains(' '))) && gone.is_none_or(is_list)
}

fn line(line: &TextWord) -> Result<MarkedGrid, ParseError> {
    let bare = is_bare(line.text);
    let fields: Vec<&str> = line.text.split(':').collect();
    let at = if bare { 0 } else { 3 };
    let Some(cells) = fields.get(at).filter(|_| bare || line.text.starts_with(':')) else {
        return Err(ParseError::at(line, "a library line has its cells after the third colon"));
    };
    let mut column = line.column;
    let mut words = Vec::with_capacity(fields.len());
    for text in &fields {
        words.push(TextWord { column, text, ..*line });
        column += text.chars().count() + 1;
    }
    let mut sheet: MarkedGrid = position(&TextWord { text: cells, ..words[at] })?.into();
    if let Some(gone) = words.get(at + 1) {
        let mut sets = vec![SymbolSet::EMPTY; 81];
        let row = scan::Line { number: gone.line, text: gone.text };
        for word in row.words() {
            let word = TextWord { column: gone.column + word.column - 1, ..word };
            let &[symbol @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] = word.text.as_bytes() else {
                return Err(ParseError::at(&word, format!("`{}` is not a candidate", scan::short(word.text)))
                    .help("a candidate that was ruled out is its digit, its row and its column, such as 411"));
            };
            sets[9 * usize::from(row - b'1') + usize::from(column - b'1')] |= SymbolSet::of(Symbol(symbol - b'1'));
        }
        sheet.marks = Marks::default().with(Mark::Eliminated, sets);
    }
    Ok(sheet)
}

/// The grid of a field.
fn position(word: &TextWord) -> Result<Grid, ParseError> {
    let mut grid = Grid::new(9, Areas::Boxes { rows: 3, columns: 3 });
    let mut at = 0;
    let mut placed = false;
    for (k, c) in word.text.chars().enumerate() {
        let entry = match c {
            '+' if !placed => {
                placed = true;
                continue;
            }
            '.' | '0' if !placed => Entry::Empty,
            '1'..='9' if placed => Entry::Own(Symbol(c as u8 - b'1')),
            '1'..='9' => Entry::Given(Symbol(c as u8 - b'1')),
            _ => return Err(unexpected(word, k, c).help(CELLS)),
        };
        placed = false;
        if let Some(cell) = grid.cells.get_mut(at) {
            *cell = entry;
        }
        at += 1;
    }
    if placed {
        return Err(ParseError::at(word, "the last `+` precedes no symbol").help(CELLS));
    }
    if at != 81 {
        return Err(ParseError::at(word, format!("this field has {at} cells, 81 expected")));
    }
    Ok(grid)
}

fn write(sheet: &MarkedGrid) -> String {
    let grid = &sheet.grid;
    let mut text = ":0000:x:".to_string();
    for entry in &grid.cells {
        match entry {
            Entry::Empty | Entry::Hole => text.push('.'),
            Entry::Given(symbol) => text += &(symbol.0 + 1).to_string(),
            Entry::Own(symbol) => text += &format!("+{}", symbol.0 + 1),
        }
    }
    let mut gone = Vec::new();
    for (cell, &set) in grid.all_cells().zip(sheet.marks.of(Mark::Eliminated)) {
        let (row, column) = grid.place(cell);
        gone.extend(set.symbols().map(|symbol| format!("{}{}{}", symbol.0 + 1, row + 1, column + 1)));
    }
    format!("{text}:{}::\n", gone.join(" "))
}
