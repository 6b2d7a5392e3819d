//! The `clauses` engine: conflict-driven clause learning on the exact cover problem as it is.
//!
//! **Idea.** Each conflict is analysed to its first unique implication point, and the resulting
//! clause is kept ([`store`]). Encoded for a SAT solver, a 25x25 sudoku has 750,000 clauses of two
//! literals. Here they are implicit: propagation reads them off the items, and the reason of a
//! literal is an option or an item ([`trail`]). The colours of items are variables beside the
//! options ([`groups`]).
//!
//! **Invariants.** A learned clause follows from the problem and the blocking clauses. Each
//! solution found is blocked by a clause over its decisions, which imply it. Blocking clauses are
//! never removed; learned clauses may be removed at any restart. Literals at level 0 stay true. A
//! search alone is deterministic.
//!
//! Two decision heuristics take turns ([`choice`]). Restarts follow Luby's sequence. On several
//! threads, searches that decide differently exchange clauses and solutions ([`exchange`]).
//!
//! **Source.** Marques-Silva and Sakallah, GRASP (1999); Eén and Sörensson, An extensible
//! SAT-solver (2003); Luby, Sinclair and Zuckerman (1993); Audemard and Simon on the levels of a
//! clause (2009); Sörensson and Biere (2009); Biere and Fleury, Chasing target phases (2020).

mod choice;
mod exchange;
mod groups;
mod levels;
mod luby;
mod shorter;
mod store;
mod trail;

use crate::diary::Diary;
use crate::harvest::Harvest;
use crate::host::{Flow, Host};
use crate::order::{Engine, Order};
use crate::outcome::{Counter, Outcome, Snapshot, StopReason, StoppedAt};
use choice::Decisions;
use dancing::{Address, At, Branch, Goal, OptionId, Problem, Tally};
pub use exchange::Exchange;
use exchange::{Partner, SharedLine};
use groups::VariableId;
use levels::Levels;
use luby::luby;
use shorter::Implied;
use store::{ClauseOrigin, GOOD_GLUE, MOST_LEARNED, Store};
use trail::{Conflict, Literal, Reason, Trail};

/// Luby's unit: the conflicts of the shortest restart interval, for each decision heuristic.
const STRETCH_OF_ITEMS: u64 = 100;
const STRETCH_OF_VARIABLES: u64 = 256;

/// Conflicts of the first turn of each decision heuristic. The k-th turn of the one that decides on
/// items has k times as many, that of the other one k² times: what is not solved soon is mostly
/// solved by it. On 80 relabellings of four 25x25 grids of middle difficulty this needs 0.64 of the
/// conflicts of turns of equal length (k²), on 21 of three hard ones 0.67, on 24 Latin squares with
/// holes 0.87. On the first two the second heuristic alone needs 0.67 and 0.84; the first alone
/// needs 1.26 on the first and 1.33 on the Latin squares. New phases every 1000 k conflicts, half of
/// them from a local search for a cover, made no difference that is larger than luck.
const TURN_OF_ITEMS: u64 = 1000;
const TURN_OF_VARIABLES: u64 = 2000;

/// If the mean glue of clauses learned by variables is this many times that of clauses learned by
/// items, the turns are the other way round. It is 12 times as large for pieces in a box, which
/// items solve, and at most 2.3 times in all that is named above.
const MUCH_GLUE: f64 = 4.0;

/// See [`crate::run`].
pub fn run(problem: &Problem, order: Order, host: &mut dyn Host) -> Outcome {
    let mut clauses = Clauses::new(problem, order);
    let stop = clauses.go_on(u64::MAX, host).unwrap_or(StopReason::Exhausted);
    clauses.outcome(stop)
}

/// Searches for all solutions, and reports to a diary.
pub fn follow(
    problem: &Problem,
    _best: Option<(i64, Vec<OptionId>)>,
    diary: &mut dyn Diary,
    host: &mut dyn Host,
) -> Outcome {
    let search = Clauses::new(problem, Order::new(Goal::Count { limit: None }));
    search.trail.report_sources(diary);
    let mut search = Clauses { diary: Some(diary), ..search };
    let stop = search.go_on(u64::MAX, host).unwrap_or(StopReason::Exhausted);
    search.outcome(stop)
}

