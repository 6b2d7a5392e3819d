//! `lesson`: checks lesson files, prints their answers, and lists the progress of a learner.

use super::{Example, Run};
use crate::bundled::{BUNDLED, BUNDLED_LESSONS};
use crate::cli::args::{JSON, Json};
use crate::cli::code;
use crate::cli::input::{Input, read};
use crate::cli::interrupt::bounds;
use crate::cli::printout::Printout;
use crate::lessons::{self, default_key};
use crate::puzzle::{draw, encode};
use crate::study::{FACTS, Lesson, LessonFacts, Posed, TERMS, WORDING, capital, plural};
use clap::{Subcommand, ValueHint};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// List lessons, check them, and print their answers
///
/// A lesson is a TOML file with a puzzle and stops on the way of its search. `quadrille FILE`
/// begins it; docs/book/src/lessons.md says how to write one.
#[derive(clap::Args, Debug)]
#[command(disable_help_subcommand = true)]
pub struct Args {
    #[command(subcommand)]
    request: Option<Request>,
    #[command(flatten)]
    json: Json,
}

/// A command about lessons.
#[derive(Subcommand, Debug)]
enum Request {
    /// Compare lessons with the search: addresses, names, answers, numbers
    Check {
        /// Lesson files, or names of bundled lessons
        #[arg(required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
    },
    /// Print the questions of a lesson with their right answers
    Answers {
        /// A lesson file, or the name of a bundled lesson
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        #[arg(long = "json", help = JSON)]
        on: bool,
    },
    /// Print the answers that were given in all lessons
    Results {
        #[arg(long = "json", help = JSON)]
        on: bool,
    },
    /// List the facts that sentences of lessons can name in braces
    Facts,
    /// List the faults of wording that `lesson check` finds
    Kinds,
    /// List the words of the field, in the order in which the lessons introduce them
    Terms,
}

/// The object that `lesson --json` prints for a bundled lesson.
#[derive(Debug, Serialize, JsonSchema)]
struct Listed {
    name: String,
    title: String,
    minutes: u32,
    stops: usize,
    /// The stop at which the learner is, counted from 1; null if the lesson was not begun.
    stop: Option<usize>,
    done: bool,
    /// The number of right first answers.
    right: usize,
    /// The number of first answers.
    answers: usize,
}

impl Printout for Listed {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let Listed { name, title, minutes, stops, stop, done, right, answers } = self;
        let state = match stop {
            None => String::new(),
            Some(_) if *done => format!(", done, {right} of {answers} right at once"),
            Some(stop) => format!(", at stop {stop}"),
        };
        let (minutes, stops) = (plural(*minutes as usize, "minute"), plural(*stops, "stop"));
        writeln!(out, "{name:<18} {title}: {minutes}, {stops}{state}")
    }
}

/// The object that `lesson answers --json` prints for a question.
#[derive(Debug, Serialize, JsonSchema)]
struct AnswerRow {
    file: String,
    /// The number of the stop, counted from 1.
    stop: usize,
    /// The address of the state.
    address: String,
    question: String,
    answer: String,
    why: Vec<String>,
}

impl Printout for AnswerRow {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{:>3}  {}\n     {}", self.stop, self.question, self.answer)?;
        self.why.iter().try_for_each(|why| writeln!(out, "     ({why})"))
    }
}

/// The object that `lesson results --json` prints for the first answer to a question.
#[derive(Debug, Serialize, JsonSchema)]
struct Given<'a> {
    lesson: &'a str,
    /// The number of the stop, counted from 1.
    stop: usize,
    question: &'a str,
    answer: &'a str,
    right: bool,
}

impl Printout for Given<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let Given { stop, question, answer, right, .. } = self;
        writeln!(out, "{stop:>3}  {}  {question}  {answer}", if *right { "right" } else { "wrong" })
    }
}

