//! Questions about a whole search: when something happens first and last, and how often.
//!
//! An [`Inquiry`] walks through the search once, operation by operation. It saves the state at the
//! start of each block of operations, so the moment of an operation is found by a short walk from
//! there. With an index, it also notes for each block what happens in it, one bit each. Then any
//! *first* and *last* of these is found in one block, or in a few. A long walk has few large
//! blocks: when there are too many, each two become one.

use super::breaks::is_gone;
use super::milestones::{Milestone, thin};
use dancing::{Address, Event, ItemId, OptionId, Policy, Problem, Search, Tally};
use std::sync::Arc;

/// The number of operations in a block at first, walked in a millisecond or two. An operation may
/// read all items, so there are fewer where items are many.
const BLOCK: u64 = 1 << 13;
const WALKED: u64 = 1 << 23;
/// The most blocks, and the bytes that they may take.
const BLOCKS: usize = 1 << 15;
const BYTES: usize = 64 << 20;

/// Something that can happen in a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// An option can no longer be chosen.
    Hidden(OptionId),
    /// An option is tried.
    Tried(OptionId),
    /// An item is chosen.
    Chosen(ItemId),
    /// An item is covered, chosen items included.
    Covered(ItemId),
    /// The number of options left for an item falls to `left`.
    Falls { item: ItemId, left: usize },
    /// A solution with all of these options is found.
    Solution(Vec<OptionId>),
    /// An item with no option left is chosen.
    DeadEnd,
    /// An item with no option left is chosen, and one of its options is excluded by this one: it is
    /// the first chosen option that shares an item with it. Only in exact covers.
    Blamed(OptionId),
    /// A branch is cut.
    Cut,
    /// This many options are chosen.
    Level(usize),
    /// As many options are chosen as nowhere else.
    Deepest,
}

/// The number of times that something happened, and the first and the last operation, counted from
/// 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occurrences {
    pub times: u64,
    /// The first operation.
    pub first: Option<u64>,
    /// The last operation.
    pub last: Option<u64>,
}

impl Occurrences {
    fn add(&mut self, op: u64) {
        self.times += 1;
        self.first.get_or_insert(op);
        self.last = Some(op);
    }
}

/// A walk through a search that answers questions.
// Many fields: one walk, with a column for each question that it answers.
#[derive(Clone, Debug)]
pub struct Inquiry {
    problem: Arc<Problem>,
    policy: Policy,
    search: Search,
    tally: Tally,
    ops: u64,
    /// The links that this run has visited.
    spent: u64,
    asked: Vec<Happening>,
    records: Vec<Occurrences>,
    /// By question about a probe: the probe of the last state.
    probes: Vec<i64>,
    /// True if nothing is asked but the first time.
    first_only: bool,
    /// The operations of a block, the most blocks (an even number), and the state at the beginning
    /// of each.
    size: u64,
    most: usize,
    blocks: Vec<Milestone>,
    index: Option<Index>,
    /// By item: the level at which it was covered, from 0; [`OPEN`] if it is open. Only in exact
    /// covers without colours.
    levels: Vec<u32>,
    /// True if `levels` is kept.
    is_plain: bool,
    /// By item: the options that hold it. Empty unless it is asked which option is to blame.
    holders: Vec<Vec<OptionId>>,
    deepest: usize,
    ended: bool,
}

const OPEN: u32 = u32::MAX;

/// The links that are visited in a run: some milliseconds.
const MOST: u64 = 1 << 21;

/// The events of each block, and the state at its beginning, from which it follows what is hidden.
#[derive(Clone, Debug, Default)]
struct Index {
    options: usize,
    items: usize,
    notes: Vec<Notes>,
}

/// The events of a block.
#[derive(Clone, Debug)]
struct Notes {
    /// One bit for each option tried, item chosen, item covered, and for two more happenings.
    bits: Box<[u64]>,
    /// By item, at the beginning: the level at which it was covered.
    levels: Box<[u32]>,
    /// The fewest options chosen in the block.
    least: u32,
}

/// The most blocks of a problem, an even number, if `noted` bytes of each are notes. The rest is an
/// address and the profile of a tally.
fn most_blocks(problem: &Problem, noted: usize) -> usize {
    let bytes = 32 * problem.n_primary() + 256 + noted;
    (BYTES / bytes).clamp(64, BLOCKS).next_multiple_of(2)
}

impl Notes {
    fn has(&self, bit: usize) -> bool {
        self.bits[bit / 64] >> (bit % 64) & 1 == 1
    }

    #[inline]
    fn put(&mut self, bit: usize) {
        self.bits[bit / 64] |= 1 << (bit % 64);
    }
}

