//! Jumps in the debugger. After any keys the structure equals that of a fresh walk to the same
//! address. Operations have the numbers of a walk from the root. Blame equals a record of every
//! unlink.
//!
//! `QUADRILLE_LONG=1` runs the full number of cases.

use crate::support::{covering, langford, line, queens, rounds, sudoku};
use dancing::{Address, Event, ItemId, OptionId, ParseAddressError, Policy, Problem, Search, Step, Tally};
use proptest::prelude::*;
use quadrille_solve::{Break, Fate, Grain, ItemFate, Leap, Nearby, Site, Standing, Stepper, Stop, is_gone};
use std::sync::Arc;

/// Small problems for every class of machine, with their policies.
fn subjects() -> Vec<(&'static str, Problem, Policy)> {
    let mut weighted = Problem::new(8, 0);
    for mask in 1u32..256 {
        let items: Vec<ItemId> = (0..8).filter(|bit| mask >> bit & 1 == 1).map(ItemId).collect();
        if (1..=3).contains(&items.len()) && mask % 3 != 0 {
            weighted.push_weighted(&items, i64::from(mask % 11)).unwrap();
        }
    }
    let best = Policy { best: true, ..Policy::default() };
    let hard = ".....6....59.....82....8....45........3........6..3.54...325..6..................";
    vec![
        ("queens", queens(6), Policy::default()),
        ("langford", langford(7), Policy::default()),
        ("sudoku", sudoku(3, 3, &line(hard)), Policy::default()),
        ("covering", covering(6, 3, 2), Policy::default()),
        ("weighted", weighted, best),
    ]
}

/// An action of the user.
#[derive(Clone, Debug)]
enum Press {
    Step(Grain, bool),
    Run(Leap, bool),
    Continue(usize, bool),
    Steer(usize),
    Unsteer,
    GoTo(usize),
    GoToOperation(u64),
    Root,
}

fn presses() -> impl Strategy<Value = Vec<Press>> {
    let grain = (1..Grain::ALL.len()).prop_map(|at| Grain::ALL[at]);
    let press = prop_oneof![
        8 => (grain, any::<bool>()).prop_map(|(grain, forward)| Press::Step(grain, forward)),
        1 => any::<bool>().prop_map(|forward| Press::Run(Leap::Solution, forward)),
        1 => any::<bool>().prop_map(|forward| Press::Run(Leap::DeadEnd, forward)),
        2 => (0usize..6, any::<bool>()).prop_map(|(at, forward)| Press::Continue(at, forward)),
        2 => (1usize..5).prop_map(Press::Steer),
        1 => Just(Press::Unsteer),
        2 => (0usize..40).prop_map(Press::GoTo),
        1 => (0u64..60_000).prop_map(Press::GoToOperation),
        1 => Just(Press::Root),
    ];
    proptest::collection::vec(press, 1..30)
}

/// Whether two searches have the same structure.
fn same(one: &Search, other: &Search) -> bool {
    let nodes = |search: &Search| {
        let links = search.links();
        let lists: Vec<_> = (0..links.n_items() as u32)
            .map(ItemId)
            .map(|item| (links.is_open(item), links.column(item).collect::<Vec<_>>()))
            .collect();
        (lists, search.chosen().to_vec(), search.phase(), search.limit())
    };
    nodes(one) == nodes(other)
}

fn breaks(problem: &Problem) -> Vec<Break> {
    let option = OptionId(problem.n_options() as u32 / 2);
    let item = problem.items_of(option)[0];
    vec![
        Break::Falls { item, to: 1 },
        Break::Chosen(item),
        Break::Tried(option),
        Break::Hidden(option),
        Break::Level(3),
        Break::DeadEnd,
    ]
}

/// The operations on both sides of a state, by walking copies of its search.
fn walked(stepper: &Stepper, behind: usize, ahead: usize) -> Nearby {
    let (mut back, mut forth) = (stepper.search().clone(), stepper.search().clone());
    let (mut before, mut after) = (stepper.tally().clone(), stepper.tally().clone());
    Nearby {
        behind: std::iter::from_fn(|| back.step_back(&mut before)).take(behind).collect(),
        ahead: std::iter::from_fn(|| forth.step_into(&mut after)).take(ahead).collect(),
    }
}

