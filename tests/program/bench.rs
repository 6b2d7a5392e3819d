//! `bench` beside other programs. These are scripts here that know the answers, or do not.

use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs `bench` with a folder of covers and one of programs. Returns its exit code and output.
fn bench(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.env("PATH", only_a_shell(folder)).args(["bench", "--runs", "2", "--data"]).arg(folder.join("covers"));
    let output = command.arg("--peers").arg(folder.join("peers")).args(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A folder in which no other program of this machine is found.
fn only_a_shell(folder: &Path) -> PathBuf {
    let own = folder.join("shell");
    if !own.exists() {
        fs::create_dir(&own).unwrap();
        std::os::unix::fs::symlink("/bin/sh", own.join("sh")).unwrap();
    }
    own
}

#[test]
fn other_programs_are_timed_and_their_answers_compared() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    fs::create_dir(at("covers")).unwrap();
    fs::create_dir(at("peers")).unwrap();
    fs::write(at("covers/two.dlx"), "a b\na\nb\na b\n").unwrap();
    fs::write(at("covers/none.dlx"), "a b c\na b\nb c\n").unwrap();
    fs::write(at("covers/colours.dlx"), "a | p\na p:A\n").unwrap();
    let program = |name: &str, script: &str| {
        let path = at(&format!("peers/{name}"));
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    // It reads the clauses: an empty one is not among those of the first problem, and the variables
    // are the options.
    program("cadical", "read p cnf variables clauses < \"$1\"; if [ $variables = 3 ]; then exit 10; else exit 20; fi");
    let (code, out, said) = bench(folder.path(), &[]);
    assert_eq!(code, Some(0), "{out}{said}");
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    let of = |name: &str| rows.iter().find(|row| row[0] == name).unwrap_or_else(|| panic!("{name}: {out}")).join(" ");
    assert!(of("two").ends_with("solved same answer") && of("two").contains(" cadical "), "{out}");
    assert!(of("none").ends_with("none same answer"), "{out}");
    // Other programs do not read colours as Knuth's form has them.
    assert!(of("colours").ends_with("- solved"), "{out}");
    assert!(said.contains("not found in PATH or the folder: dlx1, dlx3, ssxcc, kissat, minisat"), "{said}");

    program("cadical", "exit 10");
    let (code, out, said) = bench(folder.path(), &["--json"]);
    assert_eq!(code, Some(1), "{out}{said}");
    let rows: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let same = |name: &str| &rows.iter().find(|row| row["problem"] == name).unwrap()["same"];
    assert_eq!((same("two"), same("none"), same("colours")), (&Value::Bool(true), &Value::Bool(false), &Value::Null));
    let schema = Command::new(env!("CARGO_BIN_EXE_quadrille")).args(["schema", "bench"]).output().unwrap();
    let schema: Value = serde_json::from_slice(&schema.stdout).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    rows.iter().for_each(|row| assert!(schema.is_valid(row), "{row}"));

    fs::remove_dir_all(at("covers")).unwrap();
    fs::create_dir(at("covers")).unwrap();
    let (code, _, said) = bench(folder.path(), &[]);
    assert!(code == Some(2) && said.contains("has no file *.dlx"), "{code:?} {said}");
}

#[test]
fn seeded_problems_have_published_answers() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    let folder = tempfile::tempdir().unwrap();
    command.env("PATH", only_a_shell(folder.path())).args(["bench", "--runs", "1", "--seed", "7", "--json"]);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answer = |part: &str| {
        let of = rows.iter().filter(|row| row["problem"].as_str().unwrap().contains(part));
        of.map(|row| row["answer"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(answer("queens"), ["14200", "14200"], "OEIS A000170");
    assert_eq!(answer("Langford"), ["35584", "35584"], "twice OEIS A014552");
    assert_eq!(answer("dominoes"), ["31529"], "OEIS A099390");
    assert_eq!(answer("triples"), ["1929816"], "by Knuth's DLX3");
    assert_eq!(answer("sudoku"), ["solved"; 3]);
}
