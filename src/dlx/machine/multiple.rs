//! Multiplicities (TAOCP 7.2.2.1, Algorithm M): a cover holds each primary item in a number of
//! options within a range.
//!
//! The machine counts, by item, the chosen options that hold it, plus one while the item is being
//! branched on. An item is covered when that count reaches its maximum. Until then it stays in the
//! list of items and may be chosen again further down. An option that is tried for such an item is
//! **tweaked**: before it is chosen, it leaves all its lists, including the item's list, and it
//! comes back only at the end of the level. So no set of options is tried twice. An item that has
//! reached its minimum may also stop: it leaves the list of items, and no option of it is taken
//! further down. To stop is the last branch of a level.

use super::{ItemId, Links, NodeId, Problem, Word};
use crate::dlx::links::View;
use crate::dlx::{Branch, Look};

/// The state of a search with multiplicities, in addition to its links.
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
    pub(super) fn new(problem: &Problem) -> Option<Box<Multiple>> {
        let ranges = || (0..problem.n_primary() as u32).map(|item| problem.multiplicity(ItemId(item))).collect();
        problem.is_multiple().then(|| Box::new(Multiple { ranges: ranges(), tweaked: Vec::new(), levels: Vec::new() }))
    }

    /// The fewest and the most options that may hold an item.
    pub(super) fn range(&self, item: ItemId) -> Option<(u32, u32)> {
        self.ranges.get(item.index()).copied()
    }

    /// Returns true if an item that `times` options hold has reached its maximum, and so is
    /// covered.
    pub(super) fn is_full(&self, item: ItemId, times: u32) -> bool {
        self.range(item).is_none_or(|(_, most)| times >= most)
    }

    /// The number of branches of an item with `length` options left that `times` chosen options
    /// hold. An option is a branch if enough options follow it to reach the minimum. To stop is a
    /// branch if the item has reached its minimum. (Knuth: l + 1 - (b - s).)
    pub(super) fn degree(&self, item: usize, length: usize, times: u32) -> usize {
        (length + 1).saturating_sub(self.ranges[item].0.saturating_sub(times) as usize)
    }

    /// Adds the level of an item that is chosen and that `times` options held before.
    pub(super) fn enter(&mut self, item: ItemId, length: usize, times: u32) {
        let (d, from) = (self.degree(item.index(), length, times), self.tweaked.len());
        let (tweaks, stops) = (!self.is_full(item, times + 1), times >= self.ranges[item.index()].0);
        self.levels.push(Chosen { from, d, tweaks, stops });
    }

    /// The inverse of [`Multiple::enter`].
    pub(super) fn leave(&mut self) {
        self.levels.pop();
    }

    /// Returns true if options of the item chosen last are tweaked.
    pub(super) fn tweaks(&self) -> bool {
        self.levels.last().is_some_and(|own| own.tweaks)
    }

    /// Returns true if the item chosen last may stop.
    pub(super) fn stops(&self) -> bool {
        self.levels.last().is_some_and(|own| own.stops)
    }

    /// Returns true if all branches of the item chosen last were tweaked.
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

    /// The options tweaked for the item chosen last, in order.
    pub(super) fn own(&self) -> &[NodeId] {
        &self.tweaked[self.levels.last().map_or(0, |own| own.from)..]
    }

    /// Removes the option that was tweaked last for the item chosen last.
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
