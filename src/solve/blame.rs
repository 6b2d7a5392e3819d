//! Who did it: by which operation an option was hidden, or an item covered. Every hidden node was hidden by exactly one
//! operation, so the answer is exact. It is found by undoing the path level by level, on a copy.

use super::breaks::is_gone;
use crate::dlx::{Address, At, Event, ItemId, OptionId, Phase, Search, Tally};

/// The operation that is to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The level it happened in, counted from 1.
    pub level: usize,
    pub event: Event,
    /// The option whose choice it was a part of; none for the choice of an item.
    pub by: Option<OptionId>,
    /// The state just before it.
    pub before: Address,
}

/// Who hid an option; `None` if it is not hidden.
pub fn who_hid(search: &Search, option: OptionId) -> Option<Blame> {
    who(search, |search| is_gone(search, option))
}

/// Who covered an item; `None` if it is open, or secondary and never covered.
pub fn who_covered(search: &Search, item: ItemId) -> Option<Blame> {
    let primary = item.index() < search.links().n_primary();
    who(search, |search| primary && !search.links().is_open(item))
}

/// The operation on the current path after which `holds` holds and before which it did not.
fn who(search: &Search, holds: impl Fn(&Search) -> bool) -> Option<Blame> {
    if !holds(search) {
        return None;
    }
    let branches = search.address().branches;
    let mut at = search.clone();
    at.rewind(search.chosen().len());
    let mut level = at.chosen().len();
    while holds(&at) {
        level = level.checked_sub(1)?;
        at.rewind(level);
        level = at.chosen().len();
    }
    let mut unseen = Tally::default();
    let mut before = at.address();
    let mut event = at.step_into(&mut unseen)?;
    let mut by = None;
    if !holds(&at) {
        let Event::Choose { .. } = event else { return None };
        let k = branches.get(level)?.k;
        // The siblings before it were tried and, in a repeated cover, hidden.
        for earlier in 1..=k {
            // It was hidden when it was taken back.
            before = Address { at: At::Uncover(0), ..at.address() };
            at.steer(earlier);
            if holds(&at) {
                let Phase::Try { node } = at.phase() else { return None };
                let tried = at.links().up(node);
                return Some(Blame { level: level + 1, event: Event::Next { node: tried }, by: None, before });
            }
        }
        loop {
            before = at.address();
            event = at.step_into(&mut unseen)?;
            if let Event::Try { node } = event {
                by = at.links().option(node);
            }
            if holds(&at) {
                break;
            }
            if at.phase() == Phase::Choose {
                return None;
            }
        }
    }
    Some(Blame { level: level + 1, event, by, before })
}
