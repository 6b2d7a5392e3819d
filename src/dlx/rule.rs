//! The item rule: which item Algorithm X covers next. Every rule here is a pure function of the links, for going
//! back must find the same choice again; randomness belongs in the order in which the problem is built.

use super::Estimate;
use super::links::Links;
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
}

/// What a search decides by: which item comes next and, where a limit holds, what is certainly still needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Policy {
    pub rule: Rule,
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
    pub const ALL: [Rule; 5] = [Rule::Fewest, Rule::FewestLast, Rule::First, Rule::Last, Rule::Most];

    /// The rule's name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Fewest => "fewest",
            Rule::FewestLast => "fewest-last",
            Rule::First => "first",
            Rule::Last => "last",
            Rule::Most => "most",
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
        }
    }

    /// The item to cover next: an index. The list of items must not be empty.
    #[inline]
    pub(super) fn choose<W: Word>(self, links: &Links<W>) -> usize {
        match self {
            Rule::Fewest => fewest(links),
            Rule::First => links.first(),
            Rule::FewestLast => by_length(links, |len, least| len <= least, usize::MAX),
            Rule::Last => links.last(),
            Rule::Most => by_length(links, |len, most| len > most || most == usize::MAX, usize::MAX),
        }
    }
}

/// The last item of one walk along the list that is better than the best before it.
#[inline(never)]
fn by_length<W: Word>(links: &Links<W>, better: impl Fn(usize, usize) -> bool, start: usize) -> usize {
    let (mut chosen, mut best) = (links.root(), start);
    let mut item = links.first();
    while item != links.root() {
        let len = links.length(item);
        if better(len, best) {
            (chosen, best) = (item, len);
        }
        item = links.after(item);
    }
    chosen
}

/// Knuth's exercise 7.2.2.1-9: one walk along the list, stopping early at an item with no option left.
#[inline]
fn fewest<W: Word>(links: &Links<W>) -> usize {
    let (mut best, mut least) = (links.root(), usize::MAX);
    let mut item = links.first();
    while item != links.root() {
        let len = links.length(item);
        if len < least {
            (best, least) = (item, len);
            if least == 0 {
                break;
            }
        }
        item = links.after(item);
    }
    best
}
