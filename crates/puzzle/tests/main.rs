//! Tests of puzzles: their forms, rules and encoding. `cargo test -p quadrille-puzzle forms` runs
//! those of one module.

#[path = "../../../tests/support/brute.rs"]
mod brute;
#[path = "../../../src/bundled.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod bundled;
#[path = "../../../tests/support/damaged.rs"]
mod damaged;
#[path = "../../../tests/support/oracle.rs"]
mod oracle;
#[path = "../../../tests/support/mod.rs"]
mod support;

// Files of the crate whose functions cannot be named outside of it. They use no other file.
#[path = "../src/json.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod json;
#[path = "../src/forms/lz_string.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod lz_string;
#[path = "../src/options.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod options;
#[path = "../src/forms/scl.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod scl;
#[path = "../src/side_length.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod side_length;
#[path = "../src/rules/sums.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod sums;

mod choice;
mod edges;
mod export;
mod features;
mod files;
mod forms;
mod grids;
mod kinds;
mod large;
mod links;
mod lint;
mod listings;
mod loading;
mod multi;
mod places;
mod propose;
mod puzzles;
mod reading;
mod reported;
mod rules;
mod tuples;
mod web;
mod wide;
mod words;

/// Lists what was skipped. The name is the last in the alphabet, so that this test begins last.
#[test]
fn yet_to_run() {
    support::list_skipped();
}
