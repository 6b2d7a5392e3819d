//! The pointers of a list, which the learner sets as they are after the next link.

use super::{Dialog, TypedLine};
use crate::app::ask::Ask;
use crate::app::key::{Code, Key};
use crate::app::model::app::App;
use quadrille_solve::Site;
use quadrille_study::{Build, PointerGrade, PointersExercise};

/// Pointers that are being set, or were followed.
#[derive(Clone, Debug)]
pub struct Pointing {
    /// The state that the task is about.
    pub site: Site,
    pub exercise: PointersExercise,
    /// The index of the selected pointer.
    pub cursor: usize,
    /// The verdict. `None` while pointers are set.
    pub grade: Option<PointerGrade>,
}

impl Pointing {
    pub fn new(exercise: PointersExercise, site: Site) -> Pointing {
        Pointing { site, exercise, cursor: 0, grade: None }
    }
}

impl Dialog for Pointing {
    fn key(mut self, app: &mut App, key: Key) -> Vec<Ask> {
        let last = self.exercise.pointers.len() - 1;
        let is_right = self.grade.as_ref().is_some_and(|grade| grade.right);
        match key.code {
            Code::Up | Code::Char('k') => self.cursor = self.cursor.saturating_sub(2),
            Code::Down | Code::Char('j') => {
                self.cursor = if self.cursor + 2 > last { self.cursor } else { self.cursor + 2 }
            }
            Code::Left | Code::Char('h') => self.cursor = self.cursor.saturating_sub(1),
            Code::Right | Code::Char('l') | Code::Tab => self.cursor = (self.cursor + 1).min(last),
            Code::Char(c @ (' ' | '.' | ',')) => {
                self.exercise.turn(self.cursor, c != ',');
                self.grade = None;
            }
            Code::Enter if is_right => return Vec::new(),
            Code::Enter => {
                let grade = self.exercise.grade();
                let answer = self.exercise.told().join("; ");
                if let Some(stepping) = &mut app.rooms.stepping {
                    stepping.built(Build::Pointers, &self.site, answer, grade.right);
                }
                self.grade = Some(grade);
            }
            _ => {}
        }
        self.stay(app)
    }

    fn words(&self, _app: &App) -> Vec<String> {
        let rows = self.exercise.told().into_iter().enumerate().map(|(at, row)| format!("{:>3}  {row}", at + 1));
        let end = "type the number of a pointer and a name to set it, or enter";
        let grade = self.grade.iter().map(|grade| grade.text.clone());
        [self.exercise.task()].into_iter().chain(rows).chain(grade).chain([end.to_string()]).collect()
    }

    fn answer(&mut self, line: &str) -> TypedLine {
        if line == "enter" {
            return TypedLine::Press(Key::plain(Code::Enter));
        }
        let Some((number, name)) = line.split_once(' ') else { return TypedLine::Command };
        let at = TypedLine::row(number).filter(|&at| at < self.exercise.pointers.len());
        match (at, self.exercise.nodes.iter().position(|node| node == name.trim())) {
            (None, _) => TypedLine::Command,
            (Some(_), None) => TypedLine::Refuse(format!("`{name}` is not in this list")),
            (Some(at), Some(to)) => {
                (self.exercise.pointers[at].to, self.grade) = (to, None);
                TypedLine::Press(Key::plain(Code::Home))
            }
        }
    }
}
