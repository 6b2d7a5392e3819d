//! The shortened spelling of JSON in links of SudokuPad that begin with `scl`.

use serde_json::{Map, Value};

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

/// The deepest nesting that is read.
const DEEPEST: usize = 32;

/// The value of a text, which is JSON or its shortened spelling. `None` if it is neither.
pub(super) fn read(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| {
        let mut reader = Reader { rest: text.trim() };
        let value = reader.value(0)?;
        reader.rest.is_empty().then_some(value)
    })
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
