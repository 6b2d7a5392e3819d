//! The `bands` engine: 9x9 sudokus as bit boards, in bulk.
//!
//! **Idea.** There are no items and options. For each of nine digits, 81 cells are three bands of
//! 27 bits ([`board`]). Digits with a single place are placed. When nothing more follows, the
//! search ([`hunt`]) branches: a digit is in some cells, or elsewhere ([`split`]). A guess copies
//! the board, some 170 bytes, so nothing is undone. For many grids at once, singles and locked
//! digits are first placed in sixteen grids at a time ([`lanes`]).
//!
//! **Invariants.** The problem must be a 9x9 sudoku with the encoder's items in their order:
//! [`fits`] checks the ids. Options may be missing, as for given cells. Nodes are guesses, with two
//! branches each; the tree differs from the tree of `links`.

mod board;
mod hunt;
mod lanes;
mod nines;
mod split;

use crate::harvest::Harvest;
use crate::host::{Flow, Host};
use crate::order::{Engine, Order};
use crate::outcome::{Outcome, StopReason, StoppedAt};
use board::BandBoard;
use dancing::{OptionId, Problem, Tally};
use hunt::{Hunt, Met};

pub use nines::{NineFound, NineLimits, NineSearch, solve_nines};

/// Guesses between two polls of the host.
const SLICE: u32 = 1024;

/// The value for an option that does not exist.
const NONE: u32 = u32::MAX;

/// Returns true if a problem is a 9x9 sudoku: 81 cells, then nine digits for each row, column and
/// box.
pub fn fits(problem: &Problem) -> bool {
    (problem.n_primary(), problem.n_items()) == (324, 324)
        && !problem.wants_fewest()
        && problem.options().all(|option| placement(problem, option).is_some())
}

/// The cell and the digit of an option, if its items belong to a placement; else `None`.
fn placement(problem: &Problem, option: OptionId) -> Option<(usize, usize)> {
    let &[cell, row, column, square] = problem.items_of(option) else { return None };
    let (cell, digit) = (cell.index(), row.index() % 9);
    let (r, c) = (cell / 9, cell % 9);
    let in_units = row.index() == 81 + 9 * r + digit
        && column.index() == 162 + 9 * c + digit
        && square.index() == 243 + 9 * (r / 3 * 3 + c / 3) + digit;
    (cell < 81 && in_units).then_some((cell, digit))
}

/// See [`crate::run`].
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    let mut options = [[NONE; 9]; 81];
    let mut candidates = [0; 81];
    for option in problem.options() {
        let (cell, digit) = placement(problem, option).expect("the problem fits");
        options[cell][digit] = option.0;
        candidates[cell] |= 1 << digit;
    }
    let of = |digits: &[u8; 81]| -> Vec<OptionId> {
        let placed = digits.iter().zip(&options).filter(|(digit, _)| **digit > 0);
        placed.map(|(&digit, options)| OptionId(options[digit as usize - 1])).collect()
    };
    let mut hunt = Hunt::default();
    hunt.begin(BandBoard::of(&candidates, 0));
    let mut tally = Tally::default();
    let mut harvest = Harvest::new(problem, order.goal);
    let mut slice = SLICE;
    let stop = loop {
        match hunt.next() {
            Met::End => break StopReason::Exhausted,
            Met::Guess => tally.enter(hunt.depth()),
            Met::Solution => {
                tally.add_solution();
                if let Some(reason) = harvest.take(&of(&hunt.here()), tally.solutions, host) {
                    break reason;
                }
            }
        }
        slice -= 1;
        if slice == 0 {
            slice = SLICE;
            let flow = host.poll(&|| harvest.snapshot(Engine::BANDS, &tally, of(&hunt.here()), hunt.address()));
            if let Flow::Stop(reason) = flow {
                break reason;
            }
        }
    };
    let stopped_at = (stop != StopReason::Exhausted).then(|| StoppedAt::Path(of(&hunt.here())));
    harvest.outcome(Engine::BANDS, stop, tally, stopped_at)
}
