//! A paused search, which the Step screen steps in both directions and at every grain. See also
//! [`jumps`].

mod jumps;
mod told;

pub use jumps::Nearby;

use super::breaks::Break;
use super::grain::Grain;
use super::milestones::Milestones;
use super::site::Site;
use dancing::{Address, At, Event, ItemId, Link, LinksView, Phase, Policy, Problem, Search, Slow, Step, Tally};
use std::sync::{Arc, OnceLock};

/// The last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Did {
    /// The part of a step that was made.
    pub what: Moved,
    /// True for a move forwards, false for its inverse.
    pub forward: bool,
}

/// The size of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// A whole step of the machine.
    Step(Event),
    /// One link of a step, and the event of the step.
    Link(Link, Event),
}

/// The end of a run through the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leap {
    /// The next resting place of [`Grain::Branch`]. Breakpoints are ignored.
    Branch,
    /// The next solution.
    Solution,
    /// The next node without a branch that can be taken.
    DeadEnd,
}

/// The reason why a run through the search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It was reached.
    Leap(Leap),
    /// The breakpoint with this index.
    Break(usize),
    /// The search has no further state in that direction.
    End,
}

/// The state before the last move, so that the screen can show what changed: the lengths of the
/// items, and the number of operations.
#[derive(Clone, Debug)]
struct Before {
    lengths: Vec<usize>,
    ops: u64,
}

/// A branch that was taken by hand: the state in which it was taken, and the state that followed.
#[derive(Clone, Debug)]
struct Turn {
    from: Site,
    to: Address,
    /// The branches that were taken by hand before it.
    by_hand: Vec<(usize, usize)>,
    /// The counters in the first state.
    counters: (Tally, u64, bool),
}

/// The branches that were taken by hand.
#[derive(Clone, Debug, Default)]
struct Hand {
    /// The stepper before the first of them was taken.
    own_order: Option<Box<Stepper>>,
    /// The (level, branch) pairs.
    branches: Vec<(usize, usize)>,
    /// Those taken since then, in the order in which they were taken. Stepping back undoes them.
    turns: Vec<Turn>,
}

/// A paused search and, inside one of its steps, the link-by-link replay.
///
/// Each state has one representation: `slow` is `Some` only while some of its links are done and
/// some are not.
// Many fields: a search, its counters, and what was recorded of its last move.
#[derive(Clone, Debug)]
pub struct Stepper {
    search: Search,
    tally: Tally,
    slow: Option<Slow>,
    did: Option<Did>,
    /// Operations since the root, or since the search was set down.
    ops: u64,
    /// True if the search walked here from the root, so that its counters cover the whole way.
    whole: bool,
    /// True if the counters cover the way here: from the root, except for the branches that were
    /// skipped by hand.
    counted: bool,
    /// Empty unless the search walked here from the root.
    milestones: Milestones,
    hand: Hand,
    before: Before,
    /// The step that led here and the next one, recorded when the last move ended. `None` also if
    /// their lists are too long to be walked after every move.
    last: Option<Arc<Step>>,
    next: Option<Arc<Step>>,
    /// See [`Stepper::before_choice`]. Made when it is first asked for, and moved along since then.
    choice: OnceLock<Arc<Search>>,
}

impl PartialEq for Stepper {
    /// Two steppers are equal if they are in the same state, whatever moves led there.
    fn eq(&self, other: &Stepper) -> bool {
        (&self.search, &self.tally, &self.slow) == (&other.search, &other.tally, &other.slow)
    }
}

impl Stepper {
    /// A stepper at the root.
    pub fn new(problem: &Problem, policy: impl Into<Policy>) -> Stepper {
        Stepper::at(Search::new(problem, policy), Tally::default())
    }

    /// A stepper at a search that walked from the root.
    pub fn at(search: Search, tally: Tally) -> Stepper {
        let ops = operations(&search, &tally);
        let stepper = Stepper::set_down(search);
        Stepper { ops, whole: true, counted: true, tally, before: Before { ops, ..stepper.before }, ..stepper }
    }

