//! The engines: the reference, and the racers beside it. Each answers the same question about the same problem.

use crate::dlx::{Goal, Problem};

pub(super) mod links;
pub(super) mod taxes;

/// Which engine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Algorithm X with dancing links: everything, and all of Step.
    Links,
    /// Branch and bound with Lagrangian multipliers: the best score.
    Taxes,
}

impl Engine {
    pub const ALL: [Engine; 2] = [Engine::Links, Engine::Taxes];

    /// As `--engine` and the screen name it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Links => "links",
            Engine::Taxes => "taxes",
        }
    }

    pub fn help(self) -> &'static str {
        match self {
            Engine::Links => "Algorithm X with dancing links",
            Engine::Taxes => "branch and bound by taxes",
        }
    }

    /// Whether an engine can answer a goal of a problem at all.
    pub fn answers(self, problem: &Problem, goal: Goal) -> bool {
        match self {
            Engine::Links => true,
            Engine::Taxes => goal == Goal::Best && !problem.is_repeated(),
        }
    }

    /// The engine for a problem and a goal when nobody asks for another.
    pub fn usual(problem: &Problem, goal: Goal) -> Engine {
        match goal {
            Goal::Best if Engine::Taxes.answers(problem, goal) => Engine::Taxes,
            Goal::First | Goal::Unique | Goal::Count { .. } | Goal::Best => Engine::Links,
        }
    }
}
