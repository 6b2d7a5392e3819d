//! The `classes` engine: counts each isomorphism class of subproblems once.
//!
//! **Idea.** The number of covers of a subproblem does not depend on the names of its items and
//! options. So the count is stored with the *shape* of the subproblem, in which items are numbered
//! by their position in the structure alone ([`shape`]). If a problem has many symmetries, such as
//! all Latin squares of a size, most subproblems have a shape that was found before. Items are
//! chosen as in Algorithm X, or in a fixed order ([`choice`]); small subproblems are counted by
//! their tree.
//!
//! Each of several threads counts the whole problem, and they share the table. A thread that finds
//! a shape begun by another one postpones it. Later the count is known, or the thread counts the
//! shape too, and the subproblems below it are shared in the same way. The first thread that
//! finishes has the count.
//!
//! **Invariants.** The key is the SHA-256 of the whole shape, so equal keys are equal shapes. Two
//! isomorphic subproblems may be numbered differently, which costs time, but no correctness. The
//! table is bounded: when it is full, nothing is added. A count that does not fit 128 bits is made
//! again with numbers of any length. If the table saves less than its keys cost, which is checked
//! regularly, another engine counts. On one thread nothing depends on time. On several threads only
//! the count is independent of time.
//!
//! **Source.** McKay and Wanless, On the number of Latin squares (2005), who count by classes of
//! bipartite graphs.

mod choice;
mod rest;
mod rule;
mod shape;
mod small;
mod table;
mod together;

use super::number::{self, Cut, Number, can_count, counters};
use crate::host::Host;
use crate::order::{Engine, Order};
use crate::outcome::{Counter, Outcome, Snapshot};
use crate::threads::deeper;
use dancing::{Address, Columns, ItemId, OptionId, Problem, Tally};
use rest::Rest;
use shape::Shapes;
use small::Small;
use std::ops::RangeInclusive;
use table::{Known, Lookup};
use together::WholeCount;

/// The most cells of the matrix times its items, so that a key takes some hundredths of a second at
/// worst: if all items are symmetric, all cells are read for each.
const MOST: usize = 1 << 22;

/// The number of cell reads before the first check that the table saves more than it costs; the
/// check is repeated whenever the reads have doubled. The reads take at most 0.1 s, or a
/// hundredth of the time that the tree would take.
const TRIAL: RangeInclusive<f64> = 4e6..=3e7;
const OF_THE_TREE: f64 = 0.01;

/// The approximate number of cells that are read for keys in the time in which an engine walks
/// through one node.
const CELLS_A_NODE: f64 = 16.0;

/// Hits are rare if there is less than one for this many shapes.
const RARE: u64 = 40;

/// Cells read between two polls of the host: about a millisecond.
const SLICE: u64 = 1 << 19;

/// Returns true if a problem fits the engine.
pub fn fits(problem: &Problem) -> bool {
    can_count(problem) && problem.n_items() * problem.n_cells() <= MOST
}

/// See [`crate::run`].
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    number::run(problem, &order, host, &|problem, order, host| attempt(problem, order, trial(f64::INFINITY), host))
}

/// The number of cell reads before the first check that the table saves more than it costs.
/// `forecast` is the expected number of nodes of the tree.
pub fn trial(forecast: f64) -> u64 {
    (forecast * CELLS_A_NODE * OF_THE_TREE).clamp(*TRIAL.start(), *TRIAL.end()) as u64
}

/// Counts the covers of a problem. Returns `None` if the table saves too little, which is detected
/// early. `trial` is the number of cell reads before the first check.
pub fn attempt(problem: &Problem, order: &Order, trial: u64, host: &mut dyn Host) -> Option<Outcome> {
    let short = |host: &mut dyn Host| together::counted(problem, trial, order.threads, host);
    let long = |host: &mut dyn Host| together::counted(problem, trial, order.threads, host);
    number::attempt(Engine::CLASSES, (problem, order), host, &short, &long)
}

