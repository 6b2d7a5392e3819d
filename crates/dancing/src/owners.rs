//! The option of each node, in few bytes: the nodes of an option are adjacent, so it is found from
//! where the options begin.

use super::{OptionId, Problem};
use std::sync::Arc;

/// Nodes between two entries of [`Owners::near`], as a power of two.
const APART: usize = 3;

/// The options of a problem's nodes, counted from the first node that is not a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Owners {
    /// `starts[o]..starts[o + 1]` are option o's nodes; length: options + 1. Shared by all copies
    /// of the links.
    starts: Arc<[u32]>,
    /// By node: the option of each eighth one.
    near: Arc<[u32]>,
}

impl Owners {
    pub(super) fn new(problem: &Problem) -> Owners {
        let starts: Arc<[u32]> = problem.packed().0.into();
        let mut option = 0;
        let mut owner = |node: usize| {
            while starts[option + 1] as usize <= node {
                option += 1;
            }
            option as u32
        };
        let near = (0..problem.n_cells()).step_by(1 << APART).map(&mut owner).collect();
        Owners { starts, near }
    }

    pub(super) fn n_options(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of nodes.
    pub(super) fn n_nodes(&self) -> usize {
        self.starts[self.starts.len() - 1] as usize
    }

    /// The option of a node.
    #[inline]
    pub(super) fn of(&self, node: usize) -> OptionId {
        let mut option = self.near[node >> APART];
        while self.starts[option as usize + 1] as usize <= node {
            option += 1;
        }
        OptionId(option)
    }

    /// The first node of an option. For the number after the last option, the number of nodes.
    pub(super) fn first(&self, option: OptionId) -> usize {
        self.starts[option.index().min(self.n_options())] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ItemId;

    #[test]
    fn each_node_has_the_option_that_it_was_added_for() {
        for longest in [1, 2, 3, 9, 40] {
            let mut problem = Problem::new(50, 0);
            let mut all = Vec::new();
            for option in 0..100 {
                let items: Vec<ItemId> = (0..1 + (option * 7) % longest).map(ItemId).collect();
                all.extend(items.iter().map(|_| OptionId(option)));
                problem.push(&items).unwrap();
            }
            let owners = Owners::new(&problem);
            assert_eq!((owners.n_options(), owners.n_nodes()), (100, all.len()));
            assert_eq!((0..all.len()).map(|node| owners.of(node)).collect::<Vec<_>>(), all);
            for option in problem.options() {
                assert_eq!(all.iter().position(|own| *own == option), Some(owners.first(option)));
            }
        }
    }
}
