//! The binary in a real pty: keys, sizes, signals, panics, and the restored terminal.

use crate::pty::{PATIENCE, Session};
use crate::support::rounds;
use rustix::process::{Signal, kill_process};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

impl Drop for Session {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

fn puzzle(name: &str) -> String {
    format!("puzzles/{name}.toml")
}

#[test]
fn it_opens_on_a_bundled_puzzle_and_gives_the_terminal_back() {
    let mut session = Session::start(&[], (80, 24), &[]);
    session.sees("START HERE");
    session.sees("The debugger for Algorithm X.");
    assert!(session.screen.screen().alternate_screen() && session.screen.screen().hide_cursor());
    session.keys("\r");
    session.sees("stop 1 of 9");
    session.keys("q");
    session.sees("START HERE");
    session.sees("LIBRARY");
    session.keys("q");
    assert!(session.exit().success());
    session.is_given_back();
}

#[test]
fn a_cell_is_changed_undone_done_again_and_saved() {
    for (name, size) in [
        ("sudoku-9x9-crossroads", SIZES[0]),
        ("sudoku-16x16", SIZES[1]),
        ("jigsaw-9x9", SIZES[2]),
        ("target-9x9", SIZES[0]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("saved.toml");
        let mut session = Session::start(&[&puzzle(name)], size, &[]);
        session.sees("PLAY");
        session.keys("w5");
        session.sees("not saved");
        session.keys("u");
        session.until("undone", |screen| !screen.contains("not saved"));
        session.keys("U");
        session.sees("not saved");
        session.keys("S");
        session.sees("Save as");
        session.keys(&format!("{}\r", file.display()));
        session.sees("saved as");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("own = \"\"\"") && text.contains('5'), "{text}");
        session.keys("Q");
        assert!(session.exit().success());
    }
}

/// The path in the first line of `puzzles/*.toml` is wrong elsewhere.
#[test]
fn a_puzzle_saved_elsewhere_does_not_name_its_schema() {
    for words in [&["cover-knuth"][..], &["puzzles/cover-knuth.toml"]] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("saved.toml");
        let mut session = Session::start(words, SIZES[0], &[]);
        session.sees("PLAY");
        session.keys("S");
        session.sees("Save as");
        // The line may begin with a name.
        session.keys(&format!("\x15{}\r", file.display()));
        session.sees("saved as");
        session.keys("Q");
        assert!(session.exit().success());
        assert!(fs::read_to_string(&file).unwrap().starts_with("format = 1\nkind = \"cover\"\n"));
    }
}

#[test]
fn every_kind_is_solved_and_stepped_at_every_size() {
    let kinds = [
        ("sudoku-9x9-crossroads", "exactly one solution"),
        ("sudoku-16x16", "exactly one solution"),
        ("jigsaw-9x9", "exactly one solution"),
        ("target-9x9", "best score:"),
    ];
    for size in SIZES {
        for (name, verdict) in kinds {
            let mut session = Session::start(&[&puzzle(name)], size, &[]);
            session.sees("PLAY");
            session.keys("s");
            session.sees(verdict);
            // In grids where letters are symbols, a comma precedes commands.
            session.keys("q,d");
            session.sees("STEP");
            session.keys(&"n".repeat(3));
            session.keys(&"s".repeat(80));
            session.handled();
            let before = session.text();
            session.keys(&"S".repeat(50));
            session.handled();
            assert_ne!(session.text(), before);
            session.keys(&"s".repeat(50));
            session.until("the same screen again", |screen| screen == before);
        }
    }
}

/// A grid with so many solutions that counting them does not end.
fn endless() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.txt");
    fs::write(&file, ".".repeat(81)).unwrap();
    (folder, file.display().to_string())
}

/// The number of nodes beside the board.
fn nodes(screen: &str) -> Option<u64> {
    let before = screen.split(" nodes.").next()?;
    before.rsplit(' ').next()?.replace(',', "").parse().ok()
}

