//! The terminal session, by its parts: keys, saves, the catalog, kept counts, and the threads that
//! feed the main loop.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use quadrille::app::{Key, Msg};
use quadrille::dlx::{ItemId, Problem};
use quadrille::files::Folder;
use quadrille::puzzle::{Puzzle, load, write_toml};
use quadrille::shell::{Fed, KeptCounts, Wake, cards_of, feed, key, save};
use quadrille::solve::Keep;
use quadrille::solve::pieces::{Counted, digest, split};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::{Duration, SystemTime};

#[test]
fn a_release_is_no_key_and_a_repeat_is_one() {
    let event = |kind| KeyEvent::new_with_kind(KeyCode::Char('S'), KeyModifiers::SHIFT, kind);
    assert_eq!(key(event(KeyEventKind::Press)), Some(Key::char('S')));
    assert_eq!(key(event(KeyEventKind::Repeat)), Some(Key::char('S')));
    assert_eq!(key(event(KeyEventKind::Release)), None);
    let back = key(KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT));
    assert_eq!(back, Key::parse("shift-tab"));
}

fn puzzle() -> Puzzle {
    load("a \\d \"c\"\na\n\\d\n\"c\"\n", Some("knuth")).unwrap().puzzles.remove(0)
}

#[test]
fn a_file_is_replaced_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let (path, puzzle) = (folder.path().join("a.toml"), puzzle());
    let text = write_toml(&puzzle);
    save(&path, &text, &puzzle).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    // A text that does not read back as the puzzle does not replace the file.
    let error = save(&path, &text.replace("a", "b"), &puzzle).unwrap_err();
    assert!(error.to_string().contains("does not read back"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    let error = save(&path, &text, &puzzle).unwrap_err();
    assert!(error.to_string().contains("read-only"), "{error}");
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    let link = folder.path().join("link.toml");
    symlink(&path, &link).unwrap();
    save(&link, &text, &puzzle).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
}

/// The file of the catalog in the state folder, and more bytes than it has.
const CATALOG: &str = "catalog";
const LARGEST: u64 = 32 << 20;

const GRID: &str = "1234............";

/// The cards that are answered, by the numbers of their entries.
fn answers(files: &[(usize, PathBuf)], state: &Folder) -> Vec<(usize, String)> {
    let found = RefCell::new(Vec::new());
    cards_of(files, Some(state), |msg| match msg {
        Msg::Cards(cards) => found.borrow_mut().extend(cards.into_iter().map(|(at, card)| (at, card.summary))),
        other => panic!("{other:?}"),
    });
    found.into_inner()
}

#[test]
fn cards_are_kept_until_the_file_changes() {
    let folder = tempfile::tempdir().unwrap();
    let state = Folder::at(folder.path().join("state"));
    let (good, bad) = (folder.path().join("good.txt"), folder.path().join("bad.txt"));
    fs::write(&good, GRID).unwrap();
    fs::write(&bad, "no puzzle\n").unwrap();
    let files = [(3, good.clone()), (7, bad.clone()), (8, folder.path().join("missing")), (9, folder.path().into())];
    let first = [(3, "4x4 sudoku, 4 givens".to_string()), (7, String::new())];
    assert_eq!(answers(&files, &state), first);
    // The second session takes what is kept: a card that says something else is not made again.
    let text = String::from_utf8(state.read(CATALOG, LARGEST).unwrap()).unwrap();
    state.write(CATALOG, text.replace("4 givens", "as kept").as_bytes()).unwrap();
    assert_eq!(answers(&files, &state)[0], (3, "4x4 sudoku, as kept".to_string()));
    // A file that has changed is read again, and the other one stays in the catalog.
    fs::write(&good, "123.............").unwrap();
    assert_eq!(answers(&files[..1], &state), [(3, "4x4 sudoku, 3 givens".to_string())]);
    let text = String::from_utf8(state.read(CATALOG, LARGEST).unwrap()).unwrap();
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let paths: BTreeSet<PathBuf> = lines.map(|line| line["path"].as_str().unwrap().into()).collect();
    assert_eq!(paths, BTreeSet::from([good, bad]));
}

#[test]
fn a_catalog_that_is_damaged_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let state = Folder::at(folder.path().join("state"));
    let path = folder.path().join("a.txt");
    fs::write(&path, GRID).unwrap();
    let files = [(0, path)];
    let right = answers(&files, &state);
    let text = String::from_utf8(state.read(CATALOG, LARGEST).unwrap()).unwrap();
    let damaged = [
        String::new(),
        "\u{0}".repeat(100),
        text[..text.len() - 5].to_string(),
        text.replace("catalog 1", "catalog 0"),
        text.replace('{', "["),
    ];
    for damaged in damaged {
        state.write(CATALOG, damaged.as_bytes()).unwrap();
        assert_eq!(answers(&files, &state), right, "{damaged}");
        assert_eq!(state.read(CATALOG, LARGEST).unwrap(), text.as_bytes(), "{damaged}");
    }
}

