//! Runs the user's own program: its input, its output, its limits and its end.
//!
//! The program has a process group of its own, which is killed as a whole. Descriptor 3 is a pipe
//! of its own for the operations of its search, so that its standard output stays the judge's. A
//! shell makes it, because `std` passes on three descriptors only: it moves standard output to 3,
//! and standard error to 1.

use super::group::ProcessGroup;
use super::interrupt::is_interrupted;
use super::kin::resident;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child as Process, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Returns whether a file can be run.
pub(crate) fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|held| held.is_file() && held.permissions().mode() & 0o111 != 0)
}

/// The program of this name in a folder of PATH.
pub fn in_path(name: &Path) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|program| is_executable(program))
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time without wanted output after which the program is stopped.
    pub silence: Option<Duration>,
    /// The time after which the program is stopped.
    pub time: Option<Duration>,
    /// The memory in bytes above which the program is stopped. Known on Linux only.
    pub memory: Option<u64>,
}

/// The way in which a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With this exit code.
    Exit(i32),
    Signal(i32),
    /// It was stopped because it printed nothing for too long.
    Silent,
    /// It was stopped because its time was over.
    Time,
    /// It was stopped because it used too much memory.
    Memory,
    /// It was stopped because its output was no longer wanted, or by a signal to this program.
    Stopped,
}

/// The caller's view of some output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// It is what the program is run for.
    Wanted,
    /// It is something else.
    Other,
    /// No more is wanted.
    Enough,
}

/// The streams of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Descriptor 3 if the program was started with it, else standard output.
    First,
    /// Standard error and, if the first stream is descriptor 3, standard output.
    Second,
}

/// Bytes of a stream. Empty at its end.
type Chunk = (Stream, Vec<u8>);

/// The number of bytes that are read at a time.
const CHUNK: usize = 1 << 16;

/// The time between two looks at the clock, the memory and the signals.
const TICK: Duration = Duration::from_millis(20);

/// Starts a program and gives its output to `take`, as it comes, until `take` has enough.
///
/// `traced` gives the program a descriptor 3 for its operations.
///
/// # Errors
///
/// If the program cannot be started.
pub fn run(
    command: &[OsString],
    input: Arc<Vec<u8>>,
    traced: bool,
    limits: Limits,
    mut take: impl FnMut(Stream, &[u8]) -> Heard,
) -> io::Result<End> {
    let script = if traced { r#"exec "$@" 3>&1 1>&2"# } else { r#"exec "$@""# };
    let mut process = Command::new("sh");
    process.args(["-c", script, "sh"]).args(command);
    if traced {
        // The functions of `quadrille shim` write there.
        process.env("QUADRILLE_TRACE", "/dev/fd/3");
    } else {
        process.env_remove("QUADRILLE_TRACE");
    }
    let mut process =
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn()?;
    let group = ProcessGroup::of(process.id());
    if let Some(mut stdin) = process.stdin.take() {
        // A program that does not read its input closes it: that is its own affair.
        thread::Builder::new().name("input".to_string()).spawn(move || _ = stdin.write_all(&input))?;
    }
    let (send, receive) = sync_channel(64);
    if let Some(stdout) = process.stdout.take() {
        read(stdout, Stream::First, send.clone())?;
    }
    if let Some(stderr) = process.stderr.take() {
        read(stderr, Stream::Second, send)?;
    }
    let end = follow(&mut process, group.as_ref(), &receive, limits, &mut take)?;
    if let Some(end) = end {
        // What the program started is killed with it.
        drop(group);
        process.kill()?;
        process.wait()?;
        return Ok(end);
    }
    let status = wait(&mut process, limits)?;
    let stopped = if is_interrupted() { End::Stopped } else { End::Time };
    Ok(status.map_or(stopped, of_status))
}

/// Waits for a program that has closed its streams. `None` if it was killed because it did not end.
fn wait(process: &mut Process, limits: Limits) -> io::Result<Option<ExitStatus>> {
    let until = Instant::now() + limits.silence.or(limits.time).unwrap_or(Duration::from_secs(10));
    while Instant::now() < until && !is_interrupted() {
        if let Some(status) = process.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(1));
    }
    process.kill()?;
    process.wait()?;
    Ok(None)
}

fn of_status(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, Some(signal)) => End::Signal(signal),
        (None, None) => End::Exit(-1),
    }
}

