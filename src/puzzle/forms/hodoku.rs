//! HoDoKu's library lines: `:0000:x:..4.+1...:deleted:eliminated:comment:`.
//!
//! The fourth field holds the cells. A `+` precedes a symbol that was placed and is not a given.
//! The other fields describe a solving step of HoDoKu and are ignored.

use super::first_line;
use crate::puzzle::areas::Areas;
use crate::puzzle::cell::{Entry, Symbol};
use crate::puzzle::form::{Form, Text};
use crate::puzzle::grid::Grid;
use crate::puzzle::guise::Guise;
use crate::puzzle::holds::Holds;
use crate::puzzle::scan::{self, ParseError, Word, unexpected};

pub static HODOKU: Form = Form {
    id: "hodoku",
    help: "HoDoKu's library lines; `+` before a symbol that is not a given",
    guise: Guise::Signed,
    holds: Holds { sides: (9, 9), entered: true, ..Holds::PLAIN },
    text: Text::Grids { read, write },
};

fn read(text: &str) -> Result<Vec<Grid>, ParseError> {
    let first = first_line(text);
    if !first.starts_with(':') || first.matches(':').count() <= 3 {
        return Ok(Vec::new());
    }
    let lines = scan::lines(text);
    let bodies: Vec<Word> = lines.iter().filter_map(scan::Line::body).filter(|w| !w.text.starts_with('#')).collect();
    bodies.iter().map(line).collect()
}

fn line(line: &Word) -> Result<Grid, ParseError> {
    let fields: Vec<&str> = line.text.split(':').collect();
    let Some(cells) = fields.get(3).filter(|_| line.text.starts_with(':')) else {
        return Err(ParseError::at(line, "a library line has its cells after the third colon"));
    };
    let before: usize = fields[..3].iter().map(|field| field.chars().count() + 1).sum();
    let word = Word { column: line.column + before, text: cells, ..*line };
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
            _ => return Err(unexpected(&word, k, c).help("allowed are 1-9, . and + before a placed symbol")),
        };
        placed = false;
        if let Some(cell) = grid.cells.get_mut(at) {
            *cell = entry;
        }
        at += 1;
    }
    if at != 81 {
        return Err(ParseError::at(&word, format!("this field has {at} cells, 81 expected")));
    }
    Ok(grid)
}

fn write(grid: &Grid) -> String {
    let mut text = ":0000:x:".to_string();
    for entry in &grid.cells {
        match entry {
            Entry::Empty => text.push('.'),
            Entry::Given(symbol) => text.push(grid.alphabet.char(*symbol)),
            Entry::Own(symbol) => text.extend(['+', grid.alphabet.char(*symbol)]),
        }
    }
    text + ":::\n"
}
