//! Shared by engines that find solutions one by one: a walk that can be interrupted, and the
//! solutions that are kept.

use super::host::Host;
use super::order::Engine;
use super::outcome::{Outcome, Snapshot, Status, StopReason, StoppedAt, most_kept};
use dancing::{Address, Goal, OptionId, Problem, Tally};

/// A run that can be interrupted and continued.
pub(super) trait Walk {
    /// Searches at least `nodes` more nodes, unless it ends. Returns the reason if it has ended.
    fn go_on(&mut self, nodes: u64, host: &mut dyn Host) -> Option<StopReason>;
    /// An estimate of the number of nodes of the whole search, from the part that is done.
    fn forecast(&self) -> f64;
    fn look(&self) -> Snapshot;
    fn outcome(self: Box<Self>, stop: StopReason) -> Outcome;
}

/// The solutions kept by an engine that finds them one by one.
pub(super) struct Harvest<'a> {
    problem: &'a Problem,
    goal: Goal,
    /// The solutions that are kept at most.
    most: usize,
    pub(super) solutions: Vec<Vec<OptionId>>,
    pub(super) latest: Vec<OptionId>,
    /// Solutions up to symmetry, if they are counted and symmetries are known.
    pub(super) ways: Option<u128>,
    /// The largest total weight found. Also kept for a repeated cover.
    pub(super) best: Option<i64>,
}

impl<'a> Harvest<'a> {
    pub(super) fn new(problem: &'a Problem, goal: Goal) -> Harvest<'a> {
        let counts = matches!(goal, Goal::Count { .. });
        let ways = (counts && problem.is_symmetric()).then_some(0);
        Harvest { problem, goal, most: most_kept(problem), solutions: Vec::new(), latest: Vec::new(), ways, best: None }
    }

    /// Takes a solution, the `number`-th found. Returns the reason to stop if no more are needed.
    pub(super) fn take(&mut self, path: &[OptionId], number: u64, host: &mut dyn Host) -> Option<StopReason> {
        let (problem, goal) = (self.problem, self.goal);
        if goal == Goal::Best || problem.wants_fewest() {
            let score = problem.total(path);
            if self.best.is_none_or(|best| score > best) {
                self.best = Some(score);
                self.solutions.clear();
            }
        }
        if self.solutions.len() < self.most && (goal != Goal::Best || self.solutions.is_empty()) {
            self.solutions.push(path.to_vec());
        }
        if matches!(goal, Goal::Count { .. }) && host.wants_each() {
            host.receive(path);
        }
        if let Some(ways) = &mut self.ways {
            *ways += u128::from(problem.is_canonical(path));
        }
        self.latest.clear();
        self.latest.extend_from_slice(path);
        let (enough, reason) = match goal {
            Goal::First => (Some(1), StopReason::GoalMet),
            // The first cover that IDA* finds has the fewest options.
            Goal::Best => (problem.has_limit().then_some(1), StopReason::GoalMet),
            // A second solution answers the question of uniqueness.
            Goal::Unique => (Some(2), StopReason::GoalMet),
            Goal::Count { limit } => (limit, StopReason::Limit),
        };
        enough.is_some_and(|enough| number >= enough).then_some(reason)
    }

    /// Returns true if only the count of solutions still matters, so that they need not be visited
    /// one by one.
    pub(super) fn only_counts(&self, host: &dyn Host) -> bool {
        let kept = self.solutions.len() == self.most && self.ways.is_none() && self.best.is_none();
        self.goal == (Goal::Count { limit: None }) && kept && !host.wants_each()
    }

    /// A snapshot of the running search, with one of the latest solutions or the best one.
    pub(super) fn snapshot(&self, engine: Engine, tally: &Tally, path: Vec<OptionId>, address: Address) -> Snapshot {
        let latest = match self.goal {
            Goal::Best => self.solutions.first().cloned(),
            _ => self.solutions.first().map(|_| self.latest.clone()),
        };
        Snapshot { ways: self.ways, latest, best: self.best, ..Snapshot::new(engine, tally, path, address) }
    }

    /// The outcome of a search that is exhausted or stopped.
    pub(super) fn outcome(
        self,
        engine: Engine,
        stop: StopReason,
        tally: Tally,
        stopped_at: Option<StoppedAt>,
    ) -> Outcome {
        let complete = stop == StopReason::Exhausted;
        let status = match (self.goal, tally.solutions, complete) {
            (_, 0, true) => Status::None,
            (Goal::Best, 1.., true) => Status::Best,
            (Goal::Best, 1.., false) if self.problem.has_limit() => Status::Best,
            (Goal::First, 1.., _) => Status::Solved,
            (Goal::Unique | Goal::Count { .. }, 1, true) => Status::Unique,
            (Goal::Unique | Goal::Count { .. }, 2.., _) => Status::Many,
            _ => Status::Unknown,
        };
        let (ways, solutions, best) = (self.ways, self.solutions, self.best);
        let counted = Outcome::counted(engine, u128::from(tally.solutions), stop, tally);
        Outcome { status, ways, solutions, best, stopped_at, ..counted }
    }
}
