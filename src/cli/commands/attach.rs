//! `attach`: the user's own program, unmodified, beside Algorithm X.

use super::against::{first_gap, shared_state, wants_first};
use super::{Example, Launch, Launched, WorkbenchStart};
use crate::cli::args::{INPUT, JSON, OUTPUT, OpenArgs, names, seconds};
use crate::cli::attach::blame::{Culprit, LineDeed, blame};
use crate::cli::attach::debugger::{Debugger, DebuggerError, Function, Place, plain_name};
use crate::cli::attach::follow::{FollowLimits, Followed, Wrong, follow};
use crate::cli::attach::sets::{SetCulprit, SetFollowed, SetSurvey, blame_sets, follow_sets, survey_sets};
use crate::cli::attach::survey::{LinkSurvey, Unfollowed, survey};
use crate::cli::case::{print_rows, quoted};
use crate::cli::code;
use crate::cli::input::{encoded, open, read};
use crate::cli::interrupt::{bounds, is_interrupted, listen};
use crate::cli::notice::Progress;
use crate::cli::outlet::Outlet;
use crate::cli::row::write_json;
use crate::cli::running::run;
use crate::dlx::Class;
use crate::files::write_new;
use crate::puzzle::{Export, Listing, Puzzle, Severity, Shape, cover, lint, setcover};
use crate::study::attach::{LinkOperation, LinkWord, Matrix, RoleNames, TornPair, torn_rings};
use crate::study::{
    AgainstSettings, ContrastVerdict, Difference, JUDGES, Missed, Operation, SharedState, StepPlace, Verdict, contrast,
    load_cases, noun_of, plural, thousands,
};
use anyhow::anyhow;
use clap::ValueHint;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Follow your own program as it is, to the line that breaks a ring
///
/// Your program runs under gdb, with its input on standard input: nothing is edited, and no puzzle
/// is needed. Its links are found in its memory by what holds of their values, its matrix is read
/// there, and each change of the rings is compared with a cover or an uncover. The first number that
/// is wrong is named, with the line of your source that wrote it. Compile with `-g`, and without an
/// optimization. Programs in C, C++ and Rust are followed, and scripts in Python, which run in their
/// own interpreter; for others there is `quadrille against`. Covers may be exact or repeated. The exit
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
    /// Seconds to wait for the next operation of your program
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    silence: Duration,
    /// The roles of your links, in the form in which they are printed: `L R U D; S; column C; root 0`
    #[arg(long, value_name = "ROLES", value_parser = RoleNames::parse, help_heading = INPUT)]
    roles: Option<RoleNames>,
    /// Read the input as that of this judge's problem, and compare your matrix with ours
    #[arg(long, value_name = "NAME", conflicts_with = "against", help_heading = INPUT,
          value_parser = names(JUDGES.iter().map(|judge| judge.name)), hide_possible_values = true)]
    judge: Option<String>,
    /// Another model of the same problem: print what differs, by the names of items and options
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = INPUT)]
    against: Option<PathBuf>,
    /// Write your matrix to a new file, as items and options
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    matrix: Option<PathBuf>,
    /// Open the first difference in Step
    #[arg(long, conflicts_with = "json")]
    step: bool,
    #[arg(long, help_heading = OUTPUT, help = JSON)]
    json: bool,
}

/// The object that `attach --json` prints.
// Many fields: a JSON object has one for each of its keys.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Attached")]
pub struct AttachJson {
    /// `same`, `stops`, `differs`, `crash`, `hang` or `limit`.
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
    /// The error, in a sentence.
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
    /// The deed of this line, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    deed: Option<String>,
    /// The variable from which a wrong number came, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<String>,
    /// The lines of the loops that the function was in last, the inner one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    loops: Vec<u64>,
    /// The lines that the function passed since the operation before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trail: Vec<u64>,
    /// The columns that must be covered, all columns, the rows and the nodes of the first case.
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<[usize; 4]>,
    /// The first difference of this matrix from that of the judge or of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    unlike: Option<String>,
    /// Habits of the program that are legal, and what is odd in its matrix.
    notes: Vec<String>,
    /// True if covers may overlap in the program.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_repeated: bool,
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
    /// The first line of a function.
    fn begin(function: &Function) -> SourcePlace {
        let name = Some(short_name(&function.signature));
        SourcePlace { file: function.file.clone(), line: function.line, function: name }
    }

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
    match plain_name(signature) {
        "operator" => "a lambda".to_string(),
        name => name.to_string(),
    }
}

