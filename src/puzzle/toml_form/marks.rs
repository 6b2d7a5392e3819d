//! Reads the pencil marks of a grid.

use super::block::Block;
use super::error;
use super::file::MarksTable;
use crate::puzzle::grid::Grid;
use crate::puzzle::meta::Marks;
use crate::puzzle::scan::{ParseError, counted};
use toml::Spanned;

pub(super) fn read(text: &str, table: &MarksTable, grid: &Grid) -> Result<Marks, ParseError> {
    let sets = |rows: &Option<Spanned<String>>| sets(text, rows.as_ref(), grid);
    Ok(Marks::new(sets(&table.corner)?, sets(&table.centre)?))
}

/// By cell, a set of symbols with one bit each; empty if there are no rows.
fn sets(text: &str, rows: Option<&Spanned<String>>, grid: &Grid) -> Result<Vec<u32>, ParseError> {
    let Some(rows) = rows else { return Ok(Vec::new()) };
    let (n, block) = (grid.n(), Block::new(text, rows));
    let lines = block.rows();
    if lines.len() != n {
        return Err(error(text, rows.span(), format!("{} of marks, {n} expected", counted(lines.len(), "row"))));
    }
    let mut marks = Vec::with_capacity(n * n);
    for line in &lines {
        let words = line.words();
        if words.len() != n {
            let message = format!("this row has marks of {}, {n} expected", counted(words.len(), "cell"));
            let fault = ParseError::new(line.number, line.end(), message).help("a cell without marks is written as .");
            return Err(block.placed(fault));
        }
        for word in &words {
            let mut set = 0;
            for c in word.text.chars().filter(|&c| c != '.') {
                let symbol = grid.alphabet.symbol(c);
                let symbol =
                    symbol.ok_or_else(|| block.placed(ParseError::at(word, format!("`{c}` is not a symbol here"))))?;
                set |= 1 << symbol.0;
            }
            marks.push(set);
        }
    }
    Ok(marks)
}
