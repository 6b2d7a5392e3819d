//! The item rule: which item Algorithm X covers next. Every rule that steps is a pure function of the links, for going
//! back must find the same choice again; randomness belongs in the order in which the problem is built. One rule has a
//! memory, and is for solving alone.

use super::Estimate;
use super::links::View;
use super::nodes::Word;

/// How the next item is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rule {
    /// MRV: the item with the fewest options left; ties go to the leftmost.
    #[default]
    Fewest,
    /// The same, ties go to the rightmost.
    FewestLast,
    /// The first item of the list, as in the plainest dancing links.
    First,
    /// The last item of the list.
    Last,
    /// The item with the most options left: what not to do.
    Most,
    /// The item with the fewest options left; ties go to the one that was most often left without any. It remembers, so
    /// nobody can go back through its search: strides go by it, steps by [`Rule::Fewest`]. On 16x16 sudokus with few
    /// givens it tries a seventh to a twentieth of the options.
    Failing,
}

/// What a search decides by: which item comes next and, where a limit holds, what is certainly still needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Policy {
    /// Which item comes next.
    pub rule: Rule,
    /// What a repeated cover still needs, at the least.
    pub estimate: Estimate,
    /// Cut what cannot beat the best score met so far, in an exact cover.
    pub best: bool,
}

impl From<Rule> for Policy {
    fn from(rule: Rule) -> Policy {
        Policy { rule, ..Policy::default() }
    }
}

impl Rule {
    /// The rules to step by.
    pub const ALL: [Rule; 5] = [Rule::Fewest, Rule::FewestLast, Rule::First, Rule::Last, Rule::Most];
    /// The rules to solve by.
    pub const SOLVING: [Rule; 6] = [Rule::Fewest, Rule::FewestLast, Rule::First, Rule::Last, Rule::Most, Rule::Failing];

    /// The rule's name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Fewest => "fewest",
            Rule::FewestLast => "fewest-last",
            Rule::First => "first",
            Rule::Last => "last",
            Rule::Most => "most",
            Rule::Failing => "failing",
        }
    }

    /// The rule in words, as the Step screen says it.
    pub fn words(self) -> &'static str {
        match self {
            Rule::Fewest => "fewest options, leftmost",
            Rule::FewestLast => "fewest options, rightmost",
            Rule::First => "the first item in the list",
            Rule::Last => "the last item in the list",
            Rule::Most => "most options, leftmost",
            Rule::Failing => "fewest options, most failures",
        }
    }

    /// The item to cover next. The list of items must not be empty. If it is known that no item has fewer options than so
    /// many, the walk may end early.
    #[inline(always)]
    pub(super) fn choose<W: Word>(self, links: &impl View<W>, least: Option<usize>) -> W {
        match self {
            Rule::Fewest | Rule::Failing => fewest(links, least),
            Rule::First => links.right(links.root()),
            Rule::FewestLast => by_length(links, |len, least| len <= least),
            Rule::Last => links.left(links.root()),
            Rule::Most => by_length(links, |len, most| len > most || most == usize::MAX),
        }
    }
}

/// What [`Rule::Failing`] chooses: the first item with one option, if it meets that before one without any, which it
/// remembers, and then there is no choice.
#[inline(never)]
pub(super) fn by_failures<W: Word>(links: &impl View<W>, failures: &mut [u32]) -> Option<W> {
    let (mut chosen, mut best) = (links.root(), (usize::MAX, 0));
    let mut item = links.right(links.root());
    while item != links.root() {
        let (length, failed) = (links.length(item), failures[item.at()]);
        if length == 0 {
            failures[item.at()] = failed.saturating_add(1);
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

/// The last item of one walk along the list that is better than the best before it; before the first that is `usize::MAX`.
#[inline(never)]
fn by_length<W: Word>(links: &impl View<W>, better: impl Fn(usize, usize) -> bool) -> W {
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

/// Knuth's exercise 7.2.2.1-9, along the list from both ends at once: from one alone every item waits for the link before
/// it. Items stand in the list in the order of their numbers, so the ends have met when those cross.
#[inline(always)]
fn fewest<W: Word>(links: &impl View<W>, least: Option<usize>) -> W {
    let (mut near, mut fewest_near) = (links.root(), usize::MAX);
    let (mut far, mut fewest_far) = (links.root(), usize::MAX);
    let (mut left, mut right) = (links.right(links.root()), links.left(links.root()));
    while left.at() < right.at() {
        let len = links.length(left);
        if least == Some(len) {
            return left;
        }
        (near, fewest_near) = if len < fewest_near { (left, len) } else { (near, fewest_near) };
        let len = links.length(right);
        (far, fewest_far) = if len <= fewest_far { (right, len) } else { (far, fewest_far) };
        (left, right) = (links.right(left), links.left(right));
    }
    // The one in the middle, or the nearest of the far ones once more.
    let len = links.length(left);
    (near, fewest_near) = if len < fewest_near { (left, len) } else { (near, fewest_near) };
    if fewest_far < fewest_near { far } else { near }
}
