//! The edges of the command line: its own files, hostile inputs, signals, and systems that have no
//! thread, stack or memory left.

use crate::support::{await_handler, is_ignored, is_thorough, skip};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn quadrille() -> Command {
    Command::new(env!("CARGO_BIN_EXE_quadrille"))
}

fn puzzle(name: &str) -> String {
    format!("{}/puzzles/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

fn run(words: &[&str]) -> (Option<i32>, String, String) {
    answer(quadrille().args(words).stdin(Stdio::null()).output().unwrap())
}

fn answer(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn path(folder: &Path, name: &str) -> (PathBuf, String) {
    let path = folder.join(name);
    let text = path.to_str().unwrap().to_string();
    (path, text)
}

#[test]
fn a_proof_never_replaces_its_puzzle_and_spares_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let (a, a_name) = path(folder.path(), "a.toml");
    let (x, x_name) = path(folder.path(), "x");
    let (proof, proof_name) = path(folder.path(), "p");
    let text = fs::read(puzzle("sudoku-4x4-first")).unwrap();
    fs::write(&a, &text).unwrap();
    fs::write(&x, "there before").unwrap();
    let hard = folder.path().join("hard");
    fs::hard_link(&a, &hard).unwrap();
    for (words, why) in [
        (vec!["prove", &a_name, "--opb", &a_name, "--proof", &proof_name], "the same file"),
        (vec!["prove", &a_name, "--opb", hard.to_str().unwrap(), "--proof", &proof_name], "the same file"),
        (vec!["prove", &a_name, "--opb", &x_name, "--proof", &x_name], "the same file"),
        (vec!["prove", &a_name, "--opb", &proof_name, "--proof", &proof_name], "the same file"),
        (vec!["prove", &a_name, "--opb", &x_name, "--proof", &proof_name, "--max-size", "10"], ""),
        (vec!["prove", &a_name, "--opb", &x_name, "--proof", "/nonexistent/y"], "/nonexistent/y"),
        (vec!["count", &a_name, "--checkpoint", &a_name], "cannot be its checkpoint"),
    ] {
        let (code, out, said) = run(&words);
        assert!(code != Some(0) && out.is_empty() && said.contains(why), "{words:?}: {code:?} {said}");
        assert_eq!(fs::read(&a).unwrap(), text, "{words:?}");
        assert_eq!(fs::read_to_string(&x).unwrap(), "there before", "{words:?}");
        assert!(!proof.exists(), "{words:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "{words:?}: nothing is left behind");
    }
    // The puzzle on standard input is an input too.
    let mut command = quadrille();
    command.args(["prove", "--opb", &a_name, "--proof", &proof_name]).stdin(fs::File::open(&a).unwrap());
    let (code, _, said) = answer(command.output().unwrap());
    assert!(code == Some(2) && said.contains("the same file") && fs::read(&a).unwrap() == text, "{code:?} {said}");
    // What the shell appends to is appended to.
    let script = format!(
        "{{ echo before; {} prove {a_name} --opb /dev/stdout --proof {proof_name}.2; }} > {x_name}.log",
        env!("CARGO_BIN_EXE_quadrille")
    );
    let (code, _, said) = answer(Command::new("bash").arg("-c").arg(script).output().unwrap());
    let log = fs::read_to_string(format!("{x_name}.log")).unwrap();
    assert!(code == Some(0) && log.starts_with("before\n* #variable"), "{said} {log}");
    assert!(said.contains("exactly 1 solution") && !log.contains("exactly 1"), "{said} {log}");
    assert_eq!(run(&["prove", &a_name, "--opb", &x_name, "--proof", &proof_name]).0, Some(0));
    assert!(fs::read_to_string(&x).unwrap().starts_with('*') && proof.exists());
}

#[test]
fn a_link_under_the_name_of_a_certificate_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (secret, _) = path(folder.path(), "secret");
    let (certificates, name) = path(folder.path(), "certificates");
    fs::write(&secret, "mine").unwrap();
    fs::create_dir(&certificates).unwrap();
    std::os::unix::fs::symlink(&secret, certificates.join("sudoku-4x4-first.opb")).unwrap();
    fs::hard_link(&secret, certificates.join("sudoku-4x4-first.pbp")).unwrap();
    let (code, _, said) = run(&["check", &puzzle("sudoku-4x4-first"), "--certify", &name]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(fs::read_to_string(&secret).unwrap(), "mine");
    assert!(fs::read_to_string(certificates.join("sudoku-4x4-first.opb")).unwrap().starts_with('*'));
}

/// A puzzle that is searched for a long time.
fn endless(folder: &Path) -> String {
    let n = 30;
    let names = |letter: char| (0..n).map(move |k| format!("{letter}{k}")).collect::<Vec<_>>().join(" ");
    let mut text = format!("{} {}\n", names('a'), names('b'));
    for a in 0..n {
        (0..n).filter(|b| (a * 7 + b * 3) % 5 > 0).for_each(|b| text += &format!("a{a} b{b}\n"));
    }
    let (file, name) = path(folder, "endless.dlx");
    fs::write(file, text).unwrap();
    name
}

/// Sends a signal once the program handles it and has worked for a while. Returns the answer, and
/// how long it took to come. Standard input stays open until then.
fn interrupted(mut child: Child, signal: Signal) -> (Option<i32>, String, String, Duration) {
    await_handler(child.id(), signal.as_raw());
    std::thread::sleep(Duration::from_millis(200));
    if let Some(status) = child.try_wait().unwrap() {
        panic!("ended before the signal: {status:?} {:?}", answer(child.wait_with_output().unwrap()));
    }
    let open = child.stdin.take();
    let sent = Instant::now();
    kill_process(Pid::from_child(&child), signal).unwrap();
    let (code, out, said) = answer(child.wait_with_output().unwrap());
    drop(open);
    (code, out, said, sent.elapsed())
}

#[test]
fn three_signals_are_one_thing_and_leave_nothing_half_done() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        if is_ignored(signal.as_raw()) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let file = endless(folder.path());
        let (x, x_name) = path(folder.path(), "x");
        fs::write(&x, "there before").unwrap();
        let (_, proof) = path(folder.path(), "p");
        let (_, kept) = path(folder.path(), "kept.json");
        // Empty grids take the slow way to the solution that Algorithm X finds first.
        let (grids, empty) = path(folder.path(), "empty.txt");
        fs::write(grids, (".".repeat(81) + "\n").repeat(50_000)).unwrap();
        for words in [
            vec!["prove", &file, "--goal", "count", "--opb", &x_name, "--proof", &proof, "--limit", "1000000000"],
            vec!["count", &file],
            vec!["count", &file, "--checkpoint", &kept],
            vec!["count", &file, "--engine", "links"],
            vec!["split", &file, "--parts", "1000000"],
            vec!["generate", "--count", "100000"],
            vec!["judge", "poj3740"],
            vec!["judge", "poj3074", &empty],
            vec!["solve"],
            vec!["lint"],
            vec!["work"],
            vec!["merge"],
        ] {
            let child = quadrille()
                .args(&words)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let (code, _, said, took) = interrupted(child, signal);
            assert_eq!(code, Some(130), "{words:?} {signal:?}: {said}");
            // Those that do not stop by themselves are ended after two seconds.
            assert!(took < Duration::from_millis(1800), "{words:?} {signal:?}: {took:?}");
            assert_eq!(fs::read_to_string(&x).unwrap(), "there before", "{words:?}");
            let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            assert!(left.iter().all(|name| name != "p" && !name.to_string_lossy().ends_with(".part")), "{left:?}");
        }
    }
}

/// A chain of forced items, where a cut that walks from the root at every level is quadratic.
#[test]
fn a_cut_of_forced_levels_is_linear_and_stops_at_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let n = 60_000;
    let mut text: String = (0..n).map(|k| format!("i{k} ")).collect::<String>() + "x y\n";
    (0..n).for_each(|k| text += &format!("i{k}\n"));
    text += "x\ny\nx y\nx\n";
    let (file, name) = path(folder.path(), "chain.dlx");
    fs::write(file, text).unwrap();
    let (_, kept) = path(folder.path(), "kept.json");
    let start = Instant::now();
    let (code, _, said) = run(&["count", &name, "--checkpoint", &kept, "--time", "1"]);
    assert!(matches!(code, Some(0 | 3)), "{code:?} {said}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn a_pipe_is_read_once_and_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let script = |text: &str| {
        let text = text.replace("QUADRILLE", env!("CARGO_BIN_EXE_quadrille"));
        answer(Command::new("bash").arg("-c").arg(text).stdin(Stdio::null()).output().unwrap())
    };
    let state = format!("export XDG_STATE_HOME={}; ", folder.path().display());
    let first = puzzle("sudoku-4x4-first");
    let (code, out, said) = script(&format!("{state} QUADRILLE --plain <(cat {first}) <<< quit"));
    assert!(code == Some(0) && out.contains("4x4 sudoku"), "{out} {said}");
    let (code, out, _) = script(&format!(
        "{state} mkfifo $XDG_STATE_HOME/f; cat {first} > $XDG_STATE_HOME/f & QUADRILLE --plain $XDG_STATE_HOME/f <<< quit"
    ));
    assert!(code == Some(0) && out.contains("4x4 sudoku"), "{out}");
    // Pipes in place of the program's own files do not hold it up.
    let own = "mkdir -p $XDG_STATE_HOME/quadrille/kept; rm -f $XDG_STATE_HOME/quadrille/recent; \
               mkfifo $XDG_STATE_HOME/quadrille/recent $XDG_STATE_HOME/quadrille/kept/5-0.json; ";
    let (code, out, _) = script(&format!("{state} {own} timeout 5 QUADRILLE --plain {first} <<< quit"));
    assert!(code == Some(0) && out.contains("4x4 sudoku"), "{out}");
    let (code, _, said) = script(&format!(
        "{state} mkfifo $XDG_STATE_HOME/k; timeout 5 QUADRILLE count {first} --checkpoint $XDG_STATE_HOME/k"
    ));
    assert!(code == Some(2) && said.contains("not a regular file"), "{code:?} {said}");
    let (code, _, said) = script("head -c 70000000 /dev/zero | tr '\\0' x | QUADRILLE work");
    assert!(code == Some(2) && said.contains("longer than"), "{code:?} {said}");
}

