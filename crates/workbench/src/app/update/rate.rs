//! The rating of the puzzle that is looked at, in the Library and beside the setter's panel. It is
//! made on another thread.

use crate::app::action::Screen;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::watch::WatchedRating;
use quadrille_puzzle::Grid;
use quadrille_study::Task;

/// The givens of the puzzle that is to be rated. `None` if there is none.
fn wanted(app: &App) -> Option<Grid> {
    let document = match app.screen() {
        Screen::Library => app.library.entries[app.library.selected()?].document()?,
        Screen::Play => {
            let found = app.desk.watch.as_ref()?.found.as_ref()?;
            app.document().filter(|_| (found.count, found.complete) == (1, true))?
        }
        _ => return None,
    };
    let grid = document.puzzle.grid().filter(|grid| grid.weights.is_none() && grid.n_symbols() <= 16)?;
    (document.puzzle.unfit().is_none() && grid.givens() > 0).then(|| grid.without_own())
}

/// Starts to rate the puzzle that is looked at, unless its rating is known. A hint, a survey and a
/// new puzzle come first.
pub(crate) fn keep_up(app: &mut App) -> Option<Effect> {
    let surveys = app.screen() == Screen::Play && app.desk.watch.as_ref().is_some_and(|watch| watch.found.is_none());
    if app.desk.opening.is_some() || surveys {
        // The other task stops the one that rates.
        app.desk.rated.take_if(|rated| rated.rating.is_none());
        return None;
    }
    let grid = wanted(app)?;
    if app.desk.rated.as_ref().is_some_and(|rated| rated.grid == grid) {
        return None;
    }
    let id = app.desk.next_run();
    app.desk.rated = Some(WatchedRating { grid: grid.clone(), id, rating: None });
    Some(Effect::Work(id, Box::new(Task::Rate(Box::new(grid)))))
}
