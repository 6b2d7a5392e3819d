//! The manners of the command line: what it says on a terminal, and what it leaves out.

use crate::pty::Session;
use quadrille::app::{App, Effect, Key, LibraryRow, Msg, Settings, update};
use quadrille::files::Folder;
use quadrille::kept;
use quadrille::puzzle::load;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn puzzle(name: &str) -> String {
    format!("{}/puzzles/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

fn quadrille(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.args(words).stdin(Stdio::null()).env_remove("NO_COLOR").env("XDG_CONFIG_HOME", "/nonexistent");
    command.output().unwrap()
}

const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_command_that_reads_the_keyboard_says_so() {
    let mut session = Session::start(&["solve"], (100, 24), &[]);
    session.sees("reading what you type or paste, up to Ctrl-D");
    session.keys(&format!("{GRID}\n\u{4}"));
    session.sees("534678912672195348");
    assert!(session.exit().success());
    // Without the notice, the answer comes first.
    let mut session = Session::start(&["solve", "--quiet"], (100, 24), &[]);
    session.keys(&format!("{GRID}\n\u{4}"));
    session.sees("534678912672195348");
    assert!(session.exit().success() && !session.text().contains("reading"), "{}", session.text());
}

#[test]
fn a_long_count_shows_how_far_it_is_and_stops_on_a_key() {
    let file = puzzle("target-9x9-empty");
    let mut session = Session::start(&["count", "--engine", "links", &file], (100, 24), &[]);
    session.sees("% searched");
    assert!(session.text().contains(" nodes  "), "{}", session.text());
    session.keys("\u{3}");
    session.sees("interrupted before all were counted");
    assert_eq!(session.exit().exit_code(), 130);
    // At the end of a search the line is cleared.
    let mut session = Session::start(&["count", "--time", "4", "--engine", "links", &file], (100, 24), &[]);
    session.sees("% searched");
    assert_eq!(session.exit().exit_code(), 3);
    assert!(!session.text().contains("searched"), "{}", session.text());
    let mut session =
        Session::start(&["count", "--quiet", "--time", "1.5", "--engine", "links", &file], (100, 24), &[]);
    assert_eq!(session.exit().exit_code(), 3);
    assert!(!session.text().contains("searched"), "{}", session.text());
}

#[test]
fn options_of_every_command_go_before_and_after_it() {
    let file = puzzle("queens-8");
    let plain = quadrille(&["count", &file]);
    assert_eq!(plain.stdout, b"92\n");
    for words in [
        &["--color", "never", "count", &file][..],
        &["count", "--color", "never", &file],
        &["count", &file, "--color", "always"],
        &["--quiet", "count", &file],
        &["-q", "count", "-q", &file],
    ] {
        let output = quadrille(words);
        assert!(output.stdout == plain.stdout && output.status.success(), "{words:?}: {output:?}");
    }
    let said = |words: &[&str]| String::from_utf8(quadrille(words).stderr).unwrap();
    assert!(said(&["--color", "always", "count", "/nowhere"]).contains('\u{1b}'));
    assert!(!said(&["--color", "always", "count", "/nowhere", "--color", "never"]).contains('\u{1b}'));
    for words in [&["--as", "knuth", "count", &file][..], &["--plain", "count", &file], &["--config", "x", "keys"]] {
        let output = quadrille(words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(said.contains("before a command belongs to the workbench") && said.contains(words[0]), "{said}");
    }
}

#[test]
fn errors_have_colours_on_terminals_or_when_asked_for() {
    let said = |words: &[&str]| String::from_utf8(quadrille(words).stderr).unwrap();
    assert!(!said(&["solve", "/nowhere"]).contains('\u{1b}'));
    assert!(said(&["--color", "always", "solve", "/nowhere"]).starts_with("\u{1b}[1;31merror:\u{1b}[0m /nowhere: "));
    // A name in a message cannot bring colours of its own.
    let name = "/\u{1b}[31mnowhere";
    assert!(!said(&["solve", name]).contains('\u{1b}'));
}

#[test]
fn a_script_of_lines_goes_on_after_a_bad_one_and_says_so_at_the_end() {
    let run = |lines: &str| {
        let mut command = Command::new("sh");
        let script =
            format!("printf '{lines}' | {} --plain {}", env!("CARGO_BIN_EXE_quadrille"), puzzle("cover-knuth"));
        let state = tempfile::tempdir().unwrap();
        command.args(["-c", &script]).env("XDG_STATE_HOME", state.path()).env("XDG_CONFIG_HOME", "/nonexistent");
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, out) = run("nonsense\\nstep\\nforward\\nquit\\n");
    assert!(code == Some(2) && out.contains("there is no command `nonsense`"), "{out}");
    assert!(out.contains("Item a must be covered"), "the lines after it are run: {out}");
    // A question that got a bad answer does not take the lines after it.
    let (code, out) = run("step\\nbreak hide zzz\\nforward\\nquit\\n");
    assert!(code == Some(2) && out.contains("Item a must be covered"), "{out}");
    // A refused command changes nothing, and a repeated one stops where the screen changes.
    let (code, out) = run("step\\nforward x\\nback 99\\nquit\\n");
    assert!(code == Some(2) && !out.contains("Item a must be covered"), "{out}");
    assert!(out.contains("> quit"), "the lines after it are run: {out}");
    assert_eq!(run("step\\nforward\\nquit\\n").0, Some(0));
    assert_eq!(run("").0, Some(0));
}

#[test]
fn names_are_links_where_the_terminal_has_them() {
    let linked = |forced: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
        let output = command.args(["judge", "--list"]).env("FORCE_HYPERLINK", forced).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(linked("1").contains("\u{1b}]8;;https://www.spoj.com/problems/NQUEEN/\u{1b}\\nqueen\u{1b}]8;;\u{1b}\\"));
    assert!(!linked("0").contains('\u{1b}'));
}

/// A kept puzzle's name opens the file that it came from.
#[test]
fn a_link_is_a_text_around_an_address_and_hostile_names_are_escaped() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::at(place.path().join("quadrille/kept"));
    let path = PathBuf::from("/a b/\x1b]8;;x\u{7}.toml");
    let puzzle = load(&format!("1{}\n", ".".repeat(80)), None).unwrap().puzzles.remove(0);
    let row = LibraryRow::read("a".to_string(), path, puzzle, Some(1));
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, vec![row]);
    let press = |key: &str| update(&mut app, Msg::Key(Key::parse(key).unwrap()));
    let effects: Vec<Effect> = ["w", "2"].into_iter().flat_map(press).collect();
    let kept = effects.into_iter().find_map(|effect| match effect {
        Effect::Keep { keeping, .. } => Some(keeping.write()),
        _ => None,
    });
    let running = kept::Session::begin(folder.clone()).unwrap();
    running.keep(0, &kept.expect("a change is kept")).unwrap();
    drop(running);
    let file = kept::list(&folder).remove(0).file;
    let listed = |forced: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
        command.arg("kept").env("XDG_STATE_HOME", place.path()).env("FORCE_HYPERLINK", forced);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let link = "\x1b]8;;file:///a%20b/%1B%5D8%3B%3Bx%07.toml\x1b\\a\x1b]8;;\x1b\\";
    assert!(listed("1").starts_with(&format!("{file}  {link}, 1 change, ")), "{:?}", listed("1"));
    assert!(listed("0").starts_with(&format!("{file}  a, 1 change, ")), "{:?}", listed("0"));
}
