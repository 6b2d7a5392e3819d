//! Exports a puzzle as a text of any form or as a drawing, for `convert` and the workbench.

use super::alphabet::Alphabet;
use super::areas::Areas;
use super::caption::{left_out_of_picture, left_out_of_text};
use super::encode::encode;
use super::form::{Form, RawPuzzle, Text};
use super::forms::EXCHANGE;
use super::grid::Grid;
use super::holds::Listed;
use super::kinds::KINDS;
use super::kinds::cover::{self, KNUTH};
use super::load::{Loaded, load};
use super::model::Puzzle;
use super::names::writable;
use super::picture::{PictureTooLarge, drawn, page, svg};
use super::shape::Shape;
use super::toml_form::{TOML, write as write_toml};

/// A form or a way of drawing that a puzzle can be exported as.
#[derive(Clone, Copy, Debug)]
pub enum Export {
    /// A text format that the program also reads.
    Form(&'static Form),
    /// The program's TOML file, which holds everything.
    Toml,
    /// A drawing in plain characters.
    Text,
    /// A drawing as an SVG image.
    Svg,
    /// A drawing as an HTML page.
    Html,
}

/// An exported puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The text of the file.
    pub text: String,
    /// The parts that the form cannot hold and that are not essential to the puzzle, in words.
    pub left_out: Vec<String>,
}

/// The reason why a puzzle cannot be exported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The form has no place for parts of the puzzle.
    #[error("the form {form} cannot hold {}", parts.join(", nor "))]
    CannotHold {
        /// The id of the form.
        form: &'static str,
        /// The parts without which it would be another puzzle, in words.
        parts: Vec<String>,
    },
    /// The drawing of a matrix would be too large.
    #[error(transparent)]
    TooLarge(#[from] PictureTooLarge),
}

impl Export {
    /// Every form and every way of drawing.
    ///
    /// ```
    /// use quadrille_puzzle::{Export, load};
    ///
    /// let puzzle = &load("1.3.\n..2.\n....\n.4.1\n", Some("rows")).unwrap().puzzles[0];
    /// let line = Export::all().find(|own| own.id() == "line").unwrap();
    /// assert_eq!(line.write(puzzle).unwrap().text, "1.3...2......4.1\n");
    /// ```
    pub fn all() -> impl Iterator<Item = Export> {
        let forms = KINDS.iter().flat_map(|kind| kind.forms).chain(EXCHANGE).filter(|form| form.writes());
        let forms = forms.map(|form| Export::Form(form));
        forms.chain([Export::Toml, Export::Text, Export::Svg, Export::Html])
    }

    /// The export with this [`id`](Export::id).
    pub fn named(name: &str) -> Option<Export> {
        Export::all().find(|export| export.id() == name)
    }

