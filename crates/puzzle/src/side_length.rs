//! The side of a grid as it is read from input. It is checked at once, before any arithmetic.
//!
//! Inside the crate a side is a plain `n`. [`super::Side`] is something else: the side of a cell.

use std::ops::RangeInclusive;

/// The side of a grid, from 4 to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SideLength(u8);

impl SideLength {
    /// The sides of boxed grids.
    pub const ALL: RangeInclusive<u64> = 4..=64;

    /// The sides of jigsaws, and of the grids of most other programs.
    pub const SMALL: RangeInclusive<u64> = 4..=16;

    /// A side from a number; `None` if it is not one of `allowed`.
    pub fn new(n: u64, allowed: RangeInclusive<u64>) -> Option<SideLength> {
        let is_side = allowed.contains(&n) && SideLength::ALL.contains(&n);
        u8::try_from(n).ok().filter(|_| is_side).map(SideLength)
    }

    /// The side of a grid whose boxes have this many rows and columns.
    pub fn of_boxes(rows: u64, columns: u64) -> Option<SideLength> {
        rows.checked_mul(columns).and_then(|n| SideLength::new(n, SideLength::ALL))
    }

    pub fn n(self) -> usize {
        self.0.into()
    }
}

/// Two whole numbers with an `x` between them, such as the rows and columns of a box: `2x3`. `None`
/// for anything else, and for numbers of 2^64 and more.
pub(super) fn pair(text: &str) -> Option<(u64, u64)> {
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?;
    let (one, other) = text.split_once('x')?;
    Some((number(one)?, number(other)?))
}
