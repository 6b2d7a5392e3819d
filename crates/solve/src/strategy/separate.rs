//! Solves the connected components of a problem one by one, equal ones once.
//!
//! **Idea.** A cover is a cover of each part. So the counts multiply, the best scores add up, and a
//! part without a cover decides for all. A search of the whole tree would search the second part
//! again below each cover of the first.
//!
//! **Invariants.** The smallest part comes first. The result does not depend on that order.

use super::parts::added;
use super::state::{PlanState, Strategy, WholePlan};
use crate::host::{Flow, Host, Through};
use crate::obstruction::Obstruction;
use crate::order::{Engine, Order};
use crate::outcome::{Budget, Outcome, Snapshot, Status, StopReason, StoppedAt, most_kept};
use dancing::{Address, Goal, ItemId, OptionId, Problem, Tally};
use num_bigint::BigUint;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher as _;

/// The reason shown if the parts were solved apart.
const APART: &str = "no option joins the parts of the problem, so each is solved apart";

/// Parts between two polls of the host, besides those of their searches.
const SLICE: usize = 256;

pub(super) const SEPARATE: Strategy = Strategy {
    name: "separate parts",
    when: "no option joins some parts, unless the fewest options are wanted",
    budget: |state, host| {
        let problem = state.problem;
        // Options that mean the same are counted up to symmetry of the whole only.
        let alike = problem.is_symmetric() && problem.symmetries().is_none();
        let may = state.usual != Engine::BANDS && !alike && !host.wants_each() && !problem.wants_fewest();
        let mut stopped = None;
        let mut go_on = || {
            stopped = host.poll(&|| state.standing()).into_result().err();
            stopped.is_none()
        };
        let parts = may.then(|| problem.components(&mut go_on)).flatten();
        if let Some(reason) = stopped {
            state.stopped = Some(reason);
            return Some(Budget::of(0, "parts"));
        }
        let parts = parts?;
        (parts.len() > 1).then_some(())?;
        // Each primary item is in a part; without options it has no part, and there is no solution.
        let held: usize = parts.iter().flatten().filter(|&&item| problem.is_primary(item)).count();
        let number = parts.len() as u64;
        state.parts = parts;
        (held == problem.n_primary()).then_some(Budget::of(number, "parts"))
    },
    ends: "",
    attempt: |state, _, host| {
        let parts = std::mem::take(&mut state.parts);
        let apart = Apart::new(state);
        Some(match state.stopped {
            Some(reason) => apart.stopped(reason, Vec::new()),
            None => apart.all(parts, host),
        })
    },
};

/// The outcomes of the parts so far, put together.
struct Apart<'a> {
    problem: &'a Problem,
    order: &'a Order,
    again: WholePlan,
    /// The options of the first cover of each part.
    first: Vec<OptionId>,
    /// Covers of all parts so far, as many as are kept.
    covers: Vec<Vec<OptionId>>,
    /// The product of the counts, and true if each of them is complete.
    count: BigUint,
    complete: bool,
    best: Option<i64>,
    bound: Option<i64>,
    tally: Tally,
    /// The engine with the most nodes, and their number.
    engine: (Engine, u64),
    outcome: Outcome,
}

