//! A step as a value: every pointer, count and option that it changes, computed from the links
//! before the step is made.
//!
//! The event of a step decides which links change. A cover removes the header and then, option by
//! option, the other nodes of each option; an uncover puts them back in the opposite order. The
//! effect of one link on its pointers depends on the links changed before it. A [`Replay`] makes
//! the changes one after another and holds only the differences from the links.

use super::covering::ItemEffect;
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
/// let search = Search::new(&problem, Policy::default());
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
    /// The step that [`Search::step_into`] will make; `None` at the end. Moves and copies nothing.
    pub fn peek(&self) -> Option<Step> {
        Some(self.step_of(self.next_event()?, false))
    }

    /// The step that [`Search::step_back`] will make; `None` at the root.
    pub fn peek_back(&self) -> Option<Step> {
        Some(self.step_of(self.last_event()?, true))
    }

    fn step_of(&self, event: Event, back: bool) -> Step {
        let (links, hidden, removes) = self.changes(event, back);
        let mut replay = Replay::new(self.links());
        links.iter().for_each(|&link| replay.change(link, removes));
        let Replay { pointers, counts, .. } = replay;
        // If the item had stopped, its count was lowered then.
        let stopped = matches!(event, Event::Backtrack { item } if self.had_stopped(item, back));
        let held = self.held_by_most(event, back).filter(|_| !stopped).map(|(item, most)| {
            let rises = matches!(event, Event::Choose { .. } | Event::Cover { .. }) != back;
            let (before, after) = if rises { (most - 1, most) } else { (most, most - 1) };
            Count { item, before: before as usize, after: after as usize }
        });
        Step { event, back, removes, links, pointers, counts, held, hidden }
    }

    /// The item that an event counts, and the larger of the counts before and after the event.
    /// `None` in an exact cover, and if the event counts no item.
    fn held_by_most(&self, event: Event, back: bool) -> Option<(ItemId, u32)> {
        let (item, more_after) = match event {
            Event::Choose { item } | Event::Cover { item } => (item, !back),
            Event::Uncover { item } | Event::Stop { item } => (item, back),
            // The item is being branched on again, so it counts once more, even if it had stopped.
            Event::Backtrack { item } => (item, back || self.had_stopped(item, back)),
            _ => return None,
        };
        Some((item, self.times_covered(item)? + u32::from(more_after)))
    }

    /// Returns true if the last branch of the item's level was to stop.
    fn had_stopped(&self, item: ItemId, back: bool) -> bool {
        match (back, self.range(item), self.times_covered(item)) {
            (false, ..) => self.chosen().last() == Some(&NodeId(item.0)),
            (true, Some((least, _)), Some(held)) => held >= least,
            (true, ..) => false,
        }
    }

    /// The tweaked options that an event takes out of their lists or puts back, in the order in
    /// which they left. Also the item, if its header moves with them because the item had stopped.
    fn tweaks_of(&self, event: Event, back: bool) -> (Vec<NodeId>, Option<ItemId>) {
        let item = match event {
            Event::Backtrack { item } => item,
            Event::Try { node } if self.tweaks() => return (vec![node], None),
            _ => return Default::default(),
        };
        let Some((_, most)) = self.range(item) else { return Default::default() };
        let stopped = Some(item).filter(|&item| self.had_stopped(item, back));
        match (back, self.tweaked()) {
            (false, Some(tweaked)) => (tweaked.to_vec(), stopped),
            // Undoing the event tweaks as many options again as were tweaked before it.
            (true, _) if self.times_covered(item).is_some_and(|held| held + 1 < most) => {
                let tried = if stopped.is_some() { usize::MAX } else { self.degree(item) };
                (self.links().column(item).take(tried).collect(), stopped)
            }
            _ => Default::default(),
        }
    }

    /// Returns the links that change when an event happens or is undone, in order; the options that
    /// are then hidden or brought back; and true if the links are removed.
    ///
    /// The list of an item does not change while its options are hidden, so it reads the same
    /// before and after the event.
    fn changes(&self, event: Event, back: bool) -> (Vec<Link>, Vec<Hidden>, bool) {
        let links = self.links();
        let hidden_by = |item: ItemId| -> Vec<NodeId> { links.column(item).collect() };
        let others = |node: NodeId| -> Vec<NodeId> {
            links.column(links.item(node)).filter(|&other| links.color(other) != links.color(node)).collect()
        };
        // True if a node gives its item the colour, or takes it away. `has` is true if the item has
        // its colour now.
        let is_first = |node: NodeId, has: bool| match links.purifier(links.item(node)) {
            Some(purifier) => has && purifier == node,
            None => !has,
        };
        let header = |item: ItemId| (item.index() < links.n_primary()).then_some(item);
        // The effect of the event on its item. A class that counts covers an item at one count
        // only.
        let effect = |item: ItemId| {
            let times = self.held_by_most(event, back).map_or(1, |(_, times)| times);
            match self.effect(item, times) {
                ItemEffect::Counts => (None, Vec::new()),
                ItemEffect::Header => (header(item), Vec::new()),
                ItemEffect::Cover => (header(item), hidden_by(item)),
            }
        };
        // The header that moves, the nodes whose options are hidden, and true if the event removes
        // links.
        let hides_tried = self.class().facts().hides_tried;
        let ((header, through), removes) = match event {
            Event::Choose { item } | Event::Cover { item } => (effect(item), true),
            Event::Uncover { item } => (effect(item), false),
            // All options of the item were tried, and come back.
            Event::Backtrack { item } if hides_tried => ((header(item), hidden_by(item)), false),
            Event::Backtrack { item } => (effect(item), false),
            // The first option that gives an item its colour hides those that give it another.
            Event::Purify { node } if is_first(node, back) => ((None, others(node)), true),
            Event::Unpurify { node } if is_first(node, !back) => ((None, others(node)), false),
            Event::Next { node } if hides_tried => ((None, vec![node]), true),
            Event::Stop { item } if self.tweaks() => ((header(item), Vec::new()), true),
            _ => ((None, Vec::new()), true),
        };
        // A tweaked option leaves the list of the chosen item as well.
        let (tweaked, stopped) = self.tweaks_of(event, back);
        let beside =
            |&node: &NodeId| links.option_nodes(node).skip(1).filter(|&other| !links.agrees(other)).map(Link::Node);
        let mut order: Vec<Link> =
            header.map(Link::Header).into_iter().chain(through.iter().flat_map(beside)).collect();
        order.extend(tweaked.iter().flat_map(|node| beside(node).chain([Link::Node(*node)])));
        order.extend(stopped.map(Link::Header));
        let hides = |&node: &NodeId| Some(Hidden { option: links.option(node)?, through: links.item(node) });
        let mut hidden: Vec<Hidden> = through.iter().chain(&tweaked).filter_map(hides).collect();
        if removes == back {
            order.reverse();
            hidden.reverse();
        }
        (order, hidden, removes != back)
    }
}

