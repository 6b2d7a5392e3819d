//! `attach` beside twenty programs in the forms of published templates and three in Python,
//! unmodified, each with four bugs. What is right of them is in `attach/programs.toml`: counts of
//! solutions, and the lines that a reader would name.

use crate::support::{is_long, skip};
use serde::Deserialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const QUADRILLE: &str = env!("CARGO_BIN_EXE_quadrille");

#[derive(Deserialize)]
struct Programs {
    program: Vec<Program>,
}

#[derive(Deserialize)]
struct Program {
    name: String,
    file: String,
    language: String,
    input: String,
    solutions: u64,
    bug: Vec<Planted>,
}

#[derive(Deserialize)]
struct Planted {
    id: u32,
    what: String,
    lines: Vec<u64>,
    /// A part of the sentence about the variable that was not reset.
    #[serde(default)]
    cause: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/attach")
}

fn programs() -> Vec<Program> {
    let text = fs::read_to_string(folder().join("programs.toml")).unwrap();
    toml::from_str::<Programs>(&text).unwrap().program
}

/// Returns whether a tool is here.
fn has(tool: &str) -> bool {
    Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Builds a program with a bug, or with none for 0. `None` without its compiler.
fn built(program: &Program, bug: u32, into: &Path) -> Option<PathBuf> {
    let source = into.join(program.file.trim_end_matches(".txt"));
    fs::copy(folder().join(&program.file), &source).unwrap();
    if program.language == "python" {
        let text = fs::read_to_string(&source).unwrap();
        let script = into.join(format!("{}-{bug}.py", program.name));
        fs::write(&script, text.replacen("BUG = 0", &format!("BUG = {bug}"), 1)).unwrap();
        return has("python3").then_some(script);
    }
    let binary = into.join(format!("{}-{bug}", program.name));
    let mut command = match program.language.as_str() {
        "rust" => {
            let mut command = Command::new("rustc");
            command.args(["-g", "--edition", "2021", "-A", "warnings", "--cfg", &format!("bug=\"{bug}\"")]);
            command
        }
        language => {
            let mut command = Command::new(if language == "c" { "gcc" } else { "g++" });
            command.args(["-g", "-O0", "-w", &format!("-DBUG={bug}")]);
            command
        }
    };
    let output = command.arg(&source).arg("-o").arg(&binary).output().ok()?;
    assert!(output.status.success(), "{}: {}", program.name, String::from_utf8_lossy(&output.stderr));
    Some(binary)
}

fn attach(binary: &Path, input: &str) -> (Value, i32, String) {
    let mut command = Command::new(QUADRILLE);
    command.args(["attach", "--json", "--first", "--input"]).arg(folder().join(input)).arg(binary);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let value = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (value, output.status.code().unwrap(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn right_programs_are_followed_to_their_end() {
    if !has("gdb") {
        return skip("gdb is missing: twenty programs under `attach`");
    }
    let folder = tempfile::tempdir().unwrap();
    for program in programs() {
        let Some(binary) = built(&program, 0, folder.path()) else {
            skip(&format!("no compiler for {}", program.name));
            continue;
        };
        let (report, code, said) = attach(&binary, &program.input);
        let place = format!("{}: {report:#}{said}", program.name);
        assert_eq!((report["status"].as_str(), code), (Some("same"), 0), "{place}");
        assert_eq!(report["solutions"].as_u64(), Some(program.solutions), "{place}");
        assert!(report["operations"].as_u64() > Some(8), "{place}");
    }
}

/// A bug of each program, or all of them if everything is asked for.
#[test]
fn planted_bugs_are_found_and_most_lines_named() {
    if !has("gdb") {
        return skip("gdb is missing: programs with bugs under `attach`");
    }
    let folder = tempfile::tempdir().unwrap();
    let (mut found, mut named, mut all, mut missed) = (0, 0, 0, Vec::new());
    for (at, program) in programs().iter().enumerate() {
        for bug in program.bug.iter().filter(|bug| is_long() || at % 2 == 0 && bug.id as usize == at / 2 % 3 + 1) {
            let Some(binary) = built(program, bug.id, folder.path()) else { continue };
            all += 1;
            let (report, _, said) = attach(&binary, &program.input);
            let is_found = matches!(report["status"].as_str(), Some("differs" | "hang" | "crash"));
            found += u32::from(is_found);
            let numbers = |key: &str| report[key].as_array().cloned().unwrap_or_default();
            let mut lines: Vec<u64> =
                numbers("loops").iter().chain(&numbers("trail")).filter_map(Value::as_u64).collect();
            lines.extend(report["line"]["line"].as_u64());
            let cause = report["cause"].as_str().unwrap_or_default();
            let is_named = lines.iter().any(|line| bug.lines.contains(line)) && cause.contains(&bug.cause);
            named += u32::from(is_named);
            if !is_found || !is_named {
                missed.push(format!("{} {} ({}): {} {said}", program.name, bug.id, bug.what, report["what"]));
            }
        }
    }
    assert!(found * 20 >= all * 18, "{found} of {all} are found: {missed:#?}");
    let least = if is_long() { 18 } else { 16 };
    assert!(named * 20 >= all * least, "{named} of {all} are named: {missed:#?}");
}

/// A program that cannot be followed is said to be that in one sentence, and nothing of it is left.
#[test]
fn what_cannot_be_followed_is_said_in_a_sentence() {
    if !has("gdb") || !has("gcc") {
        return skip("gdb or gcc is missing: odd programs under `attach`");
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let build = |name: &str, text: &str, flags: &[&str]| {
        fs::write(folder.join(format!("{name}.c")), text).unwrap();
        let mut command = Command::new("gcc");
        command.args(flags).args(["-w", &format!("{name}.c"), "-o", name]).current_dir(folder);
        assert!(command.status().unwrap().success());
    };
    let forks = "#include <unistd.h>\nint child(int x) { for (;;) sleep(1); }\n\
                 int main() { for (int i = 0; i < 3; i++) if (!fork()) return child(i); return 0; }\n";
    build("spin", "int a[9];\nint spin(int x) { for (;;) a[x]++; }\nint main() { return spin(1); }\n", &["-g"]);
    build("forks", forks, &["-g"]);
    build(
        "flood",
        "int puts(const char *);\nint f(int x) { for (;;) puts(\"flood\"); }\nint main() { return f(1); }\n",
        &["-g"],
    );
    build("dies", "int g(int *p) { return *p; }\nint main() { return g(0); }\n", &["-g"]);
    // Every array is a ring, and each has its inverse.
    let rings = "enum { n = 20000 };\n#define A(k) int f##k[n], b##k[n];\n\
                 A(0) A(1) A(2) A(3) A(4) A(5) A(6) A(7) A(8) A(9)\n\
                 #define S(k) for (int i = 0; i < n; i++) f##k[i] = (i + 1 + k) % n, b##k[f##k[i]] = i;\n\
                 void cover(int c) { f0[b0[c]] = f0[c]; b0[f0[c]] = b0[c]; }\n\
                 int main() { S(0) S(1) S(2) S(3) S(4) S(5) S(6) S(7) S(8) S(9) cover(5); cover(7); return 0; }\n";
    build("rings", rings, &["-g"]);
    // A search whose first line is wrong comes to no cover.
    let returns = "int L[9], R[9], U[9], D[9];\n\
                   void hide(int c) { L[R[c]] = L[c]; R[L[c]] = R[c]; }\n\
                   int explore(int k) { if (R[0] >= 0) return 1; hide(R[0]); return explore(k + 1); }\n\
                   int main() { for (int i = 0; i < 3; i++) R[i] = (i + 1) % 3, L[(i + 1) % 3] = i;\n\
                   for (int i = 1; i < 3; i++) U[i] = D[i] = i + 2, U[i + 2] = D[i + 2] = i;\n\
                   L[3] = R[3] = 4; L[4] = R[4] = 3; return explore(0); }\n";
    build("returns", returns, &["-g"]);
    build("bare", "int main() { return 0; }\n", &[]);
    build("stripped", "int f(int x) { return x; }\nint main() { return f(0); }\n", &["-g", "-s"]);
    let rows = [
        ("spin", "did not end in time, in spin.c:2"),
        ("forks", "no links were found"),
        ("flood", "did not end in time"),
        ("dies", "SIGSEGV, in dies.c:1"),
        ("rings", "too many of its variables could be links"),
        ("returns", "after them it ran explore (returns.c:3), and it ended"),
        ("bare", "compile it with -g"),
        ("stripped", "compile it with -g"),
        ("nothing", "not there"),
    ];
    for (name, sentence) in rows {
        let mut command = Command::new(QUADRILLE);
        command.arg("attach").arg(format!("./{name}")).current_dir(folder).stdin(Stdio::null());
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains(sentence) && said.trim().lines().count() == 1, "{name}: {said}");
    }
    assert!(is_gone(folder), "something is left running");
}

/// Returns whether no process runs a program of a folder, at once or soon.
fn is_gone(folder: &Path) -> bool {
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let mut programs = processes.filter_map(|entry| fs::read_link(entry.path().join("exe")).ok());
        if !programs.any(|program| program.starts_with(folder)) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

/// However the command ends, the program under gdb ends with it.
#[test]
fn nothing_is_left_of_a_program_under_gdb() {
    if !has("gdb") || !has("gcc") {
        return skip("gdb or gcc is missing: the end of `attach`");
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text = "#include <unistd.h>\n#include <fcntl.h>\nint f(int x) { close(open(\"begun\", O_CREAT | O_WRONLY, 0600)); \
                for (;;) sleep(1); }\nint main() { return f(1); }\n";
    fs::write(folder.join("waits.c"), text).unwrap();
    assert!(
        Command::new("gcc")
            .args(["-g", "-w", "waits.c", "-o", "waits"])
            .current_dir(folder)
            .status()
            .unwrap()
            .success()
    );
    for signal in ["-TERM", "-KILL"] {
        _ = fs::remove_file(folder.join("begun"));
        let mut command = Command::new(QUADRILLE);
        command.args(["attach", "./waits"]).current_dir(folder).stdin(Stdio::null());
        let mut attached = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while !folder.join("begun").exists() {
            assert_eq!(attached.try_wait().unwrap(), None);
            std::thread::sleep(Duration::from_millis(5));
        }
        Command::new("kill").args([signal, &attached.id().to_string()]).status().unwrap();
        attached.wait().unwrap();
        assert!(is_gone(folder), "{signal}");
    }
}

/// A wrong encoding is seen in the matrix, beside that of the judge's problem.
#[test]
fn a_wrong_encoding_is_seen_in_the_matrix() {
    let programs = programs();
    let sudoku = programs.iter().find(|program| program.name.starts_with("15")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    if !has("gdb") {
        return skip("gdb is missing: the matrix of a program");
    }
    for (bug, status) in [(0, "same"), (3, "differs")] {
        let Some(binary) = built(sudoku, bug, folder.path()) else { return };
        let matrix = folder.path().join(format!("matrix-{bug}.txt"));
        let mut command = Command::new(QUADRILLE);
        command.args(["attach", "--json", "--judge", "poj2676", "--matrix"]).arg(&matrix);
        let input = fs::File::open(super::attach::folder().join(&sudoku.input)).unwrap();
        let output = command.arg(&binary).stdin(input).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["status"], status, "{report:#}");
        assert_eq!(report["unlike"].is_string(), bug != 0, "{report:#}");
        let lint = Command::new(QUADRILLE).args(["lint", "--as", "knuth"]).arg(&matrix).output().unwrap();
        assert_ne!(lint.status.code(), Some(2), "{}", String::from_utf8_lossy(&lint.stderr));
    }
}

/// From a wrong answer to the line in one command.
#[test]
fn stress_follows_the_program_on_its_failing_case() {
    if !has("gdb") || !has("gcc") {
        return skip("gdb or gcc is missing: `stress --attach`");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sudoku.c"), include_str!("against/sudoku.c.txt")).unwrap();
    let mut command = Command::new("gcc");
    command.args(["-g", "-O0", "-w", "sudoku.c", "-o", "sudoku"]).current_dir(folder.path());
    assert!(command.status().unwrap().success());
    let mut command = Command::new(QUADRILLE);
    command.args(["stress", "poj2676", "--attach", "--seed", "7", "--time", "1", "--", "./sudoku", "header"]);
    let output = command.current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("after the cover of column") && said.contains("line         sudoku.c:"), "{said}");
}

/// Random cases under right programs of several habits: heads of rows, secondary headers that are
/// in no ring, a search that never calls itself. Their counts are those that they print themselves.
#[test]
fn habits_of_right_programs_are_no_faults() {
    if !has("gdb") || !has("g++") {
        return skip("gdb or g++ is missing: habits under `attach`");
    }
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("habits.cpp");
    fs::copy(self::folder().join("habits.cpp.txt"), &source).unwrap();
    for habit in 0..6 {
        let binary = folder.path().join(format!("habit{habit}"));
        let mut command = Command::new("g++");
        command.args(["-g", "-O0", "-w", &format!("-DHABIT={habit}")]).arg(&source).arg("-o").arg(&binary);
        assert!(command.status().unwrap().success());
        for seed in 0..if is_long() { 20 } else { 2 } {
            let mut rng = fastrand::Rng::with_seed(seed * 7 + habit);
            let mut input = String::new();
            for _ in 0..rng.usize(1..4) {
                let (rows, columns) = (rng.usize(1..8), rng.usize(2..7));
                // A first row with an entry, so that there is a matrix.
                let cell = |row: usize, column: usize, rng: &mut fastrand::Rng| {
                    if row == 0 && column == 0 || rng.f64() < 0.35 { "1" } else { "0" }
                };
                input += &format!("{rows} {columns}\n");
                for row in 0..rows {
                    let line: Vec<&str> = (0..columns).map(|column| cell(row, column, &mut rng)).collect();
                    input += &format!("{}\n", line.join(" "));
                }
            }
            let file = folder.path().join("in.txt");
            fs::write(&file, &input).unwrap();
            let printed = Command::new(&binary).stdin(fs::File::open(&file).unwrap()).output().unwrap().stdout;
            let counts: u64 =
                String::from_utf8(printed).unwrap().split_whitespace().map(|count| count.parse::<u64>().unwrap()).sum();
            let mut command = Command::new(QUADRILLE);
            let output = command.args(["attach", "--json", "--input"]).arg(&file).arg(&binary).output().unwrap();
            let report: Value = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
            let place =
                format!("habit {habit}, seed {seed}: {report:#}{}{input}", String::from_utf8_lossy(&output.stderr));
            assert_eq!(report["status"].as_str(), Some("same"), "{place}");
            // Without calls of the search, options of one column are seen once.
            if !report["search"].is_null() {
                assert_eq!(report["solutions"].as_u64(), Some(counts), "{place}");
            }
        }
    }
}

/// The roles can be said in the form in which they are printed; names that are not there are an
/// error.
#[test]
fn roles_can_be_said() {
    if !has("gdb") || !has("g++") {
        return skip("gdb or g++ is missing: roles under `attach`");
    }
    let folder = tempfile::tempdir().unwrap();
    let program = programs().into_iter().find(|program| program.name.starts_with("01")).unwrap();
    let binary = built(&program, 0, folder.path()).unwrap();
    let run = |roles: &str| {
        let mut command = Command::new(QUADRILLE);
        command.args(["attach", "--first", "--roles", roles, "--input"]).arg(self::folder().join(&program.input));
        let output = command.arg(&binary).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, found, _) = run("");
    assert_eq!(code, Some(0), "{found}");
    // Left and right may change their names, and the search is the same.
    let (code, mirrored, said) = run("R L D U; root 0");
    assert_eq!(code, Some(0), "{mirrored}{said}");
    assert!(mirrored.starts_with("links: R L D U"), "{mirrored}");
    let (code, _, said) = run("A B C D");
    assert!(code == Some(2) && said.contains("--roles"), "{said}");
    let (code, _, said) = run("one two");
    assert!(code == Some(2) && said.contains("is none of"), "{said}");
    let own = found.lines().next().unwrap().to_string();
    assert_eq!(run(&own).1.lines().next(), Some(own.as_str()));
}

/// The programs of strangers in small: `data/programs`, which `QUADRILLE_PROGRAMS` names, or which
/// lies beside the corpus.
fn strangers() -> Option<PathBuf> {
    let named = std::env::var_os("QUADRILLE_PROGRAMS").map(PathBuf::from);
    let beside = std::env::var_os("QUADRILLE_CORPUS").map(|corpus| Path::new(&corpus).join("../data/programs"));
    named.or(beside).filter(|folder| folder.is_dir())
}

/// Right programs are not accused, and wrong ones are named where they are wrong.
#[test]
fn programs_of_strangers_are_not_accused() {
    let Some(folder) = strangers() else { return skip("QUADRILLE_PROGRAMS names no folder") };
    if !has("gdb") || !has("gcc") || !has("g++") {
        return skip("gdb or a compiler is missing: programs of strangers under `attach`");
    }
    let work = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(&folder).unwrap().flatten() {
        fs::copy(entry.path(), work.path().join(entry.file_name())).unwrap();
    }
    let build = |tool: &str, flags: &[&str], source: &str, to: &str| {
        let mut command = Command::new(tool);
        command.args(flags).args([source, "-o", to]).current_dir(work.path());
        assert!(command.stderr(Stdio::null()).status().unwrap().success(), "{source}");
    };
    let said = |command: &[&str], input: Option<&str>| {
        let mut own = Command::new(QUADRILLE);
        own.args(["attach", "--json"]).current_dir(work.path()).stdin(Stdio::null());
        own.args(input.map(|input| ["--input", input]).iter().flatten()).args(command);
        let output = own.output().unwrap();
        let value: Value = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
        (value, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let debug = ["-g", "-O0", "-w"];
    for (tool, source, input, operations, solutions) in [
        ("gcc", "c02-union-size.c", Some("latin3.in"), 500, 12),
        ("g++", "c04-two-solvers.cpp", None, 38, 5),
        ("g++", "c05-cells-and-columns.cpp", Some("c05.in"), 24, 1),
        ("g++", "c05-cells-and-columns.cpp", Some("latin3.in"), 500, 12),
        ("gcc", "c08-helpers.c", Some("c08.in"), 32, 1),
        ("gcc", "c08-helpers.c", Some("latin3.in"), 536, 12),
        ("gcc", "anonymous-union.c", None, 26, 1),
    ] {
        build(tool, &debug, source, "right");
        let (report, error) = said(&["./right"], input);
        let place = format!("{source}: {report:#}{error}");
        assert_eq!(report["status"], "same", "{place}");
        assert_eq!(
            (report["operations"].as_u64(), report["solutions"].as_u64()),
            (Some(operations), Some(solutions)),
            "{place}"
        );
    }
    // The bugs, each with its operation and a line of it; the others are harmless on this input.
    for (bug, input, status, op, line) in [
        ("-DBUG=0", "c07-bug3.in", "same", None, None),
        ("-DBUG=1", "c07-bug3.in", "same", None, None),
        ("-DBUG=2", "c07-bug2.in", "differs", Some(5), Some(41)),
        ("-DBUG=3", "c07-bug3.in", "differs", Some(4), Some(37)),
        ("-DBUG=5", "c07-bug3.in", "differs", Some(0), Some(17)),
        ("-DBUG=6", "c07-bug3.in", "differs", Some(1), Some(27)),
        ("-DBUG=7", "c07-bug3.in", "same", None, None),
    ] {
        build("g++", &["-g", "-O0", "-w", bug], "c07-easy-bugs.cpp", "bug");
        let (report, error) = said(&["./bug"], Some(input));
        let place = format!("{bug}: {report:#}{error}");
        let found = (report["status"].as_str(), report["op"].as_u64(), report["line"]["line"].as_u64());
        assert_eq!(found, (Some(status), op, line), "{place}");
    }
    // Optimized code is followed, or declined in a sentence about it.
    for level in ["-Og", "-O1", "-O2"] {
        build("gcc", &["-g", level, "-w"], "dlx_o2.c", "fast");
        let (report, error) = said(&["./fast"], None);
        let is_said = error.contains("compiled with") && error.trim().lines().count() == 1;
        assert!(report["status"] == "same" || is_said, "{level}: {report:#}{error}");
    }
    // Every Python that is here.
    for python in pythons() {
        let python = python.as_str();
        for (script, status, operations, solutions) in
            [("e7.py", "same", 4, 1), ("e16.py", "same", 20, 3), ("c1.py", "same", 26, 1), ("min-fn.py", "same", 28, 3)]
        {
            let (report, error) = said(&[python, script], None);
            let place = format!("{python} {script}: {report:#}{error}");
            let found = (report["status"].as_str(), report["operations"].as_u64(), report["solutions"].as_u64());
            assert_eq!(found, (Some(status), Some(operations), Some(solutions)), "{place}");
        }
        let (report, error) = said(&[python, "b3.py"], None);
        let place = format!("{python} b3.py: {report:#}{error}");
        assert!(report["what"].as_str().is_some_and(|what| what.contains("leaves the search")), "{place}");
        assert!(report["line"]["function"].as_str().is_some_and(|name| name.ends_with("_solve")), "{place}");
    }
}

/// The interpreters of Python from 3.7 on: that of the path, and those of pyenv.
fn pythons() -> Vec<String> {
    let home = std::env::var("HOME").unwrap_or_default();
    let of_pyenv = fs::read_dir(format!("{home}/.pyenv/versions")).into_iter().flatten().flatten();
    let mut found: Vec<String> = vec!["python3".to_string()];
    found.extend(of_pyenv.map(|entry| entry.path().join("bin/python3").display().to_string()));
    let is_new = |python: &String| {
        let mut command = Command::new(python);
        command.args(["-c", "import sys; sys.exit(sys.version_info < (3, 7))"]);
        command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    found.retain(is_new);
    found
}

/// What is not followed is said to be that, each language in its sentence, and an argument is never
/// a command of the debugger.
#[test]
fn other_languages_and_odd_arguments_are_known() {
    if !has("gdb") || !has("gcc") {
        return skip("gdb or gcc is missing: odd commands under `attach`");
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = |command: &[&str]| {
        let output = Command::new(QUADRILLE)
            .arg("attach")
            .args(command)
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    fs::write(folder.join("mine.rb"), "#!/usr/bin/env ruby\nputs 1\n").unwrap();
    Command::new("chmod").args(["+x", "mine.rb"]).current_dir(folder).status().unwrap();
    let (code, error) = said(&["./mine.rb"]);
    assert!(code == Some(2) && error.contains("in Ruby") && error.contains("quadrille shim"), "{error}");
    let text = "#include <stdio.h>\n#include <string.h>\nint f(int x) { return x; }\n\
                int main(int n, char **a) { FILE *to = fopen(\"seen\", \"w\"); fprintf(to, \"%s\", n > 1 ? a[1] : \"\"); \
                fclose(to); return f(n); }\n";
    fs::write(folder.join("odd.c"), text).unwrap();
    let mut command = Command::new("gcc");
    assert!(command.args(["-g", "-w", "odd.c", "-o", "odd"]).current_dir(folder).status().unwrap().success());
    let odd = "a\nshell touch hurt\n'$HOME' \"b\" \\ `c`";
    let (code, error) = said(&["./odd", odd]);
    assert!(code == Some(2) && error.contains("no links were found"), "{error}");
    assert_eq!(fs::read_to_string(folder.join("seen")).unwrap(), odd);
    assert!(!folder.join("hurt").exists());
}
