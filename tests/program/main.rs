//! Tests that run the program, with pipes or in a pseudo-terminal.
//! `cargo test --test program cli` runs those of one module.

mod pty;
#[path = "../support/mod.rs"]
mod support;

mod book;
mod cli;
mod contract;
mod corpus;
mod edges;
mod help;
mod judges;
mod logging;
mod manners;
mod pieces;
mod prove;
mod sentences;
mod terminal;
