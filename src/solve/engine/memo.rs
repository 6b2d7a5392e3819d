//! The `memo` engine: counting with memoized subproblems, for problems such as tilings.
//!
//! **Idea.** Items are covered in their order, so a subproblem is determined by the set of items
//! that are not covered yet. Two paths to the same set have equally many covers below them, so the
//! count is stored with the set. On a board the sets are the frontiers of a sweep, and each
//! different frontier is counted once.
//!
//! **Invariants.** The keys are whole sets, not hashes, so a collision cannot give a wrong count. A
//! count that does not fit 128 bits is reported as a lower bound. If hits are rare, the table is
//! dropped and another engine counts.

use crate::dlx::{Address, Goal, OptionId, Problem, Tally};
use crate::solve::engine::{bits, links};
use crate::solve::order::{Engine, Flow, Host, Order};
use crate::solve::outcome::{Counter, Outcome, Snapshot, Stand, StopReason};
use rustc_hash::FxHashMap;

/// The most words of a set of items. Problems with more items than 64 times this do not fit.
const MOST_WORDS: usize = 8;

/// The most bytes of the table. When it is full another engine counts: without new entries this one
/// would only slow down.
const MOST_BYTES: usize = 256 << 20;

/// After this many entries the hit rate is judged.
const TRIAL: u64 = 40_000;

/// Calls between two polls of the host.
const SLICE: u32 = 4096;

/// Whether a problem fits the engine.
pub fn fits(problem: &Problem) -> bool {
    // If several options mean the same, solutions up to symmetry must be tested one by one.
    let told = !problem.is_symmetric() || problem.symmetries().is_some();
    !problem.is_repeated() && problem.n_items() <= 64 * MOST_WORDS && told
}

/// The most half-covered items of a sweep for which subproblems are likely to repeat.
const NARROW: usize = 32;

/// This many half-covered items are few on any board. A larger number must also be at most half of
/// all items. Langford pairs repeat well enough, but a sweep has a larger tree than MRV there, and
/// `bits` counts them several times as fast.
const FEW: usize = 8;

/// Whether a sweep over the items in order has few half-covered items at any time, as on a board
/// tiled by small pieces.
pub fn is_narrow(problem: &Problem) -> bool {
    // By item: the first item of any option that holds it.
    let mut touched_from = vec![usize::MAX; problem.n_items()];
    for option in problem.options() {
        let items = problem.items_of(option);
        let first = items.iter().map(|item| item.index()).min().unwrap_or(0);
        items.iter().for_each(|item| touched_from[item.index()] = touched_from[item.index()].min(first));
    }
    // An item is half covered from the first option that can touch it until the sweep has passed
    // it.
    let mut change = vec![0i64; problem.n_items() + 1];
    for (item, &from) in touched_from.iter().enumerate().filter(|(_, from)| **from != usize::MAX) {
        change[from] += 1;
        change[item] -= 1;
    }
    let mut open = 0i64;
    change.iter().all(|step| {
        open += step;
        open <= NARROW as i64 && (open <= FEW as i64 || 2 * open <= problem.n_items() as i64)
    })
}

/// Why a count was not completed.
enum Cut {
    Stopped(StopReason),
    /// Hits are too rare, or the table is full.
    Useless,
    TooLarge,
}

/// See [`crate::solve::run`].
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    match attempt(problem, &order, host) {
        Some(outcome) => outcome,
        None if bits::fits(problem) => bits::run(problem, order, host),
        None => links::run(problem, order, host),
    }
}

/// Counts; `None` if too little repeats, which is detected early.
pub fn attempt(problem: &Problem, order: &Order, host: &mut dyn Host) -> Option<Outcome> {
    let counted = match problem.n_items().div_ceil(64) {
        0..=1 => count::<1>(problem, host),
        2 => count::<2>(problem, host),
        3..=4 => count::<4>(problem, host),
        _ => count::<MOST_WORDS>(problem, host),
    };
    let Counted { number, tally, counters, met, path } = counted;
    let outcome = match number {
        Ok(0) => Outcome::counted(Engine::Memo, 0, StopReason::Exhausted, tally),
        Ok(number) => {
            // Finds one solution to show.
            let first = Order { engine: None, goal: Goal::First, ..order.clone() };
            let solutions = links::run(problem, first, host).solutions;
            Outcome { solutions, ..Outcome::counted(Engine::Memo, number, StopReason::Exhausted, tally) }
        }
        Err(Cut::Useless) => return None,
        Err(cut) => {
            let reason = if let Cut::Stopped(reason) = &cut { *reason } else { StopReason::Limit };
            // A count that overflows is at least the largest number.
            let met = if matches!(cut, Cut::TooLarge) { u128::MAX } else { met };
            Outcome { stand: Some(Stand::Path(path)), ..Outcome::counted(Engine::Memo, met, reason, tally) }
        }
    };
    Some(Outcome { counters, ..outcome })
}

