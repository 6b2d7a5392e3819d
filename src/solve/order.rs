//! The words of a run: what is asked, by whom, and which engine is meant. Engines import these and
//! nothing of who drives them.

use super::outcome::{Snapshot, StopReason};
use crate::dlx::{Goal, OptionId, Policy};

/// Which engine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Algorithm X with dancing links: everything, and all of Step.
    Links,
    /// The same tree with live options as bits: counting, where options are few.
    Bits,
    /// Counts kept with the items that are left: counting tilings.
    Memo,
    /// Branch and bound with Lagrangian multipliers: the best score, and all that is asked of a
    /// repeated cover.
    Taxes,
    /// Bit boards: standard 9x9 sudokus, in bulk.
    Bands,
    /// Conflict-driven clause learning: one solution or none, where grids are large or hard.
    Clauses,
}

/// What a run is to do.
#[derive(Clone, Debug)]
pub struct Order {
    pub goal: Goal,
    /// The engine asked for; else the usual one.
    pub engine: Option<Engine>,
    pub policy: Policy,
    /// Nobody will step on from where the search stood.
    pub in_batch: bool,
    /// Of a repeated cover: give up once it is proved that more options than this are needed.
    pub ceiling: Option<u32>,
}

impl Order {
    pub fn new(goal: Goal) -> Order {
        Order { goal, engine: None, policy: Policy::default(), in_batch: false, ceiling: None }
    }
}

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Go,
    Stop(StopReason),
}

/// Whether to go on, asked with the cells of the matrix that were looked at since.
pub(super) type GoOn<'a> = &'a mut dyn FnMut(usize) -> Result<(), StopReason>;

/// Who a run runs for. Asked every few hundred nodes; it must answer at once.
pub trait Host {
    /// `look` shows where the run stands. It copies, so it is called when somebody wants to see it.
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow;

    /// Whether it is to be told of every solution, where all are asked for.
    fn wants_each(&self) -> bool {
        false
    }

    /// A solution was met, by an engine that meets them one by one. Only a host that [wants
    /// each](Host::wants_each) is told.
    fn met(&mut self, _cover: &[OptionId]) {}
}

/// A host that never stops a run and never looks.
impl Host for () {
    fn poll(&mut self, _look: &dyn Fn() -> Snapshot) -> Flow {
        Flow::Go
    }
}

/// How many solutions an outcome keeps; further ones are only counted.
pub(super) const KEPT: usize = 100;
