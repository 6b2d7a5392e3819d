//! The faults of a lesson's wording: what a learner stumbles over although every number is right.
//! Each kind is a row, and is found in any lesson.

use super::{Exercise, Lesson, LessonFacts, LessonStop, Phrase, Posed};
use crate::broken::Mistake;
use crate::glossary::TERMS;
use crate::narrate::narrate;
use dancing::ItemId;
use quadrille_puzzle::Encoded;
use quadrille_solve::Stepper;
use std::collections::BTreeSet;
use std::ops::Range;

/// A stop of a lesson at its state, as the kinds look at it.
pub(super) struct StopReader<'a> {
    pub(super) lesson: &'a Lesson,
    /// The index of the stop.
    pub(super) at: usize,
    pub(super) stepper: &'a Stepper,
    pub(super) names: &'a Encoded,
    pub(super) key: &'a dyn Fn(&str) -> Option<String>,
    /// The words that were introduced before this stop. `None` if all are known.
    pub(super) known: Option<&'a BTreeSet<String>>,
}

/// A row of [`WORDING`].
pub struct WordingRow {
    /// The name in messages.
    pub id: &'static str,
    /// The rule, as a sentence.
    pub help: &'static str,
    pub(super) find: fn(&StopReader) -> Vec<Fault>,
}

/// The bytes of a fault, and the sentence about it.
type Fault = (Range<usize>, String);

/// The kinds of faults, a row each.
pub static WORDING: &[WordingRow] = &[
    WordingRow { id: "title", help: "a stop has a title of up to five words, without facts", find: title },
    WordingRow { id: "direction", help: "`above` and `below` depend on the size of the screen", find: direction },
    WordingRow { id: "new-word", help: "a word of the field is introduced before it is used", find: new_word },
    WordingRow { id: "key-word", help: "the name of a key is not used for anything else", find: key_word },
    WordingRow { id: "questions", help: "a stop asks one question, in its exercise", find: questions },
    WordingRow { id: "digit", help: "an answer does not begin with a digit, which is a key", find: digit },
    WordingRow { id: "of-the-state", help: "a question is about the state on the screen", find: of_the_state },
    WordingRow { id: "number", help: "a number comes from the search, as a fact", find: number },
    WordingRow { id: "given-away", help: "the screen does not say the answer already", find: given_away },
    WordingRow { id: "still", help: "the picture moves at least every fifth stop", find: still },
];

/// The most words of a title, and the fewest of a sentence that leads to a question.
const TITLE: usize = 5;
const LEAD: usize = 5;

/// The most stops in a row at one state.
const STILL: usize = 4;

/// Words that are terms, and plain words too.
const PLAIN: [&str; 13] = [
    "cover", "cut", "level", "score", "cost", "root", "link", "branch", "colour", "update", "address", "bound",
    "commit",
];

impl StopReader<'_> {
    fn stop(&self) -> &LessonStop {
        &self.lesson.stops[self.at]
    }

    /// The place of a part of a phrase: of the whole phrase, if its text is written differently in
    /// the file.
    fn place(&self, phrase: &Phrase, part: &str) -> Range<usize> {
        match self.lesson.text[phrase.span.clone()].find(part) {
            Some(from) => phrase.span.start + from..phrase.span.start + from + part.len(),
            None => phrase.span.clone(),
        }
    }

    /// The sentences of the question, if there is one: the question, the right one, the wrong ones.
    fn asked(&self) -> Vec<&Phrase> {
        match &self.stop().exercise {
            Some(Exercise::Ask { ask, right, wrong, .. }) => [ask, right].into_iter().chain(wrong).collect(),
            _ => Vec::new(),
        }
    }
}

/// A text without what is in braces.
fn bare(text: &str) -> String {
    let mut depth = 0;
    let keep = |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 && c != '}' { c } else { '\u{1}' }
    };
    text.chars().map(keep).filter(|&c| c != '\u{1}').collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty())
}

/// Returns true if a text has these words, one after the other, as they are or with an `s`.
fn has_words(text: &str, term: &str) -> bool {
    let all: Vec<String> = words(text).map(str::to_lowercase).collect();
    let term: Vec<String> = words(term).map(str::to_lowercase).collect();
    let is_last = |word: &String, wanted: &String| word == wanted || word.strip_suffix('s') == Some(wanted);
    let is_here = |found: &[String]| {
        found.iter().zip(&term).enumerate().all(|(at, (word, wanted))| match at + 1 == term.len() {
            true => is_last(word, wanted),
            false => word == wanted,
        })
    };
    !term.is_empty() && all.windows(term.len()).any(is_here)
}

