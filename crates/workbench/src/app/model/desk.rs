//! What all screens share: settings, the overlay, the notice, and the work on other threads.

use crate::app::model::document::Document;
use crate::app::model::edit_error::EditError;
use crate::app::model::kept::LastKept;
use crate::app::model::record::Records;
use crate::app::model::room::Waiting;
use crate::app::model::settings::Settings;
use crate::app::model::watch::{Watch, WatchedRating};
use crate::app::overlay::Overlay;
use quadrille_puzzle::Puzzle;
use quadrille_solve::RunId;
use quadrille_study::Hinting;
use std::collections::BTreeMap;
use std::fmt::Display;

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

/// What all screens share. A handler has it beside the state of its own screen.
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

impl Desk {
    pub(in crate::app) fn new(settings: Settings) -> Desk {
        Desk {
            terminal: TerminalState { size: (80, 24), mouse: settings.mouse },
            settings,
            overlay: None,
            notice: None,
            records: Records::new(),
            seed: 0,
            watch: None,
            rated: None,
            hinting: None,
            opening: None,
            backup: Backup::default(),
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

    /// A new id for a run, a room or a task.
    pub(in crate::app) fn next_run(&mut self) -> RunId {
        self.last_run = RunId(self.last_run.0 + 1);
        self.last_run
    }
}
