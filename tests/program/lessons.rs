//! Lessons on the command line: folders leave them out, other commands name them, the check draws
//! what is wrong, and progress is kept from session to session. Shared states and broken dances
//! too.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs the program in a folder that is also its home.
fn run(home: &Path, words: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(words)
        .current_dir(home)
        .env("HOME", home)
        .env("XDG_STATE_HOME", home.join("state"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its words may be gone before it reads.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_folder_is_gone_through_without_its_lessons() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("all")).unwrap();
    fs::copy(root().join("puzzles/cover-knuth.toml"), home.path().join("all/a.toml")).unwrap();
    fs::copy(root().join("puzzles/lessons/01-by-hand.toml"), home.path().join("all/b.toml")).unwrap();
    let output = run(home.path(), &["count", "-r", "all"], "");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), "1\n"), "{}", text(&output.stderr));
    // Named, it is refused in words, by every command that wants a puzzle.
    for command in ["solve", "count", "check", "lint", "trace", "explain", "convert"] {
        let more: &[&str] = if command == "convert" { &["--to", "knuth"] } else { &[] };
        let output = run(home.path(), &[&[command][..], more, &["all/b.toml"]].concat(), "");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(
            said.contains("this is a lesson, not a puzzle") && said.contains("all/b.toml:3:1"),
            "{command}: {said}"
        );
    }
}

#[test]
fn the_check_draws_what_is_wrong() {
    let home = tempfile::tempdir().unwrap();
    let own = fs::read_to_string(root().join("puzzles/lessons/01-by-hand.toml")).unwrap();
    let names = ["01-by-hand", "good.toml"];
    fs::write(home.path().join("good.toml"), &own).unwrap();
    for name in names {
        let output = run(home.path(), &["lesson", "check", name], "");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("agrees with the search"), "{}", text(&output.stdout));
    }
    fs::write(home.path().join("bad.toml"), own.replacen("{items}", "{itms}", 1)).unwrap();
    let output = run(home.path(), &["lesson", "check", "bad.toml", "good.toml"], "");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("there is no fact `itms`") && said.contains("^^^^^^") && said.contains("bad.toml:16:"),
        "{said}"
    );
    assert!(text(&output.stdout).ends_with("good.toml: agrees with the search, 9 stops, 7 exercises\n"));
    fs::write(home.path().join("none.toml"), "lesson = 1\n").unwrap();
    assert_eq!(run(home.path(), &["lesson", "check", "none.toml"], "").status.code(), Some(2));
    let output = run(home.path(), &["lesson", "answers", "01-by-hand", "--json"], "");
    let first: serde_json::Value = serde_json::from_str(text(&output.stdout).lines().next().unwrap()).unwrap();
    assert_eq!((&first["stop"], &first["answer"]), (&2.into(), &"b c f".into()), "{first}");
}

/// A learner in the plain workbench: the lesson speaks, asks and grades, and the next session and
/// the teacher see the answers.
#[test]
fn a_lesson_is_taken_in_lines_and_kept() {
    let home = tempfile::tempdir().unwrap();
    let output = run(home.path(), &["--plain", "01-by-hand"], "go-on\n2\n3\ngo-on\nquit\n");
    let said = text(&output.stdout);
    assert!(said.contains("Lesson: Exact cover by hand, stop 1 of 9."), "{said}");
    assert!(said.contains("Here are 7 items, a to g, and 6 options.") && !said.contains('{'), "{said}");
    assert!(said.contains("Which option can still be chosen beside a d g?\n1  b c f\n2  d e g"), "{said}");
    assert!(said.contains("No: the answer is 1."), "{said}");
    let output = run(home.path(), &["lesson", "results"], "");
    let results = text(&output.stdout);
    assert!(results.starts_with("01-by-hand: 0 of 1 right\n") && results.contains("wrong  Which option"), "{results}");
    assert!(text(&run(home.path(), &["lesson"], "").stdout).contains("9 stops, at stop 3"));
    let output = run(home.path(), &["--plain", "01-by-hand"], "quit\n");
    assert!(text(&output.stdout).contains("stop 3 of 9"), "{}", text(&output.stdout));
    // A file of progress that cannot be read is not replaced.
    let kept = home.path().join("state/quadrille/lessons.json");
    fs::write(&kept, "{ damaged").unwrap();
    assert!(run(home.path(), &["--plain", "01-by-hand"], "go-on\nquit\n").status.success());
    assert_eq!(fs::read_to_string(&kept).unwrap(), "{ damaged");
}

#[test]
fn a_shared_state_is_opened_or_refused_by_name() {
    let home = tempfile::tempdir().unwrap();
    let puzzle = quadrille::puzzle::load("a b\na\nb\n", Some("knuth")).unwrap().puzzles.remove(0);
    let (rule, site) = (quadrille::dlx::ItemRule::Fewest, "1/1".parse().unwrap());
    let line = quadrille::study::SharedState { puzzle, rule, site }.write().unwrap();
    let output = run(home.path(), &["open", "--plain", &line], "quit\n");
    assert!(text(&output.stdout).contains("The address of this state: 1/1"), "{}", text(&output.stdout));
    for (words, part) in [
        (line.replacen("q1:", "q3:", 1), "version 3"),
        (line[..line.len() - 9].to_string(), "damaged"),
        ("q1:".to_string() + &"x".repeat(5000), "at most 4000"),
        ("hello".to_string(), "begins with `q1:`"),
    ] {
        let output = run(home.path(), &["open", "--plain", &words], "quit\n");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(part), "{words:.20}: {}", text(&output.stderr));
    }
}

#[test]
fn a_broken_program_is_traced() {
    let home = tempfile::tempdir().unwrap();
    let right = text(&run(home.path(), &["trace", "--json", "cover-knuth"], "").stdout);
    let what = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["what"].clone();
    for (mistake, first) in
        [("same-order", Some(11)), ("no-count", None), ("skip-header", Some(24)), ("leave-out", Some(1))]
    {
        let output = run(home.path(), &["trace", "--json", "--broken", mistake, "cover-knuth"], "");
        let broken = text(&output.stdout);
        let differs = right.lines().zip(broken.lines()).position(|(one, other)| what(one) != what(other));
        assert_eq!(differs.map(|at| at + 1), first, "{mistake}");
        let said = text(&output.stderr);
        let expected =
            first.map_or("every operation is the right one".to_string(), |op| format!("operation {op} is the first"));
        assert!(said.contains(&expected), "{mistake}: {said}");
    }
    let output = run(home.path(), &["trace", "--broken", "no-count", "setcover-watch"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("exact covers without colours"), "{}", text(&output.stderr));
}
