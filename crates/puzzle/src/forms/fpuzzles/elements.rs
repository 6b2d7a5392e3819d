//! The rules that the JSON of f-puzzles lists: a key, and under it an object for each rule. Every
//! field of an object is read, harmless or refused.

use crate::grid::{Grid, GridRule};
use crate::json::{Harmless, JsonValue};
use crate::rules::Cells;
use crate::rules::fpuzzles::{KeyRules, rows_of};
use crate::scan::{ParseError, TextWord};
use std::collections::HashSet;

/// Fields that say how an object looks.
pub(in crate::forms) static LOOKS: [Harmless; 10] = [
    Harmless { key: "outlineC", why: "the colour of a line" },
    Harmless { key: "baseC", why: "the colour of an area" },
    Harmless { key: "fontC", why: "the colour of a text" },
    Harmless { key: "width", why: "the size of a drawing" },
    Harmless { key: "height", why: "the size of a drawing" },
    Harmless { key: "size", why: "the size of a text" },
    Harmless { key: "angle", why: "the direction of a drawing" },
    Harmless { key: "isNewConstraint", why: "the tool that drew the object" },
    Harmless { key: "fromConstraint", why: "the tool that drew the object" },
    Harmless { key: "fromRangskSolver", why: "the tool that drew the object" },
];

/// The rules that a key describes. An error names a rule that is not supported.
pub(super) fn rules(key: &str, value: JsonValue, grid: &Grid, at: &TextWord) -> Result<Vec<GridRule>, ParseError> {
    let Some(spec) = rows_of(key).next() else { return Ok(Vec::new()) };
    let key = KeyRules { key, spec, grid, at };
    if !spec.is_listed(key.key) {
        return match value.bool() {
            Some(true) => Ok(vec![GridRule::new(spec.id, Vec::new())]),
            _ => Err(ParseError::at(at, format!("true or false is expected for `{}`", key.key))),
        };
    }
    let mut found = Vec::new();
    for object in value.list().unwrap_or_default() {
        if !spec.names_cells() {
            found.push(GridRule::new(key.of_value(Some(object))?.id, Vec::new()));
            continue;
        }
        let unknown = |field: &str| key.unsupported(&format!("with `{field}`"));
        let read = object.read(&[&LOOKS], |fields| key.read(fields), unknown);
        found.extend(read.unwrap_or_else(|| Err(key.unsupported(&format!("without cells: {}", object.text()))))?);
    }
    // Single cells are one rule together.
    if spec.takes.cells == Cells::Each && spec.takes.numbers.1 == 0 {
        let mut seen = HashSet::new();
        let cells = found.iter().flat_map(|rule| rule.cells.iter().copied()).filter(|&cell| seen.insert(cell));
        found = vec![GridRule::new(spec.id, cells.collect())];
    }
    Ok(found)
}
