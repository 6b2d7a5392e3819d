//! Puzzles: their data, how they are read and written, and their encoding as exact cover.
//!
//! A **cell** holds a **symbol**. A **unit** is a set of cells that hold each symbol once. An
//! **area** is a box or a walled region. A **kind** says what a puzzle is, a **form** how it is
//! written down. This module knows names and never runs a search; [`crate::solve`] runs searches
//! and knows no names. They share only the ids of `dlx`.

mod areas;
mod caption;
mod diagnostic;
mod encode;
mod export;
mod forms;
mod grid;
mod guise;
mod hints;
mod holds;
mod judges;
mod kinds;
mod library;
mod lint;
mod listing;
mod load;
mod model;
mod names;
mod nine;
mod picture;
mod reshape;
mod rules;
mod scan;
mod side_length;
mod symbols;
mod taken;
mod toml_block;
mod toml_form;
mod toml_merge;
mod toml_schema;
mod units;
mod unseen;

pub use areas::{Areas, RegionFault, Side, Walls, letter};
pub use diagnostic::{draw, draw_line};
pub use encode::{Encoded, Need, Placement, Solution, encode, memory_of};
pub use export::{Export, Exported};
pub use forms::{EXCHANGE, kind_of};
pub use grid::{Alphabet, Cell, Conflict, Entry, Grid, MAX_WEIGHT, Symbol, Weights};
pub use guise::Guise;
pub use hints::{Effect, Hint, Reasoning, Technique};
pub use holds::Holds;
pub use judges::{Answer, Cases, Exchange, JUDGES, Judge, NineLines};
pub use kinds::{KINDS, Kind, cover, jigsaw, kind, queens, setcover, sudoku, target, tiling};
pub use library::{BUNDLED, Bundled, PUZZLE_DIRECTIVE};
pub use lint::{Finding, Severity, lint};
pub use listing::{Board, Colors, ListedOption, Listing, Mark, Matches, Picture, Tickets, Voice, is_near};
pub use load::{LoadError, Loaded, load, load_lines};
pub use model::{Expect, ExpectSolutions, Form, Marks, Meta, Puzzle, Shape, Sheet, Text};
pub use nine::{Nine, Plain};
pub use picture::{drawn, page, svg};
pub use rules::{Drawn, RULES, Relation, Rule, RuleSpec, Sense, Stroke, rule};
pub use scan::{ParseError, Place, decode, is_unseen, printable, text_lines};
pub use taken::Taken;
pub use toml_form::{File as TomlFile, TOML, toml_error, write as write_toml};
pub use toml_merge::merged;
pub use units::{Unit, UnitName};
