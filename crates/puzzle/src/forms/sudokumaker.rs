//! Links of SudokuMaker: a JSON, compressed by lz-string in the alphabet of addresses. It holds the
//! cells and a list of blocks, each a kind of rule with all its clues.
//!
//! A block's number is its kind. Places are numbers: cells row by row, the edges, the corners, and
//! the cells of the ring around the grid.

mod places;

use super::address::{PageAddress, each_line, is_of_site};
use super::{leave_drawn, lz_string};
use crate::alphabet::Alphabet;
use crate::areas::Areas;
use crate::cell::{Cell, Entry, Symbol};
use crate::form::{Form, MarkedGrid, Text};
use crate::grid::{Grid, GridRule};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::json::{Fields, Harmless, JsonText, JsonValue};
use crate::meta::Marks;
use crate::note::Note;
use crate::rules::no_such_rule;
use crate::scan::{ParseError, TextWord};
use crate::size::Size;
use crate::symbol_set::SymbolSet;
use places::NumberedPlaces;

pub(crate) static SUDOKUMAKER: Form = Form {
    id: "sudokumaker",
    help: "links of SudokuMaker that carry the puzzle; one a line",
    guise: Guise::Signed,
    holds: Holds::PLAIN,
    text: Text::OnlyRead { read: |text| each_line(text, |line| is_of_site(line, "sudokumaker.app"), link) },
    yields: &[],
};

/// Fields of the whole that do not change the puzzle.
pub(super) static SETTINGS: [Harmless; 5] = [
    Harmless { key: "formatVersion", why: "the version of the site" },
    Harmless { key: "size", why: "the side, which the width says too" },
    Harmless { key: "solution", why: "the setter's answer" },
    Harmless { key: "fog", why: "the cells that are seen at first" },
    Harmless { key: "successMessage", why: "a message at the end" },
];

/// Fields of blocks and clues that do not change the puzzle.
pub(super) static LOOKS: [Harmless; 4] = [
    Harmless { key: "style", why: "how it is drawn" },
    Harmless { key: "name", why: "what the setter calls it" },
    Harmless { key: "disabled", why: "read before the block" },
    Harmless { key: "singleLine", why: "how it is drawn" },
];

/// The sides of grids that are read.
const SIDES: std::ops::RangeInclusive<usize> = 4..=16;

/// The reason why a block is only drawn, in words that name it.
type Unread = String;

/// A kind of blocks.
struct Block {
    number: u32,
    /// The name of its clues, in the plural.
    name: &'static str,
    read: fn(&Block, &mut Fields, &NumberedPlaces, &mut Vec<GridRule>) -> Result<(), Unread>,
    /// The id of the rule that each of its clues is; empty if it depends.
    id: &'static str,
}

