//! Jobs on several threads: a queue from which each thread takes the next job, and a driver that
//! polls the host, which may pause it.

use super::host::{Flow, Host};
use super::outcome::{Lane, Snapshot, StopReason};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering as Memory};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A driver that is silent this long counts as paused.
const SILENCE: Duration = Duration::from_millis(200);

/// The interval between two snapshots of a job.
const TELL: Duration = Duration::from_millis(100);

/// The interval at which the driver checks the threads.
const LOOK: Duration = Duration::from_millis(10);

/// The stack of a thread that runs an engine: branch and bound recurses at each level.
pub(super) const STACK: usize = 16 << 20;

/// The stack that must be free for one level of a search, and the size of the segment that is added
/// if it is not.
const LEVEL: usize = 64 << 10;
const SEGMENT: usize = 1 << 20;

/// Makes a call that goes one level deeper. The depth of a search depends on its problem, so the
/// stack grows on the heap.
pub(super) fn deeper<T>(call: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(LEVEL, SEGMENT, call)
}

/// A job that is running, and its latest snapshot.
pub type Running = (usize, Snapshot);

/// The thread that runs a job.
fn lane((part, snapshot): &Running) -> Lane {
    Lane { engine: snapshot.engine, part: *part, nodes: snapshot.tally.nodes(), depth: snapshot.path.len() }
}

/// The rounds of the driver. Threads that wait for the next one do so without waking up.
#[derive(Default)]
struct Beat {
    rounds: AtomicUsize,
    /// The number of threads that wait.
    waiting: AtomicUsize,
    lock: Mutex<()>,
    next: Condvar,
}

impl Beat {
    /// Begins the next round.
    fn go_on(&self) {
        self.rounds.fetch_add(1, Memory::SeqCst);
        // A thread that began to wait before this is counted; one that begins later sees the round.
        if self.waiting.load(Memory::SeqCst) > 0 {
            drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner));
            self.next.notify_all();
        }
    }

    fn rounds(&self) -> usize {
        self.rounds.load(Memory::Relaxed)
    }

    /// Waits until this is no longer the present round.
    fn wait(&self, round: usize) {
        self.waiting.fetch_add(1, Memory::SeqCst);
        let guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |(): &mut ()| self.rounds.load(Memory::SeqCst) == round;
        drop(self.next.wait_while(guard, same).unwrap_or_else(PoisonError::into_inner));
        self.waiting.fetch_sub(1, Memory::SeqCst);
    }
}

/// Ends the threads when it is dropped.
struct Ends<'a> {
    stop: &'a AtomicBool,
    beat: &'a Beat,
}

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.stop.store(true, Memory::SeqCst);
        self.beat.go_on();
    }
}

/// The host of a job on a thread of its own. It puts the job's latest snapshot into `told`, and
/// waits while the rounds of the driver stand still: the host of a paused count blocks the driver.
fn worker<'a>(
    job: &'a Cell<usize>,
    told: &'a Mutex<Option<Running>>,
    beat: &'a Beat,
    stop: &'a AtomicBool,
) -> impl FnMut(&dyn Fn() -> Snapshot) -> Flow + 'a {
    let mut last = Instant::now();
    // The value of the beat, and the time, when it was last seen to change.
    let mut seen = (0, last);
    move |look: &dyn Fn() -> Snapshot| {
        if last.elapsed() > TELL {
            last = Instant::now();
            *told.lock().unwrap_or_else(PoisonError::into_inner) = Some((job.get(), look()));
        }
        loop {
            let round = beat.rounds();
            if stop.load(Memory::Relaxed) {
                return Flow::Stop(StopReason::Cancelled);
            }
            if round != seen.0 {
                seen = (round, Instant::now());
            }
            if seen.1.elapsed() < SILENCE {
                return Flow::Go;
            }
            beat.wait(round);
        }
    }
}

