//! The state of the workbench: data, and what can be asked of it. No handler is called from here.

pub mod app;
pub mod card;
pub mod course;
pub mod cursor;
pub mod document;
pub mod edit_error;
pub mod editor;
pub mod filming;
pub mod forecasting;
pub mod history;
pub mod import;
pub mod kept;
pub mod library;
pub mod modelling;
pub mod notes;
pub mod prompt;
pub mod record;
pub mod room;
pub mod rooms;
pub mod selection;
pub mod settings;
pub mod shelf;
pub mod solving;
pub mod stepping;
pub mod today;
pub mod watch;
