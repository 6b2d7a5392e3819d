//! Units: sets of cells that hold each symbol at most once. All kinds of the sudoku family are
//! encoded with them.

use super::areas::{Areas, letter};
use super::cell::Cell;
use super::grid::Grid;

/// Cells that hold each symbol once; at most once if there are fewer than n of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub name: UnitName,
    pub cells: Vec<Cell>,
}

/// The name of a unit. Numbers are 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitName {
    Row(usize),
    Column(usize),
    Box(usize),
    Region(usize),
    /// From the top left to the bottom right.
    Falling,
    Rising,
    /// A unit of a rule: its name, its short name, and its number.
    Extra(&'static str, &'static str, usize),
}

impl UnitName {
    /// The name in words: `row 3`, `region b`.
    pub fn long(self) -> String {
        match self {
            UnitName::Row(k) => format!("row {}", k + 1),
            UnitName::Column(k) => format!("column {}", k + 1),
            UnitName::Box(k) => format!("box {}", k + 1),
            UnitName::Region(k) => format!("region {}", letter(k)),
            UnitName::Falling => "the falling diagonal".to_string(),
            UnitName::Rising => "the rising diagonal".to_string(),
            UnitName::Extra(name, _, k) => format!("{name} {}", k + 1),
        }
    }

    /// The short name: `r3`, `b`.
    pub fn short(self) -> String {
        match self {
            UnitName::Row(k) => format!("r{}", k + 1),
            UnitName::Column(k) => format!("c{}", k + 1),
            UnitName::Box(k) => format!("b{}", k + 1),
            UnitName::Region(k) => letter(k),
            UnitName::Falling => "\\".to_string(),
            UnitName::Rising => "/".to_string(),
            UnitName::Extra(_, short, k) => format!("{short}{}", k + 1),
        }
    }
}

impl Grid {
    /// The rows, the columns, the areas, the diagonals if they count, and the units of rules.
    pub fn units(&self) -> Vec<Unit> {
        let n = self.n();
        let number = self.areas.numbers(n);
        let areas = number.iter().max().map_or(0, |last| last + 1);
        let area_name = match self.areas {
            Areas::Boxes { .. } => UnitName::Box,
            Areas::Walls(_) => UnitName::Region,
        };
        let unit = |name, cells: Vec<Cell>| Unit { name, cells };
        let mut units = Vec::with_capacity(3 * n + 2);
        units.extend((0..n).map(|r| unit(UnitName::Row(r), (0..n).map(|c| self.cell(r, c)).collect())));
        units.extend((0..n).map(|c| unit(UnitName::Column(c), (0..n).map(|r| self.cell(r, c)).collect())));
        units.extend(
            (0..areas).map(|area| {
                unit(area_name(area), self.all_cells().filter(|cell| number[cell.index()] == area).collect())
            }),
        );
        if self.diagonals {
            units.push(unit(UnitName::Falling, (0..n).map(|k| self.cell(k, k)).collect()));
            units.push(unit(UnitName::Rising, (0..n).map(|k| self.cell(n - 1 - k, k)).collect()));
        }
        for (spec, number, cells) in self.rule_units() {
            units.push(unit(UnitName::Extra(spec.name, spec.short, number), cells));
        }
        units
    }
}
