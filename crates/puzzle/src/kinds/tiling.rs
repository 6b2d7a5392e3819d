//! `tiling`: a board to be covered without gap or overlap, by pieces that can be laid anywhere or
//! by rectangles at fixed places.

use super::{Data, Kind, ListingKind};
use crate::listing::Voice;
use dancing::Goal;

pub mod map;
pub mod pieces;

/// Boards and maps that are covered by pieces.
pub static KIND: Kind = Kind {
    id: "tiling",
    title: "Tiling",
    help: "a board covered by pieces (pentominoes, dominoes, your own), or a map by the fewest of its rectangles",
    forms: &[&map::MAP, &pieces::PIECES],
    goal: Goal::Count { limit: None },
    sample: "1\n4 2 3\n0 0 4 1\n0 1 4 2\n0 0 2 2\n",
    data: Data::Listing(ListingKind { table: "The board and the pieces of a tiling.", says_taken: |_| false }),
};

static VOICE: Voice = Voice {
    noun: |listing, item| {
        let name = &listing.items[item];
        // A cell's name gives its place. A piece has the name that the file gives it.
        if is_cell(name) { format!("cell {name}") } else { format!("piece {name}") }
    },
    wants: |name| if is_cell(name) { "must be covered" } else { "must be laid" },
    allows: "may be covered once",
    choose: "lay {}",
    solution: |listing, options| pieces::solution(listing, options),
};

/// Returns whether a name is that of a cell: `r3c5` on a board, `x3y5` on a map.
fn is_cell(name: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    [('r', 'c'), ('x', 'y')].into_iter().any(|(first, second)| {
        let rest = name.strip_prefix(first).and_then(|rest| rest.split_once(second));
        rest.is_some_and(|(row, column)| number(row) && number(column))
    })
}
