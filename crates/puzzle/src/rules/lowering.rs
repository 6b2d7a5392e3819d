//! The grid whose rules are lowered, and what all of them together may still take.
//!
//! **Idea.** A text of a few bytes can name rules whose automata fill any memory. So the rules of
//! a grid share one budget, which real puzzles use to less than a tenth. A rule for which nothing
//! is left means nothing, and is refused before its meaning is asked for.

use crate::cell::{Cell as Place, Symbol};
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
    /// True if a filled cell may hold its symbol only.
    is_filled: bool,
    /// Asked now and then while automata are made. If it returns false, the rest is as if nothing
    /// were left.
    go_on: Option<&'a dyn Fn() -> bool>,
    /// Transitions that were looked at since the last question.
    looked: Cell<u32>,
}

/// Transitions between two questions whether to go on: less than a millisecond.
const SLICE: u32 = 1 << 13;

impl Deref for Lowering<'_> {
    type Target = Grid;

    fn deref(&self) -> &Grid {
        self.grid
    }
}

impl<'a> Lowering<'a> {
    /// A grid, none of whose rules is lowered yet.
    pub fn of(grid: &'a Grid) -> Lowering<'a> {
        Lowering {
            grid,
            made: MADE.into(),
            held: HELD.into(),
            is_spent: false.into(),
            is_filled: false,
            go_on: None,
            looked: 0.into(),
        }
    }

    /// The same, which stops when `go_on` returns false.
    pub fn watched(grid: &'a Grid, go_on: &'a dyn Fn() -> bool) -> Lowering<'a> {
        Lowering { go_on: Some(go_on), ..Lowering::of(grid) }
    }

    /// A lowering in which a filled cell may hold its symbol only. It takes no longer than to read
    /// the cells of a full grid, which keeps what a rule lowers to exactly if it keeps the rule.
    pub(super) fn of_filled(grid: &'a Grid) -> Lowering<'a> {
        Lowering { is_filled: true, ..Lowering::of(grid) }
    }

    /// Returns whether an automaton may have this transition: not if nothing is left for it.
    fn may_hold(&self, cell: Place, symbol: Symbol) -> bool {
        self.looked.set(self.looked.get() + 1);
        if self.looked.get().is_multiple_of(SLICE) && self.go_on.is_some_and(|go_on| !go_on()) {
            self.is_spent.set(true);
        }
        let is_other = || self.grid.entry(cell).symbol().is_some_and(|held| held != symbol);
        !(self.is_spent() || self.is_filled && is_other())
    }

    /// The budget that is left for further rules.
    pub fn left(&self) -> (usize, usize) {
        (self.made.get(), self.held.get())
    }

    /// Takes back what a rule has taken, also that it needed more than was left.
    pub fn take_back(&self, (made, held): (usize, usize)) {
        self.made.set(made);
        self.held.set(held);
        self.is_spent.set(false);
    }

    /// Returns true if a rule needed more than was left. What it lowered to is not what it means.
    pub(crate) fn is_spent(&self) -> bool {
        self.is_spent.get()
    }

    /// Counts what a constraint holds. Returns false if less is left.
    pub fn holds(&self, number: usize) -> bool {
        let left = self.held.get().checked_sub(number);
        self.held.set(left.unwrap_or(0));
        self.is_spent.set(self.is_spent() || left.is_none());
        !self.is_spent()
    }

    /// As [`Tuples::accepted`] for these cells, within the budget.
    pub fn accepted<S: Clone + Eq + Hash>(
        &self,
        cells: &[Place],
        start: S,
        next: impl Fn(&S, usize, Symbol) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        words: impl Fn(&S) -> String,
    ) -> Tuples {
        self.accepted_within(MOST_TRANSITIONS, cells, start, next, accepts, words)
    }

    /// The same with a limit of its own.
    // Many parameters: the limit, and those of `Tuples::accepted`, which says what each is.
    pub(super) fn accepted_within<S: Clone + Eq + Hash>(
        &self,
        most: usize,
        cells: &[Place],
        start: S,
        next: impl Fn(&S, usize, Symbol) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        words: impl Fn(&S) -> String,
    ) -> Tuples {
        let most = if self.is_spent() { 0 } else { self.made.get().min(most) };
        let size = (cells.len(), self.n_symbols());
        let next = |state: &S, at: usize, symbol: Symbol| match self.may_hold(cells[at], symbol) {
            true => next(state, at, symbol),
            false => None,
        };
        let (tuples, made) = Tuples::accepted_within(most, size, start, next, accepts, |_, state| words(state));
        self.made.set(self.made.get().saturating_sub(made));
        self.is_spent.set(self.is_spent() || tuples.is_too_large());
        self.holds(tuples.n_transitions());
        tuples
    }
}
