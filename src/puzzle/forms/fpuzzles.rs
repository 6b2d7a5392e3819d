//! The JSON of f-puzzles.com, and the links of f-puzzles.com and SudokuPad that carry it. A link
//! holds the JSON compressed by lz-string, in base64.

use super::{first_line, foreign, lz_string, no_such_rule, refuse, scl};
use crate::puzzle::areas::{Areas, Walls};
use crate::puzzle::cell::{Cell, Entry, Symbol};
use crate::puzzle::form::{Form, MarkedGrid, Text};
use crate::puzzle::grid::{Grid, Rule};
use crate::puzzle::guise::Guise;
use crate::puzzle::holds::{Holds, Ruled};
use crate::puzzle::meta::{CELL_COLORS, Mark, Marks, Meta};
use crate::puzzle::rules::{Cells, FPuzzles, RULES, RuleSpec};
use crate::puzzle::scan::{self, ParseError, Word, place_of};
use crate::puzzle::side_length::SideLength;
use crate::puzzle::size::Size;
use crate::puzzle::unseen;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

const HOLDS: Holds = Holds {
    sides: (4, 16),
    boxes: true,
    regions: true,
    diagonals: true,
    rules: Ruled::Those(|rule, grid| match is_given(rule) {
        true => are_several(rule, grid),
        false => is_so_there(rule, grid) && rule.in_rows(grid, has_key).is_some(),
    }),
    entered: true,
    marks: &[Mark::Corner, Mark::Centre],
    colors: true,
    title: true,
    ..Holds::PLAIN
};

pub static FPUZZLES: Form = Form {
    id: "fpuzzles",
    help: "the JSON of f-puzzles: givens, regions, diagonals, marks; other rules are refused by name, or only drawn",
    guise: Guise::Signed,
    holds: HOLDS,
    text: Text::MarkedGrids { read: read_json, write: |sheet| unseen::json(&value(sheet).to_string()) + "\n" },
};

pub static LINK: Form = Form {
    id: "fpuzzles-link",
    help: "links of f-puzzles and of SudokuPad that carry the puzzle; one a line",
    guise: Guise::Signed,
    holds: HOLDS,
    text: Text::MarkedGrids { read: read_links, write: write_link },
};

/// Keys that do not affect the rules.
const SILENT: [&str; 9] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "highlightConflicts",
    "successMessage",
    "truecandidatesoptions",
];

/// The keys of the two diagonals: the rising one, then the falling one.
const DIAGONALS: [&str; 2] = ["diagonal+", "diagonal-"];

/// The directions of diagonals, in rows and columns.
const WAYS: [(&str, (i32, i32)); 4] = [("DR", (1, 1)), ("DL", (1, -1)), ("UR", (-1, 1)), ("UL", (-1, -1))];

/// Keys of drawings. Only the words of the puzzle explain what they mean.
const DRAWINGS: [&str; 5] = ["text", "line", "rectangle", "circle", "cage"];

fn read_json(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    if !text.trim_start().starts_with('{') {
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
    Ok(vec![sheet(&value, &|key| place_of_key(text, key))?])
}

/// The offset of a place as `serde_json` gives it: lines end with LF, columns count bytes from 1.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let at = start + column.saturating_sub(1);
    text.char_indices().map(|(from, _)| from).take_while(|&from| from <= at).last().unwrap_or(0)
}

/// The place of a key in a JSON text.
fn place_of_key(text: &str, key: &str) -> Word<'static> {
    let quoted = format!("\"{key}\"");
    let at = text.find(&quoted).unwrap_or(0);
    let place = place_of(text, at);
    Word { line: place.line, column: place.column, text: "" }
}

fn read_links(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    let is_link = |text: &str| {
        ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme))
            && (text.contains("f-puzzles.com") || text.contains("sudokupad") || text.contains("crackingthecryptic"))
            || text.starts_with("fpuz")
            || text.starts_with("scl")
    };
    if !is_link(first_line(text)) {
        return Ok(Vec::new());
    }
    let lines = scan::lines(text);
    let bodies = lines.iter().filter_map(scan::Line::body).filter(|word| !word.text.starts_with('#'));
    bodies.map(|word| link(&word)).collect()
}