#[test]
fn a_run_is_watched_and_stepped_where_it_stands_and_walked_back_and_forth() {
    let (_folder, file) = endless();
    let mut session = Session::start(&[&file], (120, 40), &[]);
    session.sees("PLAY");
    session.keys("sg");
    session.sees("how many solutions?");
    session.until("the count moves", |screen| nodes(screen).is_some_and(|nodes| nodes > 1000));
    let first = nodes(&session.text()).unwrap();
    session.until("the count moves on", |screen| nodes(screen).is_some_and(|nodes| nodes > first));
    session.keys("s");
    session.sees("STEP");
    session.keys("sss");
    session.handled();
    let here = session.text();
    session.keys(&"S".repeat(50));
    session.handled();
    assert_ne!(session.text(), here);
    session.keys(&"s".repeat(50));
    session.until("the same screen again", |screen| screen == here);
    session.keys("Q");
    assert!(session.exit().success());
    session.is_given_back();
}

#[test]
fn a_run_stops_at_a_key() {
    let (_folder, file) = endless();
    let mut session = Session::start(&[&file], (80, 24), &[]);
    session.sees("PLAY");
    session.keys("sg");
    session.until("the count moves", |screen| nodes(screen).is_some_and(|nodes| nodes > 1000));
    let pressed = Instant::now();
    session.keys("\x03");
    session.sees("stopped");
    // The target is 50 ms; the limit allows for a loaded machine.
    assert!(pressed.elapsed() < Duration::from_secs(1), "{:?}", pressed.elapsed());
    session.sees("several solutions");
}

#[test]
fn any_size_is_drawn_and_none_is_refused() {
    let mut session = Session::start(&[&puzzle("sudoku-16x16")], (120, 40), &[]);
    session.sees("PLAY");
    session.keys(",dnn");
    session.sees("STEP");
    session.settle();
    let before = session.text();
    for (columns, rows) in [(60, 15), (1, 1), (200, 60), (8, 3), (27, 15), (120, 40)] {
        session.resize(columns, rows);
        session.settle();
    }
    session.until("the same screen again", |screen| screen == before);
    session.keys("Q");
    assert!(session.exit().success());
}

#[test]
fn a_signal_that_ends_it_gives_the_terminal_back_and_is_passed_on() {
    let signals = [
        (Signal::TERM, "Terminated"),
        (Signal::INT, "Interrupt"),
        (Signal::HUP, "Hangup"),
        (Signal::QUIT, "Quit"),
        (Signal::ABORT, "Aborted"),
    ];
    for (signal, name) in signals {
        let mut session = Session::start(&["cover-knuth"], (80, 24), &[]);
        session.sees("PLAY");
        session.keys("s");
        session.sees("SOLVE");
        kill_process(session.pid(), signal).unwrap();
        let status = session.exit();
        assert!(status.signal().is_some_and(|own| own.starts_with(name)), "{status:?}");
        session.is_given_back();
    }
}

