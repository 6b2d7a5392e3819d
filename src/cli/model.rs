//! `lint` and `estimate`: findings about a problem, and the expected size of its search, before it
//! is searched.

use super::args::{Estimating, Inputs, Lint};
use super::code;
use super::input::encoded;
use super::interrupt::is_interrupted;
use super::row::{Refused, write_json};
use crate::dlx::Policy;
use crate::puzzle::{Encoded, Puzzle, Severity, lint, printable};
use crate::solve::{Spread, forecast, pace};
use crate::study::forecast_words;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// The number of places of a finding that are printed unless `--all` is given.
const SHOWN: usize = 10;

/// The object that `lint --json` prints for a puzzle.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Findings<'a> {
    file: &'a str,
    /// The number of the puzzle in the input, counted from 1.
    case: usize,
    kind: &'a str,
    findings: Vec<Finding<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Finding<'a> {
    /// `fatal`: there is no solution. `odd`: probably a mistake. `fact`: a fact that may help.
    severity: &'a str,
    title: &'a str,
    /// Each place where it applies.
    places: &'a [String],
}

/// The object that `estimate --json` prints for a puzzle.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Estimate<'a> {
    file: &'a str,
    /// The number of the puzzle in the input, counted from 1.
    case: usize,
    kind: &'a str,
    /// The number of random dives.
    dives: u32,
    /// The number of dives that ended at a solution.
    met: u32,
    nodes: Figure,
    updates: Figure,
    solutions: Figure,
    /// Updates per second of the search by links, measured at the time of the command.
    pace: f64,
    /// Seconds that the search by links is estimated to take.
    seconds: Option<f64>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Figure {
    mean: f64,
    /// The standard error of the mean; null for a single dive.
    error: Option<f64>,
    /// A tenth of the dives lie below this value.
    low: f64,
    /// A tenth of the dives lie above this value.
    high: f64,
}

impl From<Spread> for Figure {
    fn from(Spread { mean, error, low, high }: Spread) -> Figure {
        Figure { mean, error: Some(error).filter(|error| error.is_finite()), low, high }
    }
}

/// A puzzle of an input and its place in it.
pub(super) struct Case<'a> {
    pub file: &'a str,
    pub case: usize,
    /// True if the input has other puzzles.
    pub several: bool,
    pub puzzle: &'a Puzzle,
    names: &'a Encoded,
}

impl Case<'_> {
    pub fn title(&self) -> String {
        let case = if self.several { format!(" (puzzle {})", self.case) } else { String::new() };
        format!("{}{case}: {}", self.file, self.puzzle.summary())
    }
}

/// Prints the findings about all puzzles. Returns the highest exit code.
pub fn lint_all(words: &Lint, out: &mut dyn Write) -> anyhow::Result<u8> {
    each(&words.inputs, words.json.on, out, |case, out| print_findings(case, words, out))
}

/// Estimates the search of all puzzles. Returns the highest exit code.
pub fn estimate_all(words: &Estimating, out: &mut dyn Write) -> anyhow::Result<u8> {
    each(&words.inputs, words.json.on, out, |case, out| print_estimate(case, words, out))
}

/// Calls `print` for every puzzle of the inputs. Returns the highest exit code.
pub(super) fn each(
    inputs: &Inputs,
    json: bool,
    out: &mut dyn Write,
    mut print: impl FnMut(&Case, &mut dyn Write) -> anyhow::Result<u8>,
) -> anyhow::Result<u8> {
    let mut highest = code::YES;
    let refuse = |said: &str, refused: Refused, out: &mut dyn Write| -> anyhow::Result<()> {
        out.flush()?;
        say!("{said}");
        if json {
            write_json(out, &refused)?;
        }
        Ok(())
    };
    for source in inputs.sources()? {
        let (name, loaded) = match inputs.load(source.as_deref()) {
            Ok(found) => found,
            Err(error) => {
                refuse(&error.to_string(), error.refused(), out)?;
                highest = highest.max(code::UNUSABLE);
                continue;
            }
        };
        for (at, puzzle) in loaded.puzzles.iter().enumerate() {
            let names = match encoded(puzzle) {
                Ok(names) => names,
                Err(why) => {
                    refuse(&format!("{name}: {why}"), Refused::new(&name, why), out)?;
                    highest = highest.max(code::UNUSABLE);
                    continue;
                }
            };
            let several = loaded.puzzles.len() > 1;
            let case = Case { file: &name, case: at + 1, several, puzzle, names: &names };
            highest = highest.max(print(&case, out)?);
        }
    }
    Ok(highest)
}

/// Prints the findings about one puzzle. The exit code is `NO` if a finding is fatal.
fn print_findings(case: &Case, words: &Lint, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(findings) = lint(case.names, &mut || !is_interrupted()) else { return Ok(code::INTERRUPTED) };
    let fatal = findings.iter().any(|finding| finding.severity == Severity::Fatal);
    let code = if fatal { code::NO } else { code::YES };
    if words.json.on {
        let of = |finding: &'_ crate::puzzle::Finding| finding.severity.name();
        let list = findings.iter().map(|own| Finding { severity: of(own), title: &own.title, places: &own.places });
        let kind = case.puzzle.kind.id;
        write_json(out, &Findings { file: case.file, case: case.case, kind, findings: list.collect() })?;
        return Ok(code);
    }
    writeln!(out, "{}", case.title())?;
    if findings.is_empty() {
        writeln!(out, "  no findings")?;
    }
    for finding in &findings {
        writeln!(out, "  {}: {}", finding.severity.name(), finding.title)?;
        let shown = if words.all { finding.places.len() } else { SHOWN };
        for place in finding.places.iter().take(shown) {
            writeln!(out, "    {}", printable(place))?;
        }
        if finding.places.len() > shown {
            writeln!(out, "    and {} more; --all prints them", finding.places.len() - shown)?;
        }
    }
    Ok(code)
}

fn print_estimate(case: &Case, words: &Estimating, out: &mut dyn Write) -> anyhow::Result<u8> {
    let problem = &case.names.problem;
    let told = match forecast(problem, Policy::default(), words.dives, words.seed, words.time) {
        Ok(told) => told,
        Err(why) => {
            out.flush()?;
            say!("{}: {why}", case.file);
            if words.json.on {
                write_json(out, &Refused::new(case.file, why.to_string()))?;
            }
            return Ok(code::LIMIT);
        }
    };
    let pace = pace(problem, Policy::default(), Duration::from_millis(50));
    if words.json.on {
        let seconds = Some(told.updates.mean / pace).filter(|seconds| seconds.is_finite());
        let estimate = Estimate {
            file: case.file,
            case: case.case,
            kind: case.puzzle.kind.id,
            dives: told.dives,
            met: told.met,
            nodes: told.nodes.into(),
            updates: told.updates.into(),
            solutions: told.solutions.into(),
            pace,
            seconds,
        };
        write_json(out, &estimate)?;
        return Ok(code::YES);
    }
    writeln!(out, "{}", case.title())?;
    for line in forecast_words(&told, pace) {
        writeln!(out, "  {line}")?;
    }
    Ok(code::YES)
}
