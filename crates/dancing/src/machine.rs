//! Algorithm X (TAOCP 7.2.2.1) as a state machine in which every move has an exact inverse.
//!
//! A move is decided first and then made. [`Machine::next_move`] reads it off the links without
//! changing them, and [`Machine::make`] carries it out. [`Machine::last_move`] reads the move that
//! led here, and [`Machine::unmake`] undoes it. Single steps keep no log: uncover is the inverse of
//! cover, and to step back into a finished branch is to cover its item again and walk its options
//! from the last to the first. The only memory is the search's own stack.
//!
//! Each move is a pair of neighbouring functions, in the order of Knuth's steps X1 to X8. The
//! [class](super::Class) of the problem fills in how an item is covered, how a tried option is
//! treated, and which [bound](super::bound) cuts branches:
//!
//! | class | commit an item | a tried option | bound |
//! |---|---|---|---|
//! | exact (Algorithms X, C) | cover it; purify it if coloured | nothing | none or score |
//! | multiple (Algorithm M) | count it; cover it when full | tweaked before the try | none or score |
//! | repeated | count it; the first time, unlink its header | hidden after the try | depth (IDA*), score with costs |
//!
//! [`Machine::stride`] makes the same moves, many at a time; see its file. It rests only where
//! [`Machine::step_into`] also rests, so a search can change its pace, or be handed over, at any
//! rest.
//!
//! Two properties make stepping back exact. Each state has *one* representation: no two phases
//! describe the same point of the search. And every decision is a pure function of the state, so
//! stepping back finds the same items and the same cuts.

mod jumps;
mod stride;

use self::stride::UndoLog;
use super::bound::{Bound, BoundView, Multipliers};
use super::covering::{Covering, ItemEffect, Moves, of_class};
use super::links::{Links, Observer, OpenLinks};
use super::nodes::Word;
use super::view::LinksView;
use super::{Broken, ItemId, ItemRule, NodeId, OptionId, Policy, Problem, Tally};
use alloc::vec::Vec;

/// The state of the machine between two steps. `x` is the node chosen last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields say what they are by their names")]
pub enum Phase {
    /// At a new level. Next comes a solution if no item is left, a cut if the bound says so, else
    /// the choice of an item.
    Choose,
    /// The item of `node` is being branched on, and the option of `node` is tried next. If `node`
    /// is a header, no option is left. With multiplicities, the branches of a level may be
    /// exhausted before its options are.
    Try { node: NodeId },
    /// The option of `x` is chosen, and the item of `at` is the next of its items to be covered.
    /// Never `at == x`.
    Cover { at: NodeId },
    /// The option of `x` is being taken back. The item of `at` is uncovered next; if `at == x`,
    /// none is left. If `x` is a header, its item had stopped.
    Uncover { at: NodeId },
    /// The tree is exhausted.
    Done,
}

/// The effect of one step. In brackets: the step of Knuth's Algorithms X, C and M of TAOCP 7.2.2.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields say what they are by their names")]
pub enum Event {
    /// An item was chosen, and covered or counted. `[X3, X4]`
    Choose { item: ItemId },
    /// An option joined the partial solution. `[X5]`
    Try { node: NodeId },
    /// Another item of the option was covered, or counted. `[X5]`
    Cover { item: ItemId },
    /// An item that has reached its minimum stops: it takes no further option. `[M5]`
    Stop { item: ItemId },
    /// No item is left: a solution. `[X2]`
    Visit,
    /// Another item of the option was given the node's colour, or had it already. `[C5]`
    Purify { node: NodeId },
    /// An item of the option was uncovered. `[X6]`
    Uncover { item: ItemId },
    /// Another item of the option lost the node's colour, or keeps it. `[C6]`
    Unpurify { node: NodeId },
    /// The option left the partial solution. `[X6]`
    Next { node: NodeId },
    /// All branches of the item were tried, and it was uncovered or counted down. `[X7]`
    Backtrack { item: ItemId },
    /// The bound cut the branch. In a repeated cover, at least `lower_bound` more options are
    /// needed. Under a bound on the score it is 0.
    Cut { lower_bound: u32 },
    /// The limit of a repeated cover is exhausted, and the search starts again with the next one
    /// (IDA*).
    RaiseLimit { limit: u32 },
}

