//! The words that a sentence about a rule may have. Any other word may turn its meaning, so its
//! sentence is left over.

/// A row for each rule, with its own words after its id. The row `plain` has words that say nothing
/// by themselves; `header` has those that name a drawing or a rule; `remark` has those of a remark
/// that not all marks are given, or that a rule does not forbid something.
const ROWS: &str = include_str!("vocabulary.txt");

/// Returns whether a row of one of these ids has a word.
fn has(word: &str, ids: &[&str]) -> bool {
    let rows = ROWS.lines().filter_map(|row| row.split_once(": "));
    let words = rows.filter(|(id, _)| ids.contains(id)).flat_map(|(_, words)| words.split(' '));
    words.into_iter().any(|known| known == word)
}

/// Returns whether a word may be in a sentence about one of these rules.
pub(super) fn is_known(word: &str, ids: &[&str]) -> bool {
    has(word, &["plain"]) || has(word, ids)
}

/// Returns whether a word may be in a remark.
pub(super) fn is_idle(word: &str) -> bool {
    has(word, &["plain", "remark"])
}

/// Returns whether a word may be in a header: it names a drawing or a rule.
pub(super) fn is_header(word: &str) -> bool {
    has(word, &["header"])
}
