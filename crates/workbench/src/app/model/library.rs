//! The list of puzzles: the bundled ones, and those in the files and folders given.

use crate::app::model::card::{Card, HandProgress};
use crate::app::model::document::{Document, fingerprint};
use crate::app::model::import::Import;
use crate::app::model::shelf::{Shelf, ShelfGroup, ShelfPlace};
use quadrille_puzzle::{Bundled, Puzzle, decode_owned, draw};
use quadrille_study::{Lesson, is_lesson};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The source of an entry's text.
#[derive(Clone, Debug)]
pub enum EntrySource {
    /// A puzzle of the program, with its text. It is read when its entry is first selected.
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
    pub source: EntrySource,
    /// `None` until the file is read. `Err` says why it cannot be read: a text, with the line
    /// drawn.
    pub document: Option<Result<Box<Document>, String>>,
    /// The facts for the list until the file is read. `None` if they are not known yet.
    pub card: Option<Card>,
    /// The puzzles of a file that has several, or that can be read in several ways. The document is
    /// the first of them, as a preview; opening the entry asks which one to take.
    pub choices: Option<Box<Import>>,
    /// True if it was opened in an earlier session.
    pub recent: bool,
    /// The lesson, if the file is one. The document is its puzzle.
    pub lesson: Option<Arc<Lesson>>,
    /// The puzzles that a lesson may name.
    pub known: &'static [Bundled],
    /// The text of the puzzle's file, if the entry is a lesson that names one.
    pub beside: Option<String>,
    /// The absolute path of the file, if there is one.
    pub(in crate::app) path: Option<String>,
}

/// The puzzles that the program knows.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// All entries, in the order of the list.
    pub entries: Vec<LibraryRow>,
    /// The index of the cursor's row in [`Library::places`].
    pub cursor: usize,
    /// The words that an entry has to have. Empty to list all.
    pub filter: String,
    /// The index of the entry that is open. Its file has been read.
    pub open: Option<usize>,
    /// An entry to open as soon as its file is read.
    pub(in crate::app) opens: Option<usize>,
    /// The entries that match, as they are listed.
    shelf: Shelf,
}

impl LibraryRow {
    /// An entry that is not read yet.
    fn unread(name: String, source: EntrySource) -> LibraryRow {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let path = match &source {
            EntrySource::File(path) => Some(absolute(path).to_string_lossy().into_owned()),
            EntrySource::Bundled(_) | EntrySource::Made => None,
        };
        LibraryRow {
            name,
            source,
            document: None,
            card: None,
            choices: None,
            recent: false,
            lesson: None,
            known: &[],
            beside: None,
            path,
        }
    }

    /// An entry with its document.
    pub fn of(name: String, source: EntrySource, document: Document) -> LibraryRow {
        LibraryRow { document: Some(Ok(Box::new(document))), ..LibraryRow::unread(name, source) }
    }

    /// Files that come with the program, which are not read yet, and what the list says of them: a
    /// line for each, with its name, a tab and its card as JSON. A lesson may name the known
    /// puzzles.
    pub fn bundled(files: &'static [Bundled], cards: &'static str, known: &'static [Bundled]) -> Vec<LibraryRow> {
        let row = |(file, card): (&Bundled, _)| LibraryRow {
            card,
            known,
            ..LibraryRow::unread(file.stem().to_string(), EntrySource::Bundled(file.text))
        };
        files.iter().zip(Card::bundled(files, cards)).map(row).collect()
    }

    /// An entry for a lesson that was already read from its file.
    pub fn of_lesson(path: PathBuf, lesson: Lesson) -> LibraryRow {
        let document = Document::new(lesson.puzzle.clone(), None);
        let row = LibraryRow { document: Some(Ok(Box::new(document))), ..LibraryRow::file(path) };
        LibraryRow { lesson: Some(Arc::new(lesson)), ..row }
    }

    /// The name under which the progress of a lesson is kept: the path of its file, or the name of
    /// a bundled one. So two lessons of one name do not share it.
    pub(crate) fn lesson_name(&self) -> &str {
        self.path.as_deref().unwrap_or(&self.name)
    }

