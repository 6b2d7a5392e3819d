//! The ways in which rules lower to constraints. The functions get the numbers that symbols mean.

use super::Lowering;
use crate::areas::Areas;
use crate::cell::Cell;
use crate::constraint::{Constraint, Relation};
use crate::grid::{Grid, GridRule};
use crate::size::Size;

/// Units, by the row-major positions of their cells.
pub(super) fn units(units: Vec<Vec<usize>>) -> Vec<Constraint> {
    let cells = |unit: Vec<usize>| unit.into_iter().map(|cell| Cell(cell as u16)).collect();
    units.into_iter().map(|unit| Constraint::AllDifferent(cells(unit))).collect()
}

/// A diagonal as a unit; none if the grid is not square, or has both diagonals anyway.
pub(super) fn diagonal(grid: &Grid, rises: bool) -> Vec<Constraint> {
    match grid.is_square() && !grid.diagonals {
        true => vec![Constraint::AllDifferent(grid.diagonal(rises))],
        false => Vec::new(),
    }
}

/// Each named cell holds only numbers that the function allows.
pub(super) fn each(rule: &GridRule, grid: &Lowering, allows: impl Fn(u8) -> bool) -> Vec<Constraint> {
    let allowed = grid.alphabet.symbols().filter(|&symbol| allows(grid.number(symbol)));
    let set = allowed.collect();
    rule.cells.iter().map(|&cell| Constraint::Allowed(cell, set)).collect()
}

/// Two cells at one of these offsets (rows, columns) hold only two numbers that the function
/// allows.
pub(super) fn apart(grid: &Lowering, offsets: &[(i32, i32)], allows: impl Fn(u8, u8) -> bool) -> Vec<Constraint> {
    pairs(grid, grid.all_cells().flat_map(|cell| at(grid, cell, offsets)), allows)
}

/// Each named cell and each of its orthogonal neighbours that no rule of the same row names hold
/// only two numbers that the function allows.
pub(super) fn beside(rule: &GridRule, grid: &Lowering, allows: impl Fn(u8, u8) -> bool) -> Vec<Constraint> {
    let around = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let alike = || grid.rules.iter().filter(|other| other.id == rule.id).chain([rule]);
    let is_marked = |cell: &Cell| alike().any(|other| other.cells.contains(cell));
    let both = rule.cells.iter().flat_map(|&cell| at(grid, cell, &around));
    pairs(grid, both.filter(|(_, other)| !is_marked(other)), allows)
}

/// Each two successive named cells hold only two numbers that the function allows.
pub(super) fn along(rule: &GridRule, grid: &Lowering, allows: impl Fn(u8, u8) -> bool) -> Vec<Constraint> {
    pairs(grid, rule.cells.windows(2).map(|pair| (pair[0], pair[1])), allows)
}

/// Each two of the named cells hold only two numbers that the function allows.
pub(super) fn every_two(rule: &GridRule, grid: &Lowering, allows: impl Fn(u8, u8) -> bool) -> Vec<Constraint> {
    let cells = &rule.cells;
    let both = (0..cells.len()).flat_map(|at| cells[at + 1..].iter().map(move |&other| (cells[at], other)));
    pairs(grid, both, allows)
}

/// Each two of `many` successive named cells hold only two numbers that the function allows.
pub(super) fn within(rule: &GridRule, grid: &Lowering, many: u32, allows: impl Fn(u8, u8) -> bool) -> Vec<Constraint> {
    let near = |by: u32| rule.cells.iter().copied().zip(rule.cells.iter().copied().skip(by as usize));
    let most = many.min(rule.cells.len() as u32);
    pairs(grid, (1..most).flat_map(near), allows)
}

/// Returns true if one of two numbers is `times` the other.
pub(super) fn is_ratio(one: u8, other: u8, times: u32) -> bool {
    let is = |one: u8, other: u8| u32::from(one) == times.saturating_mul(other.into());
    is(one, other) || is(other, one)
}

