//! Solutions up to symmetry, by their number and the numbers of those that a symmetry leaves as they are.
//!
//! **Idea.** Burnside's lemma: the classes of solutions that symmetries turn into each other are as many as the mean, over all
//! symmetries, of the solutions that stay as they are. Each of these numbers is a count of its own, of a smaller problem:
//! options are taken together with their images.

use super::drive::run;
use super::order::{Flow, Host, Order};
use super::outcome::{Snapshot, StopReason};
use crate::dlx::{Goal, Problem};

/// Of a problem with so many solutions; `None` where nothing is known of its symmetries. The reason to stop, if the host wanted
/// no more or a number was too large.
pub fn ways(problem: &Problem, number: u128, host: &mut dyn Host) -> Result<Option<u128>, StopReason> {
    let symmetries = problem.symmetries().filter(|all| !all.is_empty() && !problem.is_repeated());
    let Some(symmetries) = symmetries else { return Ok(None) };
    let mut sum = number;
    // Where there is no solution none stays as it is.
    for images in symmetries.iter().filter(|_| number > 0) {
        let mut fixed = Problem::new(problem.n_primary() as u32, (problem.n_items() - problem.n_primary()) as u32);
        for option in problem.options() {
            let mut orbit = vec![option];
            while let Some(&next) = orbit.last().map(|last| &images[last.index()]).filter(|next| **next != option) {
                orbit.push(next);
            }
            // Each orbit once; one whose options exclude each other is in no solution.
            let items: Vec<_> = orbit.iter().flat_map(|&own| problem.items_of(own).iter().copied()).collect();
            if orbit.iter().min() == Some(&option) {
                _ = fixed.push(&items);
            }
        }
        let counted = run(&fixed, Order::new(Goal::Count { limit: None }), &mut Aside { number, host });
        if !counted.complete {
            return Err(counted.stop);
        }
        sum = sum.checked_add(counted.count).ok_or(StopReason::Limit)?;
    }
    Ok(Some(sum / (symmetries.len() as u128 + 1)))
}

/// So many at least, if there are so many solutions: no class has more of them than there are symmetries.
pub fn at_least(problem: &Problem, number: u128) -> Option<u128> {
    let symmetries = problem.symmetries().filter(|all| !all.is_empty())?;
    Some(number.div_ceil(symmetries.len() as u128 + 1))
}

/// The host of a count beside the one that was asked for: it may stop it, and sees how it works but not what it comes to.
struct Aside<'a> {
    /// What the one that was asked for came to.
    number: u128,
    host: &'a mut dyn Host,
}

impl Host for Aside<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        let number = self.number;
        self.host.poll(&|| Snapshot { count: number, path: Vec::new(), latest: None, ..look() })
    }
}
