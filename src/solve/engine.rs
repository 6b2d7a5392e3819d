//! The engines: the reference, and the racers beside it. Each answers the same question about the same problem.

use super::outcome::{Outcome, Stand, Status, StopReason};
use crate::dlx::{Goal, OptionId, Problem, Tally};

pub(super) mod bits;
pub(super) mod links;
pub(super) mod memo;
pub(super) mod taxes;

/// Which engine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Algorithm X with dancing links: everything, and all of Step.
    Links,
    /// The same tree with live options as bits: counting, where options are few.
    Bits,
    /// Counts kept with the items that are left: counting tilings.
    Memo,
    /// Branch and bound with Lagrangian multipliers: the best score.
    Taxes,
}

impl Engine {
    pub const ALL: [Engine; 4] = [Engine::Links, Engine::Bits, Engine::Memo, Engine::Taxes];

    /// As `--engine` and the screen name it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Links => "links",
            Engine::Bits => "bits",
            Engine::Memo => "memo",
            Engine::Taxes => "taxes",
        }
    }

    pub fn help(self) -> &'static str {
        match self {
            Engine::Links => "Algorithm X with dancing links",
            Engine::Bits => "Algorithm X, live options as bits",
            Engine::Memo => "counts kept with what is left",
            Engine::Taxes => "branch and bound by taxes",
        }
    }

    /// Whether an engine can answer a goal of a problem at all.
    pub fn answers(self, problem: &Problem, goal: Goal) -> bool {
        match self {
            Engine::Links => true,
            Engine::Bits => goal != Goal::Best && bits::fits(problem),
            Engine::Memo => goal == Goal::Count { limit: None } && memo::fits(problem),
            Engine::Taxes => goal == Goal::Best && !problem.is_repeated(),
        }
    }

    /// The engine for a problem and a goal when nobody asks for another.
    pub fn usual(problem: &Problem, goal: Goal) -> Engine {
        match goal {
            Goal::Best if Engine::Taxes.answers(problem, goal) => Engine::Taxes,
            // It gives up early where sub-problems do not repeat.
            Goal::Count { limit: None } if Engine::Memo.answers(problem, goal) && memo::is_narrow(problem) => {
                Engine::Memo
            }
            // To count takes long enough for masks to pay, unless options are few for each item: then choosing the item
            // is most of the work, and links do that as fast.
            Goal::Count { .. }
                if Engine::Bits.answers(problem, goal) && problem.n_options() >= 3 * problem.n_primary() =>
            {
                Engine::Bits
            }
            Goal::First | Goal::Unique | Goal::Count { .. } | Goal::Best => Engine::Links,
        }
    }
}

/// The outcome of a search that met solutions one after the other.
fn finished(
    engine: Engine,
    goal: Goal,
    stop: StopReason,
    tally: Tally,
    solutions: Vec<Vec<OptionId>>,
    stand: Option<Stand>,
) -> Outcome {
    let complete = stop == StopReason::Exhausted;
    let status = match (goal, tally.solutions, complete) {
        (_, 0, true) => Status::None,
        (Goal::Best, 1.., true) => Status::Best,
        (Goal::First, 1.., _) => Status::Solved,
        (Goal::Unique | Goal::Count { .. }, 1, true) => Status::Unique,
        (Goal::Unique | Goal::Count { .. }, 2.., _) => Status::Many,
        _ => Status::Unknown,
    };
    Outcome {
        engine,
        status,
        stop,
        complete,
        count: u128::from(tally.solutions),
        ways: None,
        solutions,
        best: None,
        bound: None,
        stand,
        tally,
    }
}
