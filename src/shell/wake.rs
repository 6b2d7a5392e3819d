//! The events that wake the main loop: input, signals, and answers to effects; and the threads
//! that feed it with them.

use crate::app::{Deed, Msg};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::thread;
use tracing::warn;

/// An event that wakes the loop.
pub enum Wake {
    /// A message for the workbench.
    Msg(Msg),
    /// A mouse event at a column and a row.
    Pointer {
        /// The deed of the mouse.
        deed: Deed,
        /// The column and the row.
        at: (u16, u16),
    },
    Signal(i32),
    /// The terminal is gone.
    Gone,
    /// The thread of this name has ended, because it panics again and again.
    Dead(&'static str),
}

/// The next deed of a thread that feeds the loop.
pub enum Fed {
    /// It sends a wake, and goes on.
    Wake(Wake),
    /// It goes on.
    Nothing,
    /// It sends the last wake, if there is one, and ends.
    End(Option<Wake>),
}

/// The panics in a row after which a thread is not started again.
const PANICS: usize = 64;

/// Starts a thread that sends what `next` returns. A panic is logged, and the thread goes on; if
/// nothing but panics follows, it says that it is dead, so the loop is never left without input
/// and without word of it. It is never joined, because a blocked read cannot be interrupted; it
/// ends when the receiver is dropped.
///
/// # Errors
///
/// If the thread cannot be started.
pub fn feed(name: &'static str, wakes: Sender<Wake>, mut next: impl FnMut() -> Fed + Send + 'static) -> io::Result<()> {
    let body = move || {
        let mut panics = 0;
        while panics < PANICS {
            // A step that panics leaves at most a half-read event behind.
            let Ok(fed) = catch_unwind(AssertUnwindSafe(&mut next)) else {
                panics += 1;
                warn!("a panic on the thread {name}, which goes on");
                continue;
            };
            panics = 0;
            let is_last = matches!(fed, Fed::End(_));
            let (Fed::Wake(wake) | Fed::End(Some(wake))) = fed else {
                if is_last {
                    return;
                }
                continue;
            };
            if wakes.send(wake).is_err() || is_last {
                return;
            }
        }
        _ = wakes.send(Wake::Dead(name));
    };
    thread::Builder::new().name(name.to_string()).spawn(body).map(|_| ())
}
