//! Solutions up to symmetry, by their number and the numbers of those that a symmetry leaves as they are.
//!
//! **Idea.** Burnside's lemma: the classes of solutions that symmetries turn into each other are as many as the mean, over all
//! symmetries, of the solutions that stay as they are. Each of these numbers is a count of its own, of a smaller problem:
//! options are taken together with their images.

use super::drive::{Flow, Host, Order, run};
use super::outcome::Snapshot;
use crate::dlx::{Goal, Problem};

/// Of a problem with so many solutions; `None` where nothing is known of its symmetries, or the host wanted no more.
pub fn ways(problem: &Problem, number: u128, host: &mut dyn Host) -> Option<u128> {
    let symmetries = problem.symmetries().filter(|all| !all.is_empty() && !problem.is_repeated())?;
    let mut sum = number;
    for images in symmetries {
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
        let counted = run(&fixed, Order::new(Goal::Count { limit: None }), &mut Aside(host));
        sum = sum.checked_add(counted.count).filter(|_| counted.complete)?;
    }
    Some(sum / (symmetries.len() as u128 + 1))
}

/// The host of a count beside the one that was asked for: it may stop it, and sees nothing of it.
struct Aside<'a>(&'a mut dyn Host);

impl Host for Aside<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        self.0.poll(&|| Snapshot { count: 0, path: Vec::new(), latest: None, ..look() })
    }
}
