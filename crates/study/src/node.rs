//! The rows of the node table, in words.

use dancing::{ItemId, LinksView, NodeId};

/// Returns a node's row in the node table: its pointers U, D, L and R, and for a header also its
/// length S. A node that has left its list is marked as out.
pub fn node_words(links: &dyn LinksView, node: NodeId) -> String {
    let item = links.item(node);
    let (up, down) = (links.up(node).0, links.down(node).0);
    match links.option(node) {
        Some(_) => {
            let left = links.option_nodes(node).last().unwrap_or(node);
            let stands = if links.is_linked(node) { "" } else { "out: " };
            format!("{stands}U{up} D{down} L{} R{}", left.0, links.next_in_option(node).0)
        }
        None => {
            let name = |item: Option<ItemId>| item.map_or("root".to_string(), |item| item.0.to_string());
            let open = item.index() >= links.n_primary() || links.is_open(item);
            let stands = if open { "" } else { "out: " };
            let (left, right) = (name(links.left(Some(item))), name(links.right(Some(item))));
            format!("{stands}U{up} D{down} L{left} R{right} S{}", links.len(item))
        }
    }
}
