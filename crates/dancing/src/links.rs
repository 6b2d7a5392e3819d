//! The links: one array of linked nodes, and the list of items still to be covered.
//!
//! **Layout.** The nodes are in one [table](super::nodes), headers first. The left and right
//! neighbours of each header are in a second table. Both are opened for writing ([`OpenLinks`]).
//!
//! **Not here.** Nothing in this file chooses an item or an option. The operations are visible
//! inside the crate only, because calls in the wrong order corrupt the links. The search machine
//! calls them, and an [`Observer`] sees what they change.

use super::nodes::{self, DOWN, ITEM, LEFT, LEN, NEXT, Neighbours, Node, RIGHT, Table, UP, Word};
use super::owners::Owners;
use super::view::LinksView;
use super::{ItemId, NodeId, OptionId, Problem};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// The links of TAOCP 7.2.2.1, Table 1, and with colours Table 2, over words of one width. Options
/// are rings here, where Knuth has spacers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links<W: Word> {
    /// Items `0..n`; index n is the root that closes the list of primary items.
    neighbours: W::Table<Neighbours<W>>,
    /// Nodes `0..n` are the headers of the vertical lists; the options' nodes follow, option by
    /// option.
    nodes: W::Table<Node<W>>,
    owners: Owners,
    root: usize,
    primary: usize,
    /// Kept apart from the nodes, so that searches without colours never load them.
    colors: Option<Box<Colors>>,
}

/// The colours of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Colors {
    /// By node: the colour that its option gives to its item; 0 for none, and for headers.
    of: Vec<u32>,
    /// By item: the node that purified it, or the item's header if none did.
    purifier: Vec<NodeId>,
}

impl Colors {
    /// Returns true if a node has a colour, and its item has been given the same one.
    fn agree(&self, node: usize, item: usize) -> bool {
        let color = self.of[node];
        color > 0 && self.of[self.purifier[item].index()] == color
    }
}

impl<W: Word> Links<W> {
    /// Returns true if the words are wide enough for a problem.
    pub fn fits(problem: &Problem) -> bool {
        problem.n_items() + problem.n_cells() < W::NODES && problem.n_options() < W::NODES
    }

    /// Builds the links of a problem. [`Links::fits`] must hold.
    pub fn new(problem: &Problem) -> Links<W> {
        let (neighbours, nodes) = (Table::new(), Table::new());
        let mut links = Links { neighbours, nodes, owners: Owners::new(problem), root: 0, primary: 0, colors: None };
        links.build(problem);
        links
    }

    /// Builds the links of another problem in the same tables. [`Links::fits`] must hold.
    pub(super) fn renew(&mut self, problem: &Problem) {
        self.owners = Owners::new(problem);
        self.build(problem);
    }

    fn build(&mut self, problem: &Problem) {
        let n = problem.n_items();
        (self.root, self.primary) = (n, problem.n_primary());
        let size = n + problem.n_cells();
        self.colors = problem
            .is_colored()
            .then(|| Box::new(Colors { of: vec![0; size], purifier: (0..n as u32).map(NodeId).collect() }));
        self.neighbours.resize(n + 1);
        let mut neighbours = self.neighbours.open();
        (0..=n).map(W::new).for_each(|item| neighbours[item] = [item, item]);
        let mut last = W::new(n);
        for item in (0..problem.n_primary()).chain([n]).map(W::new) {
            neighbours[last][RIGHT] = item;
            neighbours[item][LEFT] = last;
            last = item;
        }
        self.nodes.resize(size);
        let mut nodes = self.nodes.open();
        (0..n).map(W::new).for_each(|item| nodes[item] = [item, item, item, W::new(0)]);
        let mut first = n;
        for option in problem.options() {
            let items = problem.items_of(option);
            if let (Some(colors), Some(given)) = (&mut self.colors, problem.colors_of(option)) {
                colors.of[first..first + items.len()].copy_from_slice(given);
            }
            for (k, &item) in items.iter().enumerate() {
                let (at, item) = (W::new(first + k), W::new(item.index()));
                let next = if k + 1 == items.len() { W::new(first) } else { W::new(first + k + 1) };
                let header = &mut nodes[item];
                let up = core::mem::replace(&mut header[UP], at);
                header[LEN].increase();
                nodes[at] = [up, item, item, next];
                nodes[up][DOWN] = at;
            }
            first += items.len();
        }
    }

