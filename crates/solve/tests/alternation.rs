//! The alternation of `links` and `clauses`, for one solution or uniqueness, on any number of
//! threads.

use dancing::{Goal, ItemId, Problem};
use fastrand::Rng;
use quadrille_solve::{Engine, Flow, Host, Order, Outcome, Snapshot, StopReason, run};
use std::collections::BTreeSet;

/// A host in front of a function that is polled. It wants each solution, so that no part of the
/// problem is solved apart: both engines search the whole.
struct Whole<F>(F);

impl<F: FnMut(&dyn Fn() -> Snapshot) -> Flow> Host for Whole<F> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        (self.0)(look)
    }

    fn wants_each(&self) -> bool {
        true
    }
}

/// Alternates between `links` and `clauses`.
fn alternate(problem: &Problem, order: &Order, host: impl FnMut(&dyn Fn() -> Snapshot) -> Flow) -> Outcome {
    let outcome = run(problem, order.clone(), &mut Whole(host));
    assert!(outcome.tried.iter().any(|tried| tried.name == "alternation"), "{:?}", outcome.tried);
    outcome
}

/// Nodes of the first turn of `links`.
const PATIENCE: u64 = 250;

/// The reason shown if one of several searches by `clauses` has answered.
const AMONG: &str = "links did not end soon; several threads exchange clauses";

/// Random options of some items each: often hard enough for several turns.
fn scattered(rng: &mut Rng) -> Problem {
    let (items, options) = (rng.u32(50..66), rng.u32(200..380));
    let mut problem = Problem::new(items, 0);
    for _ in 0..options {
        let items: BTreeSet<u32> = (0..rng.u32(3..6)).map(|_| rng.u32(0..items)).collect();
        problem.push(&items.into_iter().map(ItemId).collect::<Vec<_>>()).unwrap();
    }
    problem
}

#[test]
fn the_verdict_is_the_same_on_any_number_of_threads() {
    let mut rng = Rng::with_seed(6);
    for _ in 0..6 {
        let problem = scattered(&mut rng);
        for goal in [Goal::First, Goal::Unique] {
            let order = Order::new(goal);
            let one = alternate(&problem, &order, |_| Flow::Go);
            for threads in [3, 5] {
                let several = alternate(&problem, &Order { threads, ..order.clone() }, |_| Flow::Go);
                assert_eq!((several.status, several.count), (one.status, one.count));
                assert!(several.solutions.iter().all(|cover| problem.is_cover(cover)));
            }
        }
    }
}

/// A problem without a cover that `links` cannot end in any time: whenever it has refuted the
/// scattered items, it changes one of 40 free choices, which it has made before them.
fn refuted_again_and_again(rng: &mut Rng) -> Problem {
    let (scattered, free) = (40, 40);
    let mut problem = Problem::new(scattered + free, 0);
    for item in (0..scattered).flat_map(|item| [item; 4]) {
        let others = (0..3).map(|_| rng.u32(0..scattered));
        let items: BTreeSet<u32> = others.chain([item]).collect();
        problem.push(&items.into_iter().map(ItemId).collect::<Vec<_>>()).unwrap();
    }
    for item in (scattered..scattered + free).flat_map(|item| [item; 2]) {
        problem.push(&[ItemId(item)]).unwrap();
    }
    problem
}

#[test]
fn several_searches_by_clauses_refute_what_links_cannot() {
    let problem = refuted_again_and_again(&mut Rng::with_seed(6));
    for goal in [Goal::First, Goal::Unique] {
        let several = alternate(&problem, &Order { threads: 3, ..Order::new(goal) }, |_| Flow::Go);
        assert_eq!((several.stop, several.why), (StopReason::Exhausted, AMONG));
    }
}

#[test]
fn the_answer_is_the_same_on_one_thread_and_on_two() {
    let mut rng = Rng::with_seed(22);
    let (mut by_clauses, mut by_links) = (0, 0);
    for _ in 0..20 {
        let problem = scattered(&mut rng);
        for goal in [Goal::First, Goal::Unique] {
            let order = Order::new(goal);
            let one = alternate(&problem, &order, |_| Flow::Go);
            let two = alternate(&problem, &Order { threads: 2, ..order }, |_| Flow::Go);
            assert_eq!(one.tried, two.tried);
            assert_eq!((one.engine, one.status, one.why), (two.engine, two.status, two.why));
            assert_eq!((&one.solutions, &one.tally), (&two.solutions, &two.tally));
            assert_eq!((one.stop, one.counters), (two.stop, two.counters));
            by_clauses += u32::from(one.engine == Engine::CLAUSES);
            by_links += u32::from(one.engine == Engine::LINKS && one.tally.nodes() > PATIENCE);
        }
    }
    assert!(by_clauses > 3 && by_links > 3, "each is the first sometimes: {by_clauses} {by_links}");
}

#[test]
fn a_race_that_is_stopped_stands_where_links_stood() {
    let mut polls = 0;
    let mut soon = |look: &dyn Fn() -> Snapshot| {
        look();
        polls += 1;
        if polls < 12 { Flow::Go } else { Flow::Stop(StopReason::Limit) }
    };
    // Thirteen pigeons and twelve holes, as colours: neither engine ends soon, and obstructions
    // do not regard colours.
    let mut problem = Problem::new(13, 26);
    for pigeon in 0..13 {
        for hole in 0..12 {
            problem.push_colored(&[ItemId(pigeon), ItemId(13 + hole)], &[0, pigeon + 1], 0).unwrap();
        }
    }
    let order = Order { threads: 2, ..Order::new(Goal::First) };
    let outcome = alternate(&problem, &order, &mut soon);
    assert_eq!((outcome.engine, outcome.stop), (Engine::LINKS, StopReason::Limit));
    assert!(outcome.stopped_at.is_some());
}
