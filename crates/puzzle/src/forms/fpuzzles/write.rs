//! Writes a grid as the JSON of f-puzzles.

use crate::areas::Areas;
use crate::cell::{Cell, Entry};
use crate::form::MarkedGrid;
use crate::grid::{Grid, GridRule};
use crate::meta::{CELL_COLORS, Mark};
use crate::rules::{CANDIDATES, RuleSpec};
use crate::words;
use serde_json::{Map, Value, json};

/// Returns whether the JSON can hold a rule of a grid.
pub(super) fn holds(rule: &GridRule, grid: &Grid) -> bool {
    match is_given(rule) {
        true => are_several(rule, grid),
        false => {
            let written = rule.in_rows(grid, has_key);
            let is_written = |rules: Vec<GridRule>| rules.iter().all(|rule| rule.as_fpuzzles(grid).is_some());
            !has_other_meaning(rule, grid) && written.is_some_and(is_written)
        }
    }
}

/// Returns whether a row of the table of rules has a key here.
fn has_key(spec: &RuleSpec) -> bool {
    spec.fpuzzles.is_some()
}

/// Returns whether the key of a rule means another one in this grid.
pub(super) fn has_other_meaning(rule: &GridRule, grid: &Grid) -> bool {
    rule.spec().fpuzzles.is_some_and(|entry| (entry.unless)(grid))
}

/// Returns whether a rule is written as given candidates of its cells.
fn is_given(rule: &GridRule) -> bool {
    rule.id == CANDIDATES
}

/// The numbers that all given candidates of a cell allow; `None` if it has none.
fn given_numbers(grid: &Grid, cell: Cell) -> Option<Vec<u32>> {
    let mut all = grid.rules.iter().filter(|rule| is_given(rule) && rule.cells.contains(&cell));
    let mut numbers = all.next()?.numbers.clone();
    all.for_each(|rule| numbers.retain(|number| rule.numbers.contains(number)));
    Some(numbers)
}

/// Returns whether each cell of given candidates has two or more: one is written as a given, none
/// cannot be written.
fn are_several(rule: &GridRule, grid: &Grid) -> bool {
    rule.cells.iter().all(|&cell| given_numbers(grid, cell).is_some_and(|numbers| numbers.len() > 1))
}

/// The keys of a grid's rules, as their rows write them. A rule without a key is written
/// as others that mean the same: windows as extra regions.
fn rule_values(grid: &Grid) -> Map<String, Value> {
    let mut object = Map::new();
    let others = grid.rules.iter().filter(|rule| !is_given(rule));
    for rule in others.filter_map(|rule| rule.in_rows(grid, has_key)).flatten() {
        match (rule.as_fpuzzles(grid), &mut object) {
            (None, _) => {}
            (Some((key, Value::Array(more))), object) => {
                let list = object.entry(key).or_insert_with(|| json!([]));
                list.as_array_mut().into_iter().for_each(|list| list.extend(more.clone()));
            }
            (Some((key, flag)), object) => _ = object.insert(key.to_string(), flag),
        }
    }
    object
}

/// The JSON of a grid, with its marks and its title.
pub(super) fn value(sheet: &MarkedGrid) -> Value {
    let MarkedGrid { grid, marks, meta, .. } = sheet;
    let n = grid.n_symbols();
    let is_usual = Areas::usual_boxes(n).as_ref() == Some(&grid.areas);
    let (regions, n_regions) = (grid.areas.numbers(grid.size()), grid.n_areas());
    let cell = |at: usize| {
        let mut cell = Map::new();
        match grid.cells[at] {
            Entry::Empty | Entry::Hole => {}
            Entry::Given(symbol) => cell.extend([("value".into(), json!(symbol.0 + 1)), ("given".into(), json!(true))]),
            Entry::Own(symbol) => cell.extend([("value".into(), json!(symbol.0 + 1))]),
        }
        if !is_usual {
            let region = Some(regions[at]).filter(|&region| region < n_regions);
            cell.insert("region".into(), json!(region));
        }
        for (key, mark) in [("cornerPencilMarks", Mark::Corner), ("centerPencilMarks", Mark::Centre)] {
            let set = marks.of(mark).get(at).copied().unwrap_or_default();
            if !set.is_empty() {
                let numbers: Vec<u8> = set.symbols().map(|symbol| symbol.0 + 1).collect();
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
    let is_ordinary = words::unread(&meta.note, grid).is_empty();
    let note = if is_ordinary { meta.note.as_str() } else { "" };
    for (key, text) in [("title", meta.title.as_str()), ("author", &meta.source), ("ruleset", note)] {
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
