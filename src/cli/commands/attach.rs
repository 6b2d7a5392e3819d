//! `attach`: the user's own program, unmodified, beside Algorithm X.

use super::against::{first_gap, shared_state, wants_first};
use super::{Example, Launch, Launched, WorkbenchStart};
use crate::cli::args::{INPUT, JSON, OUTPUT, OpenArgs, bytes, names, seconds};
use crate::cli::attach::debugger::{Debugger, DebuggerLimits};
use crate::cli::attach::print::{exit_code, print};
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
use crate::cli::attach::traced::Tracee;
use crate::cli::case::quoted;
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
use crate::study::{AgainstSettings, ContrastVerdict, SharedState, StepPlace, Verdict, contrast, plural};
use crate::witness::{
    Attached, Built, Culprit, FollowLimits, Followed, Functions, JUDGES, Noted, ProgramSurvey, Recorded, Recording,
    RoleNames, RunEnd, Target, TargetError, TornPair, Unfollowed, confirm, follow, load_cases, record, report, survey,
    torn_pair,
};
use anyhow::anyhow;
use clap::ValueHint;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Follow your own program as it is, to the line that breaks a ring
///
/// Your program runs under gdb, with its input on standard input: nothing is edited, and no puzzle
/// is needed. Its links are found in its memory by what holds of their values, its matrix is read
/// there, and each change of the rings is compared with a cover or an uncover. The first number
/// that is wrong is named, with the line of your source that wrote it. Compile with `-g`, and
/// without an optimization. Programs in C, C++ and Rust are followed, and scripts in Python, which
/// run in their own interpreter; for others there is `quadrille against`. Covers may be exact or
/// repeated. What a second run does not confirm is not said. The exit code is 0 if nothing differs,
/// 1 at a difference or a crash, 2 if the program cannot be followed or nothing can be said, and 3
/// if it does not end.
// Many fields: an option each.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Your program with its arguments
    #[arg(required_unless_present = "replay", trailing_var_arg = true, value_hint = ValueHint::CommandWithArguments)]
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
    /// Memory that your program may use: 64M, 1G
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    memory: u64,
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
    /// Write your matrix to a new file, which every command reads
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    matrix: Option<PathBuf>,
    /// Write a recording of the run to a new file, to attach to a report of a wrong verdict
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "replay", help_heading = OUTPUT)]
    record: Option<PathBuf>,
    /// Judge a file that `--record` has written, in place of a program
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["command", "input", "judge"], help_heading = INPUT)]
    replay: Option<PathBuf>,
    /// Open the first difference in Step
    #[arg(long, conflicts_with = "json")]
    step: bool,
    #[arg(long, help_heading = OUTPUT, help = JSON)]
    json: bool,
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
        let name = self.replay.as_ref().map_or_else(|| quoted(&self.command), |file| file.display().to_string());
        let failed = |why: &dyn std::fmt::Display| anyhow!("{name}: {why}");
        let (input, judged, written) = match &self.replay {
            Some(file) => {
                let text = read(Some(file), bounds())?.text;
                let recording: Recording = serde_json::from_str(&text)
                    .map_err(|why| failed(&format!("it is not a recording of `attach --record`: {why}")))?;
                match recording.fault() {
                    None => {}
                    Some((0, why)) => return Err(failed(&why)),
                    Some((event, why)) => return Err(failed(&format!("event {event}: {why}"))),
                }
                let mut target = Recorded::new(Arc::new(recording));
                (Vec::new(), self.judged(&mut target, |_, _, _| None), Ok(()))
            }
            None => {
                // Any bytes, or none, may be a program's input.
                let source = open(Some(self.input.as_deref().unwrap_or(Path::new("-"))), bounds())?;
                let input = source.bytes.read_all(Vec::new(), bounds().bytes, |_, _| true)?;
                if let Some(file) = self.record.as_ref().filter(|file| file.exists()) {
                    return Err(anyhow!("{}: this file is there already: choose another name", file.display()));
                }
                let limits = DebuggerLimits { silence: self.silence, memory: self.memory };
                let mut debugger = match Debugger::start(&self.command, &input, limits) {
                    Err(TargetError::Interrupted) => return Ok(INTERRUPTED),
                    started => started.map_err(|why| failed(&why))?,
                };
                let (judged, written) = match &self.record {
                    Some(file) => self.recorded(&mut debugger, file),
                    None => (self.judged(&mut debugger, Args::follow_fast), Ok(())),
                };
                (input, judged, written)
            }
        };
        let (survey, followed, culprit) = match judged {
            Err(why @ Unfollowed::NoLinks { .. }) if self.roles.is_some() => {
                return Err(failed(&format!("{why}; none have the roles that `--roles` names")));
            }
            Err(_) if is_interrupted() => return Ok(INTERRUPTED),
            judged => judged.map_err(|why| failed(&why))?,
        };
        let is_stopped = is_interrupted();
        if is_stopped && followed.end != RunEnd::Cut {
            return Ok(INTERRUPTED);
        }
        let mut said = report(&survey, &followed, culprit.as_ref());
        if let Some(matrix) = followed.seen.first().filter(|_| !is_stopped) {
            self.judge_matrix(matrix, &String::from_utf8_lossy(&input), &mut said)?;
        }
        self.say(&name, &said, out)?;
        written?;
        let code = if is_stopped { code::INTERRUPTED } else { exit_code(&said) };
        // A ring that breaks is shown as it was before.
        let place = match &followed.report.verdict {
            Verdict::Differs(difference) => difference.spot.clone(),
            _ => followed.place.clone(),
        };
        let shared = followed.seen.last().filter(|_| self.step).and_then(|matrix| {
            let shared = in_step(place, matrix.listing)?;
            let names = encoded(&shared.puzzle).ok()?;
            let pair = torn_pair(&followed, culprit.as_ref(), &said, &names);
            Some((shared, pair))
        });
        Ok((code, shared))
    }

    /// Judges the program. `fast` follows it in another way, where it can.
    fn judged<T: Target>(&self, target: &mut T, fast: Fast<T>) -> Result<Judged, Unfollowed> {
        let functions = target.functions()?;
        let called = functions.called();
        let mut seen = self.see(target, &called, fast);
        if matches!(seen, Err(Unfollowed::Optimized(_))) && called.functions.len() < functions.functions.len() {
            // Where functions lie inside others, their beginnings there may be enough.
            seen = self.see(target, &functions, fast).or(seen);
        }
        let (survey, mut followed) = seen?;
        let culprit = confirm(target, &survey, &mut followed)?;
        Ok((survey, followed, culprit))
    }

    /// Judges the program, and records it. Returns the error of the recording beside the verdict.
    fn recorded(&self, debugger: &mut Debugger, file: &Path) -> (Result<Judged, Unfollowed>, anyhow::Result<()>) {
        let functions = debugger.functions().map_or(Vec::new(), |functions| functions.called().functions);
        let mut noted = Noted::new(debugger);
        let judged = self.judged(&mut noted, |_, _, _| None);
        let notes = noted.notes();
        let seen = judged.as_ref().ok().map(|(survey, followed, _)| (&survey.functions[..], followed));
        let functions = seen.map_or(&functions[..], |(functions, _)| functions);
        // Without functions, nothing was asked of it.
        if functions.is_empty() || is_interrupted() {
            return (judged, Ok(()));
        }
        let mut write = || -> anyhow::Result<()> {
            let recording = record(debugger, &notes, functions, seen.map(|(_, followed)| followed))?;
            write_new(file, &serde_json::to_vec(&recording)?)?;
            Ok(())
        };
        let written = write().map_err(|error| anyhow!("{}: {error}", file.display()));
        (judged, written)
    }

    /// Looks at the program, and follows it.
    fn see<T: Target>(
        &self,
        target: &mut T,
        functions: &Functions,
        fast: Fast<T>,
    ) -> Result<(ProgramSurvey, Followed), Unfollowed> {
        let survey = survey(target, functions, &self.roles.clone().unwrap_or_default())?;
        let followed = match fast(self, target, &survey) {
            Some(followed) => followed,
            None => self.drawn(|settings, limits, draw| follow(target, &survey, settings, limits, draw)),
        }?;
        match survey.optimized.clone().filter(|_| followed.is_doubtful()) {
            Some(optimized) => Err(Unfollowed::Optimized(optimized)),
            None => Ok((survey, followed)),
        }
    }

    /// Follows the program by stops of our own. `None` where only gdb can.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn follow_fast(&self, debugger: &mut Debugger, survey: &ProgramSurvey) -> Option<Result<Followed, TargetError>> {
        if survey.is_repeated || debugger.is_script() {
            return None;
        }
        let mut traced = Tracee::new(debugger, &survey.functions).ok()?;
        let followed = self.drawn(|settings, limits, draw| follow(&mut traced, survey, settings, limits, draw));
        match followed {
            Ok(_) | Err(TargetError::Interrupted | TargetError::Memory) => Some(followed),
            Err(_) => None,
        }
    }

    /// Other systems and processors have gdb's stops alone.
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
    fn follow_fast(&self, _: &mut Debugger, _: &ProgramSurvey) -> Option<Result<Followed, TargetError>> {
        None
    }

    /// Follows the program with the progress on a line.
    fn drawn<T>(&self, follow: impl FnOnce(AgainstSettings, FollowLimits, &mut dyn FnMut(u64)) -> T) -> T {
        let limits = FollowLimits { silence: self.silence, stops: 2_000_000 };
        let first = self.first || wants_first(self.judge.as_deref());
        let mut progress = Progress::begin();
        let mut draw = |stops: u64| {
            if let Some(progress) = &mut progress {
                progress.draw(|| plural(stops as usize, "stop"));
            }
        };
        follow(AgainstSettings { first, ..AgainstSettings::default() }, limits, &mut draw)
    }

    fn say(&self, name: &str, said: &Attached, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.json {
            true => Ok(write_json(out, said)?),
            false => print(name, said, out),
        }
    }

    /// Looks at the matrix of the first case: by itself, and beside the one that is known.
    fn judge_matrix(&self, matrix: Built, input: &str, said: &mut Attached) -> anyhow::Result<()> {
        said.matrix = Some(matrix.figures);
        let (kind, form) = match said.is_repeated {
            true => (&setcover::KIND, &setcover::SETS),
            false => (&cover::KIND, &cover::KNUTH),
        };
        let listing = Listing { repeated: said.is_repeated, ..matrix.listing };
        let puzzle = Puzzle::new(kind, form, Shape::from(listing));
        let names = &encoded(&puzzle)?;
        let until = Instant::now() + LINT;
        let mut go_on = || !is_interrupted() && Instant::now() < until;
        let findings = lint(names, &mut go_on).unwrap_or_default();
        let odd = findings.iter().filter(|finding| finding.severity != Severity::Fact);
        said.notes.extend(odd.map(|finding| format!("the matrix: {}", finding.sentence())));
        if let Some(file) = &self.matrix {
            // Only the format of our own holds items that may be covered several times.
            let name = if said.is_repeated { "toml" } else { "knuth" };
            let form = Export::named(name).ok_or_else(|| anyhow!("there is no form {name}"))?;
            let written = form.write(&puzzle).map_err(|why| anyhow!("{}: {why}", file.display()))?;
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

/// The findings of all runs of a program.
type Judged = (ProgramSurvey, Followed, Option<Culprit>);

/// Another way to follow a program. `None` where it cannot.
type Fast<T> = fn(&Args, &mut T, &ProgramSurvey) -> Option<Result<Followed, TargetError>>;

/// The state of a matrix that Step opens.
fn in_step(place: Option<StepPlace>, listing: Listing) -> Option<SharedState> {
    shared_state(place, &Puzzle::new(&cover::KIND, &cover::KNUTH, Shape::from(listing)))
}

/// The state that Step opens, and the ring that broke after it.
type StepStart = (SharedState, Option<TornPair>);

/// A program of the other class than its problem.
const EXACT_FOR_REPEATED: &str = "covers may overlap in this problem: a column that is taken leaves its rows, by L \
                                  and R, and its rows stay in their other columns; yours takes the rows out";
const REPEATED_FOR_EXACT: &str = "covers may not overlap in this problem: the rows of a column that is covered leave \
                                  their other columns, by U and D; yours leaves them in";

/// The memory that a program may use, unless another limit is asked for.
const MEMORY: u64 = 1 << 30;

/// Follows a program on a file, which is an input of a judge.
pub(crate) fn follow_on(command: &[OsString], input: &Path, judge: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let args = Args {
        command: command.to_vec(),
        input: Some(input.to_path_buf()),
        first: false,
        silence: Duration::from_secs(2),
        memory: MEMORY,
        roles: None,
        judge: Some(judge.to_string()),
        against: None,
        matrix: None,
        record: None,
        replay: None,
        step: false,
        json: false,
    };
    args.follow(out).map(|_| ())
}

/// The time for looking at a matrix.
const LINT: Duration = Duration::from_secs(4);
