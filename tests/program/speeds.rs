//! Answers that are printed while an input is read, and answers that are collected first: both have
//! the same output and exit code, on any number of threads.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

const QUESTIONS: [&str; 8] = [
    "solve",
    "solve --goal first",
    "solve --goal all --limit 3",
    "solve --goal best",
    "count --limit 5",
    "count --limit 5 --up-to-symmetry",
    "check",
    "check --expect",
];

/// What a command prints, and its exit code. A row is without `plan` and `stats`, which say how the
/// answer was found.
fn answer(words: &str, input: &str) -> (Vec<String>, String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(words.split_whitespace())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let line = |line: &str| match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(mut row)) => {
            row.remove("plan");
            row.remove("stats");
            Value::Object(row).to_string()
        }
        _ => line.to_string(),
    };
    let text = String::from_utf8(output.stdout).unwrap();
    (text.lines().map(line).collect(), String::from_utf8(output.stderr).unwrap(), output.status.code())
}

/// Asks all questions of an input, each with all flags, and compares the answers.
fn compare(flags: &[&str], files: &str, input: &str) {
    for question in QUESTIONS {
        for form in ["", "--json"] {
            let words = format!("{question} {form} {files}");
            let first = answer(&words, input);
            for flags in flags {
                assert_eq!(answer(&format!("{question} {form} {flags} {files}"), input), first, "{words} {flags}");
            }
        }
    }
}

#[test]
fn lines_that_are_collected_are_answered_as_those_that_are_not() {
    let unique = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let many = format!("{}1", ".".repeat(80));
    let none = format!("11{}", ".".repeat(79));
    let input = [unique, &many, &none, solved, unique].join("\n");
    // A limit on the time is a reason to collect.
    compare(&["--time 999", "--threads 1", "--time 999 --threads 1"], "", &input);
    // A bad line between good ones.
    compare(&["--threads 1"], "", &format!("{unique}\n{}\n{many}\n{none}\n", &solved[1..]));
}

#[test]
fn several_puzzles_are_answered_alike_on_any_number_of_threads() {
    let four = "1...\n.2..\n..3.\n...4\n".replace('\n', "");
    let lines = [&*four, &".".repeat(16), "11..............", &four].join("\n");
    compare(&["--threads 1", "--threads 3"], "--as sudoku", &lines);
    let files = ["cover-knuth", "queens-8", "target-9x9", "setcover-squares-3", "tiling-dominoes-4x4"];
    let files = files.map(|name| format!("puzzles/{name}.toml")).join(" ");
    compare(&["--threads 1", "--threads 3"], &files, "");
}
