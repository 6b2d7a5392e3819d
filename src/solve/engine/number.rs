//! Shared by the engines that count with a table: numbers of any length, and the end of a count.

use super::{bits, links};
use crate::dlx::{Goal, OptionId, Problem, Tally};
use crate::solve::host::Host;
use crate::solve::order::{Engine, Order};
use crate::solve::outcome::{Counter, Outcome, Stand, StopReason};
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

/// The reason why a count was not completed.
pub enum Cut {
    Stopped(StopReason),
    /// There are too few hits in the table, or it is full.
    Useless,
    TooLarge,
}

/// The result of a count.
pub struct Counted<T> {
    pub number: Result<T, Cut>,
    pub tally: Tally,
    pub counters: Vec<Counter>,
    /// A lower bound on the covers, and the options chosen, if the count was cut short.
    pub met: u128,
    pub path: Vec<OptionId>,
}

impl<T: Number> Counted<T> {
    /// The outcome of the count; `None` if the table was useless.
    pub fn outcome(self, engine: Engine, problem: &Problem, order: &Order, host: &mut dyn Host) -> Option<Outcome> {
        let Counted { number, tally, counters, met, path } = self;
        let outcome = match number {
            Ok(number) => {
                let (count, large) = (number.at_least(), number.digits());
                // Finds one solution to show.
                let first = Order { engine: None, goal: Goal::First, ..order.clone() };
                let solutions = if count > 0 { links::run(problem, first, host).solutions } else { Vec::new() };
                Outcome { solutions, large, ..Outcome::counted(engine, count, StopReason::Exhausted, tally) }
            }
            Err(Cut::Useless) => return None,
            Err(cut) => {
                let reason = if let Cut::Stopped(reason) = cut { reason } else { StopReason::Limit };
                Outcome { stand: Some(Stand::Path(path)), ..Outcome::counted(engine, met, reason, tally) }
            }
        };
        Some(Outcome { counters, ..outcome })
    }
}

/// Counts with another engine, because a table is useless.
pub fn without_table(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    match bits::fits(problem) {
        true => bits::run(problem, order, host),
        false => links::run(problem, order, host),
    }
}

/// The counters of a table: its number of entries, named `what`, and its hits.
pub fn counters(what: &'static str, kept: u64, hits: u64) -> Vec<Counter> {
    let own = Counter { what, number: kept, of: None };
    vec![own, Counter { what: "cache hits", number: hits, of: Some(kept + hits) }]
}
