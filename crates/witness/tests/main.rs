//! Tests of what is said of a user's program, without a debugger. `cargo test -p quadrille-witness
//! judges` runs those of one module.

#[path = "../../../src/bundled.rs"]
#[allow(dead_code, reason = "not all of it is tested here")]
mod bundled;
#[path = "../../../tests/support/damaged.rs"]
mod damaged;
#[path = "../src/blame/expressions.rs"]
mod expressions;
#[path = "../../../tests/support/mod.rs"]
mod support;

mod judges;
mod links;
mod recordings;
mod simulated;

/// Lists what was skipped. The name is the last in the alphabet, so that this test begins last.
#[test]
fn yet_to_run() {
    support::list_skipped();
}

#[test]
fn the_variables_of_a_line_are_found() {
    let found = expressions::expressions("L[x] = L[H[r]]; put(x)");
    assert_eq!(found, ["L", "L[x]", "x", "L[H[r]]", "H", "H[r]", "r"]);
    assert_eq!(expressions::expressions("a->next.up = 3;"), ["a", "a->next", "a->next.up"]);
}
