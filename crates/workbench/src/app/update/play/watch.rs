//! The keys of the setter's panel. While the panel is shown, its survey is made in the background
//! after every change.

use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::document::View;
use crate::app::model::watch::Watch;
use quadrille_solve::RunId;
use quadrille_study::Task;

/// Shows the panel, or hides it.
pub fn toggle(app: &mut App) {
    let Some(grid) = app.document().and_then(|document| document.puzzle.grid()).cloned() else {
        return app.say("the setter's panel is for grids; Model lists the findings of this puzzle");
    };
    match app.watch.take() {
        Some(_) => {
            // The view of solutions needs the panel.
            if let Some(document) = app.document_mut().filter(|document| document.view == View::Solutions) {
                document.view = View::Marks;
            }
            app.say("the setter's panel is hidden");
        }
        // No run has this id, so the first survey starts at the end of this message.
        None => app.watch = Some(Watch { grid, givens_only: false, id: RunId(0), found: None }),
    }
}

/// Counts the user's own symbols as givens, or leaves them out.
pub fn count_own(app: &mut App) {
    let Some(watch) = &mut app.watch else {
        return app.say("open the setter's panel first");
    };
    watch.givens_only = !watch.givens_only;
    (watch.id, watch.found) = (RunId(0), None);
}

/// Starts a survey if the grid has changed since the last one.
pub fn keep_up(app: &mut App) -> Vec<Effect> {
    if app.watch.is_none() {
        return Vec::new();
    }
    let Some(open) = app.document().and_then(|document| document.puzzle.grid()).cloned() else { return Vec::new() };
    let id = RunId(app.last_run.0 + 1);
    let Some(watch) = &mut app.watch else { return Vec::new() };
    let wanted = if watch.givens_only { open.without_own() } else { open };
    if watch.id != RunId(0) && watch.grid == wanted {
        return Vec::new();
    }
    let unfit = wanted.unfit().is_some();
    (watch.grid, watch.id, watch.found) = (wanted.clone(), id, None);
    app.last_run = id;
    if unfit {
        return vec![Effect::Cease];
    }
    vec![Effect::Work(id, Box::new(Task::Survey(wanted)))]
}
