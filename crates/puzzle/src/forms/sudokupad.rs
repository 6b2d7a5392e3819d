//! Links of SudokuPad that begin with `scl`: a JSON in a shortened spelling, compressed by
//! lz-string. It holds cells, regions and drawings; rules are words.

mod drawn;

use super::{MOST_DRAWN, scl};
use crate::json::{Fields, Harmless, JsonText, JsonValue};
use crate::propose::SeenDrawing;
use crate::rules::fpuzzles::flags;
use serde_json::{Map, Value, json};

/// A drawing whose centre is nearer than this to the line between two cells, in cells, is on both.
const NEAR: f64 = 0.2;

/// The key of cages with a label that is not known to be a sum of different numbers.
pub(super) const LABELLED: &str = "labelled cage";

/// The key of a grid whose regions are not given. It may have none, so nothing can be left out.
pub(super) const NO_REGIONS: &str = "a grid without regions";

/// The puzzle of a decompressed text as the JSON of f-puzzles that says the same, and its drawings
/// with their looks. `None` if the text is not a puzzle.
pub(super) fn as_fpuzzles(text: &str) -> Option<(Value, Vec<SeenDrawing>)> {
    let document = JsonText::new(scl::read(text)?);
    Some((translated(&document)?, drawn::drawings(&document)))
}

/// Keys of the puzzle that do not change it.
pub(super) static SETTINGS: [Harmless; 12] = [
    Harmless { key: "id", why: "the puzzle's number on its site" },
    Harmless { key: "cellSize", why: "how large cells are drawn" },
    Harmless { key: "settings", why: "what the site shows while one solves" },
    Harmless { key: "solution", why: "the setter's answer" },
    Harmless { key: "videos", why: "films about the puzzle" },
    Harmless { key: "duration", why: "the length of a film" },
    Harmless { key: "foglight", why: "the cells that are seen at first" },
    Harmless { key: "fogofwar", why: "the cells that are seen at first" },
    Harmless { key: "foglink", why: "the cells that a found symbol uncovers" },
    Harmless { key: "fogmask", why: "the cells that are seen at first" },
    Harmless { key: "triggereffect", why: "what the site shows while one solves" },
    Harmless { key: "postMessage", why: "a message at the end" },
];

/// Keys of the description that do not change the puzzle.
pub(super) static DESCRIPTION: [Harmless; 7] = [
    Harmless { key: "source", why: "where the puzzle is from" },
    Harmless { key: "solution", why: "the setter's answer" },
    Harmless { key: "msgcorrect", why: "a message at the end" },
    Harmless { key: "msgincorrect", why: "a message at the end" },
    Harmless { key: "video", why: "a film about the puzzle" },
    Harmless { key: "date", why: "when it appeared" },
    Harmless { key: "bgimage", why: "a picture behind the grid" },
];

/// Fields of cages that do not change the puzzle.
pub(super) static CAGE_LOOKS: [Harmless; 9] = [
    Harmless { key: "style", why: "how the cage is drawn" },
    Harmless { key: "type", why: "what the cage is called" },
    Harmless { key: "outlineC", why: "a colour" },
    Harmless { key: "borderColor", why: "a colour" },
    Harmless { key: "fontC", why: "a colour" },
    Harmless { key: "color", why: "a colour" },
    Harmless { key: "backgroundColor", why: "a colour" },
    Harmless { key: "fontSize", why: "the size of the label" },
    Harmless { key: "thickness", why: "how the cage is drawn" },
];

/// The words that lead a cage without cells, and the key of f-puzzles that holds what follows.
const LEADS: [(&str, &str); 3] = [("title:", "title"), ("author:", "author"), ("rules:", "ruleset")];

/// The puzzle with the keys of f-puzzles. Drawings get the names that f-puzzles has for them, and
/// what is not known here becomes a key that is not known there, so it is refused by its name.
fn translated(document: &JsonText) -> Option<Value> {
    document.root().read(&[], |fields| puzzle(fields).ok_or(()), |_| ())?.ok()
}

fn puzzle(fields: &mut Fields) -> Option<Value> {
    let mut said = Translation::of_cells(fields.take("cells")?)?;
    let mut list = |key: &str| fields.take(key).map_or(Some(Vec::new()), JsonValue::list);
    let (rules, cages) = (list("global")?, list("cages")?);
    let drawings = [
        ("line", [list("lines")?, list("arrows")?].concat()),
        ("text", list("overlays")?),
        ("rectangle", list("underlays")?),
    ];
    said.add_regions(fields.take("regions").and_then(JsonValue::list).unwrap_or_default())?;
    if let Some(metadata) = fields.take("metadata") {
        said.add_metadata(metadata)?;
    }
    rules.into_iter().for_each(|rule| said.add_rule(rule));
    for cage in cages {
        let read = |fields: &mut Fields| said.add_cage(fields);
        if let Err(key) = cage.read(&[&CAGE_LOOKS], read, |key| format!("cages with `{key}`"))? {
            said.unknown.push(key);
        }
    }
    for (key, list) in drawings {
        // With more of them the puzzle is refused.
        let drawn: Vec<Value> = list.into_iter().take(MOST_DRAWN + 1).map(|drawing| named(drawing, said.n)).collect();
        if !drawn.is_empty() {
            said.puzzle.insert(key.to_string(), json!(drawn));
        }
    }
    let is_known = |key: &str| SETTINGS.iter().any(|setting| setting.key == key);
    let rest = fields.take_rest().into_iter().filter(|(key, value)| !is_known(key) && !value.is_empty());
    said.unknown.extend(rest.map(|(key, _)| foreign(key)));
    Some(said.finish())
}

