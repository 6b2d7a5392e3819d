//! The values of arguments: numbers, sizes and times, and names that help and completions list.

use crate::puzzle::{EXCHANGE, KINDS, TOML};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The solutions that `solve` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveGoal {
    /// The first solution that is found
    First,
    /// A solution with the best score, or with the fewest options
    Best,
    /// Every solution, as it is found
    All,
}

/// The claim that `prove` proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProveGoal {
    /// There is a solution, or there is none
    First,
    /// There is exactly one solution
    Unique,
    /// There are exactly the solutions that are listed
    Count,
    /// No solution has a better score, cost or number of options
    Best,
}

/// A shell for which completions are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    Bash,
    Elvish,
    Fish,
    Nushell,
    #[value(name = "powershell")]
    Pwsh,
    Zsh,
}

/// An output, or a file, that has a JSON schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Schema {
    /// solve, count and check
    Answers,
    /// lint
    Lint,
    /// estimate
    Estimate,
    /// explain
    Explain,
    /// generate
    Generate,
    /// hint
    Hint,
    /// prove
    Prove,
    /// split; `work` reads it
    Split,
    /// work; `merge` reads it
    Work,
    /// merge
    Merge,
    /// kept
    Kept,
    /// trace
    Trace,
    /// kinds
    Kinds,
    /// judge --list
    Judges,
    /// bench
    Bench,
    /// config.toml, for editors
    Config,
    /// puzzle files in TOML, for editors
    Puzzle,
}

/// Parses one of the names of `all`. Help and completions list the names, with the text that `help`
/// gives if it is not empty.
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

/// Parses one of some names.
pub fn names(all: impl IntoIterator<Item = &'static str>) -> PossibleValuesParser {
    PossibleValuesParser::new(all)
}

/// Parses the name of a kind or of a form that is read.
pub fn forms() -> PossibleValuesParser {
    let kinds = KINDS.iter().map(|kind| kind.id);
    let forms = KINDS.iter().flat_map(|kind| kind.forms).chain(EXCHANGE).map(|form| form.id);
    names(kinds.chain(forms).chain([TOML.id]))
}

/// Parses a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is expected".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "a time of 0 seconds or more is expected".to_string())
}

/// Parses a number of bytes, with a suffix k, M or G for powers of 1024.
pub fn bytes(text: &str) -> Result<u64, String> {
    let power = match text.chars().last() {
        Some('k' | 'K') => 1,
        Some('M') => 2,
        Some('G') => 3,
        _ => 0,
    };
    let digits = if power == 0 { text } else { &text[..text.len() - 1] };
    let number: Option<u64> = digits.parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(1024u64.pow(power))).filter(|&bytes| bytes > 0);
    bytes.ok_or_else(|| "a number of bytes is expected, such as 500k, 64M or 2G".to_string())
}

/// The largest number of threads. More would only wait for each other.
const MOST_THREADS: usize = 1024;

/// Parses a number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    let number = whole_from_one(text)?;
    if number > MOST_THREADS {
        return Err(format!("at most {MOST_THREADS} threads are started"));
    }
    Ok(number)
}

/// Parses a range of numbers: `24..30`, `24-30` or `26`.
pub fn givens(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number =
        |text: &str| text.trim().parse::<usize>().map_err(|_| "a range such as 24..30 is expected".to_string());
    match text.split_once("..").or_else(|| text.split_once('-')) {
        Some((from, to)) => Ok(number(from)?..=number(to.trim_start_matches('='))?),
        None => number(text).map(|number| number..=number),
    }
}

/// Parses a whole number from 1 up.
pub fn whole_from_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "a whole number of at least 1 is expected".to_string())
}
