//! The types that ask for a run: the order, the engine and the host. Engines import these, and
//! nothing of the code that drives them.

use super::keep::Keep;
use super::outcome::{Snapshot, StopReason};
use crate::dlx::{Goal, OptionId, Policy};

/// An engine, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Algorithm X with dancing links: all goals, and all of Step.
    Links,
    /// The same tree with the live options as a bit mask: for counting with few options.
    Bits,
    /// Memoizes counts by the set of open items: for counting tilings.
    Memo,
    /// Memoizes counts by the isomorphism class of the subproblem: for counting with many
    /// symmetries.
    Classes,
    /// Branch and bound with Lagrangian multipliers: for the best score, and for all goals of a
    /// repeated cover.
    Taxes,
    /// Bit boards: for standard 9x9 sudokus in bulk.
    Bands,
    /// Conflict-driven clause learning: for one solution or uniqueness, on large or hard grids.
    Clauses,
}

/// The order of a run: its goal, and the means that it may use.
#[derive(Clone, Debug)]
pub struct Order {
    pub goal: Goal,
    /// The engine asked for; `None` for the default one.
    pub engine: Option<Engine>,
    pub policy: Policy,
    /// The search will not be stepped afterwards.
    pub in_batch: bool,
    /// Threads that one large count may use.
    pub threads: usize,
    /// The most options of interest in a repeated cover: the run stops once it is proved that more
    /// are needed.
    pub ceiling: Option<u32>,
}

impl Order {
    pub fn new(goal: Goal) -> Order {
        Order { goal, engine: None, policy: Policy::default(), in_batch: false, threads: 1, ceiling: None }
    }
}

/// The answer of a host: the run continues or stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Go,
    Stop(StopReason),
}

/// Asks whether to continue. The argument is the number of matrix cells read since the last call.
pub(super) type GoOn<'a> = &'a mut dyn FnMut(usize) -> Result<(), StopReason>;

/// The caller's side of a run, polled every few hundred nodes. `poll` must not block.
pub trait Host {
    /// Decides whether the run continues. `look` makes a snapshot of the run. It copies, so call it
    /// only when the snapshot is needed.
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow;

    /// Returns true if the host wants every solution of a run that counts them.
    fn wants_each(&self) -> bool {
        false
    }

    /// Receives a solution from an engine that finds solutions one by one. Called only if the host
    /// [wants each](Host::wants_each).
    fn met(&mut self, _cover: &[OptionId]) {}

    /// The store for a long count, if there is one.
    fn keep(&mut self) -> Option<&mut dyn Keep> {
        None
    }
}

/// A host that never stops a run and never looks at it.
impl Host for () {
    fn poll(&mut self, _look: &dyn Fn() -> Snapshot) -> Flow {
        Flow::Go
    }
}

/// A host that keeps every solution of a run that counts them, until `go_on` returns false.
pub struct Gather<'a> {
    pub found: Vec<Vec<OptionId>>,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<'a> Gather<'a> {
    pub fn new(go_on: &'a mut dyn FnMut() -> bool) -> Gather<'a> {
        Gather { found: Vec::new(), go_on }
    }
}

impl Host for Gather<'_> {
    fn poll(&mut self, _look: &dyn Fn() -> Snapshot) -> Flow {
        if (self.go_on)() { Flow::Go } else { Flow::Stop(StopReason::Cancelled) }
    }

    fn wants_each(&self) -> bool {
        true
    }

    fn met(&mut self, cover: &[OptionId]) {
        self.found.push(cover.to_vec());
    }
}

/// The most solutions that an outcome keeps; further ones are only counted.
pub(super) const KEPT: usize = 100;
