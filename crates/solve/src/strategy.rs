//! From a goal to an outcome: strategies are tried in the order of a plan, and the answer is
//! checked.
//!
//! **Idea.** A strategy decides from the known facts whether it is worthwhile, and how much it may
//! spend. It tries, and either answers, or hands on what it has found out: a forecast of the tree,
//! the search so far, a cut. What was tried is part of the outcome.
//!
//! **Invariants.** What is tried depends only on the problem, the order and the store of the host,
//! never on time. The last strategy always answers.

mod alone;
mod alternate;
mod classes;
mod few;
mod memo;
mod obstructed;
mod parts;
mod pieces;
mod separate;
mod shares;
mod steady;
mod symmetry;
mod walk;
mod ways;

pub use pieces::{PieceSums, count_all};

use super::engine::clauses::Clauses;
use super::harvest::Walk;
use super::host::{Host, Through};
use super::order::{Engine, Order};
use super::outcome::{Budget, Outcome, Snapshot, Status, StopReason, Tried};
use dancing::{Address, Goal, ItemId, OptionId, Problem, Tally};
use few::{Once, Sent};
use rustc_hash::FxBuildHasher;
use shares::Shares;
use std::hash::BuildHasher as _;
use steady::Steady;
use ways::{at_least, ways};

/// A row of the plan.
#[derive(Debug)]
pub struct Strategy {
    /// The name in the statistics and in the manual.
    pub name: &'static str,
    /// The condition on which it is tried, in words.
    pub when: &'static str,
    /// Decides whether it is worthwhile. Returns how much it may spend.
    budget: fn(&mut State, &mut dyn Host) -> Option<Budget>,
    /// The reason why it ends without an answer. Empty if it always answers.
    ends: &'static str,
    /// Tries within the budget. Returns `None` if it has no answer.
    attempt: fn(&mut State, Budget, &mut dyn Host) -> Option<Outcome>,
}

/// The plan of every run: strategies in the order in which they are tried. The manual's table is
/// derived from it.
pub static STRATEGIES: &[Strategy] = &[
    pieces::ASKED,
    alone::ASKED,
    separate::SEPARATE,
    alternate::ALTERNATE,
    alone::USUAL,
    obstructed::OBSTRUCTED_SOON,
    memo::NARROW_SHORT,
    obstructed::OBSTRUCTED_NARROW,
    memo::NARROW,
    pieces::STORED,
    walk::GLANCE,
    obstructed::OBSTRUCTED,
    memo::SHORT,
    classes::CLASSES,
    symmetry::SYMMETRY,
    walk::LOOK,
    few::AS_UNIQUE,
    few::FEW,
    memo::SHORT,
    classes::CLASSES,
    symmetry::SYMMETRY,
    shares::SYMMETRIC,
    memo::LONG,
    shares::SHARES,
    pieces::PIECES,
    few::BOTH,
    walk::WALK,
];

/// A tree with more nodes takes seconds, which makes an attempt at memoization worthwhile.
const LARGE: f64 = 3e7;

/// A tree with more nodes takes some ten seconds, which makes it worthwhile to keep the counted
/// pieces.
const LONG: f64 = 3e8;

/// A tree with more nodes takes a tenth of a second, which makes threads worthwhile.
const WIDE: f64 = 4e6;

/// The reason shown if a table counted a large tree.
const REPEATS: &str = "the tree is large, and subproblems recur";

