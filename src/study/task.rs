//! Tasks that run on a separate thread: surveys of a grid, new puzzles, hints and ratings. One task
//! runs at a time; a new task stops it.

use super::generate::{Made, Making, Recipe, Unmade, generate};
use super::hints::{Hinting, Question};
use super::rating::{Rating, Unrated, rate};
use super::survey::{Survey, survey};
use crate::puzzle::Grid;
use std::time::Duration;

/// A task to run.
#[derive(Clone, Debug)]
pub enum Task {
    /// The facts about the candidates of a grid.
    Survey(Grid),
    /// A new puzzle.
    Generate(Box<Recipe>),
    /// A hint.
    Hint(Box<Question>),
    /// The rating of a puzzle.
    Rate(Box<Grid>),
}

/// The time in which a hint is found, with the smallest explanation so far.
pub const HINT: Duration = Duration::from_secs(2);

/// The result of a task.
#[derive(Debug)]
pub enum Done {
    /// `None` if it was stopped.
    Survey(Option<Box<Survey>>),
    /// The puzzle, or the reason why there is none.
    Generate(Result<Box<Made>, Unmade>),
    /// `None` if it was stopped.
    Hint(Option<Box<Hinting>>),
    /// The rating, or the reason why there is none.
    Rate(Result<Rating, Unrated>),
}

impl Task {
    /// The time after which the task is to end with what it has. `None` if there is no limit.
    pub fn time(&self) -> Option<Duration> {
        matches!(self, Task::Hint(_)).then_some(HINT)
    }

    /// Runs the task. It calls `go_on` often, and stops if that returns `false`. While it generates
    /// a puzzle, it passes the progress to `go_on`.
    pub fn run(self, go_on: &mut dyn FnMut(Option<Making>) -> bool) -> Done {
        match self {
            Task::Survey(grid) => Done::Survey(survey(&grid, &mut || go_on(None)).map(Box::new)),
            Task::Hint(question) => Done::Hint(Hinting::of(*question, &mut || go_on(None)).map(Box::new)),
            Task::Rate(grid) => Done::Rate(rate(&grid, &mut || go_on(None))),
            Task::Generate(recipe) => {
                Done::Generate(generate(&recipe, &mut |making| go_on(Some(making))).map(Box::new))
            }
        }
    }
}
