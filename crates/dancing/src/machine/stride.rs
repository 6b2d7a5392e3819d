//! The stride: the moves of [`Machine::step_into`], many at a time, for plain exact covers.
//!
//! This is a second copy of the machine's moves, and the only one. Solvers spend their time here,
//! and with the undo log below it takes 40 % fewer instructions than single steps. Tests check its
//! resting places, its counters and the way back against single steps. With colours, with a limit
//! on the options, and where covers are counted, it makes the machine's own moves: those of one
//! option in a loop, and the common ones without a decision that is named first. With a bound on
//! the score it makes one option at a time, between two tests.
//!
//! Its speed comes from an undo log, the **trail**. A cover writes each node that it removes to the
//! trail, and uncover reads the trail backwards and puts the nodes back in one straight loop. A
//! single step walks the lists again, and the processor often mispredicts where each list ends. The
//! trail is not part of the state: it repeats what a walk of the lists would find. Code that moves
//! the links in another way clears the trail, and the covers made before that are undone by single
//! steps.
//!
//! If the list of items is long, most of the time would go into choosing an item. The stride then
//! counts the **starved** items: those in the list with no option left. If there are any, the
//! branch is dead and no choice is needed. If there are none, the first item with one option ends
//! the scan.

use super::{Event, Machine, Move, Phase};
use crate::bound::Bound;
use crate::links::{self, ItemLengths, LinkChange, Links, Observer};
use crate::nodes::{self, DOWN, ITEM, NEXT, Table, Word};
use crate::rule::by_failures;
use crate::{ItemRule, NodeId, Tally};
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

/// Undo log of recent strides. A cache, not state: `Clone` drops it and `Eq` ignores it. The
/// failures of [`ItemRule::Failing`] are in it too; that rule is not reversible in any case.
pub(super) struct UndoLog<W: Word>(Option<Log<W>>);

struct Log<W: Word> {
    /// The removed nodes, in order.
    removed: W::Table<W>,
    /// The covered items, in order.
    covered: W::Table<W>,
    /// The ends of both logs.
    end: LogEnds<W>,
    /// The ends of the logs before each chosen item was covered, and before the other items of each
    /// option were.
    marks: Vec<LogEnds<W>>,
    /// By item: how often it had no option left. [`ItemRule::Failing`] reads it.
    failures: Vec<u32>,
    /// True if starved items are counted. That shortens the scan at each choice, and costs a little
    /// at each update.
    counts: bool,
}

/// The lengths of both logs at one moment.
#[derive(Clone, Copy, Default)]
struct LogEnds<W> {
    removed: W,
    covered: W,
    /// The number of starved items, if they are counted.
    starved: W,
}

impl<W: Word> UndoLog<W> {
    /// Clears the log, because other code moves the links.
    pub(super) fn clear(&mut self) {
        if let Some(log) = &mut self.0 {
            log.marks.clear();
            log.end = LogEnds::default();
        }
    }

    /// Returns true if the log can undo the latest cover.
    fn can_undo(&self) -> bool {
        self.0.as_ref().is_some_and(|log| !log.marks.is_empty())
    }

    fn log(&mut self, links: &Links<W>) -> &mut Log<W> {
        self.0.get_or_insert_with(|| Log::new(links))
    }

    /// Starts the log of other links, in the same tables.
    pub(super) fn renew(&mut self, links: &Links<W>) {
        if let Some(log) = &mut self.0 {
            log.renew(links);
        }
    }
}

impl<W: Word> Log<W> {
    fn new(links: &Links<W>) -> Log<W> {
        let (removed, covered) = (Table::new(), Table::new());
        let (end, marks, failures) = (LogEnds::default(), Vec::new(), Vec::new());
        let mut log = Log { removed, covered, end, marks, failures, counts: false };
        log.renew(links);
        log
    }

    fn renew(&mut self, links: &Links<W>) {
        self.removed.resize(links.n_cells());
        self.covered.resize(links.root());
        self.end = LogEnds::default();
        self.marks.clear();
        self.failures.clear();
        self.failures.resize(links.root(), 0);
        // Counts if the number of primary items is more than four times the number of options per
        // item. To count always would cost 4 to 6 % for queens and Langford and 12 % for
        // pentominoes. Counting gains 9 % for Latin squares and up to 30 % for sudokus.
        self.counts = links.primary() * links.root() > 4 * links.n_cells();
    }
}

