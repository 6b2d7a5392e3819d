//! Keeps the open puzzle while it has unsaved changes.

use crate::app::action::Screen;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::kept::Keeping;

/// Returns the effect that keeps the open puzzle, if it has unsaved changes and anything changed
/// since the last call. If the puzzle has been saved, returns the effect that forgets it.
pub fn keep(app: &mut App) -> Option<Effect> {
    let entry = app.open?;
    let document = app.document()?;
    let history = &document.history;
    if history.is_saved() {
        return app.kept.remove(&entry).map(|_| Effect::Forget { entry });
    }
    let stepping = app.stepping.as_ref().filter(|stepping| {
        app.screen == Screen::Step
            && !stepping.stepper.search().class().facts().fewest
            && *stepping.encoded.shape() == document.puzzle.shape
    });
    let step = stepping.map(|stepping| stepping.stepper.search().address().to_string());
    let mark = Some((history.version(), history.len(), document.selected.clone(), step.clone()));
    if app.kept.get(&entry) == Some(&mark) {
        return None;
    }
    let keeping = Keeping { name: app.name().to_string(), document: Box::new(document.clone()), step };
    app.kept.insert(entry, mark);
    Some(Effect::Keep { entry, keeping: Box::new(keeping) })
}
