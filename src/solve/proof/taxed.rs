//! The branch and bound of `taxes` that a derivation follows.
//!
//! **Idea.** A bound is one line of cutting planes: its taxes, times the constraints of their
//! items, plus the constraint that a solution is better than the best. In that line the coefficient
//! of an option is its net cost, and the other side is the distance between the bound and the best.
//! So if the bound rules an option out, the checker propagates the same.

use super::Unproved;
use super::derivation::Derivation;
use super::formula::Formula;
use super::path::Path;
use crate::dlx::{ItemId, OptionId};
use crate::solve::engine::taxes::{self, Diary, UNIT};
use crate::solve::host::Flow;
use crate::solve::outcome::{Snapshot, Status, StopReason};
use std::cell::RefCell;
use std::fmt::Write as _;

/// Derives all but the last line: no cover is better than `best`.
pub(super) fn follow(
    formula: &Formula,
    out: &mut Derivation,
    best: &[OptionId],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(), Unproved> {
    let problem = formula.problem;
    let beaten = out.derive(&format!("soli {}", formula.literals(best, true)))?;
    let score = if problem.wants_fewest() { -(best.len() as i64) } else { problem.total(best) };
    let failed = RefCell::new(None);
    let mut writer = Writer { formula, out, beaten, path: Path::default(), failed: &failed };
    let mut reader = |_: &dyn Fn() -> Snapshot| match failed.borrow().is_none() && go_on() {
        true => Flow::Go,
        false => Flow::Stop(StopReason::Cancelled),
    };
    let outcome = taxes::follow(problem, (score, best.to_vec()), &mut writer, &mut reader);
    match failed.into_inner() {
        Some(why) => Err(why),
        None if !outcome.complete => Err(Unproved::Stopped),
        None if outcome.status == Status::Best && outcome.best == Some(score) => Ok(()),
        None => Err(Unproved::Wrong(format!("the search with taxes found a better cover, {:?}", outcome.solutions))),
    }
}

struct Writer<'c, 'a, 'b> {
    formula: &'a Formula<'a>,
    out: &'a mut Derivation<'b>,
    /// The number of the constraint that a solution is better than the best.
    beaten: u64,
    path: Path,
    /// The reason why the proof cannot be completed. The search is stopped at its next poll.
    failed: &'c RefCell<Option<Unproved>>,
}

impl Writer<'_, '_, '_> {
    fn check<T>(&self, own: Result<T, Unproved>) -> Option<T> {
        own.map_err(|why| *self.failed.borrow_mut() = Some(why)).ok()
    }
}

impl Diary for Writer<'_, '_, '_> {
    fn taxed(&mut self, taxes: &[(ItemId, i64)]) {
        let mut line = format!("pol {} {UNIT} *", self.beaten);
        for &(item, tax) in taxes.iter().filter(|own| own.1 != 0) {
            // A tax below 0 uses the constraint *at most*, the only one of a secondary item.
            let (least, most) = self.formula.bounds[item.index()];
            _ = write!(line, " {} {} * +", if tax > 0 { least } else { most }, tax.abs());
        }
        let line = self.out.derive(&line);
        if let Some(id) = self.check(line) {
            self.path.keep(id);
        }
    }

    fn enter(&mut self, option: OptionId) {
        self.out.branched(1);
        self.path.enter(Some(option));
    }

    fn leave(&mut self) {
        let left = self.path.leave(self.formula, self.out);
        self.check(left);
    }
}
