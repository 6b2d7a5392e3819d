//! Obstructions: none where there is a cover, and each one found is checked by brute force.

use crate::support::obstructed::{pigeons, random, without_corners};
use dancing::{Goal, ItemId, OptionId, Problem};
use fastrand::Rng;
use quadrille_puzzle::{encode, load};
use quadrille_solve::{Flow, Obstruction, Order, Snapshot, Status, StopReason, find_obstruction, run};
use quadrille_study::NoCover;

const CELLS: u64 = 1 << 21;

/// Returns true if some set of options is a cover. Tries them all, by items alone.
fn has_cover(problem: &Problem) -> bool {
    fn go(problem: &Problem, options: &[OptionId], times: &mut Vec<u32>) -> bool {
        let Some((&option, rest)) = options.split_first() else {
            return (0..problem.n_items() as u32).all(|item| {
                let (least, most) = problem.multiplicity(ItemId(item));
                (least..=most).contains(&times[item as usize])
            });
        };
        if go(problem, rest, times) {
            return true;
        }
        let fits = problem.items_of(option).iter().all(|&item| times[item.index()] < problem.multiplicity(item).1);
        if !fits || !problem.items_of(option).iter().any(|&item| problem.is_primary(item)) {
            return false;
        }
        problem.items_of(option).iter().for_each(|item| times[item.index()] += 1);
        let found = go(problem, rest, times);
        problem.items_of(option).iter().for_each(|item| times[item.index()] -= 1);
        found
    }
    go(problem, &problem.options().collect::<Vec<_>>(), &mut vec![0; problem.n_items()])
}

#[test]
fn what_is_found_is_so_and_nothing_is_found_where_there_is_a_cover() {
    let mut rng = Rng::with_seed(45);
    let (mut feasible, mut balances, mut remainders) = (0, 0, 0);
    while feasible < 2500 {
        let problem = random(&mut rng);
        let found = find_obstruction(&problem, CELLS);
        let is_feasible = match &found {
            None => run(&problem, Order::new(Goal::First), &mut ()).status != Status::None,
            Some(_) => has_cover(&problem),
        };
        match found {
            Some(found) => {
                assert!(!is_feasible && found.holds(&problem), "{found:?}");
                *(if found.modulus.is_some() { &mut remainders } else { &mut balances }) += 1;
            }
            None => feasible += u32::from(is_feasible),
        }
    }
    assert!(balances > 500 && remainders > 500, "{balances} {remainders}");
}

#[test]
fn weights_that_do_not_hold_are_refused() {
    let mut rng = Rng::with_seed(7);
    let mut refused = 0;
    for _ in 0..4000 {
        let problem = random(&mut rng);
        let mut weights: Vec<(ItemId, i64)> =
            (0..problem.n_items() as u32).map(|item| (ItemId(item), rng.i64(-2..4))).collect();
        weights.retain(|own| own.1 != 0);
        let modulus = rng.bool().then(|| rng.u32(0..4));
        let holds = Obstruction { weights, modulus }.holds(&problem);
        assert!(!(holds && has_cover(&problem)));
        refused += u32::from(!holds);
    }
    assert!(refused > 3000, "{refused}");
    let three = pigeons(2);
    let found = find_obstruction(&three, CELLS).unwrap();
    let mut unsorted = found.clone();
    unsorted.weights.reverse();
    assert!(found.holds(&three) && !unsorted.holds(&three) && !found.holds(&pigeons(4)));
}

#[test]
fn boards_and_holes_of_every_size_need_no_search() {
    for n in [2, 4, 8, 12, 30, 60] {
        for (what, problem) in [("corners", without_corners(n)), ("pigeons", pigeons(n))] {
            let found = run(&problem, Order::new(Goal::Unique), &mut ());
            let counted = run(&problem, Order::new(Goal::Count { limit: None }), &mut ());
            for found in [found, counted] {
                assert_eq!((found.status, found.count, found.complete), (Status::None, 0, true), "{what} {n}");
                if n > 8 {
                    let weights = found.obstruction.expect("it has not searched so long").weights;
                    assert!(weights.iter().all(|own| own.1.abs() == 1), "{what} {n}");
                }
            }
        }
    }
}

