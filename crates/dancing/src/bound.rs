//! The bounds that cut branches, each change with its inverse.
//!
//! **A limit on the options** (repeated covers, IDA*). A branch is cut if the options taken plus
//! the [`Estimate`] of those still needed exceed the limit. When a limit is exhausted, the next one
//! begins. The test is a pure function of the state, so stepping back finds the same cuts. The
//! previous limit is the current one minus 1.
//!
//! **The best score** (weighted covers, and repeated covers with costs). A branch is cut if its
//! score plus an upper bound on what the open items can still add does not exceed the best score.
//! Each improvement is kept with its place in the tree, and stepping back past that place removes
//! it. Stepping back into a finished branch has to know whether the branch was cut. If the latest
//! improvement is inside the branch, it was not. Otherwise the best score is the same as then, so
//! the same test gives the same answer.

use super::covering::Covering;
use super::estimate::{Price, UNTAXED};
use super::links::Links;
use super::nodes::Word;
use super::view::LinksView;
use super::{Estimate, ItemId, NodeId, OptionId, Policy, Problem};
use alloc::boxed::Box;
use alloc::collections::BinaryHeap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The part of a search that a bound reads.
pub(super) struct BoundView<'a, W: Word> {
    pub(super) links: &'a Links<W>,
    pub(super) chosen: &'a [NodeId],
    pub(super) covering: &'a Covering,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Bound {
    None,
    Depth(Box<Depth>),
    Score(Box<BestScore>),
}

/// The Lagrangian multipliers of the estimate at a level, one for each item. Lower levels start
/// from them. `None` if the bound has none.
pub(super) type Multipliers = Option<Arc<[f64]>>;

/// A limit on the options of a repeated cover.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Depth {
    pub(super) limit: u32,
    /// Covers found at this limit; smaller limits have none. A search that was steered past some of
    /// them and then steps back over them counts below zero, as the tally does.
    pub(super) found: u64,
    /// The multipliers of the estimate, by item: one vector for the root, and one for each level
    /// whose item is chosen.
    multipliers: Vec<Arc<[f64]>>,
    pub(super) estimate: Estimate,
    pub(super) first: u32,
    last: u32,
}

/// The most multipliers to keep, over all levels.
const KEPT: usize = 20_000_000;

/// Subgradient steps: at the root, and at each other node.
const ROOT_STEPS: u32 = 200;
const NODE_STEPS: u32 = 15;

/// The best score of a weighted cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BestScore {
    weights: Vec<i64>,
    /// True if weights are costs: no option weighs more than 0, and some weigh less.
    pub(super) costs: bool,
    /// By option: its weight per primary item, rounded up, in units of 1 / [`ONE`].
    shares: Vec<i64>,
    pub(super) improvements: Vec<BestSoFar>,
}

/// A score that beat all scores before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BestSoFar {
    score: i64,
    /// The branch taken at each level on the way to it. `None` for a score that was known before
    /// the search.
    place: Option<Vec<usize>>,
}

/// Shares are fixed-point numbers, so that sums do not depend on their order.
const ONE: i64 = 1 << 20;

impl Bound {
    /// A limit on the options if the class of the problem wants the fewest. Else a bound on the
    /// score, if the least cost is wanted or the policy asks for the best score.
    pub(super) fn new<W: Word>(problem: &Problem, links: &Links<W>, policy: Policy) -> Bound {
        match problem.has_limit() {
            true => Bound::Depth(Box::new(Depth::new(problem, links, policy.estimate))),
            false if policy.best || problem.wants_cheapest() => Bound::Score(Box::new(BestScore::new(problem))),
            false => Bound::None,
        }
    }

    /// Tests a level whose item is not chosen yet. `Ok` has the multipliers of the level. `Err`
    /// means that the branch is cut, and has the number of options still needed (0 for a bound on
    /// the score).
    pub(super) fn test<W: Word>(&self, at: &BoundView<W>) -> Result<Multipliers, u32> {
        match self {
            Bound::None => Ok(None),
            Bound::Score(best) if best.cannot_improve(at) => Err(0),
            Bound::Score(_) => Ok(None),
            Bound::Depth(depth) => match depth.bound_at(at) {
                (lower_bound, _) if depth.exceeds(at, lower_bound) => Err(lower_bound),
                (_, multipliers) => Ok(Some(multipliers.into())),
            },
        }
    }

    /// As [`Bound::test`], for a finished level: returns what it returned when the level began.
    /// `place` is the place in the tree.
    pub(super) fn test_again<W: Word>(
        &self,
        at: &BoundView<W>,
        place: impl FnOnce() -> Vec<usize>,
    ) -> Result<Multipliers, u32> {
        match self {
            Bound::Score(best) if best.lies_inside(place) => Ok(None),
            _ => self.test(at),
        }
    }

    /// Begins a level whose item is chosen, and keeps its multipliers.
    pub(super) fn enter(&mut self, multipliers: Multipliers) {
        if let (Bound::Depth(depth), Some(multipliers)) = (self, multipliers) {
            depth.keep(multipliers);
        }
    }

