//! The list that a mistake damages first, in the right dance and in the broken one, operation by
//! operation.

use super::{BrokenDance, Mistake, Unbroken, broken_report};
use crate::narrate::capital;
use dancing::{Event, ItemId, ItemRule, NodeId, OptionId, Policy, Search, Tally};
use quadrille_puzzle::Encoded;

/// A node of a list as a walk along its pointers finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RingNode {
    /// The node. `None` for the root of the list of items.
    pub node: Option<NodeId>,
    /// True if the node should not be in the list.
    pub out: bool,
    /// True if the node after it points back at it.
    pub agrees: bool,
}

/// A list from its header along its pointers, and the count that is kept of it. The walk ends after
/// a node that should be out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    pub nodes: Vec<RingNode>,
    pub count: i64,
    /// True if the walk came back to the header.
    pub closes: bool,
    /// The nodes that belong to the list, and that the walk did not find.
    pub lost: Vec<NodeId>,
}

/// The two dances after an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TornFrame {
    /// The number of the operation.
    pub op: u64,
    /// The operation of the right dance and that of the broken one.
    pub events: [Option<Event>; 2],
    /// The list in the right dance and in the broken one.
    pub rings: [Ring; 2],
    /// The options that the broken dance has chosen.
    pub path: Vec<OptionId>,
    /// The fault of the broken list, as a sentence. `None` if both lists agree.
    pub wrong: Option<String>,
}

/// The damage of a mistake, operation by operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The item whose list is damaged first. `None` for the list of items.
    pub item: Option<ItemId>,
    /// The operations before the damage, at the damage and after it.
    pub frames: Vec<TornFrame>,
    /// The index of the frame of the first damage.
    pub first: usize,
}

/// The operations that are kept before the damage and after it.
const AROUND: (u64, u64) = (4, 8);

/// The most nodes of a list that are walked.
const LONG: usize = 1000;

impl Torn {
    /// Runs a broken dance beside the right one around its first damage. `None` if the lists are
    /// never damaged.
    ///
    /// # Errors
    ///
    /// See [`BrokenDance::new`].
    pub fn of(names: &Encoded, rule: ItemRule, mistake: Mistake) -> Result<Option<Torn>, Unbroken> {
        let Some(damage) = broken_report(names, rule, mistake)?.damage else { return Ok(None) };
        let problem = &names.problem;
        let mut dance = BrokenDance::new(problem, rule, mistake)?;
        let mut search = Search::new(problem, Policy { rule, ..Policy::default() });
        let mut tally = Tally::default();
        let mut moments = Vec::new();
        for op in 0..=damage.op + AROUND.1 {
            let events = match op {
                0 => [None, None],
                _ => [search.step_into(&mut tally), dance.step()],
            };
            if op + AROUND.0 >= damage.op {
                moments.push((op, events, search.clone(), dance.clone()));
            }
            if op > damage.op && events[1].is_none() {
                break;
            }
        }
        let item = worst(problem.n_items(), &moments);
        let frame = |(op, events, search, dance): &(u64, [Option<Event>; 2], Search, BrokenDance)| {
            let rings = [right_ring(search, item), broken_ring(dance, search, item)];
            let wrong = wrong(&rings[1], item, names, search);
            TornFrame { op: *op, events: *events, rings, path: dance.path(), wrong }
        };
        let frames: Vec<TornFrame> = moments.iter().map(frame).collect();
        let first = frames.iter().position(|frame| frame.wrong.is_some()).unwrap_or(0);
        Ok(Some(Torn { item, frames, first }))
    }
}

/// The list that is damaged first in some moments, and of several the one that is damaged longest:
/// two nodes of a list heal in either order, so the damage of some lists passes.
fn worst(items: usize, moments: &[(u64, [Option<Event>; 2], Search, BrokenDance)]) -> Option<ItemId> {
    let lists = [None].into_iter().chain((0..items as u32).map(|item| Some(ItemId(item))));
    let damaged = |list: Option<ItemId>| {
        let is_wrong = |(_, _, search, dance): &(u64, [Option<Event>; 2], Search, BrokenDance)| {
            let is_covered = list.is_some_and(|item| dance.covered_items()[item.index()]);
            !is_covered && broken_ring(dance, search, list).is_wrong()
        };
        let wrong: Vec<usize> = (0..moments.len()).filter(|&at| is_wrong(&moments[at])).collect();
        (std::cmp::Reverse(wrong.first().copied().unwrap_or(usize::MAX)), wrong.len())
    };
    let mut best = (None, (std::cmp::Reverse(usize::MAX), 0));
    for list in lists {
        let found = damaged(list);
        if found > best.1 {
            best = (list, found);
        }
    }
    best.0
}