impl Launch for Args {
    const EXAMPLES: &'static [Example] = &[
        ("quadrille attach ./mine < in.txt", "Follow your program, and name the line that breaks a ring."),
        ("quadrille attach python3 mine.py < in.txt", "Follow a script in Python."),
        (
            "quadrille attach --judge poj3740 --first ./mine < in.txt",
            "Compare its matrix with that of the judge's problem, too.",
        ),
    ];

    fn launch(self) -> anyhow::Result<Launched> {
        if !self.step {
            return run(|out| Ok(self.follow(out)?.0)).map(Launched::Ended);
        }
        listen()?;
        let (code, shared) = self.follow(&mut Outlet::stdout())?;
        let Some((shared, pair)) = shared else { return Ok(Launched::Ended(code)) };
        let beginning = WorkbenchStart::Shared(Box::new(shared), pair.map(Box::new));
        Ok(Launched::Open { args: OpenArgs::default(), beginning, code: Some(code) })
    }
}

impl Args {
    /// Prints the result. Returns the exit code, and the state before the first difference.
    fn follow(self, out: &mut dyn Write) -> anyhow::Result<(u8, Option<StepStart>)> {
        const INTERRUPTED: (u8, Option<StepStart>) = (code::INTERRUPTED, None);
        // Any bytes, or none, may be a program's input.
        let source = open(Some(self.input.as_deref().unwrap_or(Path::new("-"))), bounds())?;
        let input = source.bytes.read_all(Vec::new(), bounds().bytes, |_, _| true)?;
        let name = quoted(&self.command);
        let failed = |why: &dyn std::fmt::Display| anyhow!("{name}: {why}");
        let mut debugger = match Debugger::start(&self.command, &input) {
            Err(DebuggerError::Interrupted) => return Ok(INTERRUPTED),
            started => started.map_err(|why| failed(&why))?,
        };
        debugger.names = self.roles.clone().unwrap_or_default();
        let survey = match survey(&mut debugger) {
            _ if is_interrupted() => return Ok(INTERRUPTED),
            Err(why @ Unfollowed::NoLinks(_)) if debugger.is_script => {
                let sets = match survey_sets(&mut debugger) {
                    Err(DebuggerError::Interrupted) => return Ok(INTERRUPTED),
                    sets => sets.map_err(|why| failed(&why))?,
                };
                let Some(sets) = sets else { return Err(failed(&why)) };
                return self.follow_sets(debugger, &sets, &input, out);
            }
            Err(why @ Unfollowed::NoLinks(_)) if self.roles.is_some() => {
                return Err(failed(&format!("{why}; none have the roles that `--roles` names")));
            }
            survey => survey.map_err(|why| failed(&why))?,
        };
        let limits = FollowLimits { silence: self.silence, stops: 2_000_000 };
        let first = self.first || wants_first(self.judge.as_deref());
        let settings = AgainstSettings { first, ..AgainstSettings::default() };
        let mut progress = Progress::begin();
        let mut draw = |stops: u64| {
            if let Some(progress) = &mut progress {
                progress.draw(|| plural(stops as usize, "stop"));
            }
        };
        let followed = follow(&mut debugger, &survey, settings, limits, &mut draw);
        drop(progress);
        let followed = match followed {
            Err(DebuggerError::Interrupted) => return Ok(INTERRUPTED),
            followed => followed.map_err(|why| failed(&why))?,
        };
        if let Some(optimized) = survey.optimized.clone().filter(|_| followed.is_doubtful()) {
            return Err(failed(&Unfollowed::Optimized(optimized)));
        }
        // Without the line, the rest is still said.
        let culprit = match followed.is_cut {
            true => None,
            false => blame(&mut debugger, &survey, &followed).ok().flatten(),
        };
        drop(debugger);
        let is_stopped = is_interrupted();
        if is_stopped && !followed.is_cut {
            return Ok(INTERRUPTED);
        }
        let mut said = report(&survey, &followed, culprit.as_ref());
        if let Some(matrix) = followed.first.as_ref().filter(|_| !is_stopped) {
            self.judge_matrix(matrix, &String::from_utf8_lossy(&input), &mut said)?;
        }
        match self.json {
            true => write_json(out, &said)?,
            false => print(&name, &said, out)?,
        }
        let code = if is_stopped { code::INTERRUPTED } else { said.code() };
        // A ring that breaks is shown as it was before.
        let place = match &followed.report.verdict {
            Verdict::Differs(difference) => difference.spot.clone(),
            _ => followed.place.clone(),
        };
        let shared = followed.matrix.as_ref().filter(|_| self.step).and_then(|matrix| {
            let shared = in_step(place, matrix.listing())?;
            let pair = torn_pair(&followed, matrix, &shared, &said);
            Some((shared, pair))
        });
        Ok((code, shared))
    }

