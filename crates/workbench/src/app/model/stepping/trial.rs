//! A branch that the user tries by hand, and the return from it.

use super::{Motion, Stepping};
use dancing::OptionId;
use std::sync::Arc;

/// A branch that the user tries.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The option that was taken by hand.
    pub option: OptionId,
    /// The level at which it was taken, from 1.
    pub level: usize,
    /// The branch of that level that the algorithm would have taken, from 1; and the one taken.
    pub branches: (usize, usize),
    /// The debugger as it was before.
    pub(super) from: Stepping,
}

impl Stepping {
    /// Takes the k-th branch of the item being branched on, by hand, and remembers the state for
    /// [`Stepping::end_trial`]. Returns `false` if there is no such branch.
    pub(crate) fn begin_trial(&mut self, k: usize, from: Stepping) -> bool {
        let search = self.stepper.search();
        let (level, own) = (search.chosen().len() + 1, search.current_branch().map_or(1, |branch| branch.k));
        let option = search.branches_of_item().get(k.wrapping_sub(1)).copied().flatten();
        let Some(option) = option.filter(|_| self.steer(k)) else { return false };
        self.motion = Motion::Still;
        self.trial = Some(Arc::new(Trial { option, level, branches: (own, k), from }));
        true
    }

    /// Returns to the state in which the branch was taken by hand. What was learned since then is
    /// kept. Returns `false` if there is none.
    pub(crate) fn end_trial(&mut self) -> bool {
        let Some(trial) = self.trial.take() else { return false };
        let there = Arc::unwrap_or_clone(trial).from;
        let (mut learning, whole) = (std::mem::take(&mut self.learning), std::mem::take(&mut self.whole));
        *self = there;
        self.whole = whole;
        std::mem::swap(&mut self.learning.tried, &mut learning.tried);
        if let (Some(course), Some(since)) = (&mut self.learning.course, learning.course) {
            course.record = since.record;
        }
        true
    }
}
