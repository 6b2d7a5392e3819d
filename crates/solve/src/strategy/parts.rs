//! The sum of a count in parts, and its view for the host.

use crate::harvest::Walk;
use crate::host::{Flow, Host};
use crate::keep::Keep;
use crate::order::Engine;
use crate::outcome::{Counter, KEPT, Lane, Outcome, Snapshot, StopReason};
use crate::threads::Running;
use dancing::{Address, Branch, OptionId, Tally};

/// The reason shown if a count was cut without symmetries.
pub(super) const CUT: &str = "cut into pieces for several threads";

/// A share of a count for one thread: the subproblem below some options.
pub(super) struct Share {
    pub(super) path: Vec<OptionId>,
    /// Its position among the shares, in the form of an address.
    pub(super) branches: Vec<Branch>,
    /// The number of symmetric shares that it counts for, itself included.
    pub(super) times: u128,
    /// Its share of the tree, if all subtrees of a node had the same size.
    pub(super) share: f64,
}

impl Share {
    /// The share of the tree that it counts for, with those that are symmetric to it.
    pub(super) fn whole_share(&self) -> f64 {
        self.share * self.times as f64
    }
}

/// The shares of a count.
pub(super) struct Shares {
    pub(super) all: Vec<Share>,
    /// The number of options that need not be tried, because a symmetric option is tried.
    pub(super) spared: usize,
}

/// The sum of the parts so far.
pub(super) struct Sum {
    pub engine: Engine,
    pub count: u128,
    pub tally: Tally,
    pub solutions: Vec<Vec<OptionId>>,
    pub counters: Vec<Counter>,
}

impl Sum {
    pub fn new(engine: Engine) -> Sum {
        Sum { engine, count: 0, tally: Tally::default(), solutions: Vec::new(), counters: Vec::new() }
    }

    /// Adds a part, `times` times. Returns `Err` if the part was stopped or the count overflows.
    pub fn add(&mut self, part: &Outcome, times: u128) -> Result<(), StopReason> {
        self.engine = part.engine;
        self.tally.add_below(1, &part.tally);
        self.counters = added(&self.counters, &part.counters);
        let held = Some(part.count).filter(|_| part.large.is_none());
        let count = held.and_then(|count| count.checked_mul(times)?.checked_add(self.count));
        // On overflow, the largest number is a lower bound.
        self.count = count.unwrap_or(u128::MAX);
        count.ok_or(StopReason::Limit)?;
        if part.complete { Ok(()) } else { Err(part.stop) }
    }

    /// Adds to the counter of options that need not be tried: `spared` out of `of`.
    pub fn spare(&mut self, spared: usize, of: usize) {
        let alike = Counter { what: "alike", key: "alike", number: spared as u64, of: Some(of as u64) };
        self.counters = added(&self.counters, &[alike]);
    }

    /// Keeps covers, mapped by a sequence of symmetries, while there is room.
    pub(crate) fn keep_turned(&mut self, covers: &[Vec<OptionId>], way: &[&[OptionId]]) {
        let turn = |&option: &OptionId| way.iter().fold(option, |at, images| images[at.index()]);
        let room = KEPT - self.solutions.len();
        self.solutions.extend(covers.iter().take(room).map(|cover| cover.iter().map(turn).collect()));
    }
}

/// Adds up counters of the same kind.
pub(super) fn added(one: &[Counter], other: &[Counter]) -> Vec<Counter> {
    let mut sum = one.to_vec();
    for counter in other {
        match sum.iter_mut().find(|known| known.what == counter.what) {
            Some(known) => {
                known.number += counter.number;
                known.of = known.of.zip(counter.of).map(|(one, other)| one + other);
            }
            None => sum.push(*counter),
        }
    }
    sum
}

