//! The `taxes` engine: the exact cover of the largest weight, proved, by branch and bound; and repeated covers of the fewest
//! options, by the same idea with taxes that only bound from below ([`repeated`]).
//!
//! **The idea** (Knuth's DLX5, with better taxes). Cost is the weight's negative. Every item is covered exactly once,
//! so a tax on an item can be put on its options and taken off the total without changing the cost of any cover: for
//! any taxes t, the cost is the sum of t over the open items plus the *net* cost, cost minus own taxes, of the options
//! still to be chosen. If every net cost is at least 0, the sum of the taxes is a bound. Two ways to good taxes are
//! joined: a few steps of a subgradient walk at every node, from the parent's taxes, and then the *reduction*, which
//! takes for one item after the other the least net cost among its options as a further tax.
//!
//! **Invariants.** Bounds are computed in integers, whatever the walk in floating point came to: any taxes are
//! admissible. An option whose net cost on top of the bound cannot beat the best cover so far is deleted, here and
//! below; everything deleted or covered stands on the trail and is put back on the way up. Secondary items may stay
//! open, so their taxes are never above 0 and they take no part in the reduction.
//!
//! An item with one option left is covered at once, as in Algorithm X; else the branch goes on the item with the
//! fewest options, ties to the one where the second-best option costs most.
//!
//! **Source.** TAOCP 7.2.2.1 on DLX5; Held and Karp, The traveling-salesman problem and minimum spanning trees II (1971).

mod repeated;

use crate::dlx::{Address, Branch, ItemId, OptionId, Problem, Tally};
use crate::solve::drive::{Flow, Host, Order};
use crate::solve::engine::Engine;
use crate::solve::outcome::{Improvement, Outcome, Snapshot, Stand, Status, StopReason};

/// Taxes are integers of this fraction of a unit of cost.
const UNIT: i64 = 1 << 16;

/// Subgradient steps at the root, and at every node below it.
const ROOT_STEPS: usize = 300;
const NODE_STEPS: usize = 16;

/// See [`crate::solve::run`].
pub fn run(problem: &Problem, order: &Order, host: &mut dyn Host) -> Outcome {
    if problem.is_repeated() {
        return repeated::run(problem, order, host);
    }
    let mut search = Taxes::new(problem, host);
    let stop = match search.start() {
        Ok(()) => StopReason::Exhausted,
        Err(reason) => reason,
    };
    let complete = stop == StopReason::Exhausted;
    let status = match (&search.best, complete) {
        (None, true) => Status::None,
        (Some(_), true) => Status::Best,
        _ => Status::Unknown,
    };
    Outcome {
        bound: None,
        ways: None,
        engine: Engine::Taxes,
        why: "",
        status,
        stop,
        complete,
        count: search.improvements.len() as u128,
        best: search.best.as_ref().map(|best| -best.cost),
        solutions: search.best.into_iter().map(|best| best.options).collect(),
        stand: (!complete).then_some(Stand::Path(search.stopped_at)),
        tally: search.tally,
        counters: Vec::new(),
        improvements: search.improvements,
    }
}

struct Best {
    cost: i64,
    options: Vec<OptionId>,
}

/// What to put back on the way up.
enum Undo {
    Deleted(u32),
    Covered(u32),
}

/// The search could not go on here: some item has no option left.
struct DeadEnd;

struct Taxes<'a> {
    problem: &'a Problem,
    host: &'a mut dyn Host,
    /// By option, in units of cost.
    cost: Vec<i64>,
    /// `options_of[starts[i]..starts[i + 1]]` are item i's options.
    starts: Vec<u32>,
    options_of: Vec<u32>,
    /// Items of which every option holds at most one: the walk picks one option for each of them. On a grid: the cells.
    family: Vec<u32>,
    /// Options that hold no item of the family.
    loose: Vec<u32>,

    alive: Vec<bool>,
    open: Vec<bool>,
    /// Options alive, by open item.
    left: Vec<u32>,
    trail: Vec<Undo>,
    forced: Vec<u32>,
    chosen: Vec<OptionId>,
    chosen_cost: i64,

    /// Net costs at the node in hand, by option.
    net: Vec<i64>,
    best: Option<Best>,
    improvements: Vec<Improvement>,
    /// The least cost that the root's bound allows.
    root_bound: Option<i64>,
    address: Vec<Branch>,
    tally: Tally,
    stopped_at: Vec<OptionId>,
    polls: u32,
}

