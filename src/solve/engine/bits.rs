//! The `bits` engine: the tree of `links`, with the live options as one row of bits.
//!
//! **Idea.** Taking an option rules out every option that shares an item with it; those are one mask, made beforehand. So a
//! node is one pass of `live & conflict`, a count taken down for each item of what went out, and a copy to go back to:
//! nothing is undone. The price is a mask for each option, so it is for problems of a few thousand options.
//!
//! **Invariants.** Items are chosen as [`Rule::Fewest`] chooses them, options tried in their order: node for node the
//! tree is that of `links`, and the tally is the one that `links` would have. So a run that is stopped can be handed to
//! the debugger as if it had walked there.

use crate::dlx::{Address, At, Branch, OptionId, Problem, Rule, Search, Tally};
use crate::solve::drive::{Flow, Host, Order};
use crate::solve::engine::{Engine, Harvest};
use crate::solve::outcome::{Outcome, Snapshot, Stand, StopReason};

/// The most options that masks are made for: half a megabyte of them at 2,000, two at 4,000.
pub const MOST: usize = 4096;

/// Nodes between two questions to the host.
const SLICE: u32 = 512;

/// Whether masks can be made for a problem at all.
pub fn fits(problem: &Problem) -> bool {
    // Every level has a count for every item.
    let counts = problem.n_items().saturating_mul(problem.n_primary().min(problem.n_options()));
    !problem.is_repeated() && problem.n_options() <= MOST && counts <= 16_000_000
}

/// In place of a level's item: none is chosen yet, or the level is finished.
const NEW: usize = usize::MAX;
const LEFT: usize = usize::MAX - 1;

/// A level of the search: everything as it is below the options chosen above it.
struct Level {
    live: Vec<u64>,
    /// By item: live options that hold it. Items are open while none of them is chosen.
    counts: Vec<u16>,
    open: Vec<u64>,
    /// The item chosen here, its live options, and how many of them were tried.
    item: usize,
    options: Vec<u32>,
    tried: usize,
}

struct Bits<'a> {
    problem: &'a Problem,
    words: usize,
    /// `conflicts[o * words..][..words]`: the options that share an item with option o, and o itself.
    conflicts: Vec<u64>,
    /// `columns[i * words..][..words]`: the options that hold item i.
    columns: Vec<u64>,
    /// By option: its nodes but one, which is what hiding it costs.
    costs: Vec<u64>,
    levels: Vec<Level>,
    depth: usize,
    chosen: Vec<OptionId>,
    tally: Tally,
}

/// See [`crate::solve::run`].
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    let mut bits = Bits::new(problem);
    let mut harvest = Harvest::new(problem, order.goal);
    let mut slice = SLICE;
    let stop = loop {
        match bits.next() {
            None => break StopReason::Exhausted,
            Some(false) => {}
            Some(true) => {
                if let Some(reason) = harvest.take(&bits.chosen, bits.tally.solutions, host) {
                    break reason;
                }
            }
        }
        slice -= 1;
        if slice == 0 {
            slice = SLICE;
            let flow = host.poll(&|| Snapshot {
                engine: Engine::Bits,
                tally: bits.tally.clone(),
                path: bits.chosen.clone(),
                address: bits.address(),
                count: u128::from(bits.tally.solutions),
                ways: harvest.ways,
                latest: harvest.shown(),
                best: harvest.best,
                bound: None,
                counters: Vec::new(),
                improvements: Vec::new(),
            });
            if let Flow::Stop(reason) = flow {
                break reason;
            }
        }
    };
    let stand = (stop != StopReason::Exhausted).then(|| bits.stand());
    harvest.outcome(Engine::Bits, stop, bits.tally, stand)
}

