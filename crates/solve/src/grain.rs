//! Step sizes of the debugger.

/// The size of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grain {
    /// To the next solution.
    Solution,
    /// To the next choice between several options, dead end or solution. Passes over forced
    /// options.
    Branch,
    /// One cover or uncover, or one option taken or taken back.
    Item,
    /// One option hidden or brought back.
    Option,
    Link,
}

impl Grain {
    /// All grains, from the coarsest to the finest.
    pub const ALL: [Grain; 5] = [Grain::Solution, Grain::Branch, Grain::Item, Grain::Option, Grain::Link];

    /// The name on the screen and in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Grain::Solution => "solution",
            Grain::Branch => "branch",
            Grain::Item => "item",
            Grain::Option => "option",
            Grain::Link => "link",
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
