//! Cover and uncover on the links of a program, as they should be.

use super::matrix::Matrix;
use super::state::{FOREIGN, LinkRole, LinkState, LinkWord};
use dancing::Field;
use quadrille_study::textbook::{ROW, Textbook};

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
                    Writer { state, matrix, writes: &mut writes }.unlink(ROW, header as usize);
                }
                let role = if way == ListWay::Down { LinkRole::Down } else { LinkRole::Up };
                for node in list(header, role, matrix, state) {
                    for other in matrix.others(node) {
                        Writer { state, matrix, writes: &mut writes }.take_out(other as usize);
                    }
                }
            }
            LinkOperation::Uncover(header) => {
                let role = if way == ListWay::Down { LinkRole::Up } else { LinkRole::Down };
                for node in list(header, role, matrix, state) {
                    for other in matrix.others(node).rev() {
                        Writer { state, matrix, writes: &mut writes }.put_back(other as usize);
                    }
                }
                if matrix.is_in_ring(header) {
                    Writer { state, matrix, writes: &mut writes }.relink(ROW, header as usize);
                }
            }
            LinkOperation::Take(node) => {
                let role = if way == ListWay::Down { LinkRole::Down } else { LinkRole::Up };
                for other in ring(node, role, matrix, state) {
                    Writer { state, matrix, writes: &mut writes }.unlink(ROW, other as usize);
                }
            }
            LinkOperation::Release(node) => {
                let role = if way == ListWay::Down { LinkRole::Up } else { LinkRole::Down };
                for other in ring(node, role, matrix, state) {
                    Writer { state, matrix, writes: &mut writes }.relink(ROW, other as usize);
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
    matrix: &'a Matrix,
    writes: &'a mut Vec<(Write, i64)>,
}

impl Textbook for Writer<'_> {
    fn link(&self, field: Field, node: usize) -> usize {
        self.state.link(role(field), node as u32) as usize
    }

    fn set_link(&mut self, field: Field, node: usize, to: usize) {
        let (role, node, to) = (role(field), node as u32, to as u32);
        if node != FOREIGN {
            let before = i64::from(self.state.link(role, node));
            self.state.set(role, node, to);
            self.writes.push((Write { word: LinkWord::Link(role, node), value: i64::from(to) }, before));
        }
    }

    fn count_by(&mut self, node: usize, by: i64) {
        self.count(self.matrix.header_of(node as u32), by);
    }
}

/// The role of a pointer.
fn role(field: Field) -> LinkRole {
    match field {
        Field::Left => LinkRole::Left,
        Field::Right => LinkRole::Right,
        Field::Up => LinkRole::Up,
        Field::Down => LinkRole::Down,
    }
}

impl Writer<'_> {
    fn count(&mut self, header: u32, change: i64) {
        if let Some(size) = self.state.sizes.get_mut(header as usize) {
            *size += change;
            self.writes.push((Write { word: LinkWord::Size(header), value: *size }, *size - change));
        }
    }
}
