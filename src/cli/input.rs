//! Files, folders, pipes and standard input as named texts, within limits.

use super::args::{ConfigArgs, FormName, Inputs, OnePuzzle};
use super::interrupt::bounds;
use super::notice;
use super::row::Refused;
use crate::app::{LibraryRow, fingerprint};
use crate::bundled::{BUNDLED, bundled, bundled_lesson};
use crate::config::{Config, usual_path};
use crate::files::{self, Bounds, Unread};
use crate::log;
use crate::memory;
use crate::puzzle::{
    Bundled, Encoded, Grid, LoadError, Loaded, Note, ParseError, Puzzle, decode_owned, draw, encode, memory_of,
    printable,
};
use crate::study::{Lesson, Needle, is_lesson};
use anyhow::{anyhow, ensure};
use memchr::{memchr, memchr_iter};
use std::path::{Path, PathBuf};
use tracing::info;

/// A text and its name in messages.
#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub text: String,
    /// The fingerprint of a regular file's bytes. Pipes have none: they cannot be saved to.
    pub disk: Option<u64>,
}

/// The reason why an input cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The input could not be read. `by_user` is true if the command has a flag for the limit.
    #[error("error: {name}: {why}{}", flag(why, *by_user))]
    Unread { name: String, why: Unread, by_user: bool },
    /// The input needs more memory than is left.
    #[error("error: {name}: {why}")]
    Large { name: String, why: memory::ProblemTooLarge },
    /// An error in the text, drawn with the line that it is about.
    #[error("{}", draw(name, text, error))]
    Parse { name: String, text: String, error: ParseError },
    /// The file of a theme is not a base16 scheme.
    #[error("error: {name}: {why}")]
    Scheme { name: String, why: String },
    /// Several forms accept the text.
    #[error("error: {name}: {error}; choose one with --as")]
    Ambiguous { name: String, error: LoadError },
    /// The form that was asked for is not known.
    #[error("error: {0}")]
    Form(LoadError),
}

/// The flag that changes a limit, if the command has it.
fn flag(why: &Unread, by_user: bool) -> &'static str {
    match why {
        Unread::TooLarge(_) if by_user => "; --max-bytes raises the limit",
        Unread::NoWriter(_) if by_user => "; --wait SECONDS waits longer",
        _ => "",
    }
}

/// An open input that is not read yet.
pub(crate) struct InputSource {
    pub name: String,
    pub bytes: files::Source,
}

/// The bundled puzzle that a path names. A file of that name comes first.
pub fn bundled_at(path: &Path) -> Option<&'static Bundled> {
    path.to_str().and_then(|name| bundled(name).or(bundled_lesson(name))).filter(|_| !path.exists())
}

/// Opens a file, or a bundled puzzle by its name. No path and `-` mean standard input.
pub fn open(path: Option<&Path>, bounds: Bounds) -> Result<InputSource, ReadError> {
    let name = match path.filter(|path| *path != Path::new("-")) {
        Some(path) => printable(&path.display().to_string()).into_owned(),
        None => "standard input".to_string(),
    };
    if let Some(own) = path.and_then(bundled_at) {
        info!(name, "bundled puzzle opened");
        return Ok(InputSource { name, bytes: files::held(own.text) });
    }
    notice::waits_for(path);
    match files::open(path, bounds) {
        Ok(bytes) => {
            info!(name, regular = bytes.is_regular(), "input opened");
            Ok(InputSource { name, bytes })
        }
        Err(why) => Err(ReadError::Unread { name, why, by_user: bounds.by_user }),
    }
}

/// Reads a file. No path and `-` mean standard input.
pub fn read(path: Option<&Path>, bounds: Bounds) -> Result<Input, ReadError> {
    open(path, bounds).and_then(|source| read_on(source, Vec::new(), bounds))
}

/// Reads the rest of a source after its `beginning`.
pub(crate) fn read_on(source: InputSource, beginning: Vec<u8>, bounds: Bounds) -> Result<Input, ReadError> {
    let InputSource { name, bytes } = source;
    let is_regular = bytes.is_regular();
    let bytes = match bytes.read_all(beginning, bounds.bytes, is_text) {
        Ok(bytes) => bytes,
        Err(why) => return Err(ReadError::Unread { name, why, by_user: bounds.by_user }),
    };
    log::input(&name, &bytes);
    let disk = is_regular.then(|| fingerprint(&bytes));
    memory::check(reading(&bytes)).map_err(|why| ReadError::Large { name: name.clone(), why })?;
    Ok(Input { disk, ..Input::of(name, bytes)? })
}

