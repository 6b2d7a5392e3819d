//! Lessons outside the workbench: the progress in one file of the state folder, and the check of a
//! lesson with the default keys.

use crate::app::{Keymap, LessonRecord, Records, VIEWS, step_key};
use crate::files::Folder;
use crate::puzzle::{ParseError, encode};
use crate::study::{Lesson, check_lesson};
use std::io;

const NAME: &str = "lessons.json";

/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// The progress that earlier sessions kept. Empty if there is none, or if it cannot be read.
pub fn kept() -> Records {
    Folder::of_state("").and_then(|folder| read(&folder).ok()).unwrap_or_default()
}

/// Keeps the progress in a lesson. What other sessions kept of other lessons stays.
///
/// # Errors
///
/// If the file cannot be written, or is there and cannot be read: it is not replaced then. Without
/// a home folder nothing is kept, which is not an error.
pub fn keep(name: String, record: LessonRecord) -> io::Result<()> {
    let Some(folder) = Folder::of_state("") else { return Ok(()) };
    folder.open()?;
    folder.alone(NAME, || {
        let mut records = read(&folder)?;
        records.insert(name, record);
        folder.write(NAME, &serde_json::to_vec(&records)?)
    })
}

fn read(folder: &Folder) -> io::Result<Records> {
    if !folder.has(NAME) {
        return Ok(Records::new());
    }
    let bytes = folder.read(NAME, LARGEST).map_err(|why| io::Error::other(format!("{NAME}: {why}")))?;
    serde_json::from_slice(&bytes).map_err(|why| io::Error::other(format!("{NAME}: {why}")))
}

/// The default key of an action of Step, by the action's name.
pub fn default_key(name: &str) -> Option<String> {
    step_key(&Keymap::default(), name)
}

/// Returns all errors of a lesson, in the order of the file.
pub fn check(lesson: &Lesson) -> Vec<ParseError> {
    let names = encode(&lesson.puzzle.shape);
    let views: Vec<&str> = VIEWS.iter().filter(|view| (view.fits)(&names)).map(|view| view.title).collect();
    check_lesson(lesson, &default_key, &views)
}