impl<W: Word> Default for UndoLog<W> {
    fn default() -> UndoLog<W> {
        UndoLog(None)
    }
}

impl<W: Word> Clone for UndoLog<W> {
    fn clone(&self) -> UndoLog<W> {
        UndoLog(None)
    }
}

impl<W: Word> fmt::Debug for UndoLog<W> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Trail")
    }
}

impl<W: Word> PartialEq for UndoLog<W> {
    fn eq(&self, _: &UndoLog<W>) -> bool {
        true
    }
}

impl<W: Word> Eq for UndoLog<W> {}

impl<W: Word> Machine<W> {
    /// Continues until `limit` options have been tried, each wholly covered. Rests earlier at a
    /// solution ([`Event::Visit`]) and at the end (`None`). Cuts and new limits count as options.
    /// Returns [`Event::Try`] for the last option, a cut or a limit
    /// where the search rests there, else the end. A limit of 0 counts as 1.
    pub fn stride(&mut self, limit: u32, tally: &mut Tally) -> Option<Event> {
        self.stride_or_step(limit, true, tally)
    }

    /// As [`Machine::stride`], but where possible it does not rest at solutions: for callers that
    /// only count them.
    pub fn stride_on(&mut self, limit: u32, tally: &mut Tally) -> Option<Event> {
        self.stride_or_step(limit, false, tally)
    }

    fn stride_or_step(&mut self, limit: u32, rests: bool, tally: &mut Tally) -> Option<Event> {
        if self.is_plain() && matches!(self.bound, Bound::None) {
            return self.stride_by(limit, rests, tally);
        }
        let mut event = self.step_over(tally);
        for _ in 1..limit {
            match event {
                None => break,
                Some(Event::Visit) if rests => break,
                Some(_) => event = self.step_over(tally),
            }
        }
        event
    }

    /// Continues to the next wholly covered option, cut, solution or new limit, or to the end.
    fn step_over(&mut self, tally: &mut Tally) -> Option<Event> {
        // Cuts are tested at the start of a level, which is where an option is wholly covered.
        if let Phase::Cover { .. } = self.phase {
            self.trail.clear();
            self.commit_others(tally);
        }
        // The bound is tested only at the start of a level, so the fast stride may do the rest.
        if let (Bound::Score(_), true, Phase::Choose) = (&self.bound, self.is_plain(), self.phase)
            && !matches!(self.next_event(), Some(Event::Visit | Event::Cut { .. }))
        {
            return self.stride_by(1, true, tally);
        }
        self.trail.clear();
        loop {
            let event = match self.phase {
                Phase::Choose if matches!(self.bound, Bound::None) && !self.is_covered() => {
                    self.choose(self.best_item(), None, tally, &mut ());
                    None
                }
                Phase::Try { node } if !self.links.is_header(node) && !self.is_exhausted(node) => {
                    self.try_option(node, tally, &mut ());
                    self.commit_others(tally);
                    None
                }
                Phase::Uncover { at } if !self.links.is_header(at) => {
                    let node = self.uncommit_others(at);
                    self.next(node, tally, &mut ());
                    None
                }
                _ => {
                    let next = self.next_move()?;
                    let rests = matches!(next, Move::Visit | Move::Cut { .. } | Move::RaiseLimit { .. });
                    let event = rests.then(|| self.event(&next));
                    self.make(next, tally, &mut ());
                    event
                }
            };
            if event.is_some() {
                return event;
            }
            if self.phase == Phase::Choose {
                return Some(Event::Try { node: self.top() });
            }
        }
    }

    /// Commits the items that are left of the option chosen last.
    #[inline(always)]
    fn commit_others(&mut self, tally: &mut Tally) {
        let Phase::Cover { mut at } = self.phase else { return };
        let top = self.top();
        while at != top {
            tally.commit(self.commit(at, &mut ()));
            at = self.links.next(at);
        }
        self.phase = Phase::Choose;
    }

    /// Uncommits the items from `at` on of the option that is being taken back. Returns its node in
    /// the list of the item that was branched on.
    #[inline(always)]
    fn uncommit_others(&mut self, mut at: NodeId) -> NodeId {
        let top = self.top();
        while at != top {
            self.uncommit(at, &mut ());
            at = self.links.prev(at);
        }
        top
    }

