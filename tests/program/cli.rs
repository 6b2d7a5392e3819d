//! The contract of the command line: what is printed, where, and with which exit code.

use crate::brute::solutions;
use crate::support::{await_handler, is_ignored};
use quadrille::puzzle::load;
use rustix::process::{Pid, Signal, kill_process};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Runs the program on an input. Returns standard output, standard error and the exit code.
fn quadrille(words: &[&str], input: &str) -> (String, String, i32) {
    let state = tempfile::tempdir().unwrap();
    quadrille_with(state.path().to_str().unwrap(), words, input)
}

/// Runs the program with a state folder of this test alone.
fn quadrille_with(state: &str, words: &[&str], input: &str) -> (String, String, i32) {
    let output = fed(Command::new(env!("CARGO_BIN_EXE_quadrille")).args(words), state.as_ref(), input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

/// Runs a command on an input, with a state folder of this test alone and no configuration.
pub fn fed(command: &mut Command, state: &Path, input: &str) -> Output {
    let mut child = command
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("XDG_STATE_HOME", state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read its input.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn rows(line: &str) -> String {
    line.as_bytes().chunks(9).map(|row| format!("{}\n", std::str::from_utf8(row).unwrap())).collect()
}

#[test]
fn a_solution_comes_in_the_form_of_its_puzzle() {
    assert_eq!(quadrille(&["solve"], NINE), (format!("{SOLVED}\n"), String::new(), 0));
    let two = format!("{NINE}\n{NINE}\nend\n");
    assert_eq!(quadrille(&["solve"], &two).0, format!("{SOLVED}\n{SOLVED}\n"));
    assert_eq!(quadrille(&["solve"], &rows(NINE)).0, rows(SOLVED));
    let numbers: String = rows(NINE)
        .replace('.', "0")
        .lines()
        .map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(" ") + "\n")
        .collect();
    let (out, _, code) = quadrille(&["solve", "--as", "sudoku"], &numbers);
    assert_eq!((out.lines().next(), code), (Some("5 3 4 6 7 8 9 1 2"), 0));
    let (out, _, _) = quadrille(&["solve", "--as", "target", "--stats"], &numbers);
    assert_eq!(out.lines().next(), Some("5 3 4 6 7 8 9 1 2"));
}

/// A bundled puzzle is found by its name from anywhere, unless there is a file of that name.
#[test]
fn a_bundled_puzzle_can_be_named() {
    let (out, err, code) = quadrille(&["solve", "cover-knuth"], "");
    assert_eq!((err.as_str(), code), ("", 0), "{out}");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/cover-knuth.toml");
    assert_eq!(out, quadrille(&["solve", file], "").0);
    assert_eq!(quadrille(&["solve", "cover-knuth.toml"], "").0, out);
    assert_eq!(quadrille(&["trace", "cover-knuth"], "").0, quadrille(&["trace", file], "").0);
    let (_, err, code) = quadrille(&["solve", "cover-nobody"], "");
    assert!(err.contains("cover-nobody") && code == 2, "{err}");
    // A file of that name comes first.
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("cover-knuth"), NINE).unwrap();
    let mut run = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    let output = run.args(["solve", "cover-knuth"]).current_dir(&folder).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{SOLVED}\n"));
}

#[test]
fn counting_and_checking_have_their_words_and_codes() {
    assert_eq!(quadrille(&["count"], NINE), ("1\n".into(), String::new(), 0));
    assert_eq!(quadrille(&["check"], NINE), ("unique\n".into(), String::new(), 0));
    // More solutions than are kept in memory.
    let (out, _, _) = quadrille(&["solve", "--goal", "all"], &format!("{}{}", ".".repeat(15), &NINE[15..]));
    let (count, _, _) = quadrille(&["count"], &format!("{}{}", ".".repeat(15), &NINE[15..]));
    assert_eq!(format!("{}\n", out.lines().count()), count);
    assert!(out.lines().count() > 100, "{count}");
    let many = format!("{}{}", ".".repeat(27), &NINE[27..]);
    assert_eq!(quadrille(&["check"], &many), ("many\n".into(), String::new(), 1));
    let (out, err, code) = quadrille(&["count", "--limit", "5"], &many);
    assert_eq!((out.as_str(), code), ("at least 5\n", 3));
    assert!(err.contains("at least 5"), "{err}");
    let none = NINE.replacen("53", "55", 1);
    let (out, err, code) = quadrille(&["check"], &none);
    assert_eq!((out.as_str(), code), ("none\n", 1));
    assert!(err.contains("r1c1 and r1c2 both hold 5 in row 1"), "{err}");
    assert_eq!(quadrille(&["solve"], &none).0, "none\n");
}

#[test]
fn a_rule_is_what_links_choose_by() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/queens-8.toml");
    let counted = |rule: &str| quadrille(&["count", "--stats", "--rule", rule, file], "");
    for (rule, nodes) in [("fewest", "1199 nodes"), ("first", "2057 nodes"), ("failing", " nodes")] {
        let (out, said, code) = counted(rule);
        assert_eq!((out.as_str(), code), ("92\n", 0));
        assert!(said.contains("engine links (asked for)") && said.contains(nodes), "{said}");
    }
    assert!(counted("slowest").1.contains("[possible values: fewest, fewest-last, first, last, most, failing]"));
    let (_, said, code) = quadrille(&["count", "--rule", "last", "--engine", "bits", file], "");
    assert!(said.contains("--rule belongs to the engine links") && code == 2, "{said}");
}

#[test]
fn limits_are_limits() {
    let empty = ".".repeat(81);
    assert_eq!(quadrille(&["count", "--nodes", "1000"], &empty).2, 3);
    assert_eq!(quadrille(&["count", "--time", "0.05"], &empty).2, 3);
    assert_eq!(quadrille(&["check", "--nodes", "1"], &".".repeat(256)).1, "");
    let target = "0 0 0 0 0 0 0 0 0\n".repeat(9);
    let (_, said, code) = quadrille(&["solve", "--as", "target", "--nodes", "20"], &target);
    assert!(said.contains("not finished: no score is above 29") && code == 3, "{said}");
    let (_, said, code) = quadrille(&["solve", "--nodes", "20"], "covering 12 6 4\n");
    assert!(said.contains("not finished: at least 3") && code == 3, "{said}");
}

#[test]
fn json_is_one_object_a_puzzle() {
    let (out, _, _) = quadrille(&["solve", "--json"], &format!("{NINE}\n{NINE}\n"));
    let objects: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[1]["case"], 2);
    assert_eq!(objects[0]["kind"], "sudoku");
    assert_eq!(objects[0]["status"], "solved");
    assert_eq!(objects[0]["solutions"][0], SOLVED);
    assert_eq!(objects[0]["count"], "1", "counts are decimal strings");
    assert_eq!(objects[0]["engine"], "bands", "nobody steps through a batch");
    let (out, _, _) = quadrille(&["solve", "--json", "--engine", "links"], NINE);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(object["stats"]["nodes"].as_u64().unwrap() >= 50, "{out}");
    let (out, _, _) = quadrille(&["check", "--json"], NINE);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&object["status"], &object["complete"]), (&"unique".into(), &true.into()));
}

