//! Shared by the engines that count with a table: numbers of any length, and the end of a count.

use super::{bits, links};
use crate::host::Host;
use crate::order::{Engine, Order};
use crate::outcome::{Counter, Outcome, StopReason, StoppedAt};
use dancing::{Goal, OptionId, Problem, Tally};
use num_bigint::BigUint;

/// A number of covers.
pub trait Number: Clone + Default {
    fn one() -> Self {
        Self::of(1)
    }
    fn of(number: u64) -> Self;
    /// Adds two numbers. Returns `None` if the sum is too large.
    fn plus(&self, other: &Self) -> Option<Self>;
    /// The number, or `u128::MAX` if it is larger.
    fn at_least(&self) -> u128;
    /// The number in decimal, if its type is wider than the count of an outcome.
    fn digits(&self) -> Option<String>;
    /// Its approximate size in the table, in bytes.
    const BYTES: usize;
}

impl Number for u128 {
    const BYTES: usize = 16;

    fn of(number: u64) -> u128 {
        u128::from(number)
    }

    fn plus(&self, other: &u128) -> Option<u128> {
        self.checked_add(*other)
    }

    fn at_least(&self) -> u128 {
        *self
    }

    fn digits(&self) -> Option<String> {
        None
    }
}

impl Number for BigUint {
    const BYTES: usize = 96;

    fn of(number: u64) -> BigUint {
        BigUint::from(number)
    }

    fn plus(&self, other: &BigUint) -> Option<BigUint> {
        Some(self + other)
    }

    fn at_least(&self) -> u128 {
        u128::try_from(self).unwrap_or(u128::MAX)
    }

    fn digits(&self) -> Option<String> {
        Some(self.to_string())
    }
}

/// A number that is 2 if it is larger.
#[derive(Clone, Copy, Default)]
pub struct Few(u8);

impl Number for Few {
    const BYTES: usize = 1;

    fn of(number: u64) -> Few {
        Few(number.min(2) as u8)
    }

    fn plus(&self, other: &Few) -> Option<Few> {
        Some(Few((self.0 + other.0).min(2)))
    }

    fn at_least(&self) -> u128 {
        self.0.into()
    }

    fn digits(&self) -> Option<String> {
        None
    }
}

/// The reason why a count was not completed.
pub enum Cut {
    Stopped(StopReason),
    /// As many covers were found as are wanted.
    Enough,
    /// There are too few hits in the table, or it is full.
    Useless,
    TooLarge,
}

/// The result of a count.
pub(crate) struct TableCount<T> {
    pub number: Result<T, Cut>,
    pub tally: Tally,
    pub counters: Vec<Counter>,
    /// A lower bound on the covers, and the options chosen, if the count was cut short.
    pub met: u128,
    pub path: Vec<OptionId>,
    /// Some covers, if the table shows them.
    pub covers: Vec<Vec<OptionId>>,
}

impl<T: Number> TableCount<T> {
    /// The outcome of the count; `None` if the table was useless.
    pub fn outcome(self, engine: Engine, problem: &Problem, order: &Order, host: &mut dyn Host) -> Option<Outcome> {
        let TableCount { number, tally, counters, met, path, covers } = self;
        let outcome = match number {
            Ok(number) => {
                let (count, large) = (number.at_least(), number.digits());
                // Finds one solution to show.
                let first = Order { engine: None, goal: Goal::First, ..order.clone() };
                let unseen = count > 0 && covers.is_empty();
                let solutions = if unseen { links::run(problem, first, host).solutions } else { covers };
                Outcome { solutions, large, ..Outcome::counted(engine, count, StopReason::Exhausted, tally) }
            }
            Err(Cut::Useless) => return None,
            Err(Cut::Enough) => {
                let found = covers.len() as u128;
                Outcome { solutions: covers, ..Outcome::counted(engine, found, StopReason::GoalMet, tally) }
            }
            Err(cut) => {
                let reason = if let Cut::Stopped(reason) = cut { reason } else { StopReason::Limit };
                Outcome { stopped_at: Some(StoppedAt::Path(path)), ..Outcome::counted(engine, met, reason, tally) }
            }
        };
        Some(Outcome { counters, ..outcome })
    }
}

/// Counts with a table, or with another engine if the table is useless.
pub fn run(problem: &Problem, order: &Order, host: &mut dyn Host, table: Attempt) -> Outcome {
    table(problem, order, host).unwrap_or_else(|| match bits::fits(problem) {
        true => bits::run(problem, order.clone(), host),
        false => links::run(problem, order.clone(), host),
    })
}

/// Counts with a table. Returns `None` if the table is useless.
type Attempt<'a> = &'a dyn Fn(&Problem, &Order, &mut dyn Host) -> Option<Outcome>;

/// Counts in 128 bits or, if they do not hold the count, in numbers of any length.
pub fn attempt(
    engine: Engine,
    (problem, order): (&Problem, &Order),
    host: &mut dyn Host,
    short: &dyn Fn(&mut dyn Host) -> TableCount<u128>,
    long: &dyn Fn(&mut dyn Host) -> TableCount<BigUint>,
) -> Option<Outcome> {
    let counted = short(host);
    match counted.number {
        Err(Cut::TooLarge) => long(host).outcome(engine, problem, order, host),
        _ => counted.outcome(engine, problem, order, host),
    }
}

/// Returns true if a table can count the solutions of a problem. If several options mean the same,
/// solutions up to symmetry must be tested one by one.
pub(crate) fn can_count(problem: &Problem) -> bool {
    !problem.wants_fewest() && (!problem.is_symmetric() || problem.symmetries().is_some())
}

/// The counters of a table: its number of entries, and its hits.
pub fn counters(kept: u64, hits: u64) -> Vec<Counter> {
    vec![
        Counter { what: "cached counts", key: "cached_counts", number: kept, of: None },
        Counter { what: "cache hits", key: "cache_hits", number: hits, of: Some(kept + hits) },
    ]
}
