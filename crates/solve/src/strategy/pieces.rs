//! Counts in pieces: subtrees, on several threads. A long count keeps the pieces that are done, so
//! that another session can continue it.

use super::parts::{CUT, PartsMoment, Shown, after, at_work, in_whole};
use super::state::{PlanState, Strategy, WIDE, WholePlan};
use super::walk::{CERTAIN, FIRST, SECOND};
use crate::cut::{self, split, split_whole};
use crate::engine::links;
use crate::host::{Flow, Host, Through};
use crate::order::{Engine, Order};
use crate::outcome::{Budget, Counter, Lane, Outcome, StopReason, StoppedAt};
use crate::piece::{Counted, Piece};
use crate::spare::Lent;
use crate::threads::{Running, in_threads};
use dancing::{Address, Class, Goal, ItemRule, OptionId, Policy, Problem, Tally};
use std::cell::RefCell;

/// The most pieces of a count on several threads.
const ENOUGH: usize = 1000;

/// The fewest pieces for each thread: enough that the last ones end at about the same time.
const A_THREAD: usize = 64;

/// The expected number of nodes of a piece, beside which its start costs little.
const WORTH_A_START: f64 = 4e4;

/// The number of pieces of a count on several threads.
fn enough(state: &PlanState) -> u64 {
    let fewest = (A_THREAD * state.order.threads).min(ENOUGH);
    ((state.forecast() / WORTH_A_START) as usize).clamp(fewest, ENOUGH) as u64
}

pub(super) const STORED: Strategy = Strategy {
    name: "stored pieces",
    when: "pieces of this count are stored",
    budget: |state, host| {
        let stored = state.keeps && host.keep().is_some_and(|keep| keep.knows(state.problem));
        stored.then_some(Budget::of(cut::KEPT as u64, "pieces"))
    },
    ends: "",
    attempt: |state, budget, host| {
        // Some solutions to show.
        if let Some(stop) = state.walk().go_on(FIRST, host) {
            return Some(state.take_walk().outcome(stop));
        }
        Some(in_pieces(state, budget.most, true, host))
    },
};

pub(super) const PIECES: Strategy = Strategy {
    name: "pieces",
    when: "forecast above 4e6 nodes and several threads, or above 3e8 and a store for pieces",
    budget: |state, _| match (state.is_long(), state.is_wide()) {
        (true, _) => Some(Budget::of(cut::KEPT as u64, "pieces")),
        (false, true) => Some(Budget::of(enough(state), "pieces")),
        (false, false) => None,
    },
    ends: "",
    attempt: |state, budget, host| {
        let long = state.is_long();
        Some(in_pieces(state, budget.most, long, host))
    },
};

pub(super) const ASKED: Strategy = Strategy {
    name: "named engine in pieces",
    when: "`links` or `bits` is named, for a count on several threads",
    budget: |state, host| {
        let every = state.order.goal == (Goal::Count { limit: None }) && !state.problem.wants_fewest();
        let walks = state.asked.is_some_and(|engine| engine.spec().walk.is_some());
        // The choices of this rule depend on the whole search before them.
        let divisible = every && walks && state.order.policy.rule != ItemRule::Failing;
        (divisible && state.order.threads > 1 && !host.wants_each()).then_some(Budget::of(ENOUGH as u64, "pieces"))
    },
    ends: "",
    attempt: |state, _, host| {
        let mut ended = state.walk().go_on(FIRST, host);
        // What the walk has counted is counted again in the pieces.
        if ended.is_none() && state.forecast() <= CERTAIN * WIDE {
            ended = state.walk().go_on(SECOND, host);
        }
        if ended.is_none() && state.forecast() <= WIDE {
            ended = state.walk().go_on(u64::MAX, host).or(Some(StopReason::Exhausted));
        }
        let wanted = enough(state);
        Some(match ended {
            Some(stop) => state.take_walk().outcome(stop),
            None => in_pieces(state, wanted, false, host),
        })
    },
};