/// A limit on the size of files is met like a full disk.
#[test]
fn a_limit_on_the_size_of_files_is_an_error_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let (x, x_name) = path(folder.path(), "x");
    fs::write(&x, "there before").unwrap();
    let script = format!(
        "ulimit -f 1; exec {} prove {} --opb {x_name} --proof {x_name}.pbp",
        env!("CARGO_BIN_EXE_quadrille"),
        puzzle("sudoku-9x9-thicket")
    );
    let (code, _, said) = answer(Command::new("bash").arg("-c").arg(script).output().unwrap());
    assert!(code == Some(2) && said.contains("large"), "{code:?} {said}");
    assert_eq!(fs::read_to_string(&x).unwrap(), "there before");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// So is it in the workbench: what cannot be kept is said, and the workbench goes on.
#[test]
fn a_workbench_that_cannot_keep_anything_says_so_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "ulimit -f 0; (echo 'r1c2=3'; sleep 1; echo show; echo quit; echo yes) | exec {} --plain {}",
        env!("CARGO_BIN_EXE_quadrille"),
        puzzle("sudoku-4x4-first")
    );
    let output = Command::new("bash").arg("-c").arg(script).env("XDG_STATE_HOME", folder.path()).output();
    let (code, out, said) = answer(output.unwrap());
    assert!(code.is_some() && code != Some(101), "{code:?} {out} {said}");
    assert!(out.contains("cannot be kept"), "{code:?} {out} {said}");
}

