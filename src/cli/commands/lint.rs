//! `lint`: findings about a problem before it is searched, and what sets it apart from another one.

use super::{Example, Run};
use crate::cli::args::{Inputs, Json, OUTPUT, TimeLimit};
use crate::cli::code;
use crate::cli::each::{Case, each};
use crate::cli::input::{encoded, read};
use crate::cli::interrupt::{bounds, deadline, is_interrupted, is_over};
use crate::cli::printout::Printout;
use crate::puzzle::{Encoded, ParseError, Severity, draw, lint, printable};
use crate::study::{Contrast, ContrastVerdict, contrast};
use anyhow::{anyhow, ensure};
use clap::ValueHint;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Report suspicious items and options
///
/// Looks at the problem without searching: items in no option, options that occur twice, names
/// that differ in one character. The exit code is 1 if a finding proves that there is no
/// solution. With --against, the items and options that differ from those of another model are
/// named; without a name in common, it is found out whether one is the other with new names. The
/// exit code is then 1 if they differ, and 3 if that is undecided.
#[derive(clap::Args, Debug, Default)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Another model of the same problem: print what differs, by the names of items and options
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    against: Option<PathBuf>,
    /// File with lines `NAME -> NAME`: your names, and those of the other model
    #[arg(long, value_name = "FILE", requires = "against", value_hint = ValueHint::FilePath)]
    map: Option<PathBuf>,
    /// Print every place of a finding. Default: the first few
    #[arg(long, help_heading = OUTPUT)]
    all: bool,
    #[command(flatten)]
    time: TimeLimit,
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
    #[serde(skip)]
    title: String,
    /// True if the text has every place.
    #[serde(skip)]
    all: bool,
}

impl Printout for Findings<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.title)?;
        if self.findings.is_empty() {
            writeln!(out, "  no findings")?;
        }
        for Finding { severity, title, places } in &self.findings {
            writeln!(out, "  {severity}: {title}")?;
            write_some(out, "    ", places.iter().map(String::as_str), self.all)?;
        }
        Ok(())
    }
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
        let Some(file) = &self.against else {
            return each(&self.inputs, self.json.on, out, |case, out| print(case, &self, out));
        };
        let other = model(file)?;
        let map = self.map.as_deref().map(renamed).transpose()?.unwrap_or_default();
        each(&self.inputs, self.json.on, out, |case, out| compare(case, &other, &map, &self, out))
    }
}

/// The object that `lint --against --json` prints for a puzzle.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Contrasted<'a> {
    file: &'a str,
    /// The number of the puzzle in the input, counted from 1.
    case: usize,
    /// `same`, `differs`, `renamed`, `different` or `undecided`.
    status: &'a str,
    /// The result in a sentence.
    say: String,
    /// The number of item names that both models have.
    common: usize,
    differences: Vec<Differs<'a>>,
    /// True if the text has every difference.
    #[serde(skip)]
    all: bool,
}

impl Printout for Contrasted<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}: {}", self.file, self.say)?;
        write_some(out, "  ", self.differences.iter().map(|differs| differs.what), self.all)
    }
}

/// A difference between two models.
#[derive(Debug, Serialize, JsonSchema)]
struct Differs<'a> {
    /// `class`, `item` or `option`.
    about: &'a str,
    what: &'a str,
}

/// The first puzzle of a file.
fn model(file: &Path) -> anyhow::Result<Encoded> {
    let input = read(Some(file), bounds())?;
    let name = input.name.clone();
    let puzzles = input.puzzles(&crate::cli::args::FormName::default())?.puzzles;
    ensure!(!puzzles.is_empty(), "error: {name}: there is no puzzle in it");
    encoded(&puzzles[0]).map_err(|why| anyhow!("error: {name}: {why}"))
}

/// Reads lines `NAME -> NAME`.
fn renamed(file: &Path) -> anyhow::Result<HashMap<String, String>> {
    let input = read(Some(file), bounds())?;
    let mut map = HashMap::new();
    for (number, line) in (1..).zip(input.text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let refused = |message: &str| {
            let error =
                ParseError::new(number, 1, message).help("write your name, `->`, and the name of the other model");
            anyhow!("{}", draw(&input.name, &input.text, &error))
        };
        let (from, to) = line.split_once("->").ok_or_else(|| refused("there is no `->` in this line"))?;
        if map.insert(from.trim().to_string(), to.trim().to_string()).is_some() {
            return Err(refused("this name is mapped twice"));
        }
    }
    Ok(map)
}

/// Prints what sets a puzzle apart from another model.
fn compare(
    case: &Case,
    other: &Encoded,
    map: &HashMap<String, String>,
    words: &Args,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    let until = deadline(words.time.limit);
    let found: Contrast = contrast(case.names, other, map, &mut || !is_interrupted() && !is_over(until));
    let (status, code) = match found.verdict {
        ContrastVerdict::Same => ("same", code::YES),
        ContrastVerdict::Renamed => ("renamed", code::YES),
        ContrastVerdict::Differs => ("differs", code::NO),
        ContrastVerdict::Different(_) => ("different", code::NO),
        ContrastVerdict::Undecided if is_interrupted() => ("undecided", code::INTERRUPTED),
        ContrastVerdict::Undecided => ("undecided", code::LIMIT),
    };
    let report = Contrasted {
        file: case.file,
        case: case.case,
        status,
        say: found.words(),
        common: found.common,
        differences: found.gaps.iter().map(|gap| Differs { about: gap.about, what: &gap.what }).collect(),
        all: words.all,
    };
    report.print(words.json.on, out)?;
    Ok(code)
}

/// Prints the findings about one puzzle. The exit code is `NO` if a finding is fatal.
fn print(case: &Case, words: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let until = deadline(words.time.limit);
    let Some(findings) = lint(case.names, &mut || !is_interrupted() && !is_over(until)) else {
        if is_interrupted() {
            return Ok(code::INTERRUPTED);
        }
        out.flush()?;
        say!("{}: not everything was looked at in the time", case.file);
        return Ok(code::LIMIT);
    };
    let fatal = findings.iter().any(|finding| finding.severity == Severity::Fatal);
    let code = if fatal { code::NO } else { code::YES };
    let report = Findings {
        file: case.file,
        case: case.case,
        kind: case.puzzle.kind.id,
        findings: findings
            .iter()
            .map(|finding| Finding {
                severity: finding.severity.name(),
                title: &finding.title,
                places: &finding.places,
            })
            .collect(),
        title: case.title(),
        all: words.all,
    };
    report.print(words.json.on, out)?;
    Ok(code)
}

/// Writes the first few lines of a list, or all of them, and the number of the others.
fn write_some<'a>(
    out: &mut dyn Write,
    margin: &str,
    lines: impl ExactSizeIterator<Item = &'a str>,
    all: bool,
) -> std::io::Result<()> {
    let left = if all { 0 } else { lines.len().saturating_sub(SHOWN) };
    let shown = lines.len() - left;
    lines.take(shown).try_for_each(|line| writeln!(out, "{margin}{}", printable(line)))?;
    if left > 0 {
        writeln!(out, "{margin}and {left} more; --all prints them")?;
    }
    Ok(())
}
