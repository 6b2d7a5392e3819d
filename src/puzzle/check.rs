//! The candidates and the conflicts of a grid. They follow from its units and rules alone and share
//! no code with a search.

use super::cell::{Cell, Entry, Symbol};
use super::grid::{Grid, Rule};

impl Grid {
    /// By cell, row-major: the symbols that no other cell of its units holds and that the rules
    /// allow beside the filled cells, one bit each.
    pub fn candidates(&self) -> Vec<u32> {
        let mut open = vec![(1u32 << self.n()) - 1; self.cells.len()];
        for unit in self.units() {
            for &cell in &unit.cells {
                let others = unit.cells.iter().filter(|&&other| other != cell);
                let held = others.filter_map(|other| self.entry(*other).symbol());
                open[cell.index()] &= !held.fold(0, |all, symbol| all | 1 << symbol.0);
            }
        }
        if self.rules.is_empty() {
            return open;
        }
        let numbers = || (0..self.n() as u8).map(|k| k + 1);
        open.iter_mut().zip(self.allowed()).for_each(|(set, allowed)| *set &= allowed);
        for relation in self.relations() {
            let (one, other) = (relation.one, relation.other);
            if let Some(held) = self.entry(other).symbol() {
                let out = numbers().filter(|&own| !relation.allows(own, held.0 + 1));
                open[one.index()] &= !out.fold(0, |set, own| set | 1u32 << (own - 1));
            }
            if let Some(held) = self.entry(one).symbol() {
                let out = numbers().filter(|&own| !relation.allows(held.0 + 1, own));
                open[other.index()] &= !out.fold(0, |set, own| set | 1u32 << (own - 1));
            }
        }
        open
    }

    /// Pairs of cells that hold the same symbol in the same unit or break a rule together. A cell
    /// that breaks a rule by itself is paired with itself.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut found = Vec::new();
        // A region that is too large must repeat a symbol. This happens while walls are being
        // drawn.
        for unit in self.units().into_iter().filter(|unit| unit.cells.len() <= self.n) {
            let mut holder = vec![None; self.n];
            for &cell in &unit.cells {
                let Some(symbol) = self.entry(cell).symbol() else { continue };
                match holder[symbol.0 as usize] {
                    None => holder[symbol.0 as usize] = Some(cell),
                    Some(first) => {
                        found.push(Conflict { first, second: cell, symbol, unit: unit.name.long(), rule: None });
                    }
                }
            }
        }
        if self.rules.is_empty() {
            return found;
        }
        let allowed = self.allowed();
        for (cell, symbol) in self.all_cells().filter_map(|cell| Some((cell, self.entry(cell).symbol()?))) {
            if allowed.get(cell.index()).is_some_and(|set| set >> symbol.0 & 1 == 0) {
                let breaks = |rule: &&Rule| rule.cells.contains(&cell) && rule.spec().forbids(symbol.0 + 1);
                let rule = self.rules.iter().find(breaks).map(|rule| rule.spec().name);
                found.push(Conflict { first: cell, second: cell, symbol, unit: String::new(), rule });
            }
        }
        for relation in self.relations() {
            let held = |cell: Cell| self.entry(cell).symbol();
            let (Some(one), Some(other)) = (held(relation.one), held(relation.other)) else { continue };
            if !relation.allows(one.0 + 1, other.0 + 1) {
                let (first, second, rule) = (relation.one, relation.other, Some(relation.spec.name));
                found.push(Conflict { first, second, symbol: one, unit: String::new(), rule });
            }
        }
        found
    }

    /// Returns whether every cell is filled, no unit holds a symbol twice, no rule is broken, and
    /// the entries of `puzzle` are kept. Every solution must pass this check before it is shown. It
    /// shares no code with the search.
    pub fn solves(&self, puzzle: &Grid) -> bool {
        let kept = |(own, asked): (&Entry, &Entry)| asked.symbol().is_none() || own.symbol() == asked.symbol();
        self.empty() == 0 && self.conflicts().is_empty() && self.cells.iter().zip(&puzzle.cells).all(kept)
    }
}

/// The same symbol twice in one unit, or a broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    pub first: Cell,
    pub second: Cell,
    pub symbol: Symbol,
    /// The unit in words: `row 3`; empty if a rule is broken.
    pub unit: String,
    /// The name of the broken rule; `None` if a unit holds a symbol twice.
    pub rule: Option<&'static str>,
}

impl Conflict {
    /// The conflict in words: `r1c1 and r1c5 both hold 7 in row 1`.
    pub fn words(&self, grid: &Grid) -> String {
        let (first, second) = (grid.name(self.first), grid.name(self.second));
        let symbol = grid.alphabet.char(self.symbol);
        match self.rule {
            None => format!("{first} and {second} both hold {symbol} in {}", self.unit),
            Some(rule) if self.first == self.second => format!("{symbol} in {first} breaks the rule {rule}"),
            Some(rule) => {
                let other = self.other_symbol(grid);
                format!("{symbol} in {first} and {other} in {second} break the rule {rule}")
            }
        }
    }

    fn other_symbol(&self, grid: &Grid) -> char {
        grid.entry(self.second).symbol().map_or(' ', |symbol| grid.alphabet.char(symbol))
    }
}
