//! The lookup tables of the `bits` engine. By option: the mask of the options that it rules out,
//! and the row that is subtracted from the items' keys when the option is removed. By item: the
//! mask of its options, and the mask of those of each of its colours. The tables belong to a whole
//! problem, or to the live part of it at some level: then masks and rows are shorter.

use super::key::Block;
use dancing::{ItemId, OptionId, Problem};
use std::collections::HashMap;
use std::ops::{Add, Sub};

/// A number of options, and the cost of hiding them in links: all their nodes except one of each.
/// Both are in one word, because they are always added together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OptionNodes(u64);

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

/// The colours of the items of a problem, numbered from 1 through all items.
#[derive(Debug, Default)]
pub struct Shades {
    /// `of[starts[o]..starts[o + 1]]` are the colours that option o gives to its items, 0 for none.
    /// Empty if there are no colours.
    starts: Vec<usize>,
    of: Vec<u32>,
    number: usize,
}

impl Shades {
    pub fn new(problem: &Problem) -> Shades {
        let (mut shades, mut known) = (Shades::default(), HashMap::new());
        if problem.is_colored() {
            for option in problem.options() {
                shades.starts.push(shades.of.len());
                for cell in problem.colored_items_of(option) {
                    let next = known.len() as u32 + 1;
                    shades.of.push(if cell.1 == 0 { 0 } else { *known.entry(cell).or_insert(next) });
                }
            }
            shades.starts.push(shades.of.len());
        }
        shades.number = known.len();
        shades
    }

    /// The colours that an option gives to its items, 0 for none. `None` if there are no colours.
    fn of(&self, option: OptionId) -> Option<&[u32]> {
        let end = *self.starts.get(option.index() + 1)?;
        Some(&self.of[self.starts[option.index()]..end])
    }
}

/// Masks over some options of a problem, numbered from 0 in the problem's order.
#[derive(Debug, Default)]
pub(crate) struct Masks<B> {
    /// By number here: the option of the problem. By lane: the open primary item.
    pub options: Vec<OptionId>,
    pub items: Vec<ItemId>,
    /// The words of a mask, and the blocks of a row.
    pub words: usize,
    pub blocks: usize,
    /// `conflicts[o * words..][..words]`: option o, and the options that share an item with it and
    /// do not give it the same colour.
    pub conflicts: Vec<u64>,
    /// `columns[i * words..][..words]`: the options that hold item i of the problem. After those of
    /// all items, those of the colours.
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
        shades: &Shades,
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
        let shade = |number: u32| (problem.n_items() + number as usize - 1) * words;
        fill(&mut self.columns, (problem.n_items() + shades.number) * words, 0);
        fill(&mut self.conflicts, self.options.len() * words, 0);
        fill(&mut self.rows, self.options.len() * blocks, B::ZERO);
        self.sizes.clear();
        for (at, &option) in self.options.iter().enumerate() {
            let items = problem.items_of(option);
            // With colours, the nodes that are hidden with an option depend on the items that have
            // their colour, so they are not counted.
            let colors = shades.of(option);
            self.sizes.push(OptionNodes::of(if colors.is_some() { 1 } else { items.len() }));
            for &number in colors.unwrap_or_default().iter().filter(|&&number| number > 0) {
                self.columns[shade(number) + at / 64] |= 1 << (at % 64);
            }
            for &item in items {
                self.columns[item.index() * words + at / 64] |= 1 << (at % 64);
                if problem.is_primary(item) {
                    let lane = self.lanes[item.index()];
                    self.rows[at * blocks + lane / B::LANES].take_off(lane % B::LANES, one);
                }
            }
        }
        for (&option, mask) in self.options.iter().zip(self.conflicts.chunks_mut(words.max(1))) {
            let colors = shades.of(option);
            for (k, item) in problem.items_of(option).iter().enumerate() {
                let column = &self.columns[item.index() * words..][..words];
                match colors.map_or(0, |colors| colors[k]) {
                    0 => mask.iter_mut().zip(column).for_each(|(mask, column)| *mask |= column),
                    number => {
                        let alike = &self.columns[shade(number)..][..words];
                        mask.iter_mut().zip(column).zip(alike).for_each(|((mask, all), alike)| *mask |= all & !alike);
                    }
                }
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
