//! The plan of a run: whichever strategies take their turns, what the host sees does not fall, and
//! the answer holds.

use crate::support::queens;
use dancing::{Goal, ItemId, OptionId, Problem};
use fastrand::Rng;
use quadrille_solve::{Engine, Flow, Order, Outcome, Snapshot, Status, StopReason, run, verified};
use std::collections::BTreeSet;

/// Random options of up to five items that lie near each other. `memo` starts, and gives up
/// because too little repeats.
fn scattered() -> Problem {
    const ITEMS: u32 = 60;
    let mut problem = Problem::new(ITEMS, 0);
    let mut seed = 7u64;
    let mut random = |below: u32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as u32 % below
    };
    for k in 0..900 {
        let mut items: Vec<u32> = (0..4).map(|_| (k + random(18)) % ITEMS).chain([k % ITEMS]).collect();
        items.sort_unstable();
        items.dedup();
        problem.push(&items.into_iter().map(ItemId).collect::<Vec<_>>()).unwrap();
    }
    problem
}

#[test]
fn what_is_known_never_falls_whichever_engine_is_at_work() {
    for goal in [Goal::Count { limit: None }, Goal::Unique] {
        let mut seen = Vec::new();
        let mut watcher = |look: &dyn Fn() -> Snapshot| {
            seen.push(look());
            if seen.len() < 3000 { Flow::Go } else { Flow::Stop(StopReason::Cancelled) }
        };
        run(&scattered(), Order::new(goal), &mut watcher);
        let engines: Vec<Engine> = seen.iter().map(|snapshot| snapshot.engine).collect();
        assert!(engines.windows(2).any(|two| two[0] != two[1]), "{goal:?}: several engines: {:?}", engines.first());
        for two in seen.windows(2) {
            assert!(two[0].count <= two[1].count, "{goal:?}");
            let shares = [two[0].address.share_behind(), two[1].address.share_behind()];
            assert!(shares[0] <= shares[1] + 1e-12, "{goal:?}: {shares:?}");
        }
    }
}

#[test]
fn an_answer_that_does_not_hold_is_refused() {
    // Two items, each alone or both at once: two covers.
    let mut problem = Problem::new(2, 0);
    let ids: Vec<OptionId> = [&[0][..], &[1], &[0, 1]]
        .map(|items| problem.push(&items.iter().copied().map(ItemId).collect::<Vec<_>>()).unwrap())
        .to_vec();
    let (apart, turned, at_once) = (vec![ids[0], ids[1]], vec![ids[1], ids[0]], vec![ids[2]]);
    let claimed = |number| Outcome { engine: Engine::CLAUSES, ..Outcome::sum(number, StopReason::GoalMet) };
    let status = |solutions: Vec<Vec<OptionId>>| {
        let number = solutions.len() as u128;
        verified(&problem, Goal::Unique, Outcome { solutions, ..claimed(number) }).status
    };
    assert_eq!(status(vec![apart.clone(), at_once.clone()]), Status::Many);
    assert_eq!(status(vec![apart.clone(), turned]), Status::Wrong, "one solution in two orders");
    assert_eq!(status(vec![apart, vec![ids[0]]]), Status::Wrong, "no cover");
    let shown = Outcome { solutions: vec![at_once], ..claimed(2) };
    assert_eq!(verified(&problem, Goal::Unique, shown).status, Status::Wrong, "two are claimed and one is shown");
}

/// Perfect matchings of a complete graph, some edges left out: many symmetries, or few.
fn matchings(points: u32, rng: &mut Rng) -> Problem {
    let mut problem = Problem::new(points, 0);
    let spoilt = rng.u8(0..3);
    for a in 0..points {
        for b in a + 1..points {
            if rng.u8(0..12) >= spoilt {
                problem.push(&[ItemId(a), ItemId(b)]).unwrap();
            }
        }
    }
    problem
}

/// Queens on a torus with secondary diagonals; with the diagonals of one direction only; or without
/// diagonals: rooks. Ranks and files take turns, so that a sweep over them is not narrow.
fn torus(rng: &mut Rng) -> Problem {
    let directions = rng.usize(0..3);
    let n = [rng.u32(7..9), 9, rng.u32(12..14)][directions];
    let mut problem = Problem::new(2 * n, directions as u32 * n);
    for (row, column) in (0..n * n).map(|square| (square / n, square % n)) {
        let lines = [2 * row, 2 * column + 1, 2 * n + (row + column) % n, 3 * n + (n + row - column) % n].map(ItemId);
        problem.push(&lines[..2 + directions]).unwrap();
    }
    problem
}

/// The reason shown if one option of each orbit is tried.
const ALIKE: &str = "options that are alike are counted once";

