//! Creates and replaces files. A draft is written in the folder of its target and renamed to it
//! when it is complete, so there is always the whole old file or the whole new one. A file with
//! several hard links, or of another owner, is written in place: if the process is killed then, the
//! draft beside it has the new text. Only drafts, and files in the program's state folder
//! ([`Folder`](super::Folder)), are removed.
#![allow(clippy::disallowed_methods, reason = "the one file that creates, renames and removes")]

use super::fault::point;
use super::regular;
use rustix::fs::{CWD, FlockOperation, OFlags, RenameFlags, fchown, fcntl_getfl, fcntl_setfl, flock, renameat_with};
use rustix::io::Errno;
use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tempfile::NamedTempFile;

/// The treatment of a symbolic link at the place of a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymlinkPolicy {
    /// The user named the place: the file that the link leads to is replaced.
    Follow,
    /// The name was derived, so others can predict it: the link itself is replaced. Another hard
    /// link to the same file keeps its text.
    Replace,
}

/// The largest file that is replaced in place or compared.
const LARGEST: u64 = 256 << 20;

/// The drafts that exist now; see [`abandon_drafts`].
static DRAFTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn drafts() -> std::sync::MutexGuard<'static, BTreeSet<PathBuf>> {
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the drafts that are not complete, before the process ends without unwinding.
pub fn abandon_drafts() {
    for draft in std::mem::take(&mut *drafts()) {
        _ = fs::remove_file(draft);
    }
}

/// A new file, or a pipe or a device that is written to. If a new file is dropped without
/// [`Draft::finish`], it is removed.
pub struct Draft {
    to: To,
}

enum To {
    Part {
        part: BufWriter<NamedTempFile>,
        target: PathBuf,
        /// The old file, which may have to keep its inode.
        old: Option<Box<Metadata>>,
    },
    /// A pipe or a device is written directly, and never removed.
    Pipe(BufWriter<File>),
}