/// The blocks that are rules here. Every other one is refused by its name, or only drawn.
static BLOCKS: [Block; 39] = [
    Block { number: 0, name: "givens", id: "", read: |_, _, _, _| Ok(()) },
    Block { number: 10, name: "falling diagonals", id: "falling", read: whole },
    Block { number: 11, name: "rising diagonals", id: "rising", read: whole },
    Block { number: 12, name: "anti-king", id: "antiking", read: whole },
    Block { number: 13, name: "anti-knight", id: "antiknight", read: whole },
    Block { number: 14, name: "disjoint groups", id: "disjoint", read: whole },
    Block { number: 15, name: "non-consecutive neighbours", id: "nonconsecutive", read: whole },
    Block { number: 16, name: "groups of digits in two by two cells", id: "", read: groups },
    Block { number: 100, name: "even cells", id: "even", read: each },
    Block { number: 101, name: "odd cells", id: "odd", read: each },
    Block { number: 102, name: "maximum cells", id: "maximum", read: each },
    Block { number: 103, name: "minimum cells", id: "minimum", read: each },
    Block { number: 200, name: "white dots", id: "white", read: dots },
    Block { number: 201, name: "black dots", id: "black", read: dots },
    Block { number: 202, name: "X and V", id: "x", read: xv },
    Block { number: 300, name: "thermometers", id: "thermometer", read: thermometers },
    Block { number: 301, name: "killer cages", id: "killer", read: cages },
    Block { number: 302, name: "clones", id: "clone", read: clones },
    Block { number: 303, name: "quadruples", id: "quadruple", read: quadruples },
    Block { number: 304, name: "look-and-say cages", id: "", read: foreign },
    Block { number: 305, name: "extra regions", id: "region", read: region },
    Block { number: 400, name: "renban lines", id: "renban", read: lines },
    Block { number: 401, name: "whisper lines", id: "whisper", read: whispers },
    Block { number: 402, name: "palindromes", id: "palindrome", read: lines },
    Block { number: 403, name: "between lines", id: "between", read: lines },
    Block { number: 404, name: "region sum lines", id: "regionsum", read: region_sums },
    Block { number: 405, name: "sequence lines", id: "sequence", read: sequences },
    Block { number: 406, name: "lines of groups of digits", id: "", read: groups },
    Block { number: 407, name: "lockout lines", id: "lockout", read: lines },
    Block { number: 408, name: "arrows", id: "arrow", read: arrows },
    Block { number: 409, name: "double arrows", id: "doublearrow", read: lines },
    Block { number: 500, name: "little killer sums", id: "littlekiller", read: outside },
    Block { number: 501, name: "sandwich sums", id: "sandwich", read: outside },
    Block { number: 502, name: "X-sums", id: "xsum", read: outside },
    Block { number: 503, name: "skyscrapers", id: "skyscraper", read: outside },
    Block { number: 504, name: "numbered rooms", id: "room", read: outside },
    Block { number: 600, name: "row indices", id: "rowindex", read: each },
    Block { number: 601, name: "column indices", id: "columnindex", read: each },
    Block { number: 2003, name: "rows and columns in parts", id: "", read: rows_and_columns },
];

/// Blocks that leave the puzzle as it is, and those that are rules by the setter's words alone.
const FOG: [u32; 2] = [4000, 4001];
const DRAWN: [(u32, &str); 4] = [
    (1000, "a program of the setter"),
    (2000, "drawings (lines) that only words explain"),
    (2001, "drawings (cages) that only words explain"),
    (2002, "drawings (symbols) that only words explain"),
];

/// The number of the block of regions, and that of rows and columns.
const REGIONS: u32 = 1;
const ROWS: u32 = 2003;

fn link(line: &TextWord) -> Result<MarkedGrid, ParseError> {
    let damaged = || {
        ParseError::at(line, "this link does not hold a puzzle: it is damaged or cut off")
            .help("a link of SudokuMaker has its puzzle after `puzzle=`")
    };
    let payload = PageAddress::of(line.text).and_then(|address| address.value("puzzle"));
    let Some(payload) = payload.filter(|payload| !payload.is_empty()) else {
        return Err(ParseError::at(line, "this link of SudokuMaker has no puzzle in it")
            .help("choose Share there, and copy the link with `?puzzle=`"));
    };
    // The alphabet of addresses has other characters for the last number and the end.
    let base64: String = payload.chars().filter(|&c| c != '$').map(|c| if c == '-' { '/' } else { c }).collect();
    let units = lz_string::decompress(&base64).map_err(|_| damaged())?;
    let json = String::from_utf16(&units).map_err(|_| damaged())?;
    let value = serde_json::from_str(&json).map_err(|_| damaged())?;
    let document = JsonText::new(value);
    let unknown = |key: &str| no_such_rule(line, &format!("`{key}` of SudokuMaker"));
    let read = |fields: &mut Fields| {
        let puzzle = fields.take("puzzle").ok_or_else(damaged)?;
        puzzle.read(&[&SETTINGS], |fields| sheet(fields, line), unknown).unwrap_or_else(|| Err(damaged()))
    };
    document.root().read(&[&SETTINGS], read, unknown).unwrap_or_else(|| Err(damaged()))
}

