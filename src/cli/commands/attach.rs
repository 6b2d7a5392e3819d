//! `attach`: the user's own program, unmodified, beside Algorithm X.

use super::{Example, Run};
use crate::cli::args::{INPUT, JSON, OUTPUT, seconds};
use crate::cli::attach::blame::{Culprit, Deed, blame};
use crate::cli::attach::follow::{FollowLimits, Followed, Wrong, follow};
use crate::cli::attach::gdb::{Gdb, GdbError, Place};
use crate::cli::attach::survey::{Survey, survey};
use crate::cli::case::{print_rows, quoted};
use crate::cli::code;
use crate::cli::input::read;
use crate::cli::interrupt::{bounds, is_interrupted};
use crate::cli::notice::Progress;
use crate::cli::row::write_json;
use crate::study::attach::{LinkOperation, Word};
use crate::study::{AgainstSettings, Difference, Missed, Operation, Verdict, noun_of, plural, thousands};
use anyhow::anyhow;
use clap::ValueHint;
use schemars::JsonSchema;
use serde::Serialize;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Follow your own program as it is, to the line that breaks a ring
///
/// Your program runs under gdb, with its input on standard input: nothing is edited, and no puzzle
/// is needed. Its links are found in its memory by what holds of their values, its matrix is read
/// there, and each change of the rings is compared with a cover or an uncover. The first number that
/// is wrong is named, with the line of your source that wrote it. Compile with `-g`, and best with
/// `-O0`. Programs in C, C++ and Rust are followed; for others there is `quadrille against`. The exit
/// code is 0 if nothing differs, 1 at a difference or a crash, 2 if the program cannot be followed,
/// and 3 if it does not end.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Your program with its arguments
    #[arg(required = true, trailing_var_arg = true, value_hint = ValueHint::CommandWithArguments)]
    command: Vec<OsString>,
    /// The input of your program. Default: standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = INPUT)]
    input: Option<PathBuf>,
    /// One solution is wanted: a program that stops at it has missed nothing
    #[arg(long)]
    first: bool,
    /// Seconds of your program's time without an operation, after which it hangs
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    silence: Duration,
    #[arg(long, help_heading = OUTPUT, help = JSON)]
    json: bool,
}

/// The object that `attach --json` prints.
// Many fields: a JSON object has one for each of its keys.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Attached")]
pub struct AttachJson {
    /// `same`, `stops`, `differs`, `crash` or `hang`.
    status: &'static str,
    /// The roles of the links, in one line.
    links: String,
    /// The functions that cover and uncover.
    operations_in: Vec<SourcePlace>,
    /// The search function, if it calls itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<SourcePlace>,
    /// The number of covers and uncovers that were compared.
    operations: u64,
    cases: u64,
    /// The number of solutions that the search came to.
    solutions: u64,
    /// The number of the operation that differs, counted from 1. Left out if nothing differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    op: Option<u64>,
    /// What is wrong, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<String>,
    /// The rule that does not hold, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    invariant: Option<String>,
    /// The likely bug, if one explains the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    bug: Option<&'static str>,
    /// The line of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<SourcePlace>,
    /// What this line does, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    deed: Option<String>,
    /// The lines of the loops that the function was in last, the inner one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    loops: Vec<u64>,
    /// The lines that the function passed since the operation before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trail: Vec<u64>,
    /// Habits of the program that are legal.
    notes: Vec<String>,
    #[serde(skip)]
    rows: Vec<(&'static str, String)>,
}

/// A line of the user's source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct SourcePlace {
    file: String,
    /// Counted from 1.
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<String>,
}

impl SourcePlace {
    fn of(place: &Place) -> SourcePlace {
        SourcePlace {
            file: place.file.clone().unwrap_or_default(),
            line: place.line,
            function: place.function.as_deref().map(short_name),
        }
    }

    fn words(&self) -> String {
        let file = self.file.rsplit('/').next().unwrap_or(&self.file);
        match &self.function {
            Some(function) => format!("{file}:{} ({function})", self.line),
            None => format!("{file}:{}", self.line),
        }
    }
}

