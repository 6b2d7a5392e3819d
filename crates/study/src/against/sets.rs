//! An exact cover in the middle of a search, as sets: which items are covered, and which item hid
//! each option. It has no links, so it fits every order of items and options that a program may
//! use.
//!
//! An option is hidden by the first of its items that is covered. It is in the list of an item if
//! nothing hid it, or if this item did.

use dancing::{ItemId, OptionId, Problem};
use std::sync::Arc;

/// The mark of an option that is not hidden.
const NONE: u32 = u32::MAX;

/// The options of each item, in the order of the problem.
#[derive(Debug)]
struct Columns {
    starts: Vec<u32>,
    options: Vec<OptionId>,
}

/// The covered items and the hidden options.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    problem: Arc<Problem>,
    columns: Arc<Columns>,
    /// By option: the item that hid it, or [`NONE`].
    hidden_by: Vec<u32>,
    covered: Vec<bool>,
    /// By item: the number of options in its list.
    len: Vec<i32>,
    /// The primary items that are not covered, as a list that ends at the root, which is the number
    /// of primary items.
    left: Vec<u32>,
    right: Vec<u32>,
    /// The covered items, the last one last.
    stack: Vec<ItemId>,
}

impl Sets {
    pub(super) fn new(problem: &Arc<Problem>) -> Sets {
        let mut len = vec![0i32; problem.n_items()];
        let items = |option| problem.items_of(option).iter().map(|item| item.index());
        problem.options().flat_map(items).for_each(|item| len[item] += 1);
        let mut starts = vec![0u32];
        for &len in &len {
            starts.push(starts[starts.len() - 1] + len as u32);
        }
        let mut ends = starts.clone();
        let mut options = vec![OptionId(0); problem.n_cells()];
        for option in problem.options() {
            for item in items(option) {
                options[ends[item] as usize] = option;
                ends[item] += 1;
            }
        }
        let root = problem.n_primary() as u32;
        let ring = |shift: u32| (0..=root).map(|item| (item + shift) % (root + 1)).collect::<Vec<u32>>();
        Sets {
            columns: Arc::new(Columns { starts, options }),
            hidden_by: vec![NONE; problem.n_options()],
            covered: vec![false; problem.n_items()],
            len,
            left: ring(root),
            right: ring(1),
            stack: Vec::new(),
            problem: Arc::clone(problem),
        }
    }

    pub(super) fn problem(&self) -> &Problem {
        &self.problem
    }

    /// All options that hold an item, hidden ones included.
    pub(super) fn options_of(&self, item: ItemId) -> &[OptionId] {
        let Columns { starts, options } = &*self.columns;
        &options[starts[item.index()] as usize..starts[item.index() + 1] as usize]
    }

    /// The options in the list of an item.
    pub(super) fn list(&self, item: ItemId) -> impl DoubleEndedIterator<Item = OptionId> + '_ {
        self.options_of(item).iter().copied().filter(move |&option| self.is_in_list(option, item))
    }

    /// Returns whether an option that holds the item is in its list.
    pub(super) fn is_in_list(&self, option: OptionId, item: ItemId) -> bool {
        let by = self.hidden_by[option.index()];
        by == NONE || by == item.0
    }

    /// The item that hid an option.
    pub(super) fn hidden_by(&self, option: OptionId) -> Option<ItemId> {
        Some(self.hidden_by[option.index()]).filter(|&by| by != NONE).map(ItemId)
    }

    /// The number of options in the list of an item.
    pub(super) fn len(&self, item: ItemId) -> i32 {
        self.len[item.index()]
    }

    pub(super) fn lens(&self) -> &[i32] {
        &self.len
    }

    pub(super) fn is_covered(&self, item: ItemId) -> bool {
        self.covered[item.index()]
    }

    /// The covered items, the last one last.
    pub(super) fn stack(&self) -> &[ItemId] {
        &self.stack
    }

    /// The primary items that are not covered.
    pub(super) fn open(&self) -> impl Iterator<Item = ItemId> + '_ {
        let root = self.right.len() as u32 - 1;
        let items = std::iter::successors(Some(self.right[root as usize]), |&item| Some(self.right[item as usize]));
        items.take_while(move |&item| item != root).map(ItemId)
    }

    /// The open item before an item in the list of items; `None` at its beginning, and for a
    /// secondary item, which is not in the list.
    pub(super) fn before(&self, item: ItemId) -> Option<ItemId> {
        self.left.get(item.index()).copied().filter(|&item| item + 1 < self.left.len() as u32).map(ItemId)
    }

    /// The open item after an item; `None` at the end of the list, and for a secondary item.
    pub(super) fn after(&self, item: ItemId) -> Option<ItemId> {
        self.right.get(item.index()).copied().filter(|&item| item + 1 < self.right.len() as u32).map(ItemId)
    }

    /// Covers an item. `hides` is called with each option that it hides.
    pub(super) fn cover(&mut self, item: ItemId, mut hides: impl FnMut(OptionId, &Problem)) {
        let problem = Arc::clone(&self.problem);
        let columns = Arc::clone(&self.columns);
        let at = item.index();
        if at + 1 < self.right.len() {
            let (before, after) = (self.left[at], self.right[at]);
            (self.right[before as usize], self.left[after as usize]) = (after, before);
        }
        self.covered[at] = true;
        self.stack.push(item);
        for &option in &columns.options[columns.starts[at] as usize..columns.starts[at + 1] as usize] {
            if self.hidden_by[option.index()] == NONE {
                self.hidden_by[option.index()] = item.0;
                problem.items_of(option).iter().for_each(|item| self.len[item.index()] -= 1);
                // The option stays in the list of the covered item.
                self.len[at] += 1;
                hides(option, &problem);
            }
        }
    }

    /// Uncovers the item that was covered last. The inverse of [`Sets::cover`].
    pub(super) fn uncover(&mut self, mut unhides: impl FnMut(OptionId, &Problem)) {
        let Some(item) = self.stack.pop() else { return };
        let problem = Arc::clone(&self.problem);
        let columns = Arc::clone(&self.columns);
        let at = item.index();
        for &option in columns.options[columns.starts[at] as usize..columns.starts[at + 1] as usize].iter().rev() {
            if self.hidden_by[option.index()] == item.0 {
                self.hidden_by[option.index()] = NONE;
                problem.items_of(option).iter().for_each(|item| self.len[item.index()] += 1);
                self.len[at] -= 1;
                unhides(option, &problem);
            }
        }
        self.covered[at] = false;
        if at + 1 < self.right.len() {
            let (before, after) = (self.left[at], self.right[at]);
            (self.right[before as usize], self.left[after as usize]) = (item.0, item.0);
        }
    }
}
