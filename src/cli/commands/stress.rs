//! `stress`: the user's program on many cases of a judge's problem, and its first failing case,
//! made small.

mod shrink;

use self::shrink::Shrinking;
use super::attach::follow_on;
use super::{Example, Run};
use crate::cli::args::{JSON, OUTPUT, bytes, names, seconds, whole_from_one};
use crate::cli::attach::debugger::python_script;
use crate::cli::case::{beginning, clipped, indented, may_save, print_rows, quoted, save};
use crate::cli::child::{End, Heard, Limits, Stream, run as run_child, signal_words};
use crate::cli::code;
use crate::cli::interrupt::{SignalHost, bounds, is_interrupted};
use crate::cli::notice::Progress;
use crate::cli::row::write_json;
use crate::files;
use crate::puzzle::{Shape, encode};
use crate::study::{Against, noun_of, plural, thousands};
use crate::witness::{Answer, Flavour, JUDGES, Judge, JudgeVerdict, OutputFault};
use anyhow::anyhow;
use clap::ValueHint;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Run your own program on many cases of a judge's problem
///
/// The cases are made here: the smallest ones first, then random ones that grow, edges, and cases
/// that are slow without MRV. Several are in one input, as judges do, and each is tried alone, too.
/// The first failing case is made as small as it fails in the same way, and saved. The exit code is
/// 0 if every answer is right, and 1 if one is not. Your program and all that it starts end with
/// this command; only a daemon, which has left its process group and its parent, may stay.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The judge's problem
    #[arg(value_parser = names(JUDGES.iter().map(|judge| judge.name)), hide_possible_values = true)]
    name: String,
    /// Number of cases
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole_from_one)]
    cases: usize,
    /// Random seed. Default: chosen and printed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Seconds that your program may take for an input
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    time: Duration,
    /// Memory that your program may use: 64M, 1G
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    memory: u64,
    /// File for the failing case. Default: NAME-case.txt, or the next free name
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    output: Option<PathBuf>,
    /// Follow your program on the failing case, to the line that breaks a ring
    #[arg(long, conflicts_with = "json")]
    attach: bool,
    #[arg(long, help_heading = OUTPUT, help = JSON)]
    json: bool,
    /// Your program with its arguments, after `--`
    #[arg(last = true, required = true, value_hint = ValueHint::CommandWithArguments)]
    command: Vec<OsString>,
}

/// The object that `stress --json` prints.
// Many fields: a JSON object has one for each of its keys.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Stressed {
    /// `right`, or how the program fails: `wrong`, `missing`, `extra`, `presentation`, `crash`,
    /// `time` or `memory`.
    status: &'static str,
    /// The number of cases that were tried.
    cases: u64,
    seed: u64,
    /// The flavour of the failing case: `tiny`, `random`, `edge`, `adversarial` or `largest`.
    #[serde(skip_serializing_if = "Option::is_none")]
    flavour: Option<&'static str>,
    /// The input, as small as it fails in the same way.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<String>,
    /// The number of cases in this input.
    #[serde(skip_serializing_if = "Option::is_none")]
    together: Option<usize>,
    /// True if there are several cases and each is right alone, false if not all were tried alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    right_alone: Option<bool>,
    /// The number of cases that were right before this input.
    #[serde(skip_serializing_if = "Option::is_none")]
    right_before: Option<u64>,
    /// The rule that the answer breaks, or how the program ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// The program's output for this input.
    #[serde(skip_serializing_if = "Option::is_none")]
    yours: Option<String>,
    /// A right output.
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<String>,
    /// The file with this input.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The runs of the program that made the case small.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<u64>,
}

/// A case with its answer.
#[derive(Clone)]
struct Case {
    text: String,
    shape: Shape,
    answer: Arc<Answer>,
    flavour: Flavour,
}

/// The failure of a program on an input.
struct Failure {
    verdict: JudgeVerdict,
    rule: String,
    /// The first case that is not answered right.
    case: Option<usize>,
    output: String,
}

/// The most bytes of an output that are kept.
const LONGEST: usize = 16 << 20;

/// A failing input that was made small.
struct Found {
    cases: Vec<Case>,
    failure: Failure,
    /// The runs that made it small.
    runs: u64,
    /// True if there is one case, or if each is right alone.
    right_alone: bool,
}