impl<'a> Apart<'a> {
    fn new(state: &PlanState<'a>) -> Apart<'a> {
        Apart {
            problem: state.problem,
            order: state.order,
            again: state.again,
            first: Vec::new(),
            covers: vec![Vec::new()],
            count: BigUint::from(1u32),
            complete: true,
            best: Some(0),
            bound: Some(0),
            tally: Tally::default(),
            engine: (state.usual, 0),
            outcome: Outcome::counted(state.usual, 0, StopReason::Exhausted, Tally::default()),
        }
    }

    fn all(mut self, mut parts: Vec<Vec<ItemId>>, host: &mut dyn Host) -> Outcome {
        parts.reverse();
        let problems = self.problem.parts(&parts);
        // By the hash of a part's options: the parts that were solved, each with its outcome.
        let mut known: FxHashMap<u64, Vec<(usize, Outcome)>> = FxHashMap::default();
        for (at, (problem, names)) in problems.iter().enumerate() {
            if at % SLICE == SLICE - 1
                && let Flow::Stop(reason) = host.poll(&|| self.snapshot())
            {
                return self.stopped(reason, Vec::new());
            }
            let alike = known.entry(FxBuildHasher.hash_one(problem.packed())).or_default();
            let outcome = match alike.iter().find(|(other, _)| problems[*other].0 == *problem) {
                Some((_, outcome)) => Outcome { tally: Tally::default(), counters: Vec::new(), ..outcome.clone() },
                None => self.solve(problem, names, host),
            };
            let is_over = outcome.status == Status::None || !self.is_answered(&outcome);
            self.add(&outcome, names);
            if is_over {
                return self.ended(outcome, &parts[at], names);
            }
            // Where a part's search ended is not asked for again, and a search is as large as its
            // links.
            alike.push((at, Outcome { stopped_at: None, ..outcome }));
        }
        self.outcome()
    }

    /// Solves a part. The host sees the whole: the covers of the parts before, and this part's
    /// path.
    fn solve(&self, part: &Problem, names: &[OptionId], host: &mut dyn Host) -> Outcome {
        let goal = match self.order.goal {
            // Two covers of one part are two of the whole, if the others have one.
            Goal::Unique if self.covers.len() > 1 => Goal::First,
            goal => goal,
        };
        let show = |snapshot: Snapshot| {
            let below = snapshot.path.iter().map(|option| names[option.index()]);
            let path = self.first.iter().copied().chain(below).collect();
            let mut tally = self.tally.clone();
            tally.add_below(0, &snapshot.tally);
            Snapshot { path, tally, address: Address::default(), latest: None, count: 0, ways: None, ..snapshot }
        };
        (self.again)(part, Order { goal, ..self.order.clone() }, &mut Through { host, show: &show })
    }

    /// Returns true if the outcome of a part answers the goal for it.
    fn is_answered(&self, outcome: &Outcome) -> bool {
        let answers = !matches!(outcome.status, Status::Unknown | Status::Wrong);
        match self.order.goal {
            Goal::Count { limit } => outcome.complete || limit.is_some_and(|limit| outcome.count >= limit.into()),
            Goal::First | Goal::Unique | Goal::Best => answers,
        }
    }

    fn add(&mut self, outcome: &Outcome, names: &[OptionId]) {
        self.tally.add_below(0, &outcome.tally);
        self.outcome.counters = added(&self.outcome.counters, &outcome.counters);
        if outcome.tally.nodes() >= self.engine.1 {
            self.engine = (outcome.engine, outcome.tally.nodes());
        }
        self.complete &= outcome.complete;
        let number = outcome.large.as_ref().and_then(|digits| digits.parse().ok());
        self.count *= number.unwrap_or_else(|| BigUint::from(outcome.count));
        self.best = self.best.zip(outcome.best).and_then(|(sum, own)| sum.checked_add(own));
        self.bound = self.bound.zip(outcome.bound).and_then(|(sum, own)| sum.checked_add(own));
        let whole = |cover: &Vec<OptionId>| cover.iter().map(|option| names[option.index()]).collect();
        let of_part: Vec<Vec<OptionId>> = outcome.solutions.iter().map(whole).collect();
        let Some((first, others)) = of_part.split_first() else {
            self.covers.clear();
            return;
        };
        self.first.extend(first);
        // Each cover so far with the first one of this part is extended in place.
        let room = self.kept().saturating_sub(self.covers.len());
        let pairs = others.iter().flat_map(|part| self.covers.iter().map(move |cover| [&cover[..], part].concat()));
        let more: Vec<Vec<OptionId>> = pairs.take(room).collect();
        self.covers.iter_mut().for_each(|cover| cover.extend(first));
        self.covers.extend(more);
    }

    /// The most covers that are kept.
    fn kept(&self) -> usize {
        match self.order.goal {
            Goal::First | Goal::Best => 1,
            Goal::Unique => 2,
            Goal::Count { .. } => most_kept(self.problem),
        }
    }

    /// The outcome if a part has no solution, or was stopped.
    fn ended(self, part: Outcome, items: &[ItemId], names: &[OptionId]) -> Outcome {
        if part.status == Status::None {
            let whole = Outcome { tally: self.tally, engine: self.engine.0, ..self.outcome };
            // What obstructs a part obstructs the whole.
            let obstruction = part.obstruction.map(|found| Obstruction {
                weights: found.weights.iter().map(|&(item, weight)| (items[item.index()], weight)).collect(),
                ..found
            });
            let why = if obstruction.is_some() { part.why } else { APART };
            return Outcome { status: Status::None, complete: true, obstruction, why, ..whole };
        }
        let below = part.stopped_at.as_ref().map_or(Vec::new(), StoppedAt::path);
        let below = below.iter().map(|option| names[option.index()]).collect();
        self.stopped(part.stop, below)
    }

    /// The outcome if the run was stopped below the first covers of the parts so far.
    fn stopped(self, stop: StopReason, below: Vec<OptionId>) -> Outcome {
        let stopped_at = Some(StoppedAt::Path([self.first, below].concat()));
        let (tally, engine) = (self.tally, self.engine.0);
        Outcome {
            status: Status::Unknown,
            stop,
            complete: false,
            stopped_at,
            tally,
            engine,
            why: APART,
            ..self.outcome
        }
    }

    /// The view of the parts so far, between two parts.
    fn snapshot(&self) -> Snapshot {
        Snapshot::new(self.engine.0, &self.tally, self.first.clone(), Address::default())
    }

    fn outcome(self) -> Outcome {
        let Apart { order, covers, count, complete, best, bound, tally, engine, outcome, .. } = self;
        let limit = match order.goal {
            Goal::First => Some(1),
            Goal::Unique => Some(2),
            Goal::Count { limit } => limit,
            Goal::Best => None,
        };
        let most = limit.map(BigUint::from).filter(|most| count >= *most);
        let (complete, stop) = match (&most, order.goal) {
            (Some(_), Goal::Count { .. }) => (false, StopReason::Limit),
            (Some(_), _) => (false, StopReason::GoalMet),
            (None, _) => (complete, if complete { StopReason::Exhausted } else { StopReason::GoalMet }),
        };
        let number = most.unwrap_or(count);
        let many = number > BigUint::from(1u32);
        let status = match order.goal {
            Goal::First => Status::Solved,
            Goal::Best => Status::Best,
            Goal::Unique | Goal::Count { .. } if many => Status::Many,
            Goal::Unique | Goal::Count { .. } => Status::Unique,
        };
        let count = u128::try_from(&number).unwrap_or(u128::MAX);
        let large = (count == u128::MAX).then(|| number.to_string());
        Outcome {
            status,
            stop,
            complete,
            count,
            large,
            solutions: covers,
            best: best.filter(|_| order.goal == Goal::Best),
            bound,
            tally,
            engine: engine.0,
            why: APART,
            ..outcome
        }
    }
}
