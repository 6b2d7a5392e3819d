//! The best exact cover: Algorithm X that cuts what cannot beat the best score met, and still runs both ways.
//!
//! A branch is cut where the score so far and the most that the open items can still bring do not exceed the best. Every
//! improvement is kept with its place in the tree. Going back past it takes it away again. Going back into a finished
//! branch needs to know whether it was cut: if the latest improvement lies inside it, it was not; if not, the best is
//! what it was then, and the same test gives the same answer.

use super::dance::{Dance, Event, Phase};
use super::links::Links;
use super::look::Look;
use super::nodes::Word;
use super::{Branch, ItemId, Problem, Rule, Tally};

/// A [`Dance`] that cuts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounded<W: Word> {
    pub(super) dance: Dance<W>,
    weights: Vec<i64>,
    /// By option: what each of its primary items brings, rounded up, in parts of [`ONE`].
    shares: Vec<i64>,
    pub(super) best: Vec<Improvement>,
}

/// A score that was better than all before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Improvement {
    score: i64,
    /// The branches that lead to it.
    path: Vec<usize>,
}

/// Shares are whole numbers, so that sums do not depend on their order.
const ONE: i64 = 1 << 20;

impl<W: Word> Bounded<W> {
    pub fn new(problem: &Problem, rule: Rule) -> Bounded<W> {
        let share = |option| {
            let items = problem.items_of(option).iter().filter(|&&item| problem.is_primary(item)).count().max(1) as i64;
            // Rounded up, below zero too.
            let whole = problem.weight(option) * ONE;
            whole.div_euclid(items) + i64::from(whole.rem_euclid(items) > 0)
        };
        Bounded {
            dance: Dance::new(problem, rule),
            weights: problem.options().map(|option| problem.weight(option)).collect(),
            shares: problem.options().map(share).collect(),
            best: Vec::new(),
        }
    }

    /// See [`Dance::step_into`]; a branch may be cut where an item would be chosen.
    pub fn step_into(&mut self, tally: &mut Tally) -> Option<Event> {
        self.advance(tally, Dance::step_into)
    }

    /// See [`Dance::stride`]: up to the next option. It rests at cuts too.
    pub fn step_over(&mut self, tally: &mut Tally) -> Option<Event> {
        // A level begins when the option is wholly covered, and may be cut then.
        while matches!(self.dance.phase(), Phase::Cover { .. }) {
            self.dance.step_into(tally);
        }
        self.advance(tally, |dance, tally| dance.stride(1, tally))
    }

    /// A cut, where one is due, or whatever the dance does at a pace.
    fn advance(
        &mut self,
        tally: &mut Tally,
        pace: impl FnOnce(&mut Dance<W>, &mut Tally) -> Option<Event>,
    ) -> Option<Event> {
        if self.cuts() {
            tally.cut();
            self.dance.finish();
            return Some(Event::Cut { needs: 0 });
        }
        let event = pace(&mut self.dance, tally);
        if event == Some(Event::Visit) {
            self.visit();
        }
        event
    }

    /// See [`Dance::step_back`].
    pub fn step_back(&mut self, tally: &mut Tally) -> Option<Event> {
        let links = self.dance.links();
        let ended = match self.dance.phase() {
            Phase::Uncover { at } => Some(&links.next(at)) == self.dance.chosen().last(),
            Phase::Done => true,
            _ => false,
        };
        if ended && links.first() == links.root() {
            let path = self.path_of();
            self.best.pop_if(|last| last.path == path);
        } else if ended {
            let path = self.path_of();
            let inside = self.best.last().is_some_and(|last| last.path.starts_with(&path));
            if !inside && self.cannot_improve() {
                tally.uncut();
                self.dance.unfinish();
                return Some(Event::Cut { needs: 0 });
            }
        }
        self.dance.step_back(tally)
    }

    /// Whether the level that is about to begin is cut.
    fn cuts(&self) -> bool {
        self.dance.phase() == Phase::Choose
            && self.dance.links().first() != self.dance.links().root()
            && self.cannot_improve()
    }

    fn cannot_improve(&self) -> bool {
        self.best.last().is_some_and(|best| self.score() + self.reach() <= best.score)
    }

    fn visit(&mut self) {
        let score = self.score();
        if self.best.last().is_none_or(|best| score > best.score) {
            self.best.push(Improvement { score, path: self.path_of() });
        }
    }

    fn path_of(&self) -> Vec<usize> {
        self.dance.branches().iter().take(self.dance.chosen().len()).map(|branch| branch.k).collect()
    }

    /// The weights of the options chosen.
    pub fn score(&self) -> i64 {
        self.dance.path().map(|option| self.weights[option.index()]).sum()
    }

    /// The most that the open items can still bring: each the share of its best option.
    pub fn reach(&self) -> i64 {
        let links = self.dance.links();
        let look: &dyn Look = links;
        let (mut sum, mut item) = (0, links.first());
        while item != links.root() {
            let shares = look.column(ItemId(item as u32)).filter_map(|node| links.option(node));
            sum += shares.map(|option| self.shares[option.index()]).max().unwrap_or(0);
            item = links.after(item);
        }
        sum.div_euclid(ONE)
    }

    /// The best score met so far.
    pub fn best(&self) -> Option<i64> {
        self.best.last().map(|best| best.score)
    }

    /// See [`Dance::rewind`]. Improvements met further on are forgotten.
    pub fn rewind(&mut self, level: usize) {
        self.dance.rewind(level);
        self.forget();
    }

    /// Keeps the improvements that lie before this place in the tree.
    pub(super) fn forget(&mut self) {
        let here: Vec<usize> = self.dance.branches().iter().map(|branch| branch.k).collect();
        self.best.retain(|own| {
            let shared = own.path.len().min(here.len());
            own.path[..shared] < here[..shared]
        });
    }

    pub fn branches(&self) -> Vec<Branch> {
        self.dance.branches()
    }

    pub fn links(&self) -> &Links<W> {
        self.dance.links()
    }
}
