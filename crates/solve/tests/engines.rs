//! Compares every engine with the reference `links`: same status, same count, same best score, and
//! solutions that verify.
//!
//! `QUADRILLE_LONG=1` runs the full number of random problems.

use crate::support;
use crate::support::{covering, rounds};
use dancing::{Goal, ItemId, ItemRule, OptionId, Problem, Search, Tally};
use fastrand::Rng;
use quadrille_solve::{Engine, Flow, Host, Order, Outcome, Snapshot, Status, StopReason, StoppedAt, run};
use std::collections::HashSet;

type Make = fn(&mut Rng) -> Problem;

/// The kinds of random problems.
const KINDS: [(&str, Make); 13] = [
    ("scattered", scattered),
    ("planted", planted),
    ("weighted", weighted),
    ("grid", grid),
    ("nine", nine),
    ("queens", queens),
    ("dominoes", dominoes),
    ("repeated", repeated),
    ("priced", priced),
    ("turned", turned),
    ("coloured", coloured),
    ("multiple", multiple),
    ("intervals", intervals),
];

/// Random options over primary and secondary items. Few of these problems have a cover.
fn scattered(rng: &mut Rng) -> Problem {
    let mut problem = Problem::new(rng.u32(1..9), rng.u32(0..4));
    for _ in 0..rng.u32(0..24) {
        push_random(&mut problem, rng, 4, None);
    }
    problem
}

/// Random partitions of the items into options, and some noise. Most of these problems have several
/// covers.
fn planted(rng: &mut Rng) -> Problem {
    let mut problem = Problem::new(rng.u32(2..14), 0);
    for _ in 0..rng.u32(1..6) {
        let mut items: Vec<ItemId> = (0..problem.n_items() as u32).map(ItemId).collect();
        rng.shuffle(&mut items);
        let mut rest = &items[..];
        while !rest.is_empty() {
            let (option, after) = rest.split_at(rng.usize(1..=rest.len().min(4)));
            problem.push(option).unwrap();
            rest = after;
        }
    }
    problem
}

/// Like `planted`, with weights of both signs and secondary items.
fn weighted(rng: &mut Rng) -> Problem {
    let plain = planted(rng);
    let secondary = rng.u32(0..3);
    let mut problem = Problem::new(plain.n_primary() as u32, secondary);
    for option in plain.options() {
        let mut items = plain.items_of(option).to_vec();
        if secondary > 0 && rng.bool() {
            items.push(ItemId(plain.n_items() as u32 + rng.u32(0..secondary)));
        }
        problem.push_weighted(&items, rng.i64(-20..20)).unwrap();
    }
    push_random(&mut problem, rng, 3, Some(7));
    problem
}

fn push_random(problem: &mut Problem, rng: &mut Rng, most: usize, weight: Option<i64>) {
    let mut items: Vec<ItemId> = (0..problem.n_items() as u32).map(ItemId).collect();
    rng.shuffle(&mut items);
    items.truncate(rng.usize(1..=most.min(items.len())));
    match weight {
        Some(weight) => problem.push_weighted(&items, weight).unwrap(),
        None => problem.push(&items).unwrap(),
    };
}

/// A 4x4 or 6x6 grid with some givens, right or wrong.
fn grid(rng: &mut Rng) -> Problem {
    let (r, c) = if rng.bool() { (2, 2) } else { (2, 3) };
    givens(rng, r, c, |n| n * n / 3..n * n)
}

/// A 9x9 grid with most of its cells given.
fn nine(rng: &mut Rng) -> Problem {
    givens(rng, 3, 3, |_| 26..60)
}

/// A grid from a pattern with its symbols and lines shuffled and some cells given. In one case of
/// four a random symbol replaces a given.
fn givens(rng: &mut Rng, r: u32, c: u32, how_many: fn(u32) -> std::ops::Range<u32>) -> Problem {
    let n = r * c;
    let lines = |rng: &mut Rng, high: u32, of: u32| -> Vec<u32> {
        let mut bands: Vec<u32> = (0..of).collect();
        rng.shuffle(&mut bands);
        let mut lines = Vec::new();
        for band in bands {
            let mut own: Vec<u32> = (0..high).map(|k| band * high + k).collect();
            rng.shuffle(&mut own);
            lines.extend(own);
        }
        lines
    };
    let (rows, columns) = (lines(rng, r, c), lines(rng, c, r));
    let mut symbols: Vec<u32> = (0..n).collect();
    rng.shuffle(&mut symbols);
    let mut cells: Vec<(u32, u32, u32)> = (0..n * n)
        .map(|cell| (cell / n, cell % n))
        .map(|(row, column)| {
            let (at, to) = (rows[row as usize], columns[column as usize]);
            (row, column, symbols[((at % r * c + at / r + to) % n) as usize])
        })
        .collect();
    rng.shuffle(&mut cells);
    cells.truncate(rng.u32(how_many(n)) as usize);
    if rng.u8(0..4) == 0 {
        cells[0].2 = rng.u32(0..n);
    }
    support::sudoku(r, c, &cells)
}

