//! Counts solutions up to symmetry, from the numbers of solutions that each symmetry fixes.
//!
//! **Idea.** Burnside's lemma: the number of classes of solutions is the mean, over all symmetries,
//! of the number of solutions that each symmetry fixes. Each of these numbers is a count of a
//! smaller problem, in which options are taken together with all their images.

use super::state::WholePlan;
use crate::host::Host;
use crate::order::Order;
use crate::outcome::{Snapshot, StopReason};
use dancing::{Goal, Problem};

/// The number of solutions up to symmetry, of a problem with `number` solutions. `None` if no
/// symmetry is known. `Err` if the host stops the run or a number overflows.
pub fn ways(
    problem: &Problem,
    number: u128,
    again: WholePlan,
    host: &mut dyn Host,
) -> Result<Option<u128>, StopReason> {
    let symmetries = problem.symmetries().filter(|all| !all.is_empty() && !problem.wants_fewest());
    let Some(symmetries) = symmetries else { return Ok(None) };
    let mut sum = number;
    // Without solutions, no symmetry fixes any.
    for images in symmetries.iter().filter(|_| number > 0) {
        let mut fixed = Problem::new(problem.n_primary() as u32, (problem.n_items() - problem.n_primary()) as u32);
        for option in problem.options() {
            let mut orbit = vec![option];
            while let Some(&next) = orbit.last().map(|last| &images[last.index()]).filter(|next| **next != option) {
                orbit.push(next);
            }
            // Each orbit becomes one option. `push` refuses an orbit whose options share an item:
            // no solution holds such an orbit.
            let items: Vec<_> = orbit.iter().flat_map(|&option| problem.items_of(option).iter().copied()).collect();
            if orbit.iter().min() == Some(&option) {
                _ = fixed.push(&items);
            }
        }
        // An auxiliary count shows its work, but not its result.
        let mut aside = |look: &dyn Fn() -> Snapshot| {
            host.poll(&|| Snapshot { count: number, path: Vec::new(), latest: None, ..look() })
        };
        let counted = again(&fixed, Order::new(Goal::Count { limit: None }), &mut aside);
        if !counted.complete {
            return Err(counted.stop);
        }
        sum = sum.checked_add(counted.count).ok_or(StopReason::Limit)?;
    }
    Ok(Some(sum / (symmetries.len() as u128 + 1)))
}

/// A lower bound on the classes of `number` solutions: no class has more solutions than there are
/// symmetries, the identity included.
pub fn at_least(problem: &Problem, number: u128) -> Option<u128> {
    let symmetries = problem.symmetries().filter(|all| !all.is_empty())?;
    Some(number.div_ceil(symmetries.len() as u128 + 1))
}
