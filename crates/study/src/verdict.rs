//! The answer of a run in sentences.

use super::count::{grouped, thousands};
use quadrille_puzzle::{Encoded, Grid};
use quadrille_solve::{Outcome, Status};

/// Describes the outcome of a run: the solutions that there are, and how sure that is.
pub fn verdict(outcome: &Outcome, names: &Encoded) -> String {
    let count = grouped(&outcome.number());
    let also = match names.grid().map_or(0, Grid::own) {
        0 => String::new(),
        1 => " Your own symbol counts as a given.".to_string(),
        number => format!(" Your own {number} symbols count as givens."),
    };
    let cheapest = names.problem.wants_cheapest();
    let answer = match (outcome.status, outcome.complete) {
        (Status::None, _) => "There is no solution.".to_string(),
        (Status::Unique, _) => match outcome.best {
            Some(best) if cheapest => format!("There is exactly one cheapest solution: it costs {}.", best.abs()),
            Some(best) => format!("There is exactly one smallest solution: {} options.", best.abs()),
            None => "There is exactly one solution.".to_string(),
        },
        (Status::Solved, _) => "A solution. There may be others.".to_string(),
        (Status::Many, true) => {
            let fewest = match outcome.best {
                Some(best) if cheapest => format!(" of the least cost, {}", best.abs()),
                Some(best) => format!(" of the fewest options, {}", best.abs()),
                None => String::new(),
            };
            let ways = outcome.ways.map(|ways| format!(", {} up to symmetry", thousands(ways)));
            format!("There are {count} solutions{fewest}{}.", ways.unwrap_or_default())
        }
        (Status::Many, false) => format!("There are several solutions: {count} were found, and there may be more."),
        (Status::Best, _) => match outcome.best {
            Some(best) => format!("Proved: {}.", names.best_words(best)),
            None => "There is no solution.".to_string(),
        },
        (Status::Unknown, _) => match (outcome.count, outcome.best) {
            (0, None) => "Stopped. No solution was found so far.".to_string(),
            (_, Some(best)) => format!("Stopped. So far, not proved: {}.", names.best_words(best)),
            _ => format!("Stopped. {count} found so far."),
        },
        (Status::Wrong, _) => {
            "An answer did not verify: a defect of this program. Please report the puzzle.".to_string()
        }
    };
    let kept =
        if outcome.kept { " The count so far is kept: it can be continued, also in another session." } else { "" };
    let answer = match names.grid().and_then(Grid::without) {
        Some(without) => upper(&format!("{without}: {}", lower(&answer))),
        None => answer,
    };
    answer + &also + kept
}

/// A sentence with a small first letter.
fn lower(sentence: &str) -> String {
    let (first, rest) = sentence.split_at(sentence.chars().next().map_or(0, char::len_utf8));
    first.to_lowercase() + rest
}

/// A sentence with a capital first letter.
fn upper(sentence: &str) -> String {
    let (first, rest) = sentence.split_at(sentence.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}
