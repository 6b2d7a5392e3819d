//! The data layout for bounds: the options of each item, and the live part of the problem at a
//! node, packed.

use crate::diary::UNIT;
use crate::host::GoOn;
use crate::outcome::StopReason;
use dancing::{ItemId, Problem};

/// The part that is constant during a search.
pub(super) struct Layout {
    primary: usize,
    /// By option: its cost, the negative of its weight.
    pub cost: Vec<i64>,
    /// `options_of[starts[i]..starts[i + 1]]` are item i's options.
    starts: Vec<u32>,
    options_of: Vec<u32>,
    /// The family: items of which no option holds two. A subgradient step picks one option for each
    /// of them. On a grid these are the cells.
    family: Vec<u32>,
    /// By item: true if it is in the family.
    in_family: Vec<bool>,
    /// `taxed[taxed_starts[o]..taxed_starts[o + 1]]` are the items of option o outside the family.
    taxed_starts: Vec<u32>,
    taxed: Vec<u32>,
    /// The number of taxed items of every option, if all have the same number.
    even: Option<usize>,
    /// The options without an item of the family, and the items outside it.
    loose: Vec<u32>,
    taxable: Vec<u32>,
}

/// The number of group lengths that are distinguished; 31 options and more count as one length.
const LENGTHS: usize = 32;

impl Layout {
    pub fn new(problem: &Problem) -> Layout {
        let n = problem.n_items();
        let (starts, options) = problem.columns().into_parts();
        let options_of = options.into_iter().map(|option| option.0).collect();
        let mut layout = Layout {
            primary: problem.n_primary(),
            cost: problem.options().map(|o| -problem.weight(o)).collect(),
            starts,
            options_of,
            family: Vec::new(),
            in_family: vec![false; n],
            taxed_starts: vec![0],
            taxed: Vec::new(),
            even: None,
            loose: Vec::new(),
            taxable: Vec::new(),
        };
        let mut held = vec![false; problem.n_options()];
        for item in 0..problem.n_primary() as u32 {
            if layout.options(item).iter().all(|&o| !held[o as usize]) {
                layout.options(item).iter().for_each(|&o| held[o as usize] = true);
                layout.family.push(item);
                layout.in_family[item as usize] = true;
            }
        }
        for option in problem.options() {
            let items = problem.items_of(option).iter().map(|item| item.0);
            layout.taxed.extend(items.filter(|&item| !layout.in_family[item as usize]));
            layout.taxed_starts.push(layout.taxed.len() as u32);
        }
        let length = layout.taxed.len() / problem.n_options().max(1);
        let mut lengths = layout.taxed_starts.windows(2).map(|ends| (ends[1] - ends[0]) as usize);
        layout.even = lengths.all(|other| other == length).then_some(length);
        layout.taxable = (0..n as u32).filter(|&item| !layout.in_family[item as usize]).collect();
        layout.loose = (0..problem.n_options() as u32).filter(|&o| !held[o as usize]).collect();
        layout
    }

    /// The layout of the same problem with costs of 0.
    pub(crate) fn without_costs(problem: &Problem) -> Layout {
        Layout { cost: vec![0; problem.n_options()], ..Layout::new(problem) }
    }

    /// The items of an option that are not in the family.
    fn taxed(&self, option: u32) -> &[u32] {
        &self.taxed[self.taxed_starts[option as usize] as usize..self.taxed_starts[option as usize + 1] as usize]
    }

    /// All options of an item.
    pub fn options(&self, item: u32) -> &[u32] {
        &self.options_of[self.starts[item as usize] as usize..self.starts[item as usize + 1] as usize]
    }
}

/// The live options and open items of a node, packed: bounds and subgradient steps read them many
/// times. The options of one family item form a group, shorter groups first; loose options follow.
/// The family's items are left out. Each is covered exactly once in every step, so it needs no tax.
/// In this structure an item is an index among the open items.
// Many fields: parallel arrays of one packed matrix.
#[derive(Default)]
pub(super) struct LiveMatrix {
    options: Vec<u32>,
    /// By option of the problem: its index here. Undefined for options that are not here.
    place: Vec<u32>,
    costs: Vec<f64>,
    /// `items[starts[o]..starts[o + 1]]` are the items of the o-th option.
    starts: Vec<u32>,
    items: Vec<u32>,
    /// The number of items of every option, if all have the same number.
    even: Option<usize>,
    /// The open items of the family, and the start of each one's group of options. The last start
    /// is where the loose options start.
    heads: Vec<u32>,
    groups: Vec<u32>,
    /// The open items outside the family, as items of the problem: primary ones, then secondary
    /// ones.
    open: Vec<u32>,
    /// The number of primary items in `open`.
    primary: usize,
    /// By item of the problem: its index in `open`. Undefined for items that are not open.
    slot: Vec<u32>,
    /// `of[of_starts[k]..of_starts[k + 1]]` are the indices of the options of the k-th primary
    /// item.
    of_starts: Vec<u32>,
    of: Vec<u32>,
    /// By option: its net cost after taxes and reduction.
    net: Vec<i64>,
    /// By open item, and by item of the family: its tax, including the reduction.
    taxes: Vec<i64>,
    head_taxes: Vec<i64>,
}