fn sheet(fields: &mut Fields, line: &TextWord) -> Result<MarkedGrid, ParseError> {
    let error = |message: String| ParseError::at(line, message);
    let side = |value: Option<JsonValue>| value.and_then(JsonValue::plain_number).map(|n| n as usize);
    let cells = fields.take("cells").and_then(JsonValue::list).ok_or_else(|| error("this link has no cells".into()))?;
    let (width, height) = (side(fields.take("width")), side(fields.take("height")));
    let n = width.or(height).unwrap_or_else(|| Size::side_of(cells.len()).unwrap_or(9));
    if width.unwrap_or(n) != height.unwrap_or(n) || !SIDES.contains(&n) || cells.len() != n * n {
        let message = format!("a square grid of side {} to {} is expected", SIDES.start(), SIDES.end());
        return Err(error(message));
    }
    let least = side(fields.take("minDigit")).unwrap_or(1);
    let most = side(fields.take("maxDigit")).unwrap_or(least + n - 1);
    if least > 1 || most < least || most + 1 - least < n || most + 1 - least > SymbolSet::MOST {
        return Err(error(format!("digits from {least} to {most} cannot fill a grid of side {n}"))
            .help("the lowest is 0 or 1, and there are as many as a row has cells, or more"));
    }
    let count = most + 1 - least;
    let alphabet = if least == 0 { Alphabet::from_zero(count) } else { Alphabet::usual(count) };
    let mut grid = Grid { alphabet, lowest: least as u8, ..Grid::new(n, Areas::None) };
    let marks = entries(cells, &mut grid, least, line)?;
    let places = NumberedPlaces { n };
    let is_custom = fields.take("type").is_some_and(|kind| kind.text() != "sudoku");
    let blocks = fields.take("constraints").map_or(Some(Vec::new()), JsonValue::list);
    let blocks = blocks.ok_or_else(|| error("a list of constraints is expected".into()))?;
    let (mut has_rows, mut unread) = (!is_custom, Vec::new());
    let mut notes = Vec::new();
    for block in blocks {
        let read = |fields: &mut Fields| {
            let number = fields.take("type").and_then(JsonValue::plain_number).unwrap_or(u32::MAX);
            let is_off = fields.take("disabled").and_then(JsonValue::bool) == Some(true);
            if is_off || FOG.contains(&number) {
                fields.take_all();
                notes.extend((!is_off).then(|| Note::new("the fog of this puzzle is left out: all clues are seen")));
                return Ok(());
            }
            has_rows |= number == ROWS;
            if number == REGIONS {
                grid.areas = regions(fields, n)?;
                return Ok(());
            }
            if let Some((_, name)) = DRAWN.iter().find(|(drawn, _)| *drawn == number) {
                fields.take_all();
                return Err(name.to_string());
            }
            let Some(kind) = BLOCKS.iter().find(|kind| kind.number == number) else {
                fields.take_all();
                return Err(format!("constraint {number} of SudokuMaker"));
            };
            let mut found = Vec::new();
            (kind.read)(kind, fields, &places, &mut found)?;
            match found.iter().find_map(|rule| rule.fault(&grid)) {
                Some(fault) => Err(format!("{} ({fault})", kind.name)),
                None => {
                    grid.rules.append(&mut found);
                    Ok(())
                }
            }
        };
        let named = |key: &str| format!("constraints with `{key}`");
        unread
            .extend(block.read(&[&LOOKS], read, named).ok_or_else(|| error("a constraint is expected".into()))?.err());
    }
    if !has_rows {
        unread.push("rows and columns that may repeat digits".to_string());
    }
    let mut said = |key: &str| fields.take(key).map_or(String::new(), JsonValue::text);
    let meta = crate::meta::Meta {
        title: said("name"),
        source: said("author"),
        note: said("comment"),
        ..crate::meta::Meta::default()
    };
    notes.dedup();
    leave_drawn(MarkedGrid { marks, meta, notes, ..grid.into() }, &unread, line)
}