fn link(line: &Word) -> Result<MarkedGrid, ParseError> {
    let text = line.text;
    // The first mark decides, because base64 may hold another one by chance.
    let load = text.find("load=").or_else(|| text.find("/fpuz")).unwrap_or(text.len());
    // SudokuPad's own form follows `scl` or `ctc`.
    let marks = ["/scl", "/ctc", "=scl", "=ctc"].iter().filter_map(|mark| Some((text.find(mark)?, mark.len())));
    let own = marks.min().filter(|(at, _)| *at < load).map(|(at, length)| &text[at + length..]);
    let own = own.or_else(|| text.strip_prefix("scl"));
    let payload = ["load=", "fpuzzles", "fpuz"].iter().find_map(|mark| {
        let at = text.find("/fpuz").filter(|_| *mark != "load=").or_else(|| text.find(mark))?;
        text[at..].trim_start_matches('/').strip_prefix(mark)
    });
    let Some(payload) = own.or(payload).filter(|payload| !payload.is_empty()) else {
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
        Err(lz_string::Fault::TooLong) => {
            let message = format!("this link carries more than {} characters", lz_string::MOST);
            return Err(ParseError::at(line, message).help("a puzzle has a few thousand"));
        }
        Err(lz_string::Fault::Damaged) => None,
        Ok(units) => String::from_utf16(&units).ok(),
    };
    let value: Option<Value> = json.and_then(|json| match own {
        Some(_) => scl::as_fpuzzles(&json),
        None => serde_json::from_str(&json).ok(),
    });
    let Some(value) = value else {
        return Err(ParseError::at(line, "this link does not hold a puzzle: it is damaged or cut off")
            .help("a link has a JSON, compressed by lz-string, in base64"));
    };
    sheet(&value, &|_| *line)
}

/// Reads the grid of a JSON value. `place` returns the place of a key.
fn sheet<'a>(value: &Value, place: &dyn Fn(&str) -> Word<'a>) -> Result<MarkedGrid, ParseError> {
    let wrong = |key: &str, message: String| Err(ParseError::at(&place(key), message));
    let Some(object) = value.as_object() else { return wrong("", "an object is expected".to_string()) };
    if object.contains_key(scl::NO_REGIONS) {
        return Err(no_such_rule(&place(scl::NO_REGIONS), scl::NO_REGIONS));
    }
    // Keys without a row are only drawn. The first one is reported.
    let told = object.iter().filter(|(key, value)| !SILENT.contains(&key.as_str()) && !is_empty(value));
    let foreign = told.filter(|(key, _)| !DIAGONALS.contains(&key.as_str()) && rows_of(key).next().is_none());
    let foreign: Vec<(&String, &Value)> = foreign.collect();
    let refused = foreign.first().map(|(key, _)| {
        let drawing = format!("drawings ({key}) that only words explain");
        no_such_rule(&place(key), if DRAWINGS.contains(&key.as_str()) { &drawing } else { rule_name(key) })
    });
    let mut sheet = sheet_of(object, place)?;
    for (key, value) in foreign {
        let name = drawn_name(key);
        let drawn = foreign::drawn(name, value, &sheet.grid);
        sheet.grid.rules.extend(drawn);
    }
    if let Some(error) = refused.or(sheet.refused.take()) {
        refuse(&mut sheet.refused, error, &sheet.grid)?;
    }
    Ok(sheet)
}

