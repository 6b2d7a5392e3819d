//! `--log FILE`: what is in the log, where the option may stand, and what a log never does.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

/// The program in a folder, which is also its state folder.
fn quadrille(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.current_dir(folder).env("XDG_CONFIG_HOME", folder).env("XDG_STATE_HOME", folder.join("state"));
    command.env("TERM", "xterm-odd").env("LANG", "C.UTF-8").env_remove("NO_COLOR");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn answer(mut command: Command, input: &str) -> Output {
    let mut child = command.spawn().unwrap();
    // A program that refuses its arguments does not read its input.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Runs the program. Returns its exit code and its standard error.
fn run(folder: &Path, words: &[&str], input: &str) -> (Option<i32>, String) {
    let mut command = quadrille(folder);
    command.args(words);
    let output = answer(command, input);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn puzzle(name: &str) -> String {
    format!("{}/puzzles/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

/// The log, if each of its lines is an event that can be seen.
fn log(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("# quadrille log 1"));
    for line in lines {
        let (seconds, rest) = line.trim_start().split_once("s ").unwrap_or_else(|| panic!("{line}"));
        seconds.parse::<f64>().unwrap_or_else(|_| panic!("no time: {line}"));
        let level = rest.split_whitespace().next().unwrap();
        assert!(["ERROR", "WARN", "INFO", "DEBUG"].contains(&level), "{line}");
        assert!(rest.contains(" quadrille"), "no target: {line}");
    }
    assert!(!text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{text}");
    text
}

/// Each text is in the log, in this order.
fn has(log: &str, texts: &[&str]) {
    let mut from = 0;
    for text in texts {
        let at = log[from..].find(text).unwrap_or_else(|| panic!("`{text}` is missing or out of order:\n{log}"));
        from += at + text.len();
    }
}

#[test]
fn a_command_logs_its_inputs_and_answers() {
    let folder = tempfile::tempdir().unwrap();
    let file = puzzle("queens-8");
    let (code, _) = run(folder.path(), &["count", &file, "nowhere", "--nodes", "5", "--log", "x.log"], "");
    assert_eq!(code, Some(3));
    let text = log(&folder.path().join("x.log"));
    let version = format!("quadrille {}, begun at 2", env!("CARGO_PKG_VERSION"));
    has(
        &text,
        &[
            &version,
            "command line: ",
            r#""count""#,
            r#""--nodes" "5""#,
            "system: ",
            r#"TERM="xterm-odd""#,
            "COLORTERM",
            r#"LANG="C.UTF-8""#,
            "NO_COLOR is not set",
            "terminal",
            "stdin=false",
            "input opened name=",
            "input read name=",
            "queens-8.toml\" bytes=",
            "sha256=\"",
            "search begins",
            "answered name=",
            r#"engine="bits" why="to count"#,
            "stop=Limit",
            "seconds=",
            "WARN",
            "a limit was hit",
            "said: error: nowhere: ",
            "ended with the exit code 3",
        ],
    );
    // Lines are answered by another way.
    assert_eq!(run(folder.path(), &["check", "--log", "x.log"], &NINE.repeat(3)).0, Some(0));
    let text = log(&folder.path().join("x.log"));
    has(
        &text,
        &[
            "answered name=\"standard input\" case=3 engine=\"bands\" why=\"a 9x9 in a batch\" status=\"unique\"",
            "lines=3",
            "exit code 0",
        ],
    );
    assert_eq!(run(folder.path(), &["keys", "--log", "x.log"], "").0, Some(0));
    has(&log(&folder.path().join("x.log")), &["configuration: the defaults", "exit code 0"]);
}

#[test]
fn the_workbench_logs_what_happens() {
    let folder = tempfile::tempdir().unwrap();
    let (grid, name) = (folder.path().join("grid.txt"), "grid.txt");
    fs::write(&grid, NINE).unwrap();
    fs::create_dir(folder.path().join("quadrille")).unwrap();
    fs::write(folder.path().join("quadrille/config.toml"), "[ui]\ntheme = \"dark\"\n").unwrap();
    let typed = "solve\nback\nr1c3=4\nkey 9\nstep\nforward 2\nnosuch\nback\nmodel\nforecast\nback\nquit\ny\n";
    let (code, said) = run(folder.path(), &["--plain", "--log", "x.log", name], typed);
    // There is no command `nosuch`.
    assert_eq!(code, Some(2), "{said}");
    let text = log(&folder.path().join("x.log"));
    let configuration = format!("configuration: {:?}", folder.path().join("quadrille/config.toml"));
    has(
        &text,
        &[
            &configuration,
            r#"input read name="grid.txt" bytes=82 sha256=""#,
            "workbench entries=1 seed=",
            "screen: play",
            r#"puzzle "grid.txt": 9x9 sudoku, 30 givens"#,
            "size: 80x24",
            "line: solve",
            "effect: start run 1 goal=\"unique\"",
        ],
    );
    has(&text, &["run 1 finished engine=", "why=", "status=\"unique\"", "nodes=", "seconds="]);
    has(
        &text,
        &[
            "line: 6 bytes",
            "notice: r1c3 = 4",
            "effect: keep entry 0",
            "line: forward 2",
            "WARN",
            "notice: there is no command `nosuch`",
            "line: model",
            "effect: forecast ",
            "background: forecast done seconds=",
            ": done",
            "effect: quit",
            "ended with the exit code 2",
        ],
    );
    assert!(!text.contains("r1c3=4") && !text.contains("53..7"), "what is typed into a grid is not logged: {text}");
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "a release has no drills")]
fn a_panic_is_logged_with_its_backtrace() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = quadrille(folder.path());
    command.args(["--plain", "--log", "x.log", &puzzle("queens-8")]).env("QUADRILLE_DRILL", "worker");
    assert_eq!(answer(command, "solve\n").status.code(), Some(2));
    let text = log(&folder.path().join("x.log"));
    has(
        &text,
        &["ERROR", "thread \"run 1\" panicked at crates/solve/src/", "a drill on the thread", "backtrace: ", "worker"],
    );
    has(&text, &["run 1 panicked: a drill on the thread", "the input has ended", "exit code 2"]);
    assert_eq!(text.matches(" panicked at ").count(), 1, "{text}");
}

#[test]
fn a_log_is_there_while_the_program_runs_and_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.log");
    let mut child = quadrille(folder.path()).args(["--plain", "--log", "x.log"]).spawn().unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    keyboard.write_all(b"nosuch\n").unwrap();
    let begun = Instant::now();
    while !fs::read_to_string(&path).is_ok_and(|text| text.contains("command `nosuch`")) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", fs::read_to_string(&path));
        std::thread::sleep(Duration::from_millis(5));
    }
    // A second program does not write into it.
    let (code, said) = run(folder.path(), &["kinds", "--log", "x.log"], "");
    assert!(code == Some(2) && said.contains("another process writes this log"), "{said}");
    child.kill().unwrap();
    child.wait().unwrap();
    has(&log(&path), &["command line: ", "command `nosuch`"]);
    assert_eq!(run(folder.path(), &["kinds", "--log", "x.log"], "").0, Some(0));
    assert!(!log(&path).contains("nosuch"), "a log replaces an earlier one");
}

#[test]
fn the_option_stands_before_or_behind_a_command() {
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = (folder.path().join("x.log"), puzzle("queens-8"));
    for words in [
        &["--log", "x.log", "solve", &file][..],
        &["--log=x.log", "solve", &file],
        &["solve", &file, "--log", "x.log"],
        &["solve", "--log", "x.log", &file],
        &["--log", "x.log", "--plain"],
        &["--plain", "--log", "x.log", &file],
        &["--plain", &file, "--log", "x.log"],
        &["--log", "x.log", "step", "--plain", &file],
        &["kept", "--log", "x.log"],
    ] {
        let (code, said) = run(folder.path(), words, "");
        assert_eq!(code, Some(0), "{words:?}: {said}");
        has(&log(&path), &["exit code 0"]);
        fs::remove_file(&path).unwrap();
    }
    // Nothing else of the workbench stands before a command.
    for words in [&["--plain", "solve", &file][..], &[&file, "solve"], &["--log", "x.log", "--theme", "dark", "keys"]] {
        let (code, said) = run(folder.path(), words, "");
        assert!(code == Some(2) && said.contains("before a command belongs to the workbench"), "{words:?}: {said}");
    }
    for words in [&["--log"][..], &["solve", "--log"]] {
        assert_eq!(run(folder.path(), words, "").0, Some(2));
    }
    assert!(!path.exists());
}

#[test]
fn without_the_option_there_is_no_log() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("here");
    fs::create_dir(&here).unwrap();
    let mut command = quadrille(folder.path());
    command.current_dir(&here).args(["solve", &puzzle("queens-8")]);
    let output = answer(command, "");
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(fs::read_dir(&here).unwrap().count(), 0);
}

