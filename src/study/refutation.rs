//! Explanations where no technique helps: a set of items of the cover that excludes a candidate,
//! and of which none can be left out.

use crate::dlx::{ItemId, OptionId};
use crate::puzzle::{Cell, Encoded, Reasoning, Shape, Symbol, encode};
use std::collections::VecDeque;

/// A set of items or of options, one bit each.
#[derive(Clone, Debug)]
struct Set(Vec<u64>);

impl Set {
    fn none(most: usize) -> Set {
        Set(vec![0; most.div_ceil(64)])
    }

    fn all(most: usize) -> Set {
        Set(vec![u64::MAX; most.div_ceil(64)])
    }

    fn put(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn drop(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }

    fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    fn join(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one |= other);
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
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
    /// The reasons in order, from the candidate to the contradiction. Each is needed for one that
    /// follows.
    pub steps: Vec<Deduction>,
}

/// A step from a candidate to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields say what they are by their names")]
pub enum Deduction {
    /// One option is left for an item, so it is taken.
    Forced { item: ItemId, option: OptionId },
    /// An item has several options, and each leads to a contradiction. The last step.
    Split { item: ItemId, ways: Vec<(OptionId, Vec<Deduction>)> },
    /// No option is left for an item: the contradiction. The last step.
    Dead(ItemId),
}

/// A contradiction, and what it rests on.
struct Proof {
    /// The last steps first.
    steps: Vec<Deduction>,
    items: Set,
    /// The options taken before that it needs.
    uses: Set,
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

    /// Returns a proof that an option is wrong by items of those enabled. `None` if there is none,
    /// or if it is not found out.
    fn proof(&self, enabled: &Set, option: usize) -> Option<Proof> {
        let mut search = Search {
            refuter: self,
            enabled,
            alive: self.items.iter().map(|items| !items.is_empty()).collect(),
            by: vec![(0, 0); self.items.len()],
            taken: vec![false; self.items.len()],
            covered: vec![false; self.options.len()],
            trail: Vec::new(),
            branches: 0,
        };
        search.refute(option)
    }

    /// Removes items from a proof as long as the others exclude the option.
    fn reduced(&self, mut proof: Proof, option: usize, go_on: &mut dyn FnMut() -> bool) -> Option<Proof> {
        for item in 0..self.options.len() {
            if !go_on() {
                return None;
            }
            if !proof.items.has(item) {
                continue;
            }
            let mut less = proof.items.clone();
            less.drop(item);
            proof = self.proof(&less, option).unwrap_or(proof);
        }
        Some(proof)
    }

    /// The smallest refutation that is found before `go_on` returns `false`. `thorough` makes all
    /// of them irreducible, not only the most promising ones.
    pub fn smallest(&self, thorough: bool, go_on: &mut dyn FnMut() -> bool) -> Option<Refutation> {
        let all = Set::all(self.options.len());
        let mut proofs: Vec<(usize, Proof)> = Vec::new();
        for &option in &self.open {
            proofs.extend(self.proof(&all, option).map(|proof| (option, proof)));
            if !go_on() {
                break;
            }
        }
        proofs.sort_by_key(|(option, proof)| (proof.items.len(), *option));
        let most = if thorough { proofs.len() } else { FEW };
        let mut best: Option<(usize, Proof)> = None;
        for (option, proof) in proofs.into_iter().take(most) {
            let Some(reduced) = self.reduced(proof, option, go_on) else { break };
            if best.as_ref().is_none_or(|(_, best)| reduced.items.len() < best.items.len()) {
                best = Some((option, reduced));
            }
        }
        let (option, Proof { steps, items, .. }) = best?;
        let placed = self.encoded.placement(OptionId(option as u32))?;
        let items = (0..self.options.len()).filter(|&item| items.has(item)).map(|item| ItemId(item as u32)).collect();
        Some(Refutation { cell: placed.cell, symbol: placed.symbol, items, steps: in_order(steps) })
    }
}

/// The steps of a proof, the first one first.
fn in_order(mut steps: Vec<Deduction>) -> Vec<Deduction> {
    steps.reverse();
    steps
}

/// A search for a contradiction that remembers what each removal rests on.
struct Search<'a> {
    refuter: &'a Refuter,
    enabled: &'a Set,
    alive: Vec<bool>,
    /// By option that was removed here: the option that was taken, and an item of both.
    by: Vec<(usize, usize)>,
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

/// The options that follow from taking one.
#[derive(Default)]
struct Propagation {
    /// The items for which one option was left, and these options, in order.
    forced: Vec<(usize, usize)>,
    /// An item for which none is left.
    dead: Option<usize>,
}

impl Search<'_> {
    /// The proof that an option cannot be taken. `None` if there is none, or if it takes too long
    /// to find.
    fn refute(&mut self, option: usize) -> Option<Proof> {
        let start = self.trail.len();
        let Propagation { forced, dead } = self.propagate(option);
        let mut proof = match dead {
            Some(item) => {
                let mut proof = self.rest_on(item);
                proof.steps.push(Deduction::Dead(ItemId(item as u32)));
                Some(proof)
            }
            None => self.branch(),
        };
        if let Some(proof) = &mut proof {
            for &(item, forced) in forced.iter().rev() {
                if proof.uses.has(forced) {
                    proof.uses.drop(forced);
                    self.add(item, proof);
                    proof.steps.push(Deduction::Forced { item: ItemId(item as u32), option: OptionId(forced as u32) });
                }
            }
            proof.uses.drop(option);
        }
        self.backtrack_to(start);
        proof
    }

