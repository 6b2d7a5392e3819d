//! `against` beside real programs in five languages, with bugs planted in them.
//!
//! The oracle is `diff`: the first operation that the program without the bug does not print.

use crate::support::{is_ignored, is_long, rounds, skip};
use fastrand::Rng;
use rustix::process::Signal;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const QUADRILLE: &str = env!("CARGO_BIN_EXE_quadrille");

/// A language: the name of its shim, the program, the file, the commands that build and run it.
struct Language {
    name: &'static str,
    source: &'static str,
    file: &'static str,
    build: &'static [&'static str],
    run: &'static [&'static str],
}

const LANGUAGES: [Language; 5] = [
    Language {
        name: "c",
        source: include_str!("against/dlx.c.txt"),
        file: "dlx.c",
        build: &["cc", "-O1", "-w", "dlx.c", "-o", "in_c"],
        run: &["./in_c"],
    },
    Language {
        name: "cpp",
        source: include_str!("against/dlx.cpp.txt"),
        file: "dlx.cpp",
        build: &["c++", "-std=c++11", "-w", "dlx.cpp", "-o", "in_cpp"],
        run: &["./in_cpp"],
    },
    Language {
        name: "python",
        source: include_str!("against/dlx.py.txt"),
        file: "dlx.py",
        build: &["python3", "--version"],
        run: &["python3", "dlx.py"],
    },
    Language {
        name: "java",
        source: include_str!("against/Dlx.java.txt"),
        file: "Dlx.java",
        build: &["javac", "Dlx.java"],
        run: &["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "Dlx"],
    },
    Language {
        name: "rust",
        source: include_str!("against/dlx.rs.txt"),
        file: "dlx.rs",
        build: &["rustc", "--edition", "2021", "-A", "warnings", "dlx.rs", "-o", "in_rust"],
        run: &["./in_rust"],
    },
];

/// Language, bug, and what is to be named: `crash`, `hang` and `silence` are ends of the program.
const BUGS: [(&str, &str, &str); 20] = [
    ("c", "order", "order"),
    ("python", "order", "order"),
    ("c", "count", "count"),
    ("python", "count", "count"),
    ("cpp", "header", "header"),
    ("java", "header", "header"),
    ("cpp", "node", "node"),
    ("java", "node", "node"),
    ("java", "secondary", "secondary"),
    ("rust", "secondary", "secondary"),
    ("python", "solution", "solution"),
    ("rust", "solution", "solution"),
    ("cpp", "reset", "reset"),
    ("rust", "reset", "reset"),
    ("c", "crash", "crash"),
    ("python", "crash", "crash"),
    ("cpp", "hang", "hang"),
    ("rust", "hang", "hang"),
    ("c", "silence", "silence"),
    ("java", "silence", "silence"),
];

fn run(folder: &Path, words: &[&str]) -> Option<Output> {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(folder).stdin(Stdio::null()).output().ok()
}

/// Builds the programs whose compilers are here.
fn built(folder: &Path) -> Vec<&'static Language> {
    let build = |language: &&Language| {
        let shim = run(folder, &[QUADRILLE, "shim", language.name]).unwrap();
        let shim = String::from_utf8(shim.stdout).unwrap();
        fs::write(
            folder.join(language.file),
            if language.name == "java" {
                format!("{}\n{shim}", language.source)
            } else {
                format!("{shim}\n{}", language.source)
            },
        )
        .unwrap();
        let Some(output) = run(folder, language.build) else {
            skip(&format!("{} is missing: its program beside Algorithm X", language.build[0]));
            return false;
        };
        assert!(output.status.success(), "{}: {}", language.file, String::from_utf8_lossy(&output.stderr));
        true
    };
    LANGUAGES.iter().filter(build).collect()
}

