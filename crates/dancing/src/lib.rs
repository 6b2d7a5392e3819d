//! The kernel: exact cover over integer ids, dancing links, and Algorithm X as a machine that runs
//! forwards and backwards.
//!
//! The words are Knuth's (TAOCP 7.2.2.1). An **item** must be covered; an **option** is a set of
//! items that are covered together. By default a **primary** item is covered exactly once, and a
//! **secondary** item at most once. Every item has a vertical list of **nodes**, one for each
//! option that contains it, closed by its **header**. To **cover** an item is to take its header
//! out of the list of items and to **hide** every option that contains it: its other nodes leave
//! their lists. **Uncover** and **unhide** are the exact inverses, in the opposite order. An
//! **update** is one removal of a node from its vertical list. The item rule **MRV** takes the item
//! with the fewest options left.
//!
//! A search chooses an item at each **level**, and a **branch** of the level is one of its options.
//! To **commit** an item of the option is to cover it, or to do what its class and colours ask for:
//! **purify** it, or count it. To **tweak** an option is to take it out of all its lists before it
//! is tried. A **stride** is many steps at once, and the **tally** counts what happened.
//!
//! Items and options are numbers here, and nothing reads files, clocks or threads. Start with
//! [`Problem`], then [`Machine`].

// No files, threads, clocks or standard streams: the compiler holds it.
#![no_std]
#![deny(missing_docs)]

#[macro_use]
extern crate alloc;

mod address;
mod bound;
mod class;
mod columns;
mod covering;
mod covers;
mod estimate;
mod goal;
mod ids;
mod links;
mod machine;
mod meter;
mod nodes;
mod owners;
mod parts;
mod problem;
mod progress;
mod rule;
mod search;
mod slow;
mod step;
mod symmetry;
mod view;

pub use address::ParseAddressError;
pub use class::{Class, ClassFacts, Feature};
pub use columns::Columns;
pub use covers::Covers;
pub use estimate::{Estimate, Price};
pub use goal::Goal;
pub use ids::{ItemId, NodeId, OptionId};
pub use links::{Broken, Links};
pub use machine::{Event, Machine, Phase};
pub use meter::{Meter, Short};
pub use nodes::Word;
pub use problem::{Problem, ProblemError};
pub use progress::{Address, At, Branch, Tally};
pub use rule::{ItemRule, Policy};
pub use search::{AddressError, Limit, Memory, Score, Search};
pub use slow::Slow;
pub use step::{Count, Field, Hidden, Link, Pointer, Step};
pub use view::LinksView;

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
