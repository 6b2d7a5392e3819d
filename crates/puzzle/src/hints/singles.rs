//! Singles: a cell with one candidate, a unit with one place for a symbol.

use super::{Hint, Reasoning, Technique};

impl Reasoning {
    pub(super) fn one_option(&self) -> Option<Hint> {
        let (cell, symbol) = self.grid.all_cells().find_map(|cell| Some((cell, self.left(cell).only()?)))?;
        let name = self.grid.name(cell);
        // Earlier steps may have removed candidates that the units still allow.
        let because = match self.grid.candidates()[cell.index()].len() {
            1 if self.grid.rules.is_empty() => format!("{} is the only symbol still possible here", self.char(symbol)),
            1 => format!("its units and the rules allow only {}", self.char(symbol)),
            _ => format!("earlier steps leave only {}", self.char(symbol)),
        };
        let why = format!("{name} has one option left: {because}.");
        Some(self.placing(Technique::OneOption, format!("cell {name}"), why, cell, symbol))
    }

    pub(super) fn one_place(&self) -> Option<Hint> {
        // Areas first: people see a box at a glance.
        let is_line = |unit: &usize| self.units[*unit].name.is_line();
        let units: Vec<usize> = (0..self.units.len()).collect();
        let (lines, areas): (Vec<usize>, Vec<usize>) = units.into_iter().partition(is_line);
        for unit in areas.into_iter().chain(lines) {
            for symbol in self.grid.alphabet.symbols().filter(|&symbol| self.needs(unit, symbol)) {
                if let [cell] = self.places(unit, symbol)[..] {
                    let (unit, symbol_name) = (self.unit_name(unit), self.char(symbol));
                    let why = format!("One place is left for {symbol_name} in {unit}: {}.", self.grid.name(cell));
                    return Some(self.placing(Technique::OnePlace, unit, why, cell, symbol));
                }
            }
        }
        None
    }
}
