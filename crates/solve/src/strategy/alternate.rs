//! A portfolio of `links` and `clauses`: alternating on one thread, or at once on several.
//!
//! **Idea.** A problem that is easy for either engine is soon solved. Each turn has twice the
//! budget of the one before. So on one thread the run takes about twice as long as the better
//! engine alone, or with many options up to five times as long.
//!
//! **Invariants.** The answer is the same on one thread and on two. The turns have an order, and
//! the engine that ends in the earlier turn answers. Each further thread runs one more search by
//! `clauses`, and these exchange clauses and solutions nondeterministically. The verdict is still
//! the same, but other solutions may be found. The first search that ends then stops the others. An
//! obstruction is looked for in the turns of `links`: a quick look after the first turn, a thorough
//! one later. A table is tried there too, where options reach few items. On two threads, an engine
//! that has ended waits until the other is past that turn, and one that is past it stops.

use super::memo::NARROW;
use super::obstructed::{OBSTRUCTED, obstructed};
use super::state::Strategy;
use crate::engine::clauses::{Clauses, Exchange};
use crate::engine::links::Dance;
use crate::engine::memo;
use crate::harvest::Walk as _;
use crate::host::{Flow, Host};
use crate::obstruction::Obstruction;
use crate::order::{Engine, Order};
use crate::outcome::{Budget, Lane, Outcome, Snapshot, StopReason, Tried};
use crate::threads::{Running, in_threads};
use crate::weighing::{self, SOON};
use dancing::Problem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Nodes of `links` before the first full turn of `clauses`: some milliseconds, and more than
/// puzzles made for people need.
const PATIENCE: u64 = 250;

/// Conflicts of the shortest full turn of `clauses`: enough for most 16x16 grids.
const FIRST_TURN: u64 = 1000;

/// Problems with more options than this, such as 16x16 grids, start with `clauses`: it propagates
/// the givens at less cost than `links` has for choosing an item.
const MANY: usize = 1 << 10;

/// Conflicts of that first turn.
const BEGINNING: u64 = 30;

/// Nodes of `links` for each conflict, in long turns. One conflict takes as long as about eight
/// nodes. With many options `clauses` is likelier to finish, and gets four times as much time as
/// `links`.
const NODES_A_CONFLICT: u64 = 8;
const NODES_A_CONFLICT_OF_MANY: u64 = 2;

/// The turns of `links` after which an obstruction is looked for: quickly, and thoroughly. With
/// many options a thorough look takes as long as thousands of conflicts.
const SOON_AFTER: u32 = 0;
const THOROUGH_AFTER: u32 = 1;
const THOROUGH_AFTER_OF_MANY: u32 = 5;

/// The turns of `links` in which a table is tried where options reach few items, and the most sets
/// that it may keep: some milliseconds, some tenths of a second, and all that memory allows.
const TABLES: [(u32, u64); 3] = [(1, 1 << 14), (4, 1 << 18), (7, u64::MAX)];

/// The budgets of the turns, which are counted from 0. In a turn `clauses` comes before `links`.
#[derive(Clone, Copy)]
struct Budgets {
    many: bool,
}

impl Budgets {
    /// Nodes of `links`.
    fn nodes(self, turn: u32) -> u64 {
        PATIENCE.saturating_mul(1u64.checked_shl(turn).unwrap_or(u64::MAX))
    }

    /// Conflicts of `clauses`.
    fn conflicts(self, turn: u32) -> u64 {
        let nodes_a_conflict = if self.many { NODES_A_CONFLICT_OF_MANY } else { NODES_A_CONFLICT };
        match (turn, self.many) {
            (0, true) => BEGINNING,
            (0, false) => 0,
            _ => FIRST_TURN.saturating_add(self.nodes(turn - 1) / nodes_a_conflict),
        }
    }

    /// The turn after which an obstruction is looked for thoroughly.
    fn thorough_after(self) -> u32 {
        if self.many { THOROUGH_AFTER_OF_MANY } else { THOROUGH_AFTER }
    }

