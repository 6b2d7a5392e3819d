//! What the engines share that count with a table: numbers of any length, and how a count ends.

use super::{bits, links};
use crate::dlx::{Goal, OptionId, Problem, Tally};
use crate::solve::order::{Engine, Host, Order};
use crate::solve::outcome::{Counter, Outcome, Stand, StopReason};
use num_bigint::BigUint;

/// A number of covers.
pub trait Number: Clone + Default {
    fn one() -> Self {
        Self::of(1)
    }
    fn of(number: u64) -> Self;
    /// Adds; `None` if the sum is too large.
    fn plus(&self, other: &Self) -> Option<Self>;
    /// Itself, or the largest number.
    fn at_least(&self) -> u128;
    /// All of its digits, where they are more than an outcome's count holds.
    fn digits(&self) -> Option<String>;
    /// Its size in the table, about.
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

/// Why a count was not completed.
pub enum Cut {
    Stopped(StopReason),
    /// Too little is found in the table, or it is full.
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
    /// The outcome; `None` if the table was useless.
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

/// Counts by another engine, where a table is useless.
pub fn without_table(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    match bits::fits(problem) {
        true => bits::run(problem, order, host),
        false => links::run(problem, order, host),
    }
}

/// The size of a table of `what`, and how often it had what was asked for.
pub fn counters(what: &'static str, kept: u64, hits: u64) -> Vec<Counter> {
    let own = Counter { what, number: kept, of: None };
    vec![own, Counter { what: "met again", number: hits, of: Some(kept + hits) }]
}
