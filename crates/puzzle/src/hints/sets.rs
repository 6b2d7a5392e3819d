//! Cells and symbols of one unit or two: locked candidates, naked and hidden sets.

use super::{Hint, Reasoning, Technique, combinations};
use crate::cell::{Cell, Symbol};
use crate::symbol_set::SymbolSet;

impl Reasoning {
    pub(super) fn locked(&self) -> Option<Hint> {
        for unit in 0..self.units.len() {
            for symbol in self.grid.alphabet.symbols().filter(|&symbol| self.needs(unit, symbol)) {
                let places = self.places(unit, symbol);
                let Some(first) = places.first() else { continue };
                for &other in self.of[first.index()].iter().filter(|&&other| other != unit) {
                    if !places.iter().all(|cell| self.units[other].cells.contains(cell)) {
                        continue;
                    }
                    let gone: Vec<_> =
                        self.places(other, symbol).into_iter().filter(|cell| !places.contains(cell)).collect();
                    let gone = gone.into_iter().map(|cell| (cell, symbol)).collect();
                    let (one, two) = (self.unit_name(unit), self.unit_name(other));
                    let why = format!(
                        "Every place for {} in {one} lies in {two}: {}.",
                        self.char(symbol),
                        self.cell_words(&places)
                    );
                    let hint = self.removing(Technique::Locked, one, why, places.clone(), gone);
                    if hint.is_some() {
                        return hint;
                    }
                }
            }
        }
        None
    }

    /// k cells of a unit that have k candidates between them.
    pub(super) fn naked(&self, k: usize, technique: Technique) -> Option<Hint> {
        for unit in 0..self.units.len() {
            let open: Vec<Cell> = self.units[unit].cells.iter().copied().filter(|&cell| self.is_empty(cell)).collect();
            let few: Vec<Cell> = open.iter().copied().filter(|cell| self.left(*cell).len() <= k).collect();
            let found = combinations(few.len(), k, &mut |chosen| {
                let cells: Vec<Cell> = chosen.iter().map(|&at| few[at]).collect();
                let set: SymbolSet = cells.iter().map(|&cell| self.left(cell)).collect();
                if set.len() != k {
                    return None;
                }
                let others = open.iter().filter(|cell| !cells.contains(cell));
                let gone = others.flat_map(|&cell| (self.left(cell) & set).symbols().map(move |symbol| (cell, symbol)));
                let name = self.unit_name(unit);
                let why = format!(
                    "{} hold {} between them, so no other cell of {name} can hold these.",
                    self.cell_words(&cells),
                    self.set_words(set)
                );
                self.removing(technique, name, why, cells.clone(), gone.collect())
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// k symbols of a unit that have k places between them.
    pub(super) fn hidden(&self, k: usize, technique: Technique) -> Option<Hint> {
        for unit in 0..self.units.len() {
            let needed: Vec<Symbol> = self.grid.alphabet.symbols().filter(|&symbol| self.needs(unit, symbol)).collect();
            let few: Vec<Symbol> = needed.into_iter().filter(|&symbol| self.places(unit, symbol).len() <= k).collect();
            let found = combinations(few.len(), k, &mut |chosen| {
                let set: SymbolSet = chosen.iter().map(|&at| few[at]).collect();
                let cells: Vec<Cell> =
                    self.units[unit].cells.iter().copied().filter(|&cell| self.left(cell).meets(set)).collect();
                if cells.len() != k {
                    return None;
                }
                let gone =
                    cells.iter().flat_map(|&cell| (self.left(cell) - set).symbols().map(move |symbol| (cell, symbol)));
                let name = self.unit_name(unit);
                let why = format!(
                    "In {name} {} have only the places {}, so no other symbol can be there.",
                    self.set_words(set),
                    self.cell_words(&cells)
                );
                self.removing(technique, name, why, cells.clone(), gone.collect())
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }
}
