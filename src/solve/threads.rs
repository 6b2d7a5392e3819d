//! Jobs on several threads: a queue from which each thread takes the next job, and a driver that
//! polls the host, which may pause it.

use super::order::{Flow, Host};
use super::outcome::{Snapshot, StopReason};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering as Memory};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The host of a job on a thread of its own. It waits while the driver waits: the host of a paused
/// count blocks the driver.
struct Worker<'a> {
    stop: &'a AtomicBool,
    /// The number of the driver's rounds; and its value, and the time, when this worker last saw it
    /// change.
    beat: &'a AtomicUsize,
    seen: (usize, Instant),
    /// The job, and the place for its latest snapshot.
    job: usize,
    told: &'a Mutex<Option<Running>>,
    last: Instant,
}

impl Host for Worker<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        if self.last.elapsed() > TELL {
            self.last = Instant::now();
            *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some((self.job, look()));
        }
        loop {
            let beat = self.beat.load(Memory::Relaxed);
            if self.stop.load(Memory::Relaxed) {
                return Flow::Stop(StopReason::Cancelled);
            }
            if beat != self.seen.0 {
                self.seen = (beat, Instant::now());
            }
            if self.seen.1.elapsed() < SILENCE {
                return Flow::Go;
            }
            std::thread::sleep(LOOK);
        }
    }
}

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
pub(super) type Running = (usize, Snapshot);

/// Runs jobs on several threads, in their order. `met` receives the result of each. `go_on` is
/// called about a hundred times a second with the jobs that are running and their latest snapshots.
/// Stops early if it returns false, or if a job ended with `None`.
pub(super) fn in_threads<T: Send>(
    jobs: usize,
    threads: usize,
    work: &(dyn Fn(usize, &mut dyn Host) -> Option<T> + Sync),
    met: &mut dyn FnMut(usize, T),
    go_on: &mut dyn FnMut(&[Running]) -> bool,
) {
    let (next, beat, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let done: Mutex<Vec<(usize, T)>> = Mutex::default();
    let threads = threads.clamp(1, jobs.max(1));
    let alive = AtomicUsize::new(threads);
    let told: Vec<Mutex<Option<Running>>> = (0..threads).map(|_| Mutex::default()).collect();
    let mut finished = vec![false; jobs];
    let driver = std::thread::current();
    let mut started = 0;
    std::thread::scope(|scope| {
        for told in &told {
            let (stop, beat, next, done, alive, driver) = (&stop, &beat, &next, &done, &alive, &driver);
            let work = move || {
                let now = Instant::now();
                let mut worker = Worker { stop, beat, seen: (0, now), job: 0, told, last: now };
                loop {
                    let job = next.fetch_add(1, Memory::Relaxed);
                    if job >= jobs || stop.load(Memory::Relaxed) {
                        break;
                    }
                    worker.job = job;
                    let Some(own) = work(job, &mut worker) else {
                        stop.store(true, Memory::Relaxed);
                        break;
                    };
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((job, own));
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
        loop {
            beat.fetch_add(1, Memory::Relaxed);
            let over = alive.load(Memory::Acquire) == 0;
            let new = std::mem::take(&mut *done.lock().unwrap_or_else(PoisonError::into_inner));
            for (job, own) in new {
                finished[job] = true;
                met(job, own);
            }
            let running = told.iter().filter_map(|own| own.lock().unwrap_or_else(PoisonError::into_inner).clone());
            let running: Vec<Running> = running.filter(|(job, _)| !finished[*job]).collect();
            if !stop.load(Memory::Relaxed) && !go_on(&running) {
                stop.store(true, Memory::Relaxed);
            }
            if over {
                break;
            }
            std::thread::park_timeout(LOOK);
        }
    });
    if started == 0 {
        one_by_one(jobs, work, met, go_on);
    }
}

/// Runs jobs on the calling thread.
fn one_by_one<T>(
    jobs: usize,
    work: &dyn Fn(usize, &mut dyn Host) -> Option<T>,
    met: &mut dyn FnMut(usize, T),
    go_on: &mut dyn FnMut(&[Running]) -> bool,
) {
    for job in 0..jobs {
        if !go_on(&[]) {
            return;
        }
        let Some(own) = work(job, &mut Alone { job, last: Instant::now(), go_on }) else { return };
        met(job, own);
    }
    go_on(&[]);
}

/// The host of a job on the calling thread.
struct Alone<'a> {
    job: usize,
    last: Instant,
    go_on: &'a mut dyn FnMut(&[Running]) -> bool,
}

impl Host for Alone<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        if self.last.elapsed() < LOOK {
            return Flow::Go;
        }
        self.last = Instant::now();
        if (self.go_on)(&[(self.job, look())]) { Flow::Go } else { Flow::Stop(StopReason::Cancelled) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_threads_all_jobs_are_done_in_their_order() {
        let mut done = Vec::new();
        one_by_one(5, &|job, _| Some(job * job), &mut |job, own| done.push((job, own)), &mut |_| true);
        assert_eq!(done, [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16)]);
        let mut rounds = 0;
        let mut go_on = |_: &[Running]| {
            rounds += 1;
            rounds < 3
        };
        let mut done = 0;
        one_by_one(5, &|_, _| Some(()), &mut |_, ()| done += 1, &mut go_on);
        assert_eq!(done, 2);
    }
}