/// The reason why a thread stops counting.
enum Halt {
    Cut(Cut),
    /// The trial of the table is over: the table is worth its cost.
    Worth,
}

/// The count below a node; `None` if another thread has begun to count it and this one postpones
/// it.
type Below<T> = Result<Option<Known<T>>, Halt>;

// Many fields: the state of one recursion, which each level reads and writes.
struct Classes<'a, T> {
    problem: &'a Problem,
    columns: &'a Columns,
    host: &'a mut dyn Host,
    job: &'a WholeCount<'a, T>,
    /// The job's number.
    thread: usize,
    shapes: Shapes,
    small: Small,
    /// The number of shapes that this thread has added, and of those that it has found again after
    /// it had counted them.
    added: u64,
    again: u64,
    /// Nodes of the plain tree that the shapes of this thread saved, and nodes that it walked
    /// through.
    spared: f64,
    walked: f64,
    /// By level that branches: the covers below the branches that are done.
    levels: Vec<T>,
    path: Vec<OptionId>,
    /// By level: the number of options tried.
    depths: Vec<u64>,
    /// The amounts of work, in cell reads, at which the host is polled next and the table is judged
    /// next.
    ask_at: u64,
    judge_at: u64,
}

impl<'a, T: Number> Classes<'a, T> {
    fn new(
        problem: &'a Problem,
        columns: &'a Columns,
        job: &'a WholeCount<'a, T>,
        thread: usize,
        host: &'a mut dyn Host,
    ) -> Classes<'a, T> {
        Classes {
            problem,
            columns,
            host,
            job,
            thread,
            shapes: Shapes::default(),
            small: Small::default(),
            added: 0,
            again: 0,
            spared: 0.0,
            walked: 0.0,
            levels: Vec::new(),
            path: Vec::new(),
            depths: Vec::new(),
            ask_at: SLICE,
            judge_at: job.judge_at,
        }
    }

    /// Counts the whole problem.
    fn whole(&mut self) -> Result<T, Halt> {
        let rest = Rest::new(self.problem, self.columns);
        let known = self.below(rest, false)?;
        Ok(known.expect("a thread that joins in comes to an end").number)
    }

    /// Counts the covers of a subproblem. If it `may_wait`, returns `None` if another thread has
    /// begun to count the subproblem.
    fn below(&mut self, mut rest: Rest, may_wait: bool) -> Below<T> {
        let (problem, before) = (self.problem, self.path.len());
        // Forced options are taken at once.
        let item = loop {
            match self.job.choice.item(problem, &rest) {
                Some((item, 1)) => {
                    let option = self.columns.of(item).iter().copied().find(|option| rest.live[option.index()]);
                    let option = option.expect("the count of an item is that of its live options");
                    self.enter(option);
                    rest.take(problem, self.columns, option);
                }
                Some((_, 0)) => break None,
                Some((item, _)) => break Some(item),
                None => {
                    let forced = self.leave(before);
                    return Ok(Some(Known { number: T::one(), nodes: forced + 1.0 }));
                }
            }
        };
        let known = match item {
            None => Some(Known { number: T::default(), nodes: 1.0 }),
            Some(item) => self.branched(&rest, item, may_wait)?,
        };
        let forced = self.leave(before);
        Ok(known.map(|known| Known { nodes: known.nodes + forced, ..known }))
    }

    /// Counts the covers of a subproblem by branching on an item.
    fn branched(&mut self, rest: &Rest, item: ItemId, may_wait: bool) -> Below<T> {
        self.ask()?;
        let (number, nodes) = self.small.count(self.problem, rest);
        self.walked += f64::from(nodes);
        self.count_nodes(u64::from(nodes));
        if let Some(number) = number {
            return Ok(Some(Known { number: T::of(number), nodes: f64::from(nodes) }));
        }
        let key = self.shapes.key(self.problem, rest);
        match self.job.table.begin(&key) {
            Lookup::Done(known, by) => {
                if by == self.thread {
                    self.again += 1;
                    self.spared += known.nodes;
                }
                return Ok(Some(known));
            }
            Lookup::Begun if may_wait => return Ok(None),
            Lookup::Begun => {}
            Lookup::Nothing { kept } => self.added += u64::from(kept),
        }
        let of = self.columns.of(item).iter().copied();
        let mut options: Vec<OptionId> = of.filter(|option| rest.live[option.index()]).collect();
        let mut nodes = 1.0;
        self.levels.push(T::default());
        for may_wait in [true, false] {
            for option in std::mem::take(&mut options) {
                let mut child = rest.clone();
                child.take(self.problem, self.columns, option);
                self.enter(option);
                let below = deeper(|| self.below(child, may_wait))?;
                self.leave(self.path.len() - 1);
                let Some(below) = below else {
                    options.push(option);
                    continue;
                };
                nodes += below.nodes;
                let number = self.levels.last_mut().expect("it was pushed above");
                *number = number.plus(&below.number).ok_or(Halt::Cut(Cut::TooLarge))?;
            }
        }
        let number = self.levels.pop().expect("it was pushed above");
        let known = Known { number, nodes };
        self.job.table.end(&key, &known, self.thread);
        Ok(Some(known))
    }

    fn enter(&mut self, option: OptionId) {
        self.count_nodes(1);
        self.path.push(option);
    }

    fn count_nodes(&mut self, nodes: u64) {
        let depth = self.path.len();
        if self.depths.len() <= depth {
            self.depths.resize(depth + 1, 0);
        }
        self.depths[depth] += nodes;
    }

    /// Goes back to a level. Returns the number of levels left.
    fn leave(&mut self, level: usize) -> f64 {
        let by = self.path.len() - level;
        self.path.truncate(level);
        by as f64
    }

    /// A lower bound on the covers.
    fn met(&self) -> u128 {
        self.levels.iter().fold(0, |sum: u128, number| sum.saturating_add(number.at_least()))
    }

    fn tally(&self) -> Tally {
        Tally { profile: self.depths.clone(), ..Tally::default() }
    }

    fn counters(&self) -> Vec<Counter> {
        counters(self.job.table.len(), self.job.table.hits())
    }

    /// Returns true if the table saves less than it costs. Most repeated shapes that a thread finds
    /// were counted by other threads, so the hits on its own shapes are multiplied by the number of
    /// threads.
    fn is_useless(&self) -> bool {
        let threads = self.job.threads as u64;
        // A few hits near the root may save much, but a mirror symmetry alone saves as much at less
        // cost.
        let rare = self.again * threads * RARE < self.added;
        rare || self.spared * CELLS_A_NODE * (threads as f64) < self.shapes.read() as f64
    }

    /// Polls the host and judges the table, each at regular amounts of work.
    fn ask(&mut self) -> Result<(), Halt> {
        let done = self.shapes.read() + (self.walked * CELLS_A_NODE) as u64;
        if done >= self.judge_at {
            if self.is_useless() {
                return Err(Halt::Cut(Cut::Useless));
            }
            if self.job.tries {
                return Err(Halt::Worth);
            }
            self.judge_at = 2 * done;
        }
        if done < self.ask_at {
            return Ok(());
        }
        self.ask_at = done + SLICE;
        let (count, tally, counters, path) = (self.met(), self.tally(), self.counters(), &self.path);
        let look = || {
            // The address stays empty: another engine may start again at the root, and forced
            // levels have no branch here.
            let told = Snapshot::new(Engine::CLASSES, &tally, path.clone(), Address::default());
            Snapshot { count, counters: counters.clone(), ..told }
        };
        self.host.poll(&look).into_result().map_err(|reason| Halt::Cut(Cut::Stopped(reason)))
    }
}