impl Ring {
    /// Returns true if the list is damaged.
    pub(crate) fn is_wrong(&self) -> bool {
        let is_miscounted = self.closes && self.count != self.nodes.len() as i64 - 1;
        self.nodes.iter().any(|node| node.out || !node.agrees) || is_miscounted || !self.lost.is_empty()
    }
}

fn right_ring(search: &Search, item: Option<ItemId>) -> Ring {
    let links = search.links();
    let mut nodes = vec![item.map(|item| NodeId(item.0))];
    match item {
        Some(item) => nodes.extend(links.column(item).take(LONG).map(Some)),
        None => nodes.extend(links.open_items().take(LONG).map(|item| Some(NodeId(item.0)))),
    }
    let count = item.map_or(nodes.len() - 1, |item| links.len(item)) as i64;
    let closes = nodes.len() <= LONG;
    let node = |node| RingNode { node, out: false, agrees: true };
    Ring { nodes: nodes.into_iter().map(node).collect(), count, closes, lost: Vec::new() }
}

fn broken_ring(dance: &BrokenDance, search: &Search, item: Option<ItemId>) -> Ring {
    let (header, next, back) = match item {
        Some(item) => (item.index(), &dance.links.down, &dance.links.up),
        None => (dance.root, &dance.links.right, &dance.links.left),
    };
    // A node is out of a list while another item of its option is covered. The order of a program
    // with a mistake is its own, so that is asked of the program.
    let covered = dance.covered_items();
    let is_out = |node: usize| match item {
        Some(_) if node >= dance.root => dance.other_nodes(node).any(|other| covered[dance.links.item[other]]),
        Some(_) => true,
        None => covered[node],
    };
    let id = |node: usize| (node != dance.root || item.is_some()).then_some(NodeId(node as u32));
    let (mut nodes, mut at, mut closes) = (Vec::new(), header, false);
    loop {
        let out = at != header && is_out(at);
        nodes.push(RingNode { node: id(at), out, agrees: back[next[at]] == at });
        if out || nodes.len() > LONG {
            break;
        }
        at = next[at];
        if at == header {
            closes = true;
            break;
        }
    }
    let count = match item {
        Some(item) => dance.count(item),
        None => (nodes.len() - 1) as i64,
    };
    let has = |node: usize| nodes.iter().any(|found| found.node == id(node));
    let lost = |node: &usize| !has(*node);
    let lost: Vec<usize> = match item {
        // A list of which only a part was walked is not judged.
        _ if nodes.len() > LONG => Vec::new(),
        None => (0..dance.primary).filter(|&header| !covered[header]).filter(lost).collect(),
        // The option that was left out is missing in the program itself.
        Some(item) if dance.mistake == Mistake::LeaveOut => {
            search.links().column(item).map(NodeId::index).filter(lost).collect()
        }
        Some(item) => {
            let column = (dance.root..dance.links.item.len()).filter(|&node| dance.links.item[node] == item.index());
            column.filter(|&node| !is_out(node)).filter(lost).collect()
        }
    };
    let lost = lost.into_iter().map(|node| NodeId(node as u32)).collect();
    Ring { nodes, count, closes, lost }
}

/// Says what is wrong with a list. `None` if it is not damaged.
fn wrong(broken: &Ring, item: Option<ItemId>, names: &Encoded, search: &Search) -> Option<String> {
    if !broken.is_wrong() {
        return None;
    }
    let label = |node: Option<NodeId>| match node.map(|node| search.links().option(node)) {
        None => "the root".to_string(),
        Some(Some(option)) => names.option_name(option),
        Some(None) => format!("the header of {}", node.map_or(String::new(), |node| names.item_short(ItemId(node.0)))),
    };
    let list = item.map_or("the list of items".to_string(), |item| format!("the list of {}", names.item_short(item)));
    if let Some(at) = broken.nodes.iter().position(|node| node.out) {
        let (before, node) = (label(broken.nodes[at - 1].node), label(broken.nodes[at].node));
        return Some(match item {
            Some(_) => format!("{before} points at {node}, which is out: {list} is torn."),
            None => format!("{} is in {list}, and it is covered.", capital(&node)),
        });
    }
    let lost: Vec<String> = broken.lost.iter().map(|&node| label(Some(node))).collect();
    let count = item.map_or(String::new(), |_| format!(", and the count says {}", broken.count));
    Some(match &lost[..] {
        [] if broken.nodes.iter().any(|node| !node.agrees) => format!("In {list}, up is not the inverse of down."),
        [] => format!("The count says {}, and {list} holds {}.", broken.count, broken.nodes.len() - 1),
        [one] => format!("{one} is lost from {list}{count}."),
        [all @ .., last] => format!("{} and {last} are lost from {list}{count}.", all.join(", ")),
    })
}
