//! The likely bug behind a fault, and how to correct it.

use super::choices::Miscount;
use super::fault::Fault;
use super::follow::{Follower, Point};
use dancing::Field;

/// A class of bugs in programs with dancing links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Items or options come back in the wrong order.
    Order,
    /// Counts are not kept.
    Count,
    /// The list of items has a header too many or too few.
    Header,
    /// A list has a node too many or too few, or a loop leaves one out.
    Node,
    /// Secondary items are in the list of items.
    Secondary,
    /// A solution is not noticed.
    Solution,
    /// Something of the case before is left.
    Reset,
    /// The search does not go through the whole tree.
    Unfinished,
    /// An option of an answer that is right was lost.
    Needle,
    /// The program's items and options are not those of the puzzle, or are written in another
    /// order.
    Model,
    /// The program crashed.
    Crash,
    /// The program prints no operation any more and does not end.
    Hang,
    /// The lines do not fit the protocol or the problem.
    Protocol,
}

impl Bug {
    /// All bugs.
    pub const ALL: [Bug; 13] = [
        Bug::Order,
        Bug::Count,
        Bug::Header,
        Bug::Node,
        Bug::Secondary,
        Bug::Solution,
        Bug::Reset,
        Bug::Unfinished,
        Bug::Needle,
        Bug::Model,
        Bug::Crash,
        Bug::Hang,
        Bug::Protocol,
    ];

    /// The name in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Bug::Order => "order",
            Bug::Count => "count",
            Bug::Header => "header",
            Bug::Node => "node",
            Bug::Secondary => "secondary",
            Bug::Solution => "solution",
            Bug::Reset => "reset",
            Bug::Unfinished => "unfinished",
            Bug::Needle => "needle",
            Bug::Model => "model",
            Bug::Crash => "crash",
            Bug::Hang => "hang",
            Bug::Protocol => "protocol",
        }
    }

    /// The bug in a phrase.
    pub fn words(self) -> &'static str {
        match self {
            Bug::Order => "the order of uncovering",
            Bug::Count => "counts of options that are not kept",
            Bug::Header => "a header that is not unlinked by cover, or not linked again by uncover",
            Bug::Node => "a wrong node in a ring: a loop that starts or ends at the wrong node",
            Bug::Secondary => "a secondary item that is treated as primary",
            Bug::Solution => "no stop at a solution",
            Bug::Reset => "counts or lists that are not reset between cases",
            Bug::Unfinished => "a search that ends too early",
            Bug::Needle => "options with a wrong item, or a branch that is left too early",
            Bug::Model => "items or options that are not those of the puzzle, or numbers in another order",
            Bug::Crash => "a crash",
            Bug::Hang => "an endless loop",
            Bug::Protocol => "lines that do not fit: the numbering, the order of items, or a word in the wrong place",
        }
    }

    /// The place in a program to look at.
    pub fn remedy(self) -> &'static str {
        match self {
            Bug::Order => {
                "uncover in the reverse order: the items of an option from last to first, a list from bottom to top"
            }
            Bug::Count => {
                "wherever a node leaves its list, subtract 1 from the count of its item; where it comes back, add 1"
            }
            Bug::Header => {
                "cover sets L[R[c]] = L[c] and R[L[c]] = R[c]; uncover sets L[R[c]] = R[L[c]] = c, as its last step"
            }
            Bug::Node => "check where each loop starts and ends: from D[c] until c, and from R[j] until j",
            Bug::Secondary => "set L[c] = R[c] = c for each secondary item, so that it is not in the list of items",
            Bug::Solution => "test R[0] == 0 before an item is chosen",
            Bug::Reset => "set every count, header and row to its first value at the start of each case",
            Bug::Unfinished => "try every option of the item, unless a solution was found and one is enough",
            Bug::Needle => "compute the items of the named options by hand, and look at what makes the search go back",
            Bug::Model => {
                "print your items and options as text and compare them: quadrille lint MINE.txt --against FILE; or print names in place of numbers"
            }
            Bug::Crash => {
                "look at the next operation: the program read or wrote outside its arrays there, or recursed too deep"
            }
            Bug::Hang => "look at the next operation: a loop there does not come back to its start",
            Bug::Protocol => "print each word where `quadrille trace --brief` prints it, and give --base or --model",
        }
    }
}

/// The likely bug behind a fault. `is_later` is true for the second case of a trace and those after
/// it.
pub(super) fn diagnose(fault: &Fault, follower: &Follower, is_later: bool) -> Bug {
    // Before the first uncover of a later case, the lists are as the program built them.
    let is_unbuilt = is_later && !follower.has_uncovered;
    let at_solution = follower.point() == Point::Level && follower.sets.open().next().is_none();
    // Nothing was covered before the first choice, so no list is wrong yet.
    let at_first = follower.is_at_first_choice() && !is_later;
    match fault {
        Fault::Count { .. } | Fault::TriesForeign(_) | Fault::Miscount { .. } if at_first => Bug::Model,
        Fault::Unknown { .. } if at_solution => Bug::Solution,
        Fault::Unknown { .. } if is_later => Bug::Reset,
        Fault::Unknown { .. } => Bug::Protocol,
        Fault::ChoosesCovered(_) | Fault::PassesOver(_) => Bug::Header,
        Fault::ChoosesSecondary(_) => Bug::Secondary,
        Fault::Count { item, said, .. } => match follower.choices.said(*item, *said) {
            _ if is_later && follower.choices.made == 0 => Bug::Reset,
            Some(Miscount::NotReset) if is_later => Bug::Reset,
            _ => Bug::Count,
        },
        Fault::Miscount { how: Miscount::NotReset, .. } => Bug::Reset,
        Fault::Miscount { .. } => Bug::Count,
        Fault::MissesSolution if follower.has_open_secondary() => Bug::Secondary,
        Fault::MissesSolution => Bug::Solution,
        Fault::EarlySolution(_) if is_unbuilt => Bug::Reset,
        Fault::EarlySolution(_) => Bug::Header,
        Fault::TriesForeign(_) | Fault::NotDead | Fault::TriesHidden(..) if is_unbuilt => Bug::Reset,
        Fault::LeavesOptions(_) if is_unbuilt => Bug::Reset,
        Fault::NotDead => Bug::Count,
        Fault::CoversTwice(item)
            if follower.covered_here() == 0 && follower.current().is_none_or(|it| it.0 != *item) =>
        {
            Bug::Header
        }
        Fault::Order { .. } | Fault::UnhideOrder { .. } => Bug::Order,
        Fault::NotCovered(_)
        | Fault::CoversForeign(_)
        | Fault::CoversTwice(_)
        | Fault::TriesForeign(_)
        | Fault::TriesHidden(..)
        | Fault::TriesTwice(_)
        | Fault::LeavesOptions(_)
        | Fault::NotCoveredBefore(_)
        | Fault::NotUncovered(_)
        | Fault::TakesBackOther(_)
        | Fault::HidesForeign(_)
        | Fault::NotHidden(_) => Bug::Node,
        Fault::Pointer(fault) if matches!(fault.field, Field::Left | Field::Right) => Bug::Header,
        Fault::Pointer(_) => Bug::Node,
        Fault::NeedleHidden(..) | Fault::NeedleLeft(_) => Bug::Needle,
        Fault::EndsEarly => Bug::Unfinished,
        Fault::OutOfPlace | Fault::AfterEnd => Bug::Protocol,
    }
}
