//! Step sizes of the debugger.

/// The size of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grain {
    /// To the next solution.
    Solution,
    /// To the next choice between several options, dead end or solution. Passes over forced
    /// options.
    Branch,
    /// To the next option taken or taken back, with all that it covers; also to a dead end, a cut or
    /// a solution.
    Choice,
    /// One cover or uncover, or one option taken or taken back.
    Item,
    /// One option hidden or brought back.
    Option,
    Link,
}

impl Grain {
    /// All grains, from the coarsest to the finest.
    pub const ALL: [Grain; 6] =
        [Grain::Solution, Grain::Branch, Grain::Choice, Grain::Item, Grain::Option, Grain::Link];

    /// The name on the screen and in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Grain::Solution => "solution",
            Grain::Branch => "branch",
            Grain::Choice => "choice",
            Grain::Item => "item",
            Grain::Option => "option",
            Grain::Link => "link",
        }
    }

    /// The step in a phrase.
    pub fn help(self) -> &'static str {
        match self {
            Grain::Solution => "to the next solution",
            Grain::Branch => "to the next choice between options, dead end or solution",
            Grain::Choice => "an option taken or taken back, with all that it covers",
            Grain::Item => "an item covered or uncovered, or an option taken or taken back",
            Grain::Option => "an option hidden or brought back",
            Grain::Link => "a link",
        }
    }

    /// The next finer grain. A link is the finest and stays.
    pub fn finer(self) -> Grain {
        Grain::ALL[(self as usize + 1).min(Grain::ALL.len() - 1)]
    }

    /// The next coarser grain. A solution is the coarsest and stays.
    pub fn coarser(self) -> Grain {
        Grain::ALL[(self as usize).saturating_sub(1)]
    }
}