/// A move with everything that it needs to be made and to be undone. An [`Event`] is the name of a
/// move for the outside.
#[derive(Clone, Debug)]
enum Move {
    Visit,
    Cut { lower_bound: u32 },
    Choose { item: ItemId, multipliers: Multipliers },
    Try { node: NodeId },
    Stop { item: ItemId },
    Commit { at: NodeId },
    Uncommit { at: NodeId },
    Next { node: NodeId },
    Backtrack { item: ItemId, multipliers: Multipliers },
    RaiseLimit { limit: u32 },
}

/// A search: the links, the nodes chosen so far (one for each level), the phase, the item rule and
/// the bound. The trail is a cache for the stride.
///
/// # Examples
///
/// ```
/// use dancing::{Event, ItemId, Machine, Problem, Tally};
/// let mut problem = Problem::new(2, 0);
/// problem.push(&[ItemId(0)]).unwrap();
/// problem.push(&[ItemId(1)]).unwrap();
/// let (mut machine, mut tally) = (Machine::<u16>::new(&problem, Default::default()), Tally::default());
/// let start = machine.clone();
/// while machine.step_into(&mut tally) != Some(Event::Visit) {}
/// assert_eq!(machine.path().count(), 2);
/// // Back to the root, by the way it came.
/// while machine.step_back(&mut tally).is_some() {}
/// assert_eq!((machine, tally.solutions), (start, 0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Machine<W: Word> {
    links: Links<W>,
    /// The counts of the class, and the tweaked options.
    covering: Covering,
    chosen: Vec<NodeId>,
    phase: Phase,
    /// The level at which the search ends. 0 unless it is confined to a subtree.
    floor: usize,
    rule: ItemRule,
    pub(super) bound: Bound,
    trail: UndoLog<W>,
}

impl<W: Word> Machine<W> {
    /// A search at the root. A repeated cover starts at the smallest limit that the estimate
    /// allows. [`Links::fits`] must hold. (X1)
    pub fn new(problem: &Problem, policy: Policy) -> Machine<W> {
        let (links, covering) = (Links::new(problem), Covering::new(problem));
        let bound = Bound::new(problem, &links, policy);
        let (chosen, phase, rule, trail) = (Vec::new(), Phase::Choose, policy.rule, UndoLog::default());
        Machine { links, covering, chosen, phase, floor: 0, rule, bound, trail }
    }

    /// Starts a search at the root of another problem, in the same tables. Only the part that the
    /// problem uses is written.
    pub fn renew(&mut self, problem: &Problem, policy: Policy) {
        self.links.renew(problem);
        self.covering = Covering::new(problem);
        self.bound = Bound::new(problem, &self.links, policy);
        self.chosen.clear();
        (self.phase, self.floor, self.rule) = (Phase::Choose, 0, policy.rule);
        self.trail.renew(&self.links);
    }

    /// Makes one step, which covers or uncovers at most one item. Returns `None` if the tree is
    /// exhausted; in a repeated cover, if the limit had a cover or no limit can have one. The
    /// inverse is [`Machine::step_back`].
    pub fn step_into(&mut self, tally: &mut Tally) -> Option<Event> {
        let next = self.next_move()?;
        let event = self.event(&next);
        self.trail.clear();
        self.make(next, tally, &mut ());
        Some(event)
    }

    /// Undoes the last [`Machine::step_into`], together with its effect on the tally. Returns the
    /// event that was undone, or `None` at the root of the first limit.
    pub fn step_back(&mut self, tally: &mut Tally) -> Option<Event> {
        let last = self.last_move()?;
        let event = self.event(&last);
        self.trail.clear();
        self.unmake(last, tally, &mut ());
        Some(event)
    }