#[test]
fn it_is_suspended_and_goes_on() {
    // SIGSTOP cannot be caught. The terminal stays as it is and is set up again afterwards.
    for by in [None, Some(Signal::TSTP), Some(Signal::STOP)] {
        let mut session = Session::start(&[&puzzle("sudoku-9x9-crossroads")], (80, 24), &[]);
        session.sees("PLAY");
        session.settle();
        let before = session.text();
        match by {
            None => session.keys("\x1a"),
            Some(signal) => kill_process(session.pid(), signal).unwrap(),
        }
        let end = Instant::now() + PATIENCE;
        while session.state() != 'T' {
            session.pump(Duration::from_millis(5));
            assert!(Instant::now() < end, "it does not stop");
        }
        session.settle();
        if by != Some(Signal::STOP) {
            session.is_given_back();
        }
        kill_process(session.pid(), Signal::CONT).unwrap();
        session.until("the screen is back", |screen| screen == before);
        session.keys("dn");
        session.sees("STEP");
    }
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "a release has no drills")]
fn a_panic_in_a_worker_is_reported_and_survived() {
    let mut session = Session::start(&["cover-knuth"], (80, 24), &[("QUADRILLE_DRILL", "worker")]);
    session.sees("PLAY");
    session.keys("s");
    session.sees("the engine panicked");
    assert!(session.screen.screen().alternate_screen());
    session.keys("qd");
    session.sees("STEP");
    session.keys("Q");
    assert!(session.exit().success());
    session.is_given_back();
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "a release has no drills")]
fn a_panic_of_the_screen_gives_the_terminal_back_and_says_why() {
    let mut session = Session::start(&[], (80, 24), &[("QUADRILLE_DRILL", "screen"), ("RUST_BACKTRACE", "0")]);
    assert_eq!(session.exit().exit_code(), 101);
    session.is_given_back();
    assert!(session.text().contains("a drill on the thread of the screen"), "{}", session.text());
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "a release has no drills")]
fn a_panic_while_a_key_is_taken_in_leads_back_to_the_library() {
    let state = tempfile::tempdir().unwrap();
    let env = [("QUADRILLE_DRILL", "key"), ("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let mut session = Session::start(&["cover-knuth"], (80, 24), &env);
    session.sees("PLAY");
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    session.keys(&format!("\x1b[200~{line}\x1b[201~"));
    session.sees("Pasted");
    session.keys("\r");
    session.sees("This failed");
    session.sees("LIBRARY");
    assert!(session.screen.screen().alternate_screen(), "the terminal is still the program's");
    kill_process(session.pid(), Signal::TERM).unwrap();
    session.exit();
    session.is_given_back();
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "a release has no drills")]
fn a_panic_of_the_thread_that_reads_the_keyboard_is_survived() {
    let mut session = Session::start(&["cover-knuth"], (80, 24), &[("QUADRILLE_DRILL", "input")]);
    session.sees("PLAY");
    session.keys("!!!");
    session.keys("d");
    session.sees("STEP");
    session.keys("Q");
    assert!(session.exit().success());
    session.is_given_back();
}

/// Random control sequences: parameters of all sizes, and bytes that make no sense.
fn control_sequences(seed: u64, number: usize) -> Vec<u8> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut bytes = Vec::new();
    for _ in 0..number {
        bytes.extend(match rng.u8(..5) {
            0 => &b"\x1b[<"[..],
            1 => b"\x1b[M",
            2 => b"\x1b[?",
            3 => b"\x1bO",
            _ => b"\x1b[",
        });
        for at in 0..rng.usize(..5) {
            let number: i64 = *rng.choice(&[0, 0, 1, 2, 3, 27, 32, 200, 255, 65535, 65536, -1]).unwrap();
            bytes.extend(format!("{}{number}", if at > 0 { ";" } else { "" }).bytes());
        }
        // No letter that is a key which ends the program, or opens a file.
        bytes.extend(
            *rng.choice(&[&b"M"[..], b"m", b"R", b"~", b"c", b"u", b"A", b"Z", b"   ", b"\0\0\0", b"\xff\xfe"])
                .unwrap(),
        );
    }
    // Whatever is unfinished ends: a mouse report, a paste, a sequence, and a character.
    bytes.extend(b"mM\x1b[201~mM~~~~");
    bytes
}

