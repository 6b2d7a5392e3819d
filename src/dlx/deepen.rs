//! Repeated cover: every item at least once, with as few options as possible. Dancing links that remove columns only,
//! searched by IDA*, as a state machine of which every transition has an exact inverse.
//!
//! Covering an item takes its header out of the list of items and nothing else: other options that hold it stay
//! useful. What cuts the tree is a *limit* on the options taken. Where the options taken and the [`Estimate`] of those
//! still needed exceed it, the branch is cut; when a limit is exhausted the next one begins. An option that was tried
//! is hidden from its later siblings, so no set of options is met twice.
//!
//! Going back needs no log here either. Within a limit the same cuts are met again, for they are a pure function of the
//! state; and the iteration before is the limit less one. The one thing kept beside the search's stack is how many chosen
//! options hold each item.

use super::dance::{Event, Phase};
use super::estimate::UNTAXED;
use super::links::Links;
use super::look::Look;
use super::nodes::Word;
use super::{Branch, Broken, Estimate, ItemId, NodeId, OptionId, Policy, Problem, Rule, Tally};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// The search: see the module's page.
#[derive(Clone, Debug, PartialEq)]
pub struct Deepen<W: Word> {
    links: Links<W>,
    /// By item: how many chosen options hold it, and one more for an item in hand.
    held: Vec<u32>,
    chosen: Vec<NodeId>,
    phase: Phase,
    limit: u32,
    /// Covers met at this limit; there were none before. A search that was steered past some of them and walks back into
    /// them counts below zero, as the tally does.
    found: u64,
    /// What the estimate reckoned, by item: at the root, and at each level whose item is chosen.
    taxes: Vec<Arc<[f64]>>,
    policy: Policy,
    first: u32,
    last: u32,
}

/// Taxes of all levels together that are kept.
const KEPT: usize = 20_000_000;

/// Steps that the taxes are improved by: at the root, and at each node.
const ROOT_STEPS: u32 = 200;
const NODE_STEPS: u32 = 15;

impl<W: Word> Deepen<W> {
    /// A search at the root, at the smallest limit that the estimate leaves. [`Links::fits`] must hold.
    pub fn new(problem: &Problem, policy: Policy) -> Deepen<W> {
        let links = Links::new(problem);
        let hopeless = (0..problem.n_primary()).any(|item| links.len(ItemId(item as u32)) == 0);
        let mut taxes = vec![UNTAXED; problem.n_items()];
        let greedy = greedy(problem);
        let first = policy.estimate.needs(&links, &mut taxes, ROOT_STEPS, greedy);
        let last = if hopeless { first } else { greedy };
        Deepen {
            held: vec![0; problem.n_items()],
            links,
            chosen: Vec::new(),
            phase: Phase::Choose,
            limit: first,
            found: 0,
            taxes: vec![taxes.into()],
            policy,
            first,
            last,
        }
    }

    /// One step: at most one item covered or uncovered. `None` when a limit had a cover, or can have none, and is
    /// exhausted. The inverse is [`Deepen::step_back`].
    pub fn step_into(&mut self, tally: &mut Tally) -> Option<Event> {
        Some(match self.phase {
            Phase::Choose => {
                if self.links.first() == self.links.root() {
                    tally.visit();
                    self.found = self.found.wrapping_add(1);
                    self.leave();
                    return Some(Event::Visit);
                }
                let (needs, taxes) = self.reckon();
                if self.exceeds(needs) {
                    tally.cut();
                    self.leave();
                    return Some(Event::Cut { needs });
                }
                self.keep(taxes);
                let item = self.choose();
                self.hold(item);
                tally.cover(0);
                self.phase = Phase::Try { node: self.links.down(NodeId(item.0)) };
                Event::Choose { item }
            }
            Phase::Try { node } if node.index() < self.links.root() => {
                let item = ItemId(node.0);
                self.held[item.index()] -= 1;
                self.links.uncover(item);
                self.taxes.pop();
                self.leave();
                Event::Backtrack { item }
            }
            Phase::Try { node } => {
                self.phase = Phase::enter(&self.links, &mut self.chosen, node, tally);
                Event::Try { node }
            }
            Phase::Cover { at } => {
                let (item, next) = (self.links.item(at), self.links.next(at));
                match self.hold(item) {
                    true => tally.cover(0),
                    false => tally.again(),
                }
                self.phase = Phase::cover(next, self.top());
                Event::Cover { item }
            }
            Phase::Uncover { at } if at != self.top() => {
                let item = self.links.item(at);
                self.release(item);
                self.phase = Phase::Uncover { at: self.links.prev(at) };
                Event::Uncover { item }
            }
            Phase::Uncover { at } => {
                self.chosen.pop();
                tally.hide(self.links.hide(at));
                self.phase = Phase::Try { node: self.links.down(at) };
                Event::Next { node: at }
            }
            Phase::Done if self.is_last() => return None,
            Phase::Done => {
                self.limit += 1;
                self.phase = Phase::Choose;
                Event::Deepen { limit: self.limit }
            }
        })
    }

