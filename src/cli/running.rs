//! Runs a command that prints: its output, its interrupts and its exit code.

use super::{code, interrupt, outlet};
use std::io::Write;

/// Runs a command that prints. An interrupted command prints the results so far.
pub fn run(print: impl FnOnce(&mut dyn Write) -> anyhow::Result<u8>) -> anyhow::Result<u8> {
    interrupt::listen()?;
    let mut out = std::io::BufWriter::with_capacity(1 << 16, outlet::Outlet::stdout());
    let done = print(&mut out).and_then(|code| Ok(out.flush().map(|()| code)?));
    match done {
        Ok(_) if interrupt::is_interrupted() && !interrupt::is_all_kept() => Ok(code::INTERRUPTED),
        Err(error) if interrupt::is_interrupted() && !is_broken_pipe(&error) => {
            _ = out.flush();
            say!("{error:#}");
            Ok(code::INTERRUPTED)
        }
        done => done.map_err(of_output),
    }
}

/// Names the output in an error of the system that has no name. An error in words says itself what
/// it is about.
fn of_output(error: anyhow::Error) -> anyhow::Error {
    let is_of_system = error.downcast_ref::<std::io::Error>().is_some_and(|error| error.raw_os_error().is_some());
    let is_bare = error.chain().count() == 1 && is_of_system;
    if is_bare && !is_broken_pipe(&error) { error.context("standard output") } else { error }
}

/// Returns whether an error is only a closed output pipe, as with `| head`.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