/// Reads the parts of the grid that have a place here.
fn sheet_of<'a>(object: &Map<String, Value>, place: &dyn Fn(&str) -> Word<'a>) -> Result<MarkedGrid, ParseError> {
    let wrong = |key: &str, message: String| Err(ParseError::at(&place(key), message));
    let side = object.get("size").and_then(Value::as_u64).and_then(|n| SideLength::new(n, SideLength::SMALL));
    let Some(n) = side.map(SideLength::n) else {
        return wrong("size", "a size from 4 to 16 is expected".to_string());
    };
    let rows = object.get("grid").and_then(Value::as_array).filter(|rows| rows.len() == n);
    let rows: Option<Vec<&Vec<Value>>> =
        rows.and_then(|rows| rows.iter().map(|row| row.as_array().filter(|row| row.len() == n)).collect());
    let Some(rows) = rows else { return wrong("grid", format!("a grid of {n} rows of {n} cells is expected")) };
    let cells: Vec<&Value> = rows.into_iter().flatten().collect();
    let is_true = |key: &str| object.get(key).and_then(Value::as_bool) == Some(true);
    if let Some(key) =
        DIAGONALS.into_iter().find(|key| object.get(*key).is_some_and(|value| !is_empty(value) && !is_true(key)))
    {
        return wrong(key, format!("true or false is expected for `{key}`"));
    }
    let drawn: Vec<&str> = DIAGONALS.into_iter().filter(|key| is_true(key)).collect();
    let areas = areas(&cells, n, &place("region"))?;
    let mut grid = Grid { diagonals: drawn.len() == DIAGONALS.len(), ..Grid::new(n, areas) };
    let mut refused = None;
    let is_both = |key: &str| drawn.len() == DIAGONALS.len() && DIAGONALS.contains(&key);
    for (key, value) in object.iter().filter(|(key, value)| !is_empty(value) && !is_both(key)) {
        if rows_of(key).any(is_listed) && !value.is_array() {
            return wrong(key, format!("a list is expected for `{key}`"));
        }
        let (found, error) = rules_or_drawn(key, value, &grid, &place(key));
        refused = refused.or(error);
        for rule in found {
            if let Some(fault) = rule.fault(&grid) {
                return wrong(key, fault);
            }
            grid.rules.push(rule);
        }
    }
    // There it excepts the neighbours that have a dot.
    let has_dots = grid.rules.iter().any(is_dot);
    for rule in grid.rules.iter_mut().filter(|rule| has_dots && rule.id == "nonconsecutive") {
        rule.id = "allwhite".into();
    }
    let (mut corner, mut centre, mut colors) = (vec![0; n * n], vec![0; n * n], vec![0; n * n]);
    for (at, cell) in cells.into_iter().enumerate() {
        let name = format!("r{}c{}", at / n + 1, at % n + 1);
        if !cell["givenPencilMarks"].is_null() && !is_empty(&cell["givenPencilMarks"]) {
            let marks = (0..n as u32).filter(|k| set(&cell["givenPencilMarks"], n) >> k & 1 == 1);
            let numbers: Vec<u32> = marks.map(|k| k + 1).collect();
            match numbers[..] {
                [] => {}
                // The value, if there is one, follows.
                [number] => grid.cells[at] = Entry::Given(Symbol(number as u8 - 1)),
                _ => grid.rules.push(Rule { numbers, ..Rule::new("candidates", vec![Cell(at as u16)]) }),
            }
        }
        if let Some(value) = cell.get("value").filter(|value| !value.is_null()) {
            let Some(number) = value.as_u64().filter(|number| (1..=n as u64).contains(number)) else {
                return wrong("value", format!("the value of {name} is not a number from 1 to {n}"));
            };
            let symbol = Symbol(number as u8 - 1);
            let is_given = cell.get("given").and_then(Value::as_bool) == Some(true);
            grid.cells[at] = if is_given { Entry::Given(symbol) } else { Entry::Own(symbol) };
        }
        corner[at] = set(&cell["cornerPencilMarks"], n);
        centre[at] = set(&cell["centerPencilMarks"], n);
        colors[at] = [&cell["highlight"], &cell["c"]].into_iter().find_map(|value| color(value.as_str()?)).unwrap_or(0);
    }
    let said = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or("").to_string();
    let meta = Meta { title: said("title"), source: said("author"), note: said("ruleset"), ..Meta::default() };
    Ok(MarkedGrid { grid, marks: Marks::new(corner, centre).with_colors(colors), meta, refused })
}

/// Returns whether a value is null, false or empty, so that it switches nothing on.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// The name of a rule as the user reads it.
fn rule_name(key: &str) -> &str {
    let known = [
        ("antiknight", "anti-knight"),
        ("antiking", "anti-king"),
        ("disjointgroups", "disjoint groups"),
        ("nonconsecutive", "non-consecutive neighbours"),
        ("killercage", "killer cages"),
        (scl::LABELLED, "labelled cages"),
        ("littlekillersum", "little killer sums"),
        ("sandwichsum", "sandwich sums"),
        ("extraregion", "extra regions"),
        ("difference", "kropki dots"),
        ("ratio", "kropki dots"),
        ("xv", "XV"),
        ("betweenline", "between lines"),
        ("regionsumline", "region sum lines"),
    ];
    known.iter().find(|(id, _)| *id == key).map_or(key, |(_, name)| name)
}

