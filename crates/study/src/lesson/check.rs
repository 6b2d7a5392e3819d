//! Compares everything that a lesson claims with the search: addresses, names, answers, numbers.

use super::prose::{StopReader, WORDING};
use super::{Exercise, FactError, Lesson, LessonFacts, LessonStop, LookAt, Phrase, Posed, fact};
use crate::count::thousands;
use crate::predict::{Asks, Pick, Quiz};
use crate::typed::{item_named, option_named};
use quadrille_puzzle::{Encoded, ParseError, encode, error_at};
use quadrille_solve::{Break, Stepper};
use std::collections::BTreeSet;
use std::ops::Range;

/// The most visits of the search for what an exercise asks to be reached.
const MOST: u32 = 20_000_000;

/// The facts that a lesson is compared with, besides the search of its puzzle.
pub struct LessonWorld<'a> {
    /// The key of an action, by the action's name.
    pub key: &'a dyn Fn(&str) -> Option<String>,
    /// The titles of the views that the puzzle has.
    pub views: &'a [&'a str],
    /// The words that the lessons before this one introduce. `None` if all are known.
    pub known: Option<BTreeSet<String>>,
}

/// Returns all errors of a lesson, in the order of the file: what is not so, and faults of the
/// wording ([`WORDING`]).
pub fn check(lesson: &Lesson, world: &LessonWorld) -> Vec<ParseError> {
    let names = encode(&lesson.puzzle.shape);
    let mut stepper = lesson.stepper(&names);
    let LessonWorld { key, views, known } = world;
    let mut checker = Checker { lesson, names: &names, key, views, errors: Vec::new() };
    let mut known = known.clone();
    for (at, stop) in lesson.stops.iter().enumerate() {
        checker.stop(stop, &mut stepper);
        let reader = StopReader { lesson, at, stepper: &stepper, names: &names, key, known: known.as_ref() };
        for kind in WORDING {
            for (span, message) in (kind.find)(&reader) {
                checker.refuse(span, format!("{}: {message}", kind.id));
            }
        }
        if let Some(known) = &mut known {
            known.extend(stop.terms.iter().map(|phrase| phrase.text.clone()));
        }
    }
    checker.errors.sort_by_key(|error| error.place);
    // A view that is taken over from the stop before repeats its error.
    checker.errors.dedup();
    checker.errors
}

struct Checker<'a> {
    lesson: &'a Lesson,
    names: &'a Encoded,
    key: &'a dyn Fn(&str) -> Option<String>,
    views: &'a [&'a str],
    errors: Vec<ParseError>,
}