impl<'a> Taxes<'a> {
    fn new(problem: &'a Problem, host: &'a mut dyn Host) -> Taxes<'a> {
        let (n, m) = (problem.n_items(), problem.n_options());
        let mut starts = vec![0u32; n + 1];
        for option in problem.options() {
            problem.items_of(option).iter().for_each(|item| starts[item.index() + 1] += 1);
        }
        (0..n).for_each(|i| starts[i + 1] += starts[i]);
        let (mut fill, mut options_of) = (starts.clone(), vec![0; problem.n_cells()]);
        for option in problem.options() {
            for item in problem.items_of(option) {
                options_of[fill[item.index()] as usize] = option.0;
                fill[item.index()] += 1;
            }
        }
        // An option without a primary item is never chosen by Algorithm X, and so not here.
        let useful = |o: OptionId| problem.items_of(o).iter().any(|&item| problem.is_primary(item));
        let alive: Vec<bool> = problem.options().map(useful).collect();
        let of = |item: usize| &options_of[starts[item] as usize..starts[item + 1] as usize];
        let mut held = vec![false; m];
        let mut family = Vec::new();
        for item in 0..problem.n_primary() {
            if of(item).iter().all(|&o| !held[o as usize]) {
                of(item).iter().for_each(|&o| held[o as usize] = true);
                family.push(item as u32);
            }
        }
        let left = (0..n).map(|item| of(item).iter().filter(|&&o| alive[o as usize]).count() as u32).collect();
        Taxes {
            problem,
            host,
            cost: problem.options().map(|o| -problem.weight(o)).collect(),
            loose: (0..m as u32).filter(|&o| !held[o as usize]).collect(),
            family,
            starts,
            options_of,
            alive,
            open: vec![true; n],
            left,
            trail: Vec::new(),
            forced: Vec::new(),
            chosen: Vec::new(),
            chosen_cost: 0,
            net: vec![0; m],
            best: None,
            improvements: Vec::new(),
            root_bound: None,
            address: Vec::new(),
            tally: Tally::default(),
            stopped_at: Vec::new(),
            polls: 0,
        }
    }

    fn start(&mut self) -> Result<(), StopReason> {
        for item in 0..self.problem.n_primary() as u32 {
            match self.left[item as usize] {
                0 => return Ok(()),
                1 => self.forced.push(item),
                _ => {}
            }
        }
        if self.cover_forced().is_err() {
            return Ok(());
        }
        let taxes = vec![0.0; self.problem.n_items()];
        self.node(&taxes, ROOT_STEPS)
    }

    fn options(&self, item: u32) -> impl Iterator<Item = u32> + use<'_, 'a> {
        let own = &self.options_of[self.starts[item as usize] as usize..self.starts[item as usize + 1] as usize];
        own.iter().copied().filter(|&o| self.alive[o as usize])
    }

    /// Explores everything below the state in hand, and leaves it as it was.
    fn node(&mut self, taxes: &[f64], steps: usize) -> Result<(), StopReason> {
        self.ask_host()?;
        let mark = (self.trail.len(), self.chosen.len(), self.chosen_cost);
        let mut taxes = taxes.to_vec();
        let mut bound = self.bound(&taxes);
        if !self.is_hopeless(bound) && (steps == ROOT_STEPS || self.gap(bound) > UNIT) {
            self.walk(&mut taxes, steps);
            bound = self.bound(&taxes);
        }
        self.root_bound.get_or_insert(ceil(bound));
        if self.is_hopeless(bound) || self.delete_hopeless(bound).is_err() {
            self.put_back(mark);
            return Ok(());
        }
        let result = match self.branch_item() {
            None => {
                self.improve();
                Ok(())
            }
            Some(item) => self.branch(item, &taxes),
        };
        if result.is_ok() {
            self.put_back(mark);
        }
        result
    }

    fn branch(&mut self, item: u32, taxes: &[f64]) -> Result<(), StopReason> {
        let mut order: Vec<(i64, u32)> = self.options(item).map(|o| (self.net[o as usize], o)).collect();
        order.sort_unstable();
        let d = order.len();
        for (k, (_, option)) in order.into_iter().enumerate() {
            self.address.push(Branch { k: k + 1, d });
            let mark = (self.trail.len(), self.chosen.len(), self.chosen_cost);
            self.tally.enter(self.address.len());
            if self.cover(option).and_then(|()| self.cover_forced()).is_ok() {
                self.node(taxes, NODE_STEPS)?;
            }
            self.put_back(mark);
            self.address.pop();
        }
        Ok(())
    }

    fn ask_host(&mut self) -> Result<(), StopReason> {
        self.polls += 1;
        if !self.polls.is_multiple_of(8) {
            return Ok(());
        }
        let look = || Snapshot {
            ways: None,
            engine: Engine::Taxes,
            tally: self.tally.clone(),
            path: self.chosen.clone(),
            address: Address { branches: self.address.clone(), ..Address::default() },
            count: self.improvements.len() as u128,
            latest: self.best.as_ref().map(|best| best.options.clone()),
            best: self.best.as_ref().map(|best| -best.cost),
            bound: self.root_bound.map(|cost| -cost),
            counters: Vec::new(),
            improvements: self.improvements.clone(),
        };
        match self.host.poll(&look) {
            Flow::Go => Ok(()),
            Flow::Stop(reason) => {
                self.stopped_at.clone_from(&self.chosen);
                Err(reason)
            }
        }
    }

    /// Chooses an option: covers its items and deletes the options that it excludes.
    fn cover(&mut self, option: u32) -> Result<(), DeadEnd> {
        self.chosen.push(OptionId(option));
        self.chosen_cost += self.cost[option as usize];
        let problem = self.problem;
        for &item in problem.items_of(OptionId(option)) {
            self.open[item.index()] = false;
            self.trail.push(Undo::Covered(item.0));
            self.tally.covers += 1;
        }
        self.delete(option).ok();
        for &item in problem.items_of(OptionId(option)) {
            for at in self.starts[item.index()]..self.starts[item.index() + 1] {
                let other = self.options_of[at as usize];
                if self.alive[other as usize] {
                    self.delete(other)?;
                }
            }
        }
        Ok(())
    }

    /// Deletes an option that is alive. An item that is left with one option is put down as forced.
    fn delete(&mut self, option: u32) -> Result<(), DeadEnd> {
        self.alive[option as usize] = false;
        self.trail.push(Undo::Deleted(option));
        let mut result = Ok(());
        for &item in self.problem.items_of(OptionId(option)) {
            if self.open[item.index()] {
                self.left[item.index()] -= 1;
                self.tally.updates += 1;
                match self.left[item.index()] {
                    0 if self.problem.is_primary(item) => result = Err(DeadEnd),
                    1 if self.problem.is_primary(item) => self.forced.push(item.0),
                    _ => {}
                }
            }
        }
        result
    }

    fn cover_forced(&mut self) -> Result<(), DeadEnd> {
        while let Some(item) = self.forced.pop() {
            if self.open[item as usize] {
                let option = self.options(item).next();
                let covered = option.ok_or(DeadEnd).and_then(|option| self.cover(option));
                if covered.is_err() {
                    self.forced.clear();
                    return covered;
                }
            }
        }
        Ok(())
    }

    /// Puts everything back that was deleted, covered and chosen since a mark.
    fn put_back(&mut self, (trail, chosen, cost): (usize, usize, i64)) {
        self.forced.clear();
        while self.trail.len() > trail {
            match self.trail.pop().expect("the trail is longer than the mark") {
                Undo::Covered(item) => self.open[item as usize] = true,
                Undo::Deleted(option) => {
                    self.alive[option as usize] = true;
                    for item in self.problem.items_of(OptionId(option)) {
                        self.left[item.index()] += u32::from(self.open[item.index()]);
                    }
                }
            }
        }
        self.chosen.truncate(chosen);
        self.chosen_cost = cost;
    }

    /// Whether a bound leaves no room for a better cover. Costs are whole numbers, so better is better by 1.
    fn is_hopeless(&self, bound: i64) -> bool {
        self.best.as_ref().is_some_and(|best| bound > (best.cost - 1) * UNIT)
    }

    /// How far the best cover so far lies above a bound, in fractions of [`UNIT`].
    fn gap(&self, bound: i64) -> i64 {
        self.best.as_ref().map_or(i64::MAX, |best| best.cost * UNIT - bound)
    }

    /// The bound that taxes and then the reduction give, with the net costs of all options alive left in `net`.
    fn bound(&mut self, taxes: &[f64]) -> i64 {
        let tax = |item: ItemId| (taxes[item.index()] * UNIT as f64) as i64;
        let mut bound = self.chosen_cost * UNIT;
        for item in (0..self.problem.n_items() as u32).map(ItemId) {
            if self.open[item.index()] {
                bound += tax(item);
            }
        }
        for option in self.problem.options() {
            if self.alive[option.index()] {
                let own: i64 = self.problem.items_of(option).iter().map(|&item| tax(item)).sum();
                self.net[option.index()] = self.cost[option.index()] * UNIT - own;
            }
        }
        // The family first: it brings all net costs to 0 or more, and the other items can then take off what is left.
        let rest = (0..self.problem.n_primary() as u32).filter(|item| self.family.binary_search(item).is_err());
        let order: Vec<u32> = self.family.iter().copied().chain(rest).collect();
        for item in order {
            if !self.open[item as usize] {
                continue;
            }
            let least = self.options(item).map(|o| self.net[o as usize]).min().unwrap_or(0);
            if least != 0 {
                bound += least;
                for at in self.starts[item as usize]..self.starts[item as usize + 1] {
                    self.net[self.options_of[at as usize] as usize] -= least;
                }
            }
        }
        bound
    }

    /// Deletes the options that cannot be part of a better cover, given the bound and the net costs beside it.
    fn delete_hopeless(&mut self, bound: i64) -> Result<(), DeadEnd> {
        let Some(best) = &self.best else { return Ok(()) };
        let room = (best.cost - 1) * UNIT - bound;
        for option in 0..self.alive.len() as u32 {
            if self.alive[option as usize] && self.net[option as usize] > room && self.delete(option).is_err() {
                self.forced.clear();
                return Err(DeadEnd);
            }
        }
        self.cover_forced()
    }

    /// The open item with the fewest options, ties to the largest regret. `None` when all are covered.
    fn branch_item(&self) -> Option<u32> {
        let open = (0..self.problem.n_primary() as u32).filter(|&item| self.open[item as usize]);
        let regret = |item: u32| {
            let (mut first, mut second) = (i64::MAX, i64::MAX);
            for net in self.options(item).map(|o| self.net[o as usize]) {
                (first, second) = if net < first { (net, first) } else { (first, second.min(net)) };
            }
            second.saturating_sub(first)
        };
        let fewest = open.clone().map(|item| self.left[item as usize]).min()?;
        let tied = open.filter(|&item| self.left[item as usize] == fewest);
        tied.max_by_key(|&item| (regret(item), std::cmp::Reverse(item)))
    }

    fn improve(&mut self) {
        if self.best.as_ref().is_none_or(|best| self.chosen_cost < best.cost) {
            self.best = Some(Best { cost: self.chosen_cost, options: self.chosen.clone() });
            self.improvements.push(Improvement { nodes: self.tally.nodes(), score: -self.chosen_cost });
            self.tally.solutions += 1;
        }
    }

    /// The subgradient walk: an item covered too often by the cheapest options gets a lower tax, one left out a higher
    /// one. Keeps the best taxes met.
    fn walk(&self, taxes: &mut [f64], steps: usize) {
        let n = self.problem.n_items();
        let (mut here, mut best) = (taxes.to_vec(), f64::NEG_INFINITY);
        let (mut stride, mut stale) = (1.0, 0);
        let mut times = vec![0i32; n];
        for _ in 0..steps {
            times.fill(0);
            let mut value: f64 = (0..n).filter(|&item| self.open[item]).map(|item| here[item]).sum();
            let net = |option: u32| {
                let own: f64 = self.problem.items_of(OptionId(option)).iter().map(|item| here[item.index()]).sum();
                self.cost[option as usize] as f64 - own
            };
            let mut pick = |option: u32, cost: f64| {
                value += cost;
                self.problem.items_of(OptionId(option)).iter().for_each(|item| times[item.index()] += 1);
            };
            for &item in self.family.iter().filter(|&&item| self.open[item as usize]) {
                let (mut least, mut cheapest) = (f64::INFINITY, None);
                for option in self.options(item) {
                    let cost = net(option);
                    if cost < least {
                        (least, cheapest) = (cost, Some(option));
                    }
                }
                if let Some(option) = cheapest {
                    pick(option, least);
                }
            }
            for &option in self.loose.iter().filter(|&&option| self.alive[option as usize]) {
                let cost = net(option);
                if cost < 0.0 {
                    pick(option, cost);
                }
            }
            if value > best + 1e-9 {
                (best, stale) = (value, 0);
                taxes.copy_from_slice(&here);
            } else {
                stale += 1;
                if stale == 10 {
                    (stride, stale) = (stride * 0.6, 0);
                }
            }
            let off = |item: usize| if self.open[item] { f64::from(1 - times[item]) } else { 0.0 };
            let length: f64 = (0..n).map(|item| off(item) * off(item)).sum();
            if length == 0.0 {
                break;
            }
            // Without a cover to aim at, aim a little above what is known.
            let known = self.best.as_ref().map_or(f64::INFINITY, |best| (best.cost - self.chosen_cost) as f64);
            let aim = if known.is_finite() { known.max(value + 0.5) } else { value + value.abs().max(100.0) * 0.02 };
            let step = stride * (aim - value) / length;
            for (item, tax) in here.iter_mut().enumerate() {
                *tax += step * off(item);
                if item >= self.problem.n_primary() {
                    *tax = tax.min(0.0);
                }
            }
        }
    }
}

/// A bound in whole units of cost, upwards.
fn ceil(bound: i64) -> i64 {
    bound.div_euclid(UNIT) + i64::from(bound.rem_euclid(UNIT) > 0)
}
