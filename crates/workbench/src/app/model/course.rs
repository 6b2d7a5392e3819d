//! A lesson as it runs in Step: its stop, what is said there, and the question that is open.

use super::record::{LessonAnswer, LessonRecord};
use super::stepping::{Cursor, Motion, Stepping, VIEWS, go_to};
use dancing::Address;
use quadrille_solve::{Break, Site, Stop};
use quadrille_study::{Grade, Lesson, LessonFacts, LessonStop, Pick, Posed, Predict, Quiz};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The lesson in the debugger, and its questions.
#[derive(Clone, Debug, Default)]
pub struct Learning {
    /// The lesson that runs here, if one does.
    pub course: Option<Box<Course>>,
    /// The question that is open, or was answered at this state.
    pub asked: Option<Box<Asked>>,
    /// The answers of the session.
    pub tried: SessionAnswers,
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
    /// The thing that the learner is asked to reach, and whether it was reached. `None` if the stop
    /// asks for nothing of that kind.
    pub goal: Option<(Break, bool)>,
    /// The answers that were given, and how far the learner is.
    pub record: LessonRecord,
}

/// A question that is open, or was answered at this state.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The question.
    pub quiz: Quiz,
    /// Its kind. `None` for a question of a lesson with sentences of its own.
    pub kind: Option<Predict>,
    /// True if a stop of a lesson asks.
    pub by_lesson: bool,
    /// The answers picked so far.
    pub picked: BTreeSet<Pick>,
    /// The verdict. `None` while the question is open.
    pub grade: Option<Grade>,
    /// The state that the question is about.
    pub site: Site,
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
        let at = if record.done { 0 } else { record.stop.min(lesson.stops.len() - 1) };
        Course {
            name,
            lesson,
            at,
            said: String::new(),
            site: Site::from(Address::default()),
            pointed: Cursor::default(),
            goal: None,
            record,
        }
    }

    pub fn stop(&self) -> &LessonStop {
        &self.lesson.stops[self.at]
    }

    /// Returns true if the stop is the last one.
    pub fn is_last(&self) -> bool {
        self.at + 1 == self.lesson.stops.len()
    }
}

impl Asked {
    /// Returns true while the question waits for an answer.
    pub fn is_open(&self) -> bool {
        self.grade.is_none()
    }
}

impl Stepping {
    /// Returns true while a question about the next step is open, so that no view may show it.
    pub fn hides_next(&self) -> bool {
        self.learning.asked.as_ref().is_some_and(|asked| asked.is_open() && asked.kind.is_some())
    }

    /// Goes to the stop of the lesson, shows what it looks at, and asks its question. `key` gives
    /// the key of an action by its name.
    ///
    /// # Errors
    ///
    /// The reason why the stop is not as the lesson says. `quadrille lesson check` finds it too. It
    /// is a text, as study gives the faults of a lesson.
    pub fn to_stop(&mut self, key: &dyn Fn(&str) -> Option<String>) -> Result<(), String> {
        let Some(mut course) = self.learning.course.take() else { return Ok(()) };
        let done = self.stop_of(course.as_mut(), key);
        self.learning.course = Some(course);
        done
    }

    fn stop_of(&mut self, course: &mut Course, key: &dyn Fn(&str) -> Option<String>) -> Result<(), String> {
        let lesson = course.lesson.clone();
        let stop = &lesson.stops[course.at];
        (self.motion, self.learning.asked, self.zoom) = (Motion::Still, None, false);
        // Addresses are those of the lesson's own rule, whatever rule was tried since.
        if self.policy != lesson.policy {
            self.policy = lesson.policy;
            self.stepper = lesson.stepper(&self.encoded);
        }
        let mut fault = go_to(&mut self.stepper, &stop.at).map_err(|why| why.to_string());
        self.grain = stop.grain.unwrap_or(self.grain);
        let gaze = stop.gaze(&self.stepper, &self.encoded);
        self.cursor = Cursor::default();
        match (gaze.item, gaze.option, gaze.node) {
            (_, _, Some(node)) => self.select_node(node),
            (_, Some(option), None) => self.select_option(option),
            (Some(item), None, None) => self.select_item(item),
            (None, None, None) => {}
        }
        if let Some(view) = stop.view().and_then(|title| VIEWS.iter().find(|view| view.title == title)) {
            self.panel = view.panel;
        }
        course.site = self.stepper.site();
        course.pointed = self.cursor;
        let facts = LessonFacts { stepper: &self.stepper, names: &self.encoded, key };
        course.said = match facts.expand(&stop.say.text) {
            Ok(said) => said,
            Err(why) => {
                fault = fault.and(Err(why));
                stop.say.text.clone()
            }
        };
        course.goal = None;
        match stop.exercise.as_ref().map(|exercise| (exercise.pose(&facts), exercise.kind())) {
            None => {}
            Some((Ok(Posed::Quiz(quiz)), kind)) => {
                let (picked, site) = (BTreeSet::new(), self.stepper.site());
                self.learning.asked = Some(Box::new(Asked { quiz, kind, by_lesson: true, picked, grade: None, site }));
            }
            Some((Ok(Posed::Until(at)), _)) => course.goal = Some((at, false)),
            Some((Err((why, _)), _)) => fault = fault.and(Err(why)),
        }
        course.record.stop = course.at;
        fault
    }

