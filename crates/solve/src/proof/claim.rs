//! Claims, the size of their proofs, and the reasons why there is none.

use dancing::{OptionId, Short};
use std::io;

/// The claim that a proof shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is no solution.
    None,
    /// There is a solution. This is one.
    Some(Vec<OptionId>),
    /// There are at least two solutions. These are two.
    Several([Vec<OptionId>; 2]),
    /// These are all solutions.
    Exactly(Vec<Vec<OptionId>>),
    /// No solution has a greater total weight or, in a repeated cover, fewer options.
    Best(Vec<OptionId>),
}

impl Claim {
    /// The solutions that the file of the problem lists.
    pub(super) fn listed(&self) -> &[Vec<OptionId>] {
        match self {
            Claim::Exactly(covers) => covers,
            Claim::Several(covers) => &covers[..1],
            Claim::None | Claim::Some(_) | Claim::Best(_) => &[],
        }
    }
}

/// The size of a proof that was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofSize {
    /// Variables of the formula.
    pub variables: usize,
    /// Constraints of the formula, before the derived ones.
    pub constraints: usize,
    /// Derived lines, without deletions.
    pub lines: u64,
    /// Bytes of the proof file.
    pub bytes: u64,
    /// Branchings of the search that the proof follows.
    pub nodes: u64,
}

/// The reason why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum Unproved {
    /// The proof could not be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The caller stopped the run.
    #[error("stopped before the proof was complete")]
    Stopped,
    /// The proof is longer than this limit, in bytes.
    #[error("the proof would take more than {0} bytes; --max-size allows more")]
    TooLarge(u64),
    /// There are more solutions than this limit.
    #[error("there are more than {0} solutions, and each would have to be listed; --limit allows more")]
    TooMany(u64),
    /// The claim is a count of the smallest or cheapest covers.
    #[error("smallest or cheapest covers are not counted by a proof; --goal best proves that none is better")]
    CountOfSmallest,
    /// Two engines contradict each other, which is a defect.
    #[error("an internal error, please report this puzzle: {0}")]
    Wrong(String),
}

impl From<Short> for Unproved {
    fn from(_: Short) -> Unproved {
        Unproved::Stopped
    }
}
