//! Obstructions: weights of the items that prove, without a search, that a problem has no cover.
//!
//! **Idea.** Give each item a weight. The weight of an option is the sum over its items, and the
//! weight of a cover is the sum over its options, but also the sum over the items that it covers.
//! If the two sums cannot be equal, there is no cover, and no search is needed. On a chessboard
//! without two opposite corners, white squares weigh 1 and black ones -1: each domino weighs 0, and
//! the board weighs 2.
//!
//! **Two kinds.** In a *balance*, no option weighs more than 0, but the items of each cover do. In a
//! *remainder*, the weights of all options are multiples of a number, but that of the items is not.
//!
//! **Search.** Weights are found by a [`matching`], where options have two items at most; by
//! [`parity`], elimination modulo small primes; and by the multipliers of the `taxes` engine.
//! Whatever finds them, [`Obstruction::holds`] checks them in integers.
//!
//! **Source.** Hall, On representatives of subsets (1935); Farkas's lemma; Golomb, Polyominoes
//! (1954), for the chessboard.

mod matching;
mod parity;

use super::engine::taxes;
use super::host::GoOn;
use super::outcome::StopReason;
use crate::dlx::{Class, ItemId, OptionId, Problem};

/// Weights of items that prove that a problem has no cover.
///
/// # Examples
///
/// Three pigeons and two holes.
///
/// ```
/// use quadrille::dlx::{ItemId, Problem};
/// use quadrille::solve::Obstruction;
/// let mut problem = Problem::new(3, 2);
/// for (pigeon, hole) in [(0, 3), (0, 4), (1, 3), (1, 4), (2, 3), (2, 4)] {
///     problem.push(&[ItemId(pigeon), ItemId(hole)])?;
/// }
/// let obstruction = Obstruction::find(&problem, u64::MAX).expect("a hole holds one pigeon");
/// assert!(obstruction.holds(&problem));
/// let heavy: Vec<ItemId> = obstruction.weights.iter().filter(|own| own.1 > 0).map(|own| own.0).collect();
/// assert_eq!(heavy, [ItemId(0), ItemId(1), ItemId(2)]);
/// # Ok::<(), quadrille::dlx::ProblemError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// The weights that are not 0, in the order of the items.
    pub weights: Vec<(ItemId, i64)>,
    /// In a remainder: the number that divides the weight of every option. `None` in a balance.
    pub modulus: Option<u32>,
}

/// Reads of a cell before a search for obstructions gives up, where a search of another kind has not
/// ended soon: some hundredths of a second.
pub(super) const PATIENCE: u64 = 1 << 25;

/// Reads of a cell that every count can spare: some milliseconds.
pub(super) const SOON: u64 = 1 << 21;

/// Primes that are tried as the modulus of a remainder.
const PRIMES: [u32; 4] = [2, 3, 5, 7];

/// The subgradient steps to find multipliers.
const STEPS: usize = 300;

/// The largest weight that is tried when weights are made small.
const SMALL: i64 = 12;

impl Obstruction {
    /// Looks for an obstruction, with at most `cells` reads of an item of an option.
    pub fn find(problem: &Problem, cells: u64) -> Option<Obstruction> {
        Obstruction::look(problem, cells, &mut |_| Ok(())).ok()?
    }

    /// Like [`Obstruction::find`], but stops with the reason if `go_on` returns one. `go_on` gets
    /// the number of cells read since its last call.
    pub(super) fn look(problem: &Problem, cells: u64, go_on: GoOn) -> Result<Option<Obstruction>, StopReason> {
        if let Some(found) = Obstruction::soon(problem, cells, go_on)? {
            return Ok(Some(found));
        }
        Obstruction::thorough(problem, cells, go_on)
    }

    /// Looks for the obstructions that are found in about linear time: by the lengths of the
    /// options, and by a matching.
    pub(super) fn soon(problem: &Problem, cells: u64, go_on: GoOn) -> Result<Option<Obstruction>, StopReason> {
        if problem.class() == Class::Repeated || has_idle_item(problem) {
            return Ok(None);
        }
        let mut meter = Meter::new(cells, go_on);
        let found = [lengths(problem), matching::unmatched(problem, &mut meter)?];
        Ok(found.into_iter().flatten().find(|found| found.holds(problem)))
    }

    /// Looks for the others: by elimination, and by multipliers.
    pub(super) fn thorough(problem: &Problem, cells: u64, go_on: GoOn) -> Result<Option<Obstruction>, StopReason> {
        if problem.class() == Class::Repeated || has_idle_item(problem) {
            return Ok(None);
        }
        let mut meter = Meter::new(cells / 2, go_on);
        for prime in PRIMES {
            let found = parity::remainder(problem, prime, &mut meter)?;
            if let Some(found) = found.filter(|found| found.holds(problem)) {
                return Ok(Some(found));
            }
        }
        meter.left = cells / 2;
        if problem.class() != Class::Exact || meter.left < (STEPS * problem.n_cells()) as u64 {
            return Ok(None);
        }
        let found = taxes::imbalance(problem, STEPS, meter.go_on)?.map(|weights| shortened(problem, weights));
        Ok(found.filter(|found| found.holds(problem)))
    }