/// Neighbours for which the grid has none of these rules hold only two numbers that the function
/// allows.
pub(super) fn without(grid: &Lowering, ids: &[&str], allows: impl Fn(u8, u8) -> bool) -> Vec<Constraint> {
    let has = |pair: &(Cell, Cell)| {
        let named = |rule: &GridRule| rule.cells.contains(&pair.0) && rule.cells.contains(&pair.1);
        grid.rules.iter().any(|rule| ids.contains(&rule.id.as_str()) && named(rule))
    };
    let beside = grid.all_cells().flat_map(|cell| at(grid, cell, &[(0, 1), (1, 0)]));
    pairs(grid, beside.filter(|pair| !has(pair)), allows)
}

/// Two cells do not both hold the number of steps between them, along rows and columns.
pub(super) fn steps_apart(grid: &Lowering) -> Vec<Constraint> {
    let highest = i32::from(grid.lowest) + grid.n_symbols() as i32 - 1;
    let of_distance = |distance: i32| {
        let mut offsets: Vec<(i32, i32)> =
            (0..=distance).flat_map(|rows| [(rows, distance - rows), (rows, rows - distance)]).collect();
        // The two offsets of the last row are one, and one of the first row points backwards.
        offsets.pop();
        offsets.retain(|&(rows, columns)| rows > 0 || columns > 0);
        apart(grid, &offsets, move |one, other| one != other || i32::from(one) != distance)
    };
    (1..=highest).flat_map(of_distance).collect()
}

/// The named cells read the same from both ends.
pub(super) fn mirror(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let ends = rule.cells.iter().copied().zip(rule.cells.iter().rev().copied()).take(rule.cells.len() / 2);
    pairs(grid, ends, |one, other| one == other)
}

/// The second half of the named cells repeats the first half.
pub(super) fn repeated(rule: &GridRule, grid: &Lowering) -> Vec<Constraint> {
    let (first, second) = rule.cells.split_at(rule.cells.len() / 2);
    pairs(grid, first.iter().copied().zip(second.iter().copied()), |one, other| one == other)
}

/// Pairs of cells with one relation. None if there are too many of them.
fn pairs(
    grid: &Lowering,
    cells: impl Iterator<Item = (Cell, Cell)>,
    allows: impl Fn(u8, u8) -> bool,
) -> Vec<Constraint> {
    let number = |symbol| grid.number(symbol);
    let relation = Relation::new(grid.n_symbols(), |one, other| allows(number(one), number(other)));
    let each = grid.n_symbols();
    let held = cells.take_while(|_| grid.holds(each));
    held.map(|(one, other)| Constraint::Pair(one, other, relation.clone())).collect()
}

/// A cell with each cell of the grid at one of these offsets from it.
fn at(grid: &Grid, cell: Cell, offsets: &[(i32, i32)]) -> Vec<(Cell, Cell)> {
    offsets.iter().filter_map(|&by| Some((cell, grid.related(cell, by)?))).collect()
}

/// The windows: boxes that begin one cell from the top and left edges, one cell apart. None if the
/// grid is not square or has no usual boxes.
pub(super) fn windows(grid: &Grid) -> Vec<Vec<usize>> {
    let n = grid.n_symbols();
    let Some(Areas::Boxes { rows, columns }) = Areas::usual_boxes(n).filter(|_| grid.size() == Size::square(n)) else {
        return Vec::new();
    };
    let starts = |long: usize| (1..n.saturating_sub(long)).step_by(long + 1);
    let window =
        |top: usize, left: usize| (0..n).map(|k| (top + k / columns) * n + left + k % columns).collect::<Vec<usize>>();
    starts(rows).flat_map(|top| starts(columns).map(move |left| window(top, left))).collect()
}

/// Cells at the same place of their boxes; none without boxes, and with more boxes than symbols.
pub(super) fn groups(grid: &Grid) -> Vec<Vec<usize>> {
    let Areas::Boxes { rows, columns } = grid.areas else { return Vec::new() };
    if grid.size().n_cells() > rows * columns * grid.n_symbols() {
        return Vec::new();
    }
    let place = |cell: Cell| {
        let (row, column) = grid.place(cell);
        row % rows * columns + column % columns
    };
    let group = |k: usize| grid.all_cells().filter(|&cell| place(cell) == k).map(Cell::index).collect();
    (0..rows * columns).map(group).collect()
}
