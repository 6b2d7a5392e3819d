//! The reason why there is no solution, in sentences, where it is found without a search.

use super::count::plural;
use dancing::{ItemId, OptionId, Problem};
use quadrille_puzzle::Encoded;
use quadrille_solve::{Obstruction, find_obstruction};
use std::collections::BTreeMap;

/// Cells that are read for the reason when a search is stepped: a few milliseconds.
const CELLS: u64 = 1 << 21;

/// The most names in a line.
const LISTED: usize = 40;

/// An obstruction of a puzzle, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCover {
    /// The argument, in one sentence: `each option that takes one of 32 black cells takes one of 30
    /// white cells too`.
    pub argument: String,
    /// A line for each set of items that it is about, with their names.
    pub sets: Vec<String>,
}

impl NoCover {
    /// Looks for an obstruction for as long as the workbench can wait.
    pub fn find(names: &Encoded) -> Option<NoCover> {
        Some(NoCover::of(names, &find_obstruction(&names.problem, CELLS)?))
    }

    /// The words for an obstruction.
    pub fn of(names: &Encoded, found: &Obstruction) -> NoCover {
        let mut sets: BTreeMap<i64, Vec<ItemId>> = BTreeMap::new();
        found.weights.iter().for_each(|&(item, weight)| sets.entry(-weight).or_default().push(item));
        let sets: Vec<(i64, Vec<ItemId>)> = sets.into_iter().map(|(weight, items)| (-weight, items)).collect();
        let problem = &*names.problem;
        match (found.modulus, &sets[..]) {
            (None, [(1, heavy), (-1, light)]) => balance(names, heavy, light),
            (Some(modulus), [(1, items)]) => remainder(names, modulus, items),
            (None, [heavy @ .., (-1, light)]) if heavy.iter().all(|(weight, _)| *weight > 0) => {
                sizes(names, heavy, light, true)
            }
            (None, [(1, heavy), light @ ..]) if light.iter().all(|(weight, _)| *weight < 0) => {
                sizes(names, light, heavy, false)
            }
            _ => {
                let total = found.total(problem).unwrap_or_default();
                let argument = match found.modulus {
                    None => format!("with these weights no option weighs more than 0, but the items weigh {total}"),
                    Some(modulus) => format!(
                        "with these weights every option weighs a multiple of {modulus}, but the items weigh {total}"
                    ),
                };
                let line = |(weight, items): &(i64, Vec<ItemId>)| format!("weight {weight}: {}", list(names, items));
                NoCover { argument, sets: sets.iter().map(line).collect() }
            }
        }
    }
}

/// The words for weights of 1 and -1.
fn balance(names: &Encoded, heavy: &[ItemId], light: &[ItemId]) -> NoCover {
    let problem = &*names.problem;
    let (one, other) = match (colour(names, heavy), colour(names, light)) {
        (Some(one), Some(other)) if one != other => (format!("{one} cells"), format!("{other} cells")),
        _ => ("items".to_string(), "others".to_string()),
    };
    let (number, fewer) = (heavy.len(), light.len());
    let (heavy_of, light_of) = (holds(problem, heavy), holds(problem, light));
    let most = |of: &[usize]| of.iter().copied().max().unwrap_or(0);
    let mut argument = match (most(&heavy_of), most(&light_of)) {
        (1, 1) => {
            // A set of one item has a name.
            let set = |items: &[ItemId], what: &str| match items {
                [item] => names.item_noun(*item),
                items => format!("one of {} {what}", items.len()),
            };
            format!("each option that takes {} takes {} too", set(heavy, &one), set(light, &other))
        }
        _ => format!("each option takes at least as many of {fewer} {other} as of {number} {one}"),
    };
    if problem.class().facts().ranges {
        let times = |items: &[ItemId], of: fn((u32, u32)) -> u32| {
            items.iter().map(|&item| u64::from(of(problem.multiplicity(item)))).sum::<u64>()
        };
        let (least, most) = (times(heavy, |range| range.0), times(light, |range| range.1));
        argument += &format!("; the {number} are covered {least} times at least, the {fewer} {most} times at most");
    }
    let set = |items: &[ItemId]| format!("the {}: {}", items.len(), list(names, items));
    NoCover { argument, sets: vec![set(heavy), set(light)] }
}

