//! The progress in lessons, kept in one file of the state folder.

use crate::app::{Record, Records};
use crate::files::Folder;
use std::io;

const NAME: &str = "lessons.json";

/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// The progress that earlier sessions kept. Empty if there is none, or if it cannot be read.
pub fn kept() -> Records {
    let bytes = Folder::of_state("").and_then(|folder| folder.read(NAME, LARGEST).ok());
    bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// Keeps the progress in a lesson. What other sessions kept of other lessons stays.
///
/// # Errors
///
/// If the file cannot be written. Without a home folder nothing is kept, which is not an error.
pub fn keep(name: String, record: Record) -> io::Result<()> {
    let Some(folder) = Folder::of_state("") else { return Ok(()) };
    let mut records = kept();
    records.insert(name, record);
    folder.open()?;
    folder.write(NAME, &serde_json::to_vec(&records)?)
}
