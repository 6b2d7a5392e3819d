//! JSON lines from files or from standard input, as they come.

use anyhow::Context;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

/// A line that is not blank.
#[derive(Debug)]
pub struct Line {
    /// Where it stands: `line 3` of standard input, or `done.jsonl:3`.
    pub place: String,
    /// What is not UTF-8 is replaced: such a line is no JSON, and is refused as that.
    pub text: String,
}

/// The lines of files; of standard input without a file, or for `-`. Each is read when it is asked
/// for.
pub fn lines(files: Vec<PathBuf>) -> impl Iterator<Item = anyhow::Result<Line>> {
    let files = if files.is_empty() { vec![PathBuf::from("-")] } else { files };
    files
        .into_iter()
        .flat_map(|file| {
            let standard = file.as_os_str() == "-";
            let opened: anyhow::Result<Box<dyn BufRead>> = match standard {
                true => Ok(Box::new(BufReader::new(std::io::stdin()))),
                false => File::open(&file)
                    .map(|file| Box::new(BufReader::new(file)) as Box<dyn BufRead>)
                    .with_context(|| file.display().to_string()),
            };
            let (reader, error) = match opened {
                Ok(reader) => (Some(reader), None),
                Err(error) => (None, Some(Err(error))),
            };
            let read = reader.into_iter().flat_map(|reader| reader.split(b'\n')).enumerate().map(move |(at, line)| {
                let place = match standard {
                    true => format!("line {}", at + 1),
                    false => format!("{}:{}", file.display(), at + 1),
                };
                let bytes = line.with_context(|| place.clone())?;
                Ok(Line { place, text: String::from_utf8_lossy(&bytes).into_owned() })
            });
            error.into_iter().chain(read)
        })
        .filter(|line| line.as_ref().map_or(true, |line| !line.text.trim().is_empty()))
}
