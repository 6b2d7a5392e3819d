//! `split`, `work`, `merge` and checkpoints, on the program itself: totals are those of `count`,
//! and whatever is missing, doubled, foreign or half written is named.

use quadrille::seal::{FIELD, seal};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

fn puzzle(name: &str) -> String {
    format!("{}/puzzles/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

fn quadrille(words: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    let mut child =
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // `work` answers while it reads: both pipes would fill up if one were served after the other.
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()).unwrap());
        child.wait_with_output().unwrap()
    })
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).trim().to_string()
}

fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn pieces(name: &str, parts: usize) -> String {
    said(&quadrille(&["split", &puzzle(name), "--parts", &parts.to_string()], ""))
}

fn answers(name: &str, parts: usize) -> Vec<String> {
    said(&quadrille(&["work"], &pieces(name, parts))).lines().map(str::to_string).collect()
}

fn merged(lines: &[String]) -> Output {
    quadrille(&["merge", "--json"], &(lines.join("\n") + "\n"))
}

/// A line that was changed on purpose and sealed again.
fn forged(line: &str, from: &str, to: &str) -> String {
    assert!(line.contains(from), "{line}");
    let mut fields: Value = serde_json::from_str(&line.replace(from, to)).unwrap();
    let sha256 = seal(&fields);
    fields[FIELD] = sha256.into();
    fields.to_string()
}

#[test]
fn pieces_add_up_to_the_count_in_any_order() {
    for name in ["queens-8", "tiling-steps", "cover-two-of-a-piece", "cover-word-squares", "sudoku-9x9-thicket"] {
        let count = said(&quadrille(&["count", &puzzle(name)], ""));
        for parts in [1, 7, 100, 5000] {
            let mut lines = answers(name, parts);
            lines.reverse();
            let told: Value = serde_json::from_slice(&merged(&lines).stdout).unwrap();
            assert_eq!((told["count"].as_str(), &told["complete"]), (Some(&count[..]), &true.into()), "{name} {parts}");
        }
    }
}

/// Each worker stops after some milliseconds, and the next one begins with what it left.
#[test]
fn what_the_time_was_too_short_for_goes_to_the_next_worker() {
    let folder = tempfile::tempdir().unwrap();
    let file = |number: usize| folder.path().join(format!("rest-{number}.jsonl")).display().to_string();
    for (name, threads) in [("queens-12", "1"), ("cover-two-of-a-piece", "1"), ("sudoku-9x9-thicket", "3")] {
        let count = said(&quadrille(&["count", &puzzle(name)], ""));
        let (mut left, mut answers, mut workers) = (pieces(name, 3), Vec::new(), 0);
        while !left.is_empty() {
            let rest = file(workers);
            // At first there is no time at all.
            let time = format!("{}", 0.0004 * workers as f64);
            let output =
                quadrille(&["work", "--threads", threads, "--time", &time, "--rest", &rest], &(left.clone() + "\n"));
            answers.extend(said(&output).lines().map(str::to_string));
            left = std::fs::read_to_string(&rest).unwrap().trim().to_string();
            assert_eq!(output.status.code(), Some(if left.is_empty() { 0 } else { 3 }), "{}", complained(&output));
            std::fs::remove_file(rest).unwrap();
            workers += 1;
            assert!(workers < 500);
        }
        assert!(workers > 1, "{name}");
        let told: Value = serde_json::from_slice(&merged(&answers).stdout).unwrap();
        assert_eq!((told["count"].as_str(), &told["complete"]), (Some(&count[..]), &true.into()), "{name}: {told}");
    }
    let both = file(0);
    std::fs::write(&both, "").unwrap();
    let output = quadrille(&["work", "--time", "1", "--rest", &both, &both], "");
    assert!(output.status.code() == Some(2) && complained(&output).contains("--rest needs another file"));
}

