//! Puzzles: their data, how they are read and written, and their encoding as exact cover.
//!
//! A **cell** holds a **symbol**. A **unit** is a set of cells that hold each symbol once. An
//! **area** is a box or a walled region. A **kind** says what a puzzle is, a **form** how it is
//! written down. This crate knows names and never runs a search; `quadrille-solve` runs searches
//! and knows no names. They share only the ids of `dancing`.

// Files are read and written by the root alone; see `clippy.toml`.
#![deny(clippy::disallowed_methods)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod alphabet;
mod areas;
mod bundled;
mod caption;
mod cell;
mod check;
mod constraint;
mod diagnostic;
mod edited;
mod encode;
mod export;
mod extent;
pub mod feed;
mod form;
mod forms;
mod grid;
mod guise;
mod hints;
mod holds;
mod joint;
mod json;
mod kinds;
mod letters;
mod lint;
mod listing;
mod load;
mod loss;
mod meta;
mod model;
mod names;
mod nine;
mod note;
mod options;
mod own_rule;
mod packed;
mod picture;
mod propose;
mod reshape;
mod rules;
pub mod scan;
mod shape;
mod side_length;
mod size;
mod strange;
mod symbol_set;
pub mod symbols;
mod taken;
mod toml_form;
mod toml_merge;
mod tuples;
mod units;
pub mod unseen;
mod unwrap;
mod words;

pub use alphabet::Alphabet;
pub use areas::{Areas, RegionFault, Regions, Side, SubGrid, Walls, letter};
pub use bundled::Bundled;
pub use cell::{Cell, Entry, Symbol};
pub use check::{Breach, CellConflict};
pub use constraint::{Constraint, Lowered, Relation, SubUnit, Words, grid_letter};
pub use diagnostic::{draw, draw_line};
pub use encode::{Encoded, Need, Placement, Related, Way, Ways, encode, encode_left, encode_watched, memory_of};
pub use export::{Export, ExportError, Exported};
pub use extent::{Boxes, Extent, ExtentError};
pub use form::{Form, MarkedGrid, Text};
pub use forms::{EXCHANGE, harmless};
pub use grid::{Grid, GridRule, MAX_WEIGHT, Weights};
pub use guise::Guise;
pub use hints::{Hint, HintEffect, Level, Reasoning, Technique, listed};
pub use holds::{HeldGrids, Holds};
pub use joint::{Joint, JointPart, JointVariable};
pub use kinds::{
    Data, GridKind, KINDS, Kind, ListingKind, cover, jigsaw, kind, kind_of, queens, setcover, sudoku, target, tiling,
};
pub use lint::{Finding, Severity, lint};
pub use listing::{Board, Colors, Footprint, Letters, Listing, Matches, Picture, Tickets, Voice, is_near, repeated};
pub use load::{LoadError, Loaded, load, load_lines};
pub use meta::{CELL_COLORS, Expect, ExpectSolutions, Mark, Marks, Meta};
pub use model::Puzzle;
pub use nine::{Nine, Plain};
pub use note::Note;
pub use options::{ListedOption, OptionView, Options};
pub use own_rule::{AutomatonStep, CellValues, OwnRule};
pub use packed::{pack, unpack};
pub use picture::{PictureTooLarge, drawn, page, svg};
pub use propose::{Offer, Proposal, Proposals};
pub use reshape::ResizeError;
pub use rules::{
    ANY, Also, Cells, DRAWN, Drawn, FPuzzles, Iss, LOOKS, OWN, Outside, RULES, Returns, RuleFigure, RuleSpec, Stroke,
    Takes, rule,
};
pub use scan::{ParseError, TextPlace, decode, decode_owned, is_unseen, printable, short, text_lines};
pub use shape::{Shape, Solution};
pub use size::Size;
pub use symbol_set::SymbolSet;
pub use taken::{TakeError, Taken};
pub use toml_form::{File as TomlFile, TOML, error as error_at, toml_error, write as write_toml};
pub use toml_merge::merged;
pub use tuples::{Transition, Tuples};
pub use units::Unit;

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
