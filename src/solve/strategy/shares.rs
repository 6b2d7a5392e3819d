//! Counts on several threads, in parts: pieces, which are subtrees; or shares, which are
//! subproblems below some options, one for each orbit.
//!
//! **Invariants.** The parts of a problem depend only on the problem, the forecast and the number
//! of threads. Their sum depends on the problem only.

use super::run;
use super::symmetry::{Since, Sum, WORTH, WORTH_A_TRY, branches};
use crate::dlx::{Address, Branch, ItemId, OptionId, Policy, Problem, Search, Tally};
use crate::solve::cut as pieces;
use crate::solve::harvest::Walk;
use crate::solve::host::{Flow, GoOn, Host};
use crate::solve::orbits::Orbits;
use crate::solve::order::{Engine, Order};
use crate::solve::outcome::{Counter, KEPT, Outcome, Snapshot, Stand, StopReason};
use crate::solve::piece::Counted;
use crate::solve::threads::{Running, in_threads};
use std::cell::{Cell, RefCell};

/// The number of pieces of a count on several threads, and of shares for each thread: enough that
/// the last ones end at about the same time, and few enough that their starts cost little.
const PIECES: usize = 1000;
const PARTS_A_THREAD: usize = 32;

/// The reason shown if a count was cut without symmetries.
const CUT: &str = "cut into pieces for several threads";

/// Shows the host a count in parts that continues a walk.
struct Shown<'a> {
    standing: Snapshot,
    host: Since<'a>,
    /// The count that was shown last. It never falls below the count of the walk.
    count: u128,
    /// The reason why the host stopped the run; `Exhausted` if it did not.
    stopped: StopReason,
}

impl<'a> Shown<'a> {
    fn new(standing: Snapshot, before: &'a Tally, host: &'a mut dyn Host) -> Shown<'a> {
        let count = standing.count;
        Shown { standing, host: Since { before, host }, count, stopped: StopReason::Exhausted }
    }

    /// Polls the host. Returns true if the run continues. `address` is that of the first part that
    /// is not done, so at least the share before it is done.
    fn go_on(&mut self, count: u128, tally: &Tally, counters: &[Counter], address: &Address) -> bool {
        self.count = count.max(self.standing.count);
        let look = || Snapshot {
            count: self.count,
            tally: tally.clone(),
            counters: counters.to_vec(),
            address: address.clone(),
            path: Vec::new(),
            // Solutions up to symmetry are counted after the run.
            ways: None,
            ..self.standing.clone()
        };
        match self.host.poll(&look) {
            Flow::Go => true,
            Flow::Stop(reason) => {
                self.stopped = reason;
                false
            }
        }
    }

    /// Keeps pieces that are done.
    fn keep(&mut self, done: &[Counted]) {
        if let Some(keep) = self.host.keep() {
            keep.add(done);
        }
    }

    /// The outcome. `all` is the sum if it is complete. Otherwise the count is the one shown last,
    /// which includes the parts that were running. If the host did not stop the run, the sum
    /// overflowed.
    fn outcome(self, engine: Engine, all: Option<u128>, tally: Tally) -> Outcome {
        let stop = match (all, self.stopped) {
            (Some(_), _) => StopReason::Exhausted,
            (None, StopReason::Exhausted) => StopReason::Limit,
            (None, reason) => reason,
        };
        Outcome::counted(engine, all.unwrap_or(self.count), stop, tally)
    }
}

