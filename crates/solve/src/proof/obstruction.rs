//! The lines of an obstruction.
//!
//! **Balance.** The constraints of the items, times their weights, add up to one that no options
//! fulfil: an item with a positive weight gives *at least*, one with a negative weight *at most*.
//!
//! **Remainder.** Items are covered a fixed number of times, so each gives both. The sum of all *at
//! least* has coefficients that the modulus divides: divided by it, its other side is rounded up.
//! The sum of all *at most* is rounded down in the same way. The two contradict each other.

use super::claim::Unproved;
use super::derivation::Derivation;
use super::formula::Formula;
use crate::obstruction::Obstruction;
use std::fmt::Write as _;

/// Derives a contradiction.
pub(super) fn derive(formula: &Formula, out: &mut Derivation, found: &Obstruction) -> Result<(), Unproved> {
    let of = |item: dancing::ItemId| formula.bounds[item.index()];
    match found.modulus {
        None => {
            let terms = found.weights.iter().map(|&(item, weight)| {
                let (least, most) = of(item);
                (if weight > 0 { least } else { most }, weight.unsigned_abs())
            });
            out.derive(&sum(terms))?;
        }
        Some(modulus) => {
            // Weights below 0 would turn a constraint around: the modulus is added to them.
            let positive = |weight: i64| weight.rem_euclid(i64::from(modulus)).unsigned_abs();
            let sides: [fn((u64, u64)) -> u64; 2] = [|bounds| bounds.0, |bounds| bounds.1];
            let mut lines = [0; 2];
            for (line, side) in lines.iter_mut().zip(sides) {
                let terms = found.weights.iter().map(|&(item, weight)| (side(of(item)), positive(weight)));
                *line = out.derive(&format!("{} {modulus} d", sum(terms.filter(|term| term.1 > 0))))?;
            }
            out.derive(&format!("pol {} {} +", lines[0], lines[1]))?;
        }
    }
    Ok(())
}

/// A line of cutting planes: the sum of some constraints, each with its multiplier.
fn sum(terms: impl Iterator<Item = (u64, u64)>) -> String {
    let mut line = "pol".to_string();
    for (k, (constraint, times)) in terms.enumerate() {
        _ = write!(line, " {constraint} {times} *{}", if k > 0 { " +" } else { "" });
    }
    line
}
