//! Why a grid cannot have a rule, in words: what each arrangement of cells asks for, and what
//! single rows do.

use super::{ANY, Cells, LONGEST_NAME, MOST_CIRCLED, OWN};
use crate::cell::Cell;
use crate::grid::{Grid, GridRule};
use crate::scan::counted;

/// The circle of an arrow has a few cells, and the line goes on after it.
pub(super) fn circle(rule: &GridRule, _: &Grid) -> Option<String> {
    let is_other = rule.numbers.first().is_some_and(|&number| number as usize != rule.circle());
    is_other
        .then(|| format!("the circle of `{}` is 1 to {MOST_CIRCLED} cells, with one cell or more after it", rule.id))
}

/// Both sets of cells have a cell.
pub(super) fn empty_set(rule: &GridRule, _: &Grid) -> Option<String> {
    let is_empty = rule.two_sets().is_none();
    is_empty.then(|| format!("`{}` needs at least one cell on each side", rule.id))
}

/// A cell of several grids is in no row of the whole.
pub(super) fn no_whole_rows(rule: &GridRule, grid: &Grid) -> Option<String> {
    let is_several = !grid.grids().is_empty();
    is_several.then(|| format!("`{}` is about rows of one grid, and there are several grids", rule.id))
}

/// The parts of a loop may begin at any sum, so its automaton grows with each cell.
pub(super) fn long_loop(rule: &GridRule, _: &Grid) -> Option<String> {
    const MOST: usize = 10;
    let is_long = rule.cells.len() > MOST;
    is_long.then(|| format!("`{}` names {} cells, at most {MOST} expected", rule.id, rule.cells.len()))
}

/// Numbers are divided by another number than 0.
pub(super) fn no_remainder(rule: &GridRule, _: &Grid) -> Option<String> {
    let is_zero = rule.numbers == [0];
    is_zero.then(|| format!("`{}` names the number 0: there is no remainder by it", rule.id))
}

/// A leap has two numbers, and leads to another cell.
pub(super) fn half_leap(rule: &GridRule, _: &Grid) -> Option<String> {
    match rule.numbers[..] {
        [_] => Some(format!("`{}` names 1 number, none or 2 expected", rule.id)),
        [0, 0] => Some(format!("`{}` names 0 and 0: that is the cell itself", rule.id)),
        _ => None,
    }
}

/// A sandwich has two ends, which differ.
pub(super) fn half_sandwich(rule: &GridRule, _: &Grid) -> Option<String> {
    match rule.numbers[..] {
        [_, _] => Some(format!("`{}` names 2 numbers: the sum alone, or the sum and the two ends expected", rule.id)),
        [_, one, other] if one == other => Some(format!("`{}` names {one} as both ends", rule.id)),
        _ => None,
    }
}

impl GridRule {
    /// The reason why a grid cannot have the rule, in words; `None` if it can.
    pub fn fault(&self, grid: &Grid) -> Option<String> {
        let (spec, id) = (self.spec(), &self.id);
        if !spec.names_cells() && self.lower(grid).is_empty() {
            return Some(format!("`{id}` has no cells in this grid: {}", spec.help));
        }
        if !self.is_named_rightly() {
            let such = if self.own.is_some() { "own:odd-run" } else { "drawn:killer-cage" };
            return Some(format!("`{id}` needs a name of small letters, digits and `-`, such as `{such}`"));
        }
        let counts = [
            (self.cells.len(), spec.cells(grid), "cell"),
            (self.lines.len(), spec.takes.lines, "further line"),
            (self.numbers.len(), spec.takes.numbers, "number"),
        ];
        let wrong = counts.into_iter().find(|(count, (few, many), _)| !(few..=many).contains(&count));
        if let Some((count, (few, many), noun)) = wrong {
            let wanted = if few == many { few.to_string() } else { format!("{few} to {many}") };
            return Some(format!("`{id}` names {}, {wanted} expected", counted(count, noun)));
        }
        if self.lines.iter().any(|line| line.len() < 2) {
            return Some(format!("`{id}` has a line of one cell"));
        }
        let names_twice = |cells: &Vec<Cell>| (1..cells.len()).any(|k| cells[..k].contains(&cells[k]));
        // A line of another program may return to its beginning.
        if names_twice(&self.cells) || !self.is_only_drawn() && self.lines.iter().any(names_twice) {
            return Some(format!("`{id}` names a cell twice"));
        }
        if !self.branches.is_empty() && self.id != ANY.id {
            return Some(format!("`{id}` is not a choice between rules"));
        }
        if let Some(hole) = self.all_cells().find(|&cell| grid.is_hole(cell)) {
            return Some(format!("{} is not a cell of a grid", grid.name(hole)));
        }
        if let Some(fault) = (spec.fault)(self, grid) {
            return Some(fault);
        }
        match (spec.takes.cells, &self.cells[..]) {
            (Cells::Neighbours, &[one, other]) if !grid.is_beside(one, other) => {
                Some(format!("the two cells of `{id}` are not neighbours"))
            }
            (Cells::Row | Cells::Diagonal, cells) => {
                let (first, last) = (grid.place(cells[0]), grid.place(cells[cells.len() - 1]));
                let is_level = first.0 == last.0 || first.1 == last.1;
                let is_whole = spec.whole(grid, cells).is_some_and(|whole| whole == cells);
                match (spec.takes.cells, is_whole) {
                    (Cells::Row, true) if is_level => None,
                    (Cells::Diagonal, true) if !is_level => None,
                    (Cells::Row, _) => Some(format!("the cells of `{id}` are not a row or column from end to end")),
                    (_, _) => Some(format!("the cells of `{id}` are not a diagonal from edge to edge")),
                }
            }
            (Cells::Corner, cells) if spec.whole(grid, cells).is_none_or(|four| four != cells) => {
                Some(format!("the four cells of `{id}` do not touch at a corner, or are not in reading order"))
            }
            (Cells::Halves, cells) if cells.len() % 2 == 1 => {
                Some(format!("`{id}` names {} cells, an even number expected", cells.len()))
            }
            _ => None,
        }
    }

    /// Returns whether a rule has a foreign name exactly if it is only drawn.
    fn is_named_rightly(&self) -> bool {
        let at_end = self.what.starts_with('-') || self.what.ends_with('-');
        let plain = !at_end && self.what.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-');
        let needs_name = self.is_only_drawn() || self.id == OWN.id;
        let is_defined = self.own.as_ref().map_or(self.id != OWN.id, |own| own.name == self.what);
        plain && self.what.len() <= LONGEST_NAME && self.what.is_empty() != needs_name && is_defined
    }
}
