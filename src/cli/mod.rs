//! The command line: arguments in, text or JSON and an exit code out. Like `shell`, this module
//! does I/O on files; `app` and `ui` do none.

/// Writes a message to standard error. Invisible characters are escaped, because messages contain
/// names and texts from files. A closed standard error is ignored.
macro_rules! say {
    ($($word:tt)*) => {
        $crate::cli::notice::print(&format!($($word)*))
    };
}

mod answer;
mod args;
mod batch;
mod bench;
mod convert;
pub mod explain;
mod generate;
pub mod help;
mod hint;
mod input;
mod interrupt;
mod judge;
mod kept;
mod kinds;
mod lines;
mod link;
mod merge;
mod model;
pub mod notice;
mod pieces;
mod plan;
mod prove;
mod row;
mod stand;
mod stream;
mod tables;
mod trace;

pub use args::{Cli, Command, Global, Open, StepAt};
pub use input::{Input, ReadError, entries_of, files_below, read};
pub use tables::configuration;

use crate::puzzle::{is_near, printable};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use plan::Plan;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// The exit codes, as `--help` lists them.
pub mod code {
    /// Solved, unique, as expected.
    pub const YES: u8 = 0;
    /// No solution, several solutions, or not as expected.
    pub const NO: u8 = 1;
    /// Input or usage that cannot be understood.
    pub const UNUSABLE: u8 = 2;
    /// A limit was hit before the answer was known.
    pub const LIMIT: u8 = 3;
    /// An answer failed verification: a defect of this program.
    pub const DEFECT: u8 = 4;
    /// Interrupted. The results known by then are printed.
    pub const INTERRUPTED: u8 = 130;
}