    /// A stepper at a search that was placed there without walking. Nothing is known of the part of
    /// the tree before it, so its counters start here.
    pub fn set_down(search: Search) -> Stepper {
        let mut stepper = Stepper::placed(search);
        stepper.settle();
        stepper
    }

    /// As [`Stepper::set_down`], in the middle of a move, which records the steps when it ends.
    fn placed(search: Search) -> Stepper {
        Stepper {
            before: Before { lengths: lengths(search.links()), ops: 0 },
            slow: None,
            did: None,
            ops: 0,
            whole: false,
            counted: false,
            milestones: Milestones::default(),
            hand: Hand::default(),
            search,
            tally: Tally::default(),
            last: None,
            next: None,
            choice: OnceLock::new(),
        }
    }

    /// True if the search walked here from the root, so that its counters cover the whole way.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Operations since the root or, if the search did not walk from there, since it was set down.
    /// Below zero if the search has stepped back beyond that.
    pub fn operations(&self) -> i64 {
        self.ops as i64
    }

    /// True if the counters cover the way here. Branches that were skipped by hand are not counted.
    pub fn is_counted(&self) -> bool {
        self.counted
    }

    /// Counts a step, and saves a milestone at regular intervals.
    fn counted(&mut self, forward: bool) {
        self.ops = if forward { self.ops.wrapping_add(1) } else { self.ops.wrapping_sub(1) };
        if forward && self.whole {
            self.milestones.pass(&self.search, &self.tally, self.ops);
        }
    }

    fn step_into(&mut self) -> Option<Event> {
        let event = self.search.step_into(&mut self.tally)?;
        self.counted(true);
        Some(event)
    }

    fn step_back(&mut self) -> Option<Event> {
        let event = self.search.step_back(&mut self.tally)?;
        self.counted(false);
        Some(event)
    }

    /// Moves by one step of the machine or, if `fine`, by one link. Returns `false` at either end.
    fn nudge(&mut self, fine: bool, forward: bool) -> bool {
        if !forward && self.undo_turn() {
            return true;
        }
        let what = match (&mut self.slow, forward, fine) {
            (Some(slow), true, true) => {
                let (link, event) = (slow.order()[slow.done()], slow.event());
                if !slow.forward() {
                    self.slow = None;
                    self.step_into();
                }
                Moved::Link(link, event)
            }
            (Some(slow), false, true) => {
                let (link, event) = (slow.order()[slow.done() - 1], slow.event());
                if !slow.back() {
                    self.slow = None;
                }
                Moved::Link(link, event)
            }
            (Some(slow), _, false) => {
                let event = slow.event();
                self.slow = None;
                if forward {
                    self.step_into();
                }
                Moved::Step(event)
            }
            (None, true, true) => {
                let Some(next) = self.search.peek() else { return false };
                match Slow::of_step(&self.search, &next) {
                    Some(mut slow) => {
                        slow.forward();
                        self.slow = Some(slow);
                    }
                    None => _ = self.step_into(),
                }
                next.links.first().map_or(Moved::Step(next.event), |&link| Moved::Link(link, next.event))
            }
            (None, false, true) => {
                let Some(event) = self.step_back() else { return false };
                let next = self.search.peek().expect("the step that was taken back comes next");
                self.slow = Slow::of_step(&self.search, &next);
                if let Some(slow) = &mut self.slow {
                    while slow.done() + 1 < slow.order().len() {
                        slow.forward();
                    }
                }
                next.links.last().map_or(Moved::Step(event), |&link| Moved::Link(link, event))
            }
            (None, _, false) => return self.whole_step(forward),
        };
        self.did = Some(Did { what, forward });
        true
    }

    /// Moves by one step of the machine. Returns `false` at either end.
    fn whole_step(&mut self, forward: bool) -> bool {
        let event = if forward { self.step_into() } else { self.step_back() };
        let did = event.map(|event| Did { what: Moved::Step(event), forward });
        self.did = did.or(self.did);
        did.is_some()
    }

    /// Moves by one step of a grain. Returns `false` at either end of the search. A step to the
    /// next solution may take long; see [`Stepper::run`].
    pub fn step(&mut self, grain: Grain, forward: bool) -> bool {
        self.begin_move();
        let moved = self.nudge(grain >= Grain::Option, forward);
        while moved && !self.rests(grain) && self.nudge(grain == Grain::Option, forward) {}
        self.settle();
        moved
    }

