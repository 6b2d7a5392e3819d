//! The count by classes, on one thread or on several that share a table.

use super::super::number::{Counted, Cut, Number, counters};
use super::choice::Choice;
use super::table::Table;
use super::{Classes, Halt};
use crate::dlx::{Address, Problem, Tally};
use crate::solve::order::{Engine, Flow, Host};
use crate::solve::outcome::{Snapshot, StopReason};
use crate::solve::threads::{Running, in_threads};
use std::cell::Cell;

/// Counts. `trial` is the work after which the table is judged for the first time. Each choice of
/// items is tried so far, by one thread, and the one that found more of its shapes again goes on:
/// so which one that is does not depend on time.
pub(super) fn counted<T: Number + Send>(
    problem: &Problem,
    trial: u64,
    threads: usize,
    host: &mut dyn Host,
) -> Counted<T> {
    let columns = problem.columns();
    let mut before = Tally::default();
    let mut best: Option<(f64, Choice, Table<T>)> = None;
    for choice in Choice::sweep(problem, &columns).into_iter().chain([Choice::Fewest]) {
        let table = Table::new();
        let fresh = Classes::new(problem, &columns, &table, &choice, trial, host);
        let mut own = Classes { tries: true, depths: before.profile, ..fresh };
        let number = own.whole();
        let again = own.again as f64 / own.added as f64;
        before = own.tally();
        match number {
            Ok(number) => return own.ended(Ok(number)),
            Err(Halt::Cut(Cut::Useless)) => {}
            Err(Halt::Cut(cut)) => return own.ended(Err(cut)),
            Err(Halt::Worth) if best.as_ref().is_some_and(|other| other.0 >= again) => {}
            Err(Halt::Worth) => best = Some((again, choice, table)),
        }
    }
    let Some((_, choice, table)) = best else {
        return Counted { number: Err(Cut::Useless), tally: before, counters: Vec::new(), met: 0, path: Vec::new() };
    };
    let judge_at = 2 * trial;
    if threads == 1 {
        let fresh = Classes::new(problem, &columns, &table, &choice, judge_at, host);
        return Classes { depths: before.profile, ..fresh }.into_end();
    }
    let work = |at: usize, host: &mut dyn Host| {
        let fresh = Classes::new(problem, &columns, &table, &choice, judge_at, host);
        Some(Classes { own: at, threads, ..fresh }.into_end())
    };
    let (mut ends, mut stopped, over) = (Vec::new(), StopReason::Cancelled, Cell::new(false));
    let mut met = |_, own: Counted<T>| {
        over.set(over.get() || !matches!(own.number, Err(Cut::Stopped(_))));
        ends.push(own);
    };
    let mut go_on = |running: &[Running]| {
        let look = || {
            let mut tally = before.clone();
            running.iter().for_each(|(_, own)| tally.add_below(0, &own.tally));
            let path = running.first().map_or(Vec::new(), |(_, own)| own.path.clone());
            // Each counts the whole.
            let count = running.iter().map(|(_, own)| own.count).max().unwrap_or_default();
            let counters = counters("shapes kept", table.len(), table.hits());
            Snapshot { count, counters, ..Snapshot::new(Engine::Classes, &tally, path, Address::default()) }
        };
        match host.poll(&look) {
            Flow::Go => !over.get(),
            Flow::Stop(reason) => {
                stopped = reason;
                false
            }
        }
    };
    in_threads(threads, threads, &work, &mut met, &mut go_on);
    let mut tally = before;
    ends.iter().for_each(|own| tally.add_below(0, &own.tally));
    let standing = |own: &Counted<T>| match own.number {
        Ok(_) => 2,
        Err(Cut::Useless | Cut::TooLarge) => 1,
        Err(Cut::Stopped(_)) => 0,
    };
    let furthest = ends.into_iter().max_by_key(|own| (standing(own), own.met)).expect("every thread ends");
    let number = furthest.number.map_err(|cut| match cut {
        Cut::Stopped(_) => Cut::Stopped(stopped),
        other => other,
    });
    Counted { number, tally, counters: counters("shapes kept", table.len(), table.hits()), ..furthest }
}

impl<T: Number> Classes<'_, T> {
    /// Counts the whole, which is no trial.
    fn into_end(mut self) -> Counted<T> {
        match self.whole() {
            Ok(number) => self.ended(Ok(number)),
            Err(Halt::Cut(cut)) => self.ended(Err(cut)),
            Err(Halt::Worth) => unreachable!("only a trial ends where the table is worth its cost"),
        }
    }

    /// What a thread came to.
    fn ended(&self, number: Result<T, Cut>) -> Counted<T> {
        Counted { number, tally: self.tally(), counters: self.counters(), met: self.met(), path: self.path.clone() }
    }
}
