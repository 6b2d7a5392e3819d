//! Fish: a symbol whose places in some lines lie in as many lines across.

use super::{Hint, Reasoning, Technique, combinations, listed};
use crate::areas::SubGrid;
use crate::cell::Cell;

impl Reasoning {
    /// k rows whose places for a symbol lie in k columns, or k columns whose places lie in k rows.
    pub(super) fn fish(&self, k: usize, technique: Technique) -> Option<Hint> {
        let mut first = 0;
        for frame in self.grid.frames() {
            let found = self.fish_in(&frame, first, k, technique);
            if found.is_some() {
                return found;
            }
            first += frame.size.rows + frame.size.columns;
        }
        None
    }

    /// A fish in the lines of one grid. The unit of its first row is `first`.
    fn fish_in(&self, frame: &SubGrid, first: usize, k: usize, technique: Technique) -> Option<Hint> {
        let (rows, all) = (first + frame.size.rows, first + frame.size.rows + frame.size.columns);
        for (lines, across) in [(first..rows, rows), (rows..all, first)] {
            for symbol in self.grid.alphabet.symbols() {
                let few: Vec<(usize, Vec<Cell>)> = lines
                    .clone()
                    .map(|line| (line, self.places(line, symbol)))
                    .filter(|(line, places)| self.needs(*line, symbol) && (2..=k).contains(&places.len()))
                    .collect();
                let found = combinations(few.len(), k, &mut |chosen| {
                    let cells: Vec<Cell> = chosen.iter().flat_map(|&at| few[at].1.iter().copied()).collect();
                    let line_across = |cell: Cell| {
                        let (row, column) = self.grid.place(cell);
                        if across == rows { rows + column - frame.at.1 } else { first + row - frame.at.0 }
                    };
                    let mut crossed: Vec<usize> = cells.iter().map(|&cell| line_across(cell)).collect();
                    crossed.sort_unstable();
                    crossed.dedup();
                    if crossed.len() != k {
                        return None;
                    }
                    let places = crossed.iter().flat_map(|&unit| self.places(unit, symbol));
                    let gone = places.filter(|cell| !cells.contains(cell)).map(|cell| (cell, symbol)).collect();
                    let names = |units: &mut dyn Iterator<Item = usize>| {
                        listed(units.map(|unit| self.unit_name(unit)).collect())
                    };
                    let rows = names(&mut chosen.iter().map(|&at| few[at].0));
                    let columns = names(&mut crossed.iter().copied());
                    let why = format!(
                        "In {rows}, {} is possible only in {columns}. So these rows take its places there, and no other cell of {columns} can hold it.",
                        self.char(symbol)
                    );
                    self.removing(technique, rows, why, cells.clone(), gone)
                });
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}