    /// Follows a script that searches on sets.
    fn follow_sets(
        self,
        mut debugger: Debugger,
        survey: &SetSurvey,
        input: &[u8],
        out: &mut dyn Write,
    ) -> anyhow::Result<(u8, Option<StepStart>)> {
        let name = quoted(&self.command);
        let failed = |why: &dyn std::fmt::Display| anyhow!("{name}: {why}");
        let limits = FollowLimits { silence: self.silence, stops: 2_000_000 };
        let first = self.first || wants_first(self.judge.as_deref());
        let settings = AgainstSettings { first, ..AgainstSettings::default() };
        let followed = match follow_sets(&mut debugger, survey, settings, limits, &mut |_| {}) {
            Err(DebuggerError::Interrupted) => return Ok((code::INTERRUPTED, None)),
            followed => followed.map_err(|why| failed(&why))?,
        };
        let culprit = blame_sets(&mut debugger, survey, &followed).ok().flatten();
        drop(debugger);
        if is_interrupted() {
            return Ok((code::INTERRUPTED, None));
        }
        let mut said = report_sets(survey, &followed, culprit.as_ref());
        if let Some(matrix) = &followed.matrix {
            said.matrix = Some([matrix.items(), matrix.items(), matrix.options(), matrix.nodes()]);
            self.judge_problem(matrix.listing(), &String::from_utf8_lossy(input), &mut said)?;
        }
        match self.json {
            true => write_json(out, &said)?,
            false => print(&name, &said, out)?,
        }
        let shared = match (&followed.report.verdict, &followed.matrix) {
            (Verdict::Differs(difference), Some(matrix)) if self.step => {
                in_step(difference.spot.clone(), matrix.listing()).map(|shared| (shared, None))
            }
            _ => None,
        };
        Ok((said.code(), shared))
    }

    /// Looks at the matrix of the first case: by itself, and beside the one that is known.
    fn judge_matrix(&self, matrix: &Matrix, input: &str, said: &mut AttachJson) -> anyhow::Result<()> {
        let (primary, all) = matrix.headers();
        said.matrix = Some([primary, all, matrix.options(), matrix.nodes()]);
        self.judge_problem(matrix.listing(), input, said)
    }

