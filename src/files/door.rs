//! Input: every file, pipe and line is opened and read here. A read ends at a limit. A wait ends at
//! a deadline, or when the caller stops it.
#![allow(clippy::disallowed_methods, reason = "the one file that reads")]

use memchr::memchr;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{self, Cursor, Read, Stdin};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

/// A function that returns false to stop a wait for bytes.
pub type KeepWaiting = fn() -> bool;

/// The limits of an input: its size, and the wait for a pipe.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The maximum size of an input that is read into memory as a whole. Inputs answered line by
    /// line may have any length.
    pub bytes: u64,
    /// The longest wait for the first byte of a pipe.
    pub wait: Duration,
    /// Called while nothing arrives. If it returns false, the wait stops. With `None`, only the
    /// deadline ends the wait.
    pub go_on: Option<KeepWaiting>,
    /// True if the user can change the limits of this input.
    pub by_user: bool,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { bytes: 256 << 20, wait: Duration::from_secs(10), go_on: None, by_user: false }
    }
}

/// The reason why an input was not read.
#[derive(Debug, thiserror::Error)]
pub enum Unread {
    /// The system refused the input, or failed while it was read.
    #[error("{}", said(.0))]
    Io(#[from] io::Error),
    /// The input is larger than this limit, in bytes.
    #[error("the input is larger than {0} bytes")]
    TooLarge(u64),
    /// A pipe without a writer for this time.
    #[error("nothing was written into this pipe for {} s", .0.as_secs_f64())]
    NoWriter(Duration),
    /// The caller stopped the wait.
    #[error("interrupted while waiting for input")]
    Stopped,
}

/// The system's message or, for a folder, advice.
fn said(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::IsADirectory => {
            "this is a folder; -r reads the files in it, and `quadrille FOLDER` opens them".to_string()
        }
        io::ErrorKind::NotFound => "there is no such file".to_string(),
        _ => error.to_string(),
    }
}

/// The error of a read that was stopped. Its kind is not `Interrupted`, which would be retried.
#[derive(Debug, thiserror::Error)]
#[error("interrupted while waiting for input")]
struct Stopped;

/// Returns true if a read failed because the caller stopped it.
pub fn is_stopped(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Stopped>())
}

/// The interval at which a wait calls its [`KeepWaiting`].
const GLANCE: Duration = Duration::from_millis(20);

/// The number of bytes read between two checks of the limits.
const CHUNK: u64 = 1 << 20;

enum Handle {
    File(File),
    Standard(Stdin),
    /// A text of the program itself, or one that was given in place of a file.
    Held(Cursor<Cow<'static, [u8]>>),
}

impl Handle {
    /// The descriptor. `None` for a text of the program, which is always ready.
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Handle::File(file) => Some(file.as_fd()),
            Handle::Standard(input) => Some(input.as_fd()),
            Handle::Held(_) => None,
        }
    }
}

/// An open input.
pub struct Source {
    handle: Handle,
    /// The length of a regular file; `None` for pipes and devices.
    length: Option<u64>,
    go_on: Option<KeepWaiting>,
    /// True once the input has ended. A terminal could be read again, and would need Ctrl-D again.
    ended: bool,
}

/// Returns whether a path is a link of a page that carries a puzzle, which is read as it is.
fn is_link(path: &Path) -> bool {
    path.to_str()
        .is_some_and(|text| ["https://", "http://", "sudokupad://"].iter().any(|scheme| text.starts_with(scheme)))
}

