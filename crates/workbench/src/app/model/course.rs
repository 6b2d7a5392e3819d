//! A lesson as it runs in Step: its stop, what is said there, and the question that is open.

use super::cursor::Cursor;
use super::record::{LessonAnswer, LessonRecord};
use dancing::Address;
use quadrille_solve::{Break, Site};
use quadrille_study::{Build, Grade, Lesson, LessonStop, Pick, Predict, Quiz, QuizHint};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The lesson in the debugger, and its questions.
#[derive(Clone, Debug, Default)]
pub struct Learning {
    /// The lesson that runs here, if one does.
    pub course: Option<Box<Course>>,
    /// The question that is open, or was answered at this state.
    pub asked: Option<Box<Asked>>,
    /// True while the panel of Watch is the one that the stop looks at, beside the text.
    pub looks: bool,
    /// True while the learner makes the next moves, or sets the next pointers.
    pub acts: bool,
    /// The answers of the session.
    pub tried: SessionAnswers,
    /// The tasks that were tried, by the address of their state: the first try counts.
    pub built: BTreeSet<(String, Build)>,
    /// The state at which was asked last, and the number of questions and tasks asked there.
    pub turn: Option<(Site, usize)>,
}

/// A lesson that runs in Step.
#[derive(Clone, Debug)]
pub struct Course {
    /// The name of the lesson: its file without the extension.
    pub name: String,
    pub lesson: Arc<Lesson>,
    /// The index of the stop.
    pub at: usize,
    /// The sentences of the stop, with their facts filled in.
    pub said: String,
    /// The state of the stop.
    pub site: Site,
    /// The part of the state that the stop selects.
    pub pointed: Cursor,
    /// True if it was only selected so that a cursor is seen: it answers nothing until it has
    /// moved.
    pub is_placed: bool,
    /// The task of the stop that is not a question, and whether it was done. `None` if there is
    /// none.
    pub task: Option<(CourseTask, bool)>,
    /// The answers that were given, and how far the learner is.
    pub record: LessonRecord,
}

/// A task of a stop that is not a question.
#[derive(Clone, Debug, PartialEq)]
pub enum CourseTask {
    /// The search is moved until this happens.
    Reach(Break),
    /// Something is constructed.
    Build(Build),
    /// Something is said in words: the task, and the model answer.
    Tell(String, String),
}

/// A question that is open, or was answered at this state.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The question.
    pub quiz: Quiz,
    /// Its kind. `None` for a question of a lesson with sentences of its own.
    pub kind: Option<Predict>,
    /// The one who asks it.
    pub by: Asker,
    /// The answers picked so far.
    pub picked: BTreeSet<Pick>,
    /// The verdict. `None` while the question is open.
    pub grade: Option<Grade>,
    /// The hint after a first wrong answer. `None` before it.
    pub hint: Option<QuizHint>,
    /// The state that the question is about.
    pub site: Site,
    /// Sentences before the question. Empty if it needs none.
    pub said: String,
}

/// The one who asks a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// The learner asked for it.
    Learner,
    /// A stop of a lesson.
    Lesson,
    /// It is one of those of today: its number, and the number of all.
    Today(usize, usize),
}

/// The kind of thing that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedKind {
    /// A question, which is shown.
    Quiz,
    /// A task, which needs a dialog.
    Build(Build),
}

/// The grade of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Graded {
    /// The question is answered.
    Done(Grade),
    /// The answer was wrong, and there is a second try.
    Again(QuizHint),
}

/// The answers of a session, outside lessons and in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionAnswers {
    /// The number of right answers.
    pub right: usize,
    /// The number of answers.
    pub all: usize,
}

impl Course {
    /// A lesson at the stop at which it was left.
    pub fn new(name: String, lesson: Arc<Lesson>, record: LessonRecord) -> Course {
        let at = if record.is_done() { 0 } else { record.stop.min(lesson.stops.len() - 1) };
        Course {
            name,
            lesson,
            at,
            said: String::new(),
            site: Site::from(Address::default()),
            pointed: Cursor::default(),
            is_placed: false,
            task: None,
            record,
        }
    }

    pub fn stop(&self) -> &LessonStop {
        &self.lesson.stops[self.at]
    }

    /// Notes that the task of the stop is done.
    pub(super) fn reach(&mut self) {
        if let Some((_, done)) = &mut self.task {
            *done = true;
        }
        self.record.reached.insert(self.at);
        self.record.done = self.record.open(&self.lesson).is_empty();
    }

    /// Keeps an answer. The first one counts: a question that was answered may be asked again.
    pub(super) fn answered(&mut self, question: String, answer: String, right: bool, is_second: bool) {
        let given = LessonAnswer { question, answer, right, again: None };
        let kept = self.record.answers.entry(self.at).or_insert(given);
        if is_second {
            kept.again = Some(kept.again.unwrap_or(false) || right);
        }
        self.record.done = self.record.open(&self.lesson).is_empty();
    }

    /// Drops the answer to another question: the lesson has changed since.
    pub(super) fn forget_other(&mut self, question: &str) {
        let is_other = self.record.answers.get(&self.at).is_some_and(|given| given.question != question);
        if is_other {
            self.record.answers.remove(&self.at);
        }
    }

    /// Returns true if the stop is the last one.
    pub fn is_last(&self) -> bool {
        self.at + 1 == self.lesson.stops.len()
    }
}

impl Learning {
    /// Returns true while a question of today is shown.
    pub fn is_today(&self) -> bool {
        self.today().is_some()
    }

    /// The number of the question among those of today, and the number of all.
    pub fn today(&self) -> Option<(usize, usize)> {
        match self.asked.as_ref()?.by {
            Asker::Today(at, all) => Some((at, all)),
            Asker::Learner | Asker::Lesson => None,
        }
    }
}

impl Asked {
    /// Returns true if a stop of a lesson asks.
    pub(crate) fn is_by_lesson(&self) -> bool {
        self.by == Asker::Lesson
    }

    /// Returns true while the question waits for an answer.
    pub fn is_open(&self) -> bool {
        self.grade.is_none()
    }

    /// Returns true if a sentence was ruled out by the hint.
    pub fn is_struck(&self, pick: Pick) -> bool {
        self.hint.as_ref().is_some_and(|hint| hint.struck.contains(&pick))
    }
}