impl Draft {
    /// Begins a file at `path`. A pipe or a device there is opened. A new file gets the usual
    /// permissions.
    ///
    /// # Errors
    ///
    /// If the path is a folder or a read-only file, or the folder cannot be written. A named pipe
    /// without a reader is an error once `go_on` returns false.
    pub fn create(path: &Path, links: SymlinkPolicy, go_on: &mut dyn FnMut() -> bool) -> io::Result<Draft> {
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
            // A descriptor of this process may lead to a file that the shell has opened.
            Ok(meta) if !meta.is_file() || is_own_descriptor(path) => {
                let pipe = BufWriter::new(open_pipe(path, &meta, go_on)?);
                Ok(Draft { to: To::Pipe(pipe) })
            }
            _ => Draft::beside(path, links, 0o666 & !umask()),
        }
    }

    /// Begins a file. A new one gets the permissions `mode`.
    fn beside(path: &Path, links: SymlinkPolicy, mode: u32) -> io::Result<Draft> {
        let target = match links {
            SymlinkPolicy::Follow => resolved(path)?,
            SymlinkPolicy::Replace => path.to_path_buf(),
        };
        let old = fs::symlink_metadata(&target).ok();
        if old.as_ref().is_some_and(|old| !old.is_file() && !old.is_symlink()) {
            return Err(io::Error::other("this is not a regular file: save it under another name"));
        }
        let old = old.filter(Metadata::is_file);
        if let Some(stream) = standard_stream(&target) {
            return Err(io::Error::other(format!(
                "this file is {stream} of this command: give the output another name"
            )));
        }
        if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "the file is read-only: save it under another name",
            ));
        }
        let folder = folder_of(&target);
        point(&target)?;
        let part = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).tempfile_in(folder);
        // The name of the temporary file is left out of the error.
        let part = part.map_err(|error| match error.kind() {
            kind @ io::ErrorKind::NotFound => io::Error::new(kind, format!("there is no folder {}", folder.display())),
            kind => io::Error::from(kind),
        })?;
        drafts().insert(part.path().to_path_buf());
        // The lock shows that the draft is not abandoned. Some file systems have no locks.
        _ = flock(part.as_file(), FlockOperation::NonBlockingLockExclusive);
        point(&target)?;
        let mode = old.as_ref().map_or(mode, |old| old.permissions().mode());
        part.as_file().set_permissions(Permissions::from_mode(mode))?;
        let old = old.filter(|_| links == SymlinkPolicy::Follow);
        Ok(Draft { to: To::Part { part: BufWriter::new(part), target, old: old.map(Box::new) } })
    }

    /// Returns true for a pipe or a device: bytes that were written to it cannot be taken back.
    pub fn is_pipe(&self) -> bool {
        matches!(self.to, To::Pipe(_))
    }

    /// Writes everything to the disk, so that little can fail afterwards.
    pub fn ready(&mut self) -> io::Result<()> {
        self.flush()?;
        match &self.to {
            To::Part { part, target, .. } => {
                point(target)?;
                part.get_ref().as_file().sync_all()
            }
            To::Pipe(_) => Ok(()),
        }
    }

    /// Completes the file and puts it in its place.
    ///
    /// # Errors
    ///
    /// If a write fails. The target then keeps its old text. If it had to be written in place and
    /// cannot be restored, the error names the draft, which has the new text.
    pub fn finish(self) -> io::Result<()> {
        self.finish_checked(|_| Ok(()))
    }

    /// Completes the file as [`finish`](Draft::finish) does, unless `check` refuses it. `check`
    /// gets the path of the draft.
    fn finish_checked(mut self, mut check: impl FnMut(&Path) -> io::Result<()>) -> io::Result<()> {
        self.ready()?;
        let (part, target, old) = match &mut self.to {
            To::Pipe(_) => return Ok(()),
            To::Part { part, target, old } => (part, target, old),
        };
        let part = part.get_mut();
        check(part.path())?;
        // A file that several names share, or that would change its owner, keeps its inode.
        match old.as_ref().filter(|old| old.nlink() > 1 || !keeps_owner(part.as_file(), old)) {
            Some(_) => {
                // From here on the draft is the only whole copy of the new text.
                drafts().remove(part.path());
                pour(part, target)?;
            }
            None => {
                point(target)?;
                fs::rename(part.path(), &*target)?;
            }
        }
        // The new name is safe on the disk only after its folder is synced. The file is in its
        // place already, so it is not an error if a file system cannot sync folders.
        _ = File::open(folder_of(target)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // The temporary file removes itself; after a rename there is none to remove.
        if let To::Part { part, .. } = &self.to {
            drafts().remove(part.get_ref().path());
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::Part { part, target, .. } => point(target).and_then(|()| part.write(bytes)).map_err(plain),
            To::Pipe(pipe) => pipe.write(bytes).map_err(plain),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Part { part, target, .. } => point(target).and_then(|()| part.flush()).map_err(plain),
            To::Pipe(pipe) => pipe.flush().map_err(plain),
        }
    }
}

/// An error without its number. Who writes a file knows its name, and says it.
fn plain(error: io::Error) -> io::Error {
    io::Error::from(error.kind())
}

/// Lets a write beyond the limit on the size of files (`ulimit -f`) fail like one to a full disk.
/// By default the signal SIGXFSZ ends the process.
pub fn survive_size_limit() -> io::Result<()> {
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default()).map(|_| ())
}

/// The names of drafts.
const PREFIX: &str = ".quadrille-";
const SUFFIX: &str = ".part";

/// Gives a new file the owner and the group of the old one. Returns true if they are the same
/// afterwards.
fn keeps_owner(new: &File, old: &Metadata) -> bool {
    let Ok(meta) = new.metadata() else { return false };
    if (meta.uid(), meta.gid()) == (old.uid(), old.gid()) {
        return true;
    }
    let (user, group) = (rustix::fs::Uid::from_raw(old.uid()), rustix::fs::Gid::from_raw(old.gid()));
    fchown(new, Some(user), Some(group)).is_ok()
        // A change of the owner may clear bits of the permissions.
        && new.set_permissions(old.permissions()).is_ok()
}

