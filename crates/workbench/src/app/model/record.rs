//! The progress of a learner in lessons, which is kept in the state folder.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The progress in a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LessonRecord {
    /// The index of the stop at which the learner is.
    pub stop: usize,
    /// True if the last stop was left once.
    pub done: bool,
    /// The first answer to the question of each stop, by the stop's index.
    pub answers: BTreeMap<usize, LessonAnswer>,
}

/// An answer to a question of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonAnswer {
    pub question: String,
    pub answer: String,
    /// True if it is right.
    pub right: bool,
}

/// The progress in all lessons, by their names.
pub type Records = BTreeMap<String, LessonRecord>;

impl LessonRecord {
    /// The number of right answers, and of all.
    pub fn score(&self) -> (usize, usize) {
        (self.answers.values().filter(|answered| answered.right).count(), self.answers.len())
    }
}