/// Counts in pieces, on several threads, what the walk has begun to count. The count starts again
/// at the root. If it is kept, pieces that the host knows are not counted again.
pub(super) fn in_pieces(
    problem: &Problem,
    order: &Order,
    walk: Box<dyn Walk + '_>,
    kept: bool,
    host: &mut dyn Host,
) -> Outcome {
    let standing = walk.look();
    let mut stopped = StopReason::Cancelled;
    let mut go_on = || match host.poll(&|| standing.clone()) {
        Flow::Go => true,
        Flow::Stop(reason) => {
            stopped = reason;
            false
        }
    };
    let Some(pieces) = pieces::split(problem, if kept { pieces::KEPT } else { PIECES }, &mut go_on) else {
        return walk.outcome(stopped);
    };
    let known = host.keep().filter(|_| kept).map_or(Vec::new(), |keep| keep.known(problem, &pieces));
    let (engine, before) = (standing.engine, standing.tally.clone());
    let mut shown = Shown::new(standing, &before, host);
    let counters = |done: usize| {
        let of = Some(pieces.len() as u64);
        let done = Counter { what: "pieces", number: done as u64, of };
        let before = Counter { what: "kept before", number: known.len() as u64, of };
        let all = [done, before].into_iter().filter(|own| kept && (own.what == "pieces" || own.number > 0));
        all.collect::<Vec<_>>()
    };
    let done = RefCell::new(Vec::new());
    let mut go_on = |sum: &pieces::Progress| {
        let at = sum.known.iter().position(|known| !known).map_or(Address::default(), |at| pieces[at].address.clone());
        if kept {
            shown.keep(&std::mem::take(&mut *done.borrow_mut()));
        }
        shown.go_on(sum.count, &sum.tally, &counters(sum.done), &at)
    };
    let mut each = |own: &Counted| done.borrow_mut().push(own.clone());
    let (sum, complete) = pieces::count_all(problem, &pieces, &known, order.threads, &mut each, &mut go_on);
    if kept {
        shown.keep(&done.into_inner());
    }
    let counters = counters(sum.done);
    let kept = kept && shown.host.keep().is_some_and(|keep| keep.end());
    let own = shown.outcome(engine, Some(sum.count).filter(|_| complete), sum.tally);
    let left = sum.known.iter().position(|known| !known).filter(|_| !complete);
    let stand = left.map(|at| {
        let mut search = Search::new(problem, Policy::default());
        search.go(&pieces[at].address).expect("a piece has an address");
        Stand::Path(search.path())
    });
    after(walk, Outcome { why: CUT, counters, kept: kept && !complete, stand, ..own })
}

/// The outcome of a count in parts, with the nodes and solutions of the walk before it.
fn after(walk: Box<dyn Walk + '_>, mut own: Outcome) -> Outcome {
    own.tally.add_below(0, &walk.look().tally);
    let walked = walk.outcome(StopReason::Limit);
    if own.solutions.len() < walked.solutions.len() {
        own.solutions = walked.solutions;
    }
    own
}

/// A part of a count for one thread: the subproblem below some options.
struct Share {
    path: Vec<OptionId>,
    /// Its position among the parts, in the form of an address.
    branches: Vec<Branch>,
    /// The number of symmetric parts that it counts for, itself included.
    times: u128,
    /// Its share of the tree, if all subtrees of a node had the same size.
    share: f64,
}

/// The parts of a count.
pub(super) struct Shares {
    parts: Vec<Share>,
    /// The number of options that need not be tried, because a symmetric option is tried.
    pub(super) spared: usize,
}