#[test]
fn what_is_not_a_log_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let grid = folder.path().join("grid.txt");
    fs::write(&grid, NINE).unwrap();
    fs::create_dir(folder.path().join("inner")).unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (name, why) in [
        ("grid.txt", "error: --log grid.txt: there is a file that is not a log of quadrille, and it is left as it is"),
        ("inner", "error: --log inner: this is a folder"),
        ("pipe", "error: --log pipe: this is not a regular file"),
        ("/dev/full", "error: --log /dev/full: this is not a regular file"),
        ("no/x.log", "error: --log no/x.log: there is no folder no"),
    ] {
        for words in [&["solve", "grid.txt", "--log", name][..], &["--plain", "--log", name]] {
            let (code, said) = run(folder.path(), words, "");
            assert!(code == Some(2) && said.starts_with(why) && said.lines().count() == 1, "{words:?}: {said}");
        }
    }
    assert_eq!(fs::read_to_string(&grid).unwrap(), NINE);
}

#[test]
fn hostile_names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().join("a\n   0.000000001s  INFO quadrille: forged\u{1b}[2J\u{9b}\u{202e}b");
    fs::write(&odd, NINE).unwrap();
    let torn: PathBuf = folder.path().join(OsStr::from_bytes(b"torn\xff"));
    fs::write(&torn, NINE).unwrap();
    for (words, file) in [
        (&["check", "--log", "x.log"][..], &odd),
        (&["--plain", "--log", "x.log"], &odd),
        (&["check", "--log", "x.log"], &torn),
    ] {
        let mut command = quadrille(folder.path());
        command.args(words).arg(file);
        assert_eq!(answer(command, "save\nexport\n").status.code(), Some(0));
        let text = log(&folder.path().join("x.log"));
        assert!(!text.lines().any(|line| line.ends_with("forged")), "{text}");
        has(&text, &["command line", if *file == odd { r"\u{1b}[2J" } else { r"torn\xFF" }, "input opened"]);
    }
}

/// A log may not grow on a limit of file sizes, and the program goes on.
#[test]
fn a_log_that_cannot_grow_does_not_disturb() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_quadrille");
    let script = format!("ulimit -f 1; exec {program} solve --log x.log {}", puzzle("queens-8"));
    let mut command = Command::new("bash");
    command.current_dir(folder.path()).arg("-c").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped());
    let output = answer(command, "");
    assert!(output.status.success() && !output.stdout.is_empty());
    let text = fs::read_to_string(folder.path().join("x.log")).unwrap();
    assert!(text.len() <= 1024 && text.starts_with("# quadrille log 1\n") && !text.contains("exit code"), "{text}");
}