impl Run for Args {
    const EXAMPLES: &'static [Example] =
        &[("quadrille stress poj3740 --cases 40 --seed 1 -- quadrille judge poj3740", "Try our own answers.")];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let judge = JUDGES.iter().find(|judge| judge.name == self.name);
        let judge = judge.expect("the argument's parser lists the same names");
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..1_000_000));
        let mut tried = 0;
        if !may_save(self.output.as_deref()) {
            return Ok(code::UNUSABLE);
        }
        let Some((found, before)) = self.search(judge, seed, &mut tried)? else {
            if is_interrupted() {
                say!("stopped: right in {}", plural(tried as usize, "case"));
                return Ok(code::INTERRUPTED);
            }
            let said = Stressed { status: JudgeVerdict::Right.name(), cases: tried, seed, ..Stressed::default() };
            match self.json {
                true => write_json(out, &said)?,
                false => writeln!(
                    out,
                    "{}: right in {} {}, seed {seed}",
                    self.name,
                    thousands(tried.into()),
                    noun_of(tried, "case")
                )?,
            }
            return Ok(code::YES);
        };
        let Found { cases, failure, runs, right_alone } = found;
        let input = judge.input(&texts(&cases));
        let is_followed = cases.iter().all(|case| Against::follows(&encode(&case.shape).problem));
        let right: String = (1..).zip(&cases).map(|(at, case)| judge.write(at, &case.shape, &case.answer)).collect();
        let file = save(&self.name, self.output.as_deref(), &input)?;
        let said = Stressed {
            status: failure.verdict.name(),
            cases: tried,
            seed,
            flavour: cases.last().map(|case| case.flavour.name()),
            together: Some(cases.len()),
            right_alone: Some(right_alone).filter(|_| cases.len() > 1),
            right_before: Some(before),
            rule: Some(failure.rule),
            yours: Some(beginning(&failure.output)),
            right: Some(right),
            file: Some(file.display().to_string()),
            runs: Some(runs),
            input: Some(input),
        };
        match self.json {
            true => write_json(out, &said)?,
            false => self.print(&said, failure.verdict, is_followed, out)?,
        }
        if self.attach {
            writeln!(out)?;
            // That it cannot be followed is said, and the failing case is still the result.
            if let Err(why) = follow_on(&self.command, &file, &self.name, out) {
                say!("error: {why}");
            }
        }
        Ok(code::NO)
    }
}

/// A case with its answer. `None` if the judge would not send it. Equal cases are answered once.
fn case_of(judge: &Judge, text: String, flavour: Flavour, known: &mut HashMap<String, Arc<Answer>>) -> Option<Case> {
    let shape = judge.shape(&text)?;
    let answer = match known.get(&text) {
        Some(answer) => Arc::clone(answer),
        None => {
            let answer = Arc::new(judge.answer(&shape, &mut SignalHost)?);
            known.insert(text.clone(), Arc::clone(&answer));
            answer
        }
    };
    Some(Case { text, shape, answer, flavour })
}

fn texts(cases: &[Case]) -> Vec<&str> {
    cases.iter().map(|case| case.text.as_str()).collect()
}

impl Args {
    /// The first failing input, made small, and the number of cases before it.
    fn search(&self, judge: &Judge, seed: u64, tried: &mut u64) -> anyhow::Result<Option<(Found, u64)>> {
        let tiny = judge.tiny();
        let most = judge.most.min(self.cases as u64);
        let mut known = HashMap::new();
        let mut progress = Progress::begin();
        let mut number = 0;
        while number < most && !is_interrupted() {
            if let Some(progress) = &mut progress {
                progress.draw(|| format!("{} of {} cases", thousands(number.into()), thousands(most.into())));
            }
            let (mut cases, before) = (Vec::new(), number);
            let grown = (number / 40 + 2).min(judge.together as u64);
            while (cases.len() as u64) < grown && number < most {
                let (flavour, text) = judge.case(&tiny, seed, number, most);
                number += 1;
                cases.extend(case_of(judge, text, flavour, &mut known));
            }
            *tried = number;
            let mut shrinking = Shrinking::new(self, judge, &mut progress);
            if let Some(found) = shrinking.failing(cases)? {
                return Ok(Some((found, before)));
            }
            if is_interrupted() {
                *tried = before;
            }
        }
        Ok(None)
    }

