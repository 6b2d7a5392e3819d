//! The engines: the reference, and the racers beside it. Each answers the same question about the same problem.

use super::drive::{Host, KEPT};
use super::outcome::{Outcome, Snapshot, Stand, Status, StopReason};
use crate::dlx::{Address, Goal, OptionId, Problem, Tally};

pub(super) mod bands;
pub(super) mod bits;
pub(super) mod clauses;
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
    /// Branch and bound with Lagrangian multipliers: the best score, and all that is asked of a repeated cover.
    Taxes,
    /// Bit boards: standard 9x9 sudokus, in bulk.
    Bands,
    /// Conflict-driven clause learning: one solution or none, where grids are large or hard.
    Clauses,
}

impl Engine {
    pub const ALL: [Engine; 6] =
        [Engine::Links, Engine::Bits, Engine::Memo, Engine::Taxes, Engine::Bands, Engine::Clauses];

    /// As `--engine` and the screen name it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Links => "links",
            Engine::Bits => "bits",
            Engine::Memo => "memo",
            Engine::Taxes => "taxes",
            Engine::Bands => "bands",
            Engine::Clauses => "clauses",
        }
    }

    pub fn help(self) -> &'static str {
        match self {
            Engine::Links => "Algorithm X with dancing links",
            Engine::Bits => "Algorithm X, live options as bits",
            Engine::Memo => "counts kept with what is left",
            Engine::Taxes => "branch and bound, items taxed",
            Engine::Bands => "bit boards, 9x9 sudokus only",
            Engine::Clauses => "a search that learns from its dead ends",
        }
    }

    /// Whether an engine can answer a goal of a problem at all.
    pub fn answers(self, problem: &Problem, goal: Goal) -> bool {
        match self {
            // Colours are for the links alone.
            _ if problem.is_colored() => self == Engine::Links,
            Engine::Links => true,
            Engine::Bits => goal != Goal::Best && bits::fits(problem),
            Engine::Memo => goal == Goal::Count { limit: None } && memo::fits(problem),
            Engine::Taxes => goal == Goal::Best || problem.is_repeated(),
            Engine::Bands => goal != Goal::Best && bands::fits(problem),
            Engine::Clauses => matches!(goal, Goal::First | Goal::Unique) && !problem.is_repeated(),
        }
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

/// A run that can be interrupted and go on.
pub(super) trait Walk {
    /// Searches on for so many nodes, or some more. Why it ended, if it did.
    fn go_on(&mut self, nodes: u64, host: &mut dyn Host) -> Option<StopReason>;
    /// How many nodes the whole search will have, judged by the part that is done.
    fn forecast(&self) -> f64;
    fn look(&self) -> Snapshot;
    fn outcome(self: Box<Self>, stop: StopReason) -> Outcome;
}

/// What an engine keeps of the solutions that it meets one after the other.
struct Harvest<'a> {
    problem: &'a Problem,
    goal: Goal,
    solutions: Vec<Vec<OptionId>>,
    latest: Vec<OptionId>,
    /// Solutions up to symmetry, where they are counted and symmetries are known.
    ways: Option<u128>,
    /// The largest total weight met, where it is asked for or all that count have it.
    best: Option<i64>,
}

impl<'a> Harvest<'a> {
    fn new(problem: &'a Problem, goal: Goal) -> Harvest<'a> {
        let counts = matches!(goal, Goal::Count { .. });
        let ways = (counts && problem.is_symmetric()).then_some(0);
        Harvest { problem, goal, solutions: Vec::new(), latest: Vec::new(), ways, best: None }
    }

    /// Takes a solution, the `number`-th that was met. The reason to stop, if that is enough.
    fn take(&mut self, path: &[OptionId], number: u64, host: &mut dyn Host) -> Option<StopReason> {
        let (problem, goal) = (self.problem, self.goal);
        if goal == Goal::Best || problem.is_repeated() {
            let score = problem.total(path);
            if self.best.is_none_or(|best| score > best) {
                self.best = Some(score);
                self.solutions.clear();
            }
        }
        if self.solutions.len() < KEPT && (goal != Goal::Best || self.solutions.is_empty()) {
            self.solutions.push(path.to_vec());
        }
        if matches!(goal, Goal::Count { .. }) && host.wants_each() {
            host.met(path);
        }
        if let Some(ways) = &mut self.ways {
            *ways += u128::from(problem.is_first_of_its_kind(path));
        }
        self.latest.clear();
        self.latest.extend_from_slice(path);
        let (enough, reason) = match goal {
            Goal::First => (Some(1), StopReason::GoalMet),
            // The first cover that a repeated cover's search meets is one of the fewest options.
            Goal::Best => (problem.is_repeated().then_some(1), StopReason::GoalMet),
            // A second solution is all that the question of uniqueness wanted.
            Goal::Unique => (Some(2), StopReason::GoalMet),
            Goal::Count { limit } => (limit, StopReason::Limit),
        };
        enough.is_some_and(|enough| number >= enough).then_some(reason)
    }

    /// Whether solutions are only counted by now, and any of the latest is as good to look at as the last.
    fn only_counts(&self, host: &dyn Host) -> bool {
        let kept = self.solutions.len() == KEPT && self.ways.is_none() && self.best.is_none();
        self.goal == (Goal::Count { limit: None }) && kept && !host.wants_each()
    }

    /// What there is to show while the search goes on. Of the solutions: one of the latest, or the best.
    fn snapshot(&self, engine: Engine, tally: &Tally, path: Vec<OptionId>, address: Address) -> Snapshot {
        let latest = match self.goal {
            Goal::Best => self.solutions.first().cloned(),
            _ => self.solutions.first().map(|_| self.latest.clone()),
        };
        Snapshot { ways: self.ways, latest, best: self.best, ..Snapshot::new(engine, tally, path, address) }
    }

    /// The outcome, when the search is over or stopped.
    fn outcome(self, engine: Engine, stop: StopReason, tally: Tally, stand: Option<Stand>) -> Outcome {
        let complete = stop == StopReason::Exhausted;
        let status = match (self.goal, tally.solutions, complete) {
            (_, 0, true) => Status::None,
            (Goal::Best, 1.., true) => Status::Best,
            (Goal::Best, 1.., false) if self.problem.is_repeated() => Status::Best,
            (Goal::First, 1.., _) => Status::Solved,
            (Goal::Unique | Goal::Count { .. }, 1, true) => Status::Unique,
            (Goal::Unique | Goal::Count { .. }, 2.., _) => Status::Many,
            _ => Status::Unknown,
        };
        let (ways, solutions, best) = (self.ways, self.solutions, self.best);
        let counted = Outcome::counted(engine, u128::from(tally.solutions), stop, tally);
        Outcome { status, ways, solutions, best, stand, ..counted }
    }
}
