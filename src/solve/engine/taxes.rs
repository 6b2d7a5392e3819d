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
//! An item with one option left is covered at once, as in Algorithm X; else the branch goes on an item where the
//! second-best option costs much more than the best and options are few.
//!
//! **Source.** TAOCP 7.2.2.1 on DLX5; Held and Karp, The traveling-salesman problem and minimum spanning trees II (1971).

mod repeated;

use crate::dlx::{Address, Branch, OptionId, Problem, Tally};
use crate::solve::drive::{Flow, Host, Order};
use crate::solve::engine::Engine;
use crate::solve::outcome::{Improvement, Outcome, Snapshot, Stand, Status, StopReason};
use std::cmp::Reverse;

/// Taxes are integers of this fraction of a unit of cost.
const UNIT: i64 = 1 << 16;

/// Subgradient steps at the root, and at every node below it.
const ROOT_STEPS: usize = 300;
const NODE_STEPS: usize = 12;

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

/// The options that are alive at a node and the items that are open, side by side: what bound and walk run over again and
/// again. The options of an item of the family come together, in the family's order; the loose ones follow. The items of
/// the family themselves are left out: each of them is covered by one option in every step of the walk, so none is taxed.
#[derive(Default)]
struct Field {
    options: Vec<u32>,
    costs: Vec<f64>,
    /// `items[starts[o]..starts[o + 1]]` are the items of the o-th option.
    starts: Vec<u32>,
    items: Vec<u32>,
    /// How many items every option has, if they all have as many.
    even: Option<usize>,
    /// Where the options of one item of the family end and those of the next begin; the last is where the loose ones begin.
    groups: Vec<u32>,
    /// Items that are open: primary ones, then secondary ones.
    open: Vec<u32>,
    primary: usize,
    /// The options of the k-th of the primary ones are `of[of_starts[k]..of_starts[k + 1]]`, by place.
    of_starts: Vec<u32>,
    of: Vec<u32>,
    /// By option: what it costs on top of its taxes and the reduction.
    net: Vec<i64>,
}

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
    /// By item.
    in_family: Vec<bool>,
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

    field: Field,
    /// By option, where it stands in the field.
    place: Vec<u32>,
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
            in_family: (0..n as u32).map(|item| family.binary_search(&item).is_ok()).collect(),
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
            field: Field::default(),
            place: vec![0; m],
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
        let mut field = std::mem::take(&mut self.field);
        self.survey(&mut field);
        let mut bound = self.bound(&mut field, &taxes);
        if !self.is_hopeless(bound) && (steps == ROOT_STEPS || self.gap(bound) > UNIT) {
            match field.even {
                Some(3) => self.walk::<3>(&field, &mut taxes, steps),
                _ => self.walk::<0>(&field, &mut taxes, steps),
            }
            bound = self.bound(&mut field, &taxes);
        }
        field.options.iter().zip(&field.net).for_each(|(&option, &net)| self.net[option as usize] = net);
        self.field = field;
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

    /// Sets down what is alive and open.
    fn survey(&mut self, field: &mut Field) {
        let Field { options, costs, starts, items, even, groups, open, primary, of_starts, of, net } = field;
        for list in [&mut *options, &mut *starts, &mut *items, &mut *groups, &mut *open, &mut *of_starts, &mut *of] {
            list.clear();
        }
        for &item in self.family.iter().filter(|&&item| self.open[item as usize]) {
            groups.push(options.len() as u32);
            options.extend(self.options(item));
        }
        groups.push(options.len() as u32);
        options.extend(self.loose.iter().filter(|&&option| self.alive[option as usize]));
        costs.clear();
        for (at, &option) in options.iter().enumerate() {
            self.place[option as usize] = at as u32;
            costs.push(self.cost[option as usize] as f64);
            starts.push(items.len() as u32);
            let own = self.problem.items_of(OptionId(option)).iter().map(|item| item.0);
            items.extend(own.filter(|&item| !self.in_family[item as usize]));
        }
        starts.push(items.len() as u32);
        let length = items.len() / options.len().max(1);
        *even = starts.windows(2).all(|ends| (ends[1] - ends[0]) as usize == length).then_some(length);
        let taxed = |&item: &u32| self.open[item as usize] && !self.in_family[item as usize];
        open.extend((0..self.open.len() as u32).filter(taxed));
        *primary = open.partition_point(|&item| (item as usize) < self.problem.n_primary());
        of_starts.push(0);
        for &item in &open[..*primary] {
            of.extend(self.options(item).map(|option| self.place[option as usize]));
            of_starts.push(of.len() as u32);
        }
        net.resize(options.len(), 0);
    }

    /// The bound that taxes and then the reduction give, with the net costs beside it.
    fn bound(&self, field: &mut Field, taxes: &[f64]) -> i64 {
        let taxes: Vec<i64> = taxes.iter().map(|tax| (tax * UNIT as f64) as i64).collect();
        let mut bound = self.chosen_cost * UNIT + field.open.iter().map(|&item| taxes[item as usize]).sum::<i64>();
        for (at, net) in field.net.iter_mut().enumerate() {
            let own = &field.items[field.starts[at] as usize..field.starts[at + 1] as usize];
            *net = field.costs[at] as i64 * UNIT - own.iter().map(|&item| taxes[item as usize]).sum::<i64>();
        }
        // The family first: it brings all net costs to 0 or more, and the other items can then take off what is left.
        for ends in field.groups.windows(2) {
            let own = &mut field.net[ends[0] as usize..ends[1] as usize];
            let least = own.iter().copied().min().unwrap_or(0);
            bound += least;
            own.iter_mut().for_each(|net| *net -= least);
        }
        for ends in field.of_starts.windows(2) {
            let own = &field.of[ends[0] as usize..ends[1] as usize];
            let least = own.iter().map(|&at| field.net[at as usize]).min().unwrap_or(0);
            if least != 0 {
                bound += least;
                own.iter().for_each(|&at| field.net[at as usize] -= least);
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

    /// The open item to branch on: where the second-best option costs most on top of the best, for the square of the number
    /// of options. Then the one with the fewest options. `None` when all are covered.
    fn branch_item(&self) -> Option<u32> {
        let open = (0..self.problem.n_primary() as u32).filter(|&item| self.open[item as usize]);
        let regret = |item: u32| {
            let (mut first, mut second) = (i64::MAX, i64::MAX);
            for net in self.options(item).map(|o| self.net[o as usize]) {
                (first, second) = if net < first { (net, first) } else { (first, second.min(net)) };
            }
            second.saturating_sub(first)
        };
        let left = |item: u32| self.left[item as usize];
        open.max_by_key(|&item| {
            (regret(item) / i64::from(left(item).max(1).pow(2)), Reverse(left(item)), Reverse(item))
        })
    }

    fn improve(&mut self) {
        if self.best.as_ref().is_none_or(|best| self.chosen_cost < best.cost) {
            self.best = Some(Best { cost: self.chosen_cost, options: self.chosen.clone() });
            self.improvements.push(Improvement { nodes: self.tally.nodes(), score: -self.chosen_cost });
            self.tally.solutions += 1;
        }
    }

    /// The subgradient walk: an item covered too often by the cheapest options gets a lower tax, one left out a higher
    /// one. Keeps the best taxes met, and ends where they leave no room for a better cover. Where every option has as many
    /// items, that number is `EVEN`; else it is 0.
    fn walk<const EVEN: usize>(&self, field: &Field, taxes: &mut [f64], steps: usize) {
        let (mut here, mut best) = (taxes.to_vec(), f64::NEG_INFINITY);
        let (mut stride, mut stale) = (1.0, 0);
        // By item: 1 less the times that it is covered.
        let mut lacks = vec![0.0; here.len()];
        let known = self.best.as_ref().map_or(f64::INFINITY, |best| (best.cost - self.chosen_cost) as f64);
        let items = |at: usize| match EVEN {
            0 => &field.items[field.starts[at] as usize..field.starts[at + 1] as usize],
            _ => &field.items[at * EVEN..at * EVEN + EVEN],
        };
        for _ in 0..steps {
            lacks.fill(1.0);
            let mut value: f64 = field.open.iter().map(|&item| here[item as usize]).sum();
            let net = |at: usize| items(at).iter().fold(field.costs[at], |net, &item| net - here[item as usize]);
            let mut pick = |at: usize, cost: f64| {
                value += cost;
                items(at).iter().for_each(|&item| lacks[item as usize] -= 1.0);
            };
            for ends in field.groups.windows(2) {
                let (mut least, mut cheapest) = (f64::INFINITY, usize::MAX);
                for at in ends[0] as usize..ends[1] as usize {
                    let cost = net(at);
                    cheapest = if cost < least { at } else { cheapest };
                    least = least.min(cost);
                }
                if cheapest != usize::MAX {
                    pick(cheapest, least);
                }
            }
            for at in field.groups.last().map_or(0, |&end| end as usize)..field.options.len() {
                let cost = net(at);
                if cost < 0.0 {
                    pick(at, cost);
                }
            }
            if value > best + 1e-9 {
                (best, stale) = (value, 0);
                taxes.copy_from_slice(&here);
                if value > known - 1.0 + 1e-2 {
                    break;
                }
            } else {
                stale += 1;
                if stale == 10 {
                    (stride, stale) = (stride * 0.6, 0);
                }
            }
            let length: f64 = field.open.iter().map(|&item| lacks[item as usize] * lacks[item as usize]).sum();
            if length == 0.0 {
                break;
            }
            // Without a cover to aim at, aim a little above what is known.
            let aim = if known.is_finite() { known.max(value + 0.5) } else { value + value.abs().max(100.0) * 0.02 };
            let step = stride * (aim - value) / length;
            let (primary, secondary) = field.open.split_at(field.primary);
            for &item in primary {
                here[item as usize] += step * lacks[item as usize];
            }
            for &item in secondary {
                here[item as usize] = (here[item as usize] + step * lacks[item as usize]).min(0.0);
            }
        }
    }
}

/// A bound in whole units of cost, upwards.
fn ceil(bound: i64) -> i64 {
    bound.div_euclid(UNIT) + i64::from(bound.rem_euclid(UNIT) > 0)
}