/// Queens on a board without some of its squares.
fn queens(rng: &mut Rng) -> Problem {
    thinned(support::queens(rng.u32(4..8)), rng, 5)
}

/// Dominoes on a board with holes.
fn dominoes(rng: &mut Rng) -> Problem {
    let (high, wide) = (rng.u32(2..6), rng.u32(2..7));
    let mut cells: Vec<u32> = (0..high * wide).collect();
    rng.shuffle(&mut cells);
    let mut holes = cells[..rng.usize(0..4)].to_vec();
    holes.sort_unstable();
    let item = |cell: u32| holes.binary_search(&cell).err().map(|before| ItemId(cell - before as u32));
    let mut problem = Problem::new(high * wide - holes.len() as u32, 0);
    for cell in 0..high * wide {
        let right = (cell % wide + 1 < wide).then_some(cell + 1);
        let below = (cell / wide + 1 < high).then_some(cell + wide);
        for other in [right, below].into_iter().flatten() {
            if let (Some(one), Some(other)) = (item(cell), item(other)) {
                problem.push(&[one, other]).unwrap();
            }
        }
    }
    problem
}

/// Options over primary items, of which some give colours to secondary items. There are few items
/// and colours, so options often agree.
fn coloured(rng: &mut Rng) -> Problem {
    let (plain, places) = (planted(rng), rng.u32(1..4));
    colours_on(plain, places, rng)
}

/// The same options, with colours on some of `places` secondary items.
fn colours_on(plain: Problem, places: u32, rng: &mut Rng) -> Problem {
    let n = plain.n_primary() as u32;
    let mut problem = Problem::new(n, places);
    for item in (0..n).map(ItemId).filter(|&item| plain.multiplicity(item) != (1, 1)) {
        let (least, most) = plain.multiplicity(item);
        problem.set_multiplicity(item, least, most).unwrap();
    }
    for option in plain.options() {
        let mut items = plain.items_of(option).to_vec();
        let mut colors = vec![0; items.len()];
        for place in 0..places {
            if rng.bool() {
                items.push(ItemId(n + place));
                colors.push(rng.u32(0..3));
            }
        }
        problem.push_colored(&items, &colors, 0).unwrap();
    }
    problem
}

/// Items that are covered several times; in one case of two with colours too.
fn multiple(rng: &mut Rng) -> Problem {
    let mut problem = Problem::new(rng.u32(1..6), 0);
    for item in 0..problem.n_items() as u32 {
        let least = rng.u32(0..3);
        problem.set_multiplicity(ItemId(item), least, least.max(1) + rng.u32(0..2)).unwrap();
    }
    for _ in 0..rng.u32(1..9) {
        push_random(&mut problem, rng, 3, None);
    }
    if rng.bool() { colours_on(problem, 2, rng) } else { problem }
}

/// All-interval series of a few numbers, with some options missing. A colour is the number in a
/// place.
fn intervals(rng: &mut Rng) -> Problem {
    let n = rng.u32(4..7);
    let mut problem = Problem::new(2 * n + 2 * (n - 1), n);
    let (number, gap, pair, place) = (n, 2 * n, 3 * n - 1, 4 * n - 2);
    for (at, a) in (0..n).flat_map(|at| (0..n).map(move |a| (at, a))) {
        problem.push_colored(&[at, number + a, place + at].map(ItemId), &[0, 0, a + 1], 0).unwrap();
        for b in (0..n).filter(|&b| b != a && at + 1 < n) {
            if rng.u8(0..20) > 0 {
                let items = [pair + at, gap + a.abs_diff(b) - 1, place + at, place + at + 1].map(ItemId);
                problem.push_colored(&items, &[0, 0, a + 1, b + 1], 0).unwrap();
            }
        }
    }
    problem
}

