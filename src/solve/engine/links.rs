//! The `links` engine: Algorithm X at its stride.

use crate::dlx::{Event, Goal, Problem, Search, Tally};
use crate::solve::drive::{Flow, Host, KEPT, Order};
use crate::solve::engine::Engine;
use crate::solve::outcome::{Outcome, Snapshot, Stand, Status, StopReason};

/// Nodes between two questions to the host: well under a millisecond on a 9x9, some 10 ms on a 25x25.
const SLICE: u32 = 256;

/// See [`crate::solve::run`].
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    let (mut search, mut tally) = (Search::new(problem, order.rule), Tally::default());
    let (mut solutions, mut latest, mut best) = (Vec::new(), None, None);
    let enough = match order.goal {
        Goal::First => Some(1),
        Goal::Unique => Some(2),
        Goal::Count { limit } => limit,
        Goal::Best => None,
    };
    let stop = loop {
        let event = search.stride(SLICE, &mut tally);
        match event {
            None => break StopReason::Exhausted,
            Some(Event::Visit) => {
                let path = search.path();
                if order.goal == Goal::Best {
                    let score = problem.total(&path);
                    if best.is_none_or(|best| score > best) {
                        best = Some(score);
                        solutions = vec![path.clone()];
                    }
                } else if solutions.len() < KEPT {
                    solutions.push(path.clone());
                }
                latest = Some(path);
                if enough.is_some_and(|enough| tally.solutions >= enough) {
                    break if order.goal == Goal::First { StopReason::GoalMet } else { limit_of(order.goal) };
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
            latest: if order.goal == Goal::Best { solutions.first().cloned() } else { latest.clone() },
            best,
            bound: None,
        });
        if let Flow::Stop(reason) = flow {
            break reason;
        }
    };
    let complete = stop == StopReason::Exhausted;
    let status = match (order.goal, tally.solutions, complete) {
        (_, 0, true) => Status::None,
        (Goal::Best, _, true) => Status::Best,
        (Goal::First, 1.., _) => Status::Solved,
        (_, 1, true) => Status::Unique,
        (_, 2.., _) => Status::Many,
        _ => Status::Unknown,
    };
    Outcome {
        engine: Engine::Links,
        status,
        stop,
        complete,
        count: u128::from(tally.solutions),
        solutions,
        best,
        stand: (!complete).then(|| Stand::Search(Box::new(search), tally.clone())),
        tally,
    }
}

/// A second solution is all that the question of uniqueness wanted; a count that stops early has hit its limit.
fn limit_of(goal: Goal) -> StopReason {
    if goal == Goal::Unique { StopReason::GoalMet } else { StopReason::Limit }
}
