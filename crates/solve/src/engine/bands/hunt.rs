//! The search of a board: depth first, with a stack of boards.

use super::board::BandBoard;
use super::split::Splitter;
use dancing::{Address, At, Branch};

/// The result of a step of the hunt.
pub(super) enum Met {
    Guess,
    Solution,
    End,
}

/// A depth-first search for the solutions of a board.
#[derive(Default)]
pub(super) struct Hunt {
    /// The stack of boards, each with the number of guesses above it. The next one is last.
    boards: Vec<(BandBoard, usize)>,
    /// True if the last board is finished.
    over: bool,
    /// True if a guess has led to a contradiction.
    failed: bool,
    address: Vec<Branch>,
    splitter: Splitter,
}

impl Hunt {
    #[inline(always)]
    pub(super) fn begin(&mut self, board: BandBoard) {
        self.boards.clear();
        self.boards.push((board, 0));
        (self.over, self.failed) = (false, false);
        self.address.clear();
        self.splitter = Splitter::default();
    }

    /// Continues to the next guess, to the next solution, or to the end.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Met {
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
            // As long as every guess holds, the grid may have many solutions. The next one is then
            // near, and reached soonest by guesses that are not pondered.
            let hastes = !self.failed && self.splitter.may_haste();
            if !board.settle(!hastes) {
                (self.over, self.failed) = (true, true);
                continue;
            }
            let Some(split) = self.splitter.split(board, hastes) else {
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
    #[inline(always)]
    pub(super) fn here(&self) -> [u8; 81] {
        self.boards.last().map_or([0; 81], |(board, _)| board.digits())
    }

    /// The number of guesses on the current path.
    pub(super) fn depth(&self) -> usize {
        self.address.len()
    }

    pub(super) fn address(&self) -> Address {
        Address { limit: None, branches: self.address.clone(), at: At::Level }
    }
}
