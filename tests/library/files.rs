//! Files: inputs within limits, drafts that replace a file as a whole, folders with locks, logs.
//! Faults are those of the program itself, in a folder of the test's own.

use quadrille::files::{
    Bounds, Draft, Folder, Journal, Source, SymlinkPolicy, Unread, arm, disarm, open, regular, replace, same_file,
    write_new,
};
use std::cell::RefCell;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

fn source(folder: &tempfile::TempDir, text: &[u8]) -> Source {
    let path = folder.path().join("in");
    fs::write(&path, text).unwrap();
    open(Some(&path), Bounds::default()).unwrap()
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(100_000);
    let text = format!("one\n\n{long}\nthree\n{}", "y".repeat(9));
    let lines: Vec<Result<Vec<u8>, String>> =
        source(&folder, text.as_bytes()).lines(9).map(|line| line.map_err(|why| why.to_string())).collect();
    let too_long = Err("this line is longer than 9 bytes".to_string());
    let text = |line: &str| Ok(line.as_bytes().to_vec());
    assert_eq!(lines, [text("one"), text(""), too_long, text("three"), text("yyyyyyyyy")]);
    let last: Vec<bool> = source(&folder, long.as_bytes()).lines(9).map(|line| line.is_err()).collect();
    assert_eq!(last, [true]);
}

#[test]
fn an_input_that_is_too_large_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let read = |limit| source(&folder, b"12345").read_all(Vec::new(), limit, |_, _| true);
    assert_eq!(read(5).unwrap(), b"12345");
    assert!(matches!(read(4), Err(Unread::TooLarge(4))));
    assert!(matches!(regular(folder.path(), 9), Err(Unread::Io(_))));
}

#[test]
fn a_link_is_its_own_text_however_long() {
    // The name of a file has at most 255 bytes, and a path 4096.
    for length in [20, 300, 5000] {
        let link = format!("https://{}", "x".repeat(length));
        let read = open(Some(Path::new(&link)), Bounds::default()).unwrap().read_all(Vec::new(), 9999, |_, _| true);
        assert_eq!(read.unwrap(), link.as_bytes());
    }
    assert!(matches!(open(Some(Path::new(&"x".repeat(5000))), Bounds::default()), Err(Unread::Io(_))));
}

#[test]
fn a_pipe_is_waited_for_until_the_deadline_or_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::from_raw_mode(0o600), 0)
        .unwrap();
    let wait = Duration::from_millis(30);
    let bounds = Bounds { wait, ..Bounds::default() };
    assert!(matches!(open(Some(&pipe), bounds), Err(Unread::NoWriter(_))));
    let stopped = Bounds { go_on: Some(|| false), ..Bounds::default() };
    assert!(matches!(open(Some(&pipe), stopped), Err(Unread::Stopped)));
    assert!(regular(&pipe, 9).is_err(), "a pipe is not a regular file");
    let to = pipe.clone();
    let writer = std::thread::spawn(move || File::create(to).unwrap().write_all(b"late").unwrap());
    let read = open(Some(&pipe), Bounds::default()).unwrap().read_all(Vec::new(), 9, |_, _| true);
    assert_eq!(read.unwrap(), b"late");
    writer.join().unwrap();
}

