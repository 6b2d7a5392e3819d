//! The covers of a problem as an iterator, for programs that only want the answers.

use super::{Event, OptionId, Policy, Problem, Search, Tally};
use alloc::vec::Vec;
use core::iter::FusedIterator;

/// An iterator over the covers of a problem. [`Problem::covers`] makes it.
#[derive(Clone, Debug)]
pub struct Covers {
    search: Search,
    tally: Tally,
}

impl Covers {
    /// The counters of the search so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }
}

/// Options tried between two looks at the result. A stride returns sooner at a cover.
const STRIDE: u32 = 1 << 16;

impl Iterator for Covers {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        loop {
            let before = self.search.best();
            while self.search.stride(STRIDE, &mut self.tally)? != Event::Visit {}
            if before.is_none() || self.search.best() != before {
                return Some(self.search.path());
            }
        }
    }
}

impl FusedIterator for Covers {}

impl Problem {
    /// The covers of this problem, in the order in which Algorithm X finds them. A cover lists its
    /// options in the order in which they were chosen. If the problem is a repeated cover, only the
    /// covers with the fewest options are found. If it has costs, each cover found is cheaper than
    /// the one before, and the last is a cheapest one.
    ///
    /// The search runs as the iterator is read: `problem.covers().next()` stops at the first cover.
    ///
    /// ```
    /// use dancing::{ItemId, OptionId, Problem};
    /// let mut problem = Problem::new(2, 0);
    /// problem.push(&[ItemId(0)])?;
    /// problem.push(&[ItemId(1)])?;
    /// problem.push(&[ItemId(0), ItemId(1)])?;
    /// let covers: Vec<Vec<OptionId>> = problem.covers().collect();
    /// assert_eq!(covers, [vec![OptionId(0), OptionId(1)], vec![OptionId(2)]]);
    /// # Ok::<(), dancing::ProblemError>(())
    /// ```
    pub fn covers(&self) -> Covers {
        Covers { search: Search::new(self, Policy::default()), tally: Tally::default() }
    }
}