/// A repeated cover with the fewest options.
fn repeated(rng: &mut Rng) -> Problem {
    let mut problem = Problem::repeated(rng.u32(1..10));
    for _ in 0..rng.u32(1..16) {
        push_random(&mut problem, rng, 4, Some(-1));
    }
    problem
}

/// A repeated cover with costs.
fn priced(rng: &mut Rng) -> Problem {
    let mut problem = Problem::repeated(rng.u32(1..8));
    for _ in 0..rng.u32(1..11) {
        let cost = rng.i64(1..10);
        push_random(&mut problem, rng, 4, Some(-cost));
    }
    problem
}

/// A repeated cover of places on circles, by patterns in all rotations, so that it has many
/// symmetries. In one case of four a missing option breaks them.
fn turned(rng: &mut Rng) -> Problem {
    let (circles, places) = (rng.u32(1..3), rng.u32(3..7));
    let mut all: Vec<Vec<ItemId>> = Vec::new();
    for _ in 0..rng.u32(1..4) {
        let mut pattern: Vec<u32> = (0..circles * places).collect();
        rng.shuffle(&mut pattern);
        pattern.truncate(rng.usize(1..4));
        all.extend(
            (0..places).map(|by| pattern.iter().map(|at| ItemId(at - at % places + (at + by) % places)).collect()),
        );
    }
    if rng.u8(0..4) == 0 {
        all.pop();
    }
    let mut problem = Problem::repeated(circles * places);
    for mut items in all {
        items.sort_unstable();
        problem.push_weighted(&items, -1).unwrap();
    }
    problem
}

/// A problem without some of its options.
fn thinned(problem: Problem, rng: &mut Rng, one_in: u8) -> Problem {
    let secondary = problem.n_items() - problem.n_primary();
    let mut left = Problem::new(problem.n_primary() as u32, secondary as u32);
    for option in problem.options().filter(|_| rng.u8(0..one_in) > 0).collect::<Vec<OptionId>>() {
        left.push(problem.items_of(option)).unwrap();
    }
    left
}

fn by(engine: Option<Engine>, problem: &Problem, goal: Goal) -> Outcome {
    run(problem, Order { engine, ..Order::new(goal) }, &mut ())
}

#[test]
fn every_engine_says_what_the_reference_says() {
    let cases = u64::from(rounds(1000, 100_000));
    let goals = [Goal::First, Goal::Unique, Goal::Count { limit: None }, Goal::Count { limit: Some(3) }, Goal::Best];
    let mut asked = vec![0u32; Engine::all().count()];
    for case in 0..cases {
        let mut rng = Rng::with_seed(case);
        let (name, make) = KINDS[case as usize % KINDS.len()];
        let problem = make(&mut rng);
        for goal in goals {
            let wanted = by(Some(Engine::LINKS), &problem, goal);
            let engines = Engine::all().enumerate().filter(|(_, engine)| engine.answers(&problem, goal));
            // The automatic choice is compared too.
            for (k, engine) in engines.map(|(k, engine)| (k, Some(engine))).chain([(0, None)]) {
                asked[k] += 1;
                let found = by(engine, &problem, goal);
                let place = format!("case {case}, {name}, {goal:?}, {engine:?}: {found:?}\nin place of {wanted:?}");
                assert_eq!(found.status, wanted.status, "{place}");
                // An IDA* search ends at the first cover that it finds, and leaves the rest.
                if goal != Goal::Best || !problem.wants_fewest() {
                    assert_eq!(found.complete, wanted.complete, "{place}");
                }
                assert_eq!(found.best, wanted.best, "{place}");
                if goal != Goal::Best {
                    assert_eq!(found.count, wanted.count, "{place}");
                }
                assert_eq!(found.solutions.is_empty(), wanted.solutions.is_empty(), "{place}");
                assert!(found.solutions.iter().all(|options| problem.is_cover(options)), "{place}");
                // If both found and kept all solutions, these are the same.
                let met = found.solutions.len().min(wanted.solutions.len()) as u128;
                if found.complete && met == wanted.count && goal != Goal::Best {
                    assert_eq!(in_order(&found.solutions), in_order(&wanted.solutions), "{place}");
                }
            }
        }
    }
    let idle = Engine::all().zip(asked).find(|(_, asked)| *asked < cases as u32 / 20);
    assert!(idle.is_none(), "{idle:?} was hardly ever asked");
}

