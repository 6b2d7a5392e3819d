//! Characters as symbols: the alphabet of a text, and rows of characters as cells.

use super::alphabet::Alphabet;
use super::areas::Areas;
use super::cell::{Entry, Symbol};
use super::grid::Grid;
use super::note::Note;
use super::scan::{Line, ParseError, TextWord, counted, unexpected};
use std::collections::BTreeSet;

/// Characters for an empty cell, unless the alphabet has one as a symbol, such as `X` in a 25x25.
/// `0` also means an empty cell, and so does a blank in a line that has the length of a grid only
/// with its blanks.
pub(crate) const BLANKS: [char; 6] = ['.', '-', '_', '*', '?', 'X'];

/// The kinds of characters among the cells of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// A 0.
    zero: bool,
    /// Another mark for an empty cell.
    blank: bool,
    /// A digit from 1 to 9 alone.
    digit: bool,
    /// A number of two digits.
    long: bool,
    /// The last symbol of the usual alphabet, or its number.
    last: bool,
}

impl Seen {
    /// Looks at the cells of a grid with n symbols. A cell is a character or a number.
    pub fn of<'a>(cells: impl Iterator<Item = &'a str>, n: usize) -> Seen {
        let (usual, letters) = (Alphabet::usual(n), Alphabet::letters(n));
        let last = usual.symbols().last();
        let has_x = [&usual, &letters].into_iter().any(|own| own.len() == n && own.symbol('X').is_some());
        let mut seen = Seen::default();
        for cell in cells {
            match cell.as_bytes() {
                [b'0'] => seen.zero = true,
                [byte] => {
                    let c = char::from(*byte);
                    seen.blank |= c == ' ' || BLANKS.contains(&c) && !(c == 'X' && has_x);
                    seen.digit |= matches!(byte, b'1'..=b'9');
                    seen.last |= usual.symbol(c).is_some() && usual.symbol(c) == last;
                }
                [] => seen.blank = true,
                _ => {
                    seen.long |= cell.bytes().all(|byte| byte.is_ascii_digit());
                    seen.last |= cell.parse() == Ok(n);
                }
            }
        }
        seen
    }

    /// The kinds of characters of both.
    pub fn with(self, other: Seen) -> Seen {
        Seen {
            zero: self.zero || other.zero,
            blank: self.blank || other.blank,
            digit: self.digit || other.digit,
            long: self.long || other.long,
            last: self.last || other.last,
        }
    }
}

/// The characters of a row, each as a text.
pub fn characters(row: &str) -> impl Iterator<Item = &str> + Clone {
    row.char_indices().map(|(at, c)| &row[at..at + c.len_utf8()])
}

/// The alphabet of a grid of side n, inferred from its cells and from those of all grids of the
/// text, and a note if there is another reading. `form` is the form that is read, if it can be read
/// with other symbols.
///
/// A 0 is an empty cell, unless another mark is one and the last symbol is not in the text: then
/// the symbols are 0 onwards. Above side 9, a digit or a number means 1 onwards, and letters alone
/// mean A onwards.
pub fn spelling(grid: Seen, all: Seen, n: usize, form: Option<&str>) -> (Alphabet, Option<Note>) {
    let grid = if n > 9 { all } else { grid };
    let (usual, from_zero) = (Alphabet::usual(n), Alphabet::from_zero(n));
    let choice = |said: String, other: &Alphabet, meaning: String| match form {
        Some(form) => Note::choice(said, format!("{form}:{}", other.name()), meaning),
        None => Note::new(said),
    };
    // Above side 9, a text with 0 and the last symbol has one symbol too many, and is refused.
    if grid.zero && grid.blank && (n > 9 || !all.last) {
        let said = format!("0 is read as a symbol, because another character marks empty cells: {}", from_zero.name());
        return (from_zero, Some(choice(said, &usual, "reads it as an empty cell".to_string())));
    }
    match n <= 9 || grid.digit || grid.long || grid.zero || Alphabet::letters(n).len() < n {
        true => {
            let unsure = n > 9 && !grid.zero && !grid.long && !all.last;
            let said =
                || format!("read with the symbols {}; the text has neither 0 nor {}", usual.name(), last_of(&usual));
            let meaning = format!("reads them as {}", from_zero.name());
            let note = unsure.then(|| choice(said(), &from_zero, meaning));
            (usual, note)
        }
        false => (Alphabet::letters(n), None),
    }
}

