//! The list of puzzles: the bundled ones, and those in the files and folders given.

use crate::app::model::document::{Document, fingerprint};
use crate::app::model::import::Import;
use crate::app::model::shelf::{Group, Shelf};
use crate::puzzle::{BUNDLED, Puzzle, decode, draw};
use std::path::{Path, PathBuf};

/// The source of an entry's text.
#[derive(Clone, Debug)]
pub enum Source {
    /// A puzzle of the program, with its text.
    Bundled(&'static str),
    /// A file, read when its entry is first selected.
    File(PathBuf),
    /// Made or pasted in this session.
    Made,
}

/// A row of the list.
#[derive(Clone, Debug)]
pub struct LibraryRow {
    /// The name in the list.
    pub name: String,
    /// The source of the text.
    pub source: Source,
    /// `None` until the file is read; `Err` says why it cannot be read.
    pub document: Option<Result<Box<Document>, String>>,
    /// The puzzles of a file that has several, or that can be read in several ways. The document is
    /// the first of them, as a preview; opening the entry asks which one to take.
    pub choices: Option<Box<Import>>,
    /// True if it was opened in an earlier session.
    pub recent: bool,
}

/// The puzzles that the program knows.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// All entries, in the order of the list.
    pub entries: Vec<LibraryRow>,
    /// The row of the cursor among the entries that match the filter.
    pub cursor: usize,
    /// The words that an entry has to have. Empty to list all.
    pub filter: String,
    /// The entries that match, as they are listed.
    shelf: Shelf,
}

impl LibraryRow {
    /// The puzzles of the program.
    pub fn bundled() -> Vec<LibraryRow> {
        let entry = |name: &'static str, text: &'static str| {
            let mut entry = LibraryRow {
                name: name.to_string(),
                source: Source::Bundled(text),
                document: None,
                choices: None,
                recent: false,
            };
            entry.take(text.as_bytes().to_vec());
            entry
        };
        BUNDLED.iter().map(|bundled| entry(bundled.name.trim_end_matches(".toml"), bundled.text)).collect()
    }

    /// An entry for a file, which is not read yet.
    pub fn file(path: PathBuf) -> LibraryRow {
        let name =
            path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        LibraryRow { name, source: Source::File(path), document: None, choices: None, recent: false }
    }

    /// An entry for a file below a folder, under its path from there.
    pub fn below(folder: &Path, path: PathBuf) -> LibraryRow {
        let name =
            path.strip_prefix(folder).map_or_else(|_| path.display().to_string(), |rest| rest.display().to_string());
        LibraryRow { name, ..LibraryRow::file(path) }
    }

    /// An entry for a file of an earlier session, under its path. Long paths lose their beginning.
    pub fn recent(path: PathBuf) -> LibraryRow {
        let name: Vec<String> = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        let last = &name[name.len().saturating_sub(2)..];
        LibraryRow { name: last.join("/"), recent: true, ..LibraryRow::file(path) }
    }

    /// An entry for a puzzle without a file.
    pub fn made(name: String, puzzle: Puzzle) -> LibraryRow {
        let document = Some(Ok(Box::new(Document::new(puzzle, None))));
        LibraryRow { name, source: Source::Made, document, choices: None, recent: false }
    }

    /// An entry for a puzzle that was already read from its file.
    pub fn read(name: String, path: PathBuf, puzzle: Puzzle, disk: Option<u64>) -> LibraryRow {
        let mut document = Document::new(puzzle, Some(path.clone()));
        document.disk = disk;
        LibraryRow {
            name,
            source: Source::File(path),
            document: Some(Ok(Box::new(document))),
            choices: None,
            recent: false,
        }
    }

    /// Reads the bytes of the entry's file.
    pub fn take(&mut self, bytes: Vec<u8>) {
        let path = match &self.source {
            Source::File(path) => Some(path.clone()),
            Source::Bundled(_) | Source::Made => None,
        };
        let text = decode(&bytes).map_err(|error| draw(&self.name, &String::from_utf8_lossy(&bytes), &error));
        let read = text.and_then(|text| Import::read(&self.name, &text));
        let disk = path.is_some().then(|| fingerprint(&bytes));
        self.choices = None;
        self.document = Some(read.map(|import| {
            let mut document = Document::new(import.choices[0].clone(), path);
            document.disk = disk;
            if import.choices.len() > 1 {
                self.choices = Some(Box::new(import));
            }
            Box::new(document)
        }));
    }

    /// The document. `None` if the file was not read, or could not be.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()?.as_deref().ok()
    }
}

impl Library {
    /// A list of entries. The cursor is on the most recent one, else on the first to begin with.
    pub fn new(entries: Vec<LibraryRow>) -> Library {
        let mut library = Library { entries, ..Library::default() };
        library.arrange();
        let shown = library.shown();
        let recent = shown.iter().position(|&at| Group::of(&library.entries[at]) == Group::Recent);
        library.cursor = recent.unwrap_or(0);
        library
    }

    /// Arranges the entries, if they or the filter have changed. The cursor stays on its entry.
    pub fn arrange(&mut self) {
        let here = self.selected();
        if self.shelf.arrange(&self.entries, &self.filter) {
            let shown = self.shown();
            let place = here.and_then(|here| shown.iter().position(|&at| at == here));
            self.cursor = place.unwrap_or(self.cursor.min(shown.len().saturating_sub(1)));
        }
    }

    /// The groups of entries that match the filter, in the order of the list.
    pub fn groups(&self) -> &[(Group, Vec<usize>)] {
        &self.shelf.groups
    }

    /// The numbers of the entries that match the filter, in the order of the list.
    pub fn shown(&self) -> Vec<usize> {
        self.shelf.shown()
    }

    /// The number of the entry under the cursor.
    pub fn selected(&self) -> Option<usize> {
        self.shown().get(self.cursor).copied()
    }

    /// Moves the cursor to an entry, if it is shown.
    pub fn select(&mut self, entry: usize) {
        if let Some(row) = self.shown().iter().position(|&at| at == entry) {
            self.cursor = row;
        }
    }

    /// Moves the cursor to a row, at most to the last one.
    pub fn move_to(&mut self, row: usize) {
        self.cursor = row.min(self.shown().len().saturating_sub(1));
    }

    /// Filters the list by words, and moves the cursor to the first match.
    pub fn filter_by(&mut self, words: &str) {
        self.filter = words.to_string();
        self.arrange();
        self.move_to(0);
    }
}
