//! Drawing: renders the workbench into character cells. All code here takes `&App` and changes
//! nothing.

mod board;
mod compare;
mod counts;
mod curve;
mod draw;
mod geometry;
mod library;
mod lines;
mod links;
mod listing;
mod matrix;
mod model;
mod options;
mod overlay;
mod palette;
mod panel;
mod path;
mod places;
mod play;
mod pointer;
mod rules;
mod sheet;
mod solve;
mod spoken;
mod step;
mod theme;
mod tiles;
mod tree;
mod why;

pub use draw::draw;
pub use pointer::spot;
pub use spoken::{Say, drawn, progress, spoken};
pub use theme::{Glyphs, Theme};