/// The facts by which strategies decide, and what those before have found out.
// Many fields: the facts that any strategy may read.
struct State<'a> {
    problem: &'a Problem,
    order: &'a Order,
    /// The engine that was named, if it can answer.
    asked: Option<Engine>,
    /// The usual engine, and the reason shown if no strategy gives one.
    usual: Engine,
    why: &'static str,
    /// True if all solutions are counted, and no engine was named: the strategies from
    /// [`memo::NARROW`] on are for such counts.
    counts: bool,
    /// True if solutions are counted up to a limit, and no engine was named.
    limited: bool,
    /// True if only the number of all solutions matters.
    all: bool,
    /// True if the host keeps the pieces of a long count.
    keeps: bool,
    steady: &'a Steady,
    /// The solutions that the host has.
    sent: &'a Sent,
    /// The outcome of the attempt that found the most solutions.
    known: Option<Outcome>,
    /// A search by `clauses` beside the search so far.
    clauses: Option<Box<Clauses<'a>>>,
    /// The search so far.
    walk: Option<Box<dyn Walk + 'a>>,
    /// The items of each part, if no option joins them.
    parts: Vec<Vec<ItemId>>,
    /// The reason why the host stopped the run before anything was tried.
    stopped: Option<StopReason>,
    /// The cut into shares, if no two of them are symmetric.
    shares: Option<Shares>,
    tried: Vec<Tried>,
}

impl<'a> State<'a> {
    fn new(
        problem: &'a Problem,
        order: &'a Order,
        (steady, sent): (&'a Steady, &'a Sent),
        host: &mut dyn Host,
    ) -> State<'a> {
        let asked = order.engine.filter(|engine| engine.answers(problem, order.goal));
        let (usual, why) = match asked {
            Some(engine) => (engine, "asked for"),
            None => match Engine::usual(problem, order.goal, order.in_batch) {
                (engine, _) if host.wants_each() && !engine.spec().lists => {
                    (Engine::listing(problem, order.goal), "to list every solution")
                }
                usual => usual,
            },
        };
        let divisible = usual.spec().walk.is_some() || usual == Engine::MEMO;
        let every = order.goal == (Goal::Count { limit: None }) && !problem.wants_fewest();
        let counts = asked.is_none() && every && divisible;
        let has_limit = matches!(order.goal, Goal::Count { limit: Some(_) }) && !problem.wants_fewest();
        let limited = asked.is_none() && has_limit && usual.spec().walk.is_some();
        let all = counts && !host.wants_each();
        let keeps = all && host.keep().is_some();
        let (walk, parts, shares, tried) = (None, Vec::new(), None, Vec::new());
        State {
            problem,
            order,
            asked,
            usual,
            why,
            counts,
            limited,
            all,
            keeps,
            steady,
            sent,
            known: None,
            clauses: None,
            walk,
            parts,
            stopped: None,
            shares,
            tried,
        }
    }

    /// The search so far. It begins at the root.
    fn walk(&mut self) -> &mut (dyn Walk + 'a) {
        let (problem, order, usual) = (self.problem, self.order, self.usual);
        let begin = || match usual.spec().walk {
            Some(begin) => begin(problem, order.clone()),
            None => Engine::walking(problem, order.goal)(problem, order.clone()),
        };
        &mut **self.walk.get_or_insert_with(begin)
    }

    /// The view of the search so far. Does not begin it.
    fn standing(&self) -> Snapshot {
        let root = || Snapshot::new(self.usual, &Tally::default(), Vec::new(), Address::default());
        self.walk.as_ref().map_or_else(root, |walk| walk.look())
    }

    /// Gives the search away: it ends here.
    fn take_walk(&mut self) -> Box<dyn Walk + 'a> {
        self.walk();
        self.walk.take().expect("it has begun")
    }

    /// The expected number of nodes of the tree.
    fn forecast(&self) -> f64 {
        self.walk.as_ref().map_or(0.0, |walk| walk.forecast())
    }

    /// Returns true if the count is worth several threads.
    fn is_wide(&self) -> bool {
        self.order.threads > 1 && self.all && self.forecast() > WIDE
    }

    /// Returns true if the pieces of the count are worth being kept.
    fn is_long(&self) -> bool {
        self.keeps && self.forecast() > LONG
    }

    fn was_tried(&self, name: &str) -> bool {
        self.tried.iter().any(|tried| tried.name == name)
    }

    /// Tries something else than the search so far. The host sees the nodes of both.
    fn beside_walk<T>(&mut self, host: &mut dyn Host, attempt: impl FnOnce(&mut dyn Host) -> T) -> T {
        let before = self.walk().look().tally;
        attempt(&mut Through { host, show: &|snapshot| parts::with_before(snapshot, &before) })
    }

    /// The outcome of another approach, with the nodes walked before it. If the approach was
    /// stopped, returns the outcome of the walk unless the approach had counted more: only the walk
    /// can show its links.
    fn further(&mut self, mut outcome: Outcome) -> Outcome {
        let walk = self.take_walk();
        let before = walk.look().tally;
        if !outcome.complete {
            let walked = walk.outcome(outcome.stop);
            if outcome.count <= walked.count {
                return walked;
            }
        }
        outcome.tally.add_below(0, &before);
        outcome
    }

    /// Remembers the solutions that an attempt has found.
    fn learn(&mut self, outcome: &Outcome) {
        if self.known.as_ref().map_or(0, |known| known.count) < outcome.count {
            self.known = Some(outcome.clone());
        }
    }

    /// An interrupted count, with the solutions that other attempts have found if those are more.
    fn with_known(&mut self, outcome: Outcome) -> Outcome {
        let counts = matches!(self.order.goal, Goal::Count { .. });
        if outcome.complete || !counts || matches!(outcome.status, Status::Wrong | Status::None) {
            return outcome;
        }
        if let Some(clauses) = self.clauses.take() {
            self.learn(&clauses.outcome(outcome.stop));
        }
        let known = self.known.take();
        let (found, sent) = (known.as_ref().map_or(0, |known| known.count), u128::from(self.sent.number()));
        let count = outcome.count.max(found).max(sent);
        if count == outcome.count {
            return outcome;
        }
        let status = if count < 2 { outcome.status } else { Status::Many };
        let known = known.filter(|known| known.solutions.len() > outcome.solutions.len());
        let solutions = known.map_or(outcome.solutions, |known| known.solutions);
        Outcome { count, status, solutions, ..outcome }
    }

    /// Tries one strategy after the other, until one answers.
    fn follow(&mut self, plan: &[Strategy], host: &mut dyn Host) -> Outcome {
        for strategy in plan {
            let Some(budget) = (strategy.budget)(self, host) else { continue };
            let at = self.tried.len();
            self.tried.push(Tried::begun(strategy.name, budget));
            let outcome = (strategy.attempt)(self, budget, host);
            if outcome.is_none() {
                self.tried[at].ended = Some(strategy.ends);
            }
            if let Some(outcome) = outcome {
                let outcome = self.with_known(outcome);
                let why = if outcome.why.is_empty() { self.why } else { outcome.why };
                return Outcome { why, tried: std::mem::take(&mut self.tried), ..outcome };
            }
        }
        unreachable!("the last strategy of a plan always answers")
    }
}

