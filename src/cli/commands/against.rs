//! `against`: the user's own program beside Algorithm X, to the first operation that differs.

use super::{Example, Launch, Launched, WorkbenchStart};
use crate::cli::args::{FormName, INPUT, JSON, OUTPUT, OpenArgs, names, seconds};
use crate::cli::child::{End, Heard, Limits, LineCutter, Stream, run as run_child, signal_words};
use crate::cli::code;
use crate::cli::input::{Input, encoded, needle, read};
use crate::cli::interrupt::{bounds, is_interrupted, listen};
use crate::cli::outlet::Outlet;
use crate::cli::printout::Printout;
use crate::cli::running::run;
use crate::dlx::{Goal, ItemRule};
use crate::files;
use crate::puzzle::{Encoded, Puzzle, Shape, cover, draw, printable};
use crate::study::{
    Against, AgainstReport, AgainstSettings, Bug, Contrast, ContrastVerdict, Difference, Ended, Missed, ProtocolLine,
    SharedState, StepPlace, Verdict, contrast, noun_of, thousands,
};
use crate::witness::{JUDGES, load_cases};
use anyhow::{anyhow, ensure};
use clap::ValueHint;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Compare your own program's search with Algorithm X, to the first difference
///
/// Your program prints its operations, one a line, in the ten words of `quadrille shim --words`;
/// `quadrille shim c` prints functions for that. They are followed in your own order of items and
/// options. The first operation that Algorithm X does not make is printed, with the invariant that
/// is broken and the likely bug. The exit code is 0 if nothing differs, 1 at a difference or a
/// crash, 2 if the trace cannot be used, and 3 if the program does not end. Your program and all
/// that it starts end with this command; only a daemon, which has left its process group and its
/// parent, may stay.
// Many fields: each is an option of the command line.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The puzzle, or several cases; your program reads it on its standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// The trace of your program. Default: standard input, also as `-`
    #[arg(value_hint = ValueHint::FilePath, conflicts_with = "command")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    form: FormName,
    /// Read FILE as the input of this judge's problem
    #[arg(long, value_name = "NAME", conflicts_with = "form", help_heading = INPUT,
          value_parser = names(JUDGES.iter().map(|judge| judge.name)), hide_possible_values = true)]
    judge: Option<String>,
    /// Your own items and options, one problem for each case: their names and their order
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = INPUT)]
    model: Option<PathBuf>,
    /// First number of your items and options. Default: found out, and names are read too
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=1), help_heading = INPUT)]
    base: Option<u8>,
    /// An answer of the first case that is right: stop where the search loses it
    #[arg(long, value_name = "ANSWER", value_hint = ValueHint::FilePath)]
    needle: Option<PathBuf>,
    /// Compare whole covers (item), or also the options and pointers inside them (link)
    #[arg(long, value_name = "GRAIN", default_value = "link", value_parser = names(["item", "link"]))]
    grain: String,
    /// One solution is wanted: a program that stops at it has missed nothing
    #[arg(long)]
    first: bool,
    /// Seconds to wait for the next operation of your program
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    silence: Duration,
    /// Open the first difference in Step
    #[arg(long, conflicts_with = "json")]
    step: bool,
    #[arg(long, help_heading = OUTPUT, help = JSON)]
    json: bool,
    /// Your program with its arguments, after `--`
    #[arg(last = true, value_hint = ValueHint::CommandWithArguments)]
    command: Vec<OsString>,
}

