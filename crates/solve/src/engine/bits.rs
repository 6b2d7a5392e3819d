//! The `bits` engine: the same tree as `links`, with the live options as a bit mask.
//!
//! **Idea.** Each option has a precomputed mask of the options that share an item with it, and do
//! not agree on its colour. A node then costs one pass of `live & conflict`, and the rows of the
//! removed options are subtracted from the lengths of all items, many items in a register
//! ([`key`]). Each level has its own copy of both, so nothing is undone. Masks and rows cost memory
//! for each option, which limits the engine to a few thousand options. Deep in the tree few options
//! are live: if enough nodes are expected below, new masks are made for those alone ([`masks`]).
//!
//! **Invariants.** Items are chosen as [`ItemRule::Fewest`] chooses them, and options are tried in
//! order. So the tree and the tally are the same as in `links`, node for node; with colours the
//! updates are not counted. A run that is stopped can be handed to the debugger as if it had walked
//! there.

mod key;
mod masks;

use crate::harvest::{Harvest, Walk};
use crate::host::{Flow, Host};
use crate::order::{Engine, Order};
use crate::outcome::{Outcome, Snapshot, StopReason, StoppedAt};
use dancing::{Address, At, Branch, ItemId, ItemRule, OptionId, Problem, Search, Tally};
use key::Block;
use masks::{Masks, OptionNodes, Shades};
use wide::{i16x8, i32x4};

/// The most options to make masks for: 2,000 take half a megabyte, 4,000 take two.
pub const MOST: usize = 4096;

/// Nodes between two polls of the host, not counting dead ends. Dead ends are about as many, or a
/// few times as many.
const SLICE: u32 = 512;

/// New masks are made if the nodes expected below, times the options removed, exceed this many
/// times the options kept.
const WORTH: u64 = 800;

/// Returns true if a problem is small enough for masks.
pub fn fits(problem: &Problem) -> bool {
    // Every level and every option has a key for every item.
    let keys = problem.n_primary().saturating_mul(problem.n_options().max(problem.n_primary()));
    !problem.wants_fewest() && problem.n_options() <= MOST && keys <= 8_000_000
}

/// Values in place of a level's item: none is chosen yet, or the level is finished.
const NEW: usize = usize::MAX;
const LEFT: usize = usize::MAX - 1;

/// A level of the search: the state below the options chosen above it.
struct SearchLevel<B> {
    live: Vec<u64>,
    keys: Vec<B>,
    /// The least of `keys`.
    least: u32,
    /// The size of the live options.
    left: OptionNodes,
    /// The item chosen here; the range of its live options in `tries`, and the next one to try.
    item: usize,
    from: usize,
    to: usize,
    next: usize,
    /// The size of those options.
    hidden: OptionNodes,
}

struct Bits<'a, B> {
    problem: &'a Problem,
    shades: Shades,
    /// The number of low bits of a key, which hold the item's number.
    shift: u32,
    /// The masks of the whole problem and, below them, those made on the way down for fewer
    /// options; each with the level at which it was made.
    masks: Vec<(usize, Masks<B>)>,
    /// The index of the masks in use.
    top: usize,
    levels: Vec<SearchLevel<B>>,
    /// The options to try at all levels, level after level, numbered as in the masks of their
    /// level.
    tries: Vec<u32>,
    /// By level: the expected number of nodes below one of its nodes.
    below: Vec<u64>,
    depth: usize,
    chosen: Vec<OptionId>,
    tally: Tally,
}

/// See [`crate::run`].
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    let mut walk = walk(problem, order);
    let stop = walk.go_on(u64::MAX, host).unwrap_or(StopReason::Exhausted);
    walk.outcome(stop)
}

/// A search at the root.
pub fn walk<'a>(problem: &'a Problem, order: Order) -> Box<dyn Walk + 'a> {
    let mut lengths = vec![0u32; problem.n_items()];
    problem.options().flat_map(|option| problem.items_of(option)).for_each(|item| lengths[item.index()] += 1);
    lengths.truncate(problem.n_primary());
    match key::are_short(problem, lengths.iter().copied().max().unwrap_or(0)) {
        true => Box::new(Race::<i16x8>::new(problem, &lengths, order)),
        false => Box::new(Race::<i32x4>::new(problem, &lengths, order)),
    }
}

/// The search, and the solutions kept.
struct Race<'a, B> {
    bits: Bits<'a, B>,
    harvest: Harvest<'a>,
    in_batch: bool,
}