    /// The inverse of [`Bound::enter`].
    pub(super) fn leave(&mut self) {
        if let Bound::Depth(depth) = self {
            depth.multipliers.pop();
        }
    }

    /// The multipliers with which the current level began.
    pub(super) fn multipliers(&self) -> Multipliers {
        if let Bound::Depth(depth) = self { depth.multipliers.last().cloned() } else { None }
    }

    /// Records a solution that was found at a place in the tree.
    pub(super) fn visit<W: Word>(&mut self, links: &Links<W>, chosen: &[NodeId], place: Vec<usize>) {
        match self {
            Bound::None => {}
            Bound::Depth(depth) => depth.found = depth.found.wrapping_add(1),
            Bound::Score(best) => {
                let score = best.score(links, chosen);
                if best.best().is_none_or(|best| score > best) {
                    best.improvements.push(BestSoFar { score, place: Some(place) });
                }
            }
        }
    }

    /// The inverse of [`Bound::visit`].
    pub(super) fn unvisit(&mut self, place: Vec<usize>) {
        match self {
            Bound::None => {}
            Bound::Depth(depth) => depth.found = depth.found.wrapping_sub(1),
            Bound::Score(best) => _ = best.improvements.pop_if(|last| last.place == Some(place)),
        }
    }

    /// The limit after the current one, unless that is the last.
    pub(super) fn next_limit(&self) -> Option<u32> {
        match self {
            Bound::Depth(depth) if !depth.is_last() => Some(depth.limit + 1),
            _ => None,
        }
    }

    /// The limit that has just begun, unless it is the first.
    pub(super) fn last_limit(&self) -> Option<u32> {
        match self {
            Bound::Depth(depth) if depth.limit > depth.first => Some(depth.limit),
            _ => None,
        }
    }

    /// Moves on to the next limit.
    pub(super) fn raise_limit(&mut self) {
        if let Bound::Depth(depth) = self {
            depth.limit += 1;
        }
    }

    /// The inverse of [`Bound::raise_limit`].
    pub(super) fn lower_limit(&mut self) {
        if let Bound::Depth(depth) = self {
            depth.limit -= 1;
        }
    }

    /// Resets the limit and its covers. The multipliers of the root stay.
    pub(super) fn restart(&mut self) {
        if let Bound::Depth(depth) = self {
            (depth.limit, depth.found) = (depth.first, 0);
        }
    }

    /// Sets the limit, and the number of covers found under it. The search must be at the root.
    /// Returns `false` if the search never has that limit.
    pub(super) fn set_limit(&mut self, limit: u32, found: u64) -> bool {
        let Bound::Depth(depth) = self else { return false };
        let has = (depth.first..=depth.last.max(depth.first)).contains(&limit);
        if has {
            (depth.limit, depth.found) = (limit, found);
        }
        has
    }

    /// Records a score as if it had been found before the search. The search must be at the root.
    /// Returns `false` if there is no bound on the score.
    pub(super) fn beat(&mut self, score: i64) -> bool {
        let Bound::Score(best) = self else { return false };
        best.improvements.push(BestSoFar { score, place: None });
        true
    }

    /// The open items that add to the bound at a level, each with what it adds.
    pub(super) fn prices<W: Word>(&self, at: &BoundView<W>) -> Vec<Price> {
        match self {
            Bound::None => Vec::new(),
            Bound::Depth(depth) => depth.estimate.prices(at.links, &depth.bound_at(at).1),
            Bound::Score(best) => {
                let view: &dyn LinksView = at.links;
                view.open_items().map(|item| best.price(at, item)).collect()
            }
        }
    }

    /// Keeps only the improvements that lie before a place in the tree.
    pub(super) fn drop_improvements(&mut self, here: &[usize]) {
        if let Bound::Score(best) = self {
            best.improvements.retain(|improvement| {
                improvement.place.as_ref().is_none_or(|place| {
                    let shared = place.len().min(here.len());
                    place[..shared] < here[..shared]
                })
            });
        }
    }
}

impl Depth {
    fn new<W: Word>(problem: &Problem, links: &Links<W>, estimate: Estimate) -> Depth {
        let hopeless = (0..problem.n_primary()).any(|item| links.len(ItemId(item as u32)) == 0);
        let mut multipliers = vec![UNTAXED; problem.n_items()];
        let greedy = greedy(problem);
        let first = estimate.lower_bound(links, &mut multipliers, ROOT_STEPS, greedy);
        let last = if hopeless { first } else { greedy };
        Depth { limit: first, found: 0, multipliers: vec![multipliers.into()], estimate, first, last }
    }

    /// A lower bound on the options still needed, and the multipliers that prove it.
    fn bound_at<W: Word>(&self, at: &BoundView<W>) -> (u32, Vec<f64>) {
        let mut multipliers = self.multipliers.last().expect("the root has multipliers").to_vec();
        let room = self.limit.saturating_sub(at.chosen.len() as u32);
        (self.estimate.lower_bound(at.links, &mut multipliers, NODE_STEPS, room), multipliers)
    }

