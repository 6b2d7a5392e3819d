//! Read access to the links at either width, as a trait object.

use super::links::Broken;
use super::{ItemId, NodeId, OptionId};

/// A read-only view of the links. In the list of items, `None` is the root.
pub trait LinksView {
    /// The number of items, primary and secondary.
    fn n_items(&self) -> usize;
    /// The number of primary items, which come first.
    fn n_primary(&self) -> usize;
    /// The number of nodes: the headers and the nodes of all options.
    fn n_nodes(&self) -> usize;
    /// The node above in the vertical list, or the header.
    fn up(&self, node: NodeId) -> NodeId;
    /// The node below in the vertical list, or the header.
    fn down(&self, node: NodeId) -> NodeId;
    /// The next node of the same option, in a ring. A header is alone.
    fn next_in_option(&self, node: NodeId) -> NodeId;
    /// The item of a node.
    fn item(&self, node: NodeId) -> ItemId;
    /// The option of a node; `None` for a header.
    fn option(&self, node: NodeId) -> Option<OptionId>;
    /// The first node of an option.
    fn first_node(&self, option: OptionId) -> NodeId;
    /// The item to the right in the list of items.
    fn right(&self, item: Option<ItemId>) -> Option<ItemId>;
    /// The item to the left in the list of items.
    fn left(&self, item: Option<ItemId>) -> Option<ItemId>;
    /// The number of options left for an item: the nodes in its vertical list.
    fn len(&self, item: ItemId) -> usize;
    /// The colour that the option of a node gives to its item, 0 for none.
    fn color(&self, node: NodeId) -> u32;
    /// The chosen node that gave an item its colour, if the item has one.
    fn purifier(&self, item: ItemId) -> Option<NodeId>;
    /// Returns true if a node has the colour that its item has been given. Such a node stays in its
    /// list even if its option is hidden.
    fn agrees(&self, node: NodeId) -> bool {
        self.color(node) > 0
            && self.purifier(self.item(node)).is_some_and(|purifier| self.color(purifier) == self.color(node))
    }
    /// Checks every link. `Err` is the first wrong one.
    fn validate(&self) -> Result<(), Broken>;
}

impl dyn LinksView + '_ {
    /// The header of an item: the node with the item's number.
    #[inline]
    pub fn header(&self, item: ItemId) -> NodeId {
        NodeId(item.0)
    }

    /// The primary items still to be covered, left to right.
    #[inline]
    pub fn open_items(&self) -> impl Iterator<Item = ItemId> + '_ {
        core::iter::successors(self.right(None), |&item| self.right(Some(item)))
    }

    /// Returns true if an item is in the list of items. Secondary items never are.
    #[inline]
    pub fn is_open(&self, item: ItemId) -> bool {
        item.index() < self.n_primary() && self.right(self.left(Some(item))) == Some(item)
    }

    /// The nodes of an item's vertical list, top to bottom.
    #[inline]
    pub fn column(&self, item: ItemId) -> impl Iterator<Item = NodeId> + '_ {
        let header = self.header(item);
        core::iter::successors(Some(self.down(header)), |&node| Some(self.down(node))).take_while(move |&n| n != header)
    }

    /// The nodes of a node's option, starting with `node`.
    pub fn option_nodes(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut at = Some(node);
        core::iter::from_fn(move || {
            let here = at?;
            at = Some(self.next_in_option(here)).filter(|&next| next != node);
            Some(here)
        })
    }

    /// Returns true if a node is in its vertical list. A node that has left it still points at its
    /// old neighbours.
    #[inline]
    pub fn is_linked(&self, node: NodeId) -> bool {
        self.down(self.up(node)) == node && self.up(self.down(node)) == node
    }

    /// Returns true if a node of an option has left its list. Nodes that agree with their item's
    /// colour do not count.
    #[inline]
    pub fn is_hidden(&self, option: OptionId) -> bool {
        self.option_nodes(self.first_node(option)).any(|node| !self.is_linked(node) && !self.agrees(node))
    }

    /// The position of a node in its vertical list, 1-based. The node must be linked.
    #[inline]
    pub fn rank(&self, node: NodeId) -> usize {
        1 + self.column(self.item(node)).position(|at| at == node).expect("the node is in its list")
    }
}