/// Words to run over a file of each kind, and what they may end with.
fn commands(file: &str, folder: &Path) -> Vec<Vec<String>> {
    let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    let (_, opb) = path(folder, "x.opb");
    let (_, kept) = path(folder, "kept.json");
    vec![
        words(&["solve", file, "--time", "1"]),
        words(&["count", file, "--time", "1"]),
        words(&["count", file, "--time", "1", "--threads", "3"]),
        words(&["count", file, "--time", "1", "--checkpoint", &kept]),
        words(&["check", file, "--time", "1"]),
        words(&["lint", file]),
        words(&["estimate", file, "--time", "0.2", "--dives", "50"]),
        words(&["convert", file, "--to", "text"]),
        words(&["convert", file, "--to", "toml"]),
        words(&["hint", file]),
        words(&["trace", file, "--limit", "50"]),
        words(&["explain", file]),
        words(&["split", file, "--parts", "5"]),
        words(&["prove", file, "--time", "1", "--opb", &opb, "--proof", "/dev/null", "--max-size", "1M"]),
        words(&["--plain", file]),
    ]
}

/// Runs every command over a file of each kind within limits that a shell sets. Each ends in an
/// answer or in one clear error.
fn everywhere(limits: &str, extra: &[(&str, &str)]) {
    let folder = tempfile::tempdir().unwrap();
    let mut files: Vec<String> = [
        "sudoku-9x9-thicket",
        "jigsaw-9x9",
        "target-9x9-empty",
        "cover-knuth",
        "tiling-steps",
        "queens-8",
        "setcover-lottery",
        "cover-word-squares",
        "cover-two-of-a-piece",
    ]
    .map(puzzle)
    .into();
    for (name, text) in extra {
        let (file, name) = path(folder.path(), name);
        fs::write(file, text).unwrap();
        files.push(name);
    }
    for file in &files {
        for words in commands(file, folder.path()) {
            _ = fs::remove_file(folder.path().join("kept.json"));
            let script = format!("{limits}; exec \"$0\" \"$@\"");
            let output = Command::new("bash")
                .args(["-c", &script, env!("CARGO_BIN_EXE_quadrille")])
                .args(&words)
                .env("XDG_STATE_HOME", folder.path())
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let (code, _, said) = answer(output);
            assert!(matches!(code, Some(0..=3)), "{limits}: {words:?}: {code:?} {said}");
            assert!(!said.contains("panicked") && !said.contains("overflow"), "{limits}: {words:?}: {said}");
        }
    }
}

