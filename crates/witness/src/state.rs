//! The links of a program between two operations, with small numbers for its nodes.

/// A link of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkRole {
    Left,
    Right,
    Up,
    Down,
}

impl LinkRole {
    /// All links.
    pub const ALL: [LinkRole; 4] = [LinkRole::Left, LinkRole::Right, LinkRole::Up, LinkRole::Down];
}

/// A number that an operation may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkWord {
    /// A link of a node.
    Link(LinkRole, u32),
    /// The size at a header.
    Size(u32),
}

/// A link to something that is not a node, as a program has it.
pub(crate) const FOREIGN: u32 = u32::MAX;

/// The links, and the sizes at the headers. Node 0 is the root, and the headers follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkState {
    /// By role and node: the node that it leads to, or `FOREIGN`.
    pub links: [Vec<u32>; 4],
    /// By node: the size, for headers.
    pub sizes: Vec<i64>,
}

impl LinkState {
    /// The node that a link leads to.
    pub fn link(&self, role: LinkRole, node: u32) -> u32 {
        self.links[role as usize].get(node as usize).copied().unwrap_or(FOREIGN)
    }

    pub(super) fn set(&mut self, role: LinkRole, node: u32, to: u32) {
        if let Some(link) = self.links[role as usize].get_mut(node as usize) {
            *link = to;
        }
    }

    /// The value of a number: a node or a size.
    pub(super) fn value(&self, word: LinkWord) -> i64 {
        match word {
            LinkWord::Link(role, node) => i64::from(self.link(role, node)),
            LinkWord::Size(header) => self.sizes[header as usize],
        }
    }

    /// Sets a number.
    pub(super) fn put(&mut self, word: LinkWord, value: i64) {
        match word {
            LinkWord::Link(role, node) => self.set(role, node, u32::try_from(value).unwrap_or(FOREIGN)),
            LinkWord::Size(header) => self.sizes[header as usize] = value,
        }
    }

    /// The nodes after one along a link, at most this many, until it comes back or leads to no
    /// node.
    pub(super) fn ring(&self, start: u32, role: LinkRole, most: usize) -> impl Iterator<Item = u32> + '_ {
        let after = move |&at: &u32| Some(self.link(role, at)).filter(|&to| to != start && to != FOREIGN);
        std::iter::successors(after(&start), after).take(most)
    }

    /// Returns whether both neighbours of a header lead to it.
    pub fn is_linked(&self, header: u32) -> bool {
        let (left, right) = (self.link(LinkRole::Left, header), self.link(LinkRole::Right, header));
        self.link(LinkRole::Right, left) == header && self.link(LinkRole::Left, right) == header
    }

    /// The links in which two states differ.
    pub fn unlike<'a>(&'a self, other: &'a LinkState) -> impl Iterator<Item = (LinkRole, u32)> + 'a {
        LinkRole::ALL.into_iter().flat_map(move |role| {
            let pairs = self.links[role as usize].iter().zip(&other.links[role as usize]);
            (0u32..).zip(pairs).filter(|(_, (one, two))| one != two).map(move |(node, _)| (role, node))
        })
    }

    /// Returns whether the links are the same, whatever the sizes are.
    pub(crate) fn has_same_links(&self, other: &LinkState) -> bool {
        self.links == other.links
    }
}
