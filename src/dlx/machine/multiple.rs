//! Multiplicities (TAOCP 7.2.2.1, Algorithm M): items that several options hold, as many as a range
//! allows.
//!
//! The machine counts by item how many chosen options hold it; an item in hand counts as held once
//! more. An item is covered when that is the most it may be. Until then it stays in the list of
//! items, and may be chosen again further down. So that no set of options is met twice, an option
//! that is tried for such an item leaves all its lists before it is taken, that of the item too,
//! and comes back only when the item is given back: it is **tweaked**. An item that has its least
//! may also stop: then no option of it is taken below, and it leaves the list of items. That is the
//! last branch of its level.

use super::{ItemId, Links, NodeId, Problem, Word};
use crate::dlx::links::View;
use crate::dlx::{Branch, Look};

/// What a search with multiplicities keeps beside its links.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Multiple {
    /// By primary item: the fewest and the most options that may hold it.
    ranges: Vec<(u32, u32)>,
    /// The options that were tweaked, by their nodes in the list of the item that was chosen.
    tweaked: Vec<NodeId>,
    /// One for each item chosen.
    levels: Vec<Chosen>,
}

/// What was known of an item when it was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Chosen {
    /// How many options were tweaked above.
    from: usize,
    /// How many branches the level has.
    d: usize,
    /// Whether options are tweaked when they are tried. Not if the item was covered: then all its
    /// options are hidden anyway.
    tweaks: bool,
    /// Whether the last branch is to stop.
    stops: bool,
}

impl Multiple {
    pub(super) fn new(problem: &Problem) -> Option<Box<Multiple>> {
        let ranges = || (0..problem.n_primary() as u32).map(|item| problem.multiplicity(ItemId(item))).collect();
        problem.is_multiple().then(|| Box::new(Multiple { ranges: ranges(), tweaked: Vec::new(), levels: Vec::new() }))
    }

    /// The fewest and the most options that may hold an item.
    pub(super) fn range(&self, item: ItemId) -> Option<(u32, u32)> {
        self.ranges.get(item.index()).copied()
    }

    /// Whether an item that so many options hold is covered.
    pub(super) fn is_full(&self, item: ItemId, times: u32) -> bool {
        self.range(item).is_none_or(|(_, most)| times >= most)
    }

    /// How many branches an item has that `length` options are left for, and `times` options hold:
    /// any but those so far down the list that too few would follow, and to stop, if it has its
    /// least. (Knuth: l + 1 - (b - s).)
    pub(super) fn degree(&self, item: usize, length: usize, times: u32) -> usize {
        (length + 1).saturating_sub(self.ranges[item].0.saturating_sub(times) as usize)
    }

    /// An item that so many options held before is chosen.
    pub(super) fn enter(&mut self, item: ItemId, length: usize, times: u32) {
        let (d, from) = (self.degree(item.index(), length, times), self.tweaked.len());
        let (tweaks, stops) = (!self.is_full(item, times + 1), times >= self.ranges[item.index()].0);
        self.levels.push(Chosen { from, d, tweaks, stops });
    }

    /// The inverse of [`Multiple::enter`].
    pub(super) fn leave(&mut self) {
        self.levels.pop();
    }

    /// Whether options of the item in hand are tweaked.
    pub(super) fn tweaks(&self) -> bool {
        self.levels.last().is_some_and(|own| own.tweaks)
    }

    /// Whether the item in hand may stop.
    pub(super) fn stops(&self) -> bool {
        self.levels.last().is_some_and(|own| own.stops)
    }

    /// Whether as many options were tweaked for the item in hand as it has branches.
    pub(super) fn is_exhausted(&self) -> bool {
        self.levels.last().is_some_and(|own| self.own().len() >= own.d)
    }

    pub(super) fn push(&mut self, node: NodeId) {
        self.tweaked.push(node);
    }

    /// The options tweaked at a level.
    pub(super) fn tweaked_at(&self, level: usize) -> &[NodeId] {
        let start = |level: usize| self.levels.get(level).map_or(self.tweaked.len(), |own| own.from);
        &self.tweaked[start(level)..start(level + 1)]
    }

    /// The options tweaked for the item in hand, in the order in which they were.
    pub(super) fn own(&self) -> &[NodeId] {
        &self.tweaked[self.levels.last().map_or(0, |own| own.from)..]
    }

    /// The one that was tweaked last for the item in hand.
    pub(super) fn pop(&mut self) -> Option<NodeId> {
        if self.own().is_empty() { None } else { self.tweaked.pop() }
    }

    /// k of d at a level, of which `node` is chosen or, if `is_next`, next to be tried.
    pub(super) fn branch<W: Word>(&self, links: &Links<W>, at: usize, node: NodeId, is_next: bool) -> Branch {
        let own = self.levels[at];
        let end = self.levels.get(at + 1).map_or(self.tweaked.len(), |below| below.from);
        let k = match (own.tweaks, links.option(node)) {
            (_, None) if !is_next => own.d,
            (true, _) => end - own.from + usize::from(is_next),
            (false, _) => Branch::of(links, node).k,
        };
        Branch { k, d: own.d }
    }
}

/// The links as the item rule sees them: an item is as long as it has branches.
pub(super) struct Degrees<'a, W: Word> {
    pub(super) links: &'a Links<W>,
    pub(super) times: &'a [u32],
    pub(super) multiple: &'a Multiple,
}

impl<W: Word> View<W> for Degrees<'_, W> {
    fn root(&self) -> W {
        View::root(self.links)
    }
    fn right(&self, item: W) -> W {
        View::right(self.links, item)
    }
    fn left(&self, item: W) -> W {
        View::left(self.links, item)
    }
    fn length(&self, item: W) -> usize {
        self.multiple.degree(item.at(), self.links.length(item), self.times[item.at()])
    }
}
