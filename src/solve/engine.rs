//! The engines: the reference, and the racers beside it. Each answers the same question about the
//! same problem. A new one is a file or folder here, a name in [`Engine`] and a row in [`ENGINES`].

use super::order::{Engine, Host, Order};
use super::outcome::Outcome;
use crate::dlx::{Goal, Problem};

pub(super) mod bands;
pub(super) mod bits;
pub(super) mod clauses;
pub(super) mod links;
pub(super) mod memo;
pub(super) mod taxes;

/// A row of the table of engines.
#[derive(Debug)]
pub struct EngineSpec {
    pub engine: Engine,
    /// As `--engine` and the screen name it.
    pub name: &'static str,
    pub help: &'static str,
    /// Whether it can answer a goal of a problem that has no colours: those are for the links
    /// alone.
    answers: fn(&Problem, Goal) -> bool,
    pub(super) run: fn(&Problem, Order, &mut dyn Host) -> Outcome,
}

/// Every engine: `--engine`, `--help`, the README's table and the Solve screen read it.
pub static ENGINES: &[EngineSpec] = &[
    EngineSpec {
        engine: Engine::Links,
        name: "links",
        help: "Algorithm X with dancing links",
        answers: |_, _| true,
        run: links::run,
    },
    EngineSpec {
        engine: Engine::Bits,
        name: "bits",
        help: "Algorithm X, live options as bits",
        answers: |problem, goal| goal != Goal::Best && bits::fits(problem),
        run: bits::run,
    },
    EngineSpec {
        engine: Engine::Memo,
        name: "memo",
        help: "counts kept with what is left",
        answers: |problem, goal| goal == Goal::Count { limit: None } && memo::fits(problem),
        run: memo::run,
    },
    EngineSpec {
        engine: Engine::Taxes,
        name: "taxes",
        help: "branch and bound, items taxed",
        answers: |problem, goal| goal == Goal::Best || problem.is_repeated(),
        run: |problem, order, host| taxes::run(problem, &order, host),
    },
    EngineSpec {
        engine: Engine::Bands,
        name: "bands",
        help: "bit boards, 9x9 sudokus only",
        answers: |problem, goal| goal != Goal::Best && bands::fits(problem),
        run: bands::run,
    },
    EngineSpec {
        engine: Engine::Clauses,
        name: "clauses",
        help: "a search that learns from its dead ends",
        answers: |problem, goal| matches!(goal, Goal::First | Goal::Unique) && !problem.is_repeated(),
        run: clauses::run,
    },
];

impl Engine {
    /// Every engine, in the order of the table.
    pub fn all() -> impl Iterator<Item = Engine> {
        ENGINES.iter().map(|spec| spec.engine)
    }

    /// The row of an engine.
    pub fn spec(self) -> &'static EngineSpec {
        ENGINES.iter().find(|spec| spec.engine == self).expect("every engine has a row")
    }

    /// As `--engine` and the screen name it.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    pub fn help(self) -> &'static str {
        self.spec().help
    }

    /// Whether an engine can answer a goal of a problem at all.
    pub fn answers(self, problem: &Problem, goal: Goal) -> bool {
        (!(problem.is_colored() || problem.is_multiple()) || self == Engine::Links)
            && (self.spec().answers)(problem, goal)
    }

    /// The engine for a problem and a goal when nobody asks for another, and why. In a batch nobody steps on from where the
    /// search stood.
    pub fn usual(problem: &Problem, goal: Goal, in_batch: bool) -> (Engine, &'static str) {
        match goal {
            Goal::Best if Engine::Taxes.answers(problem, goal) => (Engine::Taxes, "for the best score"),
            _ if problem.is_repeated() => (Engine::Taxes, "for the fewest options"),
            _ if in_batch && Engine::Bands.answers(problem, goal) => (Engine::Bands, "a 9x9 in a batch"),
            // It gives up early where sub-problems do not repeat.
            Goal::Count { limit: None } if Engine::Memo.answers(problem, goal) && memo::is_narrow(problem) => {
                (Engine::Memo, "options reach few items, so what is left repeats")
            }
            // To count takes long enough for masks to pay, unless options are few for each item: then choosing the item
            // is most of the work, and links do that as fast.
            Goal::Count { .. }
                if Engine::Bits.answers(problem, goal) && problem.n_options() >= 3 * problem.n_primary() =>
            {
                (Engine::Bits, "to count, with several options for each item")
            }
            Goal::First | Goal::Unique | Goal::Count { .. } | Goal::Best => (Engine::Links, "the reference"),
        }
    }
}
