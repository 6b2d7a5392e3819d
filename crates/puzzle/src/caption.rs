//! Captions of drawings: the lines below a drawing, and the things that it leaves out, in words.

use super::cell::Entry;
use super::grid::{Grid, GridRule};
use super::listing::{Listing, Picture};
use super::model::Puzzle;
use super::rules::Drawn;
use super::shape::Shape;
use std::fmt::Write;

/// The lines below a grid that is drawn as plain text: its diagonals, its rules, and its weights as
/// a table.
pub(super) fn below_text(grid: &Grid) -> String {
    let mut text = String::new();
    if grid.diagonals {
        text += &format!("diagonals: {}\n", grid.diagonals_help());
    }
    for line in rules(grid, |_| true) {
        text += &format!("{line}\n");
    }
    if let Some(weights) = &grid.weights {
        text += "weights, a row a line:\n";
        let width = weights.0.iter().map(|weight| weight.to_string().len()).max().unwrap_or(1);
        for row in weights.0.chunks(grid.columns()) {
            let row: Vec<String> = row.iter().map(|weight| format!("{weight:>width$}")).collect();
            _ = writeln!(text, "{}", row.join(" "));
        }
    }
    text
}

/// The lines below a grid in a picture: the rules that have no drawing.
pub(super) fn below_picture(grid: &Grid) -> Vec<String> {
    rules(grid, |rule| matches!(rule.drawn(), Drawn::Words | Drawn::Foreign))
}

/// The rules in words, without duplicates.
fn rules(grid: &Grid, wanted: impl Fn(&&GridRule) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in grid.rules.iter().filter(wanted).map(|rule| rule.words(grid)) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// The lines below the matrix of a listing: the facts that ones and names do not show.
pub(super) fn below_matrix(listing: &Listing) -> Vec<String> {
    let (_, secondary) = listing.items.split_at(listing.primary);
    let mut lines = Vec::new();
    if listing.repeated {
        lines.push("each item is covered at least once".to_string());
    }
    if !listing.ranges.is_empty() {
        lines.push("2:3|p: item p is covered 2 or 3 times; items without numbers once".to_string());
    }
    if !secondary.is_empty() {
        lines.push(format!("secondary items, covered at most once: {}", secondary.join(" ")));
    }
    if listing.colors.is_some() {
        lines.push("p:A: the option gives item p the colour A; options may share it in one colour".to_string());
    }
    if !listing.costs.is_empty() {
        lines.push("|5: the option costs 5".to_string());
    }
    lines
}

/// An option's name with its cost, as it is drawn beside its row.
pub(super) fn option_label(listing: &Listing, option: usize) -> String {
    let cost = listing.costs.get(option).map_or(String::new(), |cost| format!(" |{cost}"));
    listing.option_name(option) + &cost
}

/// The things that a drawing as plain text leaves out, in words.
pub(super) fn left_out_of_text(puzzle: &Puzzle) -> Vec<String> {
    let mut lost = Vec::new();
    if puzzle.grid().is_some_and(|grid| grid.cells.iter().any(|entry| matches!(entry, Entry::Own(_)))) {
        lost.push("which symbols are your own: they are drawn as givens".to_string());
    }
    lost.extend(puzzle.marks.words(&[], false));
    if !puzzle.meta.title.is_empty() {
        lost.push("the title".to_string());
    }
    lost
}

/// The things that a picture leaves out, in words. A listing with a board is drawn as its board.
pub(super) fn left_out_of_picture(puzzle: &Puzzle) -> Vec<String> {
    let Shape::Listing(listing) = &puzzle.shape else { return Vec::new() };
    match &listing.whole().picture {
        Some(Picture::Board(_)) => vec!["the options: only the board and what was placed on it are drawn".to_string()],
        _ => Vec::new(),
    }
}