impl Index {
    fn tried(&self, option: OptionId) -> usize {
        option.index()
    }

    fn chosen(&self, item: ItemId) -> usize {
        self.options + item.index()
    }

    fn covered(&self, item: ItemId) -> usize {
        self.options + self.items + item.index()
    }

    fn solved(&self) -> usize {
        self.options + 2 * self.items
    }

    fn dead(&self) -> usize {
        self.solved() + 1
    }

    /// Begins a block.
    fn begin(&mut self, levels: &[u32], chosen: u32) {
        let bits = vec![0; (self.dead() + 1).div_ceil(64)].into();
        self.notes.push(Notes { bits, levels: levels.into(), least: chosen });
    }

    /// Makes one block of each two. Their number is even.
    fn halve(&mut self) {
        let mut notes = std::mem::take(&mut self.notes).into_iter();
        while let Some(mut one) = notes.next() {
            if let Some(other) = notes.next() {
                one.bits.iter_mut().zip(&other.bits).for_each(|(bits, more)| *bits |= more);
                one.least = one.least.min(other.least);
            }
            self.notes.push(one);
        }
    }

    /// Returns whether something may happen in a block. `None` if it is not noted.
    fn may_happen(&self, notes: &Notes, happening: &Happening, problem: &Problem) -> Option<bool> {
        Some(match *happening {
            Happening::Tried(option) => notes.has(self.tried(option)),
            Happening::Chosen(item) => notes.has(self.chosen(item)),
            Happening::Covered(item) => notes.has(self.covered(item)),
            Happening::DeadEnd => notes.has(self.dead()),
            Happening::Solution(ref with) if with.is_empty() => notes.has(self.solved()),
            Happening::Hidden(option) => {
                let items = problem.items_of(option);
                // An option that is hidden at first comes back only if the search goes back to the
                // level that hid it.
                let level = items.iter().map(|item| notes.levels[item.index()]).min().unwrap_or(OPEN);
                let covers = items.iter().any(|&item| notes.has(self.covered(item)));
                covers && (level == OPEN || notes.least <= level)
            }
            _ => return None,
        })
    }
}

impl Inquiry {
    /// An inquiry about a search from its root. It answers these questions, and notes nothing else.
    ///
    /// # Examples
    ///
    /// ```
    /// use dancing::{ItemId, OptionId, Policy, Problem};
    /// use quadrille_solve::{Happening, Inquiry};
    /// use std::sync::Arc;
    /// let mut problem = Problem::new(2, 0);
    /// for items in [&[ItemId(0)][..], &[ItemId(0), ItemId(1)], &[ItemId(1)]] {
    ///     problem.push(items).unwrap();
    /// }
    /// let asked = vec![Happening::Hidden(OptionId(2)), Happening::Tried(OptionId(2))];
    /// let mut inquiry = Inquiry::new(&Arc::new(problem), Policy::default(), asked);
    /// while inquiry.run(1000) {}
    /// // Item 1 is covered with option 1, and is chosen after option 0.
    /// assert_eq!(inquiry.record(0).times, 2);
    /// let address = inquiry.moment(inquiry.record(1).first.unwrap());
    /// assert_eq!(address.unwrap().to_string(), "1/2,1/1");
    /// ```
    pub fn new(problem: &Arc<Problem>, policy: impl Into<Policy>, asked: Vec<Happening>) -> Inquiry {
        let policy = policy.into();
        let search = Search::new(problem, policy);
        let is_plain = problem.is_plain();
        let levels = vec![OPEN; problem.n_items()];
        let mut holders = Vec::new();
        if asked.iter().any(|happening| matches!(happening, Happening::Blamed(_))) {
            holders = vec![Vec::new(); problem.n_items()];
            for option in problem.options() {
                problem.items_of(option).iter().for_each(|item| holders[item.index()].push(option));
            }
        }
        let records = vec![Occurrences::default(); asked.len()];
        let mut inquiry = Inquiry {
            problem: Arc::clone(problem),
            policy,
            holders,
            probes: Vec::new(),
            first_only: false,
            size: (WALKED / problem.n_items().max(1) as u64).clamp(64, BLOCK),
            most: most_blocks(problem, 0),
            blocks: Vec::new(),
            index: None,
            tally: Tally::default(),
            ops: 0,
            spent: 0,
            deepest: 0,
            ended: false,
            search,
            asked,
            records,
            levels,
            is_plain,
        };
        inquiry.probes = inquiry.asked.iter().map(|happening| inquiry.probe(happening)).collect();
        inquiry
    }

    /// Stops as soon as each of the happenings was seen once.
    #[must_use]
    pub fn first_only(self) -> Inquiry {
        Inquiry { first_only: true, ..self }
    }

