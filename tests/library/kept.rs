//! Keeping, as a model: workbenches start, are typed into, save, quit and are killed, several at
//! once on one file, and nothing that was typed is lost or shown twice.

use crate::support::rounds;
use quadrille::app::{App, Effect, Kept, Key, LibraryRow, Msg, Settings, update};
use quadrille::files::{Folder, arm, disarm};
use quadrille::kept::{MOST, Session, drop_file, list};
use quadrille::puzzle::{load, write_toml};
use std::fs;
use std::path::PathBuf;

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

/// A workbench without its terminal.
struct Bench {
    app: App,
    session: Session,
}

impl Bench {
    /// Starts one on the file, beside the bundled puzzles of none.
    fn start(folder: &Folder, file: Option<&str>) -> Bench {
        let puzzle = load(NINE, None).unwrap().puzzles.remove(0);
        let entry = match file {
            Some(path) => LibraryRow::read(path.to_string(), PathBuf::from(path), puzzle, Some(1)),
            None => LibraryRow::made("made".to_string(), puzzle),
        };
        let mut app = App::new(Settings { plays: false, ..Settings::default() }, vec![entry]);
        let session = Session::begin(folder.clone()).unwrap();
        let orphans = session.orphans();
        let left: Vec<_> = orphans.left.iter().map(|left| &left.kept).collect();
        let adopted = app.adopt(&left, file.is_some());
        session.take_over(orphans, &adopted).unwrap();
        Bench { app, session }
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        // Answers come after all effects of a key.
        let mut answers = Vec::new();
        for effect in effects {
            match effect {
                Effect::Keep { entry, keeping } => self.session.keep(entry, &keeping.write()).unwrap(),
                Effect::Forget { entry } => self.session.forget(entry).unwrap(),
                Effect::Save { entry, version, path, .. } => {
                    answers.push(Msg::Saved { entry, version, path, result: Ok(2) });
                }
                _ => {}
            }
        }
        for answer in answers {
            let effects = update(&mut self.app, answer);
            self.perform(effects);
        }
    }

    fn press(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            let effects = update(&mut self.app, Msg::Key(Key::parse(key).unwrap()));
            self.perform(effects);
        }
    }

    /// Every puzzle with unsaved changes, with the number of its states.
    fn unsaved(&self) -> Vec<String> {
        let documents = self.app.library.entries.iter().filter_map(LibraryRow::document);
        let unsaved = documents.filter(|own| !own.history.is_saved());
        unsaved.map(|own| format!("{}{}", own.history.len(), write_toml(&own.to_be_saved()))).collect()
    }
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

#[test]
fn nothing_is_lost_or_shown_twice_in_any_history() {
    let mut random = fastrand::Rng::with_seed(38);
    let histories = rounds(50, 500);
    for history in 0..histories {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::at(place.path().join("kept"));
        let (mut alive, mut orphaned): (Vec<Bench>, Vec<String>) = (Vec::new(), Vec::new());
        for step in 0..24 {
            let about = format!("history {history}, step {step}");
            match random.u32(..10) {
                // At least two workbenches, mostly on the same file.
                0..3 if alive.len() < 4 => {
                    let file = random.u32(..4) > 0;
                    let bench = Bench::start(&folder, file.then_some("/puzzles/a.toml"));
                    assert_eq!(sorted(bench.unsaved()), sorted(std::mem::take(&mut orphaned)), "{about}");
                    alive.push(bench);
                }
                _ if alive.is_empty() => {}
                3..7 => {
                    let at = random.usize(..alive.len());
                    let bench = &mut alive[at];
                    let read: Vec<usize> = (0..bench.app.library.entries.len()).collect();
                    bench.app.library.open = Some(read[random.usize(..read.len())]);
                    bench.app.rooms.show(quadrille::app::Screen::Play);
                    for _ in 0..random.u32(1..4) {
                        let moves = ["h", "j", "k", "l", "w", "u"];
                        let key = moves[random.usize(..moves.len())];
                        bench.press(&format!("{key} w {}", random.u32(1..10)));
                    }
                }
                7 => {
                    let at = random.usize(..alive.len());
                    alive[at].press("ctrl-s");
                }
                8 => {
                    let at = random.usize(..alive.len());
                    let bench = alive.swap_remove(at);
                    orphaned.extend(bench.unsaved());
                    // A kill: the lock ends, and nothing else happens.
                    drop(bench.session);
                }
                _ => {
                    let at = random.usize(..alive.len());
                    alive.swap_remove(at).session.end();
                }
            }
            let held: usize = alive.iter().map(|bench| bench.unsaved().len()).sum();
            assert_eq!(list(&folder).len(), held + orphaned.len(), "{about}");
        }
        alive.into_iter().for_each(|bench| {
            orphaned.extend(bench.unsaved());
            drop(bench.session);
        });
        let last = Bench::start(&folder, None);
        assert_eq!(sorted(last.unsaved()), sorted(orphaned), "history {history}, at the end");
        last.session.end();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "history {history}: nothing is left");
    }
}

