//! The sentences of a puzzle's words. Headers, numbers and colons are how setters order them.

use super::hue::HUES;
use super::sentence::SaidSentence;
use super::vocabulary;
use super::wording::Wording;
use crate::grid::Grid;
use crate::words;

/// The sentences of a text that say more than an ordinary sudoku, each with what it means.
pub(super) fn sentences(text: &str, grid: &Grid) -> Vec<SaidSentence> {
    let mut all: Vec<SaidSentence> = Vec::new();
    let mut header = String::new();
    // The headers, each with the number of sentences before it.
    let mut headers: Vec<(String, usize)> = Vec::new();
    for line in text.lines() {
        let line = unnumbered(line.trim().trim_start_matches(['-', '*', '\u{2022}', ' ']));
        if line.is_empty() {
            continue;
        }
        let is_header = line.split_whitespace().count() < 4 && !line.ends_with('.') && !line.contains(':');
        if is_header {
            header = format!("{line}: ");
            if !is_ordinary(line, grid) && !line.eq_ignore_ascii_case("sudoku") {
                headers.push((line.to_string(), all.len()));
            }
            continue;
        }
        // What stands before a colon is about the whole line.
        let mut head = header.clone();
        let parts = line.split_inclusive(['.', '!']).map(str::trim);
        let first = all.len();
        for part in parts.filter(|part| part.chars().any(char::is_alphanumeric)) {
            if let Some((before, _)) =
                part.split_once([':']).filter(|(before, _)| before.split_whitespace().count() < 5)
            {
                head = format!("{header}{before}: ");
            }
            let part = part.trim_end_matches(['.', '!']);
            if is_ordinary(part, grid) {
                continue;
            }
            let whole = Wording::of(part, &head, grid).read();
            // The parts between semicolons may be sentences of their own.
            let parts: Vec<SaidSentence> = part.split(';').map(|part| Wording::of(part, &head, grid).read()).collect();
            let is_clear = |one: &SaidSentence| one.is_idle || one.is_clear();
            match !is_clear(&whole) && parts.len() > 1 && parts.iter().all(is_clear) {
                true => all.extend(parts),
                false => all.push(whole),
            }
        }
        join(&mut all, first, &head, grid);
    }
    let ends: Vec<usize> = headers.iter().skip(1).map(|(_, first)| *first).chain([all.len()]).collect();
    let is_strange = |((line, first), end): &((String, usize), usize)| !is_header_of(line, &all[*first..*end]);
    let strange: Vec<SaidSentence> = headers
        .into_iter()
        .zip(ends)
        .filter(is_strange)
        .map(|((text, _), _)| SaidSentence {
            text,
            hues: Vec::new(),
            meanings: Vec::new(),
            doubt: None,
            is_of_both: false,
            is_of_middle: false,
            is_idle: false,
        })
        .collect();
    all.extend(strange);
    all
}

/// Returns whether a short line is a header of the sentences below it: each of its words is a
/// colour, or names a drawing or a rule.
fn is_header_of(line: &str, below: &[SaidSentence]) -> bool {
    let ids: Vec<&str> = below.iter().flat_map(|sentence| &sentence.meanings).map(|meaning| meaning.id).collect();
    let line = line.to_lowercase().replace('\u{2019}', "'");
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-').filter(|word| !word.is_empty());
    let is_hue = |word: &str| HUES.iter().any(|(_, names)| names.contains(&word));
    let is_name = |word: &str| vocabulary::is_header(word) && vocabulary::is_known(word, &ids);
    !ids.is_empty() && words.all(|word| is_hue(word) || ids.contains(&word) || is_name(word))
}

/// Joins sentences of one line that say a rule together, from the `first` on: *box borders divide
/// the line into parts*, *each part has the same sum*.
fn join(all: &mut Vec<SaidSentence>, first: usize, head: &str, grid: &Grid) {
    let mut at = first;
    while at + 1 < all.len() {
        let says_none = |sentence: &SaidSentence| sentence.meanings.is_empty() && !sentence.is_idle;
        if says_none(&all[at]) && !all[at + 1].is_idle {
            let text = format!("{}; {}", all[at].text, all[at + 1].text);
            let both = Wording::of(&text, head, grid).read();
            if both.meanings.iter().any(|meaning| !all[at + 1].meanings.contains(meaning)) {
                all.splice(at..at + 2, [both]);
                continue;
            }
        }
        at += 1;
    }
}

/// A line without the number of its rule: `a) ...`, `2. ...`.
fn unnumbered(line: &str) -> &str {
    match line.split_once([')', '.']) {
        Some((number, rest)) if number.len() < 3 && number.chars().all(char::is_alphanumeric) && !rest.is_empty() => {
            rest.trim()
        }
        _ => line,
    }
}

fn is_ordinary(part: &str, grid: &Grid) -> bool {
    words::unread(part, grid).is_empty()
        // A word before a colon or a dash that is the sudoku's own.
        || part.split_once([':', '\u{2013}']).or(part.split_once(" - ")).is_some_and(|(head, rest)| {
            let head = head.trim();
            let is_plain = head.eq_ignore_ascii_case("sudoku") || words::unread(head, grid).is_empty();
            is_plain && words::unread(rest, grid).is_empty()
        })
}
