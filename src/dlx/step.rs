//! A step as a value: what it does to every pointer, count and option, read off the links before it is taken.
//!
//! The links that a step changes follow from its event: a cover takes the header and, option by option, the nodes beside
//! the item's own; an uncover puts them back in the opposite order. What each change does to the four pointers depends on
//! the changes before it, so they are played through on a sheet that holds only what is different from the links.

use super::{Event, ItemId, Link, Look, NodeId, OptionId, Search};
use std::collections::HashMap;

/// Which pointer of a node: to its neighbours in the list of items, or in its vertical list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "fields say what they are by their names")]
pub enum Field {
    Left,
    Right,
    Up,
    Down,
}

impl Field {
    /// Its letter in the tables of nodes.
    pub fn letter(self) -> char {
        match self {
            Field::Left => 'L',
            Field::Right => 'R',
            Field::Up => 'U',
            Field::Down => 'D',
        }
    }
}

/// A pointer that changes. `None` stands for the root of the list of items; the header of an item is the node of its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// Whose pointer it is.
    pub of: Option<NodeId>,
    /// Which of its four.
    pub field: Field,
    /// What it points at before.
    pub from: Option<NodeId>,
    /// What it points at after.
    pub to: Option<NodeId>,
}

/// How many of something an item has before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The item.
    pub item: ItemId,
    /// So many before.
    pub before: usize,
    /// So many after.
    pub after: usize,
}

/// An option that leaves the lists of its other items, or comes back to them, and the item through which it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The option.
    pub option: OptionId,
    /// The item whose covering or purifying does it, or in whose list it was tried.
    pub through: ItemId,
}

/// What a step is and does. Lists are in the order in which things happen.
///
/// # Examples
///
/// ```
/// use quadrille::dlx::{Event, Field, ItemId, Policy, Problem, Search};
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
    /// What happens, or is undone.
    pub event: Event,
    /// Whether it is the undoing of the event.
    pub back: bool,
    /// Whether it takes links out; else it puts them back.
    pub removes: bool,
    /// What leaves its list, or comes back to it.
    pub links: Vec<Link>,
    /// Every pointer that changes.
    pub pointers: Vec<Pointer>,
    /// Every count of options left that changes.
    pub counts: Vec<Count>,
    /// Where covers are counted: how many chosen options hold the item of the event; one more for
    /// an item in hand.
    pub held: Option<Count>,
    /// Every option that is hidden or brought back.
    pub hidden: Vec<Hidden>,
}

impl Step {
    /// The same step the other way round: what undoes it.
    pub fn inverse(mut self) -> Step {
        (self.back, self.removes) = (!self.back, !self.removes);
        self.links.reverse();
        self.hidden.reverse();
        self.counts.reverse();
        self.counts.iter_mut().for_each(|own| (own.before, own.after) = (own.after, own.before));
        self.held.iter_mut().for_each(|own| (own.before, own.after) = (own.after, own.before));
        // Each link changes two pointers, of which one is told first whichever way it goes.
        self.pointers = self.pointers.rchunks(2).flatten().copied().collect();
        self.pointers.iter_mut().for_each(|own| (own.from, own.to) = (own.to, own.from));
        self
    }
}

impl Search {
    /// What [`Search::step_into`] will do; `None` at the end. Nothing is moved and nothing copied.
    pub fn peek(&self) -> Option<Step> {
        Some(self.step_of(self.next_event()?, false))
    }

    /// What [`Search::step_back`] will do; `None` at the root.
    pub fn peek_back(&self) -> Option<Step> {
        Some(self.step_of(self.last_event()?, true))
    }

    fn step_of(&self, event: Event, back: bool) -> Step {
        let (links, hidden, removes) = self.changes(event, back);
        let mut sheet = Sheet::new(self.links());
        links.iter().for_each(|&link| sheet.change(link, removes));
        let Sheet { pointers, counts, .. } = sheet;
        // An item that had stopped was counted back by then.
        let stopped = matches!(event, Event::Backtrack { item } if self.had_stopped(item, back));
        let held = self.held_by_most(event, back).filter(|_| !stopped).map(|(item, most)| {
            let rises = matches!(event, Event::Choose { .. } | Event::Cover { .. }) != back;
            let (before, after) = if rises { (most - 1, most) } else { (most, most - 1) };
            Count { item, before: before as usize, after: after as usize }
        });
        Step { event, back, removes, links, pointers, counts, held, hidden }
    }

    /// Where covers are counted: the item that an event counts, and how many options hold it before
    /// or after, whichever is more.
    fn held_by_most(&self, event: Event, back: bool) -> Option<(ItemId, u32)> {
        let (item, more_after) = match event {
            Event::Choose { item } | Event::Cover { item } => (item, !back),
            Event::Uncover { item } | Event::Stop { item } => (item, back),
            // The item counts as in hand again, even if it had stopped.
            Event::Backtrack { item } => (item, back || self.had_stopped(item, back)),
            _ => return None,
        };
        Some((item, self.held(item)? + u32::from(more_after)))
    }

