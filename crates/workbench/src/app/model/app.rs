//! The state of the workbench.

use crate::app::action::Screen;
use crate::app::model::document::Document;
use crate::app::model::edit_error::EditError;
use crate::app::model::kept::Backup;
use crate::app::model::library::{EntrySource, Library, LibraryRow};
use crate::app::model::modelling::Modelling;
use crate::app::model::record::Records;
use crate::app::model::room::Waiting;
use crate::app::model::rooms::Rooms;
use crate::app::model::settings::Settings;
use crate::app::model::solving::Solving;
use crate::app::model::stepping::Stepping;
use crate::app::model::today::TodaySession;
use crate::app::model::watch::{Watch, WatchedRating};
use crate::app::overlay::Overlay;
use quadrille_puzzle::{Puzzle, Shape, write_toml};
use quadrille_solve::RunId;
use quadrille_study::{CardName, Compare, Hinting, ReviewCards, Tree};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::time::Duration;

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
    pub kind: NoticeKind,
    /// The line, without a full stop at its end.
    pub text: String,
}

/// The state of the workbench. [`update`](crate::app::update) alone changes it.
#[derive(Clone, Debug)]
pub struct App {
    /// The puzzles of the session, and which of them is open.
    pub library: Library,
    /// The rooms of the open puzzle, and which of them is shown.
    pub rooms: Rooms,
    /// The state that all screens share.
    pub desk: Desk,
}

