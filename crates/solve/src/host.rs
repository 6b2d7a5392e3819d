//! The caller's side of a run: it may stop the run, look at it, and take its solutions.

use super::keep::Keep;
use super::outcome::{Snapshot, StopReason};
use dancing::OptionId;

/// The answer of a host: the run continues or stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The run continues.
    Go,
    /// The run ends, for this reason.
    Stop(StopReason),
}

impl Flow {
    /// The reason to stop as an error, for `?`.
    pub(super) fn into_result(self) -> Result<(), StopReason> {
        match self {
            Flow::Go => Ok(()),
            Flow::Stop(reason) => Err(reason),
        }
    }
}

/// Asks whether to continue. The argument is the number of matrix cells read since the last call.
pub(super) type GoOn<'a> = &'a mut dyn FnMut(usize) -> Result<(), StopReason>;

/// The caller's side of a run, polled every few hundred nodes. `poll` must not block.
///
/// A function is a host: its result is the answer to a poll.
///
/// # Examples
///
/// ```
/// use dancing::{Goal, ItemId, Problem};
/// use quadrille_solve::{Flow, Order, Snapshot, StopReason, run};
/// let mut pairs = Problem::new(30, 0);
/// for (one, other) in (0..30).flat_map(|one| (0..one).map(move |other| (one, other))) {
///     pairs.push(&[ItemId(one), ItemId(other)]).unwrap();
/// }
/// let mut host = |look: &dyn Fn() -> Snapshot| match look().count {
///     0..1000 => Flow::Go,
///     _ => Flow::Stop(StopReason::Limit),
/// };
/// let outcome = run(&pairs, Order::new(Goal::Count { limit: Some(1 << 40) }), &mut host);
/// assert_eq!((outcome.stop, outcome.count >= 1000), (StopReason::Limit, true));
/// ```
pub trait Host {
    /// Decides whether the run continues. `look` makes a snapshot of the run. It copies, so call it
    /// only when the snapshot is needed.
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow;

    /// Returns true if the host wants every solution of a run that counts them.
    fn wants_each(&self) -> bool {
        false
    }

    /// Receives a solution from an engine that finds solutions one by one. Called only if the host
    /// [wants each](Host::wants_each).
    fn receive(&mut self, _cover: &[OptionId]) {}

    /// The store for a long count, if there is one.
    fn keep(&mut self) -> Option<&mut dyn Keep> {
        None
    }
}

impl<F: FnMut(&dyn Fn() -> Snapshot) -> Flow> Host for F {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        self(look)
    }
}

/// A host that never stops a run and never looks at it.
impl Host for () {
    fn poll(&mut self, _look: &dyn Fn() -> Snapshot) -> Flow {
        Flow::Go
    }
}

/// A host in front of another one, which sees each snapshot as `show` changes it. Everything else
/// is passed on.
pub(super) struct Through<'a> {
    pub host: &'a mut dyn Host,
    pub show: &'a dyn Fn(Snapshot) -> Snapshot,
}

impl Host for Through<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        self.host.poll(&|| (self.show)(look()))
    }

    fn wants_each(&self) -> bool {
        self.host.wants_each()
    }

    fn receive(&mut self, cover: &[OptionId]) {
        self.host.receive(cover);
    }

    fn keep(&mut self) -> Option<&mut dyn Keep> {
        self.host.keep()
    }
}

/// A host that keeps every solution of a run that counts them, until `go_on` returns false.
pub struct Gather<'a> {
    /// The solutions so far, in the order in which they were found.
    pub found: Vec<Vec<OptionId>>,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<'a> Gather<'a> {
    /// Begins with no solutions. `go_on` is asked at every poll of the run.
    pub fn new(go_on: &'a mut dyn FnMut() -> bool) -> Gather<'a> {
        Gather { found: Vec::new(), go_on }
    }
}

impl Host for Gather<'_> {
    fn poll(&mut self, _look: &dyn Fn() -> Snapshot) -> Flow {
        if (self.go_on)() { Flow::Go } else { Flow::Stop(StopReason::Cancelled) }
    }

    fn wants_each(&self) -> bool {
        true
    }

    fn receive(&mut self, cover: &[OptionId]) {
        self.found.push(cover.to_vec());
    }
}
