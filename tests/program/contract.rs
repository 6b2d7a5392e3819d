//! The contract of JSON: each line that a command prints with --json is valid against the schema
//! that `quadrille schema` prints, on the bundled puzzles and on up to 200 files of the corpus.
//! Without `QUADRILLE_CORPUS` the test of the corpus says that it was skipped.

use crate::support::folder;
use clap::Parser;
use jsonschema::Validator;
use quadrille::cli::{Cli, files_below, run_into};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const PUZZLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles");

/// The first integer that a double does not hold.
const PRECISE: u64 = 1 << 53;

/// What a command prints on standard output. It runs in this process.
fn run(words: &[&str]) -> String {
    let cli =
        Cli::try_parse_from(["quadrille"].iter().chain(words)).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    let mut out = Vec::new();
    run_into(cli, &mut out).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    String::from_utf8(out).unwrap()
}

/// A schema as it is printed, and the same without room for keys that it does not describe.
struct Contract {
    of: &'static str,
    printed: Validator,
    closed: Validator,
}

impl Contract {
    fn of(of: &'static str) -> Contract {
        let mut schema: Value = serde_json::from_str(&run(&["schema", of])).unwrap();
        let printed = jsonschema::draft202012::meta::validate(&schema)
            .map_err(|error| error.to_string())
            .and_then(|()| jsonschema::validator_for(&schema).map_err(|error| error.to_string()));
        close(&mut schema);
        let closed = jsonschema::validator_for(&schema).unwrap();
        Contract { of, printed: printed.unwrap_or_else(|error| panic!("{of}: {error}")), closed }
    }

    /// Validates lines. Returns them.
    fn check(&self, lines: &str) -> Vec<Value> {
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &lines {
            for (schema, what) in [(&self.printed, "as printed"), (&self.closed, "closed")] {
                let faults: Vec<String> =
                    schema.iter_errors(line).map(|error| format!("{error} at {}", error.instance_path())).collect();
                assert!(faults.is_empty(), "schema {}, {what}: {faults:?}\n{line}", self.of);
            }
            plain(line);
        }
        lines
    }

    /// Validates what a command prints, which is at least one line.
    fn holds(&self, words: &[&str]) -> Vec<Value> {
        let lines = self.check(&run(words));
        assert!(!lines.is_empty(), "{words:?} printed nothing");
        lines
    }
}

/// Refuses keys that a schema does not describe, wherever it describes some.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(own) => {
            if own.contains_key("properties") && !own.contains_key("additionalProperties") {
                own.insert("additionalProperties".to_string(), false.into());
            }
            own.values_mut().for_each(close);
        }
        Value::Array(own) => own.iter_mut().for_each(close),
        _ => {}
    }
}

/// No key has a blank, and every integer is one that a double holds.
fn plain(value: &Value) {
    match value {
        Value::Object(own) => own.iter().for_each(|(key, value)| {
            assert!(!key.contains(char::is_whitespace) && !key.is_empty(), "the key `{key}`");
            plain(value);
        }),
        Value::Array(own) => own.iter().for_each(plain),
        Value::Number(own) => {
            let size = own.as_u64().or(own.as_i64().map(i64::unsigned_abs));
            assert!(size.is_none_or(|size| size < PRECISE), "{own} is not held by a double");
        }
        _ => {}
    }
}

fn bundled() -> Vec<String> {
    let files = files_below(Path::new(PUZZLES)).unwrap();
    files.iter().map(|path| path.display().to_string()).filter(|path| !path.contains("/lessons/")).collect()
}

/// Limits that keep a search short.
const SHORT: [&str; 5] = ["--json", "--nodes", "500", "--time", "0.2"];

#[test]
fn answers_fit_their_schema() {
    let answers = Contract::of("answers");
    let all = bundled().len();
    for words in [
        &["solve"][..],
        &["count"],
        &["count", "--up-to-symmetry"],
        &["check"],
        &["check", "--expect"],
        &["solve", "--goal", "best"],
        &["solve", "--engine", "clauses"],
        &["count", "--engine", "memo"],
        &["count", "--engine", "classes"],
    ] {
        let lines = answers.holds(&[words, &["-r", PUZZLES], &SHORT].concat());
        assert_eq!(lines.len(), all, "{words:?}: a line a puzzle");
    }
    let lines = answers.holds(&[&["solve", "--goal", "all", "--limit", "3", "-r", PUZZLES], &SHORT[..]].concat());
    assert!(lines.len() > 2 * all, "solutions are lines too");
    let counters = answers.holds(&["count", "--json", "--engine", "memo", &format!("{PUZZLES}/queens-8.toml")]);
    assert!(
        counters[0]["stats"]["cached_counts"].is_u64() && counters[0]["stats"]["cache_hits"].is_u64(),
        "{counters:?}"
    );
    // A line of an input that is not a puzzle, and an input that is not there.
    let folder = tempfile::tempdir().unwrap();
    let (bad, none) = (folder.path().join("bad.txt"), folder.path().join("none.txt"));
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    std::fs::write(&bad, format!("{line}\n{}x\n{line}\n", &line[..80])).unwrap();
    let words = ["solve", "--json", bad.to_str().unwrap(), none.to_str().unwrap()];
    let told: Vec<Value> = answers.holds(&words).iter().map(|line| line["status"].clone()).collect();
    assert_eq!(told, ["solved", "error", "solved", "error"]);
}

