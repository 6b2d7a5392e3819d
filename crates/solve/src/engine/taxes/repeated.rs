//! The cheapest options that cover every item at least once, proved optimal: branch and bound with
//! taxes. Without costs each option costs 1, so these are the fewest.
//!
//! **Idea.** Taxes are nonnegative Lagrangian multipliers on the open items. A cover covers each
//! item at least once. So its cost is at least the sum of the taxes, less the amounts by which the
//! taxes of options exceed their costs. Subgradient steps make that bound large. An option is
//! excluded if its net cost plus the bound rules out a better cover. An option is taken if the
//! bound without it rules out a better cover. A greedy cover gives the first value to beat. Only
//! one option of an orbit is tried; then all of them are excluded. Symmetries are looked for only
//! where all options cost the same.
//!
//! If the goal also asks how many covers are cheapest, their cost is proved first. The same search
//! then enumerates all covers of that cost, without symmetries.
//!
//! **Invariants.** As for exact covers, bounds are integers, and everything taken or excluded is on
//! the trail. Options tried for an item are excluded from the branches after them.
//!
//! **Source.** Beasley, An algorithm for set covering problems (1987); Caprara, Fischetti and Toth
//! (1999).

use super::ROOT_STEPS;
use super::record::TaxRecord;
use super::rounds::{Part, Searched, budget, in_rounds};
use super::tree::TaxSearch;
use crate::diary::{Diary, UNIT};
use crate::harvest::Harvest;
use crate::host::Host;
use crate::orbits::Orbits;
use crate::order::{Engine, Order};
use crate::outcome::{Outcome, StopReason, StoppedAt};
use crate::threads::deeper;
use dancing::{Columns, Goal, ItemId, OptionId, Problem, Tally};

/// Subgradient steps below the root.
const STEPS: usize = 15;

/// Attempts to find symmetries at one node: some hundredths of a second.
const TRIES: usize = 400;

pub(super) fn run(problem: &Problem, order: &Order, host: &mut dyn Host) -> Outcome {
    let columns = problem.columns();
    let record = TaxRecord::new(None, budget(order.threads));
    let mut covers = Covers::new(problem, &columns, order, record, host);
    let mut ended = covers.prove();
    if ended.is_ok() {
        let resume = |part: &Part<Saved>, record: TaxRecord, host: &mut dyn Host| {
            let mut covers = Covers::new(problem, &columns, order, record, host);
            let ended = covers.resume(part);
            Searched { record: covers.tree.record, rest: covers.tree.rest, ended }
        };
        ended = in_rounds(&mut covers.tree, order.threads, &resume);
    }
    covers.tree.record.budget = None;
    let best = covers.tree.record.best.clone();
    match (ended, best, order.ceiling) {
        // Less may be enough, too: that was not asked.
        (Err(StopReason::GoalMet), Some((score, cover)), _) => {
            Outcome { best: None, bound: None, ..covers.collect(score, cover) }
        }
        (Ok(()), Some((score, cover)), _) if order.goal != Goal::Best => covers.collect(score, cover),
        // The search did not look for covers above the ceiling.
        (Ok(()), None, Some(most)) if covers.is_coverable => {
            Outcome { bound: Some(-i64::from(most) - 1), ..covers.tree.outcome(Err(StopReason::Limit)) }
        }
        (ended, ..) => covers.tree.outcome(ended),
    }
}

pub(super) fn follow(
    problem: &Problem,
    order: &Order,
    record: TaxRecord,
    diary: &mut dyn Diary,
    host: &mut dyn Host,
) -> Outcome {
    let columns = problem.columns();
    let mut covers = Covers::new(problem, &columns, order, record, host);
    covers.tree.diary = Some(diary);
    let ended = covers.search(false);
    covers.tree.outcome(ended)
}

/// The data that restores a node.
struct Saved {
    trail: Vec<Undo>,
    /// True if the parent had symmetries.
    symmetric: bool,
}

/// An entry of the trail, to be undone on the way up.
#[derive(Clone, Copy)]
enum Undo {
    Taken(OptionId),
    Excluded(OptionId),
}

/// Some uncovered item has no option left.
struct DeadEnd;