/// The object that `against --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Compared")]
pub(crate) struct AgainstJson {
    /// `same`, `stops`, `differs`, `silent` or `unusable`.
    status: &'static str,
    /// The number of operations that were compared.
    operations: u64,
    /// The number of cases that were begun.
    cases: u64,
    /// The number of solutions that the program reported.
    solutions: u64,
    /// The solutions that it did not come to, because it stops at one.
    #[serde(skip_serializing_if = "Option::is_none")]
    stops: Option<Stops>,
    /// The way in which the program writes items and options.
    #[serde(skip_serializing_if = "Option::is_none")]
    numbering: Option<String>,
    /// Habits of the program that differ from ours and are right too.
    notes: Vec<String>,
    /// The reason, if the trace cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The crash of a program whose operations are right.
    #[serde(skip_serializing_if = "Option::is_none")]
    crash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Differs>,
    #[serde(skip)]
    lines: Vec<String>,
}

impl Printout for AgainstJson {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        self.lines.iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}

/// The solutions of a search that stops.
#[derive(Debug, Serialize, JsonSchema)]
struct Stops {
    /// The case, counted from 1.
    case: u64,
    /// The number of solutions that the program found.
    found: u64,
    /// The number of solutions of the case, in digits.
    of: String,
    /// True if these are all; they may be too many to count.
    is_all: bool,
}

/// The first difference.
#[derive(Debug, Serialize, JsonSchema)]
// Many fields: a JSON object has one for each of its keys.
struct Differs {
    /// The case, counted from 1.
    case: u64,
    /// The number of the operation in its case, counted from 1.
    op: u64,
    /// Its line in the trace, counted from 1.
    line: u64,
    /// The operation. Left out if the trace ended before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    yours: Option<String>,
    /// The operation before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    /// The operations that are right here.
    expected: Vec<String>,
    /// `order`, `count`, `header`, `node`, `secondary`, `solution`, `reset`, `unfinished`, `needle`,
    /// `model`, `crash`, `hang`, `protocol`, `branching`, `skips`, `break`, `unpaired`, `twice` or
    /// `build`. Left out if none explains the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    bug: Option<&'static str>,
    /// The bug in a phrase.
    #[serde(skip_serializing_if = "Option::is_none")]
    likely: Option<&'static str>,
    what: String,
    invariant: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_do: Option<&'static str>,
    /// The lists or counts that show it.
    picture: Vec<Shown>,
    /// The chosen options.
    path: Vec<String>,
    /// The state in Step.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// The item rule with which Step comes there.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
}

/// A list or counts in one line.
#[derive(Debug, Serialize, JsonSchema)]
struct Shown {
    label: &'static str,
    text: String,
}

impl Launch for Args {
    const ON_FIRST_PAGE: bool = true;
    const EXAMPLES: &'static [Example] = &[
        (
            "quadrille trace --brief puzzles/cover-knuth.toml | quadrille against puzzles/cover-knuth.toml",
            "Compare a trace: this one is right.",
        ),
        (
            "quadrille trace --brief --rule last puzzles/queens-8.toml | quadrille against --json puzzles/queens-8.toml",
            "Compare a trace with another item rule, which is right too.",
        ),
    ];

    fn launch(self) -> anyhow::Result<Launched> {
        if !self.step {
            return run(|out| Ok(self.compare(out)?.0)).map(Launched::Ended);
        }
        listen()?;
        let (code, shared) = self.compare(&mut Outlet::stdout())?;
        let Some(shared) = shared else { return Ok(Launched::Ended(code)) };
        let beginning = WorkbenchStart::Shared(Box::new(shared), None);
        Ok(Launched::Open { args: OpenArgs::default(), beginning, code: Some(code) })
    }
}

/// The cases, and the puzzles for Step.
struct Cases {
    puzzles: Vec<Puzzle>,
    names: Vec<Encoded>,
}

