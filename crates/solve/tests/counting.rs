//! Every way to count gives the number that a plain table gives, on problems that are large enough
//! for it: a way that begins at a million nodes is not tested by a problem of a thousand.
//!
//! `QUADRILLE_LONG=1` counts ten times as many problems.

use crate::support::{is_long, rounds};
use dancing::{Goal, ItemId, Problem};
use fastrand::Rng;
use quadrille_solve::pieces::{count_all, split};
use quadrille_solve::{Engine, Order, run};
use std::collections::{BTreeSet, HashMap};

/// Counts by dynamic programming over the options in the file's order. A state says of every item
/// that a later option holds how often it was covered, or its colour. Shares no code with the
/// program.
fn table(problem: &Problem) -> u128 {
    let mut last = vec![None; problem.n_items()];
    for option in problem.options() {
        problem.items_of(option).iter().for_each(|item| last[item.index()] = Some(option));
    }
    let primary = |item: ItemId| item.index() < problem.n_primary();
    if last[..problem.n_primary()].iter().any(Option::is_none) {
        return 0;
    }
    let mut states: HashMap<Vec<u8>, u128> = HashMap::from([(vec![0; problem.n_items()], 1)]);
    for option in problem.options() {
        let mut next = HashMap::with_capacity(2 * states.len());
        for (state, number) in states {
            let mut taken = state.clone();
            let fits = problem.colored_items_of(option).all(|(item, color)| {
                let own = &mut taken[item.index()];
                match (primary(item), color) {
                    (true, _) => {
                        *own += 1;
                        u32::from(*own) <= problem.multiplicity(item).1
                    }
                    (false, 0) => std::mem::replace(own, u8::MAX) == 0,
                    (false, color) => [0, color as u8].contains(&std::mem::replace(own, color as u8)),
                }
            });
            for mut state in [Some(state), Some(taken).filter(|_| fits)].into_iter().flatten() {
                let over = |item: &&ItemId| last[item.index()] == Some(option);
                let ended = problem.items_of(option).iter().filter(over);
                let least = |item: ItemId| if primary(item) { problem.multiplicity(item).0 } else { 0 };
                if ended.clone().all(|&item| !primary(item) || u32::from(state[item.index()]) >= least(item)) {
                    ended.for_each(|item| state[item.index()] = 0);
                    *next.entry(state).or_default() += number;
                }
            }
        }
        states = next;
    }
    states.values().sum()
}

/// Perfect matchings of a complete graph without some edges: none, those of a shape, or any.
fn matchings(round: u64, rng: &mut Rng) -> Problem {
    let shape = round % 5;
    let points = [18, 18, 16, 18, 20][shape as usize];
    let mut problem = Problem::new(points, 0);
    for (a, b) in (0..points).flat_map(|a| (a + 1..points).map(move |b| (a, b))) {
        let out = match shape {
            0 => false,
            1 => b == a + 1,
            2 => a < 4 && b < 4,
            3 => rng.u8(0..60) == 0,
            _ => rng.u8(0..10) < 3,
        };
        if !out {
            problem.push(&[ItemId(a), ItemId(b)]).unwrap();
        }
    }
    problem
}

/// Rooks on a board with squares left out: in circles, or anywhere.
fn rooks(_: u64, rng: &mut Rng) -> Problem {
    let n = 10;
    let (circles, out) = (rng.bool(), rng.u32(0..3));
    let mut problem = Problem::new(2 * n, 0);
    for (row, column) in (0..n * n).map(|square| (square / n, square % n)) {
        let left = if circles { (n + column - row) % n < out } else { rng.u32(0..n) < out };
        if !left {
            problem.push(&[ItemId(row), ItemId(n + column)]).unwrap();
        }
    }
    problem
}

/// Tilings of a board with some squares missing, by dominoes and straight trominoes.
fn tilings(_: u64, rng: &mut Rng) -> Problem {
    let (rows, columns) = (rng.u32(5..8), rng.u32(6..8));
    let missing: Vec<u32> = (0..rng.u32(0..4)).map(|_| rng.u32(0..rows * columns)).collect();
    let open: Vec<u32> = (0..rows * columns).filter(|square| !missing.contains(square)).collect();
    let mut problem = Problem::new(open.len() as u32, 0);
    let mut options = Vec::new();
    for (&square, long) in open.iter().flat_map(|square| [(square, 2), (square, 3)]) {
        let across = (square % columns + long <= columns).then(|| (0..long).map(|k| square + k).collect());
        let down = (square / columns + long <= rows).then(|| (0..long).map(|k| square + k * columns).collect());
        options.extend::<Vec<Vec<u32>>>([across, down].into_iter().flatten().collect());
    }
    for squares in options {
        let items: Option<Vec<ItemId>> =
            squares.iter().map(|own| Some(ItemId(open.iter().position(|square| square == own)? as u32))).collect();
        items.into_iter().for_each(|items| _ = problem.push(&items).unwrap());
    }
    problem
}

/// Items that each take a place in a colour; a place has one colour, or holds one item only.
fn colored(_: u64, rng: &mut Rng) -> Problem {
    let (n, places, colors) = (7, rng.u32(5..7), 2);
    let plain = rng.u32(0..3);
    let mut problem = Problem::new(n, places);
    for item in 0..n {
        for (place, color) in (0..places).flat_map(|place| (1..=colors).map(move |color| (place, color))) {
            let color = if place < plain { 0 } else { color };
            if rng.u8(0..12) > 0 {
                problem.push_colored(&[ItemId(item), ItemId(n + place)], &[0, color], 0).unwrap();
            }
        }
    }
    problem
}