/// Opens a file. A link without such a file is itself the text. No path and `-` mean standard
/// input. If the file is a named pipe, waits for its first byte: to open a pipe without a writer
/// would block.
///
/// # Errors
///
/// [`Unread::NoWriter`] if a named pipe stays empty for `bounds.wait`.
pub fn open(path: Option<&Path>, bounds: Bounds) -> Result<Source, Unread> {
    let Some(path) = path.filter(|path| *path != Path::new("-")) else {
        let input = io::stdin();
        let stat = rustix::fs::fstat(&input).map_err(io::Error::from)?;
        let regular = rustix::fs::FileType::from_raw_mode(stat.st_mode).is_file();
        let length = regular.then_some(stat.st_size.max(0) as u64);
        return Ok(Source { handle: Handle::Standard(input), length, go_on: bounds.go_on, ended: false });
    };
    // Opens without blocking, so that a pipe without a writer is opened too.
    let file = match OpenOptions::new().read(true).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path) {
        // The name of a file cannot be as long as most links.
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename) && is_link(path) =>
        {
            return Ok(held(path.to_string_lossy().into_owned()));
        }
        file => file?,
    };
    let meta = file.metadata()?;
    if meta.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
    }
    let length = meta.is_file().then_some(meta.len());
    let source = Source { handle: Handle::File(file), length, go_on: bounds.go_on, ended: false };
    if meta.file_type().is_fifo() {
        source.wait(Some(bounds.wait))?;
    }
    if let Some(fd) = source.handle.fd() {
        let flags = fcntl_getfl(fd).map_err(io::Error::from)?;
        fcntl_setfl(fd, flags - OFlags::NONBLOCK).map_err(io::Error::from)?;
    }
    Ok(source)
}

/// A source that reads a text of the program, or one that was given in place of a file.
pub fn held(text: impl Into<Cow<'static, str>>) -> Source {
    let bytes: Cow<'static, [u8]> = match text.into() {
        Cow::Borrowed(text) => text.as_bytes().into(),
        Cow::Owned(text) => text.into_bytes().into(),
    };
    Source { handle: Handle::Held(Cursor::new(bytes)), length: None, go_on: None, ended: false }
}

/// Reads a regular file of at most `limit` bytes. Pipes and devices are refused, because they may
/// block or have no end.
pub fn regular(path: &Path, limit: u64) -> Result<Vec<u8>, Unread> {
    let file = OpenOptions::new().read(true).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)?;
    let meta = file.metadata()?;
    if !meta.is_file() {
        return Err(io::Error::other("this is not a regular file").into());
    }
    let source = Source { handle: Handle::File(file), length: Some(meta.len()), go_on: None, ended: false };
    source.read_all(Vec::new(), limit, |_, _| true)
}

/// The text of a small regular file, such as the puzzle beside a lesson. `None` if it cannot be
/// read.
pub fn text_beside(path: &Path) -> Option<String> {
    const LARGEST: u64 = 16 << 20;
    String::from_utf8(regular(path, LARGEST).ok()?).ok()
}

impl Source {
    /// Returns true for a regular file, which can be read again and saved.
    pub(crate) fn is_regular(&self) -> bool {
        self.length.is_some()
    }