    /// Makes the next step, seen by an observer, and takes it back. Returns its event.
    pub(super) fn try_step_into(&mut self, observer: &mut impl Observer<W>) -> Option<Event> {
        let (next, mut unseen) = (self.next_move()?, Tally::default());
        let event = self.event(&next);
        self.trail.clear();
        self.make(next.clone(), &mut unseen, observer);
        self.unmake(next, &mut unseen, &mut ());
        Some(event)
    }

    /// Undoes the last step, seen by an observer, and makes it again. Returns its event.
    pub(super) fn try_step_back(&mut self, observer: &mut impl Observer<W>) -> Option<Event> {
        let (last, mut unseen) = (self.last_move()?, Tally::default());
        let (event, floor) = (self.event(&last), self.floor);
        self.trail.clear();
        self.unmake(last.clone(), &mut unseen, observer);
        self.make(last, &mut unseen, &mut ());
        // A way back above the level at which the search ends would lower that level.
        self.floor = floor;
        Some(event)
    }

    /// The event that [`Machine::step_into`] will return. Moves and copies nothing.
    pub fn next_event(&self) -> Option<Event> {
        self.next_move().map(|next| self.event(&next))
    }

    /// The event that [`Machine::step_back`] will undo. Moves and copies nothing.
    pub fn last_event(&self) -> Option<Event> {
        self.last_move().map(|last| self.event(&last))
    }

    // --- Decisions -----------------------------------------------------------------------

    fn next_move(&self) -> Option<Move> {
        let next = match self.phase {
            Phase::Choose if self.is_covered() => Move::Visit,
            Phase::Choose => match self.bound.test(&self.reached()) {
                Err(lower_bound) => Move::Cut { lower_bound },
                Ok(multipliers) => Move::Choose { item: self.best_item(), multipliers },
            },
            Phase::Try { node } if self.is_exhausted(node) => self.backtrack_from(node, self.bound.multipliers()),
            Phase::Try { node } if self.links.is_header(node) => Move::Stop { item: self.links.item(node) },
            Phase::Try { node } => Move::Try { node },
            Phase::Cover { at } => Move::Commit { at },
            Phase::Uncover { at } if self.links.is_header(at) => self.backtrack_from(at, self.bound.multipliers()),
            Phase::Uncover { at } if at != self.top() => Move::Uncommit { at },
            Phase::Uncover { at } => Move::Next { node: at },
            Phase::Done => Move::RaiseLimit { limit: self.bound.next_limit()? },
        };
        Some(next)
    }

    fn last_move(&self) -> Option<Move> {
        let last = match self.phase {
            Phase::Choose => match self.chosen.last() {
                Some(&x) if self.links.is_header(x) => Move::Stop { item: self.links.item(x) },
                Some(&x) => self.commit_before(x),
                None => Move::RaiseLimit { limit: self.bound.last_limit()? },
            },
            Phase::Cover { at } => self.commit_before(at),
            Phase::Try { node } => match of_class!(&self.covering, class => class.tried_before(&self.links, node)) {
                None => Move::Choose { item: self.links.item(node), multipliers: self.bound.multipliers() },
                Some(node) => Move::Next { node },
            },
            Phase::Uncover { at } => match self.after(at) {
                after if after != self.top() => Move::Uncommit { at: after },
                _ => self.end_of_level(),
            },
            Phase::Done => self.end_of_level(),
        };
        Some(last)
    }

    /// The move before the commit of `at`: the commit of the node before it, or the try of `x`
    /// itself.
    fn commit_before(&self, at: NodeId) -> Move {
        match self.links.prev(at) {
            before if before == self.top() => Move::Try { node: before },
            before => Move::Commit { at: before },
        }
    }

    /// The move that ended a finished level: a solution, a cut, or a backtrack after its last
    /// branch. A backtrack has the multipliers that were computed when the level began.
    fn end_of_level(&self) -> Move {
        if self.is_covered() {
            return Move::Visit;
        }
        match self.bound.test_again(&self.reached(), || self.place()) {
            Err(lower_bound) => Move::Cut { lower_bound },
            Ok(multipliers) => self.backtrack_from(NodeId(self.best_item().0), multipliers),
        }
    }

