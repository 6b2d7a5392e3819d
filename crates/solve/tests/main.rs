//! Tests of searches: engines, strategies, the stepper. `cargo test -p quadrille-solve engines`
//! runs those of one module.

// These files need no other of the crate. What they compute is seen nowhere by itself.
#[path = "../src/engine/classes/choice.rs"]
mod choice;
#[path = "../src/engine/bands/lanes.rs"]
mod lanes;
#[path = "../src/engine/clauses/luby.rs"]
mod luby;

#[path = "../../../tests/support/strategies.rs"]
mod strategies;
#[path = "../../../tests/support/mod.rs"]
mod support;

mod agreement;
mod alternation;
mod bands;
mod clauses;
mod counting;
mod engines;
mod estimate;
mod pieces;
mod plan;
mod regions;
mod separate;
mod stepping;
mod tables;
mod threads;

/// Lists what was skipped. The name is the last in the alphabet, so that this test begins last.
#[test]
fn yet_to_run() {
    support::list_skipped();
}