/// The name of one such rule.
fn drawn_name(key: &str) -> &str {
    match rule_name(key) {
        scl::IN_WORDS => "rule in words",
        name if name == key => key,
        several => several.trim_end_matches('s'),
    }
}

/// The areas that the cells' regions describe. Without regions they are the usual boxes.
fn areas(cells: &[&Value], n: usize, at: &Word) -> Result<Areas, ParseError> {
    let told: Vec<Option<usize>> = cells.iter().map(|cell| cell.get("region")?.as_u64().map(|k| k as usize)).collect();
    let usual = Areas::usual_boxes(n);
    // A cell without a region lies in its usual box.
    let size = Size::square(n);
    let numbers = usual.as_ref().map(|areas| areas.numbers(size));
    let regions: Option<Vec<usize>> =
        told.iter().enumerate().map(|(at, region)| region.or(numbers.as_ref().map(|numbers| numbers[at]))).collect();
    let Some(regions) = regions else {
        return Err(ParseError::at(at, format!("a grid of side {n} needs the regions of all its cells")));
    };
    if let Some(boxes) = Areas::all_boxes(n).into_iter().chain(usual).find(|areas| areas.numbers(size) == regions) {
        return Ok(boxes);
    }
    let walls = Walls::between(size, &regions);
    match walls.unfit(n) {
        Some(fault) => Err(ParseError::at(at, fault)),
        None => Ok(Areas::Walls(walls)),
    }
}

/// The rules that a key describes. Those of its objects that have no row here are only drawn, and
/// the error for the first of them is returned too.
fn rules_or_drawn(key: &str, value: &Value, grid: &Grid, at: &Word) -> (Vec<Rule>, Option<ParseError>) {
    let error = match rules(key, value, grid, at) {
        Ok(rules) => return (rules, None),
        Err(error) => error,
    };
    let name = drawn_name(key);
    let each = value.as_array().into_iter().flatten().map(|object| json!([object]));
    let found = each.flat_map(|one| rules(key, &one, grid, at).unwrap_or_else(|_| foreign::drawn(name, &one, grid)));
    (found.collect(), Some(error))
}

