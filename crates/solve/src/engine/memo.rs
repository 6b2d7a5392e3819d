//! The `memo` engine: counting with memoized subproblems, for problems such as tilings.
//!
//! **Idea.** Items are covered one after the other in a fixed order, so a subproblem is determined
//! by the set of items that are not covered yet. Two paths to the same set have equally many covers
//! below them, so the count is stored with the set. On a board the sets are the frontiers of a
//! sweep, and each different frontier is counted once. Components that share no option are counted
//! separately: the second begins with the same set however the first was covered.
//!
//! **Covers.** The table also shows the covers: from a set, each option that leads to a set with a
//! count above 0 is part of one. So it decides whether there is a cover, or only one, too.
//!
//! **The order** of the items is the file's. It is replaced by one in which the items of an option
//! are close together, if that has at most half as many half-covered items at its peak. So a board
//! of 2 rows and 128 columns is swept as fast as one of 128 rows and 2 columns.
//!
//! **Invariants.** A key is the first uncovered item, and one bit for each item after it that
//! options can have reached; all further items are open. It identifies the whole set and is not a
//! hash, so a collision cannot give a wrong count. A count that does not fit 128 bits is made again
//! with numbers of any length. If hits are rare, the table is dropped and another engine counts.
//!
//! **Source.** Cuthill and McKee, Reducing the bandwidth of sparse symmetric matrices (1969), for
//! the order.

use super::number::{self, Cut, Few, Number, TableCount, can_count, counters};
use crate::host::Host;
use crate::order::{Engine, Order};
use crate::outcome::{Outcome, Snapshot, Status};
use dancing::{Address, Goal, OptionId, Problem, Tally};
use rustc_hash::FxHashMap;

/// The most words of a key. Problems in which an option reaches further do not fit.
const MOST_WORDS: usize = 8;

/// The bits of the longest key: further than this no option may reach.
const REACH: usize = 64 * MOST_WORDS;

/// The most items: the search goes down a level for each option of a cover.
const MOST_ITEMS: usize = 1 << 13;

/// The most pairs of items in the same option that are read to find an order.
const MOST_PAIRS: usize = 1 << 22;

/// The most bytes of the table. When it is full, another engine counts: without new entries this
/// one would only slow down.
const MOST_BYTES: usize = 256 << 20;

/// The number of entries after which the hit rate is judged.
const TRIAL: u64 = 40_000;

/// Calls between two polls of the host.
const SLICE: u32 = 4096;

/// Returns true if a problem fits the engine.
pub fn fits(problem: &Problem) -> bool {
    let short = || problem.n_items() <= REACH || problem.n_items() <= MOST_ITEMS && Sweep::of(problem).reach < REACH;
    can_count(problem) && short()
}

/// The most half-covered items of a sweep for which subproblems are likely to repeat.
const NARROW: usize = 32;

/// This many half-covered items are few on any board. A larger number must also be at most half of
/// all items. Langford pairs repeat well enough, but a sweep has a larger tree than MRV there, and
/// `bits` counts them several times as fast.
const FEW: usize = 8;

/// Returns true if a sweep over the items has few half-covered items at any time, as on a board
/// tiled by small pieces.
pub(crate) fn is_narrow(problem: &Problem) -> bool {
    Sweep::of(problem).is_narrow()
}

/// Returns true if a problem fits the engine and [is narrow](is_narrow).
pub fn suits(problem: &Problem) -> bool {
    can_count(problem) && problem.n_items() <= MOST_ITEMS && {
        let sweep = Sweep::of(problem);
        sweep.is_narrow() && sweep.reach < REACH
    }
}

/// An order in which items are covered.
struct Sweep {
    /// By item: its place. The primary items come first.
    place: Vec<usize>,
    /// The most items that are half covered at any time.
    peak: usize,
    /// The largest distance from the first item of an option to another of its items, in places.
    reach: usize,
}

