//! Resizes and turns a grid. Everything that fits is kept.

use super::alphabet::Alphabet;
use super::areas::{Areas, Side, Walls};
use super::cell::{Cell, Entry};
use super::grid::{Grid, Rule, Weights};
use super::rules::rule;

/// The reason why a grid cannot have another side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResizeError {
    /// The side is out of range. `largest` is the largest side that the grid can have.
    #[error("the side is from 4 to {largest}")]
    #[allow(missing_docs, reason = "fields say what they are by their names")]
    Side { largest: usize },
    /// No rectangular boxes have this number of cells.
    #[error("a grid of side {side} cannot be divided into boxes")]
    #[allow(missing_docs, reason = "fields say what they are by their names")]
    NoBoxes { side: usize },
}

impl Grid {
    /// The grid turned clockwise by 90 degrees. The first column becomes the first row.
    pub fn turned(&self) -> Grid {
        let n = self.n;
        let areas = match &self.areas {
            Areas::Boxes { rows, columns } => Areas::Boxes { rows: *columns, columns: *rows },
            Areas::Walls(old) => {
                let mut walls = Walls::none(n);
                for cell in self.all_cells() {
                    let from = Grid::before_turn(n, cell);
                    // The old left side is the new upper side.
                    walls.set(cell, Side::Right, old.stands(from, Side::Up));
                    walls.set(cell, Side::Down, old.stands(from, Side::Right));
                }
                Areas::Walls(walls)
            }
        };
        let from = |cell: Cell| Grid::before_turn(n, cell).index();
        // The new place of a cell of this grid: the inverse of `before_turn`.
        let to = |cell: &Cell| Cell((cell.index() % n * n + (n - 1 - cell.index() / n)) as u16);
        let line = |cells: &Vec<Cell>| cells.iter().map(to).collect();
        let rule = |rule: &Rule| Rule {
            cells: line(&rule.cells),
            lines: rule.lines.iter().map(line).collect(),
            ..rule.clone()
        };
        let weight = |weights: &Weights| Weights(self.all_cells().map(|cell| weights.0[from(cell)]).collect());
        Grid {
            cells: self.all_cells().map(|cell| self.cells[from(cell)]).collect(),
            areas,
            weights: self.weights.as_ref().map(weight),
            rules: self.rules.iter().map(rule).collect(),
            ..self.clone()
        }
    }

    /// The cell of the original grid that a cell of the turned grid comes from.
    pub fn before_turn(n: usize, cell: Cell) -> Cell {
        let (row, column) = (cell.index() / n, cell.index() % n);
        Cell(((n - 1 - column) * n + row) as u16)
    }

    /// The grid with another side. Everything that fits is kept, from the upper left corner on.
    pub fn resized(&self, side: usize) -> Result<Grid, ResizeError> {
        let largest = if matches!(self.areas, Areas::Walls(_)) { 16 } else { 25 };
        if !(4..=largest).contains(&side) {
            return Err(ResizeError::Side { largest });
        }
        let areas = match &self.areas {
            Areas::Boxes { .. } => Areas::usual_boxes(side).ok_or(ResizeError::NoBoxes { side })?,
            Areas::Walls(old) => {
                let mut walls = Walls::none(side);
                for cell in (0..(side * side) as u16).map(Cell) {
                    for toward in [Side::Right, Side::Down] {
                        let other = walls.neighbour(cell, toward).and_then(|other| self.before_resize(side, other));
                        let stands = match (self.before_resize(side, cell), other) {
                            (Some(from), Some(_)) => old.stands(from, toward),
                            (one, other) => one.is_some() != other.is_some(),
                        };
                        walls.set(cell, toward, stands);
                    }
                }
                Areas::Walls(walls)
            }
        };
        let cells: Vec<Option<Cell>> =
            (0..(side * side) as u16).map(|cell| self.before_resize(side, Cell(cell))).collect();
        let entry = |from: &Option<Cell>| {
            let entry = from.map_or(Entry::Empty, |from| self.entry(from));
            if entry.symbol().is_some_and(|symbol| usize::from(symbol.0) >= side) { Entry::Empty } else { entry }
        };
        let weights = self.weights.as_ref().map(|old| match *old == Weights::rings(self.n) {
            true => Weights::rings(side),
            false => Weights(cells.iter().map(|from| from.map_or(1, |from| old.0[from.index()])).collect()),
        });
        let empty = Grid::new(side, areas);
        // Named cells may no longer exist, so rules that name cells are dropped. Rules of the whole
        // grid are kept if they apply to the new grid.
        let stays = |rule: &&Rule| rule.all_cells().next().is_none() && rule.fault(&empty).is_none();
        let rules = self.rules.iter().filter(stays).cloned().collect();
        Ok(Grid {
            alphabet: Alphabet::usual(side),
            cells: cells.iter().map(entry).collect(),
            diagonals: self.diagonals,
            rules,
            weights,
            ..empty
        })
    }

