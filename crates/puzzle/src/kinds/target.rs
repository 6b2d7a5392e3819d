//! `target`: a sudoku with weighted cells. The goal is the largest sum of number times weight.

use super::{Data, GridKind, Kind, sudoku};
use crate::areas::Areas;
use crate::form::{Form, Text, Yields};
use crate::grid::{Grid, Weights};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::note::Note;
use crate::scan::{Line, ParseError, lines};
use crate::size::Size;
use crate::symbols::numbers_of;
use dancing::Goal;

/// Sudokus whose cells have weights.
pub static KIND: Kind = Kind {
    id: "target",
    title: "Target score",
    help: "a sudoku whose cells have weights; the best score is the largest sum of number x weight",
    forms: &[&P1074],
    goal: Goal::Best,
    sample: "7 0 0 9 0 0 0 0 1\n1 0 0 0 0 5 9 0 0\n0 0 0 2 0 0 0 8 0\n0 0 5 0 2 0 0 0 3\n0 0 0 0 0 0 6 4 8\n\
             4 1 3 0 0 0 0 0 0\n0 0 7 0 0 2 0 9 0\n2 0 1 0 6 0 8 0 4\n0 8 0 5 0 4 0 1 2\n",
    data: Data::Grid(GridKind { sizes: &[4, 6, 8, 9, 10, 12, 15, 16], empty }),
};

/// Rows of numbers, the format of P1074. The weights lie in rings.
pub static P1074: Form = Form {
    id: "p1074",
    help: "n lines of n numbers separated by blanks, 0 for an empty cell; the weights lie in rings",
    guise: Guise::Numbers,
    holds: Holds::TARGET,
    text: Text::Grids { read, write: numbers_of },
    yields: &[
        Yields::to("matrix", |seen| seen.are_clashing_bits()),
        Yields::to("numbers", |seen| !is_plain(seen.text)),
        Yields::noted(
            "numbers",
            |seen| seen.grids().any(|grid| grid.n_symbols() != 9),
            |_| Note::choice("read as a sudoku", KIND.id.to_string(), "gives its cells weights"),
        ),
    ],
};

/// Returns whether a text is like the judge's own input: digits alone, a single blank between them.
/// Others with the same rows are sudokus.
fn is_plain(text: &str) -> bool {
    let is_judged_line = |line: Line| !line.text.is_empty() && !line.text.trim().contains("  ");
    text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace())
        && lines(text).into_iter().all(is_judged_line)
}

fn empty(n: usize) -> Grid {
    let areas = Areas::usual_boxes(n).expect("the sizes of KIND all have boxes");
    Grid { weights: Some(Weights::rings(Size::square(n))), ..Grid::new(n, areas) }
}

fn read(text: &str) -> Result<Vec<Grid>, ParseError> {
    let grids: Vec<Grid> = sudoku::read_numbers(text, None)?.into_iter().map(|sheet| sheet.grid).collect();
    if let Some(other) = grids.iter().find(|grid| grid.alphabet.has_zero()) {
        let message = format!("a target has the symbols 1-{}, and 0 is an empty cell", other.n_symbols());
        return Err(ParseError::new(1, 1, message));
    }
    if let Some(large) = grids.iter().find(|grid| grid.n_symbols() > 9) {
        let message = format!("a target of side {} cannot be read from numbers alone", large.n_symbols());
        return Err(ParseError::new(1, 1, message).help("up to 9 the weights lie in rings; write it as TOML"));
    }
    Ok(grids.into_iter().map(|grid| Grid { weights: Some(Weights::rings(grid.size())), ..grid }).collect())
}