    /// Opens the links for writing.
    #[inline(always)]
    pub(super) fn open(&mut self) -> OpenLinks<'_, W> {
        OpenLinks {
            neighbours: self.neighbours.open(),
            nodes: self.nodes.open(),
            colors: self.colors.as_deref_mut(),
            root: W::new(self.root),
            primary: W::new(self.primary),
        }
    }

    /// As [`Links::open`], for links without colours. The compiler then leaves out every question
    /// about them.
    #[inline(always)]
    pub(super) fn open_plain(&mut self) -> OpenLinks<'_, W> {
        debug_assert!(!self.is_colored());
        OpenLinks { colors: None, ..self.open() }
    }

    #[inline(always)]
    fn node(&self, at: usize) -> Node<W> {
        self.nodes[W::new(at)]
    }

    #[inline(always)]
    fn neighbours_of(&self, at: usize) -> Neighbours<W> {
        self.neighbours[W::new(at)]
    }

    /// The first item of the list, or the root.
    #[inline]
    pub(super) fn first(&self) -> usize {
        self.after(self.root)
    }

    /// The item to the right of an item, or the root.
    #[inline]
    pub(super) fn after(&self, item: usize) -> usize {
        self.neighbours_of(item)[RIGHT].index()
    }

    pub(super) fn is_colored(&self) -> bool {
        self.colors.is_some()
    }

    /// The number of primary items.
    pub(super) fn primary(&self) -> usize {
        self.primary
    }

    /// The total number of nodes of all options.
    pub(super) fn n_cells(&self) -> usize {
        self.owners.n_nodes()
    }

    pub(super) fn n_options(&self) -> usize {
        self.owners.n_options()
    }

    #[inline]
    pub(super) fn root(&self) -> usize {
        self.root
    }

    /// Returns true if a node is the header of an item.
    #[inline]
    pub(super) fn is_header(&self, node: NodeId) -> bool {
        node.index() < self.root
    }

    #[inline]
    pub(super) fn next(&self, node: NodeId) -> NodeId {
        NodeId(self.node(node.index())[NEXT].index() as u32)
    }

    /// The node before a node in the ring of its option. The nodes of an option are adjacent, so
    /// this is the node before it in the table or, for the first node, the end of the ring.
    #[inline]
    pub(super) fn prev(&self, node: NodeId) -> NodeId {
        let at = node.index();
        if at > self.root && self.node(at - 1)[NEXT].index() == at {
            return NodeId(at as u32 - 1);
        }
        let mut last = at;
        while self.node(last)[NEXT].index() > last {
            last += 1;
        }
        NodeId(last as u32)
    }

    /// Checks every link. `Err` is the first wrong one.
    pub fn validate(&self) -> Result<(), Broken> {
        let (root, n) = (self.root, self.root);
        let mut at = root;
        for steps in 0.. {
            let right = self.neighbours_of(at)[RIGHT].index();
            let in_order = right == root || at == root || right > at;
            if right > root || (right < root && right >= self.primary) || !in_order || steps > self.primary {
                return Err(Broken::ItemList { item: ItemId(at as u32) });
            }
            if self.neighbours_of(right)[LEFT].index() != at {
                return Err(Broken::ItemList { item: ItemId(right as u32) });
            }
            at = right;
            if at == root {
                break;
            }
        }
        for item in 0..n {
            let (mut at, mut len) = (item, 0);
            loop {
                let down = self.node(at)[DOWN].index();
                let broken = Broken::Vertical { node: NodeId(at as u32), item: ItemId(item as u32) };
                if down >= n + self.n_cells()
                    || self.node(down)[ITEM].index() != item
                    || self.node(down)[UP].index() != at
                {
                    return Err(broken);
                }
                at = down;
                if at == item {
                    break;
                }
                len += 1;
                if len > self.node(item)[LEN].index() {
                    return Err(Broken::Length { item: ItemId(item as u32), counted: len });
                }
            }
            if len != self.node(item)[LEN].index() {
                return Err(Broken::Length { item: ItemId(item as u32), counted: len });
            }
        }
        for at in n..n + self.n_cells() {
            let [up, down, item, next] = self.node(at);
            let same_option = next.index() >= n && self.owners.of(next.index() - n) == self.owners.of(at - n);
            let same_list = self.nodes[up][ITEM] == item && self.nodes[down][ITEM] == item;
            if !same_option || !same_list || self.prev(NodeId(next.index() as u32)).index() != at {
                return Err(Broken::Option { node: NodeId(at as u32) });
            }
        }
        Ok(())
    }
}

