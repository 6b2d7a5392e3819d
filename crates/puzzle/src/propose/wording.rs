//! The words of one sentence: what it means, and what may turn its meaning.
//!
//! A sentence means a rule if it has one of the words of each list of the rule's row, and no number
//! that is not one of the rule's. It is doubtful if it also has a word that may turn its meaning.

use super::hue::{HUES, Hue};
use super::look::DrawnLook;
use super::sentence::{Meaning, SaidSentence};
use super::table::{About, Numbers, SAYINGS, Saying, rows_of};
use super::vocabulary;
use crate::grid::Grid;

/// A sentence with its head: the text before a colon on its line, or a short line above it.
pub(super) struct Wording<'a> {
    part: &'a str,
    /// The sentence in lower case, its words between single blanks.
    own: String,
    /// The same, with its head.
    whole: String,
    /// The head alone.
    head: String,
    numbers: Vec<u32>,
    grid: &'a Grid,
}

impl<'a> Wording<'a> {
    pub fn of(part: &'a str, head: &str, grid: &'a Grid) -> Wording<'a> {
        let own = plain(part);
        let numbers = numbers_of(&own);
        let whole = plain(&format!("{head}{part}"));
        Wording { part, own, whole, head: plain(head.trim_end().trim_end_matches(':')), numbers, grid }
    }

    pub fn read(&self) -> SaidSentence {
        let meanings = self.meanings();
        let is_idle = self.is_idle(&meanings);
        let named = hues(&self.own);
        let speaks_of_both = ["both", "either", "main diagonals", "two diagonals", "each main", "each long"];
        SaidSentence {
            text: self.part.trim().to_string(),
            doubt: self.doubt(&meanings).filter(|_| !is_idle),
            is_of_both: has(&self.own, &speaks_of_both)
                && !has(&self.own, &["marked", "shown", "drawn", "indicated"])
                && named.is_empty(),
            is_of_middle: has(&self.own, &MIDDLE),
            hues: if named.is_empty() { hues(&self.whole) } else { named },
            meanings,
            is_idle,
        }
    }

    /// The rules whose words the sentence has.
    fn meanings(&self) -> Vec<Meaning> {
        let is_of_one = self.is_of_one_line();
        let mut meanings: Vec<Meaning> = Vec::new();
        for saying in SAYINGS.iter().filter(|saying| self.says(saying)) {
            let number = match saying.numbers {
                Numbers::Symbols => Some(None),
                Numbers::Only(known) => self.numbers.iter().all(|number| known.contains(number)).then_some(None),
                Numbers::Own => match self.numbers[..] {
                    [number] if (2..self.grid.n_symbols() as u32).contains(&number) => Some(Some(number)),
                    _ => None,
                },
            };
            let is_new = meanings.iter().all(|one| one.id != saying.id) && has_its_number(saying.id, &self.own);
            if let Some(number) = number.filter(|_| is_new) {
                let is_more = saying.about == About::More;
                meanings.push(Meaning { id: saying.id, number, is_of_one, is_more });
            }
        }
        meanings
    }

    /// Returns whether the sentence has the words of a row. The subject may stand in the head; the
    /// verb is in the sentence.
    fn says(&self, saying: &Saying) -> bool {
        let is_apt = match saying.about {
            About::All => self.says_all(),
            About::Data => self.grid.rules.iter().any(|rule| rule.id == saying.id),
            _ => true,
        };
        is_apt
            && saying.must.iter().all(|any| has(&self.whole, any))
            && saying.must.iter().any(|any| has(&self.own, any))
            && !has(&self.whole, saying.without)
    }

    /// Returns whether it speaks of one line: *the purple line*, not *a purple line* or *lines*.
    fn is_of_one_line(&self) -> bool {
        let general = ["a", "an", "any", "each", "every", "one"];
        let is_general = |before: &str| before.rsplit(' ').take(2).any(|word| general.contains(&word));
        !self.whole.contains(" lines ") && self.whole.split_once(" line").is_some_and(|(before, _)| !is_general(before))
    }

    /// Returns whether the sentence says no rule: an example, a remark, or that not all marks are
    /// given.
    fn is_idle(&self, meanings: &[Meaning]) -> bool {
        let own = &self.own;
        let words = || own.split(' ').filter(|word| !word.is_empty());
        let is_remark = words().all(|word| is_hue(word) || vocabulary::is_idle(word));
        let forbids =
            has(own, &NEGATIONS) || has(own, &[" must ", " only ", " all ", " every ", " each ", " different "]);
        let is_led = EXAMPLES.iter().any(|lead| own.starts_with(lead)) || has(own, &POSSIBLE);
        // *So if one circle shows a 3, there are three 3s*.
        let is_again = |one: &u32| self.numbers.iter().filter(|other| *other == one).count() > 1;
        let is_example = own.starts_with(" so if ") && self.numbers.iter().any(is_again)
            || !forbids && is_led && !self.numbers.is_empty()
            || has_sequence(own) && !has(own, &[" row", " column", " box", " must ", " every ", " each "]);
        let is_aside =
            has(own, &ASIDES) && is_remark && !has(own, &["cage", " but ", " never ", " must ", " no ", " not "]);
        let is_partial = PARTIAL.iter().all(|any| has(own, any))
            && has(own, &GIVEN)
            && words().filter(|word| ["all", "every", "each"].contains(word)).count() <= 1
            && !self.says_all()
            && meanings.is_empty()
            && is_remark;
        (is_example || is_aside || is_partial) && !has(own, &ODD)
    }

    /// The reason why the sentence may mean something else.
    fn doubt(&self, meanings: &[Meaning]) -> Option<String> {
        let ids: Vec<&str> = meanings.iter().map(|meaning| meaning.id).collect();
        let rows = || ids.iter().flat_map(|id| rows_of(id));
        let rest = self.without_denials(&ids);
        let is_all = has(&self.own, &ALL) && !has(&self.own, &NOT_ALL) && !rows().any(|row| row.about == About::All);
        let turns = |text: &str, words: &[&'static str]| words.iter().find(|word| text.contains(*word)).copied();
        // Digits that may repeat are no rule about different digits.
        let is_turned = has(&rest, &[" can repeat", " may repeat", " could repeat", " repeat ", " repeats "])
            || self.own.contains(" not all ")
            || self.own.contains(" no two ") && self.own.contains(" different ");
        let repeats = is_turned && rows().any(|row| !row.denies.is_empty() && row.about != About::All);
        let word = off_topic(&rest, &ids)
            .or(turns(&self.whole, &ODD))
            .or(turns(&rest, &NEGATIONS))
            .or(turns(&self.own, &ALL).filter(|_| is_all))
            .or(self.strange(&rest, meanings))
            .or(repeats.then_some("repeat"));
        if let Some(word) = word {
            return Some(format!("\"{}\" may turn its meaning", word.trim()));
        }
        if let Some(word) = self.confused(&ids) {
            return Some(format!("\"{word}\" is said with another rule"));
        }
        if let Some(word) = self.own.split(' ').find(|word| is_other_range(word, self.grid)) {
            return Some(format!("\"{word}\" are not the symbols of the grid"));
        }
        // Two rules of lines in one sentence are about two colours, unless the data name both.
        let is_named = |id: &&str| self.grid.rules.iter().any(|rule| rule.id == *id);
        let of_lines = || ids.iter().filter(|id| rows_of(id).any(|row| row.is_drawn_as(DrawnLook::Line)));
        let is_double = of_lines().count() > 1 && !of_lines().all(is_named);
        is_double.then(|| "it says the rules of two lines".to_string())
    }

    /// The sentence without the negations that are part of its rules.
    fn without_denials(&self, ids: &[&str]) -> String {
        let is_own = |row: &&Saying| ids.is_empty() && row.about != About::All || ids.contains(&row.id);
        let denials = SAYINGS.iter().filter(is_own).flat_map(|row| row.denies).copied();
        let mut harmless: Vec<&str> = NEUTRAL.into_iter().chain(denials).collect();
        // A phrase goes before its parts.
        harmless.sort_by_key(|known| std::cmp::Reverse(known.len()));
        harmless.into_iter().fold(self.own.clone(), |rest, known| rest.replace(known, " "))
    }

    /// A word that is not known for the rules that the sentence means.
    fn strange<'b>(&self, rest: &'b str, meanings: &[Meaning]) -> Option<&'b str> {
        let ids: Vec<&str> = meanings.iter().map(|meaning| meaning.id).collect();
        let rows = || ids.iter().flat_map(|id| rows_of(id));
        // The number of a rule is one of its words; so is what a sign is called, and an example.
        let is_number =
            |word: &str| meanings.iter().any(|one| one.number.is_some_and(|number| numbers_of(word) == [number]));
        let is_name = |word: &str| word == self.head.trim() && rows().any(|row| row.is_drawn_as(DrawnLook::Sign));
        let is_example = |word: &str| {
            let is_long = word.len() > 2 && word.bytes().all(|c| c.is_ascii_digit());
            is_long && rows().any(|row| matches!(row.numbers, Numbers::Symbols))
        };
        let is_known = |word: &str| {
            is_hue(word) || is_number(word) || is_name(word) || is_example(word) || vocabulary::is_known(word, &ids)
        };
        let words = rest.split(' ').map(|word| word.trim_matches([':', '-', '\'']));
        words.filter(|word| !word.is_empty()).find(|word| !ids.is_empty() && !is_known(word))
    }

    /// Returns whether the sentence says, and says no more than, that all marks of a kind are
    /// given: *all white dots are given*, *no X has been left out*, or *... there is always a dot,
    /// and only there*.
    fn says_all(&self) -> bool {
        let body = self.own.rsplit(": ").next().unwrap_or_default().trim();
        let consists = |of: &[&str]| body.split(' ').all(|word| MARKS.contains(&word) || of.contains(&word));
        let is_all = body.starts_with("all ")
            && consists(&ALL_GIVEN)
            && ["given", "shown", "marked", "drawn", "present"].iter().any(|end| body.ends_with(end));
        let is_none = body.starts_with("no") && has(body, &["left out", "missing"]) && consists(&NONE_LEFT);
        let is_always = ["between", "always a ", "only there"].iter().all(|word| self.own.contains(word));
        is_all || is_none || is_always && self.own.split(' ').count() < 26
    }

    /// The subject of a rule that is said together with that of another one, without a part of the
    /// sentence for itself.
    fn confused(&self, ids: &[&str]) -> Option<&'static str> {
        let subjects = |text: &str| PAIRS.iter().filter(|(_, subject)| text.contains(subject)).count();
        if subjects(&self.own) < 2 && !(self.own.contains(" odd") && self.own.contains(" even")) {
            return None;
        }
        let clauses: Vec<String> = self.part.split([';', ',']).map(plain).collect();
        let parts = || clauses.iter().flat_map(|clause| clause.split(" and ")).map(|part| format!(" {} ", part.trim()));
        let is_apart = |id: &str, subject: &str| {
            parts().any(|part| {
                let says = |row: &Saying| row.must.iter().all(|any| has(&part, any));
                part.contains(subject) && subjects(&part) == 1 && rows_of(id).any(says)
            })
        };
        PAIRS.iter().find(|(id, subject)| ids.contains(id) && !is_apart(id, subject)).map(|(_, subject)| subject.trim())
    }
}