/// A random matrix with a hidden solution, as text.
fn matrix(rng: &mut Rng, items: usize, rows: usize) -> String {
    let mut text = format!("{} {items}\n", rows + 3);
    let parts: Vec<usize> = (0..items).map(|_| rng.usize(..3)).collect();
    for part in 0..3 {
        let ones = parts.iter().map(|&of| if of == part { "1" } else { "0" });
        text += &(ones.collect::<Vec<_>>().join(" ") + "\n");
    }
    for _ in 0..rows {
        let mut ones: Vec<u8> = (0..items).map(|_| u8::from(rng.usize(..items) < 3)).collect();
        ones[rng.usize(..items)] = 1;
        text += &(ones.iter().map(u8::to_string).collect::<Vec<_>>().join(" ") + "\n");
    }
    text
}

/// The trace of a program that ends.
fn trace(folder: &Path, language: &Language, bug: &str, primary: &str) -> Vec<String> {
    let input = fs::File::open(folder.join("in.txt")).unwrap();
    let mut command = Command::new("timeout");
    command.args([if bug == "hang" { "1" } else { "20" }]).args(language.run).args([bug, primary]).current_dir(folder);
    command.env("QUADRILLE_TRACE", folder.join("trace.txt")).stdin(input).stdout(Stdio::null()).stderr(Stdio::null());
    _ = fs::remove_file(folder.join("trace.txt"));
    command.status().unwrap();
    let text = fs::read_to_string(folder.join("trace.txt")).unwrap_or_default();
    text.lines().take(200_000).map(str::to_string).collect()
}

/// The model of a matrix whose last items are secondary, in Knuth's form.
fn model(text: &str, primary: usize) -> String {
    let mut lines = text.lines();
    let items: usize = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let name = |item: usize| (item + 1).to_string();
    let names: Vec<String> = (0..items).map(name).collect();
    let mut model = format!("{} | {}\n", names[..primary].join(" "), names[primary..].join(" "));
    for line in lines {
        let ones = line.split(' ').enumerate().filter(|(_, one)| *one == "1").map(|(at, _)| name(at));
        model += &(ones.collect::<Vec<_>>().join(" ") + "\n");
    }
    model
}

fn against(folder: &Path, words: &[&str], language: &Language, bug: &str, primary: &str) -> (Value, i32) {
    let mut command = Command::new(QUADRILLE);
    // A virtual machine may take seconds to start on a busy computer.
    command
        .args(["against", "--json", "--silence", if bug == "hang" { "2" } else { "20" }])
        .args(words)
        .arg("--")
        .args(language.run)
        .args([bug, primary]);
    json(&command.current_dir(folder).output().unwrap(), bug)
}

/// The object that a command printed, and its exit code.
fn json(output: &Output, what: &str) -> (Value, i32) {
    let text = String::from_utf8_lossy(&output.stdout);
    let value = serde_json::from_str(&text)
        .unwrap_or_else(|_| panic!("{what}: {text}{}", String::from_utf8_lossy(&output.stderr)));
    (value, output.status.code().unwrap())
}