#[test]
fn what_is_known_before_a_search_fits_its_schema() {
    let all = bundled().len();
    assert_eq!(Contract::of("lint").holds(&["lint", "--json", "-r", PUZZLES]).len(), all);
    let words = ["estimate", "--json", "--dives", "3", "--time", "0.02", "-r", PUZZLES];
    assert_eq!(Contract::of("estimate").holds(&words).len(), all);
    // Hundreds of explanations, which take minutes.
    let files: Vec<String> = bundled().into_iter().filter(|file| !file.contains("arrows")).collect();
    let words = ["hint", "--json", "--all"].into_iter().chain(files.iter().map(String::as_str)).collect::<Vec<_>>();
    assert!(Contract::of("hint").holds(&words).len() > 100);
}

#[test]
fn a_search_and_its_states_fit_their_schemas() {
    let (trace, explain) = (Contract::of("trace"), Contract::of("explain"));
    let mut states = 0;
    for file in bundled() {
        let explained = |at: &[&str]| explain.check(&run(&[&["explain", "--json", &file], at].concat())).remove(0);
        let root = explained(&[]);
        let large = root["options"].as_array().unwrap().len() > 1000;
        let mut places: Vec<String> = Vec::new();
        for (grain, limit) in [("branch", "12"), ("item", "60"), ("option", "20"), ("link", "60")] {
            let words = ["trace", "--json", "--grain", grain, "--limit", if large { "4" } else { limit }, &file];
            places.extend(trace.holds(&words).iter().map(|line| line["address"].as_str().unwrap().to_string()));
        }
        places.dedup();
        for place in places.iter().step_by(if large { 8 } else { 12 }) {
            explained(&["--at", place]);
            states += 1;
        }
    }
    assert!(states > 200, "{states}");
    for name in ["cover-knuth", "queens-8", "setcover-squares-3", "cover-two-of-a-piece", "sudoku-4x4-fork"] {
        let file = format!("{PUZZLES}/{name}.toml");
        // A repeated cover stops where its limit rises, too.
        let lines = trace.holds(&["trace", "--json", "--grain", "solution", "--limit", "8", &file]);
        let solved = |line: &Value| line["solution"].is_array() && line["options"].is_array();
        assert!(lines.iter().any(solved), "{lines:?}");
    }
}

#[test]
fn a_count_in_pieces_fits_its_schemas() {
    let (split, work, merge) = (Contract::of("split"), Contract::of("work"), Contract::of("merge"));
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    for name in ["queens-8", "cover-two-of-a-piece", "cover-word-squares", "cover-knuth"] {
        let pieces = run(&["split", "--parts", "3", &format!("{PUZZLES}/{name}.toml")]);
        assert!(!split.check(&pieces).is_empty());
        std::fs::write(path("pieces"), pieces).unwrap();
        let done = run(&["work", &path("pieces")]);
        assert!(!work.check(&done).is_empty());
        std::fs::write(path("done"), done).unwrap();
        assert_eq!(merge.holds(&["merge", "--json", &path("done")])[0]["complete"], true);
    }
}

