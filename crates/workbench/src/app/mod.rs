//! The workbench without a screen: its state, and how each message changes it.
//!
//! [`update`] applies a [`Msg`] (an event) to an [`App`] and returns [`Effect`]s (requests to the
//! caller). No code here draws, reads a file, reads a clock or starts a thread. A session is
//! therefore a list of messages, in tests too.
//!
//! `model` is the state, `update` has a file of handlers for each screen, and `overlay` a file for
//! each overlay. The router gives a handler the room of its screen and the [`Desk`], which all
//! screens share; [`App::here`] gives a view its room. A handler returns what it wants of others as
//! data.

mod action;
mod ask;
mod bar;
mod commands;
mod key;
mod keymap;
mod legend;
mod message;
mod model;
mod overlay;
mod update;

pub use action::{ACTIONS, Action, Scope, Screen, Spec, on, spec};
pub use bar::bar;
pub use commands::{commands, sayable};
pub use key::{Code, Key};
pub use keymap::{BarKey, Keymap, KeymapError, UserKeys, keys_schema, step_key};
pub use message::{Deed, Effect, Msg, Spot};
pub use model::app::{App, Desk, Here, Notice, NoticeKind, TerminalState};
pub use model::card::{Card, HandProgress};
pub use model::course::{Asked, Asker, Course, CourseTask, Graded, Learning, SessionAnswers};
pub use model::document::{Document, DocumentFile, Mode, Pen, Remarks, Typing, View, fingerprint};
pub use model::editor::Editor;
pub use model::filming::{FilmFormat, FilmNameError, Filming};
pub use model::forecasting::Forecasting;
pub use model::history::{Change, Contents, Edit, History};
pub use model::import::Import;
pub use model::kept::{Backup, Keeping, Kept};
pub use model::library::{EntrySource, Library, LibraryRow};
pub use model::modelling::{List, Modelling, Within};
pub use model::notes::Notes;
pub use model::prompt::{Prompt, Purpose};
pub use model::record::{LessonAnswer, LessonRecord, Records};
pub use model::room::{Opening, Room, Waiting};
pub use model::rooms::Rooms;
pub use model::selection::Selection;
pub use model::settings::{OwnColors, Palette, Settings};
pub use model::shelf::{ShelfGroup, ShelfPlace};
pub use model::solving::{RunState, Solving};
pub(crate) use model::stepping::for_views;
pub use model::stepping::{
    Aside, Autoplay, Breakpoint, Cursor, Jumps, Motion, Panel, Position, SPEEDS, SiteError, StepLayout, Stepping,
    StopError, Toward, Trial, VIEWS, WholeSearch, count_place, count_side,
};
pub use model::watch::{Watch, WatchedRating};
pub(crate) use overlay::for_overlays;
pub use overlay::{
    Arranging, Breaks, ConfirmMine, ConfirmQuit, ConfirmReplace, Driving, Exporting, KeyRow, Message, Mistakes,
    NewGrid, Overlay, Page, PageLine, PaletteSearch as CommandSearch, Pointing, RuleRow, Rules, Sharing, Tick, Tone,
    Why, Width, Yours,
};
pub use update::update;