    /// Runs the program on some cases. `None` if its output is right, or if the run was stopped.
    fn fails(&self, judge: &Judge, cases: &[Case], time: Duration) -> anyhow::Result<Option<Failure>> {
        if cases.is_empty() || is_interrupted() {
            return Ok(None);
        }
        let input = Arc::new(judge.input(&texts(cases)).into_bytes());
        let limits = Limits { silence: None, time: Some(time), memory: Some(self.memory) };
        let (mut output, mut complaints) = (Vec::new(), Vec::new());
        let end = run_child(&self.command, input, false, limits, |stream, bytes| {
            let kept = if stream == Stream::First { &mut output } else { &mut complaints };
            if kept.len() < LONGEST {
                kept.extend_from_slice(bytes);
                return Heard::Wanted;
            }
            if stream == Stream::First { Heard::Enough } else { Heard::Other }
        });
        let end = end.map_err(|error| anyhow!("the program cannot be run: {error}"))?;
        if is_interrupted() {
            return Ok(None);
        }
        let output = String::from_utf8_lossy(&output).into_owned();
        let complaint = String::from_utf8_lossy(&complaints).lines().last().unwrap_or("").trim().to_string();
        let complaint = clipped(&complaint);
        let with = |how: String| if complaint.is_empty() { how } else { format!("{how}; it printed: {complaint}") };
        let known: Vec<(&Shape, &Answer)> = cases.iter().map(|case| (&case.shape, &*case.answer)).collect();
        let fault = judge.fault(&known, &output);
        let case = fault.as_ref().and_then(OutputFault::case);
        let (verdict, rule) = match (end, fault) {
            (End::Exit(126 | 127), _) => return Err(anyhow!("the program cannot be run: {complaint}")),
            (End::Signal(signal), _) => (JudgeVerdict::Crash, with(signal_words(signal))),
            (End::Time | End::Silent, _) => {
                (JudgeVerdict::Time, format!("it takes more than {} s", time.as_secs_f64()))
            }
            (End::Memory, _) => (JudgeVerdict::Memory, "it uses more memory than --memory allows".to_string()),
            // A wrong answer says more than an exit code.
            (End::Exit(code), fault) if code != 0 && !matches!(fault, Some(OutputFault::Wrong { .. })) => {
                (JudgeVerdict::Crash, with(format!("exit code {code}")))
            }
            (_, Some(fault)) => (fault.verdict(), clipped(&fault.rule())),
            (_, None) => return Ok(None),
        };
        Ok(Some(Failure { verdict, rule, case, output }))
    }

    /// Returns whether the program is one for this machine or a script in Python, which a debugger
    /// can follow.
    fn is_attached(&self) -> bool {
        if python_script(&self.command).is_some() {
            return true;
        }
        let path = self.command.first().map(PathBuf::from);
        let source = path.and_then(|path| files::open(Some(&path), bounds()).ok());
        let mut start = Vec::new();
        let read = source.is_some_and(|mut source| source.fill(&mut start, 4).is_ok());
        read && (start.starts_with(b"\x7fELF") || start.starts_with(b"\xcf\xfa\xed\xfe"))
    }

    /// `is_followed` is true if `against` can follow a search of the case.
    fn print(
        &self,
        said: &Stressed,
        verdict: JudgeVerdict,
        is_followed: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let name = &self.name;
        let together = said.together.unwrap_or(1);
        writeln!(
            out,
            "{name}: {} after {} {}, seed {}",
            verdict.words(),
            thousands(said.cases.into()),
            noun_of(said.cases, "case"),
            said.seed
        )?;
        let mut rows: Vec<(&str, String)> = Vec::new();
        rows.extend(said.rule.clone().map(|rule| ("what", rule)));
        if together > 1 {
            let why = match said.right_alone == Some(true) {
                true => "and none of them fails alone: something of a case before is left",
                false => "and not all of them were tried alone",
            };
            rows.push(("together", format!("{together} cases fail together, {why}")));
        }
        if verdict == JudgeVerdict::Time {
            let right = plural(said.right_before.unwrap_or(0) as usize, "case");
            rows.push((
                "so far",
                format!("{right} right; the statement allows this input, but the judge may have none like it"),
            ));
        }
        rows.extend(said.input.as_deref().map(|input| ("input", indented(input))));
        rows.extend(said.yours.as_deref().map(|yours| ("yours", indented(yours))));
        rows.extend(said.right.as_deref().map(|right| ("right", indented(right))));
        let file = said.file.as_deref().unwrap_or("");
        rows.push((
            "saved as",
            format!(
                "{file} ({}, made small in {})",
                said.flavour.unwrap_or(""),
                plural(said.runs.unwrap_or(0) as usize, "run")
            ),
        ));
        let saved = quoted(&[file.into()]);
        rows.push((
            "next",
            match is_followed {
                _ if !self.attach && self.is_attached() => {
                    format!("quadrille attach --judge {name} --input {saved} {}", quoted(&self.command))
                }
                true => format!("quadrille against --judge {name} {saved} -- {}", quoted(&self.command)),
                false => format!("quadrille step --as {name} {saved}"),
            },
        ));
        print_rows(&rows, out)
    }
}