    /// One stride: on to the next option that is wholly covered, to a cut, a cover, a new limit or the end.
    pub fn step_over(&mut self, tally: &mut Tally) -> Option<Event> {
        loop {
            let event = self.step_into(tally)?;
            let rests = matches!(event, Event::Visit | Event::Cut { .. } | Event::Deepen { .. });
            if rests || self.phase == Phase::Choose {
                return Some(event);
            }
        }
    }

    /// Undoes the last [`Deepen::step_into`] and returns the event that it undid; `None` at the root of the first limit.
    pub fn step_back(&mut self, tally: &mut Tally) -> Option<Event> {
        Some(match self.phase {
            Phase::Choose => match self.chosen.last() {
                Some(&x) => self.release_before(x, x, tally),
                None if self.limit == self.first => return None,
                None => {
                    let event = Event::Deepen { limit: self.limit };
                    self.limit -= 1;
                    self.phase = Phase::Done;
                    event
                }
            },
            Phase::Cover { at } => self.release_before(at, self.top(), tally),
            Phase::Try { node } => {
                let before = self.links.up(node);
                if before.index() < self.links.root() {
                    let item = self.links.item(node);
                    self.release(item);
                    tally.uncover(0);
                    self.taxes.pop();
                    self.phase = Phase::Choose;
                    Event::Choose { item }
                } else {
                    tally.unhide(self.links.unhide(before));
                    self.chosen.push(before);
                    self.phase = Phase::Uncover { at: before };
                    Event::Next { node: before }
                }
            }
            Phase::Uncover { at } => {
                let after = self.links.next(at);
                if after == self.top() {
                    self.enter_from_its_end(tally)
                } else {
                    let item = self.links.item(after);
                    self.hold(item);
                    self.phase = Phase::Uncover { at: after };
                    Event::Uncover { item }
                }
            }
            Phase::Done => self.enter_from_its_end(tally),
        })
    }

    /// Back from the cover of the item before `at` in the option of `x`, or from the choice of `x` itself.
    fn release_before(&mut self, at: NodeId, x: NodeId, tally: &mut Tally) -> Event {
        let before = self.links.prev(at);
        if before == x {
            tally.leave(self.chosen.len());
            self.chosen.pop();
            self.phase = Phase::Try { node: x };
            return Event::Try { node: x };
        }
        let item = self.links.item(before);
        match self.release(item) {
            true => tally.uncover(0),
            false => tally.not_again(),
        }
        self.phase = Phase::Cover { at: before };
        Event::Cover { item }
    }

    /// Back into a level that is finished: with a cover, with a cut, or with its item's options used up.
    fn enter_from_its_end(&mut self, tally: &mut Tally) -> Event {
        if self.links.first() == self.links.root() {
            tally.unvisit();
            self.found = self.found.wrapping_sub(1);
            self.phase = Phase::Choose;
            return Event::Visit;
        }
        let (needs, taxes) = self.reckon();
        if self.exceeds(needs) {
            tally.uncut();
            self.phase = Phase::Choose;
            return Event::Cut { needs };
        }
        self.keep(taxes);
        let item = self.choose();
        self.links.cover(item);
        self.held[item.index()] += 1;
        self.phase = Phase::Try { node: NodeId(item.0) };
        Event::Backtrack { item }
    }

