//! Reads the pencil marks of a grid.

use super::block::StringBlock;
use super::error;
use super::file::MarksTable;
use crate::grid::Grid;
use crate::meta::{CELL_COLORS, Mark, Marks};
use crate::scan::{Line, ParseError, counted};
use crate::symbol_set::SymbolSet;
use toml::Spanned;

pub(super) fn read(text: &str, table: &MarksTable, grid: &Grid) -> Result<Marks, ParseError> {
    let mut marks = Marks::default();
    for mark in Mark::ALL {
        let rows = match mark {
            Mark::Corner => &table.corner,
            Mark::Centre => &table.centre,
            Mark::Eliminated => &table.eliminated,
        };
        marks = marks.with(mark, sets(text, rows.as_ref(), grid)?);
    }
    Ok(marks.with_colors(colors(text, table.colors.as_ref(), grid)?))
}

/// By cell, its colour, 0 for none; empty if there are no rows.
fn colors(text: &str, rows: Option<&Spanned<String>>, grid: &Grid) -> Result<Vec<u8>, ParseError> {
    let Some(rows) = rows else { return Ok(Vec::new()) };
    let (size, block) = (grid.size(), StringBlock::new(text, rows));
    let lines = grid_rows(text, rows, &block, "colours", size.rows)?;
    let mut colors = Vec::with_capacity(size.n_cells());
    for line in &lines {
        let before = colors.len();
        for (column, c) in line.text.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
            let number = if c == '.' { Some(0) } else { c.to_digit(10).filter(|&number| number > 0) };
            let Some(number) = number else {
                let fault = ParseError::new(line.number, column + 1, format!("`{c}` is not a colour"));
                return Err(block.placed(fault.help(format!("a colour is 1 to {}, or . for none", CELL_COLORS.len()))));
            };
            colors.push(number as u8);
        }
        let found = colors.len() - before;
        if found != size.columns {
            return Err(block.placed(uneven(line, "colours", found, size.columns)));
        }
    }
    Ok(colors)
}

/// By cell, a set of symbols; empty if there are no rows.
fn sets(text: &str, rows: Option<&Spanned<String>>, grid: &Grid) -> Result<Vec<SymbolSet>, ParseError> {
    let Some(rows) = rows else { return Ok(Vec::new()) };
    let (size, block) = (grid.size(), StringBlock::new(text, rows));
    let lines = grid_rows(text, rows, &block, "marks", size.rows)?;
    let mut marks = Vec::with_capacity(size.n_cells());
    for line in &lines {
        let words = line.words();
        if words.len() != size.columns {
            let fault = uneven(line, "marks", words.len(), size.columns);
            return Err(block.placed(fault.help("a cell without marks is written as .")));
        }
        for word in &words {
            let mut set = SymbolSet::EMPTY;
            for c in word.text.chars().filter(|&c| c != '.') {
                let symbol = grid.alphabet.symbol(c);
                let symbol =
                    symbol.ok_or_else(|| block.placed(ParseError::at(word, format!("`{c}` is not a symbol here"))))?;
                set |= SymbolSet::of(symbol);
            }
            marks.push(set);
        }
    }
    Ok(marks)
}

/// The lines of a block that has one for each row of the grid.
fn grid_rows<'a>(
    text: &str,
    rows: &Spanned<String>,
    block: &StringBlock<'a>,
    what: &str,
    n: usize,
) -> Result<Vec<Line<'a>>, ParseError> {
    let lines = block.rows();
    let message = || format!("{} of {what}, {n} expected", counted(lines.len(), "row"));
    if lines.len() == n { Ok(lines) } else { Err(error(text, rows.span(), message())) }
}

/// The fault of a row that has too few cells or too many.
fn uneven(line: &Line, what: &str, found: usize, n: usize) -> ParseError {
    let message = format!("this row has {what} of {}, {n} expected", counted(found, "cell"));
    ParseError::new(line.number, line.end(), message)
}
