//! Problems for tests and benches, built from their definitions without the puzzle code.
#![allow(dead_code)]

pub mod obstructed;

use dancing::{ItemId, ItemRule, Problem, Search, Tally};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

/// n queens: ranks and files are primary, diagonals secondary (TAOCP 7.2.2.1, (23)).
pub fn queens(n: u32) -> Problem {
    let mut problem = Problem::new(2 * n, 2 * (2 * n - 1));
    for rank in 0..n {
        for file in 0..n {
            let sum = 2 * n + rank + file;
            let difference = 2 * n + (2 * n - 1) + (rank + n - 1 - file);
            problem.push(&[rank, n + file, sum, difference].map(ItemId)).unwrap();
        }
    }
    problem
}

/// Langford pairs: two copies of each number d with d numbers between them (OEIS A014552, counted
/// with mirror images).
pub fn langford(n: u32) -> Problem {
    let mut problem = Problem::new(3 * n, 0);
    for digit in 0..n {
        for first in 0..2 * n {
            let second = first + digit + 2;
            if second < 2 * n {
                problem.push(&[digit, n + first, n + second].map(ItemId)).unwrap();
            }
        }
    }
    problem
}

/// A sudoku with r x c boxes and the given symbols: cells, rows, columns and boxes, n = r * c.
pub fn sudoku(r: u32, c: u32, givens: &[(u32, u32, u32)]) -> Problem {
    let n = r * c;
    let mut problem = Problem::new(4 * n * n, 0);
    for row in 0..n {
        for column in 0..n {
            let given = givens.iter().find(|g| (g.0, g.1) == (row, column)).map(|g| g.2);
            for symbol in 0..n {
                if given.is_some_and(|g| g != symbol) {
                    continue;
                }
                let area = row / r * r + column / c;
                let items = [row * n + column, n * n + row * n + symbol, 2 * n * n + column * n + symbol];
                let [cell, in_row, in_column] = items.map(ItemId);
                problem.push(&[cell, in_row, in_column, ItemId(3 * n * n + area * n + symbol)]).unwrap();
            }
        }
    }
    problem
}

/// The 1-based symbols of one line of text as 0-based givens `(row, column, symbol)`.
pub fn line(text: &str) -> Vec<(u32, u32, u32)> {
    let n = (text.len() as f64).sqrt() as u32;
    let place = |k: u32| (k / n, k % n);
    let given = |(k, c): (usize, char)| c.to_digit(36).filter(|&d| d > 0).map(|d| (place(k as u32), d - 1));
    text.chars().enumerate().filter_map(given).map(|((row, column), symbol)| (row, column, symbol)).collect()
}

/// Knuth's example (TAOCP 7.2.2.1, (6)): items a to g and six options, with one cover.
pub fn knuth() -> Problem {
    let mut problem = Problem::new(7, 0);
    for option in ["ce", "adg", "bcf", "adf", "bg", "deg"] {
        let items: Vec<ItemId> = option.bytes().map(|b| ItemId(u32::from(b - b'a'))).collect();
        problem.push(&items).unwrap();
    }
    problem
}

/// Latin squares of order n; the items are cells, (row, symbol) and (column, symbol).
pub fn latin(n: u32) -> Problem {
    let mut problem = Problem::new(3 * n * n, 0);
    for (r, c, v) in (0..n * n * n).map(|k| (k / n / n, k / n % n, k % n)) {
        problem.push(&[r * n + c, n * n + r * n + v, 2 * n * n + c * n + v].map(ItemId)).unwrap();
    }
    problem
}

/// The covering design C(v, k, t): the fewest k-subsets of v points that contain every t-subset.
pub fn covering(v: u32, k: u32, t: u32) -> Problem {
    let subsets = |size: u32| (0u32..1 << v).filter(move |set| set.count_ones() == size);
    let mut problem = Problem::repeated(subsets(t).count() as u32);
    for block in subsets(k) {
        let inside = subsets(t).enumerate().filter(|(_, set)| set & block == *set);
        let items: Vec<ItemId> = inside.map(|(item, _)| ItemId(item as u32)).collect();
        problem.push_weighted(&items, -1).unwrap();
    }
    problem
}

/// Searches the whole tree by strides.
pub fn count(problem: &Problem) -> Tally {
    let (mut search, mut tally) = (Search::new(problem, ItemRule::Fewest), Tally::default());
    while search.stride(4096, &mut tally).is_some() {}
    tally
}

/// The number of random cases that a test runs: `quick`, or K times as many with
/// `QUADRILLE_ROUNDS=K`, as in CI, or `long` with `QUADRILLE_LONG=1`.
pub fn rounds(quick: u32, long: u32) -> u32 {
    let factor = std::env::var("QUADRILLE_ROUNDS").ok().and_then(|number| number.parse().ok()).unwrap_or(1);
    if is_long() { long } else { quick.saturating_mul(factor).min(long) }
}

/// Whether more than the quick number of cases is asked for, as in CI.
pub fn is_thorough() -> bool {
    rounds(1, 2) > 1
}

/// Whether `QUADRILLE_LONG` asks for everything.
pub fn is_long() -> bool {
    std::env::var_os("QUADRILLE_LONG").is_some()
}

/// The tests that were skipped, each with the reason.
static SKIPPED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Says that the running test is skipped. Cargo hides what a test prints, unless it fails, but not
/// what is written to standard output itself.
pub fn skip(why: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_string();
    _ = writeln!(std::io::stdout(), "test {test} ... skipped: {why}");
    SKIPPED.lock().unwrap().push(format!("{test}: {why}"));
}

/// Lists the tests that were skipped. Tests begin in the order of their names, so that the last one
/// calls this.
pub fn list_skipped() {
    let skipped = SKIPPED.lock().unwrap();
    if !skipped.is_empty() {
        _ = writeln!(std::io::stdout(), "\nskipped: {}\n    {}\n", skipped.len(), skipped.join("\n    "));
    }
}

/// The folder that a variable names. Without one the running test is skipped.
pub fn folder(variable: &str) -> Option<PathBuf> {
    let folder = std::env::var_os(variable).map(PathBuf::from);
    if folder.is_none() {
        skip(&format!("{variable} names no folder"));
    }
    folder
}

/// A set of signals in the status of a process, one bit each: `SigCgt` are those with a handler,
/// `SigIgn` those that are ignored. `None` if the process has ended, or the system does not tell.
pub fn signals(process: &str, set: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    if status.contains("\nState:\tZ") {
        return None;
    }
    let mask = status.lines().find_map(|line| line.strip_prefix(set)?.strip_prefix(':'))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Returns whether the tests were started with a signal ignored, as a shell does with SIGINT for
/// what runs in the background. A program that they start ignores it too. Skips the running test.
pub fn is_ignored(signal: i32) -> bool {
    let ignored = signals("self", "SigIgn").is_some_and(|set| set >> (signal - 1) & 1 == 1);
    if ignored {
        skip(&format!("signal {signal} is ignored"));
    }
    ignored
}

/// Waits until a process handles a signal, or has ended. Before that the signal would kill it.
pub fn await_handler(process: u32, signal: i32) {
    let is_open = || signals(&process.to_string(), "SigCgt").is_some_and(|set| set >> (signal - 1) & 1 == 0);
    while is_open() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}
