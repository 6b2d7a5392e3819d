//! A row of the plan, and the facts by which its strategies decide.

use super::parts::{Shares, with_before};
use super::sent::Sent;
use super::steady::Steady;
use crate::engine::clauses::Clauses;
use crate::harvest::Walk;
use crate::host::{Host, Through};
use crate::order::{Engine, Order};
use crate::outcome::{Budget, Outcome, Snapshot, Status, StopReason, Tried};
use dancing::{Address, Goal, ItemId, Problem, Tally};

/// A run of the whole plan: strategies use it for smaller problems.
pub(super) type WholePlan = fn(&Problem, Order, &mut dyn Host) -> Outcome;

/// A row of the plan.
#[derive(Debug)]
pub struct Strategy {
    /// The name in the statistics and in the manual.
    pub name: &'static str,
    /// The condition on which it is tried, in words.
    pub when: &'static str,
    /// Decides whether it is worthwhile. Returns how much it may spend.
    pub(super) budget: fn(&mut PlanState, &mut dyn Host) -> Option<Budget>,
    /// The reason why it ends without an answer. Empty if it always answers.
    pub(super) ends: &'static str,
    /// Tries within the budget. Returns `None` if it has no answer.
    pub(super) attempt: fn(&mut PlanState, Budget, &mut dyn Host) -> Option<Outcome>,
}

/// A tree with more nodes takes seconds, which makes an attempt at memoization worthwhile.
pub(super) const LARGE: f64 = 3e7;

/// A tree with more nodes takes some ten seconds, which makes it worthwhile to keep the counted
/// pieces.
pub(super) const LONG: f64 = 3e8;

/// A tree with more nodes takes a tenth of a second, which makes threads worthwhile.
pub(super) const WIDE: f64 = 4e6;

/// The reason shown if a table counted a large tree.
pub(super) const REPEATS: &str = "the tree is large, and subproblems recur";

/// The facts by which strategies decide, and what those before have found out.
// Many fields: the facts that any strategy may read.
pub(super) struct PlanState<'a> {
    pub(super) problem: &'a Problem,
    pub(super) order: &'a Order,
    /// The engine that was named, if it can answer.
    pub(super) asked: Option<Engine>,
    /// The usual engine, and the reason shown if no strategy gives one.
    pub(super) usual: Engine,
    pub(super) why: &'static str,
    /// True if all solutions are counted, and no engine was named: the strategies from
    /// [`memo::NARROW`] on are for such counts.
    pub(super) counts: bool,
    /// True if solutions are counted up to a limit, and no engine was named.
    pub(super) limited: bool,
    /// True if only the number of all solutions matters.
    pub(super) all: bool,
    /// True if the host keeps the pieces of a long count.
    pub(super) keeps: bool,
    pub(super) steady: &'a Steady,
    /// The solutions that the host has.
    pub(super) sent: &'a Sent,
    /// The outcome of the attempt that found the most solutions.
    pub(super) known: Option<Outcome>,
    /// A search by `clauses` beside the search so far.
    pub(super) clauses: Option<Box<Clauses<'a>>>,
    /// The search so far.
    pub(super) walk: Option<Box<dyn Walk + 'a>>,
    /// The items of each part, if no option joins them.
    pub(super) parts: Vec<Vec<ItemId>>,
    /// The reason why the host stopped the run before anything was tried.
    pub(super) stopped: Option<StopReason>,
    /// The cut into shares, if no two of them are symmetric.
    pub(super) shares: Option<Shares>,
    pub(super) tried: Vec<Tried>,
    /// The whole plan, for a smaller problem.
    pub(super) again: WholePlan,
}

