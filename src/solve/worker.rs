//! One run on a thread of its own. It is never asked anything over a channel: it reads flags, and fills a snapshot when
//! one is wanted, so a run that nobody watches costs its watchers nothing.

use super::drive::run;
use super::order::{Flow, Host, Order};
use super::outcome::{Outcome, Snapshot, StopReason};
use crate::dlx::Problem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};

/// Numbers the runs of a session. Reports of any run but the current one are dropped by whoever receives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct RunId(pub u64);

/// What a worker is to do.
#[derive(Clone, Debug)]
pub struct Job {
    pub run: RunId,
    pub problem: Arc<Problem>,
    pub order: Order,
    /// Panic instead of answering: the rehearsal of what becomes of a panic in an engine.
    pub drill: bool,
}

/// What a worker has to say of itself.
#[derive(Debug)]
pub struct Report {
    pub run: RunId,
    pub what: What,
}

#[derive(Debug)]
pub enum What {
    /// It rests, as it was asked to, and stands here.
    Paused(Box<Snapshot>),
    Finished(Box<Outcome>),
    /// The engine panicked; the message of the panic.
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
    pub run: RunId,
    shared: Arc<Shared>,
    thread: Thread,
}

impl Worker {
    /// Starts a run. `report` is called on the worker's thread, each time when it has paused, and when it has ended.
    pub fn start(job: Job, mut report: impl FnMut(Report) + Send + 'static) -> std::io::Result<Worker> {
        let shared = Arc::new(Shared::default());
        let (id, of_thread) = (job.run, shared.clone());
        let body = move || {
            let mut report = |what| report(Report { run: id, what });
            let mut host = Watched { shared: of_thread, report: &mut report };
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
        let thread = thread::Builder::new().name(format!("run {}", id.0)).stack_size(16 << 20).spawn(body)?;
        Ok(Worker { run: id, shared, thread: thread.thread().clone() })
    }

    /// Asks the run to end. It does within a slice, and reports.
    pub fn stop(&self) {
        self.wish(STOP);
    }

    pub fn pause(&self) {
        self.wish(PAUSE);
    }

    pub fn resume(&self) {
        self.wish(GO);
    }

    fn wish(&self, wish: u8) {
        self.shared.wish.store(wish, Ordering::Release);
        self.thread.unpark();
    }

    /// The last snapshot taken, if there is a new one; and asks for the next.
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

/// The host of a run on a thread.
struct Watched<'a> {
    shared: Arc<Shared>,
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
                // The thread may wake up for no reason.
                PAUSE if std::mem::replace(&mut told, true) => thread::park(),
                PAUSE => (self.report)(What::Paused(Box::new(look()))),
                _ => return Flow::Stop(StopReason::Cancelled),
            }
        }
    }
}

fn message_of(panic: &Box<dyn std::any::Any + Send>) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without words".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dlx::{Goal, ItemId};
    use crate::solve::{Engine, Stand};
    use std::sync::mpsc;

    /// Perfect matchings of a complete graph on 2n points: (2n - 1)!! covers, so 26 points keep a machine busy.
    fn long_problem() -> Arc<Problem> {
        let mut problem = Problem::new(26, 0);
        for a in 0..26 {
            for b in a + 1..26 {
                problem.push(&[ItemId(a), ItemId(b)]).unwrap();
            }
        }
        Arc::new(problem)
    }

    fn job(goal: Goal) -> Job {
        let order = Order { engine: Some(Engine::Links), ..Order::new(goal) };
        Job { run: RunId(7), problem: long_problem(), order, drill: false }
    }

    #[test]
    fn a_run_is_watched_paused_and_stopped_where_it_stands() {
        let (sender, receiver) = mpsc::channel();
        let worker =
            Worker::start(job(Goal::Count { limit: None }), move |report| sender.send(report).unwrap()).unwrap();
        let look = || std::iter::repeat_with(|| worker.look()).find_map(|snapshot| snapshot).unwrap();
        let (first, second) = (look(), look());
        assert!(second.tally.nodes() >= first.tally.nodes());
        worker.pause();
        let What::Paused(paused) = receiver.recv().unwrap().what else { panic!("the run did not pause") };
        worker.stop();
        let report = receiver.recv().unwrap();
        assert_eq!(report.run, RunId(7));
        let What::Finished(outcome) = report.what else { panic!("the run did not finish") };
        assert_eq!(outcome.tally, paused.tally, "it stood where it paused");
        assert_eq!((outcome.stop, outcome.complete), (StopReason::Cancelled, false));
        let Some(Stand::Search(mut search, mut tally)) = outcome.stand else { panic!("the links stand somewhere") };
        for _ in 0..1000 {
            search.step_back(&mut tally);
        }
        search.validate().unwrap();
    }

    #[test]
    fn a_panic_in_a_run_is_reported() {
        let (sender, receiver) = mpsc::channel();
        let job = Job { drill: true, ..job(Goal::First) };
        let _worker = Worker::start(job, move |report| sender.send(report).unwrap()).unwrap();
        assert!(matches!(receiver.recv().unwrap().what, What::Panicked(message) if message.contains("drill")));
    }
}