    /// The name on the command line: `convert --to ID`.
    pub fn id(self) -> &'static str {
        match self {
            Export::Form(form) => form.id,
            Export::Toml => TOML.id,
            Export::Text => "text",
            Export::Svg => "svg",
            Export::Html => "html",
        }
    }

    /// One line about the form.
    pub fn help(self) -> &'static str {
        match self {
            Export::Form(form) => form.help,
            Export::Toml => TOML.help,
            Export::Text => "drawn with lines, as the workbench draws it",
            Export::Svg => "a picture, for print and web pages",
            Export::Html => "a page with the picture, which prints well",
        }
    }

    /// The extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Export::Toml => "toml",
            Export::Svg => "svg",
            Export::Html => "html",
            Export::Form(form) if ["sdk", "csv"].contains(&form.id) => form.id,
            Export::Form(_) | Export::Text => "txt",
        }
    }

    /// Returns whether a file of this form holds only one puzzle.
    pub fn is_single(self) -> bool {
        matches!(self, Export::Svg | Export::Toml)
    }

    /// The things that a drawing leaves out, in words. Empty for a form: see
    /// [`Exported::left_out`].
    pub fn left_out_of_drawing(self, puzzle: &Puzzle) -> Vec<String> {
        match self {
            Export::Form(_) | Export::Toml => Vec::new(),
            Export::Text => left_out_of_text(puzzle),
            Export::Svg | Export::Html => left_out_of_picture(puzzle),
        }
    }

    /// The puzzle in this form.
    ///
    /// # Errors
    ///
    /// The form cannot hold essential parts of the puzzle, or its drawing would be too large.
    pub fn write(self, puzzle: &Puzzle) -> Result<Exported, ExportError> {
        let whole = |text: String| Exported { text, left_out: self.left_out_of_drawing(puzzle) };
        match self {
            Export::Toml => Ok(whole(write_toml(puzzle))),
            Export::Text => Ok(whole(drawn(puzzle)?)),
            Export::Svg => Ok(whole(svg(puzzle)?)),
            Export::Html => Ok(whole(page(&[puzzle])?)),
            Export::Form(form) => {
                // A form of listings takes a grid as its items and options.
                let listed = match (&puzzle.shape, &form.text) {
                    (Shape::Grid(grid), Text::Listings { .. }) if grid.weights.is_none() && form.holds.is_exact() => {
                        Some(Puzzle { shape: encode(&puzzle.shape).listing().into(), ..puzzle.clone() })
                    }
                    _ => None,
                };
                let (shown, puzzle) = (puzzle, listed.as_ref().unwrap_or(puzzle));
                let mut loss = form.loss(puzzle);
                if let Some(drawn) = shown.grid().filter(|_| listed.is_some()).and_then(Grid::only_drawn) {
                    loss.essential.push(format!("rules that are only drawn ({drawn})"));
                }
                if !loss.essential.is_empty() {
                    return Err(ExportError::CannotHold { form: form.id, parts: loss.essential });
                }
                // The source text of most listings does not say which options were taken by hand.
                let taken = puzzle.shape.listing().map_or(0, |listing| listing.taken().len());
                if taken > 0 && form.holds.listing == Listed::Own && !form.holds.taken {
                    loss.left_out.push("the options selected by hand".to_string());
                }
                // Only forms of items and options write the names of items.
                let named = puzzle.shape.listing().filter(|_| form.holds.writes_names()).and_then(writable);
                let text = match named {
                    Some(listing) => {
                        loss.left_out
                            .push("characters of names: they are written as `_` or as their codes".to_string());
                        form.write(&listing.into())
                    }
                    None => form.write_all(puzzle),
                };
                let text = if form.id == KNUTH.id { signed(text) } else { text };
                if let Some(grid) = puzzle.grid().filter(|grid| !is_usual(grid))
                    && let Some(fault) = unread(form, &text, grid)
                {
                    return Err(ExportError::CannotHold { form: form.id, parts: vec![fault] });
                }
                if [cover::MATRIX.id, cover::sets::COLUMNS.id].contains(&form.id) && is_another(form, &text) {
                    let part = "this problem: its text would be read as another one".to_string();
                    return Err(ExportError::CannotHold { form: form.id, parts: vec![part] });
                }
                Ok(Exported { text, left_out: loss.left_out })
            }
        }
    }
}

/// Returns whether a short text of items and options is read in another form. A long one has too
/// many lines to look like one.
fn is_another(form: &Form, text: &str) -> bool {
    const SHORT: usize = 1 << 12;
    text.len() < SHORT
        && load(text, None).is_ok_and(|loaded| loaded.puzzles.iter().any(|puzzle| puzzle.form.id != form.id))
}

/// A text of items and options, with a comment before it if it would otherwise be read as another
/// form: items whose names are numbers or signs look like a grid or a matrix.
fn signed(text: String) -> String {
    let first = text.lines().next().unwrap_or_default();
    let looks_like_cells = first.chars().all(|c| c.is_ascii_digit() || " .-_*?Xx".contains(c));
    let is_knuth = |loaded: Loaded| loaded.puzzles.iter().all(|puzzle| puzzle.form.id == KNUTH.id);
    match !looks_like_cells || load(&text, None).is_ok_and(is_knuth) {
        true => text,
        false => format!("| items, then an option a line\n{text}"),
    }
}

/// Returns whether every form of grids holds a grid: usual boxes and symbols, and no rules.
fn is_usual(grid: &Grid) -> bool {
    let n = grid.n_symbols();
    let is_plain = grid.side() == Some(n) && grid.rules.is_empty() && !grid.diagonals;
    is_plain && grid.alphabet == Alphabet::usual(n) && Areas::usual_boxes(n).as_ref() == Some(&grid.areas)
}

/// The reason why the text of a grid is not read as that grid again, in words; `None` if it is. What
/// a form holds says nothing about boxes, symbols and rules together.
fn unread(form: &Form, text: &str, grid: &Grid) -> Option<String> {
    let again = match form.drafts(text, None) {
        Ok(again) => again,
        Err(error) => return Some(format!("this grid: its text would be refused ({})", error.message)),
    };
    let places = |grid: &Grid| grid.cells.iter().map(|entry| entry.symbol()).collect::<Vec<_>>();
    let is_same = |draft: &RawPuzzle| {
        let other = draft.shape.grid();
        draft.refused.is_none()
            && other.is_some_and(|other| {
                other.size() == grid.size()
                    && (form.holds.candidates || places(other) == places(grid))
                    && other.areas.numbers(other.size()) == grid.areas.numbers(grid.size())
            })
    };
    match &again[..] {
        [one] if is_same(one) => None,
        _ => Some("this grid: its text would be read as another one".to_string()),
    }
}
