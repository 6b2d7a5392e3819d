//! Keeps a puzzle with unsaved changes in case the process is killed: the puzzle, its notes, every
//! state of the session, and the debugger's position.

use crate::app::model::document::{Document, Pen};
use crate::app::model::history::History;
use crate::app::model::notes::Notes;
use crate::app::model::selection::Selection;
use quadrille_puzzle::{Cell, SymbolSet, TOML, load, write_toml};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The kept form of a puzzle, as it is serialized.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The name of the library entry.
    pub name: String,
    /// The file that the puzzle came from.
    pub path: Option<PathBuf>,
    /// The fingerprint of that file when it was last read or written.
    pub(in crate::app) disk: Option<u64>,
    /// The puzzle as [`TOML`] text.
    puzzle: String,
    cursor: u16,
    #[serde(default)]
    row: usize,
    #[serde(default)]
    selected: Selection,
    pen: Pen,
    notes: Notes,
    pub(in crate::app) history: History,
    /// The address of the debugger's position, if it was open.
    pub(in crate::app) step: Option<String>,
}

/// A document to keep. The thread that writes the file also converts the puzzle to text.
#[derive(Clone, Debug)]
pub struct Keeping {
    pub(in crate::app) name: String,
    pub(in crate::app) document: Box<Document>,
    pub(in crate::app) step: Option<String>,
}

impl Keeping {
    /// The form in which the puzzle is serialized.
    pub fn write(&self) -> Kept {
        let document = &self.document;
        Kept {
            name: self.name.clone(),
            path: document.file.path.clone(),
            disk: document.file.disk,
            puzzle: write_toml(&document.to_be_saved()),
            cursor: document.cursor.0,
            row: document.row,
            selected: document.selected.clone(),
            pen: document.typing.pen,
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

    /// Restores the document. `None` if its text is not a puzzle, or if its notes or changes belong
    /// to another one.
    pub(in crate::app) fn document(&self) -> Option<Document> {
        let puzzle = load(&self.puzzle, Some(TOML.id)).ok()?.puzzles.pop()?;
        let (cells, symbols) =
            puzzle.grid().map_or((0, SymbolSet::EMPTY), |grid| (grid.cells.len(), grid.all_symbols()));
        let mut document = Document::new(puzzle, self.path.clone());
        let fits = self.notes.is_of(cells, symbols) && usize::from(self.cursor) < cells.max(1);
        if !fits || !self.history.fits(&document.puzzle.shape) {
            return None;
        }
        let options = document.whole().map_or(0, |whole| whole.options.len());
        document.row = self.row.min(options.saturating_sub(1));
        document.cursor = Cell(self.cursor);
        document.selected = self.selected.clone();
        document.stay_inside();
        (document.file.disk, document.typing.pen) = (self.disk, self.pen);
        (document.notes, document.history) = (self.notes.clone(), self.history.clone());
        Some(document)
    }
}

/// The state of an entry that was kept last: its version, its number of states, its selection, and
/// the debugger's position. `None` if the entry was restored and not kept again since.
pub(crate) type LastKept = Option<(u64, usize, Selection, Option<String>)>;

/// Copies of puzzles with unsaved changes, which the caller keeps in case the process is killed.
#[derive(Clone, Debug, Default)]
pub struct Backup {
    /// True if copies are kept, so that leaving loses nothing.
    pub on: bool,
    /// True once a change could not be kept. The header says so from then on.
    pub failed: bool,
    /// The state that was kept last, by entry with unsaved changes.
    pub(in crate::app) last: BTreeMap<usize, LastKept>,
}
