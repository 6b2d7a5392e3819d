//! Searches by clauses: they find every solution once, whichever heuristic decides, however few
//! clauses are kept, and if several searches exchange what they find.

use crate::luby::luby;
use crate::support::langford;
use dancing::{Goal, ItemId, Problem};
use quadrille_solve::clauses::{Clauses, Exchange};
use quadrille_solve::{Engine, Order, StopReason, run};

#[test]
fn either_way_to_decide_meets_every_cover_once() {
    // Ten people form pairs: 9 * 7 * 5 * 3 ways.
    let mut pairs = Problem::new(10, 0);
    for one in 0..10 {
        (0..one).for_each(|other| _ = pairs.push(&[ItemId(other), ItemId(one)]).unwrap());
    }
    for turns in 0..2 {
        let mut clauses = Clauses::new(&pairs, Order::new(Goal::Count { limit: None }));
        (0..turns).for_each(|_| clauses.turn());
        let stop = clauses.go_on(u64::MAX, &mut ());
        assert_eq!(stop, Some(StopReason::Exhausted));
        assert_eq!(clauses.outcome(StopReason::Exhausted).count, 945, "after {turns} turns");
    }
}

/// The database is reduced many times between two solutions.
#[test]
fn a_solution_is_not_found_twice_however_few_clauses_are_kept() {
    // The triples take few conflicts.
    let problems =
        [("langford", langford(8), 300, 2), ("intervals", intervals(8), 40, 2), ("triples", triples(7), 120, 0)];
    for (what, problem, expected, reductions) in problems {
        for (capacity, turns) in [(1, 0), (10, 0), (10, 1), (100, 1)] {
            let order = Order::new(Goal::Count { limit: None });
            let mut clauses = Clauses::with_capacity(&problem, order, capacity);
            (0..turns).for_each(|_| clauses.turn());
            let stop = clauses.go_on(u64::MAX, &mut ());
            let place = format!("{what}: {capacity} clauses kept, after {turns} turns");
            let outcome = clauses.outcome(StopReason::Exhausted);
            let reduced = outcome.counters.iter().find(|own| own.what == "reductions").map_or(0, |own| own.number);
            assert!(reduced >= reductions, "{place}: {reduced} reductions");
            assert_eq!((stop, outcome.count), (Some(StopReason::Exhausted), expected), "{place}");
        }
    }
}

/// Each search must end with every solution: its own, and those imported. With ranges a
/// solution may contain another.
#[test]
fn searches_that_exchange_solutions_count_each_once() {
    let mut ranges = Problem::new(4, 0);
    ranges.set_multiplicity(ItemId(0), 1, 3).unwrap();
    ranges.set_multiplicity(ItemId(1), 0, 2).unwrap();
    for items in [&[0][..], &[0, 1], &[0, 2], &[1, 2], &[1, 3], &[2], &[3], &[0, 3]] {
        ranges.push(&items.iter().map(|&item| ItemId(item)).collect::<Vec<_>>()).unwrap();
    }
    let order = Order::new(Goal::Count { limit: None });
    let by_links = run(&ranges, Order { engine: Some(Engine::LINKS), ..order.clone() }, &mut ()).count;
    let problems = [("intervals", intervals(8), 40), ("langford", langford(7), 52), ("ranges", ranges, by_links)];
    for (what, problem, expected) in problems {
        for pace in [1, 7, 150] {
            let exchange = Exchange::default();
            let mut searches: Vec<(Clauses, Option<StopReason>)> =
                (0..4).map(|number| (Clauses::among(&problem, order.clone(), &exchange, number), None)).collect();
            let mut turns = 0;
            while searches.iter().any(|(_, ended)| ended.is_none()) {
                for (search, ended) in searches.iter_mut().filter(|(_, ended)| ended.is_none()) {
                    // They restart, and so import, at every turn. The first one is short.
                    *ended = search.go_on(if turns == 0 { 1 } else { pace }, &mut ());
                    if ended.is_none() {
                        *ended = search.restart(&mut ());
                    }
                }
                turns += 1;
                assert!(turns < 100_000, "{what} at {pace}");
            }
            for (number, (search, ended)) in searches.into_iter().enumerate() {
                let place = format!("{what} at {pace}, search {number}");
                assert_eq!(ended, Some(StopReason::Exhausted), "{place}");
                assert_eq!(search.outcome(StopReason::Exhausted).count, expected, "{place}");
            }
        }
    }
}

/// All-interval series: the numbers below n in a row, whose neighbours have all differences.
/// There are 40 of length 8 (OEIS A141599).
fn intervals(n: u32) -> Problem {
    let mut problem = Problem::new(4 * n - 2, n);
    let (number, gap, pair, place) = (n, 2 * n - 1, 3 * n - 1, 4 * n - 2);
    for (at, a) in (0..n).flat_map(|at| (0..n).map(move |a| (at, a))) {
        problem.push_colored(&[at, number + a, place + at].map(ItemId), &[0, 0, a + 1], 0).unwrap();
        for b in (0..n).filter(|&b| b != a && at + 1 < n) {
            let items = [pair + at, gap + a.abs_diff(b), place + at, place + at + 1].map(ItemId);
            problem.push_colored(&items, &[0, 0, a + 1, b + 1], 0).unwrap();
        }
    }
    problem
}

/// Triples of n points, none twice, in which each pair of points is twice. There are 120 of
/// seven points: pairs of disjoint Fano planes.
fn triples(n: u32) -> Problem {
    let pair = |a: u32, b: u32| ItemId(b * (b - 1) / 2 + a);
    let mut problem = Problem::new(n * (n - 1) / 2, 0);
    (0..n * (n - 1) / 2).for_each(|item| problem.set_multiplicity(ItemId(item), 2, 2).unwrap());
    for (a, b, c) in (0..n).flat_map(|c| (0..c).flat_map(move |b| (0..b).map(move |a| (a, b, c)))) {
        problem.push(&[pair(a, b), pair(a, c), pair(b, c)]).unwrap();
    }
    problem
}

#[test]
fn the_stretches_are_lubys() {
    let stretches: Vec<u64> = (1..=15).map(luby).collect();
    assert_eq!(stretches, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}
