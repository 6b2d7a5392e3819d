//! The order of a run: its goal, and the means that it may use.

use crate::dlx::{Goal, Policy};

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
