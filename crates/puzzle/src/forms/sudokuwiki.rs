//! Positions of sudokuwiki.org and sudoku.coach: givens, placed digits and candidates of a 9x9.
//!
//! sudokuwiki writes two characters a cell: in base 36 after `S9B`, before that in base 32.
//! sudoku.coach writes a JSON, compressed and in base 32, after `SCv7_32_`.

use super::address::{PageAddress, each_line};
use super::boxed;
use crate::cell::{Entry, Symbol};
use crate::form::{Form, MarkedGrid, Text};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::json::{Fields, Harmless, JsonText, JsonValue};
use crate::meta::Marks;
use crate::scan::{ParseError, TextWord};
use crate::symbol_set::SymbolSet;

pub(crate) static SUDOKUWIKI: Form = Form {
    id: "sudokuwiki",
    help: "positions of sudokuwiki.org (162 characters, after `bd=` or alone) and of sudoku.coach; one a line",
    guise: Guise::Signed,
    holds: Holds::PLAIN,
    text: Text::OnlyRead { read },
    yields: &[],
};

/// Fields of sudoku.coach's JSON that do not change the puzzle.
pub(super) static LOOKS: [Harmless; 4] = [
    Harmless { key: "colours", why: "how it is drawn" },
    Harmless { key: "givenColours", why: "how it is drawn" },
    Harmless { key: "userColours", why: "how it is drawn" },
    Harmless { key: "userCellCandidatesColours", why: "how it is drawn" },
];

/// The numbers of cells, and of characters for them.
const CELLS: usize = 81;
const LONG: usize = 2 * CELLS;

/// The largest JSON that is unpacked, in bytes.
const MOST: usize = 1 << 20;

fn read(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    each_line(
        text,
        |line| body(line).is_some(),
        |word| match body(word.text) {
            Some(Body::Wiki(text)) => position(&text, word),
            Some(Body::Coach(text)) => coach(&text, word),
            None => Err(ParseError::at(word, "this is not a position of sudokuwiki or sudoku.coach")),
        },
    )
}

/// The content of a line.
enum Body {
    Wiki(String),
    Coach(String),
}

fn body(line: &str) -> Option<Body> {
    let address = PageAddress::of(line);
    if line.contains("sudoku.coach/") {
        let last = address?.path.trim_end_matches('/').rsplit('/').next()?.to_string();
        let is_digits = last.len() == CELLS && last.bytes().all(|byte| byte.is_ascii_digit());
        return (is_digits || last.starts_with("SCv7_")).then_some(Body::Coach(last));
    }
    if line.starts_with("SCv7_") {
        return Some(Body::Coach(line.to_string()));
    }
    let text = match address {
        Some(address) if line.contains("sudokuwiki.org") => address.value("bd")?,
        Some(_) => return None,
        None => line.to_string(),
    };
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase());
    let is_new = text.strip_prefix("S9B").is_some_and(is_word);
    // A grid of that length has other letters too, or none.
    let is_old = text.len() == LONG && is_word(&text) && text.bytes().any(|byte| byte.is_ascii_lowercase());
    (is_new || is_old).then_some(Body::Wiki(text))
}

/// A cell: a given, a placed digit, or candidates as bits from digit 1 on.
enum Held {
    Given(u32),
    Placed(u32),
    Candidates(u32),
}

fn position(text: &str, line: &TextWord) -> Result<MarkedGrid, ParseError> {
    let (packed, base) = text.strip_prefix("S9B").map_or((text, 32), |packed| (packed, 36));
    if packed.len() != LONG {
        let message = format!("this position has {} characters, {LONG} expected", packed.len());
        return Err(ParseError::at(line, message).help("each of the 81 cells has two: copy it again"));
    }
    let held = |pair: &str| {
        let number = u32::from_str_radix(pair, base).ok()?;
        Some(match (base, number) {
            (36, 0) => Held::Candidates(0),
            (36, 1..=9) => Held::Given(number),
            (36, 10..=18) => Held::Placed(number - 9),
            (36, _) => Held::Candidates(Some(number - 18).filter(|mask| *mask < 512)?),
            (_, number) => {
                let bits = number >> 1;
                match (number & 1, bits.count_ones()) {
                    _ if bits > 511 => return None,
                    (1, 1) => Held::Given(bits.trailing_zeros() + 1),
                    (0, 1) => Held::Placed(bits.trailing_zeros() + 1),
                    (0, _) => Held::Candidates(bits),
                    _ => return None,
                }
            }
        })
    };
    let cells: Option<Vec<Held>> = (0..CELLS).map(|at| held(&packed[2 * at..2 * at + 2])).collect();
    let cells = cells.ok_or_else(|| {
        ParseError::at(line, "a cell of this position is neither a digit nor candidates of a 9x9")
            .help("a jigsaw of that site is not read; of a 9x9, copy it again")
    })?;
    Ok(sheet(cells))
}