/// Reads the cells into the grid, and returns their marks.
fn entries(cells: Vec<JsonValue>, grid: &mut Grid, least: usize, line: &TextWord) -> Result<Marks, ParseError> {
    let count = grid.n_symbols();
    let none = vec![SymbolSet::EMPTY; cells.len()];
    let (mut corner, mut centre) = (none.clone(), none);
    for (at, cell) in cells.into_iter().enumerate() {
        let name = grid.name(Cell(at as u16));
        let symbol = |digit: usize| digit.checked_sub(least).filter(|&k| k < count).map(|k| Symbol(k as u8));
        let read = |fields: &mut Fields| {
            let is_given = fields.take("given").and_then(JsonValue::bool) == Some(true);
            let value = fields.take("value").and_then(JsonValue::plain_number);
            if let Some(value) = value {
                let Some(symbol) = symbol(value as usize) else {
                    return Err(format!("{name} holds {value}, which is not a digit of this grid"));
                };
                grid.cells[at] = if is_given { Entry::Given(symbol) } else { Entry::Own(symbol) };
            }
            // Bit d is digit d.
            let mut set = |key: &str| {
                let mask = fields.take(key).and_then(JsonValue::plain_number).unwrap_or(0);
                (0..32).filter(|digit| mask >> digit & 1 == 1).filter_map(|digit| symbol(digit as usize)).collect()
            };
            (centre[at], corner[at]) = (set("candidates"), set("cornerPencilMarks"));
            fields.take("colors");
            Ok(())
        };
        let unknown = |key: &str| format!("cells with `{key}` ({name}) are not read");
        let read = cell.read(&[], read, unknown).unwrap_or_else(|| Err("an object is expected for each cell".into()));
        read.map_err(|message: String| ParseError::at(line, message))?;
    }
    Ok(Marks::new(corner, centre))
}

fn regions(fields: &mut Fields, n: usize) -> Result<Areas, Unread> {
    let numbers = fields.take("regions").and_then(JsonValue::list).unwrap_or_default();
    let numbers: Vec<Option<usize>> = numbers.into_iter().map(|k| k.plain_number().map(|k| k as usize)).collect();
    if numbers.iter().all(Option::is_none) {
        return Ok(Areas::None);
    }
    let size = Size::square(n);
    if numbers.len() != size.n_cells() {
        return Err(format!("the regions of {} cells, {} expected", numbers.len(), size.n_cells()));
    }
    Areas::said(size, n, &numbers).map_err(|fault| format!("regions ({fault})"))
}

/// The list under a key. A block without it has no clues.
fn list<'v>(fields: &mut Fields<'v>, key: &str) -> Vec<JsonValue<'v>> {
    fields.take(key).and_then(JsonValue::list).unwrap_or_default()
}

/// Reads each object of a list.
fn objects(
    fields: &mut Fields,
    (key, block): (&str, &Block),
    mut read: impl FnMut(&mut Fields) -> Result<(), Unread>,
) -> Result<(), Unread> {
    for object in list(fields, key) {
        let named = |key: &str| format!("{} with `{key}`", block.name);
        object.read(&[&LOOKS], &mut read, named).unwrap_or_else(|| Err(block.name.to_string()))?;
    }
    Ok(())
}

/// The whole number under a key. `None` if there is none; another value is not read.
fn number(fields: &mut Fields, key: &str) -> Result<Option<u32>, Unread> {
    match fields.take(key).filter(|value| !value.is_empty()) {
        None => Ok(None),
        Some(value) => value.number().map(Some).ok_or_else(|| format!("clues with the {key} {}", value.text())),
    }
}

fn whole(block: &Block, _: &mut Fields, _: &NumberedPlaces, rules: &mut Vec<GridRule>) -> Result<(), Unread> {
    rules.push(GridRule::new(block.id, Vec::new()));
    Ok(())
}

/// A block that has no rule here.
fn foreign(block: &Block, fields: &mut Fields, _: &NumberedPlaces, _: &mut Vec<GridRule>) -> Result<(), Unread> {
    match fields.take_all().into_iter().any(|(_, value)| value.list().is_some_and(|list| !list.is_empty())) {
        true => Err(block.name.to_string()),
        false => Ok(()),
    }
}