impl<'a> PlanState<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        order: &'a Order,
        (steady, sent): (&'a Steady, &'a Sent),
        again: WholePlan,
        host: &mut dyn Host,
    ) -> PlanState<'a> {
        let asked = order.engine.filter(|engine| engine.answers(problem, order.goal));
        let (usual, why) = match asked {
            Some(engine) => (engine, "asked for"),
            None => match Engine::usual(problem, order.goal, order.in_batch) {
                (engine, _) if host.wants_each() && !engine.spec().lists => {
                    (Engine::listing(problem, order.goal), "to list every solution")
                }
                usual => usual,
            },
        };
        let divisible = usual.spec().walk.is_some() || usual == Engine::MEMO;
        let every = order.goal == (Goal::Count { limit: None }) && !problem.wants_fewest();
        let counts = asked.is_none() && every && divisible;
        let has_limit = matches!(order.goal, Goal::Count { limit: Some(_) }) && !problem.wants_fewest();
        let limited = asked.is_none() && has_limit && usual.spec().walk.is_some();
        let all = counts && !host.wants_each();
        let keeps = all && host.keep().is_some();
        let (walk, parts, shares, tried) = (None, Vec::new(), None, Vec::new());
        PlanState {
            problem,
            order,
            asked,
            usual,
            why,
            counts,
            limited,
            all,
            keeps,
            steady,
            sent,
            known: None,
            clauses: None,
            walk,
            parts,
            stopped: None,
            shares,
            tried,
            again,
        }
    }

    /// The search so far. It begins at the root.
    pub(super) fn walk(&mut self) -> &mut (dyn Walk + 'a) {
        let (problem, order, usual) = (self.problem, self.order, self.usual);
        let begin = || match usual.spec().walk {
            Some(begin) => begin(problem, order.clone()),
            None => Engine::walking(problem, order.goal)(problem, order.clone()),
        };
        &mut **self.walk.get_or_insert_with(begin)
    }

    /// The view of the search so far. Does not begin it.
    pub(super) fn standing(&self) -> Snapshot {
        let root = || Snapshot::new(self.usual, &Tally::default(), Vec::new(), Address::default());
        self.walk.as_ref().map_or_else(root, |walk| walk.look())
    }

    /// Gives the search away: it ends here.
    pub(super) fn take_walk(&mut self) -> Box<dyn Walk + 'a> {
        self.walk();
        self.walk.take().expect("it has begun")
    }

    /// The expected number of nodes of the tree.
    pub(super) fn forecast(&self) -> f64 {
        self.walk.as_ref().map_or(0.0, |walk| walk.forecast())
    }

    /// Returns true if the count is worth several threads.
    pub(super) fn is_wide(&self) -> bool {
        self.order.threads > 1 && self.all && self.forecast() > WIDE
    }

    /// Returns true if the pieces of the count are worth being kept.
    pub(super) fn is_long(&self) -> bool {
        self.keeps && self.forecast() > LONG
    }

    pub(super) fn was_tried(&self, name: &str) -> bool {
        self.tried.iter().any(|tried| tried.name == name)
    }

    /// Tries something else than the search so far. The host sees the nodes of both.
    pub(super) fn beside_walk<T>(&mut self, host: &mut dyn Host, attempt: impl FnOnce(&mut dyn Host) -> T) -> T {
        let before = self.walk().look().tally;
        attempt(&mut Through { host, show: &|snapshot| with_before(snapshot, &before) })
    }

    /// The outcome of another approach, with the nodes walked before it. If the approach was
    /// stopped, returns the outcome of the walk unless the approach had counted more: only the walk
    /// can show its links.
    pub(super) fn further(&mut self, mut outcome: Outcome) -> Outcome {
        let walk = self.take_walk();
        let before = walk.look().tally;
        if !outcome.complete {
            let walked = walk.outcome(outcome.stop);
            if outcome.count <= walked.count {
                return walked;
            }
        }
        outcome.tally.add_below(0, &before);
        outcome
    }

    /// Remembers the solutions that an attempt has found.
    pub(super) fn learn(&mut self, outcome: &Outcome) {
        if self.known.as_ref().map_or(0, |known| known.count) < outcome.count {
            self.known = Some(outcome.clone());
        }
    }

    /// An interrupted count, with the solutions that other attempts have found if those are more.
    pub(super) fn with_known(&mut self, outcome: Outcome) -> Outcome {
        let counts = matches!(self.order.goal, Goal::Count { .. });
        if outcome.complete || !counts || matches!(outcome.status, Status::Wrong | Status::None) {
            return outcome;
        }
        if let Some(clauses) = self.clauses.take() {
            self.learn(&clauses.outcome(outcome.stop));
        }
        let known = self.known.take();
        let (found, sent) = (known.as_ref().map_or(0, |known| known.count), u128::from(self.sent.number()));
        let count = outcome.count.max(found).max(sent);
        if count == outcome.count {
            return outcome;
        }
        let status = if count < 2 { outcome.status } else { Status::Many };
        let known = known.filter(|known| known.solutions.len() > outcome.solutions.len());
        let solutions = known.map_or(outcome.solutions, |known| known.solutions);
        Outcome { count, status, solutions, ..outcome }
    }

    /// Tries one strategy after the other, until one answers.
    pub(super) fn follow(&mut self, plan: &[Strategy], host: &mut dyn Host) -> Outcome {
        for strategy in plan {
            let Some(budget) = (strategy.budget)(self, host) else { continue };
            let at = self.tried.len();
            self.tried.push(Tried::begun(strategy.name, budget));
            let outcome = (strategy.attempt)(self, budget, host);
            if outcome.is_none() {
                self.tried[at].ended = Some(strategy.ends);
            }
            if let Some(outcome) = outcome {
                let outcome = self.with_known(outcome);
                let why = if outcome.why.is_empty() { self.why } else { outcome.why };
                return Outcome { why, tried: std::mem::take(&mut self.tried), ..outcome };
            }
        }
        unreachable!("the last strategy of a plan always answers")
    }
}