// Many fields: the state of one recursion, which each node reads and writes.
struct Covers<'a> {
    problem: &'a Problem,
    goal: Goal,
    columns: &'a Columns,
    /// By option: true if it is neither taken nor excluded.
    alive: Vec<bool>,
    /// By item: the number of taken options that hold it, and the number of its live options.
    times: Vec<u32>,
    left: Vec<u32>,
    open: usize,
    trail: Vec<Undo>,
    /// By option: its cost, at least 1.
    costs: Vec<i64>,
    /// The mean cost, to which the subgradient steps are scaled.
    scale: f64,
    /// The cost of the options chosen.
    spent: i64,
    /// The search looks for covers of at most this cost.
    most: i64,
    is_coverable: bool,
    /// True if any cover within the limit is enough.
    is_decision: bool,
    tree: TaxSearch<'a, Saved>,
    /// Collects the cheapest covers, once their cost is proved.
    harvest: Option<Harvest<'a>>,
    /// Scratch space: by item, the number of options of negative net cost that hold it.
    covered: Vec<i32>,
}

impl<'a> Covers<'a> {
    fn new(
        problem: &'a Problem,
        columns: &'a Columns,
        order: &Order,
        record: TaxRecord,
        host: &'a mut dyn Host,
    ) -> Covers<'a> {
        let items = || (0..problem.n_items() as u32).map(ItemId);
        let costs: Vec<i64> = problem.options().map(|option| -problem.weight(option)).collect();
        Covers {
            scale: costs.iter().map(|&cost| cost as f64).sum::<f64>() / costs.len().max(1) as f64,
            costs,
            spent: 0,
            problem,
            goal: order.goal,
            alive: vec![true; problem.n_options()],
            times: vec![0; problem.n_items()],
            left: items().map(|item| columns.len(item) as u32).collect(),
            is_coverable: items().all(|item| columns.len(item) > 0),
            columns,
            is_decision: order.is_decision(),
            open: problem.n_items(),
            trail: Vec::new(),
            most: match record.best {
                Some((score, _)) => -score - 1,
                None => order.ceiling.map_or(i64::MAX, i64::from),
            },
            tree: TaxSearch::new(record, host),
            harvest: None,
            covered: vec![0; problem.n_items()],
        }
    }

    /// Finds a cheapest cover.
    fn prove(&mut self) -> Result<(), StopReason> {
        if !self.is_coverable {
            return Ok(());
        }
        self.greedy()?;
        self.exclude_dominated()?;
        self.search(!self.problem.wants_cheapest())
    }

    /// Searches a part that another search has left.
    fn resume(&mut self, part: &Part<Saved>) -> Result<(), StopReason> {
        for &entry in &part.state.trail {
            match entry {
                Undo::Taken(option) => self.take(option),
                // The part was left at a node that was not a dead end, so this cannot fail.
                Undo::Excluded(option) => _ = self.exclude(option),
            }
        }
        // The steps to this node were counted by the search that left it.
        self.tree.record.tally = Tally::default();
        self.tree.record.address.clone_from(&part.address);
        self.node(part.taxes.clone(), STEPS, part.state.symmetric)
    }

    /// The outcome for goals other than the best score: the covers of the proved cost.
    fn collect(mut self, score: i64, proved: Vec<OptionId>) -> Outcome {
        self.put_back(0);
        self.most = -score;
        self.tree.record.bound = Some(score);
        let mut harvest = Harvest::new(self.problem, self.goal);
        let ended = match self.goal {
            Goal::First => {
                self.tree.record.tally.add_solution();
                self.tree.chosen.clone_from(&proved);
                harvest.take(&proved, 1, self.tree.host).map_or(Ok(()), Err)
            }
            _ => {
                self.harvest = Some(harvest);
                let ended = self.search(false);
                harvest = self.harvest.take().expect("it was put there");
                ended
            }
        };
        let stop = ended.err().unwrap_or(StopReason::Exhausted);
        let stopped_at = (stop != StopReason::Exhausted).then(|| StoppedAt::Path(self.tree.chosen.clone()));
        let improvements = self.tree.record.improvements;
        let outcome = harvest.outcome(Engine::TAXES, stop, self.tree.record.tally, stopped_at);
        // If the run was stopped before a cover was found again, the proved one is still known.
        let solutions = if outcome.solutions.is_empty() { vec![proved] } else { outcome.solutions };
        Outcome { best: Some(score), bound: Some(score), improvements, solutions, ..outcome }
    }

    fn search(&mut self, symmetric: bool) -> Result<(), StopReason> {
        // The first taxes, as if each item spread the mean cost over its options.
        let taxes: Vec<f64> = self.left.iter().map(|&left| self.scale / f64::from(left.max(1))).collect();
        self.node(taxes, ROOT_STEPS, symmetric)
    }

    /// The cost that may still be spent.
    fn room(&self) -> i64 {
        self.most - self.spent
    }

    fn cost(&self, cover: &[OptionId]) -> i64 {
        cover.iter().map(|option| self.costs[option.index()]).sum()
    }

    /// Records a cover that is within the limit.
    fn meet(&mut self, cover: Vec<OptionId>) -> Result<(), StopReason> {
        let cost = self.cost(&cover);
        let Some(harvest) = &mut self.harvest else {
            self.most = cost - 1;
            self.tree.record.improve(-cost, cover);
            // Only covers of the proved cost count as solutions.
            if self.goal != Goal::Best {
                self.tree.record.tally.solutions = 0;
            }
            return if self.is_decision { Err(StopReason::GoalMet) } else { Ok(()) };
        };
        self.tree.record.tally.add_solution();
        let ended = harvest.take(&cover, self.tree.record.tally.solutions, self.tree.host);
        self.tree.record.best = Some((-cost, cover));
        ended.map_or(Ok(()), Err)
    }

    /// The first cover: always take the option with the most open items for its cost, then drop
    /// redundant options, the dearest first.
    fn greedy(&mut self) -> Result<(), StopReason> {
        while self.open > 0 {
            self.tree.ask(self.problem.n_cells())?;
            let gain = |&option: &OptionId| {
                self.problem.items_of(option).iter().filter(|item| self.times[item.index()] == 0).count()
            };
            // Gains a and b at costs c and d compare as a d and b c.
            let worth = |option: &OptionId| (gain(option) as i128, i128::from(self.costs[option.index()]));
            let most = self.problem.options().map(|option| (worth(&option), option)).reduce(|best, next| {
                let ((gain, cost), (most, of)) = (next.0, best.0);
                if gain * of > most * cost { next } else { best }
            });
            self.take(most.expect("every item has an option").1);
        }
        let (mut cover, mut times) = (self.tree.chosen.clone(), self.times.clone());
        cover.sort_by_key(|option| std::cmp::Reverse(self.costs[option.index()]));
        cover.retain(|&option| {
            let items = self.problem.items_of(option);
            let spare = items.iter().all(|item| times[item.index()] > 1);
            items.iter().for_each(|item| times[item.index()] -= u32::from(spare));
            !spare
        });
        debug_assert!(times.iter().all(|&times| times > 0));
        self.put_back(0);
        if self.room() >= self.cost(&cover) { self.meet(cover) } else { Ok(()) }
    }

    /// Excludes dominated options: another option holds all their items and costs no more.
    fn exclude_dominated(&mut self) -> Result<(), StopReason> {
        for option in self.problem.options() {
            let items = self.problem.items_of(option);
            let rarest = items.iter().min_by_key(|item| self.columns.len(**item)).expect("options hold items");
            self.tree.ask(self.columns.len(*rarest) * items.len())?;
            let holds_all = |other: OptionId| items.iter().all(|item| self.problem.items_of(other).contains(item));
            let dominated = self.columns.of(*rarest).iter().any(|&other| {
                let (length, cost) = (self.problem.items_of(other).len(), self.costs[other.index()]);
                let better = length > items.len() || cost < self.costs[option.index()] || other < option;
                let dominates = length >= items.len() && cost <= self.costs[option.index()] && better;
                dominates && other != option && self.alive[other.index()] && holds_all(other)
            });
            if dominated {
                _ = self.exclude(option);
            }
        }
        Ok(())
    }

    /// Searches the subtree of the current state, and restores the state. Looks for symmetries if
    /// the parent had some.
    fn node(&mut self, taxes: Vec<f64>, steps: usize, symmetric: bool) -> Result<(), StopReason> {
        if self.tree.leave_rest(&taxes, size_of_val(&self.trail[..]), || Saved { trail: self.trail.clone(), symmetric })
        {
            return Ok(());
        }
        let mark = self.trail.len();
        let result = self.explore(taxes, steps, symmetric);
        if result.is_ok() {
            self.put_back(mark);
        }
        result
    }

    fn explore(&mut self, mut taxes: Vec<f64>, mut steps: usize, mut symmetric: bool) -> Result<(), StopReason> {
        loop {
            self.tree.ask(self.problem.n_cells() + 64)?;
            if self.open == 0 {
                return if self.room() >= 0 { self.meet(self.tree.chosen.clone()) } else { Ok(()) };
            }
            if self.room() <= 0 {
                return Ok(());
            }
            let bound = self.walk(&mut taxes, steps)?;
            self.tree.bound(-(bound + UNIT - 1).div_euclid(UNIT), || {
                let open = (0..self.problem.n_items()).filter(|&item| self.times[item] == 0);
                open.map(|item| (ItemId(item as u32), whole(taxes[item]))).collect()
            });
            if bound > self.room() * UNIT {
                return Ok(());
            }
            let orbits = if symmetric { self.orbits()? } else { None };
            symmetric = orbits.is_some();
            match self.fix(&taxes, bound, orbits.as_ref()) {
                Err(DeadEnd) => return Ok(()),
                // The state has changed, so the subgradient steps may improve the bound.
                Ok(true) => steps = STEPS,
                Ok(false) => return self.branch(&taxes, bound, orbits.as_ref()),
            }
        }
    }

    fn alive(&self) -> Vec<OptionId> {
        self.problem.options().filter(|option| self.alive[option.index()]).collect()
    }

    /// The live options of an item.
    fn options(&self, item: usize) -> impl Iterator<Item = OptionId> + '_ {
        self.columns.of(ItemId(item as u32)).iter().copied().filter(|option| self.alive[option.index()])
    }

    fn orbits(&mut self) -> Result<Option<Orbits>, StopReason> {
        let items = (0..self.problem.n_items() as u32).map(ItemId);
        let open: Vec<ItemId> = items.filter(|item| self.times[item.index()] == 0).collect();
        let (problem, alive) = (self.problem, self.alive());
        Orbits::new(problem, &open, &alive, TRIES, &mut |cells| self.tree.ask(cells))
    }

    /// Branches on the open item with the fewest options, or orbits of options. Cheapest option
    /// first.
    fn branch(&mut self, taxes: &[f64], bound: i64, orbits: Option<&Orbits>) -> Result<(), StopReason> {
        let ways = |item: usize| match orbits {
            Some(orbits) => orbits.number(self.options(item)),
            None => self.left[item] as usize,
        };
        let open = (0..self.problem.n_items()).filter(|&item| self.times[item] == 0);
        let item = open.min_by_key(|&item| (ways(item), self.left[item])).expect("an item is open");
        let d = ways(item);
        let mut order: Vec<(i64, OptionId)> =
            self.options(item).map(|option| (self.net(taxes, option), option)).collect();
        order.sort_unstable();
        let mut k = 0;
        for (_, option) in order {
            if bound > self.room() * UNIT {
                break;
            }
            // An option of the same orbit was tried.
            if !self.alive[option.index()] {
                continue;
            }
            k += 1;
            self.tree.enter(k, d, option);
            let mark = self.trail.len();
            self.take(option);
            deeper(|| self.node(taxes.to_vec(), STEPS, orbits.is_some()))?;
            self.put_back(mark);
            self.tree.leave();
            if self.exclude_all(option, orbits).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// The net cost of an option, scaled by [`UNIT`].
    fn net(&self, taxes: &[f64], option: OptionId) -> i64 {
        let tax = |item: &ItemId| if self.times[item.index()] == 0 { whole(taxes[item.index()]) } else { 0 };
        UNIT * self.costs[option.index()] - self.problem.items_of(option).iter().map(tax).sum::<i64>()
    }

    /// Excludes options that cannot be in a better cover, and takes one that must be. Returns true
    /// if one was taken.
    fn fix(&mut self, taxes: &[f64], bound: i64, orbits: Option<&Orbits>) -> Result<bool, DeadEnd> {
        let room = self.room() * UNIT;
        for option in self.problem.options() {
            if !self.alive[option.index()] {
                continue;
            }
            let net = self.net(taxes, option);
            if net > 0 && bound + net > room {
                self.exclude_all(option, orbits)?;
            } else if net < 0 && bound - net > room {
                // Stops here, because the bound does not hold after an option was taken.
                self.take(option);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes subgradient steps: raises the tax of an open item that the options of negative net
    /// cost leave out, and lowers the tax of an item that they cover too often. Keeps the best
    /// taxes and returns their bound.
    fn walk(&mut self, taxes: &mut [f64], steps: usize) -> Result<i64, StopReason> {
        let n = self.problem.n_items();
        // Steps are those of costs of 1, scaled.
        let scale = self.scale;
        let aim = (self.room() as f64).min(scale * f64::from(1 << 20)) + 0.05;
        (0..n).filter(|&item| self.times[item] > 0).for_each(|item| taxes[item] = 0.0);
        let alive = self.alive();
        let (mut here, mut best) = (taxes.to_vec(), f64::NEG_INFINITY);
        let (mut stride, mut stale) = (1.0, 0);
        for _ in 0..steps {
            self.tree.ask(self.problem.n_cells())?;
            self.covered.fill(0);
            let mut value: f64 = here.iter().sum();
            for &option in &alive {
                let items = self.problem.items_of(option);
                let net = self.costs[option.index()] as f64 - items.iter().map(|item| here[item.index()]).sum::<f64>();
                if net < 0.0 {
                    value += net;
                    items.iter().for_each(|item| self.covered[item.index()] += 1);
                }
            }
            if value > best + 1e-9 {
                (best, stale) = (value, 0);
                taxes.copy_from_slice(&here);
            } else {
                stale += 1;
                if stale == 4 {
                    (stride, stale) = (stride * 0.6, 0);
                }
            }
            if best > aim {
                break;
            }
            let (times, covered) = (&self.times, &self.covered);
            let off = |item: usize| if times[item] == 0 { f64::from(1 - covered[item]) } else { 0.0 };
            // A tax of 0 cannot be lowered.
            let moves = |item: usize, tax: f64| if tax > 0.0 { off(item) } else { off(item).max(0.0) };
            let length: f64 = here.iter().enumerate().map(|(item, &tax)| moves(item, tax).powi(2)).sum();
            if length == 0.0 {
                break;
            }
            let step = stride * (aim.min(value + 8.0 * scale) - value).max(0.01 * scale) / length;
            here.iter_mut().enumerate().for_each(|(item, tax)| *tax = (*tax + step * off(item)).max(0.0));
        }
        let sum: i64 = (0..n).filter(|&item| self.times[item] == 0).map(|item| whole(taxes[item])).sum();
        Ok(sum + alive.iter().map(|&option| self.net(taxes, option).min(0)).sum::<i64>())
    }

    fn take(&mut self, option: OptionId) {
        self.alive[option.index()] = false;
        self.spent += self.costs[option.index()];
        self.tree.chosen.push(option);
        self.trail.push(Undo::Taken(option));
        let items = self.problem.items_of(option);
        self.tree.record.tally.add_covers(items.len() as u64, 0);
        for item in items {
            self.left[item.index()] -= 1;
            self.open -= usize::from(self.times[item.index()] == 0);
            self.times[item.index()] += 1;
        }
    }

    fn exclude(&mut self, option: OptionId) -> Result<(), DeadEnd> {
        self.alive[option.index()] = false;
        self.trail.push(Undo::Excluded(option));
        let mut result = Ok(());
        for item in self.problem.items_of(option) {
            self.left[item.index()] -= 1;
            if self.left[item.index()] == 0 && self.times[item.index()] == 0 {
                result = Err(DeadEnd);
            }
        }
        result
    }

    /// Excludes an option and its orbit: what holds for one option holds for its images.
    fn exclude_all(&mut self, option: OptionId, orbits: Option<&Orbits>) -> Result<(), DeadEnd> {
        let Some(orbits) = orbits else { return self.exclude(option) };
        let first = orbits.first(option);
        for option in self.problem.options() {
            if self.alive[option.index()] && orbits.first(option) == first {
                self.exclude(option)?;
            }
        }
        Ok(())
    }

    fn put_back(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let (option, taken) = match self.trail.pop().expect("the trail is longer than the mark") {
                Undo::Taken(option) => (option, 1),
                Undo::Excluded(option) => (option, 0),
            };
            self.alive[option.index()] = true;
            self.spent -= i64::from(taken) * self.costs[option.index()];
            for item in self.problem.items_of(option) {
                self.left[item.index()] += 1;
                self.times[item.index()] -= taken;
                self.open += usize::from(taken == 1 && self.times[item.index()] == 0);
            }
            self.tree.chosen.truncate(self.tree.chosen.len() - taken as usize);
        }
    }
}

/// A tax as an integer, scaled by [`UNIT`].
fn whole(tax: f64) -> i64 {
    (tax * UNIT as f64) as i64
}
