//! Runs the checks of the fuzz targets on random bytes. QUADRILLE_LONG runs many more cases and a
//! million keys.

#[path = "fuzz/checks.rs"]
mod checks;

use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

/// Runs a check on uniform random bytes, and on random bytes that are mostly keys and digits.
fn on_bytes(check: fn(&[u8]), few: u32, many: u32, longest: usize) {
    let cases = if std::env::var_os("QUADRILLE_LONG").is_some() { many } else { few };
    let mut runner = TestRunner::new(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) });
    let likely = prop_oneof![b'0'..=b'9', b'a'..=b'z', Just(b'\n'), Just(b' '), Just(b'.'), any::<u8>()];
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..longest),
        (any::<u8>(), prop::collection::vec(likely, 0..longest)).prop_map(|(first, mut rest)| {
            rest.insert(0, first);
            rest
        }),
    ];
    runner
        .run(&bytes, |bytes| {
            check(&bytes);
            Ok::<(), TestCaseError>(())
        })
        .unwrap();
}

#[test]
fn any_text_is_read_or_refused_in_any_form() {
    on_bytes(checks::read, 2000, 1_000_000, 300);
}

#[test]
fn any_name_comes_back_from_a_file() {
    on_bytes(checks::toml, 1000, 200_000, 200);
}

#[test]
fn any_keys_lead_to_a_screen_that_draws_at_any_size() {
    on_bytes(checks::draw, 60, 20_000, 60);
}

#[test]
fn any_messages_leave_the_links_whole() {
    on_bytes(checks::messages, 60, 12_000, 160);
}

#[test]
fn what_once_failed_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/seeds");
    for seed in std::fs::read_dir(folder).unwrap().flatten() {
        let name = seed.file_name().into_string().unwrap();
        let bytes = std::fs::read(seed.path()).unwrap();
        match name.split('-').next() {
            Some("read") => checks::read(&bytes),
            Some("toml") => checks::toml(&bytes),
            Some("draw") => checks::draw(&bytes),
            Some("messages") => checks::messages(&bytes),
            _ => panic!("{name} is a seed of no target"),
        }
    }
}
