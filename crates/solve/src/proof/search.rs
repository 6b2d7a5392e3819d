//! The search of an engine that a derivation follows: its learned clauses, and its bounds.
//!
//! **Clauses.** Each is a line. If solutions are listed, it contains the variable `listed`, which
//! may be false only in a solution that is not listed. So a line holds even if the search derived
//! it from a solution that it has found and blocked.
//!
//! **Bounds.** Each is one line of cutting planes: its taxes, times the constraints of their items,
//! plus the constraint that a solution is better than the best. In that line the coefficient of an
//! option is its net cost, and the other side is the distance between the bound and the best. So if
//! the bound rules an option out, the checker propagates the same.

use super::claim::{Claim, Unproved};
use super::derivation::Derivation;
use super::formula::Formula;
use super::path::Path;
use crate::diary::{Diary, UNIT, Variable};
use crate::engine::Follow;
use crate::host::{Flow, Host};
use crate::outcome::{Outcome, Snapshot, Status, StopReason};
use dancing::{ItemId, OptionId};
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Write as _;

/// The state of the proof that the search writes to.
struct ProofState<'a, 'b> {
    formula: &'a Formula<'a>,
    out: &'a mut Derivation<'b>,
    /// The number of the constraint that a solution is better than the best, if the claim is such.
    beaten: u64,
    path: Path,
    /// Listed solutions that were not found yet.
    listed: HashSet<Vec<OptionId>>,
    /// The reason why the proof cannot be completed. The search is stopped at its next poll.
    failed: Option<Unproved>,
}

/// Derives all but the last line.
pub(super) fn follow(
    formula: &Formula,
    out: &mut Derivation,
    claim: &Claim,
    search: Follow,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(), Unproved> {
    let problem = formula.problem;
    let best = match claim {
        Claim::Best(cover) => Some((problem.total(cover), cover.clone())),
        _ => None,
    };
    let beaten = match &best {
        Some((_, cover)) => out.derive(&format!("soli {}", formula.literals(cover, true)))?,
        None => 0,
    };
    let listed = claim.listed().iter().cloned().collect();
    let notes = RefCell::new(ProofState { formula, out, beaten, path: Path::default(), listed, failed: None });
    let (mut writer, mut reader) = (Writer(&notes), Watcher { notes: &notes, go_on });
    let outcome = search(problem, best.clone(), &mut writer, &mut reader);
    let ProofState { out, listed, failed, .. } = notes.into_inner();
    let Outcome { engine, complete, status, ref solutions, .. } = outcome;
    // The root is no branching.
    out.branched(outcome.tally.nodes() - 1);
    match (failed, best) {
        (Some(why), _) => Err(why),
        (None, _) if !complete => Err(Unproved::Stopped),
        (None, Some((score, _))) if status == Status::Best && outcome.best == Some(score) => Ok(()),
        (None, Some(_)) => Err(Unproved::Wrong(format!("{} found a better cover, {solutions:?}", engine.name()))),
        (None, None) => match listed.iter().next() {
            None => Ok(()),
            Some(cover) => Err(Unproved::Wrong(format!("{} did not find the solution {cover:?}", engine.name()))),
        },
    }
}

struct Writer<'c, 'a, 'b>(&'c RefCell<ProofState<'a, 'b>>);

impl Diary for Writer<'_, '_, '_> {
    fn learned(&mut self, clause: &mut dyn Iterator<Item = (Variable, bool)>) -> u64 {
        let notes = &mut *self.0.borrow_mut();
        let mut line = "rup".to_string();
        for (variable, holds) in clause {
            let not = if holds { "" } else { "~" };
            _ = write!(line, " +1 {not}{}", notes.formula.name(variable));
        }
        if let Some(name) = &notes.formula.listed {
            _ = write!(line, " +1 {name}");
        }
        line += " >= 1";
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

    fn taxed(&mut self, taxes: &[(ItemId, i64)]) {
        let notes = &mut *self.0.borrow_mut();
        let mut line = format!("pol {} {UNIT} *", notes.beaten);
        for &(item, tax) in taxes.iter().filter(|(_, tax)| *tax != 0) {
            // A tax below 0 uses the constraint *at most*, the only one of a secondary item.
            let (least, most) = notes.formula.bounds[item.index()];
            _ = write!(line, " {} {} * +", if tax > 0 { least } else { most }, tax.abs());
        }
        match notes.out.derive(&line) {
            Ok(id) => notes.path.keep(id),
            Err(why) => notes.failed = Some(why),
        }
    }

    fn enter(&mut self, option: OptionId) {
        self.0.borrow_mut().path.enter(Some(option));
    }

    fn leave(&mut self) {
        let notes = &mut *self.0.borrow_mut();
        if let Err(why) = notes.path.leave(notes.formula, notes.out) {
            notes.failed = Some(why);
        }
    }
}

struct Watcher<'c, 'a, 'b> {
    notes: &'c RefCell<ProofState<'a, 'b>>,
    go_on: &'c mut dyn FnMut() -> bool,
}

impl Host for Watcher<'_, '_, '_> {
    fn poll(&mut self, _look: &dyn Fn() -> Snapshot) -> Flow {
        let fails = self.notes.borrow().failed.is_some();
        if fails || !(self.go_on)() { Flow::Stop(StopReason::Cancelled) } else { Flow::Go }
    }

    fn wants_each(&self) -> bool {
        true
    }

    fn receive(&mut self, cover: &[OptionId]) {
        let mut cover = cover.to_vec();
        cover.sort_unstable();
        let notes = &mut *self.notes.borrow_mut();
        if !notes.listed.remove(&cover) {
            let why = format!("the search found one more solution, {cover:?}");
            notes.failed = Some(Unproved::Wrong(why));
        }
    }
}
