//! Explanations where no technique helps: a set of items of the cover that excludes a candidate,
//! and of which none can be left out.

use crate::dlx::{ItemId, OptionId};
use crate::puzzle::{Cell, Encoded, Reasoning, Shape, Symbol, encode};
use std::collections::VecDeque;

/// A set of items, one bit each.
type Items = Vec<u64>;

fn join(set: &mut Items, other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(one, other)| *one |= other);
}

fn size(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn holds(set: &[u64], item: usize) -> bool {
    set[item / 64] >> (item % 64) & 1 == 1
}

/// The branches that a refutation may have.
const MOST_BRANCHES: u32 = 300;

/// The number of candidates whose smallest refutations are made irreducible, if time is not
/// limited.
const FEW: usize = 3;

/// The exact cover of a grid, without the options that were removed before.
pub struct Refuter {
    encoded: Encoded,
    /// By option: its items. Empty if the option is placed or was removed.
    items: Vec<Vec<usize>>,
    /// By item: its options. Empty if the item is covered already.
    options: Vec<Vec<usize>>,
    primary: usize,
    open: Vec<usize>,
}

/// A candidate that is wrong, and the items that show it. Beside the candidate, they cannot all be
/// covered; without any one of them, the others can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The cell of the candidate.
    pub cell: Cell,
    /// The symbol of the candidate.
    pub symbol: Symbol,
    /// The items, as the encoding numbers them.
    pub items: Vec<ItemId>,
}

impl Refuter {
    /// The cover of what is left of a grid.
    pub fn new(reasoning: &Reasoning) -> Refuter {
        let grid = reasoning.grid();
        let encoded = encode(&Shape::Grid(grid.without_weights()));
        let problem = &encoded.problem;
        let mut covered = vec![false; problem.n_items()];
        let mut open = Vec::new();
        for option in problem.options() {
            let Some(placed) = encoded.placement(option) else { continue };
            match grid.entry(placed.cell).symbol() {
                Some(symbol) if symbol == placed.symbol => {
                    problem.items_of(option).iter().for_each(|item| covered[item.index()] = true);
                }
                Some(_) => {}
                None if reasoning.left(placed.cell) >> placed.symbol.0 & 1 == 1 => open.push(option.index()),
                None => {}
            }
        }
        let mut items = vec![Vec::new(); problem.n_options()];
        let mut options = vec![Vec::new(); problem.n_items()];
        open.retain(|&option| {
            let held = problem.items_of(OptionId(option as u32));
            let free = held.iter().all(|item| !covered[item.index()]);
            if free {
                items[option] = held.iter().map(|item| item.index()).collect();
                held.iter().for_each(|item| options[item.index()].push(option));
            }
            free
        });
        let primary = problem.n_primary();
        Refuter { items, options, primary, open, encoded }
    }

    /// The encoding whose items a refutation names.
    pub fn encoded(&self) -> &Encoded {
        &self.encoded
    }

    /// Returns items, of those enabled, that cannot all be covered beside an option. `None` if they
    /// can, or if it is not found out.
    fn core(&self, enabled: &[u64], option: usize) -> Option<Items> {
        let mut search = Search {
            refuter: self,
            enabled,
            alive: self.items.iter().map(|items| !items.is_empty()).collect(),
            why: vec![None; self.items.len()],
            taken: vec![false; self.items.len()],
            covered: vec![false; self.options.len()],
            trail: Vec::new(),
            branches: 0,
        };
        search.refute(option)
    }

    /// Removes items from a core as long as the others exclude the option.
    fn reduced(&self, mut core: Items, option: usize, go_on: &mut dyn FnMut() -> bool) -> Option<Items> {
        for item in 0..self.options.len() {
            if !go_on() {
                return None;
            }
            if !holds(&core, item) {
                continue;
            }
            let mut less = core.clone();
            less[item / 64] &= !(1 << (item % 64));
            core = self.core(&less, option).unwrap_or(core);
        }
        Some(core)
    }

    /// The smallest refutation that is found before `go_on` returns `false`. `thorough` makes all
    /// of them irreducible, not only the most promising ones.
    pub fn smallest(&self, thorough: bool, go_on: &mut dyn FnMut() -> bool) -> Option<Refutation> {
        let all: Items = vec![u64::MAX; self.options.len().div_ceil(64)];
        let mut cores: Vec<(usize, Items)> = Vec::new();
        for &option in &self.open {
            cores.extend(self.core(&all, option).map(|core| (option, core)));
            if !go_on() {
                break;
            }
        }
        cores.sort_by_key(|(option, core)| (size(core), *option));
        let most = if thorough { cores.len() } else { FEW };
        let mut best: Option<(usize, Items)> = None;
        for (option, core) in cores.into_iter().take(most) {
            let Some(reduced) = self.reduced(core, option, go_on) else { break };
            if best.as_ref().is_none_or(|(_, best)| size(&reduced) < size(best)) {
                best = Some((option, reduced));
            }
        }
        let (option, core) = best?;
        let placed = self.encoded.placement(OptionId(option as u32))?;
        let items = (0..self.options.len()).filter(|&item| holds(&core, item)).map(|item| ItemId(item as u32));
        Some(Refutation { cell: placed.cell, symbol: placed.symbol, items: items.collect() })
    }
}

