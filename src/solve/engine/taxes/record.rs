//! What branch and bound keeps beside its own state: the best so far and how it came about, and where the search is.

use crate::dlx::{Address, Branch, OptionId, Tally};
use crate::solve::order::{Engine, Flow, Host};
use crate::solve::outcome::{Improvement, Outcome, Snapshot, Stand, Status, StopReason};

/// Cells to look at between two questions to the host: less than a millisecond.
const LOOKS: usize = 1 << 16;

#[derive(Default)]
pub(super) struct Record {
    /// The best so far: its score, and its options.
    pub best: Option<(i64, Vec<OptionId>)>,
    pub improvements: Vec<Improvement>,
    /// What no score exceeds, as the root's bound allows.
    pub bound: Option<i64>,
    pub address: Vec<Branch>,
    pub tally: Tally,
    /// What was chosen when the host wanted no more.
    stopped_at: Vec<OptionId>,
    /// Cells looked at since the host was asked.
    unasked: usize,
}

impl Record {
    /// Goes down into the `k`-th of `d` branches. [`Record::leave`] goes back up.
    pub fn enter(&mut self, k: usize, d: usize) {
        self.address.push(Branch { k, d });
        self.tally.enter(self.address.len());
    }

    pub fn leave(&mut self) {
        self.address.pop();
    }

    /// Something better than the best so far was met.
    pub fn improve(&mut self, score: i64, options: Vec<OptionId>) {
        self.improvements.push(Improvement { nodes: self.tally.nodes(), score });
        self.tally.add_solution();
        self.best = Some((score, options));
    }

    /// Asks the host whether to go on, where these options are chosen, once enough `cells` were looked at.
    pub fn ask(&mut self, host: &mut dyn Host, chosen: &[OptionId], cells: usize) -> Result<(), StopReason> {
        self.unasked += cells;
        if self.unasked < LOOKS {
            return Ok(());
        }
        self.unasked = 0;
        let look = || {
            let address = Address { branches: self.address.clone(), ..Address::default() };
            Snapshot {
                latest: self.best.as_ref().map(|(_, options)| options.clone()),
                best: self.best.as_ref().map(|&(score, _)| score),
                bound: self.bound,
                improvements: self.improvements.clone(),
                ..Snapshot::new(Engine::Taxes, &self.tally, chosen.to_vec(), address)
            }
        };
        match host.poll(&look) {
            Flow::Go => Ok(()),
            Flow::Stop(reason) => {
                self.stopped_at = chosen.to_vec();
                Err(reason)
            }
        }
    }

    /// The outcome, when the search is over or stopped.
    pub fn outcome(self, stop: StopReason) -> Outcome {
        let complete = stop == StopReason::Exhausted;
        let status = match (&self.best, complete) {
            (None, true) => Status::None,
            (Some(_), true) => Status::Best,
            _ => Status::Unknown,
        };
        let best = self.best.as_ref().map(|&(score, _)| score);
        Outcome {
            engine: Engine::Taxes,
            why: "",
            status,
            stop,
            complete,
            count: u128::from(self.tally.solutions),
            ways: None,
            solutions: self.best.into_iter().map(|(_, options)| options).collect(),
            best,
            bound: if complete { best } else { self.bound },
            tally: self.tally,
            counters: Vec::new(),
            improvements: self.improvements,
            stand: (!complete).then_some(Stand::Path(self.stopped_at)),
        }
    }
}
