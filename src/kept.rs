//! Puzzles with unsaved changes, kept in the state folder in case the workbench is killed: one file
//! for each puzzle.
//!
//! Each running workbench has a random name and holds a lock on `NAME.lock`; its puzzles are
//! `NAME-ENTRY.json`. The lock ends with the process, however it ends. So files whose lock is free
//! were left behind. The next workbench locks their name, reads them, and renames them to its own
//! name. Version 0.1 used the process id as the name and had no locks; its files are taken over
//! too.

use crate::app::Kept;
use crate::files::{Folder, FoundFile, Lock, Unread};
use rustix::io::Errno;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

/// The most files that workbenches may leave behind, and the most bytes. Beyond that, unreadable
/// files and then the oldest ones are removed.
pub const MOST: usize = 200;
/// The most bytes of the files together; see [`MOST`].
pub const MOST_BYTES: u64 = 64 << 20;

/// The largest file that is read.
const LARGEST: u64 = 256 << 20;

/// The longest time for which `quadrille kept` holds a lock to test it. A session that finds a lock
/// taken tries it again after this time.
const LOOKED_AT: Duration = Duration::from_millis(3);

/// The folder of the kept puzzles. `None` if the user has no home folder.
pub fn folder() -> Option<Folder> {
    Folder::of_state("kept")
}

/// The session of a running workbench: its name and its lock. If it is dropped without
/// [`Session::end`], its files are left behind, as after a kill.
#[derive(Debug)]
pub struct Session {
    folder: Folder,
    name: String,
    lock: Lock,
}

/// The puzzles that other workbenches left behind, locked for this one.
#[derive(Debug, Default)]
pub struct Orphans {
    /// The puzzles, the oldest first.
    pub left: Vec<Left>,
    /// The puzzle files that running workbenches have open with unsaved changes.
    pub open: Vec<PathBuf>,
    /// The number of puzzles that were removed because there were too many.
    pub removed: usize,
    locks: Vec<(String, Lock)>,
}

/// A puzzle that was left behind.
#[derive(Debug)]
pub struct Left {
    /// The puzzle and its state.
    pub kept: Kept,
    /// The name of its file.
    name: String,
}

/// A kept file, as `quadrille kept` lists it.
#[derive(Debug)]
pub struct KeptEntry {
    /// The name of the file, without the folder.
    pub file: String,
    /// The time of the last change.
    pub written: SystemTime,
    /// The length, in bytes.
    pub bytes: u64,
    /// True if a running workbench holds it.
    pub is_open: bool,
    /// The puzzle, or the reason why it cannot be read.
    // The reason is text because it is only shown.
    pub kept: Result<Kept, String>,
}

