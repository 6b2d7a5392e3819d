//! The drawings of f-puzzles' JSON with their looks.

use crate::cell::Cell;
use crate::grid::Grid;
use crate::json::JsonValue;
use crate::propose::{DrawnPlace, DrawnShape, Hue, SeenDrawing};

/// The most cells of a line: a longer one is a picture.
const LONGEST: usize = 400;

/// One drawing of a key; `None` if the key is not one of drawings or cages.
pub(super) fn drawing(key: &str, value: JsonValue, grid: &Grid) -> Option<Vec<SeenDrawing>> {
    let fields = value.all_fields();
    let field = |key: &str| fields.get(key);
    let text = |key: &str| field(key).map_or(String::new(), JsonValue::text);
    let cells = |names: Option<JsonValue>| {
        names
            .and_then(JsonValue::list)
            .unwrap_or_default()
            .into_iter()
            .map(|name| cell(name, grid))
            .collect::<Option<Vec<_>>>()
    };
    let hue = |key: &str| field(key).and_then(JsonValue::str).map_or(Hue::None, Hue::of);
    match key {
        "line" => {
            let lines = field("lines").and_then(JsonValue::list).unwrap_or_default();
            let line = |line: JsonValue| match cells(Some(line)) {
                Some(path) if path.len() <= LONGEST => {
                    SeenDrawing { shown: DrawnShape::Line(path), hue: hue("outlineC") }
                }
                _ => {
                    SeenDrawing { shown: DrawnShape::Other("line outside the grid".to_string()), hue: hue("outlineC") }
                }
            };
            Some(lines.into_iter().map(line).collect())
        }
        "circle" | "rectangle" | "text" => {
            let size = field("width").and_then(JsonValue::decimal).unwrap_or(0.0);
            let is_turned = field("angle").and_then(JsonValue::decimal).is_some_and(|angle| angle % 90.0 != 0.0);
            let place = match cells(field("cells")).as_deref() {
                Some(&[one]) => DrawnPlace::Cell(one),
                Some(&[one, two]) => DrawnPlace::Edge(one, two),
                _ => DrawnPlace::Other,
            };
            // A turned mark is none of those that have a size.
            let size = if is_turned { 0.0 } else { size };
            let round = key == "circle" && !is_turned;
            let shown = DrawnShape::Mark { place, round, size, text: text("value") };
            Some(vec![SeenDrawing { shown, hue: if key == "text" { Hue::None } else { hue("baseC") } }])
        }
        "cage" => {
            let label = text("value");
            let shown = match cells(field("cells")) {
                Some(cells) if label.is_empty() => DrawnShape::Cage(cells),
                Some(cells) => DrawnShape::Labelled(cells, label),
                None => DrawnShape::Other("cage outside the grid".to_string()),
            };
            Some(vec![SeenDrawing { shown, hue: Hue::None }])
        }
        _ => None,
    }
}

/// The cell with a name such as `R1C2`; `None` outside the grid.
fn cell(name: JsonValue, grid: &Grid) -> Option<Cell> {
    let (row, column) = name.str()?.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let inside = |at: &str, most: usize| at.parse::<usize>().ok()?.checked_sub(1).filter(|&at| at < most);
    Some(grid.cell(inside(row, grid.rows())?, inside(column, grid.columns())?))
}
