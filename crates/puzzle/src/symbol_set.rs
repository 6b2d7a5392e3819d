//! Sets of symbols.

use super::cell::Symbol;
use serde::{Deserialize, Serialize};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of symbols of a grid, one bit each, the first symbol the lowest: candidates of a cell, or
/// marks in it.
///
/// # Examples
///
/// ```
/// use quadrille_puzzle::{Symbol, SymbolSet};
///
/// let odd: SymbolSet = [0, 2, 4].map(Symbol).into_iter().collect();
/// let small = SymbolSet::first(3);
/// assert_eq!(odd & small, SymbolSet(0b101));
/// assert_eq!((small - odd).only(), Some(Symbol(1)));
/// assert_eq!(odd.symbols().map(|symbol| symbol.0).collect::<Vec<_>>(), [0, 2, 4]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SymbolSet(pub u64);

impl SymbolSet {
    /// No symbol.
    pub const EMPTY: SymbolSet = SymbolSet(0);

    /// Every symbol that a set can hold.
    pub const ALL: SymbolSet = SymbolSet(u64::MAX);

    /// The most symbols of a set.
    pub const MOST: usize = u64::BITS as usize;

    /// The first n symbols, n at most [`SymbolSet::MOST`].
    pub const fn first(n: usize) -> SymbolSet {
        SymbolSet(if n == 0 { 0 } else { u64::MAX >> (SymbolSet::MOST - n) })
    }

    /// One symbol.
    pub const fn of(symbol: Symbol) -> SymbolSet {
        SymbolSet(1 << symbol.0)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of symbols.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub const fn contains(self, symbol: Symbol) -> bool {
        self.0 >> symbol.0 & 1 == 1
    }

    /// Returns whether a symbol is in both sets.
    pub const fn meets(self, other: SymbolSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the other set has all these symbols.
    pub const fn is_in(self, other: SymbolSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set with another symbol.
    pub const fn with(self, symbol: Symbol) -> SymbolSet {
        SymbolSet(self.0 | 1 << symbol.0)
    }

    /// The set without a symbol.
    pub const fn without(self, symbol: Symbol) -> SymbolSet {
        SymbolSet(self.0 & !(1 << symbol.0))
    }

    /// The symbol of a set of one; `None` for any other set.
    pub const fn only(self) -> Option<Symbol> {
        if self.len() == 1 { Some(Symbol(self.0.trailing_zeros() as u8)) } else { None }
    }

    /// The symbols, in their order.
    pub fn symbols(self) -> impl Iterator<Item = Symbol> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let symbol = Symbol(left.trailing_zeros() as u8);
            // Without its lowest bit; an empty set ends.
            let rest = left & left.checked_sub(1)?;
            left = rest;
            Some(symbol)
        })
    }
}

impl BitAnd for SymbolSet {
    type Output = SymbolSet;

    fn bitand(self, other: SymbolSet) -> SymbolSet {
        SymbolSet(self.0 & other.0)
    }
}

impl BitOr for SymbolSet {
    type Output = SymbolSet;

    fn bitor(self, other: SymbolSet) -> SymbolSet {
        SymbolSet(self.0 | other.0)
    }
}

/// The symbols of the first set that are not in the second.
impl Sub for SymbolSet {
    type Output = SymbolSet;

    fn sub(self, other: SymbolSet) -> SymbolSet {
        SymbolSet(self.0 & !other.0)
    }
}

impl BitAndAssign for SymbolSet {
    fn bitand_assign(&mut self, other: SymbolSet) {
        *self = *self & other;
    }
}

impl BitOrAssign for SymbolSet {
    fn bitor_assign(&mut self, other: SymbolSet) {
        *self = *self | other;
    }
}

impl SubAssign for SymbolSet {
    fn sub_assign(&mut self, other: SymbolSet) {
        *self = *self - other;
    }
}

/// The symbols of all sets together.
impl FromIterator<SymbolSet> for SymbolSet {
    fn from_iter<I: IntoIterator<Item = SymbolSet>>(sets: I) -> SymbolSet {
        sets.into_iter().fold(SymbolSet::EMPTY, SymbolSet::bitor)
    }
}

impl FromIterator<Symbol> for SymbolSet {
    fn from_iter<I: IntoIterator<Item = Symbol>>(symbols: I) -> SymbolSet {
        symbols.into_iter().fold(SymbolSet::EMPTY, SymbolSet::with)
    }
}