/// The data that the item rules read: the list of items, and the number of options that each item
/// has left.
pub(super) trait ItemLengths<W> {
    fn root(&self) -> W;
    /// The item to the right of an item, or the root.
    fn right(&self, item: W) -> W;
    /// The item to the left of an item, or the root.
    fn left(&self, item: W) -> W;
    /// The number of options that an item has left; with multiplicities, its number of branches.
    fn length(&self, item: W) -> usize;
}

macro_rules! item_lengths {
    ($links:ty, $this:ident => $root:expr) => {
        impl<W: Word> ItemLengths<W> for $links {
            #[inline(always)]
            fn root(&self) -> W {
                let $this = self;
                $root
            }
            #[inline(always)]
            fn right(&self, item: W) -> W {
                self.neighbours[item][RIGHT]
            }
            #[inline(always)]
            fn left(&self, item: W) -> W {
                self.neighbours[item][LEFT]
            }
            #[inline(always)]
            fn length(&self, item: W) -> usize {
                self.nodes[item][LEN].index()
            }
        }
    };
}
item_lengths!(Links<W>, links => W::new(links.root));
item_lengths!(OpenLinks<'_, W>, links => links.root);

/// A change that a move makes to the links, or to the counts of its class.
#[derive(Clone, Copy)]
pub(super) enum LinkChange<W: Word> {
    /// A header leaves the list of items, or comes back between its neighbours.
    Header { item: W, neighbours: Neighbours<W>, leaves: bool },
    /// A node leaves its vertical list, or comes back. `length` is the length of the list after
    /// that.
    Node { at: W, node: Node<W>, length: W, leaves: bool },
    /// The option of a node is about to leave its other lists, or is back in them.
    Option { node: W, leaves: bool },
    /// The number of chosen options that hold an item rises or falls by one.
    Times { item: ItemId, before: u32, after: u32 },
}

/// Sees each change to the links as it is made.
pub(super) trait Observer<W: Word> {
    fn see(&mut self, change: LinkChange<W>);
}

/// No observer.
impl<W: Word> Observer<W> for () {
    #[inline(always)]
    fn see(&mut self, _: LinkChange<W>) {}
}

/// Links opened for writing. This is the dance. Each operation comes in the source just before its
/// inverse, which does the same in the opposite order. Both return the **updates** that they make
/// or undo. Sums wrap around, so that a caller that drops them pays nothing for them.
pub(super) struct OpenLinks<'a, W: Word> {
    neighbours: nodes::OpenTable<'a, W, Neighbours<W>>,
    nodes: nodes::OpenTable<'a, W, Node<W>>,
    colors: Option<&'a mut Colors>,
    root: W,
    primary: W,
}

