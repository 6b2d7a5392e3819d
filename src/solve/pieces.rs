//! A count cut into pieces: subtrees of the search by links, each named by its address. They are
//! counted on all cores, or written as lines for other machines, and added up.
//!
//! **Invariants.** Pieces do not overlap and leave nothing out: every branch of a node that was cut
//! is in some piece, dead ends too. So a set of addresses alone tells whether it is whole
//! ([`whole`]). How a problem is cut depends on the problem and the number of pieces only, never on
//! threads.

use super::drive::run;
use super::order::{Engine, Flow, Host, Order};
use super::outcome::{Outcome, Snapshot, StopReason};
use crate::dlx::{Address, At, Branch, Event, Goal, Phase, Policy, Problem, Search, Tally};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering as Memory};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A subtree that is waiting to be cut: the largest one first.
struct Wanted {
    share: f64,
    branches: Vec<Branch>,
}

impl PartialEq for Wanted {
    fn eq(&self, other: &Wanted) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Wanted {}

impl PartialOrd for Wanted {
    fn partial_cmp(&self, other: &Wanted) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Wanted {
    fn cmp(&self, other: &Wanted) -> Ordering {
        let numbers = |own: &Wanted| own.branches.iter().map(|branch| branch.k).collect::<Vec<_>>();
        self.share.total_cmp(&other.share).then_with(|| numbers(other).cmp(&numbers(self)))
    }
}

/// The share of the tree below a node, if all subtrees of a node had the same size.
pub fn share(address: &Address) -> f64 {
    address.branches.iter().map(|branch| 1.0 / branch.d.max(1) as f64).product()
}

fn at(branches: Vec<Branch>) -> Address {
    Address { limit: None, branches, at: At::Level }
}

/// Cuts the tree of a problem into at least `wanted` subtrees, if it has so many, in the order of
/// the search. A repeated cover is not cut.
///
/// # Examples
///
/// ```
/// use quadrille::dlx::{ItemId, Problem};
/// use quadrille::solve::pieces::{split, whole};
///
/// let mut problem = Problem::new(2, 0);
/// for items in [&[0][..], &[1], &[0, 1]] {
///     problem.push(&items.iter().map(|&item| ItemId(item)).collect::<Vec<_>>()).unwrap();
/// }
/// let pieces = split(&problem, 2);
/// assert_eq!(pieces.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1/2", "2/2"]);
/// assert!(whole(&pieces).is_ok() && whole(&pieces[1..]).is_err());
/// ```
pub fn split(problem: &Problem, wanted: usize) -> Vec<Address> {
    let mut search = Search::new(problem, Policy::default());
    let mut open = BinaryHeap::from([Wanted { share: 1.0, branches: Vec::new() }]);
    // Solutions and dead ends, which cannot be cut.
    let mut ended = Vec::new();
    while open.len() + ended.len() < wanted && !problem.is_repeated() {
        let Some(Wanted { share, branches }) = open.pop() else { break };
        match degree(&mut search, &branches) {
            None | Some(0) => ended.push(branches),
            Some(d) => open.extend((1..=d).map(|k| {
                let branches = branches.iter().copied().chain([Branch { k, d }]).collect();
                Wanted { share: share / d as f64, branches }
            })),
        }
    }
    let mut all: Vec<Vec<Branch>> = open.into_iter().map(|own| own.branches).chain(ended).collect();
    all.sort_by_key(|branches| branches.iter().map(|branch| branch.k).collect::<Vec<_>>());
    all.into_iter().map(at).collect()
}

/// The number of branches of the node below some choices; `None` at a solution.
fn degree(search: &mut Search, branches: &[Branch]) -> Option<usize> {
    search.go(&at(branches.to_vec())).expect("every child of a node has an address");
    let mut tally = Tally::default();
    match search.step_into(&mut tally)? {
        Event::Choose { .. } => search.branch_in_hand().map(|branch| branch.d),
        _ => None,
    }
}

/// Why pieces are not the whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwhole {
    #[error("nothing covers the branch {0}")]
    Missing(String),
    #[error("{0} lies inside of another piece, or is there twice")]
    Twice(String),
    #[error("the pieces at {0} are not of one tree")]
    Foreign(String),
}

/// Whether subtrees are a whole tree: none is missing, and none is there twice.
///
/// # Errors
///
/// The first place where they are not.
pub fn whole(pieces: &[Address]) -> Result<(), Unwhole> {
    let mut sorted: Vec<&[Branch]> = pieces.iter().map(|own| &own.branches[..]).collect();
    sorted.sort_by_key(|branches| branches.iter().map(|branch| branch.k).collect::<Vec<_>>());
    check(&sorted, 0)
}

/// Checks pieces that begin with the same `depth` branches.
fn check(sorted: &[&[Branch]], depth: usize) -> Result<(), Unwhole> {
    let name = |branches: &[Branch]| at(branches.to_vec()).to_string();
    let Some(first) = sorted.first() else { return Err(Unwhole::Missing(name(&[]))) };
    if first.len() == depth {
        return match sorted.get(1) {
            None => Ok(()),
            Some(inside) => Err(Unwhole::Twice(name(inside))),
        };
    }
    let d = first[depth].d;
    let mut rest = sorted;
    for k in 1..=d {
        let own = rest.iter().take_while(|branches| branches[depth].k == k).count();
        if rest[..own].iter().any(|branches| branches[depth].d != d) {
            return Err(Unwhole::Foreign(name(&first[..depth])));
        }
        if own == 0 {
            let missing: Vec<Branch> = first[..depth].iter().copied().chain([Branch { k, d }]).collect();
            return Err(Unwhole::Missing(name(&missing)));
        }
        check(&rest[..own], depth + 1)?;
        rest = &rest[own..];
    }
    match rest.first() {
        None => Ok(()),
        Some(other) => Err(Unwhole::Foreign(name(other))),
    }
}

/// A number that two different problems do not share by chance: FNV-1a over everything that the
/// search depends on.
pub fn digest(problem: &Problem) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |number: u64| {
        for byte in number.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    add(problem.n_items() as u64);
    add(problem.n_primary() as u64);
    add(u64::from(problem.is_repeated()));
    for item in 0..problem.n_primary() as u32 {
        let (least, most) = problem.multiplicity(crate::dlx::ItemId(item));
        add(u64::from(least) << 32 | u64::from(most));
    }
    for option in problem.options() {
        add(u64::MAX);
        for (item, color) in problem.colored_items_of(option) {
            add(u64::from(item.0) << 32 | u64::from(color));
        }
    }
    hash
}

/// Counts the solutions below an address.
pub fn count_below(problem: &Problem, piece: &Address, host: &mut dyn Host) -> Outcome {
    let mut search = Search::new(problem, Policy::default());
    if search.go(piece).is_err() {
        return Outcome::counted(Engine::Links, 0, StopReason::Limit, Tally::default());
    }
    let depth = search.chosen().len();
    if !problem.is_plain() {
        return walk(search, depth, host);
    }
    let order = Order { in_batch: true, ..Order::new(Goal::Count { limit: None }) };
    run(&problem.below_all(&search.path()).0, order, host)
}

/// Steps between two polls of the host.
const SLICE: u32 = 4096;

/// Walks through a subtree step by step. Of problems with colours or multiplicities, what is left
/// below a choice is no problem of its own.
fn walk(mut search: Search, depth: usize, host: &mut dyn Host) -> Outcome {
    let (mut tally, mut slice) = (Tally::default(), SLICE);
    let stop = loop {
        // The search is back above the piece, or takes its last choice back.
        let over = search.chosen().len() < depth || search.phase() == Phase::Done;
        if over || search.step_into(&mut tally).is_none() {
            break StopReason::Exhausted;
        }
        slice -= 1;
        if slice == 0 {
            slice = SLICE;
            let look = || Snapshot::new(Engine::Links, &tally, search.path(), search.address());
            if let Flow::Stop(reason) = host.poll(&look) {
                break reason;
            }
        }
    };
    Outcome::counted(Engine::Links, u128::from(tally.solutions), stop, tally)
}

/// What is known of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// The number of the piece.
    pub piece: usize,
    pub count: u128,
    pub nodes: u64,
}