    /// Returns true if this state is a resting place of a grain.
    fn rests(&self, grain: Grain) -> bool {
        match grain {
            Grain::Solution => self.slow.is_none() && (self.search.at_solution() || self.at_either_end()),
            Grain::Branch => self.at_branch(),
            Grain::Choice => self.at_choice(),
            Grain::Option => self.slow.as_ref().is_none_or(|slow| {
                let of = |at: usize| match slow.order()[at] {
                    Link::Header(_) => None,
                    Link::Node(node) => slow.links().option(node),
                };
                of(slow.done() - 1) != of(slow.done())
            }),
            Grain::Item | Grain::Link => true,
        }
    }

    fn at_either_end(&self) -> bool {
        !self.search.has_next() || self.search.phase() == Phase::Choose && self.search.chosen().is_empty()
    }

    /// Runs until a breakpoint is hit, the target is reached or the search ends. Takes at least one
    /// step. Returns `None` when the steps have cost about `budget` visits to nodes and headers;
    /// call it again. `fresh` is true if the run begins here: running backwards then does not stop
    /// at the breakpoint of the current state.
    pub fn run(
        &mut self,
        target: Option<Leap>,
        breaks: &[Break],
        forward: bool,
        budget: u32,
        mut fresh: bool,
    ) -> Option<Stop> {
        let probe =
            |search: &Search| -> Vec<i64> { breaks.iter().map(|breakpoint| breakpoint.probe(search)).collect() };
        if self.slow.take().is_some() && forward {
            self.step_into();
        }
        let mut stop = None;
        let mut spent = 0;
        if fresh && target == Some(Leap::Branch) {
            self.begin_move();
        }
        let mut probes = probe(&self.search);
        while spent < u64::from(budget) {
            if !forward && self.undo_turn() {
                if target == Some(Leap::Branch) {
                    stop = target.map(Stop::Leap);
                    break;
                }
                probes = probe(&self.search);
                continue;
            }
            let updates = self.tally.updates;
            if !self.whole_step(forward) {
                stop = Some(Stop::End);
                break;
            }
            let Some(Did { what: Moved::Step(event), .. }) = self.did else { unreachable!("a step was taken") };
            // A search that was set down counts below zero when it steps back, so the difference is
            // signed.
            spent += 1 + (self.tally.updates.wrapping_sub(updates) as i64).unsigned_abs() + self.search.visits(event);
            if !breaks.is_empty() {
                let now = probe(&self.search);
                let (before, after) = if forward { (&probes, &now) } else { (&now, &probes) };
                let found = self.hit(breaks, before, after, event, forward);
                if let Some(at) = found.filter(|_| forward || !fresh) {
                    if !forward {
                        self.whole_step(true);
                        self.did = Some(Did { what: Moved::Step(event), forward: true });
                    }
                    stop = Some(Stop::Break(at));
                    break;
                }
                probes = now;
            }
            fresh = false;
            let reached = match target {
                Some(Leap::Branch) => self.at_branch(),
                Some(Leap::Solution) => self.search.at_solution(),
                Some(Leap::DeadEnd) => self.dead_item().is_some() || self.search.at_cut(),
                None => false,
            };
            if reached {
                stop = target.map(Stop::Leap);
                break;
            }
        }
        // After a long run the changes are too many to show.
        if target != Some(Leap::Branch) {
            self.begin_move();
        }
        self.settle();
        stop
    }

    /// The first breakpoint that an event hits. Breakpoints are tested in the state after the
    /// event. On the way back the search has just left that state: it returns to it, but only if
    /// some breakpoint may be hit.
    fn hit(&mut self, breaks: &[Break], before: &[i64], after: &[i64], event: Event, forward: bool) -> Option<usize> {
        let ops = if forward { self.ops } else { self.ops.wrapping_add(1) };
        let may_hit = |at: &usize| breaks[*at].may_hit(before[*at], after[*at], event, ops);
        let candidates: Vec<usize> = (0..breaks.len()).filter(may_hit).collect();
        let returns = !forward && !candidates.is_empty();
        if returns {
            self.search.step_into(&mut self.tally);
        }
        let solutions = self.tally.solutions;
        let is_hit = |&at: &usize| breaks[at].is_hit(before[at], after[at], event, &self.search, ops, solutions);
        let found = candidates.into_iter().find(is_hit);
        if returns {
            self.search.step_back(&mut self.tally);
        }
        found
    }