/// Rows that each hold one rook or two, columns that hold up to two.
fn multiple(_: u64, rng: &mut Rng) -> Problem {
    let n = 7;
    let mut problem = Problem::new(2 * n, 0);
    for line in 0..n {
        let most = rng.u32(1..=2);
        problem.set_multiplicity(ItemId(line), 1, most).unwrap();
        problem.set_multiplicity(ItemId(n + line), rng.u32(0..=1), 2).unwrap();
    }
    for (row, column) in (0..n * n).map(|square| (square / n, square % n)) {
        if rng.u8(0..10) > 1 {
            problem.push(&[ItemId(row), ItemId(n + column)]).unwrap();
        }
    }
    problem
}

/// Makes the problem of a round.
type Make = fn(u64, &mut Rng) -> Problem;
const KINDS: [(&str, Make); 5] =
    [("matchings", matchings), ("rooks", rooks), ("tilings", tilings), ("colored", colored), ("multiple", multiple)];

#[test]
fn every_way_to_count_comes_to_what_a_table_says() {
    // Three seeds take every way to count. An engine that walks to each solution counts `most`.
    let (seeds, most) = if is_long() { (50, 3_000_000) } else { (3, u128::from(rounds(100_000, 500_000))) };
    // The ways that were taken, by their reasons; on several threads or on one.
    let mut ways: BTreeSet<(bool, &str)> = BTreeSet::new();
    for (seed, (kind, make)) in (0..seeds).flat_map(|seed| KINDS.map(|own| (seed, own))) {
        let problem = make(seed, &mut Rng::with_seed(seed));
        let expected = table(&problem);
        let all = Goal::Count { limit: None };
        for threads in [1, 2] {
            let outcome = run(&problem, Order { threads, in_batch: true, ..Order::new(all) }, &mut ());
            let place = format!("{kind}, seed {seed}, {threads} threads, {} {}", outcome.engine.name(), outcome.why);
            assert_eq!((outcome.number(), outcome.complete), (expected.to_string(), true), "{place}");
            assert_eq!(outcome.solutions.is_empty(), expected == 0, "{place}");
            ways.insert((threads > 1, outcome.why));
        }
        for engine in [Engine::LINKS, Engine::BITS, Engine::MEMO, Engine::CLASSES] {
            let one_by_one = matches!(engine, Engine::LINKS | Engine::BITS) && expected > most;
            if one_by_one || !engine.answers(&problem, all) {
                continue;
            }
            // `memo` counts on one thread.
            let most = if engine == Engine::MEMO { 1 } else { 3 };
            for threads in 1..=most {
                let order = Order { engine: Some(engine), threads, in_batch: true, ..Order::new(all) };
                let outcome = run(&problem, order, &mut ());
                let place = format!("{kind}, seed {seed}, {threads} threads, {}", engine.name());
                assert_eq!((outcome.number(), outcome.complete), (expected.to_string(), true), "{place}");
            }
        }
        let order = Order { threads: 2, ..Order::new(all) };
        let (sum, complete) =
            count_all(&problem, &split(&problem, 50, &mut || true).unwrap(), &[], &order, &mut |_| (), &mut |_| true);
        assert_eq!((sum.count, complete), (expected, true), "{kind}, seed {seed}, in pieces");
    }
    for way in [
        (false, "options reach few items, so subproblems recur"),
        (false, "options that are alike are counted once"),
        (false, "it answers every question"),
        (false, "the tree is large, and subproblems recur"),
        (true, "options that are alike are counted once, the rest on several threads"),
        (true, "cut into pieces for several threads"),
    ] {
        assert!(ways.contains(&way), "no problem was counted like this: {way:?} of {ways:?}");
    }
}

/// Latin squares of an order; the items come in a random order if there is a seed.
fn latin(n: u32, seed: Option<u64>) -> Problem {
    let mut names: Vec<u32> = (0..3 * n * n).collect();
    if let Some(seed) = seed {
        Rng::with_seed(seed).shuffle(&mut names);
    }
    let item = |kind: u32, a: u32, b: u32| ItemId(names[(kind * n * n + a * n + b) as usize]);
    let mut problem = Problem::new(3 * n * n, 0);
    for (r, (c, v)) in (0..n).flat_map(|r| (0..n).flat_map(move |c| (0..n).map(move |v| (r, (c, v))))) {
        problem.push(&[item(0, r, c), item(1, r, v), item(2, c, v)]).unwrap();
    }
    problem
}

#[test]
fn threads_that_share_a_table_of_shapes_count_the_same() {
    let all = Goal::Count { limit: None };
    for (seed, threads) in [(None, 1), (None, 2), (None, 3), (None, 7), (Some(1), 2), (Some(2), 3)] {
        let order = Order { engine: Some(Engine::CLASSES), threads, in_batch: true, ..Order::new(all) };
        let outcome = run(&latin(7, seed), order, &mut ());
        // OEIS A002860.
        assert_eq!(
            (outcome.number().as_str(), outcome.engine),
            ("61479419904000", Engine::CLASSES),
            "{threads} threads"
        );
    }
}
