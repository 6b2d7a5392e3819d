//! Proofs that an independent checker accepts: the problem as pseudo-Boolean constraints (OPB), and
//! a derivation in VeriPB's format, version 3.
//!
//! **The problem.** There is a variable for each option. An exact item gives two constraints, at
//! least one and at most one; an item with a multiplicity gives its range; a secondary item gives
//! at most one. A colour of an item is a variable: it is true if and only if an option gives that
//! colour, and an item has at most one of them.
//!
//! **The claim.** *None* is unsatisfiability. *Exactly these* is an optimum: a variable `listed`
//! may only be false in a solution that is not listed, so its least value is 1 if there is no
//! other. The checker checks each listed solution too. *Several* is the same with one solution
//! listed and another one shown, so that the least value is 0. *No better* is an optimum of the
//! score. *No fewer* is an optimum of the number of options.
//!
//! **The derivation** follows a search. When the search of `links` leaves a branch that was one of
//! several, one line states that the choices on the path cannot all hold: the checker propagates
//! these choices as the links did, and uses the lines of the branches below. A cut is one line of
//! cutting planes before that: the bound's multipliers, times the constraints of the open items,
//! plus the constraint that a solution is better than the best. The search of `taxes` gives such a
//! line for the bound of each node. The search of `clauses` gives a line for each learned clause,
//! and a deletion for each dropped one. An obstruction needs no search: its weights are the
//! multipliers of one or two such lines.
//!
//! **Source.** Bogaerts, Gocht, McCreesh and Nordström, Certified dominance and symmetry breaking
//! (2023), for the format.

mod claim;
mod derivation;
mod formula;
mod obstruction;
mod path;
mod search;
mod walk;

pub use claim::{Claim, ProofSize, Unproved};
pub use formula::VariableNames;

use super::estimate::{NoForecast, Spread, forecast_sum};
use super::host::Gather;
use super::obstruction::Obstruction;
use super::order::{Engine, Order};
use super::outcome::{Outcome, Status, StopReason};
use super::strategy::run;
use dancing::{Goal, OptionId, Policy, Problem, Search};
use derivation::Derivation;
use formula::Formula;
use std::io::Write;
use std::time::Duration;
use walk::LinksWalk;

/// The question that a proof answers.
#[derive(Clone, Copy, Debug)]
pub struct ProofQuestion {
    /// The goal of the claim.
    pub goal: Goal,
    /// The most solutions that may be listed.
    pub most: u64,
}

/// A claim, and what a proof of it can rest on.
#[derive(Clone, Debug)]
pub struct Claimed {
    pub claim: Claim,
    /// An engine whose search a proof can follow.
    pub engine: Engine,
    /// The reason why there is no solution, if one was found without a search.
    pub obstruction: Option<Obstruction>,
}

/// The means of a proof: an engine or an obstruction, and a limit on the size.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// The engine whose search the proof follows: `links`, or `clauses` or `taxes` where it
    /// answers.
    pub engine: Engine,
    /// The reason why there is no solution. The proof then needs no search.
    pub obstruction: Option<&'a Obstruction>,
    /// The most bytes that the proof may take.
    pub max_bytes: u64,
}

/// Returns true if a proof of a claim can follow an engine's search.
pub fn proves(engine: Engine, problem: &Problem, claim: &Claim) -> bool {
    (engine.spec().proves)(problem, matches!(claim, Claim::Best(_)))
}

/// Solves a problem with the default engine for the goal. Returns the claim that follows. The
/// engine whose search a proof of it can follow is the default one, or `links`.
///
/// # Errors
///
/// If the answer cannot be proved, or the run was stopped.
pub fn claim(problem: &Problem, ask: ProofQuestion, go_on: &mut dyn FnMut() -> bool) -> Result<Claimed, Unproved> {
    let goal = match ask.goal {
        Goal::Count { .. } if problem.wants_fewest() => return Err(Unproved::CountOfSmallest),
        _ if problem.wants_fewest() => Goal::Best,
        Goal::Count { .. } => Goal::Count { limit: Some(ask.most.saturating_add(1)) },
        other => other,
    };
    let mut host = Gather::new(go_on);
    let outcome = run(problem, Order { in_batch: true, ..Order::new(goal) }, &mut host);
    if outcome.stop == StopReason::Cancelled {
        return Err(Unproved::Stopped);
    }
    let claim = claimed(problem, ask, &outcome, host.found)?;
    let engine = followed(problem, &outcome, &claim);
    Ok(Claimed { claim, engine, obstruction: outcome.obstruction })
}

/// The engine whose search a proof follows: the one that answered, if it can be followed.
pub fn followed(problem: &Problem, outcome: &Outcome, claim: &Claim) -> Engine {
    if proves(outcome.engine, problem, claim) { outcome.engine } else { Engine::LINKS }
}

