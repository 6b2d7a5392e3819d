//! The links: one array of nodes that dance, and the list of items still to be covered.
//!
//! **Layout.** A node is four words: up, down, its item, and the next node of its option. The words are `u16` while
//! every node has a number below 65,536 (8 bytes a node; a 25x25 sudoku just fits), else `u32` (16 bytes a node).
//! An option's nodes lie side by side and `next` closes them into a ring, so that walking an option's other nodes
//! takes the same path through the code from wherever it starts; with Knuth's spacers the place of the jump depends
//! on the start. `cargo bench --bench kernel` measures both against each other.
//!
//! **What is missing on purpose.** Nothing here chooses anything. `cover` and `uncover` are seen inside `dlx` only:
//! called in the wrong order they tear the links, so the machines that keep the order own them.

use super::{ItemId, NodeId, OptionId, Problem};
use std::error::Error;
use std::fmt::{self, Debug};

/// The integer that links are made of: `u16` or `u32`.
pub trait Word: Copy + Eq + Debug + Send + Sync + 'static {
    /// How many nodes can be told apart.
    const NODES: usize;
    fn new(index: usize) -> Self;
    fn at(self) -> usize;
}

impl Word for u16 {
    const NODES: usize = 1 << 16;
    #[inline(always)]
    fn new(index: usize) -> u16 {
        debug_assert!(index < Self::NODES);
        index as u16
    }
    #[inline(always)]
    fn at(self) -> usize {
        self as usize
    }
}