    fn backtrack_from(&self, node: NodeId, multipliers: Multipliers) -> Move {
        Move::Backtrack { item: self.links.item(node), multipliers }
    }

    fn event(&self, step: &Move) -> Event {
        match *step {
            Move::Visit => Event::Visit,
            Move::Cut { lower_bound } => Event::Cut { lower_bound },
            Move::Choose { item, .. } => Event::Choose { item },
            Move::Try { node } => Event::Try { node },
            Move::Stop { item } => Event::Stop { item },
            Move::Commit { at } if self.links.color(at) > 0 => Event::Purify { node: at },
            Move::Commit { at } => Event::Cover { item: self.links.item(at) },
            Move::Uncommit { at } if self.links.color(at) > 0 => Event::Unpurify { node: at },
            Move::Uncommit { at } => Event::Uncover { item: self.links.item(at) },
            Move::Next { node } => Event::Next { node },
            Move::Backtrack { item, .. } => Event::Backtrack { item },
            Move::RaiseLimit { limit } => Event::RaiseLimit { limit },
        }
    }

    /// Makes a move.
    fn make(&mut self, step: Move, tally: &mut Tally, observer: &mut impl Observer<W>) {
        match step {
            Move::Visit => self.visit(tally),
            Move::Cut { .. } => self.cut(tally),
            Move::Choose { item, multipliers } => self.choose(item, multipliers, tally, observer),
            Move::Try { node } => self.try_option(node, tally, observer),
            Move::Stop { item } => self.stop(item, tally, observer),
            Move::Commit { at } => {
                tally.commit(self.commit(at, observer));
                self.phase = self.cover_from(self.links.next(at));
            }
            Move::Uncommit { at } => {
                self.uncommit(at, observer);
                self.phase = Phase::Uncover { at: self.links.prev(at) };
            }
            Move::Next { node } => self.next(node, tally, observer),
            Move::Backtrack { item, .. } => self.backtrack(item, observer),
            Move::RaiseLimit { .. } => self.raise_limit(),
        }
    }

    /// The inverse of [`Machine::make`].
    fn unmake(&mut self, step: Move, tally: &mut Tally, observer: &mut impl Observer<W>) {
        match step {
            Move::Visit => self.undo_visit(tally),
            Move::Cut { .. } => self.undo_cut(tally),
            Move::Choose { item, .. } => self.undo_choose(item, tally, observer),
            Move::Try { node } => self.undo_try(node, tally, observer),
            Move::Stop { item } => self.undo_stop(item, tally, observer),
            Move::Commit { at } => {
                tally.uncommit(self.uncommit(at, observer));
                self.phase = Phase::Cover { at };
            }
            Move::Uncommit { at } => {
                self.commit(at, observer);
                self.phase = Phase::Uncover { at };
            }
            Move::Next { node } => self.undo_next(node, tally, observer),
            Move::Backtrack { item, multipliers } => self.undo_backtrack(item, multipliers, observer),
            Move::RaiseLimit { .. } => self.undo_raise_limit(),
        }
    }

    // --- Items: cover them, or whatever the class and the colours ask for. ------------------

    /// Commits the item of a node, because its option was chosen. Returns the updates made; `None`
    /// if the item was only counted, or had its colour already. (TAOCP 7.2.2.1, (54))
    fn commit(&mut self, at: NodeId, observer: &mut impl Observer<W>) -> Option<u64> {
        let (item, node) = (self.links.item(at), W::new(at.index()));
        if self.links.color(at) > 0 {
            return self.links.purifier(item).is_none().then(|| self.links.open().purify(node, observer));
        }
        let effect = of_class!(&mut self.covering, class => class.rise(item, observer));
        let (mut links, item) = (self.links.open(), W::new(item.index()));
        match effect {
            ItemEffect::Count => return None,
            ItemEffect::Header => links.unlink_header(item, observer),
            ItemEffect::Cover => return Some(links.cover(item, observer)),
        }
        Some(0)
    }