#[test]
fn a_long_input_is_answered_as_the_same_lines_are_in_short_ones() {
    let none = NINE.replacen("53", "55", 1);
    let many = format!("{}{}", ".".repeat(27), &NINE[27..]);
    let some = format!("# a list\n{NINE}\n{none} by hand\n\n{many}\n  {}\r\n", NINE.replace('.', "0"));
    let times = 400;
    let long = some.repeat(times) + "end\n";
    for words in [&["solve"][..], &["check"], &["count", "--limit", "7"], &["solve", "--threads", "1"]] {
        let (short, short_said, code) = quadrille(words, &some);
        let (out, said, long_code) = quadrille(words, &long);
        assert!(out == short.repeat(times), "{words:?}");
        assert_eq!((said.lines().count(), long_code), (short_said.lines().count() * times, code));
        let last = |said: &str| said.lines().last().unwrap_or("").replace("(puzzle 1600)", "(puzzle 4)");
        assert!(said.contains("(puzzle 1598): r1c1 and r1c2 both hold 5 in row 1"), "{words:?}");
        assert_eq!(last(&said).replace("1599", "3").replace("1598", "2"), last(&short_said));
    }
}

#[test]
fn a_line_that_is_no_puzzle_is_reported_and_left_out() {
    let odd = format!("53x{}", &NINE[3..]);
    let short = &NINE[..80];
    for times in [1, 400] {
        // For a long input, and for a short list typed by hand.
        let text = format!("{}{odd}\n{NINE}\n{short}\n{NINE}\n", format!("{NINE}\n").repeat(7 * times));
        let (out, said, code) = quadrille(&["check"], &text);
        assert_eq!((out, code), ("unique\n".repeat(7 * times + 2), 2), "{said}");
        let line = 7 * times + 1;
        assert!(said.contains(&format!("standard input:{line}:3")) && said.contains("53x"), "{said}");
        assert!(said.contains(&format!("standard input:{}:81", line + 2)), "{said}");
        let (out, _, code) = quadrille(&["check", "--strict"], &text);
        // Answers before the bad line may be printed; answers after it must not.
        assert!(out.lines().count() <= 7 * times && code == 2, "{out}");
        let (out, _, _) = quadrille(&["check", "--json"], &text);
        let objects: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let errors: Vec<_> = objects.iter().filter(|object| object["status"] == "error").collect();
        assert_eq!((errors.len(), objects.len()), (2, 7 * times + 4));
        assert_eq!((&errors[0]["line"], &errors[0]["column"]), (&line.into(), &3.into()));
    }
    let many = format!("{NINE}\n").repeat(1600) + "end\n" + NINE + "\n";
    let (out, said, code) = quadrille(&["check"], &many);
    assert_eq!((out.lines().count(), code), (1601, 2));
    assert!(said.contains("standard input:1601:1") && said.contains("puzzles follow the word that ends"), "{said}");
    // Larger grids too.
    let large = "1".to_string() + &".".repeat(255);
    let (out, said, code) = quadrille(&["solve", "--json"], &format!("{large}\n{}\n{large}\n", &large[1..]));
    assert_eq!((out.lines().filter(|line| line.contains("solved")).count(), code), (2, 2));
    assert!(said.contains("standard input:2:256"), "{said}");
}