/// A search by `clauses` that can be interrupted and continued. It finds each solution once.
///
/// # Examples
///
/// ```
/// use dancing::{Goal, ItemId, Problem};
/// use quadrille_solve::clauses::Clauses;
/// use quadrille_solve::{Order, StopReason};
///
/// let mut problem = Problem::new(2, 0);
/// for items in [&[ItemId(0)][..], &[ItemId(1)], &[ItemId(0), ItemId(1)]] {
///     problem.push(items).unwrap();
/// }
/// let mut search = Clauses::new(&problem, Order::new(Goal::Count { limit: None }));
/// let stop = loop {
///     if let Some(stop) = search.go_on(10, &mut ()) {
///         break stop;
///     }
/// };
/// assert_eq!((stop, search.outcome(stop).count), (StopReason::Exhausted, 2));
/// ```
// Many fields: the state of a CDCL solver; trail, store and choice are types already.
pub struct Clauses<'a> {
    trail: Trail<'a>,
    store: Store,
    choice: Decisions,
    /// By variable: true if the current conflict analysis has marked it.
    seen: Vec<bool>,
    /// The clause being learned, its asserting literal first.
    learned: Vec<Literal>,
    implied: Implied,
    levels: Levels,
    conflicts: u64,
    restarts: u64,
    /// The numbers of conflicts at which the search restarts, and after which the next restart
    /// changes the decision heuristic.
    restart_at: u64,
    turn_at: u64,
    turns: u64,
    /// By heuristic, items first: the number of clauses learned and the sum of their glues.
    glues: [(u64, u64); 2],
    tally: Tally,
    harvest: Harvest<'a>,
    diary: Option<&'a mut dyn Diary>,
    /// The searches on other threads.
    partner: Option<Partner<'a>>,
    /// True if the search space is exhausted.
    over: bool,
    begun: bool,
}

impl<'a> Clauses<'a> {
    /// A search that has not begun.
    pub fn new(problem: &'a Problem, order: Order) -> Clauses<'a> {
        Clauses::with_capacity(problem, order, MOST_LEARNED)
    }

    /// The `number`-th of several searches of one problem, which exchange clauses and solutions.
    /// Searches of different numbers decide differently. The solutions must be few enough
    /// to be kept, because an imported one is compared with those.
    pub fn among(problem: &'a Problem, order: Order, exchange: &'a Exchange, number: usize) -> Clauses<'a> {
        let mut search = Clauses::new(problem, order);
        search.partner = Some(Partner::new(exchange, number));
        search.choice.vary(number);
        search
    }

