//! Sets of tuples of symbols, as automata that read the symbols of cells one after the other. An
//! automaton is small where a list is not: the sums along eight cells of a 9x9 need 45 states.

use super::cell::Symbol;
use super::symbol_set::SymbolSet;
use rustc_hash::FxHashMap;
use smol_str::{SmolStr, format_smolstr};
use std::collections::{BTreeSet, HashSet};
use std::hash::Hash;
use std::sync::Arc;

/// A set of tuples of symbols, all of one length. It is a deterministic automaton with states of
/// its own after each cell: a tuple is a way from the first state to the last. States from which
/// the same symbols can follow are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuples {
    /// The transitions by cell. They have several owners, because constraints are often cloned.
    layers: Arc<[Layer]>,
    /// True if the automaton has more than [`MOST_TRANSITIONS`]. There are no tuples then.
    too_large: bool,
}

/// The most transitions of an automaton, before states are merged: some tenths of a second.
pub(crate) const MOST_TRANSITIONS: usize = 1_000_000;

/// The transitions at a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Layer {
    /// In the order of the states before the cell, then of the symbols.
    transitions: Vec<Transition>,
    /// The words of the states after the cell.
    words: Vec<SmolStr>,
}

/// A symbol that can follow a state, and the state after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transition {
    /// The state before the cell; 0 before the first one.
    pub from: u32,
    /// The symbol in the cell.
    pub symbol: Symbol,
    /// The state after the cell; 0 after the last one.
    pub to: u32,
}

impl Layer {
    /// The transitions from a state, in the order of their symbols.
    fn from(&self, state: u32) -> &[Transition] {
        let first = self.transitions.partition_point(|step| step.from < state);
        let length = self.transitions[first..].partition_point(|step| step.from == state);
        &self.transitions[first..first + length]
    }

    /// The state after a symbol that follows a state; `None` if it does not follow.
    fn after(&self, state: u32, symbol: Symbol) -> Option<u32> {
        let found = self.transitions.binary_search_by_key(&(state, symbol), |step| (step.from, step.symbol)).ok()?;
        Some(self.transitions[found].to)
    }
}

impl Tuples {
    /// The tuples of a number of cells that an automaton accepts. It starts in `start`; `next`
    /// gives the state after the symbol of a cell, and `None` if no tuple has the symbol there.
    /// `words` says in one word what a state knows: the sum so far.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_puzzle::{Symbol, Tuples};
    ///
    /// // Two different symbols of three.
    /// let next =
    ///     |last: &Option<Symbol>, _: usize, symbol| (*last != Some(symbol)).then_some(Some(symbol));
    /// let different = Tuples::accepted((2, 3), None, next, |_| true, |_| String::new());
    /// assert_eq!((different.n_tuples(), different.n_transitions()), (6, 9));
    /// ```
    pub fn accepted<S: Clone + Eq + Hash>(
        (n_cells, n_symbols): (usize, usize),
        start: S,
        next: impl Fn(&S, usize, Symbol) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        words: impl Fn(&S) -> String,
    ) -> Tuples {
        let words = |_: usize, state: &S| words(state);
        Tuples::accepted_within(MOST_TRANSITIONS, (n_cells, n_symbols), start, next, accepts, words).0
    }

    /// The same with another limit for the transitions, and words that depend on the cell before a
    /// state. Also returns the number of transitions before states were merged.
    pub(super) fn accepted_within<S: Clone + Eq + Hash>(
        most: usize,
        (n_cells, n_symbols): (usize, usize),
        start: S,
        next: impl Fn(&S, usize, Symbol) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        words: impl Fn(usize, &S) -> String,
    ) -> (Tuples, usize) {
        let mut layers: Vec<Layer> = Vec::with_capacity(n_cells);
        let mut states = vec![start];
        let mut n_transitions = 0;
        for at in 0..n_cells {
            let (mut layer, mut after, mut number) = (Layer::default(), Vec::new(), FxHashMap::default());
            for (from, state) in (0..).zip(&states) {
                for symbol in (0..n_symbols as u8).map(Symbol) {
                    let Some(state) = next(state, at, symbol) else { continue };
                    let to = *number.entry(state.clone()).or_insert_with(|| {
                        layer.words.push(words(at, &state).into());
                        after.push(state);
                        after.len() as u32 - 1
                    });
                    layer.transitions.push(Transition { from, symbol, to });
                }
                if n_transitions + layer.transitions.len() > most {
                    let layers = reduced(vec![Layer::default(); n_cells], Vec::new()).into();
                    return (Tuples { layers, too_large: true }, most);
                }
            }
            n_transitions += layer.transitions.len();
            layers.push(layer);
            states = after;
        }
        let ends = states.iter().map(accepts).collect();
        (Tuples { layers: reduced(layers, ends).into(), too_large: false }, n_transitions)
    }

