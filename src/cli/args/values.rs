//! The values of arguments: numbers, sizes and times, and names that help and completions list.

use crate::puzzle::{Alphabet, EXCHANGE, KINDS, TOML};
use crate::solve::Engine;
use crate::witness::JUDGES;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::time::Duration;

/// The reason why a value is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadValue {
    #[error("a number of seconds is expected")]
    Seconds,
    #[error("a time of 0 seconds or more is expected")]
    Time,
    #[error("a number of bytes is expected, such as 500k, 64M or 2G")]
    Bytes,
    #[error("a whole number of at least 1 is expected")]
    WholeFromOne,
    #[error("at most {MOST_THREADS} threads are started")]
    Threads,
    #[error("a range such as 24..30 is expected")]
    Range,
    #[error("expected columns and rows such as 100x30, from {0}x{2} to {1}x{3}")]
    Frame(u16, u16, u16, u16),
    #[error("a rule and how many of it are expected, such as killer or arrow=6; one of {0}")]
    Laid(String),
}

/// Parses one of the names of `all`: a table of the library, which knows nothing of the command
/// line. Help and completions list the names, with the text that `help` gives if it is not empty.
pub fn named<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
    help: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let all: Vec<T> = all.into_iter().collect();
    let value = |&one: &T| match help(one) {
        "" => PossibleValue::new(name(one)),
        text => PossibleValue::new(name(one)).help(text),
    };
    PossibleValuesParser::new(all.iter().map(value))
        .map(move |word| *all.iter().find(|&&one| name(one) == word).expect("the parser lists the same names"))
}

/// Takes any word. Help and completions list the names of `all`, with their texts.
pub fn suggested<T: Copy>(
    all: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
    help: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = String> {
    Suggested(all.into_iter().map(|one| PossibleValue::new(name(one)).help(help(one))).collect())
}

/// A parser of any word, with some words to suggest.
#[derive(Clone)]
struct Suggested(Vec<PossibleValue>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// Parses one of some names.
pub fn names(all: impl IntoIterator<Item = &'static str>) -> PossibleValuesParser {
    PossibleValuesParser::new(all)
}

/// Parses the name of an engine.
pub fn engines() -> impl TypedValueParser<Value = Engine> {
    named(Engine::all(), Engine::name, Engine::help)
}

/// Parses the name of a kind, of a form that is read, or of a judge whose input is read.
pub fn forms() -> FormParser {
    FormParser
}

/// The parser of `--as`: a name, and perhaps the symbols of grids after a colon, as in `rows:0-8`.
/// The names are listed when a form is named.
#[derive(Clone)]
pub(crate) struct FormParser;

impl TypedValueParser for FormParser {
    type Value = String;

    fn parse_ref(&self, cmd: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        let text = value.to_string_lossy();
        let (name, symbols) = text.split_once(':').map_or((&*text, None), |(name, symbols)| (name, Some(symbols)));
        let name = form_names().parse_ref(cmd, arg, OsStr::new(name))?;
        match symbols {
            None => Ok(name),
            Some(symbols) if Alphabet::named(symbols).is_some() => Ok(format!("{name}:{symbols}")),
            Some(symbols) => {
                let message = format!("`{symbols}` are not the symbols of a grid: write 0-8, 1-9A-G or A-P\n");
                Err(clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(cmd))
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let all: Vec<PossibleValue> = form_names().possible_values()?.collect();
        Some(Box::new(all.into_iter()))
    }
}

/// The names of all kinds, forms and judges.
fn form_names() -> PossibleValuesParser {
    let kinds = KINDS.iter().map(|kind| kind.id);
    let forms = KINDS.iter().flat_map(|kind| kind.forms).chain(EXCHANGE).map(|form| form.id);
    let mut all: Vec<&str> = kinds.chain(forms).chain([TOML.id]).collect();
    let judges = JUDGES.iter().map(|judge| judge.name).filter(|name| !all.contains(name)).collect::<Vec<_>>();
    all.extend(judges);
    names(all)
}

/// Parses a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, BadValue> {
    let seconds: f64 = text.parse().map_err(|_| BadValue::Seconds)?;
    Duration::try_from_secs_f64(seconds).map_err(|_| BadValue::Time)
}

/// Parses a number of bytes, with a suffix k, M or G for powers of 1024.
pub fn bytes(text: &str) -> Result<u64, BadValue> {
    let power = match text.chars().last() {
        Some('k' | 'K') => 1,
        Some('M') => 2,
        Some('G') => 3,
        _ => 0,
    };
    let digits = if power == 0 { text } else { &text[..text.len() - 1] };
    let number: Option<u64> = digits.parse().ok();
    number.and_then(|number| number.checked_mul(1024u64.pow(power))).filter(|&bytes| bytes > 0).ok_or(BadValue::Bytes)
}

/// The largest number of threads. More would only wait for each other.
const MOST_THREADS: usize = 1024;

/// Parses a number of threads.
pub fn threads(text: &str) -> Result<usize, BadValue> {
    Some(whole_from_one(text)?).filter(|&number| number <= MOST_THREADS).ok_or(BadValue::Threads)
}

/// Parses a whole number from 1 up.
pub fn whole_from_one(text: &str) -> Result<usize, BadValue> {
    text.parse().ok().filter(|&number| number > 0).ok_or(BadValue::WholeFromOne)
}