/// The time without output after which a program that has ended is left alone. A process that it
/// has left behind may hold its streams open: that is killed first, and then they end, unless it
/// has left the group.
const LEFT: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(3));

/// Gives the output to `take`. `None` if both streams came to their ends, or the program to its
/// own.
fn follow(
    process: &mut Process,
    mut group: Option<&ProcessGroup>,
    receive: &Receiver<Chunk>,
    limits: Limits,
    take: &mut impl FnMut(Stream, &[u8]) -> Heard,
) -> io::Result<Option<End>> {
    let started = Instant::now();
    let (mut heard, mut read, mut looked) = (started, started, started);
    let mut open = 2;
    while open > 0 {
        let received = receive.recv_timeout(TICK);
        if received.is_ok() {
            read = Instant::now();
        }
        match received {
            Ok((_, bytes)) if bytes.is_empty() => open -= 1,
            Ok((stream, bytes)) => match take(stream, &bytes) {
                Heard::Wanted => heard = Instant::now(),
                Heard::Other => {}
                Heard::Enough => return Ok(Some(End::Stopped)),
            },
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        let now = Instant::now();
        if now - looked < TICK {
            continue;
        }
        looked = now;
        if now - read > LEFT.0 && process.try_wait()?.is_some() {
            group.take().into_iter().for_each(ProcessGroup::kill);
            if now - read > LEFT.1 {
                break;
            }
        }
        if is_interrupted() {
            return Ok(Some(End::Stopped));
        }
        if limits.time.is_some_and(|time| now - started > time) {
            return Ok(Some(End::Time));
        }
        if limits.silence.is_some_and(|silence| now - heard > silence) {
            return Ok(Some(End::Silent));
        }
        if limits.memory.is_some_and(|most| resident(process.id()).is_some_and(|bytes| bytes > most)) {
            return Ok(Some(End::Memory));
        }
    }
    Ok(None)
}

/// Sends what a stream holds, in chunks, on a thread of its own.
fn read(mut from: impl Read + Send + 'static, stream: Stream, to: SyncSender<Chunk>) -> io::Result<()> {
    let work = move || {
        let mut bytes = vec![0; CHUNK];
        loop {
            match from.read(&mut bytes) {
                Ok(0) => break,
                Ok(read) => {
                    if to.send((stream, bytes[..read].to_vec())).is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        _ = to.send((stream, Vec::new()));
    };
    thread::Builder::new().name("output".to_string()).spawn(work).map(drop)
}

/// The name of a signal: `SIGSEGV`, and what it usually means.
pub(crate) fn signal_words(signal: i32) -> String {
    let name = signal_hook::low_level::signal_name(signal).map_or(format!("signal {signal}"), str::to_string);
    let meaning = match signal {
        4 => ": an illegal instruction",
        6 => ": it called abort, or an assertion failed",
        8 => ": a division by zero",
        9 => ": it was killed",
        7 | 10 | 11 => ": it read or wrote memory that is not its own",
        _ => "",
    };
    format!("{name}{meaning}")
}

/// Cuts a stream into lines. A line that is too long is cut.
#[derive(Debug, Default)]
pub(crate) struct LineCutter {
    rest: Vec<u8>,
}

/// The longest line in bytes that is kept.
const LONGEST: usize = 1 << 16;

impl LineCutter {
    /// Calls `line` for each whole line, until it returns false.
    pub fn feed(&mut self, bytes: &[u8], mut line: impl FnMut(&str) -> bool) -> bool {
        let mut rest = bytes;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let goes_on = if self.rest.is_empty() {
                line(&String::from_utf8_lossy(&rest[..end]))
            } else {
                self.keep(&rest[..end]);
                let whole = std::mem::take(&mut self.rest);
                line(&String::from_utf8_lossy(&whole))
            };
            if !goes_on {
                return false;
            }
            rest = &rest[end + 1..];
        }
        self.keep(rest);
        true
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = LONGEST.saturating_sub(self.rest.len());
        self.rest.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// Calls `line` for a last line without its end.
    pub fn end(&mut self, mut line: impl FnMut(&str) -> bool) {
        if !self.rest.is_empty() {
            line(&String::from_utf8_lossy(&std::mem::take(&mut self.rest)));
        }
    }
}
