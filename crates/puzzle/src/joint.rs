//! Constraints on cells together with variables that are not cells: which of two rows is the lower
//! one, and where that shows.
//!
//! **Idea.** A variable is a further place for a symbol, numbered after the cells of the grid. It
//! has no item and no option: all constraints that name it agree on its value, its colour. So it
//! has a value in each cover, and counts nothing twice if the cells leave it one value alone.

use super::cell::{Cell, Symbol};
use super::symbol_set::SymbolSet;
use super::tuples::Tuples;
use smol_str::SmolStr;
use std::sync::Arc;

/// A constraint on cells and variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The cells, each once.
    pub cells: Vec<Cell>,
    /// The variables. The first has the number of [`Joint::first`], as if it were a cell.
    pub variables: Arc<[JointVariable]>,
    /// The number of the first variable: as many places as the grid has.
    pub first: usize,
    /// The constraints that all hold, shared because constraints are often cloned.
    pub parts: Arc<[JointPart]>,
}

/// A variable, which is not a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointVariable {
    /// The name beside those of the other variables: `c5.3`.
    pub name: SmolStr,
    /// The words of its values, by symbol.
    pub values: &'static [&'static str],
}

/// A constraint of tuples on cells and variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointPart {
    /// The name beside those of the other parts: `c5.3`.
    pub name: SmolStr,
    /// Its meaning in words: `r3 against c5 at cell 3`.
    pub words: SmolStr,
    /// The cells and variables, in the order of the tuples.
    pub places: Vec<Cell>,
    pub tuples: Tuples,
}

impl Joint {
    /// A constraint of parts, in a grid with `first` places.
    pub fn new(first: usize, variables: Vec<JointVariable>, parts: Vec<JointPart>) -> Joint {
        let mut cells: Vec<Cell> = parts.iter().flat_map(|part| part.places.iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.retain(|cell| cell.index() < first);
        Joint { cells, variables: variables.into(), first, parts: parts.into() }
    }

    /// By cell: the symbols that agree with the sets of the other cells, `sets` in the same order,
    /// as far as the parts say so one after the other. If each set has one symbol, none is left
    /// exactly if no values of the variables fit.
    pub(super) fn support(&self, sets: &[SymbolSet]) -> Vec<SymbolSet> {
        let values = self.variables.iter().map(|variable| SymbolSet::first(variable.values.len()));
        let mut open = Open { joint: self, sets: sets.iter().copied().chain(values).collect() };
        let none = vec![SymbolSet::EMPTY; self.cells.len()];
        let is_known = sets.iter().all(|set| set.only().is_some());
        if !open.narrow((0..self.parts.len()).collect()) || is_known && !open.holds() {
            return none;
        }
        // The set of a cell itself does not count.
        let mut support = vec![SymbolSet::ALL; self.cells.len()];
        for part in self.parts.iter() {
            let own: Vec<SymbolSet> = part.places.iter().map(|&place| open.sets[self.at(place)]).collect();
            for (&place, set) in part.places.iter().zip(part.tuples.support(&own)) {
                if let Some(known) = support.get_mut(self.at(place)) {
                    *known &= set;
                }
            }
        }
        support
    }

    /// The place of a cell or variable in the sets: cells come first.
    fn at(&self, place: Cell) -> usize {
        match place.index().checked_sub(self.first) {
            Some(variable) => self.cells.len() + variable,
            None => self.cells.partition_point(|&cell| cell < place),
        }
    }
}

/// The symbols and values that are left.
#[derive(Clone)]
struct Open<'a> {
    joint: &'a Joint,
    /// By cell, then by variable.
    sets: Vec<SymbolSet>,
}

impl Open<'_> {
    /// Removes what parts do not support, beginning with these, until nothing changes. Returns
    /// false if a set is empty.
    fn narrow(&mut self, mut due: Vec<usize>) -> bool {
        while !due.is_empty() {
            let mut changed = vec![false; self.sets.len()];
            for number in std::mem::take(&mut due) {
                let part = &self.joint.parts[number];
                let own: Vec<SymbolSet> = part.places.iter().map(|&place| self.sets[self.joint.at(place)]).collect();
                for (&place, support) in part.places.iter().zip(part.tuples.support(&own)) {
                    let at = self.joint.at(place);
                    if !self.sets[at].is_in(support) {
                        self.sets[at] &= support;
                        changed[at] = true;
                    }
                    if self.sets[at].is_empty() {
                        return false;
                    }
                }
            }
            let touched = |part: &JointPart| part.places.iter().any(|&place| changed[self.joint.at(place)]);
            due.extend((0..self.joint.parts.len()).filter(|&number| touched(&self.joint.parts[number])));
        }
        true
    }

    /// Returns whether the variables have values that fit.
    fn holds(&self) -> bool {
        let Some(at) = self.sets.iter().position(|set| set.only().is_none()) else { return true };
        self.sets[at].symbols().any(|value: Symbol| {
            let mut with = self.clone();
            with.sets[at] = SymbolSet::of(value);
            with.narrow((0..self.joint.parts.len()).collect()) && with.holds()
        })
    }
}
