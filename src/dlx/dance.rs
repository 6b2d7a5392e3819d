//! Algorithm X (TAOCP 7.2.2.1) as a state machine of which every transition has an exact inverse.
//!
//! [`Dance::step_into`] rests after every cover and uncover. [`Dance::step_back`] undoes it and needs no log: uncover is
//! the inverse of cover, and a finished sibling is entered again from its end, which is the same search with the options
//! in the opposite order. What is kept is the search's own stack. [`Dance::stride`] makes the same moves many at a time
//! and is what a solver goes by; it rests only where `step_into` rests too, so a search can change pace, and hands,
//! anywhere.
//!
//! Two things make that true. Every state has *one* spelling: a phase never says in two ways where the search stands.
//! And the item rule is a pure function of the links, so that the way back meets the same items.

mod stride;

use self::stride::Trail;
use super::links::Links;
use super::look::Look;
use super::nodes::Word;
use super::{Branch, Broken, ItemId, NodeId, OptionId, Problem, Rule, Tally};

/// Where the machine rests between two steps. `x` is the last node chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// At a new level: a solution if no item is left, else an item is to be chosen.
    Choose,
    /// The item of `node` is covered, and the option of `node` is next to be tried; a header says that none is left.
    Try { node: NodeId },
    /// The option of `x` is chosen, and the item of `at` is the next of its items to be covered. Never `at == x`.
    Cover { at: NodeId },
    /// The option of `x` is being taken back: the item of `at` is next to be uncovered, or, if `at == x`, none is left.
    Uncover { at: NodeId },
    /// The tree is exhausted.
    Done,
}

impl Phase {
    /// The option of a node joins those chosen: where that leads.
    #[inline]
    pub(super) fn enter<W: Word>(links: &Links<W>, chosen: &mut Vec<NodeId>, node: NodeId, tally: &mut Tally) -> Phase {
        chosen.push(node);
        tally.enter(chosen.len());
        Phase::cover(links.next(node), node)
    }

    /// The item of `at` is the next to be covered in the option of `x`; back at `x`, none is left.
    #[inline]
    pub(super) fn cover(at: NodeId, x: NodeId) -> Phase {
        if at == x { Phase::Choose } else { Phase::Cover { at } }
    }
}

/// What one step did. In brackets: the steps of Algorithm 7.2.2.1X.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// An item was picked and covered. `[X3, X4]`
    Choose { item: ItemId },
    /// An option joined the partial solution. `[X5]`
    Try { node: NodeId },
    /// Another item of the option was covered. `[X5]`
    Cover { item: ItemId },
    /// No item is left: a solution. `[X2]`
    Visit,
    /// An item of the option was uncovered. `[X6]`
    Uncover { item: ItemId },
    /// The option left the partial solution. `[X6]`
    Next { node: NodeId },
    /// The item's options are used up, and it was uncovered. `[X7]`
    Backtrack { item: ItemId },
    /// A repeated cover: so many options more are needed at least, and the limit does not leave them.
    Cut { needs: u32 },
    /// A repeated cover: the limit is exhausted, and the next one begins.
    Deepen { limit: u32 },
}

/// The search itself: the links, the nodes chosen so far (one a level), where it rests, and its item rule. The trail is
/// what the stride knows beside that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dance<W: Word> {
    links: Links<W>,
    chosen: Vec<NodeId>,
    phase: Phase,
    rule: Rule,
    trail: Trail<W>,
}

impl<W: Word> Dance<W> {
    /// A search at the root. [`Links::fits`] must hold.
    pub fn new(problem: &Problem, rule: Rule) -> Dance<W> {
        Dance { links: Links::new(problem), chosen: Vec::new(), phase: Phase::Choose, rule, trail: Trail::default() }
    }

    /// One step: a cover or an uncover at most. `None` when the tree is exhausted. The inverse is [`Dance::step_back`].
    pub fn step_into(&mut self, tally: &mut Tally) -> Option<Event> {
        self.trail.forget();
        let event = match self.phase {
            Phase::Choose => {
                if self.links.first() == self.links.root() {
                    tally.visit();
                    self.leave();
                    return Some(Event::Visit);
                }
                let item = self.choose();
                tally.cover(self.links.cover(item));
                self.phase = Phase::Try { node: self.links.down(NodeId(item.0)) };
                Event::Choose { item }
            }
            Phase::Try { node } if node.index() < self.links.root() => {
                let item = ItemId(node.0);
                self.links.uncover(item);
                self.leave();
                Event::Backtrack { item }
            }
            Phase::Try { node } => {
                self.phase = Phase::enter(&self.links, &mut self.chosen, node, tally);
                Event::Try { node }
            }
            Phase::Cover { at } => {
                let (item, next) = (self.links.item(at), self.links.next(at));
                tally.cover(self.links.cover(item));
                self.phase = Phase::cover(next, self.top());
                Event::Cover { item }
            }
            Phase::Uncover { at } if at != self.top() => {
                let item = self.links.item(at);
                self.links.uncover(item);
                self.phase = Phase::Uncover { at: self.links.prev(at) };
                Event::Uncover { item }
            }
            Phase::Uncover { at: node } => {
                self.chosen.pop();
                self.phase = Phase::Try { node: self.links.down(node) };
                Event::Next { node }
            }
            Phase::Done => return None,
        };
        Some(event)
    }