/// Counts in pieces, on several threads, what the walk has begun to count. The count starts again
/// at the root. If it is kept, pieces that the host knows are not counted again. A named engine
/// counts every piece, and its tally is that of one thread: the walk is not part of it.
fn in_pieces(state: &mut PlanState, wanted: u64, kept: bool, host: &mut dyn Host) -> Outcome {
    let (problem, walk, whole) = (state.problem, state.take_walk(), state.asked.is_some());
    // A policy is for a named engine.
    let policy = if whole { state.order.policy } else { Policy::default() };
    let order = &Order { policy, ..state.order.clone() };
    let mut walked = walk.look();
    // With colours, `bits` counts no covers.
    let covers = walked.tally.covers > 0;
    if whole {
        walked.tally = Tally::default();
    }
    let mut stopped = StopReason::Cancelled;
    let mut go_on = || match host.poll(&|| walked.clone()) {
        Flow::Go => true,
        Flow::Stop(reason) => {
            stopped = reason;
            false
        }
    };
    let cut = match whole {
        true => split_whole(problem, order.policy, wanted as usize, &mut go_on),
        false => split(problem, wanted as usize, &mut go_on).map(|pieces| (pieces, Tally::default())),
    };
    let Some((pieces, above)) = cut else { return walk.outcome(stopped) };
    let known = host.keep().filter(|_| kept).map_or(Vec::new(), |keep| keep.known(problem, &pieces));
    let shown = RefCell::new(Shown::new(&walked, host));
    let counters = |done: usize| {
        let counter =
            |what, key, number: usize| Counter { what, key, number: number as u64, of: Some(pieces.len() as u64) };
        let (done, before) = (counter("pieces", "pieces", done), counter("kept before", "kept_before", known.len()));
        let all = [Some(done), Some(before).filter(|before| before.number > 0)];
        all.into_iter().flatten().filter(|_| kept).collect::<Vec<_>>()
    };
    let done = RefCell::new(Vec::new());
    let store = || {
        if let Some(keep) = shown.borrow_mut().keep().filter(|_| kept) {
            keep.add(&done.take());
        }
    };
    let mut go_on = |sum: &PieceSums| {
        let at = sum.known.iter().position(|known| !known).map_or(Address::default(), |at| pieces[at].address.clone());
        store();
        let now = PartsMoment {
            count: sum.count,
            tally: sum.tally.clone(),
            counters: &counters(sum.done),
            address: at,
            lanes: &sum.lanes,
            share: sum.share,
            path: sum.path.clone(),
            latest: sum.latest.clone(),
        };
        shown.borrow_mut().poll(&now) == Flow::Go
    };
    let mut each = |piece: &Counted| done.borrow_mut().push(piece.clone());
    let count = PieceCount { problem, order, again: state.again };
    let (sum, complete) = count.all(&pieces, &known, &mut each, &mut go_on);
    store();
    let counters = counters(sum.done);
    let mut shown = shown.into_inner();
    let kept = kept && shown.keep().is_some_and(|keep| keep.end());
    let mut outcome = shown.outcome(walked.engine, Some(sum.count).filter(|_| complete), sum.tally);
    let above = if covers { above } else { Tally { profile: above.profile, ..Tally::default() } };
    outcome.tally.add_below(0, &above);
    let left = sum.known.iter().position(|known| !known).filter(|_| !complete);
    let stopped_at = left.map(|at| {
        let mut search = Lent::new(problem, order.policy);
        search.go(&pieces[at].address).expect("a piece has an address");
        StoppedAt::Path(search.path())
    });
    after(walk, &walked.tally, Outcome { why: CUT, counters, kept: kept && !complete, stopped_at, ..outcome })
}

/// Returns true if a part of a count is a walk through the links of the whole problem: with
/// multiplicities, a subtree is not the search of a smaller [`Problem`].
fn walks(problem: &Problem, order: &Order) -> bool {
    order.engine == Some(Engine::LINKS) || problem.class() != Class::Exact
}

/// The sums over the pieces that are done, and over the parts of the running ones that are counted.
#[derive(Clone, Debug, Default)]
pub struct PieceSums {
    /// Pieces that are done.
    pub done: usize,
    /// The number of pieces.
    pub of: usize,
    /// The number of solutions; `u128::MAX` if it is larger.
    pub count: u128,
    /// Nodes of the search trees.
    pub nodes: u64,
    /// The share of the tree in the pieces that are done, if all subtrees of a node had the same
    /// size.
    pub share: f64,
    /// By piece: true if it is done.
    pub known: Vec<bool>,
    /// The counters of the searches of this run.
    pub tally: Tally,
    /// The threads that are at work.
    pub lanes: Vec<Lane>,
    /// The path of one of them.
    pub path: Vec<OptionId>,
    /// One of the solutions. `None` if the pieces at work have none yet.
    pub latest: Option<Vec<OptionId>>,
}

