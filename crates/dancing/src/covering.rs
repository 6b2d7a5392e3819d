//! The moves of Algorithm X that differ from class to class: what the commit of an item does, and
//! the treatment of a tried option.
//!
//! A class is one file under `covering/`, with its [`Moves`], and one row in each table here.

mod exact;
mod multiple;
mod repeated;

use self::exact::Exact;
use self::multiple::Multiple;
use self::repeated::Repeated;
use super::links::{LinkChange, Links, Observer};
use super::nodes::Word;
use super::view::LinksView;
use super::{Branch, Class, ClassFacts, ItemId, ItemRule, NodeId, Problem};
use alloc::vec::Vec;

/// The state that a search of a class has in addition to its links.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Covering {
    Exact(Exact),
    Multiple(Multiple),
    Repeated(Repeated),
}

/// Runs the same code for the [`Moves`] of any class.
macro_rules! of_class {
    ($covering:expr, $moves:ident => $body:expr) => {
        match $covering {
            Covering::Exact($moves) => $body,
            Covering::Multiple($moves) => $body,
            Covering::Repeated($moves) => $body,
        }
    };
}
pub(super) use of_class;

impl Covering {
    /// The state at the root of a search.
    pub(super) fn new(problem: &Problem) -> Covering {
        match problem.class() {
            Class::Exact => Covering::Exact(Exact),
            Class::Multiple => Covering::Multiple(Multiple::new(problem)),
            Class::Repeated => Covering::Repeated(Repeated::new(problem)),
        }
    }

    pub(super) fn class(&self) -> Class {
        match self {
            Covering::Exact(_) => Class::Exact,
            Covering::Multiple(_) => Class::Multiple,
            Covering::Repeated(_) => Class::Repeated,
        }
    }

    /// The number of chosen options that hold an item, plus one while the item is being branched
    /// on. `None` in an exact cover, which does not count.
    pub(super) fn times_covered(&self, item: ItemId) -> Option<u32> {
        of_class!(self, class => class.times_covered(item))
    }

    /// The fewest and the most options that may hold an item. `None` if that is exactly one, and in
    /// a repeated cover.
    pub(super) fn range(&self, item: ItemId) -> Option<(u32, u32)> {
        of_class!(self, class => class.range(item)).filter(|range| *range != (1, 1))
    }
}

impl Class {
    /// The facts about a class, which every engine, proof and sentence reads.
    pub const fn facts(self) -> &'static ClassFacts {
        match self {
            Class::Exact => &exact::FACTS,
            Class::Multiple => &multiple::FACTS,
            Class::Repeated => &repeated::FACTS,
        }
    }
}

/// The effect of a commit on the links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemEffect {
    /// None: the item is only counted.
    Count,
    /// The item leaves the list of items, and its options stay.
    Header,
    /// The item is covered.
    Cover,
}

/// By item: the number of chosen options that hold it, plus one while the item is being branched
/// on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Times(Vec<u32>);

impl Times {
    fn new(problem: &Problem) -> Times {
        Times(vec![0; problem.n_items()])
    }

    fn of(&self, item: ItemId) -> u32 {
        self.0[item.index()]
    }

    /// As [`Times::of`]. `None` if there is no such item.
    fn get(&self, item: ItemId) -> Option<u32> {
        self.0.get(item.index()).copied()
    }

    /// Returns the count after it has risen by one.
    #[inline(always)]
    fn rise<W: Word>(&mut self, item: ItemId, observer: &mut impl Observer<W>) -> u32 {
        let times = &mut self.0[item.index()];
        *times += 1;
        observer.see(LinkChange::Times { item, before: *times - 1, after: *times });
        *times
    }

    /// The inverse of [`Times::rise`]. Returns the count before it falls by one.
    #[inline(always)]
    fn fall<W: Word>(&mut self, item: ItemId, observer: &mut impl Observer<W>) -> u32 {
        let times = &mut self.0[item.index()];
        *times -= 1;
        observer.see(LinkChange::Times { item, before: *times + 1, after: *times });
        *times + 1
    }
}

/// The moves of Algorithm X that differ from class to class. A method that changes something is
/// followed by its inverse. The defaults are those of Algorithm X, which counts nothing and changes
/// nothing about an option that was tried.
pub(super) trait Moves {
    // --- Items ---------------------------------------------------------------------------

    /// Counts one more option that holds an item. Returns what that does to the links. (X4, X5)
    fn rise<W: Word>(&mut self, item: ItemId, observer: &mut impl Observer<W>) -> ItemEffect;

    /// The inverse of [`Moves::rise`]: returns the effect to be undone. (X6, X7)
    fn fall<W: Word>(&mut self, item: ItemId, observer: &mut impl Observer<W>) -> ItemEffect;

