//! Reads JSON lines from files or from standard input, each as it arrives.

use super::interrupt::bounds;
use crate::files::{self, Bounds, LineError, Unread};
use crate::puzzle::printable;
use std::path::PathBuf;
use std::time::Duration;

/// A line that is not blank.
#[derive(Debug)]
pub(crate) struct InputLine {
    /// The place of the line: `line 3` of standard input, or `done.jsonl:3`.
    pub place: String,
    /// The text of the line. Bytes that are not UTF-8 are replaced, and the caller then refuses the
    /// line. `Err` if the line is too long.
    pub text: Result<String, LineError>,
}

/// The longest line that is read, in bytes.
const LONGEST: usize = 64 << 20;

/// The lines of files, read lazily. `-` is standard input, and so is an empty list. `Err` if a file
/// cannot be opened or read on.
pub fn lines(files: Vec<PathBuf>) -> impl Iterator<Item = anyhow::Result<InputLine>> {
    // A worker waits for its first line without a time limit.
    let bounds = Bounds { wait: Duration::MAX, ..bounds() };
    let files = if files.is_empty() { vec![PathBuf::from("-")] } else { files };
    files.into_iter().flat_map(move |file| {
        let name = printable(&file.display().to_string()).into_owned();
        let is_standard = file.as_os_str() == "-";
        let place = move |at: usize| match is_standard {
            true => format!("line {at}"),
            false => format!("{name}:{at}"),
        };
        let (read, error) = match files::open(Some(&file), bounds) {
            Ok(source) => (Some(source.lines(LONGEST)), None),
            Err(Unread::Stopped) => (None, None),
            Err(why) => (None, Some(Err(anyhow::anyhow!("{}: {why}", file.display())))),
        };
        let read = read.into_iter().flatten().enumerate().map(move |(at, line)| {
            let place = place(at + 1);
            match line {
                Err(LineError::Io(error)) if files::is_stopped(&error) => None,
                Err(LineError::Io(error)) => Some(Err(anyhow::anyhow!("{place}: {error}"))),
                line => {
                    let text = line.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                    Some(Ok(InputLine { place, text }))
                }
            }
        });
        error.into_iter().chain(read.flatten()).filter(|line| {
            let text = line.as_ref().ok().and_then(|line| line.text.as_ref().ok());
            text.is_none_or(|text| !text.trim().is_empty())
        })
    })
}