    /// Asks a question about the next step: the first kind that the state has or, if one was asked
    /// here already, the next kind. Returns `false` if there is nothing to ask.
    pub fn ask(&mut self) -> bool {
        let site = self.stepper.site();
        let kinds = Quiz::kinds_at(&self.stepper, &self.encoded);
        let before = self.learning.asked.as_ref().filter(|asked| asked.site == site).and_then(|asked| asked.kind);
        let at = before.and_then(|kind| kinds.iter().position(|other| *other == kind)).map_or(0, |at| at + 1);
        let Some(&kind) = kinds.get(at % kinds.len().max(1)) else { return false };
        let quiz = Quiz::about(kind, &self.stepper, &self.encoded);
        self.learning.asked = quiz.map(|quiz| {
            let (kind, picked) = (Some(kind), BTreeSet::new());
            Box::new(Asked { quiz, kind, by_lesson: false, picked, grade: None, site })
        });
        self.motion = Motion::Still;
        self.learning.asked.is_some()
    }

    /// Adds an answer, or takes it back if it was given already. When all wanted answers are there,
    /// they are graded. Returns the grade.
    pub fn pick(&mut self, pick: Pick) -> Option<Grade> {
        let asked = self.learning.asked.as_mut().filter(|asked| asked.is_open())?;
        if !asked.picked.remove(&pick) {
            asked.picked.insert(pick);
        }
        if asked.picked.len() < asked.quiz.wanted {
            return None;
        }
        let grade = asked.quiz.grade(&asked.picked, &self.stepper, &self.encoded);
        asked.grade = Some(grade.clone());
        self.learning.tried.all += 1;
        self.learning.tried.right += usize::from(grade.right);
        let (question, by_lesson) = (asked.quiz.text.clone(), asked.by_lesson);
        let picked = asked.quiz.list(&asked.picked, &self.stepper, &self.encoded);
        if let Some(course) = self.learning.course.as_mut().filter(|_| by_lesson) {
            // The first answer counts: a question that was answered may be asked again.
            let at = course.at;
            course.record.answers.entry(at).or_insert(LessonAnswer { question, answer: picked, right: grade.right });
        }
        Some(grade)
    }

    /// Drops a question that is not about this state any more, and notes whether the lesson's goal
    /// was reached by the last steps.
    pub(super) fn settle(&mut self) {
        let is_passing = |asked: &Asked| asked.kind.is_some() || !asked.by_lesson;
        if self.learning.asked.as_ref().is_some_and(|asked| is_passing(asked) && asked.site != self.stepper.site()) {
            self.learning.asked = None;
        }
        let Some((from, false)) = self.learning.course.as_ref().and_then(|course| course.goal) else { return };
        if is_here(from, self)
            && let Some(course) = &mut self.learning.course
        {
            course.goal = Some((from, true));
        }
    }
}

/// Returns true if the last step hit a breakpoint: the step back and forth again does.
fn is_here(at: Break, stepping: &Stepping) -> bool {
    let mut walker = stepping.stepper.clone();
    if walker.slow().is_some() || !walker.step(quadrille_solve::Grain::Item, false) {
        return false;
    }
    let here = stepping.stepper.search().address();
    matches!(walker.run(None, &[at], true, 1_000, true), Some(Stop::Break(_))) && walker.search().address() == here
}
