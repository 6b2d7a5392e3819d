//! Algorithm X (TAOCP 7.2.2.1) as a state machine. Each transition has an exact inverse.
//!
//! A step is decided first and then made. [`Machine::ahead`] reads the next event off the links
//! without changing them, and `make` carries it out. [`Machine::behind`] reads the last event, and
//! `unmake` undoes it. There is no log. Uncover is the inverse of cover, and a finished sibling is
//! entered again from its end: the same search with the options in the opposite order. The only
//! memory is the search's own stack.
//!
//! Four kinds of cover run on this machine. They differ in what happens to an item when an option
//! that holds it is chosen (`commit`), in what happens to an option that was tried (`tweak`), and
//! in the [bound](super::bound) that cuts branches:
//!
//! | cover | commit an item | tweak an option | bound |
//! |---|---|---|---|
//! | exact | cover it | nothing | none or score |
//! | coloured (Algorithm C) | cover it; purify it if coloured | nothing | none or score |
//! | multiple (Algorithm M) | count it; cover it when full | unlink it first | none or score |
//! | repeated | count it; unlink its header once | hide it from later siblings | depth (IDA*) |
//!
//! [`Machine::stride`] makes the same moves, many at a time; see its file. It rests only where
//! [`Machine::step_into`] also rests, so a search can change its pace, or be handed over, at any
//! rest.
//!
//! Two properties make stepping back exact. Each state has *one* representation: no two phases
//! describe the same point of the search. And every decision is a pure function of the state, so
//! stepping back finds the same items and the same cuts.

mod jumps;
mod multiple;
mod stride;

use self::multiple::{Degrees, Multiple};
use self::stride::Trail;
use super::bound::{Bound, Reckoned};
use super::links::Links;
use super::look::Look;
use super::nodes::Word;
use super::{Broken, ItemId, NodeId, OptionId, Policy, Problem, Rule, Tally};

/// The state of the machine between two steps. `x` is the node chosen last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields say what they are by their names")]
pub enum Phase {
    /// At a new level: a solution if no item is left, else an item is chosen next.
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
    /// The bound cut the branch. In a repeated cover, at least `needs` more options are needed.
    Cut { needs: u32 },
    /// The limit of a repeated cover is exhausted, and the search starts again with the next one
    /// (IDA*).
    Deepen { limit: u32 },
}

/// A search: the links, the nodes chosen so far (one for each level), the phase, the item rule and
/// the bound. The trail is a cache for the stride.
///
/// # Examples
///
/// ```
/// use quadrille::dlx::{Event, ItemId, Machine, Problem, Tally};
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
    /// By item: the number of chosen options that hold it, plus one while the item is being
    /// branched on. Empty in an exact cover.
    times: Vec<u32>,
    multiple: Option<Box<Multiple>>,
    chosen: Vec<NodeId>,
    phase: Phase,
    rule: Rule,
    pub(super) bound: Bound,
    trail: Trail<W>,
}

impl<W: Word> Machine<W> {
    /// A search at the root. A repeated cover starts at the smallest limit that the estimate
    /// allows. [`Links::fits`] must hold.
    pub fn new(problem: &Problem, policy: Policy) -> Machine<W> {
        let links = Links::new(problem);
        let bound = Bound::new(problem, &links, policy);
        let counts = problem.is_repeated() || problem.is_multiple();
        let times = if counts { vec![0; problem.n_items().max(1)] } else { Vec::new() };
        let (chosen, phase, rule, trail) = (Vec::new(), Phase::Choose, policy.rule, Trail::default());
        Machine { links, times, multiple: Multiple::new(problem), chosen, phase, rule, bound, trail }
    }

    // --- Forwards ------------------------------------------------------------------------

    /// Makes one step, which covers or uncovers at most one item. Returns `None` if the tree is
    /// exhausted; in a repeated cover, if the limit had a cover or no limit can have one. The
    /// inverse is [`Machine::step_back`].
    pub fn step_into(&mut self, tally: &mut Tally) -> Option<Event> {
        let (event, reckoned) = self.decide()?;
        self.trail.forget();
        self.make(event, reckoned, tally);
        Some(event)
    }

