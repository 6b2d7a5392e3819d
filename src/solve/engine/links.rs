//! The `links` engine: Algorithm X at its stride.

use crate::dlx::{Event, Goal, Policy, Problem, Search, Tally};
use crate::solve::drive::{Flow, Host, KEPT, Order};
use crate::solve::engine::{Engine, finished};
use crate::solve::outcome::{Outcome, Snapshot, Stand, Status, StopReason};

/// Nodes between two questions to the host: well under a millisecond on a 9x9, some 10 ms on a 25x25.
const SLICE: u32 = 256;

/// How large a repeated cover may be for a whole slice of it to fit between two questions.
const LOOKS: usize = 1 << 18;

/// See [`crate::solve::run`].
///
/// The first cover that a repeated cover's search meets is one of the fewest options; further ones have as many.
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    // What cannot be the best is cut.
    let policy = Policy { best: order.goal == Goal::Best, ..order.policy };
    let (mut search, mut tally) = (Search::new(problem, policy), Tally::default());
    let (mut solutions, mut latest, mut best) = (Vec::new(), None, None);
    let repeated = problem.is_repeated();
    // An estimate looks at the whole of what is open, many times.
    let slice = if repeated { (LOOKS / problem.n_cells().max(1)).clamp(1, SLICE as usize) as u32 } else { SLICE };
    let counts = matches!(order.goal, Goal::Count { .. });
    let mut ways = (counts && problem.is_symmetric()).then_some(0);
    let enough = match order.goal {
        Goal::First => Some(1),
        Goal::Best if repeated => Some(1),
        Goal::Unique => Some(2),
        Goal::Count { limit } => limit,
        Goal::Best => None,
    };
    let stop = loop {
        if order.ceiling.is_some_and(|ceiling| search.limit() > Some(ceiling)) {
            break StopReason::Limit;
        }
        let event = search.stride(slice, &mut tally);
        match event {
            None => break StopReason::Exhausted,
            Some(Event::Visit) => {
                let path = search.path();
                if order.goal == Goal::Best || repeated {
                    let score = problem.total(&path);
                    if best.is_none_or(|best| score > best) {
                        best = Some(score);
                        solutions.clear();
                    }
                }
                if solutions.len() < KEPT && (order.goal != Goal::Best || solutions.is_empty()) {
                    solutions.push(path.clone());
                }
                if counts {
                    host.met(&path);
                }
                if let Some(ways) = &mut ways {
                    *ways += u128::from(problem.is_first_of_its_kind(&path));
                }
                latest = Some(path);
                if enough.is_some_and(|enough| tally.solutions >= enough) {
                    let met = matches!(order.goal, Goal::First | Goal::Best);
                    break if met { StopReason::GoalMet } else { limit_of(order.goal) };
                }
            }
            Some(_) => {}
        }
        let flow = host.poll(&|| Snapshot {
            engine: Engine::Links,
            tally: tally.clone(),
            path: search.path(),
            address: search.address(),
            count: u128::from(tally.solutions),
            ways,
            latest: if order.goal == Goal::Best { solutions.first().cloned() } else { latest.clone() },
            best,
            bound: search.limit().map(|limit| -i64::from(limit)),
        });
        if let Flow::Stop(reason) = flow {
            break reason;
        }
    };
    let complete = stop == StopReason::Exhausted;
    let bound = search.limit().map(|limit| -i64::from(limit));
    let stand = (!complete).then(|| Stand::Search(Box::new(search), tally.clone()));
    let mut outcome = finished(Engine::Links, order.goal, stop, tally, solutions, stand);
    if repeated && order.goal == Goal::Best && outcome.count > 0 {
        // The first cover met is one of the fewest options.
        outcome.status = Status::Best;
    }
    Outcome { ways, best, bound, ..outcome }
}

/// A second solution is all that the question of uniqueness wanted; a count that stops early has hit its limit.
fn limit_of(goal: Goal) -> StopReason {
    if goal == Goal::Unique { StopReason::GoalMet } else { StopReason::Limit }
}
