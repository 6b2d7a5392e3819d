//! One engine alone, to the end.

use super::state::Strategy;
use crate::outcome::Budget;

pub(super) const ASKED: Strategy = Strategy {
    name: "named engine",
    when: "an engine is named that can answer",
    budget: |state, _| state.asked.map(|_| Budget::UNLIMITED),
    ends: "",
    attempt: |state, _, host| Some((state.asked?.spec().run)(state.problem, state.order.clone(), host)),
};

pub(super) const USUAL: Strategy = Strategy {
    name: "usual engine",
    when: "solutions are not counted, or no part of the search can be shared out",
    budget: |state, _| (!state.counts && !state.limited).then_some(Budget::UNLIMITED),
    ends: "",
    attempt: |state, _, host| Some((state.usual.spec().run)(state.problem, state.order.clone(), host)),
};
