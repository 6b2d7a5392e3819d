//! The search for an [`Obstruction`]: weights of items that no cover can balance.
//!
//! **Idea.** They are found by the lengths of the options; by the [`sizes`] of what must be laid; by
//! a [`matching`], where options have two items at most; by [`parity`], elimination modulo small
//! primes; and by the multipliers of the `taxes` engine.
//!
//! **Source.** Hall, On representatives of subsets (1935); Farkas's lemma; Golomb, Polyominoes
//! (1954), for the chessboard.

mod matching;
mod parity;
mod sizes;

use super::engine::taxes;
use super::host::GoOn;
use super::obstruction::Obstruction;
use super::outcome::StopReason;
use dancing::{Class, ItemId, Meter, OptionId, Problem, Short};

/// Reads of a cell before a search for obstructions gives up, where a search of another kind has
/// not ended soon: some hundredths of a second.
pub(super) const PATIENCE: u64 = 1 << 25;

/// Reads of a cell that every count can spare: some milliseconds.
pub(super) const SOON: u64 = 1 << 21;

/// The most bytes that a search for obstructions may take.
const BYTES: u64 = 1 << 28;

/// Primes that are tried as the modulus of a remainder.
const PRIMES: [u32; 4] = [2, 3, 5, 7];

/// The subgradient steps to find multipliers.
const STEPS: usize = 300;

/// The largest weight that is tried when weights are made small.
const SMALL: i64 = 12;

/// Looks for an obstruction, with at most `cells` reads of an item of an option.
pub fn find_obstruction(problem: &Problem, cells: u64) -> Option<Obstruction> {
    look(problem, cells, &mut |_| Ok(())).ok()?
}

/// Like [`find_obstruction`], but stops with the reason if `go_on` returns one. `go_on` gets the
/// number of cells read since its last call.
pub(super) fn look(problem: &Problem, cells: u64, go_on: GoOn) -> Result<Option<Obstruction>, StopReason> {
    if let Some(found) = soon(problem, cells, go_on)? {
        return Ok(Some(found));
    }
    thorough(problem, cells, go_on)
}

/// Looks for the obstructions that are found in about linear time: by the lengths of the options,
/// by sizes, and by a matching. The first two read each cell a few times, whatever `cells` says: the
/// problem was built with as much work.
pub(super) fn soon(problem: &Problem, cells: u64, go_on: GoOn) -> Result<Option<Obstruction>, StopReason> {
    if is_hopeless(problem, u64::MAX) {
        return Ok(None);
    }
    go_on(problem.n_cells())?;
    let found = lengths(problem).filter(|found| found.holds(problem));
    if let Some(found) = found.or_else(|| sizes::sizes(problem)) {
        return Ok(Some(found));
    }
    if is_hopeless(problem, cells) {
        return Ok(None);
    }
    metered(cells, go_on, |meter| {
        meter.spend(problem.n_cells())?;
        Ok(matching::unmatched(problem, meter)?.filter(|found| found.holds(problem)))
    })
}

/// Looks for the others: by elimination, and by multipliers.
pub(super) fn thorough(problem: &Problem, cells: u64, go_on: GoOn) -> Result<Option<Obstruction>, StopReason> {
    if is_hopeless(problem, cells) {
        return Ok(None);
    }
    let mut left = cells / 2;
    for prime in PRIMES {
        let found = metered(left, go_on, |meter| {
            let found = parity::remainder(problem, prime, meter);
            left = meter.left();
            found
        })?;
        if let Some(found) = found.filter(|found| found.holds(problem)) {
            return Ok(Some(found));
        }
    }
    if problem.class() != Class::Exact || cells / 2 < (STEPS * problem.n_cells()) as u64 {
        return Ok(None);
    }
    let found = taxes::imbalance(problem, STEPS, go_on)?.map(|weights| shortened(problem, weights));
    Ok(found.filter(|found| found.holds(problem)))
}

/// Works under a meter. What is spent in vain has found nothing.
fn metered<T>(
    cells: u64,
    go_on: GoOn,
    work: impl FnOnce(&mut Meter) -> Result<Option<T>, Short>,
) -> Result<Option<T>, StopReason> {
    let mut stopped = None;
    let mut ask = || {
        stopped = go_on(0).err();
        stopped.is_none()
    };
    let found = work(&mut Meter::new(cells, BYTES, &mut ask));
    match (found, stopped) {
        (_, Some(reason)) => Err(reason),
        (found, None) => Ok(found.unwrap_or(None)),
    }
}

/// Returns true if there is nothing to look for, or too few cells may be read.
fn is_hopeless(problem: &Problem, cells: u64) -> bool {
    problem.class() == Class::Repeated || problem.n_cells() as u64 > cells || has_idle_item(problem)
}

/// Returns true if a primary item has no option. The item says more than any obstruction.
fn has_idle_item(problem: &Problem) -> bool {
    let mut held = vec![false; problem.n_primary()];
    let useful = problem.options().flat_map(|option| problem.items_of(option));
    useful.filter(|item| problem.is_primary(**item)).for_each(|item| held[item.index()] = true);
    !held.iter().all(|&held| held)
}

/// A remainder in which every primary item weighs 1: the modulus is the largest number that divides
/// the lengths of all options.
fn lengths(problem: &Problem) -> Option<Obstruction> {
    let length = |option: OptionId| problem.items_of(option).iter().filter(|&&item| problem.is_primary(item)).count();
    let modulus =
        problem.options().map(length).filter(|&length| length > 0).fold(0, |all, length| gcd(all, length as i64));
    let weights = (0..problem.n_primary() as u32).map(|item| (ItemId(item), 1)).collect();
    (modulus > 1).then_some(Obstruction { weights, modulus: u32::try_from(modulus).ok() })
}

/// The greatest common divisor; that of a number and 0 is the number.
fn gcd(one: i64, other: i64) -> i64 {
    if other == 0 { one.abs() } else { gcd(other, one % other) }
}

/// A balance with the smallest weights in proportion to these, that is still one.
fn shortened(problem: &Problem, mut weights: Vec<(ItemId, i64)>) -> Obstruction {
    weights.sort_unstable();
    let largest = weights.iter().map(|weight| weight.1.abs()).max().unwrap_or(1).max(1);
    let scaled = |by: i64| {
        let round = |weight: i64| {
            let doubled = i128::from(weight) * i128::from(2 * by) + i128::from(largest);
            doubled.div_euclid(i128::from(2 * largest)) as i64
        };
        let small = weights.iter().map(|&(item, weight)| (item, round(weight)));
        Obstruction { weights: small.filter(|weight| weight.1 != 0).collect(), modulus: None }
    };
    let small = (1..=SMALL).map(scaled).find(|small| small.holds(problem));
    small.unwrap_or_else(|| {
        weights.retain(|weight| weight.1 != 0);
        Obstruction { weights, modulus: None }
    })
}
