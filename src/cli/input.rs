//! Files, folders, pipes and standard input as named texts, within limits.

use super::args::{Inputs, One};
use super::row::Refused;
use crate::app::Entry;
use crate::puzzle::{Encoded, LoadError, Loaded, ParseError, Puzzle, decode, draw, encode, load, printable};
use memchr::memchr;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A text and its name in messages.
#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub text: String,
}

/// How much of an input is read, and how long to wait for a pipe.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// For inputs that are held in memory completely. Inputs answered line by line may have any
    /// length.
    pub bytes: u64,
    pub wait: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { bytes: 256 << 20, wait: Duration::from_secs(10) }
    }
}

/// Why an input cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("error: {name}: {}", said(error))]
    Io { name: String, error: std::io::Error },
    #[error("error: {name}: the input is larger than {limit} bytes; --max-bytes raises the limit")]
    TooLarge { name: String, limit: u64 },
    #[error(
        "error: {name}: nothing was written into this pipe for {} s; --wait SECONDS waits longer",
        wait.as_secs_f64()
    )]
    NoWriter { name: String, wait: Duration },
    /// Drawn with the line that it is about.
    #[error("{}", draw(name, text, error))]
    Parse { name: String, text: String, error: ParseError },
    #[error("error: {name}: {error}; say which with --as")]
    Ambiguous { name: String, error: LoadError },
    #[error("error: {0}")]
    Form(LoadError),
}

/// The system's message, or what to do if that is known.
fn said(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::IsADirectory => {
            "this is a folder; -r reads the files in it, and `quadrille FOLDER` opens them".to_string()
        }
        _ => error.to_string(),
    }
}

/// An open input that is not read yet.
pub struct Source {
    pub name: String,
    pub bytes: Box<dyn Read + Send>,
}

/// Opens a file. No path and `-` mean standard input.
pub fn open(path: Option<&Path>, bounds: Bounds) -> Result<Source, ReadError> {
    let Some(path) = path.filter(|path| *path != Path::new("-")) else {
        return Ok(Source { name: "standard input".to_string(), bytes: Box::new(std::io::stdin()) });
    };
    let name = printable(&path.display().to_string()).into_owned();
    let is_pipe = std::fs::metadata(path).is_ok_and(|meta| meta.file_type().is_fifo());
    let opened = if is_pipe { open_pipe(path, bounds.wait) } else { File::open(path).map(Some) };
    match opened {
        Ok(Some(file)) => Ok(Source { name, bytes: Box::new(file) }),
        Ok(None) => Err(ReadError::NoWriter { name, wait: bounds.wait }),
        Err(error) => Err(ReadError::Io { name, error }),
    }
}

/// Opens a named pipe and waits for its first data; `None` on timeout. A blocking open would wait
/// for a writer without limit.
fn open_pipe(path: &Path, wait: Duration) -> std::io::Result<Option<File>> {
    let pipe = OpenOptions::new().read(true).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)?;
    let wait = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: wait.subsec_nanos().into() };
    if poll(&mut [PollFd::new(&pipe, PollFlags::IN)], Some(&wait))? == 0 {
        return Ok(None);
    }
    fcntl_setfl(&pipe, fcntl_getfl(&pipe)? - OFlags::NONBLOCK)?;
    Ok(Some(pipe))
}

/// Reads a file. No path and `-` mean standard input.
pub fn read(path: Option<&Path>, bounds: Bounds) -> Result<Input, ReadError> {
    open(path, bounds).and_then(|source| read_on(source, Vec::new(), bounds))
}

/// Reads the rest of a source after its `beginning`.
pub fn read_on(source: Source, beginning: Vec<u8>, bounds: Bounds) -> Result<Input, ReadError> {
    let Source { name, bytes: mut rest } = source;
    let mut bytes = beginning;
    loop {
        let from = bytes.len();
        // An input that is not text is not read to its end: a device may have no end.
        let is_text =
            bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) || memchr(0, &bytes).is_none();
        let more = match is_text {
            true => rest.by_ref().take(CHUNK).read_to_end(&mut bytes),
            false => Ok(0),
        };
        match more {
            Err(error) => return Err(ReadError::Io { name, error }),
            Ok(_) if bytes.len() as u64 > bounds.bytes => {
                return Err(ReadError::TooLarge { name, limit: bounds.bytes });
            }
            Ok(_) if bytes.len() == from => break,
            Ok(_) => {}
        }
    }
    match decode(&bytes) {
        Ok(text) => Ok(Input { name, text }),
        Err(error) => Err(ReadError::Parse { name, text: String::from_utf8_lossy(&bytes).into_owned(), error }),
    }
}

