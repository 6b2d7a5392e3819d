//! Counts and lists that find few solutions or none: what answers *unique* answers them too, where a
//! search that visits every leaf takes long.
//!
//! **Idea.** `clauses` proves that there are no more solutions, and finds the next one where the
//! walk is in a part without any. So a list goes the way of a uniqueness check until the second
//! solution, and then both engines list, each for as long as the other has not ended.
//!
//! **Invariants.** Each solution is sent once, whichever engine finds it
//! ([`Sent`](super::sent::Sent)). `clauses` takes part only while few solutions are known, so the covers that are compared are few.

use super::sent::MOST;
use super::state::{PlanState, Strategy};
use crate::engine::clauses::Clauses;
use crate::host::{Flow, Host};
use crate::order::{Engine, Order};
use crate::outcome::{Budget, Outcome, Snapshot, Status, StopReason};
use dancing::Goal;

/// The most conflicts of the first attempt: some seconds.
const CONFLICTS: u64 = 50_000;

/// Nodes of the walk for each conflict of `clauses`, where both go on to the end. One conflict takes
/// as long as about eight nodes, so a walk that ends first takes about a quarter longer.
const NODES_A_CONFLICT: u64 = 32;

/// Nodes of the walk's first turn beside `clauses`. Each turn has twice as many as the one before.
const FIRST_TURN: u64 = 1 << 18;

/// The reason shown if there is no second solution.
const NO_SECOND: &str = "the search found no second solution soon, and clauses proved that there is none";

/// The reason shown if the solutions were asked for like those of a uniqueness check.
const AS_UNIQUE_WHY: &str = "the search found few solutions soon; answered as first or unique would be";

/// The reason shown if `clauses` listed all of a few solutions.
const FEW_WHY: &str = "the search found few solutions soon, and clauses found them all";

pub(super) const AS_UNIQUE: Strategy = Strategy {
    name: "as unique",
    when: "solutions are listed, or counted up to a limit, and the search so far has found one at most",
    budget: |state, host| {
        let asks = state.limited || state.counts && host.wants_each();
        (asks && suits(state)).then_some(Budget::UNLIMITED)
    },
    ends: "there are more solutions",
    attempt: |state, _, host| {
        let limit = limit(state);
        let goal = if limit == 1 { Goal::First } else { Goal::Unique };
        let order = Order { goal, ..state.order.clone() };
        let (problem, again) = (state.problem, state.again);
        state.sent.compare();
        let outcome = state.beside_walk(host, |host| again(problem, order, &mut Unsent(host)));
        state.learn(&outcome);
        send(&outcome, host);
        match (outcome.status, outcome.stop) {
            (Status::Wrong, _) => Some(outcome),
            (_, StopReason::Cancelled | StopReason::Limit) => Some(if state.standing().count < outcome.count {
                outcome
            } else {
                state.take_walk().outcome(outcome.stop)
            }),
            (Status::Solved | Status::Many, _) if outcome.count >= u128::from(limit) => {
                let stop = StopReason::Limit;
                Some(Outcome { why: AS_UNIQUE_WHY, ..state.further(Outcome { stop, complete: false, ..outcome }) })
            }
            (Status::None | Status::Unique, _) => Some(Outcome { why: AS_UNIQUE_WHY, ..state.further(outcome) }),
            _ => None,
        }
    },
};

pub(super) const FEW: Strategy = Strategy {
    name: "few solutions",
    when: "solutions are counted, and the search so far has found one at most; clauses look for more",
    budget: |state, _| (limit(state) > 1 && suits(state)).then_some(Budget::of(CONFLICTS, "conflicts")),
    ends: "there are many solutions, or conflicts spent",
    attempt: |state, budget, host| {
        let mut clauses = Box::new(Clauses::new(state.problem, Order { goal: few(state), ..state.order.clone() }));
        state.sent.compare();
        let ended = state.beside_walk(host, |host| clauses.go_on(budget.most, host));
        answered(state, clauses, ended)
    },
};

pub(super) const BOTH: Strategy = Strategy {
    name: "walk and clauses",
    when: "few solutions were found so far; both go on, with doubling budgets",
    budget: |state, _| state.clauses.as_ref().map(|_| Budget::UNLIMITED),
    ends: "there are many solutions",
    attempt: |state, _, host| both(state, FIRST_TURN, host),
};

