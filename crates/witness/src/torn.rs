//! The ring that an operation of a program left wrong, beside the right one.

use super::matrix::Matrix;
use super::state::{LinkRole, LinkState, LinkWord};
use super::tracker::LinkFault;
use dancing::{ItemId, LinksView, NodeId, OptionId, Policy, Search};
use quadrille_puzzle::Encoded;
use quadrille_study::{Ring, RingNode};
use rustc_hash::FxHashSet;

/// A ring of a program that is wrong, as it is and as it should be, and what was said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TornPair {
    /// The right ring, and that of the program.
    pub rings: [Ring; 2],
    /// The operation and the number that is wrong, in a sentence.
    pub what: String,
    /// The line of the source that wrote it, and what it does. Empty if the line is not known.
    pub lines: Vec<String>,
}

/// The most nodes of a ring that are walked.
const LONG: usize = 1000;

/// The right ring around the wrong number, and that of the program, with the nodes of `names`,
/// which is the program's matrix; its items may be in another order. `states` are the links before
/// and after the operation. `None` if the fault is older than they are, or if it is at a node that
/// is out of its ring: both rings are the same then.
pub fn torn_rings(
    fault: &LinkFault,
    states: (&LinkState, &LinkState),
    matrix: &Matrix,
    names: &Encoded,
) -> Option<[Ring; 2]> {
    if fault.back > 0 {
        return None;
    }
    let mut right = states.0.clone();
    for write in &fault.writes {
        right.put(write.word, write.value);
    }
    let of_headers = |node: u32| node == 0 || matrix.is_header(node);
    let (start, forth, back) = match fault.word {
        LinkWord::Link(LinkRole::Left | LinkRole::Right, node) => {
            let start = if of_headers(node) { 0 } else { *matrix.row(matrix.row_of(node)).first()? };
            (start, LinkRole::Right, LinkRole::Left)
        }
        LinkWord::Link(LinkRole::Up | LinkRole::Down, node) => (matrix.header_of(node), LinkRole::Down, LinkRole::Up),
        LinkWord::Size(header) => (header, LinkRole::Down, LinkRole::Up),
    };
    let search = Search::new(&names.problem, Policy::default());
    let items: Vec<String> = names.listing().items.iter().map(ToString::to_string).collect();
    let walk = Walk { start, forth, back, matrix, links: search.links(), items };
    let whole = walk.ring(&right, None);
    let members = walk.nodes(&right).into_iter().collect();
    let torn = walk.ring(states.1, Some(&members));
    (torn != whole).then_some([whole, torn])
}

/// A ring in several states.
struct Walk<'a> {
    start: u32,
    forth: LinkRole,
    back: LinkRole,
    matrix: &'a Matrix,
    links: &'a dyn LinksView,
    items: Vec<String>,
}

impl Walk<'_> {
    /// The nodes from the start on, until the ring closes, leads nowhere or is too long.
    fn nodes(&self, state: &LinkState) -> Vec<u32> {
        std::iter::once(self.start).chain(state.ring(self.start, self.forth, LONG)).collect()
    }

    /// The ring in a state. It ends after a node that is none of the `members`.
    fn ring(&self, state: &LinkState, members: Option<&FxHashSet<u32>>) -> Ring {
        let mut all = self.nodes(state);
        let is_out = |node: u32| members.is_some_and(|members| !members.contains(&node));
        if let Some(end) = all.iter().position(|&node| is_out(node)) {
            all.truncate(end + 1);
        }
        let agrees = |node: u32| state.link(self.back, state.link(self.forth, node)) == node;
        let nodes: Vec<RingNode> = all
            .iter()
            .map(|&node| RingNode { node: self.node(node), out: is_out(node), agrees: agrees(node) })
            .collect();
        let last = all.last().copied().unwrap_or(self.start);
        let closes = !is_out(last) && state.link(self.forth, last) == self.start;
        let is_lost = |node: &&u32| all.len() <= LONG && !all.contains(node);
        let mut lost: Vec<u32> = members.into_iter().flatten().filter(is_lost).copied().collect();
        lost.sort_unstable();
        let has_size = self.matrix.is_header(self.start) && self.matrix.roles.size.is_some();
        let count = if has_size { state.sizes[self.start as usize] } else { nodes.len() as i64 - 1 };
        Ring { nodes, count, closes, lost: lost.into_iter().filter_map(|node| self.node(node)).collect() }
    }

    /// Our node for one of the program. `None` for the root.
    fn node(&self, node: u32) -> Option<NodeId> {
        let named = |header: u32| {
            let name = self.matrix.item(header);
            let at = self.items.iter().position(|item| *item == name)?;
            Some(ItemId(at as u32))
        };
        if node == 0 {
            return None;
        }
        if self.matrix.is_header(node) {
            return named(node).map(|item| self.links.header(item));
        }
        let item = named(self.matrix.header_of(node))?;
        let first = self.links.first_node(OptionId(self.matrix.row_of(node)));
        let row = std::iter::successors(Some(first), |&node| Some(self.links.next_in_option(node)));
        row.take(self.matrix.widest() + 1).find(|&node| self.links.item(node) == item)
    }
}
