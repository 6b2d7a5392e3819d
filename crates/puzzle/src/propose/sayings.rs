//! Sentences in which setters say rules, and what they mean.
//!
//! A sentence means a rule if it has one of the words of each list of the rule's row. It is odd if
//! it also has a word that may turn its meaning, or a number that is not one of the rule's.

use super::hue::{HUES, Hue};
use super::look::Look;
use super::table::{About, Numbers, SAYINGS, Saying, rows_of};
use super::vocabulary;
use crate::grid::Grid;
use crate::words;

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
    /// Returns whether it names a colour that circles seldom have.
    pub fn names_line_hue(&self) -> bool {
        self.hues.iter().any(|hue| !matches!(hue, Hue::White | Hue::Grey | Hue::Black))
    }

    /// Returns whether it means a rule, and no word may turn it.
    pub fn is_clear(&self) -> bool {
        self.doubt.is_none() && !self.meanings.is_empty()
    }
}

/// Words that may turn the meaning of a sentence.
const ODD: [&str; 40] = [
    "for all",
    "all lines",
    "except",
    "unless",
    "wrong",
    "false",
    " lies ",
    "liar",
    "unknown",
    "determine",
    "find out",
    "shade some",
    "to shade",
    "shading",
    "either a",
    "which of",
    "some of",
    "one of the clues",
    "exactly one clue",
    "modif",
    "doubler",
    "negative constraint",
    "loop",
    "snake",
    "product",
    "multipl",
    "quotient",
    "value of a",
    "the values",
    "colour a",
    "color a",
    "colour some",
    "minus",
    "plus one",
    "hot",
    "cold",
    "mistake",
    "incorrect",
    "opposite",
    "instead",
];

/// Negations of which a sentence may have any, whatever its rule.
const NEUTRAL: [&str; 19] = [
    "at the same time",
    "may appear in any order",
    "can appear in any order",
    "may be in any order",
    "can be in any order",
    "three consecutive",
    "3 consecutive",
    "cells is odd",
    "of odd length",
    "of even length",
    "not all",
    "not every",
    "not necessarily",
    "need not",
    "not have to",
    "without a dot",
    "not drawn",
    "not marked",
    "the one before",
];

const NEGATIONS: [&str; 8] = [" no ", " not ", " never ", " none ", " without ", " nor ", "n't ", " cannot "];

/// The words that say that other such marks may be missing.
const PARTIAL: [&[&str]; 2] = [
    &[
        "not all",
        "not every",
        "not necessarily",
        "need not",
        "more such",
        "other such",
        "such pairs",
        "like these",
        "may be more",
        "can be more",
        "could be more",
        "may be unmarked",
        "may be missing",
        "not be marked",
        "may have no mark",
    ],
    &["such", "dot", "pair", "mark", "circle", "clue", "possible", "given"],
];

/// Words of a topic. A sentence that has one says more than its rule, unless the row of the rule asks
/// for such a word.
const TOPICS: [&[&str]; 6] = [
    &["sum", "total", " add"],
    &[" odd", " even "],
    &["consecutive"],
    &["knight", " king"],
    &["prime", "square number", "multiple of", "remainder", "modulo", "average"],
    &[
        "no two lines",
        "no two of the lines",
        "different lines must",
        "lines must",
        "same as another",
        "each other line",
    ],
];

/// Words for the middle cell of a line, which is more than where pairs are measured from.
const MIDDLE: [&str; 9] = [
    "in the cent",
    "in the middle",
    "central cell",
    "centre cell",
    "center cell",
    "middle cell",
    "central digit",
    "middle digit",
    "in its cent",
];

/// The beginnings of examples, and the words of remarks that say no rule.
const EXAMPLES: [&str; 4] = [" for example", " for instance", " e g ", " eg "];
/// Words of an example inside a sentence.
const POSSIBLE: [&str; 6] = ["for example", "for instance", " e g ", "could be", "might be", "would be"];
/// The ends of a remark that not all marks are given.
const GIVEN: [&str; 9] =
    ["given", "shown", "marked", "drawn", "missing", "more such", "other such", "such pairs", "like these"];
const ASIDES: [&str; 15] = [
    "of its own",
    "for itself",
    "own total",
    "different lines may",
    "may have different",
    "can have different",
    "other lines may",
    "repeats on a line are fine",
    "may repeat on",
    "can repeat on",
    "may come up again",
    "may be repeated on",
    "if nothing else prevents",
    "if allowed by other",
    "if allowed",
];

/// Returns whether a text has an example such as `2-4-1-3`.
fn has_sequence(text: &str) -> bool {
    let is_one = |word: &str| {
        let parts: Vec<&str> = word.split('-').collect();
        parts.len() > 2 && parts.iter().all(|part| part.len() == 1 && part.chars().all(|c| c.is_ascii_digit()))
    };
    text.split(' ').any(is_one)
}

