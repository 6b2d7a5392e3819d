//! The stride: the moves of [`Machine::step_into`], many at a time, for plain exact covers.
//!
//! This is a second copy of the machine's moves, and the only one. It is worth having because it is what solvers spend
//! their time in: with the notes below it takes 40 % fewer instructions than the fine pace. Tests hold every place where it
//! rests, its counters and the way back to the fine pace. With colours, under a bound, and where covers repeat, the fine
//! pace is taken.
//!
//! It is quick because it takes notes. What a cover removes stands on a **trail**, node after node; to uncover is to read
//! that backwards and put each node back, in one straight run. The fine pace walks the lists again instead, and where
//! each of those ends is a guess that the processor often loses. The trail is no part of the state: it says of the latest
//! covers what walking would find out. Whoever else moves the links forgets it, and what was covered before is uncovered
//! at the fine pace.
//!
//! Where the list of items is long, most of the time would go into choosing one. There the stride counts the **starved**
//! items, those in the list that have no option left. As long as there are some, nothing need be chosen: the branch is
//! dead. While there is none, the first item with one option ends the choice.

use super::{Event, Machine, Phase};
use crate::dlx::bound::Bound;
use crate::dlx::links::{self, Links, View};
use crate::dlx::nodes::{self, DOWN, NEXT, Table, Word};
use crate::dlx::rule::by_failures;
use crate::dlx::{NodeId, Rule, Tally};
use std::convert::Infallible;
use std::fmt;

/// What strides have removed since anyone else moved the links. A copy of a search begins without, and two searches
/// at one place are the same whatever trails led there.
pub(super) struct Trail<W: Word>(Option<Notes<W>>);

struct Notes<W: Word> {
    /// Nodes, as they were removed.
    removed: W::Table<W>,
    /// Items, as they were covered.
    covered: W::Table<W>,
    /// How far both are written.
    end: Mark<W>,
    /// How far they were written before each item that was chosen, and before the others of each option.
    marks: Vec<Mark<W>>,
    /// By item, how often it was found without any option: what [`Rule::Failing`] remembers.
    failures: Vec<u32>,
    /// Whether to count starved items pays. It saves some of the list of items at every choice, and costs a little at
    /// every update; the lists of options tell how many those are.
    counts: bool,
}

#[derive(Clone, Copy, Default)]
struct Mark<W> {
    removed: W,
    covered: W,
    /// How many items were starved, if they are counted.
    starved: W,
}

impl<W: Word> Trail<W> {
    /// Someone else moves the links.
    pub(super) fn forget(&mut self) {
        if let Some(notes) = &mut self.0 {
            notes.marks.clear();
            notes.end = Mark::default();
        }
    }

    /// Whether it tells how to uncover what was covered last.
    fn tells(&self) -> bool {
        self.0.as_ref().is_some_and(|notes| !notes.marks.is_empty())
    }

    fn notes(&mut self, links: &Links<W>) -> &mut Notes<W> {
        let empty = |length| Table::new(&vec![W::default(); length]);
        self.0.get_or_insert_with(|| Notes {
            removed: empty(links.n_cells()),
            covered: empty(links.root()),
            end: Mark::default(),
            marks: Vec::new(),
            failures: vec![0; links.root()],
            // More primary items than four times the options of one. Queens and Langford would lose 4 to 6 % otherwise,
            // pentominoes 12; Latin squares gain 9 %, sudokus up to 30.
            counts: links.primary() * links.root() > 4 * links.n_cells(),
        })
    }
}

impl<W: Word> Default for Trail<W> {
    fn default() -> Trail<W> {
        Trail(None)
    }
}

impl<W: Word> Clone for Trail<W> {
    fn clone(&self) -> Trail<W> {
        Trail(None)
    }
}

impl<W: Word> fmt::Debug for Trail<W> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Trail")
    }
}

impl<W: Word> PartialEq for Trail<W> {
    fn eq(&self, _: &Trail<W>) -> bool {
        true
    }
}

impl<W: Word> Eq for Trail<W> {}

impl<W: Word> Machine<W> {
    /// Goes on until `limit` options were tried, each wholly covered, and rests before that at a solution
    /// ([`Event::Visit`]) or at the end (`None`). Cuts and new limits count as options. The event is that of the last step.
    /// `limit` must not be 0.
    pub fn stride(&mut self, limit: u32, tally: &mut Tally) -> Option<Event> {
        self.stride_or_step(limit, true, tally)
    }

