//! Constraints of tuples as an exact cover with colours. The option that puts a symbol into a cell
//! gives the cell's item `@r1c1` that symbol as its colour. A constraint with few tuples is one
//! item and an option for each tuple, which gives the items of its cells the tuple's symbols. A
//! constraint with many is an item for each cell and an option for each transition of its
//! automaton: it gives the item of the cell its symbol, and the items of the states before and
//! after the cell the two states. So two successive transitions agree on the state between them.

use crate::puzzle::cell::{Cell, Symbol};
use crate::puzzle::constraint::Words;
use crate::puzzle::tuples::{Transition, Tuples};

/// A constraint of tuples in a problem.
#[derive(Clone, Debug)]
pub struct Related {
    /// The words for the constraint, with its number.
    pub words: Words,
    /// The cells, in the order of the tuples.
    pub cells: Vec<Cell>,
    /// The tuples that the givens leave.
    pub tuples: Tuples,
    /// The same as a list, if each is an option; `None` if each transition is one.
    pub list: Option<Vec<Vec<Symbol>>>,
}

/// An option of a grid that puts no symbol into a cell. Numbers are those of the constraint among
/// the constraints of tuples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// The cells of the constraint hold these symbols.
    Tuple(usize, Vec<Symbol>),
    /// The automaton of the constraint reads this cell, by its place among the cells.
    Transition(usize, usize, Transition),
}

impl Related {
    /// A constraint as a list if there are no more tuples than transitions.
    pub(super) fn new(words: Words, cells: Vec<Cell>, tuples: Tuples) -> Related {
        let list = tuples.is_short().then(|| tuples.list());
        Related { words, cells, tuples, list }
    }

    /// The number of items for states: one between two successive cells.
    pub(super) fn n_states(&self) -> usize {
        if self.list.is_some() { 0 } else { self.cells.len().saturating_sub(1) }
    }

    /// The words of the states before and after a transition at a cell. They are empty before the
    /// first cell and after the last one.
    pub fn states(&self, at: usize, transition: Transition) -> (&str, &str) {
        let before = at.checked_sub(1).map_or("", |before| self.tuples.state(before, transition.from).as_str());
        let after = if at + 1 < self.cells.len() { self.tuples.state(at, transition.to).as_str() } else { "" };
        (before, after)
    }
}
