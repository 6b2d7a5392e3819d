//! The answer to a case of a judge's problem.

use crate::puzzle::{Answer, Encoded, Judge, Shape, encode};
use crate::solve::{Host, Order, Outcome, Status, StopReason, run};

/// The answer to a case. `None` if the host stopped the search, or if the result is not a solution
/// of the case.
pub fn judged(judge: &Judge, case: &Shape, host: &mut impl Host) -> Option<Answer> {
    let encoded = encode(case);
    let order = Order { ceiling: judge.ceiling, ..Order::new(judge.goal) };
    answer_of(&encoded, &run(&encoded.problem, order, host))
}

/// The answer that an outcome gives; `None` if its result is not a solution.
pub fn answer_of(encoded: &Encoded, outcome: &Outcome) -> Option<Answer> {
    if let Some(ways) = outcome.ways.filter(|_| outcome.complete && outcome.status != Status::Wrong) {
        return Some(Answer::Counted { ways });
    }
    match outcome.status {
        Status::None => Some(Answer::None),
        Status::Many => Some(Answer::Several),
        Status::Solved | Status::Unique | Status::Best => {
            encoded.decode(outcome.solutions.first()?).map(Answer::Solved)
        }
        Status::Unknown if outcome.stop == StopReason::Limit => Some(Answer::TooMany),
        Status::Unknown | Status::Wrong => None,
    }
}