#[test]
fn no_control_sequence_ends_the_keyboard() {
    let mut session = Session::start(&["cover-knuth"], (80, 24), &[]);
    session.sees("PLAY");
    for reports in [&b"\x1b[<0;0;0M"[..], b"\x1b[M   ", b"\x1b[0;0R", b"\x1b[32;0;0M"] {
        session.keyboard.write_all(reports).unwrap();
    }
    session.keys("d");
    session.sees("STEP");
    session.keys("Q");
    assert!(session.exit().success());
    session.is_given_back();

    let mut session = Session::start(&["cover-knuth"], (80, 24), &[]);
    session.sees("PLAY");
    let seed = std::env::var("QUADRILLE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(65);
    for part in control_sequences(seed, 100_000).chunks(1 << 10) {
        session.keyboard.write_all(part).unwrap();
        session.pump(Duration::ZERO);
    }
    // Wherever the keys among them have led: the thread that reads them also reads the size.
    session.settle();
    session.resize(100, 30);
    session.until("a frame of the new size", |screen| screen.lines().any(|line| line.trim_end().chars().count() > 80));
    kill_process(session.pid(), Signal::TERM).unwrap();
    session.exit();
    session.is_given_back();
}

#[test]
fn an_answer_of_the_terminal_that_comes_late_is_no_key() {
    let mut session = Session::start(&["sudoku-6x6-lying"], (80, 24), &[]);
    session.sees("PLAY");
    let before = {
        session.settle();
        session.text()
    };
    session.keys("\x1b]11;rgb:1212/3434/5656\x1b\\");
    session.keys("\x1b]11;rgb:1212/3434/5656\x07");
    session.settle();
    assert_eq!(session.text(), before);
    // The key that begins like one is a key again after a while, and so is the next.
    session.keys("\x1b]");
    session.keys("d");
    session.sees("STEP");
    session.keys("Q");
    session.exit();
}

/// A file for which a key takes many seconds: 100,000 levels of items with one option.
fn heavy(folder: &tempfile::TempDir) -> String {
    let names: Vec<String> = (0..100_000).map(|item| format!("i{item}")).collect();
    let path = folder.path().join("heavy.txt");
    fs::write(&path, names.join(" ") + "\n" + &names.join("\n") + "\n").unwrap();
    path.to_str().unwrap().to_string()
}

/// The time from a signal to the end of the program, sent while it does what the keys ask for.
fn time_to_end(file: &str, keys: &str) -> Duration {
    let mut session = Session::start(&[file], (80, 24), &[]);
    session.sees("PLAY");
    session.keys(keys);
    session.settle();
    let sent = Instant::now();
    kill_process(session.pid(), Signal::TERM).unwrap();
    while session.child.try_wait().unwrap().is_none() {
        session.pump(Duration::from_millis(1));
    }
    let took = sent.elapsed();
    session.exit();
    session.is_given_back();
    took
}

#[test]
fn a_signal_ends_it_in_time_whatever_it_is_doing() {
    let folder = tempfile::tempdir().unwrap();
    let file = heavy(&folder);
    for keys in ["d", "dn", "dnt", "m", "s"] {
        // The program's deadline is 160 ms; the limit allows for a busy machine. One that is held
        // up by its neighbours may miss it once or twice; what the keys ask for takes far longer.
        let is_in_time = |_| time_to_end(&file, keys) < Duration::from_millis(500);
        assert!((0..3).any(is_in_time), "{keys}");
    }
}

#[test]
fn what_was_saved_can_be_opened_and_nothing_is_left_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let (text, saved) = (folder.path().join("a.txt"), folder.path().join("b.toml"));
    fs::write(&text, "a \\d \"c\" \"\"\"\na \"\"\"\n\\d\n\"c\"\n").unwrap();
    let mut session = Session::start(&[text.to_str().unwrap()], (120, 40), &[]);
    session.sees("PLAY");
    session.keys("\x13");
    session.sees("Enter uses it");
    session.keys(&format!("{}\r", saved.display()));
    session.sees("saved as");
    session.keys("Q");
    assert!(session.exit().success());
    let counted = Command::new(env!("CARGO_BIN_EXE_quadrille")).arg("count").arg(&saved).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&counted.stdout), "1\n", "{}", String::from_utf8_lossy(&counted.stderr));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn nothing_happens_when_nothing_happens() {
    let mut session = Session::start(&["cover-knuth"], (120, 40), &[]);
    session.sees("PLAY");
    session.keys("dn");
    session.sees("STEP");
    session.settle();
    let (bytes, sleeps) = (session.bytes, session.sleeps());
    session.pump(Duration::from_secs(3));
    assert_eq!(session.bytes, bytes, "bytes were written");
    assert_eq!(session.sleeps(), sleeps, "a thread woke up");
}

