//! The keys of the setter's panel. While the panel is shown, its survey is made in the background
//! after every change.

use crate::app::message::Effect;
use crate::app::model::app::Desk;
use crate::app::model::document::{Document, View};
use crate::app::model::watch::Watch;
use quadrille_solve::RunId;
use quadrille_study::Task;

/// Shows the panel, or hides it.
pub fn toggle(document: &mut Document, desk: &mut Desk) {
    let Some(grid) = document.puzzle.grid().cloned() else { return };
    match desk.watch.take() {
        Some(_) => {
            // The view of solutions needs the panel.
            if document.view == View::Solutions {
                document.view = View::Marks;
            }
            desk.say("the setter's panel is hidden");
        }
        // No run has this id, so the first survey starts at the end of this message.
        None => desk.watch = Some(Watch { grid, givens_only: false, id: RunId(0), found: None }),
    }
}

/// Counts the user's own symbols as givens, or leaves them out.
pub(crate) fn count_own(desk: &mut Desk) {
    let Some(watch) = &mut desk.watch else { return };
    watch.givens_only = !watch.givens_only;
    (watch.id, watch.found) = (RunId(0), None);
}

/// Starts a survey if the grid has changed since the last one.
pub(crate) fn keep_up(document: &Document, desk: &mut Desk) -> Option<Effect> {
    let id = RunId(desk.last_run.0 + 1);
    let (Some(watch), Some(open)) = (&mut desk.watch, document.puzzle.grid()) else { return None };
    let wanted = if watch.givens_only { open.without_own() } else { open.clone() };
    if watch.id != RunId(0) && watch.grid == wanted {
        return None;
    }
    let unfit = wanted.unfit().is_some();
    (watch.grid, watch.id, watch.found) = (wanted.clone(), id, None);
    desk.last_run = id;
    if unfit {
        return Some(Effect::Cease);
    }
    Some(Effect::Work(id, Box::new(Task::Survey(wanted))))
}
