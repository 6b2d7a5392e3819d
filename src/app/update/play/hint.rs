//! The key of a hint: its stages, one a press, and then the step itself.

use crate::app::action::on;
use crate::app::model::app::App;
use crate::app::model::document::Pen;
use crate::puzzle::Effect;
use crate::study::Hinting;

/// Shows the next stage of the hint. After the last stage, the same key applies the hint.
pub fn hint(app: &mut App) {
    let Some(document) = app.document() else { return };
    let Some(grid) = document.puzzle.grid() else {
        let key = app.settings.keymap.hint(on::Play::Debug);
        return app.say(format!("hints are for grids; {key} steps through this puzzle"));
    };
    let same = |hinting: &&Hinting| {
        hinting.reasoning.grid().cells == grid.cells && hinting.reasoning.grid().areas == grid.areas
    };
    let told = app.hinting.as_ref().filter(same);
    let Some(told) = told.filter(|hinting| hinting.hint.is_some()) else {
        let next = Hinting::of(grid, app.hinting.as_ref());
        return tell(app, next);
    };
    if told.stage < 3 {
        let next = Hinting { stage: told.stage + 1, ..told.clone() };
        return tell(app, next);
    }
    follow(app, told.clone());
}

/// Shows the current stage of a hint, and moves the cursor to its cell.
fn tell(app: &mut App, hinting: Hinting) {
    let more = match (&hinting.hint, hinting.stage) {
        (Some(hint), 3) if hint.effect == Effect::Dead => String::new(),
        (Some(_), stage) => {
            let key = app.settings.keymap.hint(on::Play::Hint);
            format!("  {key}: {}", ["", "why", "what follows", "do it"][stage])
        }
        (None, _) => String::new(),
    };
    let words = hinting.words();
    if let (Some(hint), Some(document)) = (&hinting.hint, app.document_mut()) {
        let cell = match &hint.effect {
            Effect::Place(cell, _) => Some(*cell).filter(|_| hinting.stage > 1),
            Effect::Remove(gone) => gone.first().map(|(cell, _)| *cell).filter(|_| hinting.stage > 2),
            Effect::Dead => hint.cells.first().copied(),
        };
        document.cursor = cell.unwrap_or(document.cursor);
    }
    app.hinting = Some(hinting);
    app.say(format!("{words}{more}"));
}

/// Applies a hint: places the symbol, or keeps the candidates out of later hints.
fn follow(app: &mut App, told: Hinting) {
    let Some(hint) = told.hint else { return };
    let mut reasoning = told.reasoning;
    match &hint.effect {
        Effect::Dead => {
            let key = app.settings.keymap.hint(on::Play::Undo);
            return app.say(format!("the grid has no solution now; {key} undoes a change"));
        }
        Effect::Place(cell, symbol) => {
            let tidy = app.settings.tidy_marks;
            let Some(document) = app.document_mut() else { return };
            document.selected.clear();
            document.cursor = *cell;
            // A deduced symbol is not a given.
            let pen = std::mem::replace(&mut document.pen, Pen::Own);
            let placed = document.place(Some(*symbol), tidy);
            document.pen = pen;
            if let Err(why) = placed {
                return app.say(why.to_string());
            }
        }
        Effect::Remove(_) => {}
    }
    reasoning.take(&hint.effect);
    let before = Hinting { reasoning, hint: None, stage: 1 };
    let Some(grid) = app.document().and_then(|document| document.puzzle.grid()) else { return };
    let next = Hinting::of(grid, Some(&before));
    tell(app, next);
}
