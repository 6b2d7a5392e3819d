//! The reasons why an edit is refused.

use quadrille_puzzle::{Areas, ResizeError, TakeError, letter};

/// The reason why the open puzzle cannot be edited as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The puzzle is a list of options.
    #[error("this puzzle is not a grid: select its options, or edit its text")]
    NoGrid,
    /// The puzzle is a grid.
    #[error("a grid has no options to select")]
    NoOptions,
    /// The option cannot be taken by hand.
    #[error(transparent)]
    Take(#[from] TakeError),
    /// The grid cannot have another side.
    #[error(transparent)]
    Resize(#[from] ResizeError),
    /// The cell, here by its name, is given, and the pen writes what is not.
    #[error("{0} is given")]
    Given(String),
    /// The cell holds a symbol, so it has no marks.
    #[error("{cell} holds {symbol}: marks are for empty cells")]
    Holds { cell: String, symbol: char },
    /// The areas are boxes. The word says what a jigsaw has and they have not.
    #[error("only a jigsaw has {0}")]
    NoJigsaw(&'static str),
    /// The regions of the jigsaw are in pieces, of other sizes, or of some cells alone.
    #[error("no walls close off these regions: edit them in the puzzle's text")]
    Free,
    /// The side of the cell lies on the edge of the grid.
    #[error("the edge of the grid is always a wall")]
    Edge,
    /// The region is not one of the grid's.
    #[error("a grid of side {side} has the regions a to {}", letter(side - 1))]
    Region { side: usize },
    /// The cells have no weights.
    #[error("only a target has weights")]
    NoWeights,
    /// The weight is out of range.
    #[error("a weight is from 0 to 1,000,000")]
    Weight,
    /// The grid cannot have the rule, for this reason.
    #[error("{0}")]
    Rule(String),
    /// The grid has the rule, here by its text.
    #[error("the grid has `{0}` already")]
    HasRule(String),
}

impl EditError {
    /// Why areas without walls have none of what only a jigsaw has.
    pub(crate) fn of_areas(areas: &Areas, what: &'static str) -> EditError {
        match areas {
            Areas::Regions(_) => EditError::Free,
            Areas::None | Areas::Boxes { .. } | Areas::Walls(_) | Areas::Grids(_) => EditError::NoJigsaw(what),
        }
    }
}
