//! The events that wake the main loop: input, signals, and answers to effects.

use crate::app::{Deed, Msg};

/// An event that wakes the loop.
pub enum Wake {
    Msg(Msg),
    /// A mouse event at a column and a row.
    Pointer {
        deed: Deed,
        at: (u16, u16),
    },
    Signal(i32),
    /// The terminal is gone.
    Gone,
}
