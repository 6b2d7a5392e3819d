//! Problems for tests of obstructions: random ones of several sorts, boards and pigeon holes.

use dancing::{ItemId, Problem};
use fastrand::Rng;

/// A random problem: with options of two items at most, of an even number of items, or of any
/// length. Some have secondary items, and some ranges.
pub fn random(rng: &mut Rng) -> Problem {
    let (n, secondary) = (rng.u32(4..14), rng.u32(0..4));
    let mut problem = Problem::new(n, secondary);
    if rng.u8(0..6) == 0 {
        for item in (0..n).filter(|item| item % 3 == 0) {
            let least = rng.u32(0..3);
            problem.set_multiplicity(ItemId(item), least, least.max(1) + rng.u32(0..2)).unwrap();
        }
    }
    let sort = rng.u8(0..3);
    let (two_sides, all) = (rng.bool(), n + secondary);
    for _ in 0..rng.u32(n / 2..2 * n) {
        let mut items: Vec<u32> = (0..all).collect();
        rng.shuffle(&mut items);
        match sort {
            0 if two_sides => {
                let other = items.iter().copied().find(|item| item % 2 != items[0] % 2);
                items = [items[0]].into_iter().chain(other).collect();
            }
            0 => items.truncate(2),
            1 => items.truncate(2 * rng.usize(1..3)),
            _ => items.truncate(rng.usize(1..5)),
        }
        problem.push(&items.into_iter().map(ItemId).collect::<Vec<_>>()).unwrap();
    }
    problem
}

/// Dominoes on a board of n by n squares without two opposite corners.
pub fn without_corners(n: u32) -> Problem {
    let mut problem = Problem::new(n * n - 2, 0);
    let square = |row: u32, column: u32| {
        let at = row * n + column;
        (row < n && column < n && at > 0 && at < n * n - 1).then(|| ItemId(at - 1))
    };
    for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
        for next in [square(row, column + 1), square(row + 1, column)] {
            if let (Some(one), Some(other)) = (square(row, column), next) {
                problem.push(&[one, other]).unwrap();
            }
        }
    }
    problem
}

/// One pigeon more than there are holes.
pub fn pigeons(holes: u32) -> Problem {
    let mut problem = Problem::new(holes + 1, holes);
    for (pigeon, hole) in (0..=holes).flat_map(|pigeon| (0..holes).map(move |hole| (pigeon, hole))) {
        problem.push(&[ItemId(pigeon), ItemId(holes + 1 + hole)]).unwrap();
    }
    problem
}
