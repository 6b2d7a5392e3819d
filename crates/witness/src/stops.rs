//! The stops of a program that can be found again in another run of it.

use crate::target::{Function, StopSpot, Target, TargetError};
use std::collections::HashMap;

/// A stop of the program that can be found again: a function or an address, and the number of times
/// that it was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopPlace {
    pub at: StopAt,
    /// Counted from 1.
    pub times: u64,
}

impl StopPlace {
    /// Sets a breakpoint here, which passes over the times before.
    pub fn set(&self, target: &mut dyn Target, functions: &[Function], id: u64) -> Result<(), TargetError> {
        target.stop_at(id, self.at.spot(functions), self.times - 1).map(|_| ())
    }
}

/// The place of a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopAt {
    /// The beginning of a function, by its place among the user's functions.
    Function(usize),
    /// The instruction at an address.
    Address(u64),
}

impl StopAt {
    /// The place, as the target knows it.
    pub fn spot(self, functions: &[Function]) -> StopSpot {
        match self {
            StopAt::Function(at) => StopSpot::FromMain(functions[at].from_main),
            StopAt::Address(pc) => StopSpot::Address(pc),
        }
    }
}

/// Stops at each function but `main`. The breakpoint of a function has its place as its number.
pub(crate) fn stop_at_functions(target: &mut dyn Target, functions: &[Function]) -> Result<(), TargetError> {
    for (at, _) in functions.iter().enumerate().filter(|(_, function)| function.name() != "main") {
        target.stop_at(at as u64, StopAt::Function(at).spot(functions), 0)?;
    }
    Ok(())
}

/// The breakpoints at returns, from this number on.
const RETURNS: u64 = 1_000_000;

/// Returns whether a breakpoint is at the return of a function.
pub(crate) fn is_return(id: u64) -> bool {
    id >= RETURNS
}

/// The stops of a run so far.
#[derive(Debug, Default)]
pub(crate) struct StopLog {
    hits: HashMap<StopAt, u64>,
    /// By address to which functions return: the breakpoint there.
    returns: HashMap<u64, u64>,
}

impl StopLog {
    /// The place of a stop, and how often it was reached now.
    pub fn reach(&mut self, id: u64) -> Option<StopPlace> {
        let at = match is_return(id) {
            true => self.returns.iter().find(|(_, own)| **own == id).map(|(&pc, _)| StopAt::Address(pc))?,
            false => StopAt::Function(id as usize),
        };
        let times = self.hits.entry(at).or_default();
        *times += 1;
        Some(StopPlace { at, times: *times })
    }

    /// Stops where a function returns, too.
    pub(crate) fn stop_at_return(&mut self, target: &mut dyn Target, back: u64) -> Result<(), TargetError> {
        if !self.returns.contains_key(&back) {
            let id = RETURNS + self.returns.len() as u64;
            target.stop_at(id, StopSpot::Address(back), 0)?;
            self.returns.insert(back, id);
        }
        Ok(())
    }
}
