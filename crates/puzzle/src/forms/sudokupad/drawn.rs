//! The drawings of SudokuPad's JSON with their looks: lines, arrows, discs, texts and cages.

use super::MOST_DRAWN;
use crate::cell::Cell;
use crate::json::{JsonText, JsonValue};
use crate::propose::{DrawnPlace, DrawnShape, Hue, SeenDrawing};

/// The largest distance of a coordinate from the middle of a cell, or from the line between two, in
/// cells.
const NEAR: f64 = 0.15;

/// The largest distance of a line from the middles of the cells that it passes, in cells.
const OFF: f64 = 0.35;

/// The most cells of a line.
const LONGEST: usize = 400;

/// All drawings of a puzzle, in their order. Fields that are not known here are looks.
pub(crate) fn drawings(document: &JsonText) -> Vec<SeenDrawing> {
    let fields = document.root().all_fields();
    // A puzzle with more drawings than that is refused.
    let list = |key: &str| {
        let mut list = fields.get(key).and_then(JsonValue::list).unwrap_or_default();
        list.truncate(MOST_DRAWN + 1);
        list
    };
    let rows = list("cells");
    let n = rows.len();
    let mut found = Vec::new();
    for (key, has_head) in [("lines", false), ("arrows", true)] {
        found.extend(list(key).into_iter().map(|line| one_line(line, has_head, n)));
    }
    for key in ["underlays", "overlays"] {
        found.extend(list(key).into_iter().map(|mark| one_mark(mark, n)));
    }
    found.extend(list("cages").into_iter().filter_map(|cage| one_cage(cage, n)));
    found
}

fn point(value: JsonValue) -> Option<(f64, f64)> {
    match value.list()?[..] {
        [row, column] => Some((row.decimal()?, column.decimal()?)),
        _ => None,
    }
}

fn cell(row: f64, column: f64, n: usize) -> Option<Cell> {
    let inside = |at: f64| (at >= 0.0 && at < n as f64).then_some(at as usize);
    Some(Cell((inside(row)? * n + inside(column)?) as u16))
}

fn one_line(line: JsonValue, has_head: bool, n: usize) -> SeenDrawing {
    let fields = line.all_fields();
    let hue = fields.get("color").and_then(JsonValue::str).map_or(Hue::None, Hue::of);
    if fields.get("thickness").and_then(JsonValue::decimal) == Some(0.0) {
        return SeenDrawing { shown: DrawnShape::Other("line without a width".to_string()), hue };
    }
    let points: Vec<(f64, f64)> =
        fields.get("wayPoints").and_then(JsonValue::list).unwrap_or_default().into_iter().filter_map(point).collect();
    let points = match points[..] {
        [one, two] => inside_corners(one, two).to_vec(),
        _ => points,
    };
    let mut path: Vec<Option<Cell>> = Vec::new();
    for pair in points.windows(2).take(LONGEST) {
        let (down, right) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        // A line of another slope, or along a border, does not pass the middles of cells.
        let (less, more) = (down.abs().min(right.abs()), down.abs().max(right.abs()));
        let is_off = |at: f64| (at - at.floor() - 0.5).abs() > OFF;
        let is_along =
            less < NEAR && more > 1.0 && (if down.abs() < right.abs() { is_off(pair[0].0) } else { is_off(pair[0].1) });
        if is_along || less > OFF && more - less > OFF {
            return SeenDrawing { shown: DrawnShape::Other("line between cells".to_string()), hue };
        }
        let steps = down.abs().max(right.abs()).ceil().clamp(1.0, 2.0 * n.max(1) as f64) as usize;
        for step in 0..=steps {
            let part = step as f64 / steps as f64;
            let (row, column) = (pair[0].0 + down * part, pair[0].1 + right * part);
            path.push(cell(row, column, n));
        }
    }
    path.dedup();
    // A longer way is a picture.
    let whole: Option<Vec<Cell>> = path.into_iter().take(LONGEST + 1).collect();
    let Some(path) = whole.filter(|path| (1..=LONGEST).contains(&path.len())) else {
        return SeenDrawing { shown: DrawnShape::Other("line outside the grid".to_string()), hue };
    };
    SeenDrawing { shown: if has_head { DrawnShape::Arrow(path) } else { DrawnShape::Line(path) }, hue }
}

/// A diagonal from a corner of cells to another one as one between the middles of its first and its
/// last cell.
fn inside_corners(one: (f64, f64), two: (f64, f64)) -> [(f64, f64); 2] {
    let (down, right) = (two.0 - one.0, two.1 - one.1);
    let is_corner = |(row, column): (f64, f64)| row.fract() == 0.0 && column.fract() == 0.0;
    if !is_corner(one) || !is_corner(two) || down.abs() != right.abs() || down == 0.0 {
        return [one, two];
    }
    let (row, column) = (down.signum() / 2.0, right.signum() / 2.0);
    [(one.0 + row, one.1 + column), (two.0 - row, two.1 - column)]
}