/// An estimated upper bound on the bytes that a reader takes for a text: some for each byte, more
/// for each line, which may be an option, and most for a line of very many words, which may all be
/// items.
fn reading(bytes: &[u8]) -> u64 {
    let (mut lines, mut longest, mut from) = (1, 0, 0);
    for end in memchr_iter(b'\n', bytes).chain([bytes.len()]) {
        (lines, longest, from) = (lines + 1, longest.max(end.saturating_sub(from)), end);
    }
    12 * bytes.len() as u64 + 80 * lines + 40 * longest as u64
}

/// Returns whether bytes may be text. A device may have no end, so input that is not text is not
/// read to its end.
fn is_text(bytes: &[u8], seen: usize) -> bool {
    bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) || memchr(0, &bytes[seen..]).is_none()
}

impl Input {
    /// The text of bytes that were read.
    pub fn of(name: String, bytes: Vec<u8>) -> Result<Input, ReadError> {
        match decode_owned(bytes) {
            Ok(text) => Ok(Input { name, text, disk: None }),
            Err((error, text)) => Err(ReadError::Parse { name, text, error }),
        }
    }

    /// The lesson of the input.
    pub fn lesson(self) -> Result<Lesson, ReadError> {
        let Input { name, text, .. } = self;
        let file = Lesson::puzzle_file(&text, BUNDLED);
        let beside = file.and_then(|file| files::text_beside(&Path::new(&name).with_file_name(file)));
        Lesson::read_with(&text, BUNDLED, beside.as_deref()).map_err(|error| ReadError::Parse { name, text, error })
    }

    /// The puzzles of the input.
    pub fn puzzles(self, form: &FormName) -> Result<Loaded, ReadError> {
        form.read(&self.text).map_err(|error| self.refused(error))
    }

    /// Turns the loader's error into one that names this input.
    pub(crate) fn refused(self, error: LoadError) -> ReadError {
        let Input { name, text, .. } = self;
        match error {
            LoadError::Parse(error) => ReadError::Parse { name, text, error },
            LoadError::Foreign(error, loaded) => {
                let help = error
                    .help
                    .iter()
                    .map(String::as_str)
                    .chain(loaded.is_proposed().then_some(PROPOSE_HELP))
                    .chain(["--drawn leaves such rules out of every answer: they are only drawn"]);
                let help = Some(help.collect::<Vec<_>>().join("\n"));
                ReadError::Parse { name, text, error: ParseError { help, ..error } }
            }
            LoadError::Ambiguous(_) => ReadError::Ambiguous { name, error },
            LoadError::UnknownForm(_) => ReadError::Form(error),
        }
    }
}

/// The help for a puzzle whose drawings and words say all of its rules.
const PROPOSE_HELP: &str = "--propose takes these rules: the drawings and the words agree, and nothing is left over";

/// The puzzles of a file as entries of the Library. A pipe is read once, so its puzzles have no
/// file to be saved to. If `offers`, a puzzle whose rules are drawn is an entry too: the workbench
/// asks what they mean.
pub fn entries_of(file: &Path, form: &FormName, offers: bool) -> anyhow::Result<Vec<LibraryRow>> {
    let input = read(Some(file), bounds())?;
    let disk = input.disk;
    if is_lesson(&input.text) {
        return Ok(vec![LibraryRow::of_lesson(file.to_path_buf(), input.lesson()?)]);
    }
    let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let loaded = form.read(&input.text);
    if let Err(LoadError::Foreign(error, loaded)) = &loaded
        && offers
        && form.name.is_none()
        && let Some(row) = LibraryRow::offered(file.to_path_buf(), &error.message, &loaded.puzzles)
    {
        return Ok(vec![row]);
    }
    let loaded = loaded.map_err(|error| input.refused(error))?;
    let several = loaded.puzzles.len() > 1;
    let entries = loaded.puzzles.into_iter().enumerate().map(|(at, puzzle)| {
        let name = if several { format!("{name} #{}", at + 1) } else { name.clone() };
        // If a file has several puzzles, saving one would overwrite the others.
        if several || disk.is_none() {
            LibraryRow::made(name, puzzle)
        } else {
            LibraryRow::read(name, file.to_path_buf(), puzzle, disk)
        }
    });
    let entries: Vec<LibraryRow> = entries.collect();
    ensure!(!entries.is_empty(), "{}: there is no puzzle in this file", file.display());
    for document in entries.iter().filter_map(LibraryRow::document) {
        memory::check(memory_of(&document.puzzle.shape)).map_err(|why| anyhow!("{}: {why}", file.display()))?;
    }
    Ok(entries)
}

