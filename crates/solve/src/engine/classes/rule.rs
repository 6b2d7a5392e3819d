//! The rules that choose the item to branch on.

use super::choice;
use super::rest::Rest;
use crate::engine::links;
use crate::host::Flow;
use crate::order::Order;
use crate::outcome::{Snapshot, StopReason};
use dancing::{Columns, Goal, ItemId, OptionId, Problem};

/// The number of polls within which a family must be found: a hundredth of a second.
const PATIENCE: u32 = 32;

/// A rule that chooses the item to branch on.
#[derive(Debug)]
pub(super) enum BranchRule {
    /// MRV: the leftmost item with the fewest options.
    Fewest,
    /// The first open item of a family.
    Sweep(Vec<ItemId>),
}

impl BranchRule {
    /// A [sweep](choice::sweep) over a family. `None` if there is no family, or it would take long
    /// to find one.
    pub(super) fn sweep(problem: &Problem, columns: &Columns) -> Option<BranchRule> {
        choice::sweep(problem, columns, &soon).map(BranchRule::Sweep)
    }

    /// The item to branch on, and its number of options. An item with at most one option comes
    /// first, if there is one. `None` if all are covered.
    pub(super) fn item(&self, problem: &Problem, rest: &Rest) -> Option<(ItemId, u32)> {
        let open = (0..problem.n_primary()).filter(|&item| rest.open[item]);
        let fewest = open.min_by_key(|&item| rest.left[item])?;
        let next = match self {
            BranchRule::Sweep(family) if rest.left[fewest] > 1 => family.iter().find(|item| rest.open[item.index()]),
            _ => None,
        };
        let item = next.map_or(fewest, |item| item.index());
        Some((ItemId(item as u32), rest.left[item]))
    }
}

/// Finds a cover of a problem if that takes no more than [`PATIENCE`].
fn soon(problem: &Problem) -> Option<Vec<OptionId>> {
    let mut polls = 0;
    let mut patient = |_: &dyn Fn() -> Snapshot| {
        polls += 1;
        if polls <= PATIENCE { Flow::Go } else { Flow::Stop(StopReason::Limit) }
    };
    links::run(problem, Order::new(Goal::First), &mut patient).solutions.into_iter().next()
}