    /// Whether an item that is given back took no option more in the last branch of its level.
    fn had_stopped(&self, item: ItemId, back: bool) -> bool {
        match (back, self.range(item), self.held(item)) {
            (false, ..) => self.chosen().last() == Some(&NodeId(item.0)),
            (true, Some((least, _)), Some(held)) => held >= least,
            (true, ..) => false,
        }
    }

    /// The options that come back to their lists with an event, or leave them, because they were
    /// tried for an item that may be covered more often, in the order in which they left; and the
    /// item whose header does because it had stopped.
    fn tweaks_of(&self, event: Event, back: bool) -> (Vec<NodeId>, Option<ItemId>) {
        let item = match event {
            Event::Backtrack { item } => item,
            Event::Try { node } if self.tweaks() => return (vec![node], None),
            _ => return Default::default(),
        };
        let Some((_, most)) = self.range(item) else { return Default::default() };
        let stopped = Some(item).filter(|&item| self.had_stopped(item, back));
        match (back, self.tweaked()) {
            (false, Some(own)) => (own.to_vec(), stopped),
            // It is tweaked anew, as far as it was before it was given back.
            (true, _) if self.held(item).is_some_and(|held| held + 1 < most) => {
                let tried = if stopped.is_some() { usize::MAX } else { self.degree(item) };
                (self.links().column(item).take(tried).collect(), stopped)
            }
            _ => Default::default(),
        }
    }

    /// The links that an event changes when it happens, or when it is undone, in order; the options that are hidden or
    /// brought back by that; and whether links are removed.
    ///
    /// The list of an item stays as it is while its options are hidden, so it is read alike before the event and after.
    fn changes(&self, event: Event, back: bool) -> (Vec<Link>, Vec<Hidden>, bool) {
        let links = self.links();
        let hidden_by = |item: ItemId| -> Vec<NodeId> { links.column(item).collect() };
        let others = |node: NodeId| -> Vec<NodeId> {
            links.column(links.item(node)).filter(|&other| links.color(other) != links.color(node)).collect()
        };
        // Whether a node gives its item the colour, or took it away; `has` says that the item has it by now.
        let is_first = |node: NodeId, has: bool| match links.purifier(links.item(node)) {
            Some(own) => has && own == node,
            None => !has,
        };
        let header = |item: ItemId| (item.index() < links.n_primary()).then_some(item);
        // Whether the event covers its item, or uncovers it: where covers are counted, one of
        // several does.
        let covers = |item: ItemId| match (self.held_by_most(event, back), self.range(item)) {
            (Some((_, times)), Some((_, most))) => times == most,
            (Some((_, times)), None) => times == 1 || !self.is_repeated(),
            (None, _) => true,
        };
        // The header that leaves or comes back, the nodes that are hidden through, and whether the event removes.
        let (header, through, removes) = match event {
            Event::Choose { item } | Event::Cover { item } if !covers(item) => (None, Vec::new(), true),
            Event::Uncover { item } if !covers(item) => (None, Vec::new(), false),
            Event::Choose { item } | Event::Cover { item } if self.is_repeated() => (header(item), Vec::new(), true),
            Event::Uncover { item } if self.is_repeated() => (header(item), Vec::new(), false),
            Event::Choose { item } | Event::Cover { item } => (header(item), hidden_by(item), true),
            Event::Uncover { item } => (header(item), hidden_by(item), false),
            Event::Backtrack { item } if covers(item) => (header(item), hidden_by(item), false),
            Event::Backtrack { .. } => (None, Vec::new(), false),
            // The first option that gives an item its colour hides those that give it another.
            Event::Purify { node } if is_first(node, back) => (None, others(node), true),
            Event::Unpurify { node } if is_first(node, !back) => (None, others(node), false),
            Event::Next { node } if self.is_repeated() => (None, vec![node], true),
            Event::Stop { item } if self.tweaks() => (header(item), Vec::new(), true),
            _ => (None, Vec::new(), true),
        };
        // An option that is tweaked leaves the list of its item as well.
        let (tweaked, stopped) = self.tweaks_of(event, back);
        let beside = |&node: &NodeId| links.around(node).skip(1).filter(|&other| !links.agrees(other)).map(Link::Node);
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

/// The links, and what is different from them by now.
struct Sheet<'a> {
    links: &'a dyn Look,
    own: HashMap<(Option<NodeId>, Field), Option<NodeId>>,
    pointers: Vec<Pointer>,
    counts: Vec<Count>,
    /// Where each item stands among the counts.
    counted: HashMap<ItemId, usize>,
}

impl Sheet<'_> {
    fn new(links: &dyn Look) -> Sheet<'_> {
        let (own, pointers, counts, counted) = Default::default();
        Sheet { links, own, pointers, counts, counted }
    }

    fn read(&self, of: Option<NodeId>, field: Field) -> Option<NodeId> {
        if let Some(&own) = self.own.get(&(of, field)) {
            return own;
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
        self.own.insert((of, field), to);
        self.pointers.push(Pointer { of, field, from, to });
    }

    /// One thing leaves its list, or comes back: the pointers of its two neighbours change, its own do not.
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