impl Checker<'_> {
    fn refuse(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.errors.push(error_at(&self.lesson.text, span, message.into()));
    }

    /// Refuses a part of a text: the placeholder that an error names, if it does.
    fn refuse_words(&mut self, span: Range<usize>, why: &FactError) {
        if let FactError::In { inside, why } = why
            && let Some(from) = self.lesson.text[span.clone()].find(&format!("{{{inside}}}"))
        {
            let from = span.start + from;
            return self.refuse(from..from + inside.len() + 2, why.to_string());
        }
        self.refuse(span, why.to_string());
    }

    fn hold(&mut self, words: &Phrase, stepper: &Stepper) {
        let facts = LessonFacts { stepper, names: self.names, key: self.key };
        if let Err(why) = facts.hold(&words.text) {
            self.refuse_words(words.span.clone(), &why);
        }
    }

    fn stop(&mut self, stop: &LessonStop, stepper: &mut Stepper) {
        let site = &stop.at;
        let fault = match stepper.go_to(site) {
            Ok(()) if stepper.site().links == site.links => None,
            Ok(()) => Some("the next step has fewer links".to_string()),
            Err(astray) => Some(astray.to_string()),
        };
        if let Some(fault) = fault {
            // A stop without an address repeats the error of the one before, which is enough once.
            if let Some(span) = &stop.named {
                self.refuse(span.clone(), format!("{site} leads nowhere: {fault}"));
            }
            return;
        }
        for (look, span) in &stop.look {
            let found = match look {
                LookAt::View(title) if self.views.contains(&title.as_str()) => Ok(()),
                LookAt::View(title) => Err(format!("there is no view `{title}`; known are {}", self.views.join(", "))),
                LookAt::Item(name) => item_named(name, self.names).map(drop).map_err(|why| why.to_string()),
                LookAt::Option(name) => option_named(name, self.names).map(drop).map_err(|why| why.to_string()),
                LookAt::Node(item, option) => {
                    fact::node_of(item, option, stepper, self.names).map(drop).map_err(|why| why.to_string())
                }
            };
            if let Err(why) = found {
                self.refuse(span.clone(), why);
            }
        }
        self.hold(&stop.say, stepper);
        let Some(exercise) = &stop.exercise else { return };
        if let Exercise::Ask { ask, right, wrong, why, hint } = exercise {
            let before = self.errors.len();
            [ask, right, why].into_iter().chain(wrong).chain(hint).for_each(|words| self.hold(words, stepper));
            if self.errors.len() > before {
                return;
            }
        }
        if let Exercise::Tell { tell, model } = exercise {
            [tell, model].into_iter().for_each(|words| self.hold(words, stepper));
        }
        let posed = exercise.pose(&LessonFacts { stepper, names: self.names, key: self.key });
        match (posed, exercise) {
            (Err((why, span)), _) => self.refuse_words(span, &why),
            (Ok(Posed::Quiz(quiz)), Exercise::Predict { answer, .. }) => self.answers(&quiz, answer, stepper),
            (Ok(Posed::Quiz(quiz)), Exercise::Ask { wrong, right, .. }) => self.sentences(&quiz, right, wrong),
            (Ok(Posed::Until(at)), Exercise::Until(words)) => self.reach(at, words, stepper),
            _ => {}
        }
    }

    /// Compares the answers that the file names with those of the search.
    fn answers(&mut self, quiz: &Quiz, answer: &[Phrase], stepper: &Stepper) {
        let mut picked = BTreeSet::new();
        for words in answer {
            let facts = LessonFacts { stepper, names: self.names, key: self.key };
            let found = match quiz.sort {
                Asks::Item => item_named(&words.text, self.names).map(Pick::Item).map_err(|why| why.to_string()),
                Asks::Option => option_named(&words.text, self.names).map(Pick::Option).map_err(|why| why.to_string()),
                Asks::Node => match words.text.split_once(" in ") {
                    Some((item, option)) => {
                        let node = fact::node_of(item, option, facts.stepper, self.names);
                        node.map(Pick::Node).map_err(|why| why.to_string())
                    }
                    None => item_named(&words.text, self.names)
                        .map(|item| Pick::Node(dancing::NodeId(item.0)))
                        .map_err(|why| why.to_string()),
                },
                Asks::Sentence => {
                    let at = quiz.sentences.iter().position(|sentence| *sentence == words.text);
                    at.map(Pick::Sentence).ok_or(format!("no sentence is `{}`", words.text))
                }
            };
            match found {
                Ok(pick) => _ = picked.insert(pick),
                Err(why) => return self.refuse(words.span.clone(), why),
            }
        }
        if let Some(first) = answer.first() {
            let grade = quiz.grade(&picked, stepper, self.names);
            if !grade.right {
                self.refuse(first.span.clone(), format!("the answer is wrong. {}", grade.text));
            }
        }
    }

    /// The sentences of a question differ.
    fn sentences(&mut self, quiz: &Quiz, right: &Phrase, wrong: &[Phrase]) {
        for (at, sentence) in quiz.sentences.iter().enumerate() {
            if let Some(before) = quiz.sentences[..at].iter().position(|other| other == sentence) {
                // The right sentence was put among the wrong ones.
                let truth =
                    quiz.right.iter().any(|pick| *pick == Pick::Sentence(before) || *pick == Pick::Sentence(at));
                let span = if truth { right.span.clone() } else { wrong[0].span.clone() };
                return self.refuse(span, format!("two sentences are the same: {sentence}"));
            }
        }
    }

    /// The search reaches what the learner is asked to reach.
    fn reach(&mut self, at: Break, words: &Phrase, stepper: &Stepper) {
        let mut walker = stepper.clone();
        let stop = walker.run(None, &[at], true, MOST, true);
        if !matches!(stop, Some(quadrille_solve::Stop::Break(_))) {
            let most = thousands(u128::from(MOST));
            let message = format!("the search does not reach `{}` from here, within {most} visits", words.text);
            self.refuse(words.span.clone(), message);
        }
    }
}
