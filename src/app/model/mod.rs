//! The state of the workbench: data, and what can be asked of it.

pub mod app;
pub mod document;
pub mod editor;
pub mod history;
pub mod kept;
pub mod library;
pub mod modelling;
pub mod notes;
pub mod solving;
pub mod stepping;
