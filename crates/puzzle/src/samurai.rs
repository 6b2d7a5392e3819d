//! Five grids in a row that may be one samurai: the corners of the third are corners of the others.
//! A shared box may be given in either grid, or in both.

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

/// A note if a grid of side 21 has symbols up to 9 alone, and none between the five grids of a
/// samurai.
pub(super) fn note_of_whole(grid: &Grid) -> Option<Note> {
    let is_gap = |row: usize, column: usize| {
        let beside = |at: usize| !(6..=14).contains(&at);
        (9..12).contains(&row) && beside(column) || (9..12).contains(&column) && beside(row)
    };
    if grid.side() != Some(21) || grid.empty() == grid.cells.len() {
        return None;
    }
    let is_so = |cell: crate::Cell| {
        let (row, column) = grid.place(cell);
        grid.entry(cell).symbol().is_none_or(|symbol| symbol.0 < 9 && !is_gap(row, column))
    };
    let said = "this grid may be a samurai of five grids; it is read as one grid of 21 symbols";
    grid.all_cells().all(is_so).then(|| Note::new(said))
}

/// A note if five plain 9x9 sudokus do not contradict each other in the boxes that a samurai shares,
/// and some of them are filled.
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
    let agree =
        boxes.iter().all(|(one, other)| one.iter().zip(other).all(|(a, b)| a.is_none() || b.is_none() || a == b));
    let is_filled = boxes.iter().any(|(one, other)| one.iter().chain(other).any(Option::is_some));
    let said =
        "these five grids may be one samurai: they agree in the boxes that it shares; they are read as five puzzles";
    (agree && is_filled && fits_together(grids)).then(|| Note::new(said))
}

/// Returns whether the grids clash nowhere, each with the symbols that the other grids have in the
/// boxes that it shares.
fn fits_together(grids: &[&Grid]) -> bool {
    let mut whole: Vec<Grid> = grids.iter().map(|&grid| grid.clone()).collect();
    for outer in OUTER {
        for k in 0..9 {
            let place = |(row, column): (usize, usize)| grids[0].cell(row + k / 3, column + k % 3).index();
            let (own, middle) = (place(outer.own), place(outer.middle));
            let held =
                [grids[outer.at].cells[own], grids[2].cells[middle]].into_iter().find(|entry| entry.symbol().is_some());
            if let Some(entry) = held {
                whole[outer.at].cells[own] = entry;
                whole[2].cells[middle] = entry;
            }
        }
    }
    whole.iter().all(|grid| grid.conflicts().is_empty())
}