    /// The options needed at least from here on, and what this level reckons with.
    fn reckon(&self) -> (u32, Vec<f64>) {
        let mut taxes = self.taxes.last().expect("the root reckons first").to_vec();
        let room = self.limit.saturating_sub(self.chosen.len() as u32);
        (self.policy.estimate.needs(&self.links, &mut taxes, NODE_STEPS, room), taxes)
    }

    /// Keeps what a level reckoned with for the levels below it; of problems so large that this would fill the memory
    /// the root's, again and again.
    fn keep(&mut self, taxes: Vec<f64>) {
        let large = self.held.len().saturating_mul(self.last as usize) > KEPT;
        self.taxes.push(if large { self.taxes[0].clone() } else { taxes.into() });
    }

    fn exceeds(&self, needs: u32) -> bool {
        self.chosen.len() as u32 + needs > self.limit
    }

    fn choose(&mut self) -> ItemId {
        ItemId(self.policy.rule.choose(&self.links.open(), Some(0)).at() as u32)
    }

    /// One chosen option more holds an item. `true` if that takes it out of the list of items.
    fn hold(&mut self, item: ItemId) -> bool {
        let held = &mut self.held[item.index()];
        *held += 1;
        let first = *held == 1;
        if first {
            self.links.unlink_header(item);
        }
        first
    }

    /// The inverse of [`Deepen::hold`].
    fn release(&mut self, item: ItemId) -> bool {
        let held = &mut self.held[item.index()];
        *held -= 1;
        let last = *held == 0;
        if last {
            self.links.relink_header(item);
        }
        last
    }

    /// On leaving a level upwards: the option above it is to be taken back next.
    fn leave(&mut self) {
        self.phase = match self.chosen.last() {
            Some(&x) => Phase::Uncover { at: self.links.prev(x) },
            None => Phase::Done,
        };
    }

    fn top(&self) -> NodeId {
        *self.chosen.last().expect("covering and uncovering go on below a chosen node")
    }

    /// Whether no higher limit is of interest: this one had a cover, or there is none at all.
    pub fn is_last(&self) -> bool {
        self.found > 0 || self.limit >= self.last
    }

    /// Goes straight back to where the item of `level` was about to be chosen, at the same limit, by undoing alone. As
    /// [`super::Dance::rewind`], it may land one level above.
    pub fn rewind(&mut self, level: usize) {
        self.unwind(level, |_, _| ());
    }

    /// Makes the k-th option of the item in hand the next to be tried; see [`super::Dance::steer`]. Those before it are
    /// hidden as if they had been tried.
    pub fn steer(&mut self, k: usize) -> bool {
        let Phase::Try { mut node } = self.phase else { return false };
        let Branch { k: mut at, d } = Branch::of(&self.links, node);
        if k == 0 || k > d + 1 {
            return false;
        }
        while at < k {
            self.links.hide(node);
            (at, node) = (at + 1, self.links.down(node));
        }
        while at > k {
            (at, node) = (at - 1, self.links.up(node));
            self.links.unhide(node);
        }
        self.phase = Phase::Try { node };
        true
    }

    /// See [`super::Dance::finish`].
    pub fn finish(&mut self) {
        debug_assert_eq!(self.phase, Phase::Choose);
        self.leave();
    }

    /// From the root: at a limit, under which so many covers were met already. `false` if the search never has it.
    pub fn set_limit(&mut self, limit: u32, found: u64) -> bool {
        debug_assert!(self.phase == Phase::Choose && (self.chosen.is_empty() || self.limit == limit));
        let has = (self.first..=self.last.max(self.first)).contains(&limit);
        if has {
            (self.limit, self.found) = (limit, found);
        }
        has
    }

