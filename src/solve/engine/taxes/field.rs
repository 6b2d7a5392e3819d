//! A problem laid out for bounds: which options each item has, and what is left of them at a node, side by side.

use super::UNIT;
use crate::dlx::{OptionId, Problem};

/// What does not change during a search.
pub(super) struct Layout<'a> {
    problem: &'a Problem,
    /// By option, in units of cost: the weight's negative.
    pub cost: Vec<i64>,
    /// `options_of[starts[i]..starts[i + 1]]` are item i's options.
    starts: Vec<u32>,
    options_of: Vec<u32>,
    /// Items of which every option holds at most one: the walk picks one option for each of them. On a grid: the cells.
    family: Vec<u32>,
    /// By item.
    in_family: Vec<bool>,
    /// Options that hold no item of the family.
    loose: Vec<u32>,
}

impl<'a> Layout<'a> {
    pub fn new(problem: &'a Problem) -> Layout<'a> {
        let n = problem.n_items();
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
        let mut layout = Layout {
            problem,
            cost: problem.options().map(|o| -problem.weight(o)).collect(),
            starts,
            options_of,
            family: Vec::new(),
            in_family: vec![false; n],
            loose: Vec::new(),
        };
        let mut held = vec![false; problem.n_options()];
        for item in 0..problem.n_primary() as u32 {
            if layout.options(item).iter().all(|&o| !held[o as usize]) {
                layout.options(item).iter().for_each(|&o| held[o as usize] = true);
                layout.family.push(item);
                layout.in_family[item as usize] = true;
            }
        }
        layout.loose = (0..problem.n_options() as u32).filter(|&o| !held[o as usize]).collect();
        layout
    }

    /// All options of an item.
    pub fn options(&self, item: u32) -> &[u32] {
        &self.options_of[self.starts[item as usize] as usize..self.starts[item as usize + 1] as usize]
    }
}

/// The options that are alive at a node and the items that are open, side by side: what bound and walk run over again and
/// again. The options of an item of the family come together, in the family's order; the loose ones follow. The items of
/// the family themselves are left out: each of them is covered by one option in every step of the walk, so none is taxed.
#[derive(Default)]
pub(super) struct Field {
    options: Vec<u32>,
    /// By option of the problem, where it stands here; of options that are not here anything.
    place: Vec<u32>,
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

impl Field {
    /// Sets down what is alive and open.
    pub fn survey(&mut self, layout: &Layout, alive: &[bool], is_open: &[bool]) {
        let Field { options, place, costs, starts, items, even, groups, open, primary, of_starts, of, net } = self;
        let alive_of = |item: u32| layout.options(item).iter().copied().filter(|&option| alive[option as usize]);
        for list in [&mut *options, &mut *starts, &mut *items, &mut *groups, &mut *open, &mut *of_starts, &mut *of] {
            list.clear();
        }
        for &item in layout.family.iter().filter(|&&item| is_open[item as usize]) {
            groups.push(options.len() as u32);
            options.extend(alive_of(item));
        }
        groups.push(options.len() as u32);
        options.extend(layout.loose.iter().filter(|&&option| alive[option as usize]));
        costs.clear();
        place.resize(alive.len(), 0);
        for (at, &option) in options.iter().enumerate() {
            place[option as usize] = at as u32;
            costs.push(layout.cost[option as usize] as f64);
            starts.push(items.len() as u32);
            let own = layout.problem.items_of(OptionId(option)).iter().map(|item| item.0);
            items.extend(own.filter(|&item| !layout.in_family[item as usize]));
        }
        starts.push(items.len() as u32);
        let length = items.len() / options.len().max(1);
        *even = starts.windows(2).all(|ends| (ends[1] - ends[0]) as usize == length).then_some(length);
        let taxed = |&item: &u32| is_open[item as usize] && !layout.in_family[item as usize];
        open.extend((0..is_open.len() as u32).filter(taxed));
        *primary = open.partition_point(|&item| (item as usize) < layout.problem.n_primary());
        of_starts.push(0);
        for &item in &open[..*primary] {
            of.extend(alive_of(item).map(|option| place[option as usize]));
            of_starts.push(of.len() as u32);
        }
        net.resize(options.len(), 0);
    }

