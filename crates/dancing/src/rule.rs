//! The item rule: which item Algorithm X chooses next. Every rule that can be stepped is a pure
//! function of the links, because stepping back must find the same choice again. Randomness belongs
//! in the order in which the problem is built. One rule, [`ItemRule::Failing`], depends on the
//! history of the search and is for solving only.

use super::Estimate;
use super::links::ItemLengths;
use super::nodes::Word;

/// A rule that chooses the next item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ItemRule {
    /// MRV: the item with the fewest options left; ties go to the first in the item list.
    #[default]
    Fewest,
    /// MRV, but ties go to the last in the item list.
    FewestLast,
    /// The first item of the list, as in the simplest version of dancing links.
    First,
    /// The last item of the list.
    Last,
    /// The item with the most options left: an example of a bad rule.
    Most,
    /// MRV, but ties go to the item that most often had no option left. Stateful, hence not
    /// reversible: [`Machine::stride`](super::Machine::stride) uses it, and single steps use
    /// [`ItemRule::Fewest`] instead. On 16x16 sudokus with few givens it tries a seventh to a
    /// twentieth of the options.
    Failing,
}

/// The parameters by which a search decides: the item rule, and the bound if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Policy {
    /// The rule that chooses the next item.
    pub rule: ItemRule,
    /// The lower bound on the options that a repeated cover still needs.
    pub estimate: Estimate,
    /// If set, the search cuts branches that cannot beat the best score found so far. Ignored in a
    /// repeated cover, which is cut by a limit on its options.
    pub best: bool,
}

impl From<ItemRule> for Policy {
    fn from(rule: ItemRule) -> Policy {
        Policy { rule, ..Policy::default() }
    }
}

impl ItemRule {
    /// The rules that can be stepped.
    pub const ALL: [ItemRule; 5] =
        [ItemRule::Fewest, ItemRule::FewestLast, ItemRule::First, ItemRule::Last, ItemRule::Most];
    /// The rules that can solve.
    pub const SOLVING: [ItemRule; 6] =
        [ItemRule::Fewest, ItemRule::FewestLast, ItemRule::First, ItemRule::Last, ItemRule::Most, ItemRule::Failing];

    /// The rule's name.
    pub fn name(self) -> &'static str {
        match self {
            ItemRule::Fewest => "fewest",
            ItemRule::FewestLast => "fewest-last",
            ItemRule::First => "first",
            ItemRule::Last => "last",
            ItemRule::Most => "most",
            ItemRule::Failing => "failing",
        }
    }

    /// The item to choose next. The list of items must not be empty. `least` is a known lower bound
    /// on every item's length; the scan may stop at an item that attains it.
    #[inline(always)]
    pub(super) fn choose<W: Word>(self, links: &impl ItemLengths<W>, least: Option<usize>) -> W {
        match self {
            ItemRule::Fewest | ItemRule::Failing => fewest(links, least),
            ItemRule::First => links.right(links.root()),
            ItemRule::FewestLast => by_length(links, |len, least| len <= least),
            ItemRule::Last => links.left(links.root()),
            ItemRule::Most => by_length(links, |len, most| len > most || most == usize::MAX),
        }
    }
}

/// The choice of [`ItemRule::Failing`]. The first item with no option left ends the scan: its
/// failure is counted, and the result is `None`. The first item with one option left ends the scan
/// as the choice.
#[inline(never)]
pub(super) fn by_failures<W: Word>(links: &impl ItemLengths<W>, failures: &mut [u32]) -> Option<W> {
    let (mut chosen, mut best) = (links.root(), (usize::MAX, 0));
    let mut item = links.right(links.root());
    while item != links.root() {
        let (length, failed) = (links.length(item), failures[item.index()]);
        if length == 0 {
            failures[item.index()] = failed.saturating_add(1);
            return None;
        }
        if length == 1 {
            return Some(item);
        }
        if length < best.0 || length == best.0 && failed > best.1 {
            (chosen, best) = (item, (length, failed));
        }
        item = links.right(item);
    }
    Some(chosen)
}

/// Folds over the active items and keeps the last for which `better(len, best)` holds. `best`
/// starts as `usize::MAX`.
#[inline(never)]
fn by_length<W: Word>(links: &impl ItemLengths<W>, better: impl Fn(usize, usize) -> bool) -> W {
    let (mut chosen, mut best) = (links.root(), usize::MAX);
    let mut item = links.right(links.root());
    while item != links.root() {
        let len = links.length(item);
        if better(len, best) {
            (chosen, best) = (item, len);
        }
        item = links.right(item);
    }
    chosen
}

/// MRV (Knuth's exercise 7.2.2.1-9), scanned from both ends of the list at once: in a scan from one
/// end every load waits for the link before it. The list is in the order of the item numbers, so
/// the scan is complete when the numbers of the two ends cross.
#[inline(always)]
fn fewest<W: Word>(links: &impl ItemLengths<W>, least: Option<usize>) -> W {
    let (mut near, mut fewest_near) = (links.root(), usize::MAX);
    let (mut far, mut fewest_far) = (links.root(), usize::MAX);
    let (mut left, mut right) = (links.right(links.root()), links.left(links.root()));
    while left.index() < right.index() {
        let len = links.length(left);
        if least == Some(len) {
            return left;
        }
        (near, fewest_near) = if len < fewest_near { (left, len) } else { (near, fewest_near) };
        let len = links.length(right);
        (far, fewest_far) = if len <= fewest_far { (right, len) } else { (far, fewest_far) };
        (left, right) = (links.right(left), links.left(right));
    }
    // The middle item or, if the number of items is even, the last item of the far scan again.
    let len = links.length(left);
    (near, fewest_near) = if len < fewest_near { (left, len) } else { (near, fewest_near) };
    if fewest_far < fewest_near { far } else { near }
}