    /// The tuples of a list. Tuples of another length than the first one are left out.
    pub fn listed(list: &[Vec<Symbol>], n_symbols: usize) -> Tuples {
        let n_cells = list.first().map_or(0, Vec::len);
        let mut sorted: Vec<&[Symbol]> =
            list.iter().map(Vec::as_slice).filter(|tuple| tuple.len() == n_cells).collect();
        sorted.sort_unstable();
        // A state is the run of the tuples that begin with the symbols so far.
        let next = |&(from, to): &(usize, usize), at: usize, symbol: Symbol| {
            let run = &sorted[from..to];
            let first = from + run.partition_point(|tuple| tuple[at] < symbol);
            let last = from + run.partition_point(|tuple| tuple[at] <= symbol);
            (first < last).then_some((first, last))
        };
        Tuples::accepted((n_cells, n_symbols), (0, sorted.len()), next, |_| true, |_| String::new())
    }

    /// The tuples whose symbols are in the sets of their cells.
    pub fn within(&self, sets: &[SymbolSet]) -> Tuples {
        let (mut layers, mut reached) = (Vec::with_capacity(sets.len()), vec![true]);
        for (layer, set) in self.layers.iter().zip(sets) {
            let mut after = vec![false; layer.words.len()];
            let mut left = layer.transitions.clone();
            left.retain(|step| reached[step.from as usize] && set.contains(step.symbol));
            left.iter().for_each(|step| after[step.to as usize] = true);
            layers.push(Layer { transitions: left, words: layer.words.clone() });
            reached = after;
        }
        Tuples { layers: reduced(layers, reached).into(), too_large: self.too_large }
    }

    /// The tuples without those in which two cells hold the same symbol that `differ`, given by
    /// their places. If that makes the automaton much larger, it stays as it is.
    pub fn apart(&self, differ: impl Fn(usize, usize) -> bool) -> Tuples {
        /// The factor by which the automaton may grow, while states are not merged.
        const MOST: usize = 8;
        /// The bytes that its states may take meanwhile, of which each knows all cells to come.
        const BYTES: usize = 1 << 27;
        let n_cells = self.layers.len();
        if self.too_large || (0..n_cells).all(|one| (one + 1..n_cells).all(|other| !differ(one, other))) {
            return self.clone();
        }
        let n_symbols = self.layers.iter().flat_map(|layer| &layer.transitions).map(|step| step.symbol.0 + 1).max();
        // By cell: whether each cell to come differs from it.
        let differing: Vec<Vec<bool>> =
            (0..n_cells).map(|at| (at + 1..n_cells).map(|other| differ(at, other)).collect()).collect();
        // A state, and the symbols that each of the cells to come cannot hold.
        let next = |(state, closed): &(u32, Vec<SymbolSet>), at: usize, symbol: Symbol| {
            if closed[0].contains(symbol) {
                return None;
            }
            let to = self.layers[at].after(*state, symbol)?;
            let to_come = closed[1..].iter().zip(&differing[at]);
            let closed = to_come.map(|(set, &differs)| if differs { set.with(symbol) } else { *set }).collect();
            Some((to, closed))
        };
        let most = (MOST * (self.n_transitions() + 200)).min(BYTES / (32 + size_of::<SymbolSet>() * n_cells));
        let start = (0, vec![SymbolSet::EMPTY; n_cells]);
        let size = (n_cells, n_symbols.map_or(0, usize::from));
        let words = |at: usize, (state, _): &(u32, Vec<SymbolSet>)| self.layers[at].words[*state as usize].to_string();
        let (apart, _) = Tuples::accepted_within(most, size, start, next, |_| true, words);
        if apart.too_large { self.clone() } else { apart }
    }

    /// Returns true if the automaton has more than a million transitions, so that it is not held.
    pub fn is_too_large(&self) -> bool {
        self.too_large
    }

    pub fn n_cells(&self) -> usize {
        self.layers.len()
    }

