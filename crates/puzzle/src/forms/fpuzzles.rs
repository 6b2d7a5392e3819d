//! The JSON of f-puzzles.com, and the links of f-puzzles.com and SudokuPad that carry it. A link
//! holds the JSON compressed by lz-string, in base64.
//!
//! Every key, and every field under it, is read, harmless for a reason, or refused by its name.

mod drawings;
mod elements;
mod looks;
mod write;

use super::{MOST_DRAWN, first_line, foreign, leave_words, lz_string, packed, sudokupad};
use crate::areas::Areas;
use crate::cell::{Cell, Entry, Symbol};
use crate::form::{Form, MarkedGrid, Text};
use crate::grid::{Grid, GridRule};
use crate::guise::Guise;
use crate::holds::{Holds, Ruled};
use crate::json::{Fields, Harmless, JsonText, JsonValue};
use crate::meta::{CELL_COLORS, Mark, Marks, Meta};
use crate::propose::{self, DrawnShape, Hue, Proposals, SeenDrawing};
use crate::rules::fpuzzles::{also_rows, rows_of, rule_name};
use crate::rules::{CANDIDATES, no_such_rule};
use crate::scan::{self, ParseError, TextWord, place_of};
use crate::side_length::SideLength;
use crate::size::Size;
use crate::symbol_set::SymbolSet;
use crate::unseen;
use drawings::{DRAWINGS, Read};
pub(super) use elements::LOOKS;
use elements::rules;
use serde_json::Value;

const HOLDS: Holds = Holds {
    sides: (4, 16),
    boxes: true,
    regions: true,
    diagonals: true,
    rules: Ruled::Those(write::holds),
    entered: true,
    marks: &[Mark::Corner, Mark::Centre],
    colors: true,
    title: true,
    note_is_rules: true,
    ..Holds::PLAIN
};

pub(crate) static FPUZZLES: Form = Form {
    id: "fpuzzles",
    help: "the JSON of f-puzzles: givens, regions, diagonals, rules, marks; what is not supported is refused by name, or only drawn",
    guise: Guise::Signed,
    holds: HOLDS,
    text: Text::MarkedGrids { read: read_json, write: |sheet| unseen::json(&write::value(sheet).to_string()) + "\n" },
    yields: &[],
};

pub(crate) static LINK: Form = Form {
    id: "fpuzzles-link",
    help: "links of f-puzzles and of SudokuPad that carry the puzzle; one a line",
    guise: Guise::Signed,
    holds: HOLDS,
    text: Text::MarkedGrids { read: read_links, write: write_link },
    yields: &[],
};

pub(crate) static SUDOKUPAD: Form = Form {
    id: "sudokupad",
    help: "the JSON of SudokuPad, plain or in its shortened spelling: givens, regions, cages with sums; drawings are only drawn",
    guise: Guise::Signed,
    holds: Holds::PLAIN,
    text: Text::OnlyRead { read: read_sudokupad },
    yields: &[],
};

/// Keys that do not change the puzzle.
pub(super) static SETTINGS: [Harmless; 12] = [
    Harmless { key: "triggereffect", why: "what the site shows while one solves" },
    Harmless { key: "solution", why: "the setter's answer" },
    Harmless { key: "highlightConflicts", why: "what the site shows while one solves" },
    Harmless { key: "successMessage", why: "a message at the end" },
    Harmless { key: "msgcorrect", why: "a message at the end" },
    Harmless { key: "msgincorrect", why: "a message at the end" },
    Harmless { key: "disabledlogic", why: "the techniques of a solver" },
    Harmless { key: "truecandidatesoptions", why: "what a solver shows" },
    Harmless { key: "fogofwar", why: "the cells that are seen at first" },
    Harmless { key: "foglight", why: "the cells that are seen at first" },
    Harmless { key: "foglink", why: "the cells that a found symbol uncovers" },
    Harmless { key: "fogmask", why: "the cells that are seen at first" },
];

/// Fields of cells that do not change the puzzle.
pub(super) static CELL_LOOKS: [Harmless; 2] = [
    Harmless { key: "cArray", why: "colours beside the first one" },
    Harmless { key: "highlightArray", why: "colours beside the first one" },
];

/// Keys of the grid itself.
const CORE: [&str; 5] = ["size", "grid", "title", "author", "ruleset"];