/// The claim that follows from an outcome. `found` holds all solutions of a count, or some of them
/// if a limit ended the count.
///
/// # Errors
///
/// If the outcome decides nothing, is wrong, or has too many solutions to list.
pub fn claimed(
    problem: &Problem,
    ask: ProofQuestion,
    outcome: &Outcome,
    found: Vec<Vec<OptionId>>,
) -> Result<Claim, Unproved> {
    let goal = if problem.wants_fewest() { Goal::Best } else { ask.goal };
    let counts = matches!(goal, Goal::Count { .. });
    let mut found = if counts { found } else { outcome.solutions.clone() };
    found.iter_mut().for_each(|cover| cover.sort_unstable());
    let wrong = found.iter().any(|cover| !problem.is_cover(cover)) || outcome.status == Status::Wrong;
    if wrong {
        return Err(Unproved::Wrong(format!("{} found something that is not a solution", outcome.engine.name())));
    }
    match (goal, found.len()) {
        (_, 0) if outcome.status == Status::None => Ok(Claim::None),
        // A proof does not show that a smallest cover is the only one.
        (Goal::Best, 1..) if problem.wants_fewest() && outcome.status != Status::Unknown => {
            Ok(Claim::Best(found.swap_remove(0)))
        }
        (Goal::Best, 1..) if outcome.status == Status::Best => Ok(Claim::Best(found.swap_remove(0))),
        (Goal::First, 1..) => Ok(Claim::Some(found.swap_remove(0))),
        (Goal::Unique, 2..) => Ok(Claim::Several([found.swap_remove(0), found.swap_remove(0)])),
        (Goal::Unique, 1) if outcome.status == Status::Unique => Ok(Claim::Exactly(found)),
        (Goal::Count { .. }, many) if many as u64 > ask.most => Err(Unproved::TooMany(ask.most)),
        (Goal::Count { .. }, _) if outcome.complete => Ok(Claim::Exactly(found)),
        (Goal::Count { .. }, 1) => Ok(Claim::Some(found.swap_remove(0))),
        (Goal::Count { .. }, 2..) => Ok(Claim::Several([found.swap_remove(0), found.swap_remove(0)])),
        _ => Err(Unproved::Stopped),
    }
}

/// Estimates, by some hundred random dives, the bytes of a proof that follows the search of `links`
/// through the whole tree, without the cuts of a bound.
///
/// # Errors
///
/// If random dives give no estimate for the problem.
pub fn bytes_before(
    problem: &Problem,
    name: &dyn Fn(OptionId) -> String,
    time: Duration,
) -> Result<Spread, NoForecast> {
    let length = |option: OptionId| name(option).len().min(formula::LONGEST) + " +1 ~".len();
    let lengths: Vec<usize> = problem.options().map(length).collect();
    // One line for each branch: the options on the path that were one of several, and the branch's
    // own.
    let weigh = |search: &Search| {
        let levels = search.path().into_iter().zip(search.address().branches);
        let path: usize = levels.filter(|(_, branch)| branch.d > 1).map(|(option, _)| lengths[option.index()]).sum();
        let hand = search.current_branch().map_or(0, |branch| branch.d);
        let links = search.links();
        let of_column =
            |item| links.column(item).filter_map(|node| links.option(node)).map(|option| lengths[option.index()]).sum();
        let column: usize = search.current_item().map_or(0, of_column);
        (hand * (path + AROUND) + column) as f64
    };
    forecast_sum(problem, Policy::default(), DIVES, 1, time, &weigh).map(|told| told.weight)
}

/// Bytes of a line around its literals, and of the words that delete it.
const AROUND: usize = "rup >= 1;\n".len() + "del id 12345;\n".len();

const DIVES: u32 = 500;

/// Writes a problem and a proof of a claim about it.
///
/// # Panics
///
/// If the engine cannot [prove](proves) the claim.
///
/// # Errors
///
/// If the claim is false, the proof is too large, `go_on` returned false, or a file cannot be
/// written.
pub fn prove(
    problem: &Problem,
    claim: &Claim,
    names: &VariableNames,
    means: Means,
    (opb, proof): (&mut dyn Write, &mut dyn Write),
    go_on: &mut dyn FnMut() -> bool,
) -> Result<ProofSize, Unproved> {
    assert!(proves(means.engine, problem, claim), "{} proves no {claim:?}", means.engine.name());
    let formula = Formula::new(problem, names, claim, go_on)?;
    writeln!(opb, "* #variable= {} #constraint= {}", formula.variables(), formula.constraints)?;
    opb.write_all(formula.text.as_bytes())?;
    opb.flush()?;
    let mut out = Derivation::begin(proof, &formula, means.max_bytes)?;
    let conclusion = match claim {
        Claim::Some(cover) => format!("SAT : {}", formula.literals(cover, true)),
        Claim::Several([one, other]) => {
            out.put(&format!("sol {}", formula.literals(one, true)))?;
            out.put(&format!("sol {}", formula.literals(other, false)))?;
            "BOUNDS 0 0".to_string()
        }
        Claim::None | Claim::Exactly(_) | Claim::Best(_) => {
            if let Claim::Exactly(covers) = claim {
                covers.iter().try_for_each(|cover| out.put(&format!("sol {}", formula.literals(cover, true))))?;
            }
            match (means.obstruction.filter(|_| *claim == Claim::None), means.engine.spec().follow) {
                (Some(obstruction), _) => obstruction::derive(&formula, &mut out, obstruction)?,
                (None, Some(engine)) => search::follow(&formula, &mut out, claim, engine, go_on)?,
                (None, None) => LinksWalk::new(&formula, &mut out).all(claim, go_on)?,
            }
            // Derives a contradiction, or that each solution is a listed one.
            out.derive(&formula.listed.as_ref().map_or("rup >= 1".to_string(), |name| format!("rup +1 {name} >= 1")))?;
            match claim {
                Claim::Exactly(_) => "BOUNDS 1 1".to_string(),
                Claim::Best(cover) => {
                    let best = -problem.total(cover);
                    format!("BOUNDS {best} {best}")
                }
                Claim::None | Claim::Some(_) | Claim::Several(_) => "UNSAT".to_string(),
            }
        }
    };
    out.end(&conclusion)
}
