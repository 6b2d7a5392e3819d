//! Solving: the order of a run, the code that drives it, and its thread. Uses ids only, never
//! names.
//!
//! [`run`] picks an **engine** for a problem and a goal, and drives it to an [`Outcome`]. The run
//! polls its [`Host`] regularly. The host may stop it or look at its state. [`Worker`] is a host on
//! a thread of its own; the command line is another host. [`Stepper`] holds a search for the
//! debugger.

// Files are read and written by the root alone; see `clippy.toml`.
#![deny(clippy::disallowed_methods)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod blame;
mod breaks;
mod cut;
mod diary;
mod engine;
mod estimate;
mod grain;
mod harvest;
mod host;
mod inquiry;
mod keep;
mod milestones;
mod obstruction;
mod orbits;
mod order;
mod outcome;
mod piece;
pub mod proof;
mod regions;
mod site;
mod spare;
mod stepper;
mod strategy;
mod threads;
mod weighing;
mod worker;

pub use blame::{Blame, Fate, ItemFate, Standing};
pub use breaks::{Break, is_gone};
pub use engine::bands::{NineFound, NineLimits, NineSearch, solve_nines};
pub use engine::{ENGINES, EngineSpec};
pub use estimate::{Forecast, NoForecast, Spread, forecast, forecast_sum, pace};
pub use grain::Grain;
pub use host::{Flow, Gather, Host};
pub use inquiry::{Happening, Inquiry, Occurrences};
pub use keep::Keep;
pub use obstruction::Obstruction;
pub use order::{Engine, Order};
pub use outcome::{Budget, Counter, Improvement, Lane, Outcome, Snapshot, Status, StopReason, StoppedAt, Tried};
pub use site::Site;
pub use stepper::{Did, Leap, Moved, Nearby, Stepper, Stop};
pub use strategy::{STRATEGIES, Strategy, run, verified};
pub use threads::{Running, in_threads};
pub use weighing::find_obstruction;
pub use worker::{Job, Report, RunId, What, Worker};

/// A count cut into pieces: subtrees of the search by `links`, each named by its address. They are
/// counted on all cores, or written as lines for other machines, and added up.
pub mod pieces {
    pub use super::cut::{KEPT, LEVELS, Unlike, check_alike, digest, digest_of_cut, divide, hex, split, split_whole};
    pub use super::piece::{Counted, Piece, Unwhole, whole};
    pub use super::regions::{Region, regions};
    pub use super::strategy::{PieceSums, count_all};
}

/// Searches by `clauses`, which learn from conflicts: a single one, or several of one problem that
/// exchange clauses and solutions.
pub mod clauses {
    pub use super::engine::clauses::{Clauses, Exchange};
}

/// Answers by a table of subproblems, where these recur.
pub mod tables {
    pub use super::engine::memo::decide;
}

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
