//! Work that a thread of its own does for the app: surveys of a grid and new puzzles. One task runs
//! at a time; the next one stops it.

use super::generate::{Made, Making, Recipe, Unmade, generate};
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
    /// Does the work. `go_on` is asked often, and stops it by `false`. Of a new puzzle it is told
    /// how far it is.
    pub fn run(self, go_on: &mut dyn FnMut(Option<Making>) -> bool) -> Done {
        match self {
            Task::Survey(grid) => Done::Survey(survey(&grid, &mut || go_on(None)).map(Box::new)),
            Task::Generate(recipe) => {
                Done::Generate(generate(&recipe, &mut |making| go_on(Some(making))).map(Box::new))
            }
        }
    }
}
