//! Shorter learned clauses: without literals that the others imply, and with one literal in place
//! of several.
//!
//! **Source.** Sörensson and Biere, Minimizing learned clauses (2009).

use super::Clauses;
use super::groups::VariableId;
use super::trail::{Literal, Reason};

/// The longest way of reasons from a literal of a clause to the others. Deeper ones are rare.
const DEEPEST: u32 = 200;

/// The literals that were looked at while a clause is minimized.
#[derive(Default)]
pub(super) struct Implied {
    /// By variable: whether marked literals alone imply its value, if that is known.
    known: Vec<Option<bool>>,
    /// The variables of which it is known.
    looked_at: Vec<VariableId>,
}

impl Clauses<'_> {
    /// Drops the literals that the others of the clause imply.
    pub(super) fn minimize(&mut self) {
        let mut learned = std::mem::take(&mut self.learned);
        let mut implied = std::mem::take(&mut self.implied);
        let all = learned.clone();
        let first = learned[0];
        implied.known.resize(self.seen.len(), None);
        self.levels.count(all[1..].iter().map(|&literal| self.trail.level_of(literal)));
        learned.retain(|&literal| literal == first || !self.is_implied(literal.not(), 0, &mut implied));
        for variable in implied.looked_at.drain(..) {
            implied.known[variable.index()] = None;
        }
        all.iter().for_each(|literal| self.seen[literal.variable().index()] = false);
        (self.learned, self.implied) = (learned, implied);
    }

    /// Returns true if marked literals alone imply a true literal, by its reason and the reasons of
    /// that.
    fn is_implied(&self, literal: Literal, depth: u32, implied: &mut Implied) -> bool {
        let reason = self.trail.reason_of(literal);
        if reason == Reason::None || depth == DEEPEST {
            return false;
        }
        self.trail.because(&self.store, reason, Some(literal), |other| {
            let (variable, level) = (other.variable(), self.trail.level_of(other));
            if self.seen[variable.index()] || level == 0 {
                return true;
            }
            if let Some(known) = implied.known[variable.index()] {
                return known;
            }
            // At a level that the clause does not have, a decision that is not in it has a part.
            let is_implied = self.levels.has(level) && self.is_implied(other, depth + 1, implied);
            implied.known[variable.index()] = Some(is_implied);
            implied.looked_at.push(variable);
            is_implied
        })
    }

    /// Shortens the clause: where several of its variables were ruled out by one taken variable,
    /// the negation of that one replaces them. The clause is weaker then, but much shorter.
    pub(super) fn shrink(&mut self) {
        let (trail, learned) = (&self.trail, &mut self.learned);
        let ruled_out_by = |literal: Literal| match trail.reason_of(literal) {
            Reason::Literal(taken) if literal.is_taken() && taken.is_taken() => Some(taken.variable()),
            _ => None,
        };
        let first = learned[0];
        let mut takers: Vec<VariableId> = learned[1..].iter().filter_map(|&literal| ruled_out_by(literal)).collect();
        takers.sort_unstable();
        let several = takers.chunk_by(|a, b| a == b).filter(|alike| alike.len() > 1).map(|alike| alike[0]);
        let several: Vec<VariableId> = several.collect();
        let replaced = |variable| several.binary_search(&variable).is_ok();
        learned.retain(|&literal| literal == first || !ruled_out_by(literal).is_some_and(replaced));
        learned.extend(several.iter().map(|&variable| Literal::taken(variable).not()));
    }
}
