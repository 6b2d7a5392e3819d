//! The workbench without a screen: its state, and how each message changes it.
//!
//! [`update`] applies a [`Msg`] (an event) to an [`App`] and returns [`Effect`]s (requests to the
//! caller). No code here draws, reads a file, reads a clock or starts a thread. A session is
//! therefore a list of messages, in tests too.

mod action;
mod key;
mod keymap;
mod legend;
mod message;
mod model;
mod overlay;
mod update;

pub use action::{ACTIONS, Action, Place, Screen, Spec, on, spec};
pub use key::{Code, Key};
pub use keymap::{Keymap, KeymapError, Own, keys_schema};
pub use message::{Effect, Msg};
pub use model::app::{App, Level, Notice, Palette, Settings};
pub use model::document::{Document, Mode, Pen, View, fingerprint};
pub use model::editor::Editor;
pub use model::history::{Change, Edit, History, Sheet};
pub use model::kept::{Keeping, Kept};
pub use model::library::{Entry, Library, Source};
pub use model::modelling::{Forecasting, List, Modelling, Within};
pub use model::notes::{Mark, Notes};
pub use model::solving::{Phase, Solving};
pub use model::stepping::{Breakpoint, Cursor, Motion, Panel, SPEEDS, Stepping, Toward, VIEWS, count_place};
pub use overlay::{Exporting, Import, NewGrid, Overlay, Prompt, Purpose, Search as CommandSearch};
pub use update::line::sayable;
pub use update::play::rule::RuleRow;
pub use update::play::watch::Watch;
pub use update::pointer::{Deed, Spot};
pub use update::room::{Opening, Room, Waiting};
pub use update::update;
