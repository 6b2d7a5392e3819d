//! Faults that were reported or found by attacks, each with the right answer. A fault stands for its
//! kind, so a test asks every command, size or file that could have it.

use crate::cli::fed;
use crate::pty::Session;
use crate::support::skip;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn run_in(folder: &Path, words: &[&str], input: &str) -> Output {
    fed(Command::new(env!("CARGO_BIN_EXE_quadrille")).args(words).current_dir(folder), folder, input)
}

/// Standard output, standard error and the exit code.
fn quadrille(words: &[&str], input: &str) -> (String, String, i32) {
    let folder = tempfile::tempdir().unwrap();
    told(&run_in(folder.path(), words, input))
}

fn told(output: &Output) -> (String, String, i32) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code().unwrap_or(-1))
}

#[test]
fn own_symbols_are_named_whatever_the_answer_is() {
    // The player's second 5 in the first row.
    let grid = |own: &str| {
        let rows: Vec<&str> = (0..9).map(|row| &NINE[9 * row..9 * row + 9]).collect();
        let state = rows.join("\n").replacen("53..7....", &format!("53{own}.7...."), 1);
        format!("[Puzzle]\n{}\n[State]\n{state}\n", rows.join("\n"))
    };
    for (own, word, code) in [("4", "unique", 0), ("5", "none", 1)] {
        let (out, said, exit) = quadrille(&["check"], &grid(own));
        assert_eq!((out.trim(), exit), (word, code), "{said}");
        assert!(said.contains("your own symbols count as givens: 1"), "{own}: {said}");
    }
    for command in [&["solve"][..], &["count"], &["solve", "--goal", "all"]] {
        let (_, said, _) = quadrille(command, &grid("5"));
        assert!(said.contains("your own symbols count as givens: 1"), "{command:?}: {said}");
    }
    let (_, said, _) = quadrille(&["solve"], &grid("4"));
    assert_eq!(said, "", "a solution shows them");
}

#[test]
fn words_that_are_not_read_are_named_in_every_answer() {
    let cells = "[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]";
    let puzzle = |words: &str| format!("{{\"size\":4,\"ruleset\":\"{words}\",\"grid\":{cells}}}");
    let rule = puzzle("Normal sudoku rules apply. Digits a knight's move apart differ.");
    const NOTE: &str = "the words of this puzzle are not read as rules: Digits a knight's move apart differ";
    for command in
        [&["check"][..], &["count"], &["solve"], &["hint"], &["rate"], &["explain"], &["convert", "--to", "toml"]]
    {
        let (out, said, code) = quadrille(command, &rule);
        assert!(code == 2 && out.is_empty() && said.contains(NOTE), "{command:?}: {code} {out}{said}");
        let drawn: Vec<&str> = command.iter().copied().chain(["--drawn"]).collect();
        let (_, said, code) = quadrille(&drawn, &rule);
        assert!(code != 2 && said.contains(NOTE), "{drawn:?}: {code} {said}");
    }
    for command in ["check", "count", "solve", "hint", "rate"] {
        let (out, ..) = quadrille(&[command, "--drawn", "--json"], &rule);
        assert!(out.contains(NOTE), "{command}: {out}");
    }
    let (out, said, _) = quadrille(&["count"], &puzzle("Place 1 to 4 in each row, column and box."));
    assert_eq!((out.trim(), said.as_str()), ("288", ""));
}

#[test]
fn a_hint_says_first_what_matters() {
    let (out, said, code) = quadrille(&["hint"], "1234341221434321\n");
    assert_eq!((out.trim(), said.as_str(), code), ("every cell is filled: nothing is left to find", "", 0));
    let several = NINE.replacen("53", "..", 1).replacen("98", "..", 1).replacen("419", "...", 1);
    let (count, ..) = quadrille(&["count"], &several);
    assert_ne!(count.trim(), "1");
    let (out, said, _) = quadrille(&["hint"], &several);
    assert!(said.contains("the givens have several solutions") && !out.is_empty(), "{out}{said}");
    let (out, ..) = quadrille(&["hint", "--json"], &several);
    assert!(out.contains("\"several\":true"), "{out}");
    // Without time, the option for more time is named.
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let (out, said, code) = quadrille(&["hint", "--time", "0"], hard);
    assert!(code == 3 && format!("{out}{said}").contains("--time"), "{code} {out}{said}");
}

#[test]
fn the_time_of_a_generator_bounds_every_rule_and_size() {
    for (size, rule) in [("25", "xsum"), ("36", "xsum"), ("36", "littlekiller"), ("36", "sandwich"), ("36", "killer")] {
        let words = ["generate", "--time", "0.2", "--threads", "1", "--seed", "1", "--size", size, "--with", rule];
        let (_, said, code) = quadrille(&words, "");
        assert!(code == 3 || code == 2 && said.contains("too large"), "{size} {rule}: {code} {said}");
    }
}

