//! Tests of the workbench without a terminal. `cargo test -p quadrille-workbench frames` runs those of one module.

#[path = "../../../src/bundled.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod bundled;
#[path = "../../../tests/support/drawn.rs"]
mod drawn;
#[path = "../../../tests/support/foreign.rs"]
mod foreign;
#[path = "../../../src/library.rs"]
mod library;
#[path = "../../../tests/support/press.rs"]
mod press;
#[path = "../../../tests/support/mod.rs"]
mod support;

mod blank;
mod cards;
mod frames;
mod keys;
mod pencil;
mod share;
mod walks;

/// Lists what was skipped. The name is the last in the alphabet, so that this test begins last.
#[test]
fn yet_to_run() {
    support::list_skipped();
}