#[test]
fn any_sequence_of_keys_ends_where_a_fresh_walk_does() {
    let subjects = subjects();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(rounds(200, 100_000)));
    let strategy = (0..subjects.len(), presses());
    runner
        .run(&strategy, |(at, presses)| {
            let (name, problem, policy) = &subjects[at];
            let mut stepper = Stepper::new(problem, *policy);
            let mut visited: Vec<Address> = vec![stepper.search().address()];
            let breaks = breaks(problem);
            for press in presses {
                match press {
                    Press::Step(grain, forward) => _ = stepper.step(grain, forward),
                    Press::Run(target, forward) => _ = stepper.run(Some(target), &[], forward, 3000, true),
                    Press::Continue(at, forward) => _ = stepper.run(None, &breaks[at..=at], forward, 3000, true),
                    Press::Steer(k) => _ = stepper.steer(k),
                    Press::Unsteer => _ = stepper.unsteer(),
                    Press::GoTo(at) => stepper.go(&visited[at % visited.len()]).unwrap(),
                    Press::GoToOperation(number) => _ = stepper.go_to_operation(number),
                    Press::Root => stepper.to_root(),
                }
                visited.push(stepper.search().address());
                stepper.search().validate().unwrap();
                stepper.links().validate().unwrap();
                // What is kept between two states is what a fresh stepper computes.
                let fresh = Stepper::set_down(stepper.search().clone());
                let (kept, wanted) = (stepper.before_choice(), fresh.before_choice());
                prop_assert!(*kept == *wanted, "{} before the choice", name);
                prop_assert_eq!((kept.score(), kept.limit_test()), (wanted.score(), wanted.limit_test()));
                let mut copy = stepper.search().clone();
                let next = copy.peek();
                let is_forward = stepper.did().is_none_or(|did| did.forward);
                let last = if is_forward { copy.peek_back() } else { next.clone() };
                prop_assert!(copy == *stepper.search(), "{} is where it was", name);
                let last = last.filter(|_| stepper.slow().is_none() && !stepper.is_steered()).map(Step::inverse);
                prop_assert!(stepper.small_next_step().map(|step| &**step) == next.as_ref());
                prop_assert!(stepper.small_last_step().map(|step| &**step) == last.as_ref());
                prop_assert!(stepper.last_step() == last.map(Arc::new));
                let before = stepper.clone();
                let nearby = stepper.nearby(12, 8);
                if nearby != Nearby::default() || stepper.is_whole() {
                    let walked = walked(&before, 12, 8);
                    // What lies before a branch that was taken by hand was never seen.
                    match stepper.by_hand() {
                        [] => prop_assert_eq!(nearby, walked),
                        _ => {
                            prop_assert_eq!(nearby.ahead, walked.ahead);
                            prop_assert!(walked.behind.starts_with(&nearby.behind));
                        }
                    }
                }
                prop_assert!(before == stepper, "{} moved by being looked around in", name);
            }
            let mut fresh = Search::new(problem, *policy);
            let address = stepper.search().address();
            prop_assert!(fresh.go(&address).is_ok(), "{} has no {}", name, address);
            prop_assert!(same(&fresh, stepper.search()), "{} at {}", name, address);
            Ok(())
        })
        .unwrap();
}

/// What the user sees on the way back is what was seen on the way there, although in the search's
/// own order other branches lie before one that was taken by hand.
#[test]
fn stepping_back_undoes_a_branch_taken_by_hand() {
    let mut undone = 0;
    for (name, problem, policy) in subjects() {
        let mut stepper = Stepper::new(&problem, policy);
        // Bounds depend on what was found on the way, so two seen states may differ in them.
        if stepper.search().limit().is_some() || stepper.search().looks_for_best() {
            continue;
        }
        let mut seen = vec![stepper.clone()];
        let mut taken = 0;
        for press in 0..120 {
            let branch = stepper.search().current_branch().filter(|branch| branch.k < branch.d);
            let last = branch.map_or(0, |branch| branch.d);
            let steered = branch.is_some() && taken < press / 5;
            taken += usize::from(steered);
            let moved = if steered { stepper.steer(last) } else { stepper.step(Grain::Item, true) };
            if !moved {
                break;
            }
            undone += usize::from(steered);
            seen.push(stepper.clone());
        }
        for before in seen.iter().rev().skip(1) {
            assert!(stepper.step(Grain::Item, false), "{name}");
            let (is, was) = (stepper.search(), before.search());
            assert_eq!(is.address(), was.address(), "{name}");
            assert!(same(is, was), "{name} at {}", was.address());
            assert_eq!(stepper.by_hand(), before.by_hand(), "{name} at {}", was.address());
        }
        assert!(stepper.is_whole() && stepper.by_hand().is_empty(), "{name}: the counts are those of the whole way");
    }
    assert!(undone > 10, "{undone}");
}

