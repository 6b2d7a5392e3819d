//! The item rule: which item Algorithm X covers next. Every rule here is a pure function of the links, for going
//! back must find the same choice again; randomness belongs in the order in which the problem is built.

use super::Estimate;
use super::links::{Links, Word};

/// How the next item is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rule {
    /// MRV: the item with the fewest options left; ties go to the leftmost.
    #[default]
    Fewest,
    /// The first item of the list, as in the plainest dancing links.
    First,
}

/// What a search decides by: which item comes next and, where a limit holds, what is certainly still needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Policy {
    pub rule: Rule,
    pub estimate: Estimate,
}

impl From<Rule> for Policy {
    fn from(rule: Rule) -> Policy {
        Policy { rule, ..Policy::default() }
    }
}

impl Rule {
    pub const ALL: [Rule; 2] = [Rule::Fewest, Rule::First];

    /// The rule's name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Fewest => "fewest",
            Rule::First => "first",
        }
    }

    /// The rule in words, as the Step screen says it.
    pub fn words(self) -> &'static str {
        match self {
            Rule::Fewest => "fewest options, then leftmost",
            Rule::First => "the first item in the list",
        }
    }

    /// The item to cover next: an index. The list of items must not be empty.
    #[inline]
    pub(super) fn choose<W: Word>(self, links: &Links<W>) -> usize {
        match self {
            Rule::Fewest => fewest(links),
            Rule::First => links.first(),
        }
    }
}

/// Knuth's exercise 7.2.2.1-9: one walk along the list, stopping early at an item with no option left.
#[inline]
fn fewest<W: Word>(links: &Links<W>) -> usize {
    let headers = links.headers();
    let root = headers.len() - 1;
    let (mut best, mut least) = (root, usize::MAX);
    let mut item = headers[root].right.at();
    while item != root {
        let header = headers[item];
        if header.len.at() < least {
            (best, least) = (item, header.len.at());
            if least == 0 {
                break;
            }
        }
        item = header.right.at();
    }
    best
}
