//! A step as a value: every pointer, count and option that it changes.
//!
//! A step is recorded. The search makes it while a [`Recorder`] sees each change to the links, and
//! then takes it back. So the effect of a step is coded once, in the machine.

use super::links::{LinkChange, Observer};
use super::nodes::Word;
use super::search::machine;
use super::{Event, ItemId, LinksView, NodeId, OptionId, Search};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The smallest change: a header or a node leaves its list or comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The header of an item, in the list of items.
    Header(ItemId),
    /// A node, in its vertical list.
    Node(NodeId),
}

/// A pointer of a node, in the list of items (left, right) or in its vertical list (up, down).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "fields say what they are by their names")]
pub enum Field {
    Left,
    Right,
    Up,
    Down,
}

impl Field {
    /// The letter of the pointer in tables of nodes.
    pub fn letter(self) -> char {
        match self {
            Field::Left => 'L',
            Field::Right => 'R',
            Field::Up => 'U',
            Field::Down => 'D',
        }
    }
}

/// A pointer that changes. `None` is the root of the list of items. The header of an item is the
/// node with the item's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The node that has the pointer.
    pub of: Option<NodeId>,
    /// The field of the node that changes.
    pub field: Field,
    /// The target before the step.
    pub from: Option<NodeId>,
    /// The target after the step.
    pub to: Option<NodeId>,
}

/// A count of an item, before and after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The item.
    pub item: ItemId,
    /// The count before.
    pub before: usize,
    /// The count after.
    pub after: usize,
}

/// An option that leaves the lists of its items, or comes back to them, and the item that causes
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The option.
    pub option: OptionId,
    /// The item that is covered or purified, or for which the option was tried.
    pub through: ItemId,
}

/// A step and its changes. Each list is in the order in which the changes happen.
///
/// # Examples
///
/// ```
/// use dancing::{Event, Field, ItemId, Policy, Problem, Search};
/// let mut problem = Problem::new(2, 0);
/// problem.push(&[ItemId(0), ItemId(1)]).unwrap();
/// let mut search = Search::new(&problem, Policy::default());
/// let step = search.peek().unwrap();
/// assert_eq!(step.event, Event::Choose { item: ItemId(0) });
/// // The header of the item leaves its list, and the option leaves the list of the other one.
/// assert_eq!(step.pointers[0].field, Field::Right);
/// assert_eq!((step.counts[0].item, step.counts[0].before, step.counts[0].after), (ItemId(1), 1, 0));
/// assert_eq!(step.hidden.len(), 1);
/// assert!(search.peek_back().is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The event that happens or is undone.
    pub event: Event,
    /// True if the step undoes the event.
    pub back: bool,
    /// True if the step removes links, false if it puts them back.
    pub removes: bool,
    /// The headers and nodes that leave their lists or come back, in order.
    pub links: Vec<Link>,
    /// Every pointer that changes.
    pub pointers: Vec<Pointer>,
    /// Every count of remaining options that changes.
    pub counts: Vec<Count>,
    /// The number of chosen options that hold the event's item, plus one while the item is being
    /// branched on. `None` in an exact cover, and if the step does not change that count.
    pub held: Option<Count>,
    /// Every option that is hidden or brought back.
    pub hidden: Vec<Hidden>,
}

impl Step {
    /// The step in the opposite direction, which undoes this one.
    pub fn inverse(mut self) -> Step {
        (self.back, self.removes) = (!self.back, !self.removes);
        self.links.reverse();
        self.hidden.reverse();
        self.counts.reverse();
        for count in self.counts.iter_mut().chain(&mut self.held) {
            (count.before, count.after) = (count.after, count.before);
        }
        // Each link changes two pointers. Their order is the same in both directions.
        self.pointers = self.pointers.rchunks(2).flatten().copied().collect();
        self.pointers.iter_mut().for_each(|pointer| (pointer.from, pointer.to) = (pointer.to, pointer.from));
        self
    }
}

impl Search {
    /// The step that [`Search::step_into`] will make; `None` at the end. The search makes it and
    /// takes it back.
    pub fn peek(&mut self) -> Option<Step> {
        let mut recorder = Recorder::default();
        let event = machine!(self, machine => machine.try_step_into(&mut recorder))?;
        Some(recorder.step(event, false, self.links()))
    }

