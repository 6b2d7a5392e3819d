//! Counts in shares, on several threads: subproblems below some options, one for each orbit.
//!
//! **Invariants.** The shares of a problem depend only on the problem, the forecast and the number
//! of threads. Their sum depends on the problem only.

use super::parts::{CUT, PartsMoment, Share, Shares, Shown, Sum, after, at_work, in_whole};
use super::state::{PlanState, Strategy};
use super::symmetry::{WORTH, WORTH_A_TRY, branches};
use crate::host::{Flow, GoOn, Host, Through};
use crate::orbits::Orbits;
use crate::order::Order;
use crate::outcome::{Budget, KEPT, Lane, Outcome, StopReason, StoppedAt};
use crate::threads::{Running, in_threads};
use dancing::{Address, Branch, ItemId, OptionId, Problem, Tally};
use std::cell::{Cell, RefCell};

/// The number of shares for each thread: enough that the last ones end at about the same time, and
/// few enough that their starts cost little.
const SHARES_A_THREAD: usize = 32;

/// Cuts the count, and counts if some shares are symmetric: as on one thread, that is preferred to
/// memoization.
pub(super) const SYMMETRIC: Strategy = Strategy {
    name: "symmetric shares",
    when: "forecast above 4e6 nodes, several threads, and no store for pieces of a long count",
    budget: |state, _| {
        let divisible = state.problem.is_plain() && state.problem.symmetries().is_some();
        let worth = state.is_wide() && !state.is_long() && divisible;
        worth.then(|| Budget::of((SHARES_A_THREAD * state.order.threads) as u64, "shares"))
    },
    ends: "no two shares are symmetric",
    attempt: |state, budget, host| {
        let standing = state.walk().look();
        let mut ask = |_| host.poll(&|| standing.clone()).into_result();
        match cut(state.problem, state.forecast(), budget.most as usize, &mut ask) {
            Ok(shares) if shares.spared > 0 => Some(in_shares(state, shares, host)),
            Ok(shares) => {
                state.shares = Some(shares);
                None
            }
            Err(reason) => Some(state.take_walk().outcome(reason)),
        }
    },
};

/// Counts the shares that [`SYMMETRIC`] has cut.
pub(super) const SHARES: Strategy = Strategy {
    name: "shares",
    when: "the count was cut into shares",
    budget: |state, _| state.shares.as_ref().map(|shares| Budget::of(shares.all.len() as u64, "shares")),
    ends: "",
    attempt: |state, _, host| {
        let shares = state.shares.take()?;
        Some(in_shares(state, shares, host))
    },
};

/// A share with fewer nodes is left to the engine of the search so far. To look for something
/// better takes as long as some ten thousand nodes.
const SMALL: f64 = 1e6;

/// Cuts a count into at least `wanted` shares, if it has that many. One option of each orbit is
/// taken, and counts for the whole orbit. `forecast` is the expected number of nodes of the tree.
fn cut(problem: &Problem, forecast: f64, wanted: usize, go_on: GoOn) -> Result<Shares, StopReason> {
    let mut open = vec![Share { path: Vec::new(), branches: Vec::new(), times: 1, share: 1.0 }];
    let (mut ended, mut spared) = (Vec::new(), 0);
    while open.len() + ended.len() < wanted {
        let largest = (0..open.len()).max_by(|&a, &b| open[a].share.total_cmp(&open[b].share).then(b.cmp(&a)));
        let Some(at) = largest else { break };
        let above = open.swap_remove(at);
        let (rest, names) = problem.below_all(&above.path);
        go_on(rest.n_cells())?;
        let columns = rest.columns();
        let primary = || (0..rest.n_primary() as u32).map(|item| columns.of(ItemId(item)));
        let Some(fewest) = primary().min_by_key(|options| options.len()).map(<[_]>::to_vec) else {
            // No primary item is left: a solution.
            ended.push(above);
            continue;
        };
        let nodes_a_cell = forecast * above.share / rest.n_cells().max(1) as f64;
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
                path: above.path.iter().copied().chain([names[options[alike[0]].index()]]).collect(),
                branches: above.branches.iter().copied().chain([Branch { k: k + 1, d }]).collect(),
                times: above.times.saturating_mul(alike.len() as u128),
                share: above.share / options.len() as f64,
            });
        }
    }
    open.extend(ended);
    // The largest parts come first, so that none of them ends last.
    let numbers = |share: &Share| share.branches.iter().map(|branch| branch.k).collect::<Vec<_>>();
    open.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| numbers(a).cmp(&numbers(b))));
    Ok(Shares { all: open, spared })
}

