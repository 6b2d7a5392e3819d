//! Drawing: renders the workbench into character cells. All code here takes `&App` and changes
//! nothing.

mod beginning;
mod board;
mod compare;
mod draw;
pub mod film;
mod geometry;
pub mod graph;
mod incidence;
mod ink;
mod library;
mod lines;
mod listing;
mod looks;
mod model;
mod overlay;
mod palette;
mod panel;
mod play;
mod pointer;
mod pointing;
mod rules;
mod solve;
mod spoken;
mod standing;
mod step;
mod text;
mod theme;
mod tiles;
mod tree;

pub use beginning::{Beginning, beginning};
pub use draw::draw;
pub use looks::unseen_looks;
pub use palette::{Inks, inks};
pub use pointer::spot;
pub use spoken::{Say, drawn, progress, spoken};
pub use step::Strip;
pub use theme::{Glyphs, Theme};
