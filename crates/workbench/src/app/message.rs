//! The events ([`Msg`]) that the app handles and the requests ([`Effect`]) that it makes. Read
//! these two lists first.

use super::action::Action;
use super::key::Key;
use super::model::card::Card;
use super::model::filming::Filming;
use super::model::import::Import;
use super::model::kept::Keeping;
use super::model::library::LibraryRow;
use super::model::record::LessonRecord;
use super::model::room::{Opening, Room};
use dancing::Problem;
use quadrille_puzzle::{Cell, Puzzle};
use quadrille_solve::{Forecast, Job, NoForecast, Report, RunId, Snapshot};
use quadrille_study::{CardName, ReviewCard, Task, TaskProgress, TaskResult};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// An event that the app handles. The errors of the caller are texts, because they are only shown.
#[derive(Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(Key),
    /// An action was requested without a key press.
    Do(Action),
    /// A line was typed in the plain workbench.
    Line(String),
    /// A mouse event, and what lies under the pointer.
    Pointer { deed: Deed, spot: Option<Spot> },
    /// Text pasted at once.
    Paste(String),
    /// The terminal's size in columns and rows.
    Resize(u16, u16),
    /// The first frame is shown.
    Shown,
    /// The time now. No other message carries time. Sent while [`crate::app::App::next_tick`] asks
    /// for it.
    Tick(Instant),
    /// The cards of some library entries, by their numbers.
    Cards(Vec<(usize, Card)>),
    /// A library entry with what its file holds, as [`LibraryRow::of_file`] reads it, or the reason
    /// why it could not be read.
    Loaded { entry: usize, row: Result<Box<LibraryRow>, String> },
    /// A file was written, or could not be written for the reason in `result`.
    Saved {
        entry: usize,
        version: u64,
        path: PathBuf,
        /// The [fingerprint](crate::app::fingerprint) of the written file.
        result: Result<u64, String>,
    },
    /// A file's content is no longer what it was when it was last read or written.
    Changed { entry: usize, path: PathBuf, bytes: Vec<u8> },
    /// The program resumes after a suspend. Files may have changed meanwhile.
    Resumed,
    /// An exported text was written, or could not be written for the reason in `result`.
    Exported { path: PathBuf, result: Result<(), String> },
    /// A message to show to the user that answers no request.
    Notice(String),
    /// Unsaved puzzles cannot be kept, for this reason.
    NotKept(String),
    /// The file to be written exists already.
    Exists { entry: usize, path: PathBuf },
    /// A snapshot of a run.
    Looked { run: RunId, snapshot: Box<Snapshot> },
    /// The forecast of the problem in the model from random dives, and the measured updates per
    /// second.
    Forecast { run: RunId, found: Result<(Forecast, f64), NoForecast> },
    /// A room is ready, or the reason why it could not be made.
    Opened { id: RunId, room: Result<Box<Room>, String> },
    /// The puzzles of a pasted text, or the reason why it cannot be read.
    Read { id: RunId, import: Result<Box<Import>, String> },
    /// The progress of a task.
    Progress { id: RunId, progress: TaskProgress },
    /// A task has ended, or has failed.
    Worked { id: RunId, done: Result<TaskResult, String> },
    /// A run has ended.
    Report(Report),
}

/// The object that a frame shows at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A cell of the grid.
    Cell(Cell),
    /// An option of a listing, by its number among all options.
    Option(usize),
    /// A row of the Library's list.
    Row(usize),
}

/// A mouse event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// The button is pressed.
    Press,
    /// The pointer moves while the button is held.
    Drag,
    /// The wheel is turned. `down` is true if the text moves up.
    Wheel { down: bool },
}

/// A request from the app to its caller. Any answer comes back as a [`Msg`], and in no other way.
#[derive(Debug)]
pub enum Effect {
    /// Read a library entry's file. Answer: [`Msg::Loaded`].
    Load { entry: usize, name: String, path: PathBuf },
    /// Make the cards of library entries' files in this order, as
    /// [`card_of`](crate::app::LibraryRow::card_of) does. Answers: [`Msg::Cards`], while the files
    /// are read.
    ReadAhead(Vec<(usize, PathBuf)>),
    /// Write a library entry, at a version of its history, to a file. An existing file is replaced
    /// only with `replace`, or if it still matches `disk`. Answer: [`Msg::Saved`], [`Msg::Exists`]
    /// or [`Msg::Changed`].
    Save {
        entry: usize,
        version: u64,
        path: PathBuf,
        puzzle: Box<Puzzle>,
        replace: bool,
        /// The [fingerprint](crate::app::fingerprint) of the file when it was last read or written.
        disk: Option<u64>,
    },
    /// Check whether a file's content is what it was when it was last read or written. Answer, if
    /// it is not: [`Msg::Changed`].
    Check { entry: usize, path: PathBuf, disk: u64 },
    /// Keep a puzzle's unsaved changes, in case the process is killed.
    Keep { entry: usize, keeping: Box<Keeping> },
    /// Discard what was kept, because the puzzle has no unsaved changes any more.
    Forget { entry: usize },
    /// Run a task, and stop the one before it. Answer: [`Msg::Worked`].
    Work(RunId, Box<Task>),
    /// Stop the running task, if there is one.
    Cease,
    /// Read a pasted text, as [`Import::read`] does. Answer: [`Msg::Read`].
    Read { id: RunId, text: String },
    /// Make a room, as [`Opening::make`] does. Answer: [`Msg::Opened`].
    Open(Box<Opening>),
    /// Start a run and stop the one before it. Answer: [`Msg::Report`].
    Start(Box<Job>),
    /// Estimate the size of a problem's search tree by random dives. Answer: [`Msg::Forecast`].
    Forecast { run: RunId, problem: Arc<Problem> },
    /// Request a snapshot of the run. Answer, some time later: [`Msg::Looked`].
    Look,
    /// Ask the run to wait. Answer: [`Msg::Report`].
    Pause,
    /// Let a paused run continue.
    Resume,
    /// Ask the run to end. Answer: [`Msg::Report`].
    Stop,
    /// Keep the progress in a lesson.
    Record { name: String, record: LessonRecord },
    /// Keep the state of a question that comes back.
    Review { name: CardName, card: ReviewCard },
    /// Copy a text to the terminal's clipboard.
    Copy(String),
    /// Record a film into a file that does not exist yet. Answer: [`Msg::Exported`].
    Film(Box<Filming>),
    /// Write a text to a file that does not exist yet. Answer: [`Msg::Exported`].
    Export { path: PathBuf, text: String },
    /// Stop the process until the user resumes it. Answer: [`Msg::Resumed`].
    Suspend,
    /// Turn the terminal's mouse reporting on or off.
    Mouse(bool),
    /// Redraw everything, whatever the terminal shows.
    Redraw,
    /// End the program.
    Quit,
}