impl LiveMatrix {
    /// Packs the live options and open items. `left` is the number of options of each open item.
    pub fn survey(&mut self, layout: &Layout, alive: &[bool], is_open: &[bool], left: &[u32]) {
        self.even = layout.even;
        self.head(layout, is_open, left);
        self.pack(layout, alive, is_open);
        match self.even {
            Some(3) => self.list::<3>(layout),
            _ => self.list::<0>(layout),
        }
        self.net.resize(self.options.len(), 0);
    }

    /// Sorts the open items of the family by their number of options. Consecutive loops of equal
    /// length are predicted by the processor, and short loops are most of the work at a node.
    fn head(&mut self, layout: &Layout, is_open: &[bool], left: &[u32]) {
        let open = || layout.family.iter().copied().filter(|&item| is_open[item as usize]);
        let length = |item: u32| (left[item as usize] as usize).min(LENGTHS - 1);
        let mut ends = [0; LENGTHS];
        open().for_each(|item| ends[length(item)] += 1);
        let mut end = 0;
        for slot in &mut ends {
            end += std::mem::replace(slot, end);
        }
        self.heads.resize(end, 0);
        for item in open() {
            let place = &mut ends[length(item)];
            self.heads[*place] = item;
            *place += 1;
        }
    }

    /// Packs the live options and the taxed items. Branch-free compaction: write unconditionally,
    /// advance only if kept.
    #[inline(never)]
    fn pack(&mut self, layout: &Layout, alive: &[bool], is_open: &[bool]) {
        let LiveMatrix { options, place, costs, heads, groups, open, primary, slot, .. } = self;
        open.resize(layout.taxable.len() + 1, 0);
        slot.resize(is_open.len(), 0);
        let mut end = 0;
        for &item in &layout.taxable {
            (open[end], slot[item as usize]) = (item, end as u32);
            end += usize::from(is_open[item as usize]);
        }
        open.truncate(end);
        *primary = open.partition_point(|&item| (item as usize) < layout.primary);
        options.resize(alive.len() + 1, 0);
        place.resize(alive.len(), 0);
        groups.clear();
        let mut end = 0;
        for &item in &*heads {
            groups.push(end as u32);
            end = keep(layout.options(item), alive, options, place, end);
        }
        groups.push(end as u32);
        end = keep(&layout.loose, alive, options, place, end);
        options.truncate(end);
        costs.clear();
        costs.extend(options.iter().map(|&option| layout.cost[option as usize] as f64));
    }

    /// Lists the items of each option, and the options of each primary item. `EVEN` as in
    /// [`LiveMatrix::items`].
    #[inline(never)]
    fn list<const EVEN: usize>(&mut self, layout: &Layout) {
        let LiveMatrix { options, starts, items, primary, slot, of_starts, of, .. } = self;
        items.clear();
        starts.clear();
        for &option in &*options {
            starts.push(items.len() as u32);
            match <[u32; EVEN]>::try_from(layout.taxed(option)) {
                Ok(mut taxed) => {
                    taxed.iter_mut().for_each(|item| *item = slot[*item as usize]);
                    items.extend_from_slice(&taxed);
                }
                Err(_) => items.extend(layout.taxed(option).iter().map(|&item| slot[item as usize])),
            }
        }
        starts.push(items.len() as u32);
        // Counting sort: count, add up to the ends of the lists, then fill backwards down to the
        // starts. Positions are below the number of cells, which fits a `u32`; the checks of these
        // sums were 3 % of the engine.
        of_starts.clear();
        of_starts.resize(*primary + 1, 0);
        items.iter().filter(|&&item| (item as usize) < *primary).for_each(|&item| {
            let count = &mut of_starts[item as usize];
            *count = count.wrapping_add(1);
        });
        let mut end = 0;
        for start in of_starts.iter_mut() {
            end = start.wrapping_add(end);
            *start = end;
        }
        of.resize(end as usize, 0);
        // As slices, their places are known to stay.
        let (of, of_starts, items, starts) = (&mut of[..], &mut of_starts[..], &items[..], &starts[..]);
        for at in (0..options.len()).rev() {
            let held = &items[starts[at] as usize..starts[at + 1] as usize];
            for &item in held.iter().filter(|&&item| (item as usize) < *primary) {
                let place = of_starts[item as usize].wrapping_sub(1);
                of_starts[item as usize] = place;
                of[place as usize] = at as u32;
            }
        }
    }