    /// Takes an option and all that it forces.
    fn propagate(&mut self, option: usize) -> Propagation {
        let mut found = Propagation::default();
        let mut queue = VecDeque::from([(option, None)]);
        while let Some((option, item)) = queue.pop_front() {
            if self.taken[option] {
                continue;
            }
            if !self.alive[option] {
                return Propagation { dead: item, ..found };
            }
            self.taken[option] = true;
            self.trail.push(Change::Taken(option));
            found.forced.extend(item.map(|item| (item, option)));
            if let Some(dead) = self.remove_others(option, &mut queue) {
                return Propagation { dead: Some(dead), ..found };
            }
        }
        found
    }

    /// Removes the options that share an item with an option that was taken. Items that have one
    /// option left go into the queue; an item with none left is returned.
    fn remove_others(&mut self, option: usize, queue: &mut VecDeque<(usize, Option<usize>)>) -> Option<usize> {
        let refuter = self.refuter;
        for &item in refuter.items[option].iter().filter(|&&item| self.enabled.has(item)) {
            self.covered[item] = true;
            self.trail.push(Change::Covered(item));
            for &other in &refuter.options[item] {
                if other == option || !self.alive[other] || self.taken[other] {
                    continue;
                }
                (self.alive[other], self.by[other]) = (false, (option, item));
                self.trail.push(Change::Removed(other));
                for &touched in &refuter.items[other] {
                    if touched >= refuter.primary || self.covered[touched] || !self.enabled.has(touched) {
                        continue;
                    }
                    let mut left = refuter.options[touched].iter().filter(|&&option| self.alive[option]);
                    match (left.next(), left.next()) {
                        (None, _) => return Some(touched),
                        (Some(&last), None) => queue.push_back((last, Some(touched))),
                        (Some(_), Some(_)) => {}
                    }
                }
            }
        }
        None
    }

    /// A proof without steps that rests on an item and on all that removed its options.
    fn rest_on(&self, item: usize) -> Proof {
        let (items, uses) = (Set::none(self.refuter.options.len()), Set::none(self.refuter.items.len()));
        let mut proof = Proof { steps: Vec::new(), items, uses };
        self.add(item, &mut proof);
        proof
    }

    /// Adds an item to a proof, and all that removed options of it.
    fn add(&self, item: usize, proof: &mut Proof) {
        proof.items.put(item);
        for &option in self.refuter.options[item].iter().filter(|&&option| !self.alive[option]) {
            let (taken, shared) = self.by[option];
            proof.uses.put(taken);
            proof.items.put(shared);
        }
    }

    /// Refutes each option of the item with the fewest options. `None` if one cannot be refuted.
    fn branch(&mut self) -> Option<Proof> {
        let open = (0..self.refuter.primary)
            .filter(|&item| self.enabled.has(item) && !self.covered[item] && !self.refuter.options[item].is_empty());
        let count = |item: usize| self.refuter.options[item].iter().filter(|&&option| self.alive[option]).count();
        let item = open.min_by_key(|&item| (count(item), item))?;
        self.branches += 1;
        if self.branches > MOST_BRANCHES {
            return None;
        }
        let mut proof = self.rest_on(item);
        let left: Vec<usize> =
            self.refuter.options[item].iter().copied().filter(|&option| self.alive[option]).collect();
        let mut ways = Vec::new();
        for option in left {
            let way = self.refute(option)?;
            proof.items.join(&way.items);
            proof.uses.join(&way.uses);
            ways.push((OptionId(option as u32), in_order(way.steps)));
        }
        proof.steps.push(Deduction::Split { item: ItemId(item as u32), ways });
        Some(proof)
    }

    fn backtrack_to(&mut self, to: usize) {
        for change in self.trail.drain(to..).rev() {
            match change {
                Change::Removed(option) => self.alive[option] = true,
                Change::Taken(option) => self.taken[option] = false,
                Change::Covered(item) => self.covered[item] = false,
            }
        }
    }
}
