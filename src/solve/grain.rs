//! How finely a search is stepped.

/// How far one step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grain {
    /// To the next solution.
    Solution,
    /// To the next choice between several options, dead end or solution; forced options are passed.
    Branch,
    /// One cover or uncover, one option taken or given back.
    Item,
    /// One option hidden or back.
    Option,
    /// One link.
    Link,
}

impl Grain {
    pub const ALL: [Grain; 5] = [Grain::Solution, Grain::Branch, Grain::Item, Grain::Option, Grain::Link];

    pub fn name(self) -> &'static str {
        match self {
            Grain::Solution => "solution",
            Grain::Branch => "branch",
            Grain::Item => "item",
            Grain::Option => "option",
            Grain::Link => "link",
        }
    }

    pub fn finer(self) -> Grain {
        Grain::ALL[(self as usize + 1).min(Grain::ALL.len() - 1)]
    }

    pub fn coarser(self) -> Grain {
        Grain::ALL[(self as usize).saturating_sub(1)]
    }
}