/// A signal at any moment loses nothing: what was counted is printed, what was not is left.
#[test]
fn what_a_signal_cuts_off_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("pieces.jsonl");
    std::fs::write(&input, pieces("queens-12", 40) + "\n").unwrap();
    let count = said(&quadrille(&["count", &puzzle("queens-12")], ""));
    for (signal, after) in [("INT", 1), ("TERM", 3), ("HUP", 10), ("TERM", 25)] {
        let rest = folder.path().join(format!("rest-{after}.jsonl"));
        let mut worker = Command::new(env!("CARGO_BIN_EXE_quadrille"))
            .args(["work", "--rest"])
            .args([&rest, &input])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut answers = BufReader::new(worker.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut known: Vec<String> = answers.by_ref().take(after).collect();
        Command::new("kill").args([&format!("-{signal}"), &worker.id().to_string()]).status().unwrap();
        known.extend(answers);
        let ended = worker.wait().unwrap();
        let left = std::fs::read_to_string(&rest).unwrap();
        assert_eq!(ended.code(), Some(if left.is_empty() { 0 } else { 3 }), "{signal} after {after}");
        known.extend(said(&quadrille(&["work"], &left)).lines().map(str::to_string));
        let told: Value = serde_json::from_slice(&merged(&known).stdout).unwrap();
        assert_eq!((told["count"].as_str(), &told["complete"]), (Some(&count[..]), &true.into()), "{signal}: {told}");
    }
}

#[test]
fn pieces_of_a_given_time_are_fewer_if_they_may_take_longer() {
    let number = |seconds: &str| {
        let output = quadrille(&["split", &puzzle("tiling-pentominoes-6x10"), "--seconds", seconds], "");
        assert!(complained(&output).contains("the whole count takes about"), "{}", complained(&output));
        said(&output).lines().count()
    };
    let (short, long) = (number("0.02"), number("1000"));
    assert!(long == 1 && short > 3, "{short} {long}");
}

#[test]
fn what_is_not_the_whole_is_named() {
    let lines = answers("queens-12", 7);
    assert_eq!(lines.len(), 7);
    let fault = |lines: &[String]| {
        let output = merged(lines);
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), told["complete"] == true, complained(&output))
    };
    let mut less = lines.clone();
    less.remove(2);
    let (code, complete, why) = fault(&less);
    assert!(code == Some(1) && !complete && why.contains("missing from 7 parts: 3"), "{why}");
    let mut again = lines.clone();
    again.push(lines[3].clone());
    let (code, complete, why) = fault(&again);
    assert!(code == Some(0) && complete && why.contains("counted once: part 4"), "no fault, but said: {why}");
    let mut other = lines.clone();
    other.push(forged(&lines[3], "\"count\":\"", "\"count\":\"1"));
    let (code, complete, why) = fault(&other);
    assert!(code == Some(1) && !complete && why.contains("part 4 has different counts"), "{why}");
    let mut foreign = lines.clone();
    foreign[4] = answers("queens-8", 7)[4].clone();
    let (code, _, why) = fault(&foreign);
    assert!(code == Some(1) && why.contains("of another problem") && why.contains("parts: 5"), "{why}");
    foreign = lines.clone();
    foreign[0] = answers("queens-8", 7)[0].clone();
    let (code, _, why) = fault(&foreign);
    assert!(code == Some(1) && why.contains(": line 1\n") && why.contains("parts: 1\n"), "most of them count: {why}");
    let vast = forged(&lines[0], "\"of\":7", "\"of\":18446744073709551615");
    let (code, _, why) = fault(&[vast]);
    assert!(code == Some(1) && why.contains("and 18446744073709551604 more"), "{why}");
    // Another cut counts the same, and tells more if it counts otherwise.
    let mut overlap = answers("queens-12", 3);
    overlap.extend(lines.clone());
    let (code, complete, why) = fault(&overlap);
    assert!(code == Some(0) && complete && why.contains("at least 2 answers agree"), "{why}");
    overlap[1] = forged(&overlap[1], "\"count\":\"", "\"count\":\"1");
    let (code, complete, why) = fault(&overlap);
    assert!(code == Some(1) && !complete && why.contains("has different counts"), "{why}");
    // Part of it, from another cut, is of no use.
    let mut overlap = answers("queens-12", 3)[..2].to_vec();
    overlap.extend(lines.clone());
    let (code, complete, why) = fault(&overlap);
    assert!(code == Some(0) && complete && why.contains("without use"), "{why}");
    let twice = |line: &str| {
        let mut fields: Value = serde_json::from_str(line).unwrap();
        let addresses = fields["addresses"].as_array_mut().unwrap();
        addresses.push(addresses[0].clone());
        forged(&fields.to_string(), "", "")
    };
    let (code, _, why) = fault(&[&[twice(&lines[0])], &lines[1..]].concat());
    assert!(code == Some(1) && why.contains("is there twice"), "{why}");
    let mut half = lines.clone();
    half.push(lines[0][..40].to_string());
    let (code, complete, why) = fault(&half);
    assert!(code == Some(0) && complete && why.contains("left out"), "a killed worker's last line: {why}");
}

