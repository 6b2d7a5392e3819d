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
mod case;
mod certify;
mod child;
pub mod code;
mod commands;
mod each;
mod group;
pub mod help;
mod input;
mod interrupt;
mod kin;
mod lines;
mod link;
pub mod notice;
pub mod outlet;
mod parse;
mod pieces;
mod plan;
mod pool;
mod printout;
mod row;
mod search;
mod sheet;
mod state;
mod stream;

pub use args::{FormName, Global, OpenArgs};
pub use commands::kept::ago;
pub use commands::{Beginning, Cli, Command, CommandKind, Launched, explain, grammar};
pub use input::{Input, ReadError, bundled_at, entries_of, files_below, read};
pub use parse::{meant, words};

use std::io::Write;

/// Runs a command that prints. An interrupted command prints the results so far.
pub fn run(print: impl FnOnce(&mut dyn Write) -> anyhow::Result<u8>) -> anyhow::Result<u8> {
    interrupt::listen()?;
    let mut out = std::io::BufWriter::with_capacity(1 << 16, outlet::Outlet::stdout());
    let done = print(&mut out).and_then(|code| Ok(out.flush().map(|()| code)?));
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
    match words.command.map(Command::kind) {
        Some(CommandKind::Print(print)) => print(out),
        _ => anyhow::bail!("this opens the workbench"),
    }
}

/// Returns whether an error is only a closed output pipe, as with `| head`.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