/// A count in pieces, with the plan that counts each.
pub(super) struct PieceCount<'a> {
    pub(super) problem: &'a Problem,
    pub(super) order: &'a Order,
    pub(super) again: WholePlan,
}

impl PieceCount<'_> {
    /// Counts all pieces but those in `known`. See [`super::count_all`].
    pub(super) fn all(
        &self,
        pieces: &[Piece],
        known: &[Counted],
        each: &mut dyn FnMut(&Counted),
        go_on: &mut dyn FnMut(&PieceSums) -> bool,
    ) -> (PieceSums, bool) {
        let (problem, order) = (self.problem, self.order);
        let mut sum = PieceSums { of: pieces.len(), known: vec![false; pieces.len()], ..PieceSums::default() };
        let add = |sum: &mut PieceSums, counted: &Counted| {
            sum.done += 1;
            sum.count = sum.count.saturating_add(counted.count);
            sum.nodes = sum.nodes.saturating_add(counted.nodes);
            sum.share += pieces[counted.piece].share();
            sum.known[counted.piece] = true;
        };
        known.iter().for_each(|counted| add(&mut sum, counted));
        let left: Vec<usize> = (0..pieces.len()).filter(|at| !sum.known[*at]).collect();
        let count = |at: usize, host: &mut dyn Host| {
            Some(self.below(&pieces[left[at]].address, host)).filter(|outcome| outcome.complete)
        };
        // The tally of a walk has the levels of the whole tree.
        let depth = |piece: &Piece| if walks(problem, order) { 0 } else { piece.address.branches.len() };
        let sum = RefCell::new(sum);
        let mut met = |at: usize, outcome: Outcome| {
            let piece = left[at];
            let count = outcome.count.saturating_mul(pieces[piece].times());
            let counted = Counted { piece, count, nodes: outcome.tally.nodes() };
            let mut sum = sum.borrow_mut();
            add(&mut sum, &counted);
            sum.tally.add_below(depth(&pieces[piece]), &outcome.tally);
            each(&counted);
        };
        let mut ask = |running: &[Running], lanes: &[Lane]| {
            let (path, latest) = at_work(running);
            let mut now = PieceSums { lanes: lanes.to_vec(), path, latest, ..sum.borrow().clone() };
            for (at, snapshot) in running {
                let piece = &pieces[left[*at]];
                now.count = now.count.saturating_add(snapshot.count.saturating_mul(piece.times()));
                now.nodes = now.nodes.saturating_add(snapshot.tally.nodes());
                now.tally.add_below(depth(piece), &snapshot.tally);
                now.share += piece.share() * snapshot.share_searched();
            }
            if go_on(&now) { Flow::Go } else { Flow::Stop(StopReason::Cancelled) }
        };
        in_threads(left.len(), order.threads, &count, &mut met, &mut ask);
        let sum = sum.into_inner();
        let complete = sum.done == pieces.len() && sum.count < u128::MAX;
        (sum, complete)
    }

    /// Counts the solutions of a piece.
    fn below(&self, address: &Address, host: &mut dyn Host) -> Outcome {
        let (problem, order) = (self.problem, self.order);
        let order = Order { in_batch: true, threads: 1, goal: Goal::Count { limit: None }, ..order.clone() };
        if walks(problem, &order) {
            return links::run_below(problem, order, address, host);
        }
        let mut search = Lent::new(problem, order.policy);
        match search.go(address) {
            Ok(()) => {
                let path = search.path();
                let (rest, names) = problem.below_all(&path);
                let show = |snapshot| in_whole(&path, &names, snapshot);
                (self.again)(&rest, order, &mut Through { host, show: &show })
            }
            Err(_) => Outcome::counted(Engine::LINKS, 0, StopReason::Limit, Tally::default()),
        }
    }
}