/// The sums over the pieces that are done, and what is known of those that are running.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub done: usize,
    pub of: usize,
    /// At most the largest number that is held.
    pub count: u128,
    pub nodes: u64,
    /// The share of the tree that the done pieces are, if all subtrees of a node had the same size.
    pub share: f64,
    /// By piece: whether it is done.
    pub known: Vec<bool>,
    /// What the searches of this run counted.
    pub tally: Tally,
}

/// The host of a piece on a thread of its own. It waits while the driver does: a count that is
/// paused holds the driver in its host.
struct Worker<'a> {
    stop: &'a AtomicBool,
    /// Counts the driver's rounds, and what it was when this worker last saw it change.
    beat: &'a AtomicUsize,
    seen: (usize, Instant),
    /// The job and what was last told of it.
    job: usize,
    told: &'a Mutex<Option<Running>>,
    last: Instant,
}

impl Host for Worker<'_> {
    fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
        if self.last.elapsed() > TELL {
            self.last = Instant::now();
            *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some((self.job, look()));
        }
        loop {
            let beat = self.beat.load(Memory::Relaxed);
            if self.stop.load(Memory::Relaxed) {
                return Flow::Stop(StopReason::Cancelled);
            }
            if beat != self.seen.0 {
                self.seen = (beat, Instant::now());
            }
            if self.seen.1.elapsed() < SILENCE {
                return Flow::Go;
            }
            std::thread::sleep(LOOK);
        }
    }
}

