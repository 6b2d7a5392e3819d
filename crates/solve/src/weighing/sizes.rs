//! Balances of sizes: what must be laid takes more places than there are, or fewer.
//!
//! **Idea.** *Hubs* are items of which no option has two, such as the pieces of a tiling; the items
//! beside them are *places*, such as its cells. Each place weighs -1, and each hub as many as the
//! fewest places that one of its options takes. So no option weighs more than 0. If the hubs weigh
//! more than the places, each as often as it is covered, there is no cover. With the signs turned
//! and the most places in place of the fewest, the same holds for too few. Where the other options
//! take a multiple of some number of places, the rest of the places must be one too.
//!
//! Every step is linear in the size of the problem.

use super::gcd;
use crate::obstruction::Obstruction;
use dancing::{Columns, ItemId, Problem};

/// The part of an item in a balance of sizes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Hub,
    Place,
}

/// A balance of sizes, if one proves that there is no cover. Hubs are looked for among the items
/// with many options first, then among those with few: a piece has more options than a cell of a
/// large board, and fewer than one of a small board. With copies of pieces neither may be so, but
/// items of one kind have successive numbers.
pub(super) fn sizes(problem: &Problem) -> Option<Obstruction> {
    let columns = problem.columns();
    let in_order: Vec<ItemId> = (0..problem.n_primary() as u32).map(ItemId).collect();
    let mut by_options = in_order.clone();
    by_options.sort_by_key(|&item| std::cmp::Reverse(columns.of(item).len()));
    let balance_of = |order: &mut dyn Iterator<Item = &ItemId>| balance(problem, &roles(problem, &columns, order));
    [&by_options, &in_order]
        .into_iter()
        .find_map(|order| balance_of(&mut order.iter()).or_else(|| balance_of(&mut order.iter().rev())))
}

/// A balance of sizes for these roles of the primary items.
fn balance(problem: &Problem, roles: &[Role]) -> Option<Obstruction> {
    let role = |item: ItemId| roles.get(item.index()).copied();
    // By hub: the fewest and the most places of one of its options.
    let mut spans: Vec<Option<(i64, i64)>> = vec![None; problem.n_primary()];
    // The number that divides the places of each option without a hub.
    let mut part = 0;
    for option in problem.options().filter(|&option| problem.is_useful(option)) {
        let items = problem.items_of(option);
        let places = items.iter().filter(|&&item| role(item) == Some(Role::Place)).count() as i64;
        match items.iter().find(|&&item| role(item) == Some(Role::Hub)) {
            Some(hub) => {
                let (least, most) = spans[hub.index()].unwrap_or((places, places));
                spans[hub.index()] = Some((least.min(places), most.max(places)));
            }
            None => part = gcd(part, places),
        }
    }
    let weighed = |of_place: i64, of_hub: fn((i64, i64)) -> i64, modulus: Option<u32>| {
        let weight = |at: usize| match roles[at] {
            Role::Place => of_place,
            Role::Hub => spans[at].map_or(0, of_hub),
        };
        let weights = (0..roles.len()).map(|at| (ItemId(at as u32), weight(at)));
        Obstruction { weights: weights.filter(|weight| weight.1 != 0).collect(), modulus }
    };
    // Options of one hub may differ by multiples of that number too.
    let part = spans.iter().flatten().fold(part, |part, &(least, most)| gcd(part, most - least));
    let modulus = u32::try_from(part).ok().filter(|&part| part > 1);
    let tried = [
        Some(weighed(-1, |(least, _)| least, None)),
        Some(weighed(1, |(_, most)| -most, None)),
        modulus.map(|_| weighed(1, |(least, _)| -least, modulus)),
    ];
    tried.into_iter().flatten().find(|found| found.holds(problem))
}

/// The role of each primary item. In this order they become hubs, unless a hub is beside them.
fn roles(problem: &Problem, columns: &Columns, order: &mut dyn Iterator<Item = &ItemId>) -> Vec<Role> {
    let mut roles: Vec<Option<Role>> = vec![None; problem.n_primary()];
    for &item in order {
        if roles[item.index()].is_some() {
            continue;
        }
        let beside = columns.of(item).iter().flat_map(|&option| problem.items_of(option));
        beside.filter(|other| problem.is_primary(**other)).for_each(|other| roles[other.index()] = Some(Role::Place));
        roles[item.index()] = Some(Role::Hub);
    }
    roles.into_iter().map(|role| role.unwrap_or(Role::Hub)).collect()
}
