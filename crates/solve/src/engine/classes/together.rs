//! The count by classes, on one thread or on several.

use super::super::number::{Cut, Number, TableCount};
use super::rule::BranchRule;
use super::table::ShapeTable;
use super::{Classes, Halt};
use crate::host::{Flow, Host};
use crate::order::Engine;
use crate::outcome::{Counter, Lane, Snapshot, StopReason};
use crate::threads::{Running, in_threads};
use dancing::{Address, Columns, OptionId, Problem, Tally};
use std::cell::RefCell;

/// Counts the covers of a problem. `trial` is the work, in cell reads, after which the table is
/// judged for the first time. Until then each rule of choice is tried by one thread. The rule that
/// found more of its shapes again continues with all threads. So the selection of the rule does not
/// depend on time.
pub(super) fn counted<T: Number + Send>(
    problem: &Problem,
    trial: u64,
    threads: usize,
    host: &mut dyn Host,
) -> TableCount<T> {
    let columns = problem.columns();
    let mut all = Threads { problem, columns: &columns, n: threads, host, stopped: None, tally: Tally::default() };
    let choices = BranchRule::sweep(problem, &columns).into_iter().chain([BranchRule::Fewest]);
    let plans: Vec<(BranchRule, ShapeTable<T>)> = choices.map(|choice| (choice, ShapeTable::new())).collect();
    let to_try =
        plans.iter().map(|(choice, table)| WholeCount { choice, table, threads: 1, judge_at: trial, tries: true });
    let tried = all.run(&to_try.collect::<Vec<_>>());
    let mut best: Option<&End<T>> = None;
    for end in &tried {
        match end.number {
            Err(Halt::Worth) if best.is_none_or(|other| end.again > other.again) => best = Some(end),
            Err(Halt::Worth | Halt::Cut(Cut::Useless)) => {}
            _ => return all.counted(tried),
        }
    }
    let Some(best) = best else { return all.counted(tried) };
    let (choice, table) = &plans[best.job];
    let jobs = (0..threads).map(|_| WholeCount { choice, table, threads, judge_at: 2 * trial, tries: false });
    let ends = all.run(&jobs.collect::<Vec<_>>());
    all.counted(ends)
}

/// A count of the whole, for one thread.
pub(super) struct WholeCount<'a, T> {
    pub choice: &'a BranchRule,
    pub table: &'a ShapeTable<T>,
    /// The number of threads that share the table.
    pub threads: usize,
    /// The work, in cell reads, after which the table is judged for the first time.
    pub judge_at: u64,
    /// True for a trial, which ends as soon as the table is known to be worth its cost.
    pub tries: bool,
}

/// The result of a job.
struct End<T> {
    job: usize,
    number: Result<T, Halt>,
    /// The shapes that it found again, divided by the shapes that it added.
    again: f64,
    counters: Vec<Counter>,
    met: u128,
    path: Vec<OptionId>,
}

impl<T> End<T> {
    /// The rank of the result: one that says more about the whole count is higher.
    fn rank(&self) -> u32 {
        match self.number {
            Ok(_) => 3,
            Err(Halt::Cut(Cut::TooLarge)) => 2,
            Err(Halt::Cut(Cut::Stopped(_))) => 1,
            Err(Halt::Worth | Halt::Cut(Cut::Useless | Cut::Enough)) => 0,
        }
    }

    /// Returns true if the other jobs need not continue.
    fn is_over(&self) -> bool {
        self.rank() >= 2
    }
}

/// The threads of a count.
struct Threads<'a> {
    problem: &'a Problem,
    columns: &'a Columns,
    n: usize,
    host: &'a mut dyn Host,
    /// The reason why the host stopped them, if it did.
    stopped: Option<StopReason>,
    /// The tally of all jobs that have ended.
    tally: Tally,
}

