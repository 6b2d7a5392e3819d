//! The operation on the search path that caused the current state of each item and option.
//!
//! Every operation is reversible, so the effect of the path is the effect of its operations, and
//! exactly one of them hid each hidden node. The operations are computed from the branches: nothing
//! is undone or copied.

use dancing::{Address, At, Branch, Event, ItemId, NodeId, OptionId, Phase, Search};
use std::collections::HashMap;

/// An operation on the path. [`Standing::before`] has the address of the state before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The level of the operation, counted from 1.
    pub level: usize,
    /// The event of the operation.
    pub event: Event,
    /// The option that was being chosen. `None` if an item was chosen or stopped, or an option was
    /// hidden after it was tried.
    pub by: Option<OptionId>,
    /// The number of operations on the path before it.
    pub number: usize,
    /// The branch at its level in the state before it, and where in the level that state is.
    branch: Option<Branch>,
    at: At,
}

/// The current state of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It may still be chosen.
    Open,
    /// It is not tried here. It has no primary item left to cover, or the item being branched on
    /// has too few options left for a branch.
    Idle,
    /// It is chosen, at a level counted from 1.
    Chosen(usize),
    /// It holds the item being branched on, and was tried.
    Tried,
    /// It holds the item being branched on, and is tried next.
    Next,
    /// It holds the item being branched on, and is tried after others.
    Waiting,
    /// It can no longer be chosen, because of an operation.
    Hidden(Blame),
}

/// The current state of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemFate {
    /// It must still be covered, or may be covered more often.
    Open,
    /// It is secondary, and nothing covers it.
    Free,
    /// It is being branched on: chosen, with none of its options chosen yet.
    Current(Blame),
    Covered(Blame),
    /// It was given a colour.
    Purified(Blame),
    /// It takes no further option.
    Stopped(Blame),
}

/// The operations on a path, from the root down, and their effects.
///
/// # Examples
///
/// ```
/// use dancing::{Event, ItemId, OptionId, Policy, Problem, Search, Tally};
/// use quadrille_solve::{Fate, Standing};
/// let mut problem = Problem::new(2, 0);
/// for items in [&[ItemId(0)][..], &[ItemId(0), ItemId(1)], &[ItemId(1)]] {
///     problem.push(items).unwrap();
/// }
/// let mut search = Search::new(&problem, Policy::default());
/// (0..2).for_each(|_| drop(search.step_into(&mut Tally::default())));
/// let standing = Standing::of(&search);
/// assert_eq!(standing.option(OptionId(0)), Fate::Chosen(1));
/// let Fate::Hidden(blame) = standing.option(OptionId(1)) else { panic!() };
/// assert_eq!((blame.level, blame.event), (1, Event::Choose { item: ItemId(0) }));
/// assert_eq!(standing.option(OptionId(2)), Fate::Open);
/// ```
pub struct Standing<'a> {
    search: &'a Search,
    address: Address,
    operations: Vec<Blame>,
    /// By item: the index in `operations` of the one that covered it.
    covered: HashMap<ItemId, usize>,
    /// By item: the operation that gave it its colour, and the colour.
    purified: HashMap<ItemId, (usize, u32)>,
    stopped: HashMap<ItemId, usize>,
    /// By option: the operation that hid it because it was tried.
    tried: HashMap<OptionId, usize>,
    chosen: HashMap<OptionId, usize>,
}

