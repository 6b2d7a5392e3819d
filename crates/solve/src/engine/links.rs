//! The `links` engine: Algorithm X with [`Search::stride`].

use crate::harvest::{Harvest, Walk};
use crate::host::{Flow, Host};
use crate::order::{Engine, Order};
use crate::outcome::{Outcome, Snapshot, StopReason, StoppedAt};
use crate::spare::Lent;
use dancing::{Address, Event, Goal, OptionId, Policy, Problem, Tally};
use std::mem;

/// Nodes between two polls of the host: well under a millisecond on a 9x9, about 10 ms on a 25x25.
const SLICE: u32 = 256;

/// Cells that a slice of a repeated cover may read: larger problems get fewer nodes a slice.
const LOOKS: usize = 1 << 18;

/// Items that a slice of another problem may compare, likewise.
const COMPARED: usize = 1 << 22;

/// See [`crate::run`].
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    let mut walk = Dance::new(problem, order);
    let stop = walk.go_on(u64::MAX, host).unwrap_or(StopReason::Exhausted);
    Box::new(walk).outcome(stop)
}

/// Searches the subtree at an address. Its tally has the levels of the whole tree, and nothing of
/// the way down. Without such a subtree there is no solution to count.
pub(crate) fn run_below(problem: &Problem, order: Order, address: &Address, host: &mut dyn Host) -> Outcome {
    let mut walk = Dance::new(problem, order);
    if walk.search.go(address).is_err() {
        return Box::new(walk).outcome(StopReason::Limit);
    }
    walk.search.confine();
    let stop = walk.go_on(u64::MAX, host).unwrap_or(StopReason::Exhausted);
    Box::new(walk).outcome(stop)
}

/// A search at the root.
pub fn walk(problem: &Problem, order: Order) -> Box<dyn Walk + '_> {
    Box::new(Dance::new(problem, order))
}

/// The search, and the solutions kept.
pub(crate) struct Dance<'a> {
    search: Lent,
    tally: Tally,
    harvest: Harvest<'a>,
    path: Vec<OptionId>,
    ceiling: Option<u32>,
    slice: u32,
    in_batch: bool,
}

impl<'a> Dance<'a> {
    pub(crate) fn new(problem: &'a Problem, order: Order) -> Dance<'a> {
        // For the best score, cut branches that cannot improve it.
        let policy = Policy { best: order.goal == Goal::Best, ..order.policy };
        // The estimate of a repeated cover reads all open items and options many times.
        let fitting = match problem.wants_fewest() {
            true => LOOKS / problem.n_cells().max(1),
            false => COMPARED / problem.n_items().max(1),
        };
        Dance {
            search: Lent::new(problem, policy),
            tally: Tally::default(),
            harvest: Harvest::new(problem, order.goal),
            path: Vec::new(),
            ceiling: order.ceiling,
            slice: fitting.clamp(1, SLICE as usize) as u32,
            in_batch: order.in_batch,
        }
    }

    fn bound(&self) -> Option<i64> {
        self.search.limit().map(|limit| -i64::from(limit))
    }
}

impl Walk for Dance<'_> {
    fn go_on(&mut self, nodes: u64, host: &mut dyn Host) -> Option<StopReason> {
        let until = self.tally.nodes().saturating_add(nodes);
        // After a solution was inspected, the next slice need not rest at solutions.
        let mut looked = false;
        loop {
            if self.ceiling.is_some_and(|ceiling| self.search.limit() > Some(ceiling)) {
                return Some(StopReason::Limit);
            }
            let passes = mem::take(&mut looked) && self.harvest.only_counts(host);
            let event = match passes {
                true => self.search.stride_on(self.slice, &mut self.tally),
                false => self.search.stride(self.slice, &mut self.tally),
            };
            match event {
                None => return Some(StopReason::Exhausted),
                Some(Event::Visit) => {
                    self.search.copy_path(&mut self.path);
                    looked = true;
                    let enough = self.harvest.take(&self.path, self.tally.solutions, host);
                    if enough.is_some() {
                        return enough;
                    }
                }
                Some(_) => {}
            }
            if let Flow::Stop(reason) = host.poll(&|| self.look()) {
                return Some(reason);
            }
            if nodes != u64::MAX && self.tally.nodes() >= until {
                return None;
            }
        }
    }

    fn forecast(&self) -> f64 {
        self.tally.nodes() as f64 / self.search.address().share_done()
    }

    fn look(&self) -> Snapshot {
        let (path, address) = (self.search.path(), self.search.address());
        Snapshot { bound: self.bound(), ..self.harvest.snapshot(Engine::LINKS, &self.tally, path, address) }
    }

    fn outcome(self: Box<Self>, stop: StopReason) -> Outcome {
        let bound = self.bound();
        let Dance { search, tally, harvest, in_batch, .. } = *self;
        let stopped_at = (stop != StopReason::Exhausted).then(|| match in_batch {
            true => StoppedAt::Path(search.path()),
            false => StoppedAt::Search(Box::new(search.keep()), tally.clone()),
        });
        Outcome { bound, ..harvest.outcome(Engine::LINKS, stop, tally, stopped_at) }
    }
}