/// The number of bytes read between two checks of the limits.
const CHUNK: u64 = 1 << 20;

impl Input {
    /// The puzzles of the input.
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
    let loaded = read(Some(file), Bounds::default())?.puzzles(form)?;
    let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let several = loaded.puzzles.len() > 1;
    let disk = std::fs::read(file).ok().map(|bytes| crate::app::fingerprint(&bytes));
    let entries = loaded.puzzles.into_iter().enumerate().map(|(at, puzzle)| {
        let name = if several { format!("{name} #{}", at + 1) } else { name.clone() };
        // If a file has several puzzles, saving one would overwrite the others.
        if several { Entry::made(name, puzzle) } else { Entry::read(name, file.to_path_buf(), puzzle, disk) }
    });
    let entries: Vec<Entry> = entries.collect();
    anyhow::ensure!(!entries.is_empty(), "{}: there is no puzzle in this file", file.display());
    Ok(entries)
}

/// A puzzle that can be searched.
pub struct Chosen {
    /// The input's name.
    pub input: String,
    pub puzzle: Puzzle,
    pub names: Encoded,
}

impl One {
    /// Reads the puzzle. The error is printed as it is.
    pub fn load(&self) -> Result<Chosen, String> {
        let input = read(self.file.as_deref(), Bounds::default()).map_err(|error| error.to_string())?;
        let name = input.name.clone();
        let mut loaded = input.puzzles(self.form.as_deref()).map_err(|error| error.to_string())?;
        let count = loaded.puzzles.len();
        if self.case > count {
            return Err(format!("error: {name}: there is no puzzle {}; the input holds {count}", self.case));
        }
        let puzzle = loaded.puzzles.swap_remove(self.case - 1);
        if let Some(unfit) = puzzle.unfit() {
            return Err(format!("error: {name}: {unfit}"));
        }
        let names = encode(&puzzle.shape);
        Ok(Chosen { input: name, puzzle, names })
    }
}

impl Inputs {
    pub fn bounds(&self) -> Bounds {
        Bounds { bytes: self.max_bytes, wait: self.wait }
    }

    /// Reads the puzzles of a source, with the name of the source in messages.
    pub fn load(&self, source: Option<&Path>) -> Result<(String, Loaded), ReadError> {
        let input = read(source, self.bounds())?;
        let name = input.name.clone();
        Ok((name, input.puzzles(self.form.as_deref())?))
    }

    /// The named files and, if asked for, the files of the named folders. `None` is standard input.
    pub fn sources(&self) -> Result<Vec<Option<PathBuf>>, ReadError> {
        if self.files.is_empty() {
            return Ok(vec![None]);
        }
        let mut found = Vec::new();
        for file in &self.files {
            match self.recursive && file.is_dir() {
                true => walk(file, &mut found)?,
                false => found.push(file.clone()),
            }
        }
        Ok(found.into_iter().map(Some).collect())
    }
}

/// The files of a folder and of the folders in it, ordered by name.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let mut found = Vec::new();
    walk(folder, &mut found)?;
    Ok(found)
}

/// The files below a folder, ordered by name. Hidden files are left out. Links to folders are left
/// out too, because they may form cycles.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), ReadError> {
    let failed = |error| ReadError::Io { name: printable(&folder.display().to_string()).into_owned(), error };
    let mut entries: Vec<_> = std::fs::read_dir(folder).and_then(Iterator::collect).map_err(failed)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries.iter().filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b".")) {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&entry.path(), found)?,
            _ if entry.path().is_file() => found.push(entry.path()),
            _ => {}
        }
    }
    Ok(())
}

impl ReadError {
    /// As a JSON object.
    pub fn refused(&self) -> Refused {
        match self {
            ReadError::Io { name, error } => Refused::new(name, said(error)),
            ReadError::Parse { name, error, .. } => Refused::at(name, error),
            ReadError::Ambiguous { name, error } => Refused::new(name, error.to_string()),
            ReadError::TooLarge { name, .. } | ReadError::NoWriter { name, .. } => Refused::new(name, self.to_string()),
            ReadError::Form(error) => Refused::new("", error.to_string()),
        }
    }
}
