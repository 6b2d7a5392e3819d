//! Explanations where no technique helps: a set of items of the cover that excludes a candidate,
//! and of which none can be left out.

use dancing::{ItemId, OptionId};
use quadrille_puzzle::{Cell, Encoded, Reasoning, Symbol, SymbolSet, encode_left};
use std::cell;
use std::collections::{HashMap, VecDeque};

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

/// The branches that a refutation may have: those with few are looked for first.
const BRANCHES: [u32; 4] = [0, 3, 20, MOST_BRANCHES];

/// The branches that any refutation may have.
const MOST_BRANCHES: u32 = 300;

/// The options that are looked at in all, some seconds. A grid for which no technique helps may
/// have no short refutation either.
const MOST_LOOKS: u64 = 1 << 29;

/// The number of candidates whose smallest refutations are made irreducible, if time is not
/// limited.
const FEW: usize = 3;

/// The exact cover of the symbols that are left in a grid.
pub struct Refuter {
    encoded: Encoded,
    /// By option: its items and their colours, 0 for none, without those of symbols that are
    /// placed. Empty for an option that clashes with these.
    items: Vec<Vec<(usize, u32)>>,
    /// By item: its options. Empty if the item is covered already.
    options: Vec<Vec<usize>>,
    primary: usize,
    /// The candidates that are left.
    open: Vec<usize>,
    sources: Vec<Source>,
    /// By option: the sources that it is a part of.
    sources_of: Vec<Vec<usize>>,
    /// The options that searches may still look at.
    looks: cell::Cell<u64>,
}

/// The options of a primary item that give a colour to an item, where every option of the primary
/// item gives it some colour. Without any of these, no option can give the item this colour: a
/// tuple cannot have a symbol that its cell cannot hold.
struct Source {
    primary: usize,
    item: usize,
    options: Vec<usize>,
    /// The options of other items that give the item the same colour.
    others: Vec<usize>,
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

/// The reason why there is no refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrefuted {
    /// The search was stopped before it found one.
    Stopped,
    /// No candidate has one as short as they are looked for.
    None,
}

/// A step from a candidate to a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The options whose removal is accounted for.
    removed: Set,
}

impl Refuter {
    /// The cover of what is left of a grid.
    pub fn new(reasoning: &Reasoning) -> Refuter {
        let grid = reasoning.grid();
        let left: Vec<SymbolSet> = grid.all_cells().map(|cell| reasoning.left(cell)).collect();
        let encoded = encode_left(&grid.without_weights(), &left);
        let problem = &encoded.problem;
        // By item: the colour that it has from the symbols that are placed; 0 for none.
        let mut fixed: Vec<Option<u32>> = vec![None; problem.n_items()];
        let has = |cell: Cell, symbol: Symbol| grid.entry(cell).symbol() == Some(symbol);
        for option in problem.options() {
            if encoded.placement(option).is_some_and(|placed| has(placed.cell, placed.symbol)) {
                problem.colored_items_of(option).for_each(|(item, color)| fixed[item.index()] = Some(color));
            }
        }
        let agrees = |(item, color): (ItemId, u32)| fixed[item.index()].is_none_or(|fixed| fixed > 0 && fixed == color);
        let mut items = vec![Vec::new(); problem.n_options()];
        for option in problem.options() {
            if problem.colored_items_of(option).all(agrees) {
                let held = problem.colored_items_of(option).filter(|(item, _)| fixed[item.index()].is_none());
                items[option.index()] = held.map(|(item, color)| (item.index(), color)).collect();
            }
        }
        let mut refuter = Refuter {
            items,
            options: Vec::new(),
            primary: problem.n_primary(),
            open: Vec::new(),
            sources: Vec::new(),
            sources_of: Vec::new(),
            looks: cell::Cell::new(MOST_LOOKS),
            encoded,
        };
        refuter.index();
        refuter
    }