impl Args {
    /// Prints the comparison. Returns the exit code, and the state of the first difference.
    fn compare(self, out: &mut dyn Write) -> anyhow::Result<(u8, Option<SharedState>)> {
        let input = read(Some(&self.file), bounds())?;
        let text = Arc::new(input.text.clone().into_bytes());
        let cases = match &self.model {
            Some(model) => cases(read(Some(model), bounds())?, &FormName::default(), None)?,
            None => cases(input, &self.form, self.judge.as_deref())?,
        };
        let remark = self.model.as_ref().and_then(|model| self.unlike(model, &cases, &text));
        let settings = AgainstSettings { base: self.base, coarse: self.grain == "item", first: self.wants_first() };
        let mut against = Against::new(&cases.names, settings);
        if let (Some(answer), Some(names)) = (&self.needle, cases.names.first()) {
            against = against.watching(needle(answer, names)?);
        }
        let (ended, complaints) = match self.command.is_empty() {
            true => (read_trace(&mut against, self.trace.as_deref())?, Vec::new()),
            false => run_program(&mut against, &self.command, text, self.silence)?,
        };
        let crash = if let Ended::Crashed(how) = &ended { Some(how.clone()) } else { None };
        let hangs = matches!(ended, Ended::Hung(_));
        let mut report = against.end(ended);
        report.notes.extend(remark);
        let crash = crash.filter(|_| !matches!(&report.verdict, Verdict::Differs(it) if it.bug != Some(Bug::Crash)));
        if is_interrupted() {
            return Ok((code::INTERRUPTED, None));
        }
        let shared = match &report.verdict {
            Verdict::Differs(difference) => shared(difference, &cases),
            _ => None,
        };
        let lines = self.lines(&report, crash.as_deref(), hangs, &complaints);
        compared(&report, crash.clone(), lines).print(self.json, out)?;
        let code = match &report.verdict {
            Verdict::Same if crash.is_some() => code::NO,
            Verdict::Same => code::YES,
            Verdict::Differs(difference) if difference.bug == Some(Bug::Hang) => code::LIMIT,
            Verdict::Differs(_) | Verdict::Stops(_) => code::NO,
            Verdict::Silent if hangs => code::LIMIT,
            Verdict::Silent if crash.is_some() => code::NO,
            Verdict::Silent | Verdict::Unusable(_) => code::UNUSABLE,
        };
        Ok((code, shared))
    }

    /// Returns true if one solution is wanted.
    fn wants_first(&self) -> bool {
        self.first || wants_first(self.judge.as_deref())
    }

    /// A remark on a model that differs from the puzzle in the file.
    fn unlike(&self, model: &Path, cases: &Cases, text: &[u8]) -> Option<String> {
        let text = String::from_utf8_lossy(text);
        let form = self.judge.as_deref().or(self.form.name.as_deref());
        let puzzle = load_cases(&text, form).ok()?.puzzles.into_iter().next()?;
        let other = encoded(&puzzle).ok()?;
        let found = contrast(cases.names.first()?, &other, &HashMap::new(), &mut || !is_interrupted());
        let what = first_gap(found)?;
        let (model, file) = (model.display(), self.file.display());
        Some(format!("your model is not that of the puzzle: {what}; see quadrille lint {model} --against {file}"))
    }

