//! Obstructions: weights of the items that prove, without a search, that a problem has no cover.
//!
//! **Idea.** Give each item a weight. The weight of an option is the sum over its items, and the
//! weight of a cover is the sum over its options, but also the sum over the items that it covers.
//! If the two sums cannot be equal, there is no cover. On a chessboard without two opposite
//! corners, white squares weigh 1 and black ones -1: each domino weighs 0, and the board weighs 2.
//!
//! **Two kinds.** In a *balance*, no option weighs more than 0, but the items of each cover do. In
//! a *remainder*, the weights of all options are multiples of a number, but that of the items is
//! not.
//!
//! [`weighing`](super::weighing) finds them. Whatever finds them, [`Obstruction::holds`] checks
//! them in integers.

use dancing::{Class, ItemId, OptionId, Problem};

/// Weights of items that prove that a problem has no cover.
///
/// # Examples
///
/// Three pigeons and two holes.
///
/// ```
/// use dancing::{ItemId, Problem};
/// use quadrille_solve::find_obstruction;
/// let mut problem = Problem::new(3, 2);
/// for (pigeon, hole) in [(0, 3), (0, 4), (1, 3), (1, 4), (2, 3), (2, 4)] {
///     problem.push(&[ItemId(pigeon), ItemId(hole)])?;
/// }
/// let obstruction = find_obstruction(&problem, u64::MAX).expect("a hole holds one pigeon");
/// assert!(obstruction.holds(&problem));
/// let heavy = obstruction.weights.iter().filter(|weight| weight.1 > 0).map(|weight| weight.0);
/// assert!(heavy.eq([ItemId(0), ItemId(1), ItemId(2)]));
/// # Ok::<(), dancing::ProblemError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// The weights that are not 0, in the order of the items.
    pub weights: Vec<(ItemId, i64)>,
    /// In a remainder: the number that divides the weight of every option. `None` in a balance.
    pub modulus: Option<u32>,
}

impl Obstruction {
    /// The weight of an option.
    pub fn weight(&self, problem: &Problem, option: OptionId) -> Option<i64> {
        problem.items_of(option).iter().try_fold(0i64, |sum, &item| sum.checked_add(self.of(item)))
    }

    /// The weight of an item.
    pub fn of(&self, item: ItemId) -> i64 {
        self.weights.binary_search_by_key(&item, |weight| weight.0).map_or(0, |at| self.weights[at].1)
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
        if !sorted || !self.weights.iter().all(|weight| known(weight.0)) || problem.class() == Class::Repeated {
            return false;
        }
        // With colours, several options may hold an item.
        let fits = |item: ItemId| !problem.is_colored() || problem.is_primary(item);
        if !self.weights.iter().all(|weight| fits(weight.0)) {
            return false;
        }
        let Some(total) = self.total(problem) else { return false };
        // Options without a primary item are never chosen.
        let mut useful = problem.options().filter(|&option| problem.is_useful(option));
        match self.modulus {
            None => total > 0 && useful.all(|option| self.weight(problem, option).is_some_and(|weight| weight <= 0)),
            Some(modulus) => {
                let divides = |weight: i64| modulus > 1 && weight % i64::from(modulus) == 0;
                let exact = |item: ItemId| {
                    let (least, most) = problem.multiplicity(item);
                    least == most
                };
                self.weights.iter().all(|weight| exact(weight.0))
                    && !divides(total)
                    && useful.all(|option| self.weight(problem, option).is_some_and(divides))
            }
        }
    }
}
