//! The engines that count with a table of subproblems: what the table decides, and the order in
//! which items are covered.

use crate::choice::{family, peak, sweep};
use dancing::{Goal, ItemId, OptionId, Problem};
use fastrand::Rng;
use quadrille_solve::tables::decide;
use quadrille_solve::{Engine, Order, Status, run};

/// Dominoes and squares on a board with holes.
fn board(rng: &mut Rng) -> Problem {
    let (rows, columns) = (rng.u32(1..6), rng.u32(1..6));
    let hole: Vec<bool> = (0..rows * columns).map(|_| rng.u8(0..6) == 0).collect();
    let mut item = vec![None; hole.len()];
    let open = (0..hole.len()).filter(|&at| !hole[at]);
    open.zip(0..).for_each(|(at, number)| item[at] = Some(ItemId(number)));
    let mut problem = Problem::new(item.iter().flatten().count() as u32, 0);
    let cell = |row: u32, column: u32| match row < rows && column < columns {
        true => item[(row * columns + column) as usize],
        false => None,
    };
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let shapes: [&[(u32, u32)]; 3] = [&[(0, 1)], &[(1, 0)], &[(0, 1), (1, 0), (1, 1)]];
        for shape in shapes {
            let rest = shape.iter().map(|&(down, right)| cell(row + down, column + right));
            let items: Option<Vec<ItemId>> = std::iter::once(cell(row, column)).chain(rest).collect();
            if let Some(items) = items {
                problem.push(&items).unwrap();
            }
        }
    }
    problem
}

#[test]
fn a_table_finds_one_cover_or_two_or_says_that_there_are_none() {
    let mut rng = Rng::with_seed(9);
    let mut of = [0; 3];
    for case in 0..600 {
        let problem = board(&mut rng);
        let count = problem.covers().count();
        of[count.min(2)] += 1;
        for goal in [Goal::First, Goal::Unique] {
            let found = decide(&problem, &Order::new(goal), u64::MAX, &mut ()).expect("a small table");
            let status = match (goal, count) {
                (_, 0) => Status::None,
                (Goal::First, _) => Status::Solved,
                (_, 1) => Status::Unique,
                _ => Status::Many,
            };
            assert_eq!(found.status, status, "case {case}");
            let wanted = if goal == Goal::First { count.min(1) } else { count.min(2) };
            let mut covers = found.solutions;
            assert!(covers.iter().all(|cover| problem.is_cover(cover)), "case {case}");
            covers.iter_mut().for_each(|cover| cover.sort_unstable());
            covers.sort_unstable();
            covers.dedup();
            assert_eq!(covers.len(), wanted, "case {case}");
        }
        // A count shows a cover that the table has found.
        let order = Order { engine: Some(Engine::MEMO), ..Order::new(Goal::Count { limit: None }) };
        let counted = run(&problem, order, &mut ());
        assert_eq!(counted.engine, Engine::MEMO, "case {case}");
        assert_eq!((counted.count, counted.solutions.len()), (count as u128, count.min(1)), "case {case}");
    }
    assert!(of.iter().all(|&many| many > 20), "{of:?}");
}

/// A cover by `links`, by which a family is found.
fn find(problem: &Problem) -> Option<Vec<OptionId>> {
    let order = Order { engine: Some(Engine::LINKS), ..Order::new(Goal::First) };
    run(problem, order, &mut ()).solutions.into_iter().next()
}

/// A Latin square, its items in an order of three kinds, and as many options as it has cells
/// times symbols.
fn latin(n: u32, mixed: bool) -> Problem {
    let mut problem = Problem::new(3 * n * n, 0);
    let place = |kind: u32, number: u32| ItemId(if mixed { 3 * number + kind } else { kind * n * n + number });
    for (r, (c, v)) in (0..n).flat_map(|r| (0..n).flat_map(move |c| (0..n).map(move |v| (r, (c, v))))) {
        problem.push(&[place(0, r * n + c), place(1, r * n + v), place(2, c * n + v)]).unwrap();
    }
    problem
}

#[test]
fn every_option_holds_one_item_of_a_family() {
    for problem in [latin(5, false), latin(5, true)] {
        let columns = problem.columns();
        let family = family(&problem, &columns, &find).expect("there is a family");
        assert_eq!(family.len(), 25);
        for option in problem.options() {
            let held = problem.items_of(option).iter().filter(|item| family.contains(item)).count();
            assert_eq!(held, 1);
        }
    }
    // If each option holds two items, there is no family.
    let mut pairs = Problem::new(4, 0);
    for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        pairs.push(&[ItemId(a), ItemId(b)]).unwrap();
    }
    assert_eq!(family(&pairs, &pairs.columns(), &find), None);
}

#[test]
fn a_sweep_in_a_bad_order_is_put_right() {
    // Cells of a strip of three rows; each option holds a cell and what it shares with the
    // next.
    let mut problem = Problem::new(40, 41);
    let shuffled = |k: u32| k * 17 % 40;
    for at in 0..40 {
        for link in [at, at + 1] {
            problem.push(&[ItemId(shuffled(at)), ItemId(40 + link)]).unwrap();
        }
    }
    let columns = problem.columns();
    let order = sweep(&problem, &columns, &find).expect("there is a family");
    let plain: Vec<ItemId> = (0..40).map(ItemId).collect();
    assert_eq!(order.len(), 40);
    assert!(peak(&problem, &columns, &plain) > 10 && peak(&problem, &columns, &order) <= 4);
}