#[test]
fn the_cheapest_covers_are_the_cheapest_of_all_sets() {
    let (mut several, mut none) = (0, 0);
    for seed in 0..u64::from(rounds(300, 5_000)) {
        let mut rng = Rng::with_seed(seed);
        let problem = priced(&mut rng);
        // The oracle tries every set of options.
        let sets = (0u32..1 << problem.n_options()).filter(|set| {
            let held = |item: u32| {
                problem
                    .options()
                    .any(|option| set >> option.0 & 1 == 1 && problem.items_of(option).contains(&ItemId(item)))
            };
            (0..problem.n_items() as u32).all(held)
        });
        let cost = |set: u32| {
            problem.options().filter(|option| set >> option.0 & 1 == 1).map(|o| -problem.weight(o)).sum::<i64>()
        };
        let costs: Vec<i64> = sets.map(cost).collect();
        let least = costs.iter().copied().min();
        let number = costs.iter().filter(|cost| Some(**cost) == least).count();
        for threads in [1, 2] {
            let ask = |goal| run(&problem, Order { threads, ..Order::new(goal) }, &mut ());
            assert_eq!(ask(Goal::Best).best, least.map(|least| -least), "{seed}");
            let counted = ask(Goal::Count { limit: None });
            assert_eq!((counted.number(), counted.complete), (number.to_string(), true), "{seed}");
            let unique = [Status::None, Status::Unique, Status::Many][number.min(2)];
            assert_eq!(ask(Goal::Unique).status, unique, "{seed}");
        }
        assert_eq!(by(Some(Engine::LINKS), &problem, Goal::Best).best, least.map(|least| -least), "{seed}");
        for ceiling in least.into_iter().flat_map(|least| [least - 1, least, least + 3]) {
            let within = run(&problem, Order::at_most(ceiling as u32), &mut ());
            let fits = least.is_some_and(|least| least <= ceiling);
            assert_eq!(within.status, if fits { Status::Solved } else { Status::None }, "{seed}, at most {ceiling}");
        }
        (several, none) = (several + usize::from(number > 1), none + usize::from(number == 0));
    }
    assert!(several > 30 && none > 20, "{several} {none}");
}

/// Solutions as sets of options. Engines differ in the order of solutions and of their options.
fn in_order(solutions: &[Vec<OptionId>]) -> Vec<Vec<OptionId>> {
    let mut all = solutions.to_vec();
    all.iter_mut().for_each(|options| options.sort_unstable());
    all.sort_unstable();
    all
}

/// Stops a run at a given poll.
struct Patience(u32);

impl Host for Patience {
    fn poll(&mut self, _look: &dyn Fn() -> Snapshot) -> Flow {
        self.0 -= 1;
        if self.0 == 0 { Flow::Stop(StopReason::Cancelled) } else { Flow::Go }
    }
}

#[test]
fn a_run_that_is_stopped_claims_no_more_than_it_knows() {
    let problem = covering(8, 5, 4);
    for goal in [Goal::Best, Goal::Unique, Goal::Count { limit: None }] {
        for questions in 1..60 {
            let order = Order { engine: Some(Engine::TAXES), ..Order::new(goal) };
            let found = run(&problem, order, &mut Patience(questions));
            let place = format!("{goal:?}, {questions} questions: {found:?}");
            assert!(found.solutions.iter().all(|options| problem.is_cover(options)), "{place}");
            assert!(
                found.best.is_none_or(|best| best <= -20) && found.bound.is_none_or(|bound| bound >= -20),
                "{place}"
            );
            if found.best.is_some() && found.best == found.bound {
                assert!(found.solutions.iter().all(|options| options.len() == 20), "{place}");
            } else if goal != Goal::Best {
                assert_eq!(found.count, 0, "{place}");
            }
        }
    }
}

/// Receives every solution, or takes a snapshot at every poll.
#[derive(Default)]
struct Audience {
    told: Option<Vec<Vec<OptionId>>>,
    looked: Vec<(u128, u64, Option<Vec<OptionId>>)>,
}