#[test]
fn twenty_bugs_in_five_languages_are_named_at_their_operations() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let built = built(folder);
    for (name, bug, named) in BUGS {
        let Some(language) = built.iter().find(|language| language.name == name) else { continue };
        let mut rng = Rng::with_seed(bug.len() as u64);
        for attempt in 0.. {
            assert!(attempt < 30, "{name} {bug}: no input shows it");
            let (items, primary) = if named == "secondary" { (10, 7) } else { (9, 0) };
            let cases = if named == "reset" { 3 } else { 1 };
            let text: String = (0..cases).map(|_| matrix(&mut rng, items, 14)).collect();
            fs::write(folder.join("in.txt"), &text).unwrap();
            let words: Vec<&str> = match primary {
                0 => vec!["--as", "matrix", "in.txt"],
                _ => {
                    fs::write(folder.join("model.txt"), model(&text, primary)).unwrap();
                    vec!["--as", "matrix", "--model", "model.txt", "in.txt"]
                }
            };
            let primary = primary.to_string();
            let ends = ["crash", "hang", "silence"].contains(&named);
            let (right, wrong) = (trace(folder, language, "none", &primary), trace(folder, language, bug, &primary));
            let first = (0..right.len().max(wrong.len())).find(|&at| right.get(at) != wrong.get(at));
            let Some(first) = first else { continue };
            // The program that hangs inside an uncover unhides an option twice.
            if ends && named != "silence" && wrong.len() == right.len() {
                continue;
            }
            let (report, code) = against(folder, &words, language, bug, &primary);
            let place =
                format!("{name} {bug}\n{text}\n{report:#}\n{}", wrong[..(first + 3).min(wrong.len())].join("\n"));
            if named == "silence" {
                assert_eq!((report["status"].as_str(), code), (Some("silent"), 2), "{place}");
                break;
            }
            if report["status"] == "same" {
                // Another choice among equals.
                continue;
            }
            let difference = &report["difference"];
            assert_eq!(report["status"], "differs", "{place}");
            let line = difference["line"].as_u64().unwrap() as usize;
            let inside = wrong[first..].iter().take_while(|line| line.starts_with("hide ")).count();
            match (named, name) {
                ("crash", _) => {
                    assert_eq!((difference["bug"].as_str(), line, code), (Some("crash"), wrong.len(), 1), "{place}")
                }
                ("hang", "rust") => {
                    assert_eq!((difference["bug"].as_str(), line, code), (Some("hang"), wrong.len(), 3), "{place}");
                }
                // Its loop prints options without an end, and the first wrong one is named.
                ("hang", _) => assert_eq!((line, code), (first + 1, 1), "{place}"),
                _ => {
                    if line > first + 1 + inside {
                        continue;
                    }
                    assert_eq!((difference["bug"].as_str(), code), (Some(named), 1), "{place}");
                    assert!(line == first + 1 || line == first + 1 + inside, "{first} {place}");
                }
            }
            assert!(!difference["invariant"].as_str().unwrap().is_empty());
            break;
        }
    }
    // The programs without a bug are the same, whatever their line ends.
    let mut rng = Rng::with_seed(99);
    for _ in 0..rounds(4, 20) {
        let text: String = (0..3).map(|_| matrix(&mut rng, 9, 12)).collect();
        fs::write(folder.join("in.txt"), &text).unwrap();
        for language in &built {
            let (report, code) = against(folder, &["--as", "matrix", "in.txt"], language, "none", "0");
            assert_eq!((report["status"].as_str(), code), (Some("same"), 0), "{}\n{report:#}", language.name);
            assert_eq!(report["cases"], 3);
            let lines = trace(folder, language, "none", "0");
            fs::write(folder.join("crlf.txt"), lines.join("\r\n")).unwrap();
            let output = run(folder, &[QUADRILLE, "against", "--as", "matrix", "in.txt", "crlf.txt"]).unwrap();
            assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
        }
    }
}

/// The common mistakes that `trace --broken` makes are named by `against`. An option that is left
/// out is none of its classes.
#[test]
fn the_broken_dances_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let knuth = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/cover-knuth.toml");
    for (mistake, bug) in [("same-order", "order"), ("no-count", "count"), ("skip-header", "header")] {
        let line = format!("{QUADRILLE} trace --brief --broken {mistake} {knuth} | {QUADRILLE} against --json {knuth}");
        let output = run(folder.path(), &["sh", "-c", &line]).unwrap();
        let (report, code) = json(&output, mistake);
        assert_eq!((report["difference"]["bug"].as_str(), code), (Some(bug), 1), "{mistake}: {report:#}");
    }
}