/// Matchings of points on a line, of which no two far apart are joined.
fn pairs(n: u32) -> Problem {
    let mut problem = Problem::new(n, 0);
    for (a, b) in (0..n).flat_map(|a| (a + 1..n.min(a + 4)).map(move |b| (a, b))) {
        problem.push(&[ItemId(a), ItemId(b)]).unwrap();
    }
    problem
}

/// The name of the file of a problem.
fn file_of(problem: &Problem) -> String {
    format!("{}.json", &digest(problem)[..32])
}

#[test]
fn what_was_counted_is_known_to_the_next_session_and_to_its_problem_alone() {
    let folder = tempfile::tempdir().unwrap();
    let state = Folder::at(folder.path().join("counts"));
    let counts = || KeptCounts::at(state.clone(), |why| panic!("{why}"));
    let (problem, other) = (pairs(12), pairs(14));
    let pieces = split(&problem, 20, &mut || true).unwrap();
    assert!(pieces.len() > 3);
    let done = [Counted { piece: 3, count: 5, nodes: 9 }, Counted { piece: 0, count: 1 << 70, nodes: 2 }];
    let mut first = counts();
    assert!(!first.knows(&problem));
    assert_eq!(first.known(&problem, &pieces), []);
    first.add(&done);
    first.end();
    let mut second = counts();
    assert!(second.knows(&problem) && !second.knows(&other));
    assert_eq!(second.known(&problem, &pieces), done);
    // A damaged file does not prevent a count.
    fs::write(state.path().join(file_of(&problem)), "{").unwrap();
    assert_eq!(counts().known(&problem, &pieces), []);
}

#[test]
fn a_folder_that_cannot_be_written_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("counts");
    fs::write(&file, "a file where the folder should be").unwrap();
    let (sender, told) = channel();
    let failed = move |message| sender.send(message).unwrap();
    let mut counts = KeptCounts::at(Folder::at(file), failed);
    let problem = pairs(8);
    counts.known(&problem, &split(&problem, 20, &mut || true).unwrap());
    for piece in 0..3 {
        counts.add(&[Counted { piece, count: 1, nodes: 1 }]);
        counts.end();
    }
    assert!(told.recv().unwrap().contains("cannot be kept"));
    assert!(told.try_recv().is_err());
}

#[test]
fn the_oldest_files_go() {
    const MOST: usize = 50;
    let folder = tempfile::tempdir().unwrap();
    let problem = pairs(12);
    // The third file is that of the problem which is counted.
    let name = |at: usize| if at == 2 { file_of(&problem) } else { format!("{at}.json") };
    for at in 0..MOST + 5 {
        let file = File::create(folder.path().join(name(at))).unwrap();
        let age = Duration::from_secs(1000 - at as u64);
        file.set_modified(SystemTime::now() - age).unwrap();
    }
    let mut counts = KeptCounts::at(Folder::at(folder.path()), |why| panic!("{why}"));
    counts.known(&problem, &split(&problem, 20, &mut || true).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MOST);
    for (at, stays) in [(0, false), (1, false), (2, true), (3, false), (54, true)] {
        assert_eq!(folder.path().join(name(at)).exists(), stays, "{at}");
    }
}

#[test]
fn a_thread_goes_on_after_a_panic_and_says_when_it_is_dead() {
    let (sender, wakes) = channel();
    let mut at = 0;
    let next = move || {
        at += 1;
        match at {
            ..40 | 41..80 => panic!("a drill, which this test wants"),
            40 => Fed::Wake(Wake::Gone),
            80 => Fed::Wake(Wake::Signal(1)),
            _ => panic!("a drill, which this test wants"),
        }
    };
    feed("drill", sender, next).unwrap();
    let all: Vec<Wake> = wakes.iter().collect();
    assert!(matches!(all[..], [Wake::Gone, Wake::Signal(1), Wake::Dead("drill")]), "{}", all.len());
}
