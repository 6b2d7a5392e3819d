//! A lesson as it runs in Step: its stop, what is said there, and the question that is open.

use super::record::{LessonAnswer, LessonRecord};
use super::stepping::{Cursor, Motion, Panel, SiteError, StepLayout, Stepping, VIEWS, go_to};
use dancing::Address;
use quadrille_solve::{Break, Grain, Site, Stop};
use quadrille_study::{
    Build, Grade, Lesson, LessonFacts, LessonStop, Pick, Posed, Predict, Quiz, QuizHint, ReviewQuestion, capital,
};
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
    /// The task of the stop that is not a question, and whether it was done. `None` if there is none.
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
            task: None,
            record,
        }
    }

    pub fn stop(&self) -> &LessonStop {
        &self.lesson.stops[self.at]
    }

    /// Notes that the task of the stop is done.
    fn reach(&mut self) {
        if let Some((_, done)) = &mut self.task {
            *done = true;
        }
        self.record.reached.insert(self.at);
        self.record.done = self.record.open(&self.lesson).is_empty();
    }

    /// Keeps an answer. The first one counts: a question that was answered may be asked again.
    fn answered(&mut self, question: String, answer: String, right: bool, is_second: bool) {
        let given = LessonAnswer { question, answer, right, again: None };
        let kept = self.record.answers.entry(self.at).or_insert(given);
        if is_second {
            kept.again = Some(kept.again.unwrap_or(false) || right);
        }
        self.record.done = self.record.open(&self.lesson).is_empty();
    }

    /// Drops the answer to another question: the lesson has changed since.
    fn forget_other(&mut self, question: &str) {
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
    pub fn is_by_lesson(&self) -> bool {
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

impl Stepping {
    /// Returns true while a question about the next step is open, so that no view may show it.
    pub fn hides_next(&self) -> bool {
        let is_asked = |asked: &Asked| asked.is_open() && asked.kind.is_some();
        self.learning.acts || self.learning.asked.as_deref().is_some_and(is_asked)
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
        self.trial = None;
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
            self.look_at(view.panel);
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
        course.task = None;
        match stop.exercise.as_ref().map(|exercise| (exercise.pose(&facts), exercise.kind())) {
            None => {}
            Some((Ok(Posed::Quiz(quiz)), kind)) => {
                course.forget_other(&quiz.text);
                let (picked, site) = (BTreeSet::new(), self.stepper.site());
                let asked =
                    Asked { quiz, kind, by: Asker::Lesson, picked, grade: None, hint: None, site, said: String::new() };
                self.learning.asked = Some(Box::new(asked));
            }
            Some((Ok(Posed::Until(at)), _)) => course.task = Some((CourseTask::Reach(at), false)),
            Some((Ok(Posed::Build(build)), _)) => {
                course.forget_other(&capital(&build.words()));
                let given = course.record.answers.get(&course.at);
                let is_done = given.is_some_and(|given| given.right || given.again == Some(true));
                course.task = Some((CourseTask::Build(build), is_done));
            }
            Some((Ok(Posed::Tell { task, model }), _)) => course.task = Some((CourseTask::Tell(task, model), false)),
            Some((Err((why, _)), _)) => fault = fault.and(Err(why)),
        }
        course.record.stop = course.at;
        fault
    }

    /// Asks about the next step: the first kind of question that the state has or, if one was asked
    /// here already, the next kind, and then the tasks. Returns the task, if it is one.
    pub fn ask(&mut self) -> Option<AskedKind> {
        let site = self.stepper.site();
        let kinds = Quiz::kinds_at(&self.stepper, &self.encoded);
        let before = self.learning.turn.take().filter(|(asked, _)| *asked == site);
        let at = before.map_or(0, |(_, at)| at + 1);
        // Tasks are looked for when the questions are through: to find one is to make it.
        let fits = |build: &Build| build.fits(&self.stepper, &self.encoded);
        let build = match at.checked_sub(kinds.len()) {
            Some(past) => Build::ALL.into_iter().filter(fits).nth(past),
            None => None,
        };
        // After the last task comes the first question again.
        let at = if build.is_none() && at >= kinds.len() { 0 } else { at };
        self.learning.turn = Some((site.clone(), at));
        self.motion = Motion::Still;
        if let Some(build) = build {
            self.learning.asked = None;
            return Some(AskedKind::Build(build));
        }
        let kind = *kinds.get(at)?;
        let quiz = Quiz::about(kind, &self.stepper, &self.encoded)?;
        let (kind, picked) = (Some(kind), BTreeSet::new());
        let (by, said) = (Asker::Learner, String::new());
        let asked = Asked { quiz, kind, by, picked, grade: None, hint: None, site, said };
        self.learning.asked = Some(Box::new(asked));
        Some(AskedKind::Quiz)
    }

    /// Goes to the state of a question that comes back, and asks it.
    ///
    /// # Errors
    ///
    /// If the lesson's puzzle has no such state any more.
    pub fn review(&mut self, question: ReviewQuestion, by: Asker) -> Result<(), SiteError> {
        let ReviewQuestion { site, quiz, kind, said } = question;
        (self.motion, self.zoom, self.cursor) = (Motion::Still, false, Cursor::default());
        (self.layout, self.learning.course, self.learning.looks) = (StepLayout::default(), None, false);
        // Where pointers are asked for, nodes have their numbers.
        self.grain = if kind == Some(Predict::Pointer) { Grain::Link } else { Grain::Item };
        if kind == Some(Predict::Choice) {
            self.look_at(Panel::Counts);
        }
        go_to(&mut self.stepper, &site)?;
        let asked = Asked { quiz, kind, by, picked: BTreeSet::new(), grade: None, hint: None, site, said };
        self.learning.asked = Some(Box::new(asked));
        Ok(())
    }

    /// Adds an answer, or takes it back if it was given already. When all wanted answers are there,
    /// they are graded. A first wrong answer gets a hint, and the question stays open.
    pub fn pick(&mut self, pick: Pick) -> Option<Graded> {
        let asked = self.learning.asked.as_mut().filter(|asked| asked.is_open())?;
        if !asked.picked.remove(&pick) {
            asked.picked.insert(pick);
        }
        if asked.picked.len() < asked.quiz.wanted {
            return None;
        }
        let grade = asked.quiz.grade(&asked.picked, &self.stepper, &self.encoded);
        let (question, is_lesson) = (asked.quiz.text.clone(), asked.is_by_lesson());
        let picked = asked.quiz.list(&asked.picked, &self.stepper, &self.encoded);
        let is_second = asked.hint.is_some();
        if !is_second {
            self.learning.tried.all += 1;
            self.learning.tried.right += usize::from(grade.right);
        }
        if let Some(course) = self.learning.course.as_mut().filter(|_| is_lesson) {
            course.answered(question, picked, grade.right, is_second);
        }
        if grade.right || is_second {
            asked.grade = Some(grade.clone());
            return Some(Graded::Done(grade));
        }
        let hint = asked.quiz.hint(asked.kind, &asked.picked, &self.stepper, &self.encoded);
        asked.picked.clear();
        asked.hint = Some(hint.clone());
        Some(Graded::Again(hint))
    }

    /// Drops a question that is not about this state any more, and notes whether the lesson's goal
    /// was reached by the last steps.
    pub(super) fn settle(&mut self) {
        let is_passing = |asked: &Asked| match asked.by {
            Asker::Learner => true,
            Asker::Lesson => asked.kind.is_some(),
            Asker::Today(..) => false,
        };
        if self.learning.asked.as_ref().is_some_and(|asked| is_passing(asked) && asked.site != self.stepper.site()) {
            self.learning.asked = None;
        }
        // Elsewhere the questions begin with the first kind again.
        if self.learning.turn.as_ref().is_some_and(|(site, _)| *site != self.stepper.site()) {
            self.learning.turn = None;
        }
        let task = self.learning.course.as_ref().and_then(|course| course.task.clone());
        let Some((CourseTask::Reach(from), false)) = task else { return };
        if is_here(from, self)
            && let Some(course) = &mut self.learning.course
        {
            course.reach();
        }
    }

    /// Shows the model answer of the stop.
    pub(in crate::app) fn reveal(&mut self) {
        let Some(course) = &mut self.learning.course else { return };
        if matches!(course.task, Some((CourseTask::Tell(..), false))) {
            course.reach();
        }
    }

    /// Keeps what was constructed at a state, if the stop of a lesson asked for it there.
    pub(in crate::app) fn built(&mut self, build: Build, site: &Site, answer: String, right: bool) {
        let is_first = self.learning.built.insert((site.to_string(), build));
        self.learning.tried.all += usize::from(is_first);
        self.learning.tried.right += usize::from(is_first && right);
        let Some(course) = &mut self.learning.course else { return };
        let is_asked = course.task.as_ref().is_some_and(|(task, _)| *task == CourseTask::Build(build));
        if !is_asked || course.site != *site {
            return;
        }
        let is_second = course.record.answers.contains_key(&course.at);
        course.answered(capital(&build.words()), answer, right, is_second);
        if right && let Some((_, done)) = &mut course.task {
            *done = true;
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