#[test]
fn minimal_puzzles_are_proved_to_be_or_say_which_givens_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let words =
        ["generate", "--seed", "3", "--threads", "1", "--size", "6", "--minimal", "--with", "littlekiller", "--json"];
    let (out, said, code) = told(&run_in(folder.path(), &words, ""));
    let made: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error} {out}{said}"));
    let unproved: Vec<&str> =
        made["unproved"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
    assert_eq!(code == 3, !unproved.is_empty(), "{said}");
    let puzzle = made["puzzle"].as_str().unwrap();
    // Without any other given there are several solutions.
    let lines: Vec<&str> = puzzle.lines().collect();
    let first = 1 + lines.iter().position(|line| line.starts_with("givens")).unwrap();
    for (row, line) in lines[first..first + 6].iter().enumerate() {
        for (column, c) in line.chars().enumerate() {
            let name = format!("r{}c{}", row + 1, column + 1);
            if c == '.' || unproved.contains(&name.as_str()) {
                continue;
            }
            let mut less: Vec<String> = lines.iter().map(ToString::to_string).collect();
            less[first + row].replace_range(column..=column, ".");
            let (out, said, _) = told(&run_in(folder.path(), &["check"], &less.join("\n")));
            assert_eq!(out.trim(), "many", "{name} {said}\n{puzzle}");
        }
    }
}

/// What cannot be compared is not overwritten without a question: a file larger than any puzzle.
#[test]
fn a_file_that_cannot_be_compared_is_not_replaced_without_a_question() {
    const SIZE: u64 = 270 << 20;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("g.toml");
    let grow = |file: &Path| fs::OpenOptions::new().write(true).open(file).unwrap().set_len(SIZE).unwrap();
    // Under its own name, after another program has made it large.
    fs::copy("puzzles/sudoku-4x4-first.toml", &file).unwrap();
    let mut session = Session::start(&[file.to_str().unwrap()], (80, 24), &[]);
    session.sees("PLAY");
    session.keys("w1");
    grow(&file);
    session.keys("\x13");
    session.sees("eplace");
    assert_eq!(file.metadata().unwrap().len(), SIZE);
    session.keys("n");
    session.until("no question", |screen| !screen.contains("eplace"));
    // And under a new name.
    let other = folder.path().join("other.toml");
    fs::write(&other, "").unwrap();
    grow(&other);
    session.keys("S");
    session.sees("Save as");
    session.keys("\x15");
    session.keys(&format!("{}\r", other.display()));
    session.sees("eplace");
    assert_eq!(other.metadata().unwrap().len(), SIZE);
}