#[test]
fn parts_come_to_what_the_whole_comes_to() {
    let order = Order::new(Goal::Count { limit: None });
    let mut in_how_many = 0;
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let problem = if rng.bool() { matchings(2 * rng.u32(6..8), &mut rng) } else { torus(&mut rng) };
        let whole = run(&problem, Order { engine: Some(Engine::LINKS), ..order.clone() }, &mut ());
        let mut parts = run(&problem, order.clone(), &mut ());
        in_how_many += u32::from(parts.why == ALIKE);
        assert_eq!((parts.count, parts.status, parts.complete), (whole.count, whole.status, true), "seed {seed}");
        assert!(parts.solutions.iter().all(|cover| problem.is_cover(cover)), "seed {seed}");
        // The kept covers are distinct, and none is missing unless `memo` counted a part.
        parts.solutions.iter_mut().for_each(|cover| cover.sort_unstable());
        parts.solutions.sort_unstable();
        parts.solutions.dedup();
        if !parts.counters.iter().any(|counter| counter.what == "cached counts") {
            assert_eq!(parts.solutions.len(), whole.solutions.len(), "seed {seed}");
        }
    }
    assert!(in_how_many > 150, "{in_how_many}");
}

/// Counts on some threads. Returns the snapshots, and the outcome.
fn watched(problem: &Problem, engine: Option<Engine>, threads: usize) -> (Vec<Snapshot>, Outcome) {
    let mut seen = Vec::new();
    let mut watcher = |look: &dyn Fn() -> Snapshot| {
        seen.push(look());
        Flow::Go
    };
    let order = Order { threads, engine, ..Order::new(Goal::Count { limit: None }) };
    let outcome = run(problem, order, &mut watcher);
    (seen, outcome)
}

/// Wherever a run has a share of the tree, it never falls and ends at the whole: on one thread and
/// on two, with every engine that counts queens, on two boards.
#[test]
fn a_share_never_falls_and_ends_at_the_whole() {
    let counts = [(14, 365_596), (15, 2_279_184)];
    let all = [None, Some(Engine::LINKS), Some(Engine::BITS), Some(Engine::CLASSES)];
    let (boards, rounds, engines) = if crate::support::is_long() { (2, 4, &all[..]) } else { (1, 1, &all[..1]) };
    let (mut runs, mut with_shares) = (0, 0);
    for &(n, count) in counts[..boards].iter().cycle().take(rounds * boards) {
        let problem = queens(n);
        for (threads, engine) in
            [1, 2].into_iter().flat_map(|threads| engines.iter().map(move |&engine| (threads, engine)))
        {
            let (seen, outcome) = watched(&problem, engine, threads);
            assert_eq!((outcome.count, outcome.complete), (count, true), "{n} {engine:?} {threads}");
            let shares: Vec<f64> =
                seen.iter().filter(|seen| seen.share.is_some()).map(Snapshot::share_searched).collect();
            assert!(shares.is_sorted(), "{n} {engine:?} {threads}: {shares:?}");
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{n} {engine:?} {threads}: {shares:?}");
            runs += 1;
            with_shares += u32::from(!shares.is_empty());
        }
    }
    println!("{with_shares} of {runs} runs had shares");
    assert!(with_shares > 0, "{with_shares} of {runs}");
}

#[test]
fn a_count_in_parts_shows_a_path_and_a_share_that_grows() {
    let problem = queens(14);
    for engine in [None, Some(Engine::LINKS), Some(Engine::BITS)] {
        let (seen, outcome) = watched(&problem, engine, 2);
        assert_eq!((outcome.count, outcome.complete), (365_596, true), "{engine:?}");
        let parts: Vec<&Snapshot> = seen.iter().filter(|snapshot| snapshot.share.is_some()).collect();
        assert!(parts.len() > 3, "{engine:?}: {} of {}", parts.len(), seen.len());
        let shares: Vec<f64> = parts.iter().map(|snapshot| snapshot.share_searched()).collect();
        assert!(shares.is_sorted() && shares.iter().all(|share| (0.0..=1.0).contains(share)), "{engine:?}: {shares:?}");
        assert!(shares.last().is_some_and(|share| *share > 0.999), "{engine:?}: {shares:?}");
        for snapshot in parts {
            assert!(!snapshot.path.is_empty(), "{engine:?}");
            let items = || snapshot.path.iter().flat_map(|&option| problem.items_of(option));
            assert_eq!(items().count(), items().collect::<BTreeSet<_>>().len(), "{engine:?}: {:?}", snapshot.path);
            assert!(snapshot.latest.as_ref().is_none_or(|cover| problem.is_cover(cover)), "{engine:?}");
        }
    }
}
