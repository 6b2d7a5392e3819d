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
    for command in [&["lesson", "results"][..], &["learn", "--known"]] {
        let output = run(home.path(), command, "");
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let said = text(&output.stderr);
        assert!(said.contains("lessons.json cannot be read, and is not replaced"), "{said}");
    }
    // What a newer version keeps is passed over, and written again.
    let newer = r#"{"lessons":{"01-by-hand":{"stop":3,"done":false,"answers":{}}},"more":[1],"cards":{
        "03-cover/newer":{"box":1},"01-by-hand/why":{"box":99,"due":1,"right":1,"asked":1}}}"#;
    fs::write(&kept, newer).unwrap();
    assert!(text(&run(home.path(), &["learn", "--known"], "").stdout).contains("two months +"));
    assert!(run(home.path(), &["--plain", "01-by-hand"], "go-on\nquit\n").status.success());
    let kept: serde_json::Value = serde_json::from_slice(&fs::read(&kept).unwrap()).unwrap();
    assert!(kept["more"][0] == 1 && kept["cards"]["03-cover/newer"]["box"] == 1, "{kept}");
    assert_eq!(kept["lessons"]["01-by-hand"]["stop"], 4, "{kept}");
}

/// The file of earlier versions is read, and what is known is printed.
#[test]
fn progress_of_earlier_versions_is_read() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("state/quadrille");
    fs::create_dir_all(&folder).unwrap();
    let old = r#"{"01-by-hand":{"stop":3,"done":false,"answers":{"1":{"question":"q","answer":"b c f","right":true}}},
        "02-lists":{"stop":9,"done":true,"answers":{}}}"#;
    fs::write(folder.join("lessons.json"), old).unwrap();
    let listed = text(&run(home.path(), &["lesson"], "").stdout);
    // A lesson that was only leafed through is not done.
    assert!(listed.contains("9 stops, at stop 4\n") && !listed.contains("done"), "{listed}");
    assert!(run(home.path(), &["--plain", "01-by-hand"], "go-on\nquit\n").status.success());
    let kept: serde_json::Value = serde_json::from_slice(&fs::read(folder.join("lessons.json")).unwrap()).unwrap();
    assert_eq!(kept["lessons"]["01-by-hand"]["answers"]["1"]["right"], true, "{kept}");
    assert!(kept["cards"].is_object() && kept["lessons"]["02-lists"]["stop"] == 9, "{kept}");
    let known = run(home.path(), &["learn", "--json"], "");
    let first: serde_json::Value = serde_json::from_str(text(&known.stdout).lines().next().unwrap()).unwrap();
    assert_eq!((&first["lesson"], &first["answered"]), (&"01-by-hand".into(), &serde_json::json!(["why"])), "{first}");
    let map = text(&run(home.path(), &["learn", "--known"], "").stdout);
    assert!(map.lines().next().unwrap().contains("which item") && map.lines().count() == 23, "{map}");
}

/// A lesson's puzzle may be a file beside it, and lessons of one name have their own progress.
#[test]
fn a_lesson_of_others_has_its_own_files() {
    let home = tempfile::tempdir().unwrap();
    let lesson = r#"lesson = 1
title = "Mine"
minutes = 1
puzzle = "mine.txt"

[[stop]]
title = "The first item"
at = "root"
look = ["item b"]
say = "Item b is in {left b | option}, and a in {left a}."
ask = "How many options hold a?"
right = "{left a}"
wrong = ["two", "three", "four"]
why = "Only a b does."
"#;
    for folder in ["one", "two"] {
        let folder = home.path().join(folder);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("mine.toml"), lesson).unwrap();
        fs::write(folder.join("mine.txt"), "a b c\na b\nb c\nc\n").unwrap();
    }
    let checked = run(home.path(), &["lesson", "check", "one/mine.toml"], "");
    assert!(text(&checked.stdout).contains("agrees with the search, 1 stop, 1 exercise"), "{}", text(&checked.stderr));
    let taken = run(home.path(), &["--plain", "one/mine.toml"], "1\n2\n3\n4\nquit\n");
    assert!(text(&taken.stdout).contains("Item b is in 2 options, and a in 1."), "{}", text(&taken.stdout));
    run(home.path(), &["--plain", "two/mine.toml"], "quit\n");
    let kept = fs::read(home.path().join("state/quadrille/lessons.json")).unwrap();
    let kept: serde_json::Value = serde_json::from_slice(&kept).unwrap();
    let of = |folder: &str| {
        let lessons = kept["lessons"].as_object().unwrap();
        let found = lessons.iter().find(|(name, _)| name.ends_with(&format!("{folder}/mine.toml")));
        found.map(|(_, record)| record["answers"].as_object().unwrap().len())
    };
    assert_eq!((of("one"), of("two")), (Some(1), Some(0)), "{kept}");
    // Without the file, the error names it.
    fs::remove_file(home.path().join("two/mine.txt")).unwrap();
    let refused = run(home.path(), &["lesson", "check", "two/mine.toml"], "");
    assert!(
        text(&refused.stderr).contains("there is no text file `mine.txt` beside the lesson"),
        "{}",
        text(&refused.stderr)
    );
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