#[test]
fn operations_have_the_numbers_of_a_walk_from_the_root() {
    for (name, problem, policy) in subjects() {
        let (mut search, mut tally) = (Search::new(&problem, policy), Tally::default());
        let mut walk = vec![(search.address(), tally.clone())];
        while walk.len() < 40_000 && search.step_into(&mut tally).is_some() {
            walk.push((search.address(), tally.clone()));
        }
        // A search that was placed at an address knows its operation number from its counts alone.
        for (number, (address, tally)) in walk.iter().enumerate().step_by(walk.len() / 50 + 1) {
            let mut there = Search::new(&problem, policy);
            there.go(address).unwrap();
            assert_eq!(Stepper::at(there, tally.clone()).operations(), number as i64, "{name} {address}");
        }
        let mut stepper = Stepper::new(&problem, policy);
        let last = [Break::Operation(walk.len() as u64 - 1)];
        while stepper.run(None, &last, true, 100_000, true).is_none() {}
        for number in [0, 1, walk.len() / 3, walk.len() - 1, walk.len() / 2] {
            assert!(stepper.go_to_operation(number as u64), "{name} {number}");
            assert_eq!(stepper.search().address(), walk[number].0, "{name} {number}");
            assert_eq!((stepper.operations(), stepper.tally()), (number as i64, &walk[number].1), "{name} {number}");
        }
        // An address near a recorded walk is found with its number.
        let number = walk.len() / 2;
        stepper.go(&walk[number].0).unwrap();
        assert_eq!((stepper.is_whole(), stepper.operations()), (true, number as i64), "{name}");
    }
}

#[test]
fn breakpoints_are_found_from_either_side() {
    for (name, problem, policy) in subjects() {
        let mut all = breaks(&problem);
        all.extend([
            Break::Solution(None),
            Break::Solution(Some(1)),
            Break::Operation(25),
            Break::Improved,
            Break::Cut,
        ]);
        for own in all {
            let mut stepper = Stepper::new(&problem, policy);
            let mut met = Vec::new();
            while met.len() < 200 {
                match stepper.run(None, &[own], true, 1_000_000, true) {
                    Some(Stop::Break(0)) => met.push((stepper.search().address(), stepper.operations())),
                    _ => break,
                }
            }
            // Starts after the last stop and runs back over all of them.
            stepper.run(None, &[], true, 50, true);
            let mut back = Vec::new();
            while back.len() < met.len() {
                match stepper.run(None, &[own], false, 3_000_000, true) {
                    Some(Stop::Break(0)) => back.push((stepper.search().address(), stepper.operations())),
                    _ => break,
                }
            }
            back.reverse();
            let within: Vec<_> = met.iter().rev().take(back.len()).rev().cloned().collect();
            let further: Vec<_> = back.iter().filter(|own| !met.contains(own)).collect();
            // Stops between the last one found forwards and the turning point are found too.
            assert!(
                further.len() <= 50
                    && (met.is_empty() || back.len() >= met.len().min(200) && within.len() == back.len()),
                "{name} {own:?}"
            );
            for stop in &back {
                assert!(met.contains(stop) || stop.1 > met.last().unwrap().1, "{name} {own:?} {stop:?}");
            }
        }
    }
}