impl<'a> Bits<'a> {
    fn new(problem: &'a Problem) -> Bits<'a> {
        let words = problem.n_options().div_ceil(64);
        let mut columns = vec![0u64; problem.n_items() * words];
        let mut counts = vec![0u16; problem.n_items()];
        for option in problem.options() {
            for item in problem.items_of(option) {
                columns[item.index() * words + option.index() / 64] |= 1 << (option.index() % 64);
                counts[item.index()] += 1;
            }
        }
        let mut conflicts = vec![0u64; problem.n_options() * words];
        for (option, mask) in problem.options().zip(conflicts.chunks_mut(words.max(1))) {
            for item in problem.items_of(option) {
                let column = &columns[item.index() * words..][..words];
                mask.iter_mut().zip(column).for_each(|(mask, column)| *mask |= column);
            }
        }
        let mut live = vec![0u64; words];
        problem.options().for_each(|option| live[option.index() / 64] |= 1 << (option.index() % 64));
        let mut open = vec![0u64; problem.n_primary().div_ceil(64)];
        (0..problem.n_primary()).for_each(|item| open[item / 64] |= 1 << (item % 64));
        let root = Level { live, counts, open, item: NEW, options: Vec::new(), tried: 0 };
        let costs = problem.options().map(|option| problem.items_of(option).len() as u64 - 1).collect();
        Bits {
            problem,
            words,
            conflicts,
            columns,
            costs,
            levels: vec![root],
            depth: 0,
            chosen: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// On to the next node, `Some(false)`, or to the solution that the last node was, `Some(true)`; `None` at the end.
    fn next(&mut self) -> Option<bool> {
        loop {
            let level = &mut self.levels[self.depth];
            if level.item == NEW && !self.choose() {
                self.levels[self.depth].item = LEFT;
                self.tally.add_solution();
                return Some(true);
            }
            let level = &mut self.levels[self.depth];
            if level.item != LEFT
                && let Some(&option) = level.options.get(level.tried)
            {
                level.tried += 1;
                self.take(OptionId(option));
                return Some(false);
            }
            level.item = LEFT;
            if self.depth == 0 {
                return None;
            }
            self.depth -= 1;
            self.chosen.pop();
        }
    }

    /// Chooses the leftmost item with the fewest options. `false` if none is open.
    fn choose(&mut self) -> bool {
        let words = self.words;
        let level = &mut self.levels[self.depth];
        let (mut item, mut least) = (NEW, u16::MAX);
        'scan: for (at, &word) in level.open.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let own = at * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if level.counts[own] < least {
                    (item, least) = (own, level.counts[own]);
                    if least == 0 {
                        break 'scan;
                    }
                }
            }
        }
        if item == NEW {
            return false;
        }
        (level.item, level.tried) = (item, 0);
        level.options.clear();
        let mut updates = 0;
        if least > 0 {
            let column = &self.columns[item * words..][..words];
            for (at, (&live, &column)) in level.live.iter().zip(column).enumerate() {
                let mut rest = live & column;
                while rest != 0 {
                    let option = at * 64 + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    level.options.push(option as u32);
                    updates += self.costs[option];
                }
            }
        }
        self.tally.add_covers(1, updates);
        true
    }

    /// Takes an option: the level below is this one without what it rules out.
    fn take(&mut self, option: OptionId) {
        let words = self.words;
        if self.levels.len() == self.depth + 1 {
            let own = &self.levels[self.depth];
            let (live, counts, open) = (own.live.clone(), own.counts.clone(), own.open.clone());
            self.levels.push(Level { live, counts, open, item: NEW, options: Vec::new(), tried: 0 });
        }
        let (above, below) = self.levels.split_at_mut(self.depth + 1);
        let (above, below) = (&above[self.depth], &mut below[0]);
        below.item = NEW;
        below.counts.copy_from_slice(&above.counts);
        below.open.copy_from_slice(&above.open);
        let conflict = &self.conflicts[option.index() * words..][..words];
        let mut updates = 0;
        let masks = above.live.iter().zip(conflict).zip(&mut below.live);
        for (at, ((&live, &conflict), left)) in masks.enumerate() {
            let mut out = live & conflict;
            *left = live & !conflict;
            while out != 0 {
                let gone = at * 64 + out.trailing_zeros() as usize;
                out &= out - 1;
                updates += self.costs[gone];
                for item in self.problem.items_of(OptionId(gone as u32)) {
                    below.counts[item.index()] -= 1;
                }
            }
        }
        // What holds the chosen item was hidden when that was chosen.
        updates -= above.options.iter().map(|&own| self.costs[own as usize]).sum::<u64>();
        let items = self.problem.items_of(option);
        for item in items.iter().filter(|item| self.problem.is_primary(**item)) {
            below.open[item.index() / 64] &= !(1 << (item.index() % 64));
        }
        self.chosen.push(option);
        self.depth += 1;
        self.tally.enter(self.depth);
        self.tally.add_covers(items.len() as u64 - 1, updates);
    }

    fn address(&self) -> Address {
        let branches =
            self.levels[..self.depth].iter().map(|own| Branch { k: own.tried, d: own.options.len() }).collect();
        let at = match (self.levels[self.depth].item, self.chosen.last()) {
            (LEFT, Some(&last)) => At::Uncover(self.problem.items_of(last).len() - 1),
            (LEFT, None) => At::End,
            _ => At::Level,
        };
        Address { limit: None, branches, at }
    }

    /// The same place in links, with the counts of the way there.
    fn stand(&self) -> Stand {
        let mut search = Search::new(self.problem, Rule::Fewest);
        match search.go(&self.address()) {
            Ok(()) => Stand::Search(Box::new(search), self.tally.clone()),
            Err(_) => Stand::Path(self.chosen.clone()),
        }
    }
}
