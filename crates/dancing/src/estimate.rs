//! Lower bounds on the options that a repeated cover still needs. They cut the IDA* search.
//!
//! Each one is admissible (never above the true number) and a pure function of the search state, so
//! that stepping back finds the same cuts.

use super::links::Links;
use super::nodes::Word;
use super::view::LinksView;
use super::{ItemId, NodeId, OptionId};
use alloc::vec::Vec;

/// The multiplier of an item that has none yet.
pub(super) const UNTAXED: f64 = -1.0;

/// Work limit of the subgradient steps at one node, in (item, option) pairs read: a few
/// milliseconds.
const LOOKS: usize = 4_000_000;

/// A lower bound, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Estimate {
    /// Counts open items of which no two share an option: each needs an option of its own. The
    /// usual estimate of tutorials.
    Disjoint,
    /// Every open item counts 1 / (the size of the largest option that could still cover it). The
    /// bound is the sum.
    Share,
    /// Lagrangian multipliers on the items, improved by the subgradient method.
    #[default]
    Taxes,
}

impl Estimate {
    /// All lower bounds.
    pub const ALL: [Estimate; 3] = [Estimate::Disjoint, Estimate::Share, Estimate::Taxes];

    /// The name on the command line (`--estimate`) and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Estimate::Disjoint => "disjoint",
            Estimate::Share => "share",
            Estimate::Taxes => "taxes",
        }
    }

    /// A lower bound on the options that the open items need. `taxes` holds the multipliers by
    /// item: of the level above on entry, of this level on return. `steps` limits the subgradient
    /// steps. `room` is the number of options that may still be taken; a bound above it is not
    /// improved further.
    pub(super) fn lower_bound<W: Word>(self, links: &Links<W>, taxes: &mut [f64], steps: u32, room: u32) -> u32 {
        match self {
            Estimate::Disjoint => apart(links).len() as u32,
            Estimate::Share => OpenItems::of(links).share(),
            Estimate::Taxes => OpenItems::of(links).tax(taxes, steps, room),
        }
    }

    /// The items that add to the bound, each with its price. `taxes` holds the multipliers of this
    /// level by item.
    pub(super) fn prices<W: Word>(self, links: &Links<W>, taxes: &[f64]) -> Vec<Price> {
        let view: &dyn LinksView = links;
        let open = |node: NodeId| view.option_nodes(node).map(|other| view.item(other)).filter(|&i| view.is_open(i));
        let total = |node: NodeId| match self {
            Estimate::Taxes => open(node).map(|item| taxes[item.index()]).sum(),
            Estimate::Disjoint | Estimate::Share => open(node).count() as f64,
        };
        // The first of the options with the largest total.
        let price = |item: ItemId| {
            let best = view.column(item).map(|node| (total(node), node));
            let best = best.reduce(|one, other| if other.0 > one.0 { other } else { one });
            let each = match self {
                Estimate::Taxes => taxes[item.index()],
                Estimate::Disjoint | Estimate::Share => 1.0 / best.map_or(1.0, |(size, _)| size),
            };
            Price { item, option: best.and_then(|(_, node)| view.option(node)), each, times: 1 }
        };
        match self {
            Estimate::Disjoint => {
                apart(links).into_iter().map(|item| Price { item, option: None, each: 1.0, times: 1 }).collect()
            }
            Estimate::Share => view.open_items().map(price).collect(),
            Estimate::Taxes => view.open_items().map(price).filter(|price| price.each > 0.0).collect(),
        }
    }
}

/// The part of a bound that one open item adds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// The item.
    pub item: ItemId,
    /// The option that sets the price: the largest, the dearest or the heaviest that could still
    /// cover the item. `None` if the price does not depend on an option.
    pub option: Option<OptionId>,
    /// Options, or points of a score.
    pub each: f64,
    /// The times that the item adds its price: 1, unless several options may hold it.
    pub times: u32,
}

/// The open items that share no option with one before them. Each needs an option of its own.
fn apart<W: Word>(links: &Links<W>) -> Vec<ItemId> {
    let view: &dyn LinksView = links;
    let mut reached = vec![false; links.root()];
    let mut apart = Vec::new();
    let mut item = links.first();
    while item != links.root() {
        if !reached[item] {
            apart.push(ItemId(item as u32));
            for node in view.column(ItemId(item as u32)) {
                view.option_nodes(node).for_each(|other| reached[links.item(other).index()] = true);
            }
        }
        item = links.after(item);
    }
    apart
}