/// The links, and their differences so far.
struct Replay<'a> {
    links: &'a dyn LinksView,
    changed: BTreeMap<(Option<NodeId>, Field), Option<NodeId>>,
    pointers: Vec<Pointer>,
    counts: Vec<Count>,
    /// The index in `counts` of each item.
    counted: BTreeMap<ItemId, usize>,
}

impl Replay<'_> {
    fn new(links: &dyn LinksView) -> Replay<'_> {
        let (changed, pointers, counts, counted) = Default::default();
        Replay { links, changed, pointers, counts, counted }
    }

    fn read(&self, of: Option<NodeId>, field: Field) -> Option<NodeId> {
        if let Some(&target) = self.changed.get(&(of, field)) {
            return target;
        }
        let item = of.map(|node| ItemId(node.0));
        let header = |item: Option<ItemId>| item.map(|item| NodeId(item.0));
        match (field, of) {
            (Field::Left, _) => header(self.links.left(item)),
            (Field::Right, _) => header(self.links.right(item)),
            (Field::Up, node) => node.map(|node| self.links.up(node)),
            (Field::Down, node) => node.map(|node| self.links.down(node)),
        }
    }

    fn write(&mut self, of: Option<NodeId>, field: Field, to: Option<NodeId>) {
        let from = self.read(of, field);
        self.changed.insert((of, field), to);
        self.pointers.push(Pointer { of, field, from, to });
    }

    /// A header or node leaves its list, or comes back: the pointers of its two neighbours change,
    /// and its own stay.
    fn change(&mut self, link: Link, removes: bool) {
        let (node, before, after) = match link {
            Link::Header(item) => (NodeId(item.0), Field::Left, Field::Right),
            Link::Node(node) => (node, Field::Up, Field::Down),
        };
        let (one, other) = (self.read(Some(node), before), self.read(Some(node), after));
        match removes {
            true => {
                self.write(one, after, other);
                self.write(other, before, one);
            }
            false => {
                self.write(one, after, Some(node));
                self.write(other, before, Some(node));
            }
        }
        if let Link::Node(node) = link {
            let item = self.links.item(node);
            let at = *self.counted.entry(item).or_insert(self.counts.len());
            if at == self.counts.len() {
                let before = self.links.len(item);
                self.counts.push(Count { item, before, after: before });
            }
            let after = &mut self.counts[at].after;
            *after = if removes { *after - 1 } else { *after + 1 };
        }
    }
}