    fn judge_problem(&self, listing: Listing, input: &str, said: &mut AttachJson) -> anyhow::Result<()> {
        let (kind, form) = match said.is_repeated {
            true => (&setcover::KIND, &setcover::SETS),
            false => (&cover::KIND, &cover::KNUTH),
        };
        let listing = Listing { repeated: said.is_repeated, ..listing };
        let puzzle = Puzzle::new(kind, form, Shape::from(listing));
        let names = &encoded(&puzzle)?;
        let until = Instant::now() + LINT;
        let mut go_on = || !is_interrupted() && Instant::now() < until;
        let findings = lint(names, &mut go_on).unwrap_or_default();
        let odd = findings.iter().filter(|finding| finding.severity != Severity::Fact);
        said.notes.extend(odd.map(|finding| format!("the matrix: {}", finding.sentence())));
        if let Some(file) = &self.matrix {
            let knuth = Export::named("knuth").ok_or_else(|| anyhow!("there is no form knuth"))?;
            let written = knuth.write(&puzzle).map_err(|why| anyhow!("{}: {why}", file.display()))?;
            write_new(file, written.text.as_bytes()).map_err(|error| anyhow!("{}: {error}", file.display()))?;
        }
        let (text, form) = match (&self.against, &self.judge) {
            (Some(file), _) => (read(Some(file), bounds())?.text, None),
            (None, Some(judge)) => (input.to_string(), Some(judge.as_str())),
            (None, None) => return Ok(()),
        };
        let loaded = load_cases(&text, form).map_err(|why| anyhow!("{why}"))?;
        let other = loaded.puzzles.first().and_then(|puzzle| encoded(puzzle).ok());
        let Some(other) = other else { return Ok(()) };
        let problem = &other.problem;
        let may_overlap = problem.class() == Class::Repeated;
        // Of centers with a radius, each reaches all points in the model: which, the search asks.
        let is_vague = |option| problem.items_of(option).len() == problem.n_items();
        if may_overlap == said.is_repeated && problem.n_items() > 1 && problem.options().all(is_vague) {
            said.notes.push("the matrix of this problem depends on the search: it is not compared".to_string());
            return Ok(());
        }
        let found = contrast(names, &other, &HashMap::new(), &mut go_on);
        if matches!(found.verdict, ContrastVerdict::Undecided) {
            said.notes.push("whether the matrix is that of the puzzle is not decided".to_string());
        }
        said.unlike = match (said.is_repeated, may_overlap) {
            (false, true) => Some(EXACT_FOR_REPEATED.to_string()),
            (true, false) => Some(REPEATED_FOR_EXACT.to_string()),
            _ => first_gap(found),
        };
        if said.unlike.is_some() && matches!(said.status, "same" | "stops") {
            said.status = "differs";
            said.op = Some(0);
        }
        Ok(())
    }
}

/// The state of a matrix that Step opens.
fn in_step(place: Option<StepPlace>, listing: Listing) -> Option<SharedState> {
    shared_state(place, &Puzzle::new(&cover::KIND, &cover::KNUTH, Shape::from(listing)))
}

/// The state that Step opens, and the ring that broke after it.
type StepStart = (SharedState, Option<TornPair>);

/// The ring that the program broke, beside the right one.
fn torn_pair(followed: &Followed, matrix: &Matrix, shared: &SharedState, said: &AttachJson) -> Option<TornPair> {
    let (Some(Wrong::Links(fault)), Some((before, now))) = (&followed.wrong, &followed.states) else { return None };
    let names = encoded(&shared.puzzle).ok()?;
    let rings = torn_rings(fault, (before, now), matrix, &names)?;
    let what = said.op.zip(said.what.as_ref()).map(|(op, what)| format!("Operation {op}: {what}."))?;
    // The row of the line, and the rows below it without names.
    let from = said.rows.iter().position(|(name, _)| *name == "line");
    let rows = from.map_or(&[][..], |from| &said.rows[from..]);
    let own = rows.iter().enumerate().take_while(|(at, (name, _))| *at == 0 || name.is_empty());
    Some(TornPair { rings, what, lines: own.map(|(_, (_, text))| text.clone()).collect() })
}

/// A program of the other class than its problem.
const EXACT_FOR_REPEATED: &str = "covers may overlap in this problem: a column that is taken leaves its rows, by L \
                                  and R, and its rows stay in their other columns; yours takes the rows out";
const REPEATED_FOR_EXACT: &str = "covers may not overlap in this problem: the rows of a column that is covered leave \
                                  their other columns, by U and D; yours leaves them in";

/// Follows a program on a file, which is an input of a judge.
pub fn follow_on(command: &[OsString], input: &Path, judge: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let args = Args {
        command: command.to_vec(),
        input: Some(input.to_path_buf()),
        first: false,
        silence: Duration::from_secs(2),
        roles: None,
        judge: Some(judge.to_string()),
        against: None,
        matrix: None,
        step: false,
        json: false,
    };
    args.follow(out).map(|_| ())
}

/// The time for looking at a matrix.
const LINT: Duration = Duration::from_secs(4);

/// The rule that a wrong number breaks.
fn rule(operation: Option<LinkOperation>, word: LinkWord) -> &'static str {
    match (operation, word) {
        (_, LinkWord::Size(_)) => "the size at a header is the length of its list",
        (Some(LinkOperation::Cover(_)), _) => {
            "cover takes the header out of its ring, and the other nodes of each row of its list out of theirs"
        }
        (Some(LinkOperation::Take(_)), _) => {
            "a column that is taken leaves the rows: each of its other nodes and its header, by L and R"
        }
        (Some(LinkOperation::Release(_)), _) => {
            "giving a column back undoes taking it in the reverse order, so that each link is as before"
        }
        (Some(LinkOperation::Uncover(_)), _) => {
            "uncover undoes cover in the reverse order, so that each link is as before"
        }
        (None, _) => "only a cover or an uncover changes the links during the search",
    }
}

