//! The names that programs give to their links, for ties only: what holds of the values decides
//! first.

use super::state::LinkRole;

/// Returns whether a name speaks for a role of a link: `R`, `right`, `rlink`, `rt`, `next`.
pub(super) fn speaks_for(name: &str, role: LinkRole) -> bool {
    let name = plain(name);
    let (letter, others) = match role {
        LinkRole::Left => ("l", ["prev", "pred", "previous", "west"]),
        LinkRole::Right => ("r", ["next", "succ", "nxt", "east"]),
        LinkRole::Up => ("u", ["north", "above", "over", "prevrow"]),
        LinkRole::Down => ("d", ["south", "below", "under", "nextrow"]),
    };
    let is_other = matches!(name.as_str(), "row" | "rows" | "rowid" | "len" | "depth" | "line");
    name.starts_with(letter) && !is_other || others.contains(&name.as_str())
}

/// Returns whether a name speaks for the column of a node.
pub(super) fn is_column(name: &str) -> bool {
    let name = plain(name);
    ["c", "col", "column", "cols", "colid", "head", "header", "top", "y", "item", "ch", "owner"]
        .contains(&name.as_str())
}

/// Returns whether a name speaks for the row of a node.
pub(super) fn is_row(name: &str) -> bool {
    let name = plain(name);
    ["row", "rows", "rowid", "x", "w", "line", "option", "opt", "rid", "id"].contains(&name.as_str())
}

/// Returns whether a name speaks for the number of nodes of a column.
pub(super) fn is_size(name: &str) -> bool {
    let name = plain(name);
    ["s", "size", "sizes", "sz", "cnt", "count", "counts", "num", "len", "n", "siz"].contains(&name.as_str())
}

/// The letters of a name, in lower case.
fn plain(name: &str) -> String {
    // What wraps a value has no name of its own: `l.0`.
    let last = name.split('.').next().unwrap_or(name);
    last.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect()
}
