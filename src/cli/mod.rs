//! The command line: words in, text or JSON out, an exit code. The only floor beside `shell` that touches files.

/// Says something on standard error. Nobody may be listening; that is no reason to stop.
macro_rules! say {
    ($($word:tt)*) => {{
        use std::io::Write as _;
        _ = writeln!(std::io::stderr(), $($word)*);
    }};
}

mod args;
mod batch;
mod bench;
mod bulk;
mod input;
mod judge;
mod model;
mod tables;
mod trace;

pub use args::{Cli, ColorWhen, Command, Open, StepAt};
pub use input::{Input, ReadError, entries_of, read};
pub use tables::configuration;

use std::io::Write;
use std::process::ExitCode;

/// The exit codes, as DESIGN and the README list them.
pub mod code {
    /// Solved, unique, as expected.
    pub const YES: u8 = 0;
    /// No solution, several of them, not as expected.
    pub const NO: u8 = 1;
    /// Input or usage that cannot be understood.
    pub const UNUSABLE: u8 = 2;
    /// A limit was hit before the answer was known.
    pub const LIMIT: u8 = 3;
    /// An answer did not verify: a defect of this program.
    pub const DEFECT: u8 = 4;
}

/// Runs a command that prints.
pub fn run(command: Command) -> anyhow::Result<ExitCode> {
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let code = match command {
        Command::Solve(batch) => batch::run(batch::Question::Solve, &batch, &mut out),
        Command::Count(batch) => batch::run(batch::Question::Count, &batch, &mut out),
        Command::Check(batch) => batch::run(batch::Question::Check, &batch, &mut out),
        Command::Lint(words) => model::run(model::Question::Lint, &words, &mut out),
        Command::Estimate(words) => model::run(model::Question::Estimate, &words, &mut out),
        Command::Trace(words) => trace::run(&words, &mut out),
        Command::Step(_) => anyhow::bail!("`step` opens the workbench"),
        Command::Judge { name, file } => judge::run(&name, file.as_deref(), &mut out),
        Command::Bench { engine, json } => bench::run(engine, json, &mut out),
        Command::Keys { config } => tables::keys(config.as_deref(), &mut out),
        Command::Kinds => tables::kinds(&mut out),
        Command::Config { config } => tables::config(config.as_deref(), &mut out),
    }?;
    out.flush()?;
    Ok(ExitCode::from(code))
}

/// Whether an error is only that nobody reads our output any more, as behind `| head`.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
