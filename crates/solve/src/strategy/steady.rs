//! Keeps the view of a host from falling back when one engine takes over from another.

use crate::outcome::Snapshot;
use dancing::{Address, OptionId};
use std::cell::{Cell, RefCell};

/// The view that the host of a run has, whichever engine is at work. The count and the share never
/// fall. The address moves only forwards, and stays still while an engine is on trial. An engine
/// without a path leaves the last one there.
#[derive(Default)]
pub(crate) struct Steady {
    /// True if the running engine may give up, so that another starts again at the root.
    pub trial: Cell<bool>,
    shown: RefCell<LastShown>,
}

#[derive(Default)]
struct LastShown {
    address: Address,
    count: u128,
    share: Option<f64>,
    path: Vec<OptionId>,
}

impl Steady {
    /// The snapshot that the host sees.
    pub fn show(&self, snapshot: Snapshot) -> Snapshot {
        let LastShown { address, count, share, path } = &mut *self.shown.borrow_mut();
        *count = snapshot.count.max(*count);
        // The share of an address comes before that of parts.
        let before = share.unwrap_or_else(|| address.share_behind());
        *share = snapshot.share.map(|now| now.max(before)).or(*share);
        if !snapshot.path.is_empty() {
            path.clone_from(&snapshot.path);
        }
        let behind = |at: &Address| (at.limit.map(|(limit, _)| limit), at.share_behind());
        if !self.trial.get() && behind(&snapshot.address) >= behind(address) {
            *address = snapshot.address;
        }
        Snapshot { address: address.clone(), count: *count, share: *share, path: path.clone(), ..snapshot }
    }
}