/// Cuts a count into parts for several threads. One option of each orbit is taken, and counts for
/// the whole orbit. `forecast` is the expected number of nodes of the whole tree.
pub(super) fn shares(problem: &Problem, forecast: f64, threads: usize, go_on: GoOn) -> Result<Shares, StopReason> {
    let mut open = vec![Share { path: Vec::new(), branches: Vec::new(), times: 1, share: 1.0 }];
    let (mut ended, mut spared) = (Vec::new(), 0);
    while open.len() + ended.len() < PARTS_A_THREAD * threads {
        let largest = (0..open.len()).max_by(|&a, &b| open[a].share.total_cmp(&open[b].share).then(b.cmp(&a)));
        let Some(at) = largest else { break };
        let own = open.swap_remove(at);
        let (rest, names) = problem.below_all(&own.path);
        go_on(rest.n_cells())?;
        let columns = rest.columns();
        let primary = || (0..rest.n_primary() as u32).map(|item| columns.of(ItemId(item)));
        let Some(fewest) = primary().min_by_key(|options| options.len()).map(<[_]>::to_vec) else {
            // No primary item is left: a solution.
            ended.push(own);
            continue;
        };
        let nodes_a_cell = forecast * own.share / rest.n_cells().max(1) as f64;
        let orbits = match nodes_a_cell >= WORTH {
            true => {
                let items: Vec<ItemId> = (0..rest.n_items() as u32).map(ItemId).collect();
                let options: Vec<OptionId> = rest.options().collect();
                Orbits::new(&rest, &items, &options, (nodes_a_cell / WORTH_A_TRY) as usize, go_on)?
            }
            false => None,
        };
        let options = orbits.as_ref().and_then(|orbits| branches(&rest, orbits)).unwrap_or(fewest);
        let kinds = Orbits::kinds(orbits.as_ref(), &options);
        let d = kinds.len();
        spared += options.len() - d;
        for (k, alike) in kinds.into_iter().enumerate() {
            open.push(Share {
                path: own.path.iter().copied().chain([names[options[alike[0]].index()]]).collect(),
                branches: own.branches.iter().copied().chain([Branch { k: k + 1, d }]).collect(),
                times: own.times.saturating_mul(alike.len() as u128),
                share: own.share / options.len() as f64,
            });
        }
    }
    open.extend(ended);
    // The largest parts come first, so that none of them ends last.
    let numbers = |own: &Share| own.branches.iter().map(|branch| branch.k).collect::<Vec<_>>();
    open.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| numbers(a).cmp(&numbers(b))));
    Ok(Shares { parts: open, spared })
}