    /// The reason why `clauses` answered, if it did so in this turn.
    fn why(self, turn: u32) -> &'static str {
        if turn == 0 { "options are many" } else { "links did not end soon" }
    }
}

pub(super) const ALTERNATE: Strategy = Strategy {
    name: "alternation",
    when: "one solution, or uniqueness: links and clauses, with doubling budgets",
    budget: |state, _| {
        let both = state.usual == Engine::LINKS && Engine::CLAUSES.answers(state.problem, state.order.goal);
        both.then_some(Budget::UNLIMITED)
    },
    ends: "did not end before",
    attempt: |state, _, host| {
        let (outcome, mut looked) = alternate(state.problem, state.order, host);
        let alternated = state.tried.pop().expect("it is this strategy");
        let answered = looked.pop_if(|last| last.ended.is_none());
        state.tried.append(&mut looked);
        let ended = answered.as_ref().map(|_| ALTERNATE.ends);
        state.tried.push(Tried { ended, ..alternated });
        state.tried.extend(answered);
        Some(outcome)
    },
};

/// Looks for a solution, or a second one, with both engines. Also returns what was tried in the
/// turns of `links`: if the last of these has not ended, it has answered.
fn alternate(problem: &Problem, order: &Order, host: &mut dyn Host) -> (Outcome, Vec<Tried>) {
    let budgets = Budgets { many: problem.n_options() > MANY };
    let mut links = LinksLane::new(problem, order, budgets);
    let mut clauses: Option<Clauses> = None;
    for turn in 0.. {
        if turn > 0 && order.threads > 1 {
            // Its first turn takes some milliseconds, and is done again.
            drop(clauses);
            return at_once(problem, order, budgets, links, host);
        }
        let conflicts = budgets.conflicts(turn);
        // A large problem takes long to begin.
        if clauses.is_none()
            && let Flow::Stop(stop) = host.poll(&|| links.walk.look())
        {
            return links.outcome(stop);
        }
        if conflicts > 0 {
            let search = clauses.get_or_insert_with(|| Clauses::new(problem, order.clone()));
            match search.go_on(conflicts, host) {
                // If interrupted, report the walk's position, which can be stepped.
                Some(stop @ (StopReason::Cancelled | StopReason::Limit)) => return links.outcome(stop),
                Some(stop) => {
                    let search = clauses.take().expect("it has just searched");
                    return (Outcome { why: budgets.why(turn), ..search.outcome(stop) }, links.tried(u64::MAX));
                }
                None => {}
            }
        }
        if let Some(stop) = links.turn(turn, host) {
            return links.outcome(stop);
        }
    }
    unreachable!("the turns do not end before the search")
}

/// The reason shown if a table decided.
const RECURS: &str = "options reach few items, so subproblems recur";

/// The turns of `links`, and what is tried before them.
struct LinksLane<'a> {
    problem: &'a Problem,
    order: &'a Order,
    budgets: Budgets,
    walk: Dance<'a>,
    /// True if a table may decide, once that was asked.
    suits_table: Option<bool>,
    /// Each with its turn.
    tried: Vec<(u32, Tried)>,
    /// The answer of one of them.
    answer: Option<Answer>,
}

/// An answer that was not found by the walk.
enum Answer {
    Obstructed(Obstruction),
    Decided(Box<Outcome>),
}

