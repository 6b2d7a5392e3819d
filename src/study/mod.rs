//! Everything that can be said of a puzzle or a search without a screen: the narration of a step,
//! the tree, the comparison of two rules, new puzzles, and numbers in sentences. The command line
//! and the workbench both stand on it.

mod compare;
mod count;
mod generate;
mod narrate;
mod tree;
mod typed;

pub use compare::{Compare, Runner};
pub use count::{grouped, noun_of, plural, thousands};
pub use generate::{Made, Making, Recipe, Symmetry, Unmade, generate};
pub use narrate::{Sentence, narrate, operation, rule_words};
pub use tree::{Inside, Knot, Row, Side, Tree, forced_words, row_words};
pub use typed::{BREAKS, Destination, breakpoint, breakpoint_words, destination, item_named, option_named};