    fn stride_by(&mut self, limit: u32, rests: bool, tally: &mut Tally) -> Option<Event> {
        // A limit of 0 would make no progress, and the search would never end.
        let mut left = limit.max(1);
        loop {
            while !self.trail.can_undo() && !self.goes_down() {
                self.step_into(tally)?;
            }
            let counts = self.rule == ItemRule::Fewest && self.trail.log(&self.links).counts;
            let run = if counts { Self::run::<true> } else { Self::run::<false> };
            match run(self, &mut left, rests, tally) {
                Rest::Tried(node) => {
                    self.phase = Phase::Choose;
                    return Some(Event::Try { node: NodeId(node.index() as u32) });
                }
                Rest::Visited => {
                    self.leave_level();
                    return Some(Event::Visit);
                }
                Rest::Leaving => self.leave_level(),
                Rest::Covered(item) => self.phase = Phase::Try { node: NodeId(item.index() as u32) },
            }
        }
    }

    /// Returns true if the next step chooses an item or tries an option.
    fn goes_down(&self) -> bool {
        match self.phase {
            Phase::Choose => true,
            Phase::Try { node } => node.index() >= self.links.root(),
            Phase::Cover { .. } | Phase::Uncover { .. } | Phase::Done => false,
        }
    }

    /// Strides until there is a reason to rest. Not inlined, so that the two instances do not share
    /// registers.
    #[inline(never)]
    fn run<const STARVED: bool>(&mut self, left: &mut u32, rests: bool, tally: &mut Tally) -> Rest<W> {
        let can_undo = self.trail.can_undo();
        let log = self.trail.log(&self.links);
        let mut run = Run::<W, STARVED> {
            links: self.links.open_plain(),
            removed: log.removed.open(),
            covered: log.covered.open(),
            end: log.end,
            marks: &mut log.marks,
            failures: &mut log.failures,
            chosen: &mut self.chosen,
            rests,
            covers: 0,
            updates: 0,
        };
        if STARVED && !can_undo {
            run.count_starved();
        }
        let Err(rest) = run.on(self.phase, self.rule, left, tally);
        log.end = run.end;
        tally.add_covers(run.covers, run.updates);
        rest
    }
}

/// The reason why a run ended.
enum Rest<W> {
    /// The limit is reached: the last option to be tried is wholly covered.
    Tried(W),
    /// A solution.
    Visited,
    /// The option chosen last is to be taken back, and the trail does not reach that far.
    Leaving,
    /// All options of the item of this header were tried, and the trail does not reach back to its
    /// cover.
    Covered(W),
}

/// The search in the form that the processor runs fastest: open tables and no rests between moves.
/// `STARVED` is true if starved items are counted.
struct Run<'a, W: Word, const STARVED: bool> {
    links: links::OpenLinks<'a, W>,
    removed: nodes::OpenTable<'a, W, W>,
    covered: nodes::OpenTable<'a, W, W>,
    end: LogEnds<W>,
    marks: &'a mut Vec<LogEnds<W>>,
    failures: &'a mut [u32],
    chosen: &'a mut Vec<NodeId>,
    /// True if the run ends at a solution.
    rests: bool,
    covers: u64,
    updates: u64,
}

