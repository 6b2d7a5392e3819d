//! The clause database, with two watched literals for each clause. Learned clauses are dropped when
//! there are many; blocking clauses never are.

use super::trail::{Conflict, Literal, Reason, Trail};

/// A clause, as the index at which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClauseId(u32);

/// The origin of a clause, which decides whether it may be dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ClauseOrigin {
    /// It blocks a solution that was found. It does not follow from the problem, so nothing could
    /// derive it again: without it the same solution would be found twice.
    Blocking,
    /// It follows from the problem and the blocking clauses. `glue` is the number of decision
    /// levels of its literals when it was learned: a low one is good (Audemard and Simon's LBD).
    Learned { glue: u32 },
}

struct Clause {
    id: ClauseId,
    origin: ClauseOrigin,
    /// Its line in the diary; 0 without one.
    line: u64,
}

#[derive(Clone, Copy)]
struct Watch {
    clause: ClauseId,
    /// Another literal of the clause. If it is true, the clause need not be read.
    other: Literal,
}

pub(super) struct Store {
    /// All clauses, one after the other. Each begins with its length, stored as if it were a
    /// literal, so that one memory access reaches both.
    literals: Vec<Literal>,
    clauses: Vec<Clause>,
    /// By literal: the clauses to visit when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// The number of learned clauses.
    learned: usize,
    /// The number of learned clauses that triggers a reduction, and the amount by which that limit
    /// grows each time.
    ///
    /// Growth by a tenth reached 200,000 clauses on the hardest 25x25 grids and made propagation a
    /// third slower.
    most: usize,
    growth: usize,
    /// The number of reductions so far.
    reductions: u64,
}

/// Learned clauses of at most this glue are never dropped.
pub(super) const GOOD_GLUE: u32 = 2;

/// The number of learned clauses that triggers the first reduction.
pub(super) const MOST_LEARNED: usize = 2000;

impl Store {
    pub(super) fn new(variables: usize, most: usize) -> Store {
        let watches = (0..2 * variables).map(|_| Vec::new()).collect();
        Store {
            literals: Vec::new(),
            clauses: Vec::new(),
            watches,
            learned: 0,
            most,
            growth: most.div_ceil(2),
            reductions: 0,
        }
    }

    pub(super) fn literals(&self, ClauseId(start): ClauseId) -> &[Literal] {
        let (count, rest) = self.literals[start as usize..].split_first().expect("a clause begins here");
        &rest[..count.index()]
    }

    pub(super) fn len(&self) -> usize {
        self.clauses.len()
    }

    pub(super) fn reductions(&self) -> u64 {
        self.reductions
    }

    /// Adds a clause of two literals or more; the first two must be the last to become false.
    pub(super) fn add(&mut self, literals: &[Literal], origin: ClauseOrigin, line: u64) -> ClauseId {
        let id = ClauseId(self.literals.len() as u32);
        self.clauses.push(Clause { id, origin, line });
        self.learned += usize::from(origin != ClauseOrigin::Blocking);
        self.literals.push(Literal::numbered(literals.len()));
        self.literals.extend_from_slice(literals);
        self.watches[literals[0].index()].push(Watch { clause: id, other: literals[1] });
        self.watches[literals[1].index()].push(Watch { clause: id, other: literals[0] });
        id
    }

    /// Unit propagation over the clauses that watch the negation of a literal, which has just
    /// become true.
    pub(super) fn propagate(&mut self, holds: Literal, trail: &mut Trail) -> Option<Conflict> {
        let fallen = holds.not();
        let mut watches = std::mem::take(&mut self.watches[fallen.index()]);
        let (mut kept, mut at, mut conflict) = (0, 0, None);
        while at < watches.len() {
            let watch = watches[at];
            at += 1;
            let Watch { clause, other } = watch;
            if trail.is_true(other) {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let start = clause.0 as usize;
            let end = start + 1 + self.literals[start].index();
            let literals = &mut self.literals[start + 1..end];
            if literals[0] == fallen {
                literals.swap(0, 1);
            }
            let first = literals[0];
            if first == other || !trail.is_true(first) {
                if let Some(next) = literals[2..].iter().position(|&literal| !trail.is_false(literal)) {
                    literals.swap(1, next + 2);
                    let watched = literals[1];
                    self.watches[watched.index()].push(Watch { clause, other: first });
                    continue;
                }
                if trail.is_false(first) {
                    conflict = Some(Conflict::of_clause(clause));
                } else {
                    trail.enqueue(first, Reason::Clause(clause));
                }
            }
            watches[kept] = Watch { clause, other: first };
            kept += 1;
            if conflict.is_some() {
                break;
            }
        }
        // A conflict leaves the rest as it is.
        watches.copy_within(at.., kept);
        watches.truncate(watches.len() - (at - kept));
        self.watches[fallen.index()] = watches;
        conflict
    }

    /// Returns true if the database must be reduced.
    pub(super) fn is_full(&self) -> bool {
        self.learned >= self.most
    }

    /// Drops at most half of the learned clauses: the highest glue first, and of equal glue the
    /// oldest. Clauses of glue 1 and 2 stay, and so do blocking clauses. Must be called at level 0,
    /// where no clause is a reason. Returns the diary lines of the dropped clauses.
    pub(super) fn reduce_db(&mut self) -> Vec<u64> {
        let mut order: Vec<u32> = (0..self.clauses.len() as u32).collect();
        order.sort_by_key(|&at| (self.clauses[at as usize].origin, std::cmp::Reverse(at)));
        let good = |&&at: &&u32| self.clauses[at as usize].origin <= ClauseOrigin::Learned { glue: GOOD_GLUE };
        let blocking = self.clauses.len() - self.learned;
        let dropped = order.split_off(order.iter().take_while(good).count().max(blocking + self.learned / 2));
        let dropped = dropped.into_iter().map(|at| self.clauses[at as usize].line).collect();
        order.sort_unstable();
        let watches = std::mem::take(&mut self.watches);
        let old = std::mem::replace(
            self,
            Store {
                watches,
                most: self.most + self.growth,
                growth: self.growth,
                reductions: self.reductions + 1,
                ..Store::new(0, 0)
            },
        );
        self.watches.iter_mut().for_each(Vec::clear);
        for Clause { id, origin, line } in order.into_iter().map(|at| &old.clauses[at as usize]) {
            self.add(old.literals(*id), *origin, *line);
        }
        dropped
    }
}