/// The open items and their remaining options, packed.
struct OpenItems {
    items: Vec<usize>,
    /// `starts[k]..starts[k + 1]` are the options of the k-th item in `options`.
    starts: Vec<usize>,
    options: Vec<u32>,
    /// By option: the number of open items that it holds.
    sizes: Vec<u32>,
}

impl OpenItems {
    fn of<W: Word>(links: &Links<W>) -> OpenItems {
        let mut open = OpenItems { items: Vec::new(), starts: vec![0], options: Vec::new(), sizes: Vec::new() };
        let mut numbers = vec![u32::MAX; links.n_options()];
        let mut item = links.first();
        while item != links.root() {
            open.items.push(item);
            let mut node = links.down(NodeId(item as u32));
            while node.index() != item {
                let option = links.option(node).expect("a header ends the list").index();
                if numbers[option] == u32::MAX {
                    numbers[option] = open.sizes.len() as u32;
                    open.sizes.push(0);
                }
                open.options.push(numbers[option]);
                open.sizes[numbers[option] as usize] += 1;
                node = links.down(node);
            }
            open.starts.push(open.options.len());
            item = links.after(item);
        }
        open
    }

    fn of_item(&self, k: usize) -> &[u32] {
        &self.options[self.starts[k]..self.starts[k + 1]]
    }

    /// The k-th item's share of the largest option that holds it.
    fn share_of(&self, k: usize) -> f64 {
        let largest = self.of_item(k).iter().map(|&option| self.sizes[option as usize]).max();
        1.0 / f64::from(largest.unwrap_or(1))
    }

    fn share(&self) -> u32 {
        whole((0..self.items.len()).map(|k| self.share_of(k)).sum())
    }

    /// A few steps of the subgradient method from the given multipliers. All nonnegative
    /// multipliers prove a bound: their sum, less the amount by which the items of each option
    /// exceed its price of 1.
    fn tax(&self, taxes: &mut [f64], steps: u32, room: u32) -> u32 {
        let mut prices: Vec<f64> = self.items.iter().map(|&item| taxes[item]).collect();
        for (k, tax) in prices.iter_mut().enumerate() {
            if *tax == UNTAXED {
                *tax = self.share_of(k);
            }
        }
        let mut gains = vec![0.0; self.sizes.len()];
        let (mut best, mut pace, mut stale) = (0.0_f64, 1.0, 0);
        let goal = f64::from(room) + 1.0;
        let (mut kept, mut slopes) = (prices.clone(), vec![0.0; prices.len()]);
        for _ in 0..steps.min((LOOKS / self.options.len().max(1)) as u32).max(1) {
            gains.fill(1.0);
            for (k, &tax) in prices.iter().enumerate() {
                self.of_item(k).iter().for_each(|&option| gains[option as usize] -= tax);
            }
            let bound = prices.iter().sum::<f64>() + gains.iter().filter(|&&gain| gain < 0.0).sum::<f64>();
            if bound > best + 1e-9 {
                (best, stale) = (bound, 0);
                kept.copy_from_slice(&prices);
            } else {
                stale += 1;
                if stale == 3 {
                    (pace, stale) = (pace * 0.6, 0);
                }
            }
            if whole(best) > room {
                break;
            }
            for (k, slope) in slopes.iter_mut().enumerate() {
                *slope = 1.0 - self.of_item(k).iter().filter(|&&o| gains[o as usize] < 0.0).count() as f64;
            }
            let steep: f64 = slopes.iter().map(|slope| slope * slope).sum();
            if steep == 0.0 {
                break;
            }
            let step = pace * (goal - bound).max(0.05) / steep;
            for (tax, slope) in prices.iter_mut().zip(&slopes) {
                *tax = (*tax + step * slope).max(0.0);
            }
        }
        for (k, &item) in self.items.iter().enumerate() {
            taxes[item] = kept[k];
        }
        whole(best).max(u32::from(!self.items.is_empty()))
    }
}

/// Rounds a bound up to a whole number of options, less a tolerance for rounding errors.
fn whole(bound: f64) -> u32 {
    let bound = bound - 1e-6;
    // A cast cuts off what follows the point, and makes 0 of a negative number.
    let below = bound as u32;
    below + u32::from(f64::from(below) < bound)
}
