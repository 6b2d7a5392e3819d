//! Work that a thread of its own does for the app: surveys of a grid and new puzzles. One task runs
//! at a time; the next one stops it.

use super::generate::{Made, Recipe, Unmade, generate};
use super::setter::{Survey, survey};
use crate::puzzle::Grid;

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Task {
    Survey(Grid),
    Generate(Box<Recipe>),
}

/// What came of it.
#[derive(Debug)]
pub enum Done {
    /// `None` if it was stopped.
    Survey(Option<Box<Survey>>),
    Generate(Result<Box<Made>, Unmade>),
}

impl Task {
    /// Does the work. `go_on` is asked often, and stops it by `false`.
    pub fn run(self, go_on: &mut dyn FnMut() -> bool) -> Done {
        match self {
            Task::Survey(grid) => Done::Survey(survey(&grid, go_on).map(Box::new)),
            Task::Generate(recipe) => Done::Generate(generate(&recipe, &mut |_| go_on()).map(Box::new)),
        }
    }
}
