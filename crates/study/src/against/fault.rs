//! The faults of a program's search: each is a fact about the dance that an operation contradicts.

use super::choices::{Miscount, Violation};
use super::pointers::PointerFault;
use dancing::{ItemId, OptionId};

/// The fact about the dance that an operation contradicts.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The text after the word is not an item or an option of the problem.
    Unknown { what: &'static str, text: String },
    /// A covered item was chosen.
    ChoosesCovered(ItemId),
    /// A secondary item was chosen.
    ChoosesSecondary(ItemId),
    /// The count that the program printed is wrong.
    Count { item: ItemId, said: i64, is: i32 },
    /// The choices follow from counts that are kept wrongly.
    Miscount { how: Miscount, violation: Violation },
    /// The item with the fewest options was not chosen, because it is not in the list of items.
    PassesOver(Violation),
    /// All primary items are covered, and this was not taken for a solution.
    MissesSolution,
    /// A solution was printed while this item is open.
    EarlySolution(ItemId),
    /// This item of the chosen option was not covered.
    NotCovered(ItemId),
    /// An item was covered that the chosen option does not hold.
    CoversForeign(ItemId),
    /// An item was covered for the chosen item, and no option that is left holds both.
    CoversOutside(ItemId),
    /// A second item was chosen after all options of the first one, on the same level.
    BranchesAgain { done: ItemId, again: ItemId },
    /// An item was covered that is covered.
    CoversTwice(ItemId),
    /// An option was tried that does not hold the chosen item.
    TriesForeign(OptionId),
    /// An option was tried that is hidden by the cover of an item.
    TriesHidden(OptionId, ItemId),
    /// An option was tried twice for the same choice.
    TriesTwice(OptionId),
    /// The item was left before these options were tried.
    LeavesOptions(Vec<OptionId>),
    /// An item was uncovered before one that was covered later.
    Order { uncovered: ItemId, last: ItemId },
    /// An item was uncovered that is not covered.
    NotCoveredBefore(ItemId),
    /// This item was not uncovered.
    NotUncovered(ItemId),
    /// The search went back although every open item has an option.
    NotDead,
    /// Another option was taken back than the one that was tried last.
    TakesBackOther(OptionId),
    /// An option was hidden or unhidden that the operation does not hide or unhide.
    HidesForeign(OptionId),
    /// This option was not hidden, or not unhidden.
    NotHidden(OptionId),
    /// Options were not unhidden in the reverse of the order in which they were hidden.
    UnhideOrder { unhidden: OptionId, last: OptionId },
    /// This option of the answer was hidden by this item, with only options of the answer chosen.
    NeedleHidden(OptionId, ItemId),
    /// This option of the answer was taken back, and its solution was not reported.
    NeedleLeft(OptionId),
    /// A pointer is wrong.
    Pointer(PointerFault),
    /// The operation does not belong here.
    OutOfPlace,
    /// The search had ended.
    AfterEnd,
    /// The trace ended in the middle of the search.
    EndsEarly,
}