    /// The number of tuples, or the largest number there is.
    pub fn n_tuples(&self) -> u64 {
        let mut ways = vec![1u64];
        for layer in self.layers.iter() {
            let mut after = vec![0u64; layer.words.len()];
            for step in &layer.transitions {
                let sum = &mut after[step.to as usize];
                *sum = sum.saturating_add(ways[step.from as usize]);
            }
            ways = after;
        }
        ways.into_iter().fold(0, u64::saturating_add)
    }

    /// Returns true if there are no more tuples than transitions, so that a list is the shorter
    /// form.
    pub fn is_short(&self) -> bool {
        self.n_tuples() <= self.n_transitions() as u64
    }

    /// The number of options in a cover: one a tuple or, if those are more, one a transition.
    pub(super) fn n_ways(&self) -> usize {
        usize::try_from(self.n_tuples()).map_or(self.n_transitions(), |n_tuples| n_tuples.min(self.n_transitions()))
    }

    /// The number of transitions at all cells.
    pub fn n_transitions(&self) -> usize {
        self.layers.iter().map(|layer| layer.transitions.len()).sum()
    }

    /// The number of states after a cell.
    pub fn n_states(&self, at: usize) -> usize {
        self.layers[at].words.len()
    }

    /// The transitions at a cell, in the order of the states before it.
    pub fn transitions(&self, at: usize) -> &[Transition] {
        &self.layers[at].transitions
    }

    /// The transitions at a cell from a state before it, in the order of their symbols.
    pub(super) fn transitions_from(&self, at: usize, state: u32) -> &[Transition] {
        self.layers[at].from(state)
    }

    /// The words of a state after a cell.
    pub fn state(&self, at: usize, state: u32) -> &SmolStr {
        &self.layers[at].words[state as usize]
    }

    /// Every tuple, in the order of symbols.
    pub fn list(&self) -> Vec<Vec<Symbol>> {
        let mut begun: Vec<(u32, Vec<Symbol>)> = vec![(0, Vec::new())];
        for layer in self.layers.iter() {
            let mut longer = Vec::new();
            for (state, tuple) in &begun {
                for step in layer.from(*state) {
                    longer.push((step.to, tuple.iter().copied().chain([step.symbol]).collect()));
                }
            }
            begun = longer;
        }
        begun.into_iter().map(|(_, tuple)| tuple).collect()
    }

    /// The symbols of each tuple without their order, each combination once. `None` if there are
    /// more than `most`, or too many to look through.
    pub fn combinations(&self, most: usize) -> Option<Vec<Vec<Symbol>>> {
        /// The most beginnings of tuples that are looked through.
        const MOST: usize = 5_000;
        let mut begun: BTreeSet<(u32, Vec<Symbol>)> = BTreeSet::from([(0, Vec::new())]);
        for layer in self.layers.iter() {
            let mut longer = BTreeSet::new();
            for (state, held) in &begun {
                for step in layer.from(*state) {
                    let mut held = held.clone();
                    held.insert(held.partition_point(|symbol| *symbol < step.symbol), step.symbol);
                    longer.insert((step.to, held));
                }
                if longer.len() > MOST {
                    return None;
                }
            }
            begun = longer;
        }
        (begun.len() <= most).then(|| begun.into_iter().map(|(_, held)| held).collect())
    }

    /// The symbols of each tuple without their order, if the symbols of a tuple all differ and
    /// every order of them is a tuple. `None` otherwise, or if there are more than `most`.
    pub fn unordered(&self, most: usize) -> Option<Vec<Vec<Symbol>>> {
        // States are merged, so it suffices that two successive symbols can be exchanged.
        let is_unordered = self.layers.windows(2).all(|pair| {
            let [layer, next] = pair else { return false };
            layer.transitions.iter().all(|one| {
                next.from(one.to).iter().all(|other| {
                    let exchanged = layer.after(one.from, other.symbol).and_then(|to| next.after(to, one.symbol));
                    other.symbol != one.symbol && exchanged == Some(other.to)
                })
            })
        });
        (is_unordered && !self.too_large).then(|| self.combinations(most))?
    }

