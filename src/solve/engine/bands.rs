//! The `bands` engine: 9x9 sudokus as bit boards, in bulk.
//!
//! **Idea.** No items and no options: 81 cells in three bands of 27 bits, nine digits of them ([`board`]). What can stand in
//! one place only is placed; when nothing more follows, a digit is tried in some cells, and then elsewhere ([`split`]).
//! A guess copies the board, some hundred and seventy bytes, and nothing is undone. Of many grids, singles and locked
//! digits are placed first, in eight at a time ([`lanes`]).
//!
//! **Invariants.** The problem must be a 9x9 sudoku with the items of the encoder, in its order: [`fits`] reads it off the
//! ids. Options may be missing, as they are where a cell is given. Nodes are guesses, of which each has two branches; the
//! tree is not that of `links`.

mod board;
mod lanes;
mod split;

use crate::dlx::{Address, At, Branch, Goal, OptionId, Problem, Tally};
use crate::solve::drive::{Flow, Host, Order};
use crate::solve::engine::{Engine, Harvest};
use crate::solve::outcome::{Outcome, Stand, StopReason};
use board::Board;
use lanes::Settled;
use split::Splitter;

/// Guesses between two questions to the host.
const SLICE: u32 = 1024;

/// No such option.
const NONE: u32 = u32::MAX;

/// Whether a problem is a 9x9 sudoku: 81 cells, then nine digits for each row, each column and each box.
pub fn fits(problem: &Problem) -> bool {
    (problem.n_primary(), problem.n_items()) == (324, 324)
        && !problem.is_repeated()
        && problem.options().all(|option| placement(problem, option).is_some())
}

/// The cell and the digit of an option, if its items are those of a placement.
fn placement(problem: &Problem, option: OptionId) -> Option<(usize, usize)> {
    let &[cell, row, column, square] = problem.items_of(option) else { return None };
    let (cell, digit) = (cell.index(), row.index() % 9);
    let (r, c) = (cell / 9, cell % 9);
    let expected = [81 + 9 * r, 162 + 9 * c, 243 + 9 * (r / 3 * 3 + c / 3)].map(|first| first + digit);
    (cell < 81 && [row, column, square].map(|item| item.index()) == expected).then_some((cell, digit))
}

/// See [`crate::solve::run`].
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
    hunt.begin(Board::of(&candidates));
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
            let flow = host.poll(&|| harvest.snapshot(Engine::Bands, &tally, of(&hunt.here()), hunt.address()));
            if let Flow::Stop(reason) = flow {
                break reason;
            }
        }
    };
    let stand = (stop != StopReason::Exhausted).then(|| Stand::Path(of(&hunt.here())));
    harvest.outcome(Engine::Bands, stop, tally, stand)
}

/// How many solutions a grid has, counted up to a limit, and the first one met.
pub type Found = (u64, Option<[u8; 81]>);

/// Solves 9x9s without a [`Problem`] for any of them: of a sudoku its givens say all. Cells are row-major, digits 1 to 9, 0
/// for an empty cell. One answer for each, in their order; the goal must not be [`Goal::Best`].
pub fn solve_nines(puzzles: &[[u8; 81]], goal: Goal) -> Vec<Found> {
    let limit = match goal {
        Goal::First => 1,
        Goal::Unique => 2,
        Goal::Count { limit } => limit.unwrap_or(u64::MAX),
        Goal::Best => unreachable!("a sudoku of its own has no score"),
    };
    if limit == 0 {
        return vec![(0, None); puzzles.len()];
    }
    let mut hunt = Hunt::default();
    let settled = lanes::settle(puzzles).into_iter();
    let found = settled.map(|settled| match settled {
        Settled::Dead => (0, None),
        Settled::Solved(digits) => (1, Some(digits)),
        Settled::Open(digits) => hunt.solve(&digits, limit),
    });
    found.collect()
}

/// What a step of the hunt came to.
enum Met {
    Guess,
    Solution,
    End,
}

/// A search for the solutions of a board, depth first.
#[derive(Default)]
struct Hunt {
    /// The boards to look at, the next one last, and how many guesses lie above each.
    boards: Vec<(Board, usize)>,
    /// The last board is done with.
    over: bool,
    address: Vec<Branch>,
    splitter: Splitter,
}

