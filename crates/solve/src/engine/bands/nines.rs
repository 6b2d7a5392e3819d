//! 9x9s by their digits: many at once, or one by one.

use super::board::BandBoard;
use super::hunt::{Hunt, Met};
use super::lanes::{Settled, settle};
use fearless_simd::{Level, dispatch};

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

/// Solves 9x9s given by their cells, without a [`Problem`](dancing::Problem) for each. Cells are
/// row-major, digits 1 to 9, 0 for an empty cell. Returns one answer for each grid, in order.
pub fn solve_nines(puzzles: &[[u8; 81]], ask: NineLimits) -> Vec<NineFound> {
    let (mut search, mut found) = (NineSearch::default(), vec![NineFound::default(); puzzles.len()]);
    if ask.limit == 0 || ask.nodes == 0 {
        return found;
    }
    // The code of the lanes and the code of the search fill the processor's caches, so each runs
    // over all grids at once.
    let mut open = Vec::new();
    settle(puzzles, |grid, settled| match settled {
        Settled::Dead => found[grid].complete = true,
        // As in the search, which stops at a limit of 1 before it knows that there is no second
        // solution.
        Settled::Solved(digits) => {
            let found = &mut found[grid];
            (found.count, found.complete, found.first) = (1, ask.limit > 1, Some(digits));
        }
        Settled::Open { cells, placed } => open.push((grid, cells, placed)),
    });
    for (grid, cells, placed) in open {
        search.run(BandBoard::of(&cells, placed), ask, &mut found[grid]);
    }
    found
}

/// Searches 9x9s one by one, in the same memory.
///
/// ```
/// use quadrille_solve::NineSearch;
///
/// // Any digit can be in the first cell of an empty grid; only 1 beside 2 to 9.
/// let mut grid = [0; 81];
/// let mut search = NineSearch::default();
/// assert!(search.can_differ(&grid, 0, 1));
/// (1..9).for_each(|cell| grid[cell] = cell as u8 + 1);
/// assert!(!search.can_differ(&grid, 0, 1));
/// ```
#[derive(Default)]
pub struct NineSearch(Hunt);

impl NineSearch {
    /// As [`solve_nines`], for one grid: without the lanes, which propagate in many grids at once.
    /// So it may need more nodes.
    pub fn solve(&mut self, puzzle: &[u8; 81], ask: NineLimits) -> NineFound {
        let mut found = NineFound::default();
        self.run(BandBoard::new(puzzle), ask, &mut found);
        found
    }

    /// Searches a board with the instructions that this processor has.
    fn run(&mut self, board: BandBoard, ask: NineLimits, found: &mut NineFound) {
        dispatch!(Level::new(), _ => self.run_inlined(board, ask, found));
    }

    #[inline(always)]
    fn run_inlined(&mut self, board: BandBoard, ask: NineLimits, found: &mut NineFound) {
        self.0.begin(board);
        while found.count < ask.limit && found.nodes < ask.nodes {
            match self.0.next() {
                Met::Guess => {
                    found.nodes += 1;
                    found.depth = found.depth.max(self.0.depth());
                }
                Met::End => {
                    found.complete = true;
                    break;
                }
                Met::Solution => {
                    found.count += 1;
                    match found.first {
                        None => found.first = Some(self.0.here()),
                        Some(_) if found.count <= ask.keep => found.more.push(self.0.here()),
                        Some(_) => {}
                    }
                }
            }
        }
    }

    /// Returns whether a grid has a solution in which a cell does not hold a digit, 1 to 9. The
    /// cell, counted from 0, is empty in the grid. If a solution with the digit is known, this says
    /// whether there are others, in less time than it takes to find two.
    pub fn can_differ(&mut self, puzzle: &[u8; 81], cell: usize, digit: u8) -> bool {
        let mut board = BandBoard::new(puzzle);
        board.rule_out(usize::from(digit) - 1, cell);
        let (mut found, first) = (NineFound::default(), NineLimits { limit: 1, keep: 1, nodes: u64::MAX });
        self.run(board, first, &mut found);
        found.count > 0
    }
}
