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
pub(super) type Running = (usize, Snapshot);

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

/// Runs jobs on several threads, in their order. `met` receives the result of each. `poll` is
/// called about a hundred times a second with the jobs that are running and their latest snapshots,
/// and with all threads, each with the last job that it showed. Stops early if a job ended with
/// `None`, or if `poll` says so; returns its reason.
pub(super) fn in_threads<T: Send>(
    jobs: usize,
    threads: usize,
    work: &(dyn Fn(usize, &mut dyn Host) -> Option<T> + Sync),
    met: &mut dyn FnMut(usize, T),
    poll: &mut dyn FnMut(&[Running], &[Lane]) -> Flow,
) -> Option<StopReason> {
    let (next, beat, stop) = (AtomicUsize::new(0), Beat::default(), AtomicBool::new(false));
    let done: Mutex<Vec<(usize, T)>> = Mutex::default();
    let threads = threads.clamp(1, jobs.max(1));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use dancing::{Address, OptionId, Tally};

    #[test]
    fn without_threads_all_jobs_are_done_in_their_order() {
        let mut done = Vec::new();
        one_by_one(5, &|job, _| Some(job * job), &mut |job, square| done.push((job, square)), &mut |_, _| Flow::Go);
        assert_eq!(done, [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16)]);
        let mut rounds = 0;
        let mut poll = |_: &[Running], _: &[Lane]| {
            rounds += 1;
            if rounds < 3 { Flow::Go } else { Flow::Stop(StopReason::Limit) }
        };
        let mut done = 0;
        let stopped = one_by_one(5, &|_, _| Some(()), &mut |_, ()| done += 1, &mut poll);
        assert_eq!((done, stopped), (2, Some(StopReason::Limit)));
    }

    #[test]
    fn every_thread_is_shown_with_its_job() {
        // Each of two jobs lasts until both were shown.
        let done = AtomicBool::new(false);
        let work = |job: usize, host: &mut dyn Host| {
            let nodes = 100 * (job as u64 + 1);
            let tally = Tally { profile: vec![nodes], ..Tally::default() };
            let look = || Snapshot::new(Engine::LINKS, &tally, vec![OptionId(0); job + 3], Address::default());
            while !done.load(Memory::Relaxed) {
                if host.poll(&look) != Flow::Go {
                    return None;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            Some(())
        };
        let mut shown = Vec::new();
        let mut poll = |_: &[Running], lanes: &[Lane]| {
            if lanes.len() == 2 && !done.swap(true, Memory::Relaxed) {
                shown = lanes.to_vec();
            }
            Flow::Go
        };
        assert_eq!(in_threads(2, 2, &work, &mut |_, ()| {}, &mut poll), None);
        shown.sort_by_key(|lane| lane.part);
        // The root of each part is a node too.
        let lane = |part, nodes, depth| Lane { engine: Engine::LINKS, part, nodes, depth };
        assert_eq!(shown, [lane(0, 101, 3), lane(1, 201, 4)]);
    }

    #[test]
    fn threads_wait_while_the_driver_does_and_end_with_it() {
        let polls = AtomicUsize::new(0);
        let work = |_: usize, host: &mut dyn Host| {
            let look = || Snapshot::new(Engine::LINKS, &Tally::default(), Vec::new(), Address::default());
            loop {
                polls.fetch_add(1, Memory::Relaxed);
                if host.poll(&look) != Flow::Go {
                    return None::<()>;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        };
        let (mut rounds, mut while_paused) = (0, 0);
        let mut poll = |_: &[Running], _: &[Lane]| {
            rounds += 1;
            match rounds {
                5 => {
                    // Paused: after the silence nothing moves.
                    std::thread::sleep(2 * SILENCE);
                    let before = polls.load(Memory::Relaxed);
                    std::thread::sleep(SILENCE);
                    while_paused = polls.load(Memory::Relaxed) - before;
                    Flow::Go
                }
                10 => Flow::Stop(StopReason::Cancelled),
                _ => Flow::Go,
            }
        };
        assert_eq!(in_threads(2, 2, &work, &mut |_, ()| {}, &mut poll), Some(StopReason::Cancelled));
        assert_eq!(while_paused, 0);
        // A driver that panics while the threads wait does not leave them waiting.
        let mut poll = |_: &[Running], _: &[Lane]| -> Flow {
            std::thread::sleep(2 * SILENCE);
            panic!("a driver that fails")
        };
        let failed = std::panic::AssertUnwindSafe(|| in_threads(2, 2, &work, &mut |_, ()| {}, &mut poll));
        assert!(std::panic::catch_unwind(failed).is_err());
    }
}
