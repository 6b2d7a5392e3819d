//! A list that the last step has put back: what the first node found that came back, and what it
//! would have found in the order of covering.

use crate::broken::{Ring, RingNode};
use dancing::{ItemId, Link, LinksView, NodeId};
use quadrille_solve::Stepper;
use std::collections::HashMap;

/// A list that got nodes back, when the first one was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherOrder {
    /// The item of the list.
    pub item: ItemId,
    /// The nodes that came back, in this order.
    pub came: Vec<NodeId>,
    /// The list when the first node was back: as it was, and if the node that left first had been
    /// the first.
    pub rings: [Ring; 2],
    /// Three neighbours of the list that left in their order and come back as the first, the third
    /// and the second, and the list that this leaves. `None` if the list has fewer nodes.
    pub torn: Option<([NodeId; 3], Ring)>,
}

/// The most nodes of a list that are walked.
const LONG: usize = 1_000;

impl OtherOrder {
    /// The list of the last step in which the other order leads to a node that is still out or, if
    /// there is none, the one that got most nodes back. `None` if the step has put none into a list.
    pub fn of(stepper: &Stepper) -> Option<OtherOrder> {
        let step = stepper.small_last_step().filter(|step| !step.removes)?;
        let links: &dyn LinksView = stepper.links();
        let mut lists: Vec<(ItemId, Vec<NodeId>)> = Vec::new();
        for link in &step.links {
            let Link::Node(node) = *link else { continue };
            let item = links.item(node);
            match lists.iter_mut().find(|(known, _)| *known == item) {
                Some((_, came)) => came.push(node),
                None => lists.push((item, vec![node])),
            }
        }
        // Of lists that got as many, the longest one shows most.
        let length = |item: &ItemId| links.column(*item).count();
        lists.retain(|(item, _)| length(item) < LONG);
        lists.sort_by_cached_key(|(item, came)| std::cmp::Reverse((came.len(), length(item))));
        let mut orders = lists.into_iter().map(|(item, came)| OtherOrder::in_list(links, item, came)).peekable();
        let first = orders.peek().cloned()?;
        Some(orders.find(OtherOrder::misleads).unwrap_or(first))
    }

    fn in_list(links: &dyn LinksView, item: ItemId, came: Vec<NodeId>) -> OtherOrder {
        let all: Vec<NodeId> = std::iter::once(NodeId(item.0)).chain(links.column(item)).collect();
        let first = |back: NodeId| {
            let mut list = OneList::of(&all);
            came.iter().rev().for_each(|&node| list.leave(node));
            list.come_back(back);
            let out: Vec<NodeId> = came.iter().copied().filter(|node| *node != back).collect();
            list.walk(&all, &out)
        };
        let here = all.iter().position(|node| came.contains(node)).unwrap_or(1);
        let from = here.min(all.len().saturating_sub(3)).max(1);
        let torn = all.get(from..from + 3).map(|three| {
            let [one, two, three] = [three[0], three[1], three[2]];
            let mut list = OneList::of(&all);
            [one, two, three].into_iter().for_each(|node| list.leave(node));
            [one, three, two].into_iter().for_each(|node| list.come_back(node));
            ([one, two, three], list.walk(&all, &[]))
        });
        let (now, other) = (first(came[0]), first(came[came.len() - 1]));
        OtherOrder { item, came, rings: [now, other], torn }
    }

    /// Returns true if in the other order the first node leads to one that is still out.
    pub fn misleads(&self) -> bool {
        self.rings[1].is_wrong()
    }
}

/// The pointers of one list.
struct OneList {
    up: HashMap<NodeId, NodeId>,
    down: HashMap<NodeId, NodeId>,
}

impl OneList {
    /// A header and the nodes of its list, in their order.
    fn of(all: &[NodeId]) -> OneList {
        let next = |at: usize| all[(at + 1) % all.len()];
        OneList {
            up: (0..all.len()).map(|at| (next(at), all[at])).collect(),
            down: (0..all.len()).map(|at| (all[at], next(at))).collect(),
        }
    }

    fn leave(&mut self, node: NodeId) {
        let (before, after) = (self.up[&node], self.down[&node]);
        self.down.insert(before, after);
        self.up.insert(after, before);
    }

    fn come_back(&mut self, node: NodeId) {
        let (before, after) = (self.up[&node], self.down[&node]);
        self.down.insert(before, node);
        self.up.insert(after, node);
    }

    /// The list as a walk from its header finds it, up to a node that is out.
    fn walk(&self, all: &[NodeId], out: &[NodeId]) -> Ring {
        let (mut nodes, mut at) = (Vec::new(), all[0]);
        let closes = loop {
            let is_out = out.contains(&at);
            nodes.push(RingNode { node: Some(at), out: is_out, agrees: self.up[&self.down[&at]] == at });
            at = self.down[&at];
            if is_out || at == all[0] || nodes.len() > all.len() {
                break !is_out && at == all[0];
            }
        };
        let is_lost = |node: &&NodeId| !out.contains(node) && nodes.iter().all(|found| found.node != Some(**node));
        let lost: Vec<NodeId> = match closes {
            true => all.iter().filter(is_lost).copied().collect(),
            false => Vec::new(),
        };
        Ring { count: (all.len() - 1 - out.len()) as i64, nodes, closes, lost }
    }
}