#[test]
fn a_flag_changes_what_is_printed_and_no_answer() {
    let many = format!("{}{}", ".".repeat(27), &NINE[27..]);
    let text = format!("{NINE}\n{many}\n{}\n", NINE.replacen("53", "55", 1));
    let plain = quadrille(&["check"], &text);
    assert_eq!(plain.0, "unique\nmany\nnone\n");
    for flag in [&["--stats"][..], &["--nodes", "1000"], &["--threads", "2"]] {
        assert_eq!(quadrille(&[&["check"], flag].concat(), &text).0, plain.0, "{flag:?}");
    }
    let (out, _, code) = quadrille(&["check", "--json"], &text);
    let status: Vec<String> = out.lines().map(|line| field(line, "status")).collect();
    assert_eq!((status.join("\n") + "\n", code), (plain.0.clone(), plain.2));
    let (two, _, code) = quadrille(&["solve", "--goal", "all", "--limit", "2"], &many);
    assert_eq!((two.lines().count(), code), (2, 3));
    let (all, _, _) = quadrille(&["solve", "--goal", "all", "--limit", "2", "--json"], &many);
    let found: Vec<String> = all.lines().map(|line| field(line, "solution")).collect();
    assert_eq!(found[..2], two.lines().map(str::to_string).collect::<Vec<_>>());
    assert_ne!(found[0], found[1]);
}

/// A string field of a JSON object.
fn field(line: &str, name: &str) -> String {
    let object: serde_json::Value = serde_json::from_str(line).unwrap();
    object[name].as_str().unwrap_or_default().to_string()
}

#[test]
fn several_inputs_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::create_dir(folder.path().join("inner")).unwrap();
    std::fs::write(path("a.txt"), NINE).unwrap();
    std::fs::write(path("inner/b.txt"), rows(NINE)).unwrap();
    std::fs::write(path(".hidden"), "x").unwrap();
    let (a, b, all) = (path("a.txt"), path("inner/b.txt"), folder.path().to_str().unwrap().to_string());
    let both = format!("{a}: unique\n{b}: unique\n");
    assert_eq!(quadrille(&["check", &a, &b], "").0, both);
    assert_eq!(quadrille(&["check", "-r", &all], "").0, both);
    assert_eq!(quadrille(&["check", "--no-filename", &a, &b], "").0, "unique\nunique\n");
    assert_eq!(quadrille(&["check", "-H", &a], "").0, format!("{a}: unique\n"));
    assert_eq!(quadrille(&["count", "-0", &a, &b], "").0, format!("{a}\01\n{b}\01\n"));
    assert_eq!(quadrille(&["solve", &a, &b], "").0, format!("{SOLVED}\n{}", rows(SOLVED)));
    let (_, said, code) = quadrille(&["check", &all], "");
    assert!(said.contains("-r reads the files in it") && code == 2, "{said}");
    let (out, _, code) = quadrille(&["check", "--json", &path("nowhere"), &a], "");
    assert_eq!(
        (out.lines().map(|line| field(line, "status")).collect::<Vec<_>>(), code),
        (vec!["error".into(), "unique".into()], 2)
    );
}