fn title(reader: &StopReader) -> Vec<Fault> {
    let stop = reader.stop();
    let Some(title) = &stop.title else {
        return vec![(stop.span.clone(), "this stop has no title; add title = \"...\"".to_string())];
    };
    let count = title.text.split_whitespace().count();
    match () {
        () if count == 0 || count > TITLE => {
            vec![(title.span.clone(), format!("a title has one to {TITLE} words, and this has {count}"))]
        }
        () if title.text.contains(['{', '}']) => {
            vec![(title.span.clone(), "a title has no facts: it is listed at other states too".to_string())]
        }
        () => Vec::new(),
    }
}

fn direction(reader: &StopReader) -> Vec<Fault> {
    let say = &reader.stop().say;
    let is_one = |word: &&str| matches!(word.to_lowercase().as_str(), "above" | "below");
    let found = words(&say.text).find(is_one);
    let tell = |word: &str| format!("`{word}` is another place on another screen: name what is meant");
    found.map(|word| (reader.place(say, word), tell(word))).into_iter().collect()
}

fn new_word(reader: &StopReader) -> Vec<Fault> {
    let stop = reader.stop();
    let is_here = |term: &str| stop.terms.iter().any(|phrase| phrase.text == term);
    let phrases: Vec<&Phrase> = [&stop.say].into_iter().chain(reader.asked()).collect();
    let first_use = |term: &str| phrases.iter().find(|phrase| has_words(&bare(&phrase.text), term)).copied();
    let mut faults: Vec<Fault> = Vec::new();
    for phrase in &stop.terms {
        if terms().all(|term| term != phrase.text) {
            let text = format!("`{}` is not a word of the field; `quadrille lesson terms` lists them", phrase.text);
            faults.push((phrase.span.clone(), text));
        }
    }
    let is_plain = |term: &str| PLAIN.contains(&term);
    for term in terms().filter(|term| !is_plain(term) && !is_here(term)) {
        // A word of this program alone has to be introduced by the lesson that uses it.
        let is_known = match reader.known {
            Some(known) => known.contains(term),
            None => !is_own(term) || reader.lesson.stops[..reader.at].iter().any(|stop| stop.introduces(term)),
        };
        if let Some(phrase) = first_use(term).filter(|_| !is_known) {
            let text = format!("`{term}` is used before it is introduced; name it under `terms` where it is explained");
            faults.push((reader.place(phrase, term), text));
        }
    }
    faults
}

impl LessonStop {
    /// Returns true if the stop introduces a term.
    pub(super) fn introduces(&self, term: &str) -> bool {
        self.terms.iter().any(|phrase| phrase.text == term)
    }
}

/// The terms of the field, each by itself, and the names that only this program uses.
pub(super) fn terms() -> impl Iterator<Item = &'static str> {
    let field = TERMS.iter().flat_map(|(names, _)| names.split(", "));
    field.filter(|term| term.len() > 1).chain(Mistake::ALL.iter().map(|mistake| mistake.id()))
}

fn is_own(term: &str) -> bool {
    Mistake::ALL.iter().any(|mistake| mistake.id() == term)
}

fn key_word(reader: &StopReader) -> Vec<Fault> {
    const NAME: &str = "go on";
    let say = &reader.stop().say;
    let sentences = say.text.split_inclusive(['.', ';', ':', ',', '\n']);
    let found = sentences.into_iter().find(|part| has_words(&bare(part), NAME) && !part.contains("{key go-on}"));
    let text = format!("`{NAME}` is the name of a key here: say `move`, `continue` or what is done");
    found.map(|_| (reader.place(say, NAME), text)).into_iter().collect()
}

fn questions(reader: &StopReader) -> Vec<Fault> {
    let stop = reader.stop();
    let is_asked = stop.exercise.is_some() && stop.say.text.contains('?');
    let text = "the exercise of this stop asks already: leave its question mark the only one".to_string();
    is_asked.then(|| (reader.place(&stop.say, "?"), text)).into_iter().collect()
}