    /// The comparison in words.
    fn lines(&self, report: &AgainstReport, crash: Option<&str>, hangs: bool, complaints: &[String]) -> Vec<String> {
        let mut lines = Vec::new();
        let name = printable(&self.file.display().to_string()).into_owned();
        let operations = format!("{} {}", thousands(report.operations.into()), noun_of(report.operations, "operation"));
        match &report.verdict {
            Verdict::Same | Verdict::Stops(_) => {
                let cases = format!("{} {}", report.cases, noun_of(report.cases, "case"));
                let solutions =
                    format!("{} {}", thousands(report.solutions.into()), noun_of(report.solutions, "solution"));
                let all = if report.operations == 1 { "" } else { "all " };
                lines.push(format!("{name}: same in {all}{operations}, {cases}, {solutions}"));
                if let Verdict::Stops(Missed { case, found, of, is_all }) = report.verdict {
                    let at_least = if is_all { "" } else { "at least " };
                    let case = if report.cases > 1 { format!(" of case {case}") } else { String::new() };
                    lines.push(format!(
                        "  stops        after {} of {at_least}{} solutions{case}: is one wanted? `--first` says so",
                        thousands(found.into()),
                        thousands(of)
                    ));
                }
                if let Some(crash) = crash {
                    lines.push(format!("  then it ended: {crash}"));
                }
            }
            Verdict::Silent => {
                let hangs = if hangs { format!(" in {} s", self.silence.as_secs_f64()) } else { String::new() };
                lines.push(format!("{name}: no operation was printed{hangs}"));
                if let Some(crash) = crash {
                    lines.push(format!("  it ended: {crash}"));
                }
                let to_do = "  to do        print one operation a line: `quadrille shim --words` lists the words";
                lines.push(to_do.to_string());
            }
            Verdict::Unusable(reason) => lines.push(format!("{name}: {reason}")),
            Verdict::Differs(difference) => {
                let case = if report.cases > 1 { format!("case {}, ", difference.case) } else { String::new() };
                let place = match difference.op {
                    0 => "before the first operation".to_string(),
                    op => format!("at {case}operation {}", thousands(op.into())),
                };
                let line = thousands(difference.line.into());
                lines.push(format!("{name}: differs {place} (line {line} of the trace)"));
                for (label, text) in self.rows(difference, crash) {
                    lines.push(format!("  {label:<12} {}", printable(&text)));
                }
            }
        }
        // Names need no explanation.
        let numbering = report.numbering.as_ref().filter(|words| self.base.is_none() && words.contains("numbered"));
        if let Some(numbering) = numbering {
            lines.push(format!("  read as      {numbering}"));
        }
        for (at, note) in report.notes.iter().enumerate() {
            lines.push(format!("  {:<12} {note}", if at == 0 { "also seen" } else { "" }));
        }
        for (at, line) in complaints.iter().enumerate() {
            lines.push(format!("  {:<12} {}", if at == 0 { "it printed" } else { "" }, printable(line)));
        }
        lines
    }

    /// The rows of a difference, with their labels.
    fn rows(&self, difference: &Difference, crash: Option<&str>) -> Vec<(&'static str, String)> {
        let mut rows = Vec::new();
        match (&difference.yours, difference.bug) {
            (Some(yours), _) => rows.push(("yours", yours.clone())),
            (None, Some(Bug::Hang)) => {
                rows.push(("yours", format!("no operation for {} s", self.silence.as_secs_f64())))
            }
            (None, Some(Bug::Crash)) => rows.push(("yours", format!("a crash: {}", crash.unwrap_or("unknown")))),
            (None, _) => rows.push(("yours", "the end of the trace".to_string())),
        }
        if let Some(last) = &difference.last {
            rows.push(("after", last.clone()));
        }
        if !difference.expected.is_empty() {
            rows.push(("right", difference.expected.join(", or ")));
        }
        rows.push(("what", difference.what.clone()));
        rows.push(("broken rule", difference.invariant.clone()));
        if let Some(bug) = difference.bug {
            rows.push(("likely bug", bug.words().to_string()));
            rows.push(("to do", bug.remedy().to_string()));
        }
        rows.extend(difference.picture.clone());
        if !difference.path.is_empty() {
            let path: Vec<&str> = difference.path.iter().map(String::as_str).collect();
            let shown = path.len().saturating_sub(8);
            let dots = if shown > 0 { "..., " } else { "" };
            rows.push(("chosen", format!("{dots}{}", path[shown..].join(", "))));
        }
        match &difference.spot {
            Some(StepPlace { rule, address, reordered: None }) => {
                let rule = if *rule == ItemRule::Fewest { String::new() } else { format!(" --rule {}", rule.name()) };
                rows.push(("in Step", format!("--at {address}{rule}; the same command with --step opens it")));
            }
            Some(_) => {
                rows.push(("in Step", "the same command with --step opens it, with the chosen items first".to_string()))
            }
            None => {}
        }
        rows
    }
}