/// The words that say that all marks of a kind are given.
const ALL: [&str; 20] = [
    "all dots",
    "all kropki",
    "all possible",
    "always a",
    "only there",
    "all such",
    "every such",
    "all pairs",
    "all are given",
    "all white",
    "all black",
    "all x ",
    "all xs ",
    "all v ",
    "all vs ",
    "all xv ",
    "left out",
    "missing",
    "wherever",
    "if and only if",
];

/// The words that say the contrary.
const NOT_ALL: [&str; 7] = [
    "not all",
    "not every",
    "may be missing",
    "can be missing",
    "could be missing",
    "might be missing",
    "some are missing",
];

/// Returns whether a sentence says, and says no more than, that all marks of a kind are given: *all
/// white dots are given*, *no X has been left out*, or *... there is always a dot, and only there*.
fn says_all(own: &str) -> bool {
    let words = || own.split(' ').filter(|word| !word.is_empty());
    let marks = |word: &str| {
        let kinds = ["white", "black", "kropki", "dot", "dots", "x", "v", "xs", "vs", "x's", "v's", "xv", "xvs", "and"];
        kinds.contains(&word)
    };
    let given = ["given", "shown", "marked", "drawn", "present"];
    let all = |word: &str| {
        marks(word)
            || given.contains(&word)
            || ["all", "possible", "such", "of", "the", "have", "been", "are", "is"].contains(&word)
    };
    let none = |word: &str| {
        marks(word)
            || ["no", "none", "nor", "has", "have", "been", "are", "is", "left", "out", "missing"].contains(&word)
    };
    let without_head = |own: &str| own.rsplit(": ").next().unwrap_or_default().to_string();
    let body = without_head(own);
    let has = |any: &[&str]| any.iter().any(|word| body.contains(word));
    let body_words = || body.split(' ').filter(|word| !word.is_empty());
    body.trim_start().starts_with("all ") && body_words().all(all) && given.iter().any(|end| body.trim().ends_with(end))
        || body.trim_start().starts_with("no") && has(&["left out", "missing"]) && body_words().all(none)
        || words().count() < 24 && own.contains("between") && own.contains("always a ") && own.contains("only there")
}

/// Rules that are easily taken for each other when one sentence says both, each with its subject:
/// both are said only if each has a part of the sentence for itself.
const PAIRS: [(&str, &str); 6] =
    [("white", "white"), ("black", "black"), ("x", " x "), ("v", " v "), ("odd", "circle"), ("even", "square")];

/// The subject of a rule that is said together with that of another one.
fn confused(own: &str, parts: &[String], ids: &[&str]) -> Option<&'static str> {
    let subjects = |text: &str| PAIRS.iter().filter(|(_, subject)| text.contains(subject)).count();
    let is_apart = |id: &str, subject: &str| {
        parts.iter().any(|part| {
            let says = |row: &Saying| row.must.iter().all(|any| any.iter().any(|word| part.contains(word)));
            part.contains(subject) && subjects(part) == 1 && rows_of(id).any(says)
        })
    };
    if subjects(own) < 2 && !(own.contains(" odd") && own.contains(" even")) {
        return None;
    }
    PAIRS.iter().find(|(id, subject)| ids.contains(id) && !is_apart(id, subject)).map(|(_, subject)| subject.trim())
}

/// Returns whether a word such as `1-6` names other symbols than those of the grid.
fn is_other_range(word: &str, grid: &Grid) -> bool {
    word.strip_prefix("1-")
        .and_then(|last| last.parse::<usize>().ok())
        .is_some_and(|last| last > 3 && last != grid.n_symbols())
}

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
            let whole = sentence(part, &head, grid);
            // The parts between semicolons may be sentences of their own.
            let parts: Vec<SaidSentence> = part.split(';').map(|part| sentence(part, &head, grid)).collect();
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

/// Returns whether a short line is a header of the sentences below it: each of its words is a colour,
/// or names a drawing or a rule.
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
            let both = sentence(&format!("{}; {}", all[at].text, all[at + 1].text), head, grid);
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

