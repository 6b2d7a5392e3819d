//! Tests of puzzles: their forms, rules and encoding. `cargo test -p quadrille-puzzle forms` runs those of one
//! module.

#[path = "../../../tests/support/brute.rs"]
mod brute;
#[path = "../../../src/bundled.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod bundled;
#[path = "../../../tests/support/foreign.rs"]
mod foreign;
#[path = "../../../tests/support/mod.rs"]
mod support;

mod edges;
mod export;
mod features;
mod forms;
mod lint;
mod places;
mod puzzles;
mod reading;
mod reported;
mod wide;

/// Lists what was skipped. The name is the last in the alphabet, so that this test begins last.
#[test]
fn yet_to_run() {
    support::list_skipped();
}