/// The keys of the two diagonals: the rising one, then the falling one.
const DIAGONALS: [&str; 2] = ["diagonal+", "diagonal-"];

fn read_json(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    // A list of other things has no size.
    if !text.trim_start().starts_with('{') || !text.contains("\"grid\"") && !text.contains("\"size\"") {
        return Ok(Vec::new());
    }
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line").next().unwrap_or(&message);
        // If the text ends too early, the error is placed after its last character.
        let end = text.trim_end().len();
        let at = if error.is_eof() { end } else { offset_of(text, error.line(), error.column()).min(end) };
        ParseError { place: place_of(text, at), ..ParseError::new(1, 1, format!("this is not JSON: {message}")) }
    })?;
    Ok(vec![sheet(JsonText::new(value).root(), &|key| place_of_key(text, key), None)?])
}

fn read_sudokupad(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    let text = text.trim();
    let is_plain = text.starts_with('{') && text.contains("\"cells\"") && !text.contains("\"difficulty_category\"");
    let is_zipped = text.starts_with("{ce:") || text.starts_with('{') && text.contains(",ce:[[");
    if !is_plain && !is_zipped {
        return Ok(Vec::new());
    }
    match sudokupad::as_fpuzzles(text) {
        Some((value, drawings)) => {
            Ok(vec![sheet(JsonText::new(value).root(), &|key| place_of_key(text, key), Some(&drawings))?])
        }
        // A JSON of another program has cells too.
        None if is_plain && serde_json::from_str::<Value>(text).is_ok() => Ok(Vec::new()),
        None => Err(ParseError::new(1, 1, "this is not a puzzle of SudokuPad: it is damaged or cut off")
            .help("its JSON has `cells`: a list of rows, each a list of cells")),
    }
}

/// The offset of a place as `serde_json` gives it: lines end with LF, columns count bytes from 1.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let at = start + column.saturating_sub(1);
    text.char_indices().map(|(from, _)| from).take_while(|&from| from <= at).last().unwrap_or(0)
}

/// The place of a key in a JSON text.
fn place_of_key(text: &str, key: &str) -> TextWord<'static> {
    let quoted = format!("\"{key}\"");
    let at = text.find(&quoted).unwrap_or(0);
    let place = place_of(text, at);
    TextWord { line: place.line, column: place.column, text: "" }
}

fn read_links(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    let is_link = |text: &str| {
        ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme))
            && (text.contains("f-puzzles.com") || text.contains("sudokupad") || text.contains("crackingthecryptic"))
            || text.starts_with("sudokupad://")
            || text.starts_with("fpuz")
            || text.starts_with("scl")
    };
    if !is_link(first_line(text)) || packed::is_short(first_line(text)) {
        return Ok(Vec::new());
    }
    let lines = scan::lines(text);
    let bodies = lines.iter().filter_map(scan::Line::body).filter(|word| !word.text.starts_with('#'));
    bodies.map(|word| link(&word)).collect()
}

fn link(line: &TextWord) -> Result<MarkedGrid, ParseError> {
    let text = line.text;
    // The first mark decides, because base64 may hold another one by chance.
    let load = text.find("load=").or_else(|| text.find("/fpuz")).unwrap_or(text.len());
    // SudokuPad's own form follows `scl` or `ctc`.
    let marks = ["/scl", "/ctc", "=scl", "=ctc"].iter().filter_map(|mark| Some((text.find(mark)?, mark.len())));
    let short = marks.min().filter(|(at, _)| *at < load).map(|(at, length)| &text[at + length..]);
    let short = short.or_else(|| text.strip_prefix("scl"));
    let payload = ["load=", "fpuzzles", "fpuz"].iter().find_map(|mark| {
        let at = text.find("/fpuz").filter(|_| *mark != "load=").or_else(|| text.find(mark))?;
        text[at..].trim_start_matches('/').strip_prefix(mark)
    });
    let Some(payload) = short.or(payload).filter(|payload| !payload.is_empty()) else {
        return Err(ParseError::at(
            line,
            "this link names a puzzle that its site keeps; the program does not use the network",
        )
        .help("open it there and copy the link that carries the puzzle"));
    };
    // A fragment or another parameter may follow.
    let payload = payload.split(['&', '#', '?']).next().unwrap_or(payload);
    let base64 =
        payload.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").replace([' ', '-'], "+").replace('_', "/");
    let json = match lz_string::decompress(&base64) {
        Err(lz_string::LzError::TooLong) => {
            let message = format!("this link carries more than {} characters", lz_string::MOST);
            return Err(ParseError::at(line, message).help("a puzzle has a few thousand"));
        }
        Err(lz_string::LzError::Damaged) => None,
        Ok(units) => String::from_utf16(&units).ok(),
    };
    let value: Option<(Value, Option<Vec<SeenDrawing>>)> = json.and_then(|json| match short {
        Some(_) => sudokupad::as_fpuzzles(&json).map(|(value, drawings)| (value, Some(drawings))),
        None => serde_json::from_str(&json).ok().map(|value| (value, None)),
    });
    let Some((value, drawings)) = value else {
        return Err(ParseError::at(line, "this link does not hold a puzzle: it is damaged or cut off")
            .help("a link has a JSON, compressed by lz-string, in base64"));
    };
    sheet(JsonText::new(value).root(), &|_| *line, drawings.as_deref())
}