    /// Goes straight back to the root.
    pub fn to_root(&mut self) {
        self.restart();
        self.settle();
    }

    /// The move of [`Stepper::to_root`], without its end.
    fn restart(&mut self) {
        self.slow = None;
        self.search.restart();
        (self.tally, self.did, self.ops, self.whole) = (Tally::default(), None, 0, true);
        self.counted = true;
        self.begin_move();
        self.forget_turns();
    }

    /// Forgets the branches that were taken by hand, because the search is where its own order
    /// leads.
    fn forget_turns(&mut self) {
        self.hand = Hand::default();
    }

    /// Makes the k-th branch of the item being branched on the next one. Returns `false` if there
    /// is none.
    pub fn steer(&mut self, k: usize) -> bool {
        let saved = self.hand.own_order.is_none().then(|| Box::new(self.clone()));
        let (from, by_hand) = (self.site(), self.hand.branches.clone());
        let before = Before { lengths: lengths(self.search.links()), ops: self.ops };
        let counters = (self.tally.clone(), self.ops, self.counted);
        if !self.search.steer(k) {
            return false;
        }
        (self.slow, self.before) = (None, before);
        self.hand.own_order = self.hand.own_order.take().or(saved);
        let level = self.search.chosen().len();
        self.hand.branches.retain(|&(at, _)| at < level);
        self.hand.branches.push((level, k));
        self.hand.turns.push(Turn { from, to: self.search.address(), by_hand, counters });
        (self.whole, self.did) = (false, None);
        self.settle();
        true
    }

    /// Goes back to the state in which the first branch was taken by hand. Returns `false` if none
    /// was.
    pub fn unsteer(&mut self) -> bool {
        match self.hand.own_order.take() {
            Some(there) => {
                *self = *there;
                true
            }
            None => false,
        }
    }

    /// Returns to the state in which the last branch was taken by hand, if the search is in the
    /// state that followed. In its own order, the search comes to this state through branches that
    /// the user never saw.
    fn undo_turn(&mut self) -> bool {
        let stands = |turn: &Turn| self.slow.is_none() && turn.to == self.search.address();
        let Some(turn) = self.hand.turns.pop_if(|turn| stands(turn)) else { return false };
        let first = self.hand.turns.is_empty();
        if first && let Some(there) = self.hand.own_order.take() {
            *self = *there;
            return true;
        }
        let is_there = self.return_to(&turn.from).is_ok();
        self.hand.branches = turn.by_hand;
        (self.tally, self.ops, self.counted) = turn.counters;
        is_there
    }

    /// The levels, counted from 0, at which a branch was taken by hand, and that branch.
    pub fn by_hand(&self) -> &[(usize, usize)] {
        &self.hand.branches
    }

    /// Returns true at a resting place of [`Grain::Branch`]: the root, an item with several
    /// branches or none, a solution, a cut, or the end.
    pub(crate) fn at_branch(&self) -> bool {
        self.slow.is_none()
            && match self.search.phase() {
                Phase::Choose => self.search.chosen().is_empty(),
                Phase::Try { .. } => self.search.current_branch().is_none_or(|branch| branch.d != 1),
                Phase::Cover { .. } => false,
                Phase::Uncover { .. } => self.search.at_solution() || self.search.at_cut(),
                Phase::Done => true,
            }
    }

    /// Returns true at a resting place of [`Grain::Choice`]: after an option was taken with all that
    /// it covers, or taken back, and at a dead end, a cut, a solution and the end.
    fn at_choice(&self) -> bool {
        self.slow.is_none()
            && match self.search.phase() {
                Phase::Choose | Phase::Done => true,
                // The first branch of an item is next: the item has just been chosen.
                Phase::Try { .. } => self.search.current_branch().is_none_or(|branch| branch.k > 1 || branch.d == 0),
                Phase::Cover { .. } => false,
                Phase::Uncover { .. } => self.search.at_solution() || self.search.at_cut(),
            }
    }