    /// The cell of this grid that a cell of the resized grid comes from; `None` if that cell is
    /// new.
    pub fn before_resize(&self, side: usize, cell: Cell) -> Option<Cell> {
        let (row, column) = (cell.index() / side, cell.index() % side);
        (row < self.n && column < self.n).then(|| self.cell(row, column))
    }

    /// Returns whether the grid can be drawn and solved. A grid from one of the program's saved
    /// files may be broken.
    pub fn is_sound(&self) -> bool {
        let cells = self.n * self.n;
        let areas = match &self.areas {
            Areas::Boxes { rows, columns } => rows.checked_mul(*columns) == Some(self.n),
            Areas::Walls(walls) => walls.is_of(self.n),
        };
        let known = |entry: &Entry| entry.symbol().is_none_or(|symbol| usize::from(symbol.0) < self.n);
        let held = |held: &Rule| {
            let inside = held.all_cells().all(|cell| cell.index() < cells);
            inside && rule(&held.id).is_some() && held.fault(self).is_none()
        };
        // The faults of rules are looked for in a grid that is sound otherwise.
        (4..=25).contains(&self.n)
            && (self.cells.len(), self.alphabet.len()) == (cells, self.n)
            && self.weights.as_ref().is_none_or(|weights| weights.0.len() == cells)
            && self.cells.iter().all(known)
            && areas
            && self.rules.iter().all(held)
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzle::{BUNDLED, Grid, load};

    fn grids() -> impl Iterator<Item = Grid> {
        let read = |text: &str| load(text, None).unwrap().puzzles.remove(0).grid().cloned();
        BUNDLED.iter().filter_map(move |bundled| read(bundled.text))
    }

    #[test]
    fn four_quarters_are_none_and_every_unit_turns_with_its_cells() {
        for grid in grids() {
            let turned = grid.turned();
            assert!(turned.is_sound());
            let sets = |grid: &Grid, turn: bool| {
                let place = |cell: &crate::puzzle::Cell| if turn { Grid::before_turn(grid.n(), *cell) } else { *cell };
                let mut sets: Vec<Vec<_>> =
                    grid.units().iter().map(|unit| unit.cells.iter().map(place).collect()).collect();
                sets.iter_mut().for_each(|set| set.sort());
                sets.sort();
                sets
            };
            assert_eq!(sets(&turned, true), sets(&grid, false));
            assert_eq!(turned.turned().turned().turned(), grid);
        }
    }

    #[test]
    fn a_grid_that_grows_and_shrinks_again_is_as_it_was() {
        for grid in grids().filter(|grid| grid.n() <= 12) {
            let n = grid.n();
            for side in (n..=16).filter(|&side| grid.resized(side).is_ok()) {
                let large = grid.resized(side).unwrap();
                assert!(large.is_sound(), "{n} {side}");
                let back = large.resized(n).unwrap();
                assert_eq!((&back.cells, &back.areas, &back.weights), (&grid.cells, &grid.areas, &grid.weights));
            }
            assert!(grid.resized(3).is_err() && grid.resized(26).is_err());
            assert!(grid.resized(4).unwrap().is_sound());
        }
    }
}