#[test]
fn a_terminal_that_goes_away_ends_it() {
    let mut session = Session::start(&["cover-knuth"], (80, 24), &[]);
    session.sees("PLAY");
    drop(session.master.take());
    session.keyboard = Box::new(std::io::sink());
    // The reader thread holds the last handle on the terminal. It ends at its first read after the
    // child has exited.
    kill_process(session.pid(), Signal::HUP).unwrap();
    let end = Instant::now() + PATIENCE;
    while session.child.try_wait().unwrap().is_none() {
        session.pump(Duration::from_millis(10));
        assert!(Instant::now() < end, "it does not end");
    }
}

#[test]
fn a_pasted_puzzle_is_shown_and_opened() {
    let mut session = Session::start(&["cover-knuth"], (80, 24), &[]);
    session.sees("PLAY");
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    session.keys(&format!("\x1b[200~{line}\x1b[201~"));
    session.sees("Pasted");
    session.sees("9x9 sudoku, 30 givens");
    session.keys("\x1b");
    session.until("it is left", |screen| !screen.contains("Pasted"));
    // A terminal without bracketed paste sends the text as keys.
    session.keys(line);
    session.sees("Pasted");
    session.sees("9x9 sudoku, 30 givens");
    session.keys("\r");
    session.sees("not saved");
    session.keys("\x1b[200~53..7x\r12\x1b[201~");
    session.sees("not a puzzle that can be read");
    session.keys("x");
    session.keys("Q");
    session.sees("not saved");
    session.keys("y");
    assert!(session.exit().success());
}

#[test]
fn walls_and_weights_are_edited_by_keys_with_live_messages() {
    let mut session = Session::start(&[&puzzle("jigsaw-6x6")], (80, 24), &[]);
    session.sees("PLAY");
    session.keys("e");
    session.sees("6 regions of 6 cells");
    session.keys("L");
    session.sees("6 expected");
    session.keys("u");
    session.sees("6 regions of 6 cells");
    let mut session = Session::start(&[&puzzle("target-9x9")], (80, 24), &[]);
    session.sees("PLAY");
    session.keys("E");
    session.sees("WEIGHTS");
    session.keys("+");
    session.sees("weight 7");
    session.keys("=95\r");
    session.sees("r1c1 weighs 95");
}

#[test]
fn a_new_grid_is_made_by_keys() {
    let mut session = Session::start(&["cover-knuth"], (80, 24), &[]);
    session.sees("PLAY");
    session.keys("n");
    session.sees("A new grid");
    session.keys("ll\r");
    session.sees("LINE");
    session.keys("\x1b");
    session.until("normal again", |screen| !screen.contains("LINE"));
    session.keys("s");
    session.sees("Proved: best score: 2906");
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let output = Command::new(env!("CARGO_BIN_EXE_quadrille")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("quadrille solve"));
}

#[test]
fn standard_input_can_be_data() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("puzzles/sudoku-4x4-first.toml");
    let output =
        Command::new(env!("CARGO_BIN_EXE_quadrille")).arg("check").stdin(fs::File::open(path).unwrap()).output();
    assert_eq!(String::from_utf8_lossy(&output.unwrap().stdout), "unique\n");
}

/// A new session that restores the state of this folder.
fn found_again(state: &tempfile::TempDir) -> Session {
    Session::start(&[], (80, 24), &[("XDG_STATE_HOME", state.path().to_str().unwrap())])
}

