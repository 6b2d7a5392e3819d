//! The lines of a procedure, which the learner puts into order. What was arranged is run on a list.

use super::{Dialog, TypedLine, numbered};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use quadrille_solve::Site;
use quadrille_study::{Arrange, ArrangeFrame, ArrangeGrade, Build};
use std::time::Duration;

/// An arrangement that is being made, or was run.
#[derive(Clone, Debug)]
pub struct Arranging {
    /// The state that the task is about.
    pub site: Site,
    pub exercise: Arrange,
    /// The chosen lines in order, as indices into the lines of the exercise.
    pub order: Vec<usize>,
    /// The result of the run. `None` while lines are chosen.
    pub grade: Option<ArrangeGrade>,
    /// The index of the moment that is shown.
    pub at: usize,
    /// True while the moments are played.
    pub plays: bool,
    /// True if the moments are not played by themselves.
    is_still: bool,
}

impl Arranging {
    /// The time from one moment to the next while they are played.
    pub(crate) const BEAT: Duration = Duration::from_millis(500);

    pub fn new(exercise: Arrange, site: Site, is_still: bool) -> Arranging {
        Arranging { site, exercise, order: Vec::new(), grade: None, at: 0, plays: false, is_still }
    }

    /// The moment that is shown.
    pub fn frame(&self) -> Option<&ArrangeFrame> {
        self.grade.as_ref()?.frames.get(self.at)
    }

    fn last(&self) -> usize {
        self.grade.as_ref().map_or(0, |grade| grade.frames.len().saturating_sub(1))
    }

    /// Shows the next moment.
    pub(in crate::app) fn beat(&mut self) {
        self.plays = self.plays && self.at < self.last();
        self.at += usize::from(self.plays);
    }

    /// Chooses a line, or takes it back. The last one that is needed runs them.
    fn choose(&mut self, line: usize, app: &mut App) {
        if line >= self.exercise.texts().len() || self.grade.is_some() {
            return;
        }
        match self.order.iter().position(|&other| other == line) {
            Some(at) => _ = self.order.remove(at),
            None => self.order.push(line),
        }
        let Some(stepping) = app.rooms.stepping.as_mut().filter(|_| self.order.len() == self.exercise.wanted()) else {
            return;
        };
        let grade = self.exercise.grade(&self.order, &stepping.encoded);
        let texts = self.exercise.texts();
        let answer = self.order.iter().map(|&at| texts[at].trim()).collect::<Vec<_>>().join("; ");
        let build = Build::Arrange(self.exercise.procedure);
        stepping.built(build, &self.site, answer, grade.verdict.is_right());
        self.grade = Some(grade);
        (self.at, self.plays) = (if self.is_still { self.last() } else { 0 }, !self.is_still);
    }
}

impl Dialog for Arranging {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        self.plays &= key.code == Code::Char(' ');
        let is_right = self.grade.as_ref().is_some_and(|grade| grade.verdict.is_right());
        match key.code {
            Code::Char(c @ '1'..='9') => self.choose(c as usize - '1' as usize, app),
            Code::Backspace => {
                self.grade = None;
                self.order.pop();
            }
            Code::Right | Code::Char('s' | 'l') => self.at = (self.at + 1).min(self.last()),
            Code::Left | Code::Char('S' | 'h') => self.at = self.at.saturating_sub(1),
            Code::Char(' ') => {
                self.plays = !self.plays && self.grade.is_some();
                if self.at == self.last() {
                    self.at = 0;
                }
            }
            // After a right run there is nothing left to do.
            Code::Enter if is_right => return Vec::new(),
            Code::Enter => {
                (self.grade, self.at) = (None, 0);
                self.order.clear();
            }
            _ => {}
        }
        self.stay(app)
    }

    fn beat(&self) -> Option<Duration> {
        self.plays.then_some(Arranging::BEAT)
    }

    fn words(&self, app: &App) -> Vec<String> {
        let Some(stepping) = &app.rooms.stepping else { return Vec::new() };
        let task = self.exercise.task(&stepping.encoded);
        let texts = self.exercise.texts();
        let chosen = self.order.iter().map(|&at| format!("chosen: {}", texts[at].trim()));
        let grade = self.grade.iter().map(|grade| grade.text.clone());
        let end = "type the number of the next line; delete takes the last one back; enter begins again";
        let rows = numbered(texts.iter().map(|text| text.trim().to_string()).collect(), end);
        [task].into_iter().chain(rows).chain(chosen).chain(grade).collect()
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        match (line, TypedLine::row(line)) {
            ("delete", _) => TypedLine::Press(Key::plain(Code::Backspace)),
            ("enter", _) => TypedLine::Press(Key::plain(Code::Enter)),
            (_, Some(at)) if at < self.exercise.texts().len() => {
                TypedLine::Press(Key::plain(Code::Char(char::from(b'1' + at as u8))))
            }
            _ => TypedLine::Command,
        }
    }
}
