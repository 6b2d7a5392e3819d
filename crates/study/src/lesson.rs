//! Lessons: files with a puzzle and stops on the way of its search, each with sentences, a place to
//! look at, and perhaps an exercise. A teacher writes them without code.
//!
//! A lesson runs in Step, beside the live search. Nothing that it says of the search has to be
//! typed as a number: `{left d}` is computed where it is shown ([`fact`]), and what is typed is
//! compared with the search ([`check`]).

mod check;
mod fact;
mod file;
mod prose;

pub use check::{LessonWorld, check};
pub use fact::{FACTS, FactError, FactRow, LessonFacts};
pub use file::LessonFile;
pub use prose::{WORDING, WordingRow, introduced_terms};

use super::construct::Build;
use super::count::in_words;
use super::predict::{Asks, Pick, Predict, Quiz};
use super::typed::{breakpoint, item_named, option_named};
use dancing::{ItemId, ItemRule, NodeId, OptionId, Policy};
use quadrille_puzzle::{Bundled, Encoded, ParseError, Puzzle, error_at};
use quadrille_solve::{Break, Grain, Site, Stepper};
use std::collections::BTreeSet;
use std::ops::Range;

/// A part of a lesson's text, with its place in the file for errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The text, with its placeholders.
    pub text: String,
    /// The bytes of the file that it was read from.
    span: Range<usize>,
}

/// A lesson, as it was read. What it claims about the search is not checked yet: see [`check`].
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The title in the Library.
    pub title: String,
    /// One or two sentences about the lesson.
    pub about: String,
    /// The minutes that it takes.
    pub minutes: u32,
    /// The puzzle whose search is watched.
    pub puzzle: Puzzle,
    /// The decisions of the search.
    pub policy: Policy,
    /// The lesson that comes before it, whose words are known. `None` if the file names none.
    pub after: Option<Phrase>,
    /// The stops, in order. At least one.
    pub stops: Vec<LessonStop>,
    /// The whole file, for errors.
    text: String,
}

#[derive(Clone, Debug)]
pub struct LessonStop {
    /// The title, for the list of stops. `None` if the file gives none.
    pub title: Option<Phrase>,
    /// The words of the field that are introduced here.
    pub terms: Vec<Phrase>,
    /// The bytes of the stop in the file.
    span: Range<usize>,
    /// The state: that of the stop before, unless the file names another.
    pub at: Site,
    /// The place of the address in the file. `None` if it is that of the stop before.
    named: Option<Range<usize>>,
    /// The size of a step: that of the stop before, unless the file names another. `None` leaves it
    /// as it is.
    pub grain: Option<Grain>,
    /// The places to look at: the view, the item, the option or the node.
    pub look: Vec<(LookAt, Range<usize>)>,
    /// The sentences.
    pub say: Phrase,
    /// The exercise, if there is one.
    pub exercise: Option<Exercise>,
}

/// A place to look at. Names are those of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookAt {
    /// A view of Step, by its title.
    View(String),
    Item(String),
    Option(String),
    /// The node of an option in the list of an item: the item, the option.
    Node(String, String),
}

/// An exercise of a stop.
#[derive(Clone, Debug)]
pub enum Exercise {
    /// A question about the next step, and the answers that the file claims, if any.
    Predict {
        /// The kind of the question.
        kind: Predict,
        /// The names of the right answers; empty if the file claims none.
        answer: Vec<Phrase>,
        /// The place of the exercise in the file.
        span: Range<usize>,
    },
    /// A question with four sentences.
    Ask {
        /// The question.
        ask: Phrase,
        /// The right sentence.
        right: Phrase,
        /// The three wrong sentences.
        wrong: Vec<Phrase>,
        /// The reason, which is shown after the answer.
        why: Phrase,
        /// The hint after a first wrong answer, if the file has one.
        hint: Option<Phrase>,
    },
    /// The learner moves the search until this happens, in the form of a breakpoint.
    Until(Phrase),
    /// The learner constructs: the task, and its place in the file.
    Build(Build, Range<usize>),
    /// The learner says something in words, and compares it with a model answer.
    Tell {
        /// The task.
        tell: Phrase,
        /// The model answer.
        model: Phrase,
    },
}

