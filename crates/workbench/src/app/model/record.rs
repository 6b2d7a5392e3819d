//! The progress of a learner in lessons, which is kept in the state folder.

use quadrille_study::Lesson;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The progress in a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LessonRecord {
    /// The index of the stop at which the learner is.
    pub stop: usize,
    /// True if every exercise was answered, and what was to be reached was reached.
    pub done: bool,
    /// The first answer to the question of each stop, by the stop's index.
    pub answers: BTreeMap<usize, LessonAnswer>,
    /// The day of the first answer, counted from 1970-01-01. 0 if it is not known.
    #[serde(skip_serializing_if = "is_zero")]
    pub since: u32,
    /// The stops, by index, at which the learner reached what was to be reached.
    pub reached: BTreeSet<usize>,
}

/// An answer to a question of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonAnswer {
    pub question: String,
    pub answer: String,
    /// True if it is right.
    pub right: bool,
    /// True if the second answer was right. `None` if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<bool>,
}

/// The progress in all lessons, by their names.
pub type Records = BTreeMap<String, LessonRecord>;

fn is_zero(day: &u32) -> bool {
    *day == 0
}

impl LessonRecord {
    /// Returns true if the lesson is done. Earlier versions marked one that was only leafed through.
    pub fn is_done(&self) -> bool {
        self.done && !(self.answers.is_empty() && self.reached.is_empty())
    }

    /// Joins the progress of another session in the same lesson, which came before. The first answer
    /// to a question counts.
    pub fn with(mut self, before: LessonRecord) -> LessonRecord {
        self.done |= before.done;
        self.since = [self.since, before.since].into_iter().filter(|&day| day > 0).min().unwrap_or(0);
        self.reached.extend(before.reached);
        for (at, first) in before.answers {
            let kept = self.answers.entry(at).or_insert_with(|| first.clone());
            if kept.question == first.question {
                let again = [kept.again, first.again].into_iter().flatten().reduce(|one, other| one || other);
                *kept = LessonAnswer { again, ..first };
            }
        }
        self
    }

    /// The number of right answers, and of all.
    pub fn score(&self) -> (usize, usize) {
        (self.answers.values().filter(|answered| answered.right).count(), self.answers.len())
    }

    /// The stops, by index, whose exercise is not done.
    pub fn open(&self, lesson: &Lesson) -> Vec<usize> {
        let has_exercise = |at: &usize| lesson.stops[*at].exercise.is_some();
        let is_done = |at: &usize| self.answers.contains_key(at) || self.reached.contains(at);
        (0..lesson.stops.len()).filter(has_exercise).filter(|at| !is_done(at)).collect()
    }
}