    /// The inverse of [`Machine::commit`]. (56)
    fn uncommit(&mut self, at: NodeId, observer: &mut impl Observer<W>) -> Option<u64> {
        let (item, node) = (self.links.item(at), W::new(at.index()));
        if self.links.color(at) > 0 {
            return (self.links.purifier(item) == Some(at)).then(|| self.links.open().unpurify(node, observer));
        }
        let effect = of_class!(&mut self.covering, class => class.fall(item, observer));
        let (mut links, item) = (self.links.open(), W::new(item.index()));
        match effect {
            ItemEffect::Count => return None,
            ItemEffect::Header => links.relink_header(item, observer),
            ItemEffect::Cover => return Some(links.uncover(item, observer)),
        }
        Some(0)
    }

    // --- X2: enter a level. All items are covered, or the bound cuts the branch. -----------

    fn visit(&mut self, tally: &mut Tally) {
        tally.visit();
        let place = self.place();
        self.bound.visit(&self.links, &self.chosen, place);
        self.leave_level();
    }

    fn undo_visit(&mut self, tally: &mut Tally) {
        tally.unvisit();
        let place = self.place();
        self.bound.unvisit(place);
        self.phase = Phase::Choose;
    }

    fn cut(&mut self, tally: &mut Tally) {
        tally.cut();
        self.leave_level();
    }

    fn undo_cut(&mut self, tally: &mut Tally) {
        tally.uncut();
        self.phase = Phase::Choose;
    }

    // --- X3, X4: choose an item and cover it -----------------------------------------------

    fn choose(&mut self, item: ItemId, multipliers: Multipliers, tally: &mut Tally, observer: &mut impl Observer<W>) {
        tally.commit(Some(self.cover_chosen(item, multipliers, observer)));
        self.phase = Phase::Try { node: self.links.down(NodeId(item.0)) };
    }

    fn undo_choose(&mut self, item: ItemId, tally: &mut Tally, observer: &mut impl Observer<W>) {
        tally.uncommit(Some(self.uncover_chosen(item, observer)));
        self.phase = Phase::Choose;
    }

    /// Commits the chosen item. Returns the updates made.
    fn cover_chosen(&mut self, item: ItemId, multipliers: Multipliers, observer: &mut impl Observer<W>) -> u64 {
        self.bound.enter(multipliers);
        of_class!(&mut self.covering, class => class.open_level(&self.links, item));
        self.commit(NodeId(item.0), observer).unwrap_or_default()
    }

    /// The inverse of [`Machine::cover_chosen`].
    fn uncover_chosen(&mut self, item: ItemId, observer: &mut impl Observer<W>) -> u64 {
        let updates = self.uncommit(NodeId(item.0), observer).unwrap_or_default();
        of_class!(&mut self.covering, class => class.close_level());
        self.bound.leave();
        updates
    }

    // --- X5: try an option; its other items are committed next. M5 tweaks it first. ----------

    fn try_option(&mut self, node: NodeId, tally: &mut Tally, observer: &mut impl Observer<W>) {
        tally.hide(of_class!(&mut self.covering, class => class.tweak(&mut self.links, node, observer)));
        self.chosen.push(node);
        tally.enter(self.chosen.len());
        self.phase = self.cover_from(self.links.next(node));
    }

    fn undo_try(&mut self, node: NodeId, tally: &mut Tally, observer: &mut impl Observer<W>) {
        tally.leave(self.chosen.len());
        self.chosen.pop();
        self.floor = self.floor.min(self.chosen.len());
        if let Some((_, updates)) = of_class!(&mut self.covering, class => class.untweak(&mut self.links, observer)) {
            tally.unhide(updates);
        }
        self.phase = Phase::Try { node };
    }

    /// M5, if the item takes no further option. The level has the item's header in place of a node.
    fn stop(&mut self, item: ItemId, tally: &mut Tally, observer: &mut impl Observer<W>) {
        self.push_header(item, observer);
        tally.stop(self.chosen.len());
        self.phase = Phase::Choose;
    }

