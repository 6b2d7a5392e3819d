//! Lower bounds on the options that a repeated cover still needs. They cut the IDA* search.
//!
//! Each one is admissible (never above the true number) and a pure function of the search state, so
//! that stepping back finds the same cuts.

use super::links::Links;
use super::nodes::Word;
use super::view::LinksView;
use super::{ItemId, NodeId};

/// The multiplier of an item that has none yet.
pub(super) const UNTAXED: f64 = -1.0;

/// Work limit of the subgradient steps at one node, in (item, option) pairs read: a few
/// milliseconds.
const LOOKS: usize = 4_000_000;

/// A lower bound, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
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

    /// A short description.
    pub fn words(self) -> &'static str {
        match self {
            Estimate::Disjoint => "items that share no option",
            Estimate::Share => "shares of the largest options",
            Estimate::Taxes => "Lagrangian multipliers on items",
        }
    }

    /// A lower bound on the options that the open items need. `taxes` holds the multipliers by
    /// item: of the level above on entry, of this level on return. `steps` limits the subgradient
    /// steps. `room` is the number of options that may still be taken; a bound above it is not
    /// improved further.
    pub(super) fn lower_bound<W: Word>(self, links: &Links<W>, taxes: &mut [f64], steps: u32, room: u32) -> u32 {
        match self {
            Estimate::Disjoint => disjoint(links),
            Estimate::Share => OpenItems::of(links).share(),
            Estimate::Taxes => OpenItems::of(links).tax(taxes, steps, room),
        }
    }
}

fn disjoint<W: Word>(links: &Links<W>) -> u32 {
    let view: &dyn LinksView = links;
    let mut reached = vec![false; links.root()];
    let mut needs = 0;
    let mut item = links.first();
    while item != links.root() {
        if !reached[item] {
            needs += 1;
            for node in view.column(ItemId(item as u32)) {
                view.option_nodes(node).for_each(|other| reached[links.item(other).index()] = true);
            }
        }
        item = links.after(item);
    }
    needs
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
        let mut kept = prices.clone();
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
            let slope = |k: usize| 1.0 - self.of_item(k).iter().filter(|&&o| gains[o as usize] < 0.0).count() as f64;
            let steep: f64 = (0..prices.len()).map(|k| slope(k) * slope(k)).sum();
            if steep == 0.0 {
                break;
            }
            let step = pace * (goal - bound).max(0.05) / steep;
            for (k, tax) in prices.iter_mut().enumerate() {
                *tax = (*tax + step * slope(k)).max(0.0);
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
    (bound - 1e-6).ceil().max(0.0) as u32
}