/// Writes a draft into an existing file, which keeps its inode. If that fails, the old text is
/// written back. If that fails too, the draft stays.
fn pour(part: &mut NamedTempFile, target: &Path) -> io::Result<()> {
    let read = |path: &Path| regular(path, LARGEST).map_err(|why| io::Error::other(why.to_string()));
    let (new, old) = (read(part.path())?, read(target)?);
    let mut file = OpenOptions::new().write(true).open(target)?;
    let mut put = |text: &[u8]| -> io::Result<()> {
        io::Seek::rewind(&mut file)?;
        file.write_all(text)?;
        file.set_len(text.len() as u64)?;
        file.sync_all()
    };
    let done = point(target).and_then(|()| put(&new)).and_then(|()| point(target));
    if done.is_err() && put(&old).is_err() {
        part.disable_cleanup(true);
        let place = part.path().display();
        return Err(io::Error::other(format!("the file is damaged; the new text is in {place}")));
    }
    done
}

/// Returns true if a path names standard output or standard error of this process.
pub fn is_own_descriptor(path: &Path) -> bool {
    STDOUT.iter().chain(&STDERR).any(|name| path == Path::new(name))
}

const STDOUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
const STDERR: [&str; 3] = ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"];

/// Opens a pipe or a device for writing. Waits for a reader of a pipe while `go_on` returns true.
/// Standard output and standard error are duplicated, which keeps their position and the mode in
/// which the shell opened them.
fn open_pipe(path: &Path, meta: &Metadata, go_on: &mut dyn FnMut() -> bool) -> io::Result<File> {
    if STDOUT.iter().any(|name| path == Path::new(name)) {
        return Ok(rustix::io::dup(io::stdout())?.into());
    }
    if STDERR.iter().any(|name| path == Path::new(name)) {
        return Ok(rustix::io::dup(io::stderr())?.into());
    }
    if !meta.file_type().is_fifo() {
        return OpenOptions::new().write(true).open(path);
    }
    loop {
        match OpenOptions::new().write(true).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path) {
            Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) && go_on() => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => {
                return Err(io::Error::other("nothing reads this pipe"));
            }
            Err(error) => return Err(error),
            Ok(pipe) => {
                fcntl_setfl(&pipe, fcntl_getfl(&pipe)? - OFlags::NONBLOCK)?;
                return Ok(pipe);
            }
        }
    }
}

/// The file that a path leads to, also through links to a file that does not exist yet.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_path_buf();
    for _ in 0..40 {
        match fs::canonicalize(&place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => return other,
        }
        match fs::read_link(&place) {
            Ok(next) => place = folder_of(&place).join(next),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many links lead to each other"))
}

/// The folder that a path lies in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The permission bits that new files do not get. Linux shows them in `/proc`; elsewhere 022 is
/// assumed.
fn umask() -> u32 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("Umask:"));
    line.and_then(|mask| u32::from_str_radix(mask.trim(), 8).ok()).unwrap_or(0o022)
}

/// Replaces a file: there is always the whole old text or the whole new one, as the top of this
/// file says. A link is followed. The permissions, the owner and other hard links are kept. A
/// read-only file is refused.
pub fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    put(Draft::beside(path, SymlinkPolicy::Follow, 0o666 & !umask())?, text)
}

/// Replaces a file as [`replace`] does. `check` gets the new text as it is read back, and may
/// refuse it.
pub fn replace_checked(path: &Path, text: &[u8], mut check: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut draft = Draft::beside(path, SymlinkPolicy::Follow, 0o666 & !umask())?;
    draft.write_all(text)?;
    draft.finish_checked(|part| check(&fs::read(part)?))
}

/// Replaces a file of the program's own. Only its owner may read and write it. A link is not
/// followed.
pub(super) fn replace_private(path: &Path, text: &[u8]) -> io::Result<()> {
    put(Draft::beside(path, SymlinkPolicy::Replace, 0o600)?, text)
}

fn put(mut draft: Draft, text: &[u8]) -> io::Result<()> {
    draft.write_all(text)?;
    draft.finish()
}

/// Writes a file that must not exist yet, as a whole.
pub fn write_new(path: &Path, text: &[u8]) -> io::Result<()> {
    write_new_as(path, text, 0o666 & !umask())
}

/// Writes a new file with the permissions `mode`.
pub(super) fn write_new_as(path: &Path, text: &[u8], mode: u32) -> io::Result<()> {
    let mut draft = Draft::beside(path, SymlinkPolicy::Replace, mode)?;
    draft.write_all(text)?;
    draft.ready()?;
    let To::Part { part, target, .. } = &draft.to else { return Ok(()) };
    let part = part.get_ref().path();
    point(target)?;
    match renameat_with(CWD, part, CWD, target, RenameFlags::NOREPLACE) {
        // Most file systems without this kind of renaming have no hard links either.
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
            let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(target)?;
            file.write_all(text).and_then(|()| file.sync_all()).inspect_err(|_| _ = fs::remove_file(target))
        }
        done => Ok(done?),
    }
}

