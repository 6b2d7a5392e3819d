//! Resizes and turns a grid. Everything that fits is kept.

use super::areas::{Areas, Regions, Side, Walls};
use super::cell::{Cell, Entry};
use super::extent::{Boxes, Extent, ExtentError};
use super::grid::{Grid, GridRule, Weights};
use super::rules::rule;
use super::size::Size;

/// The reason why a grid cannot have another extent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResizeError {
    /// The side is out of range. `largest` is the largest side that the grid can have.
    #[error("the side is from 4 to {largest}")]
    Side { largest: usize },
    /// No grid has the extent.
    #[error(transparent)]
    Extent(#[from] ExtentError),
    /// A jigsaw has regions, not boxes.
    #[error("a jigsaw has regions, not boxes")]
    Jigsaw,
    /// The areas of the grid name cells.
    #[error("a grid of several grids, or with regions in pieces, keeps its size")]
    Arranged,
}

impl Grid {
    /// The grid turned clockwise by 90 degrees. The first column becomes the first row.
    pub fn turned(&self) -> Grid {
        let size = self.size.turned();
        let areas = match &self.areas {
            Areas::None => Areas::None,
            Areas::Boxes { rows, columns } => Areas::Boxes { rows: *columns, columns: *rows },
            Areas::Walls(old) => {
                let mut walls = Walls::none(size);
                for cell in size.cells() {
                    let from = self.before_turn(cell);
                    // The old left side is the new upper side.
                    walls.set(cell, Side::Right, old.stands(from, Side::Up));
                    walls.set(cell, Side::Down, old.stands(from, Side::Right));
                }
                Areas::Walls(walls)
            }
            Areas::Regions(old) => {
                let of: Vec<Option<usize>> = old.of().collect();
                let turned: Vec<Option<usize>> = size.cells().map(|cell| of[self.before_turn(cell).index()]).collect();
                Areas::Regions(Regions::new(&turned))
            }
            Areas::Grids(grids) => Areas::Grids(grids.iter().map(|grid| grid.turned(self.rows())).collect()),
        };
        let from = |cell: Cell| self.before_turn(cell).index();
        let rule = |rule: &GridRule| rule.mapped(&|cell| self.after_turn(cell));
        let weight = |weights: &Weights| Weights(size.cells().map(|cell| weights.0[from(cell)]).collect());
        Grid {
            size,
            cells: size.cells().map(|cell| self.cells[from(cell)]).collect(),
            areas,
            weights: self.weights.as_ref().map(weight),
            rules: self.rules.iter().map(rule).collect(),
            ..self.clone()
        }
    }

    /// The cell of this grid that a cell of the turned grid comes from.
    pub fn before_turn(&self, cell: Cell) -> Cell {
        let (row, column) = self.size.turned().place(cell);
        self.cell(self.rows() - 1 - column, row)
    }

    /// The place in the turned grid of a cell of this one.
    pub fn after_turn(&self, cell: Cell) -> Cell {
        let (row, column) = self.place(cell);
        self.size.turned().cell(column, self.rows() - 1 - row)
    }

    /// The grid with another extent. Everything that fits is kept, from the upper left corner on:
    /// symbols by the numbers that they mean.
    ///
    /// # Errors
    ///
    /// If no such grid has the extent.
    pub fn resized(&self, extent: Extent) -> Result<Grid, ResizeError> {
        let (size, is_jigsaw) = (extent.size, matches!(self.areas, Areas::Walls(_)));
        let largest = if is_jigsaw { 16 } else { Size::MOST };
        if size.longer() > largest {
            return Err(ResizeError::Side { largest });
        }
        let areas = match &self.areas {
            Areas::None | Areas::Boxes { .. } => extent.areas()?,
            Areas::Regions(_) | Areas::Grids(_) => return Err(ResizeError::Arranged),
            Areas::Walls(_) if extent.boxes != Boxes::Usual => return Err(ResizeError::Jigsaw),
            Areas::Walls(old) => {
                let mut walls = Walls::none(size);
                for cell in size.cells() {
                    for toward in [Side::Right, Side::Down] {
                        let other = walls.neighbour(cell, toward).and_then(|other| self.before_resize(size, other));
                        let stands = match (self.before_resize(size, cell), other) {
                            (Some(from), Some(_)) => old.stands(from, toward),
                            (one, other) => one.is_some() != other.is_some(),
                        };
                        walls.set(cell, toward, stands);
                    }
                }
                Areas::Walls(walls)
            }
        };
        let cells: Vec<Option<Cell>> = size.cells().map(|cell| self.before_resize(size, cell)).collect();
        let empty = extent.with(areas);
        let entry = |from: &Option<Cell>| {
            let entry = from.map_or(Entry::Empty, |from| self.entry(from));
            let symbol = entry.symbol().and_then(|symbol| empty.symbol_of(self.number(symbol).into()));
            match (entry, symbol) {
                (Entry::Given(_), Some(symbol)) => Entry::Given(symbol),
                (Entry::Own(_), Some(symbol)) => Entry::Own(symbol),
                _ => Entry::Empty,
            }
        };
        let weights = self.weights.as_ref().map(|old| match *old == Weights::rings(self.size) {
            true => Weights::rings(size),
            false => Weights(cells.iter().map(|from| from.map_or(1, |from| old.0[from.index()])).collect()),
        });
        // Named cells may no longer exist, so rules that name cells are dropped. Rules of the whole
        // grid are kept if they apply to the new grid.
        let stays = |rule: &&GridRule| rule.all_cells().next().is_none() && rule.fault(&empty).is_none();
        let rules = self.rules.iter().filter(stays).cloned().collect();
        Ok(Grid {
            cells: cells.iter().map(entry).collect(),
            diagonals: self.diagonals && empty.is_square(),
            rules,
            weights,
            ..empty
        })
    }

    /// The cell of this grid that a cell of the resized grid comes from; `None` if that cell is
    /// new.
    pub fn before_resize(&self, size: Size, cell: Cell) -> Option<Cell> {
        let (row, column) = size.place(cell);
        (row < self.rows() && column < self.columns()).then(|| self.cell(row, column))
    }

    /// Returns whether the grid can be drawn and solved. A grid from one of the program's saved
    /// files may be broken.
    pub fn is_sound(&self) -> bool {
        if !self.size.is_held() || !Size::LONGER.contains(&self.n_symbols()) {
            return false;
        }
        let cells = self.size.n_cells();
        let known = |entry: &Entry| entry.symbol().is_none_or(|symbol| usize::from(symbol.0) < self.n_symbols());
        let held = |held: &GridRule| {
            let inside = held.all_cells().all(|cell| cell.index() < cells);
            inside && rule(&held.id).is_some() && held.fault(self).is_none()
        };
        // The faults of rules are looked for in a grid that is sound otherwise.
        let has_symbols = !self.grids().is_empty() || self.n_symbols() >= self.size.longer();
        let is_there = |cell: Cell| !(self.areas.covers(self.size, cell) && self.is_hole(cell));
        has_symbols
            && self.lowest <= 1
            && self.cells.len() == cells
            && (!self.diagonals || self.is_square())
            && self.weights.as_ref().is_none_or(|weights| weights.0.len() == cells)
            && self.cells.iter().all(known)
            && self.areas.fit(self.size, self.n_symbols())
            && self.all_cells().all(is_there)
            && self.rules.iter().all(held)
    }
}
