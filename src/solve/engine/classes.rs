//! The `classes` engine: counting with one count for each isomorphism class of subproblems.
//!
//! **Idea.** What is left after some choices is a problem of its own, and its number of covers does
//! not depend on what its items and options are called. So the count is stored with the *shape* of
//! the subproblem: its items are numbered by their place in it alone ([`shape`]). Where a problem
//! has many symmetries, such as all Latin squares of a size, most subproblems have a shape that was
//! met before. Items are chosen as in Algorithm X, or in a fixed order ([`choice`]); small
//! subproblems are counted by their tree.
//!
//! Several threads all count the whole, and share the table. One that meets a shape that another
//! has begun leaves it for later. By then it is known, or the thread joins in: what is left of it
//! is shared out in the same way. The first thread that is done has the count.
//!
//! **Invariants.** The key is the SHA-256 of the whole shape, so equal keys are equal shapes. Two
//! subproblems that are alike may be numbered differently, which costs time, but no correctness.
//! The table is bounded: when it is full, nothing is added. A count that does not fit 128 bits is
//! made again with numbers of any length. If the table does not spare more nodes than its keys
//! cost, which is looked at regularly, another engine counts. On one thread nothing depends on
//! time; on several only the count does not.
//!
//! **Source.** McKay and Wanless, On the number of Latin squares (2005), who count by classes of
//! bipartite graphs.

mod choice;
mod shape;
mod small;
mod table;
mod together;

use super::number::{Cut, Number, counters, without_table};
use crate::dlx::{Address, Columns, ItemId, OptionId, Problem, Tally};
use crate::solve::order::{Engine, Flow, Host, Order};
use crate::solve::outcome::{Counter, Outcome, Snapshot};
use crate::solve::threads::deeper;
use num_bigint::BigUint;
use shape::Shapes;
use small::Small;
use std::ops::RangeInclusive;
use table::{Found, Known};
use together::Job;

/// The most cells of the matrix times its items, so that a key takes some hundredths of a second at
/// the worst: if all items are alike, all cells are read for each.
const MOST: usize = 1 << 22;

/// After the work of reading so many cells, and whenever it has doubled, it is asked whether the
/// table spares more than it costs: at the most a tenth of a second, or a hundredth of what the
/// tree would take.
const TRIAL: RangeInclusive<f64> = 4e6..=3e7;
const OF_THE_TREE: f64 = 0.01;

/// Cells read for a key in the time in which any engine walks through a node, about.
const CELLS_A_NODE: f64 = 16.0;

/// Hits are rare if they are fewer than one for so many shapes.
const RARE: u64 = 40;

/// Cells read between two polls of the host: about a millisecond.
const SLICE: u64 = 1 << 19;

/// Whether a problem fits the engine.
pub fn fits(problem: &Problem) -> bool {
    // If several options mean the same, solutions up to symmetry must be tested one by one.
    let told = !problem.is_symmetric() || problem.symmetries().is_some();
    !problem.is_repeated() && told && problem.n_items() * problem.n_cells() <= MOST
}

/// See [`crate::solve::run`].
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    attempt(problem, &order, f64::INFINITY, host).unwrap_or_else(|| without_table(problem, order, host))
}

/// Counts; `None` if the table spares too little, which is detected early. `forecast` is about how
/// many nodes the tree has.
pub fn attempt(problem: &Problem, order: &Order, forecast: f64, host: &mut dyn Host) -> Option<Outcome> {
    let trial = (forecast * CELLS_A_NODE * OF_THE_TREE).clamp(*TRIAL.start(), *TRIAL.end()) as u64;
    let counted = together::counted::<u128>(problem, trial, order.threads, host);
    match counted.number {
        Err(Cut::TooLarge) => together::counted::<BigUint>(problem, trial, order.threads, host).outcome(
            Engine::Classes,
            problem,
            order,
            host,
        ),
        _ => counted.outcome(Engine::Classes, problem, order, host),
    }
}

/// What is left of a problem.
#[derive(Clone)]
struct Rest {
    /// By item: whether it is not covered.
    open: Vec<bool>,
    /// By option: whether all of its items are open.
    live: Vec<bool>,
    n_live: usize,
    /// By item: its live options.
    left: Vec<u32>,
}

impl Rest {
    fn new(problem: &Problem, columns: &Columns) -> Rest {
        let items = (0..problem.n_items() as u32).map(ItemId);
        let left = items.map(|item| columns.of(item).len() as u32).collect();
        let (open, live) = (vec![true; problem.n_items()], vec![true; problem.n_options()]);
        let mut rest = Rest { open, live, n_live: problem.n_options(), left };
        // Options without a primary item are never chosen.
        for option in problem.options() {
            if !problem.items_of(option).iter().any(|&item| problem.is_primary(item)) {
                rest.rule_out(problem, option);
            }
        }
        rest
    }

