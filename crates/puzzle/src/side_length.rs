//! The side of a grid as it is read from input. It is checked at once, before any arithmetic.
//!
//! Inside the crate a side is a plain `n`. [`super::Side`] is something else: the side of a cell.

use std::ops::RangeInclusive;

/// The side of a grid, from 4 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SideLength(u8);

impl SideLength {
    /// The sides of boxed grids.
    pub const ALL: RangeInclusive<u64> = 4..=25;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_never_a_smaller_side() {
        // 2^63 + 2 and 2^32 + 1, whose products with the other number are 4 and 9 modulo 2^64.
        for (rows, columns) in [(2, (1 << 63) + 2), ((1 << 32) + 1, (1 << 32) + 1), (u64::MAX, u64::MAX), (0, 9)] {
            assert_eq!(SideLength::of_boxes(rows, columns), None, "{rows}x{columns}");
        }
        assert_eq!(SideLength::of_boxes(2, 3).map(SideLength::n), Some(6));
        assert_eq!(SideLength::new(260, SideLength::ALL), None);
        assert_eq!(SideLength::new(17, SideLength::SMALL), None);
        assert_eq!(pair("12x3"), Some((12, 3)));
        for text in ["18446744073709551616x1", "x3", "3x", "3", "+3x3", "3x3x3"] {
            assert_eq!(pair(text), None, "{text}");
        }
    }
}
