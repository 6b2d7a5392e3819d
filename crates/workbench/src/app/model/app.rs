//! The state of the workbench.

use crate::app::action::Screen;
use crate::app::model::document::Document;
use crate::app::model::edit_error::EditError;
use crate::app::model::kept::LastKept;
use crate::app::model::library::{EntrySource, Library, LibraryRow};
use crate::app::model::modelling::Modelling;
use crate::app::model::record::Records;
use crate::app::model::room::{Ahead, Waiting};
use crate::app::model::settings::Settings;
use crate::app::model::solving::Solving;
use crate::app::model::stepping::Stepping;
use crate::app::model::watch::{Watch, WatchedRating};
use crate::app::overlay::Overlay;
use quadrille_puzzle::write_toml;
use quadrille_solve::RunId;
use quadrille_study::{Compare, Hinting, Tree};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::time::Duration;

/// The kind of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// An answer or a remark.
    Note,
    /// The reason why something was not done.
    Error,
}

/// One line about what just happened. The next key clears it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The kind.
    pub kind: NoticeKind,
    /// The line, without a full stop at its end.
    pub text: String,
}

/// The state of the workbench. [`update`](crate::app::update) alone changes it.
#[derive(Clone, Debug)]
pub struct App {
    /// The settings from the configuration.
    pub settings: Settings,
    /// The screen that is shown.
    pub screen: Screen,
    /// The overlay over the screen. It takes all keys. `None` if there is none.
    pub overlay: Option<Overlay>,
    /// The puzzles of the session.
    pub library: Library,
    /// The index of the entry that is open. Its file has been read.
    pub open: Option<usize>,
    /// The current run, or the last one. `None` before the first.
    pub solving: Option<Solving>,
    /// The search in the debugger. `None` before it is opened.
    pub stepping: Option<Stepping>,
    /// The tree of that search. `None` before it is shown.
    pub tree: Option<Tree>,
    /// The two searches side by side. `None` before they are started.
    pub compare: Option<Compare>,
    /// The problem of the open puzzle. `None` before it is shown.
    pub modelling: Option<Modelling>,
    /// The seed of the last generated puzzle. The caller sets the initial value, and each new
    /// puzzle adds 1.
    pub seed: u64,
    /// The setter's panel, if it is shown.
    pub watch: Option<Watch>,
    /// The rating of the puzzle that is looked at.
    pub rated: Option<WatchedRating>,
    /// The hint that is shown for the open grid.
    pub hinting: Option<Hinting>,
    /// The progress in lessons, by their names.
    pub records: Records,
    /// The notice at the foot of the screen. `None` if there is none.
    pub notice: Option<Notice>,
    /// True if the terminal reports the mouse.
    pub mouse: bool,
    /// The room or puzzle that is being made on another thread. It is shown when it is ready.
    pub opening: Option<Waiting>,
    /// The debugger of the open puzzle, if it is large, before it is asked for.
    pub(in crate::app) ahead: Option<Ahead>,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// An entry to open as soon as its file is read.
    pub(in crate::app) opens: Option<usize>,
    /// True if unsaved puzzles are kept, so that leaving loses nothing.
    pub keeps: bool,
    /// True once a change could not be kept. The header says so from then on.
    pub unkept: bool,
    /// The state that was kept last, by entry with unsaved changes.
    pub(in crate::app) kept: BTreeMap<usize, LastKept>,
    pub(in crate::app) last_run: RunId,
}

impl App {
    /// A workbench with these entries. It opens the first one if it was read.
    pub fn new(settings: Settings, entries: Vec<LibraryRow>) -> App {
        let mut library = Library::new(entries);
        library.entries.first_mut().into_iter().for_each(LibraryRow::read_bundled);
        let open = library.entries.first().and_then(LibraryRow::document).map(|_| 0);
        App {
            mouse: settings.mouse,
            settings,
            screen: if open.is_some() { Screen::Play } else { Screen::Library },
            overlay: None,
            library,
            open,
            solving: None,
            stepping: None,
            tree: None,
            compare: None,
            modelling: None,
            seed: 0,
            watch: None,
            hinting: None,
            rated: None,
            records: Records::new(),
            notice: None,
            opening: None,
            ahead: None,
            size: (80, 24),
            opens: None,
            keeps: false,
            unkept: false,
            kept: BTreeMap::new(),
            last_run: RunId(0),
        }
    }

    /// Shows the Library. Called if the program was started without a puzzle.
    pub fn home(&mut self) {
        (self.open, self.screen) = (None, Screen::Library);
    }

    /// The open puzzle.
    pub fn document(&self) -> Option<&Document> {
        self.library.entries[self.open?].document()
    }

    pub(in crate::app) fn document_mut(&mut self) -> Option<&mut Document> {
        self.library.entries[self.open?].document.as_mut()?.as_deref_mut().ok()
    }

    /// The name of the open puzzle.
    pub fn name(&self) -> &str {
        self.open.map_or("", |open| &self.library.entries[open].name)
    }

    /// The name of the open puzzle as that of a file to be written, without an extension.
    pub fn file_stem(&self) -> String {
        self.name().trim_end_matches(".toml").trim_end_matches(".txt").replace([' ', '#', '/'], "-")
    }