/// Goes on with the walk and with `clauses` until one of them ends. The walk's first turn has
/// `first` nodes.
fn both(state: &mut PlanState, first: u64, host: &mut dyn Host) -> Option<Outcome> {
    for turn in 0u32.. {
        let nodes = first.saturating_mul(1u64.checked_shl(turn).unwrap_or(u64::MAX));
        if let Some(stop) = state.walk().go_on(nodes, host) {
            return Some(state.take_walk().outcome(stop));
        }
        let mut clauses = state.clauses.take()?;
        if state.standing().tally.solutions >= MOST {
            return None;
        }
        let ended = state.beside_walk(host, |host| clauses.go_on((nodes / NODES_A_CONFLICT).max(1), host));
        if let Some(outcome) = answered(state, clauses, ended) {
            return Some(outcome);
        }
    }
    None
}

/// Returns true if `clauses` can list the solutions, and few of them are known.
fn suits(state: &PlanState) -> bool {
    let counts = matches!(state.order.goal, Goal::Count { .. });
    counts && Engine::CLAUSES.answers(state.problem, Goal::Unique) && state.standing().tally.solutions < 2
}

/// The most solutions that are asked for.
fn limit(state: &PlanState) -> u64 {
    match state.order.goal {
        Goal::Count { limit } => limit.unwrap_or(u64::MAX),
        Goal::First | Goal::Unique | Goal::Best => 0,
    }
}

/// The goal of `clauses`: all solutions that are asked for, if they are few.
fn few(state: &PlanState) -> Goal {
    Goal::Count { limit: Some(limit(state).min(MOST)) }
}

/// The answer of `clauses`, if it has one. Otherwise it is kept, unless it has found more solutions
/// than it lists.
fn answered<'a>(state: &mut PlanState<'a>, clauses: Box<Clauses<'a>>, ended: Option<StopReason>) -> Option<Outcome> {
    let Some(stop) = ended else {
        state.clauses = Some(clauses);
        return None;
    };
    let outcome = clauses.outcome(stop);
    state.learn(&outcome);
    let (count, most) = (outcome.count, limit(state));
    match stop {
        StopReason::Exhausted => {
            let why = if count < 2 { NO_SECOND } else { FEW_WHY };
            Some(Outcome { why, ..state.further(outcome) })
        }
        // It has found as many as it lists, and more are asked for.
        StopReason::Limit if count >= u128::from(MOST) && most > MOST => None,
        StopReason::Limit if count >= u128::from(most) => Some(Outcome { why: FEW_WHY, ..state.further(outcome) }),
        // If interrupted, report the walk's position, which can be stepped.
        _ if count <= state.standing().count => Some(state.take_walk().outcome(stop)),
        _ => Some(outcome),
    }
}

/// Sends the solutions of an outcome, if the host wants each.
fn send(outcome: &Outcome, host: &mut dyn Host) {
    if host.wants_each() {
        outcome.solutions.iter().for_each(|cover| host.receive(cover));
    }
}

/// A host in front of another one, which keeps solutions back: they are sent when it is known how
/// many are asked for.
struct Unsent<'a>(&'a mut dyn Host);

