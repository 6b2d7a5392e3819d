//! The three ids of the kernel: 0-based positions, each with a type of its own.

/// An item: `0..n_primary` are primary, the rest secondary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(pub u32);

/// An option, in the order in which it was added to the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionId(pub u32);

/// A node of the links. The first `n_items` nodes are the headers, in item order; the nodes of the
/// options follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl ItemId {
    /// Returns the id as an index of a table.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl OptionId {
    /// Returns the id as an index of a table.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl NodeId {
    /// Returns the id as an index of a table.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
