//! Proofs that an independent checker accepts: the problem as pseudo-Boolean constraints (OPB), and
//! a derivation in VeriPB's format, version 3.
//!
//! **The problem.** A variable per option. An exact item gives two constraints, at least one and at
//! most one; an item with a multiplicity its range; a secondary item at most one. A colour of an
//! item is a variable that its options imply, and an item has at most one of them.
//!
//! **The claim.** *None* is unsatisfiability. *Exactly these* is an optimum: a variable `listed`
//! may only be false in a solution that is not listed, so its least value is 1 if there is no
//! other. The checker checks each listed solution too. *Several* is the same with one solution
//! listed and another one shown, so that the least value is 0. *No better* is an optimum of the
//! score, and *no fewer* of the number of options.
//!
//! **The derivation** follows the search by links. When the search leaves a branch that was one of
//! several, one line says that the choices on the path cannot all hold: the checker propagates them
//! as the links did, and meets the lines of the branches below. A cut is one line of cutting planes
//! before that: the bound's multipliers, times the constraints of the open items, plus the
//! constraint that the best is to be beaten.
//!
//! **Source.** Bogaerts, Gocht, McCreesh and Nordström, Certified dominance and symmetry breaking
//! (2023), for the format.

mod derivation;
mod formula;
mod walk;

pub use formula::Names;

use super::drive::run;
use super::order::{Gather, Order};
use super::outcome::{Status, StopReason};
use crate::dlx::{Goal, OptionId, Problem};
use derivation::Derivation;
use formula::Formula;
use std::io::{self, Write};
use walk::Walk;

/// What a proof shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is no solution.
    None,
    /// There is a solution, this one.
    Some(Vec<OptionId>),
    /// There are at least two.
    Several([Vec<OptionId>; 2]),
    /// These are all solutions.
    Exactly(Vec<Vec<OptionId>>),
    /// No solution has a greater total weight; or, of a repeated cover, fewer options.
    Best(Vec<OptionId>),
}

impl Claim {
    /// Solutions that the problem's file lists.
    fn listed(&self) -> &[Vec<OptionId>] {
        match self {
            Claim::Exactly(covers) => covers,
            Claim::Several(covers) => &covers[..1],
            Claim::None | Claim::Some(_) | Claim::Best(_) => &[],
        }
    }
}

/// The size of a proof that was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub variables: usize,
    pub constraints: usize,
    /// Derived lines, without deletions.
    pub lines: u64,
    pub bytes: u64,
    /// Branchings of the search that the proof follows.
    pub nodes: u64,
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum Unproved {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("stopped before the proof was complete")]
    Stopped,
    #[error("the proof would take more than {0} bytes; --max-size allows more")]
    TooLarge(u64),
    #[error("there are more than {0} solutions, and each would have to be listed; --limit allows more")]
    TooMany(u64),
    #[error("smallest covers are not counted by a proof; --goal best proves that none is smaller")]
    CountOfSmallest,
    /// Two engines contradict each other, which is a defect.
    #[error("an internal error, please report this puzzle: {0}")]
    Wrong(String),
}

/// What is to be proved, and how long it may get.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    pub goal: Goal,
    /// Solutions that may be listed.
    pub most: u64,
    pub max_bytes: u64,
}

/// Finds out what holds of a problem, by the engine that is usual for the goal.
///
/// # Errors
///
/// If the question cannot be proved, or was stopped.
pub fn claim(problem: &Problem, ask: Ask, go_on: &mut dyn FnMut() -> bool) -> Result<Claim, Unproved> {
    let goal = match ask.goal {
        Goal::Count { .. } if problem.is_repeated() => return Err(Unproved::CountOfSmallest),
        _ if problem.is_repeated() => Goal::Best,
        Goal::Count { .. } => Goal::Count { limit: Some(ask.most.saturating_add(1)) },
        Goal::Unique => Goal::Count { limit: Some(2) },
        other => other,
    };
    let mut host = Gather::new(go_on);
    let outcome = run(problem, Order { in_batch: true, ..Order::new(goal) }, &mut host);
    if outcome.stop == StopReason::Cancelled {
        return Err(Unproved::Stopped);
    }
    let mut found = if host.found.is_empty() { outcome.solutions.clone() } else { host.found };
    found.iter_mut().for_each(|cover| cover.sort_unstable());
    let wrong = found.iter().any(|cover| !problem.is_cover(cover)) || outcome.status == Status::Wrong;
    if wrong {
        return Err(Unproved::Wrong(format!("{} found what is no solution", outcome.engine.name())));
    }
    match (found.len(), ask.goal) {
        (0, _) if outcome.status == Status::None => Ok(Claim::None),
        (0, _) => Err(Unproved::Stopped),
        (_, _) if goal == Goal::Best => Ok(Claim::Best(found.swap_remove(0))),
        (_, Goal::First) => Ok(Claim::Some(found.swap_remove(0))),
        (2.., Goal::Unique) => Ok(Claim::Several([found.swap_remove(0), found.swap_remove(0)])),
        (many, Goal::Count { .. }) if many as u64 > ask.most => Err(Unproved::TooMany(ask.most)),
        _ => Ok(Claim::Exactly(found)),
    }
}

/// Writes a problem and a proof of what is claimed about it.
///
/// # Errors
///
/// If the claim is false, the proof is too large, it was stopped, or a file cannot be written.
pub fn prove(
    problem: &Problem,
    claim: &Claim,
    names: &Names,
    max_bytes: u64,
    (opb, proof): (&mut dyn Write, &mut dyn Write),
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Size, Unproved> {
    let formula = Formula::new(problem, names, claim);
    writeln!(opb, "* #variable= {} #constraint= {}", formula.variables(), formula.constraints)?;
    opb.write_all(formula.text.as_bytes())?;
    opb.flush()?;
    let mut out = Derivation::begin(proof, &formula, max_bytes)?;
    let conclusion = match claim {
        Claim::Some(cover) => format!("SAT : {}", formula.literals(cover, true)),
        Claim::Several([one, other]) => {
            out.put(&format!("sol {}", formula.literals(one, true)))?;
            out.put(&format!("sol {}", formula.literals(other, false)))?;
            "BOUNDS 0 0".to_string()
        }
        Claim::None | Claim::Exactly(_) | Claim::Best(_) => {
            Walk::new(&formula, &mut out).all(claim, go_on)?;
            match claim {
                Claim::Exactly(_) => "BOUNDS 1 1".to_string(),
                Claim::Best(cover) => {
                    let best = if problem.is_repeated() { cover.len() as i64 } else { -problem.total(cover) };
                    format!("BOUNDS {best} {best}")
                }
                Claim::None | Claim::Some(_) | Claim::Several(_) => "UNSAT".to_string(),
            }
        }
    };
    out.end(&conclusion)
}
