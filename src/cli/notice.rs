//! Notices and progress on standard error, beside errors, which are always printed. Whether they
//! are printed, and whether colours are used, is set once for the process.

use super::args::Global;
use crate::config::Environment;
use crate::puzzle::printable;
use crate::solve::Snapshot;
use crate::study::{noun_of, thousands};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::{IsTerminal, Write as _, stderr, stdin};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tracing::info;

static QUIET: AtomicBool = AtomicBool::new(false);
static COLOURED: AtomicBool = AtomicBool::new(false);

/// Applies `--quiet` and `--color`.
pub fn set(global: &Global) {
    QUIET.store(global.quiet, Ordering::Relaxed);
    let environment = Environment::of(|name| std::env::var(name).ok());
    let auto = stderr().is_terminal() && !environment.no_color && !environment.dumb;
    COLOURED.store(global.color.unwrap_or_default().or(auto), Ordering::Relaxed);
}

/// A text of several lines, safe to print.
pub fn escaped(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

/// Prints a message. Invisible characters are escaped, because messages contain names and texts
/// from files. A closed standard error is ignored.
pub fn print(message: &str) {
    info!("said: {message}");
    let text = escaped(message);
    let lead = ["error:", "error", "warning:", "warning"].into_iter().find(|lead| text.starts_with(lead));
    _ = match lead.filter(|_| COLOURED.load(Ordering::Relaxed)) {
        Some(lead) => writeln!(stderr(), "\x1b[1;31m{lead}\x1b[0m{}", &text[lead.len()..]),
        None => writeln!(stderr(), "{text}"),
    };
}

/// Prints a notice, unless `--quiet` is set.
pub fn tell(notice: &str) {
    if !QUIET.load(Ordering::Relaxed) {
        print(notice);
    }
}

/// Tells a person at a terminal that a command reads what is typed.
pub(crate) fn waits_for(path: Option<&Path>) {
    let is_standard = path.is_none_or(|path| path == Path::new("-"));
    if is_standard && stdin().is_terminal() {
        tell("reading what you type or paste, up to Ctrl-D on a line of its own; -h lists the options");
    }
}

/// Returns whether progress can be shown.
fn shows_progress() -> bool {
    !QUIET.load(Ordering::Relaxed) && stderr().is_terminal()
}

/// A bar for a batch of puzzles.
pub fn batch(puzzles: usize) -> ProgressBar {
    if puzzles < 2 || !shows_progress() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{pos} of {len} puzzles  {rate}  {eta} left {wide_bar}");
    ProgressBar::new(puzzles as u64).with_style(rated(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
}

/// A line about an input that is answered while it is read. A pipe has no length, so no total is
/// shown.
pub fn lines() -> ProgressBar {
    if !shows_progress() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{pos} puzzles  {rate}  {elapsed}");
    ProgressBar::no_length().with_style(rated(style.unwrap_or_else(|_| ProgressStyle::default_spinner())))
}

/// Gives a style the word `{rate}`: puzzles a second, rounded.
fn rated(style: ProgressStyle) -> ProgressStyle {
    style.with_key("rate", |state: &ProgressState, text: &mut dyn Write| {
        _ = write!(text, "{}/s", thousands(state.per_sec() as u128));
    })
}

/// A line about one long search. It appears after a second and is cleared at the end.
pub struct Progress {
    line: ProgressBar,
    begin: Instant,
    next: Instant,
}

/// The first line appears after this time: most searches end before.
const PATIENCE: Duration = Duration::from_secs(1);
const PERIOD: Duration = Duration::from_millis(200);

impl Progress {
    /// A line for one search; `None` if none is shown.
    pub fn begin() -> Option<Progress> {
        let begin = Instant::now();
        shows_progress().then(|| Progress { line: ProgressBar::hidden(), begin, next: begin + PATIENCE })
    }

    /// Draws the line again if it is due.
    pub fn show(&mut self, look: &dyn Fn() -> Snapshot) {
        self.draw(|| words(&look()));
    }

    /// Draws the line with other words if it is due.
    pub fn draw(&mut self, words: impl FnOnce() -> String) {
        let now = Instant::now();
        if now < self.next {
            return;
        }
        if self.line.is_hidden() {
            let style = ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
            self.line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style);
        }
        self.next = now + PERIOD;
        self.line.set_message(format!("{:.0} s  {}", self.begin.elapsed().as_secs_f64(), words()));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

/// A snapshot in a line.
fn words(snapshot: &Snapshot) -> String {
    let noun = noun_of(if snapshot.count == 1 { 1 } else { 2 }, "solution");
    let solutions = format!("{} {noun}", thousands(snapshot.count));
    let mut text = format!("{} nodes  {solutions}", thousands(snapshot.tally.nodes().into()));
    if let Some(best) = snapshot.best {
        text += &format!("  best so far {}", best.abs());
    }
    if snapshot.address.branches.iter().any(|branch| branch.d > 1) {
        text += &format!("  {:.2} % searched", 100.0 * snapshot.share_searched());
    }
    text
}
