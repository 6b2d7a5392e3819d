//! Rules of f-puzzles' JSON that have no row here, as rules that are only drawn: their cells, lines
//! and labels, wherever an object names some.

use super::MOST_NUMBERS;
use crate::cell::Cell;
use crate::grid::{Grid, GridRule};
use crate::json::JsonValue;

/// The keys under which an object lists cells, or names one.
const CELLS: [&str; 4] = ["cells", "cloneCells", "cell", "circle"];

/// A key's objects as rules of this name, one each. A value that is not a list is one rule without
/// cells.
pub(super) fn drawn(name: &str, value: JsonValue, grid: &Grid) -> Vec<GridRule> {
    match value.list() {
        Some(objects) => objects.into_iter().map(|object| one(name, object, grid)).collect(),
        None => vec![one(name, value, grid)],
    }
}

fn one(name: &str, object: JsonValue, grid: &Grid) -> GridRule {
    // The rule is only drawn: its cells, lines and label are enough.
    let fields = object.all_fields();
    let field = |key: &str| fields.get(key);
    let label = ["value", "values"].into_iter().filter_map(field).find(|label| !label.is_null());
    let numbers = label.map_or(Vec::new(), numbers);
    // A label that is not a number is part of the name.
    let word = label.and_then(JsonValue::str).filter(|_| numbers.is_empty()).unwrap_or("");
    let mut all: Vec<Cell> = CELLS.into_iter().filter_map(field).flat_map(|names| cells(names, grid)).collect();
    let mut lines = Vec::new();
    for line in field("lines").and_then(JsonValue::list).unwrap_or_default() {
        let mut line = cells(line, grid);
        line.dedup();
        // A line of one cell is a cell.
        if line.len() > 1 { lines.push(line) } else { all.extend(line) }
    }
    GridRule { numbers, lines, ..GridRule::only_drawn(&format!("{name} {word}"), all) }
}

/// The cells of a list of names, or of one name. A place outside the grid, such as that of a clue
/// beside a row, becomes the cell nearest to it.
fn cells(names: JsonValue, grid: &Grid) -> Vec<Cell> {
    let cell = |name: JsonValue| {
        let (row, column) = name.str()?.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
        let inside = |at: &str, most: usize| Some(at.parse::<i64>().ok()?.clamp(1, most as i64) as usize - 1);
        Some(grid.cell(inside(row, grid.rows())?, inside(column, grid.columns())?))
    };
    names.list().unwrap_or_else(|| vec![names]).into_iter().filter_map(cell).collect()
}

/// The numbers of a label: itself, those of a text, or those of a list.
fn numbers(label: JsonValue) -> Vec<u32> {
    match label.list() {
        Some(list) => list.into_iter().filter_map(JsonValue::number).take(MOST_NUMBERS).collect(),
        None => label.number().into_iter().collect(),
    }
}
