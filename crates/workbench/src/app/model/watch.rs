//! The setter's panel: a survey of the grid that is being edited. And the rating of a puzzle.

use quadrille_puzzle::Grid;
use quadrille_solve::RunId;
use quadrille_study::{Rating, Survey, Unrated};

/// The panel of the open grid.
#[derive(Clone, Debug)]
pub struct Watch {
    /// The grid that the panel is about.
    pub grid: Grid,
    /// True if the user's own symbols are left out.
    pub givens_only: bool,
    /// The id of the survey.
    pub id: RunId,
    /// `None` while the survey runs, or if the walls do not make a jigsaw.
    pub found: Option<Survey>,
}

/// The rating of a puzzle that is or was looked at.
#[derive(Clone, Debug)]
pub struct WatchedRating {
    /// The givens.
    pub grid: Grid,
    /// The id of the task.
    pub id: RunId,
    /// `None` while the task runs.
    pub rating: Option<Result<Rating, Unrated>>,
}

impl Watch {
    /// Stores the result of a survey, unless the grid has changed since it began.
    pub(in crate::app) fn take(&mut self, id: RunId, found: Option<Survey>) {
        if self.id == id && found.is_some() {
            self.found = found;
        }
    }
}
