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
    let rows = fields.take("cells")?.list()?;
    let n = rows.len();
    let inside = |at: JsonValue| at.plain_number().map(|at| at as usize).filter(|&at| at < n);
    let at = |place: JsonValue| match place.list()?[..] {
        [row, column] => Some((inside(row)?, inside(column)?)),
        _ => None,
    };
    let (mut object, mut unknown) = (Map::new(), Vec::new());
    let mut grid: Vec<Vec<Map<String, Value>>> = Vec::new();
    for row in rows {
        let cell = |cell: JsonValue| {
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
        };
        grid.push(row.list()?.into_iter().map(cell).collect::<Option<_>>()?);
    }
    let regions = fields.take("regions").and_then(JsonValue::list).unwrap_or_default();
    let n_regions = regions.len();
    for (number, region) in regions.into_iter().enumerate() {
        for place in region.list()? {
            let (row, column) = at(place)?;
            if grid.get_mut(row)?.get_mut(column)?.insert("region".into(), json!(number)).is_some() {
                unknown.push(format!("regions that share {}", name(row, column)));
            }
        }
    }
    // A cell that no region names has none.
    if n_regions > 0 {
        grid.iter_mut().flatten().for_each(|cell| _ = cell.entry("region").or_insert(Value::Null));
    }
    object.extend([("size".to_string(), json!(n))]);
    let region_of = |grid: &[Vec<Map<String, Value>>], (row, column): (usize, usize)| {
        grid.get(row).and_then(|row| row.get(column)).and_then(|cell| cell.get("region")).cloned()
    };
    let mut words = Map::new();
    if let Some(metadata) = fields.take("metadata") {
        let read = |fields: &mut Fields| {
            for (key, held) in [("title", "title"), ("author", "author"), ("rules", "ruleset")] {
                if let Some(text) = fields.take(key) {
                    words.insert(held.to_string(), json!(text.text()));
                }
            }
            // Rules of the whole grid are named here or in `global`.
            for key in flags() {
                if let Some(value) = fields.take(key).filter(|value| !value.is_empty()) {
                    match value.bool() {
                        Some(true) => _ = object.insert(key.to_string(), json!(true)),
                        _ => unknown.push(foreign(&format!("{key} {}", value.text()))),
                    }
                }
            }
            Ok(())
        };
        if let Err(key) = metadata.read(&[&DESCRIPTION], read, foreign)? {
            unknown.push(key);
        }
    }
    for rule in fields.take("global").map_or(Some(Vec::new()), JsonValue::list)? {
        match flags().find(|key| rule.str() == Some(key)) {
            Some(key) => _ = object.insert(key.to_string(), json!(true)),
            None => unknown.push(foreign(&rule.text())),
        }
    }
    for cage in fields.take("cages").map_or(Some(Vec::new()), JsonValue::list)? {
        let read = |fields: &mut Fields| {
            let label = fields.take("value");
            let said = label.map_or(String::new(), JsonValue::text);
            let cells = match fields.take("cells").map(JsonValue::list) {
                None => Vec::new(),
                Some(Some(cells)) => cells,
                Some(None) => return Err("cages without a list of cells".to_string()),
            };
            let is = |field: Option<JsonValue>| field.and_then(JsonValue::bool) == Some(true);
            let (is_unique, is_hidden) = (is(fields.take("unique")), is(fields.take("hidden")));
            // Some cages repeat their sum as a number.
            let sum = fields.take("sum").map_or(String::new(), JsonValue::text);
            // A cage without cells holds a word about the puzzle.
            if cells.is_empty() {
                match LEADS.iter().find_map(|(lead, held)| Some((*held, said.strip_prefix(lead)?))) {
                    Some((held, text)) => _ = words.insert(held.to_string(), json!(text.trim())),
                    None if said.starts_with("msg") || said.starts_with("solution") || said.is_empty() => {}
                    None => return Err(foreign(&said)),
                }
                return Ok(());
            }
            let places: Vec<(usize, usize)> = cells.iter().filter_map(|&cell| at(cell)).collect();
            let is_inside = places.len() == cells.len() && !places.is_empty();
            let is_one = |of: &dyn Fn((usize, usize)) -> Option<Value>| {
                let first = places.first().and_then(|&place| of(place));
                first.is_some() && places.iter().all(|&place| of(place) == first)
            };
            let is_unit = places.len() == n
                && (is_one(&|(row, _)| Some(json!(row)))
                    || is_one(&|(_, column)| Some(json!(column)))
                    || is_one(&|place| region_of(&grid, place)));
            if !is_inside {
                return Err("cages outside the grid".to_string());
            }
            let is_bare = said.is_empty() && sum.is_empty();
            if is_bare && (is_unit || is_hidden && !is_unique) {
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
            let cage = json!({ "cells": names, "value": value });
            let list = object.entry(kind).or_insert_with(|| json!([]));
            list.as_array_mut().into_iter().for_each(|list| list.push(cage.clone()));
            Ok(())
        };
        if let Err(key) = cage.read(&[&CAGE_LOOKS], read, |key| format!("cages with `{key}`"))? {
            unknown.push(key);
        }
    }
    if n_regions == 0 {
        object.insert(NO_REGIONS.to_string(), json!(true));
    }
    object.extend(words);
    for (keys, held) in [(&["lines", "arrows"][..], "line"), (&["overlays"], "text"), (&["underlays"], "rectangle")] {
        let lists = keys.iter().map(|key| fields.take(key).map_or(Some(Vec::new()), JsonValue::list));
        let lists: Vec<Vec<JsonValue>> = lists.collect::<Option<_>>()?;
        // With more of them the puzzle is refused.
        let few = lists.into_iter().flatten().take(MOST_DRAWN + 1);
        let drawn: Vec<Value> = few.map(|drawing| named(drawing, n)).collect();
        if !drawn.is_empty() {
            object.insert(held.to_string(), json!(drawn));
        }
    }
    let is_known = |key: &str| SETTINGS.iter().any(|setting| setting.key == key);
    for (key, value) in fields.take_rest() {
        if !is_known(key) && !value.is_empty() {
            unknown.push(foreign(key));
        }
    }
    object.extend(unknown.into_iter().map(|key| (key, json!(true))));
    object.insert("grid".to_string(), json!(grid));
    Some(Value::Object(object))
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