    /// The bound of the taxes and the reduction, including `chosen`, the cost of the chosen
    /// options. Sets the net costs that belong to it.
    pub fn bound(&mut self, chosen: i64, taxes: &[f64]) -> i64 {
        match self.even {
            Some(3) => self.reduce::<3>(chosen, taxes),
            _ => self.reduce::<0>(chosen, taxes),
        }
    }

    fn reduce<const EVEN: usize>(&mut self, chosen: i64, taxes: &[f64]) -> i64 {
        let mut whole = std::mem::take(&mut self.taxes);
        whole.clear();
        whole.extend(self.open.iter().map(|&item| (taxes[item as usize] * UNIT as f64) as i64));
        let mut bound = chosen * UNIT + whole.iter().sum::<i64>();
        for at in 0..self.options.len() {
            let taxes = self.items::<EVEN>(at).iter().map(|&item| whole[item as usize]).sum::<i64>();
            self.net[at] = self.costs[at] as i64 * UNIT - taxes;
        }
        self.taxes = whole;
        self.head_taxes.clear();
        // The family first: that makes all its net costs at least 0, and the other items reduce the
        // rest.
        for ends in self.groups.windows(2) {
            let nets = &mut self.net[ends[0] as usize..ends[1] as usize];
            let least = nets.iter().copied().min().unwrap_or(0);
            bound += least;
            self.head_taxes.push(least);
            nets.iter_mut().for_each(|net| *net -= least);
        }
        for (ends, tax) in self.of_starts.windows(2).zip(&mut self.taxes) {
            let places = &self.of[ends[0] as usize..ends[1] as usize];
            let least = places.iter().map(|&at| self.net[at as usize]).min().unwrap_or(0);
            if least != 0 {
                bound += least;
                *tax += least;
                places.iter().for_each(|&at| self.net[at as usize] -= least);
            }
        }
        bound
    }

    /// The taxes that belong to the bound, in units of 1 / [`UNIT`].
    pub fn taxes(&self) -> Vec<(ItemId, i64)> {
        let heads = self.heads.iter().zip(&self.head_taxes);
        heads.chain(self.open.iter().zip(&self.taxes)).map(|(&item, &tax)| (ItemId(item), tax)).collect()
    }

    /// The items of an option. `EVEN` is the number of items if all options have the same, else 0.
    #[inline(always)]
    fn items<const EVEN: usize>(&self, at: usize) -> &[u32] {
        match EVEN {
            0 => &self.items[self.starts[at] as usize..self.starts[at + 1] as usize],
            _ => &self.items[at * EVEN..at * EVEN + EVEN],
        }
    }

    /// The net cost of a live option.
    pub(crate) fn net(&self, option: u32) -> i64 {
        self.net[self.place[option as usize] as usize]
    }

    /// The options whose net cost exceeds `most`.
    pub(crate) fn dearer(&self, most: i64) -> Vec<u32> {
        let dear = self.options.iter().zip(&self.net).filter(|(_, net)| **net > most);
        dear.map(|(&option, _)| option).collect()
    }

    /// The regret of each primary item: the net cost of its second-best option above the best,
    /// among those still `alive`.
    pub(crate) fn regrets(&self, alive: &[bool]) -> impl Iterator<Item = (u32, i64)> {
        let heads = self.heads.iter().zip(self.groups.windows(2));
        let heads = heads.map(|(&item, ends)| (item, self.regret(alive, ends[0]..ends[1])));
        let others = self.open[..self.primary].iter().zip(self.of_starts.windows(2));
        let of = |ends: &[u32]| self.of[ends[0] as usize..ends[1] as usize].iter().copied();
        heads.chain(others.map(move |(&item, ends)| (item, self.regret(alive, of(ends)))))
    }

    fn regret(&self, alive: &[bool], places: impl Iterator<Item = u32>) -> i64 {
        let alive = places.map(|at| at as usize).filter(|&at| alive[self.options[at] as usize]);
        let (first, second) = alive.map(|at| self.net[at]).fold((i64::MAX, i64::MAX), |(first, second), net| {
            if net < first { (net, first) } else { (first, second.min(net)) }
        });
        second.saturating_sub(first)
    }