    /// Waits until the input is ready or has ended.
    fn wait(&self, most: Option<Duration>) -> Result<(), Unread> {
        let until = most.and_then(|most| Instant::now().checked_add(most));
        let Some(fd) = self.handle.fd() else { return Ok(()) };
        loop {
            if self.go_on.is_some_and(|go_on| !go_on()) {
                return Err(Unread::Stopped);
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            let pause = match self.go_on {
                Some(_) => Some(left.map_or(GLANCE, |left| left.min(GLANCE))),
                None => left,
            };
            let pause = pause.map(|pause| Timespec {
                tv_sec: i64::try_from(pause.as_secs()).unwrap_or(i64::MAX),
                tv_nsec: pause.subsec_nanos().into(),
            });
            match poll(&mut [PollFd::from_borrowed_fd(fd, PollFlags::IN)], pause.as_ref()) {
                Ok(0) => {}
                Ok(_) => return Ok(()),
                Err(Errno::INTR) => {}
                Err(error) => return Err(io::Error::from(error).into()),
            }
            if let Some(most) = most.filter(|_| until.is_some_and(|until| Instant::now() >= until)) {
                return Err(Unread::NoWriter(most));
            }
        }
    }

    /// Appends up to `most` bytes. Fewer mean that the input has ended.
    pub fn fill(&mut self, bytes: &mut Vec<u8>, most: u64) -> io::Result<usize> {
        match &self.handle {
            // A file's own reader knows its length, and clears no memory first.
            Handle::File(file) if self.length.is_some() => (&mut &*file).take(most).read_to_end(bytes),
            _ => self.by_ref().take(most).read_to_end(bytes),
        }
    }

    /// Reads the rest after `bytes`, which were read before. Stops early if `is_text` returns
    /// false, because a device may have no end. `is_text` gets all bytes so far, and the number of
    /// those that it has seen before.
    pub fn read_all(
        mut self,
        mut bytes: Vec<u8>,
        limit: u64,
        is_text: impl Fn(&[u8], usize) -> bool,
    ) -> Result<Vec<u8>, Unread> {
        let mut seen = 0;
        if let Some(length) = self.length {
            let left = length.saturating_sub(bytes.len() as u64).min(limit);
            // Reserves one byte more, to notice a file that has grown.
            bytes.try_reserve_exact(left as usize + 1).map_err(|_| Unread::TooLarge(limit))?;
        }
        loop {
            let from = bytes.len();
            if !is_text(&bytes, seen) {
                return Ok(bytes);
            }
            seen = from;
            if self.length.is_none() {
                bytes.try_reserve(CHUNK.min(limit) as usize).map_err(|_| Unread::TooLarge(limit))?;
            }
            let more = self.fill(&mut bytes, CHUNK);
            match more {
                Err(error) if is_stopped(&error) => return Err(Unread::Stopped),
                Err(error) => return Err(error.into()),
                Ok(_) if bytes.len() as u64 > limit => return Err(Unread::TooLarge(limit)),
                Ok(_) if bytes.len() == from => return Ok(bytes),
                Ok(_) => {}
            }
        }
    }

    /// The lines of at most `longest` bytes, without their line ends, read one after another.
    pub fn lines(self, longest: usize) -> Lines {
        Lines { source: self, longest, held: Vec::new(), at: 0, ended: false }
    }
}

impl Read for Source {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.ended {
            return Ok(0);
        }
        if self.length.is_none() && self.go_on.is_some() {
            self.wait(None).map_err(|why| match why {
                Unread::Io(error) => error,
                _ => io::Error::other(Stopped),
            })?;
        }
        if let Handle::Held(text) = &mut self.handle {
            return text.read(bytes);
        }
        let Some(fd) = self.handle.fd() else { return Ok(0) };
        loop {
            match rustix::io::read(fd, &mut *bytes) {
                Err(Errno::INTR) => {}
                read => {
                    let read = read?;
                    self.ended = self.length.is_none() && read == 0 && !bytes.is_empty();
                    return Ok(read);
                }
            }
        }
    }
}

/// The reason why a line was not read.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The system failed while the line was read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The rest of the line is skipped; the next one can be read.
    #[error("this line is longer than {0} bytes")]
    TooLong(usize),
}

/// The lines of an input, read as they arrive.
pub struct Lines {
    source: Source,
    longest: usize,
    held: Vec<u8>,
    /// The first byte of `held` that belongs to no line yet.
    at: usize,
    ended: bool,
}

impl Lines {
    /// Reads more bytes. Returns `false` at the end.
    fn more(&mut self) -> io::Result<bool> {
        self.held.drain(..self.at);
        self.at = 0;
        let from = self.held.len();
        self.held.resize(from + (1 << 14), 0);
        let read = self.source.read(&mut self.held[from..]);
        self.held.truncate(from + *read.as_ref().unwrap_or(&0));
        Ok(read? > 0)
    }
}

impl Iterator for Lines {
    type Item = Result<Vec<u8>, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut seen, mut skips) = (0, false);
        while !self.ended {
            if let Some(end) = memchr(b'\n', &self.held[self.at + seen..]) {
                let line = self.at..self.at + seen + end;
                self.at = line.end + 1;
                return Some(match skips || line.len() > self.longest {
                    true => Err(LineError::TooLong(self.longest)),
                    false => Ok(self.held[line].to_vec()),
                });
            }
            if self.held.len() - self.at > self.longest {
                (self.at, skips) = (self.held.len(), true);
            }
            seen = self.held.len() - self.at;
            match self.more() {
                Ok(true) => {}
                Ok(false) => self.ended = true,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error.into()));
                }
            }
        }
        // The last line may lack its line end.
        let rest = std::mem::take(&mut self.held).split_off(std::mem::take(&mut self.at));
        if skips {
            return Some(Err(LineError::TooLong(self.longest)));
        }
        (!rest.is_empty()).then_some(Ok(rest))
    }
}
