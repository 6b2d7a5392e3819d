//! The state of a search as its views see it: the policy of a puzzle, the item in focus, and the
//! ranking of the items.

use dancing::{Goal, ItemId, Phase, Policy, Search};
use quadrille_puzzle::Puzzle;
use quadrille_solve::Stepper;
use std::sync::Arc;

/// Returns the policy with which a puzzle is stepped. If the goal of an exact cover is the best
/// score, branches that cannot beat the best so far are cut.
pub fn policy_of(puzzle: &Puzzle) -> Policy {
    let exact = puzzle.shape.listing().is_none_or(|listing| !listing.repeated);
    Policy { best: exact && puzzle.goal() == Goal::Best, ..Policy::default() }
}

/// The item in focus: the item being branched on, or else the item that is chosen next. If no item
/// is left to choose, it is the item of the last chosen option.
pub fn focus(stepper: &Stepper) -> Option<ItemId> {
    let search = stepper.search();
    let links = search.links();
    let top = || search.chosen().last().map(|&node| links.item(node));
    match search.phase() {
        Phase::Try { node } => Some(links.item(node)),
        Phase::Cover { .. } | Phase::Uncover { .. } => top(),
        Phase::Choose => search.next_item().or_else(top),
        Phase::Done => None,
    }
}

/// The state whose items are compared: the state before the choice. A branch is cut between two
/// choices, so at a cut it is the state itself.
pub fn compared(stepper: &Stepper) -> Arc<Search> {
    match stepper.search().at_cut() {
        true => Arc::new(stepper.search().clone()),
        false => stepper.before_choice().clone(),
    }
}

/// Returns the open items in the order of the item rule, each with its degree: the number of its
/// branches, which for most items is the number of options left.
pub fn ranked(stepper: &Stepper) -> Vec<(usize, ItemId)> {
    let before = compared(stepper);
    let links = before.links();
    let mut ranked: Vec<(usize, ItemId)> = links.open_items().map(|item| (before.degree(item), item)).collect();
    ranked.sort_by_key(|(len, _)| *len);
    // The chosen item comes first, even if a rule other than the fewest options chose it.
    let chosen = before.next_item();
    if let Some(at) = ranked.iter().position(|(_, item)| Some(*item) == chosen) {
        let first = ranked.remove(at);
        ranked.insert(0, first);
    }
    ranked
}