    /// An entry for a file, which is not read yet.
    pub fn file(path: PathBuf) -> LibraryRow {
        let name =
            path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        LibraryRow::unread(name, EntrySource::File(path))
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
        LibraryRow::of(name, EntrySource::Made, Document::new(puzzle, None))
    }

    /// An entry for a puzzle that was already read from its file.
    pub fn read(name: String, path: PathBuf, puzzle: Puzzle, disk: Option<u64>) -> LibraryRow {
        let mut document = Document::new(puzzle, Some(path.clone()));
        document.file.disk = disk;
        LibraryRow::of(name, EntrySource::File(path), document)
    }

    /// An entry for puzzles whose rules are drawn, which were read from a file. It is opened once
    /// the user has said what they mean; `refused` names the first one. `None` if no rule has the
    /// looks of the drawings.
    pub fn offered(path: PathBuf, refused: &str, puzzles: &[Puzzle]) -> Option<LibraryRow> {
        let row = LibraryRow::file(path);
        let import = Import::of_drawn(&row.name, refused, puzzles.to_vec());
        if import.offers().is_empty() {
            return None;
        }
        let document = Some(Ok(Box::new(Document::new(import.chosen(), None))));
        Some(LibraryRow { document, choices: Some(Box::new(import)), ..row })
    }

    /// The entry of a file, under a name, with the bytes of the file. A lesson may name the known
    /// puzzles, or a file beside it, which `beside` reads.
    pub fn of_file(
        name: String,
        path: PathBuf,
        bytes: Vec<u8>,
        known: &'static [Bundled],
        beside: &dyn Fn(&Path) -> Option<String>,
    ) -> LibraryRow {
        let text = std::str::from_utf8(&bytes).ok().filter(|text| is_lesson(text));
        let file = text.and_then(|text| Lesson::puzzle_file(text, known));
        let beside = file.and_then(|file| beside(&path.with_file_name(file)));
        let mut row = LibraryRow { known, beside, ..LibraryRow::unread(name, EntrySource::File(path)) };
        row.take(bytes);
        row
    }

    /// The card of a file with these bytes.
    pub fn card_of(
        path: PathBuf,
        bytes: Vec<u8>,
        known: &'static [Bundled],
        beside: &dyn Fn(&Path) -> Option<String>,
    ) -> Card {
        let row = LibraryRow::of_file(String::new(), path, bytes, known, beside);
        row.card().map_or_else(Card::default, Cow::into_owned)
    }

    /// Reads the entry, if it is a bundled puzzle that is not read yet.
    pub fn read_bundled(&mut self) {
        if let (EntrySource::Bundled(text), None) = (&self.source, &self.document) {
            self.take(text.as_bytes().to_vec());
        }
    }

    /// Reads the bytes of the entry's file.
    pub fn take(&mut self, bytes: Vec<u8>) {
        let path = match &self.source {
            EntrySource::File(path) => Some(path.clone()),
            EntrySource::Bundled(_) | EntrySource::Made => None,
        };
        let disk = path.is_some().then(|| fingerprint(&bytes));
        let text = decode_owned(bytes).map_err(|(error, text)| draw(&self.name, &text, &error));
        if let Some(text) = text.as_ref().ok().filter(|text| is_lesson(text)) {
            let read = Lesson::read_with(text, self.known, self.beside.as_deref())
                .map_err(|error| draw(&self.name, text, &error));
            // A lesson is not saved as a puzzle, so the document has no file.
            self.document = Some(read.map(|lesson| {
                let document = Document::new(lesson.puzzle.clone(), None);
                self.lesson = Some(Arc::new(lesson));
                Box::new(document)
            }));
            return;
        }
        let read = text.and_then(|text| Import::read(&self.name, &text));
        self.choices = None;
        self.document = Some(read.map(|import| {
            // The puzzle's form is not that of a text that was unwrapped, so it is not saved there.
            let is_unwrapped = import.choices[0].notes.iter().any(|note| note.unwrapped);
            let path = path.filter(|_| !is_unwrapped);
            let mut document = Document::new(import.chosen(), path);
            document.file.disk = disk;
            if import.choices.len() > 1 || import.drawn {
                self.choices = Some(Box::new(import));
            }
            Box::new(document)
        }));
    }

