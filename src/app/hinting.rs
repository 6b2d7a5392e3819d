//! Hints for the grid that is open, and what Algorithm X would do where no step is known.

use super::action::on;
use super::document::Pen;
use super::state::App;
use super::stepping::Stepping;
use crate::dlx::{ItemId, Policy};
use crate::puzzle::{Effect, Grid, Hint, Need, Reasoning, Shape, encode};
use crate::solve::{Stepper, Target};

/// The hint that is being told, and how much of it was told.
#[derive(Clone, Debug)]
pub struct Hinting {
    /// The grid that it is about, with the candidates that earlier hints removed.
    pub reasoning: Reasoning,
    /// `None` where no step is known.
    pub hint: Option<Hint>,
    /// Stages told: 1 to 3.
    pub stage: usize,
}

impl Hinting {
    /// The next step of a grid. `before` is what was told of an earlier state of it.
    pub fn of(grid: &Grid, before: Option<&Hinting>) -> Hinting {
        let known = before.and_then(|before| before.reasoning.on(grid));
        let reasoning = known.unwrap_or_else(|| Reasoning::new(grid));
        Hinting { hint: reasoning.hint(), reasoning, stage: 1 }
    }

    /// Whether it is about a puzzle.
    pub(super) fn is_about(&self, shape: &Shape) -> bool {
        let own = self.reasoning.grid();
        shape.grid().is_some_and(|grid| grid.cells == own.cells && grid.areas == own.areas)
    }

    /// Goes in Step to the state of the grid, and selects what the hint is about, as far as it was
    /// told: the option that it places or excludes, or a cell. Returns it in words.
    pub(super) fn point(&self, stepping: &mut Stepping) -> Option<String> {
        let hint = self.hint.as_ref()?;
        let encoded = stepping.encoded.clone();
        stepping.pass_givens();
        let (cell, symbol) = match &hint.effect {
            Effect::Place(cell, symbol) => (*cell, Some(*symbol)),
            Effect::Remove(gone) => gone.first().map(|&(cell, symbol)| (cell, Some(symbol)))?,
            Effect::Dead => (*hint.cells.first()?, None),
        };
        // What the later stages tell stays untold.
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

    /// What is told by now.
    pub fn words(&self) -> String {
        match &self.hint {
            Some(hint) => hint.stage(self.stage - 1),
            None if self.reasoning.grid().empty() == 0 => "every cell is filled: nothing is left to find".to_string(),
            None => no_step(self.reasoning.grid()),
        }
    }
}

/// What is said where no step is known: what Algorithm X would do.
pub fn no_step(grid: &Grid) -> String {
    let encoded = encode(&Shape::Grid(grid.without_weights()));
    let mut stepper = Stepper::new(&encoded.problem, Policy::default());
    // The first stop is the root; then come the forced choices up to a real one.
    while stepper.run(Some(Target::Branch), &[], true, u32::MAX, false).is_none() {}
    let search = stepper.search();
    match (search.item_in_hand(), search.branch_in_hand()) {
        (Some(item), Some(branch)) if branch.d > 1 => {
            let noun = encoded.item_noun(item);
            format!("no step that is known here; Algorithm X would branch on {noun}, which has {} options", branch.d)
        }
        (Some(item), _) => {
            format!("no step that is known here; Algorithm X is led to a dead end at {}", encoded.item_noun(item))
        }
        (None, _) => "no step that is known here; forced choices of Algorithm X alone fill the grid".to_string(),
    }
}

/// Tells the next stage of a hint. After the last one the same key does what it says.
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

/// Says what a hint tells, and puts the cursor where it is about.
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

/// Does what a hint says: places the symbol, or keeps the candidates out of later hints.
fn follow(app: &mut App, told: Hinting) {
    let Some(hint) = told.hint else { return };
    let mut reasoning = told.reasoning;
    match &hint.effect {
        Effect::Dead => {
            let key = app.settings.keymap.hint(on::Play::Undo);
            return app.say(format!("the grid has no solution as it stands; {key} takes a change back"));
        }
        Effect::Place(cell, symbol) => {
            let Some(document) = app.document_mut() else { return };
            document.cursor = *cell;
            // A symbol that follows is not part of the puzzle.
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