#[test]
fn a_piece_of_another_puzzle_or_version_is_refused() {
    let own = pieces("queens-8", 3);
    let output = quadrille(&["work", "--puzzle", &puzzle("queens-12")], &own);
    assert!(said(&output).is_empty() && complained(&output).contains("is another one"), "{}", complained(&output));
    let older = forged(own.lines().next().unwrap(), "\"quadrille\":\"", "\"quadrille\":\"0.0.0-");
    let output = quadrille(&["work"], &older);
    assert!(said(&output).is_empty() && complained(&output).contains("was cut by version"));
    assert_eq!(quadrille(&["split", &puzzle("setcover-watch")], "").status.code(), Some(2));
}

/// A program that sends the next piece when it has an answer is not kept waiting, and lines that
/// stand in files are named by file and line.
#[test]
fn work_answers_each_line_as_it_comes() {
    let own = pieces("queens-8", 3);
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .arg("work")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for line in own.lines() {
        writeln!(input, "{line}").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert!(answer.contains("\"count\":"), "{answer}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pieces.jsonl");
    std::fs::write(&file, format!("\n{own}\n{{}}\n")).unwrap();
    let output = quadrille(&["work", file.to_str().unwrap()], "");
    assert_eq!(said(&output).lines().count(), 3);
    assert!(complained(&output).contains("pieces.jsonl:5: this is not a piece"), "{}", complained(&output));
}

#[test]
fn a_count_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.json");
    let kept = file.to_str().unwrap();
    // Stopped at once, it has done next to nothing, and says how to go on.
    let first = quadrille(&["count", &puzzle("tiling-steps"), "--checkpoint", kept, "--time", "0"], "");
    if first.status.code() != Some(0) {
        assert!(complained(&first).contains("the same command continues it"), "{}", complained(&first));
    }
    for _ in 0..2 {
        let again = quadrille(&["count", &puzzle("tiling-steps"), "--checkpoint", kept], "");
        assert_eq!((said(&again), again.status.code()), ("377".to_string(), Some(0)));
    }
    let whole: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    // What a kill leaves: some pieces are done, others are not.
    for keep in [0, 1, 5] {
        let mut less = whole.clone();
        less["done"].as_array_mut().unwrap().truncate(keep);
        less[FIELD] = seal(&less).into();
        std::fs::write(&file, serde_json::to_vec(&less).unwrap()).unwrap();
        let again = quadrille(&["count", &puzzle("tiling-steps"), "--checkpoint", kept, "--threads", "3"], "");
        assert_eq!(said(&again), "377");
    }
    let other = quadrille(&["count", &puzzle("queens-8"), "--checkpoint", kept], "");
    assert!(complained(&other).contains("a checkpoint of another problem"), "{}", complained(&other));
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, forged(&text, "\"quadrille\":\"", "\"quadrille\":\"0.0.0-")).unwrap();
    let other = quadrille(&["count", &puzzle("tiling-steps"), "--checkpoint", kept], "");
    assert!(complained(&other).contains("a checkpoint of another version"), "{}", complained(&other));
    std::fs::write(&file, "{").unwrap();
    let broken = quadrille(&["count", &puzzle("tiling-steps"), "--checkpoint", kept], "");
    assert!(complained(&broken).contains("this is not a checkpoint"));
    // One digit of a count.
    let mut damaged: Value = serde_json::from_str(&text).unwrap();
    damaged["done"][0][1] = "12345".into();
    std::fs::write(&file, damaged.to_string()).unwrap();
    let broken = quadrille(&["count", &puzzle("tiling-steps"), "--checkpoint", kept], "");
    assert_eq!(broken.status.code(), Some(2));
    assert!(complained(&broken).contains("damaged"), "{}", complained(&broken));
}