    /// The document. `None` if the file was not read, or could not be.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()?.as_deref().ok()
    }

    /// The facts for the list: those of the document if it is read, else those from before. `None`
    /// if nothing is known yet.
    pub fn card(&self) -> Option<Cow<'_, Card>> {
        match &self.document {
            None => self.card.as_ref().map(Cow::Borrowed),
            Some(Ok(document)) => match &self.lesson {
                Some(lesson) => Some(Cow::Owned(Card::of_lesson(lesson, document))),
                None => Some(Cow::Owned(Card::of(document, self.choices.as_deref()))),
            },
            Some(Err(_)) => Some(Cow::Owned(Card::default())),
        }
    }

    /// The part of the puzzle that was done by hand. What a bundled puzzle itself has placed does
    /// not count.
    pub fn progress(&self) -> HandProgress {
        match (self.document(), &self.card) {
            _ if matches!(self.source, EntrySource::Bundled(_)) && !self.is_unsaved() => HandProgress::None,
            (Some(document), _) => HandProgress::of(&document.puzzle),
            (None, Some(card)) => card.progress,
            (None, None) => HandProgress::None,
        }
    }

    /// Returns true if the puzzle has changes that are not saved.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.document().is_some_and(|document| !document.history.is_saved())
    }
}

impl Library {
    /// A list of entries. The cursor is on the most recent one, else on the first to begin with.
    pub fn new(entries: Vec<LibraryRow>) -> Library {
        let mut library = Library { entries, ..Library::default() };
        library.arrange();
        library
    }

    /// The lesson of a name, as [`LibraryRow::lesson_name`] has it. `None` if there is none, or if
    /// its file is still to be read.
    pub(in crate::app) fn lesson(&mut self, name: &str) -> Option<Arc<Lesson>> {
        let entry = self.entries.iter_mut().find(|entry| entry.lesson_name() == name)?;
        entry.read_bundled();
        entry.lesson.clone()
    }

    /// The open puzzle.
    pub fn document(&self) -> Option<&Document> {
        self.entries[self.open?].document()
    }

    pub(in crate::app) fn document_mut(&mut self) -> Option<&mut Document> {
        self.entries[self.open?].document.as_mut()?.as_deref_mut().ok()
    }

    /// The name of the open puzzle.
    pub fn name(&self) -> &str {
        self.open.map_or("", |open| &self.entries[open].name)
    }

    /// Arranges the entries, if they or the filter have changed. The cursor stays on its row.
    pub fn arrange(&mut self) {
        let here = self.place();
        if self.shelf.arrange(&self.entries, &self.filter) {
            let places = self.places();
            let row = here.and_then(|here| places.iter().position(|&place| place == here));
            self.cursor = row.unwrap_or(self.cursor.min(places.len().saturating_sub(1)));
        }
    }

    /// The groups of entries that match the filter, in the order of the list.
    pub fn groups(&self) -> &[(ShelfGroup, Vec<usize>)] {
        &self.shelf.groups
    }

    /// The numbers of the entries that match the filter, in the order of the list.
    pub fn shown(&self) -> Vec<usize> {
        self.shelf.shown()
    }

    /// The rows on which the cursor can be, in the order of the list.
    pub fn places(&self) -> Vec<ShelfPlace> {
        self.shelf.places()
    }

    /// The row under the cursor.
    pub fn place(&self) -> Option<ShelfPlace> {
        self.places().get(self.cursor).copied()
    }

    /// The number of the entry under the cursor.
    pub fn selected(&self) -> Option<usize> {
        match self.place()? {
            ShelfPlace::Entry(entry) => Some(entry),
            ShelfPlace::Group(_) => None,
        }
    }