/// Reads the grid of a JSON value. `place` returns the place of a key. What is only drawn may be
/// what the drawings and the words mean.
fn sheet<'a>(
    root: JsonValue,
    place: &dyn Fn(&str) -> TextWord<'a>,
    drawings: Option<&[SeenDrawing]>,
) -> Result<MarkedGrid, ParseError> {
    let wrong = |key: &str, message: &str| ParseError::at(&place(key), message);
    let read = root.read(&[&SETTINGS], |fields| puzzle(fields, place), |key| no_such_rule(&place(key), name_of(key)));
    let (mut sheet, own) = read.unwrap_or_else(|| Err(wrong("", "an object is expected")))?;
    if let Some(error) = sheet.refused.take() {
        // What SudokuPad draws is known with its looks, and the translation has lost them.
        let is_lost = |drawing: &&SeenDrawing| drawings.is_none() || matches!(drawing.shown, DrawnShape::Other(_));
        let all: Vec<SeenDrawing> = own.iter().filter(is_lost).chain(drawings.unwrap_or_default()).cloned().collect();
        sheet.proposals = propose::proposals(&sheet.grid, &all, &sheet.meta.note);
        let said = sheet.proposals.iter().flat_map(Proposals::lines).collect::<Vec<_>>();
        let help = error.help.iter().cloned().chain(said).collect::<Vec<_>>().join("\n");
        sheet.refused = Some(error.help(help));
    }
    Ok(sheet)
}