/// The problem of a puzzle. The error says why there is none: the puzzle cannot be solved as it is,
/// or its problem would not fit the memory.
pub fn encoded(puzzle: &Puzzle) -> Result<Encoded, Unencoded> {
    if let Some(unfit) = puzzle.unfit() {
        return Err(Unencoded::Unfit(unfit));
    }
    memory::check(memory_of(&puzzle.shape))?;
    Ok(encode(&puzzle.shape))
}

/// Reads an answer that is known to be right.
pub fn needle(answer: &Path, names: &Encoded) -> anyhow::Result<Needle> {
    let input = read(Some(answer), bounds())?;
    Needle::read(&input.text, names).map_err(|error| anyhow!("{}", draw(&input.name, &input.text, &error)))
}

/// The rules of a puzzle that are only drawn, in a message; `None` if there are none. An answer is
/// not about the whole puzzle then.
pub(crate) fn drawn_words(name: &str, puzzle: &Puzzle) -> Option<String> {
    let without = puzzle.grid().and_then(Grid::without)?;
    Some(format!("{name}: {without}: such rules are only drawn"))
}

/// Says on standard error which rules of a puzzle are only drawn.
pub(crate) fn tell_drawn(name: &str, puzzle: &Puzzle) {
    drawn_words(name, puzzle).into_iter().for_each(|words| say!("{words}"));
}

/// Says on standard error what the reader of a text has to remark about it.
pub(crate) fn tell_notes<'a>(name: &str, notes: impl IntoIterator<Item = &'a Note>) {
    notes.into_iter().for_each(|note| notice::tell(&format!("note: {name}: {note}")));
}

/// The reason why a puzzle has no problem.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unencoded {
    #[error("{0}")]
    Unfit(String),
    #[error(transparent)]
    TooLarge(#[from] memory::ProblemTooLarge),
}

/// A puzzle that can be searched.
pub(crate) struct Searchable {
    /// The input's name.
    pub input: String,
    pub puzzle: Puzzle,
    pub names: Encoded,
}

impl OnePuzzle {
    /// Reads the puzzle, and says which of its rules are only drawn. The error is a whole message,
    /// which is printed as it is.
    pub fn load(&self) -> anyhow::Result<Searchable> {
        let chosen = self.chosen()?;
        tell_notes(&chosen.input, &chosen.puzzle.notes);
        tell_drawn(&chosen.input, &chosen.puzzle);
        Ok(chosen)
    }

    /// Reads the puzzle and prints no notice.
    pub fn chosen(&self) -> anyhow::Result<Searchable> {
        let input = read(self.file.as_deref(), bounds())?;
        let name = input.name.clone();
        let mut loaded = input.puzzles(&self.form)?;
        let count = loaded.puzzles.len();
        ensure!(self.case <= count, "error: {name}: there is no puzzle {}; the input holds {count}", self.case);
        let puzzle = loaded.puzzles.swap_remove(self.case - 1);
        let names = encoded(&puzzle).map_err(|why| anyhow!("error: {name}: {why}"))?;
        Ok(Searchable { input: name, puzzle, names })
    }
}

impl Inputs {
    pub fn bounds(&self) -> Bounds {
        Bounds { bytes: self.max_bytes, wait: self.wait, by_user: true, ..bounds() }
    }

    /// Reads the puzzles of a source, with the name of the source in messages. Prints the notes of
    /// their reader.
    pub fn load(&self, source: Option<&Path>) -> Result<(String, Loaded), ReadError> {
        let input = read(source, self.bounds())?;
        let name = input.name.clone();
        let loaded = input.puzzles(&self.form)?;
        tell_notes(&name, loaded.notes());
        Ok((name, loaded))
    }

