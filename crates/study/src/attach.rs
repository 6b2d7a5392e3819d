//! A user's dancing links program, as its memory shows it: where its links are, which matrix they
//! hold, and which operation each change of them is.
//!
//! Nothing here runs or stops a program. [`ProgramMemory`] is the reader of a stopped one, and
//! [`Variables`] are the places where links may be. [`find`] tries them and names the roles of
//! arrays or fields by what holds of their values; the [`Matrix`] is all that the rings reach. A
//! [`Tracker`] compares two stops: what changed is a cover, an uncover, several of them, or a ring
//! that broke.

mod matrix;
mod memory;
mod names;
mod reference;
mod repeated;
mod roles;
mod sets;
mod state;
mod torn;
mod tracker;
mod variables;

pub use matrix::{BuildFault, Matrix};
pub use memory::{ProgramMemory, number};
pub use reference::{LinkOperation, ListWay, Write};
pub use repeated::{RepeatedFault, RepeatedSearch};
pub use roles::{Found, RoleNames, Roles, find};
pub use sets::{SetChange, SetFault, SetMatrix, SetState, SetTracker, SetVariable};
pub use state::{LinkRole, LinkState, LinkWord};
pub use torn::{TornPair, torn_rings};
pub use tracker::{LinkFault, Tracked, Tracker};
pub use variables::{ArrayVariable, NodeField, PlaceVariable, ScalarVariable, StructField, StructType, Variables};