/// A puzzle in the keys of f-puzzles, as far as it has been translated.
struct Translation {
    n: usize,
    cells: Vec<Vec<Map<String, Value>>>,
    /// All keys but those of the cells and of the words.
    puzzle: Map<String, Value>,
    /// Title, author and rules. Cages without cells may say them again.
    words: Map<String, Value>,
    /// Keys that f-puzzles does not have.
    unknown: Vec<String>,
}

impl Translation {
    fn of_cells(rows: JsonValue) -> Option<Translation> {
        let rows = rows.list()?;
        let n = rows.len();
        let cells = rows.into_iter().map(|row| row.list()?.into_iter().map(cell).collect()).collect::<Option<_>>()?;
        let puzzle = Map::from_iter([("size".to_string(), json!(n))]);
        Some(Translation { n, cells, puzzle, words: Map::new(), unknown: Vec::new() })
    }

    /// The place of a row and a column in the grid, counted from 0.
    fn place(&self, place: JsonValue) -> Option<(usize, usize)> {
        let inside = |at: JsonValue| at.plain_number().map(|at| at as usize).filter(|&at| at < self.n);
        match place.list()?[..] {
            [row, column] => Some((inside(row)?, inside(column)?)),
            _ => None,
        }
    }

    fn add_regions(&mut self, regions: Vec<JsonValue>) -> Option<()> {
        if regions.is_empty() {
            self.puzzle.insert(NO_REGIONS.to_string(), json!(true));
            return Some(());
        }
        for (number, region) in regions.into_iter().enumerate() {
            for place in region.list()? {
                let (row, column) = self.place(place)?;
                let cell = self.cells.get_mut(row)?.get_mut(column)?;
                if cell.insert("region".into(), json!(number)).is_some() {
                    self.unknown.push(format!("regions that share {}", name(row, column)));
                }
            }
        }
        // A cell that no region names has none.
        self.cells.iter_mut().flatten().for_each(|cell| _ = cell.entry("region").or_insert(Value::Null));
        Some(())
    }

    fn add_metadata(&mut self, metadata: JsonValue) -> Option<()> {
        let read = |fields: &mut Fields| {
            for (key, held) in [("title", "title"), ("author", "author"), ("rules", "ruleset")] {
                if let Some(text) = fields.take(key) {
                    self.words.insert(held.to_string(), json!(text.text()));
                }
            }
            // Rules of the whole grid are named here or in `global`.
            for key in flags() {
                match fields.take(key).filter(|value| !value.is_empty()).map(|value| (value.bool(), value)) {
                    None => {}
                    Some((Some(true), _)) => _ = self.puzzle.insert(key.to_string(), json!(true)),
                    Some((_, value)) => self.unknown.push(foreign(&format!("{key} {}", value.text()))),
                }
            }
            Ok(())
        };
        if let Err(key) = metadata.read(&[&DESCRIPTION], read, foreign)? {
            self.unknown.push(key);
        }
        Some(())
    }

    /// Adds a rule of the whole grid.
    fn add_rule(&mut self, rule: JsonValue) {
        match flags().find(|key| rule.str() == Some(key)) {
            Some(key) => _ = self.puzzle.insert(key.to_string(), json!(true)),
            None => self.unknown.push(foreign(&rule.text())),
        }
    }

    /// Adds a cage. `Err` is the key by which it is refused.
    fn add_cage(&mut self, fields: &mut Fields) -> Result<(), String> {
        let said = fields.take("value").map_or(String::new(), JsonValue::text);
        let cells = match fields.take("cells").map(JsonValue::list) {
            None => Vec::new(),
            Some(Some(cells)) => cells,
            Some(None) => return Err("cages without a list of cells".to_string()),
        };
        let is = |field: Option<JsonValue>| field.and_then(JsonValue::bool) == Some(true);
        let (is_unique, is_hidden) = (is(fields.take("unique")), is(fields.take("hidden")));
        // Some cages repeat their sum as a number.
        let sum = fields.take("sum").map_or(String::new(), JsonValue::text);
        if cells.is_empty() {
            return self.add_words(&said);
        }
        let places: Vec<(usize, usize)> = cells.iter().filter_map(|&cell| self.place(cell)).collect();
        if places.len() < cells.len() {
            return Err("cages outside the grid".to_string());
        }
        let is_bare = said.is_empty() && sum.is_empty();
        if is_bare && (self.is_unit(&places) || is_hidden && !is_unique) {
            // Rows, columns and regions hold different numbers anyway.
            return Ok(());
        }
        if !sum.is_empty() && !said.is_empty() && sum != said {
            return Err(format!("cages with the label {said} and the sum {sum}"));
        }
        let names: Vec<String> = places.iter().map(|&(row, column)| name(row, column)).collect();
        // Only the words of the puzzle explain a label of cells that may be alike.
        let kind = match (is_bare, is_unique) {
            (true, false) => "cage",
            (_, true) => "killercage",
            (false, false) => LABELLED,
        };
        let value = if said.is_empty() { sum } else { said };
        let list = self.puzzle.entry(kind).or_insert_with(|| json!([]));
        list.as_array_mut().into_iter().for_each(|list| list.push(json!({ "cells": names, "value": value })));
        Ok(())
    }