    /// A search that reduces its database when it has `most_learned` learned clauses. The limit
    /// grows with each reduction.
    pub fn with_capacity(problem: &'a Problem, order: Order, most_learned: usize) -> Clauses<'a> {
        let trail = Trail::new(problem);
        let variables = trail.n_variables();
        Clauses {
            store: Store::new(variables, most_learned),
            choice: Decisions::new(trail.n_groups(), variables),
            seen: vec![false; variables],
            trail,
            learned: Vec::new(),
            implied: Implied::default(),
            levels: Levels::default(),
            conflicts: 0,
            restarts: 0,
            restart_at: STRETCH_OF_ITEMS,
            turn_at: TURN_OF_ITEMS,
            turns: 0,
            glues: [(0, 0); 2],
            tally: Tally::default(),
            harvest: Harvest::new(problem, order.goal),
            diary: None,
            partner: None,
            over: false,
            begun: false,
        }
    }

    /// Searches until `conflicts` more conflicts were found. Returns the reason if the search has
    /// ended.
    pub fn go_on(&mut self, conflicts: u64, host: &mut dyn Host) -> Option<StopReason> {
        if !std::mem::replace(&mut self.begun, true) {
            self.over = self.trail.root(&mut self.store).is_none();
            self.trail.simplify();
        }
        let until = self.conflicts.saturating_add(conflicts);
        let mut polled = 0u32;
        loop {
            if self.over {
                return Some(StopReason::Exhausted);
            }
            if self.conflicts >= until {
                return None;
            }
            polled += 1;
            // On a 25x25 grid, a decision takes about ten microseconds and a conflict about a
            // hundred.
            if polled.is_multiple_of(32)
                && let Flow::Stop(reason) = host.poll(&|| self.snapshot())
            {
                return Some(reason);
            }
            match self.choice.next(&self.trail) {
                Some(literal) => {
                    self.trail.decide(literal);
                    self.tally.enter(self.trail.level() as usize);
                }
                None => {
                    self.tally.add_solution();
                    let cover = self.trail.taken();
                    if let Some(reason) = self.harvest.take(&cover, self.tally.solutions, host) {
                        return Some(reason);
                    }
                    if let Some(partner) = &self.partner {
                        partner.export_solution(&cover);
                    }
                    self.block_solution();
                }
            }
            while let Some(conflict) = self.trail.propagate(&mut self.store) {
                self.conflicts += 1;
                if self.trail.level() == 0 {
                    self.over = true;
                    break;
                }
                self.choice.conflict(self.trail.before_level());
                self.analyze_conflict(conflict);
            }
            if self.conflicts >= self.restart_at
                && !self.over
                && let Some(reason) = self.restart(host)
            {
                return Some(reason);
            }
        }
    }

    /// Derives the clause of the first unique implication point, backtracks to its assertion level
    /// and adds it.
    fn analyze_conflict(&mut self, conflict: Conflict) {
        let level = self.trail.level();
        self.learned.clear();
        self.learned.push(Literal::taken(VariableId(0)));
        let mut open = self.trace(conflict.reason, None) + conflict.and.map_or(0, |literal| self.mark(literal));
        let mut at = self.trail.literals().len();
        // Walk back along the trail until one marked literal of this level is left.
        let first = loop {
            at -= 1;
            let literal = self.trail.literals()[at];
            if !self.seen[literal.variable().index()] {
                continue;
            }
            debug_assert_eq!(self.trail.level_of(literal), level);
            self.seen[literal.variable().index()] = false;
            open -= 1;
            if open == 0 {
                break literal;
            }
            open += self.trace(self.trail.reason_of(literal), Some(literal));
        };
        self.learned[0] = first.not();
        self.minimize();
        self.shrink();
        self.choice.decay();
        self.add(false);
    }

    /// Marks the literals that a reason consists of. Adds to the clause the negations of those that
    /// were assigned at earlier levels. Returns the number of literals of the current level that
    /// were newly marked.
    fn trace(&mut self, reason: Reason, of: Option<Literal>) -> u32 {
        let Clauses { trail, store, choice, seen, learned, levels, .. } = self;
        if let Reason::Clause(clause) = reason {
            store.used(clause, |literals| levels.count(literals.iter().map(|&literal| trail.level_of(literal))));
        }
        if let Reason::Least(group) | Reason::Most(group) = reason {
            choice.bump_group(group);
        }
        let mut of_level = 0;
        trail.because(store, reason, of, |literal| {
            of_level += mark(literal, trail, choice, seen, learned);
            true
        });
        of_level
    }

    /// See [`mark`].
    fn mark(&mut self, literal: Literal) -> u32 {
        mark(literal, &self.trail, &mut self.choice, &mut self.seen, &mut self.learned)
    }

    /// Adds the clause in `learned`, whose literals are all false. Backtracks to the second highest
    /// of their levels, where only the first literal is not false, and enqueues the first literal.
    fn add(&mut self, blocks: bool) {
        let mut learned = std::mem::take(&mut self.learned);
        let first = learned[0];
        // The second watch is a literal of the highest level among the others.
        let latest = (1..learned.len()).max_by_key(|&k| self.trail.level_of(learned[k]));
        let level = latest.map_or(0, |k| self.trail.level_of(learned[k]));
        if let Some(k) = latest {
            learned.swap(1, k);
        }
        let glue = self.levels.count(learned.iter().map(|&literal| self.trail.level_of(literal)));
        let (learnt, sum) = &mut self.glues[usize::from(self.choice.by_variable())];
        (*learnt, *sum) = (*learnt + 1, *sum + u64::from(glue));
        let origin = if blocks { ClauseOrigin::Blocking } else { ClauseOrigin::Learned { glue } };
        if let Some(partner) = self.partner.as_ref().filter(|_| !blocks) {
            partner.export_clause(&learned, glue);
        }
        self.trail.backtrack_to(level, |literal| self.choice.freed(literal));
        let trail = &self.trail;
        let mut told = learned.iter().map(|literal| (trail.in_problem(literal.variable()), literal.is_taken()));
        let line = self.diary.as_mut().map_or(0, |diary| diary.learned(&mut told));
        let reason = match learned.len() {
            1 => Reason::None,
            _ => Reason::Clause(self.store.add(&learned, origin, line)),
        };
        self.trail.enqueue(first, reason);
        self.learned = learned;
    }

    /// Blocks the solution on the trail by a clause over its decisions, which imply all its
    /// literals.
    fn block_solution(&mut self) {
        self.learned = self.trail.tried().map(Literal::not).collect();
        self.learned.reverse();
        match self.learned.is_empty() {
            true => self.over = true,
            false => self.add(true),
        }
    }

    /// Imports the clauses and solutions of other searches. Must be called at level 0. Returns the
    /// reason if no more solutions are needed.
    fn import(&mut self, host: &mut dyn Host) -> Option<StopReason> {
        for line in self.partner.as_mut().map_or(Vec::new(), Partner::unread) {
            match line {
                // It may be dropped again, unless its glue is as low in a conflict of this search.
                SharedLine::Clause(literals) => {
                    self.import_clause(&literals, ClauseOrigin::Learned { glue: GOOD_GLUE + 1 })
                }
                SharedLine::Solution(options) => {
                    let same = |cover: &Vec<OptionId>| {
                        cover.len() == options.len() && cover.iter().all(|option| options.binary_search(option).is_ok())
                    };
                    if self.harvest.solutions.iter().any(same) {
                        continue;
                    }
                    self.tally.add_solution();
                    if let Some(reason) = self.harvest.take(&options, self.tally.solutions, host) {
                        return Some(reason);
                    }
                    let blocking = self.trail.other_than(&options);
                    self.import_clause(&blocking, ClauseOrigin::Blocking);
                }
            }
            if self.over {
                break;
            }
        }
        None
    }

    /// Adds a clause, and propagates if it leaves a single literal.
    fn import_clause(&mut self, literals: &[Literal], origin: ClauseOrigin) {
        if literals.iter().any(|&literal| self.trail.is_true(literal)) {
            return;
        }
        let left: Vec<Literal> = literals.iter().copied().filter(|&literal| !self.trail.is_false(literal)).collect();
        match left[..] {
            [] => self.over = true,
            [only] => {
                self.trail.enqueue(only, Reason::None);
                self.over = self.trail.propagate(&mut self.store).is_some();
            }
            _ => _ = self.store.add(&left, origin, 0),
        }
    }

    /// Switches to the other of the two decision heuristics.
    pub fn turn(&mut self) {
        self.choice.turn();
    }

    /// Takes back all decisions, and imports what other searches have found, if the search has
    /// begun and is not over. Returns the reason if no more solutions are needed.
    /// [`go_on`](Clauses::go_on) restarts by itself too.
    pub fn restart(&mut self, host: &mut dyn Host) -> Option<StopReason> {
        if self.over || !self.begun {
            return None;
        }
        self.restarts += 1;
        if self.conflicts >= self.turn_at {
            self.turns += 1;
            self.turn();
            let k = 1 + self.turns / 2;
            let is_favoured = self.choice.by_variable() == self.variables_suit();
            self.turn_at = self.conflicts + if is_favoured { TURN_OF_VARIABLES * k * k } else { TURN_OF_ITEMS * k };
        }
        let stretch = if self.choice.by_variable() { STRETCH_OF_VARIABLES } else { STRETCH_OF_ITEMS };
        self.restart_at = self.conflicts + stretch * luby(self.restarts);
        self.trail.backtrack_to(0, |literal| self.choice.freed(literal));
        self.trail.simplify();
        if self.store.is_full() {
            let dropped = self.store.reduce_db();
            if let Some(diary) = &mut self.diary {
                diary.dropped(&dropped);
            }
        }
        self.import(host)
    }

    /// Returns true unless variables have learned clauses of [much glue](MUCH_GLUE).
    fn variables_suit(&self) -> bool {
        let [of_items, of_variables] = self.glues.map(|(learned, sum)| sum as f64 / learned.max(1) as f64);
        of_variables < MUCH_GLUE * of_items
    }

    fn counters(&self) -> Vec<Counter> {
        let counter = |what, number| Counter { what, key: what, number, of: None };
        let clauses = self.store.len() as u64;
        vec![
            counter("conflicts", self.conflicts),
            counter("propagations", self.trail.propagations()),
            counter("restarts", self.restarts),
            counter("clauses", clauses),
            counter("reductions", self.store.reductions()),
        ]
    }

    fn snapshot(&self) -> Snapshot {
        // The number of alternatives of a decision is not known, so each branch counts as 1 of 1.
        let branches = vec![Branch { k: 1, d: 1 }; self.trail.level() as usize];
        let address = Address { limit: None, branches, at: At::Level };
        let snapshot = self.harvest.snapshot(Engine::CLAUSES, &self.tally, self.trail.taken(), address);
        Snapshot { counters: self.counters(), ..snapshot }
    }

    /// The outcome of the search so far, which has ended for a reason.
    pub fn outcome(self, stop: StopReason) -> Outcome {
        let stopped_at = (stop != StopReason::Exhausted).then(|| StoppedAt::Path(self.trail.taken()));
        let counters = self.counters();
        Outcome { counters, ..self.harvest.outcome(Engine::CLAUSES, stop, self.tally, stopped_at) }
    }
}

/// Marks a true literal, and adds the negation of one of an earlier level to the clause. Returns 1
/// if the literal belongs to the current level and was not marked, else 0.
fn mark(literal: Literal, trail: &Trail, choice: &mut Decisions, seen: &mut [bool], learned: &mut Vec<Literal>) -> u32 {
    let (variable, level) = (literal.variable(), trail.level_of(literal));
    if level == 0 || std::mem::replace(&mut seen[variable.index()], true) {
        return 0;
    }
    choice.bump_variable(variable);
    if level == trail.level() {
        return 1;
    }
    learned.push(literal.not());
    0
}
