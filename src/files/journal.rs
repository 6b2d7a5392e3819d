//! The file of a log. Each line is one write at the end of the file, so the lines are there while
//! the program runs, and after it is killed.

use super::draft::open_log;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// A log that is written. It stops at its limit, and at the first error: a full disk does not
/// disturb the program.
pub struct Journal<W = File> {
    /// `None` once the log has stopped.
    to: Option<W>,
    /// The bytes that lines may still take. The last line has its bytes reserved.
    left: u64,
    last: String,
}

impl Journal {
    /// The size that a log may reach, in bytes.
    pub const LIMIT: u64 = 64 << 20;

    /// Begins a log at `path` with the line `mark`. An earlier log there, which begins with the
    /// same line, is replaced.
    ///
    /// # Errors
    ///
    /// If there is anything else, if another process writes the log, or if the file cannot be
    /// created.
    pub fn create(path: &Path, mark: &str) -> io::Result<Journal> {
        let mark = format!("{mark}\n");
        let file = open_log(path, mark.as_bytes())?;
        Journal::begin(file, mark.as_bytes(), Journal::LIMIT)
    }
}

impl<W: Write> Journal<W> {
    /// Begins a log with the bytes of `mark`, which stops at `limit` bytes.
    ///
    /// # Errors
    ///
    /// If `mark` cannot be written.
    pub fn begin(mut to: W, mark: &[u8], limit: u64) -> io::Result<Journal<W>> {
        to.write_all(mark)?;
        let last = format!("# the log ends here, at its limit of {limit} bytes\n");
        let left = limit.saturating_sub((mark.len() + last.len()) as u64);
        Ok(Journal { to: Some(to), left, last })
    }

    /// Appends a line. Does nothing if the log has stopped.
    pub fn line(&mut self, line: &str) {
        let Some(to) = &mut self.to else { return };
        let line = format!("{line}\n");
        let fits = line.len() as u64 <= self.left;
        let done = to.write_all(if fits { line.as_bytes() } else { self.last.as_bytes() });
        self.left = self.left.saturating_sub(line.len() as u64);
        if !fits || done.is_err() {
            self.to = None;
        }
    }
}
