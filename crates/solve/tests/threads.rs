//! Threads: jobs that several of them do, the worker that a run has to itself, and searches whose
//! result does not depend on their number.

use dancing::{Address, Goal, ItemId, OptionId, Problem, Tally};
use fastrand::Rng;
use quadrille_solve::{
    Engine, Flow, Host, Job, Lane, Order, RunId, Running, Snapshot, StopReason, StoppedAt, What, Worker, in_threads,
    run,
};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering as Memory};
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// The time after which a silent driver counts as paused.
const SILENCE: Duration = Duration::from_millis(200);

/// Nodes of the best score that one thread searches before the first round.
const ALONE: u64 = 1 << 10;

#[test]
fn without_threads_all_jobs_are_done_in_their_order() {
    let mut done = Vec::new();
    in_threads(5, 0, &|job, _| Some(job * job), &mut |job, square| done.push((job, square)), &mut |_, _| Flow::Go);
    assert_eq!(done, [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16)]);
    let mut rounds = 0;
    let mut poll = |_: &[Running], _: &[Lane]| {
        rounds += 1;
        if rounds < 3 { Flow::Go } else { Flow::Stop(StopReason::Limit) }
    };
    let mut done = 0;
    let stopped = in_threads(5, 0, &|_, _| Some(()), &mut |_, ()| done += 1, &mut poll);
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

/// Perfect matchings of a complete graph on 2n points: (2n - 1)!! covers. 26 points take very
/// long.
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
    let order = Order { engine: Some(Engine::LINKS), ..Order::new(goal) };
    Job { run: RunId(7), problem: long_problem(), order, drill: false }
}

#[test]
fn a_run_is_watched_paused_and_stopped_where_it_stands() {
    let (sender, receiver) = mpsc::channel();
    let worker =
        Worker::start(job(Goal::Count { limit: None }), None, || {}, move |report| sender.send(report).unwrap())
            .unwrap();
    let look = || std::iter::repeat_with(|| worker.look()).find_map(|snapshot| snapshot).unwrap();
    let (first, second) = (look(), look());
    assert!(second.tally.nodes() >= first.tally.nodes());
    worker.pause();
    let What::Paused(paused) = receiver.recv().unwrap().what else { panic!("the run did not pause") };
    worker.stop();
    let report = receiver.recv().unwrap();
    assert_eq!(report.run, RunId(7));
    let What::Finished(outcome) = report.what else { panic!("the run did not finish") };
    assert_eq!(outcome.tally, paused.tally, "it is where it paused");
    assert_eq!((outcome.stop, outcome.complete), (StopReason::Cancelled, false));
    let Some(StoppedAt::Search(mut search, mut tally)) = outcome.stopped_at else {
        panic!("the search has an address")
    };
    for _ in 0..1000 {
        search.step_back(&mut tally);
    }
    search.validate().unwrap();
}

#[test]
fn a_panic_in_a_run_is_reported() {
    let (sender, receiver) = mpsc::channel();
    let job = Job { drill: true, ..job(Goal::First) };
    let _worker = Worker::start(job, None, || {}, move |report| sender.send(report).unwrap()).unwrap();
    assert!(matches!(receiver.recv().unwrap().what, What::Panicked(message) if message.contains("drill")));
}

/// Options of random items, which may be covered more than once.
fn repeated(rng: &mut Rng) -> Problem {
    let n = 72;
    let mut problem = Problem::repeated(n);
    for _ in 0..150 {
        let items: BTreeSet<u32> = (0..7).map(|_| rng.u32(0..n)).collect();
        problem.push_weighted(&items.into_iter().map(ItemId).collect::<Vec<_>>(), -1).unwrap();
    }
    problem
}

/// Random triples of three sides, with weights: matchings in three dimensions.
fn exact(rng: &mut Rng) -> Problem {
    let n = 30;
    let mut problem = Problem::new(3 * n, 0);
    for _ in 0..9 * n {
        let items = [rng.u32(0..n), n + rng.u32(0..n), 2 * n + rng.u32(0..n)].map(ItemId);
        problem.push_weighted(&items, rng.i64(1..100)).unwrap();
    }
    problem
}

#[test]
fn the_best_is_the_same_on_any_number_of_threads() {
    let mut rng = Rng::with_seed(22);
    let mut long = [0; 2];
    for round in 0..8 {
        let problem = if round % 2 == 0 { repeated(&mut rng) } else { exact(&mut rng) };
        let told = |threads| {
            let outcome =
                run(&problem, Order { engine: Some(Engine::TAXES), threads, ..Order::new(Goal::Best) }, &mut ());
            (outcome.status, outcome.best, outcome.bound, outcome.solutions, outcome.tally, outcome.improvements)
        };
        let one = told(1);
        let two = told(2);
        assert_eq!((one.0, one.1, one.2), (two.0, two.1, two.2));
        assert!(two.3.iter().all(|cover| problem.is_cover(cover) && Some(problem.total(cover)) == two.1));
        for threads in [2, 3, 7] {
            assert_eq!(told(threads), two, "{threads} threads");
        }
        long[round % 2] += u32::from(two.4.nodes() > 2 * ALONE);
    }
    assert!(long.iter().all(|&times| times > 1), "rounds were entered: {long:?}");
}
