//! A user's dancing links program, as its memory shows it: where its links are, which matrix they
//! hold, and which operation each change of them is.
//!
//! Nothing here runs or stops a program. [`Memory`] is the reader of a stopped one, and
//! [`Variables`] are the places where links may be. [`find`] tries them and names the roles of
//! arrays or fields by what holds of their values; the [`Matrix`] is all that the rings reach. A
//! [`Tracker`] compares two stops: what changed is a cover, an uncover, several of them, or a ring
//! that broke.

mod matrix;
mod memory;
mod names;
mod reference;
mod roles;
mod state;
mod tracker;
mod variables;

pub use matrix::{BuildFault, Matrix};
pub use memory::Memory;
pub use reference::{LinkOperation, Way, Write};
pub use roles::{Found, Roles, find};
pub use state::{LinkState, Role, Word};
pub use tracker::{LinkFault, Tracked, Tracker};
pub use variables::{ArrayVariable, Field, PlaceVariable, ScalarVariable, StructField, StructType, Variables};