fn last_of(alphabet: &Alphabet) -> char {
    alphabet.symbols().last().map_or(' ', |last| alphabet.char(last))
}

/// The alphabet of each grid of a text: the chosen one, or as [`spelling`] infers it. `grids` holds
/// one `Seen` a grid.
pub fn alphabets(
    grids: &[Seen],
    n: usize,
    chosen: Option<&Alphabet>,
    form: &str,
) -> Result<Vec<(Alphabet, Option<Note>)>, ParseError> {
    if let Some(chosen) = chosen {
        if chosen.len() != n {
            let message = format!("the grid has {n} rows, but {} has {} symbols", chosen.name(), chosen.len());
            return Err(ParseError::new(1, 1, message).help("choose as many symbols as rows"));
        }
        return Ok(vec![(chosen.clone(), None); grids.len()]);
    }
    let all = grids.iter().copied().reduce(Seen::with).unwrap_or_default();
    Ok(grids.iter().map(|&grid| spelling(grid, all, n, Some(form))).collect())
}

/// The entry that a character means; `None` if it is neither a symbol nor a blank.
pub fn entry(c: char, alphabet: &Alphabet) -> Option<Entry> {
    match alphabet.symbol(c) {
        Some(symbol) => Some(Entry::Given(symbol)),
        None => (c == '0' || c == ' ' || BLANKS.contains(&c)).then_some(Entry::Empty),
    }
}

/// Reads a row, or a whole grid, of exactly `expected` characters.
pub fn cells(row: &TextWord, expected: usize, alphabet: &Alphabet) -> Result<Vec<Entry>, ParseError> {
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

/// Reads cells as [`cells`] does. Only `blank` means an empty cell.
pub fn strict_cells(
    row: &TextWord,
    expected: usize,
    alphabet: &Alphabet,
    blank: char,
) -> Result<Vec<Entry>, ParseError> {
    for (k, c) in row.text.chars().enumerate().take(expected) {
        if c != blank && !alphabet.to_string().contains(c) {
            return Err(unexpected(row, k, c).help(format!("allowed are {} and {blank}", alphabet.name())));
        }
    }
    cells(row, expected, alphabet)
}

/// A cell written as a separate word: a blank, a number from 1 to n, or a character of the
/// alphabet.
pub(crate) fn word_entry(word: &TextWord, n: usize, alphabet: &Alphabet) -> Result<Entry, ParseError> {
    let mut chars = word.text.chars();
    if let (Some(c), None) = (chars.next(), chars.next())
        && let Some(found) = entry(c, alphabet)
    {
        return Ok(found);
    }
    // Numbers are those of the symbols: the first is 1, or 0.
    if alphabet.has_zero() {
        return Ok(Entry::Given(Symbol(super::scan::number(word, 0, n as u32 - 1)? as u8)));
    }
    match super::scan::number(word, 0, n as u32)? {
        0 => Ok(Entry::Empty),
        number => Ok(Entry::Given(Symbol(number as u8 - 1))),
    }
}

/// The rows of a grid. If `|` bars show that the grid is drawn, bars, blanks and horizontal lines
/// of `+`, `-` and `=` are left out. Comment lines (`#`) are dropped.
pub fn rows<'a>(lines: &[Line<'a>]) -> Vec<(TextWord<'a>, String)> {
    let bodies: Vec<TextWord> =
        lines.iter().filter_map(Line::body).filter(|word| !word.text.starts_with('#')).collect();
    let drawn = bodies.iter().any(|word| word.text.contains('|'));
    let kept = bodies.into_iter().filter(|word| !(drawn && is_rule(word.text)));
    kept.map(|word| {
        let plain: String = match drawn {
            true => word.text.chars().filter(|c| !matches!(c, '|' | ' ')).collect(),
            false => word.text.to_string(),
        };
        (word, plain)
    })
    .collect()
}