    /// The named files and, if asked for, the files of the named folders. `None` is standard input.
    pub fn sources(&self) -> Result<Vec<Option<PathBuf>>, ReadError> {
        if self.files.is_empty() {
            return Ok(vec![None]);
        }
        let mut found = Vec::new();
        for file in &self.files {
            match self.recursive && file.is_dir() {
                true => {
                    let from = found.len();
                    walk(file, &mut found)?;
                    let puzzles = found.split_off(from).into_iter().filter(|path| !is_lesson_file(path));
                    found.extend(puzzles);
                }
                false => found.push(file.clone()),
            }
        }
        Ok(found.into_iter().map(Some).collect())
    }
}

impl ConfigArgs {
    /// The configuration from the named file, which must exist, or from the usual one, which may be
    /// missing.
    pub fn load(&self) -> Result<Config, ReadError> {
        let named = self.config.as_deref();
        let usual = usual_path().filter(|path| named.is_none() && path.exists());
        let Some(path) = named.or(usual.as_deref()) else {
            info!("configuration: the defaults; there is no file {:?}", usual_path().unwrap_or_default());
            return Ok(Config::default());
        };
        info!("configuration: {path:?}");
        let input = read(Some(path), bounds())?;
        let Input { name, text, .. } = input;
        let mut config = match Config::parse(&text) {
            Ok(config) => config,
            Err(error) => return Err(ReadError::Parse { name, text, error }),
        };
        for (theme, scheme) in config.schemes() {
            let scheme = path.parent().map_or(scheme.clone(), |folder| folder.join(&scheme));
            if scheme.metadata().is_ok_and(|meta| !meta.is_file()) {
                let name = scheme.display().to_string();
                return Err(ReadError::Scheme { name, why: "this is not a regular file".to_string() });
            }
            let read = read(Some(&scheme), bounds())?;
            config.set_scheme(&theme, &read.text).map_err(|why| ReadError::Scheme { name: read.name, why })?;
        }
        Ok(config)
    }
}

/// Returns true if a file is a lesson, which a command that goes through folders leaves out.
fn is_lesson_file(path: &Path) -> bool {
    let is_toml = path.extension().is_some_and(|end| end == "toml");
    is_toml && files::regular(path, LESSON).is_ok_and(|bytes| is_lesson(&String::from_utf8_lossy(&bytes)))
}

/// The largest file that is looked at for a lesson, in bytes.
const LESSON: u64 = 1 << 20;

/// The files of a folder and of the folders in it, ordered by name.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let mut found = Vec::new();
    walk(folder, &mut found)?;
    Ok(found)
}

/// The files below a folder, ordered by name. Hidden files are left out. Links to folders are left
/// out too, because they may form cycles.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), ReadError> {
    // A stack instead of recursion, because folders may be deep. The next folder or file is the
    // last.
    let mut left = vec![(folder.to_path_buf(), true)];
    while let Some((path, is_folder)) = left.pop() {
        if !is_folder {
            found.push(path);
            continue;
        }
        let name = printable(&path.display().to_string()).into_owned();
        let mut entries: Vec<_> = match std::fs::read_dir(&path).and_then(Iterator::collect) {
            Ok(entries) => entries,
            Err(error) if path == folder => {
                return Err(ReadError::Unread { name, why: error.into(), by_user: false });
            }
            // It is an input that cannot be read, beside others that can.
            Err(_) => {
                found.push(path);
                continue;
            }
        };
        entries.sort_by_cached_key(std::fs::DirEntry::file_name);
        for entry in entries.iter().rev().filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b".")) {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => left.push((entry.path(), true)),
                Ok(kind) if kind.is_file() => left.push((entry.path(), false)),
                _ if entry.path().is_file() => left.push((entry.path(), false)),
                _ => {}
            }
        }
    }
    Ok(())
}

impl ReadError {
    /// The error as a JSON object.
    pub fn refused(&self) -> Refused {
        match self {
            ReadError::Unread { name, why, by_user } => Refused::new(name, format!("{why}{}", flag(why, *by_user))),
            ReadError::Large { name, why } => Refused::new(name, why.to_string()),
            ReadError::Parse { name, error, .. } => Refused::at(name, error),
            ReadError::Ambiguous { name, error } => Refused::new(name, error.to_string()),
            ReadError::Scheme { name, why } => Refused::new(name, why.clone()),
            ReadError::Form(error) => Refused::new("", error.to_string()),
        }
    }
}