/// Runs jobs on several threads, in their order: on the calling thread if `threads` is 0, or no
/// thread can be started. `met` receives the result of each. `poll` is called about a hundred times
/// a second with the jobs that are running and their latest snapshots, and with all threads, each
/// with the last job that it showed. Stops early if a job ended with `None`, or if `poll` says so;
/// returns its reason.
pub fn in_threads<T: Send>(
    jobs: usize,
    threads: usize,
    work: &(dyn Fn(usize, &mut dyn Host) -> Option<T> + Sync),
    met: &mut dyn FnMut(usize, T),
    poll: &mut dyn FnMut(&[Running], &[Lane]) -> Flow,
) -> Option<StopReason> {
    let (next, beat, stop) = (AtomicUsize::new(0), Beat::default(), AtomicBool::new(false));
    let done: Mutex<Vec<(usize, T)>> = Mutex::default();
    let threads = threads.min(jobs);
    let alive = AtomicUsize::new(threads);
    let told: Vec<Mutex<Option<Running>>> = (0..threads).map(|_| Mutex::default()).collect();
    let mut finished = vec![false; jobs];
    let driver = std::thread::current();
    let (mut started, mut stopped) = (0, None);
    std::thread::scope(|scope| {
        for told in &told {
            let (stop, beat, next, done, alive, driver) = (&stop, &beat, &next, &done, &alive, &driver);
            let work = move || {
                let job = Cell::new(0);
                let mut host = worker(&job, told, beat, stop);
                loop {
                    job.set(next.fetch_add(1, Memory::Relaxed));
                    if job.get() >= jobs || stop.load(Memory::Relaxed) {
                        break;
                    }
                    let Some(result) = work(job.get(), &mut host) else {
                        stop.store(true, Memory::Relaxed);
                        break;
                    };
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((job.get(), result));
                }
                alive.fetch_sub(1, Memory::Release);
                driver.unpark();
            };
            match std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                Ok(_) => started += 1,
                // The system has no thread left. Those that started do all jobs.
                Err(_) => _ = alive.fetch_sub(1, Memory::Release),
            }
        }
        if started == 0 {
            return;
        }
        // A panic of the driver ends the threads, which the scope waits for.
        let _ends = Ends { stop: &stop, beat: &beat };
        loop {
            beat.go_on();
            let over = alive.load(Memory::Acquire) == 0;
            let new = std::mem::take(&mut *done.lock().unwrap_or_else(PoisonError::into_inner));
            for (job, result) in new {
                finished[job] = true;
                met(job, result);
            }
            let running = told.iter().filter_map(|told| told.lock().unwrap_or_else(PoisonError::into_inner).clone());
            let (lanes, mut running): (Vec<Lane>, Vec<Running>) =
                running.map(|running| (lane(&running), running)).unzip();
            running.retain(|(job, _)| !finished[*job]);
            if !stop.load(Memory::Relaxed)
                && let Flow::Stop(reason) = poll(&running, &lanes)
            {
                stopped = Some(reason);
                stop.store(true, Memory::Relaxed);
            }
            if over {
                break;
            }
            std::thread::park_timeout(LOOK);
        }
    });
    if started > 0 { stopped } else { one_by_one(jobs, work, met, poll) }
}

/// Runs jobs on the calling thread.
fn one_by_one<T>(
    jobs: usize,
    work: &dyn Fn(usize, &mut dyn Host) -> Option<T>,
    met: &mut dyn FnMut(usize, T),
    poll: &mut dyn FnMut(&[Running], &[Lane]) -> Flow,
) -> Option<StopReason> {
    let mut stopped = None;
    for job in 0..jobs {
        if let Flow::Stop(reason) = poll(&[], &[]) {
            return Some(reason);
        }
        let mut last = Instant::now();
        let mut host = |look: &dyn Fn() -> Snapshot| {
            if last.elapsed() < LOOK {
                return Flow::Go;
            }
            last = Instant::now();
            match poll(&[(job, look())], &[]) {
                Flow::Go => Flow::Go,
                Flow::Stop(reason) => {
                    stopped = Some(reason);
                    Flow::Stop(StopReason::Cancelled)
                }
            }
        };
        let Some(result) = work(job, &mut host) else { return stopped };
        met(job, result);
    }
    match poll(&[], &[]) {
        Flow::Go => stopped,
        Flow::Stop(reason) => Some(reason),
    }
}