#[test]
fn what_was_typed_is_found_again_after_a_kill() {
    let (state, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let env = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let file = folder.path().join("jigsaw.toml");
    fs::copy(puzzle("jigsaw-9x9"), &file).unwrap();
    let untouched = fs::read(&file).unwrap();
    let mut session = Session::start(&[file.to_str().unwrap()], (80, 24), &env);
    session.sees("PLAY");
    session.keys("w");
    session.settle();
    session.keys("7");
    session.sees("not saved");
    let is_kept = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().ends_with(".json");
    let folder_of_kept = state.path().join("quadrille/kept");
    let kept = || fs::read_dir(&folder_of_kept).map_or(0, |found| found.flatten().filter(is_kept).count());
    session.until("it is kept", |_| kept() == 1);
    // The list of changes is among the details.
    session.keys("I");
    session.sees("CHANGES  1");
    // Keys and kills at any time; 200 times with QUADRILLE_LONG.
    let times = u64::from(rounds(5, 200));
    let changes = |screen: &str| -> usize {
        let number = screen.split("CHANGES  ").nth(1).and_then(|rest| rest.split(' ').next());
        number.and_then(|number| number.parse().ok()).unwrap_or(0)
    };
    for time in 0..times {
        let before = changes(&session.text());
        session.keys("MC");
        session.until("both are taken in", |screen| changes(screen) == before + 2);
        // The listening time determines when the process is killed.
        let listen = time * 97 % 450;
        let end = Instant::now() + Duration::from_millis(listen);
        while Instant::now() < end {
            session.pump(Duration::from_millis(5));
        }
        kill_process(session.pid(), Signal::KILL).unwrap();
        _ = session.exit();
        assert_eq!(fs::read(&file).unwrap(), untouched, "no file is touched that was not saved");
        session = found_again(&state);
        session.sees("restored");
        session.sees("not saved");
        session.keys("lI");
        session.until("the changes are seen", |screen| changes(screen) > 0);
        let (found, sure) = (changes(&session.text()), if listen >= 300 { before + 2 } else { before });
        assert!(found >= sure, "{found} changes of {sure} after {listen} ms");
    }
    // The file is saved without a question. The kept history is deleted when the session ends.
    session.keys("\x13");
    session.sees("saved as");
    session.until("it is forgotten", |_| kept() == 0);
    session.keys("Q");
    assert!(session.exit().success());
    assert_ne!(fs::read(&file).unwrap(), untouched);
    let mut session = found_again(&state);
    session.sees("LIBRARY");
    session.keys("Q");
    assert!(session.exit().success());
}

/// The states of each kept puzzle, as `quadrille kept` tells them.
fn kept_changes(state: &tempfile::TempDir) -> Vec<u64> {
    let output = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["kept", "--json"])
        .env("XDG_STATE_HOME", state.path())
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let rows = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let mut changes: Vec<u64> = rows.map(|row| row["changes"].as_u64().unwrap()).collect();
    changes.sort_unstable();
    changes
}