impl Hunt {
    fn begin(&mut self, board: Board) {
        self.boards.clear();
        self.boards.push((board, 0));
        self.over = false;
        self.address.clear();
        self.splitter = Splitter::default();
    }

    /// How many solutions keep these digits.
    fn solve(&mut self, digits: &[u8; 81], limit: u64) -> Found {
        self.begin(Board::new(digits));
        let (mut found, mut first) = (0, None);
        while found < limit {
            match self.next() {
                Met::Guess => {}
                Met::End => break,
                Met::Solution => {
                    found += 1;
                    first.get_or_insert_with(|| self.here());
                }
            }
        }
        (found, first)
    }

    /// On to the next guess or solution.
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

    /// The digits that stand where the hunt is.
    fn here(&self) -> [u8; 81] {
        self.boards.last().map_or([0; 81], |(board, _)| board.digits())
    }

    fn address(&self) -> Address {
        Address { limit: None, branches: self.address.clone(), at: At::Level }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A solution that any shuffle of rows, columns and digits turns into another.
    fn solution() -> [u8; 81] {
        std::array::from_fn(|cell| {
            let (row, column) = (cell / 9, cell % 9);
            ((3 * (row % 3) + row / 3 + column) % 9 + 1) as u8
        })
    }

    #[test]
    fn the_solutions_of_few_givens_are_met_without_delay() {
        let mut random = fastrand::Rng::with_seed(9);
        let solution = solution();
        for givens in 0..30 {
            for _ in 0..20 {
                let mut puzzle = [0; 81];
                for cell in random.choose_multiple(0..81, givens) {
                    puzzle[cell] = solution[cell];
                }
                let mut hunt = Hunt::default();
                hunt.begin(Board::new(&puzzle));
                let (mut guesses, mut found) = (0, 0);
                while found < 2 {
                    match hunt.next() {
                        Met::Guess => guesses += 1,
                        Met::Solution => found += 1,
                        Met::End => break,
                    }
                    assert!(guesses < 5_000, "{givens} givens: {puzzle:?}");
                }
                assert!(found > 0);
            }
        }
    }

    #[test]
    fn grids_are_answered_side_by_side_as_each_by_itself() {
        let mut random = fastrand::Rng::with_seed(8);
        let solution = solution();
        // From the empty to the full, some with a digit that does not belong.
        let grid = |givens: usize| {
            let mut puzzle = [0; 81];
            for cell in random.choose_multiple(0..81, givens) {
                puzzle[cell] = solution[cell];
            }
            if random.u8(..4) == 0 {
                puzzle[random.usize(..81)] = random.u8(1..10);
            }
            puzzle
        };
        let puzzles: Vec<[u8; 81]> = (0..82).cycle().take(2_000).map(grid).collect();
        let mut hunt = Hunt::default();
        let apart: Vec<Found> = puzzles.iter().map(|puzzle| hunt.solve(puzzle, 3)).collect();
        let together = solve_nines(&puzzles, Goal::Count { limit: Some(3) });
        for (puzzle, (apart, together)) in puzzles.iter().zip(apart.iter().zip(&together)) {
            assert_eq!(together.0, apart.0, "{puzzle:?}");
            if apart.0 == 1 {
                assert_eq!(together.1, apart.1, "{puzzle:?}");
            }
        }
        // The lanes have something to do, and leave something.
        let (mut solved, mut dead, mut open) = (0, 0, 0);
        for settled in lanes::settle(&puzzles) {
            *match settled {
                Settled::Solved(_) => &mut solved,
                Settled::Dead => &mut dead,
                Settled::Open(_) => &mut open,
            } += 1;
        }
        assert!(solved > 100 && dead > 100 && open > 100, "{solved} {dead} {open}");
        assert_eq!(solve_nines(&puzzles[..1], Goal::Count { limit: Some(0) }), [(0, None)]);
        assert_eq!(solve_nines(&[], Goal::First), []);
    }

    #[test]
    fn givens_that_clash_leave_nothing() {
        for (one, other) in [(0, 8), (0, 72), (0, 10), (0, 1), (0, 9), (40, 41)] {
            let mut puzzle = [0; 81];
            (puzzle[one], puzzle[other]) = (5, 5);
            assert_eq!(solve_nines(&[puzzle], Goal::First), [(0, None)], "{one} {other}");
        }
    }
}
