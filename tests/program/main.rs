//! Tests that run the program, with pipes or in a pseudo-terminal.
//! `cargo outside cli` runs those of one module.

#[path = "../support/brute.rs"]
mod brute;
mod pty;
#[path = "../support/mod.rs"]
mod support;

mod against;
mod attach;
mod bench;
mod book;
mod cli;
mod contract;
mod corpus;
mod counts;
mod edges;
mod faults;
mod film;
mod help;
mod judges;
mod lessons;
mod limits;
mod logging;
mod manners;
mod pieces;
mod prove;
mod sentences;
mod speeds;
mod terminal;

/// Lists what was skipped. The name is the last in the alphabet, so that this test begins last.
#[test]
fn yet_to_run() {
    support::list_skipped();
}
