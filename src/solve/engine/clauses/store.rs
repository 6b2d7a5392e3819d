//! The clauses learned: found by two watched literals each, weeded out when they are many.

use super::trail::{Conflict, Literal, Reason, Trail};

/// A clause, by where its literals begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClauseId(u32);

struct Clause {
    start: u32,
    len: u32,
    /// From how many levels its literals came when it was learned: few are good.
    spread: u32,
}

struct Watch {
    clause: u32,
    /// Another literal of the clause: if it holds the clause need not be looked at.
    other: Literal,
}

pub(super) struct Store {
    literals: Vec<Literal>,
    clauses: Vec<Clause>,
    /// By literal: the clauses to look at when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// Weed when there are so many.
    most: usize,
}

impl Store {
    pub(super) fn new(options: usize) -> Store {
        let watches = (0..2 * options).map(|_| Vec::new()).collect();
        Store { literals: Vec::new(), clauses: Vec::new(), watches, most: 2000 }
    }

    pub(super) fn literals(&self, ClauseId(id): ClauseId) -> &[Literal] {
        let Clause { start, len, .. } = self.clauses[id as usize];
        &self.literals[start as usize..(start + len) as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Adds a clause of two literals or more; the first two must be the last to become false.
    pub(super) fn learn(&mut self, literals: &[Literal], spread: u32) -> ClauseId {
        let id = self.clauses.len() as u32;
        self.clauses.push(Clause { start: self.literals.len() as u32, len: literals.len() as u32, spread });
        self.literals.extend_from_slice(literals);
        self.watch(id);
        ClauseId(id)
    }

    fn watch(&mut self, clause: u32) {
        let start = self.clauses[clause as usize].start as usize;
        let (first, second) = (self.literals[start], self.literals[start + 1]);
        self.watches[first.index()].push(Watch { clause, other: second });
        self.watches[second.index()].push(Watch { clause, other: first });
    }

    /// What follows from the clauses now that a literal holds.
    pub(super) fn follow(&mut self, holds: Literal, trail: &mut Trail) -> Option<Conflict> {
        let fallen = holds.not();
        let mut watches = std::mem::take(&mut self.watches[fallen.index()]);
        let (mut kept, mut conflict) = (0, None);
        for at in 0..watches.len() {
            let Watch { clause, other } = watches[at];
            let keep = conflict.is_some() || trail.is_true(other) || {
                let Clause { start, len, .. } = self.clauses[clause as usize];
                let literals = &mut self.literals[start as usize..(start + len) as usize];
                if literals[0] == fallen {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                watches[at].other = first;
                trail.is_true(first)
                    || match literals[2..].iter().position(|&literal| !trail.is_false(literal)) {
                        Some(next) => {
                            literals.swap(1, next + 2);
                            let watched = literals[1];
                            self.watches[watched.index()].push(Watch { clause, other: first });
                            false
                        }
                        None if trail.is_false(first) => {
                            conflict = Some(Conflict::Clause(ClauseId(clause)));
                            true
                        }
                        None => {
                            trail.set(first, Reason::Clause(ClauseId(clause)));
                            true
                        }
                    }
            };
            if keep {
                watches.swap(kept, at);
                kept += 1;
            }
        }
        watches.truncate(kept);
        self.watches[fallen.index()] = watches;
        conflict
    }

    /// Whether it is time to weed.
    pub(super) fn is_full(&self) -> bool {
        self.clauses.len() >= self.most
    }

    /// Drops half of the clauses, those of the widest spread and the oldest of them. Nothing must be decided but what holds
    /// from the start, so that no clause is a reason.
    pub(super) fn weed(&mut self) {
        let mut order: Vec<u32> = (0..self.clauses.len() as u32).collect();
        order.sort_by_key(|&id| (self.clauses[id as usize].spread, std::cmp::Reverse(id)));
        let good = order.iter().take_while(|&&id| self.clauses[id as usize].spread <= 2).count();
        order.truncate(good.max(self.clauses.len() / 2));
        order.sort_unstable();
        let (literals, clauses) = (std::mem::take(&mut self.literals), std::mem::take(&mut self.clauses));
        self.watches.iter_mut().for_each(Vec::clear);
        for Clause { start, len, spread } in order.into_iter().map(|id| &clauses[id as usize]) {
            self.learn(&literals[*start as usize..(start + len) as usize], *spread);
        }
        self.most += self.most / 10;
    }
}
