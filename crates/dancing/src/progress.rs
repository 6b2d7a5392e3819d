//! The progress of a search: counters that run both ways, Knuth's k-of-d addresses, and the share
//! of the tree that is done.

use super::{LinksView, NodeId};
use alloc::vec::Vec;
use core::fmt;

/// Counters of a search. Stepping back lowers them again, so they are kept outside the machine's
/// state.
///
/// A search that starts inside the tree and steps back from there counts below zero: the counters
/// wrap around.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Items chosen, covered or purified.
    pub covers: u64,
    /// Nodes removed from their vertical lists.
    pub updates: u64,
    /// Items of chosen options that needed no cover: covered before (repeated cover), not yet full
    /// (multiplicities), or already of the option's colour.
    pub again: u64,
    /// Items that stopped below their maximum. Each is also a node of the tree.
    pub stops: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Branches cut by the bound.
    pub cuts: u64,
    /// Branches tried, by level, counted from 0: `profile[l]` options or stops were taken at level
    /// `l`.
    pub profile: Vec<u64>,
}

impl Tally {
    /// Nodes of the search tree: the root, and one for each option or stop tried.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.profile.iter().fold(1, |sum: u64, &tried| sum.wrapping_add(tried))
    }

    /// The deepest level reached: branches on the longest path.
    #[inline]
    pub fn deepest(&self) -> usize {
        self.profile.iter().rposition(|&tried| tried > 0).map_or(0, |level| level + 1)
    }

    /// Counts some covers and the updates of all of them together.
    #[inline(always)]
    pub fn add_covers(&mut self, covers: u64, updates: u64) {
        self.covers = self.covers.wrapping_add(covers);
        self.updates = self.updates.wrapping_add(updates);
    }

    /// The inverse of [`Tally::add_covers`].
    fn take_covers(&mut self, covers: u64, updates: u64) {
        self.covers = self.covers.wrapping_sub(covers);
        self.updates = self.updates.wrapping_sub(updates);
    }

    /// Counts a solution found by an engine without links.
    #[inline]
    pub fn add_solution(&mut self) {
        self.solutions += 1;
    }

    /// Adds the tally of a search that ran below `depth` chosen options.
    pub fn add_below(&mut self, depth: usize, other: &Tally) {
        self.covers += other.covers;
        self.updates += other.updates;
        self.again += other.again;
        self.stops += other.stops;
        self.solutions += other.solutions;
        self.cuts += other.cuts;
        if self.profile.len() < depth + other.profile.len() {
            self.profile.resize(depth + other.profile.len(), 0);
        }
        self.profile[depth..].iter_mut().zip(&other.profile).for_each(|(sum, tried)| *sum += tried);
    }

    /// Counts a commit: the updates of a cover, or `None` for an item that needed no cover.
    pub(super) fn commit(&mut self, updates: Option<u64>) {
        match updates {
            Some(updates) => self.add_covers(1, updates),
            None => self.again = self.again.wrapping_add(1),
        }
    }

    /// The inverse of [`Tally::commit`].
    pub(super) fn uncommit(&mut self, updates: Option<u64>) {
        match updates {
            Some(updates) => self.take_covers(1, updates),
            None => self.again = self.again.wrapping_sub(1),
        }
    }

    /// Counts an item that stopped; `depth` levels are taken now.
    pub(super) fn stop(&mut self, depth: usize) {
        self.stops = self.stops.wrapping_add(1);
        self.enter(depth);
    }

    /// The inverse of [`Tally::stop`].
    pub(super) fn unstop(&mut self, depth: usize) {
        self.stops = self.stops.wrapping_sub(1);
        self.leave(depth);
    }

    /// Counts a solution.
    #[inline(always)]
    pub(super) fn visit(&mut self) {
        self.solutions = self.solutions.wrapping_add(1);
    }

    /// The inverse of [`Tally::visit`].
    pub(super) fn unvisit(&mut self) {
        self.solutions = self.solutions.wrapping_sub(1);
    }

    /// Counts a cut branch.
    pub(super) fn cut(&mut self) {
        self.cuts = self.cuts.wrapping_add(1);
    }

    /// The inverse of [`Tally::cut`].
    pub(super) fn uncut(&mut self) {
        self.cuts = self.cuts.wrapping_sub(1);
    }

    /// Counts nodes that were removed without covering an item.
    pub(super) fn hide(&mut self, updates: u64) {
        self.updates = self.updates.wrapping_add(updates);
    }

    /// The inverse of [`Tally::hide`].
    pub(super) fn unhide(&mut self, updates: u64) {
        self.updates = self.updates.wrapping_sub(updates);
    }

    /// Counts an option that was tried; `depth` levels are taken now.
    #[inline(always)]
    pub fn enter(&mut self, depth: usize) {
        match self.profile.get_mut(depth - 1) {
            Some(tried) => *tried = tried.wrapping_add(1),
            None => self.deeper(depth),
        }
    }

    #[cold]
    fn deeper(&mut self, depth: usize) {
        // A search that starts deep in the tree has levels above it that it never entered.
        self.profile.resize(depth - 1, 0);
        self.profile.push(1);
    }

    /// The inverse of [`Tally::enter`].
    pub(super) fn leave(&mut self, depth: usize) {
        if self.profile.len() < depth {
            self.profile.resize(depth, 0);
        }
        self.profile[depth - 1] = self.profile[depth - 1].wrapping_sub(1);
        while self.profile.last() == Some(&0) {
            self.profile.pop();
        }
    }
}