/// The screen that is shown, with what it shows.
#[derive(Clone, Copy, Debug)]
pub enum Here<'a> {
    Library,
    Play(&'a Document),
    Solve(&'a Solving),
    Step(&'a Stepping),
    Tree(&'a Tree, &'a Stepping),
    Compare(&'a Compare),
    Model(&'a Modelling),
}

/// The state that all screens share. A handler has it beside the state of its own screen.
// Many fields: each is the state of one thing that lies over or beside the screens.
#[derive(Clone, Debug)]
pub struct Desk {
    /// The settings from the configuration.
    pub settings: Settings,
    /// The overlay over the screen. It takes all keys. `None` if there is none.
    pub overlay: Option<Overlay>,
    /// The notice at the foot of the screen. `None` if there is none.
    pub notice: Option<Notice>,
    /// The terminal in which the workbench is shown.
    pub terminal: TerminalState,
    /// The progress in lessons, by their names.
    pub records: Records,
    /// The questions that come back, and the day, counted from 1970-01-01. The caller sets both.
    pub cards: ReviewCards,
    pub day: u32,
    /// The questions of today, while they are asked.
    pub today: Option<TodaySession>,
    /// The cards that are due, with the day. `None` if that is to be found again.
    pub(in crate::app) due: Option<(u32, Vec<CardName>)>,
    /// The cards that are known to have questions, or to have none.
    pub(in crate::app) asked_of: BTreeMap<CardName, bool>,
    /// The cards whose answers are not kept yet.
    pub(in crate::app) unkept: Vec<CardName>,
    /// The seed of the last generated puzzle. The caller sets the initial value, and each new
    /// puzzle adds 1.
    pub seed: u64,
    /// The setter's panel, if it is shown.
    pub watch: Option<Watch>,
    /// The rating of the puzzle that is looked at.
    pub rated: Option<WatchedRating>,
    /// The hint that is shown for the open grid.
    pub hinting: Option<Hinting>,
    /// The room or puzzle that is being made on another thread. It is shown when it is ready.
    pub opening: Option<Waiting>,
    /// Copies of puzzles with unsaved changes.
    pub backup: Backup,
    /// The screens that show all their facts. The others show the picture and what is asked for.
    pub detailed: BTreeSet<Screen>,
    pub(in crate::app) last_run: RunId,
}

/// The terminal, as far as the workbench knows it.
#[derive(Clone, Copy, Debug)]
pub struct TerminalState {
    /// Columns and rows.
    pub size: (u16, u16),
    /// True if it reports the mouse.
    pub mouse: bool,
}

impl App {
    /// A workbench with these entries. It opens the first one if it was read, or asks what its
    /// drawings mean.
    pub fn new(settings: Settings, entries: Vec<LibraryRow>) -> App {
        let mut library = Library::new(entries);
        // Where rows are named by their numbers, all of them are listed.
        if settings.keymap.is_named() {
            library.fold_all(true);
        }
        library.entries.first_mut().into_iter().for_each(LibraryRow::read_bundled);
        let mut desk = Desk::new(settings);
        let first = library.entries.first();
        match first.filter(|row| row.document().is_some()).and_then(|row| row.choices.clone()) {
            Some(choices) => desk.overlay = Some(Overlay::Import(*choices)),
            None => library.open = first.and_then(LibraryRow::document).map(|_| 0),
        }
        App { library, rooms: Rooms::new(Screen::Play), desk }
    }

    /// The screen that is shown, with what it shows. Play takes the place of a screen whose room is
    /// missing, and the Library that of Play without a puzzle.
    pub fn here(&self) -> Here<'_> {
        let rooms = &self.rooms;
        let room = match rooms.shown {
            Screen::Library => Some(Here::Library),
            Screen::Play => None,
            Screen::Solve => rooms.solving.as_ref().map(Here::Solve),
            Screen::Step => rooms.stepping.as_ref().map(Here::Step),
            Screen::Tree => rooms.tree.as_ref().zip(rooms.stepping.as_ref()).map(|(tree, of)| Here::Tree(tree, of)),
            Screen::Compare => rooms.compare.as_ref().map(Here::Compare),
            Screen::Model => rooms.modelling.as_ref().map(Here::Model),
        };
        room.unwrap_or_else(|| self.document().map_or(Here::Library, Here::Play))
    }

    /// The screen that is shown.
    pub fn screen(&self) -> Screen {
        match self.here() {
            Here::Library => Screen::Library,
            Here::Play(_) => Screen::Play,
            Here::Solve(_) => Screen::Solve,
            Here::Step(_) => Screen::Step,
            Here::Tree(..) => Screen::Tree,
            Here::Compare(_) => Screen::Compare,
            Here::Model(_) => Screen::Model,
        }
    }

    /// Shows the Library. Called if the program was started without a puzzle.
    pub fn home(&mut self) {
        self.library.open = None;
        self.rooms.show(Screen::Library);
    }

    /// The open puzzle.
    pub fn document(&self) -> Option<&Document> {
        self.library.document()
    }

    /// The name of the open puzzle.
    pub fn name(&self) -> &str {
        self.library.name()
    }

    /// The title of the open puzzle, or its name if it has none.
    pub fn title(&self) -> &str {
        self.document()
            .map(|document| document.puzzle.meta.title.as_str())
            .filter(|title| !title.is_empty())
            .unwrap_or(self.name())
    }

    /// The name of the open puzzle as that of a file to be written, without an extension.
    pub fn file_stem(&self) -> String {
        self.name().trim_end_matches(".toml").trim_end_matches(".txt").replace([' ', '#', '/'], "-")
    }

    /// The time until the next tick is due. `None` when nothing moves by itself, so that the loop
    /// can sleep.
    pub fn next_tick(&self) -> Option<Duration> {
        let beat = self.desk.overlay.as_ref().and_then(Overlay::beat);
        let shown = match self.here() {
            Here::Step(_) if beat.is_some() => beat,
            Here::Step(stepping) => stepping.next_tick(),
            Here::Compare(compare) => compare.running.then_some(Duration::ZERO),
            _ => None,
        };
        let solving = self.rooms.solving.as_ref().filter(|solving| solving.is_moving());
        let solve = solving.map(|_| self.desk.settings.frame);
        let opening = self.desk.opening.as_ref().map(|_| Waiting::TICK);
        [shown, solve, opening].into_iter().flatten().min()
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
        self.rooms = Rooms::new(Screen::Library);
        self.library.open = None;
        (self.desk.overlay, self.desk.hinting, self.desk.opening) = (None, None, None);
        let kept = kept.map_or(String::new(), |kept| format!(" Unsaved puzzles were written to {kept}."));
        self.desk.complain(format!("This failed, and the program returned to the Library. Please report it.{kept}"));
    }

    /// Opens the puzzle of an entry, and shows no screen of it yet. The caller drops the results
    /// for the previous one: see [`App::drop_stale`].
    pub(in crate::app) fn open_entry(&mut self, entry: usize) {
        // A lesson begins at its own stop, even if the debugger has the same puzzle open.
        let learns = |stepping: &Stepping| stepping.learning.course.is_some() || stepping.learning.is_today();
        let has_course = self.rooms.stepping.as_ref().is_some_and(learns);
        if has_course || self.library.entries[entry].lesson.is_some() {
            self.rooms.drop_search();
        }
        self.library.open = Some(entry);
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
        self.rooms.show(Screen::Play);
    }

    /// Drops the run, and the debugger with its tree and comparison, if they belong to another
    /// puzzle or to this one before it changed. Returns whether a run must be stopped.
    pub(in crate::app) fn drop_stale(&mut self) -> bool {
        let shape = self.library.document().map(|document| &document.puzzle.shape);
        self.rooms.drop_others(shape)
    }
}

impl Desk {
    /// The hint that is shown on a puzzle: one that was found and is about it.
    pub(crate) fn hint_on(&self, shape: &Shape) -> Option<&Hinting> {
        self.hinting.as_ref().filter(|hinting| hinting.hint.is_ok() && hinting.is_about(shape))
    }

    pub(in crate::app) fn new(settings: Settings) -> Desk {
        Desk {
            terminal: TerminalState { size: (80, 24), mouse: settings.mouse },
            settings,
            overlay: None,
            notice: None,
            records: Records::new(),
            cards: ReviewCards::new(),
            day: 0,
            today: None,
            due: None,
            asked_of: BTreeMap::new(),
            unkept: Vec::new(),
            seed: 0,
            watch: None,
            rated: None,
            hinting: None,
            opening: None,
            backup: Backup::default(),
            detailed: BTreeSet::new(),
            last_run: RunId(0),
        }
    }

    pub(in crate::app) fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { kind: NoticeKind::Note, text: text.into() });
    }

    /// Shows the reason why something was not done.
    pub fn complain(&mut self, why: impl Display) {
        self.notice = Some(Notice { kind: NoticeKind::Error, text: why.to_string() });
    }

    /// Says that a document was changed, in the words of the change, or complains why it was not.
    /// Returns whether it was changed.
    pub(in crate::app) fn report(&mut self, document: &Document, done: Result<(), EditError>) -> bool {
        match done {
            Ok(()) => {
                if let Some(words) = document.last_words() {
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

    /// Returns true if a puzzle cannot be solved or stepped. A notice then says why.
    pub(in crate::app) fn refuses(&mut self, puzzle: &Puzzle) -> bool {
        let unfit = puzzle.unfit();
        let found = unfit.is_some();
        if let Some(fault) = unfit {
            self.complain(format!("fix the walls first: {fault}"));
        }
        found
    }

    /// Returns true if a screen shows all its facts.
    pub(crate) fn is_detailed(&self, screen: Screen) -> bool {
        self.detailed.contains(&screen)
    }

    /// A new id for a run, a room or a task.
    pub(in crate::app) fn next_run(&mut self) -> RunId {
        self.last_run = RunId(self.last_run.0 + 1);
        self.last_run
    }
}
