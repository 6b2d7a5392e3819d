//! Escapes for characters that cannot be seen, in each language that is written. Titles and names
//! may come from an unknown source, and the terminal that shows a file must not obey them.

use super::scan::{is_unseen, printable};
use std::fmt::Write;

/// A text for SVG and HTML. White space becomes blanks. Characters that XML forbids or that cannot
/// be seen become their codes.
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\r' | '\t' => out.push(' '),
            // XML has no characters FFFE and FFFF, not even as references.
            c if is_unseen(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
}

/// A text as one line, with single blanks.
pub(super) fn line(text: &str) -> String {
    printable(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

/// A JSON text with escapes for its unseen characters. All of them are in strings.
///
/// # Examples
///
/// ```
/// use quadrille_puzzle::unseen;
/// assert_eq!(unseen::json("[\"a\u{9b}b\"]"), r#"["a\u009bb"]"#);
/// assert_eq!(unseen::xml("<a\u{7}>"), "&lt;a\\u{7}&gt;");
/// ```
pub fn json(text: &str) -> String {
    let mut units = [0; 2];
    respelled(text, |out, c| {
        c.encode_utf16(&mut units).iter().for_each(|unit| _ = write!(out, "\\u{unit:04x}"));
    })
}

/// The spelling of a basic TOML string, of one line or several, with escapes for its unseen
/// characters.
pub(super) fn toml(spelling: &str) -> String {
    respelled(spelling, |out, c| {
        _ = match c as u32 {
            code @ 0..=0xffff => write!(out, "\\u{code:04X}"),
            code => write!(out, "\\U{code:08X}"),
        }
    })
}

/// Replaces each character that cannot be seen by its escape, except line ends and tabs.
fn respelled(text: &str, mut spell: impl FnMut(&mut String, char)) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match is_unseen(c) && !matches!(c, '\n' | '\t') {
            true => spell(&mut out, c),
            false => out.push(c),
        }
    }
    out
}