    fn undo_stop(&mut self, item: ItemId, tally: &mut Tally, observer: &mut impl Observer<W>) {
        tally.unstop(self.chosen.len());
        self.pop_header(item, observer);
        self.floor = self.floor.min(self.chosen.len());
        self.phase = Phase::Try { node: NodeId(item.0) };
    }

    /// The item being branched on stops.
    fn push_header(&mut self, item: ItemId, observer: &mut impl Observer<W>) {
        of_class!(&mut self.covering, class => class.stop(&mut self.links, item, observer));
        self.chosen.push(NodeId(item.0));
    }

    /// The inverse of [`Machine::push_header`]. Does nothing if the item had not stopped.
    fn pop_header(&mut self, item: ItemId, observer: &mut impl Observer<W>) {
        if self.chosen.pop_if(|x| *x == NodeId(item.0)).is_some() {
            of_class!(&mut self.covering, class => class.unstop(&mut self.links, item, observer));
        }
    }

    // --- X6: try again. The option's other items are uncovered; go on to the next option. ----

    fn next(&mut self, node: NodeId, tally: &mut Tally, observer: &mut impl Observer<W>) {
        self.chosen.pop();
        tally.hide(of_class!(&mut self.covering, class => class.hide_tried(&mut self.links, node, observer)));
        self.phase = Phase::Try { node: self.links.down(node) };
    }

    fn undo_next(&mut self, node: NodeId, tally: &mut Tally, observer: &mut impl Observer<W>) {
        tally.unhide(of_class!(&mut self.covering, class => class.unhide_tried(&mut self.links, node, observer)));
        self.chosen.push(node);
        self.phase = Phase::Uncover { at: node };
    }

    // --- X7: backtrack. Uncover the item. ----------------------------------------------------

    fn backtrack(&mut self, item: ItemId, observer: &mut impl Observer<W>) {
        self.pop_header(item, observer);
        self.restore_and_uncover(NodeId(item.0), observer);
        self.leave_level();
    }

    fn undo_backtrack(&mut self, item: ItemId, multipliers: Multipliers, observer: &mut impl Observer<W>) {
        self.cover_chosen(item, multipliers, observer);
        let node = of_class!(&mut self.covering, class => class.try_all(&mut self.links, item, observer));
        self.phase = match self.is_exhausted(node) {
            true => Phase::Try { node },
            false => {
                self.push_header(item, observer);
                Phase::Uncover { at: node }
            }
        };
    }

    /// Restores the options before `node`, which were tried, and uncovers the item of `node`.
    fn restore_and_uncover(&mut self, node: NodeId, observer: &mut impl Observer<W>) {
        of_class!(&mut self.covering, class => class.untry_all(&mut self.links, node, observer));
        self.uncover_chosen(self.links.item(node), observer);
    }

    // --- X8: leave a level. At the root, IDA* goes on to the next limit. ----------------------

    /// The option of the level above is taken back next.
    fn leave_level(&mut self) {
        self.phase = match self.chosen.last() {
            Some(&x) if self.chosen.len() > self.floor => Phase::Uncover { at: self.before(x) },
            _ => Phase::Done,
        };
    }

    fn raise_limit(&mut self) {
        self.bound.raise_limit();
        self.phase = Phase::Choose;
    }

    fn undo_raise_limit(&mut self) {
        self.bound.lower_limit();
        self.phase = Phase::Done;
    }

    // --- Small questions -----------------------------------------------------------------

    /// Returns true if no primary item is left.
    fn is_covered(&self) -> bool {
        self.links.first() == self.links.root()
    }

    fn best_item(&self) -> ItemId {
        let item = of_class!(&self.covering, class => class.choose(&self.links, self.rule));
        ItemId(item.index() as u32)
    }

    /// Returns true if the item being branched on has no branch left, given the node that is next.
    fn is_exhausted(&self, node: NodeId) -> bool {
        of_class!(&self.covering, class => class.is_exhausted(&self.links, node))
    }

    /// Returns true if items are covered once and have no colours. Strides require that.
    fn is_plain(&self) -> bool {
        !self.class().facts().counts && !self.links.is_colored()
    }

