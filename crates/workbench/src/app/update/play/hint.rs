//! The key of a hint: its stages, one a press, and then the step itself. Hints are found on another
//! thread.

use crate::app::action::on;
use crate::app::ask::Ask;
use crate::app::bar::play_key;
use crate::app::message::Effect as Wanted;
use crate::app::model::app::Desk;
use crate::app::model::document::{Document, Pen};
use crate::app::model::room::Waiting;
use quadrille_puzzle::{HintEffect, Mark};
use quadrille_study::{HintQuestion, Hinting, NoHint, Task};

/// Shows the next stage of the hint, or asks for one. After the last stage, the same key applies
/// the hint.
pub fn hint(document: &mut Document, desk: &mut Desk) -> Vec<Ask> {
    let shape = &document.puzzle.shape;
    match desk.hint_on(shape) {
        Some(told) if told.stage < 3 => {
            let next = Hinting { stage: told.stage + 1, ..told.clone() };
            tell(document, desk, next);
            Vec::new()
        }
        Some(told) => {
            let told = told.clone();
            follow(document, desk, told)
        }
        None => ask(document, desk),
    }
}

/// The name of the result in the line that says what is being made.
const A_HINT: &str = "a hint";

/// Asks for a hint about the open grid, unless one is being searched.
fn ask(document: &Document, desk: &mut Desk) -> Vec<Ask> {
    if desk.opening.as_ref().is_some_and(|waiting| waiting.is_for(A_HINT)) {
        return Vec::new();
    }
    let Some(grid) = document.puzzle.grid().cloned() else { return Vec::new() };
    if desk.refuses(&document.puzzle) {
        return Vec::new();
    }
    let ruled_out = document.notes.marks(Mark::Eliminated).to_vec();
    let before = desk.hinting.as_ref().map(|hinting| Box::new(hinting.reasoning.clone()));
    let id = desk.next_run();
    desk.opening = Some(Waiting::new(id, A_HINT));
    let question = HintQuestion { grid, ruled_out, before };
    vec![Ask::Effect(Wanted::Work(id, Box::new(Task::Hint(Box::new(question)))))]
}

/// Shows a hint that was found, unless the grid has changed since it was asked for.
pub fn found(document: &mut Document, desk: &mut Desk, hinting: Hinting) {
    if hinting.is_about(&document.puzzle.shape) {
        tell(document, desk, hinting);
    }
}

/// Shows the current stage of a hint, and moves the cursor to its cell.
fn tell(document: &mut Document, desk: &mut Desk, hinting: Hinting) {
    let more = match (&hinting.hint, hinting.stage) {
        (Ok(hint), 3) if hint.effect == HintEffect::Dead => String::new(),
        (Ok(_), stage) => {
            let key = play_key(&desk.settings.keymap, document, on::Play::Hint);
            format!("  {key}: {}", ["", "why", "what follows", "do it"][stage])
        }
        (Err(_), _) => String::new(),
    };
    let words = hinting.words();
    if let Ok(hint) = &hinting.hint {
        let cell = match &hint.effect {
            HintEffect::Place(cell, _) => Some(*cell).filter(|_| hinting.stage > 1),
            HintEffect::Remove(gone) => gone.first().map(|(cell, _)| *cell).filter(|_| hinting.stage > 2),
            HintEffect::Clear(cell) => Some(*cell),
            HintEffect::Dead => hint.cells.first().copied(),
        };
        document.cursor = cell.unwrap_or(document.cursor);
    }
    desk.hinting = Some(hinting);
    desk.say(format!("{words}{more}"));
}

/// Applies a hint: places or clears a symbol, or rules candidates out. Then asks for the next one.
fn follow(document: &mut Document, desk: &mut Desk, told: Hinting) -> Vec<Ask> {
    let Ok(hint) = told.hint else { return Vec::new() };
    let mut reasoning = told.reasoning;
    let tidy = desk.settings.tidy_marks;
    document.selected.clear();
    let mut put = |cell, symbol| {
        document.cursor = cell;
        // A deduced symbol is not a given.
        let pen = std::mem::replace(&mut document.typing.pen, Pen::Own);
        let placed = document.place(symbol, tidy);
        document.typing.pen = pen;
        placed
    };
    let done = match &hint.effect {
        HintEffect::Dead => {
            let key = desk.settings.keymap.hint(on::Play::Undo);
            desk.say(format!("the grid has no solution now; {key} undoes a change"));
            return Vec::new();
        }
        HintEffect::Place(cell, symbol) => put(*cell, Some(*symbol)),
        HintEffect::Clear(cell) => put(*cell, None),
        HintEffect::Remove(gone) => {
            document.rule_out(gone);
            Ok(())
        }
    };
    if let Err(why) = done {
        desk.say(why.to_string());
        return Vec::new();
    }
    reasoning.take(&hint.effect);
    desk.hinting = Some(Hinting { reasoning, hint: Err(NoHint::Followed), stage: 1, several: false });
    ask(document, desk)
}