impl<'a, B: Block> Race<'a, B> {
    fn new(problem: &'a Problem, lengths: &[u32], order: Order) -> Race<'a, B> {
        let (bits, harvest) = (Bits::new(problem, lengths), Harvest::new(problem, order.goal));
        Race { bits, harvest, in_batch: order.in_batch }
    }
}

impl<B: Block> Walk for Race<'_, B> {
    fn go_on(&mut self, nodes: u64, host: &mut dyn Host) -> Option<StopReason> {
        let mut slices = nodes.div_ceil(SLICE.into());
        let mut slice = SLICE;
        loop {
            match self.bits.next() {
                None => return Some(StopReason::Exhausted),
                Some(false) => {}
                Some(true) => {
                    let enough = self.harvest.take(&self.bits.chosen, self.bits.tally.solutions, host);
                    if enough.is_some() {
                        return enough;
                    }
                }
            }
            slice -= 1;
            if slice == 0 {
                slice = SLICE;
                self.bits.expect();
                if let Flow::Stop(reason) = host.poll(&|| self.look()) {
                    return Some(reason);
                }
                slices -= 1;
                if slices == 0 {
                    return None;
                }
            }
        }
    }

    fn forecast(&self) -> f64 {
        self.bits.tally.nodes() as f64 / self.bits.address().share_done()
    }

    fn look(&self) -> Snapshot {
        let Race { bits, harvest, .. } = self;
        harvest.snapshot(Engine::BITS, &bits.tally, bits.chosen.clone(), bits.address())
    }

    fn outcome(self: Box<Self>, stop: StopReason) -> Outcome {
        let Race { bits, harvest, in_batch } = *self;
        let stopped_at = (stop != StopReason::Exhausted).then(|| match in_batch {
            true => StoppedAt::Path(bits.chosen.clone()),
            false => bits.stopped_at(),
        });
        harvest.outcome(Engine::BITS, stop, bits.tally, stopped_at)
    }
}