    /// The event that [`Machine::step_into`] will return. Moves and copies nothing.
    pub fn ahead(&self) -> Option<Event> {
        self.decide().map(|(event, _)| event)
    }

    /// The next event, and the multipliers that the bound computed to decide it.
    fn decide(&self) -> Option<(Event, Reckoned)> {
        let event = match self.phase {
            Phase::Choose if self.is_covered() => Event::Visit,
            Phase::Choose => match self.bound.reckon(self) {
                (Some(needs), _) => Event::Cut { needs },
                (None, reckoned) => return Some((Event::Choose { item: self.choose() }, reckoned)),
            },
            Phase::Try { node } if self.is_used_up(node) => Event::Backtrack { item: self.links.item(node) },
            Phase::Try { node } if self.is_header(node) => Event::Stop { item: ItemId(node.0) },
            Phase::Try { node } => Event::Try { node },
            Phase::Cover { at } => self.commitment(at),
            Phase::Uncover { at } if self.is_header(at) => Event::Backtrack { item: ItemId(at.0) },
            Phase::Uncover { at } if at != self.top() => self.release_of(at),
            Phase::Uncover { at } => Event::Next { node: at },
            Phase::Done => Event::Deepen { limit: self.bound.next_limit()? },
        };
        Some((event, None))
    }

    fn make(&mut self, event: Event, reckoned: Reckoned, tally: &mut Tally) {
        match (event, self.phase) {
            // X2: all items are covered.
            (Event::Visit, _) => {
                tally.visit();
                let place = self.place();
                self.bound.visit(&self.links, &self.chosen, place);
                self.leave();
            }
            (Event::Cut { .. }, _) => {
                tally.cut();
                self.leave();
            }
            // X3 and X4.
            (Event::Choose { item }, _) => {
                self.bound.enter(reckoned);
                tally.cover(self.take_up(item));
                self.phase = Phase::Try { node: self.links.down(NodeId(item.0)) };
            }
            // X5: try the option of a node.
            (Event::Try { node }, _) => {
                self.tweak_ahead(node, tally);
                self.chosen.push(node);
                tally.enter(self.chosen.len());
                self.phase = self.cover_from(self.links.next(node));
            }
            // M5, without taking an option.
            (Event::Stop { item }, _) => {
                self.stop(item);
                tally.stop(self.chosen.len());
                self.phase = Phase::Choose;
            }
            (Event::Cover { .. } | Event::Purify { .. }, Phase::Cover { at }) => {
                let next = self.links.next(at);
                self.commit(at, tally);
                self.phase = self.cover_from(next);
            }
            // X6: try again.
            (Event::Uncover { .. } | Event::Unpurify { .. }, Phase::Uncover { at }) => {
                self.uncommit(at);
                self.phase = Phase::Uncover { at: self.links.prev(at) };
            }
            (Event::Next { node }, _) => {
                self.chosen.pop();
                self.tweak_behind(node, tally);
                self.phase = Phase::Try { node: self.links.down(node) };
            }
            // X7: backtrack.
            (Event::Backtrack { item }, _) => {
                self.go_on(item);
                self.let_go(NodeId(item.0));
                self.bound.leave();
                self.leave();
            }
            (Event::Deepen { .. }, _) => {
                self.bound.deepen(true);
                self.phase = Phase::Choose;
            }
            (Event::Cover { .. } | Event::Purify { .. } | Event::Uncover { .. } | Event::Unpurify { .. }, _) => {
                unreachable!("an item is covered while its option is")
            }
        }
    }

    // --- Backwards -----------------------------------------------------------------------

    /// Undoes the last [`Machine::step_into`], together with its effect on the tally. Returns the
    /// event that was undone, or `None` at the root of the first limit.
    pub fn step_back(&mut self, tally: &mut Tally) -> Option<Event> {
        let (event, reckoned) = self.recall()?;
        self.trail.forget();
        self.unmake(event, reckoned, tally);
        Some(event)
    }

    /// The event that [`Machine::step_back`] will undo. Moves and copies nothing.
    pub fn behind(&self) -> Option<Event> {
        self.recall().map(|(event, _)| event)
    }

