//! The `links` engine: Algorithm X at its stride.

use crate::dlx::{Event, Goal, Policy, Problem, Search, Tally};
use crate::solve::drive::{Flow, Host, Order};
use crate::solve::engine::{Engine, Harvest};
use crate::solve::outcome::{Outcome, Snapshot, Stand, StopReason};

/// Nodes between two questions to the host: well under a millisecond on a 9x9, some 10 ms on a 25x25.
const SLICE: u32 = 256;

/// How large a repeated cover may be for a whole slice of it to fit between two questions.
const LOOKS: usize = 1 << 18;

/// See [`crate::solve::run`].
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    // What cannot be the best is cut.
    let policy = Policy { best: order.goal == Goal::Best, ..order.policy };
    let (mut search, mut tally) = (Search::new(problem, policy), Tally::default());
    let repeated = problem.is_repeated();
    // An estimate looks at the whole of what is open, many times.
    let slice = if repeated { (LOOKS / problem.n_cells().max(1)).clamp(1, SLICE as usize) as u32 } else { SLICE };
    let mut harvest = Harvest::new(problem, order.goal);
    let stop = loop {
        if order.ceiling.is_some_and(|ceiling| search.limit() > Some(ceiling)) {
            break StopReason::Limit;
        }
        let event = search.stride(slice, &mut tally);
        match event {
            None => break StopReason::Exhausted,
            Some(Event::Visit) => {
                if let Some(reason) = harvest.take(&search.path(), tally.solutions, host) {
                    break reason;
                }
            }
            Some(_) => {}
        }
        let flow = host.poll(&|| Snapshot {
            engine: Engine::Links,
            tally: tally.clone(),
            path: search.path(),
            address: search.address(),
            count: u128::from(tally.solutions),
            ways: harvest.ways,
            latest: harvest.shown(),
            best: harvest.best,
            bound: search.limit().map(|limit| -i64::from(limit)),
            counters: Vec::new(),
        });
        if let Flow::Stop(reason) = flow {
            break reason;
        }
    };
    let bound = search.limit().map(|limit| -i64::from(limit));
    let stand = (stop != StopReason::Exhausted).then(|| Stand::Search(Box::new(search), tally.clone()));
    Outcome { bound, ..harvest.outcome(Engine::Links, stop, tally, stand) }
}