impl Sweep {
    fn is_narrow(&self) -> bool {
        self.peak <= NARROW && (self.peak <= FEW || 2 * self.peak <= self.place.len())
    }

    fn of(problem: &Problem) -> Sweep {
        let plain = Sweep::in_order(problem, (0..problem.n_items()).collect());
        // A narrow sweep needs no reordering.
        let close = if plain.peak > FEW { close_together(problem) } else { None };
        let close = close.map(|place| Sweep::in_order(problem, place));
        match close {
            // If many items are half covered in both orders, the peaks do not show which one
            // repeats more, and the order of the file has a meaning.
            Some(close) if 2 * close.peak <= plain.peak => close,
            _ => plain,
        }
    }

    fn in_order(problem: &Problem, place: Vec<usize>) -> Sweep {
        // By place: the first place of any option that holds its item.
        let mut touched_from: Vec<usize> = (0..place.len()).collect();
        let mut reach = 0;
        for option in problem.options() {
            let places = problem.items_of(option).iter().map(|item| place[item.index()]);
            let first = places.clone().min().unwrap_or(0);
            for at in places {
                touched_from[at] = touched_from[at].min(first);
                reach = reach.max(at - first);
            }
        }
        // An item is half covered from the first option that can touch it until the sweep has
        // passed it.
        let mut change = vec![0i64; place.len() + 1];
        for (at, &from) in touched_from.iter().enumerate() {
            change[from] += 1;
            change[at] -= 1;
        }
        let (mut open, mut peak) = (0i64, 0);
        for step in change {
            open += step;
            peak = peak.max(open);
        }
        Sweep { place, peak: peak as usize, reach }
    }
}

/// An order of the items in which the items of an option are close together: breadth first from an
/// item at the rim, neighbours with fewer neighbours first. `None` if that would take long.
fn close_together(problem: &Problem) -> Option<Vec<usize>> {
    let pairs: usize = problem.options().map(|option| problem.items_of(option).len().pow(2)).sum();
    if pairs > MOST_PAIRS {
        return None;
    }
    let primary = problem.n_primary();
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); primary];
    for option in problem.options() {
        let items = problem.items_of(option).iter().filter(|item| problem.is_primary(**item));
        for one in items.clone() {
            beside[one.index()].extend(items.clone().filter(|other| *other != one).map(|other| other.index()));
        }
    }
    for others in &mut beside {
        others.sort_unstable();
        others.dedup();
    }
    let degree: Vec<usize> = beside.iter().map(Vec::len).collect();
    // Breadth first from an item, over the items that were not visited.
    let walk = |from: usize, met: &mut [bool]| {
        let mut order = vec![from];
        met[from] = true;
        let mut at = 0;
        while let Some(&item) = order.get(at) {
            let mut next: Vec<usize> = beside[item].iter().copied().filter(|&other| !met[other]).collect();
            next.sort_by_key(|&other| (degree[other], other));
            next.iter().for_each(|&other| met[other] = true);
            order.extend(next);
            at += 1;
        }
        order
    };
    let (mut met, mut order) = (vec![false; primary], Vec::with_capacity(primary));
    let mut starts: Vec<usize> = (0..primary).collect();
    starts.sort_by_key(|&item| degree[item]);
    for from in starts {
        if met[from] {
            continue;
        }
        // The last item visited from any start lies at the rim.
        let there = walk(from, &mut met);
        there.iter().for_each(|&item| met[item] = false);
        order.extend(walk(there.last().copied().unwrap_or(from), &mut met));
    }
    let mut place: Vec<usize> = (0..problem.n_items()).collect();
    order.iter().enumerate().for_each(|(at, &item)| place[item] = at);
    Some(place)
}

/// The reason shown if another engine counts because little repeats.
pub(crate) const TOO_SELDOM: &str = "subproblems recur too seldom for memo";