/// The words for the sizes of what must be laid. Each option of an item takes as many of the places
/// as the item weighs: or more if they are too many, or fewer if they are too few.
fn sizes(names: &Encoded, items: &[(i64, Vec<ItemId>)], places: &[ItemId], too_many: bool) -> NoCover {
    let problem = &*names.problem;
    let times = |item: ItemId| {
        let (least, most) = problem.multiplicity(item);
        u64::from(if too_many { least } else { most })
    };
    let laid = |(weight, items): &(i64, Vec<ItemId>)| {
        weight.unsigned_abs() * items.iter().map(|&item| times(item)).sum::<u64>()
    };
    let taken: u64 = items.iter().map(laid).sum();
    let of_place = |&item: &ItemId| {
        let (least, most) = problem.multiplicity(item);
        u64::from(if too_many { most } else { least })
    };
    let room: u64 = places.iter().map(of_place).sum();
    let what = plural(room as usize, "place");
    let argument = match too_many {
        true => format!("the options that must be chosen take {taken} or more of {what}"),
        false => format!("the options that can be chosen take {taken} or fewer of {what}"),
    };
    let or = if too_many { "or more" } else { "or fewer" };
    let line = |(weight, items): &(i64, Vec<ItemId>)| {
        format!("{} {or} for each of these: {}", plural(weight.unsigned_abs() as usize, "place"), list(names, items))
    };
    let of_places = format!("the {}: {}", plural(places.len(), "place"), list(names, places));
    NoCover { argument, sets: items.iter().map(line).chain([of_places]).collect() }
}

/// The words for weights of 1 and a modulus.
fn remainder(names: &Encoded, modulus: u32, items: &[ItemId]) -> NoCover {
    let problem = &*names.problem;
    let times: u64 = items.iter().map(|&item| u64::from(problem.multiplicity(item).0)).sum();
    let which = if items.len() == problem.n_primary() { "the" } else { "these" };
    let covered = match times == items.len() as u64 {
        true => plural(items.len(), "item"),
        false => format!("{}, covered {times} times", plural(items.len(), "item")),
    };
    let argument = match modulus {
        2 => format!("each option takes an even number of {which} {covered}, and {times} is odd"),
        _ => format!("each option takes a multiple of {modulus} of {which} {covered}, and {times} is none"),
    };
    let sets = if items.len() == problem.n_primary() { Vec::new() } else { vec![list(names, items)] };
    NoCover { argument, sets }
}

/// By option that can be chosen: how many of some items it holds.
fn holds(problem: &Problem, items: &[ItemId]) -> Vec<usize> {
    let of =
        |option: OptionId| problem.items_of(option).iter().filter(|item| items.binary_search(item).is_ok()).count();
    problem.options().filter(|&option| problem.is_useful(option)).map(of).collect()
}

/// The names of items.
fn list(names: &Encoded, items: &[ItemId]) -> String {
    let listed: Vec<String> = items.iter().take(LISTED).map(|&item| names.item_short(item)).collect();
    match items.len().saturating_sub(LISTED) {
        0 => listed.join(" "),
        more => format!("{} and {more} more", listed.join(" ")),
    }
}

/// The colour that the items have on a chessboard, if they are cells of one colour: items with two
/// numbers in their names, such as `r3c5` and `3_5`. Both numbers even or both odd is white.
fn colour(names: &Encoded, items: &[ItemId]) -> Option<&'static str> {
    let is_white = |&item: &ItemId| {
        let name = names.item_short(item);
        let mut numbers = name.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
        let (row, column) = (numbers.next()?.parse::<u32>().ok()?, numbers.next()?.parse::<u32>().ok()?);
        numbers.next().is_none().then_some((row % 2 + column % 2).is_multiple_of(2))
    };
    let first = is_white(items.first()?)?;
    let alike = items.iter().all(|item| is_white(item) == Some(first));
    alike.then_some(if first { "white" } else { "black" })
}