/// A moment of a count in parts: what is done, and what is at work.
pub(super) struct PartsMoment<'a> {
    /// The solutions of the parts that are done, and of those that are running.
    pub count: u128,
    pub tally: Tally,
    pub counters: &'a [Counter],
    /// The address of the first part that is not done, so at least the share before it is done.
    pub address: Address,
    pub lanes: &'a [Lane],
    /// The share of the tree that is done.
    pub share: f64,
    /// The path of one of the running parts, in the options of the whole problem.
    pub path: Vec<OptionId>,
    /// A solution of a part. `None` if none has one yet.
    pub latest: Option<Vec<OptionId>>,
}

/// The path of the first running part that has one, and a solution of one that has found some.
pub(super) fn at_work(running: &[Running]) -> (Vec<OptionId>, Option<Vec<OptionId>>) {
    let path = running.iter().map(|(_, part)| &part.path).find(|path| !path.is_empty());
    (path.cloned().unwrap_or_default(), running.iter().find_map(|(_, part)| part.latest.clone()))
}

/// Shows the host a count in parts that continues a walk.
pub(super) struct Shown<'a> {
    walked: &'a Snapshot,
    host: &'a mut dyn Host,
    /// The count that was shown last. It never falls below the count of the walk.
    count: u128,
    /// The reason why the host stopped the run.
    stopped: Option<StopReason>,
}

impl<'a> Shown<'a> {
    pub fn new(walked: &'a Snapshot, host: &'a mut dyn Host) -> Shown<'a> {
        Shown { walked, host, count: walked.count, stopped: None }
    }

    /// Polls the host. It sees the path of one of the running parts.
    pub fn poll(&mut self, now: &PartsMoment) -> Flow {
        self.count = now.count.max(self.walked.count);
        let part = || Snapshot {
            count: self.count,
            tally: now.tally.clone(),
            counters: now.counters.to_vec(),
            address: now.address.clone(),
            path: now.path.clone(),
            latest: now.latest.clone().or_else(|| self.walked.latest.clone()),
            lanes: now.lanes.to_vec(),
            share: Some(now.share.min(1.0)),
            // Solutions up to symmetry are counted after the run.
            ways: None,
            ..self.walked.clone()
        };
        let flow = self.host.poll(&|| with_before(part(), &self.walked.tally));
        if let Flow::Stop(reason) = flow {
            self.stopped = Some(reason);
        }
        flow
    }

    /// The store of the host.
    pub fn keep(&mut self) -> Option<&mut dyn Keep> {
        self.host.keep()
    }

    /// The outcome. `all` is the sum if it is complete. Otherwise the count is the one shown last,
    /// which includes the parts that were running. If the host did not stop the run, the sum
    /// overflowed.
    pub fn outcome(self, engine: Engine, all: Option<u128>, tally: Tally) -> Outcome {
        let stop = if all.is_some() { StopReason::Exhausted } else { self.stopped.unwrap_or(StopReason::Limit) };
        Outcome::counted(engine, all.unwrap_or(self.count), stop, tally)
    }
}

/// A snapshot of the problem below some options, in the options of the whole problem. `names` has
/// them by the options of the smaller one.
pub(super) fn in_whole(above: &[OptionId], names: &[OptionId], part: Snapshot) -> Snapshot {
    let whole = |options: &Vec<OptionId>| -> Vec<OptionId> {
        above.iter().copied().chain(options.iter().map(|option| names[option.index()])).collect()
    };
    Snapshot { path: whole(&part.path), latest: part.latest.as_ref().map(whole), ..part }
}

/// A snapshot of an approach, with the nodes that were walked before it.
pub(super) fn with_before(mut snapshot: Snapshot, before: &Tally) -> Snapshot {
    snapshot.tally.add_below(0, before);
    snapshot
}

/// The outcome of a count in parts, with the nodes and solutions of the walk before it.
pub(super) fn after(walk: Box<dyn Walk + '_>, before: &Tally, mut outcome: Outcome) -> Outcome {
    outcome.tally.add_below(0, before);
    let walked = walk.outcome(StopReason::Limit);
    if outcome.solutions.len() < walked.solutions.len() {
        outcome.solutions = walked.solutions;
    }
    outcome
}