fn report_sets(survey: &SetSurvey, followed: &SetFollowed, culprit: Option<&SetCulprit>) -> AttachJson {
    let mut said = AttachJson {
        status: "same",
        links: survey.roles.clone(),
        search: Some(SourcePlace::begin(&survey.functions[survey.search])),
        operations: followed.operations,
        cases: followed.report.cases,
        solutions: followed.report.solutions,
        notes: followed.report.notes.clone(),
        ..AttachJson::default()
    };
    match (&followed.fault, &followed.report.verdict) {
        (Some(fault), _) => {
            said.status = "differs";
            said.op = Some(if followed.is_build { 0 } else { followed.operations + 1 });
            said.what = Some(fault.what.clone());
            said.invariant = Some(fault.rule.to_string());
        }
        (None, Verdict::Differs(difference)) => {
            said.status = match &followed.end {
                Some(_) if followed.hangs => "hang",
                Some(_) => "crash",
                None => "differs",
            };
            said.op = Some(followed.operations + u64::from(followed.end.is_some()));
            said.what = Some(difference.what.clone());
            said.invariant = Some(difference.invariant.clone());
            said.bug = difference.bug.map(crate::study::Bug::id);
            rows_of(difference, followed.told, &mut said.rows);
        }
        (None, _) if followed.end.is_some() => {
            said.status = if followed.hangs { "hang" } else { "crash" };
            said.op = Some(followed.operations + 1);
            said.what.clone_from(&followed.end);
        }
        (None, _) if followed.is_cut => said.cut(),
        (None, Verdict::Stops(missed)) => said.stops(missed),
        (None, _) => {}
    }
    if let Some(culprit) = culprit {
        said.line = Some(SourcePlace::of(&culprit.place));
        said.deed = Some(culprit.deed.to_string()).filter(|deed| !deed.is_empty());
        let own = Culprit { frames: culprit.frames.clone(), ..Culprit::at(culprit.place.clone(), LineDeed::Here) };
        line_rows(&own, said.deed.clone(), &mut said.rows);
    }
    if let Some(end) = followed.end.as_ref().filter(|_| said.status != "same") {
        said.rows.push(("the end", end.clone()));
    }
    said
}

impl AttachJson {
    fn code(&self) -> u8 {
        match self.status {
            "same" => code::YES,
            "hang" | "limit" => code::LIMIT,
            _ => code::NO,
        }
    }

    /// Nothing differs up to the limit.
    fn cut(&mut self) {
        self.status = "limit";
        self.what = Some("nothing differs so far, and it goes on; a smaller case is followed to its end".to_string());
    }

    /// It found some of the solutions only.
    fn stops(&mut self, missed: &Missed) {
        let Missed { found, of, is_all, .. } = missed;
        self.status = "stops";
        let at_least = if *is_all { "" } else { "at least " };
        self.what = Some(format!(
            "it stops after {} of {at_least}{} solutions: is one wanted? `--first` says so",
            thousands((*found).into()),
            thousands(*of)
        ));
    }
}