impl Word for u32 {
    const NODES: usize = 1 << 32;
    #[inline(always)]
    fn new(index: usize) -> u32 {
        debug_assert!(index < Self::NODES);
        index as u32
    }
    #[inline(always)]
    fn at(self) -> usize {
        self as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node<W> {
    up: W,
    down: W,
    item: W,
    next: W,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header<W> {
    pub(super) left: W,
    pub(super) right: W,
    /// Nodes in the item's vertical list.
    pub(super) len: W,
}

/// The toroidal structure of TAOCP 7.2.2.1, (6), over words of one width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links<W> {
    /// Items `0..n` and, at index n, the root that closes the list of primary items.
    headers: Vec<Header<W>>,
    /// Nodes `0..n` head the items' vertical lists; the options' nodes follow, option by option.
    nodes: Vec<Node<W>>,
    /// The option of each node that is no header.
    options: Vec<OptionId>,
    n_options: usize,
    primary: usize,
}

impl<W: Word> Links<W> {
    /// Whether the words are wide enough for a problem.
    pub fn fits(problem: &Problem) -> bool {
        problem.n_items() + problem.n_cells() < W::NODES && problem.n_options() < W::NODES
    }

    /// Links every option of a problem. [`Links::fits`] must hold.
    pub fn new(problem: &Problem) -> Links<W> {
        let n = problem.n_items();
        let mut headers = Vec::with_capacity(n + 1);
        for item in 0..n {
            let own = Header { left: W::new(item), right: W::new(item), len: W::new(0) };
            headers.push(own);
        }
        headers.push(Header { left: W::new(n), right: W::new(n), len: W::new(0) });
        let mut last = n;
        for item in (0..problem.n_primary()).chain([n]) {
            headers[last].right = W::new(item);
            headers[item].left = W::new(last);
            last = item;
        }
        let mut nodes: Vec<Node<W>> = Vec::with_capacity(n + problem.n_cells());
        nodes.extend((0..n).map(|i| Node { up: W::new(i), down: W::new(i), item: W::new(i), next: W::new(i) }));
        let mut options = Vec::with_capacity(problem.n_cells());
        for option in problem.options() {
            let first = nodes.len();
            let items = problem.items_of(option);
            for (k, &item) in items.iter().enumerate() {
                let at = first + k;
                let next = if k + 1 == items.len() { first } else { at + 1 };
                let up = nodes[item.index()].up;
                nodes.push(Node { up, down: W::new(item.index()), item: W::new(item.index()), next: W::new(next) });
                nodes[up.at()].down = W::new(at);
                nodes[item.index()].up = W::new(at);
                headers[item.index()].len = W::new(headers[item.index()].len.at() + 1);
                options.push(option);
            }
        }
        Links { headers, nodes, options, n_options: problem.n_options(), primary: problem.n_primary() }
    }

    /// Takes an item out of the list of items and hides every option that contains it. Returns the updates made.
    /// The inverse is [`Links::uncover`]. (TAOCP 7.2.2.1, (12) and (13).)
    #[inline(always)]
    pub(super) fn cover(&mut self, item: ItemId) -> u64 {
        let item = item.index();
        self.unlink_header(item);
        let mut updates = 0;
        let mut at = self.nodes[item].down.at();
        while at != item {
            updates += self.hide(at);
            at = self.nodes[at].down.at();
        }
        updates
    }

    /// Undoes the [`Links::cover`] of the same item, in the opposite order. Returns the updates undone.
    /// (TAOCP 7.2.2.1, (14) and (15).)
    #[inline(always)]
    pub(super) fn uncover(&mut self, item: ItemId) -> u64 {
        let item = item.index();
        let mut updates = 0;
        let mut at = self.nodes[item].up.at();
        while at != item {
            updates += self.unhide(at);
            at = self.nodes[at].up.at();
        }
        self.relink_header(item);
        updates
    }

    /// Takes the other nodes of a node's option out of their lists. The inverse is [`Links::unhide`].
    #[inline(always)]
    pub(super) fn hide(&mut self, node: usize) -> u64 {
        let mut updates = 0;
        let mut at = self.nodes[node].next.at();
        while at != node {
            let Node { up, down, item, next } = self.nodes[at];
            self.nodes[up.at()].down = down;
            self.nodes[down.at()].up = up;
            let header = &mut self.headers[item.at()];
            header.len = W::new(header.len.at() - 1);
            updates += 1;
            at = next.at();
        }
        updates
    }

    /// Puts the other nodes of a node's option back. They stand in different lists, so their order is free; only the
    /// order of the options matters.
    #[inline(always)]
    pub(super) fn unhide(&mut self, node: usize) -> u64 {
        let mut updates = 0;
        let mut at = self.nodes[node].next.at();
        while at != node {
            let Node { up, down, item, next } = self.nodes[at];
            self.nodes[up.at()].down = W::new(at);
            self.nodes[down.at()].up = W::new(at);
            let header = &mut self.headers[item.at()];
            header.len = W::new(header.len.at() + 1);
            updates += 1;
            at = next.at();
        }
        updates
    }

    /// One link of a cover: the header leaves the list of items. A secondary item's header is linked to itself.
    #[inline(always)]
    pub(super) fn unlink_header(&mut self, item: usize) {
        let Header { left, right, .. } = self.headers[item];
        self.headers[left.at()].right = right;
        self.headers[right.at()].left = left;
    }

    /// The inverse of [`Links::unlink_header`].
    #[inline(always)]
    pub(super) fn relink_header(&mut self, item: usize) {
        let Header { left, right, .. } = self.headers[item];
        self.headers[left.at()].right = W::new(item);
        self.headers[right.at()].left = W::new(item);
    }

    /// One link of a cover: a single node leaves its vertical list.
    pub(super) fn unlink_node(&mut self, at: usize) {
        let Node { up, down, item, .. } = self.nodes[at];
        self.nodes[up.at()].down = down;
        self.nodes[down.at()].up = up;
        let header = &mut self.headers[item.at()];
        header.len = W::new(header.len.at() - 1);
    }

    /// The inverse of [`Links::unlink_node`].
    pub(super) fn relink_node(&mut self, at: usize) {
        let Node { up, down, item, .. } = self.nodes[at];
        self.nodes[up.at()].down = W::new(at);
        self.nodes[down.at()].up = W::new(at);
        let header = &mut self.headers[item.at()];
        header.len = W::new(header.len.at() + 1);
    }

    /// The first item of the list, as the hot loops want it: its index, or the root's.
    #[inline(always)]
    pub(super) fn first(&self) -> usize {
        self.headers[self.root()].right.at()
    }

    /// Every header, and at the end the root: what an item rule looks through.
    #[inline(always)]
    pub(super) fn headers(&self) -> &[Header<W>] {
        &self.headers
    }

    pub(super) fn n_options(&self) -> usize {
        self.n_options
    }

    #[inline(always)]
    pub(super) fn root(&self) -> usize {
        self.headers.len() - 1
    }

    #[inline(always)]
    pub(super) fn next(&self, node: NodeId) -> NodeId {
        NodeId(self.nodes[node.index()].next.at() as u32)
    }

    /// The node before a node in its option's ring. Nodes of an option lie side by side, so it is the neighbour,
    /// or, for the first one, the end of the ring.
    #[inline]
    pub(super) fn prev(&self, node: NodeId) -> NodeId {
        let at = node.index();
        if self.nodes[at - 1].next.at() == at {
            return NodeId(at as u32 - 1);
        }
        let mut last = at;
        while self.nodes[last].next.at() > last {
            last += 1;
        }
        NodeId(last as u32)
    }

    /// Checks every link, and says which one is wrong first.
    pub fn validate(&self) -> Result<(), Broken> {
        let (root, n) = (self.root(), self.root());
        let mut at = root;
        for steps in 0.. {
            let right = self.headers[at].right.at();
            if right > root || (right < root && right >= self.primary) || steps > self.primary {
                return Err(Broken::ItemList { item: ItemId(at as u32) });
            }
            if self.headers[right].left.at() != at {
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
                let down = self.nodes[at].down.at();
                let broken = Broken::Vertical { node: NodeId(at as u32), item: ItemId(item as u32) };
                if down >= self.nodes.len() || self.nodes[down].item.at() != item || self.nodes[down].up.at() != at {
                    return Err(broken);
                }
                at = down;
                if at == item {
                    break;
                }
                len += 1;
                if len > self.headers[item].len.at() {
                    return Err(Broken::Length { item: ItemId(item as u32), counted: len });
                }
            }
            if len != self.headers[item].len.at() {
                return Err(Broken::Length { item: ItemId(item as u32), counted: len });
            }
        }
        for at in n..self.nodes.len() {
            let Node { up, down, item, next } = self.nodes[at];
            let same_option = next.at() >= n && self.options[next.at() - n] == self.options[at - n];
            let same_list = self.nodes[up.at()].item == item && self.nodes[down.at()].item == item;
            if !same_option || !same_list || self.prev(NodeId(next.at() as u32)).index() != at {
                return Err(Broken::Option { node: NodeId(at as u32) });
            }
        }
        Ok(())
    }
}

/// The first wrong link that [`Links::validate`] met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    ItemList { item: ItemId },
    Vertical { node: NodeId, item: ItemId },
    Length { item: ItemId, counted: usize },
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

/// Reading the links, whatever their width: what the screen and the narration look at.
///
/// In the list of items, `None` stands for the root.
pub trait Look {
    fn n_items(&self) -> usize;
    fn n_primary(&self) -> usize;
    /// Headers and options' nodes together.
    fn n_nodes(&self) -> usize;
    fn up(&self, node: NodeId) -> NodeId;
    fn down(&self, node: NodeId) -> NodeId;
    /// The next node of the same option, round and round.
    fn beside(&self, node: NodeId) -> NodeId;
    fn item(&self, node: NodeId) -> ItemId;
    /// The option of a node; `None` for a header.
    fn option(&self, node: NodeId) -> Option<OptionId>;
    /// The first node of an option.
    fn first_node(&self, option: OptionId) -> NodeId;
    fn right(&self, item: Option<ItemId>) -> Option<ItemId>;
    fn left(&self, item: Option<ItemId>) -> Option<ItemId>;
    /// Options left for an item: nodes in its vertical list.
    fn len(&self, item: ItemId) -> usize;
    fn validate(&self) -> Result<(), Broken>;
}

impl<W: Word> Look for Links<W> {
    fn n_items(&self) -> usize {
        self.root()
    }
    fn n_primary(&self) -> usize {
        self.primary
    }
    fn n_nodes(&self) -> usize {
        self.nodes.len()
    }
    fn up(&self, node: NodeId) -> NodeId {
        NodeId(self.nodes[node.index()].up.at() as u32)
    }
    fn down(&self, node: NodeId) -> NodeId {
        NodeId(self.nodes[node.index()].down.at() as u32)
    }
    fn beside(&self, node: NodeId) -> NodeId {
        self.next(node)
    }
    fn item(&self, node: NodeId) -> ItemId {
        ItemId(self.nodes[node.index()].item.at() as u32)
    }
    fn option(&self, node: NodeId) -> Option<OptionId> {
        Some(self.options[node.index().checked_sub(self.root())?])
    }
    fn first_node(&self, option: OptionId) -> NodeId {
        NodeId((self.root() + self.options.partition_point(|&own| own < option)) as u32)
    }
    fn right(&self, item: Option<ItemId>) -> Option<ItemId> {
        let right = self.headers[item.map_or(self.root(), ItemId::index)].right.at();
        (right != self.root()).then_some(ItemId(right as u32))
    }
    fn left(&self, item: Option<ItemId>) -> Option<ItemId> {
        let left = self.headers[item.map_or(self.root(), ItemId::index)].left.at();
        (left != self.root()).then_some(ItemId(left as u32))
    }
    fn len(&self, item: ItemId) -> usize {
        self.headers[item.index()].len.at()
    }
    fn validate(&self) -> Result<(), Broken> {
        Links::validate(self)
    }
}

impl dyn Look + '_ {
    /// The header of an item is the node of the same number.
    pub fn header(&self, item: ItemId) -> NodeId {
        NodeId(item.0)
    }

    /// The primary items still to be covered, left to right.
    pub fn open_items(&self) -> impl Iterator<Item = ItemId> + '_ {
        std::iter::successors(self.right(None), |&item| self.right(Some(item)))
    }

    /// Whether an item stands in the list of items. Secondary items never do.
    pub fn is_open(&self, item: ItemId) -> bool {
        item.index() < self.n_primary() && self.right(self.left(Some(item))) == Some(item)
    }

    /// The nodes of an item's vertical list, top to bottom.
    pub fn column(&self, item: ItemId) -> impl Iterator<Item = NodeId> + '_ {
        let header = self.header(item);
        std::iter::successors(Some(self.down(header)), |&node| Some(self.down(node))).take_while(move |&n| n != header)
    }

    /// The nodes of a node's option, itself first.
    pub fn around(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut at = Some(node);
        std::iter::from_fn(move || {
            let here = at?;
            at = Some(self.beside(here)).filter(|&next| next != node);
            Some(here)
        })
    }

    /// Whether a node stands in its vertical list. One that does not still points at its old neighbours.
    pub fn is_linked(&self, node: NodeId) -> bool {
        self.down(self.up(node)) == node && self.up(self.down(node)) == node
    }

    /// Where a node stands in its vertical list, 1-based. The node must be linked.
    pub fn rank(&self, node: NodeId) -> usize {
        1 + self.column(self.item(node)).position(|at| at == node).expect("the node stands in its list")
    }
}