    /// The next node of the same option; a header is alone.
    fn after(&self, node: NodeId) -> NodeId {
        if self.links.is_header(node) { node } else { self.links.next(node) }
    }

    /// The inverse of [`Machine::after`].
    fn before(&self, node: NodeId) -> NodeId {
        if self.links.is_header(node) { node } else { self.links.prev(node) }
    }

    /// The item of `at` is covered next; at the chosen node itself, the option is wholly covered.
    fn cover_from(&self, at: NodeId) -> Phase {
        if at == self.top() { Phase::Choose } else { Phase::Cover { at } }
    }

    fn top(&self) -> NodeId {
        *self.chosen.last().expect("covering and uncovering go on below a chosen node")
    }

    /// Returns true if a level has just ended. The links are then as they were when it began.
    pub(super) fn level_has_ended(&self) -> bool {
        match self.phase {
            Phase::Uncover { at } => self.after(at) == self.top(),
            Phase::Done => true,
            _ => false,
        }
    }

    /// The part of the search that the bound reads.
    pub(super) fn reached(&self) -> BoundView<'_, W> {
        BoundView { links: &self.links, chosen: &self.chosen, covering: &self.covering }
    }

    /// The branches taken, if the bound needs the place in the tree; else empty.
    pub(super) fn place(&self) -> Vec<usize> {
        match self.bound {
            Bound::Score(_) => self.branches().iter().take(self.chosen.len()).map(|branch| branch.k).collect(),
            Bound::None | Bound::Depth(_) => Vec::new(),
        }
    }

    // --- State ---------------------------------------------------------------------------

    /// The links, to be moved one by one on a copy of the search.
    pub(super) fn open(&mut self) -> OpenLinks<'_, W> {
        self.links.open()
    }

    /// The links as they are now.
    pub fn links(&self) -> &Links<W> {
        &self.links
    }

    /// One node for each level, in the vertical list of the item chosen there.
    pub fn chosen(&self) -> &[NodeId] {
        &self.chosen
    }

    /// The options chosen so far. A level at which an item stopped has none.
    pub fn path(&self) -> impl Iterator<Item = OptionId> + '_ {
        self.chosen.iter().filter_map(|&node| self.links.option(node))
    }

    /// The class of the problem.
    pub fn class(&self) -> super::Class {
        self.covering.class()
    }

    /// The number of chosen options that hold an item, plus one while the item is being branched
    /// on. `None` in an exact cover, which does not count.
    pub fn times_covered(&self, item: ItemId) -> Option<u32> {
        self.covering.times_covered(item)
    }

    /// The fewest and the most options that may hold an item. `None` if that is exactly one, and in
    /// a repeated cover.
    pub fn range(&self, item: ItemId) -> Option<(u32, u32)> {
        self.covering.range(item)
    }

    /// The number of branches of a level with this item, which the item rule compares.
    pub fn degree(&self, item: ItemId) -> usize {
        of_class!(&self.covering, class => class.degree(&self.links, item))
    }

    /// The nodes that are hidden or tweaked because they were tried at a level, counted from 0. In
    /// a repeated cover: those before the node that is chosen or next. With multiplicities: those
    /// that left their lists, including the chosen one.
    pub fn tried_at(&self, level: usize) -> Vec<NodeId> {
        let next = if let Phase::Try { node } = self.phase { Some(node) } else { None };
        let node = self.chosen.get(level).copied().or(next);
        of_class!(&self.covering, class => class.tried_at(&self.links, level, node))
    }

    /// The options tweaked so far at this level. `None` if the level tweaks none.
    pub(super) fn tweaked(&self) -> Option<&[NodeId]> {
        of_class!(&self.covering, class => class.tweaked())
    }

    /// The phase of the search.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The item rule.
    pub fn rule(&self) -> ItemRule {
        self.rule
    }

    /// Checks every link. `Err` is the first wrong one.
    pub fn validate(&self) -> Result<(), Broken> {
        self.links.validate()
    }
}
