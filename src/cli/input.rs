//! Files and standard input as text with a name.

use crate::app::Entry;
use crate::puzzle::{LoadError, Loaded, ParseError, decode, draw, load};
use std::io::Read;
use std::path::{Path, PathBuf};

/// A text and what it is called in messages.
#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub text: String,
}

/// Why an input cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("error: {name}: {}", said(error))]
    Io { name: String, error: std::io::Error },
    /// Drawn with the line it is about.
    #[error("{}", draw(name, text, error))]
    Parse { name: String, text: String, error: ParseError },
    #[error("error: {name}: {error}; say which with --as")]
    Ambiguous { name: String, error: LoadError },
    #[error("error: {0}")]
    Form(LoadError),
}

/// What the system said, and what to do where that is known.
fn said(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::IsADirectory => {
            "this is a folder; name its files, or open it with `quadrille FOLDER`".to_string()
        }
        _ => error.to_string(),
    }
}

/// A file, or standard input for none and for `-`: what it is called, and its bytes.
pub fn open(path: Option<&Path>) -> Result<(String, Box<dyn Read + Send>), ReadError> {
    let path = path.filter(|path| *path != Path::new("-"));
    let name = path.map_or("standard input".to_string(), |path| path.display().to_string());
    match path.map(std::fs::File::open) {
        None => Ok((name, Box::new(std::io::stdin()))),
        Some(Ok(file)) => Ok((name, Box::new(file))),
        Some(Err(error)) => Err(ReadError::Io { name, error }),
    }
}

/// The text of a file; of standard input for none, or for `-`.
pub fn read(path: Option<&Path>) -> Result<Input, ReadError> {
    let (name, mut source) = open(path)?;
    read_on(name, Vec::new(), &mut source)
}

/// The text of a source whose beginning was read already.
pub fn read_on(name: String, beginning: Vec<u8>, rest: &mut dyn Read) -> Result<Input, ReadError> {
    let mut bytes = beginning;
    if let Err(error) = rest.read_to_end(&mut bytes) {
        return Err(ReadError::Io { name, error });
    }
    match decode(&bytes) {
        Ok(text) => Ok(Input { name, text }),
        Err(error) => Err(ReadError::Parse { name, text: String::from_utf8_lossy(&bytes).into_owned(), error }),
    }
}

impl Input {
    /// The puzzles in it.
    pub fn puzzles(self, form: Option<&str>) -> Result<Loaded, ReadError> {
        load(&self.text, form).map_err(|error| self.refused(error))
    }

    pub fn refused(self, error: LoadError) -> ReadError {
        let Input { name, text } = self;
        match error {
            LoadError::Parse(error) => ReadError::Parse { name, text, error },
            LoadError::Ambiguous(_) => ReadError::Ambiguous { name, error },
            LoadError::UnknownForm(_) => ReadError::Form(error),
        }
    }
}

/// The puzzles of a file as entries of the Library.
pub fn entries_of(file: &Path, form: Option<&str>) -> anyhow::Result<Vec<Entry>> {
    let loaded = read(Some(file))?.puzzles(form)?;
    let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let several = loaded.puzzles.len() > 1;
    let entries = loaded.puzzles.into_iter().enumerate().map(|(at, puzzle)| {
        let name = if several { format!("{name} #{}", at + 1) } else { name.clone() };
        // Of several puzzles in a file none can be saved over it.
        if several { Entry::made(name, puzzle) } else { Entry::read(name, file.to_path_buf(), puzzle) }
    });
    let entries: Vec<Entry> = entries.collect();
    anyhow::ensure!(!entries.is_empty(), "{}: there is no puzzle in this file", file.display());
    Ok(entries)
}

/// The files named, or standard input.
pub fn sources(files: &[PathBuf]) -> Vec<Option<&Path>> {
    if files.is_empty() { vec![None] } else { files.iter().map(|file| Some(file.as_path())).collect() }
}
