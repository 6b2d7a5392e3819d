//! The order in which the items of a family are covered, if every item has several options left.
//!
//! **Idea.** A *family* is a set of primary items of which every option holds exactly one: the
//! cells of a sudoku, or the edges of a graph. A cover has exactly one option for each of them. If
//! they are decided in a fixed order, the subproblems after the first few have only a few shapes,
//! like the rest of a board below a row. MRV makes a smaller tree, but leaves many shapes. Both are
//! tried, to see which one repeats more.
//!
//! A family is an exact cover of the options by the items, so Algorithm X finds one.

use dancing::{Columns, ItemId, OptionId, Problem};
use std::cmp::Reverse;

/// The most cells that are read to find an order: some hundredths of a second.
const MOST_LOOKS: usize = 1 << 24;

/// Finds a cover of a problem. `None` if there is none, or it would take long to find one.
pub(super) type Find<'a> = &'a dyn Fn(&Problem) -> Option<Vec<OptionId>>;

/// The order of a sweep over a family: the file's order, or one that has at most three quarters as
/// many half-covered items at its peak. `None` if there is no family, or it would take long to find
/// one.
pub(super) fn sweep(problem: &Problem, columns: &Columns, find: Find) -> Option<Vec<ItemId>> {
    let family = family(problem, columns, find)?;
    if family.len() * problem.n_cells() > MOST_LOOKS {
        return Some(family);
    }
    let close = close_together(problem, columns, &family);
    let closer = 4 * peak(problem, columns, &close) <= 3 * peak(problem, columns, &family);
    Some(if closer { close } else { family })
}

/// Primary items of which every option that can be chosen holds exactly one, leftmost first.
pub(super) fn family(problem: &Problem, columns: &Columns, find: Find) -> Option<Vec<ItemId>> {
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
    if problem.options().all(|option| held[option.index()] || !problem.is_useful(option)) {
        return Some(family);
    }
    // Otherwise, solves the transposed problem: its items are the options, which are to be covered.
    let live: Vec<OptionId> = problem.options().filter(|&option| problem.is_useful(option)).collect();
    let mut numbers = vec![None; problem.n_options()];
    live.iter().zip(0..).for_each(|(option, number)| numbers[option.index()] = Some(ItemId(number)));
    let mut turned = Problem::new(live.len() as u32, 0);
    let mut items = Vec::new();
    for item in primary().filter(|&item| columns.len(item) > 0) {
        let options: Vec<ItemId> = columns.of(item).iter().filter_map(|option| numbers[option.index()]).collect();
        turned.push(&options).ok()?;
        items.push(item);
    }
    let mut family: Vec<ItemId> = find(&turned)?.iter().map(|place| items[place.index()]).collect();
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
pub(super) fn peak(problem: &Problem, columns: &Columns, family: &[ItemId]) -> i64 {
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