/// Returns true if two paths are one file: the same inode or, if neither exists yet, the same name
/// in the same folder. Returns false for pipes and devices.
pub fn same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let path = resolved(path).ok()?;
        Some((fs::canonicalize(folder_of(&path)).ok()?, path.file_name()?.to_os_string()))
    };
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino()),
        (Err(_), Err(_)) => place(one).is_some_and(|there| place(other) == Some(there)),
        _ => false,
    }
}

/// Returns the standard stream of this process that is a file, in words: a shell has opened it for
/// the command. `None` for other files.
pub fn standard_stream(path: &Path) -> Option<&'static str> {
    let meta = fs::metadata(path).ok().filter(Metadata::is_file)?;
    // On other systems the numbers are narrower.
    #[allow(clippy::unnecessary_cast)]
    let is_it = |stream: io::Result<rustix::fs::Stat>| {
        stream.is_ok_and(|stream| (stream.st_dev as u64, stream.st_ino as u64) == (meta.dev(), meta.ino()))
    };
    match () {
        () if is_it(rustix::fs::fstat(io::stdin()).map_err(io::Error::from)) => Some("the standard input"),
        () if is_it(rustix::fs::fstat(io::stdout()).map_err(io::Error::from)) => Some("the standard output"),
        () => None,
    }
}

/// Opens the lock file of a folder of the program's own; creates it if `new`.
pub(super) fn open_lock(path: &Path, new: bool) -> io::Result<File> {
    point(path)?;
    let mut options = OpenOptions::new();
    options.read(true).write(true).mode(0o600).custom_flags(OFlags::NOFOLLOW.bits() as i32);
    if new { options.create_new(true) } else { options.create(true) }.open(path)
}

/// Opens a log for appending, empty and locked. Replaces an earlier log, which begins with `mark`.
pub(super) fn open_log(path: &Path, mark: &[u8]) -> io::Result<File> {
    point(path)?;
    let refused = |why: &str| Err(io::Error::other(format!("{why}; give the log a name of its own")));
    // Opening a pipe or a device may have effects, so it is refused before.
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => return refused("this is a folder"),
        Ok(meta) if !meta.is_file() => return refused("this is not a regular file"),
        _ => {}
    }
    let file = OpenOptions::new().read(true).append(true).create(true).open(path);
    let file = file.map_err(|error| match error.kind() {
        kind @ io::ErrorKind::NotFound => {
            io::Error::new(kind, format!("there is no folder {}", folder_of(path).display()))
        }
        _ => error,
    })?;
    // Some file systems have no locks.
    if flock(&file, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK) {
        return refused("another process writes this log");
    }
    // Nothing is lost of an empty file.
    let mut start = Vec::new();
    (&file).take(mark.len() as u64).read_to_end(&mut start)?;
    if !start.is_empty() && start != mark {
        return refused("there is a file that is not a log of quadrille, and it is left as it is");
    }
    file.set_len(0)?;
    Ok(file)
}

/// Renames a file of the program's own.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    point(from)?;
    fs::rename(from, to)
}

/// Removes a file of the program's own.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    point(path)?;
    fs::remove_file(path)
}

/// A draft of this age whose lock is free belongs to a process that was killed.
const STALE: Duration = Duration::from_secs(10);

/// Removes the drafts that killed processes left in a folder of the program's own.
pub(super) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // Version 0.1 named them `.kept-`.
        if !(name.starts_with(PREFIX) && name.ends_with(SUFFIX) || name.starts_with(".kept-")) {
            continue;
        }
        let age = entry.metadata().and_then(|meta| meta.modified()).ok().and_then(|at| at.elapsed().ok());
        // Opened without creating: a draft may have been renamed since the folder was listed.
        let free = OpenOptions::new()
            .read(true)
            .write(true)
            .open(entry.path())
            .is_ok_and(|file| flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok());
        if free && age.is_some_and(|age| age > STALE) {
            _ = fs::remove_file(entry.path());
        }
    }
}