/// Compares blame with a record of every unlink: the step that hid each option and the step that
/// covered each item.
#[test]
fn blame_is_what_a_record_of_every_unlink_says() {
    for (name, problem, policy) in subjects() {
        let (mut search, mut tally) = (Search::new(&problem, policy), Tally::default());
        let mut hidden: Vec<Option<(Address, Event)>> = vec![None; problem.n_options()];
        let mut covered: Vec<Option<(Address, Event)>> = vec![None; problem.n_primary()];
        let (mut asked, mut steps) = (0, 0u64);
        let wanted = rounds(100, 1000);
        let every = 1 + 7 * u64::from(name == "sudoku");
        while asked < wanted {
            let before = search.address();
            let Some(event) = search.step_into(&mut tally) else { break };
            for option in problem.options() {
                let own = &mut hidden[option.index()];
                match (is_gone(&search, option), own.is_some()) {
                    (true, false) => *own = Some((before.clone(), event)),
                    (false, true) => *own = None,
                    _ => {}
                }
            }
            for item in 0..problem.n_primary() as u32 {
                let own = &mut covered[item as usize];
                match (search.links().is_open(ItemId(item)), own.is_some()) {
                    (false, false) => *own = Some((before.clone(), event)),
                    (true, true) => *own = None,
                    _ => {}
                }
            }
            steps += 1;
            if steps % every != 0 {
                continue;
            }
            asked += 1;
            let standing = Standing::of(&search);
            // The path does not tell how many covers were found before.
            let plain =
                |own: (Address, Event)| (Address { limit: own.0.limit.map(|(limit, _)| (limit, 0)), ..own.0 }, own.1);
            for option in problem.options() {
                let hidden_by = |fate| if let Fate::Hidden(blame) = fate { Some(blame) } else { None };
                let found =
                    hidden_by(standing.option(option)).map(|blame| plain((standing.before(&blame), blame.event)));
                // The options of the item in hand were hidden when it was chosen. They are still
                // being tried, so they have no blame.
                let in_hand = search.current_item();
                let chosen = |own: &(Address, Event)| in_hand.is_some_and(|item| own.1 == Event::Choose { item });
                let record = hidden[option.index()].clone().filter(|own| !chosen(own));
                // Chosen options have no blame either.
                let record = record.filter(|_| !search.path().contains(&option));
                assert_eq!(found, record.map(plain), "{name} {} option {option:?}", search.address());
            }
            for item in (0..problem.n_primary() as u32).map(ItemId) {
                let covered_by = match standing.item(item) {
                    ItemFate::Current(blame) | ItemFate::Covered(blame) => Some(blame),
                    _ => None,
                };
                let found = covered_by.map(|blame| plain((standing.before(&blame), blame.event)));
                assert_eq!(
                    found,
                    covered[item.index()].clone().map(plain),
                    "{name} {} item {item:?}",
                    search.address()
                );
            }
        }
    }
}

/// Jumps between any two of the first ten million operations, after these were walked once.
#[test]
fn a_jump_is_short_however_far_it_goes() {
    let far = u64::from(rounds(1_000_000, 10_000_000));
    let problem = queens(14);
    let mut stepper = Stepper::new(&problem, Policy::default());
    let walk = std::time::Instant::now();
    while stepper.run(None, &[Break::Operation(far)], true, 20_000, true).is_none() {}
    eprintln!("{far} operations walked in {:?}", walk.elapsed());
    let (mut longest, mut at) = (std::time::Duration::ZERO, 12_345u64);
    for _ in 0..200 {
        at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let jump = std::time::Instant::now();
        assert!(stepper.go_to_operation((at >> 20) % far));
        longest = longest.max(jump.elapsed());
        let address = stepper.search().address();
        stepper.go_to_operation((at >> 24) % far);
        let jump = std::time::Instant::now();
        stepper.go(&address).unwrap();
        longest = longest.max(jump.elapsed());
        assert_eq!(stepper.operations() as u64, (at >> 20) % far);
    }
    eprintln!("the longest of 400 jumps took {longest:?}");
    assert!(longest.as_millis() < 500, "{longest:?} on a loaded machine and a build for tests");
}

#[test]
fn a_site_is_read_as_it_is_written() {
    for text in ["1/2+0~3", "root~1", "1/2"] {
        assert_eq!(text.parse::<Site>().unwrap().to_string(), text);
    }
    assert_eq!("1/2~x".parse::<Site>(), Err(ParseAddressError { column: 5 }));
}
