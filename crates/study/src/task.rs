//! Tasks that run on a separate thread: surveys of a grid, new puzzles, hints, ratings and
//! questions about a whole search. One task runs at a time; a new task stops it.

use super::ask::{Asking, Replied};
use super::generate::{Made, Making, Recipe, Unmade, generate};
use super::hints::{HintQuestion, Hinting};
use super::rating::{Rating, Unrated, rate};
use super::survey::{Survey, survey};
use quadrille_puzzle::Grid;
use std::time::Duration;

/// A task to run.
#[derive(Clone, Debug)]
pub enum Task {
    /// The facts about the candidates of a grid.
    Survey(Grid),
    /// A new puzzle.
    Generate(Box<Recipe>),
    Hint(Box<HintQuestion>),
    /// The rating of a puzzle.
    Rate(Box<Grid>),
    /// The answer to a question about a whole search.
    Ask(Box<Asking>),
}

#[derive(Clone, Copy, Debug)]
pub enum TaskProgress {
    /// The progress of a new puzzle.
    Making(Making),
    /// The share that is done, from 0 to 1.
    Share(f64),
}

/// The time in which a hint is found, with the smallest explanation so far.
pub const HINT: Duration = Duration::from_secs(2);

/// The time in which a puzzle is rated while it is looked at. A harder one stays unrated.
const RATING: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub enum TaskResult {
    /// `None` if it was stopped.
    Survey(Option<Box<Survey>>),
    /// The puzzle, or the reason why there is none.
    Generate(Result<Box<Made>, Unmade>),
    /// `None` if it was stopped.
    Hint(Option<Box<Hinting>>),
    /// The rating, or the reason why there is none.
    Rate(Result<Rating, Unrated>),
    /// `None` if it was stopped.
    Ask(Option<Box<Replied>>),
}

impl Task {
    /// The time after which the task is to end with what it has. `None` if there is no limit.
    pub fn time(&self) -> Option<Duration> {
        match self {
            Task::Hint(_) => Some(HINT),
            Task::Rate(_) => Some(RATING),
            Task::Survey(_) | Task::Generate(_) | Task::Ask(_) => None,
        }
    }

    /// Runs the task. It calls `go_on` often, and stops if that returns `false`. A long task passes
    /// its progress to `go_on`.
    pub fn run(self, go_on: &mut dyn FnMut(Option<TaskProgress>) -> bool) -> TaskResult {
        match self {
            Task::Survey(grid) => TaskResult::Survey(survey(&grid, &mut || go_on(None)).map(Box::new)),
            Task::Hint(question) => TaskResult::Hint(Hinting::of(*question, &mut || go_on(None)).map(Box::new)),
            Task::Ask(asking) => {
                TaskResult::Ask(asking.reply(&mut |share| go_on(Some(TaskProgress::Share(share)))).map(Box::new))
            }
            Task::Rate(grid) => TaskResult::Rate(rate(&grid, &mut || go_on(None))),
            Task::Generate(recipe) => {
                let mut go_on = |making| go_on(Some(TaskProgress::Making(making)));
                TaskResult::Generate(generate(&recipe, &mut go_on).map(Box::new))
            }
        }
    }
}
