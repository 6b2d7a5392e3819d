//! The links between candidates. If one end of a strong link is wrong, the other is right. If one
//! end of a weak link is right, the other is wrong.

use super::Reasoning;
use crate::cell::{Cell, Symbol};
use crate::constraint::{Constraint, Lowered};
use crate::symbol_set::SymbolSet;

/// The candidates of a grid and their links. Candidates are numbered by cell, then by symbol.
pub(super) struct CandidateLinks {
    n: usize,
    /// By candidate: the others in its cell or unit if there are exactly two.
    pub(super) strong: Vec<Vec<usize>>,
    /// By candidate: those that cannot be right beside it.
    pub(super) weak: Vec<Vec<usize>>,
}

impl CandidateLinks {
    /// The links between the candidates of all symbols, or of one.
    pub(super) fn of(reasoning: &Reasoning, only: Option<Symbol>) -> CandidateLinks {
        let (grid, n) = (&reasoning.grid, reasoning.grid.n_symbols());
        let wanted = only.map_or(SymbolSet::ALL, SymbolSet::of);
        let left = |cell: Cell| reasoning.left(cell) & wanted;
        let at = |cell: Cell, symbol: Symbol| cell.index() * n + usize::from(symbol.0);
        let none = vec![Vec::new(); grid.size().n_cells() * n];
        let mut links = CandidateLinks { n, strong: none.clone(), weak: none };
        for cell in grid.all_cells() {
            let symbols: Vec<usize> = left(cell).symbols().map(|symbol| at(cell, symbol)).collect();
            if let (&[one, other], 2) = (&symbols[..], reasoning.left(cell).len()) {
                links.join(one, other);
            }
            for &one in &symbols {
                links.weak[one].extend(symbols.iter().filter(|&&other| other != one));
            }
            for &other in &reasoning.seen[cell.index()] {
                let both = left(cell) & left(other);
                both.symbols().for_each(|symbol| links.weak[at(cell, symbol)].push(at(other, symbol)));
            }
        }
        for Lowered { constraint, .. } in &reasoning.others {
            let Constraint::Pair(one, other, relation) = constraint else { continue };
            for first in left(*one).symbols() {
                for second in left(*other).symbols().filter(|&second| !relation.allows(first, second)) {
                    links.weak[at(*one, first)].push(at(*other, second));
                    links.weak[at(*other, second)].push(at(*one, first));
                }
            }
        }
        for unit in 0..reasoning.units.len() {
            let symbols = grid.alphabet.symbols().filter(|&symbol| wanted.contains(symbol));
            for symbol in symbols.filter(|&symbol| reasoning.needs(unit, symbol)) {
                if let [one, other] = reasoning.places(unit, symbol)[..] {
                    links.join(at(one, symbol), at(other, symbol));
                }
            }
        }
        links
    }

    fn join(&mut self, one: usize, other: usize) {
        if !self.strong[one].contains(&other) {
            self.strong[one].push(other);
            self.strong[other].push(one);
        }
    }

    /// The cell and the symbol of a candidate.
    pub(super) fn candidate(&self, node: usize) -> (Cell, Symbol) {
        (Cell((node / self.n) as u16), Symbol((node % self.n) as u8))
    }

    /// The candidates that have a weak link to both.
    pub(super) fn between(&self, one: usize, other: usize) -> Vec<(Cell, Symbol)> {
        let mut both: Vec<usize> =
            self.weak[one].iter().copied().filter(|node| self.weak[other].contains(node)).collect();
        both.retain(|&node| node != one && node != other);
        both.sort_unstable();
        both.dedup();
        both.into_iter().map(|node| self.candidate(node)).collect()
    }
}
