//! The order of the Library, and the entries that match its filter.

use quadrille_workbench::app::{Library, LibraryRow};
use std::time::Instant;

/// A list of files, which are not read.
fn files<'a>(paths: impl IntoIterator<Item = &'a str>) -> Library {
    Library::new(paths.into_iter().map(|path| LibraryRow::file(path.into())).collect())
}

fn names(library: &Library) -> Vec<&str> {
    library.shown().into_iter().map(|at| library.entries[at].name.as_str()).collect()
}

#[test]
fn numbers_in_names_are_compared_as_numbers() {
    let library = files(["p10", "p2", "P3", "p1x", "p01", "p", "q", "p2a", "12x12", "9x9", "p10a2", "p10a10"]);
    let sorted = ["9x9", "12x12", "p", "p01", "p1x", "p2", "p2a", "P3", "p10", "p10a2", "p10a10", "q"];
    assert_eq!(names(&library), sorted);
}

#[test]
fn letters_in_order_are_found() {
    for (name, filter, is_found) in [
        ("cover-knuth", "cvkn", true),
        ("crossroads", "crsrds", true),
        ("cover-knuth", "knc", false),
        ("cover-knuth", "", true),
    ] {
        let mut library = files([name]);
        library.filter_by(filter);
        assert_eq!(names(&library).contains(&name), is_found, "{name} {filter}");
    }
}

#[test]
fn a_folder_of_five_thousand_files_is_arranged_at_once() {
    let rows = (0..5000).map(|k| LibraryRow::file(format!("/a/p{}.txt", (k * 7919) % 5000).into()));
    let (entries, start) = (rows.collect(), Instant::now());
    let mut library = Library::new(entries);
    library.arrange();
    assert!(start.elapsed().as_millis() < 500, "{:?}", start.elapsed());
    let shown = names(&library);
    assert_eq!((shown.len(), shown[0], shown[2], shown[4999]), (5000, "p0.txt", "p2.txt", "p4999.txt"));
    // While neither the number of entries nor the filter changes, they are not sorted again.
    let order = library.shown();
    library.entries[order[0]].name = "q.txt".to_string();
    library.arrange();
    assert_eq!(library.shown(), order);
    library.entries.push(LibraryRow::file("/a/r.txt".into()));
    library.arrange();
    assert_eq!(names(&library)[4999..], ["q.txt", "r.txt"]);
}