fn one_mark(mark: JsonValue, n: usize) -> SeenDrawing {
    let fields = mark.all_fields();
    let text = |key: &str| fields.get(key).map_or(String::new(), JsonValue::text);
    let number = |key: &str| fields.get(key).and_then(JsonValue::decimal);
    let fill = Hue::of(&text("backgroundColor"));
    let (width, height) = (number("width").unwrap_or(0.0), number("height").unwrap_or(0.0));
    let round = fields.get("rounded").and_then(JsonValue::bool) == Some(true);
    let place = match fields.get("center").and_then(point) {
        Some((row, column)) => place(row, column, n),
        None => DrawnPlace::Other,
    };
    // A pill over several cells is not a disc.
    let size = if (width - height).abs() < NEAR { width } else { f64::INFINITY };
    SeenDrawing { shown: DrawnShape::Mark { place, round, size, text: text("text") }, hue: fill }
}

fn place(row: f64, column: f64, n: usize) -> DrawnPlace {
    let is_middle = |at: f64| (at - at.floor() - 0.5).abs() < NEAR;
    let is_line = |at: f64| (at - at.round()).abs() < NEAR;
    let side = n as f64;
    match (is_middle(row), is_middle(column)) {
        (true, true) => match cell(row, column, n) {
            Some(cell) => DrawnPlace::Cell(cell),
            None => outside(row, column, side, n),
        },
        (true, false) if is_line(column) => edge(cell(row, column - 0.5, n), cell(row, column + 0.5, n)),
        (false, true) if is_line(row) => edge(cell(row - 0.5, column, n), cell(row + 0.5, column, n)),
        (false, false) if is_line(row) && is_line(column) => corner(row.round(), column.round(), n),
        _ => DrawnPlace::Other,
    }
}

fn corner(row: f64, column: f64, n: usize) -> DrawnPlace {
    let last = cell(row + 0.5, column + 0.5, n);
    cell(row - 0.5, column - 0.5, n).filter(|_| last.is_some()).map_or(DrawnPlace::Other, DrawnPlace::Corner)
}

fn edge(one: Option<Cell>, two: Option<Cell>) -> DrawnPlace {
    one.zip(two).map_or(DrawnPlace::Other, |(one, two)| DrawnPlace::Edge(one, two))
}

fn outside(row: f64, column: f64, side: f64, n: usize) -> DrawnPlace {
    let inside = |at: f64| at > 0.0 && at < side;
    let first = match () {
        () if inside(column) && row < 0.0 => cell(0.0, column, n).map(|first| (first, (1, 0))),
        () if inside(column) => cell(side - 0.5, column, n).map(|first| (first, (-1, 0))),
        () if inside(row) && column < 0.0 => cell(row, 0.0, n).map(|first| (first, (0, 1))),
        () if inside(row) => cell(row, side - 0.5, n).map(|first| (first, (0, -1))),
        () => None,
    };
    first.map_or(DrawnPlace::Other, |(first, step)| DrawnPlace::Outside(first, step))
}

/// A cage that is not a killer cage by itself: without a number, or with a label and cells that may
/// be alike. Cages without cells are words, and hidden ones are rows, columns and regions.
fn one_cage(cage: JsonValue, n: usize) -> Option<SeenDrawing> {
    let fields = cage.all_fields();
    let cells = fields.get("cells").and_then(JsonValue::list).unwrap_or_default();
    let cells: Option<Vec<Cell>> =
        cells.into_iter().map(|at| point(at).and_then(|(row, column)| cell(row, column, n))).collect();
    let is = |key: &str| fields.get(key).and_then(JsonValue::bool) == Some(true);
    let label = fields.get("value").map_or(String::new(), JsonValue::text);
    let cells = cells.filter(|cells| !cells.is_empty())?;
    match (label.is_empty(), is("unique")) {
        (true, true) if !is("hidden") && cells.len() > 1 => {
            Some(SeenDrawing { shown: DrawnShape::Cage(cells), hue: Hue::None })
        }
        (false, false) => Some(SeenDrawing { shown: DrawnShape::Labelled(cells, label), hue: Hue::None }),
        (true, false) if !is("hidden") => Some(SeenDrawing { shown: DrawnShape::Cage(cells), hue: Hue::None }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{DrawnPlace, place};
    use crate::cell::Cell;

    /// Marks on both sides of the distance at which they are in a cell, on a line or neither.
    #[test]
    fn a_mark_is_where_it_is_near() {
        let cell = |row: f64, column: f64| matches!(place(row, column, 9), DrawnPlace::Cell(Cell(0)));
        assert!(cell(0.5, 0.5) && cell(0.64, 0.36) && !cell(0.66, 0.5) && !cell(0.5, 0.34));
        let edge = |row: f64, column: f64| matches!(place(row, column, 9), DrawnPlace::Edge(Cell(0), Cell(1)));
        assert!(edge(0.5, 1.0) && edge(0.5, 1.14) && !edge(0.5, 1.16) && !edge(0.66, 1.0));
    }
}
