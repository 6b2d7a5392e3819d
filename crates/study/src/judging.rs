//! The answer to a case of a judge's problem.

use dancing::{ItemId, OptionId, Problem};
use quadrille_puzzle::{Answer, Distances, Encoded, Judge, JudgeFormat, Shape, Solution, encode};
use quadrille_solve::{Host, Order, Outcome, Status, StopReason, run};

/// The answer to a case. `None` if the host stopped the search, or if the result is not a solution
/// of the case.
pub fn judged(judge: &Judge, case: &Shape, host: &mut impl Host) -> Option<Answer> {
    if let JudgeFormat::Nearest { distances, .. } = judge.exchange {
        return nearest(&distances(case.listing()?), host);
    }
    let encoded = encode(case);
    let order = Order { ceiling: judge.ceiling, ..Order::new(judge.goal) };
    answer_of(&encoded, &run(&encoded.problem, order, host))
}

/// The places that reach all points within the least radius, which is one of the distances: for
/// each that is tried, it is asked whether the places within it are enough.
fn nearest(distances: &Distances, host: &mut impl Host) -> Option<Answer> {
    let Distances { most, of } = distances;
    let mut radii: Vec<u64> = of.iter().flatten().copied().collect();
    radii.sort_unstable();
    radii.dedup();
    let mut found = Vec::new();
    let (mut low, mut high) = (0, radii.len());
    while low < high {
        let middle = (low + high) / 2;
        let mut problem = Problem::repeated(of.first().map_or(0, Vec::len) as u32);
        let mut places = Vec::new();
        for (place, row) in (0..).zip(of) {
            let within: Vec<ItemId> = (0..)
                .zip(row)
                .filter(|(_, distance)| **distance <= radii[middle])
                .map(|(item, _)| ItemId(item))
                .collect();
            if !within.is_empty() {
                problem.push(&within).expect("the points are items");
                places.push(OptionId(place));
            }
        }
        let outcome = run(&problem, Order::at_most(*most), host);
        match (outcome.status, outcome.solutions.first()) {
            (Status::Solved, Some(cover)) => {
                found = cover.iter().map(|option| places[option.index()]).collect();
                high = middle;
            }
            (Status::None, _) => low = middle + 1,
            _ => return None,
        }
    }
    Some(if low == radii.len() { Answer::None } else { Answer::Solved(Solution::Options(found)) })
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