fn told(text: &str) -> (String, Vec<String>) {
    let loaded = load(text, Some("knuth")).unwrap();
    let names = encode(&loaded.puzzles[0].shape);
    let found = NoCover::find(&names).unwrap_or_else(|| panic!("{text}"));
    (found.argument, found.sets)
}

#[test]
fn the_reason_is_told_in_words() {
    let squares: Vec<String> = (1..=4).flat_map(|r| (1..=4).map(move |c| format!("r{r}c{c}"))).collect();
    let squares = &squares[1..15];
    let mut board = squares.join(" ") + "\n";
    for (at, one) in squares.iter().enumerate() {
        for other in &squares[at + 1..] {
            let place = |name: &str| (name.as_bytes()[1], name.as_bytes()[3]);
            let ((a, b), (c, d)) = (place(one), place(other));
            if a.abs_diff(c) + b.abs_diff(d) == 1 {
                board += &format!("{one} {other}\n");
            }
        }
    }
    let (argument, sets) = told(&board);
    assert_eq!(argument, "each option that takes one of 8 black cells takes one of 6 white cells too");
    assert_eq!(sets[1], "the 6: r1c3 r2c2 r2c4 r3c1 r3c3 r4c2");
    let (argument, _) = told("p q r | h k\np h\np k\nq h\nq k\nr h\nr k\n");
    assert_eq!(argument, "each option that takes one of 3 items takes one of 2 others too");
    let (argument, sets) = told("a b c d e\na b\nb c\nc d\nd e\na e\na c\n");
    assert_eq!(argument, "each option takes an even number of the 5 items, and 5 is odd");
    assert!(sets.is_empty());
    let (argument, _) = told("a b c d e f g\na b c\nd e f\nb c d\ne f g\na d g\na e g\n");
    assert_eq!(argument, "each option takes a multiple of 3 of the 7 items, and 7 is none");
}

/// A board of one to five rows, perhaps with gaps, and up to three pieces of one to four cells.
fn random_tiling(rng: &mut Rng) -> String {
    let (rows, columns) = (rng.usize(1..6), rng.usize(2..9));
    let mut text = format!("{}\n", ".".repeat(columns)).repeat(rows);
    match rng.u8(0..4) {
        0 => text += "gaps\n",
        1 => text += &format!("gaps {}\n", rng.u32(0..4)),
        _ => {}
    }
    for name in ["a", "b", "c"].iter().take(rng.usize(1..4)) {
        let copies = if rng.u8(0..4) == 0 { "x*".to_string() } else { format!("x{}", rng.u32(1..14)) };
        let shape = rng.choice(["X", "XX", "XXX", "XX/X.", "XX/XX", "XXX/X.."]).expect("shapes");
        text += &format!("piece {name} {copies}\n{}\n", shape.replace('/', "\n"));
    }
    text
}

#[test]
fn a_note_that_there_is_no_tiling_is_the_answer() {
    let mut rng = Rng::with_seed(4);
    let mut noted = 0;
    for _ in 0..3000 {
        let text = random_tiling(&mut rng);
        let puzzle = load(&text, Some("pieces")).unwrap().puzzles.remove(0);
        if puzzle.shape.listing().unwrap().misfit.is_none() {
            continue;
        }
        noted += 1;
        let names = encode(&puzzle.shape);
        for goal in [Goal::Unique, Goal::Count { limit: None }, Goal::Count { limit: Some(2) }] {
            let mut polls = 0;
            let mut host = |_: &dyn Fn() -> Snapshot| {
                polls += 1;
                if polls > 100 { Flow::Stop(StopReason::Limit) } else { Flow::Go }
            };
            let outcome = run(&names.problem, Order::new(goal), &mut host);
            assert_eq!((outcome.status, outcome.complete), (Status::None, true), "{goal:?}:\n{text}{outcome:?}");
        }
        // A piece that fits nowhere says more than any weights.
        let held =
            |item: u32| names.problem.options().any(|option| names.problem.items_of(option).contains(&ItemId(item)));
        if (0..names.problem.n_primary() as u32).all(held) {
            assert!(find_obstruction(&names.problem, 0).is_some(), "found without a search:\n{text}");
        }
    }
    assert!(noted > 500, "{noted}");
}
