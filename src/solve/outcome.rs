//! How a run ended, and how it stands while it goes on: data, not control flow.

use super::order::Engine;
use crate::dlx::{Address, OptionId, Search, Tally};

/// What only some engines count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// In the plural: `conflicts`.
    pub what: &'static str,
    pub number: u64,
    /// Of how many, where the share says something.
    pub of: Option<u64>,
}

/// A better score was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improvement {
    /// Nodes of the tree by then.
    pub nodes: u64,
    pub score: i64,
}

/// What is known at the end of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub engine: Engine,
    /// Why this engine, in a few words.
    pub why: &'static str,
    pub status: Status,
    pub stop: StopReason,
    /// Whether the search space was exhausted, so that nothing more can be found.
    pub complete: bool,
    /// Solutions met: exact if `complete`, else a lower bound. A search for the best score meets better and better
    /// ones only, and counts those.
    pub count: u128,
    /// Solutions met, those that the problem's symmetries turn into each other counted once; where a count was asked and
    /// symmetries are known.
    pub ways: Option<u128>,
    /// The first solutions, verified against the problem; for a best-score run the best one found.
    pub solutions: Vec<Vec<OptionId>>,
    /// The largest total weight found.
    pub best: Option<i64>,
    /// What the largest total weight is proved not to exceed, if anything is.
    pub bound: Option<i64>,
    pub tally: Tally,
    pub counters: Vec<Counter>,
    /// How the best score came about, by an engine that looks for it.
    pub improvements: Vec<Improvement>,
    /// Where a run that was stopped stood.
    pub stand: Option<Stand>,
}

impl Outcome {
    /// What a count comes to; one that was stopped is a lower bound.
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
            ways: None,
            solutions: Vec::new(),
            best: None,
            bound: None,
            tally,
            counters: Vec::new(),
            improvements: Vec::new(),
            stand: None,
        }
    }
}

/// The answer, as far as there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is no solution.
    None,
    /// A solution was found; whether there are more was not asked.
    Solved,
    /// There is exactly one.
    Unique,
    /// There are several.
    Many,
    /// The best solution was found and proved.
    Best,
    /// The run was stopped before it could tell.
    Unknown,
    /// An engine returned options that cover nothing exactly: a defect of this program.
    Wrong,
}

impl Status {
    /// As the command line and JSON say it.
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

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Everything was searched.
    Exhausted,
    /// The goal was met before that.
    GoalMet,
    /// A limit of the goal or of the host.
    Limit,
    /// The host wanted no more.
    Cancelled,
}

/// Where an engine stands, in what the debugger can take over.
#[derive(Clone, Debug)]
pub enum Stand {
    /// Algorithm X itself, with its counters.
    Search(Box<Search>, Tally),
    /// The options chosen so far, by an engine that has no links.
    Path(Vec<OptionId>),
}

impl Stand {
    /// The options chosen.
    pub fn path(&self) -> Vec<OptionId> {
        match self {
            Stand::Search(search, _) => search.path(),
            Stand::Path(path) => path.clone(),
        }
    }
}

/// A run seen while it goes on.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub engine: Engine,
    pub tally: Tally,
    /// The options chosen at the moment.
    pub path: Vec<OptionId>,
    pub address: Address,
    pub count: u128,
    /// As in [`Outcome`].
    pub ways: Option<u128>,
    /// The best solution, or one of the latest.
    pub latest: Option<Vec<OptionId>>,
    pub best: Option<i64>,
    /// What the best score cannot exceed.
    pub bound: Option<i64>,
    pub counters: Vec<Counter>,
    /// How the best score came about, by an engine that looks for it.
    pub improvements: Vec<Improvement>,
}

impl Snapshot {
    /// What every engine knows of itself. Nothing is known of the rest yet.
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
        }
    }
}
