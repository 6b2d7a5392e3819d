//! Repeated covers: every item is covered at least once, by the fewest options or at the lowest
//! cost.
//!
//! The search counts, by item, the chosen options that hold it. The first of them takes the item's
//! header out of the list of items. Its options stay, because an item may be covered again. An
//! option that was tried is hidden from its later siblings, so no set of options is tried twice.
//! The bound is a limit on the options, which rises (IDA*), or with costs a bound on the score.

use super::{Counts, ItemEffect, Moves, Times};
use crate::links::Links;
use crate::nodes::Word;
use crate::{Branch, ItemId, LinksView, NodeId, Problem};
use alloc::vec::Vec;

/// The counts are the whole state, besides the links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repeated {
    times: Times,
}

impl Repeated {
    pub(super) fn new(problem: &Problem) -> Repeated {
        Repeated { times: Times::new(problem) }
    }
}

impl Counts for Repeated {
    fn effect(&self, _item: ItemId, times: u32) -> ItemEffect {
        if times == 1 { ItemEffect::Header } else { ItemEffect::Counts }
    }

    fn times_covered(&self, item: ItemId) -> Option<u32> {
        self.times.get(item)
    }
}

impl<W: Word> Moves<W> for Repeated {
    fn commit(&mut self, links: &mut Links<W>, item: ItemId) -> Option<u64> {
        let times = self.times.rise(item);
        self.effect(item, times).make(links, item)
    }

    fn uncommit(&mut self, links: &mut Links<W>, item: ItemId) -> Option<u64> {
        let times = self.times.fall(item);
        self.effect(item, times).unmake(links, item)
    }

    fn tweak_tried(&mut self, links: &mut Links<W>, node: NodeId) -> u64 {
        links.hide(node)
    }

    fn untweak_tried(&mut self, links: &mut Links<W>, node: NodeId) -> u64 {
        links.unhide(node)
    }

    fn untry_all(&mut self, links: &mut Links<W>, node: NodeId) {
        let mut at = links.up(node);
        while !links.is_header(at) {
            links.unhide(at);
            at = links.up(at);
        }
    }

    fn try_all(&mut self, links: &mut Links<W>, item: ItemId) -> NodeId {
        let header = NodeId(item.0);
        let mut at = links.down(header);
        while at != header {
            links.hide(at);
            at = links.down(at);
        }
        header
    }

    fn tried_at(&self, links: &Links<W>, _level: usize, node: Option<NodeId>) -> Vec<NodeId> {
        let Some(node) = node else { return Vec::new() };
        let mut tried: Vec<NodeId> = siblings_before(links, node).collect();
        tried.reverse();
        tried
    }

    /// Options that were tried at a level are hidden from the lists of the levels above it. They
    /// are counted at the positions that they had before that.
    fn add_hidden(&self, links: &Links<W>, nodes: &[NodeId], branches: &mut [Branch]) {
        let view: &dyn LinksView = links;
        let level_of = |item: ItemId, below: usize| nodes[..below].iter().position(|&node| view.item(node) == item);
        for (level, &node) in nodes.iter().enumerate() {
            for hidden in siblings_before(links, node).flat_map(|at| view.option_nodes(at).skip(1)) {
                if let Some(above) = level_of(view.item(hidden), level) {
                    let chosen = nodes[above];
                    branches[above].d += 1;
                    branches[above].k += usize::from(links.is_header(chosen) || hidden < chosen);
                }
            }
        }
    }
}

/// The nodes above a node in its list, from bottom to top: the options that were tried before it.
fn siblings_before<W: Word>(links: &Links<W>, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let above = core::iter::successors(Some(links.up(node)), |&at| Some(links.up(at)));
    above.take_while(|&at| !links.is_header(at))
}
