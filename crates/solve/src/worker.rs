//! One run on its own thread. The thread reads atomic flags and makes a snapshot only on request,
//! so a run that is not watched costs its host nothing.

use super::host::{Flow, Host};
use super::keep::Keep;
use super::order::Order;
use super::outcome::{Outcome, Snapshot, StopReason};
use super::strategy::run;
use super::threads::STACK;
use dancing::Problem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};

/// Identifies a run within a session. Receivers drop the reports of all runs but the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct RunId(pub u64);

/// The task of a worker.
#[derive(Clone, Debug)]
pub struct Job {
    /// The id with which the worker reports.
    pub run: RunId,
    /// The problem to solve.
    pub problem: Arc<Problem>,
    /// The goal and the means.
    pub order: Order,
    /// True to panic instead of answering: a test of how a panic in an engine is handled.
    pub drill: bool,
}

/// A message from a worker.
#[derive(Debug)]
pub struct Report {
    /// The run that reports.
    pub run: RunId,
    /// The news.
    pub what: What,
}

/// The news of a run.
#[derive(Debug)]
pub enum What {
    /// The run has paused on request, in this state.
    Paused(Box<Snapshot>),
    /// The run has ended. No further report follows.
    Finished(Box<Outcome>),
    /// The engine panicked, with this message.
    Panicked(String),
}

const GO: u8 = 0;
const PAUSE: u8 = 1;
const STOP: u8 = 2;

/// The flags that the two threads share.
#[derive(Default)]
struct Shared {
    wish: AtomicU8,
    wanted: AtomicBool,
    snapshot: Mutex<Option<Snapshot>>,
}

/// A handle on a run. Dropping it stops the run.
pub struct Worker {
    /// The id of the run.
    pub run: RunId,
    shared: Arc<Shared>,
    thread: Thread,
}

impl Worker {
    /// Starts a run. A long count is kept by `keep`. `begin` is called first on the worker's
    /// thread, and `report` each time the run pauses, and when it ends.
    pub fn start(
        job: Job,
        keep: Option<Box<dyn Keep>>,
        begin: fn(),
        mut report: impl FnMut(Report) + Send + 'static,
    ) -> std::io::Result<Worker> {
        let shared = Arc::new(Shared::default());
        let (id, of_thread) = (job.run, shared.clone());
        let body = move || {
            begin();
            let mut report = |what| report(Report { run: id, what });
            let mut host = Watched { shared: of_thread, keep, report: &mut report };
            let ended = catch_unwind(AssertUnwindSafe(|| {
                assert!(!job.drill, "a drill on the thread of the worker");
                run(&job.problem, job.order, &mut host)
            }));
            let what = match ended {
                Ok(outcome) => What::Finished(Box::new(outcome)),
                Err(panic) => What::Panicked(message_of(&panic)),
            };
            report(what);
        };
        let thread = thread::Builder::new().name(format!("run {}", id.0)).stack_size(STACK).spawn(body)?;
        Ok(Worker { run: id, shared, thread: thread.thread().clone() })
    }

    /// Asks the run to end. It ends at its next poll, and reports.
    pub fn stop(&self) {
        self.wish(STOP);
    }

    /// Asks the run to wait. It pauses at its next poll, and reports.
    pub fn pause(&self) {
        self.wish(PAUSE);
    }

    /// Lets a paused run continue.
    pub fn resume(&self) {
        self.wish(GO);
    }

    fn wish(&self, wish: u8) {
        self.shared.wish.store(wish, Ordering::Release);
        self.thread.unpark();
    }

    /// Takes the last snapshot, if there is a new one, and asks for the next.
    pub fn look(&self) -> Option<Snapshot> {
        self.shared.wanted.store(true, Ordering::Release);
        self.shared.snapshot.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The host of a worker's run.
struct Watched<'a> {
    shared: Arc<Shared>,
    keep: Option<Box<dyn Keep>>,
    report: &'a mut dyn FnMut(What),
}

impl Host for Watched<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        let mut told = false;
        loop {
            if self.shared.wanted.load(Ordering::Relaxed) {
                self.shared.wanted.store(false, Ordering::Relaxed);
                *self.shared.snapshot.lock().unwrap_or_else(PoisonError::into_inner) = Some(look());
            }
            match self.shared.wish.load(Ordering::Acquire) {
                GO => return Flow::Go,
                // `park` may return without an `unpark`.
                PAUSE if std::mem::replace(&mut told, true) => thread::park(),
                PAUSE => (self.report)(What::Paused(Box::new(look()))),
                _ => return Flow::Stop(StopReason::Cancelled),
            }
        }
    }

    fn keep(&mut self) -> Option<&mut dyn Keep> {
        Some(&mut **self.keep.as_mut()?)
    }
}

fn message_of(panic: &Box<dyn std::any::Any + Send>) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without words".to_string())
}
