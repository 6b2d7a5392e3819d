//! The `bands` engine: 9x9 sudokus as bit boards, in bulk.
//!
//! **Idea.** There are no items and options. For each of nine digits, 81 cells are three bands of
//! 27 bits ([`board`]). Digits with a single place are placed. When nothing more follows, the
//! search branches: a digit is in some cells, or elsewhere ([`split`]). A guess copies the board,
//! some 170 bytes, so nothing is undone. For many grids at once, singles and locked digits are
//! first placed in eight grids at a time ([`lanes`]).
//!
//! **Invariants.** The problem must be a 9x9 sudoku with the encoder's items in their order:
//! [`fits`] checks the ids. Options may be missing, as for given cells. Nodes are guesses, with two
//! branches each; the tree differs from the tree of `links`.

mod board;
mod lanes;
mod split;

use crate::harvest::Harvest;
use crate::host::{Flow, Host};
use crate::order::{Engine, Order};
use crate::outcome::{Outcome, StopReason, StoppedAt};
use board::BandBoard;
use dancing::{Address, At, Branch, OptionId, Problem, Tally};
use lanes::Settled;
use split::Splitter;

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
    hunt.begin(BandBoard::of(&candidates));
    let mut tally = Tally::default();
    let mut harvest = Harvest::new(problem, order.goal);
    let mut slice = SLICE;
    let stop = loop {
        match hunt.next() {
            Met::End => break StopReason::Exhausted,
            Met::Guess => tally.enter(hunt.address.len()),
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

/// Limits for solving many 9x9s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NineLimits {
    /// Stop the search of a grid after this many solutions.
    pub limit: u64,
    /// The number of solutions to return; at least 1.
    pub keep: u64,
    /// Give up the search of a grid after this many nodes.
    pub nodes: u64,
}

/// The result for one of many 9x9s.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NineFound {
    /// Solutions found: all of them if `complete`.
    pub count: u64,
    /// True if the search was exhausted.
    pub complete: bool,
    /// The first solution found, and the following ones up to the number asked for.
    pub first: Option<[u8; 81]>,
    /// The solutions after `first`, as digits 1 to 9, row-major. Empty if only one was asked for.
    pub more: Vec<[u8; 81]>,
    /// Nodes of the search tree.
    pub nodes: u64,
    /// The largest number of guesses on one path.
    pub depth: usize,
}

impl NineFound {
    /// The solutions that were kept.
    pub fn solutions(&self) -> impl Iterator<Item = &[u8; 81]> {
        self.first.iter().chain(&self.more)
    }
}

/// Solves 9x9s given by their cells, without a [`Problem`] for each. Cells are row-major, digits 1
/// to 9, 0 for an empty cell. Returns one answer for each grid, in order.
pub fn solve_nines(puzzles: &[[u8; 81]], ask: NineLimits) -> Vec<NineFound> {
    let mut hunt = Hunt::default();
    let settled = lanes::settle(puzzles).into_iter();
    let found = settled.map(|settled| match settled {
        _ if ask.limit == 0 || ask.nodes == 0 => NineFound::default(),
        Settled::Dead => NineFound { complete: true, ..NineFound::default() },
        // As in the search, which stops at a limit of 1 before it knows that there is no second
        // solution.
        Settled::Solved(digits) => {
            NineFound { count: 1, complete: ask.limit > 1, first: Some(digits), ..NineFound::default() }
        }
        Settled::Open(digits) => hunt.solve(&digits, ask),
    });
    found.collect()
}

/// As [`solve_nines`], for one grid: without the lanes, which propagate in eight grids at once. So
/// it may need more nodes.
pub fn solve_nine(puzzle: &[u8; 81], ask: NineLimits) -> NineFound {
    Hunt::default().solve(puzzle, ask)
}

/// The result of a step of the hunt.
enum Met {
    Guess,
    Solution,
    End,
}

/// A depth-first search for the solutions of a board.
#[derive(Default)]
struct Hunt {
    /// The stack of boards, each with the number of guesses above it. The next one is last.
    boards: Vec<(BandBoard, usize)>,
    /// True if the last board is finished.
    over: bool,
    address: Vec<Branch>,
    splitter: Splitter,
}

impl Hunt {
    fn begin(&mut self, board: BandBoard) {
        self.boards.clear();
        self.boards.push((board, 0));
        self.over = false;
        self.address.clear();
        self.splitter = Splitter::default();
    }

    /// Finds the solutions that contain these digits.
    fn solve(&mut self, digits: &[u8; 81], ask: NineLimits) -> NineFound {
        self.begin(BandBoard::new(digits));
        let mut found = NineFound::default();
        while found.count < ask.limit && found.nodes < ask.nodes {
            match self.next() {
                Met::Guess => {
                    found.nodes += 1;
                    found.depth = found.depth.max(self.address.len());
                }
                Met::End => {
                    found.complete = true;
                    break;
                }
                Met::Solution => {
                    found.count += 1;
                    match found.first {
                        None => found.first = Some(self.here()),
                        Some(_) if found.count <= ask.keep => found.more.push(self.here()),
                        Some(_) => {}
                    }
                }
            }
        }
        found
    }

    /// Continues to the next guess, to the next solution, or to the end.
    #[inline(always)]
    fn next(&mut self) -> Met {
        loop {
            if self.over {
                self.over = false;
                self.boards.pop();
                let Some(&(_, level)) = self.boards.last() else { return Met::End };
                self.address.truncate(level);
                self.address.push(Branch { k: 2, d: 2 });
                return Met::Guess;
            }
            let Some((board, level)) = self.boards.last_mut() else { return Met::End };
            if !board.settle() {
                self.over = true;
                continue;
            }
            let Some(split) = self.splitter.split(board) else {
                self.over = true;
                return Met::Solution;
            };
            let mut here = *board;
            split.here(&mut here);
            split.elsewhere(board);
            *level = self.address.len();
            self.address.push(Branch { k: 1, d: 2 });
            self.boards.push((here, 0));
            return Met::Guess;
        }
    }

    /// The digits of the current board, 0 where none is placed.
    fn here(&self) -> [u8; 81] {
        self.boards.last().map_or([0; 81], |(board, _)| board.digits())
    }

    fn address(&self) -> Address {
        Address { limit: None, branches: self.address.clone(), at: At::Level }
    }
}