/// Builds a C program that `stress` runs. `None` if there is no compiler.
fn compiled(folder: &Path, name: &str, text: &str) -> Option<String> {
    fs::write(folder.join(format!("{name}.c")), text).unwrap();
    let output = run(folder, &["cc", "-O1", "-w", &format!("{name}.c"), "-o", name]);
    let Some(output) = output else {
        skip(&format!("cc is missing: `stress` with {name}"));
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(format!("./{name}"))
}

fn stress(folder: &Path, words: &[&str]) -> (Value, i32) {
    let output = run(folder, &[&[QUADRILLE, "stress", "--json", "--seed", "7"], words].concat()).unwrap();
    json(&output, &words.join(" "))
}

#[test]
fn shims_for_standard_output_open_no_file() {
    for language in LANGUAGES {
        let text = |flag: &[&str]| {
            let words = [&[QUADRILLE, "shim", language.name], flag].concat();
            String::from_utf8(run(Path::new("."), &words).unwrap().stdout).unwrap()
        };
        assert!(text(&[]).contains("QUADRILLE_TRACE"), "{}", language.name);
        assert!(!text(&["--stdout"]).contains("QUADRILLE_TRACE"), "{}", language.name);
    }
}

#[test]
fn stress_finds_a_failing_case_and_makes_it_small() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // A program that answers by dancing links; its operations go nowhere.
    let shim = String::from_utf8(run(folder, &[QUADRILLE, "shim", "c"]).unwrap().stdout).unwrap();
    let source = LANGUAGES[0].source.replace("dance(k + 1) && is(\"stop\")", "dance(k + 1) && !is(\"never\")");
    let Some(mine) = compiled(folder, "mine", &format!("{shim}\n{source}")) else { return };
    let (report, code) = stress(folder, &["poj3740", "--cases", "300", "--", &mine, "none"]);
    assert_eq!((report["status"].as_str(), code), (Some("right"), 0), "{report:#}");
    // The smallest failing matrices have these sizes. The crash is at the fourth choice: it needs
    // four columns, and an option for the fourth beside the three that are chosen.
    for (bug, status, cells) in [("count", "right", 0), ("silence", "wrong", 1), ("crash", "crash", 16)] {
        let (report, code) = stress(folder, &["poj3740", "--cases", "600", "--", &mine, bug]);
        assert_eq!(report["status"], status, "{bug}: {report:#}");
        assert_eq!(code, i32::from(status != "right"), "{bug}");
        if status != "right" {
            let input = report["input"].as_str().unwrap();
            let head: Vec<usize> = input.split_whitespace().take(2).map(|word| word.parse().unwrap()).collect();
            assert_eq!(head[0] * head[1], cells, "{bug}: {input}");
            assert_eq!(fs::read_to_string(folder.join(report["file"].as_str().unwrap())).unwrap(), input);
            assert_eq!(report["together"], 1, "{bug}");
        }
    }
    // A bug from life: a jigsaw solver that looks digits up under a region that was counted one too
    // far.
    let source = include_str!("against/jigsaw.c.txt");
    let Some(jigsaw) = compiled(folder, "jigsaw", source) else { return };
    let (report, _) = stress(folder, &["hdu4069", "--cases", "120", "--", &jigsaw]);
    assert_eq!(report["status"], "right", "{report:#}");
    let (report, code) = stress(folder, &["hdu4069", "--cases", "120", "--", &jigsaw, "shift"]);
    assert_eq!((report["status"].as_str(), code), (Some("wrong"), 1), "{report:#}");
    let blanks =
        |input: &str| input.split_whitespace().skip(1).filter(|sum| sum.parse::<u32>().unwrap() % 16 == 0).count();
    assert!(blanks(report["input"].as_str().unwrap()) <= 2, "{report:#}");
}

