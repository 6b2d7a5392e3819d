//! Standard sudokus in bulk: grids are answered alike one by one and side by side, and soon.

use crate::lanes::{Settled, settle};
use fastrand::Rng;
use quadrille_solve::{NineFound, NineLimits, NineSearch, solve_nines};

/// A solved grid.
fn solution() -> [u8; 81] {
    std::array::from_fn(|cell| {
        let (row, column) = (cell / 9, cell % 9);
        ((3 * (row % 3) + row / 3 + column) % 9 + 1) as u8
    })
}

#[test]
fn the_solutions_of_few_givens_are_met_without_delay() {
    let mut random = Rng::with_seed(9);
    let solution = solution();
    for givens in 0..30 {
        for _ in 0..20 {
            let mut puzzle = [0; 81];
            for cell in random.choose_multiple(0..81, givens) {
                puzzle[cell] = solution[cell];
            }
            // A node is a guess.
            let found = NineSearch::default().solve(&puzzle, NineLimits { limit: 2, keep: 2, nodes: 5_000 });
            assert!(found.nodes < 5_000, "{givens} givens: {puzzle:?}");
            assert!(found.count > 0, "{givens} givens: {puzzle:?}");
        }
    }
}

#[test]
fn grids_are_answered_side_by_side_as_each_by_itself() {
    let mut random = Rng::with_seed(8);
    let solution = solution();
    // From empty to full grids, some with a wrong digit.
    let grid = |givens: usize| {
        let mut puzzle = [0; 81];
        for cell in random.choose_multiple(0..81, givens) {
            puzzle[cell] = solution[cell];
        }
        if random.u8(..4) == 0 {
            puzzle[random.usize(..81)] = random.u8(1..10);
        }
        puzzle
    };
    let puzzles: Vec<[u8; 81]> = (0..82).cycle().take(2_000).map(grid).collect();
    let ask = NineLimits { limit: 3, keep: 3, nodes: u64::MAX };
    let apart: Vec<NineFound> = puzzles.iter().map(|puzzle| NineSearch::default().solve(puzzle, ask)).collect();
    let together = solve_nines(&puzzles, ask);
    for (puzzle, (apart, together)) in puzzles.iter().zip(apart.iter().zip(&together)) {
        assert_eq!((together.count, together.complete), (apart.count, apart.complete), "{puzzle:?}");
        let mut solutions: Vec<_> = together.solutions().collect();
        assert_eq!(solutions.len() as u64, together.count, "{puzzle:?}");
        solutions.sort_unstable();
        solutions.dedup();
        assert_eq!(solutions.len() as u64, together.count, "two are the same: {puzzle:?}");
        if apart.count == 1 {
            assert_eq!(together.first, apart.first, "{puzzle:?}");
        }
    }
    // The lanes solve some grids, refute some, and leave some open.
    let (mut solved, mut dead, mut open) = (0, 0, 0);
    settle(&puzzles, |grid, settled| {
        let kept = |cell: usize, holds: u16| puzzles[grid][cell] == 0 || holds >> (puzzles[grid][cell] - 1) & 1 == 1;
        *match settled {
            Settled::Solved(digits) => {
                assert!((0..81).all(|cell| kept(cell, 1 << (digits[cell] - 1))), "{digits:?}");
                &mut solved
            }
            Settled::Dead => &mut dead,
            Settled::Open { cells, placed } => {
                // A given is struck out only in a contradiction, which leaves a cell without a digit.
                let holds = (0..81).all(|cell| kept(cell, cells[cell])) || cells.contains(&0);
                let alone = cells.iter().filter(|holds| holds.count_ones() < 2).count();
                assert!(holds && alone >= placed as usize, "{placed} {cells:?}");
                &mut open
            }
        } += 1;
    });
    assert!(solved > 100 && dead > 100 && open > 100, "{solved} {dead} {open}");
    for limit in 0..3 {
        let ask = NineLimits { limit, ..ask };
        let one = NineSearch::default().solve(&puzzles[0], ask);
        assert_eq!(one.count, solve_nines(&puzzles[..1], ask)[0].count, "at most {limit}");
    }
    assert_eq!(solve_nines(&puzzles[..1], NineLimits { limit: 0, ..ask }), [NineFound::default()]);
    assert_eq!(solve_nines(&[], ask), []);
    let cut = solve_nines(&[[0; 81]], NineLimits { limit: 1_000_000, keep: 1, nodes: 500 });
    assert_eq!((cut[0].nodes, cut[0].complete), (500, false));
}

#[test]
fn givens_that_clash_leave_nothing() {
    for (one, other) in [(0, 8), (0, 72), (0, 10), (0, 1), (0, 9), (40, 41)] {
        let mut puzzle = [0; 81];
        (puzzle[one], puzzle[other]) = (5, 5);
        let found = solve_nines(&[puzzle], NineLimits { limit: 1, keep: 1, nodes: u64::MAX });
        assert_eq!((found[0].count, found[0].complete), (0, true), "{one} {other}");
    }
}

#[test]
fn a_cell_can_differ_if_another_digit_there_has_a_solution() {
    let (mut random, mut search) = (Rng::with_seed(7), NineSearch::default());
    let solution = solution();
    let mut answers = [0; 2];
    for _ in 0..1_000 {
        let mut puzzle = [0; 81];
        let givens = random.usize(25..60);
        for cell in random.choose_multiple(0..81, givens) {
            puzzle[cell] = solution[cell];
        }
        let open: Vec<usize> = (0..81).filter(|&cell| puzzle[cell] == 0).collect();
        let cell = open[random.usize(..open.len())];
        let digit = if random.bool() { solution[cell] } else { random.u8(1..10) };
        let any = (1..10).filter(|&other| other != digit).any(|other| {
            let mut with = puzzle;
            with[cell] = other;
            solve_nines(&[with], NineLimits { limit: 1, keep: 1, nodes: u64::MAX })[0].count > 0
        });
        answers[usize::from(any)] += 1;
        assert_eq!(search.can_differ(&puzzle, cell, digit), any, "{puzzle:?} {cell} {digit}");
    }
    assert!(answers.into_iter().all(|number| number > 100), "{answers:?}");
}
