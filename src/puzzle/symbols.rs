//! Characters as symbols: the alphabet of a text, and rows of characters as cells.

use super::alphabet::Alphabet;
use super::cell::{Entry, Symbol};
use super::grid::Grid;
use super::scan::{Line, ParseError, Word, counted, unexpected};

/// Characters for an empty cell, unless the alphabet has one as a symbol, such as `X` in a 25x25.
/// `0` also means an empty cell, and so does a blank in a line that has the length of a grid only
/// with its blanks.
pub const BLANKS: [char; 6] = ['.', '-', '_', '*', '?', 'X'];

/// The alphabet of a grid of side n, inferred from all its characters.
///
/// Up to side 9 the symbols are always digits. Above 9, a `0` together with another blank character
/// means `0` onwards. Otherwise a digit from 1 to 9 means `1` onwards, and letters alone mean `A`
/// onwards.
pub fn alphabet<'a>(rows: impl Iterator<Item = &'a str> + Clone, n: usize) -> Alphabet {
    if n <= 9 {
        return Alphabet::usual(n);
    }
    let seen = |wanted: fn(char) -> bool| rows.clone().flat_map(str::chars).any(wanted);
    let digit = seen(|c| matches!(c, '1'..='9'));
    // From side 24 on, `X` may be a symbol.
    let blank = if n < 24 { |c| BLANKS.contains(&c) } else { |c| c != 'X' && BLANKS.contains(&c) };
    let zero_counts = seen(|c| c == '0') && seen(blank);
    match (digit, zero_counts) {
        (_, true) => Alphabet::from_zero(n),
        (true, false) => Alphabet::usual(n),
        (false, false) => Alphabet::letters(n),
    }
}

/// The entry that a character means; `None` if it is neither a symbol nor a blank.
pub fn entry(c: char, alphabet: &Alphabet) -> Option<Entry> {
    match alphabet.symbol(c) {
        Some(symbol) => Some(Entry::Given(symbol)),
        None => (c == '0' || c == ' ' || BLANKS.contains(&c)).then_some(Entry::Empty),
    }
}

/// Reads a row, or a whole grid, of exactly `expected` characters.
pub fn cells(row: &Word, expected: usize, alphabet: &Alphabet) -> Result<Vec<Entry>, ParseError> {
    let mut cells = Vec::with_capacity(expected);
    for (k, c) in row.text.chars().enumerate().take(expected) {
        let found = entry(c, alphabet).ok_or_else(|| {
            unexpected(row, k, c).help(format!("allowed are {} and . for an empty cell", alphabet.name()))
        })?;
        cells.push(found);
    }
    let length = row.text.chars().count();
    if length != expected {
        let message = format!("this line has {}, {expected} expected", counted(length, "character"));
        return Err(ParseError::new(row.line, row.column + length.min(expected), message));
    }
    Ok(cells)
}

/// A cell written as a separate word: a blank, a number from 1 to n, or a character of the
/// alphabet.
pub fn word_entry(word: &Word, n: usize, alphabet: &Alphabet) -> Result<Entry, ParseError> {
    let mut chars = word.text.chars();
    if let (Some(c), None) = (chars.next(), chars.next())
        && let Some(found) = entry(c, alphabet)
    {
        return Ok(found);
    }
    match super::scan::number(word, 0, n as u32)? {
        0 => Ok(Entry::Empty),
        number => Ok(Entry::Given(Symbol(number as u8 - 1))),
    }
}

/// The rows of a grid. If `|` bars show that the grid is drawn, bars, blanks and horizontal lines
/// of `+`, `-` and `=` are left out. Comment lines (`#`) are dropped.
pub fn rows<'a>(lines: &[Line<'a>]) -> Vec<(Word<'a>, String)> {
    let bodies: Vec<Word> = lines.iter().filter_map(Line::body).filter(|word| !word.text.starts_with('#')).collect();
    let drawn = bodies.iter().any(|word| word.text.contains('|'));
    let rule = |text: &str| {
        text.contains(['+', '=']) && text.chars().all(|c| matches!(c, '+' | '-' | '=' | '*' | ' ' | '|'))
            || text.chars().all(|c| matches!(c, '-' | '|' | ' ' | '*')) && text.contains("---") && !text.contains('|')
    };
    let kept = bodies.into_iter().filter(|word| !(drawn && rule(word.text)));
    kept.map(|word| {
        let plain: String = match drawn {
            true => word.text.chars().filter(|c| !matches!(c, '|' | ' ')).collect(),
            false => word.text.to_string(),
        };
        (word, plain)
    })
    .collect()
}

/// A grid as one line, a character a cell.
pub fn line_of(grid: &Grid) -> String {
    let mut line: String = grid.cells.iter().map(|&entry| char_of(entry, grid)).collect();
    line.push('\n');
    line
}

/// A grid as lines, one a row.
pub fn lines_of(grid: &Grid) -> String {
    let mut text = String::with_capacity(grid.rows() * (grid.columns() + 1));
    for row in grid.cells.chunks(grid.columns()) {
        text.extend(row.iter().map(|&entry| char_of(entry, grid)));
        text.push('\n');
    }
    text
}

/// A usual grid as lines of numbers, one a row, 0 for an empty cell.
pub fn numbers_of(grid: &Grid) -> String {
    let number = |entry: &Entry| entry.symbol().map_or(0, |symbol| u32::from(symbol.0) + 1).to_string();
    let rows = grid.cells.chunks(grid.columns()).map(|row| row.iter().map(number).collect::<Vec<_>>().join(" ") + "\n");
    rows.collect()
}

fn char_of(entry: Entry, grid: &Grid) -> char {
    entry.symbol().map_or('.', |symbol| grid.alphabet.char(symbol))
}