    /// Finds the options of each item, and the sources.
    fn index(&mut self) {
        self.options = vec![Vec::new(); self.encoded.problem.n_items()];
        for (option, items) in self.items.iter().enumerate() {
            items.iter().for_each(|&(item, _)| self.options[item].push(option));
        }
        // By colour of an item, its options.
        let mut painted: HashMap<(usize, u32), Vec<usize>> = HashMap::new();
        for (option, items) in self.items.iter().enumerate() {
            for &(item, color) in items.iter().filter(|(_, color)| *color > 0) {
                painted.entry((item, color)).or_default().push(option);
            }
        }
        self.sources_of = vec![Vec::new(); self.items.len()];
        let mut colors: Vec<(&(usize, u32), &Vec<usize>)> = painted.iter().collect();
        colors.sort_unstable();
        for primary in 0..self.primary {
            for item in self.colored_by(primary) {
                let from = colors.partition_point(|((other, _), _)| *other < item);
                for (_, options) in colors[from..].iter().take_while(|((other, _), _)| *other == item) {
                    let holds = |option: &usize| self.items[*option].iter().any(|&(held, _)| held == primary);
                    let (with, others): (Vec<usize>, Vec<usize>) = options.iter().partition(|option| holds(option));
                    if !with.is_empty() && !others.is_empty() {
                        with.iter().for_each(|&option| self.sources_of[option].push(self.sources.len()));
                        self.sources.push(Source { primary, item, options: with, others });
                    }
                }
            }
        }
        let placed = self.encoded.problem.options().take_while(|&option| self.encoded.placement(option).is_some());
        self.open = placed.map(OptionId::index).filter(|&option| !self.items[option].is_empty()).collect();
    }

    /// Counts options that a search looks at.
    fn look(&self, options: usize) {
        self.looks.set(self.looks.get().saturating_sub(options as u64));
    }

    /// The items to which every option of a primary item gives a colour.
    fn colored_by(&self, primary: usize) -> Vec<usize> {
        let Some((first, rest)) = self.options[primary].split_first() else { return Vec::new() };
        let gives =
            |option: usize, item: usize| self.items[option].iter().any(|&(held, color)| held == item && color > 0);
        let of_first = self.items[*first].iter().filter(|(_, color)| *color > 0).map(|&(item, _)| item);
        of_first.filter(|&item| rest.iter().all(|&option| gives(option, item))).collect()
    }

    /// The encoding whose items a refutation names.
    pub fn encoded(&self) -> &Encoded {
        &self.encoded
    }

    /// Returns a proof that an option is wrong by items of those enabled. `None` if there is none,
    /// or if it is not found out.
    fn proof(&self, enabled: &Set, option: usize, branches: u32) -> Option<Proof> {
        let mut search = Search {
            refuter: self,
            enabled,
            alive: self.items.iter().map(|items| !items.is_empty()).collect(),
            by: vec![Reason::Source(0); self.items.len()],
            left: self.sources.iter().map(|source| source.options.len()).collect(),
            taken: vec![false; self.items.len()],
            covered: vec![false; self.options.len()],
            trail: Vec::new(),
            branches,
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
            proof = self.proof(&less, option, MOST_BRANCHES).unwrap_or(proof);
        }
        Some(proof)
    }

    /// The smallest refutation that is found before `go_on` returns `false`. `thorough` makes all
    /// of them irreducible, not only the most promising ones.
    ///
    /// # Errors
    ///
    /// If none is found, or `go_on` returned `false` before.
    pub fn smallest(&self, thorough: bool, go_on: &mut dyn FnMut() -> bool) -> Result<Refutation, Unrefuted> {
        let mut stopped = false;
        let mut go_on = || {
            stopped |= !go_on();
            !stopped
        };
        let found = self.smallest_before(thorough, &mut go_on);
        found.ok_or(if stopped { Unrefuted::Stopped } else { Unrefuted::None })
    }

