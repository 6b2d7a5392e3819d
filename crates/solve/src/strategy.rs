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
mod sent;
mod separate;
mod shares;
mod state;
mod steady;
mod symmetry;
mod walk;
mod ways;

pub use pieces::PieceSums;
pub use state::Strategy;

use super::host::{Host, Through};
use super::order::Order;
use super::outcome::{Outcome, Status};
use super::piece::{Counted, Piece};
use dancing::{Goal, OptionId, Problem};
use pieces::PieceCount;
use rustc_hash::FxBuildHasher;
use sent::{Once, Sent};
use state::PlanState;
use std::hash::BuildHasher as _;
use steady::Steady;
use ways::{at_least, ways};

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
    let outcome = PlanState::new(problem, &order, (&steady, &sent), run, host).follow(STRATEGIES, host);
    let all = order.goal == Goal::Count { limit: None };
    let told = if all && outcome.ways.is_none() && outcome.large.is_none() {
        up_to_symmetry(problem, outcome, host)
    } else {
        outcome
    };
    verified(problem, order.goal, within(problem, &order, asked_for(&order, told)))
}

/// Counts all pieces but those in `known`, with the engine, the policy and the threads of an order:
/// the pieces must have been cut with this policy. Calls `each` with every piece that is done, and
/// `go_on` about a hundred times a second; stops if it returns false. Returns the sum, and true if
/// it contains all pieces and did not overflow.
pub fn count_all(
    problem: &Problem,
    pieces: &[Piece],
    known: &[Counted],
    order: &Order,
    each: &mut dyn FnMut(&Counted),
    go_on: &mut dyn FnMut(&PieceSums) -> bool,
) -> (PieceSums, bool) {
    PieceCount { problem, order, again: run }.all(pieces, known, each, go_on)
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
    let told = if outcome.complete { ways(problem, outcome.count, run, host) } else { Err(outcome.stop) };
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

#[cfg(test)]
mod tests {
    use super::state::{LARGE, LONG, Strategy, WIDE};
    use super::symmetry::WORTH;
    use super::walk::CERTAIN;
    use super::{classes, memo, pieces, shares, symmetry, walk};

    /// The limits by which a plan decides are the ones that it prints.
    #[test]
    fn what_a_plan_says_has_the_limits_that_it_has() {
        let table: [(&Strategy, &[f64]); 7] = [
            (&walk::LOOK, &[CERTAIN * WIDE]),
            (&memo::SHORT, &[LARGE]),
            (&memo::LONG, &[LARGE]),
            (&classes::CLASSES, &[LARGE]),
            (&shares::SYMMETRIC, &[WIDE]),
            (&pieces::PIECES, &[WIDE, LONG]),
            (&symmetry::SYMMETRY, &[WORTH]),
        ];
        for (strategy, limits) in table {
            for limit in limits {
                let words = if *limit < 1000.0 { limit.to_string() } else { format!("{limit:e}") };
                assert!(strategy.when.split(' ').any(|word| word == words), "{words} in {}", strategy.when);
            }
        }
    }
}
