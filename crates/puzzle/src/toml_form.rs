//! Quadrille's own form: a TOML file with one puzzle and its description. Unknown keys are errors.

mod block;
mod file;
mod grid;
mod listing;
mod marks;
mod rules;
mod schema;
mod write;

use super::form::{Form, Text};
use super::grid::Grid;
use super::guise::Guise;
use super::holds::Holds;
use super::kinds::{KINDS, Kind, kind};
use super::meta::{Expect, ExpectSolutions, Marks, Meta};
use super::model::Puzzle;
use super::scan::{ParseError, place_of};
use super::shape::Shape;
use super::symbols;
pub use file::File;
use file::MetaTable;
use std::ops::Range;
use toml::Spanned;
pub use write::write;

/// The form's row in the tables. Its `write` writes the grid alone, without title or expectations;
/// for a whole file see [`fn@write`].
pub static TOML: Form = Form {
    id: "toml",
    help: "Quadrille's own: one puzzle a file, with title, regions or weights, and what must be found",
    guise: Guise::Opens("format"),
    holds: Holds::ALL,
    text: Text::Grids { read: read_grid, write: symbols::lines_of },
    yields: &[],
};

/// Returns whether a text is probably TOML: its first line that is not blank or a comment opens a
/// table or sets a key.
pub(super) fn looks_like_toml(text: &str) -> bool {
    // Lists of other programs begin with brackets too, and declarations with a name.
    let is_ours = |line: &str| {
        let key = line.trim_start().split([' ', '=', '.']).next().unwrap_or("");
        ["format", "kind", "lesson", "[grid]", "[meta]", "[expect]", "title"].contains(&key.trim_end())
            || KINDS.iter().any(|kind| key.strip_prefix('[').and_then(|key| key.strip_suffix(']')) == Some(kind.id))
    };
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let opens = first.is_some_and(|line| {
        let key = line.split('=').next().unwrap_or("").trim();
        line.starts_with('[') || line.contains('=') && !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphabetic())
    });
    opens && text.lines().any(is_ours)
}

fn read_grid(text: &str) -> Result<Vec<Grid>, ParseError> {
    Ok(read(text)?.grid().cloned().into_iter().collect())
}

/// Reads one puzzle with all its metadata.
pub(super) fn read(text: &str) -> Result<Puzzle, ParseError> {
    let table: toml::Table = toml::from_str(text).map_err(|error| toml_error(text, &error))?;
    match table.get("format") {
        Some(toml::Value::Integer(1)) => {}
        Some(other) => {
            let at = text.find("format").unwrap_or(0);
            return Err(error(text, at..at + 6, format!("format {other} is not known"))
                .help("this program reads format = 1; a newer one may be needed"));
        }
        None if table.contains_key("lesson") => {
            let at = if text.starts_with("lesson") { 0 } else { text.find("\nlesson").map_or(0, |at| at + 1) };
            return Err(error(text, at..(at + 6).min(text.len()), "this is a lesson, not a puzzle".to_string())
                .help("`quadrille FILE` begins a lesson, `quadrille lesson check FILE` checks it"));
        }
        None => {
            return Err(
                ParseError::new(1, 1, "the key `format` is missing").help("a puzzle file starts with format = 1")
            );
        }
    }
    let file: File = toml::from_str(text).map_err(|error| toml_error(text, &error))?;
    let puzzle_kind = kind(file.kind.get_ref()).ok_or_else(|| {
        let known: Vec<&str> = KINDS.iter().map(|kind| kind.id).collect();
        error(text, file.kind.span(), format!("kind `{}` is not known", file.kind.get_ref()))
            .help(format!("known are {}", known.join(", ")))
    })?;
    let shape = shape(text, puzzle_kind, &file)?;
    let expect = Expect {
        solutions: file.expect.solutions.map(|value| expect_solutions(text, &value)).transpose()?,
        solution: file.expect.solution,
        best: file.expect.best,
        givens_only: file.expect.givens_only,
    };
    let MetaTable { title, source, note, tags } = file.meta;
    let meta = Meta { title, source, note, tags };
    let marks = match (&shape, &file.marks) {
        (Shape::Grid(grid), Some(table)) => marks::read(text, table, grid)?,
        (Shape::Listing(_), Some(_)) => {
            let at = text.find("[marks]").unwrap_or(0);
            return Err(error(text, at..(at + 7).min(text.len()), "only a grid has marks".to_string()));
        }
        (_, None) => Marks::default(),
    };
    Ok(Puzzle { meta, expect, marks, ..Puzzle::new(puzzle_kind, &TOML, shape) })
}

fn shape(text: &str, kind: &Kind, file: &File) -> Result<Shape, ParseError> {
    match (&file.grid, &file.listings[..]) {
        (Some(table), []) if !kind.is_listed() => grid::read(text, kind, file, table).map(Shape::Grid),
        (None, [(named, table)]) if named.id == kind.id => {
            if let Some(score) = &file.score {
                return Err(grid::no_score(text, score, kind));
            }
            if let Some(table) = file.rules.first() {
                let at = table.name.as_ref().map_or_else(|| rules::at(text), Spanned::span);
                return Err(error(text, at, "only a grid has rules".to_string()));
            }
            listing::read(text, kind, table).map(Shape::from)
        }
        _ => {
            let (kind, table) = (kind.id, if kind.is_listed() { kind.id } else { "grid" });
            Err(error(text, file.kind.span(), format!("a {kind} has the table [{table}], and no other of its kind")))
        }
    }
}

fn expect_solutions(text: &str, value: &Spanned<toml::Value>) -> Result<ExpectSolutions, ParseError> {
    match value.get_ref() {
        toml::Value::Integer(count) if *count >= 0 => Ok(ExpectSolutions::Exactly(*count as u64)),
        toml::Value::String(several) if several == ">1" => Ok(ExpectSolutions::Several),
        other => Err(error(text, value.span(), format!("{other} is not a number of solutions"))
            .help("write 0, 1, another number, or \">1\"")),
    }
}

/// An error about a part of a text, up to the end of its first line.
pub fn error(text: &str, span: Range<usize>, message: String) -> ParseError {
    let place = place_of(text, span.start);
    let width = text[span].lines().next().map_or(1, |line| line.chars().count().max(1));
    ParseError { place, width, ..ParseError::new(1, 1, message) }
}

/// A TOML error with its place in the text.
pub fn toml_error(text: &str, toml: &toml::de::Error) -> ParseError {
    let span = toml.span().unwrap_or(0..0);
    let message = toml.message().lines().next().unwrap_or("this is not TOML").trim_end_matches('.').to_string();
    error(text, span.start..span.end.min(text.len()), message)
}