impl<'a> LinksLane<'a> {
    fn new(problem: &'a Problem, order: &'a Order, budgets: Budgets) -> LinksLane<'a> {
        let walk = Dance::new(problem, order.clone());
        LinksLane { problem, order, budgets, walk, suits_table: None, tried: Vec::new(), answer: None }
    }

    /// Takes a turn. Tries a table before it, and looks for an obstruction after it, if the turn is
    /// one for that. Returns the reason if the search has ended.
    fn turn(&mut self, turn: u32, host: &mut dyn Host) -> Option<StopReason> {
        if let Err(stop) = self.decide(turn, host) {
            return Some(stop);
        }
        self.walk.go_on(self.budgets.nodes(turn), host).or_else(|| self.look(turn, host).err())
    }

    /// Looks for an obstruction.
    fn look(&mut self, turn: u32, host: &mut dyn Host) -> Result<(), StopReason> {
        let (problem, walk) = (self.problem, &self.walk);
        let mut ask = |_| host.poll(&|| walk.look()).into_result();
        let (cells, found) = match turn {
            SOON_AFTER => (SOON, weighing::soon(problem, SOON, &mut ask)?),
            _ if turn == self.budgets.thorough_after() => {
                (weighing::PATIENCE, weighing::thorough(problem, weighing::PATIENCE, &mut ask)?)
            }
            _ => return Ok(()),
        };
        let ended = found.is_none().then_some(OBSTRUCTED.ends);
        self.tried.push((turn, Tried { ended, ..Tried::begun(OBSTRUCTED.name, Budget::of(cells, "cells")) }));
        match found {
            None => Ok(()),
            Some(found) => {
                self.answer = Some(Answer::Obstructed(found));
                Err(StopReason::Exhausted)
            }
        }
    }

    /// Tries a table.
    fn decide(&mut self, turn: u32, host: &mut dyn Host) -> Result<(), StopReason> {
        let (problem, walk) = (self.problem, &self.walk);
        let Some(&(_, sets)) = TABLES.iter().find(|table| table.0 == turn) else { return Ok(()) };
        if !*self.suits_table.get_or_insert_with(|| problem.is_plain() && memo::suits(problem)) {
            return Ok(());
        }
        let mut aside = |_: &dyn Fn() -> Snapshot| host.poll(&|| walk.look());
        let found = memo::decide(problem, self.order, sets, &mut aside);
        let ended = found.is_none().then_some(NARROW.ends);
        let budget = if sets == u64::MAX { Budget::UNLIMITED } else { Budget::of(sets, "sets") };
        self.tried.push((turn, Tried { ended, ..Tried::begun(NARROW.name, budget) }));
        match found {
            None => Ok(()),
            Some(Outcome { stop: stop @ (StopReason::Cancelled | StopReason::Limit), .. }) => Err(stop),
            Some(outcome) => {
                let stop = outcome.stop;
                self.answer = Some(Answer::Decided(Box::new(Outcome { why: RECURS, ..outcome })));
                Err(stop)
            }
        }
    }

    /// The entries of turns up to a place among the turns of both engines.
    fn tried(&self, place: u64) -> Vec<Tried> {
        let before = self.tried.iter().filter(|(turn, _)| 2 * u64::from(*turn) < place);
        before.map(|(_, tried)| tried.clone()).collect()
    }

    fn outcome(self, stop: StopReason) -> (Outcome, Vec<Tried>) {
        let tried = self.tried(u64::MAX);
        let outcome = match self.answer {
            None => Box::new(self.walk).outcome(stop),
            Some(Answer::Decided(outcome)) => *outcome,
            Some(Answer::Obstructed(found)) => obstructed(Box::new(self.walk).outcome(stop), found),
        };
        (outcome, tried)
    }
}

/// The most searches at once: each holds the problem and its clauses in memory.
const SEARCHES: usize = 16;

/// The result of an engine on its thread.
enum Ended<'a> {
    Clauses(Box<Outcome>),
    Links(Box<LinksLane<'a>>),
}

/// The job of `links`. All others are searches by `clauses`.
const LINKS: usize = 1;

/// The reason shown if one of several searches by `clauses` has answered.
const AMONG: &str = "links did not end soon; several threads exchange clauses";

