//! `judge`: reads an online judge's input and writes its output, byte for byte.
//!
//! A case is answered as soon as it is read. If a case is bad, the answers to the cases before it
//! are written first.

mod compare;
mod nines;

pub use compare::CompareReport;

use super::{Example, Run};
use crate::cli::args::{JSON, OUTPUT, names};
use crate::cli::input::read;
use crate::cli::interrupt::{SignalHost, bounds, is_interrupted};
use crate::cli::row::write_json;
use crate::cli::{code, link};
use crate::docs;
use crate::puzzle::{Shape, draw};
use crate::witness::{Answer, JUDGES, Judge, JudgeMethod};
use clap::{ArgGroup, ValueHint};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Answer the input of an online judge
///
/// The output is the judge's own, byte for byte. With --compare, the output of your program is read
/// instead, and the exit code is 0 if it is right and 1 if it is not.
#[derive(clap::Args, Debug)]
#[command(group(ArgGroup::new("report").args(["list", "compare"])))]
pub struct Args {
    /// The judge's problem
    #[arg(required_unless_present = "list", value_parser = names(JUDGES.iter().map(|judge| judge.name)), hide_possible_values = true)]
    name: Option<String>,
    /// The judge's input. Default: standard input, also as `-`
    #[arg(conflicts_with = "list", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// List the judges' problems
    #[arg(long, conflicts_with = "name")]
    list: bool,
    /// Compare this output of your program with the right answers. The first wrong case is saved
    #[arg(long, value_name = "FILE", conflicts_with = "list", value_hint = ValueHint::FilePath)]
    compare: Option<PathBuf>,
    /// File for the wrong case. Default: NAME-case.txt, or the next free name
    #[arg(short, long, value_name = "FILE", requires = "compare", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    output: Option<PathBuf>,
    #[arg(long, requires = "report", help_heading = OUTPUT, help = JSON)]
    json: bool,
}

impl Run for Args {
    const ON_FIRST_PAGE: bool = true;
    const EXAMPLES: &'static [Example] = &[
        ("quadrille judge --list", "List the problems."),
        (
            "printf '4\\n0 0 0 0\\n' > in.txt && echo 2 4 1 3 > out.txt && quadrille judge nqueen in.txt --compare out.txt",
            "Find the first wrong answer of your program.",
        ),
        ("printf '8\\n0 0 0 0 0 0 0 0\\n' | quadrille judge nqueen", "Answer an input of SPOJ NQUEEN."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let Some(name) = &self.name else { return list(self.json, out) };
        let judge = JUDGES.iter().find(|judge| judge.name == *name);
        let judge = judge.expect("the argument's parser lists the same names");
        if let Some(output) = &self.compare {
            return compare::run(judge, &self, output, out);
        }
        match judge.method {
            JudgeMethod::Search | JudgeMethod::By(_) => run_cases(judge, self.file.as_deref(), out),
            JudgeMethod::NineLines => nines::run(judge, self.file.as_deref(), out),
        }
    }
}

/// The object that `judge --list --json` prints for an online judge's problem.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Judged {
    /// The name that `judge` takes.
    name: &'static str,
    help: &'static str,
    /// The kind of its puzzles.
    kind: &'static str,
    /// The form of its puzzles.
    form: &'static str,
    /// Its goal: `first`, `best`, `count` or `unique`.
    goal: &'static str,
    /// The address of the problem, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'static str>,
}

/// Prints every judge's problem, one line each.
fn list(json: bool, out: &mut dyn Write) -> anyhow::Result<u8> {
    if !json {
        for (line, judge) in docs::judges().lines().zip(JUDGES) {
            let name = judge.page.map_or(judge.name.to_string(), |page| link::to_page(judge.name, page));
            writeln!(out, "{name}{}", &line[judge.name.len()..])?;
        }
        return Ok(code::YES);
    }
    for judge in JUDGES {
        let (kind, form, goal) = (judge.kind.id, judge.form.id, judge.goal.name());
        write_json(out, &Judged { name: judge.name, help: judge.help, kind, form, goal, page: judge.page })?;
    }
    Ok(code::YES)
}

fn run_cases(judge: &Judge, file: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<u8> {
    let input = match read(file, bounds()) {
        Ok(input) => input,
        Err(error) => {
            say!("{error}");
            return Ok(code::UNUSABLE);
        }
    };
    let mut known = Known::default();
    let mut verified = true;
    let mut refused = None;
    for (at, case) in judge.cases(&input.text).enumerate().take_while(|_| !is_interrupted()) {
        match case.map(|case| known.answer(judge, case)) {
            Ok(Some((case, answer))) => out.write_all(judge.write(at + 1, case, answer).as_bytes())?,
            // An answer that was interrupted is not an answer.
            Ok(None) if is_interrupted() => break,
            Ok(None) => verified = false,
            Err(error) => refused = Some(error),
        }
    }
    out.flush()?;
    if let Some(error) = &refused {
        say!("{}", draw(&input.name, &input.text, error));
    }
    Ok(ended(verified, refused.is_some()))
}

/// Returns the exit code. Reports answers that did not verify.
fn ended(verified: bool, refused: bool) -> u8 {
    if !verified {
        say!("error: an answer did not verify; please report this input");
    }
    match (verified, refused) {
        (false, _) => code::DEFECT,
        (true, true) => code::UNUSABLE,
        (true, false) => code::YES,
    }
}

/// A cache of the last distinct cases and their answers. An input may repeat a case, and a board of
/// pentominoes takes a quarter of a second.
#[derive(Default)]
struct Known(Vec<(Shape, Answer)>);

impl Known {
    /// The maximum number of cases. There are twelve boards `n m` with sixty squares.
    const MOST: usize = 12;

    /// A case with more options displaces all others, so that memory is bounded.
    const LARGE: usize = 10_000;

    /// A case and its answer; `None` if the answer did not verify.
    fn answer(&mut self, judge: &Judge, case: Shape) -> Option<&(Shape, Answer)> {
        let at = match self.0.iter().position(|(known, _)| *known == case) {
            Some(at) => at,
            None => {
                let answer = judge.answer(&case, &mut SignalHost)?;
                let is_large =
                    |shape: &Shape| shape.listing().is_some_and(|listing| listing.options.len() > Known::LARGE);
                if is_large(&case) || self.0.last().is_some_and(|(last, _)| is_large(last)) {
                    self.0.clear();
                } else if self.0.len() == Known::MOST {
                    self.0.remove(0);
                }
                self.0.push((case, answer));
                self.0.len() - 1
            }
        };
        Some(&self.0[at])
    }
}