    fn rule_out(&mut self, problem: &Problem, option: OptionId) {
        if std::mem::replace(&mut self.live[option.index()], false) {
            self.n_live -= 1;
            problem.items_of(option).iter().for_each(|item| self.left[item.index()] -= 1);
        }
    }

    fn take(&mut self, problem: &Problem, columns: &Columns, option: OptionId) {
        for &item in problem.items_of(option) {
            self.open[item.index()] = false;
            columns.of(item).iter().for_each(|&other| self.rule_out(problem, other));
        }
    }
}

/// Why a thread does not count on.
enum Halt {
    Cut(Cut),
    /// The table has been judged to be worth its cost, which was tried.
    Worth,
}

/// What is below a node; `None` if another thread has begun to count it, and this one has not
/// joined in.
type Below<T> = Result<Option<Known<T>>, Halt>;

struct Classes<'a, T> {
    problem: &'a Problem,
    columns: &'a Columns,
    host: &'a mut dyn Host,
    job: &'a Job<'a, T>,
    /// The job's number.
    own: usize,
    shapes: Shapes,
    small: Small,
    /// Shapes that this thread has added, and has found again after it had counted them.
    added: u64,
    again: u64,
    /// Nodes of the plain tree that its own shapes spared, and that were walked through.
    spared: f64,
    walked: f64,
    /// By level that branches: the covers below the branches that are done.
    levels: Vec<T>,
    path: Vec<OptionId>,
    /// By level: how many options were tried.
    depths: Vec<u64>,
    /// After the work of reading so many cells, the host is asked, and the table is judged.
    ask_at: u64,
    judge_at: u64,
}

impl<'a, T: Number> Classes<'a, T> {
    fn new(
        problem: &'a Problem,
        columns: &'a Columns,
        job: &'a Job<'a, T>,
        own: usize,
        host: &'a mut dyn Host,
    ) -> Classes<'a, T> {
        Classes {
            problem,
            columns,
            host,
            job,
            own,
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

    /// Counts the whole.
    fn whole(&mut self) -> Result<T, Halt> {
        let rest = Rest::new(self.problem, self.columns);
        let known = self.below(rest, false)?;
        Ok(known.expect("a thread that joins in comes to an end").number)
    }

    /// The covers of what is left. It `may_wait` if that was begun by another thread.
    fn below(&mut self, mut rest: Rest, may_wait: bool) -> Below<T> {
        let (problem, before) = (self.problem, self.path.len());
        // Forced options are taken at once.
        let item = loop {
            match self.job.choice.item(problem, &rest) {
                Some((item, 1)) => {
                    let option = self.columns.of(item).iter().copied().find(|own| rest.live[own.index()]);
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

    /// The covers of what is left, which branches at an item.
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
            Found::Done(known, by) => {
                if by == self.own {
                    self.again += 1;
                    self.spared += known.nodes;
                }
                return Ok(Some(known));
            }
            Found::Begun if may_wait => return Ok(None),
            Found::Begun => {}
            Found::Nothing { kept } => self.added += u64::from(kept),
        }
        let of = self.columns.of(item).iter().copied();
        let mut options: Vec<OptionId> = of.filter(|own| rest.live[own.index()]).collect();
        let mut nodes = 1.0;
        self.levels.push(T::default());
        for may_wait in [true, false] {
            for option in std::mem::take(&mut options) {
                let mut child = rest.clone();
                child.take(self.problem, self.columns, option);
                self.enter(option);
                let own = deeper(|| self.below(child, may_wait))?;
                self.leave(self.path.len() - 1);
                let Some(own) = own else {
                    options.push(option);
                    continue;
                };
                nodes += own.nodes;
                let number = self.levels.last_mut().expect("it was pushed above");
                *number = number.plus(&own.number).ok_or(Halt::Cut(Cut::TooLarge))?;
            }
        }
        let number = self.levels.pop().expect("it was pushed above");
        let known = Known { number, nodes };
        self.job.table.end(&key, &known, self.own);
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

    /// Goes back to a level. Returns how many levels that are.
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
        counters("shapes kept", self.job.table.len(), self.job.table.hits())
    }

    /// Whether the table spares less than it costs. Of what repeats, a thread meets what others
    /// have counted before more often than what it has counted itself.
    fn is_useless(&self) -> bool {
        let threads = self.job.threads as u64;
        // A few hits near the root may spare much, but a mirror alone spares as much at less cost.
        let rare = self.again * threads * RARE < self.added;
        rare || self.spared * CELLS_A_NODE * (threads as f64) < self.shapes.read() as f64
    }

    /// Asks the host whether to go on, and now and then whether the table is of use.
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
            // Another engine may begin again, and forced levels have no branch here.
            let told = Snapshot::new(Engine::Classes, &tally, path.clone(), Address::default());
            Snapshot { count, counters: counters.clone(), ..told }
        };
        match self.host.poll(&look) {
            Flow::Go => Ok(()),
            Flow::Stop(reason) => Err(Halt::Cut(Cut::Stopped(reason))),
        }
    }
}
