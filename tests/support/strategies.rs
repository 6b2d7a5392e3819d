//! Random small problems of every class, and the number of their covers without links.
#![allow(dead_code, reason = "not all of it is used by each crate")]

use dancing::{ItemId, OptionId, Problem};
use proptest::prelude::*;

/// Up to 12 items, some of them secondary, and up to 20 options.
pub fn problems() -> impl Strategy<Value = Problem> {
    (1u32..8, 0u32..5).prop_flat_map(|(primary, secondary)| {
        let option = proptest::collection::btree_set(0..primary + secondary, 1..5);
        proptest::collection::vec(option, 0..20).prop_map(move |options| {
            let mut problem = Problem::new(primary, secondary);
            for option in options {
                problem.push(&option.into_iter().map(ItemId).collect::<Vec<_>>()).unwrap();
            }
            problem
        })
    })
}

/// As `problems`, but every item must be covered at least once.
pub fn repeated_problems() -> impl Strategy<Value = Problem> {
    (1u32..9).prop_flat_map(|items| {
        let option = proptest::collection::btree_set(0..items, 1..5);
        proptest::collection::vec(option, 0..13).prop_map(move |options| {
            let mut problem = Problem::repeated(items);
            for option in options {
                problem.push(&option.into_iter().map(ItemId).collect::<Vec<_>>()).unwrap();
            }
            problem
        })
    })
}

/// Small problems in which some of each option's secondary items have one of three colours.
pub fn colored_problems() -> impl Strategy<Value = Problem> {
    let option = proptest::collection::vec((proptest::bool::weighted(0.35), 0u32..5), 7);
    (1u32..5, proptest::collection::vec(option, 1..11)).prop_map(|(primary, options)| {
        let mut problem = Problem::new(primary, 7 - primary);
        for option in options {
            let cells = option.iter().zip(0..).filter(|((held, _), _)| *held);
            let cells = cells.map(|((_, color), item)| (item, if item < primary { 0 } else { *color % 4 }));
            let (items, colors): (Vec<ItemId>, Vec<u32>) = cells.map(|(item, color)| (ItemId(item), color)).unzip();
            if !items.is_empty() {
                problem.push_colored(&items, &colors, -(items.len() as i64)).unwrap();
            }
        }
        problem
    })
}

/// Small problems with multiplicities, some of them with colours too.
pub fn multiple_problems() -> impl Strategy<Value = Problem> {
    let option = proptest::collection::vec((proptest::bool::weighted(0.4), 0u32..6), 7);
    let ranges = proptest::collection::vec((0u32..4, 1u32..4), 7);
    (1u32..6, ranges, proptest::collection::vec(option, 1..12)).prop_map(|(primary, ranges, options)| {
        let mut problem = Problem::new(primary, 7 - primary);
        for (item, (least, most)) in (0..primary).zip(ranges) {
            problem.set_multiplicity(ItemId(item), least.min(most), most).unwrap();
        }
        for option in options {
            let cells = option.iter().zip(0..).filter(|((held, _), _)| *held);
            let cells = cells.map(|((_, color), item)| (item, if item < primary || *color > 3 { 0 } else { *color }));
            let (items, colors): (Vec<ItemId>, Vec<u32>) = cells.map(|(item, color)| (ItemId(item), color)).unzip();
            if !items.is_empty() {
                problem.push_colored(&items, &colors, 3 - items.len() as i64).unwrap();
            }
        }
        problem
    })
}

/// The number of covers by trying every subset of the options that hold a primary item, without
/// links.
pub fn brute_force(problem: &Problem) -> u64 {
    let useful: Vec<OptionId> =
        problem.options().filter(|&o| problem.items_of(o).iter().any(|&i| problem.is_primary(i))).collect();
    let subsets = (0u64..1 << useful.len())
        .map(|mask| useful.iter().enumerate().filter(|(k, _)| mask >> k & 1 == 1).map(|(_, &o)| o).collect::<Vec<_>>());
    subsets.filter(|chosen| problem.is_cover(chosen)).count() as u64
}