fn compared(report: &AgainstReport, crash: Option<String>, lines: Vec<String>) -> AgainstJson {
    let (status, reason, difference) = match &report.verdict {
        Verdict::Same => ("same", None, None),
        Verdict::Stops(_) => ("stops", None, None),
        Verdict::Silent => ("silent", None, None),
        Verdict::Unusable(reason) => ("unusable", Some(reason.clone()), None),
        Verdict::Differs(difference) => ("differs", None, Some(&**difference)),
    };
    // An address is one of the file's own order of items.
    let spot = || difference.and_then(|difference| difference.spot.as_ref()).filter(|spot| spot.reordered.is_none());
    let differs = difference.map(|difference| Differs {
        case: difference.case,
        op: difference.op,
        line: difference.line,
        yours: difference.yours.clone(),
        last: difference.last.clone(),
        expected: difference.expected.clone(),
        bug: difference.bug.map(Bug::id),
        likely: difference.bug.map(Bug::words),
        what: difference.what.clone(),
        invariant: difference.invariant.clone(),
        to_do: difference.bug.map(Bug::remedy),
        picture: difference.picture.iter().map(|(label, text)| Shown { label, text: text.clone() }).collect(),
        path: difference.path.clone(),
        address: spot().map(|spot| spot.address.to_string()),
        rule: spot().map(|spot| spot.rule.name()),
    });
    AgainstJson {
        status,
        operations: report.operations,
        cases: report.cases,
        solutions: report.solutions,
        stops: match report.verdict {
            Verdict::Stops(Missed { case, found, of, is_all }) => {
                Some(Stops { case, found, of: of.to_string(), is_all })
            }
            _ => None,
        },
        numbering: report.numbering.clone(),
        notes: report.notes.clone(),
        reason,
        crash,
        difference: differs,
        lines,
    }
}

/// The state of a difference for Step.
fn shared(difference: &Difference, cases: &Cases) -> Option<SharedState> {
    shared_state(difference.spot.clone(), cases.puzzles.get(difference.case as usize - 1)?)
}

/// Returns whether a judge's problem asks for one solution.
pub(super) fn wants_first(judge: Option<&str>) -> bool {
    JUDGES.iter().any(|known| Some(known.name) == judge && known.goal == Goal::First)
}

/// The first difference of two models, if there is one.
pub(super) fn first_gap(found: Contrast) -> Option<String> {
    match found.verdict {
        ContrastVerdict::Same | ContrastVerdict::Renamed | ContrastVerdict::Undecided => None,
        ContrastVerdict::Differs => found.gaps.into_iter().next().map(|gap| gap.what),
        ContrastVerdict::Different(why) => Some(why),
    }
}

/// A state of a puzzle for Step.
pub(super) fn shared_state(spot: Option<StepPlace>, puzzle: &Puzzle) -> Option<SharedState> {
    let StepPlace { rule, address, reordered } = spot?;
    let puzzle = match reordered {
        None => puzzle.clone(),
        Some(listing) => Puzzle::new(&cover::KIND, &cover::KNUTH, Shape::from(listing)),
    };
    Some(SharedState { puzzle, rule, site: address.into() })
}

/// Reads the cases of an input: the puzzles of a form, or the cases of a judge.
fn cases(input: Input, form: &FormName, judge: Option<&str>) -> anyhow::Result<Cases> {
    let name = input.name.clone();
    let puzzles = match JUDGES.iter().find(|known| Some(known.name) == judge) {
        None => input.puzzles(form)?.puzzles,
        Some(judge) => judge.puzzles(&input.text).map_err(|error| anyhow!("{}", draw(&name, &input.text, &error)))?,
    };
    ensure!(!puzzles.is_empty(), "error: {name}: there is no case in it");
    let names = puzzles.iter().map(encoded).collect::<Result<Vec<_>, _>>();
    let names = names.map_err(|why| anyhow!("error: {name}: {why}"))?;
    Ok(Cases { puzzles, names })
}

