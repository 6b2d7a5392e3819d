//! Multiplicities (TAOCP 7.2.2.1, Algorithm M): a cover holds each primary item in a number of
//! options within a range.
//!
//! The search counts, by item, the chosen options that hold it, plus one while the item is being
//! branched on. An item is covered when that count reaches its maximum. Until then it stays in the
//! list of items and may be chosen again further down. An option that is tried for such an item is
//! **tweaked**: before it is chosen, it leaves all its lists, including the item's list, and it
//! comes back only at the end of the level. So no set of options is tried twice. An item that has
//! reached its minimum may also stop: it leaves the list of items, and no option of it is taken
//! further down. To stop is the last branch of a level.
//!
//! Knuth stores BOUND(i) and SLACK(i). Here the count rises instead: with a range of u to v options
//! and a count of t, SLACK(i) is v - u and BOUND(i) is v - t.

use super::{ItemEffect, Moves, Times};
use crate::links::{ItemLengths, Links, Observer};
use crate::nodes::Word;
use crate::{Branch, ClassFacts, Feature, ItemId, ItemRule, LinksView, NodeId, Problem};
use alloc::vec::Vec;

pub(super) const FACTS: ClassFacts = ClassFacts {
    name: "a cover with multiplicities",
    features: &Feature::ALL,
    range: (1, 1),
    ranges: true,
    fewest: false,
    counts: true,
    hides_others: true,
    hides_tried: false,
};

/// The state of a search with multiplicities, in addition to its links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Multiple {
    times: Times,
    /// By primary item: the fewest and the most options that may hold it.
    ranges: Vec<(u32, u32)>,
    /// The tweaked options of all levels, as nodes in the list of the item chosen there.
    tweaked: Vec<NodeId>,
    /// One for each chosen item.
    levels: Vec<ChosenItem>,
}

/// Facts about an item that were fixed when it was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChosenItem {
    /// The number of options that the levels above have tweaked.
    from: usize,
    /// The number of branches of the level.
    d: usize,
    /// True if options are tweaked when they are tried. That is not necessary if the item is
    /// covered, because all its options are then hidden.
    tweaks: bool,
    /// True if the last branch is to stop.
    stops: bool,
}

impl Multiple {
    pub(super) fn new(problem: &Problem) -> Multiple {
        let ranges = (0..problem.n_primary() as u32).map(|item| problem.multiplicity(ItemId(item))).collect();
        Multiple { times: Times::new(problem), ranges, tweaked: Vec::new(), levels: Vec::new() }
    }

    fn range_of(&self, item: ItemId) -> (u32, u32) {
        self.ranges.get(item.index()).copied().unwrap_or((0, 1))
    }

    /// The number of branches of an item with `length` options left. An option is a branch if
    /// enough options follow it to reach the minimum. To stop is a branch if the item has reached
    /// its minimum. (Knuth: l + 1 - max(0, b - s).)
    fn degree_of(&self, item: usize, length: usize) -> usize {
        (length + 1).saturating_sub(self.ranges[item].0.saturating_sub(self.times.0[item]) as usize)
    }

    /// Returns true if options of the current level are tweaked when they are tried.
    fn tweaks(&self) -> bool {
        self.levels.last().is_some_and(|level| level.tweaks)
    }

    /// The options tweaked at the current level, in order.
    fn tweaked_here(&self) -> &[NodeId] {
        &self.tweaked[self.levels.last().map_or(0, |level| level.from)..]
    }
}

impl Multiple {
    /// The effect of the `times`-th commit of an item, counted from 1.
    fn effect(&self, item: ItemId, times: u32) -> ItemEffect {
        let (_, most) = self.range_of(item);
        if times >= most { ItemEffect::Cover } else { ItemEffect::Count }
    }
}

impl Moves for Multiple {
    fn rise<W: Word>(&mut self, item: ItemId, observer: &mut impl Observer<W>) -> ItemEffect {
        let times = self.times.rise(item, observer);
        self.effect(item, times)
    }

    fn fall<W: Word>(&mut self, item: ItemId, observer: &mut impl Observer<W>) -> ItemEffect {
        let times = self.times.fall(item, observer);
        self.effect(item, times)
    }

    fn choose<W: Word>(&self, links: &Links<W>, rule: ItemRule) -> W {
        rule.choose(&Degrees { links, multiple: self }, Some(0))
    }

    fn open_level<W: Word>(&mut self, links: &Links<W>, item: ItemId) {
        let (times, (least, most)) = (self.times.of(item), self.range_of(item));
        let d = self.degree_of(item.index(), links.len(item));
        self.levels.push(ChosenItem { from: self.tweaked.len(), d, tweaks: times + 1 < most, stops: times >= least });
    }

    fn close_level(&mut self) {
        self.levels.pop();
    }

