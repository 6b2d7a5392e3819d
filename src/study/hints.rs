//! Hints for a grid, in stages. If no step is known, the hint says what Algorithm X would do.

use crate::dlx::Policy;
use crate::puzzle::{Grid, Hint, Reasoning, Shape, encode};
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
    pub fn is_about(&self, shape: &Shape) -> bool {
        let hinted = self.reasoning.grid();
        shape.grid().is_some_and(|grid| grid.cells == hinted.cells && grid.areas == hinted.areas)
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
    match (search.current_item(), search.current_branch()) {
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