/// The rules that a key describes. An error names a rule that is not supported.
fn rules(key: &str, value: &Value, grid: &Grid, at: &Word) -> Result<Vec<Rule>, ParseError> {
    let mut rows = rows_of(key).peekable();
    let Some(&first) = rows.peek() else { return Ok(Vec::new()) };
    let cells = |list: &Value| -> Result<Vec<Cell>, ParseError> {
        let names = list.as_array().into_iter().flatten().map(|name| name.as_str().unwrap_or("").to_lowercase());
        let cell = |name: String| {
            grid.cell_named(&name).ok_or_else(|| no_such_rule(at, &format!("{} at `{name}`", rule_name(key))))
        };
        names.map(cell).collect()
    };
    let rule = |cells: Vec<Cell>| Rule::new(first.id, cells);
    let number = |value: &Value| {
        let read = match value {
            Value::String(text) => text.trim().parse().ok(),
            other => other.as_u64().and_then(|number| u32::try_from(number).ok()),
        };
        read.ok_or_else(|| no_such_rule(at, &format!("{} with the value {value}", rule_name(key))))
    };
    let each = || value.as_array().into_iter().flatten();
    match first.takes.cells {
        Cells::None if first.fpuzzles.is_some_and(|entry| !entry.values.is_empty()) => {
            let rows: Vec<&RuleSpec> = rows.collect();
            each().map(|text| Ok(Rule::new(of_value(key, &rows, text, at)?.id, Vec::new()))).collect()
        }
        Cells::None | Cells::Any => Ok(vec![rule(Vec::new())]),
        Cells::Set => each().map(|object| cells(&object["cells"]).map(rule)).collect(),
        Cells::Each => {
            let named: Result<Vec<Vec<Cell>>, ParseError> =
                each().map(|object| cells(&json!([object["cell"]]))).collect();
            let mut named = named?.concat();
            let mut seen = HashSet::new();
            named.retain(|&cell| seen.insert(cell));
            Ok(vec![rule(named)])
        }
        // The shafts of an arrow begin in its circle, which may have several cells.
        Cells::Line if first.fpuzzles.is_some_and(|form| form.numbers) => {
            let mut found = Vec::new();
            for object in each() {
                let circle = cells(&object["cells"])?;
                let numbers = if circle.len() > 1 { vec![circle.len() as u32] } else { Vec::new() };
                for line in object["lines"].as_array().into_iter().flatten() {
                    let shaft = cells(line)?.into_iter().filter(|cell| !circle.contains(cell));
                    let cells = circle.iter().copied().chain(shaft).collect();
                    found.push(Rule { numbers: numbers.clone(), ..rule(cells) });
                }
            }
            Ok(found)
        }
        Cells::Line => {
            let lines = each().flat_map(|object| object["lines"].as_array().into_iter().flatten());
            lines.map(|line| cells(line).map(rule)).collect()
        }
        Cells::Area => {
            let cage = |object: &Value| {
                let cells = cells(&object["cells"])?;
                match (&object["value"], cells.len()) {
                    (Value::Null, 1) => Ok(None),
                    (Value::Null, _) => Ok(Some(Rule::new("cage", cells))),
                    (Value::String(text), _) if text.trim().is_empty() => {
                        Ok((cells.len() > 1).then(|| Rule::new("cage", cells)))
                    }
                    (value, _) => Ok(Some(Rule { numbers: vec![number(value)?], ..rule(cells) })),
                }
            };
            each().filter_map(|object| cage(object).transpose()).collect()
        }
        Cells::Row | Cells::Diagonal => {
            let clue = |object: &Value| {
                let numbers = vec![number(&object["value"])?];
                let place = object["cell"].as_str().unwrap_or("");
                let way = object["direction"].as_str();
                let inside = outside(place, way, grid);
                let inside = inside.ok_or_else(|| no_such_rule(at, &format!("{} at `{place}`", rule_name(key))))?;
                Ok(Rule { numbers, ..rule(inside) })
            };
            each().map(clue).collect()
        }
        Cells::Corner => {
            let four = |object: &Value| {
                let values = object["values"].as_array().into_iter().flatten();
                let numbers: Vec<u32> = values.map(number).collect::<Result<_, _>>()?;
                let mut cells = cells(&object["cells"])?;
                cells.sort_unstable();
                Ok((!numbers.is_empty()).then(|| Rule { numbers, ..rule(cells) }))
            };
            each().filter_map(|object| four(object).transpose()).collect()
        }
        Cells::Halves => {
            let both = |object: &Value| Ok(rule([cells(&object["cells"])?, cells(&object["cloneCells"])?].concat()));
            each().map(both).collect()
        }
        Cells::Neighbours => {
            let rows: Vec<&RuleSpec> = rows.collect();
            let pair = |object: &Value| {
                let (value, cells) = (&object["value"], cells(&object["cells"])?);
                match (of_value(key, &rows, value, at), first.fpuzzles) {
                    (Ok(spec), _) => Ok(Rule::new(spec.id, cells)),
                    (Err(_), Some(FPuzzles { numbers: true, .. })) => {
                        Ok(Rule { numbers: vec![number(value)?], ..rule(cells) })
                    }
                    (Err(error), _) => Err(error),
                }
            };
            each().map(pair).collect()
        }
    }
}

/// The row of a key that a value means. Without a value it is the empty text.
fn of_value<'r>(key: &str, rows: &[&'r RuleSpec], value: &Value, at: &Word) -> Result<&'r RuleSpec, ParseError> {
    let said = match value {
        Value::Null => String::new(),
        Value::String(text) => text.trim().to_string(),
        other => other.to_string(),
    };
    let means = |spec: &&&RuleSpec| spec.fpuzzles.is_some_and(|entry| entry.values.contains(&said.as_str()));
    rows.iter().find(means).copied().ok_or_else(|| no_such_rule(at, &format!("{} of {said}", rule_name(key))))
}

