//! Notes of a reader about a text that has two meanings, or of which it left something out.

use std::fmt;

/// A sentence about the reading of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The sentence, without a full stop.
    pub said: String,
    /// The form that `--as` chooses for the other meaning, if there is one: `rows:1-9`.
    pub other: Option<String>,
    /// True if something around the puzzle was left out, so that its form is not that of the text.
    pub unwrapped: bool,
}

impl Note {
    /// A note about something that has one meaning.
    pub fn new(said: impl Into<String>) -> Note {
        Note { said: said.into(), other: None, unwrapped: false }
    }

    /// A note about a choice between two meanings. `other` is the form that chooses the other one,
    /// and `meaning` says what it is.
    pub fn choice(taken: impl fmt::Display, other: String, meaning: impl fmt::Display) -> Note {
        Note { said: format!("{taken}; --as {other} {meaning}"), other: Some(other), unwrapped: false }
    }

    /// A note about what was taken off.
    pub(super) fn unwrapped(said: String) -> Note {
        Note { unwrapped: true, ..Note::new(said) }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.said)
    }
}
