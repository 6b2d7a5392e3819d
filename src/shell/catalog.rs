//! The catalog: the cards of the files in the Library, made ahead on a thread of their own and kept
//! between sessions in the state folder.
//!
//! The file begins with a line for the version of the program, because another version may read a
//! puzzle in another way. Each further line is a file with its card, as JSON. Nothing depends on
//! the catalog, so failures are ignored.

use crate::app::{Card, LibraryRow, Msg};
use crate::bundled::BUNDLED;
use crate::files::{Folder, regular, text_beside};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

const NAME: &str = "catalog";

const HEAD: &str = concat!("quadrille ", env!("CARGO_PKG_VERSION"), " catalog 1");

/// The most cards that are kept, and the largest catalog that is read, in bytes.
const MOST: usize = 20_000;
const LARGEST: u64 = 32 << 20;

/// The largest file that is read ahead, and the bytes that are read in one session. The next
/// session goes on with the files that are left.
const LARGEST_FILE: u64 = 1 << 20;
const SESSION: u64 = 64 << 20;

/// The time between two answers, while files are read.
const ANSWER: Duration = Duration::from_millis(100);

/// A file as it was when its card was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    bytes: u64,
    /// Seconds and nanoseconds of the last change.
    written: (i64, i64),
}

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    path: PathBuf,
    #[serde(flatten)]
    stamp: Stamp,
    card: Card,
}

/// The cards that are kept, by the full path of the file.
type Cards = HashMap<PathBuf, (Stamp, Card)>;

/// Makes the cards of files, on a separate thread. Files that cannot be read have none.
pub fn read_ahead(files: Vec<(usize, PathBuf)>, answer: impl Fn(Msg) + Send + 'static) {
    let read = move || {
        let folder = Folder::of_state("");
        cards_of(&files, folder.as_ref(), answer);
    };
    _ = thread::Builder::new().name("ahead".to_string()).spawn(read);
}

/// Makes the cards of files, or takes those that are kept in a folder. Keeps the new ones.
pub fn cards_of(files: &[(usize, PathBuf)], folder: Option<&Folder>, answer: impl Fn(Msg)) {
    let mut kept = folder.map(kept_in).unwrap_or_default();
    let (mut found, mut lines, mut answered) = (Vec::new(), Vec::new(), Instant::now());
    let (mut left, mut is_new) = (SESSION, false);
    for (entry, path) in files {
        let Ok(full) = std::path::absolute(path) else { continue };
        let Some(stamp) = stamp(&full) else { continue };
        let known = kept.remove(&full).filter(|(then, _)| *then == stamp).map(|(_, card)| card);
        is_new |= known.is_none();
        let card = known.or_else(|| {
            left = left.checked_sub(stamp.bytes)?;
            let bytes = regular(&full, LARGEST_FILE).ok()?;
            catch_unwind(AssertUnwindSafe(|| LibraryRow::card_of(path.clone(), bytes, BUNDLED, &text_beside))).ok()
        });
        let Some(card) = card else { continue };
        found.push((*entry, card.clone()));
        lines.push(Line { path: full, stamp, card });
        if answered.elapsed() > ANSWER {
            answer(Msg::Cards(std::mem::take(&mut found)));
            answered = Instant::now();
        }
    }
    if !found.is_empty() {
        answer(Msg::Cards(found));
    }
    if let Some(folder) = folder.filter(|_| is_new) {
        // The files of other folders keep their cards, as far as there is room: also those that
        // another session has made meanwhile.
        lines.truncate(MOST);
        let room = MOST - lines.len();
        let named: HashSet<PathBuf> = lines.iter().map(|line| line.path.clone()).collect();
        _ = folder.alone(NAME, || {
            let others = kept_in(folder).into_iter().filter(|(path, _)| !named.contains(path));
            let others = others.map(|(path, (stamp, card))| Line { path, stamp, card });
            keep(folder, lines.into_iter().chain(others.take(room)));
            Ok(())
        });
    }
}

/// The size and the time of a regular file.
fn stamp(path: &Path) -> Option<Stamp> {
    let meta = fs::metadata(path).ok().filter(|meta| meta.is_file() && meta.len() <= LARGEST_FILE)?;
    Some(Stamp { bytes: meta.len(), written: (meta.mtime(), meta.mtime_nsec()) })
}

/// The cards that are kept in a folder.
fn kept_in(folder: &Folder) -> Cards {
    let text = folder.read(NAME, LARGEST).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        return Cards::new();
    }
    let cards = lines.filter_map(|line| serde_json::from_str::<Line>(line).ok());
    cards.map(|Line { path, stamp, card }| (path, (stamp, card))).collect()
}

/// Replaces the catalog.
fn keep(folder: &Folder, lines: impl Iterator<Item = Line>) {
    let lines = lines.filter_map(|line| serde_json::to_string(&line).ok());
    let text: String = std::iter::once(HEAD.to_string()).chain(lines).map(|line| line + "\n").collect();
    _ = folder.open();
    _ = folder.write(NAME, text.as_bytes());
}