/// See [`crate::run`].
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    let outcome = number::run(problem, &order, host, &|problem, order, host| attempt(problem, order, u64::MAX, host));
    Outcome { why: if outcome.engine == Engine::MEMO { "" } else { TOO_SELDOM }, ..outcome }
}

/// Counts the covers of a problem. Returns `None` if too little repeats, which is detected early,
/// or if more than `most` sets would be kept.
pub fn attempt(problem: &Problem, order: &Order, most: u64, host: &mut dyn Host) -> Option<Outcome> {
    let sweep = Sweep::of(problem);
    let short = |host: &mut dyn Host| counted(problem, &sweep, Limits { most, wanted: None }, host);
    let long = |host: &mut dyn Host| counted(problem, &sweep, Limits { most, wanted: None }, host);
    number::attempt(Engine::MEMO, (problem, order), host, &short, &long)
}

/// Returns the outcome of a search by a table for one cover or, for uniqueness, two. Returns `None`
/// if too little repeats, which is detected early, if more than `most` sets would be kept, or if
/// the problem is not plain or an option reaches too far.
pub fn decide(problem: &Problem, order: &Order, most: u64, host: &mut dyn Host) -> Option<Outcome> {
    let sweep = Sweep::of(problem);
    if !problem.is_plain() || sweep.reach >= REACH {
        return None;
    }
    let wanted = if order.goal == Goal::First { 1 } else { 2 };
    let limits = Limits { most, wanted: Some(wanted) };
    let found = counted::<Few>(problem, &sweep, limits, host);
    let outcome = found.outcome(Engine::MEMO, problem, order, host)?;
    let status = match (outcome.status, order.goal) {
        (_, Goal::First) if !outcome.solutions.is_empty() => Status::Solved,
        (status, _) => status,
    };
    Some(Outcome { status, ..outcome })
}

/// The limits of a count.
#[derive(Clone, Copy)]
struct Limits {
    /// The most sets that are kept.
    most: u64,
    /// The covers after which it ends. `None` if all are counted.
    wanted: Option<usize>,
}

fn counted<T: Number>(problem: &Problem, sweep: &Sweep, limits: Limits, host: &mut dyn Host) -> TableCount<T> {
    match sweep.reach / 64 {
        0 => count::<1, T>(problem, sweep, limits, host),
        1 => count::<2, T>(problem, sweep, limits, host),
        2..4 => count::<4, T>(problem, sweep, limits, host),
        _ => count::<MOST_WORDS, T>(problem, sweep, limits, host),
    }
}

fn count<const N: usize, T: Number>(
    problem: &Problem,
    sweep: &Sweep,
    limits: Limits,
    host: &mut dyn Host,
) -> TableCount<T> {
    let mut memo = Memo::<N, T>::new(problem, sweep, limits, host);
    let all = memo.all();
    let number = memo.below(all);
    let covers = match &number {
        Ok(_) if limits.wanted.is_none() => memo.covers(all, 1),
        _ => std::mem::take(&mut memo.found),
    };
    let tally = Tally { profile: memo.depths, ..Tally::default() };
    let counters = counters(memo.entries, memo.hits);
    TableCount { number, tally, counters, met: memo.met, path: memo.path, covers }
}

/// The uncovered items: one bit for each item from a place on. Items after the last bit are open.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Front<const N: usize> {
    from: u32,
    bits: [u64; N],
}

impl<const N: usize> Front<N> {
    /// The first place that can be open.
    fn place(self) -> usize {
        self.from as usize
    }

    /// Moves on to the first open place of `n` places, or to the end.
    fn moved_on(mut self, n: usize) -> Front<N> {
        while self.place() < n && self.bits[0] & 1 == 0 {
            let zeros = self.bits[0].trailing_zeros();
            let by = zeros.min(63);
            for k in 0..N {
                let above = if k + 1 < N { self.bits[k + 1] } else { 0 };
                self.bits[k] = self.bits[k] >> by | above << 1 << (63 - by);
            }
            self.from += by;
            // The bits of new places are shifted in from above; those after the last item stay 0.
            let top = 64 * N - by as usize;
            for at in top..(n.saturating_sub(self.place())).min(64 * N) {
                self.bits[at / 64] |= 1 << (at % 64);
            }
        }
        self
    }
}

