//! Keeps the numbers that a host sees from falling when one engine takes over from another.

use crate::outcome::Snapshot;
use dancing::Address;
use std::cell::{Cell, RefCell};

/// The numbers that the host of a run sees, whichever engine is at work. The count never falls. The
/// address moves only forwards, and stays still while an engine is on trial.
#[derive(Default)]
pub struct Steady {
    /// True if the running engine may give up, so that another starts again at the root.
    pub trial: Cell<bool>,
    shown: RefCell<(Address, u128)>,
}

impl Steady {
    /// The snapshot that the host sees.
    pub fn show(&self, snapshot: Snapshot) -> Snapshot {
        let (address, count) = &mut *self.shown.borrow_mut();
        *count = snapshot.count.max(*count);
        let behind = |at: &Address| (at.limit.map(|(limit, _)| limit), at.share_behind());
        if !self.trial.get() && behind(&snapshot.address) >= behind(address) {
            *address = snapshot.address;
        }
        Snapshot { address: address.clone(), count: *count, ..snapshot }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Flow, Order, StopReason, run};
    use dancing::{Goal, ItemId, Problem};

    /// Random options of up to five items that lie near each other. `memo` starts, and gives up
    /// because too little repeats.
    fn scattered() -> Problem {
        const ITEMS: u32 = 60;
        let mut problem = Problem::new(ITEMS, 0);
        let mut seed = 7u64;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as u32 % below
        };
        for k in 0..900 {
            let mut items: Vec<u32> = (0..4).map(|_| (k + random(18)) % ITEMS).chain([k % ITEMS]).collect();
            items.sort_unstable();
            items.dedup();
            problem.push(&items.into_iter().map(ItemId).collect::<Vec<_>>()).unwrap();
        }
        problem
    }

    #[test]
    fn what_is_known_never_falls_whichever_engine_is_at_work() {
        for goal in [Goal::Count { limit: None }, Goal::Unique] {
            let mut seen = Vec::new();
            let mut watcher = |look: &dyn Fn() -> Snapshot| {
                seen.push(look());
                if seen.len() < 3000 { Flow::Go } else { Flow::Stop(StopReason::Cancelled) }
            };
            run(&scattered(), Order::new(goal), &mut watcher);
            let engines: Vec<Engine> = seen.iter().map(|snapshot| snapshot.engine).collect();
            assert!(engines.windows(2).any(|two| two[0] != two[1]), "{goal:?}: several engines: {:?}", engines.first());
            for two in seen.windows(2) {
                assert!(two[0].count <= two[1].count, "{goal:?}");
                let shares = [two[0].address.share_behind(), two[1].address.share_behind()];
                assert!(shares[0] <= shares[1] + 1e-12, "{goal:?}: {shares:?}");
            }
        }
    }
}
