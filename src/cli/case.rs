//! The report of a failing case of a judge's problem, and its file.

use crate::files::write_new;
use crate::puzzle::printable;
use crate::study::plural;
use anyhow::anyhow;
use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The most lines of a text that a report shows.
const SHOWN: usize = 24;

/// The complaint about a file for a case that exists.
fn taken(file: &Path) -> String {
    format!("{} exists already; --output needs the name of a new file", file.display())
}

/// Returns whether a case may be saved as this file, if one is named. If it exists, that is said.
pub(crate) fn may_save(file: Option<&Path>) -> bool {
    let held = file.filter(|file| file.exists());
    if let Some(file) = held {
        say!("error: {}", taken(file));
    }
    held.is_none()
}

/// Saves an input under a name or, without one, as `NAME-case.txt` or the next free name.
pub fn save(judge: &str, file: Option<&Path>, input: &str) -> anyhow::Result<PathBuf> {
    let lost = |file: &Path, error: std::io::Error| match error.kind() {
        ErrorKind::AlreadyExists => anyhow!(taken(file)),
        _ => anyhow!("{}: {error}", file.display()),
    };
    if let Some(file) = file {
        write_new(file, input.as_bytes()).map_err(|error| lost(file, error))?;
        return Ok(file.to_path_buf());
    }
    let names = (1..1000).map(|number| match number {
        1 => format!("{judge}-case.txt"),
        _ => format!("{judge}-case-{number}.txt"),
    });
    for file in names.map(PathBuf::from).filter(|file| !file.exists()) {
        match write_new(&file, input.as_bytes()) {
            Ok(()) => return Ok(file),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(lost(&file, error)),
        }
    }
    Err(anyhow!("there are too many files {judge}-case-N.txt here"))
}

/// The first lines of a text, below each other in a row of a report, and the number of lines that
/// are left out.
pub fn indented(text: &str) -> String {
    if text.chars().all(|c| c.is_whitespace() || c == '\0') {
        return "(nothing)".to_string();
    }
    let mut lines: Vec<String> = text.lines().take(SHOWN).map(clipped).collect();
    let left = text.lines().count() - lines.len();
    if left > 0 {
        lines.push(format!("… and {}", plural(left, "more line")));
    }
    lines.join("\n               ")
}

/// The most characters of a line that are shown.
const WIDE: usize = 200;

/// A line without what is too long to be shown.
pub(crate) fn clipped(line: &str) -> String {
    match line.char_indices().nth(WIDE) {
        None => line.to_string(),
        Some((at, _)) => format!("{}… ({} bytes)", &line[..at], line.len()),
    }
}

/// The most bytes of an output that a report holds.
const HELD: usize = 1 << 16;

/// The beginning of a text, if it is too long to be reported.
pub fn beginning(text: &str) -> String {
    if text.len() <= HELD {
        return text.to_string();
    }
    let end = (0..=HELD).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    format!("{}… ({} bytes)", &text[..end], text.len())
}

/// Words as a command of a shell.
pub fn quoted(words: &[OsString]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:,+@%".contains(c);
    let quote = |word: &OsString| {
        let word = word.to_string_lossy();
        match !word.is_empty() && word.chars().all(plain) {
            true => word.into_owned(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    };
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}

/// Prints rows of a label and a text.
pub(crate) fn print_rows(rows: &[(&str, String)], out: &mut dyn Write) -> anyhow::Result<()> {
    for (label, text) in rows {
        let text = text.split('\n').map(|line| printable(line).into_owned()).collect::<Vec<_>>().join("\n");
        writeln!(out, "  {label:<12} {text}")?;
    }
    Ok(())
}