/// A solver of POJ 2676 by dancing links: each planted bug is found, and the case is small.
///
/// A wrong count alone is no wrong answer: the item with the fewest options is not chosen, and few
/// grids take a second then. It is not among them.
#[test]
fn planted_bugs_of_a_sudoku_solver_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let Some(mine) = compiled(folder, "sudoku", include_str!("against/sudoku.c.txt")) else { return };
    let (report, _) = stress(folder, &["poj2676", "--cases", "60", "--", &mine]);
    assert_eq!(report["status"], "right", "{report:#}");
    // Each with the ways in which it may fail, and the most blank cells of a case that is small.
    let bugs: [(&str, &[&str], usize); 8] = [
        ("order", &["wrong", "crash", "time"], 64),
        ("node", &["wrong", "crash", "time"], 64),
        ("header", &["wrong", "crash", "time"], 4),
        ("stop", &["wrong"], 40),
        ("box", &["wrong"], 4),
        ("crash", &["crash"], 41),
        ("silence", &["missing"], 81),
        ("hang", &["time"], 81),
    ];
    for (bug, statuses, most) in bugs.into_iter().filter(|(bug, ..)| is_long() || *bug != "hang") {
        let (report, code) = stress(folder, &["poj2676", "--cases", "1000", "--time", "1", "--", &mine, bug]);
        assert_eq!(code, 1, "{bug}: {report:#}");
        assert!(statuses.contains(&report["status"].as_str().unwrap()), "{bug}: {report:#}");
        let blanks = report["input"].as_str().unwrap().matches('0').count();
        assert!(blanks <= most, "{bug}: {blanks} blanks: {report:#}");
    }
}

/// A run that is stopped finds nothing, and a slow program is said to be slow, not to keep
/// something from one case to the next.
#[test]
fn a_stopped_or_slow_program_is_said_to_be_that() {
    if is_ignored(Signal::INT.as_raw()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let spawned = Command::new(QUADRILLE)
        .args(["stress", "poj3740", "--time", "30", "--", "sh", "-c", "touch begun; sleep 20"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let stress_run = spawned.unwrap();
    while !folder.join("begun").exists() {
        std::thread::yield_now();
    }
    Command::new("kill").args(["-INT", &stress_run.id().to_string()]).status().unwrap();
    let output = stress_run.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(130), true), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("stopped: right in 0 cases"), "{output:?}");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "a file without a failure");
    let (report, code) = stress(folder, &["poj3740", "--time", "0.3", "--", "sleep", "9"]);
    assert_eq!(
        (report["status"].as_str(), report["together"].as_u64(), code),
        (Some("time"), Some(1), 1),
        "{report:#}"
    );
    // A file that exists is not replaced, and that is said before the first run.
    fs::write(folder.join("taken.txt"), "").unwrap();
    let output = run(folder, &[QUADRILLE, "stress", "poj3740", "-o", "taken.txt", "--", "sleep", "9"]).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("taken.txt exists already"), "{output:?}");
}

/// Programs that are wrong for one answer: the failing case is as small as any can be.
#[test]
fn failing_cases_are_the_smallest_ones() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bug, smallest) in [
        ("poj3740", "s/It is impossible/Yes, I found it/", "1 1\n0\n"),
        ("hdu3498", "s/^3$/2/", "3 0\n"),
        ("fzu1686", "s/^2$/1/", "1 2\n1 1\n1 1\n"),
        ("hdu4979", "s/: 2$/: 1/", "1\n2 1 1\n"),
        ("hdu2828", "s/^-1$/ON/", "1 1\n0\n"),
        ("lottery", "s/^2$/1/", "2 1 1\n"),
        ("nqueen", "s/^2 4 1 3$/1 2 3 4/", "4\n0 4 1 3\n"),
    ] {
        let program = format!("{QUADRILLE} judge {name} | sed '{bug}'");
        let (report, _) = stress(folder.path(), &[name, "--cases", "400", "--", "sh", "-c", &program]);
        assert_eq!(report["status"], "wrong", "{name}: {report:#}");
        let input = report["input"].as_str().unwrap();
        // Of cases with the same parts, any is the smallest.
        let size = |input: &str| (input.lines().count(), input.split_whitespace().count());
        assert!(size(input) <= size(smallest), "{name}: {input}");
    }
}

