//! KINDS: the one table of puzzle kinds. A new kind is one file in this folder and one row.

use super::form::{Form, Text};
use super::grid::Grid;
use crate::dlx::Goal;

pub mod cover;
pub mod jigsaw;
pub mod queens;
pub mod setcover;
pub mod sudoku;
pub mod target;
pub mod tiling;

/// A kind of puzzle. The loader, the command line, the picker, the manual and the round-trip test
/// are derived from it.
#[derive(Debug)]
pub struct Kind {
    /// The name on the command line, in JSON and in the palette.
    pub id: &'static str,
    /// One line for `kinds`, the picker and the manual.
    pub help: &'static str,
    /// The forms that it can be written in, in the order in which the readers are tried.
    pub forms: &'static [&'static Form],
    /// The usual goal.
    pub goal: Goal,
    /// The sides that an empty grid of this kind can have; empty for kinds that are not grids.
    pub sizes: &'static [usize],
    /// An empty grid of side n, one of `sizes`.
    pub empty: Option<fn(usize) -> Grid>,
    /// A text in the first form, for the round-trip test and the help.
    pub sample: &'static str,
}

impl Kind {
    /// Returns whether puzzles of this kind are listings, not grids.
    pub fn is_listed(&self) -> bool {
        matches!(self.forms[0].text, Text::Listings { .. })
    }
}

pub static KINDS: &[&Kind] =
    &[&sudoku::KIND, &jigsaw::KIND, &target::KIND, &cover::KIND, &queens::KIND, &tiling::KIND, &setcover::KIND];

/// The kind with this name.
pub fn kind(id: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.id == id)
}