/// Reads all fields of a puzzle. Those without a row in the table of rules are only drawn, and the
/// first of them is the error of the result.
fn puzzle<'a>(
    fields: &mut Fields,
    place: &dyn Fn(&str) -> TextWord<'a>,
) -> Result<(MarkedGrid, Vec<SeenDrawing>), ParseError> {
    if fields.take(sudokupad::NO_REGIONS).is_some() {
        return Err(no_such_rule(&place(sudokupad::NO_REGIONS), sudokupad::NO_REGIONS));
    }
    let mut sheet = cells(fields, place)?;
    let is_known = |key: &str| CORE.contains(&key) || SETTINGS.iter().any(|setting| setting.key == key);
    let said: Vec<(&str, JsonValue)> =
        fields.take_all().into_iter().filter(|(key, value)| !is_known(key) && !value.is_empty()).collect();
    let is_true = |key: &str| said.iter().any(|&(known, value)| known == key && value.bool() == Some(true));
    sheet.grid.diagonals = DIAGONALS.into_iter().all(is_true);
    let read = Read::of(&said);
    let mut refused = None;
    let mut foreign = Vec::new();
    let mut drawings = Vec::new();
    let other = |what: &str| SeenDrawing { shown: DrawnShape::Other(what.to_string()), hue: Hue::None };
    for &(key, value) in &said {
        if sheet.grid.diagonals && DIAGONALS.contains(&key) {
            continue;
        }
        let Some(spec) = rows_of(key).next() else {
            foreign.push((key, value));
            continue;
        };
        if spec.is_listed(key) && !value.is_list() {
            return Err(ParseError::at(&place(key), format!("a list is expected for `{key}`")));
        }
        let (found, error) = rules_or_drawn(key, value, &sheet.grid, &place(key));
        drawings.extend(error.as_ref().map(|_| other(name_of(key))));
        refused = refused.or(error);
        for rule in found {
            if let Some(fault) = rule.fault(&sheet.grid) {
                return Err(ParseError::at(&place(key), fault));
            }
            sheet.grid.rules.push(rule);
        }
    }
    for (key, spec, also) in said.iter().flat_map(|&(key, _)| also_rows(key)) {
        let has = |rule: &GridRule| rule.id == spec.id;
        let also = (also.refused)(&sheet.grid).filter(|_| sheet.grid.rules.iter().any(has));
        drawings.extend(also.map(&other));
        refused = refused.or(also.map(|words| no_such_rule(&place(key), words)));
    }
    // The key means another row, such as one that excepts the neighbours that have a dot.
    for at in 0..sheet.grid.rules.len() {
        let (rule, grid) = (&sheet.grid.rules[at], &sheet.grid);
        if let Some(entry) = rule.spec().fpuzzles.filter(|entry| (entry.unless)(grid))
            && let Some(other) =
                rows_of(entry.key).find(|spec| spec.fpuzzles.is_some_and(|entry| !(entry.unless)(grid)))
        {
            sheet.grid.rules[at].id = other.id.to_string();
        }
    }
    for (key, value) in foreign {
        let mut drawn: Vec<JsonValue> = match value.list() {
            Some(list) if DRAWINGS.contains(&key) => {
                list.into_iter().filter(|&drawing| !read.is_repeated(key, drawing)).collect()
            }
            _ => vec![value],
        };
        if drawn.is_empty() {
            continue;
        }
        // With more of them the grid is refused.
        drawn.truncate(MOST_DRAWN + 1);
        let drawing = format!("drawings ({key}) that only words explain");
        let name = if DRAWINGS.contains(&key) { &drawing } else { name_of(key) };
        refused = refused.or_else(|| Some(no_such_rule(&place(key), name)));
        for &value in &drawn {
            match looks::drawing(if key == sudokupad::LABELLED { "cage" } else { key }, value, &sheet.grid) {
                Some(found) => drawings.extend(found),
                None => drawings.push(other(name_of(key))),
            }
        }
        let found: Vec<GridRule> =
            drawn.into_iter().flat_map(|value| foreign::drawn(drawn_name(key), value, &sheet.grid)).collect();
        sheet.grid.rules.extend(found);
    }
    leave_words(&mut sheet, refused, &place("ruleset"))?;
    Ok((sheet, drawings))
}

/// Reads the size, the cells and the title.
fn cells<'a>(fields: &mut Fields, place: &dyn Fn(&str) -> TextWord<'a>) -> Result<MarkedGrid, ParseError> {
    let side = fields.take("size").and_then(JsonValue::plain_number);
    let side = side.and_then(|n| SideLength::new(n.into(), SideLength::SMALL));
    let Some(n) = side.map(SideLength::n) else {
        return Err(ParseError::at(&place("size"), "a size from 4 to 16 is expected".to_string()));
    };
    let rows = fields.take("grid").and_then(JsonValue::list).filter(|rows| rows.len() == n);
    let rows: Option<Vec<Vec<JsonValue>>> =
        rows.and_then(|rows| rows.into_iter().map(|row| row.list().filter(|row| row.len() == n)).collect());
    let Some(rows) = rows else {
        return Err(ParseError::at(&place("grid"), format!("a grid of {n} rows of {n} cells is expected")));
    };
    let mut sheet = CellSheet::new(n, place);
    for (at, cell) in rows.into_iter().flatten().enumerate() {
        let name = format!("r{}c{}", at / n + 1, at % n + 1);
        let unknown = |key: &str| no_such_rule(&place(key), &format!("cells with `{key}` ({name})"));
        let read = cell.read(&[&CELL_LOOKS], |fields| sheet.read(at, &name, fields), unknown);
        read.unwrap_or_else(|| Err(ParseError::at(&place("grid"), format!("an object is expected for {name}"))))?;
    }
    let CellSheet { mut grid, corner, centre, colors, regions, .. } = sheet;
    grid.areas = areas(&regions, n, &place("region"))?;
    let mut said = |key: &str| match fields.take(key) {
        None => Ok(String::new()),
        Some(text) if text.is_list() || text.is_object() => {
            Err(ParseError::at(&place(key), format!("a text is expected for `{key}`")))
        }
        Some(text) => Ok(text.str().map_or_else(|| text.text(), str::to_string)),
    };
    let meta = Meta { title: said("title")?, source: said("author")?, note: said("ruleset")?, ..Meta::default() };
    Ok(MarkedGrid {
        grid,
        marks: Marks::new(corner, centre).with_colors(colors),
        meta,
        refused: None,
        notes: Vec::new(),
        proposals: None,
    })
}

