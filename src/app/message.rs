//! What happened, and what is wanted: the two lists to read first.

use super::action::Action;
use super::kept::Keeping;
use super::key::Key;
use super::opening::{Opening, Room};
use super::pointer::{Deed, Spot};
use crate::dlx::Problem;
use crate::puzzle::Puzzle;
use crate::solve::{Forecast, Job, NoForecast, Report, RunId, Snapshot};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// What happened.
#[derive(Debug)]
pub enum Msg {
    Key(Key),
    /// An action was asked for, by whatever way.
    Do(Action),
    /// A line was typed in the plain workbench.
    Line(String),
    /// The mouse did something, where there is something.
    Pointer {
        deed: Deed,
        spot: Option<Spot>,
    },
    /// Text pasted at once.
    Paste(String),
    /// The terminal is so many columns wide and rows high.
    Resize(u16, u16),
    /// Time has come this far. Sent while [`super::App::next_tick`] asks for it, and with nothing else.
    Tick(Instant),
    /// The bytes of a library entry's file, or why there are none.
    Loaded {
        entry: usize,
        bytes: Result<Vec<u8>, String>,
    },
    /// A file was written, or why it was not.
    Saved {
        entry: usize,
        version: u64,
        path: PathBuf,
        /// What the file holds now.
        result: Result<u64, String>,
    },
    /// The file that was to be replaced holds something else than when it was read.
    Changed {
        entry: usize,
        path: PathBuf,
        bytes: Vec<u8>,
    },
    /// The program goes on after a stop: the world may have changed.
    Resumed,
    /// Something that a person should know, without having asked.
    Notice(String),
    /// A file of that name is there already.
    Exists {
        entry: usize,
        path: PathBuf,
    },
    /// A look at a run.
    Looked {
        run: RunId,
        snapshot: Box<Snapshot>,
    },
    /// What dives told of the problem in the model, and the pace of the search.
    Forecast {
        run: RunId,
        found: Result<(Forecast, f64), NoForecast>,
    },
    /// A room is ready, or what stood in the way.
    Opened {
        id: RunId,
        room: Result<Box<Room>, String>,
    },
    /// A run has ended.
    Report(Report),
}

/// What is wanted of the world. An answer, where there is one, comes back as a [`Msg`]: the only loop there is.
#[derive(Debug)]
pub enum Effect {
    /// Read a library entry's file. Answer: [`Msg::Loaded`].
    Load {
        entry: usize,
        path: PathBuf,
    },
    /// Write a library entry, as of a version of its history, to a file; over one that is there only if told so. Answer: [`Msg::Saved`] or [`Msg::Exists`].
    Save {
        entry: usize,
        version: u64,
        path: PathBuf,
        puzzle: Box<Puzzle>,
        replace: bool,
        /// What the file held when it was read or written last: it may be replaced as long as it
        /// does.
        disk: Option<u64>,
    },
    /// See whether a file holds what it held when it was read or written last. Answer, if it does not:
    /// [`Msg::Changed`].
    Check {
        entry: usize,
        path: PathBuf,
        disk: u64,
    },
    /// Keep a puzzle that is not saved, in case the process is killed.
    Keep {
        entry: usize,
        keeping: Box<Keeping>,
    },
    /// What was kept is saved.
    Forget {
        entry: usize,
    },
    /// Make a room, as [`Opening::make`] does. Answer: [`Msg::Opened`].
    Open(Box<Opening>),
    /// Start a run; the one before it is stopped. Answer: [`Msg::Report`].
    Start(Box<Job>),
    /// Dive into a problem, to tell how large its search is. Answer: [`Msg::Forecast`].
    Forecast {
        run: RunId,
        problem: Arc<Problem>,
    },
    /// Look at the run. Answer, some time: [`Msg::Looked`].
    Look,
    Pause,
    Resume,
    /// Ask the run to end. Answer: [`Msg::Report`].
    Stop,
    /// Put a text where the terminal keeps what is copied.
    Copy(String),
    Suspend,
    /// Have the terminal tell of the mouse, or keep it to itself.
    Mouse(bool),
    /// Draw everything, whatever the terminal shows.
    Redraw,
    Quit,
}