    /// The last event. If that event ended a level, also the multipliers computed when the level
    /// began.
    fn recall(&self) -> Option<(Event, Reckoned)> {
        let event = match self.phase {
            Phase::Choose => match self.chosen.last() {
                Some(&x) if self.is_header(x) => Event::Stop { item: ItemId(x.0) },
                Some(&x) => self.before(x, x),
                None => Event::Deepen { limit: self.bound.last_limit()? },
            },
            Phase::Cover { at } => self.before(at, self.top()),
            Phase::Try { node } => match self.tried_before(node) {
                None => Event::Choose { item: self.links.item(node) },
                Some(node) => Event::Next { node },
            },
            Phase::Uncover { at } => match self.after(at) {
                after if after != self.top() => self.release_of(after),
                _ => return Some(self.end_of_level()),
            },
            Phase::Done => return Some(self.end_of_level()),
        };
        Some((event, None))
    }

    /// The event before the commit of `at`: the commit of the node before it, or the try of `x`
    /// itself.
    fn before(&self, at: NodeId, x: NodeId) -> Event {
        match self.links.prev(at) {
            before if before == x => Event::Try { node: x },
            before => self.commitment(before),
        }
    }

    /// The event that commits the item of a node after the node's option was chosen.
    fn commitment(&self, at: NodeId) -> Event {
        if self.links.color(at) > 0 { Event::Purify { node: at } } else { Event::Cover { item: self.links.item(at) } }
    }

    /// The event that uncommits the item of a node while the node's option is taken back.
    fn release_of(&self, at: NodeId) -> Event {
        if self.links.color(at) > 0 {
            Event::Unpurify { node: at }
        } else {
            Event::Uncover { item: self.links.item(at) }
        }
    }

    /// The event that ended a finished level: a solution, a cut, or a backtrack after its last
    /// branch.
    fn end_of_level(&self) -> (Event, Reckoned) {
        if self.is_covered() {
            return (Event::Visit, None);
        }
        match self.bound.reckon_back(self) {
            (Some(needs), _) => (Event::Cut { needs }, None),
            (None, reckoned) => (Event::Backtrack { item: self.choose() }, reckoned),
        }
    }

    fn unmake(&mut self, event: Event, reckoned: Reckoned, tally: &mut Tally) {
        match (event, self.phase) {
            (Event::Visit, _) => {
                tally.unvisit();
                let place = self.place();
                self.bound.unvisit(place);
                self.phase = Phase::Choose;
            }
            (Event::Cut { .. }, _) => {
                tally.uncut();
                self.phase = Phase::Choose;
            }
            (Event::Choose { item }, _) => {
                tally.uncover(self.put_down(item));
                self.bound.leave();
                self.phase = Phase::Choose;
            }
            (Event::Try { node }, _) => {
                tally.leave(self.chosen.len());
                self.chosen.pop();
                self.untweak_ahead(tally);
                self.phase = Phase::Try { node };
            }
            (Event::Stop { item }, _) => {
                tally.unstop(self.chosen.len());
                self.go_on(item);
                self.phase = Phase::Try { node: NodeId(item.0) };
            }
            (Event::Cover { .. } | Event::Purify { .. }, phase) => {
                let at = if let Phase::Cover { at } = phase { at } else { self.top() };
                let at = self.links.prev(at);
                self.uncommit_told(at, tally);
                self.phase = Phase::Cover { at };
            }
            (Event::Uncover { .. } | Event::Unpurify { .. }, Phase::Uncover { at }) => {
                let at = self.links.next(at);
                self.recommit(at);
                self.phase = Phase::Uncover { at };
            }
            (Event::Next { node }, _) => {
                self.untweak_behind(node, tally);
                self.chosen.push(node);
                self.phase = Phase::Uncover { at: node };
            }
            (Event::Backtrack { item }, _) => {
                self.bound.enter(reckoned);
                self.phase = self.take_all(item);
            }
            (Event::Deepen { .. }, _) => {
                self.bound.deepen(false);
                self.phase = Phase::Done;
            }
            (Event::Uncover { .. } | Event::Unpurify { .. }, _) => {
                unreachable!("an item is uncovered while its option is")
            }
        }
    }

