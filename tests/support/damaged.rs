//! Damaged texts, and the places of the errors about them.

use quadrille_puzzle::ParseError;

/// The lines of a text as an editor shows them: a line end at the end of the text begins a line.
pub fn editor_lines(text: &str) -> Vec<String> {
    let unix = text.replace("\r\n", "\n").replace('\r', "\n");
    unix.split('\n').map(str::to_string).collect()
}

/// Asserts that the place of an error lies in the text.
pub fn is_in(error: &ParseError, text: &str, what: &str) {
    let lines = editor_lines(text);
    let place = error.place;
    assert!((1..=lines.len()).contains(&place.line), "{what}: line {} of {}\n{text}", place.line, lines.len());
    let length = lines[place.line - 1].chars().count();
    assert!((1..=length + 1).contains(&place.column), "{what}: {place} in a line of {length}\n{text}");
}

/// A text cut off at many places, without a line, and with one twice; with other line ends, and
/// with a character that is more than a byte.
pub fn damaged(text: &str) -> Vec<String> {
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let step = ends.len().div_ceil(150);
    let mut all: Vec<String> = ends.iter().step_by(step).map(|&at| text[..at].to_string()).collect();
    all.extend(ends.iter().step_by(step).map(|&at| format!("{}\u{e9}{}", &text[..at], &text[at..])));
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for k in 0..lines.len() {
        let without: String = lines.iter().enumerate().filter(|(at, _)| *at != k).map(|(_, line)| *line).collect();
        all.push(format!("{}{without}", lines[k]));
        all.push(without);
    }
    all.push(text.repeat(2));
    let others: Vec<String> =
        all.iter().flat_map(|text| [text.replace('\n', "\r\n"), text.replace('\n', "\r")]).collect();
    all.extend(others);
    let short: Vec<String> = all.iter().map(|text| text.trim_end().to_string()).collect();
    all.extend(short);
    all
}