/// The cells read so far.
struct CellSheet<'p, 'a> {
    n: usize,
    place: &'p dyn Fn(&str) -> TextWord<'a>,
    grid: Grid,
    corner: Vec<SymbolSet>,
    centre: Vec<SymbolSet>,
    colors: Vec<u8>,
    regions: Vec<ToldRegion>,
}

impl<'p, 'a> CellSheet<'p, 'a> {
    fn new(n: usize, place: &'p dyn Fn(&str) -> TextWord<'a>) -> CellSheet<'p, 'a> {
        let none = vec![SymbolSet::EMPTY; n * n];
        CellSheet {
            n,
            place,
            grid: Grid::new(n, Areas::None),
            corner: none.clone(),
            centre: none,
            colors: vec![0; n * n],
            regions: Vec::with_capacity(n * n),
        }
    }

    fn error(&self, key: &str, message: String) -> ParseError {
        ParseError::at(&(self.place)(key), message)
    }

    /// Reads a cell: its region, its marks, what is given or entered, and its colour.
    fn read(&mut self, at: usize, name: &str, fields: &mut Fields) -> Result<(), ParseError> {
        let region = self.region(name, fields)?;
        self.regions.push(region);
        self.corner[at] = self.set("cornerPencilMarks", name, fields)?;
        self.centre[at] = self.set("centerPencilMarks", name, fields)?;
        let given = self.set("givenPencilMarks", name, fields)?;
        let numbers: Vec<u32> = given.symbols().map(|symbol| u32::from(symbol.0) + 1).collect();
        if let Some(entry) = self.entry(name, &numbers, fields)? {
            self.grid.cells[at] = entry;
        }
        if numbers.len() > 1 {
            self.grid.rules.push(GridRule { numbers, ..GridRule::new(CANDIDATES, vec![Cell(at as u16)]) });
        }
        let (above, below) = (fields.take("highlight"), fields.take("c"));
        self.colors[at] = [above, below].into_iter().flatten().find_map(|value| color(value.str()?)).unwrap_or(0);
        Ok(())
    }

    /// The region that a cell says.
    fn region(&self, name: &str, fields: &mut Fields) -> Result<ToldRegion, ParseError> {
        match fields.take("region") {
            Some(number) => match number.plain_number() {
                Some(number) => Ok(ToldRegion::Of(number as usize)),
                None => {
                    let message = format!("the region of {name} is not a number: {}", number.text());
                    Err(self.error("region", message))
                }
            },
            None if fields.has("region") => Ok(ToldRegion::None),
            None => Ok(ToldRegion::Usual),
        }
    }

    fn set(&self, key: &str, name: &str, fields: &mut Fields) -> Result<SymbolSet, ParseError> {
        let Some(marks) = fields.take(key) else { return Ok(SymbolSet::EMPTY) };
        let n = self.n;
        set(marks, n)
            .ok_or_else(|| self.error(key, format!("`{key}` of {name} is not a list of numbers from 1 to {n}")))
    }

    /// The entry of a cell with these given candidates: one alone is a given.
    fn entry(&self, name: &str, candidates: &[u32], fields: &mut Fields) -> Result<Option<Entry>, ParseError> {
        let n = self.n;
        let is_given = match fields.take("given") {
            None => false,
            Some(given) => given
                .bool()
                .ok_or_else(|| self.error("given", format!("true or false is expected for `given` of {name}")))?,
        };
        let value = match fields.take("value").filter(|value| !value.is_empty()) {
            None => None,
            Some(value) => {
                let number = value.number().filter(|number| (1..=n as u32).contains(number));
                let wrong = || self.error("value", format!("the value of {name} is not a number from 1 to {n}"));
                Some(number.ok_or_else(wrong)?)
            }
        };
        let symbol = |number: u32| Symbol(number as u8 - 1);
        match (value, candidates) {
            (Some(number), &[one]) if number != one => {
                let message = format!("{name} holds {number}, and its only given candidate is {one}");
                Err(self.error("givenPencilMarks", message))
            }
            (Some(number), _) if is_given => Ok(Some(Entry::Given(symbol(number)))),
            (_, &[one]) => Ok(Some(Entry::Given(symbol(one)))),
            (Some(number), _) => Ok(Some(Entry::Own(symbol(number)))),
            (None, _) if is_given => Err(self.error("given", format!("{name} is given and has no value"))),
            (None, _) => Ok(None),
        }
    }
}