    /// A lower bound on the options still needed. In the middle of an option, it is computed from
    /// the items that are open at that moment.
    pub(super) fn lower_bound<W: Word>(&self, at: &BoundView<W>) -> u32 {
        self.bound_at(at).0
    }

    /// Keeps the multipliers of a level for the levels below it. If the problem is so large that
    /// they would fill the memory, keeps the root's multipliers instead.
    fn keep(&mut self, multipliers: Arc<[f64]>) {
        let large = multipliers.len().saturating_mul(self.last as usize) > KEPT;
        self.multipliers.push(if large { self.multipliers[0].clone() } else { multipliers });
    }

    fn exceeds<W: Word>(&self, at: &BoundView<W>, lower_bound: u32) -> bool {
        at.chosen.len() as u32 + lower_bound > self.limit
    }

    /// Returns true if no higher limit follows: the current one had a cover, or the problem has
    /// none.
    fn is_last(&self) -> bool {
        self.found > 0 || self.limit >= self.last
    }
}

impl BestScore {
    fn new(problem: &Problem) -> BestScore {
        let share = |option| {
            let items = problem.items_of(option).iter().filter(|&&item| problem.is_primary(item)).count().max(1) as i64;
            // Rounded up, also below zero.
            let whole = problem.weight(option) * ONE;
            whole.div_euclid(items) + i64::from(whole.rem_euclid(items) > 0)
        };
        let weights: Vec<i64> = problem.options().map(|option| problem.weight(option)).collect();
        BestScore {
            costs: weights.iter().all(|&weight| weight <= 0) && weights.iter().any(|&weight| weight < 0),
            weights,
            shares: problem.options().map(share).collect(),
            improvements: Vec::new(),
        }
    }

    /// The total weight of the options chosen.
    pub(super) fn score<W: Word>(&self, links: &Links<W>, chosen: &[NodeId]) -> i64 {
        chosen.iter().filter_map(|&node| links.option(node)).map(|option| self.weights[option.index()]).sum()
    }

    /// The share of the item's best option.
    fn share(&self, links: &dyn LinksView, item: ItemId) -> i64 {
        let options = links.column(item).filter_map(|node| links.option(node));
        options.map(|option| self.shares[option.index()]).max().unwrap_or(0)
    }

    /// The times that an open item adds its share: as many as it may still be held or, if the share
    /// is negative, as many as it must still be held.
    fn times(covering: &Covering, item: ItemId, share: i64) -> u32 {
        let (least, most) = covering.range(item).unwrap_or((1, 1));
        let held = covering.times_covered(item).unwrap_or(0);
        if share > 0 { most.saturating_sub(held) } else { least.saturating_sub(held) }
    }

    fn price<W: Word>(&self, at: &BoundView<W>, item: ItemId) -> Price {
        let view: &dyn LinksView = at.links;
        let share = self.share(view, item);
        let mut options = view.column(item).filter_map(|node| view.option(node));
        let option = options.find(|option| self.shares[option.index()] == share);
        Price { item, option, each: share as f64 / ONE as f64, times: Self::times(at.covering, item, share) }
    }

    /// An upper bound on what the open items can still add: the sum of their shares.
    pub(super) fn upper_bound<W: Word>(&self, at: &BoundView<W>) -> i64 {
        let links = at.links;
        let view: &dyn LinksView = links;
        let (mut sum, mut item) = (0, links.first());
        while item != links.root() {
            let id = ItemId(item as u32);
            let share = self.share(view, id);
            sum += share * i64::from(Self::times(at.covering, id, share));
            item = links.after(item);
        }
        sum.div_euclid(ONE)
    }

    /// The best score found so far.
    pub(super) fn best(&self) -> Option<i64> {
        self.improvements.last().map(|last| last.score)
    }

    fn cannot_improve<W: Word>(&self, at: &BoundView<W>) -> bool {
        let most = || self.score(at.links, at.chosen) + self.upper_bound(at);
        self.best().is_some_and(|best| most() <= best)
    }

    /// Returns true if the latest improvement is inside the branch that the search has just
    /// finished.
    fn lies_inside(&self, branch: impl FnOnce() -> Vec<usize>) -> bool {
        let place = self.improvements.last().and_then(|last| last.place.as_ref());
        place.is_some_and(|place| place.starts_with(&branch()))
    }
}

/// The size of the greedy cover, which always takes the option with the most open items: an upper
/// bound on the limit.
fn greedy(problem: &Problem) -> u32 {
    let mut open = vec![true; problem.n_items()];
    let gain = |option: OptionId, open: &[bool]| problem.items_of(option).iter().filter(|i| open[i.index()]).count();
    // Gains only shrink. So an option whose gain is still the largest known is the best one.
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