/// Workbenches that start at the same moment share nothing.
#[test]
fn two_that_start_at_once_share_nothing() {
    for _ in 0..20 {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::at(place.path().join("kept"));
        for _ in 0..3 {
            let mut bench = Bench::start(&folder, None);
            // Only what was left behind is open; a fresh puzzle is changed beside it.
            bench.app.library.open = Some(0);
            bench.press("w 1");
            std::mem::forget(std::mem::replace(
                &mut bench.app,
                App::new(Settings { plays: false, ..Settings::default() }, Vec::new()),
            ));
            drop(bench.session);
        }
        let found: Vec<usize> = std::thread::scope(|scope| {
            let start = || {
                let bench = Bench::start(&folder, None);
                (bench.unsaved().len(), bench)
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(start)).collect();
            let benches: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
            benches.iter().map(|(count, _)| *count).collect()
        });
        assert_eq!(found.iter().sum::<usize>(), 3, "{found:?}");
    }
}

/// Files of version 0.1 are named by a process id and have no lock.
#[test]
fn files_of_the_first_version_are_taken_along() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::at(place.path().join("kept"));
    let mut bench = Bench::start(&folder, None);
    bench.press("w 1");
    let own = list(&folder).remove(0).file;
    let text = fs::read(folder.path().join(&own)).unwrap();
    bench.session.end();
    // A process of this number lives: this one.
    let name = format!("{}-0.json", std::process::id());
    fs::write(folder.path().join(&name), &text).unwrap();
    fs::write(folder.path().join("7-1.json"), "{").unwrap();
    let bench = Bench::start(&folder, None);
    assert_eq!(bench.unsaved().len(), 1);
    assert!(!folder.path().join(&name).exists() && folder.path().join("7-1.json").exists());
    bench.session.end();
}

#[test]
fn the_folder_is_bounded_and_unreadable_files_go_first() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::at(place.path().join("kept"));
    let mut bench = Bench::start(&folder, None);
    bench.press("w 1");
    let own = list(&folder).remove(0).file;
    let text = fs::read(folder.path().join(&own)).unwrap();
    bench.session.end();
    for at in 0..MOST + 20 {
        let file = fs::File::create(folder.path().join(format!("{at}-0.json"))).unwrap();
        fs::write(folder.path().join(format!("{at}-0.json")), if at % 10 == 0 { b"{" } else { &text[..] }).unwrap();
        file.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(1000 - at as u64)).unwrap();
    }
    let bench = Bench::start(&folder, None);
    // Twenty-two are unreadable, and twenty of them make room.
    assert_eq!(bench.unsaved().len(), 198);
    let files = list(&folder);
    assert_eq!((files.len(), files.iter().filter(|own| own.kept.is_err()).count()), (MOST, 2));
    let open = files.iter().find(|own| own.kept.is_ok()).unwrap();
    assert!(open.is_open && !drop_file(&folder, &open.file).unwrap());
    let broken = files.iter().find(|own| own.kept.is_err()).unwrap();
    assert!(!broken.is_open && drop_file(&folder, &broken.file).unwrap());
    drop(bench);
}