    // --- Items and their inverses --------------------------------------------------------

    /// Returns true if every item must be covered at least once (IDA*).
    pub fn is_repeated(&self) -> bool {
        !self.times.is_empty() && self.multiple.is_none()
    }

    /// Returns true if this is an exact cover without colours. The fast stride requires that, and
    /// no bound.
    fn is_exact(&self) -> bool {
        self.times.is_empty() && !self.links.is_colored()
    }

    /// Commits the item of a node, because its option was chosen.
    fn commit(&mut self, at: NodeId, tally: &mut Tally) {
        match self.do_commit(at) {
            Some(updates) => tally.cover(updates),
            None => tally.again(),
        }
    }

    /// The inverse of [`Machine::commit`], tally included.
    fn uncommit_told(&mut self, at: NodeId, tally: &mut Tally) {
        match self.uncommit(at) {
            Some(updates) => tally.uncover(updates),
            None => tally.not_again(),
        }
    }

    /// The inverse of [`Machine::uncommit`].
    fn recommit(&mut self, at: NodeId) {
        self.do_commit(at);
    }

    /// Returns the updates made; `None` if the item was only counted, or had its colour already.
    fn do_commit(&mut self, at: NodeId) -> Option<u64> {
        let item = self.links.item(at);
        match self.links.color(at) {
            0 if self.times.is_empty() => Some(self.links.cover(item)),
            0 => self.hold(item),
            _ => self.links.purifier(item).is_none().then(|| self.links.purify(at)),
        }
    }

    /// Returns the updates undone; `None` if the item was only counted, or keeps its colour.
    fn uncommit(&mut self, at: NodeId) -> Option<u64> {
        let item = self.links.item(at);
        match self.links.color(at) {
            0 if self.times.is_empty() => Some(self.links.uncover(item)),
            0 => self.release(item),
            _ => (self.links.purifier(item) == Some(at)).then(|| self.links.unpurify(at)),
        }
    }

    /// Begins to branch on a chosen item: covers or counts it. Returns the updates made.
    fn take_up(&mut self, item: ItemId) -> u64 {
        if self.times.is_empty() {
            return self.links.cover(item);
        }
        if let Some(multiple) = &mut self.multiple {
            multiple.enter(item, self.links.len(item), self.times[item.index()]);
        }
        self.hold(item).unwrap_or_default()
    }

    /// The inverse of [`Machine::take_up`].
    fn put_down(&mut self, item: ItemId) -> u64 {
        if self.times.is_empty() {
            return self.links.uncover(item);
        }
        if let Some(multiple) = &mut self.multiple {
            multiple.leave();
        }
        self.release(item).unwrap_or_default()
    }

    /// Hides an option that was tried from its later siblings, in a repeated cover, so that no
    /// cover is found twice.
    fn tweak_behind(&mut self, node: NodeId, tally: &mut Tally) {
        if self.is_repeated() {
            tally.hide(self.links.hide(node));
        }
    }

    /// The inverse of [`Machine::tweak_behind`].
    fn untweak_behind(&mut self, node: NodeId, tally: &mut Tally) {
        if self.is_repeated() {
            tally.unhide(self.links.unhide(node));
        }
    }

    /// Unlinks an option from all its lists before it is tried, if its item stays uncovered
    /// (multiplicities).
    fn tweak_ahead(&mut self, node: NodeId, tally: &mut Tally) {
        if let Some(multiple) = self.multiple.as_mut().filter(|multiple| multiple.tweaks()) {
            multiple.push(node);
            tally.hide(self.links.hide(node) + 1);
            self.links.unlink_node(node);
        }
    }

    /// The inverse of [`Machine::tweak_ahead`]: relinks the option that was tweaked last. Returns
    /// `None` if none is left.
    fn untweak_ahead(&mut self, tally: &mut Tally) -> Option<NodeId> {
        let node = self.multiple.as_mut()?.pop()?;
        self.links.relink_node(node);
        tally.unhide(self.links.unhide(node) + 1);
        Some(node)
    }