    /// Adds the label of a cage without cells: it holds words about the puzzle.
    fn add_words(&mut self, said: &str) -> Result<(), String> {
        match LEADS.iter().find_map(|(lead, held)| Some((*held, said.strip_prefix(lead)?))) {
            Some((held, text)) => _ = self.words.insert(held.to_string(), json!(text.trim())),
            None if said.starts_with("msg") || said.starts_with("solution") || said.is_empty() => {}
            None => return Err(foreign(said)),
        }
        Ok(())
    }

    /// Returns whether cells are a row, a column or a region.
    fn is_unit(&self, places: &[(usize, usize)]) -> bool {
        let region = |&(row, column): &(usize, usize)| {
            self.cells.get(row)?.get(column)?.get("region").filter(|region| !region.is_null()).cloned()
        };
        let (row, column) = places[0];
        places.len() == self.n
            && (places.iter().all(|place| place.0 == row)
                || places.iter().all(|place| place.1 == column)
                || region(&places[0]).is_some_and(|first| places.iter().all(|at| region(at).as_ref() == Some(&first))))
    }

    fn finish(self) -> Value {
        let Translation { mut puzzle, cells, words, unknown, .. } = self;
        puzzle.extend(words);
        puzzle.extend(unknown.into_iter().map(|key| (key, json!(true))));
        puzzle.insert("grid".to_string(), json!(cells));
        Value::Object(puzzle)
    }
}

/// A cell with the keys of f-puzzles.
fn cell(cell: JsonValue) -> Option<Map<String, Value>> {
    let read = |fields: &mut Fields| {
        let mut out = Map::new();
        if let Some(value) = fields.take("value").filter(|value| !value.is_empty()) {
            match value.number() {
                Some(number) => out.extend([("value".into(), json!(number)), ("given".into(), json!(true))]),
                None => out.extend([("value".into(), json!(value.text()))]),
            }
        }
        Ok(out)
    };
    // The reader of f-puzzles refuses the cell by this name.
    cell.read(&[], read, foreign)?.map_or_else(|key| Some(Map::from_iter([(key, json!(true))])), Some)
}

/// A key that f-puzzles cannot have, so that its reader refuses the puzzle by this name.
fn foreign(key: &str) -> String {
    format!("`{key}` of SudokuPad")
}

/// The name of a cell, whose row and column count from 0.
fn name(row: usize, column: usize) -> String {
    format!("R{}C{}", row + 1, column + 1)
}

/// A drawing with the names of the cells that it lies on: those along its way, or those that its
/// centre touches. Places are rows and columns from the upper left corner.
fn named(drawing: JsonValue, n: usize) -> Value {
    // A drawing is named in words, so its other fields need no look.
    let fields = drawing.all_fields();
    let field = |key: &str| fields.get(key);
    let place = |place: JsonValue| match place.list()?[..] {
        [row, column] => Some((row.decimal()?, column.decimal()?)),
        _ => None,
    };
    // The cells on whose line a coordinate lies are those on both sides.
    let around = |at: f64| {
        let mut cells: Vec<usize> =
            [at - NEAR, at + NEAR].iter().filter(|at| **at >= 0.0).map(|at| *at as usize).collect();
        cells.dedup();
        cells.retain(|&cell| cell < n);
        cells
    };
    let inside = |at: f64| (at.max(0.0) as usize).min(n.saturating_sub(1));
    let cell = |(row, column): (f64, f64)| name(inside(row), inside(column));
    let way: Vec<(f64, f64)> =
        field("wayPoints").and_then(JsonValue::list).unwrap_or_default().into_iter().filter_map(place).collect();
    let mut line: Vec<String> = Vec::new();
    for pair in way.windows(2) {
        let (rows, columns) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let steps = rows.abs().max(columns.abs()).min(n as f64).ceil().max(1.0) as usize;
        let along = |step: usize| step as f64 / steps as f64;
        line.extend((0..=steps).map(|step| cell((pair[0].0 + rows * along(step), pair[0].1 + columns * along(step)))));
    }
    line.dedup();
    let mut cells = Vec::new();
    if let Some((row, column)) = field("center").and_then(place) {
        for row in around(row) {
            cells.extend(around(column).into_iter().map(|column| name(row, column)));
        }
    }
    let lines = if line.is_empty() { json!([]) } else { json!([line]) };
    json!({ "cells": cells, "lines": lines, "value": field("text").map_or(String::new(), JsonValue::text) })
}
