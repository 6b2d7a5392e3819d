//! Addresses that hold the digits of a plain 9x9, each packed with the zeros that follow it: those
//! of sudokuexchange.com, and of SudokuPad after `scf`.
//!
//! A character is a number below 60: its last digit, then as many zeros as its first digit says.

use super::address::each_line;
use crate::areas::Areas;
use crate::cell::{Entry, Symbol};
use crate::form::{Form, MarkedGrid, Text};
use crate::grid::{Grid, GridRule};
use crate::guise::Guise;
use crate::holds::{Holds, Ruled};
use crate::scan::{ParseError, TextWord, counted};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The grids of both sites: a 9x9 with boxes.
const HOLDS: Holds = Holds { sides: (9, 9), ..Holds::PLAIN };

pub(crate) static SUDOKUEXCHANGE: Form = Form {
    id: "sudokuexchange",
    help: "links of sudokuexchange.com: the digits of a 9x9 after `s=`, packed or not; one a line",
    guise: Guise::Signed,
    holds: HOLDS,
    text: Text::Grids { read: |text| read(text, exchange), write: |grid| format!("https://{PAGE}{}\n", pack(grid)) },
    yields: &[],
};

pub(crate) static SHORT: Form = Form {
    id: "sudokupad-short",
    help: "links of SudokuPad with `scf`: the packed digits of a 9x9, perhaps its diagonals, windoku, title and author; one a line",
    guise: Guise::Signed,
    holds: Holds {
        diagonals: true,
        title: true,
        rules: Ruled::Those(|rule, _| rule.id == WINDOKU && rule.cells.is_empty()),
        ..HOLDS
    },
    text: Text::MarkedGrids { read: |text| read(text, short), write: write_short },
    yields: &[],
};

/// The page before the digits.
const PAGE: &str = "sudokuexchange.com/play/?s=";

/// The id of the rule that a `w` means.
const WINDOKU: &str = "windoku";

/// The most zeros that a character holds after its digit.
const MOST_ZEROS: usize = 5;

/// The cells of the grid.
const CELLS: usize = 81;

/// The characters of the numbers from 0 on.
const ALPHABET: &[u8; 60] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";

/// Reads each line as an address of a site.
fn read<T>(text: &str, one: fn(&TextWord) -> Option<Result<T, ParseError>>) -> Result<Vec<T>, ParseError> {
    let is_one = |text: &str| one(&TextWord { line: 1, column: 1, text }).is_some();
    let no_link = |word: &TextWord| Err(ParseError::at(word, "this is not a link of the site"));
    each_line(text, is_one, |word| one(word).unwrap_or_else(|| no_link(word)))
}

fn exchange(line: &TextWord) -> Option<Result<Grid, ParseError>> {
    let at = line.text.find(PAGE).filter(|_| line.text.starts_with("http"))? + PAGE.len();
    let packed = line.text[at..].split(['&', '#']).next().unwrap_or("");
    // Some programs write points for zeros, or commas between the digits.
    let packed = packed.replace(',', "").replace('.', "0");
    Some(whole(line, &packed).map(|digits| grid_of(&digits)))
}

/// Returns whether a line is an address of SudokuPad with packed digits.
pub(super) fn is_short(line: &str) -> bool {
    short(&TextWord { line: 1, column: 1, text: line }).is_some()
}

fn short(line: &TextWord) -> Option<Result<MarkedGrid, ParseError>> {
    let text = line.text;
    let is_site = ["sudokupad", "crackingthecryptic"].iter().any(|site| text.contains(site));
    // A name that a puzzle has on the site may begin with the same three letters.
    let is_packed = |rest: &&str| rest.len() >= CELLS.div_ceil(MOST_ZEROS + 1);
    let body = match text.find(['/', '=']).filter(|_| is_site) {
        Some(_) => text.split(['/', '=']).find_map(|part| part.strip_prefix("scf")),
        None => text.strip_prefix("scf"),
    };
    let body = body.filter(is_packed)?.split(['&', '#', '?']).next()?;
    Some(short_body(line, body))
}

