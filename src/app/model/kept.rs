//! Keeps a puzzle with unsaved changes in case the process is killed: the puzzle, its notes, every
//! state of the session, and the debugger's position.

use crate::app::action::Screen;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::document::{Document, Pen};
use crate::app::model::history::History;
use crate::app::model::library::{Entry, Source};
use crate::app::model::notes::Notes;
use crate::puzzle::{Cell, TOML, load, write_toml};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The kept form of a puzzle, as it is serialized.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    pub name: String,
    /// The file that the puzzle came from.
    pub path: Option<PathBuf>,
    /// The fingerprint of that file when it was last read or written.
    disk: Option<u64>,
    /// The puzzle as [`TOML`] text.
    puzzle: String,
    cursor: u16,
    #[serde(default)]
    row: usize,
    pen: Pen,
    notes: Notes,
    history: History,
    /// The address of the debugger's position, if it was open.
    step: Option<String>,
}

/// A document to keep. The thread that writes the file also converts the puzzle to text.
#[derive(Clone, Debug)]
pub struct Keeping {
    name: String,
    document: Box<Document>,
    step: Option<String>,
}

impl Keeping {
    pub fn write(&self) -> Kept {
        let document = &self.document;
        Kept {
            name: self.name.clone(),
            path: document.path.clone(),
            disk: document.disk,
            puzzle: write_toml(&document.to_be_saved()),
            cursor: document.cursor.0,
            row: document.row,
            pen: document.pen,
            notes: document.notes.clone(),
            history: document.history.clone(),
            step: self.step.clone(),
        }
    }
}

impl Kept {
    /// The number of changes in the history.
    pub fn changes(&self) -> usize {
        self.history.len()
    }

    /// The puzzle as TOML.
    pub fn text(&self) -> &str {
        &self.puzzle
    }

    /// Restores the document. `Err` says why it cannot be restored.
    fn document(&self) -> Result<Document, String> {
        let mut loaded = load(&self.puzzle, Some(TOML.id)).map_err(|error| error.to_string())?;
        let puzzle = loaded.puzzles.pop().ok_or("it holds no puzzle")?;
        let cells = puzzle.grid().map_or(0, |grid| grid.cells.len());
        let mut document = Document::new(puzzle, self.path.clone());
        let options = document.whole().map_or(0, |whole| whole.options.len());
        if !self.notes.is_of(cells) || usize::from(self.cursor) >= cells.max(1) || !self.history.fits(cells, options) {
            return Err("its notes belong to another grid".to_string());
        }
        document.row = self.row.min(options.saturating_sub(1));
        document.cursor = Cell(self.cursor);
        (document.disk, document.pen) = (self.disk, self.pen);
        (document.notes, document.history) = (self.notes.clone(), self.history.clone());
        Ok(document)
    }
}

/// The state of an entry that was kept last: its version, its number of states, and the debugger's
/// position. `None` if the entry was restored and not kept again since.
pub type Mark = Option<(u64, usize, Option<String>)>;

/// Returns the effect that keeps the open puzzle, if it has unsaved changes and anything changed
/// since the last call. If the puzzle has been saved, returns the effect that forgets it.
pub fn keep(app: &mut App) -> Option<Effect> {
    let entry = app.open?;
    let document = app.document()?;
    let history = &document.history;
    if history.is_saved() {
        return app.kept.remove(&entry).map(|_| Effect::Forget { entry });
    }
    let stands = app.stepping.as_ref().filter(|own| {
        app.screen == Screen::Step
            && !own.stepper.search().class().facts().fewest
            && *own.encoded.shape() == document.puzzle.shape
    });
    let step = stands.map(|own| own.stepper.search().address().to_string());
    let mark = Some((history.version(), history.len(), step.clone()));
    if app.kept.get(&entry) == Some(&mark) {
        return None;
    }
    let keeping = Keeping { name: app.name().to_string(), document: Box::new(document.clone()), step };
    app.kept.insert(entry, mark);
    Some(Effect::Keep { entry, keeping: Box::new(keeping) })
}

/// The suffix of a restored puzzle's name if another one has newer changes of the same file.
const OLDER: &str = " (older changes)";

/// Follows the name of a kept puzzle whose file another program has changed since.
const STALE: &str = " (unsaved changes)";

impl App {
    /// Restores the puzzles that earlier sessions left unsaved, and opens the newest. If a file was
    /// asked for, only the puzzle of that file is opened. Returns the entry number of each puzzle,
    /// all different; `None` for one that cannot be read.
    pub fn adopt(&mut self, kept: &[&Kept], asked: bool) -> Vec<Option<usize>> {
        let (mut entries, mut newest, mut stale) = (vec![None; kept.len()], None, false);
        // Newest first: if several kept puzzles belong to one file, the newest gets the file's
        // entry.
        for (at, own) in kept.iter().enumerate().rev() {
            let Ok(document) = own.document() else { continue };
            let same = |entry: &Entry| match (&entry.source, &own.path) {
                (Source::File(path), Some(kept)) => path == kept,
                _ => false,
            };
            let place = self.library.entries.iter().position(same).filter(|place| !self.kept.contains_key(place));
            let is_stale = place.is_some_and(|place| self.has_changed_since(place, own));
            stale |= is_stale && self.open == place;
            let place = place.filter(|_| !is_stale);
            let is_older = !is_stale && place.is_none() && self.library.entries.iter().any(same);
            let mark = if is_stale { STALE } else { OLDER };
            let is_marked = (is_older || is_stale) && !own.name.ends_with(mark);
            let name = if is_marked { own.name.clone() + mark } else { own.name.clone() };
            let source = own.path.clone().map_or(Source::Made, Source::File);
            let entry = Entry { name, source, document: Some(Ok(Box::new(document))), choices: None };
            let place = match place {
                Some(place) => {
                    self.library.entries[place] = entry;
                    place
                }
                None => {
                    self.library.entries.push(entry);
                    self.library.entries.len() - 1
                }
            };
            self.kept.insert(place, None);
            entries[at] = Some(place);
            if newest.is_none() && (!asked || self.open == Some(place)) {
                newest = Some((place, own));
            }
        }
        let found = entries.iter().flatten().count();
        if let Some((at, own)) = newest {
            (self.open, self.screen) = (Some(at), Screen::Play);
            let changes = crate::study::plural(own.history.len(), "change");
            if let Some(address) = own.step.as_ref().and_then(|step| step.parse().ok()) {
                _ = self.step_at(&address);
            }
            self.say(format!("restored: {}, with {changes} that can be undone one by one", own.name));
        } else if stale {
            self.warn("this file has changed on disk; its unsaved changes are in the Library beside it");
        } else if found > 0 {
            let puzzles = crate::study::plural(found, "puzzle");
            self.say(format!("the Library has {puzzles} that an earlier session had not saved"));
        }
        entries
    }

    /// Returns true if the file of an entry is not the one that a kept puzzle was read from.
    fn has_changed_since(&self, place: usize, own: &Kept) -> bool {
        let now = match &self.library.entries[place].document {
            Some(Ok(document)) => document.disk,
            _ => None,
        };
        matches!((now, own.disk), (Some(now), Some(then)) if now != then)
    }
}