/// The cells that a clue outside the grid is about, from its side on: a row, a column, or with a
/// direction such as `DR` a diagonal.
fn outside(place: &str, way: Option<&str>, grid: &Grid) -> Option<Vec<Cell>> {
    let (row, column) = place.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
    let (rows, columns) = (grid.rows(), grid.columns());
    if row > rows + 1 || column > columns + 1 {
        return None;
    }
    let by = match way {
        Some(way) => WAYS.iter().find(|(name, _)| *name == way)?.1,
        None => match (row, column) {
            (0, 1..) => (1, 0),
            (1.., 0) => (0, 1),
            (row, _) if row == rows + 1 => (-1, 0),
            (_, column) if column == columns + 1 => (0, -1),
            _ => return None,
        },
    };
    let (first_row, first_column) = (row as i32 + by.0 - 1, column as i32 + by.1 - 1);
    let inside = |k: i32, n: usize| usize::try_from(k).ok().filter(|&k| k < n);
    let first = grid.cell(inside(first_row, rows)?, inside(first_column, columns)?);
    Some(std::iter::successors(Some(first), |&cell| grid.moved(cell, by)).collect())
}

/// The rows of the table of rules that a key names.
fn rows_of(key: &str) -> impl Iterator<Item = &'static RuleSpec> + '_ {
    RULES.iter().filter(move |spec| spec.fpuzzles.is_some_and(|entry| entry.key == key))
}

/// Returns whether the value of a row's key is a list: of rules with their cells, or of texts.
fn is_listed(spec: &RuleSpec) -> bool {
    spec.names_cells() || spec.fpuzzles.is_some_and(|entry| !entry.values.is_empty())
}

/// Returns whether a row of the table of rules has a key here.
fn has_key(spec: &RuleSpec) -> bool {
    spec.fpuzzles.is_some()
}

fn is_dot(rule: &Rule) -> bool {
    ["white", "black"].contains(&rule.id.as_str())
}

/// Returns false if the rule means something else there: neighbours with a dot may hold
/// consecutive numbers.
fn is_so_there(rule: &Rule, grid: &Grid) -> bool {
    rule.id != "nonconsecutive" || !grid.rules.iter().any(is_dot)
}

/// Returns whether a rule is written as given candidates of its cells.
fn is_given(rule: &Rule) -> bool {
    rule.id == "candidates"
}

/// The numbers that all given candidates of a cell allow; `None` if it has none.
fn given_numbers(grid: &Grid, cell: Cell) -> Option<Vec<u32>> {
    let mut all = grid.rules.iter().filter(|rule| is_given(rule) && rule.cells.contains(&cell));
    let mut numbers = all.next()?.numbers.clone();
    all.for_each(|rule| numbers.retain(|number| rule.numbers.contains(number)));
    Some(numbers)
}

/// Returns whether each cell of given candidates has two or more: one is a given, and none cannot
/// be said.
fn are_several(rule: &Rule, grid: &Grid) -> bool {
    rule.cells.iter().all(|&cell| given_numbers(grid, cell).is_some_and(|numbers| numbers.len() > 1))
}

