//! The terminal session: the only floor with a tty, threads and files while the screen is up.

mod effects;
mod input;
mod run;
mod signals;
mod terminal;

pub use run::run;
pub use terminal::restore_on_panic;
