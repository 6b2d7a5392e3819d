//! Keeps the open puzzle while it has unsaved changes.

use crate::app::message::Effect;
use crate::app::model::app::{App, Here};
use crate::app::model::kept::Keeping;
use crate::app::model::stepping::Stepping;

/// Returns the effect that keeps the open puzzle, if it has unsaved changes and anything changed
/// since the last call. If the puzzle has been saved, returns the effect that forgets it.
pub fn keep(app: &mut App) -> Option<Effect> {
    let entry = app.library.open?;
    let document = app.document()?;
    let history = &document.history;
    if history.is_saved() {
        return app.desk.backup.last.remove(&entry).map(|_| Effect::Forget { entry });
    }
    let step = match app.here() {
        Here::Step(Stepping { stepper, encoded, .. })
            if !stepper.search().class().facts().fewest && *encoded.shape() == document.puzzle.shape =>
        {
            Some(stepper.search().address().to_string())
        }
        _ => None,
    };
    let mark = Some((history.version(), history.len(), document.selected.clone(), step.clone()));
    if app.desk.backup.last.get(&entry) == Some(&mark) {
        return None;
    }
    let keeping = Keeping { name: app.name().to_string(), document: Box::new(document.clone()), step };
    app.desk.backup.last.insert(entry, mark);
    Some(Effect::Keep { entry, keeping: Box::new(keeping) })
}