/// Returns whether bars inside the rows of grids of side n part boxes of the usual width, the same
/// in each row, or every cell. `bars` holds by row the numbers of cells before its bars. Other bars
/// may be boxes of another size, or the walls of regions.
pub(crate) fn are_even(bars: &[Vec<usize>], n: usize) -> bool {
    let inner = |bars: &Vec<usize>| bars.iter().copied().filter(|at| (1..n).contains(at)).collect();
    let rows: Vec<Vec<usize>> = bars.iter().map(inner).filter(|bars: &Vec<usize>| !bars.is_empty()).collect();
    let (_, columns) = box_of(n);
    let usual = [columns, 1].map(|wide| (1..n).filter(|at| at % wide == 0).collect::<Vec<usize>>());
    rows.is_empty() || usual.iter().any(|usual| rows.iter().all(|bars| bars == usual))
}

/// Returns whether lines between the rows of grids of side n part boxes of the usual height, or
/// every row. `lines` holds the numbers of rows before them.
pub(crate) fn are_level(lines: &[usize], n: usize) -> bool {
    let (rows, _) = box_of(n);
    let inner = || lines.iter().filter(|&&at| at % n != 0);
    let parted: BTreeSet<usize> = inner().map(|at| at % n).collect();
    inner().all(|at| at % rows == 0) || parted.len() + 1 == n
}

/// The numbers of rows and columns of a usual box.
pub fn box_of(n: usize) -> (usize, usize) {
    match Areas::usual_boxes(n) {
        Some(Areas::Boxes { rows, columns }) => (rows, columns),
        _ => (n.max(1), n.max(1)),
    }
}

/// Returns whether the bars and lines of drawn rows part boxes of the usual size.
pub(crate) fn is_drawn_usually(lines: &[Line], n: usize) -> bool {
    let bodies: Vec<TextWord> =
        lines.iter().filter_map(Line::body).filter(|word| !word.text.starts_with('#')).collect();
    if !bodies.iter().any(|word| word.text.contains('|')) {
        return true;
    }
    let (mut bars, mut parts) = (Vec::new(), Vec::new());
    for word in bodies {
        if is_rule(word.text) {
            parts.push(bars.len());
            continue;
        }
        let (mut count, mut row) = (0, Vec::new());
        for c in word.text.chars() {
            match c {
                '|' => row.push(count),
                c => count += usize::from(c != ' '),
            }
        }
        bars.push(row);
    }
    are_even(&bars, n) && are_level(&parts, n)
}

/// Returns whether a line is a horizontal line of a drawn grid.
fn is_rule(text: &str) -> bool {
    text.contains(['+', '=']) && text.chars().all(|c| matches!(c, '+' | '-' | '=' | '*' | ' ' | '|'))
        || text.chars().all(|c| matches!(c, '-' | '|' | ' ' | '*')) && text.contains("---") && !text.contains('|')
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

/// A usual grid as lines of numbers, one a row, 0 for an empty cell; `.` if 0 is a symbol.
pub(crate) fn numbers_of(grid: &Grid) -> String {
    let empty = if grid.alphabet.has_zero() { "." } else { "0" };
    let number = |&entry: &Entry| number_of(entry, grid).unwrap_or_else(|| empty.to_string());
    let rows = grid.cells.chunks(grid.columns()).map(|row| row.iter().map(number).collect::<Vec<_>>().join(" ") + "\n");
    rows.collect()
}

/// The number of a filled cell, from 1 on, or from 0 if that is a symbol.
pub fn number_of(entry: Entry, grid: &Grid) -> Option<String> {
    let first = u32::from(!grid.alphabet.has_zero());
    entry.symbol().map(|symbol| (u32::from(symbol.0) + first).to_string())
}

fn char_of(entry: Entry, grid: &Grid) -> char {
    if entry == Entry::Hole {
        return '#';
    }
    entry.symbol().map_or('.', |symbol| grid.alphabet.char(symbol))
}
