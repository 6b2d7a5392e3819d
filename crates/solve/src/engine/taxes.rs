//! The `taxes` engine: the exact cover of largest weight, proved optimal by branch and bound
//! ([`exact`]); and repeated covers of the fewest options or the least cost, by the same idea
//! ([`repeated`]).
//!
//! **Idea** (Knuth's DLX5, with better taxes). A *tax* is a Lagrangian multiplier on an item, and
//! the cost of an option is its negative weight. Every item is covered exactly once, so a tax may
//! be added to the constant and subtracted from each option of its item without changing the cost
//! of any cover. For all taxes t, the cost is the sum of t over the open items plus the *net* costs
//! of the options still to be chosen; the net cost is the cost minus the taxes of its items. If
//! every net cost is at least 0, the sum of the taxes is a lower bound. Good taxes come from two
//! steps at every node: first a few subgradient steps, which start at the parent's taxes; then the
//! *reduction*, which goes through the items and adds to the tax of each the least net cost of its
//! options.
//!
//! **Invariants.** Any taxes give a valid bound, and bounds are computed in integers, although the
//! subgradient steps use floating point. An option whose net cost plus the bound cannot beat the
//! best cover so far is deleted from the subtree. Every deletion and cover is on the trail, and is
//! undone on the way up. Secondary items may stay uncovered, so their taxes are never above 0, and
//! they take no part in the reduction.
//!
//! An item with one option left is covered at once, as in Algorithm X. Otherwise the search
//! branches on an item with few options whose second-best option costs much more than the best.
//!
//! **Source.** TAOCP 7.2.2.1 on DLX5; Held and Karp, The traveling-salesman problem and minimum
//! spanning trees II (1971).

mod exact;
mod field;
mod record;
mod repeated;
mod rounds;
mod tree;

use crate::diary::Diary;
use crate::host::{GoOn, Host};
use crate::order::Order;
use crate::outcome::{Outcome, StopReason};
use dancing::{Goal, ItemId, OptionId, Problem};
use field::{Layout, LiveMatrix};
use record::TaxRecord;

/// The cost at which the steps aim in [`imbalance`]. Multipliers can be scaled, so any will do.
const KNOWN: f64 = 4.0;

/// Subgradient steps at the root.
const ROOT_STEPS: usize = 300;

/// See [`crate::run`].
pub fn run(problem: &Problem, order: &Order, host: &mut dyn Host) -> Outcome {
    match problem.wants_fewest() {
        true => repeated::run(problem, order, host),
        false => exact::run(problem, order, host),
    }
}

/// Looks for multipliers of the items of an exact cover, in whole numbers, with which no option
/// weighs more than 0, and the items weigh more than 0: then there is no cover. Takes `steps`
/// subgradient steps. Each item must have an option.
pub(crate) fn imbalance(
    problem: &Problem,
    steps: usize,
    go_on: GoOn,
) -> Result<Option<Vec<(ItemId, i64)>>, StopReason> {
    let layout = Layout::without_costs(problem);
    let alive: Vec<bool> = problem.options().map(|option| problem.is_useful(option)).collect();
    let alive_of = |item: u32| layout.options(item).iter().filter(|&&option| alive[option as usize]).count() as u32;
    let left: Vec<u32> = (0..problem.n_items() as u32).map(alive_of).collect();
    let mut field = LiveMatrix::default();
    field.survey(&layout, &alive, &vec![true; problem.n_items()], &left);
    let mut taxes = vec![0.0; problem.n_items()];
    // Without costs, a cover costs 0. Any bound above that shows that there is none.
    field.walk(&mut taxes, steps, KNOWN, go_on)?;
    Ok((field.bound(0, &taxes) > 0).then(|| field.taxes()))
}

/// Searches for a cover, or for a better one than `best`, and reports to a diary. Uses no
/// symmetries, and excludes no option for the reason that another one is as good.
pub fn follow(
    problem: &Problem,
    best: Option<(i64, Vec<OptionId>)>,
    diary: &mut dyn Diary,
    host: &mut dyn Host,
) -> Outcome {
    let (order, record) = (Order::new(Goal::Best), TaxRecord::new(best, None));
    match problem.wants_fewest() {
        true => repeated::follow(problem, &order, record, diary, host),
        false => exact::follow(problem, record, diary, host),
    }
}
