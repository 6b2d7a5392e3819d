//! Looks for an [`Obstruction`] before a count: then nothing is counted.

use super::{Budget, Strategy};
use crate::dlx::Class;
use crate::solve::obstruction::{Obstruction, SOON};
use crate::solve::outcome::{Outcome, StopReason};

/// The reason shown if an obstruction was found.
const FOUND: &str = "an obstruction was found";

pub(super) const OBSTRUCTED: Strategy = Strategy {
    name: "obstruction",
    when: "all solutions are counted; an alternation looks for one too, after its first turns",
    budget: |state, _| {
        let covers_once = state.counts && state.problem.class() != Class::Repeated;
        covers_once.then_some(Budget::of(SOON, "cells"))
    },
    ends: "none was found",
    attempt: |state, budget, host| {
        let standing = state.walk().look();
        let mut ask = |_| host.poll(&|| standing.clone()).into_result();
        match Obstruction::look(state.problem, budget.most, &mut ask) {
            Ok(None) => None,
            Ok(Some(found)) => Some(obstructed(state.take_walk().outcome(StopReason::Exhausted), found)),
            Err(reason) => Some(state.take_walk().outcome(reason)),
        }
    },
};

/// The outcome of a search that an obstruction ends.
pub(super) fn obstructed(outcome: Outcome, found: Obstruction) -> Outcome {
    Outcome { why: FOUND, obstruction: Some(found), ..outcome }
}
