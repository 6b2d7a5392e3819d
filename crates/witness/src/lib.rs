//! The user's own program: where its links are, which matrix they hold, which operation each change
//! of them is, and the line of its source that breaks a ring.
//!
//! The program is a [`Target`], which the root starts and stops. It runs in three phases, each of
//! one run or more. The [`survey`] finds its links and the functions that change them; [`follow`]
//! stops at these and compares what changed; if something differs, [`confirm`] runs the program to
//! this place again and steps through it: what is not seen to be written is not said. [`report`]
//! says the result in words.
//!
//! What is in its memory is found by what holds of the values: [`ProgramMemory`] is the reader of a
//! stopped program, [`Variables`] are the places where links may be, [`find`] names the roles of
//! arrays or fields, and a [`Matrix`] is all that the rings reach. A [`Tracker`] compares two
//! stops: what changed is a cover, an uncover, several of them, or a ring that broke.
//!
//! [`JUDGES`] are the problems whose programs are judged by their answers alone.

// Files are read and written by the root alone; see `clippy.toml`.
#![deny(clippy::disallowed_methods)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod beside;
mod blame;
mod confirm;
mod course;
mod culprit;
mod doubts;
mod find;
mod follow;
mod groups;
mod judges;
mod links;
mod matrix;
mod memory;
mod names;
mod pages;
mod ranges;
mod record;
mod recorded;
mod reference;
mod repeated;
mod report;
mod rings;
mod roles;
mod set_search;
mod sets;
mod shape;
mod shapes;
mod state;
mod steps;
mod stops;
mod survey;
mod target;
mod torn;
mod tracker;
mod variables;

pub use confirm::confirm;
pub use course::{Followed, RunCourse, RunEnd, Wrong};
pub use culprit::{Culprit, LineDeed};
pub use find::{Found, find};
pub use follow::{FollowLimits, follow};
pub use judges::{
    Answer, Cases, Flavour, JUDGES, Judge, JudgeMethod, JudgeVerdict, NineLines, OutputFault, load_cases,
};
pub use matrix::{BuildFault, Matrix};
pub use memory::{ProgramMemory, number};
pub use ranges::Ranges;
pub use record::{AskedOf, Noted, record};
pub use recorded::{Recorded, RecordedEvent, Recording};
pub use reference::{LinkOperation, ListWay, Write};
pub use repeated::{RepeatedFault, RepeatedSearch};
pub use report::{Attached, SourcePlace, report, torn_pair};
pub use roles::{RoleNames, Roles};
pub use sets::{SetChange, SetFault, SetMatrix, SetParts, SetState, SetTracker, SetVariable};
pub use shape::{Built, MatrixRun, MatrixShape, Passing, ProgramSurvey, SeenLinks, SeenMatrix, Unfollowed};
pub use shapes::{SHAPES, survey};
pub use state::{LinkRole, LinkState, LinkWord};
pub use stops::{StopAt, StopPlace};
pub use target::{
    Evaluated, Function, Functions, Local, Place, StopSpot, Stopped, Target, TargetError, plain_name, unhex,
};
pub use torn::{TornPair, torn_rings};
pub use tracker::{LinkFault, Tracked, Tracker};
pub use variables::{ArrayVariable, NodeField, PlaceVariable, ScalarVariable, StructField, StructType, Variables};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