impl Host for Audience {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        let Snapshot { count, tally, latest, .. } = look();
        self.looked.push((count, tally.solutions, latest));
        Flow::Go
    }

    fn wants_each(&self) -> bool {
        self.told.is_some()
    }

    fn receive(&mut self, cover: &[OptionId]) {
        self.told.as_mut().expect("who does not want to be told is not").push(cover.to_vec());
    }
}

#[test]
fn a_host_is_told_of_each_solution_or_sees_them_counted() {
    let problem = support::queens(9);
    for engine in [Engine::LINKS, Engine::BITS] {
        let order = || Order { engine: Some(engine), ..Order::new(Goal::Count { limit: None }) };
        let mut host = Audience { told: Some(Vec::new()), ..Audience::default() };
        let told = run(&problem, order(), &mut host);
        let covers = in_order(&host.told.unwrap());
        assert!(covers.len() == 352 && covers.windows(2).all(|two| two[0] != two[1]), "{engine:?}");
        assert!(covers.iter().all(|cover| problem.is_cover(cover)), "{engine:?}");
        let mut host = Audience::default();
        let seen = run(&problem, order(), &mut host);
        assert_eq!(
            (seen.count, &seen.tally, &seen.solutions),
            (told.count, &told.tally, &told.solutions),
            "{engine:?}"
        );
        for (count, solutions, latest) in &host.looked {
            assert_eq!(*count, u128::from(*solutions), "{engine:?}");
            assert!(latest.as_ref().is_none_or(|cover| problem.is_cover(cover)), "{engine:?}");
        }
        assert!(host.looked.is_sorted_by_key(|(count, ..)| *count), "{engine:?}");
        let latest: HashSet<_> = host.looked.iter().filter_map(|(_, _, latest)| latest.clone()).collect();
        assert!(latest.len() > 3, "{engine:?}: {} seen", latest.len());
    }
}

/// A stopped `bits` run has the state that `links` has after the same number of nodes.
#[test]
fn bits_that_are_stopped_stand_among_links() {
    let problem = support::queens(9);
    for questions in 1..12 {
        let order = Order { engine: Some(Engine::BITS), ..Order::new(Goal::Count { limit: None }) };
        let found = run(&problem, order, &mut Patience(questions));
        let Some(StoppedAt::Search(search, tally)) = found.stopped_at else { continue };
        let (mut walked, mut counted) = (Search::new(&problem, ItemRule::Fewest), Tally::default());
        while (walked.address(), counted.nodes()) != (search.address(), tally.nodes()) {
            assert!(walked.step_into(&mut counted).is_some(), "{questions} questions: never at {}", search.address());
        }
        assert_eq!(counted, tally, "{questions} questions");
    }
}

/// All pairs of items, each once alone and once with a common item. That item has so many options
/// that keys need 32 bits.
fn pairs(n: u32) -> Problem {
    let mut problem = Problem::new(n, 0);
    for a in 1..n {
        for b in a + 1..n {
            problem.push(&[ItemId(0), ItemId(a), ItemId(b)]).unwrap();
            problem.push(&[ItemId(a), ItemId(b)]).unwrap();
        }
    }
    problem
}

#[test]
fn bits_walk_the_tree_of_links() {
    let few = Goal::Count { limit: Some(3000) };
    let mut rng = Rng::with_seed(5);
    let colored = [intervals(&mut rng), colours_on(support::langford(7), 9, &mut rng)];
    let plain = [support::queens(10), support::langford(8), support::latin(5), pairs(61)];
    for problem in plain.into_iter().chain(colored) {
        let (bits, links) = (by(Some(Engine::BITS), &problem, few), by(Some(Engine::LINKS), &problem, few));
        assert_eq!((bits.engine, links.engine), (Engine::BITS, Engine::LINKS));
        // With colours, bits count no updates.
        match problem.is_colored() {
            true => assert_eq!((&bits.tally.profile, bits.count), (&links.tally.profile, links.count)),
            false => assert_eq!(bits.tally, links.tally),
        }
        assert_eq!(bits.solutions, links.solutions);
    }
}

