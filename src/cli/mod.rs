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
mod attach;
mod batch;
mod blocks;
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
mod running;
mod search;
mod sheet;
mod state;
mod stream;

pub use args::{FormName, Global, OpenArgs};
pub use commands::kept::ago;
pub use commands::{Cli, Command, CommandKind, Launched, WorkbenchStart, explain, grammar};
pub use input::{Input, ReadError, bundled_at, entries_of, files_below, read};
pub use parse::{meant, words};
pub use running::{is_broken_pipe, run};

use std::io::Write;

/// Runs a command that prints into `out`, and returns its exit code. Messages go to standard error.
pub fn run_into(words: Cli, out: &mut dyn Write) -> anyhow::Result<u8> {
    match words.command.map(Command::kind) {
        Some(CommandKind::Print(print)) => print(out),
        _ => anyhow::bail!("this opens the workbench"),
    }
}
