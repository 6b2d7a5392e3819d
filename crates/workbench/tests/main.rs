//! Tests of the workbench without a terminal. `cargo test -p quadrille-workbench frames` runs
//! those of one module.

#[path = "../../../src/bundled.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod bundled;
#[path = "../../../tests/support/dance.rs"]
mod dance;
#[path = "../../../tests/support/drawn.rs"]
mod drawn;
#[path = "../../../tests/support/foreign.rs"]
mod foreign;
#[path = "../../../src/library.rs"]
mod library;
#[path = "../src/ui/lines.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod lines;
#[path = "../../../tests/support/oracle.rs"]
mod oracle;
#[path = "../../../tests/support/press.rs"]
mod press;
#[path = "../src/ui/film/runs.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod runs;
#[path = "../../../tests/support/mod.rs"]
mod support;
#[path = "../src/ui/text.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod text;

mod calm;
mod cards;
mod drawing;
mod editor;
mod frames;
mod graphs;
mod grids;
mod hints;
mod keymap;
mod keys;
mod layouts;
mod palettes;
mod pencil;
mod questions;
mod share;
mod shelf;
mod sizes;
mod walks;
mod watch;

/// Lists what was skipped. The name is the last in the alphabet, so that this test begins last.
#[test]
fn yet_to_run() {
    support::list_skipped();
}