fn entries(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_fault_at_any_point_leaves_the_old_text_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (path, second) = (folder.path().join("a"), folder.path().join("second"));
    for linked in [false, true] {
        let mut faults = 0;
        for good in 0.. {
            fs::write(&path, "old").unwrap();
            if linked && !second.exists() {
                fs::hard_link(&path, &second).unwrap();
            }
            arm(folder.path(), good);
            let done = replace(&path, b"a new text");
            if !disarm(folder.path()) {
                done.unwrap();
                break;
            }
            faults += 1;
            assert_eq!(done.unwrap_err().kind(), io::ErrorKind::StorageFull);
            assert_eq!(fs::read_to_string(&path).unwrap(), "old", "after {good} operations");
            assert_eq!(entries(folder.path()).len(), if linked { 2 } else { 1 });
        }
        assert!(faults > 4, "{faults}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "a new text");
        let same = second.exists().then(|| fs::read_to_string(&second).unwrap());
        assert_eq!(same, linked.then(|| "a new text".to_string()), "both names have the new text");
    }
}

#[test]
fn a_draft_that_is_not_finished_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::write(&path, "old").unwrap();
    let mut draft = Draft::create(&path, SymlinkPolicy::Follow, &mut || true).unwrap();
    draft.write_all(b"half of a new").unwrap();
    assert_eq!(entries(folder.path()).len(), 2);
    drop(draft);
    assert_eq!((entries(folder.path()).len(), fs::read_to_string(&path).unwrap().as_str()), (1, "old"));
    assert!(write_new(&path, b"new").is_err(), "there is such a file");
    write_new(&folder.path().join("b"), b"new").unwrap();
    assert_eq!(entries(folder.path()), ["a", "b"]);
}

#[test]
fn a_planted_link_is_replaced_and_a_named_one_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let [secret, planted, dangling, far] = ["secret", "planted", "dangling", "far"].map(|n| folder.path().join(n));
    fs::write(&secret, "secret").unwrap();
    std::os::unix::fs::symlink(&secret, &planted).unwrap();
    let mut draft = Draft::create(&planted, SymlinkPolicy::Replace, &mut || true).unwrap();
    draft.write_all(b"proof").unwrap();
    draft.finish().unwrap();
    assert_eq!(fs::read_to_string(&secret).unwrap(), "secret");
    assert!(fs::symlink_metadata(&planted).unwrap().is_file());
    std::os::unix::fs::symlink("far", &dangling).unwrap();
    replace(&dangling, b"text").unwrap();
    assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&far).unwrap(), "text");
}

#[test]
fn a_file_of_another_user_stays_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::write(&path, "old").unwrap();
    let (user, group) = (rustix::fs::Uid::from_raw(60123), rustix::fs::Gid::from_raw(60124));
    if rustix::fs::chown(&path, Some(user), Some(group)).is_err() {
        eprintln!("skipped: only root can give a file away");
        return;
    }
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    replace(&path, b"new").unwrap();
    let meta = fs::metadata(&path).unwrap();
    assert_eq!((meta.uid(), meta.gid(), meta.permissions().mode() & 0o777), (60123, 60124, 0o640));
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
}

#[test]
fn a_device_is_written_to_and_never_replaced() {
    let shared = Path::new("/dev/shm");
    if let Ok(folder) = tempfile::tempdir_in(shared) {
        let path = folder.path().join("a");
        fs::write(&path, "a long old text").unwrap();
        let mut draft = Draft::create(&path, SymlinkPolicy::Follow, &mut || true).unwrap();
        assert!(!draft.is_pipe(), "a file below /dev is a file");
        draft.write_all(b"new").unwrap();
        draft.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }
    let mut draft = Draft::create(Path::new("/dev/null"), SymlinkPolicy::Follow, &mut || true).unwrap();
    assert!(draft.is_pipe());
    draft.write_all(b"gone").unwrap();
    draft.finish().unwrap();
    assert!(replace(Path::new("/dev/null"), b"gone").is_err());
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn two_names_of_one_file_are_seen() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| folder.path().join(name));
    fs::write(&a, "").unwrap();
    fs::hard_link(&a, &b).unwrap();
    std::os::unix::fs::symlink(&a, &c).unwrap();
    assert!(same_file(&a, &b) && same_file(&a, &c) && same_file(&d, &folder.path().join("./d")));
    assert!(!same_file(&a, &d) && !same_file(Path::new("/dev/null"), Path::new("/dev/null")));
}

#[test]
fn what_is_read_and_written_alone_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = Folder::at(folder.path().join("own"));
    let add = |line: String| {
        folder.alone("list", || {
            let text = folder.read("list", 1 << 20).unwrap_or_default();
            folder.write("list", &[&text[..], line.as_bytes()].concat())
        })
    };
    let add = &add;
    std::thread::scope(|scope| {
        for one in 0..6 {
            scope.spawn(move || (0..20).for_each(|at| add(format!("{one} {at}\n")).unwrap()));
        }
    });
    let text = String::from_utf8(folder.read("list", 1 << 20).unwrap()).unwrap();
    assert_eq!(text.lines().count(), 120);
    assert!(folder.files(".lock").is_empty());
}