/// The result of a count.
struct Counted {
    number: Result<u128, Cut>,
    tally: Tally,
    counters: Vec<Counter>,
    /// A lower bound on the covers, and the options chosen, if the count was cut short.
    met: u128,
    path: Vec<OptionId>,
}

fn count<const N: usize>(problem: &Problem, host: &mut dyn Host) -> Counted {
    let mut memo = Memo::<N>::new(problem, host);
    let all = memo.all;
    let number = memo.below(all);
    let tally = Tally { profile: memo.depths, ..Tally::default() };
    let counters = counters(memo.entries, memo.hits);
    Counted { number, tally, counters, met: memo.met, path: memo.path }
}

/// The sizes of the table and, of all sets reached, how many were found in it.
fn counters(entries: u64, hits: u64) -> Vec<Counter> {
    let entries_kept = Counter { what: "sets kept", number: entries, of: None };
    vec![entries_kept, Counter { what: "met again", number: hits, of: Some(entries + hits) }]
}

struct Memo<'a, const N: usize> {
    host: &'a mut dyn Host,
    primary: usize,
    /// By item: the options of which it is the first primary item, each with the set of its items.
    columns: Vec<Vec<(OptionId, [u64; N])>>,
    /// The set of all items.
    all: [u64; N],
    table: FxHashMap<[u64; N], u128>,
    hits: u64,
    entries: u64,
    path: Vec<OptionId>,
    /// By level: how many options were tried.
    depths: Vec<u64>,
    slice: u32,
    /// A lower bound on the covers: the counts below the finished options of the first level.
    met: u128,
}

impl<'a, const N: usize> Memo<'a, N> {
    fn new(problem: &Problem, host: &'a mut dyn Host) -> Memo<'a, N> {
        let set = |items: &mut dyn Iterator<Item = usize>| {
            let mut set = [0u64; N];
            items.for_each(|item| set[item / 64] |= 1 << (item % 64));
            set
        };
        let mut columns = vec![Vec::new(); problem.n_items()];
        for option in problem.options() {
            let items = problem.items_of(option);
            let mask = set(&mut items.iter().map(|item| item.index()));
            // Listed under its first primary item: none before that one can be uncovered when the
            // option is tried.
            if let Some(first) = items.iter().filter(|item| problem.is_primary(**item)).min() {
                columns[first.index()].push((option, mask));
            }
        }
        Memo {
            host,
            primary: problem.n_primary(),
            columns,
            all: set(&mut (0..problem.n_items())),
            table: FxHashMap::default(),
            hits: 0,
            entries: 0,
            path: Vec::new(),
            depths: Vec::new(),
            slice: SLICE,
            met: 0,
        }
    }

    /// The first uncovered primary item of a set.
    fn first(&self, set: &[u64; N]) -> Option<usize> {
        let at = set.iter().position(|&word| word != 0)?;
        let item = at * 64 + set[at].trailing_zeros() as usize;
        (item < self.primary).then_some(item)
    }

    /// The number of covers of a set of uncovered items.
    fn below(&mut self, set: [u64; N]) -> Result<u128, Cut> {
        let Some(item) = self.first(&set) else { return Ok(1) };
        if let Some(&known) = self.table.get(&set) {
            self.hits += 1;
            return Ok(known);
        }
        self.slice -= 1;
        if self.slice == 0 {
            self.slice = SLICE;
            self.ask()?;
        }
        let depth = self.path.len();
        if self.depths.len() <= depth {
            self.depths.resize(depth + 1, 0);
        }
        let mut number = 0u128;
        for k in 0..self.columns[item].len() {
            let (option, mask) = self.columns[item][k];
            if mask.iter().zip(&set).any(|(mask, set)| mask & !set != 0) {
                continue;
            }
            let mut rest = set;
            rest.iter_mut().zip(&mask).for_each(|(rest, mask)| *rest &= !mask);
            self.path.push(option);
            self.depths[depth] += 1;
            let own = self.below(rest)?;
            self.path.pop();
            number = number.checked_add(own).ok_or(Cut::TooLarge)?;
            if depth == 0 {
                self.met = number;
            }
        }
        self.entries += 1;
        self.table.insert(set, number);
        let full = self.table.len() * (size_of::<[u64; N]>() + 32) > MOST_BYTES;
        if full || self.entries == TRIAL && self.hits * 8 < self.entries {
            return Err(Cut::Useless);
        }
        Ok(number)
    }

    fn ask(&mut self) -> Result<(), Cut> {
        let (path, met, depths) = (&self.path, self.met, &self.depths);
        let (entries, hits) = (self.entries, self.hits);
        let look = || {
            let tally = Tally { profile: depths.clone(), ..Tally::default() };
            let own = Snapshot::new(Engine::Memo, &tally, path.clone(), Address::default());
            Snapshot { count: met, counters: counters(entries, hits), ..own }
        };
        match self.host.poll(&look) {
            Flow::Go => Ok(()),
            Flow::Stop(reason) => Err(Cut::Stopped(reason)),
        }
    }
}