    fn is_exhausted<W: Word>(&self, links: &Links<W>, node: NodeId) -> bool {
        match self.levels.last() {
            Some(level) if level.stops => false,
            Some(level) if level.tweaks => self.tweaked_here().len() >= level.d,
            _ => links.is_header(node),
        }
    }

    fn tried_before<W: Word>(&self, links: &Links<W>, node: NodeId) -> Option<NodeId> {
        match self.tweaked() {
            Some(tweaked) => tweaked.last().copied(),
            None => Some(links.up(node)).filter(|&before| !links.is_header(before)),
        }
    }

    fn untry_all<W: Word>(&mut self, links: &mut Links<W>, _node: NodeId, observer: &mut impl Observer<W>) {
        while self.untweak(links, observer).is_some() {}
    }

    fn try_all<W: Word>(&mut self, links: &mut Links<W>, item: ItemId, observer: &mut impl Observer<W>) -> NodeId {
        let header = NodeId(item.0);
        if !self.tweaks() {
            return header;
        }
        let mut node = links.down(header);
        while node != header && !self.is_exhausted(links, node) {
            self.tweak(links, node, observer);
            node = links.down(node);
        }
        node
    }

    fn tweak<W: Word>(&mut self, links: &mut Links<W>, node: NodeId, observer: &mut impl Observer<W>) -> u64 {
        if !self.tweaks() {
            return 0;
        }
        self.tweaked.push(node);
        let (mut links, at) = (links.open(), W::new(node.index()));
        let updates = links.hide(at, observer) + 1;
        links.unlink_node(at, observer);
        updates
    }

    fn untweak<W: Word>(&mut self, links: &mut Links<W>, observer: &mut impl Observer<W>) -> Option<(NodeId, u64)> {
        if self.tweaked_here().is_empty() {
            return None;
        }
        let node = self.tweaked.pop()?;
        let (mut links, at) = (links.open(), W::new(node.index()));
        links.relink_node(at, observer);
        Some((node, links.unhide(at, observer) + 1))
    }

    fn stop<W: Word>(&mut self, links: &mut Links<W>, item: ItemId, observer: &mut impl Observer<W>) {
        // The count drops to the number of options chosen above.
        _ = self.times.fall(item, observer);
        if self.tweaks() {
            links.open().unlink_header(W::new(item.index()), observer);
        }
    }

    fn unstop<W: Word>(&mut self, links: &mut Links<W>, item: ItemId, observer: &mut impl Observer<W>) {
        if self.tweaks() {
            links.open().relink_header(W::new(item.index()), observer);
        }
        _ = self.times.rise(item, observer);
    }

    fn times_covered(&self, item: ItemId) -> Option<u32> {
        self.times.get(item)
    }

    fn range(&self, item: ItemId) -> Option<(u32, u32)> {
        self.ranges.get(item.index()).copied()
    }

    fn stops(&self) -> bool {
        self.levels.last().is_some_and(|level| level.stops)
    }

    fn tweaked(&self) -> Option<&[NodeId]> {
        self.tweaks().then(|| self.tweaked_here())
    }

    fn degree<W: Word>(&self, links: &Links<W>, item: ItemId) -> usize {
        let length = links.len(item);
        if item.index() < self.ranges.len() { self.degree_of(item.index(), length) } else { length }
    }

    fn tried_at<W: Word>(&self, _links: &Links<W>, level: usize, _node: Option<NodeId>) -> Vec<NodeId> {
        let start = |level: usize| self.levels.get(level).map_or(self.tweaked.len(), |level| level.from);
        self.tweaked[start(level)..start(level + 1)].to_vec()
    }

    fn branch<W: Word>(&self, links: &Links<W>, at: usize, node: NodeId, is_next: bool) -> Branch {
        let level = self.levels[at];
        let end = self.levels.get(at + 1).map_or(self.tweaked.len(), |below| below.from);
        let k = match (level.tweaks, links.is_header(node)) {
            (_, true) if !is_next => level.d,
            (true, _) => end - level.from + usize::from(is_next),
            (false, _) => Branch::of(links, node).k,
        };
        Branch { k, d: level.d }
    }
}

/// The links as the item rule sees them: the length of an item is its number of branches.
struct Degrees<'a, W: Word> {
    links: &'a Links<W>,
    multiple: &'a Multiple,
}

impl<W: Word> ItemLengths<W> for Degrees<'_, W> {
    fn root(&self) -> W {
        ItemLengths::root(self.links)
    }
    fn right(&self, item: W) -> W {
        ItemLengths::right(self.links, item)
    }
    fn left(&self, item: W) -> W {
        ItemLengths::left(self.links, item)
    }
    fn length(&self, item: W) -> usize {
        self.multiple.degree_of(item.index(), self.links.length(item))
    }
}
