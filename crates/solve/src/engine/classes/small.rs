//! Counts subproblems with at most 64 options, at most 64 primary items and a small tree. A set of
//! options or items is one word.

use super::rest::Rest;
use dancing::Problem;

/// The most nodes of a tree: a tenth of a millisecond, in which the host is not polled.
const MOST_NODES: u32 = 1 << 14;

/// Counts small subproblems. Holds buffers that are reused from one to the next.
#[derive(Default)]
pub(super) struct Small {
    /// By item of the problem: its place, if it is open and primary.
    places: Vec<u32>,
    /// By place: the options.
    columns: Vec<u64>,
    /// By option: its primary items, and the options that share an item with it.
    rows: Vec<u64>,
    clashes: Vec<u64>,
    /// The options of each item, as a set.
    of: Vec<u64>,
}

impl Small {
    /// Counts the covers of a subproblem. Returns the covers, or `None` if the tree is not small,
    /// and the number of nodes that were walked through.
    pub(super) fn count(&mut self, problem: &Problem, rest: &Rest) -> (Option<u64>, u32) {
        if rest.n_live > 64 {
            return (None, 0);
        }
        self.places.resize(problem.n_items(), 0);
        self.of.clear();
        self.of.resize(problem.n_items(), 0);
        let mut items = 0;
        for item in (0..problem.n_primary()).filter(|&item| rest.open[item]) {
            self.places[item] = items;
            items += 1;
        }
        if items > 64 {
            return (None, 0);
        }
        let live = || problem.options().filter(|option| rest.live[option.index()]);
        for (at, option) in live().enumerate() {
            problem.items_of(option).iter().for_each(|item| self.of[item.index()] |= 1 << at);
        }
        self.rows.clear();
        self.clashes.clear();
        self.columns.clear();
        self.columns.resize(items as usize, 0);
        for (at, option) in live().enumerate() {
            let (mut row, mut clash) = (0u64, 0);
            for item in problem.items_of(option) {
                clash |= self.of[item.index()];
                if problem.is_primary(*item) {
                    row |= 1 << self.places[item.index()];
                    self.columns[self.places[item.index()] as usize] |= 1 << at;
                }
            }
            self.rows.push(row);
            self.clashes.push(clash);
        }
        let mut nodes = 0;
        let all = if items == 64 { u64::MAX } else { (1 << items) - 1 };
        let live = if rest.n_live == 64 { u64::MAX } else { (1 << rest.n_live) - 1 };
        let number = self.below(live, all, &mut nodes);
        (number, nodes)
    }

    /// Counts the covers below a node. Returns `None` if the tree has too many nodes.
    fn below(&self, live: u64, open: u64, nodes: &mut u32) -> Option<u64> {
        *nodes += 1;
        if *nodes > MOST_NODES {
            return None;
        }
        let (mut fewest, mut of, mut left) = (u32::MAX, 0, open);
        while left != 0 {
            let options = self.columns[left.trailing_zeros() as usize] & live;
            if options.count_ones() < fewest {
                (fewest, of) = (options.count_ones(), options);
            }
            left &= left - 1;
        }
        if open == 0 {
            return Some(1);
        }
        let mut number = 0;
        while of != 0 {
            let option = of.trailing_zeros() as usize;
            number += self.below(live & !self.clashes[option], open & !self.rows[option], nodes)?;
            of &= of - 1;
        }
        Some(number)
    }
}
