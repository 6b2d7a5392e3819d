//! An operation of a program's search, with the items and options of the problem, and the kinds of
//! operations that a source tells.

use dancing::{ItemId, OptionId};

/// An operation of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The search function is entered, at the root or for an option.
    Enter,
    /// The search function returns.
    Leave,
    /// An item was chosen. `left` is its number of options, as the program counts them.
    Choose {
        /// The item.
        item: ItemId,
        /// See above.
        left: Option<i64>,
    },
    /// An item is covered.
    Cover(ItemId),
    /// An item is uncovered.
    Uncover(ItemId),
    /// An option was chosen.
    Try(OptionId),
    /// An option is taken back.
    Untry(OptionId),
    /// An option leaves the lists of its other items, inside a cover.
    Hide(OptionId),
    /// An option comes back to them, inside an uncover.
    Unhide(OptionId),
    /// All primary items are covered.
    Solution,
    /// The pointers of a node.
    Links {
        /// The number of the node, as the program counts.
        node: i64,
        /// U of the node.
        up: i64,
        /// D of the node.
        down: i64,
        /// L of the node.
        left: i64,
        /// R of the node.
        right: i64,
    },
}

/// The kinds of operations that a source tells. What it never tells is not compared: it happens on
/// its own, where it must.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// [`Operation::Enter`] and [`Operation::Leave`].
    pub search: bool,
    /// [`Operation::Choose`].
    pub choose: bool,
    /// [`Operation::Cover`].
    pub cover: bool,
    /// [`Operation::Uncover`].
    pub uncover: bool,
    /// [`Operation::Try`].
    pub tries: bool,
    /// [`Operation::Untry`].
    pub untry: bool,
    /// [`Operation::Hide`].
    pub hide: bool,
    /// [`Operation::Unhide`].
    pub unhide: bool,
    /// [`Operation::Solution`].
    pub solution: bool,
    /// Covers of secondary items that change no list.
    pub idle: bool,
}

impl Vocabulary {
    /// Every kind of operation.
    pub fn all() -> Vocabulary {
        let (search, choose, cover, uncover) = (true, true, true, true);
        let (tries, untry, hide, unhide, solution, idle) = (true, true, true, true, true, true);
        Vocabulary { search, choose, cover, uncover, tries, untry, hide, unhide, solution, idle }
    }

    /// Adds the kind of an operation.
    pub(super) fn add(&mut self, operation: &Operation) {
        match operation {
            Operation::Enter | Operation::Leave => self.search = true,
            Operation::Choose { .. } => self.choose = true,
            Operation::Cover(_) => self.cover = true,
            Operation::Uncover(_) => (self.cover, self.uncover) = (true, true),
            Operation::Try(_) => self.tries = true,
            Operation::Untry(_) => self.untry = true,
            Operation::Hide(_) => self.hide = true,
            Operation::Unhide(_) => self.unhide = true,
            Operation::Solution => self.solution = true,
            Operation::Links { .. } => {}
        }
    }
}
