//! A sentence in which a setter says rules, and what it means.

use super::hue::Hue;

/// A rule that a sentence says, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    pub id: &'static str,
    pub number: Option<u32>,
    /// True if the sentence speaks of one line: *the purple line*, not *a purple line* or *lines*.
    pub is_of_one: bool,
    /// True if the sentence only adds to what another one says.
    pub is_more: bool,
}

/// A sentence of a puzzle's words that says more than an ordinary sudoku.
#[derive(Clone, Debug)]
pub(super) struct SaidSentence {
    pub text: String,
    pub hues: Vec<Hue>,
    pub meanings: Vec<Meaning>,
    /// The reason why it may mean something else: a word that may turn its meaning.
    pub doubt: Option<String>,
    /// True if it is about both diagonals.
    pub is_of_both: bool,
    /// True if it says something of the middle cell of a line.
    pub is_of_middle: bool,
    /// True if it says no rule: not all marks are given, or how to read the others.
    pub is_idle: bool,
}

impl SaidSentence {
    /// The sentence in quotes, and why it may mean something else.
    pub fn quoted(&self) -> String {
        let why = self.doubt.as_ref().filter(|_| !self.meanings.is_empty());
        let why = why.map_or(String::new(), |why| format!(" ({why})"));
        format!("\"{}\"{why}", self.text)
    }

    /// Returns whether it names a colour that circles seldom have.
    pub fn names_line_hue(&self) -> bool {
        self.hues.iter().any(|hue| !matches!(hue, Hue::White | Hue::Grey | Hue::Black))
    }

    /// Returns whether it means a rule, and no word may turn it.
    pub fn is_clear(&self) -> bool {
        self.doubt.is_none() && !self.meanings.is_empty()
    }
}
