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
    /// The search branches on every item, not on one.
    Branching,
    /// Items without options are passed over.
    Skips,
    /// The loop over the options ends after the first one.
    Break,
    /// The chosen item is not uncovered.
    Unpaired,
    /// The chosen item is covered twice.
    Twice,
    /// Links are wrong before the first operation.
    Build,
}

impl Bug {
    /// All bugs.
    pub const ALL: [Bug; 19] = [
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
        Bug::Branching,
        Bug::Skips,
        Bug::Break,
        Bug::Unpaired,
        Bug::Twice,
        Bug::Build,
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
            Bug::Branching => "branching",
            Bug::Skips => "skips",
            Bug::Break => "break",
            Bug::Unpaired => "unpaired",
            Bug::Twice => "twice",
            Bug::Build => "build",
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
            Bug::Branching => "a loop over all items, where one is chosen: it finds each solution many times",
            Bug::Skips => "items without options that are left out of the choice",
            Bug::Break => "a loop over the options that ends after the first one",
            Bug::Unpaired => "a chosen item that is not uncovered after its options",
            Bug::Twice => "a chosen item that is covered twice",
            Bug::Build => "links that are wrong from the start",
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
            Bug::Branching => "choose one item, and loop over its options only",
            Bug::Skips => "an item with no option ends the branch: choose it too, so that there is nothing to try",
            Bug::Break => "look for a `break` or a `return` in the loop: both belong to a solution only",
            Bug::Unpaired => "uncover(c) is the last statement after the loop over the options, on every way out of it",
            Bug::Twice => "cover(c) is there once, and the loop over the option begins at R[i], not at i",
            Bug::Build => "check the place where nodes are linked: the new node, and both of its neighbours",
        }
    }
}

/// The likely bug behind a fault, if one explains it. `is_later` is true for the second case of a
/// trace and those after it.
pub(super) fn diagnose(fault: &Fault, follower: &Follower, is_later: bool) -> Option<Bug> {
    let sets = &follower.sets;
    // Before the first uncover of a case, the lists are as the program built and covered them.
    let is_built = !follower.has_uncovered;
    let is_unbuilt = is_later && is_built;
    let at_solution = follower.point() == Point::Level && sets.open().next().is_none();
    // Nothing was covered before the first choice, so no list is wrong yet.
    let at_first = follower.is_at_first_choice() && !is_later;
    let chosen = follower.current().map(|(item, _)| item);
    let some = |is_so: bool, bug: Bug| is_so.then_some(bug);
    match fault {
        Fault::Count { .. } | Fault::TriesForeign(_) | Fault::Miscount { .. } if at_first => Some(Bug::Model),
        Fault::Unknown { .. } if at_solution => Some(Bug::Solution),
        Fault::Unknown { .. } if is_later => Some(Bug::Reset),
        Fault::Unknown { .. } => Some(Bug::Protocol),
        Fault::ChoosesCovered(_) | Fault::PassesOver(_) => Some(Bug::Header),
        Fault::ChoosesSecondary(_) => Some(Bug::Secondary),
        Fault::Count { item, said, .. } => match follower.choices.said(*item, *said) {
            _ if is_later && follower.choices.made == 0 => Some(Bug::Reset),
            Some(Miscount::NotReset) if is_later => Some(Bug::Reset),
            // Only a way of keeping counts that comes to this number explains it.
            how => how.map(|_| Bug::Count),
        },
        Fault::Miscount { how: Miscount::NotReset, .. } => Some(Bug::Reset),
        Fault::Miscount { .. } => Some(Bug::Count),
        Fault::MissesSolution if follower.has_open_secondary() => Some(Bug::Secondary),
        Fault::MissesSolution => Some(Bug::Solution),
        Fault::EarlySolution(_) if is_unbuilt => Some(Bug::Reset),
        // An uncover may have lost the headers, too.
        Fault::EarlySolution(_) if sets.open().all(|item| sets.len(item) == 0) => some(is_built, Bug::Skips),
        Fault::EarlySolution(_) => Some(Bug::Header),
        Fault::TriesForeign(_) | Fault::NotDead | Fault::TriesHidden(..) | Fault::LeavesOptions(_) if is_unbuilt => {
            Some(Bug::Reset)
        }
        // Counts that some mistake makes 0.
        Fault::NotDead => some(sets.open().any(|item| follower.choices.said(item, 0).is_some()), Bug::Count),
        Fault::BranchesAgain { .. } => Some(Bug::Branching),
        Fault::CoversTwice(item) if chosen == Some(*item) && follower.covered_here() == 0 => Some(Bug::Twice),
        Fault::CoversTwice(_) => some(follower.covered_here() == 0, Bug::Header),
        Fault::Order { .. } | Fault::UnhideOrder { .. } => Some(Bug::Order),
        Fault::LeavesOptions(_) => {
            some(follower.current().is_some_and(|it| it.1 == 1) && !follower.has_tried_second(), Bug::Break)
        }
        // The options as the program built them hold other items.
        Fault::CoversForeign(_) => some(is_built && follower.missing_here() > 0, Bug::Model),
        Fault::CoversOutside(_) | Fault::TriesForeign(_) => some(is_built, Bug::Model),
        Fault::NotCovered(item) => some(chosen != Some(*item) && follower.missing_here() == 1, Bug::Node),
        Fault::NotUncovered(item) if chosen == Some(*item) => Some(Bug::Unpaired),
        Fault::NotUncovered(_) => some(follower.covered_here() == 1, Bug::Node),
        // An option that a cover left in a list.
        Fault::TriesHidden(..) => some(is_built, Bug::Node),
        Fault::HidesForeign(_) | Fault::NotHidden(_) => Some(Bug::Node),
        Fault::Pointer(_) if follower.op == 0 => Some(Bug::Build),
        Fault::Pointer(fault) if matches!(fault.field, Field::Left | Field::Right) && fault.option.is_none() => {
            Some(Bug::Header)
        }
        Fault::NeedleHidden(..) | Fault::NeedleLeft(_) => Some(Bug::Needle),
        Fault::EndsEarly => Some(Bug::Unfinished),
        Fault::AfterEnd => Some(Bug::Protocol),
        Fault::Pointer(_)
        | Fault::TriesTwice(_)
        | Fault::NotCoveredBefore(_)
        | Fault::TakesBackOther(_)
        | Fault::OutOfPlace => None,
    }
}
