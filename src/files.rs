//! Files that are replaced at once.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes a temporary file beside the target and renames it: whatever happens, the old or the new
/// file is there as a whole. A link is followed, and the old file's permissions are kept. A
/// read-only file is not replaced.
pub fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    put(path, text, 0o666 & !umask(), None)
}

/// Replaces a file as [`replace`] does. `check` may refuse the new text as it is read back.
pub fn replace_checked(path: &Path, text: &[u8], mut check: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    put(path, text, 0o666 & !umask(), Some(&mut check))
}

/// Replaces a file as [`replace`] does. A new one is for its owner alone.
pub fn replace_private(path: &Path, text: &[u8]) -> io::Result<()> {
    put(path, text, 0o600, None)
}

/// Refuses a text as it is read back.
type Check<'a> = &'a mut dyn FnMut(&[u8]) -> io::Result<()>;

/// Replaces a file. A new one gets the permissions `mode`.
fn put(path: &Path, text: &[u8], mode: u32, check: Option<Check>) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the file is read-only: save it under another name",
        ));
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The temporary file is removed if anything fails.
    let part = tempfile::Builder::new().prefix(".quadrille-").suffix(".part").tempfile_in(folder);
    // The name of the temporary file, which the error holds, is nobody's concern.
    let mut part = part.map_err(|error| io::Error::from(error.kind()))?;
    part.write_all(text)?;
    let permissions = match old {
        Some(old) => old.permissions(),
        None => fs::Permissions::from_mode(mode),
    };
    part.as_file().set_permissions(permissions)?;
    part.as_file().sync_all()?;
    if let Some(check) = check {
        check(&fs::read(part.path())?)?;
    }
    part.persist(&target).map_err(|error| error.error)?;
    // The new name is safe on the disk only after its folder is synced.
    fs::File::open(folder).and_then(|folder| folder.sync_all())
}

/// The permission bits that new files do not get. Linux gives them in `/proc`; elsewhere the usual
/// ones are assumed.
fn umask() -> u32 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("Umask:"));
    line.and_then(|mask| u32::from_str_radix(mask.trim(), 8).ok()).unwrap_or(0o022)
}