#[test]
fn what_is_read_is_bounded() {
    let (_, said, code) = quadrille(&["check", "/dev/zero"], "");
    assert!(said.contains("a NUL byte") && code == 2, "{said}");
    let (_, said, code) = quadrille(&["check", "--max-bytes", "1k"], &rows(NINE).repeat(100));
    assert!(said.contains("larger than 1024 bytes; --max-bytes raises the limit") && code == 2, "{said}");
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (_, said, code) = quadrille(&["check", "--wait", "0.05", pipe.to_str().unwrap()], "");
    assert!(said.contains("nothing was written into this pipe for 0.05 s; --wait") && code == 2, "{said}");
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::write(pipe, NINE).unwrap()
    });
    assert_eq!(quadrille(&["check", pipe.to_str().unwrap()], "").0, "unique\n");
    writer.join().unwrap();
    let (_, said, code) = quadrille(&["check", "--threads", "10000"], NINE);
    assert!(said.contains("at most 1024 threads") && code == 2, "{said}");
}

#[test]
fn what_cannot_be_seen_does_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().join("a\u{1b}[2Jb\u{9b}c\u{202e}d");
    std::fs::write(&odd, NINE).unwrap();
    let path = odd.to_str().unwrap();
    for (words, input) in [
        (vec!["check", "-H", path], String::new()),
        (vec!["check", "--json", path], String::new()),
        (vec!["check", "\u{1b}[31mred"], String::new()),
        (vec!["\u{1b}[31m", "--no\u{202e}"], String::new()),
        (vec!["check"], "\u{1b}[31m\u{202e}".repeat(9) + "\nx\n"),
        (vec!["count"], "a \u{202e}b\na\n\u{202e}b\n".to_string()),
        (vec!["lint"], "a \u{202e}b\na\n".to_string()),
    ] {
        let (out, said, _) = quadrille(&words, &input);
        for text in [out, said] {
            assert!(!text.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{words:?}: {text:?}");
        }
    }
}