/// The longest line of a trace that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// Compares a trace that was written to a file.
fn read_trace(against: &mut Against, trace: Option<&Path>) -> anyhow::Result<Ended> {
    let bounds = files::Bounds { wait: Duration::MAX, ..bounds() };
    let path = trace.unwrap_or(Path::new("-"));
    let source = files::open(Some(path), bounds).map_err(|why| anyhow!("error: {}: {why}", path.display()))?;
    for line in source.lines(LONGEST) {
        let line = match line {
            Ok(line) => line,
            Err(files::LineError::Io(error)) if files::is_stopped(&error) => break,
            Err(files::LineError::Io(error)) => return Err(anyhow!("error: {}: {error}", path.display())),
            // Such a line is not an operation.
            Err(_) => continue,
        };
        if !against.line(&String::from_utf8_lossy(&line)) {
            break;
        }
    }
    Ok(Ended::Done)
}

/// The number of other lines of a program that are kept, from its end.
const COMPLAINTS: usize = 6;

/// Runs a program and compares its operations as they come. Also returns the last other lines that
/// it printed.
fn run_program(
    against: &mut Against,
    command: &[OsString],
    input: Arc<Vec<u8>>,
    silence: Duration,
) -> anyhow::Result<(Ended, Vec<String>)> {
    let limits = Limits { silence: Some(silence), time: None, memory: None };
    let (mut first, mut second) = (LineCutter::default(), LineCutter::default());
    let mut other: Vec<String> = Vec::new();
    // The stream of the operations: descriptor 3 if it is used, else standard output.
    let mut traced: Option<Stream> = None;
    // The lines of each stream before that is known. They may come in any order.
    let mut before = [0, 0];
    let mut take = |against: &mut Against, stream: Stream, line: &str| {
        let is_operation = ProtocolLine::read(line).is_some();
        let at = usize::from(stream == Stream::Second);
        if is_operation && traced.is_none() {
            traced = Some(stream);
            against.pass(before[at]);
        }
        if traced.is_none() {
            before[at] += 1;
        }
        if is_operation && traced == Some(stream) {
            return against.line(line);
        }
        if !line.trim().is_empty() && stream == Stream::Second {
            other.push(line.trim_end().to_string());
            if other.len() > COMPLAINTS {
                other.remove(0);
            }
        }
        if traced == Some(stream) { against.line(line) } else { true }
    };
    let end = run_child(command, input, true, limits, |stream, bytes| {
        let cutter = if stream == Stream::First { &mut first } else { &mut second };
        let before = against.operations();
        match cutter.feed(bytes, |line| take(against, stream, line)) {
            false => Heard::Enough,
            true if against.operations() > before => Heard::Wanted,
            true => Heard::Other,
        }
    });
    let end = end.map_err(|error| anyhow!("the program cannot be run: {error}"))?;
    first.end(|line| take(against, Stream::First, line));
    second.end(|line| take(against, Stream::Second, line));
    let ended = match end {
        End::Exit(0) | End::Stopped => Ended::Done,
        End::Exit(127) => {
            return Err(anyhow!("the program cannot be run: {}", other.last().map_or("not found", String::as_str)));
        }
        End::Exit(126) => {
            return Err(anyhow!(
                "the program cannot be run: {}",
                other.last().map_or("not executable", String::as_str)
            ));
        }
        End::Exit(code) => Ended::Crashed(format!("exit code {code}")),
        End::Signal(signal) => Ended::Crashed(signal_words(signal)),
        End::Silent | End::Time | End::Memory => Ended::Hung(silence.as_secs()),
    };
    // What a program prints is shown if it explains its end.
    let shown = if matches!(ended, Ended::Crashed(_)) { other } else { Vec::new() };
    Ok((ended, shown))
}
