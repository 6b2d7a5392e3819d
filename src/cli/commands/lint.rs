//! `lint`: findings about a problem before it is searched.

use super::{Example, Run};
use crate::cli::args::{Inputs, Json, OUTPUT};
use crate::cli::code;
use crate::cli::each::{Case, each};
use crate::cli::interrupt::is_interrupted;
use crate::cli::row::write_json;
use crate::puzzle::{Severity, lint, printable};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// Report suspicious items and options
///
/// Looks at the problem without searching: items in no option, options that occur twice, names
/// that differ in one character. The exit code is 1 if a finding proves that there is no
/// solution.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Print every place of a finding. Default: the first few
    #[arg(long, help_heading = OUTPUT)]
    all: bool,
    #[command(flatten)]
    json: Json,
}

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

impl Run for Args {
    const ON_FIRST_PAGE: bool = true;
    const EXAMPLES: &'static [Example] = &[
        ("quadrille lint puzzles/cover-knuth.toml", "Report what is suspicious."),
        (
            "printf '%s\\n' 'a b c' 'a b' 'b a' | quadrille lint --as knuth",
            "Report that c is in no option, and that an option occurs twice.",
        ),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        each(&self.inputs, self.json.on, out, |case, out| print(case, &self, out))
    }
}

/// Prints the findings about one puzzle. The exit code is `NO` if a finding is fatal.
fn print(case: &Case, words: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(findings) = lint(case.names, &mut || !is_interrupted()) else { return Ok(code::INTERRUPTED) };
    let fatal = findings.iter().any(|finding| finding.severity == Severity::Fatal);
    let code = if fatal { code::NO } else { code::YES };
    if words.json.on {
        let of = |finding: &'_ crate::puzzle::Finding| finding.severity.name();
        let list = findings.iter().map(|finding| Finding {
            severity: of(finding),
            title: &finding.title,
            places: &finding.places,
        });
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