/// A text in lower case, its words between single blanks.
fn plain(text: &str) -> String {
    let text = text.to_lowercase().replace(['\u{2019}', '\u{2018}'], "'").replace("gray", "grey");
    let spaced: String = text.chars().map(|c| if c.is_alphanumeric() || "'-:".contains(c) { c } else { ' ' }).collect();
    format!(" {} ", spaced.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn has(text: &str, any: &[&str]) -> bool {
    any.iter().any(|word| text.contains(word))
}

fn is_hue(word: &str) -> bool {
    HUES.iter().any(|(_, names)| names.contains(&word))
}

/// The colours that a text names.
fn hues(text: &str) -> Vec<Hue> {
    let words: Vec<&str> = text.split([' ', '-', ':']).collect();
    HUES.iter().filter(|(_, names)| names.iter().any(|name| words.contains(name))).map(|(hue, _)| *hue).collect()
}

/// A word of a topic that none of the rules asks for.
fn off_topic(rest: &str, ids: &[&str]) -> Option<&'static str> {
    let must = || ids.iter().flat_map(|id| rows_of(id)).flat_map(|row| row.must).flat_map(|list| list.iter());
    let asks = |topic: &[&str]| must().any(|asked| topic.iter().any(|word| asked.trim().starts_with(word.trim())));
    TOPICS.iter().find_map(|topic| {
        let found = topic.iter().find(|word| rest.contains(**word)).copied();
        found.filter(|_| !ids.is_empty() && !asks(topic))
    })
}

/// Words for marks, in a sentence that all of them are given.
const MARKS: [&str; 14] =
    ["white", "black", "kropki", "dot", "dots", "x", "v", "xs", "vs", "x's", "v's", "xv", "xvs", "and"];
const ALL_GIVEN: [&str; 14] = [
    "all", "possible", "such", "of", "the", "have", "been", "are", "is", "given", "shown", "marked", "drawn", "present",
];
const NONE_LEFT: [&str; 11] = ["no", "none", "nor", "has", "have", "been", "are", "is", "left", "out", "missing"];

/// Rules that are easily taken for each other when one sentence says both, each with its subject.
const PAIRS: [(&str, &str); 6] =
    [("white", "white"), ("black", "black"), ("x", " x "), ("v", " v "), ("odd", "circle"), ("even", "square")];

/// Returns whether a word such as `1-6` names other symbols than those of the grid.
fn is_other_range(word: &str, grid: &Grid) -> bool {
    word.strip_prefix("1-")
        .and_then(|last| last.parse::<usize>().ok())
        .is_some_and(|last| last > 3 && last != grid.n_symbols())
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

/// Words of a topic. A sentence that has one says more than its rule, unless the row of the rule
/// asks for such a word.
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
