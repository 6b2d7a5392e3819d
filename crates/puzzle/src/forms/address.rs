//! Addresses of web pages that carry a puzzle.

use super::first_line;
use crate::scan::{self, ParseError, TextWord};
use percent_encoding::percent_decode_str;

/// An address in its parts.
pub(super) struct PageAddress<'t> {
    /// The part after the host, up to the query.
    pub path: &'t str,
    /// The part after the first `?`, up to the fragment.
    query: &'t str,
}

impl<'t> PageAddress<'t> {
    /// The parts of an address; `None` if the text is not one.
    pub fn of(text: &'t str) -> Option<PageAddress<'t>> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
        let rest = &rest[rest.find('/').unwrap_or(rest.len())..];
        let rest = rest.split('#').next().unwrap_or(rest);
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        Some(PageAddress { path, query })
    }

    /// The value of a key of the query, without percent signs. A `+` is itself, not a blank.
    pub fn value(&self, key: &str) -> Option<String> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.into_iter().find(|(known, _)| *known == key)?;
        Some(percent_decode_str(value).decode_utf8_lossy().into_owned())
    }

    /// The query, as it is written.
    pub fn query(&self) -> &'t str {
        self.query
    }
}

/// Reads each line of a text, if the first one is of this sort. Blank lines and those after `#` are
/// passed over.
pub(super) fn each_line<T>(
    text: &str,
    is_one: impl Fn(&str) -> bool,
    read: impl Fn(&TextWord) -> Result<T, ParseError>,
) -> Result<Vec<T>, ParseError> {
    if !is_one(first_line(text)) {
        return Ok(Vec::new());
    }
    let lines = scan::lines(text);
    let bodies = lines.iter().filter_map(scan::Line::body).filter(|word| !word.text.starts_with('#'));
    let one = |word: TextWord| match is_one(word.text) {
        true => read(&word),
        false => {
            Err(ParseError::at(&word, "this line is of another form than the one before it").help("one form a file"))
        }
    };
    bodies.map(one).collect()
}

/// Returns whether a line is an address with these words in it.
pub(super) fn is_of_site(line: &str, site: &str) -> bool {
    line.starts_with("http") && line.contains(site)
}