fn report(survey: &LinkSurvey, followed: &Followed, culprit: Option<&Culprit>) -> AttachJson {
    let function = |at: usize| SourcePlace::begin(&survey.functions[at]);
    let mut said = AttachJson {
        status: "same",
        links: survey.roles.clone(),
        operations_in: survey.changes.iter().map(|&at| function(at)).collect(),
        search: survey.search.map(function),
        operations: followed.operations,
        cases: followed.report.cases,
        solutions: followed.report.solutions,
        notes: followed.report.notes.clone(),
        is_repeated: survey.is_repeated,
        ..AttachJson::default()
    };
    if followed.is_cut && followed.wrong.is_none() {
        said.cut();
        return said;
    }
    if followed.counts_late {
        said.notes.push("sizes do not change with the operations: they are counted when needed, or never".to_string());
    }
    match (&followed.wrong, &followed.report.verdict) {
        (None, Verdict::Stops(missed)) => said.stops(missed),
        (None, _) => {}
        (Some(Wrong::Build(fault)), _) => {
            said.status = "differs";
            said.op = Some(0);
            said.what = Some(format!("{} is {}; it should be {}", fault.name, fault.said, fault.is));
            said.invariant = Some(fault.rule.to_string());
        }
        (Some(Wrong::Unread(why)), _) => {
            said.status = "differs";
            said.op = Some(0);
            said.what = Some(format!("{why}: what an earlier case left may not be cleared"));
            said.invariant = Some("each ring comes back to where it began".to_string());
        }
        (Some(Wrong::Links(fault)), _) => {
            said.status = if followed.hangs { "hang" } else { "differs" };
            said.op = Some((followed.operations + 1).saturating_sub(fault.back));
            if let Some(matrix) = &followed.matrix {
                let value = |value: i64| matrix.value_written(fault.word, value);
                let after = match fault.operation {
                    Some(LinkOperation::Cover(header)) => format!(" after the cover of column {}", matrix.item(header)),
                    Some(LinkOperation::Uncover(header)) => {
                        format!(" after the uncover of column {}", matrix.item(header))
                    }
                    Some(LinkOperation::Take(node)) => {
                        format!(" after taking the column of {}", matrix.node_name(node))
                    }
                    Some(LinkOperation::Release(node)) => {
                        format!(" after giving the column of {} back", matrix.node_name(node))
                    }
                    None => String::new(),
                };
                let (_, now, is) = fault.values;
                let name = matrix.word_name(fault.word);
                said.what = Some(format!("{name} is {}{after}; it should be {}", value(now), value(is)));
            }
            said.invariant = Some(rule(fault.operation, fault.word).to_string());
        }
        (Some(Wrong::Repeated(fault)), _) => {
            said.status = if fault.is_stop { "stops" } else { "differs" };
            said.op = Some(followed.operations);
            said.what = Some(fault.what.clone());
            said.invariant = Some(fault.rule.to_string());
            said.rows.extend(fault.likely.map(|likely| ("likely bug", likely.to_string())));
        }
        (Some(Wrong::Search | Wrong::End), Verdict::Differs(difference)) => {
            said.status = match (&followed.wrong, &followed.end) {
                (Some(Wrong::End), Some(_)) if followed.hangs => "hang",
                (Some(Wrong::End), Some(_)) => "crash",
                _ => "differs",
            };
            // At its end, the program is in the next operation.
            said.op = Some(followed.operations + u64::from(matches!(followed.wrong, Some(Wrong::End))));
            said.what = Some(difference.what.clone());
            said.invariant = Some(difference.invariant.clone());
            said.bug = difference.bug.map(crate::study::Bug::id);
            rows_of(difference, followed.told, &mut said.rows);
        }
        (Some(_), _) => {
            said.status = if followed.hangs { "hang" } else { "crash" };
            said.op = Some(followed.operations + 1).filter(|_| followed.report.cases > 0);
            said.what.clone_from(&followed.end);
        }
    }
    if let Some(culprit) = culprit {
        said.line = Some(SourcePlace::of(&culprit.place));
        said.loops.clone_from(&culprit.loops);
        said.trail.clone_from(&culprit.trail);
        said.deed = deed_words(&culprit.deed);
        said.cause.clone_from(&culprit.cause);
        line_rows(culprit, said.deed.clone(), &mut said.rows);
    }
    if let Some(end) = followed.end.as_ref().filter(|_| followed.wrong.is_some()) {
        said.rows.push(("the end", end.clone()));
    }
    said
}

fn deed_words(deed: &LineDeed) -> Option<String> {
    match deed {
        LineDeed::Wrote { name, said, is } => Some(format!("it writes {said} into {name}; right is {is}")),
        LineDeed::LeftOut { name, is } => Some(format!("{name} is not set beside it; right is {is}")),
        LineDeed::CalledWith { what, why } => Some(format!("it calls this operation for {what}, {why}")),
        LineDeed::Called => Some("it calls this operation".to_string()),
        LineDeed::Ended => Some("the search ends here".to_string()),
        LineDeed::Here => None,
    }
}

