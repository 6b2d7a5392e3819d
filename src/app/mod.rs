//! The workbench without a screen: its state, and how each message changes it.
//!
//! [`update`] applies a [`Msg`] (an event) to an [`App`] and returns [`Effect`]s (requests to the
//! caller). No code here draws, reads a file, reads a clock or starts a thread. A session is
//! therefore a list of messages, in tests too.

mod action;
mod cursor;
mod debugging;
mod dialog;
mod document;
mod drawing;
mod editor;
mod hinting;
mod history;
mod kept;
mod key;
mod keymap;
mod legend;
mod library;
mod message;
mod modelling;
mod notes;
mod opening;
mod overlay;
mod play;
mod pointer;
mod running;
mod setter;
mod solving;
mod spoken;
mod state;
mod stepping;
mod update;

pub use action::{ACTIONS, Action, Place, Screen, Spec, on, spec};
pub use cursor::{Toward, count_place};
pub use document::{Document, Mode, Pen, View, fingerprint};
pub use drawing::RuleRow;
pub use editor::Editor;
pub use history::{Change, Edit, History, Sheet};
pub use kept::{Keeping, Kept};
pub use key::{Code, Key};
pub use keymap::{Keymap, KeymapError, Own, keys_schema};
pub use library::{Entry, Library, Source};
pub use message::{Effect, Msg};
pub use modelling::{Forecasting, List, Modelling, Within};
pub use notes::{Mark, Notes};
pub use opening::{Opening, Room, Waiting};
pub use overlay::{Exporting, Import, NewGrid, Overlay, Prompt, Purpose, Search as CommandSearch};
pub use pointer::{Deed, Spot};
pub use setter::Watch;
pub use solving::{Phase, Solving};
pub use spoken::sayable;
pub use state::{App, Level, Notice, Palette, Settings};
pub use stepping::{Breakpoint, Cursor, Motion, Panel, SPEEDS, Stepping, VIEWS};
pub use update::update;
