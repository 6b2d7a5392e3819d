//! Subproblems: the part of a problem that is left after some choices.

use dancing::{Columns, ItemId, OptionId, Problem};

/// A subproblem: the part of a problem that is left after some choices.
#[derive(Clone)]
pub(super) struct Rest {
    /// By item: true if it is not covered.
    pub(super) open: Vec<bool>,
    /// By option: true if all of its items are open, and one of them is primary.
    pub(super) live: Vec<bool>,
    pub(super) n_live: usize,
    /// By item: the number of its live options.
    pub(super) left: Vec<u32>,
}

impl Rest {
    pub(super) fn new(problem: &Problem, columns: &Columns) -> Rest {
        let items = (0..problem.n_items() as u32).map(ItemId);
        let left = items.map(|item| columns.of(item).len() as u32).collect();
        let (open, live) = (vec![true; problem.n_items()], vec![true; problem.n_options()]);
        let mut rest = Rest { open, live, n_live: problem.n_options(), left };
        // Options without a primary item are never chosen.
        for option in problem.options() {
            if !problem.is_useful(option) {
                rest.rule_out(problem, option);
            }
        }
        rest
    }

    pub(super) fn rule_out(&mut self, problem: &Problem, option: OptionId) {
        if std::mem::replace(&mut self.live[option.index()], false) {
            self.n_live -= 1;
            problem.items_of(option).iter().for_each(|item| self.left[item.index()] -= 1);
        }
    }

    pub(super) fn take(&mut self, problem: &Problem, columns: &Columns, option: OptionId) {
        for &item in problem.items_of(option) {
            self.open[item.index()] = false;
            columns.of(item).iter().for_each(|&other| self.rule_out(problem, other));
        }
    }
}