/// A chain of choices: searches are as deep as it is long.
fn deep(levels: usize) -> String {
    let mut text = (0..levels).map(|k| format!("i{k} ")).collect::<String>() + "\n";
    (0..levels).for_each(|k| text += &format!("i{k}\n"));
    (0..levels - 1).for_each(|k| text += &format!("i{k} i{}\n", k + 1));
    text
}

#[test]
fn no_stack_grows_with_the_input() {
    let text = deep(3000);
    let repeated = format!("setcover\n{}", deep(300));
    everywhere("ulimit -s 256", &[("deep.dlx", &text), ("deep.sets", &repeated)]);
    // Pieces and answers are lines of any depth.
    let piece = "[".repeat(200_000);
    for command in ["work", "merge"] {
        let script = format!("ulimit -s 256; exec {} {command}", env!("CARGO_BIN_EXE_quadrille"));
        let mut child = Command::new("bash")
            .args(["-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(piece.as_bytes()).unwrap();
        assert_eq!(answer(child.wait_with_output().unwrap()).0, Some(2), "{command}");
    }
}

#[test]
fn a_small_address_space_is_an_answer_or_an_error() {
    everywhere("ulimit -v 300000", &[("deep.dlx", &deep(300))]);
}

/// 3 MB in each shape that takes most memory, in 150 MB of address space; in CI also in 400 MB.
#[test]
fn a_large_input_in_little_memory_is_an_answer_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let n = 3_000_000;
    for (form, text) in [
        ("matrix", "1".repeat(n) + "\n"),
        ("matrix", "1\n".repeat(n / 2)),
        ("knuth", "a\n".repeat(n / 2)),
        ("sets", format!("setcover\na b c\n{}", "a b\nc\n".repeat(n / 6))),
    ] {
        let (file, name) = path(folder.path(), "large");
        fs::write(file, text).unwrap();
        let limits = if is_thorough() { vec![400_000, 150_000] } else { vec![150_000] };
        for (limit, command) in limits.into_iter().flat_map(|limit| [(limit, "check"), (limit, "lint")]) {
            let time = if command == "check" { "--time 2" } else { "" };
            let script = format!(
                "ulimit -v {limit}; exec {} {command} {time} --as {form} {name}",
                env!("CARGO_BIN_EXE_quadrille")
            );
            let (code, _, said) = answer(Command::new("bash").arg("-c").arg(script).output().unwrap());
            assert!(matches!(code, Some(0..=3)), "{form} {command} in {limit} KB: {code:?} {said}");
            assert!(!said.contains("panicked"), "{form} {command} in {limit} KB: {said}");
        }
    }
}

/// A batch holds hundreds of answers, and none of them holds a search.
#[test]
fn a_batch_that_gives_up_needs_no_more_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (file, name) = path(folder.path(), "lines");
    // The solutions of an empty grid are not counted to the end.
    let line = ".".repeat(81) + "\n";
    fs::write(file, line.repeat(3000)).unwrap();
    let script = format!(
        "ulimit -v 300000; exec {} count --engine links --nodes 1 --threads 1 {name}",
        env!("CARGO_BIN_EXE_quadrille")
    );
    let (code, _, said) = answer(Command::new("bash").arg("-c").arg(script).output().unwrap());
    assert_eq!(code, Some(3), "{said}");
}

