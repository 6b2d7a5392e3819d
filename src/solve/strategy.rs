//! From a goal to an outcome: picks an engine, runs it, and checks its answer.

mod alternate;
mod shares;
mod steady;
mod symmetry;
mod ways;

use super::engine::{bits, memo};
use super::host::{Host, Through};
use super::order::{Engine, Order};
use super::outcome::{Outcome, Status};
use crate::dlx::{Goal, OptionId, Problem};
use alternate::in_turns;
use steady::Steady;
use symmetry::count;
use ways::{at_least, ways};

/// Runs an engine on a problem until the goal is reached, the search is exhausted, or the host
/// stops it.
///
/// # Examples
///
/// ```
/// use quadrille::dlx::{Goal, ItemId, Problem};
/// use quadrille::solve::{Order, Status, run};
/// let mut problem = Problem::new(2, 0);
/// for items in [&[ItemId(0)][..], &[ItemId(1)], &[ItemId(0), ItemId(1)]] {
///     problem.push(items).unwrap();
/// }
/// let outcome = run(&problem, Order::new(Goal::Count { limit: None }), &mut ());
/// assert_eq!((outcome.status, outcome.count), (Status::Many, 2));
/// ```
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    let asked = order.engine.filter(|engine| engine.answers(problem, order.goal));
    let (engine, why) = match asked {
        Some(engine) => (engine, "asked for"),
        None => Engine::usual(problem, order.goal, order.in_batch),
    };
    let all = order.goal == Goal::Count { limit: None };
    let goal = order.goal;
    let steady = Steady::default();
    let host = &mut Through { host, show: &|snapshot| steady.show(snapshot) };
    let outcome = match engine {
        Engine::Links if asked.is_none() && Engine::Clauses.answers(problem, order.goal) => {
            in_turns(problem, &order, host)
        }
        Engine::Links | Engine::Bits if asked.is_none() && all && !problem.wants_fewest() => {
            count(problem, engine, &order, true, host)
        }
        Engine::Memo if asked.is_none() => {
            steady.trial.set(true);
            let told = memo::attempt(problem, &order, u64::MAX, host);
            steady.trial.set(false);
            told.unwrap_or_else(|| {
                let engine = if bits::fits(problem) { Engine::Bits } else { Engine::Links };
                count(problem, engine, &order, false, host)
            })
        }
        asked => (asked.spec().run)(problem, order, host),
    };
    let why = match (engine, outcome.engine) {
        _ if !outcome.why.is_empty() => outcome.why,
        (Engine::Memo, Engine::Bits | Engine::Links) => "subproblems recur too seldom for memo",
        _ => why,
    };
    let outcome = Outcome { why, ..outcome };
    let told = if all && outcome.ways.is_none() && outcome.large.is_none() {
        up_to_symmetry(problem, outcome, host)
    } else {
        outcome
    };
    verified(problem, goal, told)
}

/// Adds the count up to symmetry, for engines that do not visit the solutions one by one.
fn up_to_symmetry(problem: &Problem, outcome: Outcome, host: &mut dyn Host) -> Outcome {
    let told = if outcome.complete { ways(problem, outcome.count, host) } else { Err(outcome.stop) };
    match told {
        Ok(ways) => Outcome { ways, ..outcome },
        Err(stop) => Outcome { ways: at_least(problem, outcome.count), stop, complete: false, ..outcome },
    }
}

/// Checks an engine's answer against the problem: every solution is a cover, no two are the same
/// set of options, the best one has the claimed weight, and *many* shows at least two.
fn verified(problem: &Problem, goal: Goal, outcome: Outcome) -> Outcome {
    let covers = outcome.solutions.iter().all(|options| problem.is_cover(options));
    let weighs = outcome.best.is_none_or(|best| outcome.solutions.iter().any(|options| problem.total(options) == best));
    let shows = goal != Goal::Unique || outcome.status != Status::Many || outcome.solutions.len() > 1;
    let holds = covers && weighs && shows && are_distinct(&outcome.solutions);
    Outcome { status: if holds { outcome.status } else { Status::Wrong }, ..outcome }
}

/// Returns true if no two solutions are the same set of options. Engines list the options of a
/// solution in different orders, so the sets are sorted first.
fn are_distinct(solutions: &[Vec<OptionId>]) -> bool {
    if solutions.len() < 2 {
        return true;
    }
    let mut sets = solutions.to_vec();
    sets.iter_mut().for_each(|options| options.sort_unstable());
    sets.sort_unstable();
    sets.windows(2).all(|two| two[0] != two[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dlx::{ItemId, Tally};
    use crate::solve::StopReason;

    #[test]
    fn an_answer_that_does_not_hold_is_refused() {
        // Two items, each alone or both at once: two covers.
        let mut problem = Problem::new(2, 0);
        let ids: Vec<OptionId> = [&[0][..], &[1], &[0, 1]]
            .map(|items| problem.push(&items.iter().copied().map(ItemId).collect::<Vec<_>>()).unwrap())
            .to_vec();
        let (apart, turned, at_once) = (vec![ids[0], ids[1]], vec![ids[1], ids[0]], vec![ids[2]]);
        let status = |solutions: Vec<Vec<OptionId>>| {
            let number = solutions.len() as u128;
            let told = Outcome::counted(Engine::Clauses, number, StopReason::GoalMet, Tally::default());
            verified(&problem, Goal::Unique, Outcome { solutions, ..told }).status
        };
        assert_eq!(status(vec![apart.clone(), at_once.clone()]), Status::Many);
        assert_eq!(status(vec![apart.clone(), turned]), Status::Wrong, "one solution in two orders");
        assert_eq!(status(vec![apart, vec![ids[0]]]), Status::Wrong, "no cover");
        let claimed = Outcome::counted(Engine::Clauses, 2, StopReason::GoalMet, Tally::default());
        let shown = Outcome { solutions: vec![at_once], ..claimed };
        assert_eq!(verified(&problem, Goal::Unique, shown).status, Status::Wrong, "two are claimed and one is shown");
    }
}