#[test]
fn a_large_tree_is_counted_in_parts_that_are_alike_or_with_memory() {
    let count = |problem: &Problem| by(None, problem, Goal::Count { limit: None });
    // A tree of 256 million nodes, most of them equivalent.
    let grids = count(&support::sudoku(2, 3, &[]));
    assert_eq!((grids.count, grids.complete), (28_200_960, true));
    assert!(grids.tally.nodes() < 100_000, "{} nodes", grids.tally.nodes());
    // The same problem without some options has no symmetries, but its subproblems repeat.
    let thinned = count(&thinned(support::sudoku(2, 3, &[]), &mut Rng::with_seed(2), 25));
    assert_eq!((thinned.count, thinned.complete), (4_043_254, true));
    assert!(matches!(thinned.engine, Engine::MEMO | Engine::CLASSES), "{}", thinned.engine.name());
    // Only one half of the mirror symmetry is searched. As many solutions are kept as by `links`.
    let (queens, links) =
        (count(&support::queens(11)), by(Some(Engine::LINKS), &support::queens(11), Goal::Count { limit: None }));
    assert_eq!((queens.engine, queens.count), (Engine::BITS, 2680));
    assert_eq!(queens.solutions.len(), links.solutions.len());
    assert!(queens.tally.nodes() * 3 < links.tally.nodes() * 2);
}

/// Each problem is so large that its parts are divided into parts again.
#[test]
fn parts_of_parts_come_to_what_links_come_to() {
    let all = Goal::Count { limit: None };
    for problem in [support::queens(10), support::langford(11), support::latin(5), complete(14)] {
        let (parts, links) = (by(None, &problem, all), by(Some(Engine::LINKS), &problem, all));
        assert_eq!((parts.count, parts.status, parts.complete), (links.count, links.status, true));
        assert!(parts.tally.nodes() < links.tally.nodes(), "{} of {}", parts.tally.nodes(), links.tally.nodes());
        // All kept solutions are different.
        let mut kept = in_order(&parts.solutions);
        kept.dedup();
        assert_eq!((kept.len(), parts.solutions.len()), (links.solutions.len(), links.solutions.len()));
        assert!(kept.iter().all(|options| problem.is_cover(options)));
        for questions in (1..40).chain([60, 90, 140, 200]) {
            let cut = run(&problem, Order::new(all), &mut Patience(questions));
            assert!(cut.complete || cut.count <= links.count, "{questions} questions: {}", cut.count);
            let mut kept = in_order(&cut.solutions);
            kept.dedup();
            assert_eq!(kept.len(), cut.solutions.len(), "{questions} questions");
            assert!(kept.iter().all(|options| problem.is_cover(options)), "{questions} questions");
        }
    }
}

/// All pairs of the points: the covers are perfect matchings.
fn complete(points: u32) -> Problem {
    let mut problem = Problem::new(points, 0);
    for a in 0..points {
        (a + 1..points).for_each(|b| _ = problem.push(&[ItemId(a), ItemId(b)]).unwrap());
    }
    problem
}

/// 57 * 55 * ... * 1 does not fit into 128 bits.
#[test]
fn a_number_that_is_too_large_for_a_word_is_exact() {
    let found = by(None, &complete(58), Goal::Count { limit: None });
    assert_eq!((found.stop, found.complete, found.count), (StopReason::Exhausted, true, u128::MAX));
    assert_eq!(found.number(), "495179769008019818390136611716089140625");
}

/// Sizes from the La Jolla repository of coverings. All points are symmetric. Without symmetries
/// the second search takes about twenty seconds.
#[test]
fn coverings_are_proved_by_their_symmetries() {
    for (v, k, t, size) in [(8, 5, 4, 20), (9, 5, 3, 12), (9, 5, 4, 30)] {
        let found = by(Some(Engine::TAXES), &covering(v, k, t), Goal::Best);
        assert_eq!((found.status, found.best), (Status::Best, Some(-size)), "{v} {k} {t}");
        assert!(found.tally.nodes() < 10_000, "{v} {k} {t}: {} nodes", found.tally.nodes());
    }
}

/// Triples that cover many items exactly once, hidden among random ones. Most of these problems
/// have one cover. The proof takes more conflicts than the number of learned clauses that `clauses`
/// keeps.
fn hidden(rng: &mut Rng, triples: u32, noise: u32) -> Problem {
    let mut items: Vec<ItemId> = (0..3 * triples).map(ItemId).collect();
    rng.shuffle(&mut items);
    let mut options: Vec<Vec<ItemId>> = items.chunks(3).map(<[ItemId]>::to_vec).collect();
    for _ in 0..noise {
        rng.shuffle(&mut items);
        options.push(items[..3].to_vec());
    }
    rng.shuffle(&mut options);
    let mut problem = Problem::new(3 * triples, 0);
    options.iter().for_each(|option| _ = problem.push(option).unwrap());
    problem
}