/// Runs an engine on a problem until the goal is reached, the search is exhausted, or the host
/// stops it.
///
/// # Examples
///
/// ```
/// use dancing::{Goal, ItemId, Problem};
/// use quadrille_solve::{Order, Status, run};
/// let mut problem = Problem::new(2, 0);
/// for items in [&[ItemId(0)][..], &[ItemId(1)], &[ItemId(0), ItemId(1)]] {
///     problem.push(items).unwrap();
/// }
/// let outcome = run(&problem, Order::new(Goal::Count { limit: None }), &mut ());
/// assert_eq!((outcome.status, outcome.count), (Status::Many, 2));
/// ```
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    let (steady, sent) = (Steady::default(), Sent::default());
    let limit = match order.goal {
        Goal::Count { limit } => limit.unwrap_or(u64::MAX),
        Goal::First | Goal::Unique | Goal::Best => u64::MAX,
    };
    let host = &mut Through { host, show: &|snapshot| steady.show(snapshot) };
    let host = &mut Once { host, sent: &sent, limit };
    let outcome = State::new(problem, &order, (&steady, &sent), host).follow(STRATEGIES, host);
    let all = order.goal == Goal::Count { limit: None };
    let told = if all && outcome.ways.is_none() && outcome.large.is_none() {
        up_to_symmetry(problem, outcome, host)
    } else {
        outcome
    };
    verified(problem, order.goal, within(problem, &order, asked_for(&order, told)))
}