    // --- Levels --------------------------------------------------------------------------

    /// The item to branch on. (X3)
    fn choose<W: Word>(&self, links: &Links<W>, rule: ItemRule) -> W {
        rule.choose(links, Some(0))
    }

    /// Begins a level, before its item is committed. (X4)
    fn open_level<W: Word>(&mut self, _links: &Links<W>, _item: ItemId) {}

    /// The inverse of [`Moves::open_level`]. (X7)
    fn close_level(&mut self) {}

    /// Returns true if the level has no branch left. `node` is tried next; it may be the header.
    fn is_exhausted<W: Word>(&self, links: &Links<W>, node: NodeId) -> bool {
        links.is_header(node)
    }

    /// The node that was tried just before `node` at this level.
    fn tried_before<W: Word>(&self, links: &Links<W>, node: NodeId) -> Option<NodeId> {
        Some(links.up(node)).filter(|&before| !links.is_header(before))
    }

    /// Restores the options before `node`, which were tried at this level. (X7)
    fn untry_all<W: Word>(&mut self, _links: &mut Links<W>, _node: NodeId, _observer: &mut impl Observer<W>) {}

    /// The inverse of [`Moves::untry_all`] at a level whose branches were all tried. Returns the
    /// node after the last tried one.
    fn try_all<W: Word>(&mut self, _links: &mut Links<W>, item: ItemId, _observer: &mut impl Observer<W>) -> NodeId {
        NodeId(item.0)
    }

    // --- Options -------------------------------------------------------------------------

    /// Takes an option out of all its lists before it is tried. Returns the updates made, 0 if the
    /// option stays. (M5)
    fn tweak<W: Word>(&mut self, _links: &mut Links<W>, _node: NodeId, _observer: &mut impl Observer<W>) -> u64 {
        0
    }

    /// The inverse of [`Moves::tweak`], for the option that was tweaked last at this level. Returns
    /// the option's node and the updates undone; `None` if none is left.
    fn untweak<W: Word>(&mut self, _links: &mut Links<W>, _observer: &mut impl Observer<W>) -> Option<(NodeId, u64)> {
        None
    }

    /// Hides a tried option while its later siblings are tried. Returns the updates made.
    fn hide_tried<W: Word>(&mut self, _links: &mut Links<W>, _node: NodeId, _observer: &mut impl Observer<W>) -> u64 {
        0
    }

    /// The inverse of [`Moves::hide_tried`].
    fn unhide_tried<W: Word>(&mut self, _links: &mut Links<W>, _node: NodeId, _observer: &mut impl Observer<W>) -> u64 {
        0
    }

    /// The item of this level takes no further option. Only levels that [stop](Moves::stops) have
    /// this move.
    fn stop<W: Word>(&mut self, _links: &mut Links<W>, _item: ItemId, _observer: &mut impl Observer<W>) {}

    /// The inverse of [`Moves::stop`].
    fn unstop<W: Word>(&mut self, _links: &mut Links<W>, _item: ItemId, _observer: &mut impl Observer<W>) {}

    // --- Questions -----------------------------------------------------------------------

    /// The number of chosen options that hold an item, plus one while the item is being branched
    /// on. `None` if the class does not count.
    fn times_covered(&self, _item: ItemId) -> Option<u32> {
        None
    }

    /// The fewest and the most options that may hold an item, if the problem sets a range.
    fn range(&self, _item: ItemId) -> Option<(u32, u32)> {
        None
    }

    /// Returns true if the last branch of this level is to stop.
    fn stops(&self) -> bool {
        false
    }

    /// The options tweaked so far at this level. `None` if the level tweaks none.
    fn tweaked(&self) -> Option<&[NodeId]> {
        None
    }

    /// The number of branches of a level with this item.
    fn degree<W: Word>(&self, links: &Links<W>, item: ItemId) -> usize {
        links.len(item)
    }

    /// The nodes that are hidden because they were tried at a level, counted from 0. `node` is the
    /// node that is chosen there, or that is tried next.
    fn tried_at<W: Word>(&self, _links: &Links<W>, _level: usize, _node: Option<NodeId>) -> Vec<NodeId> {
        Vec::new()
    }

    /// The branch, k of d, of a level whose `node` is chosen or, if `is_next`, tried next.
    fn branch<W: Word>(&self, links: &Links<W>, _level: usize, node: NodeId, _is_next: bool) -> Branch {
        Branch::of(links, node)
    }

    /// Adds to the branches the options that levels below have hidden. `nodes` has the chosen node
    /// of each level, or the one that is tried next.
    fn add_hidden<W: Word>(&self, _links: &Links<W>, _nodes: &[NodeId], _branches: &mut [Branch]) {}
}