fn rows_and_columns(
    block: &Block,
    fields: &mut Fields,
    _: &NumberedPlaces,
    _: &mut Vec<GridRule>,
) -> Result<(), Unread> {
    if list(fields, "areas").is_empty() { Ok(()) } else { Err(block.name.to_string()) }
}

fn each(block: &Block, fields: &mut Fields, places: &NumberedPlaces, rules: &mut Vec<GridRule>) -> Result<(), Unread> {
    let cells = places.cells(list(fields, "cells"), block.name)?;
    if !cells.is_empty() {
        rules.push(GridRule::new(block.id, cells));
    }
    Ok(())
}

fn region(
    block: &Block,
    fields: &mut Fields,
    places: &NumberedPlaces,
    rules: &mut Vec<GridRule>,
) -> Result<(), Unread> {
    let cells = places.cells(list(fields, "cells"), block.name)?;
    // A cell alone differs from no other.
    if cells.len() > 1 {
        rules.push(GridRule::new(block.id, cells));
    }
    Ok(())
}

/// The lines under a key. A line of one cell says nothing.
fn lines_of(fields: &mut Fields, key: &str, places: &NumberedPlaces, name: &str) -> Result<Vec<Vec<Cell>>, Unread> {
    let cells = |line: JsonValue| places.cells(line.list().ok_or_else(|| format!("{name} without cells"))?, name);
    let lines = list(fields, key).into_iter().map(cells);
    Ok(lines.collect::<Result<Vec<_>, _>>()?.into_iter().filter(|line| line.len() > 1).collect())
}

fn lines(block: &Block, fields: &mut Fields, places: &NumberedPlaces, rules: &mut Vec<GridRule>) -> Result<(), Unread> {
    rules.extend(lines_of(fields, "lines", places, block.name)?.into_iter().map(|line| GridRule::new(block.id, line)));
    Ok(())
}

fn whispers(
    block: &Block,
    fields: &mut Fields,
    places: &NumberedPlaces,
    rules: &mut Vec<GridRule>,
) -> Result<(), Unread> {
    let least = number(fields, "minDifference")?.unwrap_or(5);
    let lines = lines_of(fields, "lines", places, block.name)?;
    rules.extend(lines.into_iter().map(|line| GridRule { numbers: vec![least], ..GridRule::new(block.id, line) }));
    Ok(())
}

/// Lines whose numbers rise or fall by the same. It is not known whether all may be equal, so two
/// cells that follow each other lie in one row or column, where that cannot be.
fn sequences(
    block: &Block,
    fields: &mut Fields,
    places: &NumberedPlaces,
    rules: &mut Vec<GridRule>,
) -> Result<(), Unread> {
    let found = lines_of(fields, "lines", places, block.name)?;
    let differ = |two: &[Cell]| {
        let [one, other] = [two[0], two[1]].map(|cell| (cell.index() / places.n, cell.index() % places.n));
        one.0 == other.0 || one.1 == other.1
    };
    if !found.iter().all(|line| line.windows(2).any(differ)) {
        return Err(format!("{} on which all numbers may be equal", block.name));
    }
    rules.extend(found.into_iter().map(|line| GridRule::new(block.id, line)));
    Ok(())
}

fn region_sums(
    block: &Block,
    fields: &mut Fields,
    places: &NumberedPlaces,
    rules: &mut Vec<GridRule>,
) -> Result<(), Unread> {
    match fields.take("singleRegionTotals").and_then(JsonValue::bool) {
        Some(true) => Err(format!("{} with one total for each region", block.name)),
        _ => lines(block, fields, places, rules),
    }
}

fn thermometers(
    block: &Block,
    fields: &mut Fields,
    places: &NumberedPlaces,
    rules: &mut Vec<GridRule>,
) -> Result<(), Unread> {
    let is_slow = fields.take("slow").and_then(JsonValue::bool) == Some(true);
    let id = if is_slow { "slow" } else { block.id };
    let lines = lines_of(fields, "thermometers", places, block.name)?;
    rules.extend(lines.into_iter().map(|line| GridRule::new(id, line)));
    Ok(())
}

