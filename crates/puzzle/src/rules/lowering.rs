//! The grid whose rules are lowered, and what all of them together may still take.
//!
//! **Idea.** A text of a few bytes can name rules whose automata fill any memory. So the rules of
//! a grid share one budget, which real puzzles use to less than a tenth. A rule for which nothing
//! is left means nothing, and is refused before its meaning is asked for.

use crate::cell::Symbol;
use crate::grid::Grid;
use crate::tuples::{MOST_TRANSITIONS, Tuples};
use std::cell::Cell;
use std::hash::Hash;
use std::ops::Deref;

/// The most transitions that the rules of a grid make together, before states are merged: less
/// than a second.
const MADE: usize = 2 * MOST_TRANSITIONS;

/// The most transitions and pairs of symbols that they have together in the end.
pub const HELD: usize = 1 << 20;

/// A grid whose rules are lowered.
pub struct Lowering<'a> {
    grid: &'a Grid,
    /// The transitions that may still be made.
    made: Cell<usize>,
    /// The transitions and pairs of symbols that may still be had.
    held: Cell<usize>,
    /// True if a rule needed more than was left.
    is_spent: Cell<bool>,
}

impl Deref for Lowering<'_> {
    type Target = Grid;

    fn deref(&self) -> &Grid {
        self.grid
    }
}

impl<'a> Lowering<'a> {
    /// A grid, none of whose rules is lowered yet.
    pub fn of(grid: &'a Grid) -> Lowering<'a> {
        Lowering { grid, made: MADE.into(), held: HELD.into(), is_spent: false.into() }
    }

    /// Returns true if a rule needed more than was left. What it lowered to is not what it means.
    pub fn is_spent(&self) -> bool {
        self.is_spent.get()
    }

    /// Counts what a constraint holds. Returns false if less is left.
    pub fn holds(&self, number: usize) -> bool {
        let left = self.held.get().checked_sub(number);
        self.held.set(left.unwrap_or(0));
        self.is_spent.set(self.is_spent() || left.is_none());
        !self.is_spent()
    }

    /// As [`Tuples::accepted`], within the budget.
    pub fn accepted<S: Clone + Eq + Hash>(
        &self,
        n_cells: usize,
        start: S,
        next: impl Fn(&S, usize, Symbol) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        words: impl Fn(&S) -> String,
    ) -> Tuples {
        let most = if self.is_spent() { 0 } else { self.made.get().min(MOST_TRANSITIONS) };
        let size = (n_cells, self.n_symbols());
        let (tuples, made) = Tuples::accepted_within(most, size, start, next, accepts, |_, state| words(state));
        self.made.set(self.made.get().saturating_sub(made));
        self.is_spent.set(self.is_spent() || tuples.is_too_large());
        self.holds(tuples.n_transitions());
        tuples
    }
}