impl<'a, B: Block> Bits<'a, B> {
    fn new(problem: &'a Problem, lengths: &[u32]) -> Bits<'a, B> {
        let shift = key::number_bits(problem);
        let mut masks = Masks::default();
        let primary = (0..problem.n_primary() as u32).map(ItemId);
        let shades = Shades::new(problem);
        masks.make(problem, &shades, 1 << shift, problem.options(), primary);
        let mut live = vec![0u64; masks.words];
        problem.options().for_each(|option| live[option.index() / 64] |= 1 << (option.index() % 64));
        let mut keys = vec![B::EMPTY; masks.blocks];
        for (item, &length) in lengths.iter().enumerate() {
            keys[item / B::LANES].set(item % B::LANES, length << shift | item as u32);
        }
        let left = masks.sizes.iter().fold(OptionNodes::default(), |all, &size| all + size);
        let least = key::least(&keys);
        let root =
            SearchLevel { live, keys, least, left, item: NEW, from: 0, to: 0, next: 0, hidden: OptionNodes::default() };
        Bits {
            problem,
            shades,
            shift,
            masks: vec![(0, masks)],
            top: 0,
            levels: vec![root],
            tries: Vec::new(),
            below: Vec::new(),
            depth: 0,
            chosen: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Continues to the next node (`Some(false)`), or reports that the last node is a solution
    /// (`Some(true)`); `None` at the end. Nodes with an item that has no option left are passed
    /// over.
    fn next(&mut self) -> Option<bool> {
        loop {
            if self.levels[self.depth].item == NEW && !self.choose() {
                self.levels[self.depth].item = LEFT;
                self.tally.add_solution();
                return Some(true);
            }
            let level = &mut self.levels[self.depth];
            if level.item != LEFT && level.next < level.to {
                let option = self.tries[level.next] as usize;
                level.next += 1;
                if self.take(option) {
                    self.narrow();
                    return Some(false);
                }
                continue;
            }
            level.item = LEFT;
            if self.depth == 0 {
                return None;
            }
            if self.masks[self.top].0 == self.depth {
                self.top -= 1;
            }
            self.depth -= 1;
            self.chosen.pop();
        }
    }

    /// Chooses the leftmost item with the fewest options. Returns `false` if no item is open.
    fn choose(&mut self) -> bool {
        let from = self.depth.checked_sub(1).map_or(0, |above| self.levels[above].to);
        let masks = &self.masks[self.top].1;
        let level = &mut self.levels[self.depth];
        if level.least == B::NONE {
            return false;
        }
        level.item = (level.least & ((1 << self.shift) - 1)) as usize;
        self.tries.truncate(from);
        level.hidden = OptionNodes::default();
        let column = &masks.columns[level.item * masks.words..][..masks.words];
        let mut first = 0;
        for (&live, &column) in level.live.iter().zip(column) {
            let mut rest = live & column;
            while rest != 0 {
                let option = rest.trailing_zeros().wrapping_add(first);
                rest &= rest.wrapping_sub(1);
                self.tries.push(option);
                level.hidden = level.hidden + masks.sizes[option as usize];
            }
            first = first.wrapping_add(64);
        }
        (level.from, level.next, level.to) = (from, from, self.tries.len());
        self.tally.add_covers(1, level.hidden.cost());
        true
    }

    /// Takes an option: the level below gets the options that it does not rule out. Returns `false`
    /// if some item has no option left there; the option is then taken back at once.
    fn take(&mut self, option: usize) -> bool {
        let masks = &self.masks[self.top].1;
        // The depth is below the number of items.
        let next = self.depth.wrapping_add(1);
        if self.levels.len() == next {
            let (live, keys) = (self.levels[0].live.clone(), self.levels[0].keys.clone());
            let (left, hidden) = (OptionNodes::default(), OptionNodes::default());
            self.levels.push(SearchLevel { live, keys, least: 0, left, item: NEW, from: 0, to: 0, next: 0, hidden });
        }
        let (above, below) = self.levels.split_at_mut(next);
        let (above, below) = (&above[self.depth], &mut below[0]);
        match masks.blocks {
            1 => rule_out::<B, 1>(masks, self.shift, option, above, below),
            2 => rule_out::<B, 2>(masks, self.shift, option, above, below),
            3 => rule_out::<B, 3>(masks, self.shift, option, above, below),
            4 => rule_out::<B, 4>(masks, self.shift, option, above, below),
            5 => rule_out::<B, 5>(masks, self.shift, option, above, below),
            6 => rule_out::<B, 6>(masks, self.shift, option, above, below),
            7 => rule_out::<B, 7>(masks, self.shift, option, above, below),
            8 => rule_out::<B, 8>(masks, self.shift, option, above, below),
            9 => rule_out::<B, 9>(masks, self.shift, option, above, below),
            _ => rule_out_many(masks, option, above, below),
        }
        let items = masks.sizes[option].cost();
        let is_dead = below.least >> self.shift == 0;
        self.tally.enter(next);
        // The options of the chosen item were hidden when the item was chosen.
        let hidden = above.left - below.left - above.hidden;
        self.tally.add_covers(items.wrapping_add(u64::from(is_dead)), hidden.cost());
        if !is_dead {
            below.item = NEW;
            self.chosen.push(masks.options[option]);
            self.depth = next;
        }
        !is_dead
    }

    /// Makes masks for the live options, if few enough are left for that to pay.
    #[inline(always)]
    fn narrow(&mut self) {
        let (n, left) = (self.masks[self.top].1.options.len() as u64, self.levels[self.depth].left.options());
        let nodes = self.below.get(self.depth).copied().unwrap_or(0);
        if left > 0 && nodes * (n - left) > WORTH * left && 2 * left <= n {
            self.make_masks();
        }
    }

    /// Converts the current level to new masks for it alone.
    #[cold]
    fn make_masks(&mut self) {
        if self.masks.len() == self.top + 1 {
            self.masks.push((0, Masks::default()));
        }
        let (wide, narrow) = self.masks.split_at_mut(self.top + 1);
        let (wide, (start, narrow)) = (&wide[self.top].1, &mut narrow[0]);
        let level = &mut self.levels[self.depth];
        let options = ones(&level.live[..wide.words]).map(|option| wide.options[option]);
        let open = |&item: &ItemId| {
            let lane = wide.lane(item);
            level.keys[lane / B::LANES].get(lane % B::LANES) != B::NONE
        };
        narrow.make(self.problem, &self.shades, 1 << self.shift, options, wide.items.iter().copied().filter(open));
        // The keys of open items move up into the lanes of covered items.
        let mut lane = 0;
        for at in 0..wide.items.len() {
            let key = level.keys[at / B::LANES].get(at % B::LANES);
            if key != B::NONE {
                level.keys[lane / B::LANES].set(lane % B::LANES, key);
                lane += 1;
            }
        }
        (lane..narrow.blocks * B::LANES).for_each(|lane| level.keys[lane / B::LANES].set(lane % B::LANES, B::NONE));
        for (at, word) in level.live[..narrow.words].iter_mut().enumerate() {
            let rest = narrow.options.len() - at * 64;
            *word = if rest >= 64 { u64::MAX } else { (1 << rest) - 1 };
        }
        *start = self.depth;
        self.top += 1;
    }

    /// Updates the estimates of the subtree sizes.
    fn expect(&mut self) {
        self.below.clear();
        self.below.resize(self.tally.profile.len() + 1, 0);
        let mut nodes = 0;
        for (level, &tried) in self.tally.profile.iter().enumerate().rev() {
            self.below[level + 1] = nodes / tried.max(1);
            nodes += tried;
        }
    }

    fn address(&self) -> Address {
        let branches = self.levels[..self.depth]
            .iter()
            .map(|level| Branch { k: level.next - level.from, d: level.to - level.from })
            .collect();
        let at = match (self.levels[self.depth].item, self.chosen.last()) {
            (LEFT, Some(&last)) => At::Uncover(self.problem.items_of(last).len() - 1),
            (LEFT, None) => At::End,
            _ => At::Level,
        };
        Address { limit: None, branches, at }
    }

    /// The same position in links, with the counters of this search.
    fn stopped_at(&self) -> StoppedAt {
        let mut search = Search::new(self.problem, ItemRule::Fewest);
        match search.go(&self.address()) {
            Ok(()) => StoppedAt::Search(Box::new(search), self.tally.clone()),
            Err(_) => StoppedAt::Path(self.chosen.clone()),
        }
    }
}

/// Writes the level below: what remains after `option` has ruled out its conflicts. The keys are
/// computed in the way that is likely to be shorter, judged by the last node of that level:
/// subtract the rows of the removed options, or add up the rows of the remaining ones.
fn rule_out<B: Block, const N: usize>(
    masks: &Masks<B>,
    shift: u32,
    option: usize,
    above: &SearchLevel<B>,
    below: &mut SearchLevel<B>,
) {
    let words = masks.words;
    let conflict = &masks.conflicts[option.wrapping_mul(words)..][..words];
    let (live, left) = (&above.live[..words], &mut below.live[..words]);
    let (rows, _) = masks.rows.as_chunks::<N>();
    let mut keys: [B; N] = std::array::from_fn(|block| above.keys[block]);
    if below.left + below.left > above.left {
        below.left = above.left;
        let mut first = 0;
        for ((left, &live), &conflict) in left.iter_mut().zip(live).zip(conflict) {
            *left = live & !conflict;
            let mut out = live & conflict;
            while out != 0 {
                // Checked indices follow: a number that wrapped would be out of range.
                let option = out.trailing_zeros().wrapping_add(first) as usize;
                out &= out.wrapping_sub(1);
                below.left = below.left - masks.sizes[option];
                keys = std::array::from_fn(|block| keys[block].less(rows[option][block]));
            }
            first = first.wrapping_add(64);
        }
    } else {
        keys = std::array::from_fn(|block| keys[block].without_options(shift));
        below.left = OptionNodes::default();
        let mut first = 0;
        for ((left, &live), &conflict) in left.iter_mut().zip(live).zip(conflict) {
            *left = live & !conflict;
            let mut rest = live & !conflict;
            while rest != 0 {
                let option = rest.trailing_zeros().wrapping_add(first) as usize;
                rest &= rest.wrapping_sub(1);
                below.left = below.left + masks.sizes[option];
                keys = std::array::from_fn(|block| keys[block].more(rows[option][block]));
            }
            first = first.wrapping_add(64);
        }
    }
    keys = std::array::from_fn(|block| keys[block].without(rows[option][block]));
    below.least = key::least(&keys);
    below.keys[..N].copy_from_slice(&keys);
}

/// As [`rule_out`], for rows of any length.
fn rule_out_many<B: Block>(masks: &Masks<B>, option: usize, above: &SearchLevel<B>, below: &mut SearchLevel<B>) {
    let conflict = &masks.conflicts[option * masks.words..][..masks.words];
    below.keys[..masks.blocks].copy_from_slice(&above.keys[..masks.blocks]);
    below.left = above.left;
    for (at, &conflict) in conflict.iter().enumerate() {
        let live = above.live[at];
        below.live[at] = live & !conflict;
        for option in ones(&[live & conflict]).map(|option| at * 64 + option) {
            below.left = below.left - masks.sizes[option];
            let row = &masks.rows[option * masks.blocks..][..masks.blocks];
            below.keys.iter_mut().zip(row).for_each(|(keys, &row)| *keys = keys.less(row));
        }
    }
    let row = &masks.rows[option * masks.blocks..][..masks.blocks];
    below.keys.iter_mut().zip(row).for_each(|(keys, &row)| *keys = keys.without(row));
    below.least = key::least(&below.keys[..masks.blocks]);
}

/// The positions of the set bits.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| at * 64 + rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            bit
        })
    })
}