fn sentence(part: &str, head: &str, grid: &Grid) -> SaidSentence {
    let plain = |text: &str| {
        let text = text.to_lowercase().replace(['\u{2019}', '\u{2018}'], "'").replace("gray", "grey");
        let spaced: String =
            text.chars().map(|c| if c.is_alphanumeric() || "'-:".contains(c) { c } else { ' ' }).collect();
        format!(" {} ", spaced.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let own = plain(part);
    let whole = plain(&format!("{head}{part}"));
    let has = |text: &str, any: &[&str]| any.iter().any(|word| text.contains(word));
    let hues = |text: &str| {
        let words: Vec<&str> = text.split([' ', '-', ':']).collect();
        HUES.iter()
            .filter(|(_, names)| names.iter().any(|name| words.contains(name)))
            .map(|(hue, _)| *hue)
            .collect::<Vec<Hue>>()
    };
    let numbers = numbers_of(&own);
    let is_all = has(&own, &ALL) && !has(&own, &NOT_ALL);
    let is_all_said = says_all(&own);
    let is_of_one = !has(&whole, &[" lines "])
        && whole.split_once(" line").is_some_and(|(before, _)| {
            !before.rsplit(' ').take(2).any(|word| ["a", "an", "any", "each", "every", "one"].contains(&word))
        });
    let mut meanings: Vec<Meaning> = Vec::new();
    for saying in SAYINGS {
        // The subject may stand in the head; the verb is in the sentence.
        let mut lists = saying.must.iter();
        let says = lists.all(|any| has(&whole, any)) && saying.must.iter().any(|any| has(&own, any));
        let is_apt = match saying.about {
            About::All => is_all_said,
            About::Data => grid.rules.iter().any(|rule| rule.id == saying.id),
            _ => true,
        };
        let is_said = says && is_apt && !has(&whole, saying.without);
        if !is_said || meanings.iter().any(|one| one.id == saying.id) {
            continue;
        }
        let is_more = saying.about == About::More;
        let number = match saying.numbers {
            Numbers::Symbols => Some(None),
            Numbers::Only(known) => numbers.iter().all(|number| known.contains(number)).then_some(None),
            Numbers::Own => match numbers[..] {
                [number] if (2..grid.n_symbols() as u32).contains(&number) => Some(Some(number)),
                _ => None,
            },
        };
        meanings.extend(number.map(|number| Meaning { id: saying.id, number, is_of_one, is_more }));
    }
    meanings.retain(|meaning| has_its_number(meaning.id, &own));
    let ids: Vec<&str> = meanings.iter().map(|meaning| meaning.id).collect();
    let mut rest = own.clone();
    let own_denials = SAYINGS.iter().filter(|row| ids.is_empty() && row.about != About::All || ids.contains(&row.id));
    let mut harmless: Vec<&str> = NEUTRAL.into_iter().chain(own_denials.flat_map(|row| row.denies).copied()).collect();
    // A phrase goes before its parts.
    harmless.sort_by_key(|known| std::cmp::Reverse(known.len()));
    harmless.into_iter().for_each(|known| rest = rest.replace(known, " "));
    let is_hue = |word: &str| HUES.iter().any(|(_, names)| names.contains(&word));
    let words = || rest.split(' ').map(|word| word.trim_matches([':', '-', '\''])).filter(|word| !word.is_empty());
    // The number of a rule is one of its words.
    let is_own = |word: &str| meanings.iter().any(|one| one.number.is_some_and(|number| numbers_of(word) == [number]));
    // So is what a sign is called, and an example.
    let rows = || ids.iter().flat_map(|id| rows_of(id));
    let name = plain(head.trim_end().trim_end_matches(':'));
    let is_name = |word: &str| word == name.trim() && rows().any(|row| row.is_drawn_as(Look::Sign));
    let is_example = |word: &str| {
        word.len() > 2
            && word.bytes().all(|c| c.is_ascii_digit())
            && rows().any(|row| matches!(row.numbers, Numbers::Symbols))
    };
    let is_known = |word: &str| {
        is_hue(word) || is_own(word) || is_name(word) || is_example(word) || vocabulary::is_known(word, &ids)
    };
    let strange = words().find(|word| !ids.is_empty() && !is_known(word));
    // Two rules of lines in one sentence are about two colours, unless the data name both.
    let is_named = |id: &&str| grid.rules.iter().any(|rule| rule.id == *id);
    let of_lines = || ids.iter().filter(|id| rows_of(id).any(|row| row.is_drawn_as(Look::Line)));
    let is_double = of_lines().count() > 1 && !of_lines().all(is_named);
    let is_all = is_all && !rows().any(|row| row.about == About::All);
    let clauses: Vec<String> = part
        .split([';', ','])
        .map(plain)
        .flat_map(|clause| clause.split(" and ").map(|part| format!(" {} ", part.trim())).collect::<Vec<_>>())
        .collect();
    let confused = confused(&own, &clauses, &ids);
    // Digits that may repeat are no rule about different digits.
    let is_turned = has(&rest, &[" can repeat", " may repeat", " could repeat", " repeat ", " repeats "])
        || has(&own, &[" not all "])
        || has(&own, &[" no two "]) && has(&own, &[" different "]);
    let repeats = is_turned && rows().any(|row| !row.denies.is_empty() && row.about != About::All);
    let range = own.split(' ').find(|word| is_other_range(word, grid));
    let denies = has(&own, &NEGATIONS) || has(&own, &[" must ", " only ", " all ", " every ", " each ", " different "]);
    let is_led = EXAMPLES.iter().any(|lead| own.starts_with(lead)) || has(&own, &POSSIBLE);
    // *So if one circle shows a 3, there are three 3s*.
    let is_of_numbers = own.starts_with(" so if ")
        && numbers.iter().any(|one| numbers.iter().filter(|other| *other == one).count() > 1);
    let is_example = is_of_numbers
        || !denies && is_led && !numbers.is_empty()
        || has_sequence(&own) && !has(&own, &[" row", " column", " box", " must ", " every ", " each "]);
    let is_remark =
        own.split(' ').filter(|word| !word.is_empty()).all(|word| is_hue(word) || vocabulary::is_idle(word));
    let is_aside =
        has(&own, &ASIDES) && is_remark && !has(&own, &["cage", " but ", " never ", " must ", " no ", " not "]);
    let n_quantities = own.split(' ').filter(|word| ["all", "every", "each"].contains(word)).count();
    let is_partial = PARTIAL.iter().all(|any| has(&own, any))
        && has(&own, &GIVEN)
        && n_quantities <= 1
        && !is_all_said
        && meanings.is_empty()
        && is_remark;
    let is_idle = (is_example || is_aside || is_partial) && !has(&own, &ODD);
    let asks = |topic: &[&str]| {
        let must = || rows().flat_map(|row| row.must).flat_map(|list| list.iter());
        must().any(|asked| topic.iter().any(|word| asked.trim().starts_with(word.trim())))
    };
    let off_topic = TOPICS.iter().find_map(|topic| {
        let found = topic.iter().find(|word| rest.contains(**word)).copied();
        found.filter(|_| !meanings.is_empty() && !asks(topic))
    });
    let turns = |text: &str, words: &[&'static str]| words.iter().find(|word| text.contains(*word)).copied();
    let why = off_topic.or(turns(&whole, &ODD)).or(turns(&rest, &NEGATIONS)).or(turns(&own, &ALL).filter(|_| is_all));
    let why = why.or(strange).map(|word| format!("\"{}\" may turn its meaning", word.trim()));
    let why = why.or(confused.map(|word| format!("\"{word}\" is said with another rule")));
    let why = why.or(repeats.then(|| "\"repeat\" may turn its meaning".to_string()));
    let why = why.or(range.map(|word| format!("\"{word}\" are not the symbols of the grid")));
    let doubt = why.or(is_double.then(|| "it says the rules of two lines".to_string()));
    let named = hues(&own);
    let is_of_both = has(&own, &["both", "either", "main diagonals", "two diagonals", "each main", "each long"])
        && !has(&own, &["marked", "shown", "drawn", "indicated"])
        && named.is_empty();
    SaidSentence {
        text: part.trim().to_string(),
        hues: if named.is_empty() { hues(&whole) } else { named },
        meanings,
        doubt: doubt.filter(|_| !is_idle),
        is_of_both,
        is_of_middle: has(&own, &MIDDLE),
        is_idle,
    }
}

/// Returns whether the number after an X or a V is its own. Other rules have none.
fn has_its_number(id: &str, text: &str) -> bool {
    let (letters, number): (&[&str], &[&str]) = match id {
        "x" => (&["x", "xs", "x's"], &["10", "ten"]),
        "v" => (&["v", "vs", "v's"], &["5", "five"]),
        _ => return true,
    };
    let is_number = |word: &&str| ["5", "five", "10", "ten"].contains(word);
    let mut words = text.split(' ').skip_while(|word| !letters.contains(word));
    // *Between two cells that make 5 there is a V*.
    let before = || text.split(' ').take_while(|word| !letters.contains(word)).filter(is_number).last();
    words.find(is_number).or_else(before).is_some_and(|found| number.contains(&found))
}

/// The numbers in a sentence, as digits or as words.
fn numbers_of(text: &str) -> Vec<u32> {
    const NAMES: [&str; 8] = ["two", "three", "four", "five", "six", "seven", "eight", "ten"];
    const OF: [u32; 8] = [2, 3, 4, 5, 6, 7, 8, 10];
    let mut found: Vec<u32> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|word| word.parse().ok().or_else(|| NAMES.iter().position(|name| *name == word).map(|at| OF[at])))
        .collect();
    // *Two cells*, *three neighbouring digits* are how a sentence speaks.
    let spoken = [
        (" two cells", 2),
        (" two neighbour", 2),
        (" two digits", 2),
        (" the two ", 2),
        (" two touching", 2),
        (" between two", 2),
    ];
    for (words, number) in spoken {
        if text.contains(words)
            && let Some(at) = found.iter().position(|&other| other == number)
        {
            found.remove(at);
        }
    }
    found
}