#[test]
fn help_is_found_and_a_full_disk_is_noticed() {
    let (out, _, code) = quadrille(&["help", "solve"], "");
    assert!(out.contains("--goal") && !out.contains("--expect") && code == 0, "{out}");
    let (_, said, code) = quadrille(&["slove"], "");
    assert!(said.contains("did you mean `quadrille solve`?") && code == 2, "{said}");
    for shell in ["bash", "zsh", "fish"] {
        assert!(quadrille(&["completions", shell], "").0.contains("quadrille"), "{shell}");
    }
    assert!(quadrille(&["man"], "").0.contains(".TH quadrille"));
    for words in [&["--help"][..], &["kinds"], &["check"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.unwrap();
        _ = child.stdin.take().unwrap().write_all(NINE.as_bytes());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn what_is_printed_as_json_fits_its_schema() {
    for (words, of) in [(&["check"][..], "answers"), (&["lint"], "lint"), (&["estimate", "--dives", "10"], "estimate")]
    {
        let (schema, _, code) = quadrille(&["schema", of], "");
        let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
        assert_eq!(code, 0);
        let (out, _, _) = quadrille(&[words, &["--json"]].concat(), NINE);
        let object: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
        let text = schema.to_string();
        // The schema describes every field that is printed.
        for name in object.as_object().unwrap().keys() {
            assert!(text.contains(&format!("\"{name}\"")), "{of}: {name}");
        }
    }
}

#[test]
fn an_interrupt_prints_what_is_known() {
    if is_ignored(Signal::INT.as_raw()) {
        return;
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/target-9x9-empty.toml");
    let child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["count", "--engine", "links", file])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = Pid::from_child(&child);
    await_handler(child.id(), Signal::INT.as_raw());
    kill_process(pid, Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(130), "{said}");
    let number = out.trim().strip_prefix("at least ").and_then(|number| number.parse::<u64>().ok());
    assert!(number.is_some() && said.contains("interrupted before all were counted"), "{out}{said}");
}

#[test]
fn what_cannot_be_read_is_drawn_with_its_place() {
    let odd = format!("{}x{}", &NINE[..40], &NINE[41..]);
    let (out, err, code) = quadrille(&["solve"], &odd);
    assert_eq!((out.as_str(), code), ("", 2));
    assert!(err.starts_with("error: unexpected `x`\n --> standard input:1:41\n"), "{err}");
    assert!(err.contains("help: allowed are 1-9 and ."), "{err}");
    let (_, err, code) = quadrille(&["solve", "nowhere.txt"], "");
    assert_eq!(code, 2);
    assert!(err.starts_with("error: nowhere.txt: "), "{err}");
    assert_eq!(quadrille(&["solve"], "").2, 2);
    assert_eq!(quadrille(&["solve", "--as", "chess"], NINE).2, 2);
    assert_eq!(quadrille(&["judge", "poj1"], NINE).2, 2);
    assert_eq!(quadrille(&["fly"], "").2, 2);
}

#[test]
fn what_may_be_two_things_is_not_guessed() {
    let zeros = "0 0 0 0 0 0 0 0 0\n".repeat(9);
    let (_, err, code) = quadrille(&["solve"], &zeros);
    assert_eq!(code, 2);
    assert!(err.contains("sudoku (numbers) or as target (p1074)") && err.contains("--as"), "{err}");
}

#[test]
fn judges_speak_their_own_language() {
    assert_eq!(quadrille(&["judge", "poj3074"], &format!("{NINE}\nend\n")).0, format!("{SOLVED}\n"));
    let (out, err, code) = quadrille(&["judge", "poj3074"], &format!("{NINE}\n"));
    assert_eq!((out, code), (format!("{SOLVED}\n"), 0));
    assert!(err.contains("`end` is missing"), "{err}");
    let target = "0 0 0 0 0 0 0 0 0\n".repeat(9);
    assert_eq!(quadrille(&["judge", "p1074"], &target), ("2906\n".into(), String::new(), 0));
    let clash = target.replacen("0 0", "1 1", 1);
    assert_eq!(quadrille(&["judge", "p1074"], &clash).0, "-1\n");
}

#[test]
fn the_tables_can_be_printed() {
    for (words, expected) in [
        (&["keys"][..], "one step forward"),
        (&["kinds"], "hdu4069"),
        (&["config"], "[keys.step]"),
        (&["--help"], "The debugger for Algorithm X"),
        (&["--version"], "quadrille "),
    ] {
        let (out, _, code) = quadrille(words, "");
        assert!(out.contains(expected) && code == 0, "{words:?}: {out}");
    }
}

#[test]
fn a_configuration_is_merged_and_its_errors_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "[keys.step]\nforward = [\"ctrl-n\"]\n").unwrap();
    let (out, _, _) = quadrille(&["keys", "--config", path], "");
    assert!(out.contains("ctrl-n ") && out.contains("  S  "), "{out}");
    std::fs::write(&file, "[keys.step]\nfly = [\"n\"]\n").unwrap();
    let (_, err, code) = quadrille(&["keys", "--config", path], "");
    assert_eq!(code, 2);
    assert!(err.contains("`fly` is not an action") && err.contains("config.toml:2:1"), "{err}");
    assert_eq!(quadrille(&["keys", "--config", "/nowhere/config.toml"], "").2, 2);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let many = format!("{NINE}\n").repeat(3000);
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .arg("solve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(many.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_batch_keeps_its_order_on_any_number_of_threads() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    // Each rotation of the line is another puzzle. Some have no solution.
    let lines: String = (0..700).map(|k| format!("{}{}\n", &puzzle[k % 81..81], &puzzle[..k % 81])).collect();
    let one = quadrille(&["check", "--as", "line", "--threads", "1"], &lines);
    let many = quadrille(&["check", "--as", "line", "--threads", "4"], &lines);
    assert_eq!(one, many);
    assert_eq!(one.0.lines().count(), 700);
    assert!(one.0.starts_with("unique\n"), "{}", &one.0[..40]);
}

#[test]
fn the_plain_workbench_does_what_keys_do() {
    let four = "1...\n..2.\n.3..\n...4\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("four.txt");
    std::fs::write(&file, four).unwrap();
    let name = file.to_str().unwrap();
    let session = |lines: &[&str]| quadrille(&["--plain", name], &(lines.join("\n") + "\n")).0;
    let told = session(&["r1c2=3", "undo", "solve", "back", "step", "forward 2", "forward", "", "backward", "show"]);
    for sentence in [
        "Play: four.txt, 4x4 sudoku, 4 givens.",
        "The cursor is at r1c2: 3, your own.",
        "There is exactly one solution.",
        "Nothing is chosen yet",
        "Next: choose cell r1c1",
        "Chosen: r1c1=1.",
        "The address of this state: 1/1",
    ] {
        assert!(told.contains(sentence), "{sentence}:\n{told}");
    }
    assert!(!told.contains('\x1b'), "no line moves a cursor");
    // A step back leads to the state after one step fewer.
    let (there, back) = (session(&["step", "forward 2", "show"]), session(&["step", "forward 3", "backward", "show"]));
    let address = |told: &str| told.lines().rfind(|line| line.starts_with("The address")).map(String::from);
    assert!(address(&there).is_some() && address(&there) == address(&back));
    // A prompt is answered by a line.
    let saved = folder.path().join("saved.toml");
    let told = session(&["r1c2=3", "save", saved.to_str().unwrap(), "quit"]);
    assert!(told.contains("saved as"), "{told}");
    assert!(std::fs::read_to_string(&saved).unwrap().contains("kind"));
    let told = session(&["paste", NINE, "end", "1", "check", "quit"]);
    assert!(told.contains("9x9 sudoku, 30 givens"), "{told}");
    assert!(told.contains("there is no command `check` here"), "{told}");
    assert!(told.contains("1 puzzle with unsaved changes is kept for the next session"), "{told}");
    let told = session(&["model", "filter row 1", "back", "back", "step", "goto nowhere", "cancel", "key w", "cancel"]);
    assert!(told.contains("row 1 needs 1") && told.contains("WHY"), "{told}");
}

#[test]
fn a_count_beyond_128_bits_is_printed_as_it_is() {
    // 130 items with two options each: 2^130 covers.
    let names: Vec<String> = (0..130).map(|k| format!("i{k}")).collect();
    let text = names.join(" ") + "\n" + &names.iter().map(|name| format!("{name}\n{name}\n")).collect::<String>();
    let (out, said, code) = quadrille(&["count", "--as", "knuth"], &text);
    assert_eq!((out.trim(), code, said.as_str()), ("1361129467683753853853498429727072845824", 0, ""));
    let (out, ..) = quadrille(&["count", "--as", "knuth", "--json"], &text);
    assert!(out.contains(r#""count":"1361129467683753853853498429727072845824""#), "{out}");
}

#[test]
fn each_link_tells_the_count_that_it_leaves() {
    // The number left for each item is computed here from the options, link by link.
    let text = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let mut left = std::collections::HashMap::new();
    text.lines()
        .skip(1)
        .flat_map(str::split_whitespace)
        .for_each(|item| *left.entry(item.to_string()).or_insert(0) += 1);
    let (out, _, code) = quadrille(&["trace", "--as", "knuth", "--grain", "link", "--json", "-"], text);
    assert_eq!(code, 0);
    let mut told = 0;
    for line in out.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        // Events that change no list have no `link`, and a header has no count.
        let (Some(item), Some(event)) = (line["link"]["item"].as_str(), line["event"].as_str()) else { continue };
        let count: &mut i64 = left.get_mut(item).unwrap();
        *count += if matches!(event, "choose" | "cover") { -1 } else { 1 };
        assert_eq!(line["link"]["left"].as_i64(), Some(*count), "{line}");
        told += 1;
    }
    assert!(told > 30, "{told}");
}

#[test]
fn a_state_is_explained_in_whole_or_in_part() {
    let text = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let ask = |words: &[&str]| quadrille(&[&["explain", "--as", "knuth"], words].concat(), text);
    let (out, _, code) = ask(&["--at", "1/2+1"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("1/2+1   level 1\nlast     cover d\n"), "{out}");
    let (one, _, _) = ask(&["--at", "1/2+1", "--of", "d e g"]);
    assert_eq!(one, "1/2+1   level 1\noptions  1 hidden at level 1 by cover d for a d g, from 1/2+0: d e g\n");
    let (json, _, _) = ask(&["--at", "1/2+1", "--of", "d", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&told["items"][0]["state"], told["options"].as_array().unwrap().len()), (&"covered".into(), 0));
    for (words, said) in [
        (&["--at", "9/9"][..], "leads nowhere"),
        (&["--at", "x"], "does not belong to an address"),
        (&["--of", "zz"], "no item and no option"),
    ] {
        let (out, error, code) = ask(words);
        assert_eq!((out.as_str(), code), ("", 2));
        assert!(error.contains(said), "{error}");
    }
    let (schema, _, code) = quadrille(&["schema", "explain"], "");
    assert!(code == 0 && schema.contains("\"ranking\""));
}

/// A file says whether its own symbols count when it is held to what it expects; `--givens-only`
/// says so for any file.
#[test]
fn own_symbols_count_or_are_left_out() {
    let text = "format = 1\nkind = \"sudoku\"\n\n[grid]\nsize = 4\n\
        givens = \"\"\"\n1...\n....\n....\n....\n\"\"\"\n\
        own = \"\"\"\n.2..\n.3..\n....\n...1\n\"\"\"\n\n\
        [expect]\nsolutions = \">1\"\ngivens_only = true\n";
    let file = std::env::temp_dir().join(format!("quadrille-own-{}.toml", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let asked = |option: &str| -> serde_json::Value {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quadrille"));
        command.args(["count", "--json"]).arg(&file);
        if option == "--expect" {
            command = std::process::Command::new(env!("CARGO_BIN_EXE_quadrille"));
            command.args(["check", "--json"]).arg(&file);
        }
        if !option.is_empty() {
            command.arg(option);
        }
        serde_json::from_slice(&command.output().unwrap().stdout).unwrap()
    };
    let with = asked("");
    assert_eq!(with["own_cells"], serde_json::json!(["r1c2=2", "r2c2=3", "r4c4=1"]));
    assert_eq!((&with["own"], with.get("givens_only")), (&3.into(), None));
    let without = asked("--givens-only");
    // A symbol in a corner leaves a quarter of the 288 grids.
    assert_eq!((without["count"].as_str(), &without["givens_only"]), (Some("72"), &true.into()));
    assert_ne!(with["count"].as_str(), Some("72"));
    assert_eq!(asked("--expect")["expected"], true);
    std::fs::remove_file(file).unwrap();
}

/// The answers of the plain workbench to some lines, without its echo of them.
fn plain(text: &str, lines: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grid.txt");
    std::fs::write(&file, text).unwrap();
    let (state, file) = (folder.path().to_str().unwrap(), file.to_str().unwrap());
    quadrille_with(state, &["--plain", file], &(lines.join("\n") + "\n")).0
}

fn verdict(count: usize) -> String {
    match count {
        0 => "No solution.".to_string(),
        1 => "Exactly one solution.".to_string(),
        n => format!("{n} solutions."),
    }
}

#[test]
fn the_plain_workbench_says_what_the_panel_shows() {
    for text in ["12..\n..1.\n....\n...3\n", "1234\n3412\n2143\n4...\n", "12..\n..2.\n.2..\n..1.\n"] {
        let grid = load(text, Some("rows")).unwrap().puzzles.remove(0).grid().unwrap().clone();
        let truth = solutions(&grid, 1000).len();
        let verdict = verdict(truth);
        let told = plain(text, &["watch", "r4c4"]);
        let answers: Vec<&str> = told.split("> ").collect();
        let [_, watch, go] = answers[..] else { panic!("{told}") };
        for answer in [watch, go] {
            assert!(answer.contains("The solutions of givens and your own symbols:"), "{told}");
            assert!(answer.lines().any(|line| line == verdict), "{verdict}\n{told}");
        }
        assert!(!told.contains("Looking"), "an answer waits for the panel:\n{told}");
    }
    // After each change, of the givens alone if asked for, and not when it is hidden.
    let open = "12..\n..1.\n....\n...3\n";
    let told = plain(open, &["watch", "r1c3=4", "watch-own", "watch", "r1c4", "show"]);
    let answers: Vec<&str> = told.split("> ").collect();
    let filled = load(&open.replacen("12..", "124.", 1), Some("rows")).unwrap().puzzles.remove(0);
    let left = solutions(filled.grid().unwrap(), 1000).len();
    assert!(answers[1].contains("3 solutions.") && answers[1].contains("They differ in "), "{told}");
    assert!(answers[2].contains(&verdict(left)), "{told}");
    assert!(answers[3].contains("The solutions of givens only:") && answers[3].contains("3 solutions."), "{told}");
    assert!(answers[4].contains("hidden") && !answers[5..].concat().contains("olution"), "{told}");
}
