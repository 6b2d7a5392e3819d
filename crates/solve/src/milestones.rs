//! Milestones of a walk: saved states from which nearby states are reached without walking from the
//! root.

use dancing::{Address, At, Branch, ItemId, Memory, Search, Tally};
use std::cmp::Ordering;

/// Operations between two milestones: walked in some milliseconds.
pub const APART: u64 = 1 << 13;

/// The most milestones to keep, and the most bytes of all together: each has the length of its
/// path.
const MOST: usize = 4096;
const BYTES: usize = 64 << 20;

/// The state of a walk after `ops` operations, and its counters.
#[derive(Clone, Debug)]
pub(crate) struct Milestone {
    address: Address,
    items: Vec<ItemId>,
    memory: Memory,
    pub tally: Tally,
    pub ops: u64,
}

impl Milestone {
    /// The state of a search after `ops` operations.
    pub fn new(search: &Search, tally: &Tally, ops: u64) -> Milestone {
        let (address, items) = (search.address(), search.items());
        Milestone { address, items, memory: search.memory(), tally: tally.clone(), ops }
    }

    /// The bytes of its path and its counters, about.
    fn bytes(&self) -> usize {
        self.address.branches.len() * (size_of::<Branch>() + size_of::<ItemId>())
            + self.tally.profile.len() * size_of::<u64>()
    }

    /// Moves a search of the same problem to the milestone. Returns `false` if it has no such
    /// state.
    pub fn find(&self, search: &mut Search) -> bool {
        let found = search.go_along(&self.address, &self.items).is_ok();
        if found {
            search.set_memory(&self.memory);
        }
        found
    }
}

/// Drops every second element; the first one stays.
pub(crate) fn thin<T>(all: &mut Vec<T>) {
    let mut stays = false;
    all.retain(|_| {
        stays = !stays;
        stays
    });
}

/// The milestones of one walk, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Milestones {
    all: Vec<Milestone>,
    bytes: usize,
}

impl Milestones {
    /// Saves the current state if a milestone is due and this one is further than the last.
    pub fn pass(&mut self, search: &Search, tally: &Tally, ops: u64) {
        let further = self.all.last().is_none_or(|last| last.ops < ops);
        if !ops.is_multiple_of(APART) || !further {
            return;
        }
        if self.all.len() == MOST || self.bytes > BYTES {
            // States in between then take a longer walk.
            thin(&mut self.all);
            self.bytes = self.all.iter().map(Milestone::bytes).sum();
        }
        let milestone = Milestone::new(search, tally, ops);
        self.bytes += milestone.bytes();
        self.all.push(milestone);
    }

    /// The last milestone that satisfies a predicate.
    pub fn last(&self, is_meant: impl Fn(&Milestone) -> bool) -> Option<&Milestone> {
        self.all.iter().rev().find(|milestone| is_meant(milestone))
    }

    /// The last milestone that the walk reaches no later than an address.
    pub fn before(&self, address: &Address) -> Option<&Milestone> {
        self.last(|milestone| order(&milestone.address, address) != Ordering::Greater)
    }
}

/// Compares two states: the one that the search reaches first is less.
fn order(one: &Address, other: &Address) -> Ordering {
    let limit = |address: &Address| address.limit.map(|(limit, _)| limit);
    let ended = |address: &Address| address.at == At::End;
    let ks = |address: &Address| address.branches.iter().map(|branch| branch.k).collect::<Vec<_>>();
    // A node that is being left comes after its whole subtree; one that is being entered, before
    // it.
    let finished = |address: &Address| matches!(address.at, At::Uncover(_));
    let rank = |address: &Address| match address.at {
        At::Try => (0, 0),
        At::Cover(items) => (1, items),
        At::Level => (2, 0),
        At::Uncover(left) => (3, usize::MAX - left),
        At::End => (4, 0),
    };
    let (a, b) = (ks(one), ks(other));
    let shared = a.len().min(b.len());
    let within = || match a.len().cmp(&b.len()) {
        Ordering::Equal => rank(one).cmp(&rank(other)),
        Ordering::Less if finished(one) => Ordering::Greater,
        Ordering::Greater if finished(other) => Ordering::Less,
        unequal => unequal,
    };
    limit(one)
        .cmp(&limit(other))
        .then(ended(one).cmp(&ended(other)))
        .then(a[..shared].cmp(&b[..shared]))
        .then_with(within)
}