#[test]
fn a_lock_excludes_others_until_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let folder = Folder::at(folder.path().join("own"));
    let lock = folder.lock_new("a.lock").unwrap().unwrap();
    assert!(folder.lock("a.lock").unwrap().is_none());
    assert!(folder.lock_new("a.lock").is_err());
    drop(lock);
    let lock = folder.lock("a.lock").unwrap().unwrap();
    folder.unlock("a.lock", lock);
    assert!(!folder.has("a.lock"));
}

const MARK: &str = "# a log";

#[test]
fn a_log_stops_at_its_limit_and_says_so() {
    for limit in 100..200 {
        let mut to = Vec::new();
        let mut journal = Journal::begin(&mut to, MARK.as_bytes(), limit).unwrap();
        (0..1000).for_each(|k| journal.line(&format!("line {k}")));
        let text = String::from_utf8(to).unwrap();
        assert!(text.len() as u64 <= limit, "{} of {limit}", text.len());
        let lines = text.lines().filter(|line| line.starts_with("line ")).count();
        assert!(lines > 2 && text.ends_with(&format!("its limit of {limit} bytes\n")), "{text}");
        assert!(text.len() as u64 + 9 > limit, "there was room for another line: {text}");
    }
    assert_eq!(Journal::LIMIT, 67_108_864);
}

/// Has room for some bytes, like a disk. The test reads what is on it.
struct Disk(Rc<RefCell<Vec<u8>>>, usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut held = self.0.borrow_mut();
        let room = (self.1 - held.len()).min(bytes.len());
        held.extend_from_slice(&bytes[..room]);
        if room == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(room) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_stops_the_log() {
    let held = Rc::new(RefCell::new(Vec::new()));
    let mut journal = Journal::begin(Disk(held.clone(), 20), b"# a log\n", 1000).unwrap();
    journal.line("one");
    assert_eq!((Rc::strong_count(&held), held.borrow().as_slice()), (2, &b"# a log\none\n"[..]));
    journal.line("a line too long for the disk");
    assert_eq!(Rc::strong_count(&held), 1, "the log has stopped and holds the disk no more");
    // There is room again, and nothing more is written.
    held.borrow_mut().clear();
    journal.line("two");
    assert!(held.borrow().is_empty());
}

#[test]
fn a_log_replaces_a_log_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let [log, empty, foreign] = ["log", "empty", "foreign"].map(|name| folder.path().join(name));
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    let refused = |path: &Path| match Journal::create(path, MARK) {
        Ok(_) => panic!("{} was opened", path.display()),
        Err(error) => error.to_string(),
    };
    let mut first = Journal::create(&log, MARK).unwrap();
    first.line("first");
    assert_eq!(read(&log), "# a log\nfirst\n", "it can be read while it is written");
    assert!(refused(&log).contains("another process"), "one process writes it");
    drop(first);
    drop(Journal::create(&log, MARK).unwrap());
    assert_eq!(read(&log), "# a log\n");
    fs::write(&empty, "").unwrap();
    drop(Journal::create(&empty, MARK).unwrap());
    for text in ["# a lo", "# a logbook of a ship\n", "53..7....\n", "\0"] {
        fs::write(&foreign, text).unwrap();
        assert!(refused(&foreign).contains("not a log"), "{text:?}");
        assert_eq!(read(&foreign), text);
    }
    assert!(refused(folder.path()).contains("folder"));
    assert!(refused(Path::new("/dev/null")).contains("not a regular file"));
    assert!(refused(&folder.path().join("nowhere/log")).contains("there is no folder"));
    // A full disk at the start is an error.
    arm(folder.path(), 0);
    assert!(!refused(&log).is_empty() && disarm(folder.path()));
}
