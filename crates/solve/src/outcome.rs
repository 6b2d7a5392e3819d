//! The result of a run, and snapshots of a run in progress: data, not control flow.

use super::obstruction::Obstruction;
use super::order::Engine;
use dancing::{Address, OptionId, Problem, Search, Tally};
use std::fmt;

/// The most solutions that an outcome keeps; further ones are only counted.
pub(super) const KEPT: usize = 100;

/// The most options of all of them, about: each solution is verified as often as it is shown.
const LISTED: usize = 1 << 20;

/// The solutions of a problem that an outcome keeps: two or more.
pub(super) fn most_kept(problem: &Problem) -> usize {
    (LISTED / problem.n_primary().max(1)).clamp(2, KEPT)
}

/// A counter that only some engines have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The name, in the plural: `cache hits`.
    pub what: &'static str,
    /// The name in JSON: `cache_hits`.
    pub key: &'static str,
    /// The value of the counter.
    pub number: u64,
    /// The total, if the share of it is informative.
    pub of: Option<u64>,
}

impl Counter {
    /// The name beside the number: `1 conflict`, `2 conflicts`.
    pub fn words(&self) -> String {
        let (noun, rest) = self.what.split_at(self.what.find(' ').unwrap_or(self.what.len()));
        match (self.number, noun.strip_suffix('s')) {
            (1, Some(one)) => format!("{one}{rest}"),
            _ => self.what.to_string(),
        }
    }
}

/// The most that a strategy may spend, in units such as nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The limit, in `units`. `u64::MAX` means unlimited.
    pub most: u64,
    /// The name of the unit, in the plural: `nodes`. Empty if there is no limit.
    pub units: &'static str,
}

impl Budget {
    /// No limit.
    pub const UNLIMITED: Budget = Budget { most: u64::MAX, units: "" };

    pub(super) fn of(most: u64, units: &'static str) -> Budget {
        Budget { most, units }
    }
}

/// A strategy that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The name of the [`Strategy`](super::strategy::Strategy).
    pub name: &'static str,
    /// The limit under which it was tried.
    pub budget: Budget,
    /// The expected number of nodes of the tree, if the strategy has found that out.
    pub forecast: Option<f64>,
    /// The reason why it ended without an answer. `None` for the one that answered.
    pub ended: Option<&'static str>,
}

impl Tried {
    /// A strategy that has begun.
    pub(super) fn begun(name: &'static str, budget: Budget) -> Tried {
        Tried { name, budget, forecast: None, ended: None }
    }
}

/// Writes the name, the budget, and the forecast and the end: `glance of 4096 nodes (forecast
/// 2.9e5, spent)`.
impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Tried { name, budget, forecast, ended } = self;
        f.write_str(name)?;
        if *budget != Budget::UNLIMITED {
            write!(f, " of {} {}", budget.most, budget.units)?;
        }
        let forecast = forecast.map(|forecast| format!("forecast {forecast:.1e}"));
        let remarks: Vec<String> = forecast.into_iter().chain(ended.map(str::to_string)).collect();
        if remarks.is_empty() { Ok(()) } else { write!(f, " ({})", remarks.join(", ")) }
    }
}

/// A better score was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improvement {
    /// Nodes of the tree at that time.
    pub nodes: u64,
    /// The total weight of the solution.
    pub score: i64,
}

/// The result of a run.
// Many fields: a report, in which each figure is read alone.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The engine that answered.
    pub engine: Engine,
    /// The reason why this engine was chosen, in a few words.
    pub why: &'static str,
    /// The answer.
    pub status: Status,
    /// The reason why the run ended.
    pub stop: StopReason,
    /// True if the search space was exhausted, so that nothing more can be found.
    pub complete: bool,
    /// Solutions found: exact if `complete`, else a lower bound. A best-score search finds only
    /// solutions that improve the score, and counts those.
    pub count: u128,
    /// The count in decimal, if 128 bits do not hold it. `count` is then the largest number.
    pub large: Option<String>,
    /// Solutions found up to the symmetries of the problem. `None` if no count was asked for, or no
    /// symmetry is known.
    pub ways: Option<u128>,
    /// The strategies that were tried, in their order. The last one answered.
    pub tried: Vec<Tried>,
    /// The first solutions, verified against the problem; for a best-score run the best one.
    pub solutions: Vec<Vec<OptionId>>,
    /// The largest total weight found.
    pub best: Option<i64>,
    /// A proved upper bound on the total weight, if there is one.
    pub bound: Option<i64>,
    /// The counters of the search: nodes, updates, solutions.
    pub tally: Tally,
    /// Counters that only this engine has. Empty for most engines.
    pub counters: Vec<Counter>,
    /// The successive best scores, if the engine looks for them.
    pub improvements: Vec<Improvement>,
    /// The state of a run that was stopped.
    pub stopped_at: Option<StoppedAt>,
    /// The proof that there is no solution, if one was found without a search.
    pub obstruction: Option<Obstruction>,
    /// True if the pieces of a count that was stopped are kept, so that it can continue.
    pub kept: bool,
}