/// A text of several lines, safe to print.
pub fn escaped(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

/// Runs a command that prints. An interrupted command prints the results so far.
pub fn run(words: Cli) -> anyhow::Result<u8> {
    interrupt::listen()?;
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let done = run_into(words, &mut out).and_then(|code| Ok(out.flush().map(|()| code)?));
    match done {
        Ok(_) if interrupt::is_interrupted() => Ok(code::INTERRUPTED),
        Err(error) if interrupt::is_interrupted() && !is_broken_pipe(&error) => {
            _ = out.flush();
            say!("{error:#}");
            Ok(code::INTERRUPTED)
        }
        done => done.map_err(of_output),
    }
}

/// Names the output in an error of the system that has no name.
fn of_output(error: anyhow::Error) -> anyhow::Error {
    let is_bare = error.chain().count() == 1 && error.downcast_ref::<std::io::Error>().is_some();
    if is_bare && !is_broken_pipe(&error) { error.context("standard output") } else { error }
}

/// Runs a command that prints into `out`, and returns its exit code. Messages go to standard error.
pub fn run_into(words: Cli, out: &mut dyn Write) -> anyhow::Result<u8> {
    match words.command {
        Some(Command::Solve(words)) => batch::run(&Plan::solve(words)?, out),
        Some(Command::Count(words)) => batch::run(&Plan::count(words)?, out),
        Some(Command::Check(words)) => batch::run(&Plan::check(words)?, out),
        Some(Command::Lint(words)) => model::lint_all(&words, out),
        Some(Command::Estimate(words)) => model::estimate_all(&words, out),
        Some(Command::Convert(words)) => convert::run(&words, out),
        Some(Command::Generate(words)) => generate::run(&words, out),
        Some(Command::Hint(words)) => hint::run(&words, out),
        Some(Command::Split(words)) => pieces::run_split(&words, out),
        Some(Command::Work(words)) => pieces::run_work(&words, out),
        Some(Command::Merge(words)) => merge::run_merge(&words, out),
        Some(Command::Prove(words)) => prove::run(&words, out),
        Some(Command::Trace(words)) => trace::run(&words, out),
        Some(Command::Explain(words)) => explain::run(&words, out),
        Some(Command::Kept { deed, json }) => kept::run(deed, json.on, out),
        Some(Command::Judge { name: Some(name), file, .. }) => judge::run(&name, file.as_deref(), out),
        Some(Command::Judge { name: None, json, .. }) => kinds::judges(json, out),
        Some(Command::Bench { engine, json }) => bench::run(engine, json.on, out),
        Some(Command::Keys { settings }) => tables::keys(settings.config.as_deref(), out),
        Some(Command::Kinds { json }) => kinds::kinds(json.on, out),
        Some(Command::Config { settings }) => tables::config(settings.config.as_deref(), out),
        Some(Command::Schema { of }) => tables::schema(of, out),
        Some(Command::Completions { shell }) => help::completions(shell, out),
        Some(Command::Man { command, folder }) => help::man(command.as_deref(), folder.as_deref(), out),
        Some(Command::Step(_)) | None => anyhow::bail!("this opens the workbench"),
    }
}

/// Parses the command line. `Err` is the exit code after help was printed or the arguments were
/// invalid.
pub fn words() -> Result<Cli, ExitCode> {
    // Headings and examples cost as much as a small search, so they are made only to be printed.
    let matches = Cli::command().try_get_matches().or_else(|_| help::program().try_get_matches());
    let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    let words = parsed.map_err(|error| {
        // A misspelled command is taken for a file, and the file after it for a command.
        let first = std::env::args().nth(1).filter(|word| !word.starts_with('-') && !Path::new(word).exists());
        if error.kind() == ErrorKind::InvalidSubcommand
            && let Some(word) = first
            && let Some(name) = meant(&word)
        {
            say!("error: there is no command `{word}`; did you mean `{name}`?");
            return ExitCode::from(code::UNUSABLE);
        }
        let text = error.render();
        if error.use_stderr() {
            // The message quotes the user's arguments, so it is escaped.
            say!("{}", text.to_string().trim_end());
            return ExitCode::from(code::UNUSABLE);
        }
        let mut out = std::io::stdout().lock();
        match write!(out, "{text}").and_then(|()| out.flush()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                say!("error: standard output: {error}");
                ExitCode::from(code::UNUSABLE)
            }
            _ => ExitCode::SUCCESS,
        }
    })?;
    notice::set(&words.global);
    match stray(&words) {
        None => Ok(words),
        Some(why) => {
            say!("error: {why}");
            Err(ExitCode::from(code::UNUSABLE))
        }
    }
}

/// Returns a message if there is an argument of the workbench before a command.
fn stray(words: &Cli) -> Option<String> {
    let Open { file, form, theme, plain, settings } = &words.open;
    words.command.as_ref()?;
    let stray = [
        (file.is_some(), "FILE"),
        (form.is_some(), "--as"),
        (theme.is_some(), "--theme"),
        (*plain, "--plain"),
        (settings.config.is_some(), "--config"),
    ];
    let (_, name) = stray.into_iter().find(|(given, _)| *given)?;
    Some(format!(
        "{name} before a command belongs to the workbench; if the command has it too, write it after the command"
    ))
}

/// The command that was probably meant by a word that is not a file.
pub fn meant(word: &str) -> Option<String> {
    let program = help::program();
    let names = program.get_subcommands().map(|command| command.get_name().to_string());
    let close = |name: &String| is_near(name, word) || swapped(name, word) || name.starts_with(word) && word.len() > 2;
    names.into_iter().find(close)
}

/// Returns whether two words differ only by two swapped neighbouring letters or by one extra
/// letter.
fn swapped(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let (a, b): (Vec<char>, Vec<char>) = (short.chars().collect(), long.chars().collect());
    let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    match b.len() - a.len() {
        0 if same + 2 <= a.len() => a[same] == b[same + 1] && a[same + 1] == b[same] && a[same + 2..] == b[same + 2..],
        1 => a[same..] == b[same + 1..],
        _ => false,
    }
}

/// Returns whether an error is only a closed output pipe, as with `| head`.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
