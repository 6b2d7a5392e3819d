//! The goal of a run. It is defined here because a kind of puzzle names its usual goal, and `solve`
//! runs it.

/// The goal of a run: the question about a problem that it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields say what they are by their names")]
pub enum Goal {
    /// Any one solution.
    First,
    /// Decides whether there are 0, 1 or more solutions. The run stops at the second.
    Unique,
    /// The number of solutions, up to `limit` if there is one.
    Count { limit: Option<u64> },
    /// A solution with the largest total weight, proved optimal. For a repeated cover: one with the
    /// fewest options, or with costs a cheapest one.
    Best,
}

impl Goal {
    /// The name on the command line, in JSON and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Goal::First => "first",
            Goal::Unique => "unique",
            Goal::Count { .. } => "count",
            Goal::Best => "best",
        }
    }
}