/// A search for a contradiction that remembers which items it used.
struct Search<'a> {
    refuter: &'a Refuter,
    enabled: &'a [u64],
    alive: Vec<bool>,
    /// By option: the items for which it was removed. `None` if it was not removed here.
    why: Vec<Option<Items>>,
    taken: Vec<bool>,
    covered: Vec<bool>,
    trail: Vec<Change>,
    branches: u32,
}

enum Change {
    Removed(usize),
    Taken(usize),
    Covered(usize),
}

impl Search<'_> {
    /// The items of a contradiction that follows from taking an option. `None` if there is none, or
    /// if it takes too long to find.
    fn refute(&mut self, option: usize) -> Option<Items> {
        let start = self.trail.len();
        let found = self.follow(option).or_else(|| self.branch());
        self.take_back(start);
        found
    }

    fn none(&self) -> Items {
        vec![0; self.enabled.len()]
    }

    /// Takes an option and all that it forces. Returns the items of a contradiction, if there is
    /// one.
    fn follow(&mut self, option: usize) -> Option<Items> {
        let mut forced = VecDeque::from([(option, self.none())]);
        while let Some((option, why)) = forced.pop_front() {
            if self.taken[option] {
                continue;
            }
            if !self.alive[option] {
                let mut core = why;
                join(&mut core, self.why[option].as_deref()?);
                return Some(core);
            }
            self.taken[option] = true;
            self.trail.push(Change::Taken(option));
            for &item in &self.refuter.items[option] {
                if !holds(self.enabled, item) {
                    continue;
                }
                self.covered[item] = true;
                self.trail.push(Change::Covered(item));
                let mut because = why.clone();
                because[item / 64] |= 1 << (item % 64);
                for &other in &self.refuter.options[item] {
                    if other == option || !self.alive[other] {
                        continue;
                    }
                    if self.taken[other] {
                        continue;
                    }
                    self.alive[other] = false;
                    self.why[other] = Some(because.clone());
                    self.trail.push(Change::Removed(other));
                    for &touched in &self.refuter.items[other] {
                        if touched >= self.refuter.primary || self.covered[touched] || !holds(self.enabled, touched) {
                            continue;
                        }
                        let mut left = self.refuter.options[touched].iter().filter(|&&option| self.alive[option]);
                        match (left.next(), left.next()) {
                            (None, _) => return Some(self.reasons(touched)),
                            (Some(&last), None) => forced.push_back((last, self.reasons(touched))),
                            (Some(_), Some(_)) => {}
                        }
                    }
                }
            }
        }
        None
    }

    /// An item and the reasons why its removed options were removed.
    fn reasons(&self, item: usize) -> Items {
        let mut reasons = self.none();
        reasons[item / 64] |= 1 << (item % 64);
        for why in self.refuter.options[item].iter().filter_map(|&option| self.why[option].as_ref()) {
            join(&mut reasons, why);
        }
        reasons
    }

    /// Refutes each option of the item with the fewest options. `None` if one cannot be refuted.
    fn branch(&mut self) -> Option<Items> {
        let open = (0..self.refuter.primary)
            .filter(|&item| holds(self.enabled, item) && !self.covered[item] && !self.refuter.options[item].is_empty());
        let count = |item: usize| self.refuter.options[item].iter().filter(|&&option| self.alive[option]).count();
        let item = open.min_by_key(|&item| (count(item), item))?;
        self.branches += 1;
        if self.branches > MOST_BRANCHES {
            return None;
        }
        let mut core = self.reasons(item);
        let ways: Vec<usize> =
            self.refuter.options[item].iter().copied().filter(|&option| self.alive[option]).collect();
        for option in ways {
            let more = self.refute(option)?;
            join(&mut core, &more);
        }
        Some(core)
    }

    fn take_back(&mut self, to: usize) {
        for change in self.trail.drain(to..).rev() {
            match change {
                Change::Removed(option) => (self.alive[option], self.why[option]) = (true, None),
                Change::Taken(option) => self.taken[option] = false,
                Change::Covered(item) => self.covered[item] = false,
            }
        }
    }
}