/// If only one solution was asked for and there may be more, the problem is solved, whichever engine
/// has counted to 1.
fn asked_for(order: &Order, outcome: Outcome) -> Outcome {
    let is_one = order.goal == Goal::Count { limit: Some(1) } && !outcome.complete && outcome.count > 0;
    Outcome { status: if is_one { Status::Solved } else { outcome.status }, ..outcome }
}

/// Answers whether the ceiling is enough: if more options or a higher cost are needed, there is no
/// solution.
fn within(problem: &Problem, order: &Order, outcome: Outcome) -> Outcome {
    let Some(ceiling) = order.ceiling.filter(|_| order.is_decision()) else { return outcome };
    let fits = |options: &Vec<OptionId>| -problem.total(options) <= i64::from(ceiling);
    let more = outcome.bound.is_some_and(|bound| bound < -i64::from(ceiling));
    match outcome.solutions.first() {
        Some(options) if !fits(options) => {
            Outcome { status: Status::None, complete: true, count: 0, solutions: Vec::new(), ..outcome }
        }
        None if more => Outcome { status: Status::None, complete: true, ..outcome },
        _ => outcome,
    }
}

/// Adds the count up to symmetry, for engines that do not visit the solutions one by one.
fn up_to_symmetry(problem: &Problem, outcome: Outcome, host: &mut dyn Host) -> Outcome {
    let told = if outcome.complete { ways(problem, outcome.count, host) } else { Err(outcome.stop) };
    match told {
        Ok(ways) => Outcome { ways, ..outcome },
        Err(stop) => Outcome { ways: at_least(problem, outcome.count), stop, complete: false, ..outcome },
    }
}

/// Returns an engine's answer as it is if it holds against the problem, else with
/// [`Status::Wrong`]: every solution is a cover, no two are the same set of options, the best one
/// has the claimed weight, and *many* shows at least two. [`run`] has checked its answer.
pub fn verified(problem: &Problem, goal: Goal, outcome: Outcome) -> Outcome {
    let covers = outcome.solutions.iter().all(|options| problem.is_cover(options));
    let weighs = outcome.best.is_none_or(|best| outcome.solutions.iter().any(|options| problem.total(options) == best));
    let shows = goal != Goal::Unique || outcome.status != Status::Many || outcome.solutions.len() > 1;
    let holds = covers && weighs && shows && are_distinct(&outcome.solutions);
    Outcome { status: if holds { outcome.status } else { Status::Wrong }, ..outcome }
}

/// Returns true if no two solutions are the same set of options. Engines list the options of a
/// solution in different orders, so a sum of hashes is compared first, and the sorted sets where
/// two sums agree.
fn are_distinct(solutions: &[Vec<OptionId>]) -> bool {
    // The hash is linear, and its square is not.
    let square = |option: &OptionId| {
        let hash = FxBuildHasher.hash_one(option.0);
        hash.wrapping_mul(hash)
    };
    let sum = |options: &Vec<OptionId>| options.iter().map(square).fold(0, u64::wrapping_add);
    let mut sums: Vec<(u64, usize)> = solutions.iter().map(sum).zip(0..).collect();
    sums.sort_unstable();
    let sorted = |at: usize| {
        let mut options = solutions[at].clone();
        options.sort_unstable();
        options
    };
    sums.chunk_by(|one, other| one.0 == other.0).filter(|alike| alike.len() > 1).all(|alike| {
        let mut sets: Vec<Vec<OptionId>> = alike.iter().map(|&(_, at)| sorted(at)).collect();
        sets.sort_unstable();
        sets.windows(2).all(|two| two[0] != two[1])
    })
}
