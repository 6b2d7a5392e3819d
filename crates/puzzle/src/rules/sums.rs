//! Sums of selections of numbers, as a set of bits.

/// The sums of one or more of some numbers, one bit each. No cage has a larger sum than 25 numbers
/// up to 25: 325.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Sums([u64; 6]);

impl Sums {
    /// The sums with another number, which is less than 64.
    pub(super) fn with(&self, number: u32) -> Sums {
        let (mut all, mut carried) = (self.0, 0);
        for (word, before) in all.iter_mut().zip(self.0) {
            *word |= before << number | carried;
            carried = before >> 1 >> (63 - number);
        }
        all[0] |= 1 << number;
        Sums(all)
    }

    /// Returns whether one of the sums is this one.
    pub(super) fn holds(&self, sum: u32) -> bool {
        self.0.get((sum / 64) as usize).is_some_and(|word| word >> (sum % 64) & 1 == 1)
    }

    /// The sums without those that are larger than `most`.
    pub(super) fn up_to(mut self, most: u32) -> Sums {
        for (at, word) in (0..).zip(&mut self.0) {
            *word &= match most.checked_sub(64 * at) {
                None => 0,
                Some(left) if left >= 63 => u64::MAX,
                Some(left) => (1 << (left + 1)) - 1,
            };
        }
        self
    }
}