/// The name of rules as the user reads it.
fn name_of(key: &str) -> &str {
    if key == sudokupad::LABELLED { "labelled cages" } else { rule_name(key) }
}

/// The name of one such rule.
fn drawn_name(key: &str) -> &str {
    match name_of(key) {
        name if name == key => key,
        several => several.trim_end_matches('s'),
    }
}

/// The region that a cell says: none, a number or, if it says nothing, its usual box, or its row if
/// the side has no boxes.
#[derive(Clone, Copy, PartialEq)]
enum ToldRegion {
    Usual,
    None,
    Of(usize),
}

/// The areas that the cells' regions describe.
fn areas(told: &[ToldRegion], n: usize, at: &TextWord) -> Result<Areas, ParseError> {
    let usual = Areas::usual_boxes(n);
    let size = Size::square(n);
    let numbers = usual.as_ref().map(|areas| areas.numbers(size));
    if told.iter().all(|region| *region == ToldRegion::Usual) {
        return Ok(usual.unwrap_or(Areas::None));
    }
    let in_box = |at: usize| numbers.as_ref().map_or(at / n, |numbers| numbers[at]);
    let region = |(at, region): (usize, &ToldRegion)| match *region {
        ToldRegion::Usual => Some(in_box(at)),
        ToldRegion::None => None,
        ToldRegion::Of(number) => Some(number),
    };
    let regions: Vec<Option<usize>> = told.iter().enumerate().map(region).collect();
    Areas::said(size, n, &regions).map_err(|fault| ParseError::at(at, fault))
}

/// The rules that a key describes. Those of its objects that have no row here are only drawn, and
/// the error for the first of them is returned too.
fn rules_or_drawn(key: &str, value: JsonValue, grid: &Grid, at: &TextWord) -> (Vec<GridRule>, Option<ParseError>) {
    let error = match rules(key, value, grid, at) {
        Ok(rules) => return (rules, None),
        Err(error) => error,
    };
    let name = drawn_name(key);
    let one = |object: JsonValue| {
        let single = object.alone();
        rules(key, single.root(), grid, at).unwrap_or_else(|_| foreign::drawn(name, object, grid))
    };
    (value.list().unwrap_or_default().into_iter().flat_map(one).collect(), Some(error))
}

/// The number of a colour, of the nearest one if it is another. `None` if the text is not a colour.
fn color(text: &str) -> Option<u8> {
    let parts = |text: &str| {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let part = |at: usize| i64::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok();
        Some([part(0)?, part(1)?, part(2)?])
    };
    let wanted = parts(text)?;
    let far = |other: &str| parts(other).map(|other| (0..3).map(|at| (other[at] - wanted[at]).pow(2)).sum::<i64>());
    let nearest = (0..CELL_COLORS.len()).min_by_key(|&at| far(CELL_COLORS[at].1))?;
    Some(nearest as u8 + 1)
}

/// Pencil marks as a set of symbols; `None` if they are not numbers of the grid.
fn set(marks: JsonValue, n: usize) -> Option<SymbolSet> {
    let symbol = |mark: JsonValue| {
        mark.number().filter(|number| (1..=n as u32).contains(number)).map(|number| Symbol(number as u8 - 1))
    };
    if marks.is_empty() {
        return Some(SymbolSet::EMPTY);
    }
    marks.list()?.into_iter().map(symbol).collect()
}

fn write_link(sheet: &MarkedGrid) -> String {
    let packed = lz_str::compress_to_base64(write::value(sheet).to_string().as_str());
    format!("https://www.f-puzzles.com/?load={packed}\n")
}
