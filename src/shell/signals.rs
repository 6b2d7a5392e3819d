//! Signals, and a terminal that goes away, become wakes of the main loop. Signals that end the
//! process have a deadline.

use super::terminal::leave;
use super::wake::{Fed, Wake, feed};
use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::consts::{SIGABRT, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGXCPU};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, signal_name};
use std::io::stdout;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;
use tracing::{info, warn};

/// Signals whose default action ends the process. The terminal is restored first.
pub(crate) const ENDING: [i32; 6] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGXCPU];

/// The longest time in which the main loop may end normally, and then in which the terminal may be
/// restored. A stopped terminal accepts no bytes.
const DEADLINE: Duration = Duration::from_millis(80);

/// Starts listening for signals, and for a terminal that hangs up without a signal.
pub fn listen(wakes: Sender<Wake>) -> std::io::Result<()> {
    let mut signals = Signals::new(ENDING.into_iter().chain([SIGTSTP, SIGCONT]))?;
    feed("signals", wakes.clone(), move || {
        let Some(signal) = signals.forever().next() else { return Fed::End(None) };
        info!("signal: {}", signal_name(signal).unwrap_or("unknown"));
        if ENDING.contains(&signal) {
            _ = thread::Builder::new().name("deadline".to_string()).spawn(move || end_late(signal));
        }
        Fed::Wake(Wake::Signal(signal))
    })?;
    // Without a controlling terminal there is no SIGHUP, and crossterm's reader would spin. A poll
    // for no events wakes only when the other end is gone.
    let out = stdout();
    feed("hang-up", wakes, move || {
        let mut fds = [PollFd::new(&out, PollFlags::empty())];
        match poll(&mut fds, None) {
            Ok(_) if fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) => {
                Fed::End(Some(Wake::Gone))
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => Fed::Nothing,
            Err(_) => Fed::End(None),
        }
    })
}

/// Ends the process if the main loop has not ended in time. It may be in the middle of a long
/// computation.
fn end_late(signal: i32) {
    thread::sleep(DEADLINE);
    warn!("the session has not ended within {DEADLINE:?} after the signal");
    // On a separate thread, because it writes and a write may block.
    let left = thread::Builder::new().name("leave".to_string()).spawn(|| _ = leave());
    if let Ok(left) = left {
        let pause = DEADLINE / 16;
        (0..16).take_while(|_| !left.is_finished()).for_each(|_| thread::sleep(pause));
    }
    _ = emulate_default_handler(signal);
}
