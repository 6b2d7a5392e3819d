//! Keys: an item's length above its number, so that the least key *is* the leftmost item with the
//! fewest options. Registers hold many keys at once.

use dancing::Problem;
use std::fmt::Debug;
use wide::{i16x8, i32x4};

/// A register of keys. A lane holds its key minus 2^15 (or 2^31), because register comparisons are
/// signed.
pub trait Block: Copy + Debug + Default {
    const LANES: usize;
    /// The register with [`Block::NONE`] in every lane.
    const EMPTY: Self;
    /// The row of an option without items.
    const ZERO: Self;
    /// The largest key, for covered items and for lanes without an item.
    const NONE: u32;
    fn less(self, off: Self) -> Self;
    fn more(self, on: Self) -> Self;
    /// The keys of the same items with length 0. The low `number` bits are the item's number.
    fn without_options(self, number: u32) -> Self;
    /// The keys, with [`Block::NONE`] for the items in an option's row.
    fn without(self, row: Self) -> Self;
    fn min(self, other: Self) -> Self;
    /// The least key of all lanes.
    fn least(self) -> u32;
    fn get(&self, lane: usize) -> u32;
    fn set(&mut self, lane: usize, key: u32);
    /// Sets the amount that a row subtracts from a lane.
    fn take_off(&mut self, lane: usize, off: u32);
}

macro_rules! block {
    ($register:ident, $lane:ty, $key:ty, $lanes:literal) => {
        impl Block for $register {
            const LANES: usize = $lanes;
            const EMPTY: Self = $register::new([<$lane>::MAX; $lanes]);
            const ZERO: Self = $register::new([0; $lanes]);
            const NONE: u32 = <$key>::MAX as u32;
            #[inline(always)]
            fn less(self, off: Self) -> Self {
                self - off
            }
            #[inline(always)]
            fn more(self, on: Self) -> Self {
                self + on
            }
            #[inline(always)]
            fn without_options(self, number: u32) -> Self {
                let numbers = self & $register::splat((1 << number) - 1) | $register::splat(<$lane>::MIN);
                self.simd_eq(Self::EMPTY).select(self, numbers)
            }
            #[inline(always)]
            fn without(self, row: Self) -> Self {
                row.simd_gt(Self::ZERO).select(Self::EMPTY, self)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                $register::min(self, other)
            }
            #[inline(always)]
            fn least(self) -> u32 {
                u32::from(self.reduce_min().wrapping_sub(<$lane>::MIN) as $key)
            }
            #[inline(always)]
            fn get(&self, lane: usize) -> u32 {
                u32::from(self.as_array()[lane].wrapping_sub(<$lane>::MIN) as $key)
            }
            #[inline(always)]
            fn set(&mut self, lane: usize, key: u32) {
                self.as_mut_array()[lane] = (key as $lane).wrapping_add(<$lane>::MIN);
            }
            fn take_off(&mut self, lane: usize, off: u32) {
                self.as_mut_array()[lane] = off as $lane;
            }
        }
    };
}
block!(i16x8, i16, u16, 8);
block!(i32x4, i32, u32, 4);

/// The least key of many registers.
#[inline(always)]
pub fn least<B: Block>(blocks: &[B]) -> u32 {
    blocks.iter().fold(B::EMPTY, |least, &keys| least.min(keys)).least()
}

/// The number of bits of an item's number.
pub(crate) fn number_bits(problem: &Problem) -> u32 {
    usize::BITS - problem.n_primary().leading_zeros()
}

/// Returns true if 16 bits hold the keys, if the longest item has `longest` options.
pub(crate) fn are_short(problem: &Problem, longest: u32) -> bool {
    (u64::from(longest) + 1) << number_bits(problem) <= u64::from(u16::MAX)
}
