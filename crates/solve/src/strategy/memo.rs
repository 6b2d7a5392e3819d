//! Counts with the table of `memo`, if subproblems recur.

use super::state::{LARGE, PlanState, REPEATS, Strategy};
use crate::engine::memo;
use crate::host::Host;
use crate::order::Engine;
use crate::outcome::{Budget, Outcome};

/// The most sets that `memo` may keep before `classes` is tried: some milliseconds.
const FEW: u64 = 1 << 14;

pub(super) const NARROW_SHORT: Strategy = Strategy {
    name: "short narrow memo",
    when: "options reach few items, before an obstruction is looked for",
    budget: |state, _| (state.usual == Engine::MEMO).then_some(Budget::of(FEW, "sets")),
    ends: "too few subproblems recur, or too many sets",
    attempt: narrow,
};

pub(super) const NARROW: Strategy = Strategy {
    name: "narrow memo",
    when: "options reach few items",
    budget: |state, _| (state.usual == Engine::MEMO).then_some(Budget::UNLIMITED),
    ends: "too few subproblems recur",
    attempt: narrow,
};

fn narrow(state: &mut PlanState, budget: Budget, host: &mut dyn Host) -> Option<Outcome> {
    state.steady.trial.set(true);
    let outcome = memo::attempt(state.problem, state.order, budget.most, host);
    state.steady.trial.set(false);
    if outcome.is_none() && budget == Budget::UNLIMITED {
        state.why = memo::TOO_SELDOM;
    }
    outcome
}

pub(super) const SHORT: Strategy = Strategy {
    name: "short memo",
    when: "forecast above 3e7 nodes, before classes",
    budget: |state, _| {
        let comes_first = super::classes::is_next(state) && fits(state);
        comes_first.then_some(Budget::of(FEW, "sets"))
    },
    ends: "too few subproblems recur",
    attempt: count,
};

pub(super) const LONG: Strategy = Strategy {
    name: "memo",
    when: "forecast above 3e7 nodes",
    budget: |state, _| (state.all && state.forecast() > LARGE && fits(state)).then_some(Budget::UNLIMITED),
    ends: "too few subproblems recur",
    attempt: count,
};

/// Returns true if `memo` can count, and has not counted the whole problem in vain.
fn fits(state: &PlanState) -> bool {
    state.usual != Engine::MEMO && Engine::MEMO.answers(state.problem, state.order.goal)
}

fn count(state: &mut PlanState, budget: Budget, host: &mut dyn Host) -> Option<Outcome> {
    let (problem, order) = (state.problem, state.order);
    let outcome = state.beside_walk(host, |host| memo::attempt(problem, order, budget.most, host))?;
    Some(state.further(Outcome { why: REPEATS, ..outcome }))
}
