//! Recordings of real programs, judged again: each was refused, or accused of what it does right, once.
//!
//! A recording is written by `attach --record` and judged by `attach --replay`. Its program needs to
//! be neither built nor run here.

use crate::simulated::attach;
use quadrille_witness::{RecordedEvent, Recording, Unfollowed};
use std::path::Path;

/// A recording: its name, and the status, the operations, the cases, the solutions, the operation
/// that differs and the line of the source that are right.
type Right = (&'static str, &'static str, u64, u64, u64, Option<u64>, Option<u64>);

const RIGHT: [Right; 29] = [
    ("cell_inside_a_column", "same", 10, 1, 2, None, None),
    ("cells_and_columns", "same", 24, 1, 1, None, None),
    ("copies_of_sets", "unsure", 0, 1, 0, None, None),
    ("exit_code_at_a_cover", "same", 8, 1, 1, None, None),
    ("generator_left_covered", "differs", 2, 1, 1, Some(2), Some(122)),
    ("generator_left_early", "same", 4, 1, 1, None, None),
    ("generator_of_three", "same", 20, 1, 3, None, None),
    ("generators_of_two_objects", "same", 24, 2, 4, None, None),
    ("head_inside_a_column", "same", 10, 1, 1, None, None),
    ("helpers_of_one_node", "same", 32, 1, 1, None, None),
    ("keys_in_dictionaries", "same", 3, 1, 1, None, None),
    ("keys_in_local_dictionaries", "same", 10, 1, 2, None, None),
    ("link_in_an_anonymous_union", "same", 26, 1, 1, None, None),
    ("link_not_built", "differs", 0, 1, 0, Some(0), Some(17)),
    ("lists_without_recursion", "same", 10, 1, 1, None, None),
    ("loop_of_frames", "same", 10, 1, 1, None, None),
    ("loop_with_a_stack", "same", 7, 1, 2, None, None),
    ("multiplicities", "unsure", 0, 1, 0, Some(1), None),
    ("not_uncovered", "differs", 4, 1, 0, Some(4), Some(37)),
    ("ring_of_objects", "same", 26, 1, 1, None, None),
    ("rust_counted", "same", 10, 1, 2, None, None),
    ("rust_non_null", "same", 10, 1, 2, None, None),
    ("searched_three_times", "same", 30, 3, 6, None, None),
    ("sets", "same", 28, 1, 3, None, None),
    ("sets_of_two_cases", "same", 52, 2, 4, None, None),
    ("size_and_column_in_a_union", "same", 10, 1, 2, None, None),
    ("sizes_from_0_and_headers_from_1", "same", 10, 1, 2, None, None),
    ("two_solvers", "same", 38, 2, 5, None, None),
    ("uncovered_out_of_order", "differs", 5, 1, 0, Some(5), Some(41)),
];

fn recording(name: &str) -> Recording {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings").join(format!("{name}.json"));
    let text = std::fs::read(&path).unwrap_or_else(|why| panic!("{name}: {why}"));
    serde_json::from_slice(&text).unwrap_or_else(|why| panic!("{name}: {why}"))
}

#[test]
fn recordings_are_judged_as_their_programs_are() {
    for (name, status, operations, cases, solutions, op, line) in RIGHT {
        let said = attach(&recording(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
        let own = said.line.map(|place| place.line);
        let seen = (said.status, said.operations, said.cases, said.solutions, said.op, own);
        assert_eq!(seen, (status, operations, cases, solutions, op, line), "{name}: {:?}", said.what);
    }
}

#[test]
fn every_recording_has_a_row() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> = files
        .map(|file| file.expect("it is read").path().file_stem().expect("it has a name").to_string_lossy().into())
        .collect();
    names.sort();
    assert_eq!(names, RIGHT.map(|(name, ..)| name.to_string()));
}

#[test]
fn what_was_not_recorded_is_an_error() {
    let whole = recording("two_solvers");
    let cut = Recording { is_cut: true, events: whole.events[..whole.events.len() / 2].to_vec(), ..whole.clone() };
    assert!(matches!(attach(&cut), Err(Unfollowed::Target(_))), "the end");
    for at in 0..whole.pages.as_ref().map_or(0, Vec::len) {
        let mut less = whole.clone();
        less.pages.as_mut().map(|pages| pages.remove(at));
        assert!(matches!(attach(&less), Err(Unfollowed::Target(_))), "page {at}");
    }
}

#[test]
fn events_that_no_program_does_are_named() {
    let whole = recording("sets");
    assert_eq!(whole.fault(), None);
    let call = |function, cfa| RecordedEvent::Call { function, cfa, back: 0, arguments: Vec::new(), owner: None };
    let wrong = [call(99, 1 << 20), call(0, 1), RecordedEvent::Write(u64::MAX, vec![1]), RecordedEvent::Page(u64::MAX)];
    for event in wrong {
        let odd = Recording { events: vec![RecordedEvent::Exit(0), event], ..whole.clone() };
        assert_eq!(odd.fault().map(|(number, _)| number), Some(2));
    }
}

#[test]
fn recordings_name_no_folder() {
    for (name, ..) in RIGHT {
        let own = recording(name);
        assert!(own.functions.iter().all(|function| !function.file.contains('/')), "{name}");
        assert!(own.sources.keys().all(|path| !path.contains('/')), "{name}");
    }
}
