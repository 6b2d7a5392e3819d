//! Hints for the open grid. If no step is known, the hint says what Algorithm X would do.

use super::action::on;
use super::document::Pen;
use super::state::App;
use super::stepping::Stepping;
use crate::dlx::{ItemId, Policy};
use crate::puzzle::{Effect, Grid, Hint, Need, Reasoning, Shape, encode};
use crate::solve::{Stepper, Target};

/// The current hint, and the number of its stages that were shown.
#[derive(Clone, Debug)]
pub struct Hinting {
    /// The grid of the hint, with the candidates that earlier hints removed.
    pub reasoning: Reasoning,
    /// `None` if no step is known.
    pub hint: Option<Hint>,
    /// The number of stages shown: 1 to 3.
    pub stage: usize,
}

impl Hinting {
    /// Returns the hint for the next step of a grid. `before` is the hint for an earlier state of
    /// the grid. Candidates that it removed stay removed if the grid only gained symbols.
    pub fn of(grid: &Grid, before: Option<&Hinting>) -> Hinting {
        let known = before.and_then(|before| before.reasoning.on(grid));
        let reasoning = known.unwrap_or_else(|| Reasoning::new(grid));
        Hinting { hint: reasoning.hint(), reasoning, stage: 1 }
    }

    /// Returns whether the hint is about this puzzle.
    pub(super) fn is_about(&self, shape: &Shape) -> bool {
        let own = self.reasoning.grid();
        shape.grid().is_some_and(|grid| grid.cells == own.cells && grid.areas == own.areas)
    }

    /// Steps the debugger to the state of the grid, and selects what the shown stages of the hint
    /// reveal: the option that it places or excludes, or a cell. Returns the selection in words.
    pub(super) fn point(&self, stepping: &mut Stepping) -> Option<String> {
        let hint = self.hint.as_ref()?;
        let encoded = stepping.encoded.clone();
        stepping.pass_givens();
        let (cell, symbol) = match &hint.effect {
            Effect::Place(cell, symbol) => (*cell, Some(*symbol)),
            Effect::Remove(gone) => gone.first().map(|&(cell, symbol)| (cell, Some(symbol)))?,
            Effect::Dead => (*hint.cells.first()?, None),
        };
        // Reveal nothing of the stages that were not shown.
        match symbol.filter(|_| self.stage == 3).and_then(|symbol| encoded.option(cell, symbol)) {
            Some(option) => {
                stepping.select_option(option);
                Some(format!("option {}", encoded.option_short(option)))
            }
            None if self.stage > 1 || symbol.is_none() => {
                let n = encoded.problem.n_primary() as u32;
                let is_cell = |item: &ItemId| matches!(encoded.need(*item), Some(Need::Cell(own)) if own == cell);
                let item = (0..n).map(ItemId).find(is_cell)?;
                stepping.select_item(item);
                Some(encoded.item_noun(item))
            }
            None => None,
        }
    }

    /// The text of the current stage.
    pub fn words(&self) -> String {
        match &self.hint {
            Some(hint) => hint.stage(self.stage - 1),
            None if self.reasoning.grid().empty() == 0 => "every cell is filled: nothing is left to find".to_string(),
            None => no_step(self.reasoning.grid()),
        }
    }
}

/// The sentence for a grid on which no step is known. It says what Algorithm X would do.
pub fn no_step(grid: &Grid) -> String {
    let encoded = encode(&Shape::Grid(grid.without_weights()));
    let mut stepper = Stepper::new(&encoded.problem, Policy::default());
    // The first stop is the root; then come the forced choices up to a real one.
    while stepper.run(Some(Target::Branch), &[], true, u32::MAX, false).is_none() {}
    let search = stepper.search();
    match (search.item_in_hand(), search.branch_in_hand()) {
        (Some(item), Some(branch)) if branch.d > 1 => {
            let noun = encoded.item_noun(item);
            format!("no step is known; Algorithm X would branch on {noun}, which has {} options", branch.d)
        }
        (Some(item), _) => {
            format!("no step is known; Algorithm X reaches a dead end at {}", encoded.item_noun(item))
        }
        (None, _) => "no step is known; forced choices of Algorithm X alone fill the grid".to_string(),
    }
}

/// Shows the next stage of the hint. After the last stage, the same key applies the hint.
pub(super) fn hint(app: &mut App) {
    let Some(document) = app.document() else { return };
    let Some(grid) = document.puzzle.grid() else {
        let key = app.settings.keymap.hint(on::Play::Debug);
        return app.say(format!("hints are for grids; {key} steps through this puzzle"));
    };
    let same = |own: &&Hinting| own.reasoning.grid().cells == grid.cells && own.reasoning.grid().areas == grid.areas;
    let told = app.hinting.as_ref().filter(same);
    let Some(told) = told.filter(|own| own.hint.is_some()) else {
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
            let Some(document) = app.document_mut() else { return };
            document.cursor = *cell;
            // A deduced symbol is not a given.
            let pen = std::mem::replace(&mut document.pen, Pen::Own);
            let placed = document.place(Some(*symbol));
            document.pen = pen;
            if let Err(why) = placed {
                return app.say(why);
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