    /// Stops the item being branched on: it takes no further option. Its count drops to the number
    /// of options chosen above.
    fn stop(&mut self, item: ItemId) {
        self.times[item.index()] -= 1;
        if self.tweaks() {
            self.links.unlink_header(item);
        }
        self.chosen.push(NodeId(item.0));
    }

    /// The inverse of [`Machine::stop`]. Does nothing if the item had not stopped.
    fn go_on(&mut self, item: ItemId) {
        if self.chosen.pop_if(|x| *x == NodeId(item.0)).is_some() {
            if self.tweaks() {
                self.links.relink_header(item);
            }
            self.times[item.index()] += 1;
        }
    }

    /// Returns true if the level of the item chosen last unlinks options before they are tried.
    fn tweaks(&self) -> bool {
        self.multiple.as_ref().is_some_and(|multiple| multiple.tweaks())
    }

    /// Leaves a level: restores the options before `node`, which were tried, and then uncovers the
    /// item of `node` or counts it down.
    fn let_go(&mut self, node: NodeId) {
        let item = self.links.item(node);
        while self.untweak_ahead(&mut Tally::default()).is_some() {}
        if self.is_repeated() {
            let mut at = self.links.up(node);
            while !self.is_header(at) {
                self.links.unhide(at);
                at = self.links.up(at);
            }
        }
        self.put_down(item);
    }

    /// The inverse of leaving a level whose branches were all tried. Returns the phase before that.
    fn take_all(&mut self, item: ItemId) -> Phase {
        self.take_up(item);
        let mut node = if self.tweaks() { self.links.down(NodeId(item.0)) } else { NodeId(item.0) };
        while self.tweaks() && !self.is_header(node) && !self.is_used_up(node) {
            self.tweak_ahead(node, &mut Tally::default());
            node = self.links.down(node);
        }
        if self.is_repeated() {
            let mut at = self.links.down(node);
            while !self.is_header(at) {
                self.links.hide(at);
                at = self.links.down(at);
            }
        }
        if !self.is_used_up(node) {
            self.stop(item);
            return Phase::Uncover { at: node };
        }
        Phase::Try { node }
    }

    /// Counts one more chosen option for an item. Returns the updates made if that unlinks its
    /// header, else `None`.
    fn hold(&mut self, item: ItemId) -> Option<u64> {
        let times = &mut self.times[item.index()];
        *times += 1;
        match &self.multiple {
            None if *times == 1 => {
                self.links.unlink_header(item);
                Some(0)
            }
            Some(multiple) if multiple.is_full(item, *times) => Some(self.links.cover(item)),
            _ => None,
        }
    }

    /// The inverse of [`Machine::hold`].
    fn release(&mut self, item: ItemId) -> Option<u64> {
        let times = &mut self.times[item.index()];
        *times -= 1;
        match &self.multiple {
            None if *times == 0 => {
                self.links.relink_header(item);
                Some(0)
            }
            Some(multiple) if multiple.is_full(item, *times + 1) => Some(self.links.uncover(item)),
            _ => None,
        }
    }

    // --- Small questions -----------------------------------------------------------------

    fn is_header(&self, node: NodeId) -> bool {
        node.index() < self.links.root()
    }

    /// Returns true if no primary item is left.
    fn is_covered(&self) -> bool {
        self.links.first() == self.links.root()
    }

    fn choose(&self) -> ItemId {
        let item = match &self.multiple {
            None => self.rule.choose(&self.links, Some(0)),
            Some(multiple) => self.rule.choose(&Degrees { links: &self.links, times: &self.times, multiple }, Some(0)),
        };
        ItemId(item.at() as u32)
    }

    /// Returns true if the item being branched on has no branch left, given the node that is next.
    fn is_used_up(&self, node: NodeId) -> bool {
        match &self.multiple {
            Some(multiple) if multiple.stops() => false,
            Some(multiple) if multiple.tweaks() => multiple.is_exhausted(),
            _ => self.is_header(node),
        }
    }