fn sheet(cells: Vec<Held>) -> MarkedGrid {
    let mut grid = boxed(9, (3, 3));
    let mut centre = vec![SymbolSet::EMPTY; CELLS];
    for (at, held) in cells.into_iter().enumerate() {
        match held {
            Held::Given(digit) => grid.cells[at] = Entry::Given(Symbol(digit as u8 - 1)),
            Held::Placed(digit) => grid.cells[at] = Entry::Own(Symbol(digit as u8 - 1)),
            Held::Candidates(bits) => {
                centre[at] = (0..9).filter(|k| bits >> k & 1 == 1).map(Symbol).collect();
            }
        }
    }
    // Where all candidates are left, nothing is noted.
    if centre.iter().all(|set| set.is_empty() || set.len() == 9) {
        centre.clear();
        return grid.into();
    }
    MarkedGrid { marks: Marks::new(vec![SymbolSet::EMPTY; CELLS], centre), ..grid.into() }
}

fn coach(text: &str, line: &TextWord) -> Result<MarkedGrid, ParseError> {
    if let Some(digits) =
        Some(text).filter(|text| text.len() == CELLS && text.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return Ok(sheet(digits.bytes().map(|byte| given(u32::from(byte - b'0'))).collect()));
    }
    let damaged = || ParseError::at(line, "this position is damaged or cut off").help("copy it again at sudoku.coach");
    let packed = text.strip_prefix("SCv7_32_").ok_or_else(|| {
        ParseError::at(line, "this position of sudoku.coach is packed in another way than `SCv7_32_`")
            .help("copy its 81 digits instead")
    })?;
    let bytes = unpacked(packed).ok_or_else(damaged)?;
    let json = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&bytes, MOST).map_err(|_| damaged())?;
    let document = JsonText::new(serde_json::from_slice(&json).map_err(|_| damaged())?);
    let unknown = |key: &str| crate::rules::no_such_rule(line, &format!("`{key}` of sudoku.coach"));
    let read = |fields: &mut Fields| {
        let side = fields.take("gridSize").and_then(JsonValue::number);
        let mut digits = |key: &str| fields.take(key).map_or(String::new(), JsonValue::text);
        let (given_digits, placed, marks) = (digits("givenDigits"), digits("userDigits"), digits("userCellCandidates"));
        let marks: Vec<u32> = marks.split('-').map(|mask| mask.parse().unwrap_or(0)).collect();
        if side != Some(9) || given_digits.len() != CELLS {
            return Err(damaged());
        }
        let digit =
            |digits: &str, at: usize| digits.as_bytes().get(at).map_or(0, |byte| u32::from(byte.wrapping_sub(b'0')));
        let cell = |at: usize| match (digit(&given_digits, at), digit(&placed, at)) {
            (clue @ 1..=9, _) => Held::Given(clue),
            (_, own @ 1..=9) => Held::Placed(own),
            // Bit d is digit d.
            _ => Held::Candidates(marks.get(at).map_or(0, |mask| mask >> 1 & 511)),
        };
        Ok(sheet((0..CELLS).map(cell).collect()))
    };
    document.root().read(&[&LOOKS], read, unknown).unwrap_or_else(|| Err(damaged()))
}

fn given(digit: u32) -> Held {
    if digit == 0 { Held::Candidates(0) } else { Held::Given(digit) }
}

/// The bytes of a text in base 32, `0` to `9` and `a` to `v`, high bits first. Bits that are left
/// over are dropped.
fn unpacked(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::with_capacity(text.len() * 5 / 8), 0u32, 0);
    for c in text.chars() {
        bits = bits << 5 | c.to_digit(32)?;
        count += 5;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(bytes)
}
