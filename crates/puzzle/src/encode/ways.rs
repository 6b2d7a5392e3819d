//! Constraints of tuples as an exact cover, in one of three forms.
//!
//! **Combinations.** The cells of a cage all differ, and their order does not matter. Such a
//! constraint is one item, and an option for each combination, such as 6 8 9. It also has an item
//! for each symbol, which is covered once: by the cell of the constraint that holds the symbol or,
//! if no cell does, by the combination. So an option of a combination covers the symbols that it
//! leaves out. This needs no colours, and fewer options than the other forms.
//!
//! **Tuples.** The option that puts a symbol into a cell gives the cell's item `@r1c1` that symbol
//! as its colour. A constraint with few tuples is one item and an option for each tuple, which
//! gives the items of its cells the tuple's symbols.
//!
//! **Transitions.** A constraint with many tuples is an item for each cell and an option for each
//! transition of its automaton: it gives the item of the cell its symbol, and the items of the
//! states before and after the cell the two states. So two successive transitions agree on the
//! state between them.

use crate::cell::{Cell, Symbol};
use crate::constraint::Words;
use crate::symbol_set::SymbolSet;
use crate::tuples::{Transition, Tuples};

/// The most combinations of a constraint that has that form: half of those of eight among sixteen.
const MOST_COMBINATIONS: usize = 6_435;

/// A constraint of tuples in a problem.
#[derive(Clone, Debug)]
pub struct Related {
    /// The words for the constraint, with its number.
    pub words: Words,
    /// The cells, in the order of the tuples, and variables, whose numbers follow those of cells.
    pub cells: Vec<Cell>,
    /// The tuples that the givens leave.
    pub tuples: Tuples,
    /// The form of its options.
    pub ways: Ways,
}

/// The options that a constraint of tuples has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ways {
    /// Each combination is an option: ascending symbols, which the cells hold in any order.
    Combinations {
        /// The symbols that are open in some cell. Each has an item.
        symbols: Vec<Symbol>,
        /// The combinations.
        all: Vec<Vec<Symbol>>,
    },
    /// Each tuple is an option.
    Tuples(Vec<Vec<Symbol>>),
    /// Each transition of the automaton is an option.
    Transitions,
}

/// An option of a grid that puts no symbol into a cell. Numbers are those of the constraint among
/// the constraints of tuples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// The cells of the constraint hold these symbols, in any order.
    Combination(usize, Vec<Symbol>),
    /// The cells of the constraint hold these symbols.
    Tuple(usize, Vec<Symbol>),
    /// The automaton of the constraint reads this cell, by its place among the cells.
    Transition(usize, usize, Transition),
}

impl Related {
    /// A constraint in its smallest form, given the symbols that are open by cell, and the pairs of
    /// cells, by their places, that `differ` because of units.
    pub(super) fn new(
        words: Words,
        cells: Vec<Cell>,
        tuples: &Tuples,
        open: &[SymbolSet],
        differ: impl Fn(usize, usize) -> bool,
    ) -> Related {
        let left = tuples.within(open);
        if let Some(mut all) = unordered(tuples, cells.len(), &differ) {
            all.retain(|combination| {
                let held: SymbolSet = combination.iter().copied().collect();
                let sets: Vec<SymbolSet> = open.iter().map(|&open| open & held).collect();
                left.support(&sets).iter().all(|support| !support.is_empty())
            });
            let symbols = open.iter().copied().collect::<SymbolSet>().symbols().collect();
            return Related { words, cells, tuples: left, ways: Ways::Combinations { symbols, all } };
        }
        let apart = left.apart(&differ);
        // The units exclude these tuples anyway. A larger automaton costs more than it excludes.
        let tuples = if apart.n_ways() <= left.n_ways() { apart } else { left };
        Related::colored(words, cells, tuples)
    }

    /// A constraint that has no combinations, with the tuples that are left.
    pub(super) fn colored(words: Words, cells: Vec<Cell>, tuples: Tuples) -> Related {
        let ways = if tuples.is_short() { Ways::Tuples(tuples.list()) } else { Ways::Transitions };
        Related { words, cells, tuples, ways }
    }

    /// The number of items for states: one between two successive cells.
    pub(super) fn n_states(&self) -> usize {
        match self.ways {
            Ways::Transitions => self.cells.len().saturating_sub(1),
            Ways::Combinations { .. } | Ways::Tuples(_) => 0,
        }
    }

    /// Returns true if its options give the items of its cells their symbols as colours.
    pub(super) fn colors_cells(&self) -> bool {
        !matches!(self.ways, Ways::Combinations { .. })
    }

    /// The words of the states before and after a transition at a cell. They are empty before the
    /// first cell and after the last one.
    pub fn states(&self, at: usize, transition: Transition) -> (&str, &str) {
        let before = at.checked_sub(1).map_or("", |before| self.tuples.state(before, transition.from).as_str());
        let after = if at + 1 < self.cells.len() { self.tuples.state(at, transition.to).as_str() } else { "" };
        (before, after)
    }
}

/// The combinations of a constraint whose cells all differ in any order. What givens leave may
/// depend on the order, so this is decided without them.
fn unordered(tuples: &Tuples, n_cells: usize, differ: impl Fn(usize, usize) -> bool) -> Option<Vec<Vec<Symbol>>> {
    let all_differ = (0..n_cells).all(|one| (one + 1..n_cells).all(|other| differ(one, other)));
    match all_differ {
        true => tuples.apart(differ).unordered(MOST_COMBINATIONS),
        false => tuples.unordered(MOST_COMBINATIONS),
    }
}
