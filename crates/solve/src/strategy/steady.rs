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
