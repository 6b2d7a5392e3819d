//! Cover and uncover on the links of a program, as they should be.

use super::matrix::Matrix;
use super::state::{FOREIGN, LinkRole, LinkState, LinkWord};

/// An operation on links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkOperation {
    /// The column of this header is covered.
    Cover(u32),
    /// The inverse.
    Uncover(u32),
    /// The column of this node is covered repeatedly: its other nodes and its header leave their
    /// rows.
    Take(u32),
    /// The inverse.
    Release(u32),
}

/// The way in which a program walks through a list while it covers. Uncovering goes the other way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListWay {
    /// From top to bottom.
    #[default]
    Down,
    /// From bottom to top.
    Up,
}

/// A number that an operation writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// The number.
    pub word: LinkWord,
    /// The node of a link, or the size.
    pub value: i64,
}

impl LinkOperation {
    /// The header of the column, or the node that stays.
    pub fn node(self) -> u32 {
        match self {
            LinkOperation::Cover(node) | LinkOperation::Uncover(node) => node,
            LinkOperation::Take(node) | LinkOperation::Release(node) => node,
        }
    }

    /// Makes the operation. Returns what it wrote, in the order of writing. A ring that is broken
    /// is followed as far as it goes.
    pub fn make(self, way: ListWay, matrix: &Matrix, state: &mut LinkState) -> Vec<Write> {
        self.make_logged(way, matrix, state).into_iter().map(|(write, _)| write).collect()
    }

    /// Makes the operation. Returns what it wrote, each with the value before.
    pub(super) fn make_logged(self, way: ListWay, matrix: &Matrix, state: &mut LinkState) -> Vec<(Write, i64)> {
        let mut writes = Vec::new();
        match self {
            LinkOperation::Cover(header) => {
                if matrix.is_in_ring(header) {
                    Writer { state, writes: &mut writes }.unlink(LinkRole::Left, LinkRole::Right, header);
                }
                let role = if way == ListWay::Down { LinkRole::Down } else { LinkRole::Up };
                for node in list(header, role, matrix, state) {
                    for other in matrix.others(node) {
                        let mut writer = Writer { state, writes: &mut writes };
                        writer.unlink(LinkRole::Up, LinkRole::Down, other);
                        writer.count(matrix.header_of(other), -1);
                    }
                }
            }
            LinkOperation::Uncover(header) => {
                let role = if way == ListWay::Down { LinkRole::Up } else { LinkRole::Down };
                for node in list(header, role, matrix, state) {
                    for other in matrix.others(node).rev() {
                        let mut writer = Writer { state, writes: &mut writes };
                        writer.count(matrix.header_of(other), 1);
                        writer.link(LinkRole::Up, LinkRole::Down, other);
                    }
                }
                if matrix.is_in_ring(header) {
                    Writer { state, writes: &mut writes }.link(LinkRole::Left, LinkRole::Right, header);
                }
            }
            LinkOperation::Take(node) => {
                let role = if way == ListWay::Down { LinkRole::Down } else { LinkRole::Up };
                for other in ring(node, role, matrix, state) {
                    Writer { state, writes: &mut writes }.unlink(LinkRole::Left, LinkRole::Right, other);
                }
            }
            LinkOperation::Release(node) => {
                let role = if way == ListWay::Down { LinkRole::Up } else { LinkRole::Down };
                for other in ring(node, role, matrix, state) {
                    Writer { state, writes: &mut writes }.link(LinkRole::Left, LinkRole::Right, other);
                }
            }
        }
        writes
    }
}

/// The other nodes of a column and its header, as far as the ring goes.
fn ring(node: u32, role: LinkRole, matrix: &Matrix, state: &LinkState) -> Vec<u32> {
    state.ring(node, role, matrix.nodes() + 1).take_while(|&at| at != 0).collect()
}

/// The nodes of a list, as far as it goes.
pub(super) fn list(header: u32, role: LinkRole, matrix: &Matrix, state: &LinkState) -> Vec<u32> {
    ring(header, role, matrix, state).into_iter().take_while(|&at| !matrix.is_header(at)).collect()
}

struct Writer<'a> {
    state: &'a mut LinkState,
    writes: &'a mut Vec<(Write, i64)>,
}

impl Writer<'_> {
    fn write(&mut self, role: LinkRole, node: u32, to: u32) {
        if node != FOREIGN {
            let before = i64::from(self.state.link(role, node));
            self.state.set(role, node, to);
            self.writes.push((Write { word: LinkWord::Link(role, node), value: i64::from(to) }, before));
        }
    }

    /// Takes a node out of its ring.
    fn unlink(&mut self, back: LinkRole, forth: LinkRole, node: u32) {
        let (before, after) = (self.state.link(back, node), self.state.link(forth, node));
        self.write(back, after, before);
        self.write(forth, before, after);
    }

    /// Puts a node back into its ring.
    fn link(&mut self, back: LinkRole, forth: LinkRole, node: u32) {
        let (before, after) = (self.state.link(back, node), self.state.link(forth, node));
        self.write(back, after, node);
        self.write(forth, before, node);
    }

    fn count(&mut self, header: u32, change: i64) {
        if let Some(size) = self.state.sizes.get_mut(header as usize) {
            *size += change;
            self.writes.push((Write { word: LinkWord::Size(header), value: *size }, *size - change));
        }
    }
}