/// The resolved place to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Gaze {
    pub item: Option<ItemId>,
    pub option: Option<OptionId>,
    pub node: Option<NodeId>,
}

/// The exercise of a stop with the answers that the kernel knows.
#[derive(Clone, Debug, PartialEq)]
pub enum Posed {
    /// A question.
    Quiz(Quiz),
    /// Something to be reached: the breakpoint.
    Until(Break),
    /// Something to be constructed.
    Build(Build),
    /// Something to be said: the task and the model answer.
    Tell { task: String, model: String },
}

/// Returns true if a text is a lesson: its first key is `lesson`.
pub fn is_lesson(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.split_once('=').is_some_and(|(key, _)| key.trim() == "lesson"))
}

impl Lesson {
    /// Reads a lesson, which may name one of the bundled puzzles.
    ///
    /// # Errors
    ///
    /// The first error of the file, with its place.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_puzzle::Bundled;
    /// use quadrille_study::Lesson;
    ///
    /// let text = r#"
    /// lesson = 1
    /// title = "One item"
    /// minutes = 1
    /// puzzle = "cover-knuth"
    /// [[stop]]
    /// at = "root"
    /// say = "Item d is in {left d} options."
    /// "#;
    /// let knuth = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    /// let known = [Bundled { name: "cover-knuth.toml", text: knuth }];
    /// let lesson = Lesson::read(text, &known).unwrap();
    /// assert_eq!((lesson.stops.len(), lesson.puzzle.kind.id), (1, "cover"));
    /// ```
    pub fn read(text: &str, bundled: &[Bundled]) -> Result<Lesson, ParseError> {
        file::read(text, bundled, None)
    }

    /// As [`Lesson::read`], with the text of the puzzle's file that [`Lesson::puzzle_file`] names.
    ///
    /// # Errors
    ///
    /// As for [`Lesson::read`].
    pub fn read_with(text: &str, bundled: &[Bundled], puzzle: Option<&str>) -> Result<Lesson, ParseError> {
        file::read(text, bundled, puzzle)
    }

    /// The name of the puzzle's file, which is beside that of the lesson. `None` if the puzzle is a
    /// bundled one or is written in the lesson itself.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_study::Lesson;
    ///
    /// let text = "lesson = 1\ntitle = \"Mine\"\nminutes = 1\npuzzle = \"mine.txt\"\n";
    /// assert_eq!(Lesson::puzzle_file(text, &[]).as_deref(), Some("mine.txt"));
    /// ```
    pub fn puzzle_file(text: &str, bundled: &[Bundled]) -> Option<String> {
        file::puzzle_file(text, bundled)
    }

    /// The error about the lesson that comes before, if there is none of that name.
    pub fn unknown_before(&self) -> ParseError {
        let (name, span) = self.after.as_ref().map_or(("", 0..0), |after| (after.text.as_str(), after.span.clone()));
        error_at(&self.text, span, format!("there is no bundled lesson `{name}`")).help("`quadrille lesson` lists them")
    }

    /// The error about a stop, by index, whose view is not seen beside its text.
    pub fn unseen(&self, stop: usize) -> ParseError {
        let stop = &self.stops[stop];
        let look = stop.look.iter().find(|(look, _)| matches!(look, LookAt::View(_)));
        let (name, span) = match look {
            Some((LookAt::View(name), span)) => (name.as_str(), span.clone()),
            _ => ("", stop.span.clone()),
        };
        let message = format!("room: the view `{name}` has no room beside this text at 80x24: say less");
        error_at(&self.text, span, message)
    }

    /// A search of the puzzle, at its root.
    pub fn stepper(&self, names: &Encoded) -> Stepper {
        Stepper::new(&names.problem, self.policy)
    }
}

