//! The other programs: how each is found, run and read.

use super::workloads::ProblemFiles;
use crate::cli::child::{self, End, Heard, Limits, in_path, is_executable};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time after which a program is stopped.
const PATIENCE: Duration = Duration::from_secs(60);

/// The bytes that are kept of what a program prints.
const KEPT: usize = 1 << 20;

/// The form in which a program reads a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Knuth's form, on standard input. It counts all covers.
    Knuth,
    /// Knuth's form with multiplicities.
    Multiple,
    /// The clauses of the DIMACS format, in a file. It looks for one solution.
    Clauses,
}

/// A program that others have written.
pub(crate) struct Peer {
    pub name: &'static str,
    pub reads: Reads,
}

/// The programs that are known. A row is all that another one of their kinds needs.
pub const PEERS: [Peer; 6] = [
    Peer { name: "dlx1", reads: Reads::Knuth },
    Peer { name: "dlx3", reads: Reads::Multiple },
    Peer { name: "ssxcc", reads: Reads::Knuth },
    Peer { name: "cadical", reads: Reads::Clauses },
    Peer { name: "kissat", reads: Reads::Clauses },
    Peer { name: "minisat", reads: Reads::Clauses },
];

impl Peer {
    /// The program's file: in a folder, or else in PATH.
    pub fn find(&self, folder: Option<&Path>) -> Option<PathBuf> {
        let beside = folder.map(|folder| folder.join(self.name)).filter(|program| is_executable(program));
        beside.or_else(|| in_path(Path::new(self.name)))
    }

    /// Runs the program on a problem.
    pub fn run(&self, program: &Path, files: &ProblemFiles, counts: bool) -> io::Result<Ran> {
        let mut command = vec![program.into()];
        let mut input = Arc::default();
        match self.reads {
            Reads::Knuth | Reads::Multiple => input = Arc::clone(&files.text),
            Reads::Clauses => command.push(files.clauses.clone().into()),
        }
        let ended = timed(&command, input)?;
        let answer = match (self.reads, ended.code) {
            (Reads::Clauses, Some(10)) => "solved".to_string(),
            (Reads::Clauses, Some(20)) => "none".to_string(),
            (Reads::Clauses, _) => "no answer".to_string(),
            (Reads::Knuth | Reads::Multiple, _) => answer_of_knuth(&ended.said, counts),
        };
        Ok(Ran { seconds: ended.seconds, answer: (!ended.is_stopped).then_some(answer) })
    }
}

/// Knuth's programs end with `Altogether 92 solutions, ...`.
fn answer_of_knuth(said: &str, counts: bool) -> String {
    let number = said.split("Altogether ").nth(1).and_then(|rest| rest.split(' ').next());
    match number.filter(|number| number.parse::<u128>().is_ok()) {
        None => "no answer".to_string(),
        Some(number) if counts => number.to_string(),
        Some("0") => "none".to_string(),
        Some(_) => "solved".to_string(),
    }
}

/// A run of a program: its time, and its answer unless it was stopped.
pub struct Ran {
    pub seconds: f64,
    pub answer: Option<String>,
}

/// A run of a command. Without a code, it was stopped or killed.
pub(crate) struct TimedRun {
    pub seconds: f64,
    /// The beginning of what it printed.
    pub said: String,
    pub code: Option<i32>,
    pub is_stopped: bool,
}

/// Runs a command on an input.
pub fn timed(command: &[OsString], input: Arc<Vec<u8>>) -> io::Result<TimedRun> {
    let (begun, mut said) = (Instant::now(), Vec::new());
    let limits = Limits { silence: None, time: Some(PATIENCE), memory: None };
    let end = child::run(command, input, false, limits, |_, bytes| {
        said.extend_from_slice(&bytes[..bytes.len().min(KEPT.saturating_sub(said.len()))]);
        Heard::Wanted
    })?;
    let code = if let End::Exit(code) = end { Some(code) } else { None };
    let is_stopped = matches!(end, End::Time | End::Stopped);
    let said = String::from_utf8_lossy(&said).into_owned();
    Ok(TimedRun { seconds: begun.elapsed().as_secs_f64(), said, code, is_stopped })
}

/// The runs of a program on a problem.
#[derive(Default)]
pub(crate) struct Timed {
    seconds: Vec<f64>,
    answer: Option<String>,
    /// True if a run was stopped.
    stopped: bool,
}

impl Timed {
    pub fn add(&mut self, ran: Ran) {
        self.seconds.push(ran.seconds);
        self.stopped |= ran.answer.is_none();
        // Two answers are one that is wrong.
        self.answer = match (self.answer.take(), ran.answer) {
            (Some(one), Some(other)) if one != other => Some("answers that differ".to_string()),
            (one, other) => other.or(one),
        };
    }

    /// Returns true if no run was stopped.
    pub fn goes_on(&self) -> bool {
        !self.stopped
    }

    /// The median, the shortest and the longest run.
    pub fn seconds(&self) -> [f64; 3] {
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |k: usize| sorted.get(k).copied().unwrap_or_default();
        [at(sorted.len() / 2), at(0), at(sorted.len().saturating_sub(1))]
    }

    pub fn answer(&self) -> &str {
        self.answer.as_deref().unwrap_or("over 60 s")
    }
}
