//! The reason why links come back in the reverse order, with the links of a step.

use super::Asker;
use dancing::{ItemId, Link, NodeId};
use std::collections::HashMap;

impl Asker<'_> {
    /// Explains the order of the last step, which put links back, by the nodes that it moved.
    pub(super) fn reversed(&mut self) {
        let Some(step) = self.stepper.small_last_step() else { return };
        let (names, links) = (self.names, self.stepper.links());
        let number = |link: &Link| match link {
            Link::Header(item) => item.0,
            Link::Node(node) => node.0,
        };
        let numbered = self.numbered;
        let name = |link: &Link| match (link, numbered) {
            (Link::Header(item), true) => format!("{} (the header of {})", item.0, names.item_short(*item)),
            (Link::Header(item), false) => format!("the header of {}", names.item_short(*item)),
            (Link::Node(node), _) => {
                let option = links.option(*node).map(|option| names.option_short(option)).unwrap_or_default();
                let item = names.item_short(links.item(*node));
                if numbered { format!("{} ({option} in {item})", node.0) } else { format!("{option} in {item}") }
            }
        };
        // The two neighbours that a link still points at.
        let ends = |link: &Link| match link {
            Link::Header(item) => {
                ('L', links.left(Some(*item)).map(|i| i.0), 'R', links.right(Some(*item)).map(|i| i.0))
            }
            Link::Node(node) => ('U', Some(links.up(*node).0), 'D', Some(links.down(*node).0)),
        };
        let word = |end: Option<u32>| end.map_or("root".to_string(), |end| end.to_string());
        // The name of a neighbour of a link.
        let neighbour = |of: &Link, end: Option<u32>| match (of, end) {
            (_, None) => "the root".to_string(),
            (Link::Header(_), Some(end)) => name(&Link::Header(ItemId(end))),
            (Link::Node(_), Some(end)) if links.option(NodeId(end)).is_none() => name(&Link::Header(ItemId(end))),
            (Link::Node(_), Some(end)) => name(&Link::Node(NodeId(end))),
        };
        let Some((first, last)) = step.links.first().zip(step.links.last()) else { return };
        let (one, near, other, far) = ends(first);
        let back = match numbered {
            true => format!("{one}[{0}] = {1} and {other}[{0}] = {2}", number(first), word(near), word(far)),
            false => format!("at {} and {}", neighbour(first, near), neighbour(first, far)),
        };
        if step.links.len() == 1 {
            return self.say(match numbered {
                true => format!("{} kept its pointers while it was out: {back}. They say where it goes.", name(first)),
                false => format!("While it was out, {} still pointed {back}. So it knew where it goes.", name(first)),
            });
        }
        self.say(match numbered {
            true => format!(
                "Covering took out {} links, first {}, last {}. They come back in the reverse order.",
                step.links.len(),
                name(last),
                name(first),
            ),
            false => format!("Covering took {} links out. The last one out is the first one back.", step.links.len()),
        });
        self.say(match numbered {
            true => format!("Each kept its pointers while it was out, as {back}, and they say where it goes."),
            false => format!("Each kept its pointers while it was out: {} still pointed {back}.", name(first)),
        });
        // A link that points at one that left later: in the order of covering, it would come back
        // before its neighbour.
        let places: HashMap<u32, usize> = step.links.iter().enumerate().map(|(at, link)| (number(link), at)).collect();
        let is_node = |link: &Link| matches!(link, Link::Node(_));
        let pair = step.links.iter().enumerate().rev().find_map(|(at, link)| {
            let (one, near, other, far) = ends(link);
            let is_later = |end: Option<u32>| {
                let place = end.and_then(|end| places.get(&end)).filter(|&&place| place < at);
                place.is_some_and(|&place| is_node(&step.links[place]) == is_node(link))
            };
            let later = [(one, near), (other, far)].into_iter().find(|&(_, end)| is_later(end));
            later.map(|(field, end)| (link, field, end))
        });
        if let Some((link, field, end)) = pair {
            return self.say(match numbered {
                true => format!(
                    "{field}[{0}] = {1}: if {0} came back before {1}, its list would lead to {1}, which is still out.",
                    number(link),
                    word(end)
                ),
                false => format!(
                    "If {} came back before {}, its list would lead to a node which is still out.",
                    name(link),
                    neighbour(link, end)
                ),
            });
        }
        // Nodes that other covers took out may be neighbours as well.
        if let Some((node, end)) = self.out_together() {
            self.say(format!(
                "Across items: {} still points at {}, which is out too, so that one comes back first.",
                name(&Link::Node(node)),
                name(&Link::Node(end))
            ));
        }
    }

    /// Two nodes that are out of their list, of which the first points at the second.
    fn out_together(&self) -> Option<(NodeId, NodeId)> {
        let links = self.stepper.links();
        if links.n_nodes() > MOST {
            return None;
        }
        let nodes = (links.n_items() as u32..links.n_nodes() as u32).map(NodeId);
        let mut out = nodes.filter(|&node| links.option(node).is_some() && !links.is_linked(node));
        let is_out = |node: NodeId| links.option(node).is_some() && !links.is_linked(node);
        out.find_map(|node| {
            // The one that left later does not point back: it left the list without the first.
            let later = |end: NodeId| is_out(end) && links.up(end) != node && links.down(end) != node;
            [links.up(node), links.down(node)].into_iter().find(|&end| later(end)).map(|end| (node, end))
        })
    }
}

/// The most nodes among which neighbours are looked for.
const MOST: usize = 20_000;
