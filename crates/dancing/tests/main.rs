//! Tests of the kernel. `cargo test -p dancing kernel` runs those of one module.

#[path = "../../../tests/support/strategies.rs"]
mod strategies;
#[path = "../../../tests/support/mod.rs"]
mod support;

mod addresses;
mod kernel;
mod problems;

/// Lists what was skipped. The name is the last in the alphabet, so that this test begins last.
#[test]
fn yet_to_run() {
    support::list_skipped();
}
