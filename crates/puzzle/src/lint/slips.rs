//! Names of items that look like typing mistakes.

use crate::listing::{Listing, is_near};
use crate::scan::counted;
use dancing::{Columns, ItemId};
use std::collections::HashMap;

/// Pairs of names that differ in one character or in letter case, where one occurs in at most one
/// option and the other in more than two: probably a typing mistake. Two names that occur together
/// in an option are not a mistake. Numbered names such as `d3` and `d4`, or `A3` and `B3`, are
/// similar by design. `None` if `go_on` returns false.
pub(super) fn near_names(listing: &Listing, columns: &Columns, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<String>> {
    let numbering = Numbering::of(listing);
    let options_of = |item: usize| columns.of(ItemId(item as u32));
    let rare = |item: &usize| options_of(*item).len() <= 1 && !numbering.has(&listing.items[*item]);
    let usual: Vec<usize> = (0..listing.items.len())
        .filter(|&item| options_of(item).len() > 2 && !numbering.has(&listing.items[item]))
        .collect();
    let mut pairs = Vec::new();
    for slip in (0..listing.items.len()).filter(rare).take(MOST_SLIPS) {
        go_on().then_some(())?;
        for &meant in usual.iter().take(MOST_COMPARED) {
            let name = &listing.items[meant];
            let together = options_of(slip).iter().any(|&option| options_of(meant).binary_search(&option).is_ok());
            if !together && is_near(&listing.items[slip], name) {
                pairs.push(format!(
                    "{} (in {}) and {name} (in {})",
                    listing.items[slip],
                    counted(options_of(slip).len(), "option"),
                    counted(options_of(meant).len(), "option")
                ));
            }
        }
    }
    Some(pairs)
}

/// Limits on the number of rare and usual names compared. Problems typed by hand stay below them.
const MOST_SLIPS: usize = 200;
const MOST_COMPARED: usize = 10_000;

/// The number of names of each shape; see `shape_of`.
struct Numbering {
    shapes: HashMap<String, usize>,
}

/// Names like `a1 a2 a3` count as a numbering from this many on.
const NUMBERED: usize = 4;

impl Numbering {
    fn of(listing: &Listing) -> Numbering {
        let mut shapes = HashMap::new();
        for shape in listing.items.iter().filter_map(|name| shape_of(name)) {
            *shapes.entry(shape).or_default() += 1;
        }
        Numbering { shapes }
    }

    /// Returns whether a name belongs to a numbering.
    fn has(&self, name: &str) -> bool {
        shape_of(name).is_some_and(|shape| self.shapes.get(&shape).is_some_and(|&many| many >= NUMBERED))
    }
}

/// The shape of a name: each number becomes a 0 and each letter an A, so `r3=7` gives `A0=0` and
/// `B-3` gives `A0`. A single character that is not a digit has the shape `A`. `None` for longer
/// names without digits.
fn shape_of(name: &str) -> Option<String> {
    if !name.contains(|c: char| c.is_ascii_digit()) {
        return (name.chars().count() == 1).then(|| "A".to_string());
    }
    let mut rest = name.chars().peekable();
    let mut marked = Vec::new();
    while let Some(c) = rest.next() {
        marked.push(match c {
            '0'..='9' => '0',
            '-' if rest.peek().is_some_and(char::is_ascii_digit) => '0',
            c if c.is_alphabetic() => 'A',
            c => c,
        });
    }
    Some(marked.chunk_by(|a, b| *a == '0' && *b == '0').map(|run| run[0]).collect())
}
