//! The engines agree with each other and with brute force, on small problems of every class.

use crate::strategies::{brute_force, colored_problems, multiple_problems, problems};
use crate::support::rounds;
use dancing::{Event, Goal, ItemId, ItemRule, OptionId, Policy, Problem, Search, Tally};
use proptest::prelude::*;
use quadrille_solve::{Engine, Order, StoppedAt, run};

/// For every rule, the count equals brute force. The best cover is the best of all covers.
fn counted(problem: &Problem) -> Result<(), TestCaseError> {
    let expected = u128::from(brute_force(problem));
    for rule in ItemRule::ALL {
        let order = Order { policy: rule.into(), ..Order::new(Goal::Count { limit: None }) };
        prop_assert_eq!(run(problem, order, &mut ()).count, expected);
    }
    let (mut search, mut tally, mut best) = (Search::new(problem, Policy::default()), Tally::default(), None);
    while let Some(event) = search.step_into(&mut tally) {
        if event == Event::Visit {
            best = best.max(Some(problem.total(&search.path())));
        }
    }
    prop_assert_eq!(run(problem, Order::new(Goal::Best), &mut ()).best, best);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(rounds(24, 256)))]

    #[test]
    fn colours_and_multiplicities_are_counted_right(colored in colored_problems(), multiple in multiple_problems()) {
        counted(&colored)?;
        counted(&multiple)?;
    }

    #[test]
    fn the_racer_by_bits_walks_the_tree_of_the_links(problem in problems(), limit in 1u64..6) {
        for goal in [Goal::First, Goal::Unique, Goal::Count { limit: None }, Goal::Count { limit: Some(limit) }] {
            let by = |engine| run(&problem, Order { engine: Some(engine), ..Order::new(goal) }, &mut ());
            let (links, bits) = (by(Engine::LINKS), by(Engine::BITS));
            prop_assert_eq!(bits.engine, Engine::BITS);
            prop_assert_eq!((links.status, links.count, links.complete), (bits.status, bits.count, bits.complete));
            prop_assert_eq!(&links.solutions, &bits.solutions);
            prop_assert_eq!(&links.tally, &bits.tally);
            match (&links.stopped_at, &bits.stopped_at) {
                (Some(StoppedAt::Search(one, _)), Some(StoppedAt::Search(other, _))) => prop_assert_eq!(one, other),
                (None, None) => {}
                other => prop_assert!(false, "{:?}", other),
            }
        }
    }

    #[test]
    fn counts_kept_with_what_is_left_are_those_of_the_links(problem in problems()) {
        let by = |engine| run(&problem, Order { engine: Some(engine), ..Order::new(Goal::Count { limit: None }) }, &mut ());
        let (links, memo) = (by(Engine::LINKS), by(Engine::MEMO));
        prop_assert_eq!((links.status, links.count, links.complete), (memo.status, memo.count, memo.complete));
    }
}

/// Dominoes on a square board, with the symmetries of the square. Each cell is an item, each place
/// an option.
fn dominoes(n: u32) -> Problem {
    let mut problem = Problem::new(n * n, 0);
    let mut places = Vec::new();
    for cell in 0..n * n {
        for other in [(cell % n + 1 < n).then_some(cell + 1), (cell / n + 1 < n).then_some(cell + n)] {
            let Some(other) = other else { continue };
            places.push([cell, other]);
            problem.push(&[ItemId(cell), ItemId(other)]).unwrap();
        }
    }
    let last = n - 1;
    type Way = fn(u32, u32, u32) -> (u32, u32);
    let ways: [Way; 7] = [
        |r, c, l| (c, l - r),
        |r, c, l| (l - r, l - c),
        |r, c, l| (l - c, r),
        |r, c, l| (r, l - c),
        |r, c, l| (l - r, c),
        |r, c, _| (c, r),
        |r, c, l| (l - c, l - r),
    ];
    for way in ways {
        let image = |cell: u32| {
            let (r, c) = way(cell / n, cell % n, last);
            r * n + c
        };
        let images = places.iter().map(|place| {
            let mut turned = place.map(image);
            turned.sort_unstable();
            OptionId(places.iter().position(|own| *own == turned).unwrap() as u32)
        });
        problem.add_symmetry(images.collect()).unwrap();
    }
    problem
}

#[test]
fn dominoes_are_counted_exactly_however_many_there_are() {
    let count = |n, engine| run(&dominoes(n), Order { engine, ..Order::new(Goal::Count { limit: None }) }, &mut ());
    for (n, tilings) in
        [(2, 2), (4, 36), (6, 6728), (8, 12_988_816), (10, 258_584_046_368), (12, 53_060_477_521_960_000)]
    {
        let outcome = count(n, None);
        assert_eq!((outcome.engine, outcome.count), (Engine::MEMO, tilings), "OEIS A004003");
    }
    // Up to symmetry: counted by Burnside's lemma, and by checking every solution.
    assert_eq!(count(6, None).ways, count(6, Some(Engine::BITS)).ways);
    assert_eq!(count(4, None).ways, Some(9));
}
