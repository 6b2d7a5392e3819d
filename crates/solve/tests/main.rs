//! Tests of searches: engines, strategies, the stepper. `cargo test -p quadrille-solve engines` runs those of
//! one module.

#[path = "../../../tests/support/strategies.rs"]
mod strategies;
#[path = "../../../tests/support/mod.rs"]
mod support;

mod agreement;
mod counting;
mod engines;
mod stepping;

/// Lists what was skipped. The name is the last in the alphabet, so that this test begins last.
#[test]
fn yet_to_run() {
    support::list_skipped();
}