fn short_body(line: &TextWord, body: &str) -> Result<MarkedGrid, ParseError> {
    let (digits, rest) = unpack(line, body)?;
    let mut sheet: MarkedGrid = grid_of(&digits).into();
    // Old addresses have no mark between the digits and what follows.
    let mut rest = rest.strip_prefix('*').unwrap_or(rest);
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        match letter {
            'x' => sheet.grid.diagonals = true,
            'w' => sheet.grid.rules.push(GridRule::new(WINDOKU, Vec::new())),
            't' | 'a' => {
                let (words, after) = words(rest);
                rest = after;
                let held = if letter == 't' { &mut sheet.meta.title } else { &mut sheet.meta.source };
                *held = words;
            }
            other => {
                let message = format!("`{other}` after the digits of this link is not known");
                return Err(ParseError::at(line, message)
                    .help("known are x (diagonals), w (windoku), t and a title, a and an author"));
            }
        }
    }
    Ok(sheet)
}

/// The words up to a single `*`, and what follows it. Two of them are one of the words.
fn words(text: &str) -> (String, &str) {
    let mut from = 0;
    while let Some(at) = text[from..].find('*').map(|at| from + at) {
        if !text[at + 1..].starts_with('*') {
            return (spoken(&text[..at]), &text[at + 1..]);
        }
        from = at + 2;
    }
    (spoken(text), "")
}

fn spoken(text: &str) -> String {
    percent_decode_str(&text.replace("**", "*")).decode_utf8_lossy().trim().to_string()
}

/// The digits of a text that has nothing else.
fn whole(line: &TextWord, packed: &str) -> Result<Vec<u8>, ParseError> {
    match unpack(line, packed)? {
        (digits, "") => Ok(digits),
        (_, rest) => Err(ParseError::at(
            line,
            format!("this link has {} after its 81 cells", counted(rest.chars().count(), "character")),
        )
        .help("a 9x9 has 81 cells")),
    }
}

/// The 81 digits at the beginning of a packed text, and what follows them.
fn unpack<'t>(line: &TextWord, packed: &'t str) -> Result<(Vec<u8>, &'t str), ParseError> {
    let mut digits = Vec::with_capacity(CELLS);
    for (at, c) in packed.char_indices() {
        if digits.len() == CELLS {
            return Ok((digits, &packed[at..]));
        }
        let Some(number) = ALPHABET.iter().position(|&known| char::from(known) == c) else { break };
        digits.push((number % 10) as u8);
        digits.extend(std::iter::repeat_n(0, number / 10));
        if digits.len() > CELLS {
            break;
        }
    }
    match digits.len() {
        CELLS => Ok((digits, "")),
        n => Err(ParseError::at(line, format!("this link holds {n} cells, 81 expected"))
            .help("it is cut off or damaged: copy it again")),
    }
}

fn grid_of(digits: &[u8]) -> Grid {
    let mut grid = Grid::new(9, Areas::usual_boxes(9).expect("a 9x9 has boxes"));
    for (cell, &digit) in grid.cells.iter_mut().zip(digits) {
        if digit > 0 {
            *cell = Entry::Given(Symbol(digit - 1));
        }
    }
    grid
}

fn pack(grid: &Grid) -> String {
    let digits: Vec<usize> =
        grid.cells.iter().map(|entry| entry.symbol().map_or(0, |symbol| usize::from(symbol.0) + 1)).collect();
    let (mut packed, mut at) = (String::new(), 0);
    while at < digits.len() {
        let zeros = digits[at + 1..].iter().take(MOST_ZEROS).take_while(|&&digit| digit == 0).count();
        packed.push(char::from(ALPHABET[10 * zeros + digits[at]]));
        at += zeros + 1;
    }
    packed
}

/// The words as part of an address.
fn spelled(text: &str) -> String {
    // Two stars are one of the words.
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string().replace("%2A", "**")
}

fn write_short(sheet: &MarkedGrid) -> String {
    let (grid, meta) = (&sheet.grid, &sheet.meta);
    let mut after = String::new();
    after += if grid.diagonals { "x" } else { "" };
    after += if grid.rules.is_empty() { "" } else { "w" };
    for (letter, text) in [('t', &meta.title), ('a', &meta.source)] {
        if !text.is_empty() {
            after += &format!("{letter}{}*", spelled(text));
        }
    }
    let mark = if after.is_empty() { "" } else { "*" };
    format!("https://sudokupad.app/scf{}{mark}{after}\n", pack(grid))
}
