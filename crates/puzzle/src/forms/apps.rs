//! Files of programs that are XML: OpenSudoku's collections, those of `.1gsudoku`, and KSudoku's
//! puzzles ([`ksudoku`]). And GNOME Sudoku's, which are JSON, or a text for sharing.

use super::boxed;
use super::ksudoku::{self, place};
use crate::cell::{Entry, Symbol};
use crate::form::{Form, MarkedGrid, Text};
use crate::grid::Grid;
use crate::guise::Guise;
use crate::holds::Holds;
use crate::json::{Fields, Harmless, JsonText, JsonValue};
use crate::rules::no_such_rule;
use crate::scan::{ParseError, TextWord};
use roxmltree::Document;

pub(crate) static XML: Form = Form {
    id: "xml",
    help: "the XML files of OpenSudoku, of .1gsudoku and of KSudoku; sudokus of 9x9, the last also with cages and several grids",
    guise: Guise::Signed,
    holds: Holds::PLAIN,
    text: Text::OnlyRead { read },
    yields: &[],
};

pub(crate) static GNOME: Form = Form {
    id: "gnome",
    help: "GNOME Sudoku's saved games and its texts for sharing",
    guise: Guise::Signed,
    holds: Holds::PLAIN,
    text: Text::OnlyRead { read: gnome },
    yields: &[],
};

/// Fields of GNOME's saved games that do not change the puzzle.
pub(super) static GAME: [Harmless; 3] = [
    Harmless { key: "difficulty_category", why: "how hard it is" },
    Harmless { key: "time_elapsed", why: "how long it took so far" },
    Harmless { key: "earmarks", why: "the player's notes" },
];

/// The number of cells of a 9x9.
const CELLS: usize = 81;

fn read(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    let is_one = || ["<opensudoku", "<ksudoku", "<onegravitysudoku", "<sudoku "].iter().any(|tag| text.contains(tag));
    if !text.trim_start().starts_with('<') || !is_one() {
        return Ok(Vec::new());
    }
    let options = roxmltree::ParsingOptions { allow_dtd: true, nodes_limit: 1 << 20, ..Default::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        let message = format!("this is not XML: {error}");
        ParseError::new(place.row as usize, place.col as usize, message).help("it is cut off or damaged")
    })?;
    let root = document.root_element();
    if root.has_tag_name("ksudoku") {
        return Ok(vec![ksudoku::read(root, text)?]);
    }
    let games = root.descendants().filter(|node| node.has_tag_name("game") || node.has_tag_name("sudoku"));
    let held = games.filter_map(|node| Some((node, node.attribute("data")?)));
    let read: Result<Vec<MarkedGrid>, ParseError> =
        held.map(|(node, data)| game(data, &|| place(node, text))).collect();
    match read? {
        none if none.is_empty() => Err(ParseError::new(1, 1, "this XML has no puzzles")
            .help("a puzzle is `<game data=\"...\"/>` or `<sudoku data=\"...\"/>`")),
        all => Ok(all),
    }
}

/// The cells of a game: 81 digits or, in later versions, `version: N` and then for each cell its
/// digit, its notes, and whether it may be changed.
fn game<'t>(data: &str, at: &dyn Fn() -> TextWord<'t>) -> Result<MarkedGrid, ParseError> {
    let data = data.trim();
    let Some(rest) = data.strip_prefix("version:") else {
        let digits: Vec<char> = data.chars().collect();
        let is_one = digits.len() == CELLS && digits.iter().all(|c| c.is_ascii_digit() || *c == '.');
        if !is_one {
            let message = format!("81 digits are expected, and there are {} characters", digits.len());
            return Err(ParseError::at(&at(), message));
        }
        return Ok(filled(digits.into_iter().map(|c| (c.to_digit(10).unwrap_or(0), true))).into());
    };
    let (version, fields) = rest.trim_start().split_once(['\n', ' ']).unwrap_or((rest, ""));
    let fields: Vec<&str> = fields.trim().trim_end_matches('|').split('|').map(str::trim).collect();
    // Later versions may have more fields a cell.
    let each = fields.len() / CELLS;
    let is_whole = fields.len() == each * CELLS && each >= 3;
    let cells: Option<Vec<(u32, bool)>> = is_whole
        .then(|| {
            fields.chunks(each).map(|cell| Some((cell[0].parse().ok().filter(|k| *k < 10)?, cell[each - 1] == "0")))
        })
        .and_then(Iterator::collect);
    cells.map(|cells| filled(cells.into_iter()).into()).ok_or_else(|| {
        let message = format!("the cells of this game (version {}) are not three fields each", version.trim());
        ParseError::at(&at(), message).help("export the puzzle there as 81 digits")
    })
}

