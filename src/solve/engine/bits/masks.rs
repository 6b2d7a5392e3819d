//! The lookup tables of the `bits` engine. By option: the mask of the options that it rules out,
//! and the row that is subtracted from the items' keys when the option is removed. By item: the
//! mask of its options. The tables belong to a whole problem, or to the live part of it at some
//! level: then masks and rows are shorter.

use super::key::Block;
use crate::dlx::{ItemId, OptionId, Problem};
use std::ops::{Add, Sub};

/// A number of options, and the cost of hiding them in links: all their nodes except one of each.
/// Both are in one word, because they are always added together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct OptionNodes(u64);

impl OptionNodes {
    /// The size of one option with this many items.
    fn of(items: usize) -> OptionNodes {
        OptionNodes(1 << 32 | (items as u64 - 1))
    }

    #[inline(always)]
    pub fn options(self) -> u64 {
        self.0 >> 32
    }

    #[inline(always)]
    pub fn cost(self) -> u64 {
        self.0 & u64::from(u32::MAX)
    }
}

impl Add for OptionNodes {
    type Output = OptionNodes;
    #[inline(always)]
    fn add(self, other: OptionNodes) -> OptionNodes {
        // The sizes of all options together fit both halves, and this runs for every option.
        OptionNodes(self.0.wrapping_add(other.0))
    }
}

impl Sub for OptionNodes {
    type Output = OptionNodes;
    #[inline(always)]
    fn sub(self, other: OptionNodes) -> OptionNodes {
        OptionNodes(self.0.wrapping_sub(other.0))
    }
}

/// Masks over some options of a problem, numbered from 0 in the problem's order.
#[derive(Debug, Default)]
pub struct Masks<B> {
    /// By number here: the option of the problem. By lane: the open primary item.
    pub options: Vec<OptionId>,
    pub items: Vec<ItemId>,
    /// The words of a mask, and the blocks of a row.
    pub words: usize,
    pub blocks: usize,
    /// `conflicts[o * words..][..words]`: option o, and the options that share an item with it.
    pub conflicts: Vec<u64>,
    /// `columns[i * words..][..words]`: the options that hold item i of the problem.
    pub columns: Vec<u64>,
    /// `rows[o * blocks..][..blocks]`: the amounts subtracted from the keys when option o is
    /// removed.
    pub rows: Vec<B>,
    /// By option: its size.
    pub sizes: Vec<OptionNodes>,
    /// By item of the problem: its lane.
    lanes: Vec<usize>,
}

impl<B: Block> Masks<B> {
    /// Rebuilds the tables in their memory, for these options and items, leftmost first.
    pub fn make(
        &mut self,
        problem: &Problem,
        one: u32,
        options: impl Iterator<Item = OptionId>,
        items: impl Iterator<Item = ItemId>,
    ) {
        self.options.clear();
        self.options.extend(options);
        self.items.clear();
        self.items.extend(items);
        self.lanes.resize(problem.n_items(), 0);
        self.items.iter().enumerate().for_each(|(lane, item)| self.lanes[item.index()] = lane);
        (self.words, self.blocks) = (self.options.len().div_ceil(64), self.items.len().div_ceil(B::LANES));
        let (words, blocks) = (self.words, self.blocks);
        fill(&mut self.columns, problem.n_items() * words, 0);
        fill(&mut self.conflicts, self.options.len() * words, 0);
        fill(&mut self.rows, self.options.len() * blocks, B::ZERO);
        self.sizes.clear();
        for (at, &option) in self.options.iter().enumerate() {
            let items = problem.items_of(option);
            self.sizes.push(OptionNodes::of(items.len()));
            for &item in items {
                self.columns[item.index() * words + at / 64] |= 1 << (at % 64);
                if problem.is_primary(item) {
                    let lane = self.lanes[item.index()];
                    self.rows[at * blocks + lane / B::LANES].take_off(lane % B::LANES, one);
                }
            }
        }
        for (&option, mask) in self.options.iter().zip(self.conflicts.chunks_mut(words.max(1))) {
            for item in problem.items_of(option) {
                let column = &self.columns[item.index() * words..][..words];
                mask.iter_mut().zip(column).for_each(|(mask, column)| *mask |= column);
            }
        }
    }

    /// The lane of an open item.
    #[inline(always)]
    pub fn lane(&self, item: ItemId) -> usize {
        self.lanes[item.index()]
    }
}

fn fill<T: Clone>(memory: &mut Vec<T>, len: usize, with: T) {
    memory.clear();
    memory.resize(len, with);
}
