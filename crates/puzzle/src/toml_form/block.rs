//! Reads a TOML string as lines. The lines are those of its value; errors are placed in its
//! spelling.
//!
//! The two differ in escapes, line continuations, and a newline after the opening quotes. The
//! parser gives the value. The spelling is scanned only to place an error.

use crate::scan::{Line, ParseError, TextPlace, is_unseen, place_of};
use crate::unseen;
use std::ops::Range;
use toml::Spanned;
use toml_writer::{ToTomlValue, TomlStringBuilder};

/// A string value and the place of its spelling in a file.
pub(super) struct StringBlock<'a> {
    file: &'a str,
    value: &'a str,
    span: Range<usize>,
}

impl<'a> StringBlock<'a> {
    pub(super) fn new(file: &'a str, string: &'a Spanned<String>) -> StringBlock<'a> {
        StringBlock { file, value: string.get_ref(), span: string.span() }
    }

    /// The non-blank lines of the value. Their numbers count the value's lines from 1.
    pub(super) fn rows(&self) -> Vec<Line<'a>> {
        let lines = self.value.split('\n').enumerate().map(|(k, line)| Line { number: k + 1, text: line.trim_end() });
        lines.filter(|line| !line.text.trim().is_empty()).collect()
    }

    /// Moves an error in the value to the place of its spelling in the file.
    pub(super) fn placed(&self, error: ParseError) -> ParseError {
        let TextPlace { line, column } = error.place;
        let (start, end) = (error.place, TextPlace { line, column: column.saturating_add(error.width) });
        let (mut at, mut to) = (None, self.span.end);
        let mut place = TextPlace { line: 1, column: 1 };
        for (from, c) in self.spelling() {
            to = from;
            at = at.or((place >= start).then_some(from));
            if place >= end {
                break;
            }
            place = if c == '\n' {
                TextPlace { line: place.line + 1, column: 1 }
            } else {
                TextPlace { column: place.column + 1, ..place }
            };
        }
        let at = at.unwrap_or(to);
        let width = self.file[at..to].lines().next().map_or(1, |line| line.chars().count().max(1));
        ParseError { place: place_of(self.file, at), width, ..error }
    }

    /// The characters of the value, each with the offset of its spelling in the file. The last
    /// element is a newline at the offset of the closing quotes.
    fn spelling(&self) -> impl Iterator<Item = (usize, char)> + 'a {
        let raw = &self.file[self.span.clone()];
        let quote = raw.chars().next().unwrap_or('"');
        let threefold: String = [quote; 3].iter().collect();
        // Exactly two quotes are an empty string.
        let quotes = if raw.starts_with(&threefold) { 3 } else { 1 };
        let inner = raw.get(quotes..raw.len().saturating_sub(quotes)).unwrap_or("");
        let trimmed = match quotes {
            3 => inner.strip_prefix("\r\n").or_else(|| inner.strip_prefix('\n')).unwrap_or(inner),
            _ => inner,
        };
        let start = self.span.start + quotes + (inner.len() - trimmed.len());
        let escapes = quote == '"';
        let (mut at, mut values, mut over) = (0, self.value.chars(), false);
        std::iter::from_fn(move || {
            if over {
                return None;
            }
            if escapes {
                at += continuation(&trimmed[at..]);
            }
            let from = start + at;
            let Some(value) = values.next().filter(|_| at < trimmed.len()) else {
                over = true;
                return Some((from, '\n'));
            };
            at += match &trimmed[at..] {
                // The parser may return CRLF as LF.
                rest if value == '\n' && rest.starts_with("\r\n") => 2,
                rest if escapes => spelled(rest),
                rest => rest.chars().next().map_or(1, char::len_utf8),
            };
            Some((from, value))
        })
    }
}

/// The length in bytes of a line continuation at the start of a text: a backslash at the end of a
/// line and all white space after it.
fn continuation(text: &str) -> usize {
    let Some(after) = text.strip_prefix('\\') else { return 0 };
    let rest = after.trim_start_matches([' ', '\t', '\r', '\n']);
    let blank = &after[..after.len() - rest.len()];
    if blank.contains('\n') { 1 + blank.len() + continuation(rest) } else { 0 }
}

/// The length in bytes of the first character's spelling.
fn spelled(text: &str) -> usize {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some('\\'), Some('x')) => 4,
        (Some('\\'), Some('u')) => 6,
        (Some('\\'), Some('U')) => 10,
        (Some('\\'), Some(_)) => 2,
        (Some(c), _) => c.len_utf8(),
        (None, _) => 1,
    }
}

/// A text of several lines as a multi-line TOML string. Characters that cannot be seen are escapes,
/// so that a terminal does not obey them when it shows the file.
pub(super) fn lines(text: &str) -> String {
    unseen::toml(&TomlStringBuilder::new(text).as_ml_basic().to_toml_value())
}

/// A text as a TOML string of one line, spelled like [`lines`].
pub(super) fn quoted(text: &str) -> String {
    match text.contains(is_unseen) {
        true => unseen::toml(&TomlStringBuilder::new(text).as_basic().to_toml_value()),
        false => toml::Value::String(text.to_string()).to_string(),
    }
}