    /// Covers met at this limit so far.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// k of d for every chosen option, and for the one that is next to be tried. Below a level its item's list may lack
    /// options that were tried there, so each branch is read where it was taken.
    pub fn branches(&self) -> Vec<Branch> {
        let mut branches = Vec::new();
        self.clone().unwind(0, |links, node| branches.push(Branch::of(links, node)));
        branches.reverse();
        branches
    }

    /// Back to where the item of `level` was about to be chosen. `at` sees each node that was next to be tried.
    fn unwind(&mut self, level: usize, mut at: impl FnMut(&Links<W>, NodeId)) {
        match self.phase {
            Phase::Choose | Phase::Done => {}
            Phase::Try { node } => self.let_go(node, &mut at),
            Phase::Cover { at: end } => self.take_back(end, &mut at),
            Phase::Uncover { at: last } => self.take_back(self.links.next(last), &mut at),
        }
        while self.chosen.len() > level {
            self.take_back(self.top(), &mut at);
        }
        self.phase = Phase::Choose;
    }

    /// Takes the top option back, of which the items before `end` in its ring are held, and lets its item go.
    fn take_back(&mut self, end: NodeId, seen: &mut impl FnMut(&Links<W>, NodeId)) {
        let x = self.top();
        let mut at = self.links.prev(end);
        while at != x {
            self.release(self.links.item(at));
            at = self.links.prev(at);
        }
        self.chosen.pop();
        self.let_go(x, seen);
    }

    /// Lets the item in hand go: the options before `node` in its list come back, and then the item.
    fn let_go(&mut self, node: NodeId, seen: &mut impl FnMut(&Links<W>, NodeId)) {
        seen(&self.links, node);
        let item = self.links.item(node);
        let mut at = self.links.up(node);
        while at.index() >= self.links.root() {
            self.links.unhide(at);
            at = self.links.up(at);
        }
        self.release(item);
        self.taxes.pop();
    }

    /// Straight back to the root of the first limit.
    pub fn restart(&mut self) {
        self.rewind(0);
        (self.limit, self.found) = (self.first, 0);
    }

    /// The options needed at least from here on. Between two choices it is reckoned on the items open at the moment.
    pub fn needs(&self) -> u32 {
        self.reckon().0
    }

    /// The most options that a cover may have at present.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// How many chosen options hold an item; an item in hand counts as held once.
    pub fn held(&self, item: ItemId) -> u32 {
        self.held[item.index()]
    }

    pub fn links(&self) -> &Links<W> {
        &self.links
    }

    pub(super) fn into_links(self) -> Links<W> {
        self.links
    }

    pub fn chosen(&self) -> &[NodeId] {
        &self.chosen
    }

    pub fn path(&self) -> impl Iterator<Item = OptionId> + '_ {
        self.chosen.iter().map(|&node| self.links.option(node).expect("only options are chosen"))
    }

    pub fn phase(&self) -> Phase {
        self.phase
    }

    pub fn rule(&self) -> Rule {
        self.policy.rule
    }

    pub fn estimate(&self) -> Estimate {
        self.policy.estimate
    }

    pub fn validate(&self) -> Result<(), Broken> {
        self.links.validate()
    }
}

/// How many options it takes when each is the one that covers most of what is left: a limit that suffices.
fn greedy(problem: &Problem) -> u32 {
    let mut open = vec![true; problem.n_items()];
    let gain = |option: OptionId, open: &[bool]| problem.items_of(option).iter().filter(|i| open[i.index()]).count();
    // Gains only shrink, so an option whose gain still is the largest known is the one to take.
    let mut known: BinaryHeap<_> = problem.options().map(|o| (problem.items_of(o).len(), Reverse(o.0))).collect();
    let mut taken = 0;
    while let Some((_, Reverse(option))) = known.pop() {
        let now = gain(OptionId(option), &open);
        if now == 0 {
            continue;
        }
        if known.peek().is_some_and(|&(next, _)| next > now) {
            known.push((now, Reverse(option)));
            continue;
        }
        problem.items_of(OptionId(option)).iter().for_each(|item| open[item.index()] = false);
        taken += 1;
    }
    taken
}