impl LessonStop {
    /// The places to look at, as ids. Unknown names are left out: [`check`] reports them.
    pub fn gaze(&self, stepper: &Stepper, names: &Encoded) -> Gaze {
        let mut gaze = Gaze::default();
        for (look, _) in &self.look {
            match look {
                LookAt::View(_) => {}
                LookAt::Item(name) => gaze.item = item_named(name, names).ok(),
                LookAt::Option(name) => gaze.option = option_named(name, names).ok(),
                LookAt::Node(item, option) => {
                    gaze.node = fact::node_of(item, option, stepper, names).ok();
                }
            }
        }
        gaze
    }

    /// Returns true if an item, an option or a node is to be looked at.
    fn looks(&self) -> bool {
        self.look.iter().any(|(look, _)| !matches!(look, LookAt::View(_)))
    }

    /// The title of the view to look at.
    pub fn view(&self) -> Option<&str> {
        self.look.iter().find_map(|(look, _)| if let LookAt::View(title) = look { Some(title.as_str()) } else { None })
    }
}

impl Exercise {
    /// The kind of the question about the next step. `None` for other exercises.
    pub fn kind(&self) -> Option<Predict> {
        match self {
            Exercise::Predict { kind, .. } => Some(*kind),
            Exercise::Ask { .. } | Exercise::Until(_) | Exercise::Build(..) | Exercise::Tell { .. } => None,
        }
    }

    /// The exercise at a state, with the right answers.
    ///
    /// # Errors
    ///
    /// The reason why there is none, and the place in the file.
    pub fn pose(&self, facts: &LessonFacts) -> Result<Posed, (FactError, Range<usize>)> {
        match self {
            Exercise::Predict { kind, span, .. } => {
                let quiz = Quiz::about(*kind, facts.stepper, facts.names);
                quiz.map(Posed::Quiz).ok_or_else(|| {
                    let known = Quiz::kinds_at(facts.stepper, facts.names);
                    let known: Vec<&str> = known.into_iter().map(Predict::id).collect();
                    (FactError::NoQuestion { kind: kind.id(), known: known.join(", ") }, span.clone())
                })
            }
            Exercise::Ask { ask, right, wrong, why, hint } => {
                let expand = |words: &Phrase| facts.expand(&words.text).map_err(|error| (error, words.span.clone()));
                // A digit is the key of a sentence, so sentences begin with words.
                let answer = |words: &Phrase| expand(words).map(|text| in_words(&text));
                let mut sentences: Vec<String> = wrong.iter().map(answer).collect::<Result<_, _>>()?;
                // The place of the right sentence follows from the question.
                let at = ask.text.bytes().map(usize::from).sum::<usize>() % (sentences.len() + 1);
                sentences.insert(at, answer(right)?);
                let right = BTreeSet::from([Pick::Sentence(at)]);
                let (text, why) = (expand(ask)?, vec![expand(why)?]);
                let hint = hint.as_ref().map(expand).transpose()?;
                Ok(Posed::Quiz(Quiz { text, sort: Asks::Sentence, sentences, wanted: 1, right, why, hint }))
            }
            Exercise::Until(words) => {
                let at = breakpoint(&words.text, facts.names).map_err(|why| (why.into(), words.span.clone()))?;
                Ok(Posed::Until(at))
            }
            Exercise::Build(build, span) => match build.fits(facts.stepper, facts.names) {
                true => Ok(Posed::Build(*build)),
                false => Err((FactError::NoTask(build.words()), span.clone())),
            },
            Exercise::Tell { tell, model } => {
                let expand = |words: &Phrase| facts.expand(&words.text).map_err(|error| (error, words.span.clone()));
                Ok(Posed::Tell { task: expand(tell)?, model: expand(model)? })
            }
        }
    }
}

/// The item rules by their names.
pub(super) fn rule_named(name: &str) -> Option<ItemRule> {
    ItemRule::ALL.iter().copied().find(|rule| rule.name() == name)
}
