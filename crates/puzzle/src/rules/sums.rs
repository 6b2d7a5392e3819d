//! Sums of selections of numbers, as a set of bits.

/// The sums of one or more of some numbers, one bit each, up to the largest sum that matters.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Sums {
    words: Vec<u64>,
    most: u32,
}

impl Sums {
    /// The sums of no numbers: none. Those above `most` are left out from now on.
    pub(super) fn up_to(most: u32) -> Sums {
        Sums { words: vec![0; most as usize / 64 + 1], most }
    }

    /// The sums with another number, alone and added to each.
    pub(super) fn with(&self, number: u32) -> Sums {
        let (skipped, by) = (number as usize / 64, number % 64);
        let mut words = self.words.clone();
        for (word, &before) in words.iter_mut().skip(skipped).zip(&self.words) {
            *word |= before << by;
        }
        if by > 0 {
            for (word, &before) in words.iter_mut().skip(skipped + 1).zip(&self.words) {
                *word |= before >> (64 - by);
            }
        }
        if number <= self.most {
            words[skipped] |= 1 << by;
        }
        if let Some(last) = words.last_mut() {
            *last &= u64::MAX >> (63 - self.most % 64);
        }
        Sums { words, most: self.most }
    }

    /// Returns whether one of the sums is this one, which is at most the largest.
    pub(super) fn holds(&self, sum: u32) -> bool {
        self.words[sum as usize / 64] >> (sum % 64) & 1 == 1
    }
}