fn cages(block: &Block, fields: &mut Fields, places: &NumberedPlaces, rules: &mut Vec<GridRule>) -> Result<(), Unread> {
    objects(fields, ("cages", block), |fields| {
        let sum = number(fields, "value")?.filter(|&sum| sum > 0);
        let cells = places.cells(list(fields, "cells"), block.name)?;
        match sum {
            Some(sum) => rules.push(GridRule { numbers: vec![sum], ..GridRule::new(block.id, cells) }),
            None if cells.len() > 1 => rules.push(GridRule::new("cage", cells)),
            None => {}
        }
        Ok(())
    })
}

/// Groups of cells that look alike: each one repeats the first.
fn clones(
    block: &Block,
    fields: &mut Fields,
    places: &NumberedPlaces,
    rules: &mut Vec<GridRule>,
) -> Result<(), Unread> {
    let groups = list(fields, "groups").into_iter();
    let groups = groups.map(|group| places.cells(group.list().unwrap_or_default(), block.name));
    let groups = groups.collect::<Result<Vec<_>, _>>()?;
    let Some((first, others)) = groups.split_first() else { return Ok(()) };
    for other in others {
        if other.len() != first.len() {
            return Err(format!("{} of cells that are not as many", block.name));
        }
        rules.push(GridRule::new(block.id, [&first[..], other].concat()));
    }
    Ok(())
}

fn quadruples(
    block: &Block,
    fields: &mut Fields,
    places: &NumberedPlaces,
    rules: &mut Vec<GridRule>,
) -> Result<(), Unread> {
    objects(fields, ("clues", block), |fields| {
        let cells = places.corner(number(fields, "corner")?, block.name)?;
        let digits: Option<Vec<u32>> = list(fields, "digits").into_iter().map(JsonValue::number).collect();
        let digits = digits.ok_or_else(|| block.name.to_string())?;
        if !digits.is_empty() {
            rules.push(GridRule { numbers: digits, ..GridRule::new(block.id, cells) });
        }
        Ok(())
    })
}

/// Dots, and the numbers that neighbours without a dot do not have.
fn dots(block: &Block, fields: &mut Fields, places: &NumberedPlaces, rules: &mut Vec<GridRule>) -> Result<(), Unread> {
    let is_white = block.id == "white";
    let usual = if is_white { 1 } else { 2 };
    objects(fields, ("clues", block), |fields| {
        let value = number(fields, "value")?.unwrap_or(usual);
        let cells = places.edge(number(fields, "edge")?, block.name)?;
        let numbers = if value == usual { Vec::new() } else { vec![value] };
        rules.push(GridRule { numbers, ..GridRule::new(block.id, cells) });
        Ok(())
    })?;
    let without: Option<Vec<u32>> = list(fields, "negative").into_iter().map(JsonValue::number).collect();
    // The dots of the other colour are excepted here.
    let other = if is_white { "overrideNegativeRatios" } else { "overrideNegativeDifferences" };
    let excepts = fields.take(other).and_then(JsonValue::bool) != Some(false);
    match without.as_deref() {
        Some([]) => Ok(()),
        Some(named) if excepts => {
            // Without a number, black dots of other ratios would add theirs to the usual one.
            let numbers = if is_white && named == [usual] { Vec::new() } else { named.to_vec() };
            let id = if is_white { "allwhite" } else { "allblack" };
            rules.push(GridRule { numbers, ..GridRule::new(id, Vec::new()) });
            Ok(())
        }
        Some(_) => Err(format!("{} of which all are given, where another dot lies too", block.name)),
        None => Err(format!("{} of which all of no number are given", block.name)),
    }
}

