//! Five grids in a row that may be one samurai: the corners of the third are corners of the others.

use super::areas::Areas;
use super::cell::Entry;
use super::grid::Grid;
use super::note::Note;

/// An outer grid and its place among the five.
struct Outer {
    at: usize,
    /// The first row and column of the shared box, in this grid and in the grid in the middle.
    own: (usize, usize),
    middle: (usize, usize),
}

const OUTER: [Outer; 4] = [
    Outer { at: 0, own: (6, 6), middle: (0, 0) },
    Outer { at: 1, own: (6, 0), middle: (0, 6) },
    Outer { at: 3, own: (0, 6), middle: (6, 0) },
    Outer { at: 4, own: (0, 0), middle: (6, 6) },
];

/// A note if five plain 9x9 sudokus have the same symbols in the boxes that a samurai shares.
pub(super) fn note(grids: &[&Grid]) -> Option<Note> {
    let is_plain = |grid: &Grid| grid.side() == Some(9) && Areas::usual_boxes(9).as_ref() == Some(&grid.areas);
    if grids.len() != 5 || !grids.iter().all(|grid| is_plain(grid)) {
        return None;
    }
    let part = |grid: &Grid, (row, column): (usize, usize)| -> Vec<Option<u8>> {
        let cells = (0..9).map(|k| grid.entry(grid.cell(row + k / 3, column + k % 3)));
        cells.map(Entry::symbol).map(|symbol| symbol.map(|symbol| symbol.0)).collect()
    };
    let boxes = OUTER.map(|outer| (part(grids[outer.at], outer.own), part(grids[2], outer.middle)));
    let agree = boxes.iter().all(|(one, other)| one == other);
    let is_filled = boxes.iter().any(|(one, _)| one.iter().any(Option::is_some));
    let said = "these five grids agree in the boxes that a samurai shares; they are read as five puzzles, not as one";
    (agree && is_filled).then(|| Note::new(said))
}
