//! The files that were opened or saved last, one path a line in the state folder, the newest last.

use super::keeper::state_folder;
use crate::files::replace_private;
use std::fs;
use std::path::{Path, PathBuf};

/// How many are remembered.
const MOST: usize = 12;

/// The files that are still there, the newest last.
pub fn recent() -> Vec<PathBuf> {
    remembered().into_iter().filter(|path| path.is_file()).collect()
}

/// Remembers a file. Nothing depends on it, so failures are ignored.
pub fn remember(path: &Path) {
    let (Some(folder), Ok(path)) = (state_folder(), fs::canonicalize(path)) else { return };
    let Some(name) = path.to_str().filter(|name| !name.contains('\n')) else { return };
    let mut lines: Vec<String> =
        remembered().iter().filter(|own| **own != path).map(|own| own.display().to_string()).collect();
    lines.push(name.to_string());
    let text = lines[lines.len().saturating_sub(MOST)..].join("\n") + "\n";
    _ = write(&folder, &text);
}

fn write(folder: &Path, text: &str) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    replace_private(&folder.join("recent"), text.as_bytes())
}

fn remembered() -> Vec<PathBuf> {
    let text = state_folder().and_then(|folder| fs::read_to_string(folder.join("recent")).ok());
    text.unwrap_or_default().lines().map(PathBuf::from).collect()
}
