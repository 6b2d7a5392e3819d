//! Early ends of a command: a signal interrupts it, or its time is over.
//!
//! SIGINT, SIGTERM and SIGHUP are handled alike. The first one asks the command to stop: it prints
//! the results so far, removes half-written files, and exits with 130. A second one, or a command
//! that does not stop in time, ends the process.

use super::code;
use crate::files::{Bounds, abandon_drafts, regular};
use crate::solve::{Flow, Host, Snapshot, StopReason};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};
use signal_hook::iterator::Signals;
use signal_hook::low_level::signal_name;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};
use tracing::{info, warn};

/// Set if a signal has asked the command to stop. The signal handler sets it.
static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The time that a command may take to stop. Every long loop checks for a signal within
/// milliseconds.
const GRACE: Duration = Duration::from_secs(2);

/// Handles signals from now on. A signal that the parent process ignores, as `nohup` does, stays
/// ignored.
pub fn listen() -> io::Result<()> {
    let ignored = ignored();
    let wanted: Vec<i32> =
        [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0).collect();
    let asked = Arc::clone(ASKED.get_or_init(Arc::default));
    for &signal in &wanted {
        register(signal, Arc::clone(&asked))?;
    }
    let mut signals = Signals::new(&wanted)?;
    let watch = move || {
        let mut forever = signals.forever();
        let Some(signal) = forever.next() else { return };
        info!("signal: {}", signal_name(signal).unwrap_or("unknown"));
        // If this thread cannot be started, a second signal still ends the process.
        _ = thread::Builder::new().name("grace".to_string()).spawn(|| {
            thread::sleep(GRACE);
            end();
        });
        if forever.next().is_some() {
            end();
        }
    };
    if thread::Builder::new().name("signals".to_string()).spawn(watch).is_err() {
        // If the system cannot start a thread, the signal handlers end the process at a second
        // signal.
        let again: Arc<AtomicBool> = Arc::default();
        for signal in wanted {
            register_conditional_shutdown(signal, code::INTERRUPTED.into(), Arc::clone(&again))?;
            register(signal, Arc::clone(&again))?;
        }
    }
    Ok(())
}

/// Ends the process at once. Half-written files are removed.
fn end() -> ! {
    warn!("ended at once: a second signal came, or the command did not stop in {GRACE:?}");
    abandon_drafts();
    std::process::exit(code::INTERRUPTED.into())
}

const NAME: &[u8] = b"SigIgn:";

/// The signals that this process was started to ignore, one bit each. Known on Linux only; 0
/// elsewhere.
fn ignored() -> u64 {
    let status = regular(Path::new("/proc/self/status"), 1 << 16).unwrap_or_default();
    let mask = memchr::memmem::find(&status, NAME).map(|at| &status[at + NAME.len()..]);
    let line = mask.and_then(|mask| std::str::from_utf8(&mask[..memchr::memchr(b'\n', mask)?]).ok());
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Returns whether a signal has asked the command to stop.
pub(crate) fn is_interrupted() -> bool {
    ASKED.get().is_some_and(|asked| asked.load(Ordering::Relaxed))
}

/// Set by a command that has kept what a signal cut off.
static KEPT: AtomicBool = AtomicBool::new(false);

/// Says that what a signal cut off is kept, so that the exit code is the command's own.
pub(crate) fn all_is_kept() {
    KEPT.store(true, Ordering::Relaxed);
}

/// Returns whether what a signal cut off is kept.
pub(crate) fn is_all_kept() -> bool {
    KEPT.load(Ordering::Relaxed)
}

/// The usual limits of a command's inputs. A signal ends a wait for input.
pub fn bounds() -> Bounds {
    Bounds { go_on: Some(|| !is_interrupted()), ..Bounds::default() }
}

/// The host of a run that only a signal stops.
pub(crate) struct SignalHost;

impl Host for SignalHost {
    fn poll(&mut self, _: &dyn Fn() -> Snapshot) -> Flow {
        if is_interrupted() { Flow::Stop(StopReason::Cancelled) } else { Flow::Go }
    }
}

/// The end of a time that begins now; `None` if it never ends.
pub fn deadline(time: Option<Duration>) -> Option<Instant> {
    time.and_then(|time| Instant::now().checked_add(time))
}

pub fn is_over(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|until| Instant::now() >= until)
}
