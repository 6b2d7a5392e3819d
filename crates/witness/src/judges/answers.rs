//! The answer to a case of a judge's problem, and the forms of answers that several judges share.

use dancing::OptionId;
use quadrille_puzzle::{Grid, Listing, Shape, Solution, encode};
use quadrille_solve::{Host, Order, Status, StopReason, run};

/// The answer to a case.
#[derive(Clone)]
pub enum Answer {
    /// There is no solution.
    None,
    /// A solution: the only one, the first one or the best one, as the judge asks.
    Solved(Solution),
    /// There are several solutions, and the judge asks for the only one.
    Several,
    /// The number of solutions. Solutions that are symmetric to each other count once.
    Counted {
        /// The number of solutions, up to symmetry.
        ways: u128,
    },
    /// More options are needed than the judge reports.
    TooMany,
}

/// The answer that a search gives. `None` if the host stopped it, or if its result is not a
/// solution.
pub(super) fn searched(case: &Shape, order: Order, host: &mut dyn Host) -> Option<Answer> {
    let encoded = encode(case);
    let outcome = run(&encoded.problem, order, host);
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

/// The blank line between two cases.
pub(super) fn between(case: usize) -> String {
    if case > 1 { "\n".to_string() } else { String::new() }
}

/// A solved grid. A grid without a solution, which these judges do not send, is written as it is.
pub(super) fn solved_or(shape: &Shape, answer: &Answer, write: fn(&Grid) -> String, blank: &str) -> String {
    match (answer, shape) {
        (Answer::None, Shape::Grid(grid)) => write(grid).replace('.', blank),
        _ => grid_or(answer, write, ""),
    }
}

pub(super) fn options_or(
    shape: &Shape,
    answer: &Answer,
    write: fn(&Listing, &[OptionId]) -> String,
    none: &str,
) -> String {
    match (shape, answer) {
        (Shape::Listing(listing), Answer::Solved(Solution::Options(options))) => write(listing, options),
        _ => none.to_string(),
    }
}

/// The number of options of a best cover.
pub(super) fn fewest(answer: &Answer) -> String {
    match answer {
        Answer::Solved(Solution::Options(options)) => format!("{}\n", options.len()),
        _ => "-1\n".to_string(),
    }
}

pub(super) fn grid_or(answer: &Answer, write: fn(&Grid) -> String, none: &str) -> String {
    match answer {
        Answer::Solved(Solution::Grid(grid)) => write(grid),
        Answer::Solved(Solution::Options(_)) => unreachable!("a grid is solved by a grid"),
        Answer::None | Answer::Counted { .. } | Answer::TooMany => none.to_string(),
        Answer::Several => "Multiple Solutions\n".to_string(),
    }
}
