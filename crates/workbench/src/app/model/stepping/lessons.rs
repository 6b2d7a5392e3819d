//! A lesson in the debugger: its stops, its questions, and what the learner answers.

use super::layout::StepLayout;
use super::views::{Panel, VIEWS};
use super::{Motion, SiteError, Stepping, go_to};
use crate::app::model::course::{Asked, AskedKind, Asker, Course, CourseTask, Graded};
use crate::app::model::cursor::Cursor;
use dancing::{NodeId, OptionId};
use quadrille_solve::{Break, Grain, Site, Stop};
use quadrille_study::{Asks, Build, FactError, LessonFacts, Pick, Posed, Predict, Quiz, ReviewQuestion, capital};
use std::collections::BTreeSet;

/// The reason why a stop is not as its lesson says.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StopError {
    /// The search has no such state.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// A sentence or the exercise does not fit the state.
    #[error(transparent)]
    Fact(#[from] FactError),
}

impl Stepping {
    /// Returns true while a question about the next step is open, so that no view may show it.
    pub(crate) fn hides_next(&self) -> bool {
        let is_asked = |asked: &Asked| asked.is_open() && asked.kind.is_some();
        self.learning.acts || self.learning.asked.as_deref().is_some_and(is_asked)
    }

    /// Goes to the stop of the lesson, shows what it looks at, and asks its question. `key` gives
    /// the key of an action by its name.
    ///
    /// # Errors
    ///
    /// The reason why the stop is not as the lesson says. `quadrille lesson check` finds it too.
    pub(crate) fn go_to_stop(&mut self, key: &dyn Fn(&str) -> Option<String>) -> Result<(), StopError> {
        let Some(mut course) = self.learning.course.take() else { return Ok(()) };
        let done = self.stop_of(course.as_mut(), key);
        self.learning.course = Some(course);
        done
    }

    fn stop_of(&mut self, course: &mut Course, key: &dyn Fn(&str) -> Option<String>) -> Result<(), StopError> {
        let lesson = course.lesson.clone();
        let stop = &lesson.stops[course.at];
        (self.motion, self.learning.asked, self.zoom) = (Motion::Still, None, false);
        self.trial = None;
        // Addresses are those of the lesson's own rule, whatever rule was tried since.
        if self.policy != lesson.policy {
            self.policy = lesson.policy;
            self.stepper = lesson.stepper(&self.encoded);
        }
        let mut fault = go_to(&mut self.stepper, &stop.at).map_err(StopError::from);
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
                fault = fault.and(Err(why.into()));
                stop.say.text.clone()
            }
        };
        (course.task, course.is_placed) = (None, false);
        match stop.exercise.as_ref().map(|exercise| (exercise.pose(&facts), exercise.kind())) {
            None => {}
            Some((Ok(Posed::Quiz(quiz)), kind)) => {
                course.forget_other(&quiz.text);
                if self.cursor == Cursor::default() && quiz.sort != Asks::Sentence {
                    self.place_cursor(&quiz);
                    (course.pointed, course.is_placed) = (self.cursor, true);
                }
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
            Some((Err((why, _)), _)) => fault = fault.and(Err(why.into())),
        }
        course.record.stop = course.at;
        fault
    }

    /// Puts the cursor on something that a question may be answered with, so that it is seen. It is
    /// not the answer.
    fn place_cursor(&mut self, quiz: &Quiz) {
        let is_wrong = |pick: Pick| !quiz.right.contains(&pick);
        let links = self.stepper.links();
        let mut items = links.open_items().filter(|item| item.index() < links.n_primary());
        match quiz.sort {
            Asks::Item => {
                let item = items.find(|&item| is_wrong(Pick::Item(item)));
                drop(items);
                item.into_iter().for_each(|item| self.select_item(item));
            }
            Asks::Option => {
                drop(items);
                let is_start = |&option: &OptionId| !links.is_hidden(option) && is_wrong(Pick::Option(option));
                let option = self.encoded.problem.options().find(is_start);
                option.into_iter().for_each(|option| self.select_option(option));
            }
            Asks::Node => {
                let node = items.map(|item| NodeId(item.0)).find(|&node| is_wrong(Pick::Node(node)));
                node.into_iter().for_each(|node| self.select_node(node));
            }
            Asks::Sentence => {}
        }
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