impl Host for Unsent<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        self.0.poll(look)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sent::{Once, Sent};
    use super::super::steady::Steady;
    use super::super::walk::WALK;
    use super::super::{run, verified};
    use super::*;
    use crate::host::Gather;
    use dancing::{ItemId, OptionId, Problem};
    use fastrand::Rng;

    /// Problems with no, few and many covers.
    fn random(rng: &mut Rng) -> Problem {
        let items = rng.u32(4..9);
        let mut problem = Problem::new(items, rng.u32(0..3));
        let all = problem.n_items() as u32;
        for _ in 0..rng.u32(6..40) {
            let mut option: Vec<ItemId> = (0..all).filter(|_| rng.u8(0..3) == 0).map(ItemId).collect();
            option.push(ItemId(rng.u32(0..items)));
            option.sort_unstable();
            option.dedup();
            problem.push(&option).unwrap();
        }
        problem
    }

    /// Every cover, by trying each set of options.
    fn covers(problem: &Problem) -> Vec<Vec<OptionId>> {
        fn go(
            problem: &Problem,
            from: u32,
            taken: &mut Vec<OptionId>,
            held: &mut Vec<bool>,
            found: &mut Vec<Vec<OptionId>>,
        ) {
            if problem.is_cover(taken) {
                found.push(taken.clone());
            }
            for option in (from..problem.n_options() as u32).map(OptionId) {
                let items: Vec<usize> = problem.items_of(option).iter().map(|item| item.index()).collect();
                if items.iter().all(|&item| !held[item]) {
                    items.iter().for_each(|&item| held[item] = true);
                    taken.push(option);
                    go(problem, option.0 + 1, taken, held, found);
                    taken.pop();
                    items.iter().for_each(|&item| held[item] = false);
                }
            }
        }
        let mut found = Vec::new();
        // Options of secondary items alone are in no cover that the engines find.
        go(problem, 0, &mut Vec::new(), &mut vec![false; problem.n_items()], &mut found);
        found.retain(|cover| {
            cover.iter().all(|&option| problem.items_of(option).iter().any(|&item| problem.is_primary(item)))
        });
        found
    }

    #[test]
    fn few_solutions_are_listed_once_whichever_engine_finds_them() {
        let few = Strategy { budget: |_, _| Some(Budget::of(2, "conflicts")), ..FEW };
        let both = Strategy { attempt: |state, _, host| super::both(state, 2, host), ..BOTH };
        let always = Strategy { budget: |_, _| Some(Budget::UNLIMITED), ..AS_UNIQUE };
        let plans = [
            [Strategy { ..always }, Strategy { ..few }, Strategy { ..both }, WALK],
            [Strategy { ..few }, Strategy { ..both }, WALK, WALK],
        ];
        let mut rng = Rng::with_seed(85);
        let mut sizes = [0; 3];
        for case in 0..4000 {
            let problem = random(&mut rng);
            let all = covers(&problem);
            sizes[all.len().min(2)] += 1;
            for limit in [None, Some(1), Some(2), Some(3), Some(10)] {
                let order = Order::new(Goal::Count { limit });
                let (steady, sent) = (Steady::default(), Sent::default());
                let mut go_on = || true;
                let mut gather = Gather::new(&mut go_on);
                let most = limit.unwrap_or(u64::MAX);
                let host = &mut Once { host: &mut gather, sent: &sent, limit: most };
                let mut state = PlanState::new(&problem, &order, (&steady, &sent), run, host);
                let outcome = state.follow(&plans[case % 2], host);
                let outcome = verified(&problem, order.goal, outcome);
                let expected = (all.len() as u64).min(most);
                let about = format!("case {case}, limit {limit:?}: {outcome:?}");
                assert_eq!(outcome.count, u128::from(expected), "{about}");
                assert_ne!(outcome.status, Status::Wrong, "{about}");
                assert!(outcome.complete || expected == most, "{about}");
                let mut found = gather.found;
                assert_eq!(found.len() as u64, expected, "{about}");
                found.iter_mut().for_each(|cover| cover.sort_unstable());
                found.sort_unstable();
                found.dedup();
                assert_eq!(found.len() as u64, expected, "{about}");
                assert!(found.iter().all(|cover| all.contains(cover)), "{about}");
            }
        }
        assert!(sizes.iter().all(|&number| number > 300), "{sizes:?}");
    }

    #[test]
    fn a_stopped_count_has_what_another_attempt_found() {
        let mut problem = Problem::new(1, 0);
        (0..3).for_each(|_| _ = problem.push(&[ItemId(0)]).unwrap());
        let order = Order::new(Goal::Count { limit: None });
        let (steady, sent) = (Steady::default(), Sent::default());
        let mut state = PlanState::new(&problem, &order, (&steady, &sent), run, &mut ());
        state.learn(&run(&problem, Order::new(Goal::Count { limit: Some(2) }), &mut ()));
        let stopped = state.take_walk().outcome(StopReason::Cancelled);
        assert_eq!((stopped.count, stopped.status), (0, Status::Unknown));
        let told = verified(&problem, order.goal, state.with_known(stopped));
        assert_eq!((told.count, told.status, told.complete), (2, Status::Many, false));
    }

    #[test]
    fn an_interrupted_list_has_counted_what_it_sent() {
        let few = Strategy { budget: |_, _| Some(Budget::of(2, "conflicts")), ..FEW };
        let both = Strategy { attempt: |state, _, host| super::both(state, 2, host), ..BOTH };
        let plan = [few, both, WALK];
        let (mut rng, mut interrupted) = (Rng::with_seed(86), 0);
        for case in 0..4000 {
            let (problem, order) = (random(&mut rng), Order::new(Goal::Count { limit: None }));
            let all = covers(&problem).len() as u128;
            let (steady, sent) = (Steady::default(), Sent::default());
            let mut polls = rng.u32(0..12);
            let mut go_on = || {
                polls = polls.saturating_sub(1);
                polls > 0
            };
            let mut gather = Gather::new(&mut go_on);
            let host = &mut Once { host: &mut gather, sent: &sent, limit: u64::MAX };
            let mut state = PlanState::new(&problem, &order, (&steady, &sent), run, host);
            let outcome = verified(&problem, order.goal, state.follow(&plan, host));
            let about = format!("case {case}: {outcome:?}");
            assert!(outcome.count >= gather.found.len() as u128 && outcome.count <= all, "{about}");
            assert!(outcome.complete || outcome.count < 2 || outcome.status == Status::Many, "{about}");
            interrupted += u32::from(!outcome.complete && outcome.count > 1);
        }
        assert!(interrupted > 30, "{interrupted}");
    }
}
