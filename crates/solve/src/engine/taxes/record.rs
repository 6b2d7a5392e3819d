//! Bookkeeping of branch and bound: the best cover, its history, and the place of the search.

use crate::host::Host;
use crate::order::Engine;
use crate::outcome::{Improvement, Outcome, Snapshot, Status, StopReason, StoppedAt};
use dancing::{Address, Branch, OptionId, Tally};

/// Cells read between two polls of the host: less than a millisecond.
const LOOKS: usize = 1 << 16;

/// The budget of a search.
#[derive(Clone, Copy)]
pub(super) struct NodeBudget {
    /// Nodes that it searches itself.
    pub nodes: u64,
    /// Bytes of the parts that it leaves. What has no room is searched at its place.
    pub bytes: usize,
}

#[derive(Default)]
pub(super) struct TaxRecord {
    /// The best cover so far: its score and its options.
    pub best: Option<(i64, Vec<OptionId>)>,
    pub improvements: Vec<Improvement>,
    /// An upper bound on the score, from the root.
    pub bound: Option<i64>,
    pub address: Vec<Branch>,
    pub tally: Tally,
    /// The budget after which the search leaves the rest of its tree in parts.
    pub budget: Option<NodeBudget>,
    /// The options chosen when the host stopped the run.
    stopped_at: Vec<OptionId>,
    /// Cells read since the host was last polled.
    unasked: usize,
}

impl TaxRecord {
    /// The record of a search that looks for a better cover than `best`, with a budget.
    pub fn new(best: Option<(i64, Vec<OptionId>)>, budget: Option<NodeBudget>) -> TaxRecord {
        TaxRecord { best, budget, ..TaxRecord::default() }
    }

    /// Enters the `k`-th of `d` branches. [`TaxRecord::leave`] leaves it.
    pub fn enter(&mut self, k: usize, d: usize) {
        self.address.push(Branch { k, d });
        self.tally.enter(self.address.len());
    }

    pub fn leave(&mut self) {
        self.address.pop();
    }

    /// Returns true if the budget of nodes is used up, and a part of this size has room. It is
    /// taken then.
    pub fn leaves(&mut self, bytes: usize) -> bool {
        let nodes = self.tally.nodes();
        let left = self.budget.as_mut().filter(|budget| nodes >= budget.nodes && budget.bytes >= bytes);
        left.map(|budget| budget.bytes -= bytes).is_some()
    }

    /// Adds the record of a part. The first of several best covers is kept.
    pub fn add(&mut self, part: &TaxRecord) {
        let (before, known) = (self.tally.nodes(), self.improvements.len());
        let mut best = self.best.as_ref().map(|&(score, _)| score);
        for better in &part.improvements {
            if best.is_none_or(|best| better.score > best) {
                best = Some(better.score);
                self.improvements.push(Improvement { nodes: before + better.nodes, score: better.score });
            }
        }
        if self.improvements.len() > known {
            self.best.clone_from(&part.best);
        }
        let solutions = self.tally.solutions + part.tally.solutions.min((self.improvements.len() - known) as u64);
        self.tally.add_below(0, &part.tally);
        self.tally.solutions = solutions;
    }

    /// Records the options chosen when the host stopped the run.
    pub fn stop_at(&mut self, chosen: &[OptionId]) {
        self.stopped_at = chosen.to_vec();
    }

    /// A snapshot of the running search.
    pub fn snapshot(&self, chosen: Vec<OptionId>, address: Address) -> Snapshot {
        Snapshot {
            latest: self.best.as_ref().map(|(_, options)| options.clone()),
            best: self.best.as_ref().map(|&(score, _)| score),
            bound: self.bound,
            improvements: self.improvements.clone(),
            ..Snapshot::new(Engine::TAXES, &self.tally, chosen, address)
        }
    }

    /// Records a better cover.
    pub(crate) fn improve(&mut self, score: i64, options: Vec<OptionId>) {
        self.improvements.push(Improvement { nodes: self.tally.nodes(), score });
        self.tally.add_solution();
        self.best = Some((score, options));
    }

    /// Polls the host once enough `cells` have been read. `chosen` are the options chosen now.
    pub fn ask(&mut self, host: &mut dyn Host, chosen: &[OptionId], cells: usize) -> Result<(), StopReason> {
        self.unasked += cells;
        if self.unasked < LOOKS {
            return Ok(());
        }
        self.unasked = 0;
        let address = || Address { branches: self.address.clone(), ..Address::default() };
        let polled = host.poll(&|| self.snapshot(chosen.to_vec(), address())).into_result();
        polled.inspect_err(|_| self.stop_at(chosen))
    }

    /// The outcome of a search that is exhausted or stopped.
    pub fn outcome(self, stop: StopReason) -> Outcome {
        let complete = stop == StopReason::Exhausted;
        let status = match (&self.best, complete) {
            (None, true) => Status::None,
            (Some(_), true) => Status::Best,
            _ => Status::Unknown,
        };
        let best = self.best.as_ref().map(|&(score, _)| score);
        let found = u128::from(self.tally.solutions);
        Outcome {
            status,
            solutions: self.best.into_iter().map(|(_, options)| options).collect(),
            best,
            bound: if complete { best } else { self.bound },
            improvements: self.improvements,
            stopped_at: (!complete).then_some(StoppedAt::Path(self.stopped_at)),
            ..Outcome::counted(Engine::TAXES, found, stop, self.tally)
        }
    }
}