    /// The node that was tried just before `node` for the item being branched on.
    fn tried_before(&self, node: NodeId) -> Option<NodeId> {
        match &self.multiple {
            Some(multiple) if multiple.tweaks() => multiple.own().last().copied(),
            _ => Some(self.links.up(node)).filter(|&before| !self.is_header(before)),
        }
    }

    /// The next node of the same option; a header is alone.
    fn after(&self, node: NodeId) -> NodeId {
        if self.is_header(node) { node } else { self.links.next(node) }
    }

    /// The inverse of [`Machine::after`].
    fn prior(&self, node: NodeId) -> NodeId {
        if self.is_header(node) { node } else { self.links.prev(node) }
    }

    /// The item of `at` is covered next; at the chosen node itself, the option is wholly covered.
    fn cover_from(&self, at: NodeId) -> Phase {
        if at == self.top() { Phase::Choose } else { Phase::Cover { at } }
    }

    /// Ends a level: the option of the level above is taken back next.
    fn leave(&mut self) {
        self.phase = match self.chosen.last() {
            Some(&x) => Phase::Uncover { at: self.prior(x) },
            None => Phase::Done,
        };
    }

    fn top(&self) -> NodeId {
        *self.chosen.last().expect("covering and uncovering go on below a chosen node")
    }

    /// Returns true if a level has just ended. The links are then as they were when it began.
    pub(super) fn is_at_foot(&self) -> bool {
        match self.phase {
            Phase::Uncover { at } => self.after(at) == self.top(),
            Phase::Done => true,
            _ => false,
        }
    }

    /// The branches taken, if the bound needs the place in the tree; else empty.
    fn place(&self) -> Vec<usize> {
        match self.bound {
            Bound::Score(_) => self.branches().iter().take(self.chosen.len()).map(|branch| branch.k).collect(),
            Bound::None | Bound::Depth(_) => Vec::new(),
        }
    }

    // --- State ---------------------------------------------------------------------------

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

    /// The number of chosen options that hold an item, plus one while the item is being branched
    /// on. `None` in an exact cover, which does not count.
    pub fn held(&self, item: ItemId) -> Option<u32> {
        self.times.get(item.index()).copied()
    }

    /// Returns true if some item has a range other than exactly one option.
    pub fn is_multiple(&self) -> bool {
        self.multiple.is_some()
    }

    /// The fewest and the most options that may hold an item. `None` if that is exactly one, and in
    /// a repeated cover.
    pub fn range(&self, item: ItemId) -> Option<(u32, u32)> {
        self.multiple.as_ref()?.range(item).filter(|range| *range != (1, 1))
    }

    /// The number of branches of a level with this item, which the item rule compares.
    pub fn degree(&self, item: ItemId) -> usize {
        match &self.multiple {
            Some(multiple) if item.index() < self.links.primary() => {
                multiple.degree(item.index(), self.links.len(item), self.times[item.index()])
            }
            _ => self.links.len(item),
        }
    }

    /// See [`Search::tried_at`](super::Search::tried_at).
    pub(super) fn tried_at(&self, level: usize) -> Vec<NodeId> {
        if let Some(multiple) = &self.multiple {
            return multiple.tweaked_at(level).to_vec();
        }
        let next = if let Phase::Try { node } = self.phase { Some(node) } else { None };
        let Some(node) = self.chosen.get(level).copied().or(next).filter(|_| self.is_repeated()) else {
            return Vec::new();
        };
        let above = std::iter::successors(Some(self.links.up(node)), |&at| Some(self.links.up(at)));
        let mut tried: Vec<NodeId> = above.take_while(|&at| !self.is_header(at)).collect();
        tried.reverse();
        tried
    }

    /// The options tweaked so far at this level. `None` if the level tweaks none.
    pub(super) fn tweaked(&self) -> Option<&[NodeId]> {
        let multiple = self.multiple.as_ref().filter(|multiple| multiple.tweaks())?;
        Some(multiple.own())
    }

    /// The phase of the search.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The item rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Checks every link. `Err` is the first wrong one.
    pub fn validate(&self) -> Result<(), Broken> {
        self.links.validate()
    }
}