    /// As [`Machine::stride`], but a solution is no place to rest, where the search can do without: for whoever only
    /// counts them.
    pub fn stride_on(&mut self, limit: u32, tally: &mut Tally) -> Option<Event> {
        self.stride_or_step(limit, false, tally)
    }

    fn stride_or_step(&mut self, limit: u32, rests: bool, tally: &mut Tally) -> Option<Event> {
        if self.is_exact() && matches!(self.bound, Bound::None) {
            return self.stride_by(limit, rests, tally);
        }
        let mut event = self.step_over(tally);
        for _ in 1..limit {
            if matches!(event, None | Some(Event::Visit)) {
                break;
            }
            event = self.step_over(tally);
        }
        event
    }

    /// On to the next option that is wholly covered, to a cut, a solution, a new limit or the end.
    fn step_over(&mut self, tally: &mut Tally) -> Option<Event> {
        // A level begins when the option is wholly covered, and may be cut then.
        while matches!(self.phase, Phase::Cover { .. }) {
            self.step_into(tally);
        }
        // Between two levels the bound has no say.
        if let (Bound::Score(_), true, Phase::Choose) = (&self.bound, self.is_exact(), self.phase)
            && !matches!(self.ahead(), Some(Event::Visit | Event::Cut { .. }))
        {
            return self.stride_by(1, true, tally);
        }
        loop {
            let event = self.step_into(tally)?;
            let rests = matches!(event, Event::Visit | Event::Cut { .. } | Event::Deepen { .. });
            if rests || self.phase == Phase::Choose {
                return Some(event);
            }
        }
    }

    fn stride_by(&mut self, limit: u32, rests: bool, tally: &mut Tally) -> Option<Event> {
        debug_assert!(limit > 0);
        let mut left = limit;
        loop {
            while !self.trail.tells() && !self.goes_down() {
                self.step_into(tally)?;
            }
            let counts = self.rule == Rule::Fewest && self.trail.notes(&self.links).counts;
            let run = if counts { Self::run::<true> } else { Self::run::<false> };
            match run(self, &mut left, rests, tally) {
                Rest::Tried(node) => {
                    self.phase = Phase::Choose;
                    return Some(Event::Try { node: NodeId(node.at() as u32) });
                }
                Rest::Visited => {
                    self.leave();
                    return Some(Event::Visit);
                }
                Rest::Leaving => self.leave(),
                Rest::Covered(item) => self.phase = Phase::Try { node: NodeId(item.at() as u32) },
            }
        }
    }

    /// Whether the next thing to do is to choose an item or to try an option.
    fn goes_down(&self) -> bool {
        match self.phase {
            Phase::Choose => true,
            Phase::Try { node } => node.index() >= self.links.root(),
            Phase::Cover { .. } | Phase::Uncover { .. } | Phase::Done => false,
        }
    }

    /// Two functions, so that each has the registers to itself.
    #[inline(never)]
    fn run<const COUNTS: bool>(&mut self, left: &mut u32, rests: bool, tally: &mut Tally) -> Rest<W> {
        let tells = self.trail.tells();
        let notes = self.trail.notes(&self.links);
        let mut run = Run::<W, COUNTS> {
            links: self.links.open(),
            removed: notes.removed.open(),
            covered: notes.covered.open(),
            end: notes.end,
            marks: &mut notes.marks,
            failures: &mut notes.failures,
            chosen: &mut self.chosen,
            rests,
            covers: 0,
            updates: 0,
        };
        if COUNTS && !tells {
            run.count_starved();
        }
        let Err(rest) = run.on(self.phase, self.rule, left, tally);
        notes.end = run.end;
        tally.add_covers(run.covers, run.updates);
        rest
    }
}

/// Where a run ends.
enum Rest<W> {
    /// The last option that was to be tried is covered.
    Tried(W),
    /// A solution.
    Visited,
    /// The trail does not tell of the option on top, which is to be taken back.
    Leaving,
    /// Nor of an item whose options are used up.
    Covered(W),
}

