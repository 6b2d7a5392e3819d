//! Problems of several parts that no option joins: solved apart, they come to what the whole comes
//! to.

use dancing::{Goal, ItemId, Problem};
use fastrand::Rng;
use num_bigint::BigUint;
use quadrille_solve::{Engine, Order, run};

/// The reason shown if the parts were solved apart.
const APART: &str = "no option joins the parts of the problem, so each is solved apart";

/// Some problems side by side, their items and options mixed.
fn beside(rng: &mut Rng, all: &[Problem]) -> Problem {
    let primary: u32 = all.iter().map(|own| own.n_primary() as u32).sum();
    let secondary: u32 = all.iter().map(|own| (own.n_items() - own.n_primary()) as u32).sum();
    let mut names: Vec<u32> = (0..primary).collect();
    rng.shuffle(&mut names);
    let mut whole = Problem::new(primary, secondary);
    let (mut first, mut next) = (0, primary);
    let mut options = Vec::new();
    for own in all {
        let n = own.n_primary() as u32;
        let item = |item: ItemId| match item.0 < n {
            true => ItemId(names[(first + item.0) as usize]),
            false => ItemId(next + item.0 - n),
        };
        for of in (0..n).map(ItemId).filter(|_| own.class().facts().ranges) {
            let (least, most) = own.multiplicity(of);
            whole.set_multiplicity(item(of), least, most).unwrap();
        }
        options.extend(own.options().map(|option| {
            let (items, colors): (Vec<ItemId>, Vec<u32>) =
                own.colored_items_of(option).map(|(of, color)| (item(of), color)).unzip();
            (items, colors, own.weight(option))
        }));
        (first, next) = (first + n, next + own.n_items() as u32 - n);
    }
    rng.shuffle(&mut options);
    for (items, colors, weight) in options {
        whole.push_colored(&items, &colors, weight).unwrap();
    }
    whole
}

fn small(rng: &mut Rng) -> Problem {
    let (primary, secondary) = (rng.u32(1..5), rng.u32(0..3));
    let mut problem = Problem::new(primary, secondary);
    if rng.u8(0..4) == 0 {
        problem.set_multiplicity(ItemId(0), rng.u32(0..3), 2).unwrap();
    }
    for _ in 0..rng.u32(2..9) {
        let mut items: Vec<ItemId> = (0..primary + secondary).map(ItemId).collect();
        rng.shuffle(&mut items);
        items.truncate(rng.usize(1..4));
        let colors: Vec<u32> = items.iter().map(|item| u32::from(item.0 >= primary) * rng.u32(0..3)).collect();
        problem.push_colored(&items, &colors, rng.i64(-3..9)).unwrap();
    }
    problem
}

#[test]
fn parts_come_to_what_the_whole_comes_to() {
    let mut rng = Rng::with_seed(4);
    let mut apart = 0;
    for case in 0..600 {
        let all: Vec<Problem> = (0..rng.usize(2..5)).map(|_| small(&mut rng)).collect();
        let problem = beside(&mut rng, &all);
        let all = Goal::Count { limit: None };
        for goal in [Goal::First, Goal::Unique, all, Goal::Count { limit: Some(5) }, Goal::Best] {
            let whole = run(&problem, Order { engine: Some(Engine::LINKS), ..Order::new(goal) }, &mut ());
            let found = run(&problem, Order::new(goal), &mut ());
            let place = format!("case {case}, {goal:?}: {found:?}\nin place of {whole:?}");
            assert_eq!((found.status, found.best), (whole.status, whole.best), "{place}");
            assert!(found.complete == whole.complete || goal == Goal::Unique, "{place}");
            if goal != Goal::Best {
                assert_eq!(found.count, whole.count, "{place}");
            }
            assert!(found.solutions.iter().all(|cover| problem.is_cover(cover)), "{place}");
            assert_eq!(found.solutions.is_empty(), whole.solutions.is_empty(), "{place}");
            apart += u32::from(found.why == APART);
        }
    }
    assert!(apart > 800, "{apart}");
}

#[test]
fn equal_parts_are_solved_once_and_large_counts_are_exact() {
    // Matchings of ten people: 945, fifteen times over.
    let mut pairs = Problem::new(10, 0);
    for one in 0..10 {
        (0..one).for_each(|other| _ = pairs.push(&[ItemId(other), ItemId(one)]).unwrap());
    }
    let one = run(&pairs, Order::new(Goal::Count { limit: None }), &mut ());
    let mut whole = Problem::new(150, 0);
    for at in 0..15 {
        for option in pairs.options() {
            let items: Vec<ItemId> = pairs.items_of(option).iter().map(|item| ItemId(item.0 + 10 * at)).collect();
            whole.push(&items).unwrap();
        }
    }
    let all = run(&whole, Order::new(Goal::Count { limit: None }), &mut ());
    assert_eq!(all.large, Some(BigUint::from(945u32).pow(15).to_string()));
    assert_eq!(all.tally.nodes(), one.tally.nodes());
    let tried: Vec<String> = all.tried.iter().map(ToString::to_string).collect();
    assert_eq!(tried, ["separate parts of 15 parts"]);
}

#[test]
fn many_parts_take_no_longer_than_their_options() {
    // Each part has one item, or two that are covered together or apart: one cover, or two.
    let mut problem = Problem::new(30_000, 0);
    for at in 0..20_000 {
        problem.push(&[ItemId(at)]).unwrap();
        if at < 10_000 {
            problem.push(&[ItemId(20_000 + at)]).unwrap();
            problem.push(&[ItemId(at), ItemId(20_000 + at)]).unwrap();
        }
    }
    for goal in [Goal::First, Goal::Unique, Goal::Count { limit: None }] {
        let found = run(&problem, Order::new(goal), &mut ());
        assert_eq!(found.solutions.len(), if goal == Goal::Unique { 2 } else { 1 });
        assert!(found.solutions.iter().all(|cover| problem.is_cover(cover)));
        if matches!(goal, Goal::Count { .. }) {
            assert_eq!(found.number(), BigUint::from(2u32).pow(10_000).to_string());
        }
    }
}