    /// The weight of an option.
    pub fn weight(&self, problem: &Problem, option: OptionId) -> Option<i64> {
        problem.items_of(option).iter().try_fold(0i64, |sum, &item| sum.checked_add(self.of(item)))
    }

    /// The weight of an item.
    pub fn of(&self, item: ItemId) -> i64 {
        self.weights.binary_search_by_key(&item, |own| own.0).map_or(0, |at| self.weights[at].1)
    }

    /// The least weight of the items of a cover, each as often as it is covered. In a remainder
    /// every cover has this weight.
    pub fn total(&self, problem: &Problem) -> Option<i64> {
        self.weights.iter().try_fold(0i64, |sum, &(item, weight)| {
            let (least, most) = problem.multiplicity(item);
            let times = if weight > 0 { least } else { most };
            sum.checked_add(weight.checked_mul(i64::from(times))?)
        })
    }

    /// Returns true if the weights prove that the problem has no cover. It needs nothing but
    /// integer sums.
    pub fn holds(&self, problem: &Problem) -> bool {
        let known = |item: ItemId| item.index() < problem.n_items();
        let sorted = self.weights.windows(2).all(|two| two[0].0 < two[1].0);
        if !sorted || !self.weights.iter().all(|own| known(own.0)) || problem.class() == Class::Repeated {
            return false;
        }
        // With colours, several options may hold an item.
        let fits = |item: ItemId| !problem.is_colored() || problem.is_primary(item);
        if !self.weights.iter().all(|own| fits(own.0)) {
            return false;
        }
        let Some(total) = self.total(problem) else { return false };
        // Options without a primary item are never chosen.
        let mut useful = problem.options().filter(|&option| is_useful(problem, option));
        match self.modulus {
            None => total > 0 && useful.all(|option| self.weight(problem, option).is_some_and(|weight| weight <= 0)),
            Some(modulus) => {
                let divides = |weight: i64| modulus > 1 && weight % i64::from(modulus) == 0;
                let exact = |item: ItemId| {
                    let (least, most) = problem.multiplicity(item);
                    least == most
                };
                self.weights.iter().all(|own| exact(own.0))
                    && !divides(total)
                    && useful.all(|option| self.weight(problem, option).is_some_and(divides))
            }
        }
    }
}

/// Returns true if an option can be chosen: it holds a primary item.
fn is_useful(problem: &Problem, option: OptionId) -> bool {
    problem.items_of(option).iter().any(|&item| problem.is_primary(item))
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
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let modulus = problem.options().map(length).filter(|&length| length > 0).fold(0, gcd);
    let weights = (0..problem.n_primary() as u32).map(|item| (ItemId(item), 1)).collect();
    (modulus > 1).then_some(Obstruction { weights, modulus: u32::try_from(modulus).ok() })
}

/// A balance with the smallest weights in proportion to these, that is still one.
fn shortened(problem: &Problem, mut weights: Vec<(ItemId, i64)>) -> Obstruction {
    weights.sort_unstable();
    let largest = weights.iter().map(|own| own.1.abs()).max().unwrap_or(1).max(1);
    let scaled = |by: i64| {
        let round = |weight: i64| {
            let doubled = i128::from(weight) * i128::from(2 * by) + i128::from(largest);
            doubled.div_euclid(i128::from(2 * largest)) as i64
        };
        let small = weights.iter().map(|&(item, weight)| (item, round(weight)));
        Obstruction { weights: small.filter(|own| own.1 != 0).collect(), modulus: None }
    };
    let small = (1..=SMALL).map(scaled).find(|small| small.holds(problem));
    small.unwrap_or_else(|| {
        weights.retain(|own| own.1 != 0);
        Obstruction { weights, modulus: None }
    })
}

/// Counts the cells that a search for obstructions may still read.
struct Meter<'a> {
    left: u64,
    /// The cells read since the host was asked.
    since: usize,
    go_on: GoOn<'a>,
}

/// The cells read between two questions to the host.
const SLICE: usize = 1 << 16;

impl<'a> Meter<'a> {
    fn new(left: u64, go_on: GoOn<'a>) -> Meter<'a> {
        Meter { left, since: 0, go_on }
    }

    /// Counts `cells` reads. Returns false if there are too few left.
    fn spend(&mut self, cells: usize) -> Result<bool, StopReason> {
        self.since += cells;
        if self.since >= SLICE {
            (self.go_on)(std::mem::take(&mut self.since))?;
        }
        let enough = self.left >= cells as u64;
        self.left = self.left.saturating_sub(cells as u64);
        Ok(enough)
    }
}
