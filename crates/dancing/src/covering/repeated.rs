//! Repeated covers: every item is covered at least once, by the fewest options or at the lowest
//! cost.
//!
//! The search counts, by item, the chosen options that hold it. The first of them takes the item's
//! header out of the list of items. Its options stay, because an item may be covered again. An
//! option that was tried is hidden from its later siblings, so no set of options is tried twice.
//! The bound is a limit on the options, which rises (IDA*), or with costs a bound on the score.

use super::{ItemEffect, Moves, Times};
use crate::links::{Links, Observer};
use crate::nodes::Word;
use crate::{Branch, ClassFacts, Feature, ItemId, LinksView, NodeId, Problem};
use alloc::vec::Vec;

pub(super) const FACTS: ClassFacts = ClassFacts {
    name: "a repeated cover",
    // Items may be covered several times.
    features: &[Feature::Weights],
    range: (1, u32::MAX),
    ranges: false,
    fewest: true,
    counts: true,
    hides_others: false,
    hides_tried: true,
};

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

/// The effect of the `times`-th commit of an item, counted from 1.
fn effect(times: u32) -> ItemEffect {
    if times == 1 { ItemEffect::Header } else { ItemEffect::Count }
}

impl Moves for Repeated {
    fn rise<W: Word>(&mut self, item: ItemId, observer: &mut impl Observer<W>) -> ItemEffect {
        effect(self.times.rise(item, observer))
    }

    fn fall<W: Word>(&mut self, item: ItemId, observer: &mut impl Observer<W>) -> ItemEffect {
        effect(self.times.fall(item, observer))
    }

    fn hide_tried<W: Word>(&mut self, links: &mut Links<W>, node: NodeId, observer: &mut impl Observer<W>) -> u64 {
        links.open().hide(W::new(node.index()), observer)
    }

    fn unhide_tried<W: Word>(&mut self, links: &mut Links<W>, node: NodeId, observer: &mut impl Observer<W>) -> u64 {
        links.open().unhide(W::new(node.index()), observer)
    }

    fn untry_all<W: Word>(&mut self, links: &mut Links<W>, node: NodeId, observer: &mut impl Observer<W>) {
        let mut at = links.up(node);
        while !links.is_header(at) {
            self.unhide_tried(links, at, observer);
            at = links.up(at);
        }
    }

    fn try_all<W: Word>(&mut self, links: &mut Links<W>, item: ItemId, observer: &mut impl Observer<W>) -> NodeId {
        let header = NodeId(item.0);
        let mut at = links.down(header);
        while at != header {
            self.hide_tried(links, at, observer);
            at = links.down(at);
        }
        header
    }

    fn times_covered(&self, item: ItemId) -> Option<u32> {
        self.times.get(item)
    }

    fn tried_at<W: Word>(&self, links: &Links<W>, _level: usize, node: Option<NodeId>) -> Vec<NodeId> {
        let Some(node) = node else { return Vec::new() };
        let mut tried: Vec<NodeId> = siblings_before(links, node).collect();
        tried.reverse();
        tried
    }

    /// Options that were tried at a level are hidden from the lists of the levels above it. They
    /// are counted at the positions that they had before that.
    fn add_hidden<W: Word>(&self, links: &Links<W>, nodes: &[NodeId], branches: &mut [Branch]) {
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
