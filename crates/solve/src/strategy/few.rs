//! A count that ends with none or one: `clauses` proves that there is no second solution, where a
//! search that visits every leaf takes long.

use super::{Budget, Strategy};
use crate::engine::clauses::Clauses;
use crate::host::{Flow, Host};
use crate::order::{Engine, Order};
use crate::outcome::{Outcome, Snapshot, StopReason};
use dancing::Goal;

/// The most conflicts: some seconds.
const CONFLICTS: u64 = 50_000;

/// The reason shown if there is no second solution.
const NO_SECOND: &str = "the search found no second solution soon, and clauses proved that there is none";

pub(super) const FEW: Strategy = Strategy {
    name: "second solution",
    when: "solutions are counted, and the search so far has found one at most; a second one is looked for",
    budget: |state, _| {
        let most = match state.order.goal {
            Goal::Count { limit } => limit.unwrap_or(u64::MAX),
            Goal::First | Goal::Unique | Goal::Best => 0,
        };
        let may = most > 1 && Engine::CLAUSES.answers(state.problem, Goal::Unique);
        (may && state.standing().tally.solutions < 2).then_some(Budget::of(CONFLICTS, "conflicts"))
    },
    ends: "there is a second solution, or conflicts spent",
    attempt: |state, budget, host| {
        let order = Order { goal: Goal::Unique, ..state.order.clone() };
        let problem = state.problem;
        let ended = state.beside_walk(host, |host| {
            let mut clauses = Clauses::new(problem, order);
            let stop = clauses.go_on(budget.most, &mut Unsent(host))?;
            Some((stop, clauses.outcome(stop)))
        });
        match ended? {
            // If interrupted, report the walk's position, which can be stepped.
            (stop @ (StopReason::Cancelled | StopReason::Limit), _) => Some(state.take_walk().outcome(stop)),
            (_, outcome) if outcome.count < 2 && outcome.complete => {
                if host.wants_each() && state.standing().tally.solutions == 0 {
                    outcome.solutions.iter().for_each(|cover| host.receive(cover));
                }
                Some(Outcome { why: NO_SECOND, ..state.further(outcome) })
            }
            _ => None,
        }
    },
};

/// A host in front of another one, which keeps solutions back: the search so far may have sent
/// them.
struct Unsent<'a>(&'a mut dyn Host);

impl Host for Unsent<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        self.0.poll(look)
    }
}