impl<W: Word> OpenLinks<'_, W> {
    /// Takes an item out of the list of items and hides every option that contains it. (TAOCP
    /// 7.2.2.1, (12); with colours (50).)
    ///
    /// The length does not change here, because an option holds an item once. So the loop counts to
    /// it instead of testing for the header: the processor knows the count before it has loaded the
    /// links.
    #[inline(always)]
    pub(super) fn cover(&mut self, item: W, observer: &mut impl Observer<W>) -> u64 {
        self.unlink_header(item, observer);
        let [_, mut at, _, length] = self.nodes[item];
        let mut updates = 0;
        for _ in 0..length.index() {
            updates = self.hide(at, observer).wrapping_add(updates);
            at = self.nodes[at][DOWN];
        }
        updates
    }

    /// The inverse of [`OpenLinks::cover`]. (14; 52)
    #[inline(always)]
    pub(super) fn uncover(&mut self, item: W, observer: &mut impl Observer<W>) -> u64 {
        let [mut at, _, _, length] = self.nodes[item];
        let mut updates = 0;
        for _ in 0..length.index() {
            updates = self.unhide(at, observer).wrapping_add(updates);
            at = self.nodes[at][UP];
        }
        self.relink_header(item, observer);
        updates
    }

    /// Gives an item the colour of one of its nodes, and hides the options that give it another
    /// colour. (55)
    ///
    /// Knuth marks the nodes that agree. Here a node is compared with the colour of its item.
    pub(super) fn purify(&mut self, node: W, observer: &mut impl Observer<W>) -> u64 {
        let [_, _, item, _] = self.nodes[node];
        self.set_purifier(item, node);
        let [_, mut at, _, length] = self.nodes[item];
        let mut updates = 0;
        for _ in 0..length.index() {
            if !self.agrees(at) {
                updates = self.hide(at, observer).wrapping_add(updates);
            }
            at = self.nodes[at][DOWN];
        }
        updates
    }

    /// The inverse of [`OpenLinks::purify`]. (57)
    pub(super) fn unpurify(&mut self, node: W, observer: &mut impl Observer<W>) -> u64 {
        let [_, _, item, _] = self.nodes[node];
        let [mut at, _, _, length] = self.nodes[item];
        let mut updates = 0;
        for _ in 0..length.index() {
            if !self.agrees(at) {
                updates = self.unhide(at, observer).wrapping_add(updates);
            }
            at = self.nodes[at][UP];
        }
        self.set_purifier(item, item);
        updates
    }

    /// Takes the other nodes of a node's option out of their lists, but for those that
    /// [agree](OpenLinks::agrees) with the colours of their items. (13; 51)
    #[inline(always)]
    pub(super) fn hide(&mut self, node: W, observer: &mut impl Observer<W>) -> u64 {
        observer.see(LinkChange::Option { node, leaves: true });
        let mut updates = 0;
        let mut at = self.nodes[node][NEXT];
        while at != node {
            if !self.agrees(at) {
                self.unlink_node(at, observer);
                updates = 1u64.wrapping_add(updates);
            }
            at = self.nodes[at][NEXT];
        }
        updates
    }

    /// The inverse of [`OpenLinks::hide`]. (15; 53)
    ///
    /// A node knows the next node of its option only. The nodes of an option are adjacent, so the
    /// walk goes down in the table to the first of them, and then from the last of them to `node`.
    #[inline(always)]
    pub(super) fn unhide(&mut self, node: W, observer: &mut impl Observer<W>) -> u64 {
        let mut updates = 0;
        let mut put_back = |links: &mut Self, at: W| {
            if !links.agrees(at) {
                links.relink_node(at, observer);
                updates = 1u64.wrapping_add(updates);
            }
        };
        let mut at = node;
        while let Some(before) = self.before(at) {
            put_back(self, before);
            at = before;
        }
        at = self.last_of_option(node);
        while at != node {
            put_back(self, at);
            at.decrease();
        }
        observer.see(LinkChange::Option { node, leaves: false });
        updates
    }

    /// Takes a header out of the list of items. The header of a secondary item is linked to itself,
    /// so nothing changes.
    #[inline(always)]
    pub(super) fn unlink_header(&mut self, item: W, observer: &mut impl Observer<W>) {
        let neighbours @ [left, right] = self.neighbours[item];
        self.neighbours[left][RIGHT] = right;
        self.neighbours[right][LEFT] = left;
        observer.see(LinkChange::Header { item, neighbours, leaves: true });
    }

    /// The inverse of [`OpenLinks::unlink_header`].
    #[inline(always)]
    pub(super) fn relink_header(&mut self, item: W, observer: &mut impl Observer<W>) {
        let neighbours @ [left, right] = self.neighbours[item];
        self.neighbours[left][RIGHT] = item;
        self.neighbours[right][LEFT] = item;
        observer.see(LinkChange::Header { item, neighbours, leaves: false });
    }

    /// Takes a node out of its vertical list: one update.
    #[inline(always)]
    pub(super) fn unlink_node(&mut self, at: W, observer: &mut impl Observer<W>) {
        let node @ [up, down, item, _] = self.nodes[at];
        self.nodes[up][DOWN] = down;
        self.nodes[down][UP] = up;
        self.nodes[item][LEN].decrease();
        observer.see(LinkChange::Node { at, node, length: self.nodes[item][LEN], leaves: true });
    }

    /// The inverse of [`OpenLinks::unlink_node`].
    #[inline(always)]
    pub(super) fn relink_node(&mut self, at: W, observer: &mut impl Observer<W>) {
        let node @ [up, down, item, _] = self.nodes[at];
        self.nodes[up][DOWN] = at;
        self.nodes[down][UP] = at;
        self.nodes[item][LEN].increase();
        observer.see(LinkChange::Node { at, node, length: self.nodes[item][LEN], leaves: false });
    }

    /// The node before a node in its option; `None` for the first one.
    #[inline(always)]
    fn before(&self, at: W) -> Option<W> {
        let mut before = at;
        before.decrease();
        // The node before the very first one is a header, whose fourth word is a length.
        (at != self.root && self.nodes[before][NEXT] == at).then_some(before)
    }

    /// The last node of a node's option.
    #[inline(always)]
    fn last_of_option(&self, node: W) -> W {
        let mut at = node;
        while self.nodes[at][NEXT].index() > at.index() {
            at = self.nodes[at][NEXT];
        }
        at
    }

    /// Returns true if a node has the colour that its item has been given. Such a node stays in its
    /// list when its option is hidden.
    #[inline(always)]
    fn agrees(&self, at: W) -> bool {
        self.colors.as_ref().is_some_and(|colors| colors.agree(at.index(), self.nodes[at][ITEM].index()))
    }

    fn set_purifier(&mut self, item: W, node: W) {
        if let Some(colors) = &mut self.colors {
            colors.purifier[item.index()] = NodeId(node.index() as u32);
        }
    }

    /// The number of primary items.
    #[inline(always)]
    pub(super) fn primary(&self) -> W {
        self.primary
    }

    /// Returns true if an item is primary and has no option left.
    #[inline(always)]
    pub(super) fn is_starved(&self, item: W) -> bool {
        (self.length(item) == 0) & (item.index() < self.primary.index())
    }

    #[inline(always)]
    pub(super) fn node(&self, at: W) -> Node<W> {
        self.nodes[at]
    }
}