    /// Undoes the last [`Dance::step_into`] and returns the event that it undid; `None` at the root. The tally goes
    /// back with it.
    pub fn step_back(&mut self, tally: &mut Tally) -> Option<Event> {
        self.trail.forget();
        let event = match self.phase {
            Phase::Choose => {
                let x = *self.chosen.last()?;
                self.uncover_before(x, x, tally)
            }
            Phase::Cover { at } => self.uncover_before(at, self.top(), tally),
            Phase::Try { node } => {
                let before = self.links.up(node);
                if before.index() < self.links.root() {
                    let item = self.links.item(node);
                    tally.uncover(self.links.uncover(item));
                    self.phase = Phase::Choose;
                    Event::Choose { item }
                } else {
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
                    self.links.cover(item);
                    self.phase = Phase::Uncover { at: after };
                    Event::Uncover { item }
                }
            }
            Phase::Done => self.enter_from_its_end(tally),
        };
        Some(event)
    }

    /// Back from the cover of the item before `at` in the option of `x`, or from the choice of `x` itself.
    fn uncover_before(&mut self, at: NodeId, x: NodeId, tally: &mut Tally) -> Event {
        let before = self.links.prev(at);
        if before == x {
            tally.leave(self.chosen.len());
            self.chosen.pop();
            self.phase = Phase::Try { node: x };
            return Event::Try { node: x };
        }
        let item = self.links.item(before);
        tally.uncover(self.links.uncover(item));
        self.phase = Phase::Cover { at: before };
        Event::Cover { item }
    }

    /// Back into a level that is finished: it ended with a solution or with its item's options used up.
    fn enter_from_its_end(&mut self, tally: &mut Tally) -> Event {
        if self.links.first() == self.links.root() {
            tally.unvisit();
            self.phase = Phase::Choose;
            return Event::Visit;
        }
        let item = self.choose();
        self.links.cover(item);
        self.phase = Phase::Try { node: NodeId(item.0) };
        Event::Backtrack { item }
    }

    fn choose(&mut self) -> ItemId {
        ItemId(self.rule.choose(&self.links.open(), Some(0)).at() as u32)
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

    /// Goes straight back to where the item of `level` was about to be chosen, by uncovering alone: no finished sibling
    /// is entered again, whatever it held. An option that is half covered is taken back in any case, so the search may
    /// land one level above the one asked for.
    pub fn rewind(&mut self, level: usize) {
        self.trail.forget();
        match self.phase {
            Phase::Choose | Phase::Done => {}
            Phase::Try { node } => {
                self.links.uncover(self.links.item(node));
            }
            Phase::Cover { at } => self.take_back(at),
            Phase::Uncover { at } => self.take_back(self.links.next(at)),
        }
        while self.chosen.len() > level {
            self.take_back(self.top());
        }
        self.phase = Phase::Choose;
    }

    /// Takes the top option back, of which the items before `end` in its ring are covered.
    fn take_back(&mut self, end: NodeId) {
        let x = self.top();
        let mut at = self.links.prev(end);
        while at != x {
            self.links.uncover(self.links.item(at));
            at = self.links.prev(at);
        }
        self.links.uncover(self.links.item(x));
        self.chosen.pop();
    }

    /// From a state that is about to choose: follows the rule down as long as the item it chooses has one of `wanted`
    /// among its options. Returns the levels gone down. This is how an engine that stands on a set of options hands its
    /// place over: the same state in Algorithm X's own order.
    pub fn descend(&mut self, wanted: &[OptionId], tally: &mut Tally) -> usize {
        let depth = self.chosen.len();
        while self.phase == Phase::Choose && self.links.first() != self.links.root() {
            let item = self.choose();
            let look: &dyn Look = &self.links;
            let Some(node) = look.column(item).find(|&n| look.option(n).is_some_and(|o| wanted.contains(&o))) else {
                break;
            };
            self.trail.forget();
            tally.cover(self.links.cover(item));
            self.phase = Phase::Try { node };
            self.stride(1, tally);
        }
        self.chosen.len() - depth
    }

    /// Makes the k-th option of the item in hand, 1-based, the one that is tried next; `d + 1` means that all are used
    /// up. `false`, and nothing changes, if no item is in hand or it has no such option.
    pub fn steer(&mut self, k: usize) -> bool {
        let Phase::Try { node } = self.phase else { return false };
        let look: &dyn Look = &self.links;
        let header = look.header(look.item(node));
        let Some(node) = look.column(look.item(node)).chain([header]).nth(k.wrapping_sub(1)) else { return false };
        self.phase = Phase::Try { node };
        true
    }

    /// From where an item is to be chosen: as if everything below were searched already.
    pub fn finish(&mut self) {
        debug_assert_eq!(self.phase, Phase::Choose);
        self.leave();
    }

    /// The inverse of [`Dance::finish`].
    pub(super) fn unfinish(&mut self) {
        self.phase = Phase::Choose;
    }

    /// k of d for every chosen option, and for the one that is next to be tried.
    pub fn branches(&self) -> Vec<Branch> {
        let open = match self.phase {
            Phase::Try { node } => Some(node),
            _ => None,
        };
        self.chosen.iter().copied().chain(open).map(|node| Branch::of(&self.links, node)).collect()
    }

    pub fn links(&self) -> &Links<W> {
        &self.links
    }

    /// The links, for the one other machine that moves them: [`super::Slow`].
    pub(super) fn into_links(self) -> Links<W> {
        self.links
    }

    /// One node a level, in the vertical list of the item chosen there.
    pub fn chosen(&self) -> &[NodeId] {
        &self.chosen
    }

    /// The options chosen so far.
    pub fn path(&self) -> impl Iterator<Item = OptionId> + '_ {
        self.chosen.iter().map(|&node| self.links.option(node).expect("only options are chosen"))
    }

    pub fn phase(&self) -> Phase {
        self.phase
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    pub fn validate(&self) -> Result<(), Broken> {
        self.links.validate()
    }
}
