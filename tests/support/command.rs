//! Commands in this process.

use clap::Parser;
use quadrille::cli::{Cli, run_into};

/// Runs a command in this process. Returns what it prints on standard output.
pub fn command(words: &[&str]) -> String {
    let cli = Cli::try_parse_from(["quadrille"].iter().chain(words)).unwrap();
    let mut out = Vec::new();
    run_into(cli, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}