impl<W: Word, const STARVED: bool> Run<'_, W, STARVED> {
    /// Runs until there is a reason to rest.
    #[inline(always)]
    fn on(&mut self, from: Phase, rule: ItemRule, left: &mut u32, tally: &mut Tally) -> Result<Infallible, Rest<W>> {
        let root = self.links.root();
        // The next node in the list of the item being branched on, or the header at its end.
        let mut next = match from {
            Phase::Choose => None,
            Phase::Try { node } => Some(W::new(node.index())),
            // The option chosen last is wholly covered here: single steps have finished every
            // partial one.
            Phase::Cover { .. } | Phase::Uncover { .. } | Phase::Done => Some(self.take_back()?),
        };
        loop {
            let mut node = match next.take() {
                Some(node) => node,
                None if self.links.right(root) == root => {
                    tally.visit();
                    if self.rests {
                        return Err(Rest::Visited);
                    }
                    self.take_back()?
                }
                None => match self.choose(rule) {
                    Some(item) => {
                        self.cover_one(item);
                        self.links.node(item)[DOWN]
                    }
                    None => {
                        // Counts the cover without making it: the item has no option, so only its
                        // header would move.
                        self.covers += 1;
                        self.take_back()?
                    }
                },
            };
            while node.index() < root.index() {
                self.undo().ok_or(Rest::Covered(node))?;
                node = self.take_back()?;
            }
            self.chosen.push(NodeId(node.index() as u32));
            tally.enter(self.chosen.len());
            self.cover_others(node);
            *left -= 1;
            if *left == 0 {
                return Err(Rest::Tried(node));
            }
        }
    }

    /// The item to cover next. `None` if the chosen item has no option left.
    #[inline(always)]
    fn choose(&mut self, rule: ItemRule) -> Option<W> {
        if rule == ItemRule::Failing {
            return by_failures(&self.links, self.failures);
        }
        if STARVED && self.end.starved != W::default() {
            return None;
        }
        let item = rule.choose(&self.links, STARVED.then_some(1));
        (STARVED || self.links.length(item) > 0).then_some(item)
    }

    /// Counts the starved items of a state that was reached without counting.
    fn count_starved(&mut self) {
        let (root, mut starved) = (self.links.root(), 0);
        let mut item = self.links.right(root);
        while item != root {
            starved += usize::from(self.links.is_starved(item));
            item = self.links.right(item);
        }
        self.end.starved = W::new(starved);
    }

    /// Covers an item and appends to the trail from `end` on. Returns the new end.
    #[inline(always)]
    fn cover(&mut self, item: W, end: LogEnds<W>) -> LogEnds<W> {
        let LogEnds { removed, mut covered, mut starved } = end;
        self.covered[covered] = item;
        covered.increase();
        if STARVED && self.links.is_starved(item) {
            starved.decrease();
        }
        let mut writer =
            Writer::<W, STARVED> { trail: &mut self.removed, removed, starved, primary: self.links.primary() };
        self.links.cover(item, &mut writer);
        LogEnds { removed: writer.removed, covered, starved: writer.starved }
    }

    /// Covers the chosen item.
    #[inline(always)]
    fn cover_one(&mut self, item: W) {
        let end = self.cover(item, self.end);
        self.mark(end);
    }

    /// Covers the other items of an option.
    #[inline(always)]
    fn cover_others(&mut self, node: W) {
        let mut end = self.end;
        let mut at = self.links.node(node)[NEXT];
        while at != node {
            let [_, _, item, next] = self.links.node(at);
            end = self.cover(item, end);
            at = next;
        }
        self.mark(end);
    }

    /// Moves the end of the trail to `end`. The part in between will be undone as a whole.
    #[inline(always)]
    fn mark(&mut self, end: LogEnds<W>) {
        self.covers += (end.covered.index() - self.end.covered.index()) as u64;
        self.updates += (end.removed.index() - self.end.removed.index()) as u64;
        self.marks.push(self.end);
        self.end = end;
    }

    /// Undoes the covers since the last mark. `None` if there is no mark.
    #[inline(always)]
    fn undo(&mut self) -> Option<()> {
        let mark = self.marks.pop()?;
        let LogEnds { mut removed, mut covered, .. } = self.end;
        while removed != mark.removed {
            removed.decrease();
            self.links.relink_node(self.removed[removed], &mut ());
        }
        while covered != mark.covered {
            covered.decrease();
            self.links.relink_header(self.covered[covered], &mut ());
        }
        self.end = mark;
        Some(())
    }

    /// Takes back the option chosen last. Returns the node below it in its list.
    #[inline(always)]
    fn take_back(&mut self) -> Result<W, Rest<W>> {
        let top = self.undo().and_then(|()| self.chosen.pop()).ok_or(Rest::Leaving)?;
        Ok(self.links.node(W::new(top.index()))[DOWN])
    }
}

/// Writes the nodes that a cover removes to the trail.
struct Writer<'a, 'b, W: Word, const STARVED: bool> {
    trail: &'a mut nodes::OpenTable<'b, W, W>,
    removed: W,
    starved: W,
    primary: W,
}

impl<W: Word, const STARVED: bool> Observer<W> for Writer<'_, '_, W, STARVED> {
    #[inline(always)]
    fn see(&mut self, change: LinkChange<W>) {
        let LinkChange::Node { at, node, length, .. } = change else { return };
        self.trail[self.removed] = at;
        self.removed.increase();
        if STARVED {
            let starves = (length == W::default()) & (node[ITEM].index() < self.primary.index());
            self.starved = W::new(self.starved.index() + usize::from(starves));
        }
    }
}