/// The keys of a grid's rules, as [`rules`] reads them. A rule without a key is written by others
/// that mean the same: windows as extra regions.
fn rule_values(grid: &Grid) -> Map<String, Value> {
    let mut object = Map::new();
    let others = grid.rules.iter().filter(|rule| !is_given(rule));
    for rule in others.filter_map(|rule| rule.in_rows(grid, has_key)).flatten() {
        let spec = rule.spec();
        let Some(FPuzzles { key, values, numbers }) = spec.fpuzzles else { continue };
        let cells: Vec<String> = rule.cells.iter().map(|&cell| grid.name(cell).to_uppercase()).collect();
        let said = rule.numbers.first().map_or(String::new(), u32::to_string);
        let listed = match spec.takes.cells {
            Cells::None if !values.is_empty() => values.iter().take(1).map(|text| json!(text)).collect(),
            Cells::None | Cells::Any => {
                object.insert(key.to_string(), json!(true));
                continue;
            }
            Cells::Set => vec![json!({ "cells": cells })],
            Cells::Each => cells.iter().map(|cell| json!({ "cell": cell })).collect(),
            Cells::Line if numbers => {
                let circle = &cells[..rule.circle()];
                vec![json!({ "cells": circle, "lines": [cells[circle.len() - 1..]] })]
            }
            Cells::Line => vec![json!({ "lines": [cells] })],
            Cells::Area => vec![json!({ "cells": cells, "value": said })],
            Cells::Row | Cells::Diagonal => {
                let Some(((row, column), by)) = rule.place_before(grid) else { continue };
                let place = format!("R{}C{}", row + 1, column + 1);
                match WAYS.iter().find(|(_, way)| *way == by).map(|(name, _)| name) {
                    Some(way) => vec![json!({ "cell": place, "cells": cells, "direction": way, "value": said })],
                    None => vec![json!({ "cell": place, "value": said })],
                }
            }
            Cells::Corner => vec![json!({ "cells": cells, "values": rule.numbers })],
            Cells::Halves => {
                let (first, second) = cells.split_at(cells.len() / 2);
                vec![json!({ "cells": first, "cloneCells": second })]
            }
            Cells::Neighbours => {
                let value = if said.is_empty() { values.first().unwrap_or(&"") } else { said.as_str() };
                vec![json!({ "cells": cells, "value": value })]
            }
        };
        let list = object.entry(key).or_insert_with(|| json!([]));
        list.as_array_mut().into_iter().for_each(|list| list.extend(listed.clone()));
    }
    object
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

/// Pencil marks as a set of symbols.
fn set(marks: &Value, n: usize) -> u32 {
    let numbers = marks.as_array().into_iter().flatten().filter_map(Value::as_u64);
    numbers.filter(|number| (1..=n as u64).contains(number)).fold(0, |set, number| set | 1 << (number - 1))
}

fn value(sheet: &MarkedGrid) -> Value {
    let MarkedGrid { grid, marks, meta, .. } = sheet;
    let n = grid.n_symbols();
    let is_usual = Areas::usual_boxes(n).as_ref() == Some(&grid.areas);
    let regions = grid.areas.numbers(grid.size());
    let cell = |at: usize| {
        let mut cell = Map::new();
        match grid.cells[at] {
            Entry::Empty => {}
            Entry::Given(symbol) => cell.extend([("value".into(), json!(symbol.0 + 1)), ("given".into(), json!(true))]),
            Entry::Own(symbol) => cell.extend([("value".into(), json!(symbol.0 + 1))]),
        }
        if !is_usual {
            cell.insert("region".into(), json!(regions[at]));
        }
        for (key, mark) in [("cornerPencilMarks", Mark::Corner), ("centerPencilMarks", Mark::Centre)] {
            let set = marks.of(mark).get(at).copied().unwrap_or(0);
            if set > 0 {
                let numbers: Vec<u32> = (0..32).filter(|k| set >> k & 1 == 1).map(|k| k + 1).collect();
                cell.insert(key.into(), json!(numbers));
            }
        }
        if let Some(numbers) = given_numbers(grid, Cell(at as u16)) {
            cell.insert("givenPencilMarks".into(), json!(numbers));
        }
        if let Some(&color) = marks.colors().get(at).filter(|&&color| color > 0) {
            cell.insert("highlight".into(), json!(CELL_COLORS[usize::from(color) - 1].1));
        }
        Value::Object(cell)
    };
    let rows: Vec<Value> = (0..n).map(|row| (row * n..row * n + n).map(cell).collect()).collect();
    let mut object = Map::new();
    object.insert("size".into(), json!(n));
    for (key, text) in [("title", &meta.title), ("author", &meta.source), ("ruleset", &meta.note)] {
        if !text.is_empty() {
            object.insert(key.into(), json!(text));
        }
    }
    if grid.diagonals {
        object.extend([("diagonal+".into(), json!(true)), ("diagonal-".into(), json!(true))]);
    }
    object.extend(rule_values(grid));
    object.insert("grid".into(), Value::Array(rows));
    Value::Object(object)
}

fn write_link(sheet: &MarkedGrid) -> String {
    let packed = lz_str::compress_to_base64(value(sheet).to_string().as_str());
    format!("https://www.f-puzzles.com/?load={packed}\n")
}
