//! Remainders: weights modulo a prime with which every option weighs a multiple of it, and the
//! items together do not.
//!
//! **Idea.** Options are vectors over the integers modulo the prime, with an entry for each item
//! that is covered a fixed number of times. A cover is a sum of options that equals the vector of
//! those numbers. If no combination of options is that vector, linear algebra gives weights that
//! are 0 on every option and not on the vector.

use super::Meter;
use crate::dlx::{ItemId, Problem};
use crate::solve::obstruction::Obstruction;
use crate::solve::outcome::StopReason;

/// Entries that one operation of a processor subtracts.
const AT_ONCE: usize = 16;

/// The echelon form of some vectors.
struct Basis {
    prime: u8,
    /// By column: the vector that begins there, with a 1.
    rows: Vec<Option<Vec<u8>>>,
}

/// Looks for weights modulo a prime.
pub(super) fn remainder(problem: &Problem, prime: u32, meter: &mut Meter) -> Result<Option<Obstruction>, StopReason> {
    let fixed = |item: &ItemId| {
        let (least, most) = problem.multiplicity(*item);
        least == most
    };
    let items: Vec<ItemId> = (0..problem.n_primary() as u32).map(ItemId).filter(fixed).collect();
    let mut column = vec![None; problem.n_items()];
    items.iter().enumerate().for_each(|(at, item)| column[item.index()] = Some(at));
    let mut basis = Basis { prime: prime as u8, rows: vec![None; items.len()] };
    let mut rank = 0;
    for option in problem.options().filter(|&option| problem.is_useful(option)) {
        let mut vector = vec![0u8; items.len()];
        problem.items_of(option).iter().filter_map(|item| column[item.index()]).for_each(|at| vector[at] = 1);
        let (added, enough) = basis.add(vector, meter)?;
        rank += usize::from(added);
        if !enough || rank == items.len() {
            return Ok(None);
        }
    }
    let wanted = items.iter().map(|&item| (problem.multiplicity(item).0 % prime) as u8).collect();
    let (rest, enough) = basis.rest(wanted, meter)?;
    let Some(free) = rest.iter().position(|&entry| entry > 0).filter(|_| enough) else { return Ok(None) };
    let Some(weights) = basis.kernel(free, meter)? else { return Ok(None) };
    // A weight above half of the prime is written as a negative one.
    let signed =
        |weight: u8| if u32::from(weight) * 2 > prime { i64::from(weight) - i64::from(prime) } else { weight.into() };
    let weights = items.into_iter().zip(weights.into_iter().map(signed)).filter(|own| own.1 != 0).collect();
    Ok(Some(Obstruction { weights, modulus: Some(prime) }))
}

impl Basis {
    /// The rest of a vector after the basis vectors are subtracted: 0 in every column where one
    /// begins. The second value is false if the meter has run out.
    fn rest(&self, mut vector: Vec<u8>, meter: &mut Meter) -> Result<(Vec<u8>, bool), StopReason> {
        for at in 0..vector.len() {
            if vector[at] == 0 {
                continue;
            }
            let Some(row) = &self.rows[at] else { continue };
            if !meter.spend((vector.len() - at).div_ceil(AT_ONCE))? {
                return Ok((vector, false));
            }
            let times = self.prime - vector[at];
            for (entry, &own) in vector[at..].iter_mut().zip(&row[at..]) {
                *entry = (*entry + times * own) % self.prime;
            }
        }
        Ok((vector, true))
    }

    /// Adds a vector unless it is a combination of those before. Returns true if it was added, and
    /// false as the second value if the meter has run out.
    fn add(&mut self, vector: Vec<u8>, meter: &mut Meter) -> Result<(bool, bool), StopReason> {
        let (mut vector, enough) = self.rest(vector, meter)?;
        let Some(first) = vector.iter().position(|&entry| entry > 0).filter(|_| enough) else {
            return Ok((false, enough));
        };
        let inverse = (1..self.prime).find(|times| times * vector[first] % self.prime == 1).unwrap_or(1);
        vector.iter_mut().for_each(|entry| *entry = *entry * inverse % self.prime);
        self.rows[first] = Some(vector);
        Ok((true, true))
    }

    /// Weights that are 0 on every basis vector, 1 in the column `free` where none begins, and 0 in
    /// the other such columns. `None` if the meter has run out.
    fn kernel(&self, free: usize, meter: &mut Meter) -> Result<Option<Vec<u8>>, StopReason> {
        let mut weights = vec![0u8; self.rows.len()];
        weights[free] = 1;
        // A vector that begins in a column fixes the weight there by those of later columns.
        for at in (0..self.rows.len()).rev() {
            let Some(row) = &self.rows[at] else { continue };
            if !meter.spend((row.len() - at).div_ceil(AT_ONCE))? {
                return Ok(None);
            }
            let sum = row[at + 1..]
                .iter()
                .zip(&weights[at + 1..])
                .map(|(&own, &weight)| u32::from(own * weight))
                .sum::<u32>();
            weights[at] = ((u32::from(self.prime) - sum % u32::from(self.prime)) % u32::from(self.prime)) as u8;
        }
        Ok(Some(weights))
    }
}
