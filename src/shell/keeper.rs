//! Keeps unsaved puzzles in the state folder: one file per puzzle, written beside its place and
//! renamed. A session that ends normally deletes its files. The next session finds the files of one
//! that was killed.

use crate::app::{Keeping, Kept};
use crate::files::replace_private;
use etcetera::BaseStrategy;
use rustix::process::{Pid, test_kill_process};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

/// How long changes are collected before they are written: far less than the 300 ms of work that
/// may be lost.
const TOGETHER: Duration = Duration::from_millis(100);

enum Order {
    Keep(usize, Box<Keeping>),
    Forget(usize),
    /// The session ends normally: delete its files, then answer.
    End(Sender<()>),
}

/// Writes the files on a separate thread.
pub struct Keeper {
    orders: Option<Sender<Order>>,
}

impl Keeper {
    /// `failed` is called once, with a message, if a puzzle cannot be kept.
    pub fn start(failed: impl Fn(String) + Send + 'static) -> Keeper {
        let Some(folder) = folder() else { return Keeper { orders: None } };
        let (sender, orders) = channel();
        let body = move || {
            let mut told = false;
            while let Ok(first) = orders.recv() {
                if matches!(first, Order::Keep(..)) {
                    // Changes within this time are written together. The delay is fixed, so typing
                    // on does not postpone the write.
                    thread::sleep(TOGETHER);
                }
                let mut latest: BTreeMap<usize, Option<Box<Keeping>>> = BTreeMap::new();
                for order in std::iter::once(first).chain(orders.try_iter()) {
                    match order {
                        Order::Keep(entry, keeping) => _ = latest.insert(entry, Some(keeping)),
                        Order::Forget(entry) => _ = latest.insert(entry, None),
                        Order::End(done) => {
                            own_files(&folder).into_iter().for_each(|path| _ = fs::remove_file(path));
                            _ = done.send(());
                            return;
                        }
                    }
                }
                for (entry, keeping) in latest {
                    let path = folder.join(file_name(entry));
                    let done = match keeping {
                        Some(keeping) => write(&folder, &path, &keeping.write()),
                        None => fs::remove_file(path).or(Ok(())),
                    };
                    if let Err(error) = done
                        && !std::mem::replace(&mut told, true)
                    {
                        failed(format!("changes cannot be kept in {}: {error}", folder.display()));
                    }
                }
            }
        };
        let started = thread::Builder::new().name("keeper".to_string()).spawn(body);
        Keeper { orders: started.is_ok().then_some(sender) }
    }

    pub fn keep(&self, entry: usize, keeping: Box<Keeping>) {
        self.order(Order::Keep(entry, keeping));
    }

    pub fn forget(&self, entry: usize) {
        self.order(Order::Forget(entry));
    }

    /// Deletes the files of this session, because everything is saved or discarded.
    pub fn end(&self) {
        let (done, waits) = channel();
        self.order(Order::End(done));
        _ = waits.recv_timeout(Duration::from_secs(1));
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            _ = orders.send(order);
        }
    }
}

/// The program's folder for what it remembers between sessions.
pub(super) fn state_folder() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.state_dir()?.join("quadrille"))
}

/// The folder of the kept puzzles.
fn folder() -> Option<PathBuf> {
    Some(state_folder()?.join("kept"))
}

fn file_name(entry: usize) -> String {
    format!("{}-{entry}.json", std::process::id())
}

fn write(folder: &Path, path: &Path, kept: &Kept) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    replace_private(path, &serde_json::to_vec(kept)?)
}

/// The process that wrote a file, from the file's name.
fn owner(path: &Path) -> Option<u32> {
    let name = path.file_name()?.to_str()?.strip_suffix(".json")?;
    name.split('-').next()?.parse().ok()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = found.filter(|path| owner(path).is_some()).collect();
    found.sort_by_key(|path| fs::metadata(path).and_then(|meta| meta.modified()).ok());
    found
}

fn own_files(folder: &Path) -> Vec<PathBuf> {
    files(folder).into_iter().filter(|path| owner(path) == Some(std::process::id())).collect()
}

fn is_alive(process: u32) -> bool {
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw);
    pid.is_some_and(|pid| !matches!(test_kill_process(pid), Err(rustix::io::Errno::SRCH)))
}

/// Writing a file takes a moment. A half-written file of this age belongs to a process that was
/// killed.
const STALE: Duration = Duration::from_secs(10);

/// Deletes the half-written files of processes that were killed.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let age = entry.metadata().and_then(|meta| meta.modified()).ok().and_then(|at| at.elapsed().ok());
        if entry.file_name().to_string_lossy().starts_with(".kept-") && age.is_some_and(|age| age > STALE) {
            _ = fs::remove_file(entry.path());
        }
    }
}

/// The puzzles left by sessions that have ended, the newest last, with their files; and the files
/// that live sessions have open with unsaved changes.
pub fn left_behind() -> (Vec<(Kept, PathBuf)>, Vec<PathBuf>) {
    let (mut left, mut open) = (Vec::new(), Vec::new());
    if let Some(folder) = folder() {
        sweep(&folder);
    }
    for path in folder().map_or(Vec::new(), |folder| files(&folder)) {
        let read = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<Kept>(&bytes).ok());
        let Some(kept) = read else { continue };
        if owner(&path).is_some_and(is_alive) {
            open.extend(kept.path);
        } else {
            left.push((kept, path));
        }
    }
    (left, open)
}

/// Renames the files of restored puzzles, so that they belong to this session. `entries` are the
/// numbers of their entries.
pub fn take_over(left: &[(Kept, PathBuf)], entries: &[Option<usize>]) {
    for ((_, path), entry) in left.iter().zip(entries) {
        if let (Some(folder), Some(entry)) = (path.parent(), entry) {
            _ = fs::rename(path, folder.join(file_name(*entry)));
        }
    }
}
