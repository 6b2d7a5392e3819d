//! The option of each node, in few bytes: the nodes of an option are adjacent, so it is found from
//! where the options begin.

use super::{OptionId, Problem};
use alloc::sync::Arc;

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