    /// By cell: the symbols that occur in a tuple whose other symbols are in the sets of their
    /// cells.
    pub fn support(&self, sets: &[SymbolSet]) -> Vec<SymbolSet> {
        let mut support = vec![SymbolSet::EMPTY; sets.len()];
        if sets.len() != self.layers.len() {
            return support;
        }
        // Forwards: by cell, the states that can be reached before it.
        let mut reached = vec![vec![true]];
        for (at, layer) in self.layers.iter().enumerate() {
            let mut after = vec![false; layer.words.len()];
            let open = layer.transitions.iter().filter(|step| reached[at][step.from as usize]);
            open.filter(|step| sets[at].contains(step.symbol)).for_each(|step| after[step.to as usize] = true);
            reached.push(after);
        }
        // Backwards: the states after a cell from which a tuple can end.
        let mut alive = vec![true; reached.last().map_or(0, Vec::len)];
        for (at, layer) in self.layers.iter().enumerate().rev() {
            let mut before = vec![false; reached[at].len()];
            for step in layer.transitions.iter().filter(|step| alive[step.to as usize]) {
                if reached[at][step.from as usize] {
                    support[at] |= SymbolSet::of(step.symbol);
                }
                before[step.from as usize] |= sets[at].contains(step.symbol);
            }
            alive = before;
        }
        support
    }
}

/// Layers without the states from which no tuple ends, and with states as one from which the same
/// symbols can follow. `ends` says which states after the last cell end a tuple.
fn reduced(mut layers: Vec<Layer>, ends: Vec<bool>) -> Vec<Layer> {
    // The states after a cell by their number before: their number now, if a tuple can end.
    let mut now: Vec<Option<u32>> = ends.into_iter().map(|ends| ends.then_some(0)).collect();
    for at in (0..layers.len()).rev() {
        let layer = &mut layers[at];
        let mut words: Vec<Vec<SmolStr>> = vec![Vec::new(); now.iter().flatten().max().map_or(0, |&n| n as usize + 1)];
        for (state, word) in now.iter().zip(&layer.words) {
            if let Some(names) = state.map(|state| &mut words[state as usize]).filter(|names| !names.contains(word)) {
                // Of many, the first two and the last are known.
                names.truncate(2);
                names.push(word.clone());
            }
        }
        layer.words = distinct(words.iter().map(|names| together(names)).collect());
        layer.transitions = (layer.transitions.iter())
            .filter_map(|step| Some(Transition { to: now[step.to as usize]?, ..*step }))
            .collect();
        // States with the same transitions are one.
        let n_before = match at {
            0 => 1,
            _ => layers[at - 1].words.len(),
        };
        let (mut known, mut before) = (FxHashMap::default(), vec![None; n_before]);
        let mut first = Vec::new();
        let transitions = std::mem::take(&mut layers[at].transitions);
        for run in transitions.chunk_by(|one, other| one.from == other.from) {
            let follows: Vec<(Symbol, u32)> = run.iter().map(|step| (step.symbol, step.to)).collect();
            let fresh = known.len() as u32;
            let number = *known.entry(follows).or_insert(fresh);
            if number == fresh {
                first.extend(run.iter().map(|step| Transition { from: number, ..*step }));
            }
            before[run[0].from as usize] = Some(number);
        }
        layers[at].transitions = first;
        now = before;
    }
    layers
}

/// The words of the states of one layer, all different: `3`, then `3'` to `3'''`, then `3'4` and so
/// on. Those without words are numbered.
fn distinct(words: Vec<SmolStr>) -> Vec<SmolStr> {
    /// The most signs behind a word before they are counted.
    const SIGNS: usize = 3;
    let mut known = HashSet::new();
    // By word: how many names were made of it.
    let mut made: FxHashMap<SmolStr, usize> = FxHashMap::default();
    let name = |(number, word): (usize, SmolStr)| {
        let word = if word.is_empty() { format_smolstr!("s{number}") } else { word };
        let times = made.entry(word.clone()).or_default();
        loop {
            let name = match *times {
                0..=SIGNS => format_smolstr!("{word}{}", "'".repeat(*times)),
                times => format_smolstr!("{word}'{times}"),
            };
            *times += 1;
            if known.insert(name.clone()) {
                return name;
            }
        }
    };
    words.into_iter().enumerate().map(name).collect()
}

/// The words of several states that are one.
fn together(words: &[SmolStr]) -> SmolStr {
    match words {
        [] => SmolStr::default(),
        [one] => one.clone(),
        [one, other] => format!("{one}/{other}").into(),
        [one, .., last] => format!("{one}/../{last}").into(),
    }
}
