//! The workbench without its terminal: its state, and its frames.
//!
//! [`app`] is the state. [`app::update`] takes a message, a key or the time that has passed or the
//! report of a run, and returns effects, which the caller carries out: it does no I/O, starts
//! nothing and asks no clock, so a whole session is a list of messages. [`ui`] draws the state as a
//! frame and never changes it.

// Files are read and written by the root alone; see `clippy.toml`.
#![deny(clippy::disallowed_methods)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod app;
pub mod ui;

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