/// Two workbenches on one file are killed, then one that has just restored them: at any time each
/// puzzle is there once. 50 times with QUADRILLE_LONG.
#[test]
fn two_workbenches_on_one_file_are_killed_and_lose_nothing() {
    let times = u64::from(rounds(4, 50));
    for time in 0..times {
        let (state, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let env = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
        let file = folder.path().join("jigsaw.toml");
        fs::copy(puzzle("jigsaw-9x9"), &file).unwrap();
        let start = || {
            let mut session = Session::start(&[file.to_str().unwrap()], (80, 24), &env);
            session.sees("PLAY");
            session
        };
        let mut sessions = [start(), start()];
        for (session, keys) in sessions.iter_mut().zip(["MC", "MCM"]) {
            session.keys(keys);
            session.sees("not saved");
        }
        // Within 300 ms on a machine that has time, which only the long run measures.
        match times {
            50 => thread::sleep(Duration::from_millis(300)),
            _ => sessions[0].until("both are kept", |_| kept_changes(&state) == [2, 3]),
        }
        for session in &mut sessions {
            kill_process(session.pid(), Signal::KILL).unwrap();
            _ = session.exit();
        }
        assert_eq!(kept_changes(&state), [2, 3], "time {time}");
        // Killed at any moment of its start, also while it takes the two over.
        let session = Session::start(&[file.to_str().unwrap()], (80, 24), &env);
        thread::sleep(Duration::from_millis(time * 7 % 90));
        kill_process(session.pid(), Signal::KILL).unwrap();
        drop(session);
        assert_eq!(kept_changes(&state), [2, 3], "time {time}, after a start");
        let mut session = Session::start(&[], (80, 24), &env);
        session.sees("restored");
        assert_eq!(kept_changes(&state), [2, 3], "time {time}, restored");
        session.keys("Q");
        session.settle();
        kill_process(session.pid(), Signal::KILL).unwrap();
        _ = session.exit();
    }
}

#[test]
fn the_mouse_is_the_terminals_own_until_it_is_asked_for() {
    let mut session = Session::start(&["puzzles/sudoku-9x9-crossroads.toml"], (80, 24), &[]);
    session.sees("PLAY");
    let tells = |session: &Session| session.screen.screen().mouse_protocol_mode() != vt100::MouseProtocolMode::None;
    assert!(!tells(&session));
    session.keys(":mouse\r");
    session.sees("dragging paints");
    assert!(tells(&session));
    // Clicks the fifth column of the third row and types a digit there.
    let text = session.text();
    let (row, line) = text.lines().enumerate().find(|(_, line)| line.trim_start().starts_with("3 ")).unwrap();
    let ruler = text.lines().find(|line| line.contains("1   2   3")).unwrap();
    let column = ruler.chars().position(|c| c == '5').unwrap();
    assert!(line.len() > column);
    session.keys(&format!("\x1b[<0;{};{}M\x1b[<0;{0};{1}m", column + 1, row + 1));
    session.sees("r3c5");
    session.keys("Q");
    session.exit();
    assert!(!tells(&session));
}

#[test]
fn a_file_that_changed_during_a_stop_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.toml");
    let text = fs::read_to_string("puzzles/sudoku-4x4-first.toml").unwrap();
    fs::write(&path, &text).unwrap();
    let mut session = Session::start(&[path.to_str().unwrap()], (80, 24), &[]);
    session.sees("PLAY");
    session.keys("\x1a");
    let end = Instant::now() + PATIENCE;
    while session.state() != 'T' && Instant::now() < end {
        session.pump(Duration::from_millis(5));
    }
    fs::write(&path, text.replacen("title = \"", "title = \"Another ", 1)).unwrap();
    kill_process(session.pid(), Signal::CONT).unwrap();
    session.sees("was changed by another program");
    session.keys("t");
    session.sees("the file as it is now");
}

/// A file that takes a while, with its first line.
fn large(folder: &tempfile::TempDir) -> String {
    let path = folder.path().join("large.txt");
    let option = |k: usize| format!("i{} i{} i{}\n", k % 97, 100 + k % 89, 200 + k % 83);
    let items: String = (0..300).map(|k| format!("i{k} ")).collect();
    std::fs::write(&path, items.trim_end().to_string() + "\n" + &(0..400_000).map(option).collect::<String>()).unwrap();
    path.display().to_string()
}

#[test]
fn a_large_file_is_shown_while_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = large(&folder);
    let mut session = Session::start(&[&file], (100, 30), &[]);
    session.sees("READING");
    session.sees("option 1 of 400,000");
    // Nothing of the first screen is left.
    session.until("the puzzle alone", |screen| !screen.contains("READING") && !screen.contains("gives up"));
    session.keys("d");
    session.sees("STEP");
    session.keys("Q");
    assert!(session.exit().success());
    session.is_given_back();

    let mut session = Session::start(&[&file], (100, 30), &[]);
    session.sees("READING");
    session.keys("\x1b");
    assert!(session.exit().success());
    session.is_given_back();

    // What cannot be read is said on the terminal that was given back.
    let mut text = std::fs::read_to_string(&file).unwrap();
    text.push_str("i1 unknown\n");
    std::fs::write(&file, text).unwrap();
    let mut session = Session::start(&[&file], (100, 30), &[]);
    session.sees("item `unknown` is not declared");
    assert!(!session.exit().success());
    session.is_given_back();
}