/// Counts in shares, on several threads, what the walk has begun to count. The count starts again
/// at the root.
pub(super) fn in_shares(
    problem: &Problem,
    order: &Order,
    shares: Shares,
    walk: Box<dyn Walk + '_>,
    host: &mut dyn Host,
) -> Outcome {
    let standing = walk.look();
    let (engine, before) = (standing.engine, standing.tally.clone());
    let shown = RefCell::new(Shown::new(standing, &before, host));
    let Shares { parts, spared } = shares;
    let threads = order.threads;
    let order = Order { threads: 1, ..order.clone() };
    let work = |at: usize, host: &mut dyn Host| {
        let (rest, names) = problem.below_all(&parts[at].path);
        let mut own = run(&rest, order.clone(), host);
        let whole = |cover: &Vec<OptionId>| {
            let below = cover.iter().map(|option| names[option.index()]);
            parts[at].path.iter().copied().chain(below).collect()
        };
        own.solutions = own.solutions.iter().map(whole).collect();
        Some(own).filter(|own| own.complete)
    };
    let sum =
        RefCell::new(Sum { engine, count: 0, tally: Tally::default(), solutions: Vec::new(), counters: Vec::new() });
    let (done, fits) = (RefCell::new(vec![None; parts.len()]), Cell::new(true));
    let mut met = |at: usize, own: Outcome| {
        let (mut sum, depth) = (sum.borrow_mut(), parts[at].path.len());
        let mut tally = Tally::default();
        tally.add_below(depth.saturating_sub(1), &own.tally);
        let own = Outcome { tally, ..own };
        fits.set(fits.get() & sum.add(&own, parts[at].times).is_ok());
        done.borrow_mut()[at] = Some(own.solutions);
    };
    let mut go_on = |running: &[Running]| {
        let (sum, done) = (sum.borrow(), done.borrow());
        let left = parts.iter().zip(&*done).filter(|(_, done)| done.is_none());
        let at =
            left.map(|(own, _)| &own.branches).min_by_key(|own| own.iter().map(|branch| branch.k).collect::<Vec<_>>());
        let address = Address { branches: at.cloned().unwrap_or_default(), ..Address::default() };
        let (mut count, mut tally) = (sum.count, sum.tally.clone());
        for (at, own) in running {
            count = count.saturating_add(own.count.saturating_mul(parts[*at].times));
            tally.add_below(parts[*at].path.len(), &own.tally);
        }
        match shown.borrow_mut().go_on(count, &tally, &sum.counters, &address) && fits.get() {
            true => Flow::Go,
            false => Flow::Stop(StopReason::Cancelled),
        }
    };
    in_threads(parts.len(), threads, &work, &mut met, &mut go_on);
    let (sum, done) = (sum.into_inner(), done.into_inner());
    let complete = fits.get() && done.iter().all(Option::is_some);
    let left = done.iter().position(Option::is_none).map(|at| parts[at].path.clone());
    let solutions = done.into_iter().flatten().flatten().take(KEPT).collect();
    let why = if spared > 0 { "options that are alike are counted once, the rest on several threads" } else { CUT };
    let counters = sum.counters;
    let own = shown.into_inner().outcome(sum.engine, Some(sum.count).filter(|_| complete), sum.tally);
    after(walk, Outcome { why, solutions, counters, stand: left.map(Stand::Path), ..own })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dlx::Goal;
    use crate::solve::Keep;
    use crate::solve::piece::Piece;

    /// Keeps pieces in memory, and stops the run soon after they have begun to be counted.
    struct Session {
        kept: Vec<Counted>,
        left: usize,
    }

    impl Keep for Session {
        fn knows(&mut self, _: &Problem) -> bool {
            true
        }

        fn known(&mut self, _: &Problem, pieces: &[Piece]) -> Vec<Counted> {
            assert!(self.kept.iter().all(|own| own.piece < pieces.len()));
            self.left = 3;
            self.kept.clone()
        }

        fn add(&mut self, done: &[Counted]) {
            self.kept.extend_from_slice(done);
        }

        fn end(&mut self) -> bool {
            true
        }
    }

    impl Host for Session {
        fn poll(&mut self, look: &dyn Fn() -> Snapshot) -> Flow {
            look();
            self.left = self.left.saturating_sub(1);
            if self.left > 0 { Flow::Go } else { Flow::Stop(StopReason::Cancelled) }
        }

        fn keep(&mut self) -> Option<&mut dyn Keep> {
            Some(self)
        }
    }

    fn queens(n: u32) -> Problem {
        let mut problem = Problem::new(2 * n, 4 * n - 2);
        for (r, c) in (0..n * n).map(|square| (square / n, square % n)) {
            problem.push(&[r, n + c, 2 * n + r + c, 4 * n - 1 + n - 1 + r - c].map(ItemId)).unwrap();
        }
        problem
    }

    #[test]
    fn a_count_that_is_kept_goes_on_where_it_was_stopped() {
        let problem = queens(11);
        for threads in [1, 2, 3] {
            let order = Order { threads, ..Order::new(Goal::Count { limit: None }) };
            let mut session = Session { kept: Vec::new(), left: usize::MAX };
            let (mut sessions, mut before) = (1, 0);
            let last = loop {
                let outcome = run(&problem, order.clone(), &mut session);
                if outcome.complete {
                    break outcome;
                }
                assert!(outcome.kept && outcome.stand.is_some() && outcome.count <= 2680);
                assert!(session.kept.len() >= before, "nothing is lost");
                (before, sessions) = (session.kept.len(), sessions + 1);
                session.left = usize::MAX;
            };
            assert_eq!((last.number().as_str(), last.kept, last.stand.is_none()), ("2680", false, true));
            assert!(sessions > 1, "it was stopped before its end");
            let numbers: std::collections::BTreeSet<usize> = session.kept.iter().map(|own| own.piece).collect();
            assert_eq!(numbers.len(), session.kept.len(), "no piece is counted twice");
        }
    }
}