impl Threads<'_> {
    /// Runs jobs until all have ended, one has the count, or the host stops them. Returns their
    /// results, in the order of the jobs.
    fn run<T: Number + Send>(&mut self, jobs: &[WholeCount<T>]) -> Vec<End<T>> {
        let Threads { problem, columns, n, host, stopped, tally } = self;
        let mut ends: Vec<End<T>> = Vec::new();
        if *n == 1 {
            for (at, job) in jobs.iter().enumerate() {
                let fresh = Classes::new(problem, columns, job, at, *host);
                let (sum, end) = Classes { depths: std::mem::take(&mut tally.profile), ..fresh }.into_end();
                *tally = sum;
                if let Err(Halt::Cut(Cut::Stopped(reason))) = end.number {
                    *stopped = Some(reason);
                }
                let over = end.is_over() || stopped.is_some();
                ends.push(end);
                if over {
                    break;
                }
            }
            return ends;
        }
        let met = RefCell::new((ends, tally));
        let work =
            |at: usize, host: &mut dyn Host| Some(Classes::new(problem, columns, &jobs[at], at, host).into_end());
        let mut take = |_, (added, end): (Tally, End<T>)| {
            let (ends, tally) = &mut *met.borrow_mut();
            tally.add_below(0, &added);
            ends.push(end);
        };
        let mut poll = |running: &[Running], lanes: &[Lane]| {
            let (ends, tally) = &*met.borrow();
            let look = || {
                let mut tally = (*tally).clone();
                running.iter().for_each(|(_, snapshot)| tally.add_below(0, &snapshot.tally));
                let first = running.first().map(|(_, snapshot)| snapshot);
                let path = first.map_or(Vec::new(), |snapshot| snapshot.path.clone());
                let counters = first.map_or(Vec::new(), |snapshot| snapshot.counters.clone());
                // Each job counts the whole.
                let count = running.iter().map(|(_, snapshot)| snapshot.count).max().unwrap_or_default();
                let lanes = lanes.to_vec();
                Snapshot { count, counters, lanes, ..Snapshot::new(Engine::CLASSES, &tally, path, Address::default()) }
            };
            match host.poll(&look) {
                Flow::Go if ends.iter().any(End::is_over) => Flow::Stop(StopReason::GoalMet),
                flow => flow,
            }
        };
        let reason = in_threads(jobs.len(), *n, &work, &mut take, &mut poll);
        *stopped = reason.filter(|&reason| reason != StopReason::GoalMet).or(*stopped);
        let (mut ends, _) = met.into_inner();
        ends.sort_by_key(|end| end.job);
        ends
    }

    /// The result of the count: that of the job that came furthest.
    fn counted<T>(self, ends: Vec<End<T>>) -> TableCount<T> {
        let Threads { stopped, tally, .. } = self;
        let Some(end) = ends.into_iter().max_by_key(|end| (end.rank(), end.met)) else {
            let number = Err(Cut::Stopped(stopped.unwrap_or(StopReason::Cancelled)));
            return TableCount { number, tally, counters: Vec::new(), met: 0, path: Vec::new(), covers: Vec::new() };
        };
        let number = match (end.number, stopped) {
            (Ok(number), _) => Ok(number),
            (Err(_), Some(reason)) => Err(Cut::Stopped(reason)),
            (Err(Halt::Cut(cut)), None) => Err(cut),
            (Err(Halt::Worth), None) => Err(Cut::Useless),
        };
        TableCount { number, tally, counters: end.counters, met: end.met, path: end.path, covers: Vec::new() }
    }
}

impl<T: Number> Classes<'_, T> {
    /// Counts the whole. Returns the tally and the result.
    fn into_end(mut self) -> (Tally, End<T>) {
        let number = self.whole();
        let again = self.again as f64 / self.added as f64;
        let (tally, counters, met) = (self.tally(), self.counters(), self.met());
        (tally, End { job: self.thread, number, again, counters, met, path: self.path })
    }
}