/// Needs another user, because root has no limit on its threads.
#[test]
fn without_a_thread_every_command_still_answers() {
    if !rustix::process::geteuid().is_root() {
        skip("only root can become another user");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let open = |path: &Path, mode| fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode));
    open(folder.path(), 0o777).unwrap();
    // The other user may not reach the folders of this one.
    let (program, program_name) = path(folder.path(), "quadrille");
    // Copied by another process: a child of this one that starts meanwhile would inherit the open
    // copy, and the system executes no file that is open for writing.
    Command::new("cp").args([env!("CARGO_BIN_EXE_quadrille"), &program_name]).status().unwrap();
    open(&program, 0o755).unwrap();
    let mut user = 60_000;
    for name in ["queens-8", "sudoku-9x9-thicket", "tiling-steps", "setcover-lottery", "target-9x9-empty"] {
        let (file, file_name) = path(folder.path(), &format!("{name}.toml"));
        fs::copy(puzzle(name), &file).unwrap();
        open(&file, 0o644).unwrap();
        for words in commands(&file_name, folder.path()) {
            // Another user for each call, so that no other process of that user counts.
            user += 1;
            let script = "ulimit -u 1; exec \"$0\" \"$@\"";
            let output = Command::new("setpriv")
                .args([format!("--reuid={user}"), format!("--regid={user}")])
                .args(["--clear-groups", "bash", "-c", script, &program_name])
                .args(&words)
                .env("XDG_STATE_HOME", folder.path())
                .stdin(Stdio::null())
                .output();
            let Ok(output) = output else {
                skip("setpriv is missing");
                return;
            };
            let (code, _, said) = answer(output);
            assert!(matches!(code, Some(0..=3)) && !said.contains("panicked"), "{words:?}: {code:?} {said}");
            if words[0] != "--plain" && words[0] != "hint" {
                assert!(!said.contains("thread"), "{words:?}: {said}");
            }
        }
    }
}
