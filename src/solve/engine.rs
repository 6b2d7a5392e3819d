//! The engines: the reference, and the racers. Each answers the same question about the same
//! problem. A new engine is a file or folder here, a name in [`Engine`] and a row in [`ENGINES`].

use super::host::Host;
use super::order::{Engine, Order};
use super::outcome::Outcome;
use crate::dlx::{Goal, Problem};

pub(super) mod bands;
pub(super) mod bits;
pub(super) mod classes;
pub(super) mod clauses;
pub(super) mod links;
pub(super) mod memo;
mod number;
pub(super) mod taxes;

/// A row of the table of engines.
#[derive(Debug)]
pub struct EngineSpec {
    pub engine: Engine,
    /// The name on the command line (`--engine`) and on the screen.
    pub name: &'static str,
    pub help: &'static str,
    /// Returns true if it answers a goal of a problem without colours and multiplicities. Only
    /// `links` handles those; see [`Engine::answers`].
    answers: fn(&Problem, Goal) -> bool,
    pub(super) run: fn(&Problem, Order, &mut dyn Host) -> Outcome,
}

/// All engines. `--engine`, `--help`, the manual's table and the Solve screen are derived from it.
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
        help: "caches counts by uncovered items",
        answers: |problem, goal| goal == Goal::Count { limit: None } && memo::fits(problem),
        run: memo::run,
    },
    EngineSpec {
        engine: Engine::Classes,
        name: "classes",
        help: "caches counts by isomorphism class",
        answers: |problem, goal| goal == Goal::Count { limit: None } && classes::fits(problem),
        run: classes::run,
    },
    EngineSpec {
        engine: Engine::Taxes,
        name: "taxes",
        help: "Lagrangian branch and bound",
        answers: |problem, goal| goal == Goal::Best || problem.wants_fewest(),
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
        help: "conflict-driven clause learning",
        answers: |problem, goal| matches!(goal, Goal::First | Goal::Unique) && !problem.wants_fewest(),
        run: clauses::run,
    },
];

impl Engine {
    /// All engines, in the order of the table.
    pub fn all() -> impl Iterator<Item = Engine> {
        ENGINES.iter().map(|spec| spec.engine)
    }

    /// The row of an engine.
    pub fn spec(self) -> &'static EngineSpec {
        ENGINES.iter().find(|spec| spec.engine == self).expect("every engine has a row")
    }

    /// The name on the command line (`--engine`) and on the screen.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    pub fn help(self) -> &'static str {
        self.spec().help
    }

    /// Returns true if an engine can answer a goal of a problem.
    pub fn answers(self, problem: &Problem, goal: Goal) -> bool {
        (!(problem.is_colored() || problem.class().facts().ranges) || self == Engine::Links)
            && (self.spec().answers)(problem, goal)
    }

    /// The default engine for a problem and a goal, and the reason in a few words. In a batch no
    /// search is stepped afterwards.
    pub fn usual(problem: &Problem, goal: Goal, in_batch: bool) -> (Engine, &'static str) {
        match goal {
            Goal::Best if Engine::Taxes.answers(problem, goal) => (Engine::Taxes, "for the best score"),
            _ if problem.wants_fewest() => (Engine::Taxes, "for the fewest options"),
            _ if in_batch && Engine::Bands.answers(problem, goal) => (Engine::Bands, "a 9x9 in a batch"),
            // `memo` gives up early if subproblems do not repeat.
            Goal::Count { limit: None } if Engine::Memo.answers(problem, goal) && memo::is_narrow(problem) => {
                (Engine::Memo, "options reach few items, so subproblems recur")
            }
            // Counting takes long enough for bit masks to pay off. With few options per item, most
            // of the work is the choice of the item, and links make it equally fast.
            Goal::Count { .. }
                if Engine::Bits.answers(problem, goal) && problem.n_options() >= 3 * problem.n_primary() =>
            {
                (Engine::Bits, "to count, with several options for each item")
            }
            Goal::First | Goal::Unique | Goal::Count { .. } | Goal::Best => (Engine::Links, "the reference"),
        }
    }
}
