//! The choice of the item to branch on, if every item has several options left.
//!
//! **Idea.** A *family* is a set of primary items of which every option holds exactly one: the
//! cells of a sudoku, or the edges of a graph. A cover has exactly one option for each of them. If
//! they are decided in a fixed order, the subproblems after the first few have only a few shapes,
//! like the rest of a board below a row. MRV makes a smaller tree, but leaves many shapes. Both are
//! tried, to see which one repeats more.
//!
//! A family is an exact cover of the options by the items, so Algorithm X finds one.

use super::Rest;
use crate::engine::links;
use crate::host::Flow;
use crate::order::Order;
use crate::outcome::{Snapshot, StopReason};
use dancing::{Columns, Goal, ItemId, OptionId, Problem};
use std::cmp::Reverse;

/// A rule that chooses the item to branch on.
#[derive(Debug)]
pub(super) enum BranchRule {
    /// MRV: the leftmost item with the fewest options.
    Fewest,
    /// The first open item of a family.
    Sweep(Vec<ItemId>),
}

impl BranchRule {
    /// A sweep over a family: in the file's order, or in one that has at most three quarters as
    /// many half-covered items at its peak. `None` if there is no family, or it would take long to
    /// find one.
    pub(super) fn sweep(problem: &Problem, columns: &Columns) -> Option<BranchRule> {
        let family = family(problem, columns)?;
        if family.len() * problem.n_cells() > MOST_LOOKS {
            return Some(BranchRule::Sweep(family));
        }
        let close = close_together(problem, columns, &family);
        let closer = 4 * peak(problem, columns, &close) <= 3 * peak(problem, columns, &family);
        Some(BranchRule::Sweep(if closer { close } else { family }))
    }

    /// The item to branch on, and its number of options. An item with at most one option comes
    /// first, if there is one. `None` if all are covered.
    pub(super) fn item(&self, problem: &Problem, rest: &Rest) -> Option<(ItemId, u32)> {
        let open = (0..problem.n_primary()).filter(|&item| rest.open[item]);
        let fewest = open.min_by_key(|&item| rest.left[item])?;
        let next = match self {
            BranchRule::Sweep(family) if rest.left[fewest] > 1 => family.iter().find(|item| rest.open[item.index()]),
            _ => None,
        };
        let item = next.map_or(fewest, |item| item.index());
        Some((ItemId(item as u32), rest.left[item]))
    }
}

/// The most cells that are read to find an order: some hundredths of a second.
const MOST_LOOKS: usize = 1 << 24;

/// The number of polls within which a family must be found: a hundredth of a second.
const PATIENCE: u32 = 32;

/// Primary items of which every option that can be chosen holds exactly one, leftmost first.
fn family(problem: &Problem, columns: &Columns) -> Option<Vec<ItemId>> {
    let rest = Rest::new(problem, columns);
    // The first item, and each later one that shares no option with those taken before.
    let mut held = vec![false; problem.n_options()];
    let mut family: Vec<ItemId> = Vec::new();
    let primary = || (0..problem.n_primary() as u32).map(ItemId);
    for item in primary() {
        if columns.of(item).iter().all(|option| !held[option.index()]) {
            columns.of(item).iter().for_each(|option| held[option.index()] = true);
            family.push(item);
        }
    }
    if problem.options().all(|option| held[option.index()] || !rest.live[option.index()]) {
        return Some(family);
    }
    // Otherwise, solves the transposed problem: its items are the options, which are to be covered.
    let live: Vec<OptionId> = problem.options().filter(|option| rest.live[option.index()]).collect();
    let mut numbers = vec![None; problem.n_options()];
    live.iter().zip(0..).for_each(|(option, number)| numbers[option.index()] = Some(ItemId(number)));
    let mut turned = Problem::new(live.len() as u32, 0);
    let mut items = Vec::new();
    for item in primary().filter(|&item| columns.len(item) > 0) {
        let options: Vec<ItemId> = columns.of(item).iter().filter_map(|option| numbers[option.index()]).collect();
        turned.push(&options).ok()?;
        items.push(item);
    }
    let mut polls = 0;
    let mut patient = |_: &dyn Fn() -> Snapshot| {
        polls += 1;
        if polls <= PATIENCE { Flow::Go } else { Flow::Stop(StopReason::Limit) }
    };
    let found = links::run(&turned, Order::new(Goal::First), &mut patient).solutions;
    let mut family: Vec<ItemId> = found.first()?.iter().map(|place| items[place.index()]).collect();
    family.sort_unstable();
    Some(family)
}

/// The items that the options of an item hold, each once.
fn around(problem: &Problem, columns: &Columns, item: ItemId) -> Vec<ItemId> {
    let mut around: Vec<ItemId> =
        columns.of(item).iter().flat_map(|&option| problem.items_of(option)).copied().collect();
    around.sort_unstable();
    around.dedup();
    around
}

/// Orders a family greedily. The next item is the one that touches the fewest items not touched
/// before. Ties go to the item whose touched items were touched most often, because these are soon
/// complete.
fn close_together(problem: &Problem, columns: &Columns, family: &[ItemId]) -> Vec<ItemId> {
    let mut times = vec![0u32; problem.n_items()];
    let mut left: Vec<(ItemId, Vec<ItemId>)> =
        family.iter().map(|&item| (item, around(problem, columns, item))).collect();
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let cost = |around: &[ItemId]| {
            let touched = || around.iter().map(|item| times[item.index()]);
            (touched().filter(|&times| times == 0).count(), Reverse(touched().sum::<u32>()))
        };
        let at = (0..left.len()).min_by_key(|&at| cost(&left[at].1)).expect("one is left");
        let (item, around) = left.remove(at);
        around.iter().for_each(|item| times[item.index()] += 1);
        order.push(item);
    }
    order
}

/// The most items that are half covered at any time of a sweep: touched, and not complete.
fn peak(problem: &Problem, columns: &Columns, family: &[ItemId]) -> i64 {
    let mut ends: Vec<Option<(usize, usize)>> = vec![None; problem.n_items()];
    for (at, &item) in family.iter().enumerate() {
        for held in around(problem, columns, item) {
            let (from, _) = ends[held.index()].unwrap_or((at, at));
            ends[held.index()] = Some((from, at));
        }
    }
    let mut change = vec![0i64; family.len() + 1];
    for (from, to) in ends.into_iter().flatten() {
        change[from] += 1;
        change[to] -= 1;
    }
    let mut open = 0;
    let opens = change.into_iter().map(|change| {
        open += change;
        open
    });
    opens.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let family = family(&problem, &columns).unwrap();
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
        assert_eq!(family(&pairs, &pairs.columns()), None);
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
        let Some(BranchRule::Sweep(order)) = BranchRule::sweep(&problem, &columns) else { panic!("there is a family") };
        let plain: Vec<ItemId> = (0..40).map(ItemId).collect();
        assert_eq!(order.len(), 40);
        assert!(peak(&problem, &columns, &plain) > 10 && peak(&problem, &columns, &order) <= 4);
    }
}