/// The name of a function without its types.
fn short_name(signature: &str) -> String {
    let name = signature.split('(').next().unwrap_or(signature);
    let name = name.rsplit([' ', '*', '&']).next().unwrap_or(name);
    let name = name.rsplit("::").next().filter(|name| !name.is_empty()).unwrap_or(name);
    if name == "operator" { "a lambda".to_string() } else { name.to_string() }
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let input = read(Some(self.input.as_deref().unwrap_or(Path::new("-"))), bounds())?;
        let name = quoted(&self.command);
        let failed = |why: &dyn std::fmt::Display| anyhow!("{name}: {why}");
        let mut gdb = match Gdb::start(&self.command, input.text.as_bytes()) {
            Err(GdbError::Interrupted) => return Ok(code::INTERRUPTED),
            started => started.map_err(|why| failed(&why))?,
        };
        let survey = match survey(&mut gdb) {
            _ if is_interrupted() => return Ok(code::INTERRUPTED),
            survey => survey.map_err(|why| failed(&why))?,
        };
        let limits = FollowLimits { silence: self.silence, stops: 2_000_000 };
        let settings = AgainstSettings { first: self.first, ..AgainstSettings::default() };
        let mut progress = Progress::begin();
        let mut draw = |stops: u64| {
            if let Some(progress) = &mut progress {
                progress.draw(|| plural(stops as usize, "stop"));
            }
        };
        let followed = follow(&mut gdb, &survey, settings, limits, &mut draw);
        drop(progress);
        if is_interrupted() {
            return Ok(code::INTERRUPTED);
        }
        let followed = followed.map_err(|why| failed(&why))?;
        // Without the line, the rest is still said.
        let culprit = blame(&mut gdb, &survey, &followed).ok().flatten();
        drop(gdb);
        if is_interrupted() {
            return Ok(code::INTERRUPTED);
        }
        let said = report(&survey, &followed, culprit.as_ref());
        match self.json {
            true => write_json(out, &said)?,
            false => print(&name, &said, &followed, out)?,
        }
        Ok(match said.status {
            "same" => code::YES,
            "hang" => code::LIMIT,
            _ => code::NO,
        })
    }
}

/// The rule that a wrong number breaks.
fn rule(operation: Option<LinkOperation>, word: Word) -> &'static str {
    match (operation, word) {
        (_, Word::Size(_)) => "the size at a header is the length of its list",
        (Some(LinkOperation::Cover(_)), _) => {
            "cover takes the header out of its ring, and the other nodes of each row of its list out of theirs"
        }
        (Some(LinkOperation::Uncover(_)), _) => "uncover undoes cover in the reverse order, so that each link is as before",
        (None, _) => "only a cover or an uncover changes the links during the search",
    }
}

fn report(survey: &Survey, followed: &Followed, culprit: Option<&Culprit>) -> AttachJson {
    let function = |at: usize| {
        let function = &survey.functions[at];
        SourcePlace {
            file: function.file.clone(),
            line: function.line,
            function: Some(short_name(&function.signature)),
        }
    };
    let mut said = AttachJson {
        status: "same",
        links: survey.roles.clone(),
        operations_in: survey.changes.iter().map(|&at| function(at)).collect(),
        search: survey.search.map(function),
        operations: followed.operations,
        cases: followed.report.cases,
        solutions: followed.report.solutions,
        notes: followed.report.notes.clone(),
        ..AttachJson::default()
    };
    if followed.counts_late {
        said.notes.push("sizes do not change with the operations: they are counted when needed, or never".to_string());
    }
    match (&followed.wrong, &followed.report.verdict) {
        (None, Verdict::Stops(Missed { found, of, is_all, .. })) => {
            said.status = "stops";
            let at_least = if *is_all { "" } else { "at least " };
            said.what = Some(format!(
                "it stops after {} of {at_least}{} solutions: is one wanted? `--first` says so",
                thousands((*found).into()),
                thousands(*of)
            ));
        }
        (None, _) => {}
        (Some(Wrong::Build(fault)), _) => {
            said.status = "differs";
            said.op = Some(0);
            said.what = Some(format!("{} is {}; it should be {}", fault.name, fault.said, fault.is));
            said.invariant = Some(fault.rule.to_string());
        }
        (Some(Wrong::Links(fault)), _) => {
            said.status = if followed.hangs { "hang" } else { "differs" };
            said.op = Some((followed.operations + 1).saturating_sub(fault.back));
            if let Some(matrix) = &followed.matrix {
                let value = |value: i64| match fault.word {
                    Word::Link(..) => matrix.node_written(value as u32),
                    Word::Size(_) => value.to_string(),
                };
                let after = match fault.operation {
                    Some(LinkOperation::Cover(header)) => format!(" after the cover of column {}", matrix.item(header)),
                    Some(LinkOperation::Uncover(header)) => format!(" after the uncover of column {}", matrix.item(header)),
                    None => String::new(),
                };
                let (_, now, is) = fault.values;
                let name = matrix.word_name(fault.word);
                said.what = Some(format!("{name} is {}{after}; it should be {}", value(now), value(is)));
            }
            said.invariant = Some(rule(fault.operation, fault.word).to_string());
        }
        (Some(Wrong::Search | Wrong::End), Verdict::Differs(difference)) => {
            said.status = match (&followed.wrong, &followed.end) {
                (Some(Wrong::End), Some(_)) if followed.hangs => "hang",
                (Some(Wrong::End), Some(_)) => "crash",
                _ => "differs",
            };
            said.op = Some(followed.operations);
            said.what = Some(difference.what.clone());
            said.invariant = Some(difference.invariant.clone());
            said.bug = difference.bug.map(crate::study::Bug::id);
            rows_of(difference, followed, &mut said.rows);
        }
        (Some(_), _) => {
            said.status = if followed.hangs { "hang" } else { "crash" };
            said.what.clone_from(&followed.end);
        }
    }
    if let Some(culprit) = culprit {
        said.line = Some(SourcePlace::of(&culprit.place));
        said.loops.clone_from(&culprit.loops);
        said.trail.clone_from(&culprit.trail);
        said.deed = deed_words(&culprit.deed);
        line_rows(culprit, &mut said.rows);
    }
    if let Some(end) = followed.end.as_ref().filter(|_| followed.wrong.is_some()) {
        said.rows.push(("the end", end.clone()));
    }
    said
}