    fn smallest_before(&self, thorough: bool, go_on: &mut dyn FnMut() -> bool) -> Option<Refutation> {
        let all = Set::all(self.options.len());
        let mut proofs: Vec<(usize, Proof)> = Vec::new();
        for branches in BRANCHES {
            for &option in &self.open {
                proofs.extend(self.proof(&all, option, branches).map(|proof| (option, proof)));
                let enough = !thorough && branches > 0 && proofs.len() == FEW;
                if enough || self.looks.get() == 0 || !go_on() {
                    break;
                }
            }
            if !proofs.is_empty() || self.looks.get() == 0 || !go_on() {
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
    /// By option that was removed here: the reason.
    by: Vec<Reason>,
    /// By source: its options that are alive.
    left: Vec<usize>,
    taken: Vec<bool>,
    covered: Vec<bool>,
    trail: Vec<Change>,
    /// The branches that are left.
    branches: u32,
}

/// The reason why an option was removed.
#[derive(Clone, Copy, Debug)]
enum Reason {
    /// This option was taken, and both hold this item.
    Taken(usize, usize),
    /// The options of this source were removed.
    Source(usize),
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

    /// Removes the options that clash in an item with an option that was taken. Items that have one
    /// option left go into the queue; an item with none left is returned.
    fn remove_others(&mut self, option: usize, queue: &mut VecDeque<(usize, Option<usize>)>) -> Option<usize> {
        let refuter = self.refuter;
        for &(item, color) in refuter.items[option].iter().filter(|(item, _)| self.enabled.has(*item)) {
            if !self.covered[item] {
                self.covered[item] = true;
                self.trail.push(Change::Covered(item));
            }
            refuter.look(refuter.options[item].len());
            for &other in &refuter.options[item] {
                if other == option || !self.alive[other] || self.taken[other] {
                    continue;
                }
                if color > 0 && refuter.items[other].contains(&(item, color)) {
                    continue;
                }
                if let Some(dead) = self.remove(other, Reason::Taken(option, item), queue) {
                    return Some(dead);
                }
            }
        }
        None
    }

    /// Removes an option, and those for which it was the last source of a colour. Returns an item
    /// with no option left.
    fn remove(&mut self, option: usize, why: Reason, queue: &mut VecDeque<(usize, Option<usize>)>) -> Option<usize> {
        let refuter = self.refuter;
        let mut gone = vec![(option, why)];
        while let Some((option, why)) = gone.pop() {
            if !self.alive[option] || self.taken[option] {
                continue;
            }
            (self.alive[option], self.by[option]) = (false, why);
            self.trail.push(Change::Removed(option));
            for &source in &refuter.sources_of[option] {
                self.left[source] -= 1;
                let Source { primary, item, others, .. } = &refuter.sources[source];
                if self.left[source] == 0 && self.enabled.has(*primary) && self.enabled.has(*item) {
                    gone.extend(others.iter().map(|&other| (other, Reason::Source(source))));
                }
            }
            for &(touched, _) in &refuter.items[option] {
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
        None
    }

    /// A proof without steps that rests on an item and on all that removed its options.
    fn rest_on(&self, item: usize) -> Proof {
        let none = || Set::none(self.refuter.items.len());
        let mut proof =
            Proof { steps: Vec::new(), items: Set::none(self.refuter.options.len()), uses: none(), removed: none() };
        self.add(item, &mut proof);
        proof
    }

    /// Adds an item to a proof, and all that removed options of it.
    fn add(&self, item: usize, proof: &mut Proof) {
        proof.items.put(item);
        let mut removed = self.refuter.options[item].clone();
        while let Some(option) = removed.pop() {
            if self.alive[option] || proof.removed.has(option) {
                continue;
            }
            proof.removed.put(option);
            match self.by[option] {
                Reason::Taken(taken, shared) => {
                    proof.uses.put(taken);
                    proof.items.put(shared);
                }
                Reason::Source(source) => {
                    let Source { primary, item, options, .. } = &self.refuter.sources[source];
                    proof.items.put(*primary);
                    proof.items.put(*item);
                    removed.extend(options);
                }
            }
        }
    }

    /// Refutes each option of the item with the fewest options. `None` if one cannot be refuted.
    fn branch(&mut self) -> Option<Proof> {
        let open = (0..self.refuter.primary)
            .filter(|&item| self.enabled.has(item) && !self.covered[item] && !self.refuter.options[item].is_empty());
        let count = |item: usize| self.refuter.options[item].iter().filter(|&&option| self.alive[option]).count();
        let item = open.min_by_key(|&item| (count(item), item))?;
        self.branches = self.branches.checked_sub(1).filter(|_| self.refuter.looks.get() > 0)?;
        self.refuter.look(self.refuter.items.iter().map(Vec::len).sum());
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
                Change::Removed(option) => {
                    self.alive[option] = true;
                    self.refuter.sources_of[option].iter().for_each(|&source| self.left[source] += 1);
                }
                Change::Taken(option) => self.taken[option] = false,
                Change::Covered(item) => self.covered[item] = false,
            }
        }
    }
}
