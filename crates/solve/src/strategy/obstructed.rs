//! Looks for an [`Obstruction`] early in a count: then nothing is counted.

use super::state::{PlanState, Strategy};
use crate::host::{GoOn, Host};
use crate::obstruction::Obstruction;
use crate::order::Engine;
use crate::outcome::{Budget, Outcome, StopReason};
use crate::weighing::{SOON, look, soon};
use dancing::{Class, Problem};

/// The reason shown if an obstruction was found.
const FOUND: &str = "an obstruction was found";

pub(super) const OBSTRUCTED: Strategy = Strategy {
    name: "obstruction",
    when: "solutions are counted; an alternation looks for one too, after its first turns",
    budget: |state, _| {
        let may = (state.counts || state.limited)
            && state.problem.class() != Class::Repeated
            && !state.was_tried(OBSTRUCTED.name);
        may.then_some(Budget::of(SOON, "cells"))
    },
    ends: "none was found",
    attempt: |state, budget, host| attempt(state, budget, host, look),
};

/// A quick look before a count of tilings, which takes less than any table.
pub(super) const OBSTRUCTED_SOON: Strategy = Strategy {
    name: "quick obstruction",
    when: "all solutions are counted, and options reach few items",
    budget: |state, host| (state.usual == Engine::MEMO).then(|| (OBSTRUCTED.budget)(state, host)).flatten(),
    attempt: |state, budget, host| attempt(state, budget, host, soon),
    ..OBSTRUCTED
};

/// The same, before a count of tilings that may take long.
pub(super) const OBSTRUCTED_NARROW: Strategy = Strategy {
    when: "options reach few items, and the first table was too small",
    budget: |state, host| (state.usual == Engine::MEMO).then(|| (OBSTRUCTED.budget)(state, host)).flatten(),
    ..OBSTRUCTED
};

/// Looks for obstructions within a number of cells.
type Look = fn(&Problem, u64, GoOn) -> Result<Option<Obstruction>, StopReason>;

fn attempt(state: &mut PlanState, budget: Budget, host: &mut dyn Host, look: Look) -> Option<Outcome> {
    let standing = state.standing();
    let mut ask = |_| host.poll(&|| standing.clone()).into_result();
    match look(state.problem, budget.most, &mut ask) {
        Ok(None) => None,
        Ok(Some(found)) => Some(obstructed(state.take_walk().outcome(StopReason::Exhausted), found)),
        Err(reason) => Some(state.take_walk().outcome(reason)),
    }
}

/// The outcome of a search that an obstruction ends.
pub(super) fn obstructed(outcome: Outcome, found: Obstruction) -> Outcome {
    Outcome { why: FOUND, obstruction: Some(found), ..outcome }
}
