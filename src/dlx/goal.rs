//! What a run is asked about a problem. It is defined here because a kind of puzzle names its usual
//! goal, and a run answers it.

/// What a run has to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields say what they are by their names")]
pub enum Goal {
    /// Any one solution.
    First,
    /// Whether there are 0, 1 or more solutions; stops at the second.
    Unique,
    /// How many solutions there are, up to `limit` if there is one.
    Count { limit: Option<u64> },
    /// A solution with the largest total weight, proved optimal. For a repeated cover: one with the
    /// fewest options.
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
