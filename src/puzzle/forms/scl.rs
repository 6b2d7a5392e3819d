//! Links of SudokuPad that begin with `scl`: a JSON in a shortened spelling, compressed by
//! lz-string. It holds cells, regions and drawings; rules are words.

use serde_json::{Map, Value, json};

/// The short spellings of keys.
const KEYS: [(&str, &str); 25] = [
    ("a", "arrows"),
    ("c", "color"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ca", "cages"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("ct", "center"),
    ("d", "duration"),
    ("d2", "d"),
    ("fs", "fontSize"),
    ("h", "height"),
    ("hl", "headLength"),
    ("l", "lines"),
    ("o", "overlays"),
    ("r", "rounded"),
    ("re", "regions"),
    ("t", "title"),
    ("te", "text"),
    ("th", "thickness"),
    ("u", "underlays"),
    ("v", "value"),
    ("vd", "videos"),
    ("w", "width"),
    ("wp", "wayPoints"),
];

/// A drawing whose centre is nearer than this to the line between two cells, in cells, is on both.
const NEAR: f64 = 0.2;

/// The key of cages with a label that is not known to be a sum of different numbers.
pub(super) const LABELLED: &str = "labelled cage";

/// The deepest nesting that is read.
const DEEPEST: usize = 32;

/// The key of rules that only words tell.
pub(super) const IN_WORDS: &str = "rules in words";

/// The key of a grid whose regions are not given. It may have none, so nothing can be left out.
pub(super) const NO_REGIONS: &str = "a grid without regions";

/// The puzzle of a decompressed text as the JSON of f-puzzles that says the same. `None` if the
/// text is not a puzzle.
pub(super) fn as_fpuzzles(text: &str) -> Option<Value> {
    let value = serde_json::from_str(text).ok().or_else(|| {
        let mut reader = Reader { rest: text.trim() };
        let value = reader.value(0)?;
        reader.rest.is_empty().then_some(value)
    })?;
    translated(&value)
}

/// Reads the shortened spelling: keys without quotes, `'` for `"`, `t` and `f` for true and false,
/// colours without quotes, and nothing for an empty object in a list.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip(&mut self, c: char) -> bool {
        let after = self.rest.strip_prefix(c);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        match self.rest.chars().next()? {
            '{' => self.object(depth),
            '[' => self.list(depth),
            '\'' | '"' => self.string().map(Value::String),
            _ => {
                let end = self.rest.find([',', '}', ']'])?;
                let (word, rest) = self.rest.split_at(end);
                self.rest = rest;
                if word.is_empty() {
                    return None;
                }
                Some(match word {
                    "t" | "true" => Value::Bool(true),
                    "f" | "false" => Value::Bool(false),
                    "null" => Value::Null,
                    word => serde_json::from_str(word).unwrap_or_else(|_| Value::String(word.to_string())),
                })
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        self.skip('[');
        let mut items = Vec::new();
        if self.skip(']') {
            return Some(Value::Array(items));
        }
        loop {
            items.push(match self.rest.chars().next()? {
                ',' | ']' => Value::Object(Map::new()),
                _ => self.value(depth + 1)?,
            });
            match (self.skip(','), self.skip(']')) {
                (true, true) => items.push(Value::Object(Map::new())),
                (true, false) => continue,
                (false, true) => {}
                (false, false) => return None,
            }
            return Some(Value::Array(items));
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.skip('{');
        let mut object = Map::new();
        while !self.skip('}') {
            let key = match self.rest.chars().next()? {
                '\'' | '"' => self.string()?,
                _ => {
                    let (key, rest) = self.rest.split_at(self.rest.find(':')?);
                    self.rest = rest;
                    key.to_string()
                }
            };
            if !self.skip(':') {
                return None;
            }
            let long = KEYS.iter().find(|(short, _)| *short == key).map_or(key.as_str(), |(_, long)| long);
            object.insert(long.to_string(), self.value(depth + 1)?);
            if !self.skip(',') && !self.rest.starts_with('}') {
                return None;
            }
        }
        Some(Value::Object(object))
    }

    fn string(&mut self) -> Option<String> {
        let quote = self.rest.chars().next()?;
        let mut json = String::from('"');
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                c if c == quote => {
                    self.rest = &self.rest[at + 1..];
                    json.push('"');
                    return serde_json::from_str(&json).ok();
                }
                '\\' => match chars.next()?.1 {
                    '\'' => json.push('\''),
                    other => json.extend(['\\', other]),
                },
                '"' => json += "\\\"",
                c => json.push(c),
            }
        }
        None
    }
}

