//! The text in which a puzzle is edited.

use super::form::Text;
use super::model::Puzzle;
use super::shape::Shape;
use super::toml_form::{TOML, write};

impl Puzzle {
    /// The text in which the puzzle is edited, and the kind or form as which it is read again.
    pub fn to_edit(&self) -> (&'static str, String) {
        let (form, kind) = (self.form, self.kind);
        match (&self.shape, &form.text) {
            // A line of symbols cannot hold regions, weights or the user's own symbols.
            (Shape::Grid(grid), _) if form.id == TOML.id || grid.own() > 0 || !form.loss(self).essential.is_empty() => {
                (TOML.id, write(self))
            }
            (Shape::Grid(_), _) => (form.id, form.write(&self.shape)),
            (Shape::Listing(listing), text) => match self.said_by_kind() {
                Some(text) => (kind.id, text),
                None if !listing.taken().is_empty() => (TOML.id, write(self)),
                None if matches!(text, Text::Listings { .. }) => (form.id, form.write(&self.shape)),
                // A listing from a TOML file is edited in the form from which it was made.
                None if listing.source.is_some() => (kind.id, self.whole_text()),
                None => (kind.forms[0].id, self.whole_text()),
            },
        }
    }
}
