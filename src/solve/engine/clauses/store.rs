//! The clauses learned: found by two watched literals each, weeded out when they are many.

use super::trail::{Conflict, Literal, Reason, Trail};

/// A clause, by where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClauseId(u32);

struct Clause {
    id: ClauseId,
    /// From how many levels its literals came when it was learned: few are good.
    spread: u32,
}

struct Watch {
    clause: ClauseId,
    /// Another literal of the clause: if it holds the clause need not be looked at.
    other: Literal,
}

pub(super) struct Store {
    /// Clause after clause. Before its literals stands how many they are, written as a literal that means no option, so that
    /// one look finds both.
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

    pub(super) fn literals(&self, ClauseId(start): ClauseId) -> &[Literal] {
        let (count, rest) = self.literals[start as usize..].split_first().expect("a clause begins here");
        &rest[..count.index()]
    }

    pub(super) fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Adds a clause of two literals or more; the first two must be the last to become false.
    pub(super) fn learn(&mut self, literals: &[Literal], spread: u32) -> ClauseId {
        let id = ClauseId(self.literals.len() as u32);
        self.clauses.push(Clause { id, spread });
        self.literals.push(Literal::numbered(literals.len()));
        self.literals.extend_from_slice(literals);
        self.watches[literals[0].index()].push(Watch { clause: id, other: literals[1] });
        self.watches[literals[1].index()].push(Watch { clause: id, other: literals[0] });
        id
    }

    /// What follows from the clauses now that a literal holds.
    pub(super) fn follow(&mut self, holds: Literal, trail: &mut Trail) -> Option<Conflict> {
        let fallen = holds.not();
        let mut watches = std::mem::take(&mut self.watches[fallen.index()]);
        let (mut kept, mut conflict) = (0, None);
        for at in 0..watches.len() {
            let Watch { clause, other } = watches[at];
            let keep = conflict.is_some() || trail.is_true(other) || {
                let (count, rest) = self.literals[clause.0 as usize..].split_first_mut().expect("a clause begins here");
                let literals = &mut rest[..count.index()];
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
                            conflict = Some(Conflict::Clause(clause));
                            true
                        }
                        None => {
                            trail.set(first, Reason::Clause(clause));
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

    /// Drops half of the clauses at most, those of the widest spread and the oldest of them; those of two levels or one
    /// stay. Nothing must be decided but what holds
    /// from the start, so that no clause is a reason.
    pub(super) fn weed(&mut self) {
        let mut order: Vec<u32> = (0..self.clauses.len() as u32).collect();
        order.sort_by_key(|&id| (self.clauses[id as usize].spread, std::cmp::Reverse(id)));
        let good = order.iter().take_while(|&&id| self.clauses[id as usize].spread <= 2).count();
        order.truncate(good.max(self.clauses.len() / 2));
        order.sort_unstable();
        let watches = std::mem::take(&mut self.watches);
        let old = std::mem::replace(self, Store { watches, most: self.most + self.most / 10, ..Store::new(0) });
        self.watches.iter_mut().for_each(Vec::clear);
        for Clause { id, spread } in order.into_iter().map(|at| &old.clauses[at as usize]) {
            self.learn(old.literals(*id), *spread);
        }
    }
}