/// Every trial makes cases that its judge reads, and takes its judge's own output for right, and no
/// other number.
#[test]
fn the_cases_of_every_judge_are_answered_right_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let names = [
        "poj3074",
        "zoj3122",
        "p1074",
        "hdu4069",
        "poj3740",
        "nqueen",
        "match-girl",
        "zoj3209",
        "lottery",
        "poj1084",
        "hdu1426",
        "poj2676",
        "poj2918",
        "hdu2780",
        "hdu3663",
        "hdu2828",
        "uva387",
        "fzu1686",
        "hdu3498",
        "hdu4979",
        "hdu3529",
        "hdu3957",
        "hdu2295",
        "hdu3656",
        "hdu5046",
    ];
    for name in names {
        let cases = rounds(40, 400).to_string();
        let (report, code) = stress(folder.path(), &[name, "--cases", &cases, "--", QUADRILLE, "judge", name]);
        assert_eq!((report["status"].as_str(), code), (Some("right"), 0), "{name}: {report:#}");
        // A program that prints one line for everything is wrong somewhere.
        let (report, code) = stress(folder.path(), &[name, "--cases", "60", "--", "echo", "17"]);
        assert_eq!(code, 1, "{name}: {report:#}");
        assert_ne!(report["status"], "right", "{name}");
    }
    let (report, code) = stress(folder.path(), &["poj3740", "--time", "0.2", "--", "sleep", "9"]);
    assert_eq!((report["status"].as_str(), code), (Some("time"), 1), "{report:#}");
    let output = run(folder.path(), &[QUADRILLE, "stress", "poj3740", "--", "./nothing-here"]).unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// `links` of every node, secondary headers included, and of nodes that do not exist.
#[test]
fn links_of_any_node_are_compared_without_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cover.txt"), "a b | c d\na c\nb d\na b\n").unwrap();
    for node in 0..16 {
        for line in [format!("links {node} {node} {node} {node} {node}"), format!("links {node} 0 -1 99 7")] {
            let script = format!("echo '{line}' >&3; echo 'cover /1' >&3");
            let output =
                run(folder.path(), &[QUADRILLE, "against", "cover.txt", "--json", "--", "sh", "-c", &script]).unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!said.contains("panicked"), "{line}: {said}");
            assert!(matches!(output.status.code(), Some(0..=3)), "{line}: {said}");
        }
    }
}

