//! The `taxes` engine: the exact cover of the largest weight, proved, by branch and bound ([`exact`]); and repeated covers of
//! the fewest options, by the same idea with taxes that only bound from below ([`repeated`]).
//!
//! **The idea** (Knuth's DLX5, with better taxes). Cost is the weight's negative. Every item is covered exactly once,
//! so a tax on an item can be put on its options and taken off the total without changing the cost of any cover: for
//! any taxes t, the cost is the sum of t over the open items plus the *net* cost, cost minus own taxes, of the options
//! still to be chosen. If every net cost is at least 0, the sum of the taxes is a bound. Two ways to good taxes are
//! joined: a few steps of a subgradient walk at every node, from the parent's taxes, and then the *reduction*, which
//! takes for one item after the other the least net cost among its options as a further tax.
//!
//! **Invariants.** Bounds are computed in integers, whatever the walk in floating point came to: any taxes are
//! admissible. An option whose net cost on top of the bound cannot beat the best cover so far is deleted, here and
//! below; everything deleted or covered stands on the trail and is put back on the way up. Secondary items may stay
//! open, so their taxes are never above 0 and they take no part in the reduction.
//!
//! An item with one option left is covered at once, as in Algorithm X; else the branch goes on an item where the
//! second-best option costs much more than the best and options are few.
//!
//! **Source.** TAOCP 7.2.2.1 on DLX5; Held and Karp, The traveling-salesman problem and minimum spanning trees II (1971).

mod exact;
mod field;
mod record;
mod repeated;

use crate::dlx::Problem;
use crate::solve::order::{Host, Order};
use crate::solve::outcome::Outcome;

/// Taxes are integers of this fraction of a unit of cost.
const UNIT: i64 = 1 << 16;

/// Steps of the walk at the root.
const ROOT_STEPS: usize = 300;

/// See [`crate::solve::run`].
pub fn run(problem: &Problem, order: &Order, host: &mut dyn Host) -> Outcome {
    match problem.is_repeated() {
        true => repeated::run(problem, order, host),
        false => exact::run(problem, host),
    }
}
