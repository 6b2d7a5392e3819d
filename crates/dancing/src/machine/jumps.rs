//! Jumps to another state without the steps between: back by uncovering, down along a known path,
//! or sideways to another option of the item being branched on. Also the k-of-d branches of states.

use super::{Bound, Covering, Machine, Moves, Phase, of_class};
use crate::nodes::Word;
use crate::{Branch, ItemId, LinksView, NodeId, OptionId, Tally};
use alloc::vec::Vec;

impl<W: Word> Machine<W> {
    /// Goes straight back to the state in which the item of `level` is chosen next. It only
    /// uncovers: no finished sibling is entered again. A partly covered option is always taken
    /// back, so the search may end one level above the one asked for. Improvements found after that
    /// place are forgotten.
    pub fn rewind(&mut self, level: usize) {
        self.trail.clear();
        match self.phase {
            Phase::Choose | Phase::Done => {}
            Phase::Try { node } => self.restore_and_uncover(node, &mut ()),
            Phase::Cover { at } => self.take_back(at),
            Phase::Uncover { at } => self.take_back(self.after(at)),
        }
        while self.chosen.len() > level {
            self.take_back(self.top());
        }
        self.phase = Phase::Choose;
        self.floor = self.floor.min(self.chosen.len());
        self.drop_improvements();
    }

    /// Takes back the option chosen last, of which the items before `end` in its ring are covered,
    /// and leaves its level.
    fn take_back(&mut self, end: NodeId) {
        let x = self.top();
        let mut at = self.before(end);
        while at != x {
            self.uncommit(at, &mut ());
            at = self.links.prev(at);
        }
        match self.links.is_header(x) {
            true => self.pop_header(self.links.item(x), &mut ()),
            false => _ = self.chosen.pop(),
        }
        self.restore_and_uncover(x, &mut ());
    }

    /// Drops the improvements that do not lie before this place.
    pub(crate) fn drop_improvements(&mut self) {
        if let Bound::Score(_) = self.bound {
            let here: Vec<usize> = self.branches().iter().map(|branch| branch.k).collect();
            self.bound.drop_improvements(&here);
        }
    }

    /// Goes straight back to the root. A repeated cover goes back to its first limit.
    pub fn restart(&mut self) {
        self.rewind(0);
        self.bound.restart();
    }

    /// Follows the item rule down while the chosen item has one of `wanted` among its options. Does
    /// nothing unless this is an exact cover at a state whose item is not chosen yet. Returns the
    /// number of levels gone down. An engine hands over its place in this way: it passes a set of
    /// options, and the machine reaches the same state in the order of Algorithm X.
    pub fn descend(&mut self, wanted: &[OptionId], tally: &mut Tally) -> usize {
        let depth = self.chosen.len();
        while !self.class().facts().counts && self.phase == Phase::Choose && !self.is_covered() {
            let item = self.best_item();
            let view: &dyn LinksView = &self.links;
            let Some(node) = view.column(item).find(|&n| view.option(n).is_some_and(|o| wanted.contains(&o))) else {
                break;
            };
            self.trail.clear();
            self.choose(item, None, tally, &mut ());
            self.phase = Phase::Try { node };
            while self.phase != Phase::Choose {
                self.step_into(tally);
            }
        }
        self.chosen.len() - depth
    }

    /// Chooses the item that the item rule is known to choose here, without a look at the others.
    /// Returns `false`, and changes nothing, if no item is chosen next, or this one is not open.
    pub(crate) fn choose_known(&mut self, item: ItemId, tally: &mut Tally) -> bool {
        let view: &dyn LinksView = &self.links;
        if self.phase != Phase::Choose || self.is_covered() || !view.is_open(item) {
            return false;
        }
        let Ok(multipliers) = self.bound.test(&self.reached()) else { return false };
        self.trail.clear();
        self.choose(item, multipliers, tally, &mut ());
        true
    }

    /// Makes the k-th option of the item being branched on, 1-based, the next one to be tried;
    /// `d + 1` means that all were tried. The options before it are tweaked as if they had been
    /// tried. If the item may stop, branch `d` is to stop and `d + 1` does not exist. Returns
    /// `false` and changes nothing if no item is being branched on or it has no such branch.
    pub fn steer(&mut self, k: usize) -> bool {
        let Phase::Try { mut node } = self.phase else { return false };
        let Branch { k: mut at, d } = self.branch(self.chosen.len(), node);
        let stops = of_class!(&self.covering, class => class.stops());
        if k == 0 || k > d + usize::from(!stops) {
            return false;
        }
        of_class!(&mut self.covering, class => {
            while at < k {
                let next = self.links.down(node);
                class.tweak(&mut self.links, node, &mut ());
                class.hide_tried(&mut self.links, node, &mut ());
                (at, node) = (at + 1, next);
            }
            while at > k {
                at -= 1;
                node = class.untweak(&mut self.links, &mut ()).map_or(self.links.up(node), |(node, _)| node);
                class.unhide_tried(&mut self.links, node, &mut ());
            }
        });
        self.phase = Phase::Try { node };
        true
    }

    /// Confines the search to the subtree of the current node, whose item is not chosen yet: when
    /// the subtree is exhausted, the search ends. If the search is moved above the node, it is
    /// confined to the subtree of the node that it is moved to.
    pub fn confine(&mut self) {
        debug_assert_eq!(self.phase, Phase::Choose);
        // A stride would undo the covers above by the log.
        self.trail.clear();
        self.confine_to(self.chosen.len());
    }

    /// The level at which the search ends.
    pub(crate) fn floor(&self) -> usize {
        self.floor
    }

    /// Sets the level at which the search ends.
    pub(crate) fn confine_to(&mut self, floor: usize) {
        self.floor = floor;
    }

    /// Ends a level whose item is not chosen yet, as if everything below had been searched.
    pub fn finish(&mut self) {
        debug_assert_eq!(self.phase, Phase::Choose);
        self.leave_level();
    }

    /// The branch, k of d, of a level whose `node` is chosen or tried next.
    fn branch(&self, level: usize, node: NodeId) -> Branch {
        let is_next = level == self.chosen.len();
        of_class!(&self.covering, class => class.branch(&self.links, level, node, is_next))
    }

    /// The branch that is tried next for the item being branched on; `k` is `d + 1` if all were
    /// tried. `None` if no item is being branched on.
    pub fn current_branch(&self) -> Option<Branch> {
        let Phase::Try { node } = self.phase else { return None };
        Some(self.branch(self.chosen.len(), node))
    }

    /// The branch, k of d, of every chosen option, and of the one that is tried next.
    ///
    /// In a repeated cover, options that were tried at a level are hidden from the lists of the
    /// levels above it. They are counted at the positions that they had before that.
    pub fn branches(&self) -> Vec<Branch> {
        let open = match self.phase {
            Phase::Try { node } => Some(node),
            _ => None,
        };
        let nodes: Vec<NodeId> = self.chosen.iter().copied().chain(open).collect();
        let mut branches: Vec<Branch> =
            nodes.iter().enumerate().map(|(level, &node)| self.branch(level, node)).collect();
        of_class!(&self.covering, class => class.add_hidden(&self.links, &nodes, &mut branches));
        branches
    }
}
