//! KINDS: the one list of what can be solved here. A new kind is one file beside this and one row.

use super::grid::Grid;
use super::model::{Form, Text};
use crate::dlx::Goal;

pub mod cover;
pub mod jigsaw;
pub mod queens;
pub mod setcover;
pub mod sudoku;
pub mod target;
pub mod tiling;

/// What a kind of puzzle is. The loader, the command line, the picker, the README and the round-trip test follow.
#[derive(Debug)]
pub struct Kind {
    /// On the command line, in JSON, in the palette.
    pub id: &'static str,
    /// One line for `kinds`, the picker and the README.
    pub help: &'static str,
    /// How it can be written, in the order in which readers are tried.
    pub forms: &'static [&'static Form],
    /// What is usually asked.
    pub goal: Goal,
    /// The sides that an empty grid of this kind can have; none for kinds that are no grids.
    pub sizes: &'static [usize],
    /// An empty grid of side n, one of `sizes`.
    pub empty: Option<fn(usize) -> Grid>,
    /// A text in the first form: the round-trip test's, and the help's.
    pub sample: &'static str,
}

impl Kind {
    /// Whether puzzles of this kind are listings, not grids.
    pub fn is_listed(&self) -> bool {
        matches!(self.forms[0].text, Text::Listings { .. })
    }
}

pub static KINDS: &[&Kind] =
    &[&sudoku::KIND, &jigsaw::KIND, &target::KIND, &cover::KIND, &queens::KIND, &tiling::KIND, &setcover::KIND];

/// The kind of a name.
pub fn kind(id: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.id == id)
}
