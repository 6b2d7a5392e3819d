//! The other programs: how each is found, run and read.

use super::workloads::ProblemFiles;
use crate::cli::interrupt::is_interrupted;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{io, thread};

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
pub struct Peer {
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
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = folder.map(Path::to_path_buf).into_iter().chain(std::env::split_paths(&path));
        folders.map(|folder| folder.join(self.name)).find(|program| program.is_file())
    }

    /// Runs the program on a problem.
    pub fn run(&self, program: &Path, files: &ProblemFiles, counts: bool) -> io::Result<Ran> {
        let mut command = Command::new(program);
        match self.reads {
            Reads::Knuth | Reads::Multiple => _ = command.stdin(Stdio::piped()),
            Reads::Clauses => _ = command.arg(&files.clauses),
        }
        let (seconds, said, code) = timed(command, &files.text)?;
        let answer = said.map(|said| match (self.reads, code) {
            (Reads::Clauses, Some(10)) => "solved".to_string(),
            (Reads::Clauses, Some(20)) => "none".to_string(),
            (Reads::Knuth | Reads::Multiple, _) => answer_of_knuth(&said, counts),
            (Reads::Clauses, _) => "no answer".to_string(),
        });
        Ok(Ran { seconds, answer })
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

/// Runs a command, with an input if it has a pipe for one. Returns its seconds, what it printed
/// unless it was stopped, and its exit code.
pub fn timed(mut command: Command, input: &Arc<str>) -> io::Result<(f64, Option<String>, Option<i32>)> {
    let begun = Instant::now();
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // All pipes have threads, so that a full one stops no program.
    let hear = |stream: Option<Box<dyn Read + Send>>| thread::spawn(move || (heard(stream), Instant::now()));
    if let Some(mut stdin) = child.stdin.take() {
        let input = Arc::clone(input);
        // A program may end before it has read everything.
        thread::spawn(move || _ = stdin.write_all(input.as_bytes()));
    }
    let streams = [
        hear(child.stdout.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>)),
        hear(child.stderr.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>)),
    ];
    while streams.iter().any(|stream| !stream.is_finished()) {
        if begun.elapsed() > PATIENCE || is_interrupted() {
            stop(&mut child);
            return Ok((begun.elapsed().as_secs_f64(), None, None));
        }
        thread::sleep(Duration::from_millis(1));
    }
    let heard = streams.map(|stream| stream.join().unwrap_or_else(|_| (String::new(), Instant::now())));
    let code = child.wait()?.code();
    // The end of its streams is its end, without the naps of this thread.
    let ended = heard.iter().map(|(_, ended)| *ended).max().unwrap_or(begun);
    let seconds = (ended - begun).as_secs_f64();
    Ok((seconds, Some(heard.map(|(text, _)| text).concat()), code))
}

/// The beginning of what a program prints; the rest is read and dropped.
fn heard(stream: Option<Box<dyn Read + Send>>) -> String {
    let (mut text, mut buffer) = (Vec::new(), [0; 1 << 13]);
    if let Some(mut stream) = stream {
        while let Ok(read @ 1..) = stream.read(&mut buffer) {
            text.extend_from_slice(&buffer[..read.min(KEPT.saturating_sub(text.len()))]);
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

fn stop(child: &mut Child) {
    _ = child.kill();
    _ = child.wait();
}

/// The runs of a program on a problem.
#[derive(Default)]
pub struct Timed {
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