    /// The bound that taxes and then the reduction give, on top of what the `chosen` options cost; the net costs are those
    /// beside it from then on.
    pub fn bound(&mut self, chosen: i64, taxes: &[f64]) -> i64 {
        let taxes: Vec<i64> = taxes.iter().map(|tax| (tax * UNIT as f64) as i64).collect();
        let mut bound = chosen * UNIT + self.open.iter().map(|&item| taxes[item as usize]).sum::<i64>();
        for (at, net) in self.net.iter_mut().enumerate() {
            let own = &self.items[self.starts[at] as usize..self.starts[at + 1] as usize];
            *net = self.costs[at] as i64 * UNIT - own.iter().map(|&item| taxes[item as usize]).sum::<i64>();
        }
        // The family first: it brings all net costs to 0 or more, and the other items can then take off what is left.
        for ends in self.groups.windows(2) {
            let own = &mut self.net[ends[0] as usize..ends[1] as usize];
            let least = own.iter().copied().min().unwrap_or(0);
            bound += least;
            own.iter_mut().for_each(|net| *net -= least);
        }
        for ends in self.of_starts.windows(2) {
            let own = &self.of[ends[0] as usize..ends[1] as usize];
            let least = own.iter().map(|&at| self.net[at as usize]).min().unwrap_or(0);
            if least != 0 {
                bound += least;
                own.iter().for_each(|&at| self.net[at as usize] -= least);
            }
        }
        bound
    }

    /// What an option that is alive costs on top of the bound.
    pub fn net(&self, option: u32) -> i64 {
        self.net[self.place[option as usize] as usize]
    }

    /// The subgradient walk: an item covered too often by the cheapest options gets a lower tax, one left out a higher
    /// one. Keeps the best taxes met, and ends where they leave no room for a cover that costs less than `known`.
    pub fn walk(&self, taxes: &mut [f64], steps: usize, known: f64) {
        match self.even {
            Some(3) => self.stride::<3>(taxes, steps, known),
            _ => self.stride::<0>(taxes, steps, known),
        }
    }

    /// The same where every option has `EVEN` items, or any number of them if that is 0.
    fn stride<const EVEN: usize>(&self, taxes: &mut [f64], steps: usize, known: f64) {
        let (mut here, mut best) = (taxes.to_vec(), f64::NEG_INFINITY);
        let (mut stride, mut stale) = (1.0, 0);
        // By item: 1 less the times that it is covered.
        let mut lacks = vec![0.0; here.len()];
        let items = |at: usize| match EVEN {
            0 => &self.items[self.starts[at] as usize..self.starts[at + 1] as usize],
            _ => &self.items[at * EVEN..at * EVEN + EVEN],
        };
        for _ in 0..steps {
            lacks.fill(1.0);
            let mut value: f64 = self.open.iter().map(|&item| here[item as usize]).sum();
            let net = |at: usize| items(at).iter().fold(self.costs[at], |net, &item| net - here[item as usize]);
            let mut pick = |at: usize, cost: f64| {
                value += cost;
                items(at).iter().for_each(|&item| lacks[item as usize] -= 1.0);
            };
            for ends in self.groups.windows(2) {
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
            for at in self.groups.last().map_or(0, |&end| end as usize)..self.options.len() {
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
            let length: f64 = self.open.iter().map(|&item| lacks[item as usize] * lacks[item as usize]).sum();
            if length == 0.0 {
                break;
            }
            // Without a cover to aim at, aim a little above what is known.
            let aim = if known.is_finite() { known.max(value + 0.5) } else { value + value.abs().max(100.0) * 0.02 };
            let step = stride * (aim - value) / length;
            let (primary, secondary) = self.open.split_at(self.primary);
            for &item in primary {
                here[item as usize] += step * lacks[item as usize];
            }
            for &item in secondary {
                here[item as usize] = (here[item as usize] + step * lacks[item as usize]).min(0.0);
            }
        }
    }
}