/// The first wrong link that [`Links::validate`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields say what they are by their names")]
pub enum Broken {
    /// The list of items is broken at an item.
    ItemList { item: ItemId },
    /// The vertical list of an item is broken at a node.
    Vertical { node: NodeId, item: ItemId },
    /// An item's stored length differs from the length of its list.
    Length { item: ItemId, counted: usize },
    /// A node points outside its option or its list.
    Option { node: NodeId },
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Broken::ItemList { item } => write!(f, "the list of items is torn at item {}", item.0),
            Broken::Vertical { node, item } => {
                write!(f, "the vertical list of item {} is torn at node {}", item.0, node.0)
            }
            Broken::Length { item, counted } => {
                write!(f, "item {} says another length than the {counted} nodes in its list", item.0)
            }
            Broken::Option { node } => write!(f, "node {} points out of its option or its list", node.0),
        }
    }
}

impl Error for Broken {}

impl<W: Word> LinksView for Links<W> {
    fn n_items(&self) -> usize {
        self.root()
    }
    fn n_primary(&self) -> usize {
        self.primary
    }
    fn n_nodes(&self) -> usize {
        self.root + self.n_cells()
    }
    fn up(&self, node: NodeId) -> NodeId {
        NodeId(self.node(node.index())[UP].index() as u32)
    }
    fn down(&self, node: NodeId) -> NodeId {
        NodeId(self.node(node.index())[DOWN].index() as u32)
    }
    fn next_in_option(&self, node: NodeId) -> NodeId {
        if node.index() < self.root { node } else { self.next(node) }
    }
    fn item(&self, node: NodeId) -> ItemId {
        ItemId(self.node(node.index())[ITEM].index() as u32)
    }
    fn option(&self, node: NodeId) -> Option<OptionId> {
        Some(self.owners.of(node.index().checked_sub(self.root())?))
    }
    fn first_node(&self, option: OptionId) -> NodeId {
        NodeId((self.root() + self.owners.first(option)) as u32)
    }
    fn right(&self, item: Option<ItemId>) -> Option<ItemId> {
        let right = self.neighbours_of(item.map_or(self.root, ItemId::index))[RIGHT].index();
        (right != self.root()).then_some(ItemId(right as u32))
    }
    fn left(&self, item: Option<ItemId>) -> Option<ItemId> {
        let left = self.neighbours_of(item.map_or(self.root, ItemId::index))[LEFT].index();
        (left != self.root()).then_some(ItemId(left as u32))
    }
    fn len(&self, item: ItemId) -> usize {
        self.node(item.index())[LEN].index()
    }
    fn color(&self, node: NodeId) -> u32 {
        self.colors.as_ref().map_or(0, |colors| colors.of[node.index()])
    }
    fn purifier(&self, item: ItemId) -> Option<NodeId> {
        let node = self.colors.as_ref()?.purifier[item.index()];
        (node.index() >= self.root).then_some(node)
    }
    fn validate(&self) -> Result<(), Broken> {
        Links::validate(self)
    }
}