/// The puzzle with the keys of f-puzzles. Drawings get the names that f-puzzles has for them.
fn translated(value: &Value) -> Option<Value> {
    let rows = value["cells"].as_array()?;
    let n = rows.len();
    let list = |key: &str| value[key].as_array().map_or(&[][..], Vec::as_slice);
    let inside = |at: &Value| usize::try_from(at.as_u64()?).ok().filter(|&at| at < n);
    let at = |place: &Value| Some((inside(&place[0])?, inside(&place[1])?));
    let mut grid: Vec<Vec<Map<String, Value>>> = Vec::new();
    for row in rows {
        let cell = |cell: &Value| {
            let mut out = Map::new();
            let number = cell["value"].as_u64().or_else(|| cell["value"].as_str()?.parse().ok());
            match (&cell["value"], number) {
                (Value::Null, _) => {}
                (_, Some(number)) => out.extend([("value".into(), json!(number)), ("given".into(), json!(true))]),
                (other, None) => out.extend([("value".into(), other.clone())]),
            }
            out
        };
        grid.push(row.as_array()?.iter().map(cell).collect());
    }
    for (number, region) in list("regions").iter().enumerate() {
        for place in region.as_array()? {
            let (row, column) = at(place)?;
            grid.get_mut(row)?.get_mut(column)?.insert("region".into(), json!(number));
        }
    }
    let mut object = Map::from_iter([("size".to_string(), json!(n)), ("grid".to_string(), json!(grid))]);
    let is_word = |text: &str, key: &str| text.strip_prefix(key).map(|rest| rest.trim().to_string());
    let mut words = Map::new();
    for (key, held) in [("title", "title"), ("author", "author"), ("rules", "ruleset")] {
        if let Some(text) = value["metadata"][key].as_str() {
            words.insert(held.to_string(), json!(text));
        }
    }
    for cage in list("cages") {
        let said = cage["value"].as_str().unwrap_or("");
        // A cage without cells holds a word about the puzzle. Rows, columns and regions may be
        // hidden cages.
        if cage["cells"].as_array().is_none_or(Vec::is_empty) {
            let known = [("title:", "title"), ("author:", "author"), ("rules:", "ruleset")];
            for (lead, held) in known {
                if let Some(text) = is_word(said, lead) {
                    words.insert(held.to_string(), json!(text));
                }
            }
        } else if cage["hidden"].as_bool() != Some(true) {
            let is_bare = cage["value"].is_null() || cage["value"] == json!("");
            let cells: Vec<&Value> = cage["cells"].as_array().into_iter().flatten().collect();
            let names: Vec<String> =
                cells.iter().filter_map(|cell| at(cell)).map(|(row, column)| name(row, column)).collect();
            // Only the words of the puzzle explain a label of cells that may be alike.
            let differ = cage["unique"].as_bool() == Some(true) && names.len() == cells.len();
            let kind = match (is_bare, differ) {
                (true, _) => "cage",
                (false, true) => "killercage",
                (false, false) => LABELLED,
            };
            let cage = json!({ "cells": names, "value": cage["value"] });
            object.entry(kind).or_insert_with(|| json!([])).as_array_mut()?.push(cage);
        }
    }
    // Rules are in words only, so a puzzle with others than the usual ones would be another puzzle.
    let rules = words.get("ruleset").and_then(Value::as_str).unwrap_or("").to_lowercase();
    let usual = ["normal", "standard", "classic", "irregular", "jigsaw", "sudoku", "rules", "apply", "the", "of"];
    if rules.split(|c: char| !c.is_alphanumeric()).any(|word| !word.is_empty() && !usual.contains(&word)) {
        object.insert(IN_WORDS.to_string(), json!(true));
    }
    if list("regions").is_empty() {
        object.insert(NO_REGIONS.to_string(), json!(true));
    }
    object.extend(words);
    for (key, held) in [("lines", "line"), ("arrows", "arrow"), ("overlays", "text"), ("underlays", "rectangle")] {
        let drawn: Vec<Value> = list(key).iter().map(|drawing| named(drawing, n)).collect();
        if !drawn.is_empty() {
            object.insert(held.to_string(), json!(drawn));
        }
    }
    Some(Value::Object(object))
}

/// The name of a cell, whose row and column count from 0.
fn name(row: usize, column: usize) -> String {
    format!("R{}C{}", row + 1, column + 1)
}

/// A drawing with the names of the cells that it lies on: those along its way, or those that its
/// centre touches. Places are rows and columns from the upper left corner.
fn named(drawing: &Value, n: usize) -> Value {
    let place = |place: &Value| Some((place[0].as_f64()?, place[1].as_f64()?));
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
    let way: Vec<(f64, f64)> = drawing["wayPoints"].as_array().into_iter().flatten().filter_map(place).collect();
    let mut line: Vec<String> = Vec::new();
    for pair in way.windows(2) {
        let (rows, columns) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let steps = rows.abs().max(columns.abs()).min(n as f64).ceil().max(1.0) as usize;
        let along = |step: usize| step as f64 / steps as f64;
        line.extend((0..=steps).map(|step| cell((pair[0].0 + rows * along(step), pair[0].1 + columns * along(step)))));
    }
    line.dedup();
    let mut cells = Vec::new();
    if let Some((row, column)) = place(&drawing["center"]) {
        for row in around(row) {
            cells.extend(around(column).into_iter().map(|column| name(row, column)));
        }
    }
    let lines = if line.is_empty() { json!([]) } else { json!([line]) };
    json!({ "cells": cells, "lines": lines, "value": drawing["text"] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_spelling_is_read() {
        let read = |text: &str| {
            let mut reader = Reader { rest: text };
            reader.value(0).filter(|_| reader.rest.is_empty())
        };
        for (text, json) in [
            ("{ce:[[{v:5},,{v:1}],[,,]]}", r#"{"cells": [[{"value": 5}, {}, {"value": 1}], [{}, {}, {}]]}"#),
            (
                "{t:'it\\'s',r:t,c:FF00aa,c1:#0}",
                r##"{"title": "it's", "rounded": true, "color": "FF00aa", "borderColor": "#0"}"##,
            ),
            ("{'a b':[],x:-1.5,te:'say \"so\"\\n'}", r#"{"a b": [], "x": -1.5, "text": "say \"so\"\n"}"#),
            ("{re:[[[0,0],[0,1]]]}", r#"{"regions": [[[0, 0], [0, 1]]]}"#),
        ] {
            assert_eq!(read(text), Some(serde_json::from_str(json).unwrap()), "{text}");
        }
        for text in ["{", "[", "{a", "{a:}", "{a:1", "[1", "'a", "{a:'\\", "{a:1 b:2}{", "", &"[".repeat(100_000)] {
            assert_eq!(read(text), None, "{:.20}", text);
        }
    }
}
