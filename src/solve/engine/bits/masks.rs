//! What the engine `bits` looks things up in: for each option the mask of what it rules out and the row of what its going
//! takes off the items' keys, for each item the mask of its options. Of a whole problem, or of what is left of it at some level:
//! there the masks are as much shorter as there are fewer options, and the rows as there are fewer items.

use super::key::Block;
use crate::dlx::{ItemId, OptionId, Problem};
use std::ops::{Add, Sub};

/// How many options there are, and what hiding them costs in links: their nodes but one of each. Two halves of a word, for
/// wherever one of them is added the other is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(u64);

impl Size {
    /// Of one option with so many items.
    fn of(items: usize) -> Size {
        Size(1 << 32 | (items as u64 - 1))
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

impl Add for Size {
    type Output = Size;
    #[inline(always)]
    fn add(self, other: Size) -> Size {
        Size(self.0 + other.0)
    }
}

impl Sub for Size {
    type Output = Size;
    #[inline(always)]
    fn sub(self, other: Size) -> Size {
        Size(self.0 - other.0)
    }
}

/// Masks over some options of a problem, which are numbered from 0 in their old order.
#[derive(Debug, Default)]
pub struct Masks<B> {
    /// The options, as the problem numbers them, and the primary items that are open, by lane.
    pub options: Vec<OptionId>,
    pub items: Vec<ItemId>,
    /// Words of a mask, and blocks of keys in a row.
    pub words: usize,
    pub blocks: usize,
    /// `conflicts[o * words..][..words]`: the options that share an item with option o, and o itself.
    pub conflicts: Vec<u64>,
    /// `columns[i * words..][..words]`: the options that hold item i of the problem.
    pub columns: Vec<u64>,
    /// `rows[o * blocks..][..blocks]`: what goes off the keys when option o goes.
    pub rows: Vec<B>,
    /// By option.
    pub sizes: Vec<Size>,
    /// By item of the problem: its lane.
    lanes: Vec<usize>,
}

impl<B: Block> Masks<B> {
    /// Makes them anew, in the memory that they have: for these options, and these items, leftmost first.
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
            self.sizes.push(Size::of(items.len()));
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

    /// The lane of an item that is open here.
    #[inline(always)]
    pub fn lane(&self, item: ItemId) -> usize {
        self.lanes[item.index()]
    }
}

fn fill<T: Clone>(memory: &mut Vec<T>, len: usize, with: T) {
    memory.clear();
    memory.resize(len, with);
}
