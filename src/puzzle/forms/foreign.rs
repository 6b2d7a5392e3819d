//! Rules of f-puzzles' JSON that have no row here, as rules that are only drawn: their cells, lines
//! and labels, wherever an object names some.

use super::MOST_NUMBERS;
use crate::puzzle::cell::Cell;
use crate::puzzle::grid::{Grid, Rule};
use serde_json::Value;

/// The keys under which an object lists cells, or names one.
const CELLS: [&str; 4] = ["cells", "cloneCells", "cell", "circle"];

/// A key's objects as rules of this name, one each. A value that is not a list is one rule without
/// cells.
pub(super) fn drawn(name: &str, value: &Value, grid: &Grid) -> Vec<Rule> {
    match value {
        Value::Array(objects) => objects.iter().map(|object| one(name, object, grid)).collect(),
        object => vec![one(name, object, grid)],
    }
}

fn one(name: &str, object: &Value, grid: &Grid) -> Rule {
    let label = [&object["value"], &object["values"]].into_iter().find(|label| !label.is_null());
    let numbers = label.map_or(Vec::new(), numbers);
    // A label that is not a number is part of the name.
    let word = label.and_then(Value::as_str).filter(|_| numbers.is_empty()).unwrap_or("");
    let mut all: Vec<Cell> = CELLS.iter().flat_map(|key| cells(&object[*key], grid)).collect();
    let mut lines = Vec::new();
    for line in object["lines"].as_array().into_iter().flatten() {
        let mut line = cells(line, grid);
        line.dedup();
        // A line of one cell is a cell.
        if line.len() > 1 { lines.push(line) } else { all.extend(line) }
    }
    Rule { numbers, lines, ..Rule::only_drawn(&format!("{name} {word}"), all) }
}

/// The cells of a list of names, or of one name. A place outside the grid, such as that of a clue
/// beside a row, becomes the cell nearest to it.
fn cells(names: &Value, grid: &Grid) -> Vec<Cell> {
    let list = names.as_array().map_or_else(|| std::slice::from_ref(names), Vec::as_slice);
    let cell = |name: &Value| {
        let (row, column) = name.as_str()?.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
        let inside = |at: &str, most: usize| Some(at.parse::<i64>().ok()?.clamp(1, most as i64) as usize - 1);
        Some(grid.cell(inside(row, grid.rows())?, inside(column, grid.columns())?))
    };
    list.iter().filter_map(cell).collect()
}

/// The numbers of a label: itself, those of a text, or those of a list.
fn numbers(label: &Value) -> Vec<u32> {
    let number = |number: &Value| match number {
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_u64().and_then(|number| u32::try_from(number).ok()),
    };
    match label {
        Value::Array(list) => list.iter().filter_map(number).take(MOST_NUMBERS).collect(),
        one => number(one).into_iter().collect(),
    }
}