/// A worker finds the symmetries of a piece again, so an address cannot claim any.
#[test]
fn branches_that_a_line_calls_alike_are_not_believed() {
    let piece = pieces("queens-8", 1);
    let addresses: Value = serde_json::from_str(&piece).unwrap();
    let mut fields = addresses.clone();
    fields["addresses"] = serde_json::json!(["1=2=3=4=5=6=7=8/8"]);
    let sha256 = seal(&fields);
    fields[FIELD] = sha256.into();
    let output = quadrille(&["work"], &fields.to_string());
    assert!(said(&output).is_empty() && complained(&output).contains("no symmetry maps"), "{}", complained(&output));
    // So does whoever merges, in case the worker was another program.
    let mut answer: Value = serde_json::from_str(&answers("queens-8", 1)[0]).unwrap();
    answer["addresses"] = fields["addresses"].clone();
    answer["count"] = "32".into();
    let sha256 = seal(&answer);
    answer[FIELD] = sha256.into();
    let output = merged(&[answer.to_string()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(complained(&output).contains("no symmetry maps"), "{}", complained(&output));
    // Without the puzzle nothing is believed.
    answer["file"] = "/nonexistent/queens.toml".into();
    let sha256 = seal(&answer);
    answer[FIELD] = sha256.into();
    let output = merged(&[answer.to_string()]);
    assert!(complained(&output).contains("cannot be checked"), "{}", complained(&output));
}

#[test]
fn a_wrong_count_is_seen_by_a_quorum() {
    let lines: Vec<String> = (0..3).flat_map(|_| answers("queens-8", 3)).collect();
    let merge = |lines: &[String], quorum: &str| {
        let output = quadrille(&["merge", "--quorum", quorum], &(lines.join("\n") + "\n"));
        (output.status.code(), said(&output), complained(&output))
    };
    let (code, count, why) = merge(&lines[..3], "1");
    assert!(code == Some(0) && count == "92" && why.contains("rests on one answer"), "{why}");
    let (code, count, why) = merge(&lines[..6], "2");
    assert!(code == Some(0) && count == "92" && why.contains("at least 2 answers agree"), "{why}");
    // The same line twice is one answer.
    let (code, _, why) = merge(&[&lines[..3], &lines[..3]].concat(), "2");
    assert!(code == Some(1) && why.contains("has 1 of the 2 answers"), "{why}");
    // One worker of three counts wrongly.
    let mut wrong = lines.clone();
    wrong[4] = forged(&wrong[4], "\"count\":\"", "\"count\":\"9");
    let (code, count, why) = merge(&wrong, "2");
    assert!(code == Some(0) && count == "92", "{why}");
    let (code, _, why) = merge(&wrong[..6], "2");
    assert!(code == Some(1) && why.contains("different counts"), "{why}");
    // Damage is seen without any of this.
    wrong[4] = lines[4].replacen("\"count\":\"", "\"count\":\"9", 1);
    let (code, _, why) = merge(&wrong[3..6], "1");
    assert!(code == Some(1) && why.contains("damaged") && why.contains("missing from 3 parts: 2"), "{why}");
}

/// One worker answers a whole piece, another one in two steps, and a third one counts wrongly in
/// the last of them.
#[test]
fn a_quorum_agrees_on_what_was_counted_in_steps() {
    let name = "queens-12";
    let whole = pieces(name, 2);
    // A piece that is left is a line with the addresses that were not counted.
    let halves = whole.lines().flat_map(|line| {
        let piece: Value = serde_json::from_str(line).unwrap();
        let addresses = piece["addresses"].as_array().unwrap().clone();
        let (one, other) = addresses.split_at(addresses.len() / 2);
        [one, other].map(|addresses| {
            let mut half = piece.clone();
            half["addresses"] = addresses.into();
            half[FIELD] = seal(&half).into();
            half.to_string()
        })
    });
    let halves: Vec<String> = halves.collect();
    let mut steps: Vec<String> =
        said(&quadrille(&["work"], &(halves.join("\n") + "\n"))).lines().map(str::to_string).collect();
    assert_eq!(steps.len(), 4, "{steps:?}");
    let count = said(&quadrille(&["count", &puzzle(name)], ""));
    let merge = |lines: &[String]| {
        let output = quadrille(&["merge", "--quorum", "2"], &(lines.join("\n") + "\n"));
        (output.status.code(), said(&output), complained(&output))
    };
    let whole = answers(name, 2);
    let (code, told, why) = merge(&[&whole[..], &steps].concat());
    assert!(code == Some(0) && told == count && why.contains("at least 2 answers agree"), "{why}");
    let (code, _, why) = merge(&[&whole[..], &steps[1..]].concat());
    assert!(code == Some(1) && why.contains("has 1 of the 2 answers"), "{why}");
    let last = steps.len() - 1;
    steps[last] = forged(&steps[last], "\"count\":\"", "\"count\":\"1");
    let (code, _, why) = merge(&[&whole[..], &steps].concat());
    assert!(code == Some(1) && why.contains("has different counts"), "{why}");
    let (code, told, why) = merge(&[&whole[..], &answers(name, 2), &steps].concat());
    assert!(code == Some(0) && told == count, "{why}");
}

/// Lines come from others: none ends the worker, and none makes it print a file.
#[test]
fn a_bad_line_ends_no_worker_and_shows_no_file() {
    let own = pieces("queens-8", 1);
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(secret.path(), "secret words of another user\n").unwrap();
    let mut named: Value = serde_json::from_str(&own).unwrap();
    named["file"] = secret.path().to_str().unwrap().into();
    let sha256 = seal(&named);
    named[FIELD] = sha256.into();
    let deep = forged(&own, "\"addresses\":[", "\"addresses\":[\"60000*1/1\",");
    let many = forged(&own, "\"addresses\":[", &format!("\"addresses\":[{}", "\"999999*1/1\",".repeat(40)));
    let lines = [
        own.replace("\"case\":1", "\"case\":0"),
        forged(&own, "\"case\":1", "\"case\":0"),
        "[".repeat(100_000),
        named.to_string(),
        deep,
        many,
        own.clone(),
    ];
    let output = quadrille(&["work"], &(lines.join("\n") + "\n"));
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(said(&output).lines().count(), 1, "the last line is answered");
    let why = complained(&output);
    assert!(!why.contains("secret words"), "{why}");
    assert_eq!(why.lines().filter(|line| line.starts_with("line ")).count(), 6, "{why}");
    let answer = said(&output);
    let deep = forged(&answer, "\"addresses\":[", "\"addresses\":[\"16000*1/1\",");
    let output = quadrille(&["merge"], &deep);
    assert_eq!(output.status.code(), Some(1));
}

/// One count has the same total on any number of threads.
#[test]
fn threads_change_nothing_but_the_time() {
    // Langford's problem for 11, both directions: too large to be counted in a moment.
    let n = 11;
    let mut text =
        (1..=n).map(|d| format!("d{d}")).chain((1..=2 * n).map(|s| format!("s{s}"))).collect::<Vec<_>>().join(" ");
    text.push('\n');
    for d in 1..=n {
        (1..2 * n - d).for_each(|a| text += &format!("d{d} s{a} s{}\n", a + d + 1));
    }
    for threads in ["1", "2", "3", "7"] {
        let output = quadrille(&["count", "--as", "knuth", "--threads", threads], &text);
        assert_eq!(said(&output), "35584", "{threads} threads");
    }
}
