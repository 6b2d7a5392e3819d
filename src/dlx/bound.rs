//! The bound under which branches are cut, with the inverse of everything that changes it.
//!
//! **A limit on the options** (repeated covers, IDA*): where the options taken and the [`Estimate`] of those still needed
//! exceed it, the branch is cut; when a limit is exhausted the next one begins. Within a limit the same cuts are met again
//! on the way back, for they are a pure function of the state; and the limit before is the limit less one.
//!
//! **The best score** (weighted exact covers): a branch is cut where the score so far and the most that the open items can
//! still bring do not exceed the best. Every improvement is kept with its place in the tree. Going back past it takes it
//! away again. Going back into a finished branch needs to know whether it was cut: if the latest improvement lies inside
//! it, it was not; if not, the best is what it was then, and the same test gives the same answer.

use super::estimate::UNTAXED;
use super::links::Links;
use super::look::Look;
use super::machine::Machine;
use super::nodes::Word;
use super::{Estimate, ItemId, NodeId, OptionId, Policy, Problem};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Bound {
    None,
    Depth(Box<Depth>),
    Score(Box<BestScore>),
}

/// What a level reckons with: kept for the levels below it.
pub(super) type Reckoned = Option<Vec<f64>>;

/// A limit on the options of a repeated cover.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Depth {
    pub(super) limit: u32,
    /// Covers met at this limit; there were none before. A search that was steered past some of them and walks back into
    /// them counts below zero, as the tally does.
    pub(super) found: u64,
    /// What the estimate reckoned, by item: at the root, and at each level whose item is chosen.
    taxes: Vec<Arc<[f64]>>,
    pub(super) estimate: Estimate,
    pub(super) first: u32,
    last: u32,
}

/// Taxes of all levels together that are kept.
const KEPT: usize = 20_000_000;

/// Steps that the taxes are improved by: at the root, and at each node.
const ROOT_STEPS: u32 = 200;
const NODE_STEPS: u32 = 15;

/// The best score of a weighted exact cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BestScore {
    weights: Vec<i64>,
    /// Whether no option weighs more than 0, and some less.
    pub(super) costs: bool,
    /// By option: what each of its primary items brings, rounded up, in parts of [`ONE`].
    shares: Vec<i64>,
    pub(super) improvements: Vec<Improvement>,
}

/// A score that was better than all before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Improvement {
    score: i64,
    /// The branches that lead to it.
    place: Vec<usize>,
}

/// Shares are whole numbers, so that sums do not depend on their order.
const ONE: i64 = 1 << 20;

impl Bound {
    pub(super) fn new<W: Word>(problem: &Problem, links: &Links<W>, policy: Policy) -> Bound {
        match (problem.is_repeated(), policy.best) {
            (true, _) => Bound::Depth(Box::new(Depth::new(problem, links, policy.estimate))),
            (false, true) => Bound::Score(Box::new(BestScore::new(problem))),
            (false, false) => Bound::None,
        }
    }

    /// Where an item is to be chosen: the options still needed, if the branch is to be cut, else what the level reckons with.
    pub(super) fn reckon<W: Word>(&self, machine: &Machine<W>) -> (Option<u32>, Reckoned) {
        match self {
            Bound::None => (None, None),
            Bound::Score(best) => (best.cannot_improve(machine).then_some(0), None),
            Bound::Depth(depth) => {
                let (needs, taxes) = depth.reckon(machine);
                match depth.exceeds(machine, needs) {
                    true => (Some(needs), None),
                    false => (None, Some(taxes)),
                }
            }
        }
    }

    /// The same, of a level that is finished: as it was reckoned when the level began.
    pub(super) fn reckon_back<W: Word>(&self, machine: &Machine<W>) -> (Option<u32>, Reckoned) {
        match self {
            Bound::Score(best) if best.lies_inside(machine) => (None, None),
            _ => self.reckon(machine),
        }
    }

    /// A level begins: its item is chosen.
    pub(super) fn enter(&mut self, reckoned: Reckoned) {
        if let (Bound::Depth(depth), Some(taxes)) = (self, reckoned) {
            depth.keep(taxes);
        }
    }

    /// The inverse of [`Bound::enter`].
    pub(super) fn leave(&mut self) {
        if let Bound::Depth(depth) = self {
            depth.taxes.pop();
        }
    }

    /// A solution was met, at a place in the tree.
    pub(super) fn visit<W: Word>(&mut self, links: &Links<W>, chosen: &[NodeId], place: Vec<usize>) {
        match self {
            Bound::None => {}
            Bound::Depth(depth) => depth.found = depth.found.wrapping_add(1),
            Bound::Score(best) => {
                let score = best.score(links, chosen);
                if best.best().is_none_or(|best| score > best) {
                    best.improvements.push(Improvement { score, place });
                }
            }
        }
    }

    /// The inverse of [`Bound::visit`].
    pub(super) fn unvisit(&mut self, place: Vec<usize>) {
        match self {
            Bound::None => {}
            Bound::Depth(depth) => depth.found = depth.found.wrapping_sub(1),
            Bound::Score(best) => _ = best.improvements.pop_if(|last| last.place == place),
        }
    }

    /// The limit after this one, if it is of interest.
    pub(super) fn next_limit(&self) -> Option<u32> {
        match self {
            Bound::Depth(depth) if !depth.is_last() => Some(depth.limit + 1),
            _ => None,
        }
    }

