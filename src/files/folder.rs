//! A folder of the program's own files, under the user's state folder, and locks in it. A lock ends
//! with its process. Process ids are not used.

use super::draft::{open_lock, remove, rename, replace_private, sweep, write_new_as};
use super::{Unread, regular};
use etcetera::BaseStrategy;
use rustix::fs::{FlockOperation, flock};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// The longest wait for other processes that change the same file.
const PATIENCE: Duration = Duration::from_secs(2);

/// A folder of the program's own files.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// A file in a [`Folder`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// The name of the file, without the folder.
    pub name: String,
    /// The length, in bytes.
    pub bytes: u64,
    /// The time of the last change.
    pub written: SystemTime,
}

/// A locked file. Dropping this ends the lock.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

impl Folder {
    /// The folder with this path. It need not exist.
    pub fn at(path: impl Into<PathBuf>) -> Folder {
        Folder { path: path.into() }
    }

    /// A folder below the program's state folder: `~/.local/state/quadrille/NAME`. `None` if the
    /// user has no home folder.
    pub fn of_state(name: &str) -> Option<Folder> {
        let base = etcetera::choose_base_strategy().ok()?;
        let path = base.state_dir()?.join("quadrille");
        Some(Folder { path: if name.is_empty() { path } else { path.join(name) } })
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn file(&self, name: &str) -> PathBuf {
        debug_assert!(!name.contains('/'));
        self.path.join(name)
    }

    /// Creates the folder if it is missing, and removes the drafts that killed processes left.
    pub fn open(&self) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        sweep(&self.path);
        Ok(())
    }

    /// The files with this ending, the oldest first.
    pub fn files(&self, ending: &str) -> Vec<FoundFile> {
        let found = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok().filter(|name| name.ends_with(ending))?;
            let meta = entry.metadata().ok().filter(|meta| meta.is_file())?;
            Some(FoundFile { name, bytes: meta.len(), written: meta.modified().ok()? })
        };
        let mut files: Vec<FoundFile> =
            fs::read_dir(&self.path).into_iter().flatten().flatten().filter_map(found).collect();
        files.sort_by(|a, b| (a.written, &a.name).cmp(&(b.written, &b.name)));
        files
    }

    /// Returns true if there is a file of this name.
    pub fn has(&self, name: &str) -> bool {
        self.file(name).is_file()
    }

    /// Reads a file of at most `limit` bytes.
    pub fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, Unread> {
        regular(&self.file(name), limit)
    }

    /// Replaces a file as a whole. Only its owner may read and write it.
    pub fn write(&self, name: &str, text: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        replace_private(&self.file(name), text)
    }

    /// Writes a file that must not exist yet.
    pub fn write_new(&self, name: &str, text: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        write_new_as(&self.file(name), text, 0o600)
    }

    /// Renames a file. `to` must not exist.
    pub fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        debug_assert!(!self.has(to));
        rename(&self.file(from), &self.file(to))
    }

    /// Removes a file. A missing one counts as removed.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        match remove(&self.file(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done,
        }
    }

    /// Locks a file, which is created if it is missing. Returns `None` if another process holds the
    /// lock.
    pub fn lock(&self, name: &str) -> io::Result<Option<Lock>> {
        self.lock_file(name, false)
    }

    /// Creates a file and locks it.
    ///
    /// # Errors
    ///
    /// If there is such a file, or the file system has no locks.
    pub fn lock_new(&self, name: &str) -> io::Result<Option<Lock>> {
        fs::create_dir_all(&self.path)?;
        self.lock_file(name, true)
    }

    /// Does something while no other process does it: a file is read, changed and written as one
    /// step. Waits for a moment for the others. Without locks in the file system it does not wait.
    ///
    /// # Errors
    ///
    /// If the others do not end, or `work` fails.
    pub fn alone<T>(&self, name: &str, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        fs::create_dir_all(&self.path)?;
        let name = format!("{name}.lock");
        let until = Instant::now() + PATIENCE;
        let lock = loop {
            match self.lock(&name) {
                Ok(Some(lock)) => break Some(lock),
                Ok(None) if Instant::now() >= until => {
                    return Err(io::Error::other(format!("another session holds {name}")));
                }
                Ok(None) => std::thread::sleep(Duration::from_millis(5)),
                Err(_) => break None,
            }
        };
        let done = work();
        if let Some(lock) = lock {
            self.unlock(&name, lock);
        }
        done
    }

    fn lock_file(&self, name: &str, new: bool) -> io::Result<Option<Lock>> {
        let file = open_lock(&self.file(name), new)?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(rustix::io::Errno::WOULDBLOCK) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        // Another process may have removed the file between the two calls. A lock on a
        // removed file does not exclude other processes.
        let (opened, there) = (file.metadata()?, fs::metadata(self.file(name)).ok());
        let is_there = there.is_some_and(|there| (there.dev(), there.ino()) == (opened.dev(), opened.ino()));
        Ok(is_there.then_some(Lock { file }))
    }

    /// Removes a locked file and ends the lock.
    pub fn unlock(&self, name: &str, lock: Lock) {
        _ = self.remove(name);
        drop(lock.file);
    }
}
