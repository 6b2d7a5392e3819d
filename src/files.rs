//! All input is opened and read here, and all files are created here.
//!
//! `door` reads every file, pipe and line, within limits ([`open`], [`regular`]). `draft` creates
//! and replaces files: a new text appears under its name as a whole, and only files that were
//! created here are ever removed ([`Draft`], [`replace`]). `fault` lets operations of `draft`
//! fail in tests ([`arm`]). `folder` is a folder of the program's own files, with locks
//! ([`Folder`]). `journal` appends the lines of a log ([`Journal`]). clippy refuses the calls of
//! the standard library that bypass the first two (`clippy.toml`).

mod door;
mod draft;
mod fault;
mod folder;
mod journal;

pub use door::{Bounds, KeepWaiting, LineError, Lines, Source, Unread, held, is_stopped, open, regular, text_beside};
pub use draft::{
    Draft, SymlinkPolicy, abandon_drafts, is_own_descriptor, replace, replace_checked, same_file, standard_stream,
    survive_size_limit, write_new,
};
pub use fault::{arm, disarm};
pub use folder::{Folder, FoundFile, Lock};
pub use journal::Journal;
