//! Today: five minutes of questions on what was learnt.

use quadrille_study::CardName;

/// The questions of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TodaySession {
    /// The cards, in order.
    pub queue: Vec<CardName>,
    /// The index of the card that is asked.
    pub at: usize,
    /// The cards that were answered right at once, and all that were answered.
    pub right: usize,
    pub answered: usize,
    /// True if the card at hand was answered. Its first answer counts.
    pub is_answered: bool,
    /// The seed of the first question's state.
    pub seed: u64,
}

impl TodaySession {
    pub fn new(queue: Vec<CardName>, seed: u64) -> TodaySession {
        TodaySession { queue, at: 0, right: 0, answered: 0, is_answered: false, seed }
    }

    /// The card at hand. `None` after the last one.
    pub fn card(&self) -> Option<&CardName> {
        self.queue.get(self.at)
    }
}
