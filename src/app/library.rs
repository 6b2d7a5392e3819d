//! The list of puzzles: the bundled ones, and those in the files and folders given.

use super::document::{Document, fingerprint};
use crate::puzzle::{BUNDLED, Puzzle, decode, draw, load};
use std::path::PathBuf;

/// Where an entry's text comes from.
#[derive(Clone, Debug)]
pub enum Source {
    Bundled(&'static str),
    /// A file, read when its entry is first selected.
    File(PathBuf),
    /// Made or pasted in this session.
    Made,
}

/// A row of the list.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: String,
    pub source: Source,
    /// `None` until the file is read; `Err` says why it cannot be read.
    pub document: Option<Result<Box<Document>, String>>,
}

#[derive(Clone, Debug, Default)]
pub struct Library {
    pub entries: Vec<Entry>,
    /// The row of the cursor among the entries that match the filter.
    pub cursor: usize,
    pub filter: String,
}

impl Entry {
    pub fn bundled() -> Vec<Entry> {
        let entry = |name: &'static str, text: &'static str| {
            let mut entry = Entry { name: name.to_string(), source: Source::Bundled(text), document: None };
            entry.take(text.as_bytes().to_vec());
            entry
        };
        BUNDLED.iter().map(|bundled| entry(bundled.name.trim_end_matches(".toml"), bundled.text)).collect()
    }

    pub fn file(path: PathBuf) -> Entry {
        let name =
            path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        Entry { name, source: Source::File(path), document: None }
    }

    /// An entry for a puzzle without a file.
    pub fn made(name: String, puzzle: Puzzle) -> Entry {
        Entry { name, source: Source::Made, document: Some(Ok(Box::new(Document::new(puzzle, None)))) }
    }

    /// An entry for a puzzle whose file was already read.
    pub fn read(name: String, path: PathBuf, puzzle: Puzzle, disk: Option<u64>) -> Entry {
        let mut document = Document::new(puzzle, Some(path.clone()));
        document.disk = disk;
        Entry { name, source: Source::File(path), document: Some(Ok(Box::new(document))) }
    }

    /// Reads the bytes of the entry's file. If it holds several puzzles, the first one is taken.
    pub fn take(&mut self, bytes: Vec<u8>) {
        let path = match &self.source {
            Source::File(path) => Some(path.clone()),
            Source::Bundled(_) | Source::Made => None,
        };
        let read = decode(&bytes).map_err(|error| draw(&self.name, &String::from_utf8_lossy(&bytes), &error));
        let puzzle = read.and_then(|text| match load(&text, None) {
            Ok(mut loaded) if !loaded.puzzles.is_empty() => Ok(loaded.puzzles.remove(0)),
            Ok(_) => Err("there is no puzzle in this file".to_string()),
            Err(crate::puzzle::LoadError::Parse(error)) => Err(draw(&self.name, &text, &error)),
            Err(error) => {
                let file = path.as_ref().map_or(self.name.clone(), |path| path.display().to_string());
                Err(format!("{error}\n\nOpen it with: quadrille --as KIND {file}"))
            }
        });
        let disk = path.is_some().then(|| fingerprint(&bytes));
        self.document = Some(puzzle.map(|puzzle| {
            let mut document = Document::new(puzzle, path);
            document.disk = disk;
            Box::new(document)
        }));
    }

    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()?.as_deref().ok()
    }
}

impl Library {
    /// The numbers of the entries that match the filter.
    pub fn shown(&self) -> Vec<usize> {
        let wanted = self.filter.to_lowercase();
        (0..self.entries.len()).filter(|&at| self.entries[at].name.to_lowercase().contains(&wanted)).collect()
    }

    /// The number of the entry under the cursor.
    pub fn selected(&self) -> Option<usize> {
        self.shown().get(self.cursor).copied()
    }

    /// Moves the cursor to a row, at most to the last one.
    pub fn move_to(&mut self, row: usize) {
        self.cursor = row.min(self.shown().len().saturating_sub(1));
    }
}