/// A driver that is silent for so long is held.
const SILENCE: Duration = Duration::from_millis(200);

/// How often a job tells where it stands.
const TELL: Duration = Duration::from_millis(100);

/// How often the driver of several threads looks at them.
const LOOK: Duration = Duration::from_millis(10);

/// A job that is running, and where it last stood.
pub(super) type Running = (usize, Snapshot);

/// Runs jobs on several threads, in their order. `met` takes the outcome of each that is complete.
/// `go_on` is asked about a hundred times a second, and is given the jobs that are running, each
/// with where it last stood. Stops early if it says no, or if a job is not complete.
pub(super) fn in_threads(
    jobs: usize,
    threads: usize,
    work: &(dyn Fn(usize, &mut dyn Host) -> Outcome + Sync),
    met: &mut dyn FnMut(usize, Outcome),
    go_on: &mut dyn FnMut(&[Running]) -> bool,
) {
    let (next, beat, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let done: Mutex<Vec<(usize, Outcome)>> = Mutex::default();
    let threads = threads.clamp(1, jobs.max(1));
    let alive = AtomicUsize::new(threads);
    let told: Vec<Mutex<Option<Running>>> = (0..threads).map(|_| Mutex::default()).collect();
    let mut finished = vec![false; jobs];
    let driver = std::thread::current();
    std::thread::scope(|scope| {
        for told in &told {
            let (stop, beat, next, done, alive, driver) = (&stop, &beat, &next, &done, &alive, &driver);
            scope.spawn(move || {
                let now = Instant::now();
                let mut worker = Worker { stop, beat, seen: (0, now), job: 0, told, last: now };
                loop {
                    let job = next.fetch_add(1, Memory::Relaxed);
                    if job >= jobs || stop.load(Memory::Relaxed) {
                        break;
                    }
                    worker.job = job;
                    let outcome = work(job, &mut worker);
                    if !outcome.complete {
                        stop.store(true, Memory::Relaxed);
                        break;
                    }
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((job, outcome));
                }
                alive.fetch_sub(1, Memory::Release);
                driver.unpark();
            });
        }
        loop {
            beat.fetch_add(1, Memory::Relaxed);
            let over = alive.load(Memory::Acquire) == 0;
            let new = std::mem::take(&mut *done.lock().unwrap_or_else(PoisonError::into_inner));
            for (job, outcome) in new {
                finished[job] = true;
                met(job, outcome);
            }
            let running = told.iter().filter_map(|own| own.lock().unwrap_or_else(PoisonError::into_inner).clone());
            let running: Vec<Running> = running.filter(|(job, _)| !finished[*job]).collect();
            if !go_on(&running) {
                stop.store(true, Memory::Relaxed);
            }
            if over {
                break;
            }
            std::thread::park_timeout(LOOK);
        }
    });
}

/// Counts pieces on several threads, all but those in `known`. `each` is told of every piece that
/// is done, and `go_on` is asked about a hundred times a second. Returns the sum, and whether all
/// pieces are in it.
pub fn count_all(
    problem: &Problem,
    pieces: &[Address],
    known: &[Counted],
    threads: usize,
    each: &mut dyn FnMut(&Counted),
    go_on: &mut dyn FnMut(&Progress) -> bool,
) -> (Progress, bool) {
    let mut sum = Progress { of: pieces.len(), known: vec![false; pieces.len()], ..Progress::default() };
    let add = |sum: &mut Progress, own: &Counted| {
        sum.done += 1;
        sum.count = sum.count.saturating_add(own.count);
        sum.nodes += own.nodes;
        sum.share += share(&pieces[own.piece]);
        sum.known[own.piece] = true;
    };
    known.iter().for_each(|own| add(&mut sum, own));
    let left: Vec<usize> = (0..pieces.len()).filter(|at| known.iter().all(|own| own.piece != *at)).collect();
    let count = |at: usize, host: &mut dyn Host| count_below(problem, &pieces[left[at]], host);
    let sum = RefCell::new(sum);
    let mut met = |at: usize, outcome: Outcome| {
        let piece = left[at];
        let own = Counted { piece, count: outcome.count, nodes: outcome.tally.nodes() };
        let mut sum = sum.borrow_mut();
        add(&mut sum, &own);
        sum.tally.add_below(pieces[piece].branches.len(), &outcome.tally);
        each(&own);
    };
    let mut ask = |running: &[Running]| {
        let mut now = sum.borrow().clone();
        for (at, own) in running {
            now.count = now.count.saturating_add(own.count);
            now.nodes += own.tally.nodes();
            now.tally.add_below(pieces[left[*at]].branches.len(), &own.tally);
        }
        go_on(&now)
    };
    in_threads(left.len(), threads, &count, &mut met, &mut ask);
    let sum = sum.into_inner();
    let complete = sum.done == pieces.len() && sum.count < u128::MAX;
    (sum, complete)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dlx::ItemId;

    fn queens(n: u32) -> Problem {
        let mut problem = Problem::new(2 * n, 4 * n - 2);
        for (r, c) in (0..n * n).map(|square| (square / n, square % n)) {
            let lines = [r, n + c, 2 * n + r + c, 4 * n - 1 + n - 1 + r - c].map(ItemId);
            problem.push(&lines).unwrap();
        }
        problem
    }

    #[test]
    fn pieces_come_to_the_whole_however_they_are_cut_and_counted() {
        let problem = queens(8);
        for wanted in [1, 2, 7, 100, 5000] {
            let pieces = split(&problem, wanted);
            assert!(pieces.len() >= wanted.min(300), "{}", pieces.len());
            assert_eq!(whole(&pieces), Ok(()));
            for threads in [1, 2, 3, 7] {
                let (sum, complete) = count_all(&problem, &pieces, &[], threads, &mut |_| (), &mut |_| true);
                assert_eq!((sum.count, complete, sum.done), (92, true, pieces.len()));
            }
        }
    }

    #[test]
    fn a_missing_piece_is_named_and_so_is_one_too_many() {
        let pieces = split(&queens(6), 40);
        for at in 0..pieces.len() {
            let mut less = pieces.clone();
            let gone = less.remove(at).to_string();
            let Err(Unwhole::Missing(missing)) = whole(&less) else { panic!("{gone} is missing") };
            assert!(gone.starts_with(&missing), "{gone} {missing}");
            let mut more = pieces.clone();
            more.push(pieces[at].clone());
            assert!(matches!(whole(&more), Err(Unwhole::Twice(_))));
        }
        assert!(matches!(whole(&[]), Err(Unwhole::Missing(_))));
    }

    #[test]
    fn workers_wait_while_the_driver_is_held() {
        let problem = queens(9);
        let pieces = split(&problem, 3000);
        let mut seen = Vec::new();
        let (sum, complete) = count_all(&problem, &pieces, &[], 2, &mut |_| (), &mut |sum| {
            if seen.len() < 2 {
                std::thread::sleep(Duration::from_millis(400));
            }
            seen.push(sum.done);
            true
        });
        assert_eq!((sum.count, complete), (352, true));
    }

    #[test]
    fn what_is_known_is_not_counted_again() {
        let problem = queens(7);
        let pieces = split(&problem, 50);
        let mut all = Vec::new();
        count_all(&problem, &pieces, &[], 2, &mut |own| all.push(own.clone()), &mut |_| true);
        let (sum, complete) = count_all(&problem, &pieces, &all[..20], 2, &mut |_| (), &mut |_| true);
        assert_eq!((sum.count, complete), (40, true));
        let (sum, complete) = count_all(&problem, &pieces, &all, 2, &mut |own| panic!("{own:?}"), &mut |_| true);
        assert_eq!((sum.count, complete), (40, true));
    }
}
