//! The setter's panel: a survey of the grid that is being edited.

use crate::puzzle::Grid;
use crate::solve::RunId;
use crate::study::Survey;

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

impl Watch {
    /// Stores the result of a survey, unless the grid has changed since it began.
    pub(in crate::app) fn take(&mut self, id: RunId, found: Option<Survey>) {
        if self.id == id && found.is_some() {
            self.found = found;
        }
    }
}