/// Counts in shares, on several threads, what the walk has begun to count. The count starts again
/// at the root.
fn in_shares(state: &mut PlanState, shares: Shares, host: &mut dyn Host) -> Outcome {
    let (problem, order, forecast, walk) = (state.problem, state.order, state.forecast(), state.take_walk());
    let (walked, again) = (walk.look(), state.again);
    let shown = RefCell::new(Shown::new(&walked, host));
    let Shares { all, spared } = shares;
    let threads = order.threads;
    let order = Order { threads: 1, ..order.clone() };
    let work = |at: usize, host: &mut dyn Host| {
        let (rest, names) = problem.below_all(&all[at].path);
        let is_small = forecast * all[at].share < SMALL && walked.engine.answers(&rest, order.goal);
        let engine = if is_small { Some(walked.engine) } else { order.engine };
        let show = |snapshot| in_whole(&all[at].path, &names, snapshot);
        let mut outcome = again(&rest, Order { engine, ..order.clone() }, &mut Through { host, show: &show });
        let whole = |cover: &Vec<OptionId>| {
            let below = cover.iter().map(|option| names[option.index()]);
            all[at].path.iter().copied().chain(below).collect()
        };
        outcome.solutions = outcome.solutions.iter().map(whole).collect();
        Some(outcome).filter(|outcome| outcome.complete)
    };
    let sum = RefCell::new(Sum::new(walked.engine));
    let (done, fits) = (RefCell::new(vec![None; all.len()]), Cell::new(true));
    let mut met = |at: usize, outcome: Outcome| {
        let mut tally = Tally::default();
        tally.add_below(all[at].path.len().saturating_sub(1), &outcome.tally);
        let outcome = Outcome { tally, ..outcome };
        fits.set(fits.get() & sum.borrow_mut().add(&outcome, all[at].times).is_ok());
        done.borrow_mut()[at] = Some(outcome.solutions);
    };
    let mut poll = |running: &[Running], lanes: &[Lane]| {
        let (sum, done) = (sum.borrow(), done.borrow());
        let left = all.iter().zip(&*done).filter(|(_, done)| done.is_none()).map(|(share, _)| &share.branches);
        let first = left.min_by_key(|branches| branches.iter().map(|branch| branch.k).collect::<Vec<_>>());
        let found = done.iter().flatten().flatten().next();
        let ended = all.iter().zip(&*done).filter(|(_, done)| done.is_some());
        let mut share: f64 = ended.map(|(part, _)| part.whole_share()).sum();
        let address = Address { branches: first.cloned().unwrap_or_default(), ..Address::default() };
        let (mut count, mut tally) = (sum.count, sum.tally.clone());
        for (at, snapshot) in running {
            count = count.saturating_add(snapshot.count.saturating_mul(all[*at].times));
            tally.add_below(all[*at].path.len(), &snapshot.tally);
            share += all[*at].whole_share() * snapshot.share_searched();
        }
        let counters = &sum.counters;
        let (path, latest) = at_work(running);
        let latest = latest.or_else(|| found.cloned());
        match shown.borrow_mut().poll(&PartsMoment { count, tally, counters, address, lanes, share, path, latest }) {
            Flow::Go if !fits.get() => Flow::Stop(StopReason::Limit),
            flow => flow,
        }
    };
    in_threads(all.len(), threads, &work, &mut met, &mut poll);
    let (sum, done) = (sum.into_inner(), done.into_inner());
    let complete = fits.get() && done.iter().all(Option::is_some);
    let left = done.iter().position(Option::is_none).map(|at| all[at].path.clone());
    let solutions = done.into_iter().flatten().flatten().take(KEPT).collect();
    let why = if spared > 0 { "options that are alike are counted once, the rest on several threads" } else { CUT };
    let counters = sum.counters;
    let outcome = shown.into_inner().outcome(sum.engine, Some(sum.count).filter(|_| complete), sum.tally);
    after(walk, &walked.tally, Outcome { why, solutions, counters, stopped_at: left.map(StoppedAt::Path), ..outcome })
}