/// The `k`-th of the `d` branches of a level, 1-based. `k` is `d + 1` when all are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The number of the branch, counted from 1.
    pub k: usize,
    /// The number of branches of the level: the remaining options of its item. With multiplicities,
    /// an option counts only if enough options follow it to reach the minimum, and to stop counts
    /// as one.
    pub d: usize,
}

impl Branch {
    /// The branch of a linked node. A header counts as the one after the last.
    pub(super) fn of(links: &dyn LinksView, node: NodeId) -> Branch {
        let d = links.len(links.item(node));
        Branch { k: if links.option(node).is_some() { links.rank(node) } else { d + 1 }, d }
    }
}

/// The position of a search within the last level of its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum At {
    /// All options of the address are chosen, and the next step chooses an item. Written without a
    /// mark.
    #[default]
    Level,
    /// The last option of the address is to be tried next. `1/2,3/4.`
    Try,
    /// The last option is chosen, and this many of its other items are covered. `1/2,3/4+1`
    Cover(usize),
    /// The last option is being taken back, and this many of its other items are still covered.
    /// `1/2,3/4-1`
    Uncover(usize),
    /// The tree is exhausted. `end`
    End,
}

/// The name of a search state, given the problem and the rule: one branch for each level.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Address {
    /// In a repeated cover: the limit, and the number of covers found under it so far.
    pub limit: Option<(u32, u64)>,
    /// One for each level, from the root.
    pub branches: Vec<Branch>,
    /// The position of the search within the last level.
    pub at: At,
}

impl Address {
    /// The share of the tree that is done, from 0 to 1, if all subtrees of a node had the same
    /// size. Knuth's DLX1: the sum of (k-1) / (d1 ... dk), plus half of the last product for the
    /// subtree that the search is in.
    #[inline]
    pub fn share_done(&self) -> f64 {
        (self.share_behind() + self.share_within() / 2.0).min(1.0)
    }

    /// The share of the tree that lies below, if all subtrees of a node had the same size.
    #[inline]
    pub fn share_within(&self) -> f64 {
        self.branches.iter().filter(|branch| branch.d > 0).map(|branch| 1.0 / branch.d as f64).product()
    }

    /// The share of the tree that is wholly done, if all subtrees of a node had the same size: 0 at
    /// the root, and never more than [`Address::share_done`].
    pub fn share_behind(&self) -> f64 {
        let (mut share, mut size) = (0.0, 1.0);
        for &Branch { k, d } in self.branches.iter().filter(|branch| branch.d > 0) {
            size /= d as f64;
            share += (k - 1) as f64 * size;
        }
        share
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.limit {
            // Below zero: the search was steered past covers, and then stepped back over them.
            Some((limit, found)) if found.cast_signed() <= 0 => write!(f, "{limit}:")?,
            Some((limit, found)) => write!(f, "{limit}({found}):")?,
            None => {}
        }
        let mut level = 0;
        while let Some(&Branch { k, d }) = self.branches.get(level) {
            let comma = if level > 0 { "," } else { "" };
            // Forced branches come in long runs, so a run is written as a count.
            let run = self.branches[level..].iter().take_while(|branch| (branch.k, branch.d) == (1, 1)).count();
            if run > 2 {
                write!(f, "{comma}{run}*1/1")?;
                level += run;
            } else {
                write!(f, "{comma}{k}/{d}")?;
                level += 1;
            }
        }
        match self.at {
            At::Level if self.branches.is_empty() => write!(f, "root"),
            At::Level => Ok(()),
            At::Try => write!(f, "."),
            At::Cover(items) => write!(f, "+{items}"),
            At::Uncover(items) => write!(f, "-{items}"),
            At::End => write!(f, "end"),
        }
    }
}
