//! Judges as a contest program is used: inputs that are cut off, long, or repeat themselves.

use crate::brute::solutions;
use quadrille::puzzle::load;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn start(words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Standard output, standard error and the exit code.
fn quadrille(words: &[&str], input: &[u8]) -> (String, String, i32) {
    let mut child = start(words);
    let mut into = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || _ = into.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn the_answers_before_a_bad_case_are_written() {
    let symbol = |row: usize, column: usize| char::from(b'A' + ((4 * (row % 4) + row / 4 + column) % 16) as u8);
    let line = |row: usize| (0..16).map(|column| if row == 3 { '-' } else { symbol(row, column) }).collect::<String>();
    let hex: String = (0..16).map(|row| line(row) + "\n").collect();
    let row =
        |first: u32, inner: u32, last: u32| format!("{first} {inner} {last} ").repeat(3).trim_end().to_string() + "\n";
    // Nine boxes of 3x3 as wall sums: 16 up, 32 right, 64 down, 128 left.
    let nine_boxes = [row(144, 16, 48), row(128, 0, 32), row(192, 64, 96)].concat().repeat(3);
    let cases: [(&str, String, String); 8] = [
        ("poj3074", format!("{NINE}\n{NINE}\n"), "53x\nend\n".to_string()),
        ("zoj3122", hex.clone(), format!("\n{}", &hex[..17 * 5])),
        ("hdu4069", format!("2\n{nine_boxes}"), "1 2 3\n".to_string()),
        ("poj3740", "1 1\n1\n1 1\n0\n".to_string(), "2 2\n1 0\n".to_string()),
        ("nqueen", "1\n0\n2\n0 0\n".to_string(), "4\n0 0\n".to_string()),
        ("zoj3209", "2\n1 1 1\n0 0 1 1\n".to_string(), "5 5 x\n".to_string()),
        ("dominoes", "3 20\n".to_string(), "3 21\n".to_string()),
        ("poj1084", "2\n1\n0\n".to_string(), "1\n1 5\n".to_string()),
    ];
    for (judge, good, bad) in cases {
        // A judge that is told the number of its cases misses one.
        let (expected, ..) = quadrille(&["judge", judge], good.as_bytes());
        let (out, err, code) = quadrille(&["judge", judge], format!("{good}{bad}").as_bytes());
        assert_eq!((out.as_str(), code), (expected.as_str(), 2), "{judge}: {err}");
        assert!(!out.is_empty() && err.matches("error: ").count() == 1, "{judge}: {out}{err}");
    }
}

#[test]
fn boards_of_queens_end_at_a_line_of_zero() {
    let board = "6\n0 0 0 6 0 2\n";
    let (out, _, code) = quadrille(&["judge", "nqueen"], board.as_bytes());
    assert_eq!(code, 0);
    let with = |tail: &str| quadrille(&["judge", "nqueen"], format!("{board}{board}{tail}").as_bytes());
    for tail in ["0\n", "0", "\n0\n\n", ""] {
        assert_eq!(with(tail), (out.repeat(2), String::new(), 0), "{tail:?}");
    }
    for tail in ["0\n1\n0\n", "0 0\n", "0\nx\n"] {
        let (found, err, code) = with(tail);
        assert_eq!((found, code), (out.repeat(2), 2), "{tail:?}: {err}");
    }
    assert_eq!(quadrille(&["judge", "nqueen"], b"0\n"), (String::new(), String::new(), 0));
}

/// Puzzles with one solution, with none, and with several.
fn puzzles() -> Vec<String> {
    let mut puzzles = vec![NINE.to_string(), format!("55{}", &NINE[2..]), format!("...{}", &NINE[3..])];
    for k in 0..40 {
        puzzles.push(format!("{}{}", &NINE[2 * k..], &NINE[..2 * k]));
        puzzles.push(format!("{}{}{}", &NINE[..k], ".", &NINE[k + 1..]));
    }
    puzzles
}

#[test]
fn a_long_input_of_lines_is_answered_as_brute_force_answers_it() {
    let puzzles = puzzles();
    // Too many solutions are not searched by brute force.
    let truth: Vec<Vec<String>> = puzzles
        .iter()
        .map(|line| {
            let grid = load(line, Some("line")).unwrap().puzzles.remove(0).grid().unwrap().clone();
            let word = |bits: &u64| char::from(b'1' + bits.trailing_zeros() as u8);
            solutions(&grid, 500).iter().map(|own| own.iter().map(word).collect()).collect()
        })
        .collect();
    assert!(truth.iter().any(Vec::is_empty) && truth.iter().any(|own| own.len() == 1));
    assert!(truth.iter().any(|own| own.len() > 1));
    // More than one block, and lines of different lengths, so that blocks end inside lines.
    let mut text = String::new();
    let mut order = Vec::new();
    for k in 0..30_000 {
        let one = if k % 9 == 0 { k % puzzles.len() } else { 0 };
        order.push(one);
        text += &puzzles[one];
        text += [" \n", "\n", "\t\n"][k % 3];
    }
    let (out, err, code) = quadrille(&["judge", "poj3074"], format!("{text}end\n").as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out.lines().count(), order.len());
    for (line, &one) in out.lines().zip(&order) {
        match truth[one].len() {
            0 => assert_eq!(line, "No solution"),
            500 => {}
            _ => assert!(truth[one].iter().any(|own| own == line), "{}: {line}", puzzles[one]),
        }
    }
    // A puzzle with several solutions has the same answer alone.
    let several: Vec<usize> = (0..puzzles.len()).filter(|&k| truth[k].len() > 1).collect();
    for one in several {
        let alone = quadrille(&["judge", "poj3074"], format!("{}\nend\n", puzzles[one]).as_bytes()).0;
        let first = order.iter().position(|&own| own == one).map(|at| out.lines().nth(at).unwrap());
        assert!(first.is_none_or(|first| format!("{first}\n") == alone));
    }
    let bad = format!("{text}{}x\n{NINE}\nend\n", &NINE[..80]);
    let (until, err, code) = quadrille(&["judge", "poj3074"], bad.as_bytes());
    assert_eq!((until == out, code), (true, 2));
    assert!(err.starts_with("error: unexpected `x`\n") && err.contains("standard input:30001:81"), "{err}");
    let (all, err, code) = quadrille(&["judge", "poj3074"], text.as_bytes());
    assert_eq!((all == out, code), (true, 0));
    assert!(err.contains("warning: standard input: the line `end` is missing"), "{err}");
    // Any line end, and other encodings.
    for end in ["\r\n", "\r"] {
        assert!(quadrille(&["judge", "poj3074"], text.replace('\n', end).as_bytes()).0 == out, "{end:?}");
    }
    let wide: Vec<u8> = "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert!(quadrille(&["judge", "poj3074"], &wide).0 == out);
    assert!(quadrille(&["judge", "poj3074"], format!("\u{feff}{text}").as_bytes()).0 == out);
}

#[test]
fn bad_inputs_of_lines_are_refused_with_their_place() {
    for (input, place, message) in [
        (b"".to_vec(), "1:1", "the input is empty"),
        (b"\x1f\x8b\x08".to_vec(), "1:1", "this is a gzip file, not text"),
        (format!("{NINE}\n\n{NINE}\nend\n").into_bytes(), "2:1", "this line is blank, 81 characters expected"),
        (format!("{NINE}\nend\n\n {NINE}\n").into_bytes(), "4:2", "text after the end of the input"),
        ([NINE.as_bytes(), b"\n12\xff\nend\n"].concat(), "2:3", "byte 0xFF is not UTF-8"),
        ([NINE.as_bytes(), b"\n12\0\nend\n"].concat(), "2:3", "a NUL byte"),
        (format!("{NINE}\n{}\nend\n", &NINE[..80]).into_bytes(), "2:81", "this line has 80 characters"),
    ] {
        let (out, err, code) = quadrille(&["judge", "poj3074"], &input);
        let solved = usize::from(input.starts_with(NINE.as_bytes()));
        assert_eq!((out, code), (format!("{SOLVED}\n").repeat(solved), 2), "{err}");
        assert!(err.contains(message) && err.contains(&format!("standard input:{place}")), "{place}: {err}");
    }
}

/// The least of three times of a command: the machine may have other work.
fn time(words: &[&str], input: &[u8]) -> Duration {
    let run = |_| {
        let start = Instant::now();
        assert_eq!(quadrille(words, input).2, 0);
        start.elapsed()
    };
    (0..3).map(run).min().unwrap()
}

#[test]
fn lines_take_a_judge_no_longer_than_a_solver_and_no_memory() {
    let text = format!("{NINE}\n").repeat(40_000);
    let (solve, judge) = (time(&["solve"], text.as_bytes()), time(&["judge", "poj3074"], text.as_bytes()));
    // The half second is for a loaded machine.
    assert!(judge < 2 * solve + Duration::from_millis(500), "judge {judge:?}, solve {solve:?}");
    let peak = |lines: usize| {
        let mut child = start(&["judge", "poj3074"]);
        let mut out = child.stdout.take().unwrap();
        let reader = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()).unwrap());
        let mut into = child.stdin.take().unwrap();
        let block = format!("{NINE}\n").repeat(1000);
        (0..lines / 1000).for_each(|_| into.write_all(block.as_bytes()).unwrap());
        // All but the last block has been answered; the program waits for the rest.
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        drop(into);
        child.wait().unwrap();
        assert_eq!(reader.join().unwrap(), 82 * lines as u64);
        let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap().to_string();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
    };
    let (short, long) = (peak(100_000), peak(400_000));
    assert!(long < short + 8_000, "{short} kB for 100,000 lines, {long} kB for 400,000");
}

#[test]
fn equal_boards_of_pentominoes_are_counted_once() {
    let one = time(&["judge", "dominoes"], b"4 15\n");
    let boards = "4 15\n15 4\n3 20\n".repeat(8);
    let (out, _, code) = quadrille(&["judge", "dominoes"], boards.as_bytes());
    // The numbers of tilings are published.
    assert_eq!((out, code), ("368\n368\n2\n".repeat(8), 0));
    let took = time(&["judge", "dominoes"], boards.as_bytes());
    assert!(took < 4 * one + Duration::from_millis(300), "{took:?}, and {one:?} for one board");
}
