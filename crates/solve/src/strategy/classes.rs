//! Counts with the table of `classes`, if subproblems recur up to symmetry.

use super::state::{LARGE, PlanState, Strategy};
use crate::engine::classes;
use crate::order::Engine;
use crate::outcome::{Budget, Outcome};

/// The reason shown if the table counted.
const ALIKE: &str = "the tree is large, and subproblems recur up to symmetry";

pub(super) const CLASSES: Strategy = Strategy {
    name: "classes",
    when: "forecast above 3e7 nodes",
    budget: |state, _| is_next(state).then(|| Budget::of(classes::trial(state.forecast()), "cells")),
    ends: "too few subproblems recur",
    attempt: |state, budget, host| {
        let (problem, order) = (state.problem, state.order);
        let outcome = state.beside_walk(host, |host| classes::attempt(problem, order, budget.most, host))?;
        Some(state.further(Outcome { why: ALIKE, ..outcome }))
    },
};

/// Returns true if the table is worthwhile, and was not tried.
pub(super) fn is_next(state: &PlanState) -> bool {
    let large = state.all && !state.was_tried(CLASSES.name) && state.forecast() > LARGE;
    large && Engine::CLASSES.answers(state.problem, state.order.goal)
}