/// A process that a thread has started ends with the command, as one of the first thread does.
#[test]
fn nothing_is_left_of_what_a_thread_has_started() {
    if Command::new("python3").arg("-V").output().is_err() || !Path::new("/proc/self/task").exists() {
        return skip("python3 or /proc is missing: the children of threads");
    }
    let folder = tempfile::tempdir().unwrap();
    let script = "import subprocess, sys, threading, time\n\
                  def start():\n    child = subprocess.Popen(['sleep', '600'], start_new_session=True)\n    \
                  open('begun', 'w').write(str(child.pid))\n    time.sleep(600)\n\
                  threading.Thread(target=start, daemon=True).start()\ntime.sleep(0.2)\n\
                  print('1'); sys.stdout.flush(); time.sleep(600)\n";
    fs::write(folder.path().join("thread.py"), script).unwrap();
    fs::write(folder.path().join("cover.txt"), "a b\na\nb\n").unwrap();
    for command in
        [&["against", "cover.txt", "--silence", "1"][..], &["stress", "poj3740", "--time", "1", "--cases", "1"]]
    {
        _ = fs::remove_file(folder.path().join("begun"));
        let words: Vec<&str> = command.iter().copied().chain(["--", "python3", "thread.py"]).collect();
        run_in(folder.path(), &words, "");
        let id = fs::read_to_string(folder.path().join("begun")).unwrap();
        let is_left = || {
            let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            !stat.is_empty() && !stat.contains(") Z ")
        };
        let until = Instant::now() + Duration::from_secs(20);
        while is_left() {
            assert!(Instant::now() < until, "{command:?} left {id}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// A file that the shell has opened for the command is not written by it.
#[test]
fn a_file_of_a_standard_stream_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.jsonl");
    let pieces = run_in(folder.path(), &["split", "--parts", "2", "-"], "a b\na\nb\na b\n");
    let pieces = if pieces.stdout.is_empty() {
        fs::write(folder.path().join("cover.txt"), "a b\na\nb\na b\n").unwrap();
        run_in(folder.path(), &["split", "--parts", "2", "cover.txt"], "").stdout
    } else {
        pieces.stdout
    };
    fs::write(&path, &pieces).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["work", "--time", "5", "--rest", "p.jsonl"])
        .current_dir(folder.path())
        .stdin(fs::File::open(&path).unwrap())
        .output()
        .unwrap();
    let (_, said, code) = told(&output);
    assert!(code == 2 && said.contains("standard input"), "{code} {said}");
    assert_eq!(fs::read(&path).unwrap(), pieces);
    // So is a file that holds what the command prints.
    let out = folder.path().join("film.svg");
    let output = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["film", "cover-knuth", "--steps", "1", "--force", "-o", "film.svg"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(fs::File::create(&out).unwrap())
        .output()
        .unwrap();
    let (_, said, code) = told(&output);
    assert!(code == 2 && said.contains("standard output"), "{code} {said}");
}

#[test]
fn an_error_names_a_file_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy("puzzles/sudoku-4x4-first.toml", folder.path().join("k.toml")).unwrap();
    let commands = [
        &["prove", "k.toml", "--opb", "k.toml", "--proof", "p.pbp"][..],
        &["prove", "k.toml", "--opb", "/nonexistent/k.opb", "--proof", "p.pbp"],
        &["film", "k.toml", "--steps", "1", "-o", "/nonexistent/z.svg"],
        &["film", "k.toml", "--steps", "1", "-o", "k.toml"],
        &["work", "--time", "1", "--rest", "/nonexistent/rest"],
    ];
    for words in commands {
        let (_, said, code) = told(&run_in(folder.path(), words, ""));
        assert_eq!(code, 2, "{words:?}: {said}");
        assert!(!said.contains("standard output"), "{words:?}: {said}");
        let parts: Vec<&str> = said.trim().split(": ").collect();
        let twice = parts.windows(2).any(|two| two[0] == two[1]);
        assert!(!twice, "{words:?}: {said}");
    }
    // A full disk.
    if Path::new("/dev/full").exists() {
        let (_, said, _) =
            told(&run_in(folder.path(), &["prove", "k.toml", "--opb", "/dev/full", "--proof", "p.pbp"], ""));
        assert_eq!(said.matches("/dev/full").count(), 1, "{said}");
    }
}

/// Characters that cannot be seen or turn the text around leave as their codes, whatever they are.
#[test]
fn what_cannot_be_seen_is_printed_as_its_code() {
    for c in [
        '\u{200b}',
        '\u{ad}',
        '\u{34f}',
        '\u{115f}',
        '\u{180e}',
        '\u{202e}',
        '\u{2066}',
        '\u{3164}',
        '\u{feff}',
        '\u{ffa0}',
        '\u{1d173}',
    ] {
        let cover = format!("a{c}x b\na{c}x b\n");
        let (out, said, code) = quadrille(&["solve", "--as", "knuth"], &cover);
        assert_eq!(code, 0, "{said}");
        assert!(!out.contains(c) && out.contains("\\u{"), "{:?}: {out}", c.escape_unicode().to_string());
    }
}

/// A program that does not come to `main`, one that takes all memory, and a script that ends its
/// interpreter: each has a sentence, in time.
#[test]
fn programs_that_cannot_be_followed_end_in_a_sentence() {
    let has = |tool: &str| Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    if !["gdb", "gcc", "python3"].iter().all(|tool| has(tool)) {
        return skip("gdb, gcc or python3 is missing: programs that cannot be followed");
    }
    let folder = tempfile::tempdir().unwrap();
    let sources = [
        (
            "waits",
            "#include <unistd.h>\n__attribute__((constructor)) void f(void) { for (;;) sleep(10); }\nint main(void) { return 0; }\n",
        ),
        (
            "hog",
            "#include <stdlib.h>\nint main(void) { for (;;) { char *p = malloc(1 << 20); for (int i = 0; i < 1 << 20; i++) p[i] = 1; } }\n",
        ),
    ];
    for (name, text) in sources {
        fs::write(folder.path().join(format!("{name}.c")), text).unwrap();
        let source = format!("{name}.c");
        let built = Command::new("gcc").args(["-g", "-w", &source, "-o", name]).current_dir(folder.path()).status();
        assert!(built.unwrap().success());
    }
    fs::write(folder.path().join("kill.py"), "import os\nos.kill(os.getpid(), 9)\n").unwrap();
    for (program, says) in [
        (&["./waits"][..], "`main` was not reached"),
        (&["./hog"], "more memory than `--memory` allows"),
        (&["python3", "kill.py"], "SIGKILL"),
    ] {
        let words: Vec<&str> =
            ["attach", "--silence", "0.5", "--memory", "64M"].into_iter().chain(program.iter().copied()).collect();
        let (_, said, code) = told(&run_in(folder.path(), &words, ""));
        assert!(code == 2 && said.contains(says), "{program:?}: {code} {said}");
    }
}