    /// Sets the number of operations in a block at first, and the most blocks. The smaller a block
    /// is, the faster a question is answered from the index, and the more memory it takes.
    #[must_use]
    pub fn in_blocks_of(self, size: u64, most: usize) -> Inquiry {
        Inquiry { size, most: most.next_multiple_of(2).max(2), ..self }
    }

    /// Notes for each block what happens in it, if the class of the search allows it.
    #[must_use]
    pub fn indexed(self) -> Inquiry {
        let (options, items) = (self.problem.n_options(), self.problem.n_items());
        let index = self.is_plain.then(|| Index { options, items, notes: Vec::new() });
        // The bits and the levels.
        let most = most_blocks(&self.problem, (options + 2 * items) / 8 + 4 * items).min(self.most);
        Inquiry { index, most, ..self }
    }

    /// The number of operations done.
    pub fn operations(&self) -> u64 {
        self.ops
    }

    /// The share of the search that is done, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.search.address().share_done()
    }

    /// Returns true if the walk came to the end of the search.
    pub fn is_complete(&self) -> bool {
        self.ended
    }

    /// The answer to a question, by its number, for the part of the search that is done.
    pub fn record(&self, question: usize) -> Occurrences {
        self.records[question]
    }

    /// The most options chosen at a time.
    pub fn deepest(&self) -> usize {
        self.deepest
    }

    /// The first or the last operation with a happening, from the index. `None` if the index does
    /// not tell.
    pub fn from_index(&self, happening: &Happening, last: bool) -> Option<Option<u64>> {
        let index = self.index.as_ref()?;
        let mut blocks = Vec::new();
        for (begin, notes) in self.blocks.iter().zip(&index.notes) {
            if index.may_happen(notes, happening, &self.problem)? {
                blocks.push((begin, notes));
            }
        }
        let record = |&(begin, notes): &(&Milestone, &Notes)| self.within(begin, notes, happening);
        Some(match last {
            false => blocks.iter().find_map(|block| record(block)?.first),
            true => blocks.iter().rev().find_map(|block| record(block)?.last),
        })
    }

    /// The record of a happening in one block.
    fn within(&self, begin: &Milestone, notes: &Notes, happening: &Happening) -> Option<Occurrences> {
        let mut again = Inquiry::new(&self.problem, self.policy, vec![happening.clone()]);
        again.search = self.search.clone();
        if !begin.find(&mut again.search) {
            return None;
        }
        again.ops = begin.ops;
        again.levels.copy_from_slice(&notes.levels);
        let end = (begin.ops + self.size).min(self.ops);
        while again.ops < end && again.step() {}
        Some(again.record(0))
    }

    /// The state after an operation that was done.
    pub fn moment(&self, op: u64) -> Option<Address> {
        // The walk may have ended where the next block would begin.
        let begin = self.blocks.get((op.saturating_sub(1) / self.size) as usize)?;
        // Only the levels that it does not share with this place are chosen again.
        let mut search = self.search.clone();
        let found = begin.find(&mut search);
        let mut tally = Tally::default();
        for _ in begin.ops..op {
            search.step_into(&mut tally)?;
        }
        found.then(|| search.address())
    }

    /// Walks on, by this many operations, or fewer if these are dear. Returns false at the end, or
    /// once nothing more is to be found.
    pub fn run(&mut self, budget: u32) -> bool {
        self.spent = 0;
        for _ in 0..budget {
            if self.spent > MOST {
                break;
            }
            if self.first_only && self.records.iter().all(|record| record.first.is_some()) {
                return false;
            }
            if !self.step() {
                return false;
            }
        }
        true
    }

    fn step(&mut self) -> bool {
        if self.ended {
            return false;
        }
        if self.ops.is_multiple_of(self.size) {
            if self.blocks.len() == self.most {
                self.halve();
            }
            self.spent += self.search.chosen().len() as u64;
            self.blocks.push(Milestone::new(&self.search, &self.tally, self.ops));
            if let Some(index) = &mut self.index {
                index.begin(&self.levels, self.search.chosen().len() as u32);
            }
        }
        let Some(event) = self.search.step_spending(&mut self.tally, &mut self.spent) else {
            self.ended = true;
            return false;
        };
        self.ops += 1;
        if self.index.is_some() {
            self.note(event);
        }
        for at in 0..self.asked.len() {
            if self.happens(at, event) {
                self.records[at].add(self.ops);
            }
        }
        if self.is_plain {
            self.follow(event);
        }
        true
    }

    /// Makes one block of each two.
    fn halve(&mut self) {
        self.size *= 2;
        thin(&mut self.blocks);
        if let Some(index) = &mut self.index {
            index.halve();
        }
    }

    /// Keeps the levels of the covered items.
    #[inline]
    fn follow(&mut self, event: Event) {
        let level = self.search.chosen().len() as u32;
        match event {
            Event::Choose { item } => self.levels[item.index()] = level,
            Event::Cover { item } => self.levels[item.index()] = level - 1,
            Event::Uncover { item } | Event::Backtrack { item } => self.levels[item.index()] = OPEN,
            _ => {}
        }
    }

    /// Notes what happens in the block.
    #[inline]
    fn note(&mut self, event: Event) {
        let Some(index) = &mut self.index else { return };
        let links = self.search.links();
        let (bit, other) = match event {
            Event::Cover { item } => (index.covered(item), None),
            Event::Choose { item } if links.len(item) == 0 => (index.chosen(item), Some(index.dead())),
            Event::Choose { item } => (index.chosen(item), None),
            Event::Try { node } => (index.tried(links.option(node).unwrap_or(OptionId(0))), None),
            Event::Visit => (index.solved(), None),
            _ => {
                let chosen = self.search.chosen().len() as u32;
                if let Some(notes) = index.notes.last_mut() {
                    notes.least = notes.least.min(chosen);
                }
                return;
            }
        };
        let covered = if let Event::Choose { item } = event { Some(index.covered(item)) } else { None };
        if let Some(notes) = index.notes.last_mut() {
            notes.put(bit);
            covered.into_iter().chain(other).for_each(|bit| notes.put(bit));
        }
    }

    /// The quantity that a question watches.
    fn probe(&self, happening: &Happening) -> i64 {
        match happening {
            Happening::Falls { item, .. } => self.search.links().len(*item) as i64,
            Happening::Hidden(option) if !self.is_plain => i64::from(is_gone(&self.search, *option)),
            _ => 0,
        }
    }

    /// Returns whether the last operation is what a question asks about.
    fn happens(&mut self, at: usize, event: Event) -> bool {
        let (search, links) = (&self.search, self.search.links());
        match &self.asked[at] {
            &Happening::Hidden(option) if self.is_plain => match event {
                Event::Choose { item } | Event::Cover { item } => {
                    let items = self.problem.items_of(option);
                    items.contains(&item) && items.iter().all(|other| self.levels[other.index()] == OPEN)
                }
                _ => false,
            },
            Happening::Hidden(_) => {
                let now = self.probe(&self.asked[at]);
                std::mem::replace(&mut self.probes[at], now) == 0 && now == 1
            }
            Happening::Falls { left, .. } => {
                let left = *left as i64;
                let now = self.probe(&self.asked[at]);
                std::mem::replace(&mut self.probes[at], now) > left && now == left
            }
            &Happening::Tried(option) => matches!(event, Event::Try { node } if links.option(node) == Some(option)),
            &Happening::Chosen(wanted) => event == Event::Choose { item: wanted },
            &Happening::Covered(wanted) => match event {
                Event::Choose { item } | Event::Cover { item } => item == wanted,
                Event::Purify { node } => links.item(node) == wanted,
                _ => false,
            },
            Happening::Solution(with) => {
                let has = |option: &OptionId| search.chosen().iter().any(|&node| links.option(node) == Some(*option));
                event == Event::Visit && with.iter().all(has)
            }
            Happening::DeadEnd => matches!(event, Event::Choose { item } if links.len(item) == 0),
            &Happening::Blamed(option) => match event {
                Event::Choose { item } if links.len(item) == 0 => self.is_blamed(option, item),
                _ => false,
            },
            Happening::Cut => matches!(event, Event::Cut { .. }),
            &Happening::Level(level) => {
                matches!(event, Event::Try { .. } | Event::Stop { .. }) && search.chosen().len() == level
            }
            Happening::Deepest => {
                let level = search.chosen().len();
                let is_new = matches!(event, Event::Try { .. } | Event::Stop { .. }) && level > 0;
                if is_new && level > self.deepest {
                    self.deepest = level;
                    self.records[at] = Occurrences::default();
                }
                is_new && level == self.deepest
            }
        }
    }

    /// Returns whether an option excludes one of the options of an item that has none left. The
    /// item itself was covered just now.
    fn is_blamed(&self, blamed: OptionId, item: ItemId) -> bool {
        let links = self.search.links();
        let Some(level) = self.search.chosen().iter().position(|&node| links.option(node) == Some(blamed)) else {
            return false;
        };
        let first =
            |option: &OptionId| self.problem.items_of(*option).iter().map(|item| self.levels[item.index()]).min();
        self.holders[item.index()].iter().any(|option| first(option) == Some(level as u32))
    }
}