/// The rows about the search.
fn rows_of(difference: &Difference, told: Option<Operation>, rows: &mut Vec<(&'static str, String)>) {
    let shown = match told {
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
        let shown = difference.path.len().saturating_sub(8);
        let dots = if shown > 0 { "..., " } else { "" };
        rows.push(("chosen", format!("{dots}{}", difference.path[shown..].join(", "))));
    }
}

/// The rows about a line of the source.
fn line_rows(culprit: &Culprit, deed: Option<String>, rows: &mut Vec<(&'static str, String)>) {
    let place = SourcePlace::of(&culprit.place);
    let source = culprit.source().map_or(String::new(), |text| format!(": {text}"));
    rows.push(("line", format!("{}{source}", place.words())));
    rows.extend(deed.map(|words| ("", words)));
    rows.extend(culprit.cause.clone().map(|words| ("", words)));
    let lines = |lines: &[u64]| lines.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    match &culprit.loops[..] {
        [] => {}
        [line] => rows.push(("loop", format!("line {line}"))),
        loops => rows.push(("loops", format!("lines {}", lines(loops)))),
    }
    let is_way = matches!(culprit.deed, LineDeed::Called | LineDeed::CalledWith { .. } | LineDeed::Ended);
    if is_way && !culprit.trail.is_empty() {
        rows.push(("", format!("it came here by lines {}", lines(&culprit.trail))));
    }
    // What is not set beside a line in the building belongs to the lines after it.
    if matches!(culprit.deed, LineDeed::LeftOut { .. }) && culprit.frames.is_empty() && !culprit.trail.is_empty() {
        rows.push(("", format!("the lines after it are {}", lines(&culprit.trail))));
    }
    let locals: Vec<String> =
        culprit.locals().iter().take(8).map(|local| format!("{} = {}", local.name, local.text)).collect();
    if !locals.is_empty() {
        rows.push(("variables", locals.join(", ")));
    }
    let calls: Vec<String> =
        culprit.frames.iter().skip(1).take(6).map(|frame| SourcePlace::of(frame).words()).collect();
    if !calls.is_empty() {
        rows.push(("called from", calls.join(" < ")));
    }
}

fn print(name: &str, said: &AttachJson, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}", said.links)?;
    let places: Vec<String> = said.operations_in.iter().chain(&said.search).map(SourcePlace::words).collect();
    writeln!(out, "stops: {}", places.join(", "))?;
    let operations = format!("{} {}", thousands(said.operations.into()), noun_of(said.operations, "operation"));
    let cases = format!("{} {}", said.cases, noun_of(said.cases, "case"));
    let solutions = format!("{} {}", thousands(said.solutions.into()), noun_of(said.solutions, "solution"));
    let mut rows: Vec<(&str, String)> = Vec::new();
    match said.status {
        "same" => writeln!(out, "{name}: same in all {operations}, {cases}, {solutions}")?,
        "limit" => writeln!(out, "{name}: same in the first {operations}, {cases}, {solutions}")?,
        "stops" => writeln!(out, "{name}: stops after {operations}, {cases}, {solutions}")?,
        status => {
            let place = match said.op {
                Some(0) if said.what.is_none() => "from the problem in its matrix".to_string(),
                Some(0) => "before the first operation".to_string(),
                Some(op) => format!("at operation {}", thousands(op.into())),
                None => "at its beginning".to_string(),
            };
            let case =
                if said.cases > 1 && said.what.is_some() { format!(" of case {}", said.cases) } else { String::new() };
            let verb = match status {
                "hang" => "does not end",
                "crash" => "crashes",
                _ => "differs",
            };
            writeln!(out, "{name}: {verb} {place}{case}")?;
        }
    }
    if let Some([primary, all, options, nodes]) = said.matrix {
        let secondary = if all > primary { format!(" and {} secondary ones", all - primary) } else { String::new() };
        let (rows_of, nodes) = (plural(options, "row"), plural(nodes, "node"));
        rows.push(("matrix", format!("{}{secondary}, {rows_of}, {nodes}", plural(primary, "column"))));
    }
    rows.extend(said.unlike.clone().map(|what| ("unlike", what)));
    rows.extend(said.what.clone().map(|what| ("what", what)));
    rows.extend(said.invariant.clone().map(|rule| ("broken rule", rule)));
    rows.extend(said.rows.iter().cloned());
    rows.extend(said.notes.iter().map(|note| ("also seen", note.clone())));
    print_rows(&rows, out)
}
