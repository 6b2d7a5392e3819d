//! Tests that call the library. None of them starts a process or changes what the process shares,
//! so that they can run side by side. `cargo inside schemas` runs those of one module.

#[path = "../support/command.rs"]
mod command;
#[path = "../support/drawn.rs"]
mod drawn;
#[path = "../support/oracle.rs"]
mod oracle;
#[path = "../support/press.rs"]
mod press;
#[path = "../support/mod.rs"]
mod support;

// Files of `tests/support` name it, as they do in the tests of other crates.
use quadrille::library;

mod bounds;
mod cli;
mod config;
mod debugger;
mod doors;
mod explain;
mod files;
mod films;
mod fuzzing;
mod invariants;
mod kept;
mod lessons;
mod metered;
mod predict;
mod rings;
mod schemas;
mod shell;
mod sources;
mod tracing;
mod words;

/// Lists what was skipped. The name is the last in the alphabet, so that this test begins last.
#[test]
fn yet_to_run() {
    support::list_skipped();
}