#[test]
fn proofs_new_puzzles_and_tables_fit_their_schemas() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let prove = Contract::of("prove");
    let mut proved = 0;
    for file in bundled() {
        let (opb, proof) = (path("opb"), path("proof"));
        let limits = ["--time", "0.2", "--max-size", "2M", "--json"];
        proved += prove.check(&run(&[&["prove", &file, "--opb", &opb, "--proof", &proof], &limits[..]].concat())).len();
    }
    assert!(proved > 10, "{proved}");
    let generate = Contract::of("generate");
    for words in
        [&["sudoku", "--size", "4", "--count", "3"][..], &["jigsaw", "--size", "5"], &["sudoku", "--size", "6"]]
    {
        generate.holds(&[&["generate", "--json", "--seed", "1"], words].concat());
    }
    Contract::of("engines").holds(&["bench", "--json", "--engine", "bands"]);
    let kinds = Contract::of("kinds").holds(&["kinds", "--json"]);
    let judges = Contract::of("judges").holds(&["judge", "--list", "--json"]);
    // The text and the JSON of a table name the same things, in the same order.
    let texts = (run(&["kinds"]), run(&["judge", "--list"]));
    let ids = |rows: &Value| -> Vec<String> {
        rows.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_string()).collect()
    };
    let first = |line: &str| line.split_whitespace().next().unwrap_or_default().to_string();
    let named: Vec<String> = texts.0.lines().filter(|line| !line.starts_with("  ")).map(first).collect();
    assert_eq!(named[..named.len() - 4], ids(&kinds[0]["kinds"]), "then grids, rules, any kind and judges");
    let told: Vec<String> = judges.iter().map(|judge| judge["name"].as_str().unwrap().to_string()).collect();
    assert_eq!(texts.1.lines().map(first).collect::<Vec<_>>(), told);
    let listed = texts.0.split("\njudges\n").nth(1).unwrap();
    assert_eq!(listed.lines().map(first).collect::<Vec<_>>(), told);
}

/// `judge` needs a name or `--list`.
#[test]
fn judges_are_listed_or_one_is_named() {
    let parse = |words: &[&str]| Cli::try_parse_from([&["quadrille", "judge"], words].concat());
    for words in [&["--list"][..], &["--list", "--json"], &["poj3074"], &["poj3074", "file"]] {
        assert!(parse(words).is_ok(), "{words:?}");
    }
    for words in [&[][..], &["--json"], &["poj3074", "--json"], &["poj3074", "--list"]] {
        assert!(parse(words).is_err(), "{words:?}");
    }
}

/// 64-bit integers, and numbers in strings, say in the schema what readers must know.
#[test]
fn a_schema_says_which_numbers_are_large() {
    fn walk(schema: &Value, of: &str, found: &mut usize) {
        match schema {
            Value::Object(own) => {
                let format = own.get("format").and_then(Value::as_str);
                if matches!(format, Some("uint64" | "int64")) || own.get("pattern").is_some() {
                    let about = own.get("description").and_then(Value::as_str).unwrap_or_default();
                    assert!(about.contains("2^53"), "{of}: {schema}");
                    *found += 1;
                }
                own.values().for_each(|value| walk(value, of, found));
            }
            Value::Array(own) => own.iter().for_each(|value| walk(value, of, found)),
            _ => {}
        }
    }
    let mut found = 0;
    for of in [
        "answers", "lint", "estimate", "explain", "generate", "hint", "rate", "prove", "split", "work", "merge",
        "trace",
    ] {
        walk(&serde_json::from_str(&run(&["schema", of])).unwrap(), of, &mut found);
    }
    assert!(found > 10, "{found}");
}

#[test]
fn corpus_files_fit_the_schemas() {
    let Some(folder) = folder("QUADRILLE_CORPUS") else { return };
    let all = files_below(Path::new(&folder)).unwrap();
    let files: Vec<String> =
        all.iter().step_by(all.len().div_ceil(200)).map(|path| path.display().to_string()).collect();
    let words = |words: &[&'static str]| -> Vec<String> {
        words.iter().map(|word| word.to_string()).chain(files.iter().cloned()).collect()
    };
    for (of, own) in [
        ("answers", &["solve", "--json", "--nodes", "100", "--time", "0.05"][..]),
        ("answers", &["count", "--json", "--nodes", "100", "--time", "0.05"]),
        ("answers", &["check", "--json", "--nodes", "100", "--time", "0.05"]),
        ("answers", &["solve", "--goal", "all", "--limit", "2", "--json", "--nodes", "100", "--time", "0.05"]),
        ("lint", &["lint", "--json"]),
        ("estimate", &["estimate", "--json", "--dives", "2", "--time", "0.01"]),
        ("hint", &["hint", "--json"]),
    ] {
        // A refused input is a message each: it would fill the screen of a test.
        let output = Command::new(env!("CARGO_BIN_EXE_quadrille")).args(words(own)).output().unwrap();
        let lines = Contract::of(of).check(std::str::from_utf8(&output.stdout).unwrap());
        assert!(lines.len() > files.len() / 4, "{own:?}: {}", lines.len());
    }
}