fn xv(block: &Block, fields: &mut Fields, places: &NumberedPlaces, rules: &mut Vec<GridRule>) -> Result<(), Unread> {
    objects(fields, ("clues", block), |fields| {
        let sum = number(fields, "value")?;
        let cells = places.edge(number(fields, "edge")?, block.name)?;
        rules.push(match sum {
            Some(5) => GridRule::new("v", cells),
            Some(10) | None => GridRule::new(block.id, cells),
            Some(sum) => GridRule { numbers: vec![sum], ..GridRule::new(block.id, cells) },
        });
        Ok(())
    })?;
    let without: Option<Vec<u32>> = list(fields, "negative").into_iter().map(JsonValue::number).collect();
    match without.as_deref() {
        Some([]) => Ok(()),
        Some(named) => {
            let numbers = if matches!(named, [5, 10] | [10, 5]) { Vec::new() } else { named.to_vec() };
            rules.push(GridRule { numbers, ..GridRule::new("allxv", Vec::new()) });
            Ok(())
        }
        None => Err(format!("{} of which all of no number are given", block.name)),
    }
}

/// The most cells of a circle: the digits of a sum.
const MOST_BULB: usize = 3;

fn arrows(
    block: &Block,
    fields: &mut Fields,
    places: &NumberedPlaces,
    rules: &mut Vec<GridRule>,
) -> Result<(), Unread> {
    objects(fields, ("bulbsWithArrows", block), |fields| {
        let bulb = places.cells(list(fields, "bulbCells"), block.name)?;
        if bulb.len() > MOST_BULB {
            return Err(format!("{} with a circle of {} cells", block.name, bulb.len()));
        }
        for arrow in list(fields, "arrows") {
            let mut shaft = places.cells(arrow.list().unwrap_or_default(), block.name)?;
            // The first cell of an arrow is in its bulb.
            shaft.retain(|cell| !bulb.contains(cell));
            if bulb.is_empty() || shaft.is_empty() {
                continue;
            }
            // The units come first there and last here.
            let numbers = if bulb.len() > 1 { vec![bulb.len() as u32] } else { Vec::new() };
            let mut cells: Vec<Cell> = bulb.iter().rev().copied().collect();
            if !cells.is_sorted() {
                return Err(format!("{} whose circles are not read from left to right", block.name));
            }
            cells.append(&mut shaft);
            rules.push(GridRule { numbers, ..GridRule::new(block.id, cells) });
        }
        Ok(())
    })
}

fn outside(
    block: &Block,
    fields: &mut Fields,
    places: &NumberedPlaces,
    rules: &mut Vec<GridRule>,
) -> Result<(), Unread> {
    objects(fields, ("clues", block), |fields| {
        let way = fields.take("diagonal").and_then(JsonValue::decimal);
        let line = places.outer(number(fields, "outerCell")?, way, block.name)?;
        if let Some(number) = number(fields, "value")? {
            rules.push(GridRule { numbers: vec![number], ..GridRule::new(block.id, line) });
        }
        Ok(())
    })
}

/// Groups of digits: thirds by size, or by the remainder by 3, on lines or in two by two cells.
fn groups(
    block: &Block,
    fields: &mut Fields,
    places: &NumberedPlaces,
    rules: &mut Vec<GridRule>,
) -> Result<(), Unread> {
    let masks: Option<Vec<u32>> = list(fields, "groups").into_iter().map(JsonValue::plain_number).collect();
    let mut masks = masks.unwrap_or_default();
    masks.sort_unstable();
    // Bit d is digit d.
    let of = |digits: [u32; 3]| digits.iter().fold(0u32, |mask, digit| mask | 1 << digit);
    let mut thirds = [of([1, 2, 3]), of([4, 5, 6]), of([7, 8, 9])];
    let mut remainders = [of([1, 4, 7]), of([2, 5, 8]), of([3, 6, 9])];
    thirds.sort_unstable();
    remainders.sort_unstable();
    let is_nine = places.n == 9;
    let (line, grid) = match () {
        () if is_nine && masks == thirds => ("entropic", "entropy"),
        () if is_nine && masks == remainders => ("modular", "modularity"),
        () => return foreign(block, fields, places, rules),
    };
    match block.number {
        16 => rules.push(GridRule::new(grid, Vec::new())),
        _ => {
            let lines = lines_of(fields, "lines", places, block.name)?;
            rules.extend(lines.into_iter().map(|cells| GridRule::new(line, cells)));
        }
    }
    Ok(())
}