    /// The limit that has begun here, if it is not the first.
    pub(super) fn last_limit(&self) -> Option<u32> {
        match self {
            Bound::Depth(depth) if depth.limit > depth.first => Some(depth.limit),
            _ => None,
        }
    }

    /// On to the next limit, or back to the one before.
    pub(super) fn deepen(&mut self, forward: bool) {
        if let Bound::Depth(depth) = self {
            depth.limit = if forward { depth.limit + 1 } else { depth.limit - 1 };
        }
    }

    /// As at the very beginning. The taxes of the root stay.
    pub(super) fn restart(&mut self) {
        if let Bound::Depth(depth) = self {
            (depth.limit, depth.found) = (depth.first, 0);
        }
    }

    /// From the root: at a limit, under which so many covers were met already. `false` if the search never has it.
    pub(super) fn set_limit(&mut self, limit: u32, found: u64) -> bool {
        let Bound::Depth(depth) = self else { return false };
        let has = (depth.first..=depth.last.max(depth.first)).contains(&limit);
        if has {
            (depth.limit, depth.found) = (limit, found);
        }
        has
    }

    /// Keeps the improvements that lie before a place in the tree.
    pub(super) fn forget(&mut self, here: &[usize]) {
        if let Bound::Score(best) = self {
            best.improvements.retain(|own| {
                let shared = own.place.len().min(here.len());
                own.place[..shared] < here[..shared]
            });
        }
    }
}

impl Depth {
    fn new<W: Word>(problem: &Problem, links: &Links<W>, estimate: Estimate) -> Depth {
        let hopeless = (0..problem.n_primary()).any(|item| links.len(ItemId(item as u32)) == 0);
        let mut taxes = vec![UNTAXED; problem.n_items()];
        let greedy = greedy(problem);
        let first = estimate.needs(links, &mut taxes, ROOT_STEPS, greedy);
        let last = if hopeless { first } else { greedy };
        Depth { limit: first, found: 0, taxes: vec![taxes.into()], estimate, first, last }
    }

    /// The options needed at least from here on, and what this level reckons with.
    fn reckon<W: Word>(&self, machine: &Machine<W>) -> (u32, Vec<f64>) {
        let mut taxes = self.taxes.last().expect("the root reckons first").to_vec();
        let room = self.limit.saturating_sub(machine.chosen().len() as u32);
        (self.estimate.needs(machine.links(), &mut taxes, NODE_STEPS, room), taxes)
    }

    /// The options needed at least from here on. Between two choices it is reckoned on the items open at the moment.
    pub(super) fn needs<W: Word>(&self, machine: &Machine<W>) -> u32 {
        self.reckon(machine).0
    }

    /// Keeps what a level reckoned with for the levels below it; of problems so large that this would fill the memory
    /// the root's, again and again.
    fn keep(&mut self, taxes: Vec<f64>) {
        let large = taxes.len().saturating_mul(self.last as usize) > KEPT;
        self.taxes.push(if large { self.taxes[0].clone() } else { taxes.into() });
    }

    fn exceeds<W: Word>(&self, machine: &Machine<W>, needs: u32) -> bool {
        machine.chosen().len() as u32 + needs > self.limit
    }

    /// Whether no higher limit is of interest: this one had a cover, or there is none at all.
    fn is_last(&self) -> bool {
        self.found > 0 || self.limit >= self.last
    }
}

impl BestScore {
    fn new(problem: &Problem) -> BestScore {
        let share = |option| {
            let items = problem.items_of(option).iter().filter(|&&item| problem.is_primary(item)).count().max(1) as i64;
            // Rounded up, below zero too.
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

    /// The weights of the options chosen.
    pub(super) fn score<W: Word>(&self, links: &Links<W>, chosen: &[NodeId]) -> i64 {
        chosen.iter().filter_map(|&node| links.option(node)).map(|option| self.weights[option.index()]).sum()
    }

    /// The most that the open items can still bring: each the share of its best option, as often as
    /// it may be held, or, if that is below zero, as it must be.
    pub(super) fn reach<W: Word>(&self, machine: &Machine<W>) -> i64 {
        let links = machine.links();
        let look: &dyn Look = links;
        let (mut sum, mut item) = (0, links.first());
        while item != links.root() {
            let id = ItemId(item as u32);
            let shares = look.column(id).filter_map(|node| links.option(node));
            let best = shares.map(|option| self.shares[option.index()]).max().unwrap_or(0);
            let (least, most) = machine.range(id).unwrap_or((1, 1));
            let held = machine.held(id).unwrap_or(0);
            sum += best * i64::from(if best > 0 { most.saturating_sub(held) } else { least.saturating_sub(held) });
            item = links.after(item);
        }
        sum.div_euclid(ONE)
    }

    /// The best score met so far.
    pub(super) fn best(&self) -> Option<i64> {
        self.improvements.last().map(|last| last.score)
    }

    fn cannot_improve<W: Word>(&self, machine: &Machine<W>) -> bool {
        let most = || self.score(machine.links(), machine.chosen()) + self.reach(machine);
        self.best().is_some_and(|best| most() <= best)
    }

    /// Whether the latest improvement was met inside the branch that the search stands at the foot of.
    fn lies_inside<W: Word>(&self, machine: &Machine<W>) -> bool {
        let Some(last) = self.improvements.last() else { return false };
        let branches = machine.branches();
        let mut here = branches.iter().take(machine.chosen().len()).map(|branch| branch.k);
        last.place.len() >= machine.chosen().len() && last.place.iter().zip(&mut here).all(|(own, here)| *own == here)
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