/// A set that is being counted.
struct Counting<const N: usize, T> {
    front: Front<N>,
    /// The number of options of its first item that were tried.
    tried: usize,
    /// The covers found so far.
    number: T,
}

// Many fields: the state of one recursion, which each level reads and writes.
struct Memo<'a, const N: usize, T> {
    host: &'a mut dyn Host,
    primary: usize,
    items: usize,
    /// By place: the options whose first item is there, each with the places of its items, counted
    /// from there.
    columns: Vec<Vec<(OptionId, [u64; N])>>,
    table: FxHashMap<Front<N>, T>,
    hits: u64,
    entries: u64,
    limits: Limits,
    /// The covers found, if only some are wanted.
    found: Vec<Vec<OptionId>>,
    path: Vec<OptionId>,
    /// By level: the number of options tried.
    depths: Vec<u64>,
    slice: u32,
    /// A lower bound on the covers: the counts below the finished options of the first level.
    met: u128,
}

impl<'a, const N: usize, T: Number> Memo<'a, N, T> {
    fn new(problem: &Problem, sweep: &Sweep, limits: Limits, host: &'a mut dyn Host) -> Memo<'a, N, T> {
        let mut columns = vec![Vec::new(); problem.n_items()];
        for option in problem.options() {
            let items = problem.items_of(option);
            // An option is listed under its first item, because no item before that one can be open
            // when the option is tried. Options without a primary item are never chosen.
            let places = items.iter().map(|item| sweep.place[item.index()]);
            let Some(first) = places.clone().min().filter(|&first| first < problem.n_primary()) else { continue };
            let mut mask = [0u64; N];
            places.map(|place| place - first).for_each(|place| mask[place / 64] |= 1 << (place % 64));
            columns[first].push((option, mask));
        }
        Memo {
            host,
            primary: problem.n_primary(),
            items: problem.n_items(),
            columns,
            table: FxHashMap::default(),
            hits: 0,
            entries: 0,
            limits,
            found: Vec::new(),
            path: Vec::new(),
            depths: Vec::new(),
            slice: SLICE,
            met: 0,
        }
    }

    /// The front with all items open.
    fn all(&self) -> Front<N> {
        let mut all = Front { from: 0, bits: [0; N] };
        (0..self.items.min(64 * N)).for_each(|at| all.bits[at / 64] |= 1 << (at % 64));
        all
    }

    /// Counts the covers of the open items. The first place of the front must be open.
    fn below(&mut self, front: Front<N>) -> Result<T, Cut> {
        // Uses a stack of levels, not recursion: there may be thousands of levels.
        let mut levels: Vec<Counting<N, T>> = Vec::new();
        let mut known = self.enter(front, &mut levels)?;
        loop {
            let depth = levels.len();
            let Some(top) = levels.last_mut() else { return Ok(known.expect("the root has been counted")) };
            if let Some(number) = known.take() {
                self.path.pop();
                top.number = top.number.plus(&number).ok_or(Cut::TooLarge)?;
                if depth == 1 {
                    self.met = top.number.at_least();
                }
            }
            let options = &self.columns[top.front.place()][top.tried..];
            let fits =
                |(_, mask): &(OptionId, [u64; N])| mask.iter().zip(&top.front.bits).all(|(m, open)| m & !open == 0);
            match options.iter().position(fits) {
                Some(at) => {
                    let (option, mask) = options[at];
                    top.tried += at + 1;
                    let mut rest = top.front;
                    rest.bits.iter_mut().zip(&mask).for_each(|(rest, mask)| *rest &= !mask);
                    self.path.push(option);
                    self.depths[depth - 1] += 1;
                    let rest = rest.moved_on(self.items);
                    known = self.enter(rest, &mut levels)?;
                    if let (Some(number), Some(wanted)) = (&known, self.limits.wanted)
                        && number.at_least() > 0
                    {
                        self.find(rest, wanted)?;
                    }
                }
                None => {
                    let Counting { front, number, .. } = levels.pop().expect("it is the last one");
                    self.store(front, number.clone())?;
                    known = Some(number);
                }
            }
        }
    }

    /// Adds the covers through the path and a set that has some, until there are `wanted` of them.
    fn find(&mut self, front: Front<N>, wanted: usize) -> Result<(), Cut> {
        for below in self.covers(front, wanted - self.found.len()) {
            self.found.push(self.path.iter().copied().chain(below).collect());
        }
        if self.found.len() >= wanted { Err(Cut::Enough) } else { Ok(()) }
    }

    /// At most `most` covers of the open items of a set. The counts below it must be known.
    fn covers(&self, front: Front<N>, most: usize) -> Vec<Vec<OptionId>> {
        let (mut found, mut path, mut levels) = (Vec::new(), Vec::new(), vec![(front, 0)]);
        while found.len() < most
            && let Some((front, tried)) = levels.last_mut()
        {
            if front.place() >= self.primary {
                found.push(path.clone());
                levels.pop();
                path.pop();
                continue;
            }
            let next = self.columns[front.place()][*tried..].iter().enumerate().find_map(|(at, (option, mask))| {
                let fits = mask.iter().zip(&front.bits).all(|(m, open)| m & !open == 0);
                let mut rest = *front;
                rest.bits.iter_mut().zip(mask).for_each(|(rest, mask)| *rest &= !mask);
                let rest = rest.moved_on(self.items);
                let known = || self.table.get(&rest).is_some_and(|number| number.at_least() > 0);
                (fits && (rest.place() >= self.primary || known())).then_some((at, *option, rest))
            });
            match next {
                Some((at, option, rest)) => {
                    *tried += at + 1;
                    path.push(option);
                    levels.push((rest, 0));
                }
                None => {
                    levels.pop();
                    path.pop();
                }
            }
        }
        found
    }

    /// Begins a level, or returns its count if that is known.
    fn enter(&mut self, front: Front<N>, levels: &mut Vec<Counting<N, T>>) -> Result<Option<T>, Cut> {
        if front.place() >= self.primary {
            return Ok(Some(T::one()));
        }
        if let Some(known) = self.table.get(&front) {
            self.hits += 1;
            return Ok(Some(known.clone()));
        }
        self.slice -= 1;
        if self.slice == 0 {
            self.slice = SLICE;
            self.ask()?;
        }
        if self.depths.len() <= levels.len() {
            self.depths.resize(levels.len() + 1, 0);
        }
        levels.push(Counting { front, tried: 0, number: T::default() });
        Ok(None)
    }

    /// Stores the count of a set.
    fn store(&mut self, front: Front<N>, number: T) -> Result<(), Cut> {
        self.entries += 1;
        self.table.insert(front, number);
        let full = self.table.len() * (size_of::<Front<N>>() + 16 + T::BYTES) > MOST_BYTES;
        match full || self.entries > self.limits.most || self.entries == TRIAL && self.hits * 8 < self.entries {
            true => Err(Cut::Useless),
            false => Ok(()),
        }
    }

    fn ask(&mut self) -> Result<(), Cut> {
        let (path, met, depths) = (&self.path, self.met, &self.depths);
        let (entries, hits) = (self.entries, self.hits);
        let look = || {
            let tally = Tally { profile: depths.clone(), ..Tally::default() };
            let snapshot = Snapshot::new(Engine::MEMO, &tally, path.clone(), Address::default());
            Snapshot { count: met, counters: counters(entries, hits), ..snapshot }
        };
        self.host.poll(&look).into_result().map_err(Cut::Stopped)
    }
}