    /// The time until the next tick is due. `None` when nothing moves by itself, so that the loop
    /// can sleep.
    pub fn next_tick(&self) -> Option<Duration> {
        let step = self.stepping.as_ref().filter(|_| self.screen == Screen::Step).and_then(Stepping::next_tick);
        let solve = self.solving.as_ref().filter(|solving| solving.is_moving()).map(|_| self.settings.frame);
        let compare = self.compare.as_ref().filter(|compare| self.screen == Screen::Compare && compare.running);
        let opening = self.opening.as_ref().map(|_| Waiting::TICK);
        step.into_iter().chain(solve).chain(compare.map(|_| Duration::ZERO)).chain(opening).min()
    }

    /// The number of puzzles with unsaved changes.
    pub fn unsaved(&self) -> usize {
        self.library.entries.iter().filter(|entry| entry.is_unsaved()).count()
    }

    /// The names and TOML texts of the puzzles with unsaved changes.
    pub fn unsaved_texts(&self) -> Vec<(String, String)> {
        let changed = |entry: &LibraryRow| {
            let document = entry.document().filter(|document| !document.history.is_saved())?;
            Some((entry.name.clone(), write_toml(&document.to_be_saved())))
        };
        self.library.entries.iter().filter_map(changed).collect()
    }

    /// Returns to the Library after a failure, and drops everything that was made from the open
    /// puzzle. `kept` is the place to which unsaved puzzles were written.
    pub fn fall_back(&mut self, kept: Option<String>) {
        (self.overlay, self.solving, self.stepping, self.tree) = (None, None, None, None);
        (self.compare, self.modelling, self.hinting) = (None, None, None);
        (self.open, self.screen) = (None, Screen::Library);
        self.opening = None;
        let kept = kept.map_or(String::new(), |kept| format!(" Unsaved puzzles were written to {kept}."));
        self.complain(format!("This failed, and the program returned to the Library. Please report it.{kept}"));
    }

    /// Shows a warning before the first key is pressed.
    pub fn warn(&mut self, text: impl Display) {
        self.complain(text);
    }

    pub(in crate::app) fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { kind: NoticeKind::Note, text: text.into() });
    }

    pub(in crate::app) fn complain(&mut self, why: impl Display) {
        self.notice = Some(Notice { kind: NoticeKind::Error, text: why.to_string() });
    }

    /// Says that a change was made, in its words, or complains why it was not. Returns whether it
    /// was made.
    pub(in crate::app) fn report(&mut self, done: Result<(), EditError>) -> bool {
        match done {
            Ok(()) => {
                if let Some(words) = self.document().and_then(Document::last_words) {
                    self.say(words);
                }
                true
            }
            Err(why) => {
                self.complain(why);
                false
            }
        }
    }

    /// Returns true if the open puzzle cannot be solved or stepped. A notice then says why.
    pub(in crate::app) fn is_unfit(&mut self) -> bool {
        let unfit = self.document().and_then(|document| document.puzzle.unfit());
        let found = unfit.is_some();
        if let Some(fault) = unfit {
            self.complain(format!("fix the walls first: {fault}"));
        }
        found
    }

    /// A new id for a run, a room or a task.
    pub(in crate::app) fn next_run(&mut self) -> RunId {
        self.last_run = RunId(self.last_run.0 + 1);
        self.last_run
    }

    /// Opens the puzzle of an entry. The caller drops the results for the previous one: see
    /// [`App::drop_stale`].
    pub(in crate::app) fn open_entry(&mut self, entry: usize) {
        // A lesson begins at its own stop, even if the debugger has the same puzzle open.
        let has_course = self.stepping.as_ref().is_some_and(|stepping| stepping.course.is_some());
        if has_course || self.library.entries[entry].lesson.is_some() {
            (self.stepping, self.tree, self.compare) = (None, None, None);
        }
        self.open = Some(entry);
        self.screen = Screen::Play;
        self.library.arrange();
        self.library.select(entry);
    }

    /// Adds a document to the library and opens it.
    pub(in crate::app) fn add(&mut self, name: &str, document: Document) {
        let taken = |name: &str| self.library.entries.iter().any(|entry| entry.name == name);
        let name = std::iter::once(name.to_string())
            .chain((2..).map(|k| format!("{name} {k}")))
            .find(|name| !taken(name))
            .expect("there are more numbers than entries");
        self.library.entries.push(LibraryRow::of(name, EntrySource::Made, document));
        self.library.filter.clear();
        self.library.arrange();
        self.open_entry(self.library.entries.len() - 1);
    }

    /// Drops the run, and the debugger with its tree and comparison, if they belong to another
    /// puzzle or to this one before it changed. Returns whether a run must be stopped.
    pub(in crate::app) fn drop_stale(&mut self) -> bool {
        let entry = self.open.map(|open| &self.library.entries[open]);
        let shape = entry.and_then(LibraryRow::document).map(|document| &document.puzzle.shape);
        let stale = self.solving.as_ref().is_some_and(|solving| Some(solving.encoded.shape()) != shape);
        let elsewhere = self.stepping.as_ref().is_some_and(|stepping| Some(stepping.encoded.shape()) != shape);
        if elsewhere {
            (self.stepping, self.tree, self.compare) = (None, None, None);
        }
        stale && self.solving.take().is_some_and(|solving| solving.is_alive())
    }
}
