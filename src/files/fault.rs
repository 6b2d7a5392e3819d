//! Faults for tests: the n-th operation on a file below a folder fails as on a full disk. Tests
//! with folders of their own can run side by side. A release has no faults.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// By folder: the number of operations that succeed before one fails.
static ARMED: Mutex<BTreeMap<PathBuf, usize>> = Mutex::new(BTreeMap::new());

/// Lets `good` operations below a folder succeed, and the next one fail. Does nothing in a release.
pub fn arm(folder: &Path, good: usize) {
    ARMED.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_path_buf(), good);
}

/// Ends the faults of a folder. Returns true if the fault has happened.
pub fn disarm(folder: &Path) -> bool {
    ARMED.lock().unwrap_or_else(PoisonError::into_inner).remove(folder) == Some(usize::MAX)
}

/// Returns the error of a fault that happens now. Called before each operation on a file.
pub fn point(path: &Path) -> io::Result<()> {
    if !cfg!(debug_assertions) {
        return Ok(());
    }
    let mut armed = ARMED.lock().unwrap_or_else(PoisonError::into_inner);
    let Some((_, left)) = armed.iter_mut().find(|(folder, _)| path.starts_with(folder)) else { return Ok(()) };
    match *left {
        usize::MAX => Ok(()),
        0 => {
            *left = usize::MAX;
            Err(io::Error::from_raw_os_error(rustix::io::Errno::NOSPC.raw_os_error()))
        }
        _ => {
            *left -= 1;
            Ok(())
        }
    }
}