impl Outcome {
    /// The outcome of a count whose pieces were added up by the caller.
    pub fn sum(number: u128, stop: StopReason) -> Outcome {
        Outcome { why: "in pieces", ..Outcome::counted(Engine::LINKS, number, stop, Tally::default()) }
    }

    /// The outcome of a count. A count that was stopped is a lower bound.
    pub(super) fn counted(engine: Engine, number: u128, stop: StopReason, tally: Tally) -> Outcome {
        let complete = stop == StopReason::Exhausted;
        let status = match (number, complete) {
            (0, true) => Status::None,
            (1, true) => Status::Unique,
            (2.., _) => Status::Many,
            _ => Status::Unknown,
        };
        Outcome {
            engine,
            why: "",
            status,
            stop,
            complete,
            count: number,
            large: None,
            ways: None,
            tried: Vec::new(),
            solutions: Vec::new(),
            best: None,
            bound: None,
            tally,
            counters: Vec::new(),
            improvements: Vec::new(),
            stopped_at: None,
            obstruction: None,
            kept: false,
        }
    }
}

impl Outcome {
    /// The count in decimal, however large.
    pub fn number(&self) -> String {
        self.large.clone().unwrap_or_else(|| self.count.to_string())
    }
}

/// The answer, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is no solution.
    None,
    /// A solution was found; the goal did not ask for more.
    Solved,
    /// There is exactly one solution.
    Unique,
    /// There are several solutions.
    Many,
    /// The best solution was found and proved optimal.
    Best,
    /// The run was stopped before it had an answer.
    Unknown,
    /// An engine's answer failed the check: a bug in this program.
    Wrong,
}

impl Status {
    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Status::None => "none",
            Status::Solved => "solved",
            Status::Unique => "unique",
            Status::Many => "many",
            Status::Best => "best",
            Status::Unknown => "unknown",
            Status::Wrong => "wrong",
        }
    }
}

/// The reason why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The search was exhausted.
    Exhausted,
    /// The goal was reached before the search was exhausted.
    GoalMet,
    /// A limit of the goal or of the host was reached, or a count overflowed.
    Limit,
    /// The host cancelled the run.
    Cancelled,
}

/// The position of an engine, in a form that the debugger can take over.
#[derive(Clone, Debug)]
pub enum StoppedAt {
    /// A search of Algorithm X, with its counters.
    Search(Box<Search>, Tally),
    /// The options chosen, from an engine without links.
    Path(Vec<OptionId>),
}

impl StoppedAt {
    /// The options chosen.
    pub fn path(&self) -> Vec<OptionId> {
        match self {
            StoppedAt::Search(search, _) => search.path(),
            StoppedAt::Path(path) => path.clone(),
        }
    }
}

/// A thread of a run, and the part of the search that it has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The engine of the thread.
    pub engine: Engine,
    /// The number of the part, from 0.
    pub part: usize,
    /// The nodes in this part so far.
    pub nodes: u64,
    /// The options chosen now, in this part.
    pub depth: usize,
}

/// A run in progress.
// Many fields: a report, in which each figure is read alone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The engine that is running.
    pub engine: Engine,
    /// The counters so far.
    pub tally: Tally,
    /// The options chosen now.
    pub path: Vec<OptionId>,
    /// The state of the search, as branches from the root.
    pub address: Address,
    /// Solutions found so far.
    pub count: u128,
    /// As in [`Outcome`].
    pub ways: Option<u128>,
    /// The best solution, or one of the latest.
    pub latest: Option<Vec<OptionId>>,
    /// The largest total weight so far. `None` if no solution was found, or none is weighed.
    pub best: Option<i64>,
    /// An upper bound on the best score.
    pub bound: Option<i64>,
    /// Counters that only this engine has. Empty for most engines.
    pub counters: Vec<Counter>,
    /// The successive best scores, if the engine looks for them.
    pub improvements: Vec<Improvement>,
    /// The threads that are at work. Empty for a run on one thread.
    pub lanes: Vec<Lane>,
    /// The share of the tree in the parts that are done, for a run in parts. Its address is that of
    /// the first part that is not done, which says less.
    pub share: Option<f64>,
}

impl Snapshot {
    /// The share of the tree that was searched, if all subtrees of a node had the same size.
    pub fn share_searched(&self) -> f64 {
        // Nothing searched may come as -0, the sum of no parts, and is shown as 0.
        self.share.unwrap_or_else(|| self.address.share_behind()) + 0.0
    }

    /// The fields that every engine knows; the others are empty.
    pub fn new(engine: Engine, tally: &Tally, path: Vec<OptionId>, address: Address) -> Snapshot {
        Snapshot {
            engine,
            tally: tally.clone(),
            path,
            address,
            count: u128::from(tally.solutions),
            ways: None,
            latest: None,
            best: None,
            bound: None,
            counters: Vec::new(),
            improvements: Vec::new(),
            lanes: Vec::new(),
            share: None,
        }
    }
}