fn digit(reader: &StopReader) -> Vec<Fault> {
    let Some(exercise @ Exercise::Ask { right, wrong, .. }) = &reader.stop().exercise else { return Vec::new() };
    let facts = LessonFacts { stepper: reader.stepper, names: reader.names, key: reader.key };
    let Ok(Posed::Quiz(quiz)) = exercise.pose(&facts) else { return Vec::new() };
    let starts = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let Some(shown) = quiz.sentences.iter().find(|sentence| starts(sentence)) else { return Vec::new() };
    let phrases = [right].into_iter().chain(wrong);
    let guilty = phrases.into_iter().find(|phrase| starts(phrase.text.trim_start_matches('{'))).unwrap_or(right);
    let text = format!("the answer `{shown}` begins with a digit, and digits are the keys: begin with a word");
    vec![(guilty.span.clone(), text)]
}

fn of_the_state(reader: &StopReader) -> Vec<Fault> {
    let stop = reader.stop();
    let Some(exercise) = &stop.exercise else { return Vec::new() };
    let count = words(&stop.say.text).count();
    if count < LEAD {
        let text = format!("{count} words lead to the question: say what is on the screen");
        return vec![(stop.say.span.clone(), text)];
    }
    let Exercise::Ask { ask, why, .. } = exercise else { return Vec::new() };
    let texts: Vec<&Phrase> = [&stop.say, why].into_iter().chain(reader.asked()).collect();
    let names_state = texts.iter().any(|phrase| phrase.text.contains('{')) || stop.looks();
    let text = "the question says nothing of the state: use a fact, or let `look` name an item or option".to_string();
    if names_state { Vec::new() } else { vec![(ask.span.clone(), text)] }
}

fn number(reader: &StopReader) -> Vec<Fault> {
    let say = &reader.stop().say;
    let text = bare(&say.text);
    let names: BTreeSet<String> = (0..reader.names.problem.n_items() as u32)
        .flat_map(|item| {
            let name = reader.names.item_short(ItemId(item));
            words(&name).map(str::to_string).collect::<Vec<_>>()
        })
        .collect();
    // The name of an option may have the numbers of its items.
    let is_name = |word: &str| names.contains(word) || word.split('-').all(|part| names.contains(part));
    let is_symbol = |word: &str| word.len() == 1 && text.contains(&format!("={word}"));
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let found = words(&text).find(|word| is_number(word) && !is_name(word) && !is_symbol(word));
    let tell = |word: &str| format!("`{word}` is not held by the search: write {{{word} = FACT}} or a fact");
    found.map(|word| (reader.place(say, word), tell(word))).into_iter().collect()
}

/// The fewest words of an answer that is looked for in the narration.
const GIVEN: usize = 3;

fn given_away(reader: &StopReader) -> Vec<Fault> {
    let Some(exercise @ Exercise::Ask { right, .. }) = &reader.stop().exercise else { return Vec::new() };
    let facts = LessonFacts { stepper: reader.stepper, names: reader.names, key: reader.key };
    let Ok(Posed::Quiz(quiz)) = exercise.pose(&facts) else { return Vec::new() };
    let answer = quiz.list(&quiz.right, reader.stepper, reader.names);
    let answer = answer.trim_end_matches('.');
    if words(answer).count() < GIVEN {
        return Vec::new();
    }
    let said = narrate(reader.stepper, reader.names);
    let found = said.iter().find(|sentence| !sentence.ahead && sentence.text.contains(answer));
    let tell = |text: &str| format!("the narration beside it says so already: {text}");
    found.map(|sentence| (right.span.clone(), tell(&sentence.text))).into_iter().collect()
}

fn still(reader: &StopReader) -> Vec<Fault> {
    let stops = &reader.lesson.stops[..=reader.at];
    let here = &reader.stop().at;
    let run = stops.iter().rev().take_while(|stop| stop.at == *here).count();
    let text = format!("{run} stops in a row are at one state: let the picture move");
    if run == STILL + 1 { vec![(reader.stop().span.clone(), text)] } else { Vec::new() }
}

/// The words that a lesson introduces.
pub fn introduced_terms(lesson: &Lesson) -> impl Iterator<Item = &str> {
    lesson.stops.iter().flat_map(|stop| stop.terms.iter().map(|phrase| phrase.text.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_found_as_words() {
        assert!(has_words("Two dead ends are here.", "dead end"));
        assert!(!has_words("It is dead. End.", "search tree"));
        assert!(!has_words("an exactly covered item", "exact cover"));
        assert_eq!(bare("a {left d | option} b"), "a  b");
    }
}
