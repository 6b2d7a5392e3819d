//! Exchange forms: the formats in which other programs write grids. A reader of this table accepts
//! only texts with its signature, so a new row cannot make an existing text ambiguous.

mod address;
mod apps;
mod candidates;
mod csv;
mod foreign;
mod fpuzzles;
mod hodoku;
mod iss;
mod janko;
mod keen;
mod killer_codes;
mod ksudoku;
mod latin;
mod lz_string;
mod packed;
mod penpa;
mod pzpr;
mod scl;
mod sections;
mod sudokumaker;
mod sudokupad;
mod sudokuwiki;
mod sumocue;
mod tatham;

use super::areas::Areas;
use super::form::{Form, MarkedGrid};
use super::grid::{Grid, GridRule};
use super::json::Harmless;
use super::note::Note;
use super::rules::{ONLY_DRAWN, no_such_rule};
use super::scan::{ParseError, TextWord};
use super::size::Size;
use super::words;

pub(super) use csv::CSV;
pub(super) use janko::is_block;
pub(super) use sections::has_sections;

/// The fields of exchange forms that do not change a puzzle: where they are, the key, and the
/// reason. Every other field is read, or its puzzle is refused.
///
/// # Examples
///
/// ```
/// use quadrille_puzzle::harmless;
///
/// assert!(harmless().any(|(of, key, _)| (of, key) == ("f-puzzles, a puzzle", "solution")));
/// ```
pub fn harmless() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let lists: [(&str, &'static [Harmless]); 10] = [
        ("f-puzzles, a puzzle", &fpuzzles::SETTINGS),
        ("f-puzzles, a cell", &fpuzzles::CELL_LOOKS),
        ("f-puzzles, a rule or drawing", &fpuzzles::LOOKS),
        ("SudokuPad, a puzzle", &sudokupad::SETTINGS),
        ("SudokuPad, `metadata`", &sudokupad::DESCRIPTION),
        ("SudokuPad, a cage", &sudokupad::CAGE_LOOKS),
        ("SudokuMaker, a puzzle", &sudokumaker::SETTINGS),
        ("sudoku.coach", &sudokuwiki::LOOKS),
        ("GNOME Sudoku", &apps::GAME),
        ("SudokuMaker, a constraint", &sudokumaker::LOOKS),
    ];
    lists.into_iter().flat_map(|(of, fields)| fields.iter().map(move |field| (of, field.key, field.why)))
}

/// The exchange forms, in the order in which their readers are tried.
pub static EXCHANGE: &[&Form] = &[
    &sections::SDK,
    &candidates::CANDIDATES,
    &candidates::LIST,
    &hodoku::HODOKU,
    &tatham::TATHAM,
    &latin::LATIN,
    &keen::KEEN,
    &csv::CSV,
    &fpuzzles::FPUZZLES,
    &fpuzzles::LINK,
    &fpuzzles::SUDOKUPAD,
    &packed::SUDOKUEXCHANGE,
    &packed::SHORT,
    &sudokumaker::SUDOKUMAKER,
    &pzpr::PZPR,
    &penpa::PENPA,
    &sudokuwiki::SUDOKUWIKI,
    &apps::XML,
    &apps::GNOME,
    &janko::JANKO,
    &sumocue::SUMOCUE,
    &iss::ISS,
];

/// An empty grid of side n with boxes of these rows and columns.
fn boxed(n: usize, (rows, columns): (usize, usize)) -> Grid {
    Grid::new(n, Areas::Boxes { rows, columns })
}

/// The first line of a text that is neither blank nor a comment. It is enough to reject most texts
/// of other forms, without reading all of a long text.
fn first_line(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.next().unwrap_or("")
}

/// The most rules of a grid that are only drawn, and the most numbers of one. A text with more is
/// refused.
const MOST_DRAWN: usize = 500;
const MOST_NUMBERS: usize = Size::MOST;

/// Keeps the error for the first rule that is only drawn. A grid that has too many of them is
/// refused.
fn refuse(refused: &mut Option<ParseError>, error: ParseError, grid: &Grid) -> Result<(), ParseError> {
    let first = refused.get_or_insert(error);
    let count = grid.rules.iter().filter(|rule| rule.is_only_drawn()).count();
    match count > MOST_DRAWN {
        true => Err(ParseError {
            message: format!("{}, and more than {MOST_DRAWN} like it", first.message),
            ..first.clone()
        }),
        false => Ok(()),
    }
}

/// Keeps the words of a puzzle that are not read as a rule that is only drawn, with a note. They
/// are the error if there is none before.
fn leave_words(sheet: &mut MarkedGrid, refused: Option<ParseError>, at: &TextWord) -> Result<(), ParseError> {
    let unread = words::unread(&sheet.meta.note, &sheet.grid);
    let said = (!unread.is_empty()).then(|| words::note_of(&unread));
    let refused = refused.or_else(|| Some(ParseError::at(at, said.as_deref()?).help(ONLY_DRAWN)));
    if let Some(said) = said {
        sheet.notes.push(Note::new(said));
        sheet.grid.rules.push(GridRule::only_drawn(words::IN_WORDS, Vec::new()));
    }
    refused.map_or(Ok(()), |error| refuse(&mut sheet.refused, error, &sheet.grid))
}

/// A grid with rules that are not read, by their names, and with its words: all are only drawn.
fn leave_drawn(mut sheet: MarkedGrid, unread: &[String], at: &TextWord) -> Result<MarkedGrid, ParseError> {
    sheet.grid.rules.extend(unread.iter().map(|name| GridRule::only_drawn(name, Vec::new())));
    let refused = unread.first().map(|name| no_such_rule(at, name));
    leave_words(&mut sheet, refused, at)?;
    Ok(sheet)
}

/// Decompresses lz-string in base64 to UTF-16, within limits. `None` if it is damaged or too long.
pub(super) fn unpack_lz(base64: &str) -> Option<Vec<u16>> {
    lz_string::decompress(base64).ok()
}
