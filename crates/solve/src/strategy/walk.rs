//! The search of `links` or `bits`, node by node: at first for a while, which gives a forecast of
//! the tree; at last to its end.

use super::state::{PlanState, Strategy, WIDE};
use crate::host::Host;
use crate::outcome::{Budget, Outcome, StopReason};

/// Nodes before the first forecast of the tree: less than a millisecond.
pub(super) const FIRST: u64 = 1 << 12;

/// Nodes before the second forecast (`bits` does not count dead ends): some hundredths of a second.
pub(super) const SECOND: u64 = 1 << 17;

/// A tree whose first forecast is this many times what threads are worth needs no second one: what
/// is walked for it would be counted twice.
pub(super) const CERTAIN: f64 = 2.0;

pub(super) const GLANCE: Strategy = Strategy {
    name: "glance",
    when: "always; gives a first forecast of the tree",
    budget: |_, _| Some(Budget::of(FIRST, "nodes")),
    ends: "nodes spent",
    attempt: go_on,
};

pub(super) const LOOK: Strategy = Strategy {
    name: "look",
    when: "unless the forecast is above 8e6 nodes and there are several threads; gives a better forecast",
    budget: |state, _| {
        let is_certain = state.is_wide() && state.forecast() > CERTAIN * WIDE;
        (!is_certain).then(|| Budget::of(SECOND, "nodes"))
    },
    ends: "nodes spent",
    attempt: go_on,
};

pub(super) const WALK: Strategy = Strategy {
    name: "walk",
    when: "nothing faster was found; goes on to the end",
    budget: |_, _| Some(Budget::UNLIMITED),
    ends: "",
    attempt: go_on,
};

fn go_on(state: &mut PlanState, budget: Budget, host: &mut dyn Host) -> Option<Outcome> {
    let ended = state.walk().go_on(budget.most, host);
    let ended = ended.or((budget == Budget::UNLIMITED).then_some(StopReason::Exhausted));
    match ended {
        Some(stop) => Some(state.take_walk().outcome(stop)),
        None => {
            let forecast = state.forecast();
            state.tried.last_mut().expect("it is this strategy").forecast = Some(forecast);
            None
        }
    }
}
