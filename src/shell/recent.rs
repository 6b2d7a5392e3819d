//! The files that were opened or saved last, one path a line in the state folder, the newest last.

use crate::files::Folder;
use std::path::{Path, PathBuf};

/// The number of files that are remembered, and the size of the largest list that is read, in
/// bytes.
const MOST: usize = 12;
const LARGEST: u64 = 1 << 20;

const NAME: &str = "recent";

/// The files that are still there, the newest last.
pub fn recent() -> Vec<PathBuf> {
    remembered().into_iter().filter(|path| path.is_file()).collect()
}

/// Adds a file to the list. Nothing depends on it, so failures are ignored.
pub fn remember(path: &Path) {
    let (Some(folder), Ok(path)) = (Folder::of_state(""), std::fs::canonicalize(path)) else { return };
    let Some(name) = path.to_str().filter(|name| !name.contains('\n')) else { return };
    _ = folder.open();
    _ = folder.alone(NAME, || {
        let others = remembered().into_iter().filter(|other| *other != path);
        let mut lines: Vec<String> = others.map(|other| other.display().to_string()).collect();
        lines.push(name.to_string());
        let text = lines[lines.len().saturating_sub(MOST)..].join("\n") + "\n";
        folder.write(NAME, text.as_bytes())
    });
}

fn remembered() -> Vec<PathBuf> {
    let text = Folder::of_state("").and_then(|folder| folder.read(NAME, LARGEST).ok()).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let from = text.lines().count().saturating_sub(MOST);
    text.lines().skip(from).map(PathBuf::from).collect()
}
