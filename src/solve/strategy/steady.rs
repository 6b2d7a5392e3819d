//! Keeps the numbers that a host sees from falling when one engine takes over from another.

use crate::solve::keep::Keep;
use crate::solve::order::{Flow, Host};
use crate::solve::outcome::Snapshot;
use crate::dlx::{Address, OptionId};
use std::cell::RefCell;

/// A host in front of another host, for all engines of a run. The count never falls. The address
/// moves only forwards, and stays still while an engine is on trial.
pub struct Steady<'a> {
    host: &'a mut dyn Host,
    /// True if the running engine may give up, so that another starts again at the root.
    pub trial: bool,
    known: RefCell<Known>,
}

#[derive(Default)]
struct Known {
    address: Address,
    count: u128,
}

impl<'a> Steady<'a> {
    pub fn new(host: &'a mut dyn Host) -> Steady<'a> {
        Steady { host, trial: false, known: RefCell::default() }
    }
}

impl Host for Steady<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        let (trial, known) = (self.trial, &self.known);
        self.host.poll(&|| {
            let snapshot = look();
            let mut known = known.borrow_mut();
            known.count = known.count.max(snapshot.count);
            let behind = |at: &Address| (at.limit.map(|(limit, _)| limit), at.share_behind());
            if !trial && behind(&snapshot.address) >= behind(&known.address) {
                known.address = snapshot.address;
            }
            Snapshot { address: known.address.clone(), count: known.count, ..snapshot }
        })
    }

    fn wants_each(&self) -> bool {
        self.host.wants_each()
    }

    fn met(&mut self, cover: &[OptionId]) {
        self.host.met(cover);
    }

    fn keep(&mut self) -> Option<&mut dyn Keep> {
        self.host.keep()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dlx::{Goal, ItemId, Problem};
    use crate::solve::{Engine, Order, StopReason, run};

    /// Takes a snapshot at every poll, and keeps it.
    struct Watcher(Vec<Snapshot>);

    impl Host for Watcher {
        fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
            self.0.push(look());
            if self.0.len() < 3000 { Flow::Go } else { Flow::Stop(StopReason::Cancelled) }
        }
    }

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
            let mut watcher = Watcher(Vec::new());
            run(&scattered(), Order::new(goal), &mut watcher);
            let engines: Vec<Engine> = watcher.0.iter().map(|own| own.engine).collect();
            assert!(engines.windows(2).any(|two| two[0] != two[1]), "{goal:?}: several engines: {:?}", engines.first());
            for two in watcher.0.windows(2) {
                assert!(two[0].count <= two[1].count, "{goal:?}");
                let shares = [two[0].address.share_behind(), two[1].address.share_behind()];
                assert!(shares[0] <= shares[1] + 1e-12, "{goal:?}: {shares:?}");
            }
        }
    }
}
