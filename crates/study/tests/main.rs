//! Tests of what is said of a puzzle or a search. `cargo test -p quadrille-study hints` runs those
//! of one module.

#[path = "../../../tests/support/brute.rs"]
mod brute;
#[path = "../../../src/bundled.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod bundled;
#[path = "../../../tests/support/foreign.rs"]
mod foreign;
#[path = "../../../tests/support/oracle.rs"]
mod oracle;
#[path = "../../../tests/support/mod.rs"]
mod support;

mod against;
mod array;
mod ask;
mod broken;
mod classes;
mod construct;
mod contrast;
mod drawn;
mod goals;
mod hints;
mod narration;
mod needle;
mod obstructions;
mod other_order;
mod own_rules;
mod panel;
mod path_tree;
mod rating;
mod review;
mod rules;
mod setting;
mod words;

/// Lists what was skipped. The name is the last in the alphabet, so that this test begins last.
#[test]
fn yet_to_run() {
    support::list_skipped();
}