/// Runs each search on a thread of its own. `links` has had its first turn.
fn at_once(
    problem: &Problem,
    order: &Order,
    budgets: Budgets,
    links: LinksLane,
    host: &mut dyn Host,
) -> (Outcome, Vec<Tried>) {
    let standing = links.walk.look();
    let links = Mutex::new(Some(links));
    // The place of the earliest turn in which an engine has ended.
    let first = AtomicU64::new(u64::MAX);
    let (exchange, waits) = (Exchange::default(), order.threads <= 2);
    let work = |job: usize, host: &mut dyn Host| {
        if job == LINKS {
            let mut links = links.lock().unwrap_or_else(PoisonError::into_inner).take().expect("it runs once");
            let (place, stop) = take_turns(&first, waits, 1, 1, &mut |turn, host| links.turn(turn, host), host);
            return Some((place, stop, Ended::Links(Box::new(links))));
        }
        let mut clauses = match order.threads {
            ..=2 => Clauses::new(problem, order.clone()),
            _ => Clauses::among(problem, order.clone(), &exchange, job.saturating_sub(LINKS)),
        };
        let from = u32::from(!budgets.many);
        let mut go_on = |turn: u32, host: &mut dyn Host| clauses.go_on(budgets.conflicts(turn), host);
        let (place, stop) = take_turns(&first, waits, 0, from, &mut go_on, host);
        let why = if order.threads > 2 { AMONG } else { budgets.why((place / 2) as u32) };
        Some((place, stop, Ended::Clauses(Box::new(Outcome { why, ..clauses.outcome(stop) }))))
    };
    let mut sides = Vec::new();
    let mut poll = |running: &[Running], lanes: &[Lane]| {
        let of = |job| running.iter().find(|(running, _)| *running == job).map(|(_, snapshot)| snapshot.clone());
        host.poll(&|| {
            let counters = of(0).map_or(Vec::new(), |clauses| clauses.counters);
            Snapshot { counters, lanes: lanes.to_vec(), ..of(LINKS).unwrap_or_else(|| standing.clone()) }
        })
    };
    let jobs = order.threads.min(SEARCHES);
    let stopped = in_threads(jobs, jobs, &work, &mut |_, side| sides.push(side), &mut poll);
    let first = first.into_inner();
    let (mut by_clauses, mut by_links) = (None, None);
    for (place, stop, side) in sides {
        match side {
            Ended::Clauses(outcome) if place == first && is_answer(stop) => by_clauses = Some(*outcome),
            Ended::Clauses(_) => {}
            Ended::Links(links) => by_links = Some((links, stop)),
        }
    }
    let (links, stop) = by_links.expect("both sides report");
    match by_clauses {
        Some(outcome) => (outcome, links.tried(first)),
        // If neither engine has ended, the position of `links` is reported: it can be stepped.
        None => links.outcome(if first == u64::MAX { stopped.unwrap_or(stop) } else { stop }),
    }
}

/// Takes one turn after the other, as the `side`-th engine of a turn, until the engine has ended,
/// or another one has: if it `waits`, in an earlier turn. `first` is the place of the earliest turn
/// in which an engine has ended. Returns the place of the last turn, and the reason.
fn take_turns(
    first: &AtomicU64,
    waits: bool,
    side: u64,
    from: u32,
    go_on: &mut dyn FnMut(u32, &mut dyn Host) -> Option<StopReason>,
    host: &mut dyn Host,
) -> (u64, StopReason) {
    let mut place = 0;
    for turn in from.. {
        place = 2 * u64::from(turn) + side;
        let until = if waits { place } else { u64::MAX };
        let mut lane = |look: &dyn Fn() -> Snapshot| match first.load(Ordering::Acquire) < until {
            true => Flow::Stop(StopReason::Cancelled),
            false => host.poll(look),
        };
        if let Some(stop) = go_on(turn, &mut lane) {
            if is_answer(stop) {
                first.fetch_min(place, Ordering::AcqRel);
            }
            return (place, stop);
        }
    }
    (place, StopReason::Limit)
}

/// Returns true if a search that ended for this reason has answered.
fn is_answer(stop: StopReason) -> bool {
    !matches!(stop, StopReason::Cancelled | StopReason::Limit)
}