/// A program that ignores signals, and what it has started, end with the command that runs it. So
/// does what has left its process group, as below `timeout`, where that is known.
#[test]
fn nothing_is_left_of_a_program_however_the_command_ends() {
    let program = "trap '' INT TERM HUP QUIT; echo $$ >> ids; (trap '' INT TERM HUP QUIT; sleep 600) & echo $! >> ids; \
                   if [ -d /proc/self/task ]; then timeout 600 sh -c 'echo $$ >> ids; touch own; sleep 600' & \
                   else touch own; fi; while [ ! -e own ]; do sleep 0.01; done; \
                   (sleep 600 & echo $! >> ids; touch begun; wait) & wait";
    let commands = [&["stress", "poj3740", "--time", "600"][..], &["against", "cover.txt", "--silence", "600"]];
    for command in commands {
        for signals in [&["INT", "INT"][..], &["TERM"], &["QUIT"], &["KILL"], &["INT"]] {
            let folder = tempfile::tempdir().unwrap();
            let folder = folder.path();
            fs::write(folder.join("cover.txt"), "a b\na\nb\n").unwrap();
            let spawned = Command::new(QUADRILLE)
                .args(command)
                .args(["--", "sh", "-c", program])
                .current_dir(folder)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn();
            let mut ended = spawned.unwrap();
            while !folder.join("begun").exists() {
                assert_eq!(ended.try_wait().unwrap(), None, "{command:?}");
                std::thread::sleep(Duration::from_millis(5));
            }
            for signal in signals {
                Command::new("kill").args([&format!("-{signal}"), &ended.id().to_string()]).status().unwrap();
                std::thread::sleep(Duration::from_millis(20));
            }
            // A signal that is ignored here is ignored there: then it is killed.
            let numbers = [("INT", Signal::INT), ("TERM", Signal::TERM), ("QUIT", Signal::QUIT)];
            if numbers.iter().any(|(name, number)| signals.contains(name) && is_ignored(number.as_raw())) {
                ended.kill().unwrap();
            }
            ended.wait().unwrap();
            let ids = fs::read_to_string(folder.join("ids")).unwrap();
            let is_left = |id: &str| {
                // A process that has ended and that nobody has waited for is left as a zombie.
                let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
                !stat.is_empty() && !stat.contains(") Z ")
            };
            let until = Instant::now() + Duration::from_secs(20);
            while ids.lines().any(is_left) {
                assert!(Instant::now() < until, "{command:?} {signals:?} left {ids}");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

/// A program that leaves a process behind which holds its output open has ended.
#[test]
fn a_process_that_is_left_behind_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    let program = "cat > /dev/null; echo nothing; sleep 600 &";
    let (report, _) = stress(folder.path(), &["poj3740", "--time", "100", "--", "sh", "-c", program]);
    assert_ne!(report["status"].as_str(), Some("time"), "{report:#}");
    assert!(begun.elapsed() < Duration::from_secs(100));
}

/// What a program prints is cut where it is shown, and the next command can be pasted.
#[test]
fn what_is_shown_of_a_program_is_short_and_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let program = "head -c 30000000 /dev/zero | tr '\\0' 'x'; echo 'it'\\''s'";
    let words = [QUADRILLE, "stress", "poj3740", "--", "sh", "-c", program];
    let output = run(folder.path(), &words).unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.len() < 20_000, "{} bytes", said.len());
    let next = said.lines().find(|line| line.contains("quadrille ")).unwrap_or_else(|| panic!("{said}"));
    assert!(next.contains("sh -c 'head") || next.contains("step --as"), "{next}");
}

/// A program that stops at a solution where there are more is asked whether one is wanted. Rows have
/// their numbers in the file, although one of them is empty.
#[test]
fn a_search_that_stops_is_asked_about_and_rows_keep_their_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("in.txt"), "4 2\n0 0\n1 0\n0 1\n1 1\n").unwrap();
    fs::write(folder.join("trace.txt"), "choose 1\ncover 1\ntry 2\nchoose 2\ncover 2\ntry 3\nsolution\n").unwrap();
    fs::write(folder.join("answer.txt"), "2 3\n").unwrap();
    let against = |more: &[&str]| {
        let words = [&[QUADRILLE, "against", "--json", "--as", "matrix", "in.txt", "trace.txt"], more].concat();
        json(&run(folder, &words).unwrap(), "stops")
    };
    let (report, code) = against(&[]);
    assert_eq!((report["status"].as_str(), code), (Some("stops"), 1), "{report:#}");
    let stops = &report["stops"];
    assert_eq!((stops["found"].as_u64(), stops["of"].as_str()), (Some(1), Some("2")), "{report:#}");
    let (report, code) = against(&["--first", "--needle", "answer.txt"]);
    assert_eq!((report["status"].as_str(), code), (Some("same"), 0), "{report:#}");
    assert!(report["notes"].to_string().contains("it comes to the answer in operation 7"), "{report:#}");
    let words = [QUADRILLE, "against", "--json", "--judge", "poj3740", "in.txt", "trace.txt"];
    let (report, code) = json(&run(folder, &words).unwrap(), "a judge that wants one");
    assert_eq!((report["status"].as_str(), code), (Some("same"), 0), "{report:#}");
}

/// An input that is too long to be shown is cut with a mark.
#[test]
fn a_long_input_says_how_much_of_it_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let rows = "1\n".repeat(40);
    fs::write(folder.join("in.txt"), format!("40 1\n{rows}")).unwrap();
    fs::write(folder.join("out.txt"), "It is impossible\n").unwrap();
    let output = run(folder, &[QUADRILLE, "judge", "poj3740", "in.txt", "--compare", "out.txt"]).unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("… and 17 more lines"), "{said}");
}
