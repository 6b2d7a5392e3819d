//! Multiplicities (TAOCP 7.2.2.1, Algorithm M): items that may be held by as many options as a
//! range allows.
//!
//! The machine counts by item how many chosen options hold it, plus one while the item is in hand.
//! An item is covered when that count reaches its most. Until then it stays in the list of items
//! and may be chosen again further down. So that no set of options is tried twice, an option that
//! is tried for such an item is **tweaked**: it leaves all its lists, including the item's list,
//! before it is chosen, and comes back only when the item is given back. An item that has its least
//! may also stop: it leaves the list of items, and no further option of it is taken below. To stop
//! is the last branch of a level.

use super::{ItemId, Links, NodeId, Problem, Word};
use crate::dlx::links::View;
use crate::dlx::{Branch, Look};

/// What a search with multiplicities keeps in addition to its links.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Multiple {
    /// By primary item: the fewest and the most options that may hold it.
    ranges: Vec<(u32, u32)>,
    /// The tweaked options of all levels, as nodes in the list of the item chosen there.
    tweaked: Vec<NodeId>,
    /// One for each chosen item.
    levels: Vec<Chosen>,
}

/// Facts about an item that were fixed when it was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Chosen {
    /// How many options the levels above have tweaked.
    from: usize,
    /// How many branches the level has.
    d: usize,
    /// Whether options are tweaked when they are tried. Not needed if the item is covered, because
    /// all its options are then hidden.
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

    /// Whether an item that `times` options hold has reached its most, and so is covered.
    pub(super) fn is_full(&self, item: ItemId, times: u32) -> bool {
        self.range(item).is_none_or(|(_, most)| times >= most)
    }

    /// The number of branches of an item with `length` options left that `times` chosen options
    /// hold. Each option is one if enough options follow it to reach the least, and to stop is one
    /// if the item has its least. (Knuth: l + 1 - (b - s).)
    pub(super) fn degree(&self, item: usize, length: usize, times: u32) -> usize {
        (length + 1).saturating_sub(self.ranges[item].0.saturating_sub(times) as usize)
    }

    /// An item is chosen that `times` options held before.
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

    /// Whether all branches of the item in hand were tweaked.
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

    /// The options tweaked for the item in hand, in order.
    pub(super) fn own(&self) -> &[NodeId] {
        &self.tweaked[self.levels.last().map_or(0, |own| own.from)..]
    }

    /// Removes the option that was tweaked last for the item in hand.
    pub(super) fn pop(&mut self) -> Option<NodeId> {
        if self.own().is_empty() { None } else { self.tweaked.pop() }
    }

    /// The branch, k of d, of a level whose `node` is chosen or, if `is_next`, tried next.
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

/// The links as the item rule sees them: the length of an item is its number of branches.
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
