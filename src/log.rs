//! The log of `--log`, for a report of a defect: one line an event, with the seconds since the
//! start, a level, and the module that reports it.
//!
//! Events are those of `tracing`. Without `--log` there is no subscriber, and an event costs the
//! load of one atomic. Only `cli`, `shell` and `main` have events: a search has none.

use crate::files::{Journal, regular};
use crate::puzzle::printable;
use crate::solve::pieces::hex;
use sha2::{Digest, Sha256};
use std::backtrace::Backtrace;
use std::io::{self, IsTerminal, Write};
use std::panic::PanicHookInfo;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;
use tracing::{Level, enabled, error, info};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime, uptime};

/// The first line of a log. A later log replaces only a file that begins with it.
pub const MARK: &str = "# quadrille log 1";

/// Begins the log at `path` with what is known at the start. `size` is the terminal's columns and
/// rows.
///
/// # Errors
///
/// If the file cannot be created, or is not a log.
pub fn begin(path: &Path, size: Option<(u16, u16)>) -> io::Result<()> {
    let lines = Lines(Mutex::new(Journal::create(path, MARK)?));
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(Level::DEBUG)
        .with_timer(uptime())
        .with_ansi(false)
        .with_writer(lines)
        // A message on standard error would disturb the screen.
        .log_internal_errors(false)
        .finish();
    tracing::subscriber::set_global_default(subscriber).map_err(io::Error::other)?;
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        panicked(panic);
        report(panic);
    }));
    preface(size);
    Ok(())
}

/// Logs the program, its arguments, and the system and the terminal that it runs on.
fn preface(size: Option<(u16, u16)>) {
    let mut date = String::new();
    _ = SystemTime.format_time(&mut Writer::new(&mut date));
    info!("quadrille {}, begun at {date}", env!("CARGO_PKG_VERSION"));
    let words: Vec<String> = std::env::args_os().map(|word| format!("{word:?}")).collect();
    info!("command line: {}", words.join(" "));
    let system = rustix::system::uname();
    let part = |text: &std::ffi::CStr| text.to_string_lossy().into_owned();
    let (kernel, machine) = (part(system.release()), part(system.machine()));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    info!(kernel, machine, cores, distribution = distribution(), "system: {}", std::env::consts::OS);
    let variable = |name: &str| match std::env::var_os(name) {
        Some(value) => format!("{name}={value:?}"),
        None => format!("{name} is not set"),
    };
    info!("environment: {}", VARIABLES.map(variable).join(", "));
    let size = size.map_or("unknown".to_string(), |(columns, rows)| format!("{columns}x{rows}"));
    let (stdin, stdout, stderr) = (io::stdin().is_terminal(), io::stdout().is_terminal(), io::stderr().is_terminal());
    info!(size, stdin, stdout, stderr, "terminal (true: this stream is one)");
}

/// Variables that change what is drawn or how it is shown.
const VARIABLES: [&str; 6] = ["TERM", "COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR"];

/// The name and version of a Linux distribution.
fn distribution() -> Option<String> {
    let text = String::from_utf8(regular(Path::new("/etc/os-release"), 1 << 16).ok()?).ok()?;
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches('"').to_string())
}

/// Logs an input that was read as a whole: its name, its size and its SHA-256, not its text.
pub fn input(name: &str, bytes: &[u8]) {
    info!(name, bytes = bytes.len(), sha256 = hex(&Sha256::digest(bytes)), "input read");
}

/// Logs a panic and its backtrace, a line a frame.
pub fn panicked(panic: &PanicHookInfo) {
    if !enabled!(Level::ERROR) {
        return;
    }
    error!(
        "thread {:?} {}",
        thread::current().name().unwrap_or("without a name"),
        panic.to_string().replace('\n', " ")
    );
    for line in Backtrace::force_capture().to_string().lines() {
        error!("backtrace: {line}");
    }
}

/// Writes events into the log. An event comes in one write.
struct Lines(Mutex<Journal>);

impl<'a> MakeWriter<'a> for Lines {
    type Writer = &'a Lines;

    fn make_writer(&'a self) -> &'a Lines {
        self
    }
}

impl Write for &Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).line(&line(&text));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns an event as one line without characters that cannot be seen.
pub fn line(event: &str) -> String {
    printable(&event.trim_end().replace('\n', "\\n")).into_owned()
}