    /// The number of the entry whose picture is shown: that under the cursor, or the first of its
    /// group.
    pub(crate) fn pictured(&self) -> Option<usize> {
        match self.place()? {
            ShelfPlace::Entry(entry) => Some(entry),
            ShelfPlace::Group(group) => self.of_group(group).first().copied(),
        }
    }

    /// The numbers of the entries of a group.
    pub(crate) fn of_group(&self, group: ShelfGroup) -> &[usize] {
        self.groups().iter().find(|(of, _)| *of == group).map_or(&[], |(_, numbers)| numbers)
    }

    /// Returns true if all entries of a group are listed.
    pub fn is_open(&self, group: ShelfGroup) -> bool {
        self.shelf.opened.contains(&group)
    }

    /// Returns true if the entries of all groups are listed.
    pub(crate) fn are_all_open(&self) -> bool {
        !self.groups().iter().any(|(group, _)| group.folds() && !self.is_open(*group))
    }

    /// Lists the entries of a group, or no longer. The cursor stays on its row, or goes to the
    /// group's.
    pub fn fold(&mut self, group: ShelfGroup, is_open: bool) {
        let here = self.place();
        match is_open {
            true => _ = self.shelf.opened.insert(group),
            false => _ = self.shelf.opened.remove(&group),
        }
        let places = self.places();
        let row = |wanted| places.iter().position(|&place| Some(place) == wanted);
        let row = row(here).or_else(|| row(Some(ShelfPlace::Group(group))));
        self.cursor = row.unwrap_or(self.cursor.min(places.len().saturating_sub(1)));
    }

    /// Lists the entries of all groups, or of none that can be closed.
    pub(crate) fn fold_all(&mut self, is_open: bool) {
        let groups: Vec<ShelfGroup> = self.groups().iter().map(|(group, _)| *group).collect();
        groups.into_iter().for_each(|group| self.fold(group, is_open));
    }

    /// The files that were not read and have no card, in the order of the list.
    pub fn unknown(&self) -> Vec<(usize, PathBuf)> {
        let unknown = |at: usize| match &self.entries[at] {
            LibraryRow { source: EntrySource::File(path), document: None, card: None, .. } => Some((at, path.clone())),
            _ => None,
        };
        self.shown().into_iter().filter_map(unknown).collect()
    }

    /// Moves the cursor to an entry, if it matches the filter. Its group is opened if it is closed.
    pub fn select(&mut self, entry: usize) {
        let is_of = |(_, numbers): &&(ShelfGroup, Vec<usize>)| numbers.contains(&entry);
        let Some(&(group, _)) = self.groups().iter().find(is_of) else { return };
        let row = |library: &Library| library.places().iter().position(|&place| place == ShelfPlace::Entry(entry));
        if row(self).is_none() {
            self.fold(group, true);
        }
        self.cursor = row(self).unwrap_or(self.cursor);
    }

    /// Moves the cursor to the lesson after an entry, or to the entry if there is none. Returns
    /// whether there is one.
    pub(crate) fn next_lesson(&mut self, entry: Option<usize>) -> bool {
        let shown = self.shown();
        let place = shown.iter().position(|&at| Some(at) == entry);
        let next = place.and_then(|place| shown.get(place + 1).copied());
        let next = next.filter(|&at| self.entries[at].card().is_some_and(|card| card.is_lesson()));
        if let Some(at) = next.or(entry) {
            self.select(at);
        }
        next.is_some()
    }

    /// Moves the cursor to a row, at most to the last one.
    pub fn move_to(&mut self, row: usize) {
        self.cursor = row.min(self.places().len().saturating_sub(1));
    }

    /// Filters the list by words, and moves the cursor to the first match. If they name a kind,
    /// that is its first puzzle, not a lesson about it.
    pub fn filter_by(&mut self, words: &str) {
        self.filter = words.to_string();
        self.arrange();
        self.move_to(0);
        let named =
            |(group, _): &&(ShelfGroup, Vec<usize>)| group.folds() && group.title().eq_ignore_ascii_case(words.trim());
        if let Some(&first) = self.groups().iter().find(named).and_then(|(_, numbers)| numbers.first()) {
            self.select(first);
        }
    }
}