/// Only `clauses` drops learned clauses; `memo` gives up when its table is full.
#[test]
fn clauses_that_are_forgotten_change_no_answer() {
    let (mut forgot, mut unique) = (0, 0);
    let seeds = u64::from(rounds(3, 14));
    for seed in 0..seeds {
        let mut rng = Rng::with_seed(seed);
        let noise = rng.u32(230..280);
        let problem = hidden(&mut rng, 40, noise);
        let (links, clauses) =
            (by(Some(Engine::LINKS), &problem, Goal::Unique), by(Some(Engine::CLAUSES), &problem, Goal::Unique));
        assert_eq!((clauses.status, clauses.count), (links.status, links.count), "seed {seed}");
        let reductions = clauses.counters.iter().find(|own| own.what == "reductions").map_or(0, |own| own.number);
        forgot += u64::from(reductions > 0);
        unique += u64::from(reductions > 0 && links.status == Status::Unique);
    }
    let enough = forgot > seeds * 4 / 7 && unique > seeds / 5;
    assert!(enough, "{forgot} of {seeds} forgot clauses, {unique} of them unique");
}

/// Dominoes on a board of `rows` rows, by the recurrence of its transfer matrix: no search.
fn dominoes_on(rows: u32, columns: u32) -> (Problem, u128) {
    let mut problem = Problem::new(rows * columns, 0);
    for (row, column) in (0..rows * columns).map(|cell| (cell / columns, cell % columns)) {
        let cell = |row: u32, column: u32| ItemId(row * columns + column);
        if column + 1 < columns {
            problem.push(&[cell(row, column), cell(row, column + 1)]).unwrap();
        }
        if row + 1 < rows {
            problem.push(&[cell(row, column), cell(row + 1, column)]).unwrap();
        }
    }
    // By the cells of the next row that are taken already.
    let mut ways = std::collections::BTreeMap::from([(0u32, 1u128)]);
    let wide = columns.min(rows);
    for cell in 0..rows * columns {
        let at = cell % wide;
        let mut next = std::collections::BTreeMap::new();
        for (taken, own) in ways {
            let mut add = |taken: u32| *next.entry(taken).or_insert(0) += own;
            match taken >> at & 1 {
                1 => add(taken & !(1 << at)),
                _ => {
                    add(taken | 1 << at);
                    if at + 1 < wide && taken >> (at + 1) & 1 == 0 {
                        add(taken | 1 << (at + 1));
                    }
                }
            }
        }
        ways = next;
    }
    (problem, ways.get(&0).copied().unwrap_or(0))
}

#[test]
fn a_board_is_swept_along_its_short_side_however_it_is_written() {
    for (rows, columns) in [(2, 128), (128, 2), (3, 40), (40, 3), (4, 60), (60, 4), (8, 8), (7, 10), (2, 170)] {
        let (problem, expected) = dominoes_on(rows, columns);
        let found = by(None, &problem, Goal::Count { limit: None });
        assert_eq!((found.engine, found.count, found.complete), (Engine::MEMO, expected, true), "{rows}x{columns}");
        assert!(found.tally.nodes() < 200_000, "{rows}x{columns}: {} nodes", found.tally.nodes());
    }
}

/// Dominoes on two rows are the numbers of Fibonacci.
#[test]
fn a_count_beyond_128_bits_is_exact() {
    let (mut before, mut fibonacci) = (num_bigint::BigUint::from(1u32), num_bigint::BigUint::from(1u32));
    for _ in 1..400 {
        let next = &before + &fibonacci;
        (before, fibonacci) = (fibonacci, next);
    }
    let (problem, _) = dominoes_on(2, 185);
    let below = by(None, &problem, Goal::Count { limit: None });
    assert!(below.complete && below.large.is_none());
    let mut problem = Problem::new(800, 0);
    for column in 0..400 {
        problem.push(&[ItemId(column), ItemId(400 + column)]).unwrap();
        for row in (0..2).filter(|_| column < 399) {
            problem.push(&[ItemId(400 * row + column), ItemId(400 * row + column + 1)]).unwrap();
        }
    }
    let found = by(None, &problem, Goal::Count { limit: None });
    assert_eq!((found.number(), found.complete, found.status), (fibonacci.to_string(), true, Status::Many));
}
