//! The solutions that a host got, each once, whichever engine finds it.

use crate::host::{Flow, Host};
use crate::outcome::Snapshot;
use dancing::OptionId;
use rustc_hash::FxHashSet;
use std::cell::{Cell, RefCell};

/// The most solutions that `clauses` lists. Each is blocked by a long clause, and with more of them
/// a walk finds the next one sooner.
pub(super) const MOST: u64 = 32;

/// The first solutions that a host got, so that none is sent twice.
#[derive(Default)]
pub(super) struct Sent {
    /// The options of each, in ascending order.
    first: RefCell<FxHashSet<Vec<OptionId>>>,
    /// True once a second engine looks for solutions.
    compares: Cell<bool>,
    number: Cell<u64>,
}

impl Sent {
    /// The number of solutions that the host has.
    pub(super) fn number(&self) -> u64 {
        self.number.get()
    }

    /// Compares the solutions from now on: a second engine looks for them.
    pub(super) fn compare(&self) {
        self.compares.set(true);
    }

    /// Passes a solution on, unless the host has it or has as many as are asked for.
    fn pass(&self, cover: &[OptionId], limit: u64, host: &mut dyn Host) {
        // Both engines find fewer together while they take turns.
        let is_early = self.number.get() < 4 * MOST;
        if is_early || self.compares.get() {
            let mut options = cover.to_vec();
            options.sort_unstable();
            let mut first = self.first.borrow_mut();
            let is_new = if is_early { first.insert(options) } else { !first.contains(&options) };
            if self.compares.get() && (!is_new || self.number.get() >= limit) {
                return;
            }
        }
        self.number.set(self.number.get() + 1);
        host.receive(cover);
    }
}

/// A host in front of another one that gets each solution once.
pub(super) struct Once<'a> {
    pub host: &'a mut dyn Host,
    pub sent: &'a Sent,
    /// The most solutions that are asked for.
    pub limit: u64,
}

impl Host for Once<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        self.host.poll(look)
    }

    fn wants_each(&self) -> bool {
        self.host.wants_each()
    }

    fn receive(&mut self, cover: &[OptionId]) {
        self.sent.pass(cover, self.limit, self.host);
    }

    fn keep(&mut self) -> Option<&mut dyn crate::keep::Keep> {
        self.host.keep()
    }
}
