//! What searches of one problem on several threads tell each other: short clauses, and solutions.
//!
//! **Invariants.** The log is read in its order. A search that has found a solution tells it before
//! it learns from the clause that blocks it, so a clause follows from the problem and the solutions
//! before it in the log.

use super::store::GOOD_GLUE;
use super::trail::Literal;
use crate::dlx::OptionId;
use std::sync::{Arc, Mutex, PoisonError};

/// A line of the log.
#[derive(Clone, Debug)]
pub(super) enum Told {
    /// A clause that follows from what was told before.
    Clause { literals: Arc<[Literal]>, glue: u32 },
    /// A solution: its options, in ascending order.
    Solution(Arc<[OptionId]>),
}

/// The log, each line with the number of the search that has written it.
#[derive(Default)]
pub(in crate::solve) struct Exchange(Mutex<Vec<(usize, Told)>>);

/// The access of one search to the log.
#[derive(Clone, Copy)]
pub(super) struct Partner<'a> {
    exchange: &'a Exchange,
    /// The number of this search.
    number: usize,
    /// The number of lines that it has read.
    read: usize,
}

impl<'a> Partner<'a> {
    pub(super) fn new(exchange: &'a Exchange, number: usize) -> Partner<'a> {
        Partner { exchange, number, read: 0 }
    }

    /// Tells the others a clause, if it is short enough to be of use to them.
    pub(super) fn tell_clause(&self, literals: &[Literal], glue: u32) {
        if literals.len() <= 2 || glue <= GOOD_GLUE {
            self.tell(Told::Clause { literals: literals.into(), glue });
        }
    }

    /// Tells the others a solution.
    pub(super) fn tell_solution(&self, cover: &[OptionId]) {
        let mut options = cover.to_vec();
        options.sort_unstable();
        self.tell(Told::Solution(options.into()));
    }

    fn tell(&self, told: Told) {
        self.exchange.0.lock().unwrap_or_else(PoisonError::into_inner).push((self.number, told));
    }

    /// What the others have told since the last call.
    pub(super) fn news(&mut self) -> Vec<Told> {
        let log = self.exchange.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = log[self.read..].iter().filter(|(from, _)| *from != self.number).map(|(_, told)| told.clone());
        let new = new.collect();
        self.read = log.len();
        new
    }
}