fn deed_words(deed: &Deed) -> Option<String> {
    match deed {
        Deed::Wrote { name, said, is } => Some(format!("it writes {said} into {name}; right is {is}")),
        Deed::LeftOut { name, is } => Some(format!("{name} is not set beside it; right is {is}")),
        Deed::CalledWith { what, why } => Some(format!("it calls this operation for {what}, {why}")),
        Deed::Called => Some("it calls this operation".to_string()),
        Deed::Ended => Some("the search ends here".to_string()),
        Deed::Here => None,
    }
}

/// The rows about the search.
fn rows_of(difference: &Difference, followed: &Followed, rows: &mut Vec<(&'static str, String)>) {
    let shown = match followed.told {
        Some(Operation::Enter) => Some("a call of the search"),
        Some(Operation::Leave) => Some("the return of the search"),
        _ => None,
    };
    let own = difference.yours.clone().filter(|yours| yours.contains("cover "));
    if let Some(yours) = own.or_else(|| shown.map(str::to_string)) {
        rows.push(("yours", yours));
    }
    if !difference.expected.is_empty() {
        rows.push(("right", difference.expected.join(", or ")));
    }
    if let Some(bug) = difference.bug {
        rows.push(("likely bug", bug.words().to_string()));
        rows.push(("to do", bug.remedy().to_string()));
    }
    rows.extend(difference.picture.clone());
    if !difference.path.is_empty() {
        rows.push(("chosen", difference.path.join(", ")));
    }
}

/// The rows about a line of the source.
fn line_rows(culprit: &Culprit, rows: &mut Vec<(&'static str, String)>) {
    let place = SourcePlace::of(&culprit.place);
    let source = culprit.source().map_or(String::new(), |text| format!(": {text}"));
    rows.push(("line", format!("{}{source}", place.words())));
    rows.extend(deed_words(&culprit.deed).map(|words| ("", words)));
    let lines = |lines: &[u64]| lines.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    match &culprit.loops[..] {
        [] => {}
        [line] => rows.push(("loop", format!("line {line}"))),
        loops => rows.push(("loops", format!("lines {}", lines(loops)))),
    }
    if culprit.loops.is_empty() && !culprit.trail.is_empty() {
        rows.push(("", format!("it came here by {}", lines(&culprit.trail))));
    }
    let locals: Vec<String> =
        culprit.locals().iter().take(8).map(|local| format!("{} = {}", local.name, local.text)).collect();
    if !locals.is_empty() {
        rows.push(("variables", locals.join(", ")));
    }
    let calls: Vec<String> = culprit.frames.iter().skip(1).take(6).map(|frame| SourcePlace::of(frame).words()).collect();
    if !calls.is_empty() {
        rows.push(("called from", calls.join(" < ")));
    }
}

fn print(name: &str, said: &AttachJson, followed: &Followed, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}", said.links)?;
    let places: Vec<String> = said.operations_in.iter().chain(&said.search).map(SourcePlace::words).collect();
    writeln!(out, "stops: {}", places.join(", "))?;
    let operations = format!("{} {}", thousands(said.operations.into()), noun_of(said.operations, "operation"));
    let cases = format!("{} {}", said.cases, noun_of(said.cases, "case"));
    let solutions = format!("{} {}", thousands(said.solutions.into()), noun_of(said.solutions, "solution"));
    let mut rows: Vec<(&str, String)> = Vec::new();
    match said.status {
        "same" | "stops" => writeln!(out, "{name}: same in all {operations}, {cases}, {solutions}")?,
        status => {
            let place = match said.op {
                Some(0) => "before the first operation".to_string(),
                Some(op) => format!("at operation {}", thousands(op.into())),
                None => "at its beginning".to_string(),
            };
            let case = if followed.report.cases > 1 { format!(" of case {}", said.cases) } else { String::new() };
            let verb = match status {
                "hang" => "does not end",
                "crash" => "crashes",
                _ => "differs",
            };
            writeln!(out, "{name}: {verb} {place}{case}")?;
        }
    }
    rows.extend(said.what.clone().map(|what| ("what", what)));
    rows.extend(said.invariant.clone().map(|rule| ("broken rule", rule)));
    rows.extend(said.rows.iter().cloned());
    rows.extend(said.notes.iter().map(|note| ("also seen", note.clone())));
    print_rows(&rows, out)
}
