//! The terminal session: the only floor with a tty, threads and files while the screen is up.

mod catalog;
mod counts;
mod effects;
mod input;
mod keeper;
mod logged;
mod paper;
mod plain;
mod reading;
mod recent;
mod run;
mod signals;
mod terminal;
mod wake;

pub use catalog::cards_of;
pub use counts::KeptCounts;
pub use effects::save;
pub use input::key;
pub use paper::palette_of_terminal;
pub use plain::run_plain;
pub use reading::while_reading;
pub use recent::{recent, remember};
pub use run::run;
pub use terminal::{leave, restore_on_panic, size};
pub use wake::{Fed, Wake, feed};
