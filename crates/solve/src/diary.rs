//! The steps of a search, in their order, from which a proof can be written.

use dancing::{ItemId, OptionId};

/// A variable of a clause: an option is taken, or an item has a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    /// The option is taken.
    Option(OptionId),
    /// An option that is taken gives the colour to the item.
    Colour(ItemId, u32),
}

/// Receives the steps of a search. An engine reports those that it takes.
pub(super) trait Diary {
    /// Reports a clause. Unit propagation derives it from the problem, the solutions found and the
    /// clauses before it. Each variable comes with its value. Returns the number of its line.
    fn learned(&mut self, clause: &mut dyn Iterator<Item = (Variable, bool)>) -> u64;

    /// Reports that clauses are no longer used.
    fn dropped(&mut self, lines: &[u64]);

    /// Reports the taxes of a bound, in units of 1 / [`UNIT`]. The bound rules out the whole
    /// subproblem, or some of its options.
    fn taxed(&mut self, taxes: &[(ItemId, i64)]);

    /// Reports that the search takes an option. `leave` reports that it takes the option back.
    fn enter(&mut self, option: OptionId);
    fn leave(&mut self);
}

/// The fixed-point scale of taxes and bounds: this many make a unit of cost.
pub(super) const UNIT: i64 = 1 << 16;
