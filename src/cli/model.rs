//! `lint` and `estimate`: what can be said of a problem before it is searched.

use super::args::{Model, seconds_of};
use super::code;
use super::input::{read, sources};
use crate::app::forecast_words;
use crate::dlx::Policy;
use crate::puzzle::{Encoded, Severity, encode, lint};
use crate::solve::{forecast, pace};
use std::io::Write;
use std::time::Duration;

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Question {
    Lint,
    Estimate,
}

/// How many places of a finding are printed, unless all are wanted.
const SHOWN: usize = 10;

/// Says it of all puzzles; the highest exit code met.
pub fn run(question: Question, words: &Model, out: &mut dyn Write) -> anyhow::Result<u8> {
    let mut highest = code::YES;
    for source in sources(&words.files) {
        let loaded = read(source).and_then(|input| {
            let name = input.name.clone();
            input.puzzles(words.form.as_deref()).map(|loaded| (name, loaded))
        });
        let (name, loaded) = match loaded {
            Ok(found) => found,
            Err(error) => {
                say!("{error}");
                highest = highest.max(code::UNUSABLE);
                continue;
            }
        };
        let several = loaded.puzzles.len() > 1;
        for (at, puzzle) in loaded.puzzles.iter().enumerate() {
            let name = if several { format!("{name} (puzzle {})", at + 1) } else { name.clone() };
            if let Some(unfit) = puzzle.unfit() {
                say!("{name}: {unfit}");
                highest = highest.max(code::UNUSABLE);
                continue;
            }
            let names = encode(&puzzle.shape);
            writeln!(out, "{name}: {}", puzzle.summary())?;
            let code = match question {
                Question::Lint => print_findings(&names, words.all, out)?,
                Question::Estimate => print_estimate(&names, words, out)?,
            };
            highest = highest.max(code);
        }
    }
    Ok(highest)
}

/// A finding that leaves no hope is a no.
fn print_findings(names: &Encoded, all: bool, out: &mut dyn Write) -> anyhow::Result<u8> {
    let findings = lint(names);
    if findings.is_empty() {
        writeln!(out, "  nothing stands out")?;
    }
    for finding in &findings {
        writeln!(out, "  {}: {}", finding.severity.name(), finding.title)?;
        let shown = if all { finding.places.len() } else { SHOWN };
        for place in finding.places.iter().take(shown) {
            writeln!(out, "    {place}")?;
        }
        if finding.places.len() > shown {
            writeln!(out, "    and {} more; --all prints them", finding.places.len() - shown)?;
        }
    }
    let fatal = findings.iter().any(|finding| finding.severity == Severity::Fatal);
    Ok(if fatal { code::NO } else { code::YES })
}

fn print_estimate(names: &Encoded, words: &Model, out: &mut dyn Write) -> anyhow::Result<u8> {
    let time = seconds_of(words.time, 2.0);
    let forecast = match forecast(&names.problem, Policy::default(), words.dives, words.seed, time) {
        Ok(forecast) => forecast,
        Err(why) => {
            say!("{why}");
            return Ok(code::LIMIT);
        }
    };
    let pace = pace(&names.problem, Policy::default(), Duration::from_millis(50));
    for line in forecast_words(&forecast, pace) {
        writeln!(out, "  {line}")?;
    }
    Ok(code::YES)
}