/// A puzzle with one change for each digit.
fn kept(digits: &str) -> Kept {
    let puzzle = load(&format!("{}\n", "1".to_string() + &".".repeat(80)), None).unwrap().puzzles.remove(0);
    let mut app =
        App::new(Settings { plays: false, ..Settings::default() }, vec![LibraryRow::made("a".to_string(), puzzle)]);
    let mut press = |key: &str| update(&mut app, Msg::Key(Key::parse(key).unwrap()));
    press("w");
    let effects: Vec<Effect> = digits.chars().flat_map(|digit| press(&digit.to_string())).collect();
    let last = effects.into_iter().rev().find_map(|effect| match effect {
        Effect::Keep { keeping, .. } => Some(keeping.write()),
        _ => None,
    });
    last.expect("a change is kept")
}

/// A fault at every point of a keep and of a start: what was kept before is still there.
#[test]
fn a_fault_at_any_point_loses_nothing() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::at(place.path().join("kept"));
    let mut points = 0;
    for good in 0.. {
        let session = Session::begin(folder.clone()).unwrap();
        session.keep(0, &kept("2")).unwrap();
        arm(place.path(), good);
        let kept_again = session.keep(0, &kept("23"));
        let failed = disarm(place.path());
        assert_eq!(failed, kept_again.is_err(), "a failure is said");
        drop(session);
        let next = Session::begin(folder.clone()).unwrap();
        let changes: Vec<usize> = next.orphans().left.iter().map(|left| left.kept.changes()).collect();
        assert_eq!(changes, [if failed { 1 } else { 2 }], "after {good} operations");
        folder.files(".json").iter().for_each(|file| folder.remove(&file.name).unwrap());
        next.end();
        points += 1;
        if !failed {
            break;
        }
    }
    assert!(points > 4, "{points}");
    for good in 0.. {
        for digits in ["2", "34"] {
            let session = Session::begin(folder.clone()).unwrap();
            session.keep(0, &kept(digits)).unwrap();
        }
        arm(place.path(), good);
        let begun = Session::begin(folder.clone()).inspect(|next| {
            let orphans = next.orphans();
            let entries: Vec<Option<usize>> = (0..orphans.left.len()).map(Some).collect();
            _ = next.take_over(orphans, &entries);
        });
        let failed = disarm(place.path());
        drop(begun);
        let next = Session::begin(folder.clone()).unwrap();
        let orphans = next.orphans();
        let mut changes: Vec<usize> = orphans.left.iter().map(|left| left.kept.changes()).collect();
        changes.sort_unstable();
        assert_eq!(changes, [1, 2], "after {good} operations of a start");
        drop(orphans);
        folder.files(".json").iter().for_each(|file| folder.remove(&file.name).unwrap());
        next.end();
        if !failed {
            break;
        }
    }
}

#[test]
fn names_of_kept_files_are_told_from_others() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::at(place.path().join("kept"));
    for (file, name) in [
        ("w00ff00ff00ff00ff-3.json", Some("w00ff00ff00ff00ff")),
        ("4711-0.json", Some("4711")),
        ("notes-1.json", None),
        ("w-1.json", None),
        ("4711-x.json", None),
        ("4711-0.txt", None),
    ] {
        folder.write_new(file, b"{").unwrap();
        let open = || list(&folder).into_iter().find(|listed| listed.file == file).map(|listed| listed.is_open);
        let Some(name) = name else {
            assert_eq!(open(), None, "{file}");
            let refused = drop_file(&folder, file).unwrap_err().to_string();
            assert_eq!(refused, "this is not the name of a kept file", "{file}");
            assert!(folder.has(file), "{file}");
            continue;
        };
        // The workbench of this name holds the file, and no other does.
        assert_eq!(open(), Some(false), "{file}");
        let lock = folder.lock_new(&format!("{name}.lock")).unwrap().unwrap();
        assert_eq!(open(), Some(true), "{file}");
        assert!(!drop_file(&folder, file).unwrap(), "{file}");
        folder.unlock(&format!("{name}.lock"), lock);
        assert!(drop_file(&folder, file).unwrap() && !folder.has(file), "{file}");
    }
}
