//! When a command ends early: the user interrupts, or its time is over.

use super::code;
use signal_hook::consts::SIGINT;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set when the user interrupts.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Handles interrupts from now on. The first is noticed by the command, which then prints what
    /// it knows. The second ends the process.
    pub fn listen(&self) -> std::io::Result<()> {
        signal_hook::flag::register_conditional_shutdown(SIGINT, code::INTERRUPTED.into(), Arc::clone(&self.0))?;
        signal_hook::flag::register(SIGINT, Arc::clone(&self.0))?;
        Ok(())
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// When a time that begins now is over; `None` if it never is.
pub fn deadline(time: Option<Duration>) -> Option<Instant> {
    time.and_then(|time| Instant::now().checked_add(time))
}

pub fn is_over(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|until| Instant::now() >= until)
}