impl Session {
    /// Begins a session: takes an unused name and its lock.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written or has no locks.
    pub fn begin(folder: Folder) -> io::Result<Session> {
        folder.open()?;
        loop {
            // A fresh hasher is random in each process.
            let name = format!("w{:016x}", RandomState::new().hash_one(SystemTime::now()));
            if folder.files(".json").iter().any(|file| owner(&file.name) == Some(&name)) {
                continue;
            }
            match folder.lock_new(&lock_of(&name)) {
                Ok(Some(lock)) => return Ok(Session { folder, name, lock }),
                Ok(None) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The folder of the files.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    fn file(&self, entry: usize) -> String {
        format!("{}-{entry}.json", self.name)
    }

    /// Writes the puzzle of an entry.
    pub fn keep(&self, entry: usize, kept: &Kept) -> io::Result<()> {
        self.folder.write(&self.file(entry), &serde_json::to_vec(kept)?)
    }

    /// Removes the puzzle of an entry that was saved.
    pub fn forget(&self, entry: usize) -> io::Result<()> {
        self.folder.remove(&self.file(entry))
    }

    /// Ends the session normally: everything is saved or discarded, so its files are removed.
    pub fn end(self) {
        for file in self.folder.files(".json").iter().filter(|file| owner(&file.name) == Some(&self.name)) {
            _ = self.folder.remove(&file.name);
        }
        self.folder.unlock(&lock_of(&self.name), self.lock);
    }

    /// The puzzles that other workbenches left behind, and those that others have open. Too many of
    /// them are removed.
    pub fn orphans(&self) -> Orphans {
        let mut found = Orphans::default();
        // A workbench that was killed before it kept anything leaves its lock file alone.
        let locks =
            self.folder.files(".lock").into_iter().filter_map(|lock| Some(lock.name.strip_suffix(".lock")?.into()));
        let files = self.folder.files(".json");
        let owners: BTreeSet<String> =
            files.iter().filter_map(|file| owner(&file.name)).map(str::to_string).chain(locks).collect();
        let mut dead = BTreeSet::new();
        let mut left: Vec<String> = owners.into_iter().filter(|name| *name != self.name).collect();
        for pause in [Duration::ZERO, LOOKED_AT] {
            if !left.is_empty() {
                thread::sleep(pause);
            }
            // Takes the locks before it reads the files, so two workbenches that start at the same
            // time share nothing.
            left.retain(|name| match self.folder.lock(&lock_of(name)) {
                Ok(Some(lock)) => {
                    dead.insert(name.clone());
                    found.locks.push((name.clone(), lock));
                    false
                }
                // A folder or a link in place of a lock: no workbench can hold it.
                Err(error) if matches!(Errno::from_io_error(&error), Some(Errno::ISDIR | Errno::LOOP)) => {
                    dead.insert(name.clone());
                    false
                }
                Ok(None) | Err(_) => true,
            });
        }
        let mut unreadable = Vec::new();
        // Lists the files again, because the owner may have changed them until its lock was free.
        for file in self.folder.files(".json") {
            let Some(name) = owner(&file.name).filter(|name| *name != self.name) else { continue };
            match (read(&self.folder, &file), dead.contains(name)) {
                (Ok(kept), true) => found.left.push(Left { kept, name: file.name }),
                (Ok(kept), false) => found.open.extend(kept.path),
                (Err(Unreadable::Json(_)), true) => unreadable.push(file),
                (Err(_), _) => {}
            }
        }
        self.prune(&mut found, unreadable);
        found
    }

    /// Removes files while there are too many: the unreadable ones first, then the oldest. The
    /// newest puzzle stays, however large it is.
    fn prune(&self, found: &mut Orphans, unreadable: Vec<FoundFile>) {
        let sizes: BTreeMap<String, u64> =
            self.folder.files(".json").into_iter().map(|file| (file.name, file.bytes)).collect();
        let size = |name: &str| sizes.get(name).copied().unwrap_or(0);
        let mut count = found.left.len() + unreadable.len();
        let names = found.left.iter().map(|left| left.name.as_str()).chain(unreadable.iter().map(|file| &*file.name));
        let mut bytes: u64 = names.map(size).sum();
        let mut gone = 0;
        let older = &found.left[..found.left.len().saturating_sub(1)];
        let order: Vec<String> =
            unreadable.into_iter().map(|file| file.name).chain(older.iter().map(|left| left.name.clone())).collect();
        for name in order {
            if count <= MOST && bytes <= MOST_BYTES {
                break;
            }
            _ = self.folder.remove(&name);
            (count, bytes) = (count - 1, bytes - size(&name));
            gone += usize::from(found.left.iter().any(|left| left.name == name));
        }
        found.left.drain(..gone);
        found.removed = gone;
    }

    /// Takes puzzles over: their files get the name of this session. `entries` are the numbers of
    /// their entries; a puzzle without one keeps its file.
    ///
    /// # Errors
    ///
    /// The last error of a file that keeps its name and will be offered again.
    pub fn take_over(&self, orphans: Orphans, entries: &[Option<usize>]) -> io::Result<()> {
        let mut done = Ok(());
        for (left, entry) in orphans.left.iter().zip(entries) {
            if let Some(entry) = entry {
                done = self.folder.rename(&left.name, &self.file(*entry)).and(done);
            }
        }
        for (name, lock) in orphans.locks {
            self.folder.unlock(&lock_of(&name), lock);
        }
        done
    }
}

/// The reason why a kept file is not read.
#[derive(Debug, thiserror::Error)]
enum Unreadable {
    #[error("{0}")]
    Io(#[from] Unread),
    #[error("{0}")]
    Json(#[from] serde_json::Error),
}

/// All kept files, the oldest first.
pub fn list(folder: &Folder) -> Vec<KeptEntry> {
    let of = |found: FoundFile| {
        let name = owner(&found.name)?.to_string();
        let is_open = folder.has(&lock_of(&name)) && matches!(folder.lock(&lock_of(&name)), Ok(None));
        let kept = read(folder, &found).map_err(|why| why.to_string());
        Some(KeptEntry { written: found.written, bytes: found.bytes, is_open, kept, file: found.name })
    };
    folder.files(".json").into_iter().filter_map(of).collect()
}

/// Removes a kept file. Returns `false` if a running workbench holds it.
pub fn drop_file(folder: &Folder, file: &str) -> io::Result<bool> {
    let Some(name) = owner(file) else { return Err(io::Error::other("this is not the name of a kept file")) };
    if !folder.has(file) {
        return Err(io::Error::from(io::ErrorKind::NotFound));
    }
    let Some(lock) = folder.lock(&lock_of(name))? else { return Ok(false) };
    let done = folder.remove(file);
    folder.unlock(&lock_of(name), lock);
    done.map(|()| true)
}

fn read(folder: &Folder, file: &FoundFile) -> Result<Kept, Unreadable> {
    Ok(serde_json::from_slice(&folder.read(&file.name, LARGEST)?)?)
}

/// The name of the workbench that a file belongs to, if it is a kept file.
fn owner(file: &str) -> Option<&str> {
    let (name, entry) = file.strip_suffix(".json")?.rsplit_once('-')?;
    let digits = name.strip_prefix('w').unwrap_or(name);
    let is_name = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_name && !entry.is_empty() && entry.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

fn lock_of(name: &str) -> String {
    format!("{name}.lock")
}