    /// The step that [`Search::step_back`] will make; `None` at the root. The search makes it and
    /// takes it back.
    pub fn peek_back(&mut self) -> Option<Step> {
        let mut recorder = Recorder::default();
        let event = machine!(self, machine => machine.try_step_back(&mut recorder))?;
        Some(recorder.step(event, true, self.links()))
    }
}

/// Writes down what a step changes.
#[derive(Default)]
struct Recorder {
    removes: Option<bool>,
    links: Vec<Link>,
    pointers: Vec<Pointer>,
    counts: Vec<Count>,
    /// The index in `counts` of each item.
    counted: BTreeMap<ItemId, usize>,
    held: Option<Count>,
    /// A node of each option that is hidden or brought back, in the list of the item that causes
    /// it.
    hidden: Vec<NodeId>,
}

impl Recorder {
    /// Ends the record of a step.
    fn step(self, event: Event, back: bool, links: &dyn LinksView) -> Step {
        let root = NodeId(links.n_items() as u32);
        let pointers = self.pointers.into_iter().map(|pointer| match pointer {
            // In the list of items, the number after the last header is the root.
            Pointer { of, field: Field::Left | Field::Right, from, to } => {
                let [of, from, to] = [of, from, to].map(|node| node.filter(|&node| node != root));
                Pointer { of, from, to, ..pointer }
            }
            pointer => pointer,
        });
        let hides = |node: NodeId| Some(Hidden { option: links.option(node)?, through: links.item(node) });
        Step {
            event,
            back,
            removes: self.removes.unwrap_or(!back),
            links: self.links,
            pointers: pointers.collect(),
            counts: self.counts,
            held: self.held.filter(|count| count.before != count.after),
            hidden: self.hidden.into_iter().filter_map(hides).collect(),
        }
    }

    /// A step only removes links, or only restores them.
    fn set_direction(&mut self, leaves: bool) {
        debug_assert!(self.removes.is_none_or(|removes| removes == leaves), "a step goes one way");
        self.removes = Some(leaves);
    }

    /// A header or node leaves its list, or comes back: the pointers of its two neighbours change,
    /// and its own stay.
    fn link(&mut self, link: Link, leaves: bool, node: usize, neighbours: [usize; 2], fields: [Field; 2]) {
        self.set_direction(leaves);
        self.links.push(link);
        let [node, before, after] = [node, neighbours[0], neighbours[1]].map(|at| Some(NodeId(at as u32)));
        for (of, field, other) in [(before, fields[1], after), (after, fields[0], before)] {
            let (from, to) = if leaves { (node, other) } else { (other, node) };
            self.pointers.push(Pointer { of, field, from, to });
        }
    }

    /// The list of an item has a new length.
    fn count(&mut self, item: ItemId, before: usize, after: usize) {
        let at = *self.counted.entry(item).or_insert(self.counts.len());
        match self.counts.get_mut(at) {
            Some(count) => count.after = after,
            None => self.counts.push(Count { item, before, after }),
        }
    }
}

impl<W: Word> Observer<W> for Recorder {
    fn see(&mut self, change: LinkChange<W>) {
        match change {
            // The header of a secondary item is linked to itself.
            LinkChange::Header { item, neighbours: [left, _], .. } if left == item => {}
            LinkChange::Header { item, neighbours, leaves } => {
                let link = Link::Header(ItemId(item.index() as u32));
                self.link(link, leaves, item.index(), neighbours.map(W::index), [Field::Left, Field::Right]);
            }
            LinkChange::Node { at, node: [up, down, item, _], length, leaves } => {
                let link = Link::Node(NodeId(at.index() as u32));
                self.link(link, leaves, at.index(), [up.index(), down.index()], [Field::Up, Field::Down]);
                let after = length.index();
                let before = if leaves { after + 1 } else { after - 1 };
                self.count(ItemId(item.index() as u32), before, after);
            }
            LinkChange::Option { node, leaves } => {
                self.set_direction(leaves);
                self.hidden.push(NodeId(node.index() as u32));
            }
            LinkChange::Times { item, before, after } => {
                let before = self.held.map_or(before as usize, |count| count.before);
                self.held = Some(Count { item, before, after: after as usize });
            }
        }
    }
}