    /// The item being branched on, if it has no branch: a dead end.
    pub fn dead_item(&self) -> Option<ItemId> {
        let item = self.search.current_item()?;
        (self.search.current_branch()?.d == 0).then_some(item)
    }

    /// The links as they are now, also between two unlinks.
    pub fn links(&self) -> &dyn LinksView {
        match &self.slow {
            Some(slow) => slow.links(),
            None => self.search.links(),
        }
    }

    /// The search, in its state between two steps.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// The counters of the search at this state.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The step in progress, link by link.
    pub fn slow(&self) -> Option<&Slow> {
        self.slow.as_ref()
    }

    /// The last move. `None` if there was none since the search was set to its state.
    pub fn did(&self) -> Option<Did> {
        self.did
    }

    /// Remembers this state as the one before the next move.
    fn begin_move(&mut self) {
        self.before = Before { lengths: lengths(self.links()), ops: self.ops };
    }

    /// The length of an item before the last move.
    pub fn length_before(&self, item: ItemId) -> usize {
        self.before.lengths[item.index()]
    }

    /// Returns true if the last move took several operations. [`Stepper::length_before`] is then
    /// the length before all of them.
    pub fn is_stride(&self) -> bool {
        self.ops.wrapping_sub(self.before.ops).wrapping_add(1) > 2
    }

    /// The search at the moment when the item being branched on was chosen. If there is none, when
    /// the item of the last chosen option was chosen.
    pub fn before_choice(&self) -> &Arc<Search> {
        self.choice.get_or_init(|| {
            let mut at = self.search.clone();
            at.rewind(self.choice_level());
            Arc::new(at)
        })
    }

    /// The level of [`Stepper::before_choice`].
    fn choice_level(&self) -> usize {
        match self.search.phase() {
            Phase::Cover { .. } | Phase::Uncover { .. } => self.search.chosen().len().saturating_sub(1),
            _ => self.search.chosen().len(),
        }
    }

    /// Ends a move: records the steps around this state, and moves the search before the choice
    /// here, which is less work than a copy.
    fn settle(&mut self) {
        self.record_steps();
        let Some(mut at) = self.choice.take().and_then(Arc::into_inner) else { return };
        if at.go(&self.search.address()).is_ok() {
            at.set_memory(&self.search.memory());
            at.rewind(self.choice_level());
            self.choice = OnceLock::from(Arc::new(at));
        }
    }
}

/// The number of steps from the root to this state: covers and uncovers, options tried and taken
/// back, solutions, cuts and new limits.
fn operations(search: &Search, tally: &Tally) -> u64 {
    let tried = tally.nodes() - 1;
    let stopped = search.chosen().iter().filter(|&&node| search.links().option(node).is_none()).count() as u64;
    // An item that had stopped is released together with its backtrack, which is one step.
    let given_back = tried - search.chosen().len() as u64 - (tally.stops - stopped);
    let covers = tally.covers + tally.again;
    let uncovers = covers - covered_items(search);
    let raised = u64::from(search.limit().unwrap_or(0) - search.first_limit().unwrap_or(0));
    tried + given_back + covers + uncovers + tally.solutions + tally.cuts + raised
}

/// The number of items covered by the chosen options and by the item being branched on.
fn covered_items(search: &Search) -> u64 {
    let sizes = || search.chosen().iter().map(|&node| search.links().option_nodes(node).count() as u64);
    let chosen: u64 = sizes().sum();
    match search.address().at {
        At::Level => chosen,
        At::Try => chosen + 1,
        // The last option has covered its chosen item and this many others.
        At::Cover(others) | At::Uncover(others) => chosen - sizes().next_back().unwrap_or(0) + 1 + others as u64,
        At::End => 0,
    }
}

fn lengths(links: &dyn LinksView) -> Vec<usize> {
    (0..links.n_items() as u32).map(|item| links.len(ItemId(item))).collect()
}