/// A 9x9 with these digits, each with whether it is a given.
fn filled(cells: impl Iterator<Item = (u32, bool)>) -> Grid {
    let mut grid = boxed(9, (3, 3));
    for (entry, (digit, is_given)) in grid.cells.iter_mut().zip(cells).filter(|(_, (digit, _))| (1..10).contains(digit))
    {
        let symbol = Symbol(digit as u8 - 1);
        *entry = if is_given { Entry::Given(symbol) } else { Entry::Own(symbol) };
    }
    grid
}

fn gnome(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    if let Some(grid) = shared(text.trim()) {
        return Ok(vec![grid.into()]);
    }
    if !text.trim_start().starts_with('{') || !text.contains("\"difficulty_category\"") {
        return Ok(Vec::new());
    }
    let at = TextWord { line: 1, column: 1, text: "" };
    let damaged = |what: &str| ParseError::at(&at, format!("this saved game of GNOME Sudoku {what}"));
    let value = serde_json::from_str(text).map_err(|error| damaged(&format!("is not JSON: {error}")))?;
    let document = JsonText::new(value);
    let mut grid = boxed(9, (3, 3));
    let unknown = |key: &str| no_such_rule(&at, &format!("`{key}` of GNOME Sudoku"));
    let read = |fields: &mut Fields| {
        for cell in fields.take("cells").and_then(JsonValue::list).ok_or_else(|| damaged("has no cells"))? {
            let read = |fields: &mut Fields| {
                let place = fields.take("position").and_then(JsonValue::list).unwrap_or_default();
                let place: Vec<usize> = place.into_iter().filter_map(|k| Some(k.plain_number()? as usize)).collect();
                let value = fields.take("value").and_then(JsonValue::plain_number).unwrap_or(0);
                let is_given = fields.take("fixed").and_then(JsonValue::bool) == Some(true);
                let (&[row, column], true) = (&place[..], value < 10) else {
                    return Err(damaged("has a cell without a place"));
                };
                if row > 8 || column > 8 {
                    return Err(damaged("has a cell outside the grid"));
                }
                if value > 0 {
                    let symbol = Symbol(value as u8 - 1);
                    let at = grid.cell(row, column).index();
                    grid.cells[at] = if is_given { Entry::Given(symbol) } else { Entry::Own(symbol) };
                }
                Ok(())
            };
            cell.read(&[&GAME], read, unknown).unwrap_or_else(|| Err(damaged("has a cell that is not an object")))?;
        }
        Ok(())
    };
    document.root().read(&[&GAME], read, unknown).unwrap_or_else(|| Err(damaged("is not an object")))?;
    Ok(vec![grid.into()])
}

/// A text for sharing: `#`, five characters with how many givens each digit has (two digits in one
/// character, the 9 alone), then a character for each given, digit by digit. `None` if the numbers
/// do not agree, so that a comment is not taken for one.
fn shared(text: &str) -> Option<Grid> {
    let number = |c: char| (c as u32).checked_sub(33).filter(|&k| k < 81);
    let numbers: Vec<u32> = text.strip_prefix('#')?.chars().map(number).collect::<Option<_>>()?;
    let (heads, places) = numbers.split_at_checked(5)?;
    let counts: Vec<u32> = heads.iter().flat_map(|k| [k % 9, k / 9]).take(9).collect();
    if counts.iter().sum::<u32>() as usize != places.len() || heads[4] > 8 || places.is_empty() {
        return None;
    }
    let mut grid = boxed(9, (3, 3));
    let mut places = places.iter();
    for (digit, &count) in counts.iter().enumerate() {
        for &place in places.by_ref().take(count as usize) {
            let at = grid.cell(place as usize % 9, place as usize / 9).index();
            if grid.cells[at] != Entry::Empty {
                return None;
            }
            grid.cells[at] = Entry::Given(Symbol(digit as u8));
        }
    }
    Some(grid)
}