    /// Takes subgradient steps: lowers the tax of an item that the cheapest options cover too
    /// often, and raises the tax of an item that they leave out. Keeps the best taxes, and stops
    /// early once they rule out a cover that costs less than `known`. Calls `go_on` at each step
    /// with the number of cells read.
    pub fn walk(&self, taxes: &mut [f64], steps: usize, known: f64, go_on: GoOn) -> Result<(), StopReason> {
        match self.even {
            Some(3) => self.stride::<3>(taxes, steps, known, go_on),
            _ => self.stride::<0>(taxes, steps, known, go_on),
        }
    }

    /// [`LiveMatrix::walk`] for options with `EVEN` items each, or any number if 0. Not inlined: as
    /// part of the node's code it would run out of registers.
    #[inline(never)]
    fn stride<const EVEN: usize>(
        &self,
        taxes: &mut [f64],
        steps: usize,
        known: f64,
        go_on: GoOn,
    ) -> Result<(), StopReason> {
        let mut here: Vec<f64> = self.open.iter().map(|&item| taxes[item as usize]).collect();
        let (mut best, mut highest) = (here.clone(), f64::NEG_INFINITY);
        let (mut pace, mut stale) = (1.0, 0);
        // By item: 1 minus the number of times it is covered.
        let mut lacks = vec![0.0; here.len()];
        let mut nets = vec![0.0; self.options.len()];
        for _ in 0..steps {
            go_on(self.items.len())?;
            lacks.fill(1.0);
            let mut value = sum(&here, |tax| tax);
            // Computes all net costs before any comparison, so that they do not wait for each
            // other.
            let taxed = |cost: f64, items: &[u32]| items.iter().fold(cost, |net, &item| net - here[item as usize]);
            let pairs = nets.iter_mut().zip(&self.costs);
            match EVEN {
                0 => pairs.enumerate().for_each(|(at, (net, &cost))| *net = taxed(cost, self.items::<EVEN>(at))),
                _ => pairs
                    .zip(self.items.as_chunks::<EVEN>().0)
                    .for_each(|((net, &cost), items)| *net = taxed(cost, items)),
            }
            let mut pick = |at: usize, cost: f64| {
                value += cost;
                self.items::<EVEN>(at).iter().for_each(|&item| lacks[item as usize] -= 1.0);
            };
            for ends in self.groups.windows(2) {
                let (mut least, mut cheapest) = (f64::INFINITY, usize::MAX);
                let ends = ends[0] as usize..ends[1] as usize;
                for (at, &net) in ends.clone().zip(&nets[ends]) {
                    cheapest = if net < least { at } else { cheapest };
                    least = if net < least { net } else { least };
                }
                if cheapest != usize::MAX {
                    pick(cheapest, least);
                }
            }
            let loose = self.groups.last().map_or(0, |&end| end as usize);
            for (at, &net) in nets.iter().enumerate().skip(loose).filter(|(_, net)| **net < 0.0) {
                pick(at, net);
            }
            if value > highest + 1e-9 {
                (highest, stale) = (value, 0);
                best.copy_from_slice(&here);
                if value > known - 1.0 + 1e-2 {
                    break;
                }
            } else {
                stale += 1;
                if stale == 10 {
                    (pace, stale) = (pace * 0.6, 0);
                }
            }
            let length = sum(&lacks, |lack| lack * lack);
            if length == 0.0 {
                break;
            }
            // Without a known cover, aim a little above the current value.
            let aim = if known.is_finite() { known.max(value + 0.5) } else { value + value.abs().max(100.0) * 0.02 };
            let step = pace * (aim - value) / length;
            here.iter_mut().zip(&lacks).for_each(|(tax, lacks)| *tax += step * lacks);
            here[self.primary..].iter_mut().for_each(|tax| *tax = tax.min(0.0));
        }
        self.open.iter().zip(best).for_each(|(&item, tax)| taxes[item as usize] = tax);
        Ok(())
    }
}

/// Lists the live options of `list` from the place `end` on. Returns the place after the last one.
#[inline(always)]
fn keep(list: &[u32], alive: &[bool], options: &mut [u32], place: &mut [u32], mut end: usize) -> usize {
    for &option in list {
        (options[end], place[option as usize]) = (option, end as u32);
        end += usize::from(alive[option as usize]);
    }
    end
}

/// A sum with four independent accumulators.
fn sum(values: &[f64], of: impl Fn(f64) -> f64) -> f64 {
    let (fours, rest) = values.as_chunks::<4>();
    let parts = fours.iter().fold([0.0; 4], |parts: [f64; 4], four| std::array::from_fn(|k| parts[k] + of(four[k])));
    parts.iter().sum::<f64>() + rest.iter().map(|&value| of(value)).sum::<f64>()
}
