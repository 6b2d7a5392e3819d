//! Tests that call the library. None of them starts a process or changes what the process shares,
//! so that they can run side by side. `cargo test --test library kernel` runs those of one module.

#[path = "../support/mod.rs"]
mod support;

mod against;
mod ask;
mod blank;
mod bounds;
mod broken;
mod cards;
mod classes;
mod contrast;
mod counting;
mod debugger;
mod edges;
mod engines;
mod explain;
mod export;
mod features;
mod forms;
mod frames;
mod fuzzing;
mod hints;
mod invariants;
mod judges;
mod kept;
mod kernel;
mod keys;
mod lessons;
mod lint;
mod metered;
mod narration;
mod needle;
mod obstructions;
mod own_rules;
mod panel;
mod pencil;
mod places;
mod predict;
mod puzzles;
mod reading;
mod reported;
mod rings;
mod rules;
mod schemas;
mod setting;
mod share;
mod sources;
mod stepping;
mod tracing;
mod walks;
mod wide;
mod words;

/// Lists what was skipped. The name is the last in the alphabet, so that this test begins last.
#[test]
fn yet_to_run() {
    support::list_skipped();
}
