//! The sum of a count in parts, and its view for the host.

use crate::harvest::Walk;
use crate::host::{Flow, Host};
use crate::keep::Keep;
use crate::order::Engine;
use crate::outcome::{Counter, KEPT, Lane, Outcome, Snapshot, StopReason};
use dancing::{Address, OptionId, Tally};

/// The reason shown if a count was cut without symmetries.
pub(super) const CUT: &str = "cut into pieces for several threads";

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
    pub fn keep_turned(&mut self, covers: &[Vec<OptionId>], way: &[&[OptionId]]) {
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

    /// Polls the host. `address` is that of the first part that is not done, so at least the share
    /// before it is done.
    // Many parameters: the figures of the running parts, which only meet in the snapshot.
    pub fn poll(
        &mut self,
        count: u128,
        tally: &Tally,
        counters: &[Counter],
        address: &Address,
        lanes: &[Lane],
        share: f64,
    ) -> Flow {
        self.count = count.max(self.walked.count);
        let part = || Snapshot {
            count: self.count,
            tally: tally.clone(),
            counters: counters.to_vec(),
            address: address.clone(),
            path: Vec::new(),
            lanes: lanes.to_vec(),
            share: Some(share),
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