/// The search as the processor likes it: tables that are open, and nothing between two nodes but the next move. `COUNTS`
/// says whether it counts starved items.
struct Run<'a, W: Word, const COUNTS: bool> {
    links: links::OpenLinks<'a, W>,
    removed: nodes::OpenTable<'a, W, W>,
    covered: nodes::OpenTable<'a, W, W>,
    end: Mark<W>,
    marks: &'a mut Vec<Mark<W>>,
    failures: &'a mut [u32],
    chosen: &'a mut Vec<NodeId>,
    /// Whether a solution is a place to rest.
    rests: bool,
    covers: u64,
    updates: u64,
}

impl<W: Word, const COUNTS: bool> Run<'_, W, COUNTS> {
    /// On until there is a reason to rest.
    #[inline(always)]
    fn on(&mut self, from: Phase, rule: Rule, left: &mut u32, tally: &mut Tally) -> Result<Infallible, Rest<W>> {
        let root = self.links.root();
        // The option that is next in an item's list, or the header at its end.
        let mut in_hand = match from {
            Phase::Choose => None,
            Phase::Try { node } => Some(W::new(node.index())),
            // Whole options alone: a part of one is covered and uncovered at the fine pace.
            Phase::Cover { .. } | Phase::Uncover { .. } | Phase::Done => Some(self.take_back()?),
        };
        loop {
            let mut node = match in_hand.take() {
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
                        // Covered and uncovered again: nothing would have moved but its header.
                        self.covers += 1;
                        self.take_back()?
                    }
                },
            };
            while node.at() < root.at() {
                self.undo().ok_or(Rest::Covered(node))?;
                node = self.take_back()?;
            }
            self.chosen.push(NodeId(node.at() as u32));
            tally.enter(self.chosen.len());
            self.cover_others(node);
            *left -= 1;
            if *left == 0 {
                return Err(Rest::Tried(node));
            }
        }
    }

    /// The item to cover next, or none if the rule takes one that has no option left.
    #[inline(always)]
    fn choose(&mut self, rule: Rule) -> Option<W> {
        if rule == Rule::Failing {
            return by_failures(&self.links, self.failures);
        }
        if COUNTS && self.end.starved != W::default() {
            return None;
        }
        let item = rule.choose(&self.links, COUNTS.then_some(1));
        (COUNTS || self.links.length(item) > 0).then_some(item)
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

    /// Covers an item and takes notes from `end` on. Returns where they end then.
    #[inline(always)]
    fn cover(&mut self, item: W, end: Mark<W>) -> Mark<W> {
        let Mark { mut removed, mut covered, mut starved } = end;
        self.covered[covered] = item;
        covered.increase();
        if COUNTS && self.links.is_starved(item) {
            starved.decrease();
        }
        let trail = &mut self.removed;
        self.links.cover(item, |node, starves| {
            trail[removed] = node;
            removed.increase();
            if COUNTS {
                starved = W::new(starved.at() + usize::from(starves));
            }
        });
        Mark { removed, covered, starved }
    }

    /// The item that was chosen.
    #[inline(always)]
    fn cover_one(&mut self, item: W) {
        let end = self.cover(item, self.end);
        self.mark(end);
    }

    /// The other items of an option.
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

    /// The notes go on to `end`; what they say from here on is undone together.
    #[inline(always)]
    fn mark(&mut self, end: Mark<W>) {
        self.covers += (end.covered.at() - self.end.covered.at()) as u64;
        self.updates += (end.removed.at() - self.end.removed.at()) as u64;
        self.marks.push(self.end);
        self.end = end;
    }

    /// Uncovers what was covered since the last mark, if there is one.
    #[inline(always)]
    fn undo(&mut self) -> Option<()> {
        let mark = self.marks.pop()?;
        while self.end.removed != mark.removed {
            self.end.removed.decrease();
            self.links.relink_node(self.removed[self.end.removed]);
        }
        while self.end.covered != mark.covered {
            self.end.covered.decrease();
            self.links.relink_header(self.covered[self.end.covered]);
        }
        self.end = mark;
        Some(())
    }

    /// Takes the option on top back. Returns the node below it in its list.
    #[inline(always)]
    fn take_back(&mut self) -> Result<W, Rest<W>> {
        let top = self.undo().and_then(|()| self.chosen.pop()).ok_or(Rest::Leaving)?;
        Ok(self.links.node(W::new(top.index()))[DOWN])
    }
}
