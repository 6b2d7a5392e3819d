//! The clause database, with two watched literals for each clause. Learned clauses are dropped when
//! there are many; blocking clauses never are.
//!
//! A clause that takes part in conflicts stays for one reduction more, or for two if its glue is
//! low. The glue is counted again each time. Both are from Biere's CaDiCaL, after Oh (2016).

use super::trail::{Conflict, Literal, Reason, Trail};
use std::cmp::Reverse;

/// A clause, as the index at which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClauseId(u32);

/// The origin of a clause, which decides whether it may be dropped.
#[derive(Clone, Copy, Debug)]
pub(super) enum ClauseOrigin {
    /// It blocks a solution that was found. It does not follow from the problem, so nothing could
    /// derive it again: without it the same solution would be found twice.
    Blocking,
    /// It follows from the problem and the blocking clauses. `glue` is the number of decision
    /// levels of its literals: a low one is good (Audemard and Simon's LBD).
    Learned { glue: u32 },
}

struct Clause {
    id: ClauseId,
    /// Its line in the diary; 0 without one.
    line: u64,
}

/// The worth of a clause, in the word before its length.
#[derive(Clone, Copy)]
struct Merit {
    /// The lowest glue that it had; 0 for a blocking clause.
    glue: u32,
    /// The number of reductions that it survives.
    lives: u32,
}

impl Merit {
    fn of(origin: ClauseOrigin) -> Merit {
        match origin {
            ClauseOrigin::Blocking => Merit { glue: 0, lives: 0 },
            ClauseOrigin::Learned { glue } => Merit { glue, lives: 1 },
        }
    }

    /// Returns true unless the clause may be dropped some time.
    fn is_kept(self) -> bool {
        self.glue <= GOOD_GLUE
    }

    fn is_learned(self) -> bool {
        self.glue > 0
    }

    fn pack(self) -> Literal {
        Literal::numbered((self.glue << 2 | self.lives) as usize)
    }

    fn unpack(word: Literal) -> Merit {
        let word = word.index() as u32;
        Merit { glue: word >> 2, lives: word & 3 }
    }
}

#[derive(Clone, Copy)]
struct Watch {
    clause: ClauseId,
    /// Another literal of the clause. If it is true, the clause need not be read.
    other: Literal,
}

pub(super) struct Store {
    /// All clauses, one after the other. Before each are its [`Merit`] and its length, stored as if
    /// they were literals, so that one memory access reaches all.
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

/// A clause of at most this glue that took part in a conflict survives two reductions, another one
/// survives one.
const FAIR_GLUE: u32 = 6;

/// The share of the clauses without lives that a reduction drops. On 60 relabellings of three hard
/// 25x25 grids, nine tenths need 1.09 times the conflicts; dropping half of all learned clauses, as
/// before, 1.6 times. On 20 of four that are proved unique they need 1.03 and 1.5 times.
const DROPPED: (usize, usize) = (3, 4);

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
        self.add_of(literals, Merit::of(origin), line)
    }

    fn add_of(&mut self, literals: &[Literal], merit: Merit, line: u64) -> ClauseId {
        let id = ClauseId(self.literals.len() as u32 + 1);
        self.clauses.push(Clause { id, line });
        self.learned += usize::from(merit.is_learned());
        self.literals.extend([merit.pack(), Literal::numbered(literals.len())]);
        self.literals.extend_from_slice(literals);
        self.watches[literals[0].index()].push(Watch { clause: id, other: literals[1] });
        self.watches[literals[1].index()].push(Watch { clause: id, other: literals[0] });
        id
    }

    fn merit(&self, ClauseId(start): ClauseId) -> Merit {
        Merit::unpack(self.literals[start as usize - 1])
    }

    /// Notes that a clause took part in a conflict. `glue` counts the levels of its literals.
    pub(super) fn used(&mut self, clause: ClauseId, glue: impl FnOnce(&[Literal]) -> u32) {
        let merit = self.merit(clause);
        if merit.is_kept() {
            return;
        }
        let glue = glue(self.literals(clause)).min(merit.glue);
        let lives = if glue <= FAIR_GLUE { 2 } else { 1 };
        self.literals[clause.0 as usize - 1] = Merit { glue, lives }.pack();
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

    /// Takes a life of each learned clause, and drops most of those that have none: the highest glue
    /// first, of equal glue the longest, and of those the oldest. Must be called at level 0, where
    /// no clause is a reason. Returns the diary lines of the dropped clauses.
    pub(super) fn reduce_db(&mut self) -> Vec<u64> {
        let merits: Vec<Merit> = self.clauses.iter().map(|clause| self.merit(clause.id)).collect();
        let is_open = |&at: &usize| !merits[at].is_kept() && merits[at].lives == 0;
        let mut open: Vec<usize> = (0..self.clauses.len()).filter(is_open).collect();
        open.sort_by_cached_key(|&at| {
            Reverse((merits[at].glue, self.literals(self.clauses[at].id).len(), Reverse(at)))
        });
        open.truncate(open.len() * DROPPED.0 / DROPPED.1);
        open.sort_unstable();
        let watches = std::mem::take(&mut self.watches);
        let reductions = self.reductions + 1;
        let old = std::mem::replace(self, Store { watches, growth: self.growth, reductions, ..Store::new(0, 0) });
        self.watches.iter_mut().for_each(Vec::clear);
        let mut dropped = Vec::new();
        for ((at, clause), merit) in old.clauses.iter().enumerate().zip(merits) {
            match open.binary_search(&at) {
                Ok(_) => dropped.push(clause.line),
                Err(_) => {
                    let merit = Merit { lives: merit.lives.saturating_sub(1), ..merit };
                    self.add_of(old.literals(clause.id), merit, clause.line);
                }
            }
        }
        // The k-th reduction comes after growth times the root of k more clauses.
        self.most = self.learned + (self.growth as f64 * ((reductions + 1) as f64).sqrt()) as usize;
        dropped
    }
}
