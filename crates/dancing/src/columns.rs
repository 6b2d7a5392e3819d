//! The options of each item: the transpose of the problem.

use super::{ItemId, OptionId, Problem};
use alloc::vec::Vec;

/// The options that hold each item, in option order. [`Problem::columns`] builds it in time linear
/// in the number of ones.
///
/// # Examples
///
/// ```
/// use dancing::{ItemId, OptionId, Problem};
/// let mut problem = Problem::new(2, 0);
/// problem.push(&[ItemId(1)]).unwrap();
/// problem.push(&[ItemId(0), ItemId(1)]).unwrap();
/// let columns = problem.columns();
/// assert_eq!(columns.of(ItemId(0)), [OptionId(1)]);
/// assert_eq!(columns.of(ItemId(1)), [OptionId(0), OptionId(1)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// `starts[i]..starts[i + 1]` are the options of item i; length: items + 1.
    starts: Vec<u32>,
    options: Vec<OptionId>,
}

impl Columns {
    /// The options that hold an item.
    #[inline]
    pub fn of(&self, item: ItemId) -> &[OptionId] {
        &self.options[self.starts[item.index()] as usize..self.starts[item.index() + 1] as usize]
    }

    /// The number of options that hold an item.
    #[inline]
    pub fn len(&self, item: ItemId) -> usize {
        self.of(item).len()
    }

    /// Returns (starts, options): the options of all items, item by item, and the index at which
    /// the options of each item start. The starts end with the total, so there are items + 1 of
    /// them.
    #[inline]
    pub fn into_parts(self) -> (Vec<u32>, Vec<OptionId>) {
        (self.starts, self.options)
    }
}

impl Problem {
    /// The options of each item; see [`Columns`].
    pub fn columns(&self) -> Columns {
        let mut starts = vec![0u32; self.n_items() + 1];
        // Every count is at most the number of cells, which fits a `u32`. So the sums need no
        // overflow checks, which were a fifth of the cost of this function.
        for option in self.options() {
            for item in self.items_of(option) {
                let count = &mut starts[item.index() + 1];
                *count = count.wrapping_add(1);
            }
        }
        (0..self.n_items()).for_each(|item| starts[item + 1] = starts[item + 1].wrapping_add(starts[item]));
        let (mut ends, mut options) = (starts.clone(), vec![OptionId(0); self.n_cells()]);
        for option in self.options() {
            for item in self.items_of(option) {
                let end = &mut ends[item.index()];
                options[*end as usize] = option;
                *end = end.wrapping_add(1);
            }
        }
        Columns { starts, options }
    }
}