impl<'a> Standing<'a> {
    /// Reads the path of a search.
    pub fn of(search: &'a Search) -> Standing<'a> {
        let (operations, covered, purified, stopped, tried, chosen) = Default::default();
        let address = search.address();
        let mut standing = Standing { search, address, operations, covered, purified, stopped, tried, chosen };
        standing.read();
        standing
    }

    /// The address of the state before an operation.
    pub fn before(&self, blame: &Blame) -> Address {
        let above = self.address.branches[..blame.level - 1].iter().copied();
        Address { limit: self.address.limit, branches: above.chain(blame.branch).collect(), at: blame.at }
    }

    fn read(&mut self) {
        let search = self.search;
        let links = search.links();
        let mut held: HashMap<ItemId, u32> = HashMap::new();
        for level in 0..self.address.branches.len() {
            let branch = self.address.branches[level];
            let taken = search.chosen().get(level).copied();
            let next = if let Phase::Try { node } = search.phase() { Some(node) } else { None };
            let Some(node) = taken.or(next) else { continue };
            let item = links.item(node);
            self.add(level, Event::Choose { item }, None, (None, At::Level));
            self.commit(item, &mut held);
            let tried = search.tried_at(level);
            for (k, &before) in (1..).zip(&tried) {
                let branch = Some(Branch { k, d: branch.d });
                let (event, at, by) = match search.class().facts().hides_tried {
                    true => (Event::Next { node: before }, At::Uncover(0), None),
                    false => (Event::Try { node: before }, At::Try, links.option(before)),
                };
                self.add(level, event, by, (branch, at));
                let last = self.operations.len() - 1;
                self.tried.extend(links.option(before).map(|option| (option, last)));
            }
            let Some(taken) = taken else { continue };
            let Some(option) = links.option(taken) else {
                self.add(level, Event::Stop { item }, None, (Some(branch), At::Try));
                self.stopped.insert(item, self.operations.len() - 1);
                // The item was counted when it was chosen, but no option was taken for it.
                *held.entry(item).or_default() -= 1;
                continue;
            };
            if !tried.contains(&taken) {
                self.add(level, Event::Try { node: taken }, Some(option), (Some(branch), At::Try));
            }
            self.chosen.insert(option, level + 1);
            for (k, at) in links.option_nodes(taken).skip(1).take(self.settled(level)).enumerate() {
                let before = (Some(branch), At::Cover(k));
                let other = links.item(at);
                match links.color(at) {
                    0 => {
                        self.add(level, Event::Cover { item: other }, Some(option), before);
                        self.commit(other, &mut held);
                    }
                    color => {
                        self.add(level, Event::Purify { node: at }, Some(option), before);
                        self.purified.entry(other).or_insert((self.operations.len() - 1, color));
                    }
                }
            }
        }
    }

    fn add(&mut self, level: usize, event: Event, by: Option<OptionId>, (branch, at): (Option<Branch>, At)) {
        self.operations.push(Blame { level: level + 1, event, by, number: self.operations.len(), branch, at });
    }

    /// Counts a commit of an item. The last operation made it.
    fn commit(&mut self, item: ItemId, held: &mut HashMap<ItemId, u32>) {
        let held = held.entry(item).or_default();
        *held += 1;
        if self.search.range(item).is_none_or(|(_, most)| *held >= most) {
            self.covered.entry(item).or_insert(self.operations.len() - 1);
        }
    }

    /// The number of other items that are committed, of the option chosen at a level. `usize::MAX`
    /// if all are.
    fn settled(&self, level: usize) -> usize {
        let search = self.search;
        let links = search.links();
        if level + 1 < search.chosen().len() {
            return usize::MAX;
        }
        let top = search.chosen()[level];
        let until = |end: NodeId| links.option_nodes(top).skip(1).take_while(|&node| node != end).count();
        match search.phase() {
            Phase::Cover { at } => until(at),
            Phase::Uncover { at } if at == top => 0,
            Phase::Uncover { at } => until(at) + 1,
            Phase::Choose | Phase::Try { .. } | Phase::Done => usize::MAX,
        }
    }

    /// The current state of an option.
    pub fn option(&self, option: OptionId) -> Fate {
        let (search, links) = (self.search, self.search.links());
        if let Some(&level) = self.chosen.get(&option) {
            return Fate::Chosen(level);
        }
        let first = links.first_node(option);
        let in_hand = search.current_item();
        // The item being branched on is covered for its level, but its options can still be chosen.
        let hides = |node: NodeId| {
            let item = links.item(node);
            let covered =
                self.covered.get(&item).filter(|_| search.class().facts().hides_others && in_hand != Some(item));
            let colored = self.purified.get(&item).filter(|(_, color)| *color != links.color(node)).map(|(at, _)| at);
            covered.into_iter().chain(colored).min().copied()
        };
        let tried = self.tried.get(&option).copied();
        let hidden = links.option_nodes(first).filter_map(hides).chain(tried).min();
        if let Some(at) = hidden {
            return Fate::Hidden(self.operations[at]);
        }
        let node = links.option_nodes(first).find(|&node| Some(links.item(node)) == in_hand);
        if let (Some(node), Phase::Try { node: next }) = (node, search.phase()) {
            // With multiplicities, too few options may be left to reach the minimum. Then none of
            // them is tried.
            if links.option(next).is_some() && search.current_branch().is_some_and(|branch| branch.k > branch.d) {
                return Fate::Idle;
            }
            return match node.cmp(&next) {
                std::cmp::Ordering::Equal => Fate::Next,
                std::cmp::Ordering::Greater if links.option(next).is_some() => Fate::Waiting,
                _ => Fate::Tried,
            };
        }
        let wanted = |node: NodeId| links.is_open(links.item(node));
        if links.option_nodes(first).any(wanted) { Fate::Open } else { Fate::Idle }
    }

    /// The current state of an item.
    pub fn item(&self, item: ItemId) -> ItemFate {
        let blame = |at: usize| self.operations[at];
        let in_hand = self.search.current_item() == Some(item);
        let chosen = |blame: &&Blame| blame.event == Event::Choose { item };
        if let (true, Some(blame)) = (in_hand, self.operations.iter().rfind(chosen)) {
            return ItemFate::Current(*blame);
        }
        if let Some(&at) = self.stopped.get(&item) {
            return ItemFate::Stopped(blame(at));
        }
        if let Some(&at) = self.covered.get(&item) {
            return ItemFate::Covered(blame(at));
        }
        if let Some(&(at, _)) = self.purified.get(&item) {
            return ItemFate::Purified(blame(at));
        }
        if item.index() < self.search.links().n_primary() { ItemFate::Open } else { ItemFate::Free }
    }
}