/// An object that `lesson` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "the schema describes each")]
pub(crate) enum Printed<'a> {
    #[allow(private_interfaces, missing_docs, reason = "the schema shows the objects")]
    Listed(Listed),
    #[allow(private_interfaces, missing_docs, reason = "the schema shows the objects")]
    Answer(AnswerRow),
    #[allow(private_interfaces, missing_docs, reason = "the schema shows the objects")]
    Given(Given<'a>),
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[
        ("quadrille lesson", "List the lessons, and how far you are."),
        ("quadrille lesson check puzzles/lessons/*.toml", "Compare lessons with the search."),
        ("quadrille lesson answers 01-by-hand", "Print the right answers."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        match self.request {
            None => list(self.json.on, out),
            Some(Request::Check { files }) => check(&files, out),
            Some(Request::Answers { file, on }) => answers(file, on || self.json.on, out),
            Some(Request::Results { on }) => results(on || self.json.on, out),
            Some(Request::Kinds) => {
                for kind in WORDING {
                    writeln!(out, "{:<14} {}", kind.id, kind.help)?;
                }
                Ok(code::YES)
            }
            Some(Request::Terms) => {
                for (term, meaning) in TERMS {
                    writeln!(out, "{term:<20} {meaning}")?;
                }
                Ok(code::YES)
            }
            Some(Request::Facts) => {
                for fact in FACTS {
                    let typed = if fact.deep { " (typed, and compared: {N = ...})" } else { "" };
                    writeln!(out, "{:<20} {}{typed}", fact.form, fact.help)?;
                }
                Ok(code::YES)
            }
        }
    }
}

fn list(json: bool, out: &mut dyn Write) -> anyhow::Result<u8> {
    let (records, _) = lessons::kept()?;
    for bundled in BUNDLED_LESSONS {
        let name = bundled.stem();
        let lesson = Lesson::read(bundled.text, BUNDLED)?;
        let record = records.get(name);
        let (right, all) = record.map_or((0, 0), |record| record.score());
        let row = Listed {
            name: name.to_string(),
            title: lesson.title,
            minutes: lesson.minutes,
            stops: lesson.stops.len(),
            stop: record.map(|record| record.stop.saturating_add(1)),
            done: record.is_some_and(|record| record.is_done()),
            right,
            answers: all,
        };
        row.print(json, out)?;
    }
    Ok(code::YES)
}

/// Reads a lesson. On `Err`, which is the exit code, the error has been printed.
fn open(file: &std::path::Path) -> Result<(Input, Lesson), u8> {
    let read = read(Some(file), bounds()).and_then(|input| Ok((input.clone(), input.lesson()?)));
    read.map_err(|error| {
        say!("{error}");
        code::UNUSABLE
    })
}

fn check(files: &[PathBuf], out: &mut dyn Write) -> anyhow::Result<u8> {
    let mut highest = code::YES;
    for file in files {
        let (input, lesson) = match open(file) {
            Ok(found) => found,
            Err(code) => {
                highest = highest.max(code);
                continue;
            }
        };
        let errors = lessons::check(&lesson);
        for error in &errors {
            say!("{}", draw(&input.name, &input.text, error));
        }
        if errors.is_empty() {
            let exercises = lesson.stops.iter().filter(|stop| stop.exercise.is_some()).count();
            let (stops, exercises) = (plural(lesson.stops.len(), "stop"), plural(exercises, "exercise"));
            writeln!(out, "{}: agrees with the search, {stops}, {exercises}", input.name)?;
        } else {
            writeln!(out, "{}: {}", input.name, plural(errors.len(), "error"))?;
            highest = highest.max(code::NO);
        }
    }
    Ok(highest)
}

fn answers(file: PathBuf, json: bool, out: &mut dyn Write) -> anyhow::Result<u8> {
    let (input, lesson) = match open(&file) {
        Ok(found) => found,
        Err(code) => return Ok(code),
    };
    let names = encode(&lesson.puzzle.shape);
    let mut stepper = lesson.stepper(&names);
    for (at, stop) in lesson.stops.iter().enumerate() {
        if stepper.go_to(&stop.at).is_err() {
            say!("error: {}: stop {} leads nowhere; `quadrille lesson check` says why", input.name, at + 1);
            return Ok(code::UNUSABLE);
        }
        let facts = LessonFacts { stepper: &stepper, names: &names, key: &default_key };
        let posed = stop.exercise.as_ref().map(|exercise| exercise.pose(&facts));
        let (question, answer, why) = match posed {
            None => continue,
            Some(Err((why, _))) => {
                say!("error: {}: stop {}: {why}", input.name, at + 1);
                return Ok(code::UNUSABLE);
            }
            Some(Ok(Posed::Until(goal))) => {
                let goal = crate::study::breakpoint_words(goal, &names);
                ("Move the search until this happens.".to_string(), goal, Vec::new())
            }
            Some(Ok(Posed::Build(build))) => {
                let lines = build.solution(&stepper, &names);
                (format!("{}.", capital(&build.words())), lines.join("; "), Vec::new())
            }
            Some(Ok(Posed::Tell { task, model })) => (task, model, Vec::new()),
            Some(Ok(Posed::Quiz(quiz))) => {
                let right = quiz.list(&quiz.right, &stepper, &names);
                (quiz.text, right, quiz.why)
            }
        };
        let address = stepper.site().to_string();
        AnswerRow { file: input.name.clone(), stop: at + 1, address, question, answer, why }.print(json, out)?;
    }
    Ok(code::YES)
}

fn results(json: bool, out: &mut dyn Write) -> anyhow::Result<u8> {
    for (lesson, record) in &lessons::kept()?.0 {
        if !json && !record.answers.is_empty() {
            let (right, all) = record.score();
            writeln!(out, "{lesson}: {right} of {all} right")?;
        }
        for (&at, answered) in &record.answers {
            let (question, answer, right) = (&*answered.question, &*answered.answer, answered.right);
            Given { lesson, stop: at + 1, question, answer, right }.print(json, out)?;
        }
    }
    Ok(code::YES)
}
