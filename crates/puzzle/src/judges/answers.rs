//! The forms of judges' answers that several judges share.

use super::{Answer, Listing, Shape, Solution};
use crate::grid::Grid;
use crate::symbols::lines_of;
use dancing::OptionId;

/// The blank line between two cases.
pub(super) fn between(case: usize) -> String {
    if case > 1 { "\n".to_string() } else { String::new() }
}

/// The rows of a grid, with blanks between the cells.
pub(super) fn spaced(grid: &Grid) -> String {
    let blanks = |line: &str| line.chars().map(String::from).collect::<Vec<_>>().join(" ") + "\n";
    lines_of(grid).lines().map(blanks).collect()
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
