//! Clauses and solutions that searches of one problem on several threads exchange.
//!
//! **Invariants.** The log is read in its order. A search that has found a solution exports it
//! before it learns from the clause that blocks it. So an exported clause follows from the problem
//! and the solutions before it in the log.

use super::store::GOOD_GLUE;
use super::trail::Literal;
use dancing::OptionId;
use std::sync::{Arc, Mutex, PoisonError};

/// The most lines of the log after which clauses are no longer exported. Solutions always are.
const MOST: usize = 1 << 20;

/// A line of the log.
#[derive(Clone, Debug)]
pub(super) enum SharedLine {
    /// A clause that follows from the lines before it.
    Clause(Arc<[Literal]>),
    /// A solution: its options, in ascending order.
    Solution(Arc<[OptionId]>),
}

/// The clauses and solutions that several searches of one problem exchange: a log, each line with
/// the number of the search that has written it. It begins empty.
#[derive(Default)]
pub struct Exchange(Mutex<Vec<(usize, SharedLine)>>);

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

    /// Exports a learned clause if it has at most two literals or a low glue.
    pub(super) fn export_clause(&self, literals: &[Literal], glue: u32) {
        if literals.len() <= 2 || glue <= GOOD_GLUE {
            self.export(SharedLine::Clause(literals.into()), MOST);
        }
    }

    pub(super) fn export_solution(&self, cover: &[OptionId]) {
        let mut options = cover.to_vec();
        options.sort_unstable();
        self.export(SharedLine::Solution(options.into()), usize::MAX);
    }

    /// Appends a line unless the log has as many as `most`.
    fn export(&self, line: SharedLine, most: usize) {
        let mut log = self.exchange.0.lock().unwrap_or_else(PoisonError::into_inner);
        if log.len() < most {
            log.push((self.number, line));
        }
    }

    /// The lines of other searches that were written since the last call.
    pub(super) fn unread(&mut self) -> Vec<SharedLine> {
        let log = self.exchange.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = log[self.read..].iter().filter(|(from, _)| *from != self.number).map(|(_, line)| line.clone());
        let new = new.collect();
        self.read = log.len();
        new
    }
}
