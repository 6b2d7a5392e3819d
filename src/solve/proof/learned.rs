//! The search of `clauses` that a derivation follows: each clause is a line.
//!
//! **Invariants.** If solutions are listed, each line contains the variable `listed`, which may be
//! false only in a solution that is not listed. So a line holds even if the search derived it from
//! a solution that it has found and blocked.

use super::derivation::Derivation;
use super::formula::Formula;
use super::{Claim, Unproved};
use crate::dlx::{Goal, OptionId};
use crate::solve::engine::clauses::{Clauses, Diary};
use crate::solve::host::{Flow, Host};
use crate::solve::order::Order;
use crate::solve::outcome::{Snapshot, StopReason};
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Write as _;

/// The state of the proof that the search writes to.
struct Notes<'a, 'b> {
    formula: &'a Formula<'a>,
    out: &'a mut Derivation<'b>,
    /// Listed solutions that were not found yet.
    listed: HashSet<Vec<OptionId>>,
    /// The reason why the proof cannot be completed.
    failed: Option<Unproved>,
}

/// Derives all but the last line.
pub(super) fn follow(
    formula: &Formula,
    out: &mut Derivation,
    claim: &Claim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(), Unproved> {
    let listed = claim.listed().iter().cloned().collect();
    let notes = RefCell::new(Notes { formula, out, listed, failed: None });
    let (mut writer, mut reader) = (Writer(&notes), Reader { notes: &notes, go_on });
    let mut search = Clauses::new(formula.problem, Order::new(Goal::Count { limit: None })).with_diary(&mut writer);
    let stop = search.go_on(u64::MAX, &mut reader).unwrap_or(StopReason::Exhausted);
    let nodes = search.outcome(stop).tally.nodes();
    let notes = notes.into_inner();
    notes.out.branched(nodes);
    match notes.failed {
        Some(why) => Err(why),
        None if stop != StopReason::Exhausted => Err(Unproved::Stopped),
        None => match notes.listed.iter().next() {
            None => Ok(()),
            Some(cover) => Err(Unproved::Wrong(format!("the search by clauses did not find the solution {cover:?}"))),
        },
    }
}

struct Writer<'c, 'a, 'b>(&'c RefCell<Notes<'a, 'b>>);

impl Diary for Writer<'_, '_, '_> {
    fn learned(&mut self, clause: &mut dyn Iterator<Item = (OptionId, bool)>) -> u64 {
        let notes = &mut *self.0.borrow_mut();
        let mut line = "rup".to_string();
        for (option, taken) in clause {
            let not = if taken { "" } else { "~" };
            _ = write!(line, " +1 {not}{}", notes.formula.names[option.index()]);
        }
        if let Some(name) = &notes.formula.listed {
            _ = write!(line, " +1 {name}");
        }
        line += " >= 1";
        // The search is stopped at its next poll.
        notes.out.derive(&line).unwrap_or_else(|why| {
            notes.failed = Some(why);
            0
        })
    }

    fn dropped(&mut self, lines: &[u64]) {
        let notes = &mut *self.0.borrow_mut();
        if let Err(why) = notes.out.delete(lines) {
            notes.failed = Some(why);
        }
    }
}

struct Reader<'c, 'a, 'b> {
    notes: &'c RefCell<Notes<'a, 'b>>,
    go_on: &'c mut dyn FnMut() -> bool,
}

impl Host for Reader<'_, '_, '_> {
    fn poll(&mut self, _look: &dyn Fn() -> Snapshot) -> Flow {
        let fails = self.notes.borrow().failed.is_some();
        if fails || !(self.go_on)() { Flow::Stop(StopReason::Cancelled) } else { Flow::Go }
    }

    fn wants_each(&self) -> bool {
        true
    }

    fn met(&mut self, cover: &[OptionId]) {
        let mut cover = cover.to_vec();
        cover.sort_unstable();
        let notes = &mut *self.notes.borrow_mut();
        if !notes.listed.remove(&cover) {
            let why = format!("the search by clauses found one more solution, {cover:?}");
            notes.failed = Some(Unproved::Wrong(why));
        }
    }
}
