//! The bundled puzzles and lessons as rows of the Library, with what its list says of them before
//! they are read.

use crate::bundled::{BUNDLED, BUNDLED_LESSONS};
use quadrille_workbench::app::LibraryRow;

/// The rows of the bundled puzzles, which are not read yet.
pub fn puzzle_rows() -> Vec<LibraryRow> {
    LibraryRow::bundled(BUNDLED, BUNDLED_CARDS, BUNDLED)
}

/// The rows of the bundled lessons, which are not read yet.
pub fn lesson_rows() -> Vec<LibraryRow> {
    LibraryRow::bundled(BUNDLED_LESSONS, BUNDLED_CARDS, BUNDLED)
}

/// The facts of the bundled files for the Library: a line each, the name of the file and then its
/// [`Card`](quadrille_workbench::app::Card) as JSON.
pub const BUNDLED_CARDS: &str = include_str!("bundled.cards");
