//! Real inputs with checked answers, from the folder named by `QUADRILLE_CORPUS`. They cannot be
//! published, so without the variable these tests say that they were skipped.

use crate::support;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn corpus() -> Option<PathBuf> {
    support::folder("QUADRILLE_CORPUS")
}

struct Ran {
    stdout: Vec<u8>,
    stderr: String,
    code: Option<i32>,
    took: Duration,
}

fn quadrille(words: &[&str], input: &Path) -> Ran {
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(words)
        .stdin(Stdio::from(fs::File::open(input).unwrap()))
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    Ran { stdout: output.stdout, stderr, code: output.status.code(), took: started.elapsed() }
}

fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|own| own == end))
        .collect();
    files.sort();
    files
}

/// Folders of the corpus and the judges for their inputs: first those with a unique right answer,
/// then those with several.
const BYTE_FOR_BYTE: [(&str, &str); 6] = [
    ("poj3074", "poj3074"),
    ("zoj3122", "zoj3122"),
    ("noip2009", "p1074"),
    ("hdu4069", "hdu4069"),
    ("poj3740", "poj3740"),
    ("poj1084", "poj1084"),
];
const ONE_OF_SEVERAL: [(&str, &str); 4] =
    [("nqueen", "nqueen"), ("matchgirl", "match-girl"), ("zoj3209", "zoj3209"), ("covering", "lottery")];

#[test]
fn judges_are_answered_byte_for_byte() {
    let Some(corpus) = corpus() else { return };
    for (folder, judge) in BYTE_FOR_BYTE {
        let inputs = files(&corpus.join(folder), "in");
        assert!(inputs.len() >= 10, "{folder}");
        for input in inputs {
            let expected = fs::read(input.with_extension("out")).unwrap();
            let ran = quadrille(&["judge", judge], &input);
            assert!(ran.stdout == expected, "{}: {}", input.display(), ran.stderr);
            assert_eq!(ran.code, Some(0), "{}", input.display());
            // The limit is for a debug build on a loaded machine. A release build needs far less
            // than a second.
            assert!(judge != "p1074" || ran.took < Duration::from_secs(10), "{} took {:?}", input.display(), ran.took);
        }
    }
}

/// The files of `covering` hold the true minimum. The judge answers `10 or more` above ten.
#[test]
fn lotteries_are_answered_up_to_ten_tickets() {
    let Some(corpus) = corpus() else { return };
    for input in files(&corpus.join("covering"), "in") {
        let fewest: u32 = fs::read_to_string(input.with_extension("out")).unwrap().trim().parse().unwrap();
        let expected = if fewest <= 10 { format!("{fewest}\n") } else { "10 or more\n".to_string() };
        let ran = quadrille(&["judge", "lottery"], &input);
        assert_eq!(String::from_utf8_lossy(&ran.stdout), expected, "{}: {}", input.display(), ran.stderr);
    }
}

/// Boards of 60 squares and boards with holes. The `.out` file holds the number of tilings up to
/// symmetry.
#[test]
fn pentominoes_are_counted_up_to_symmetry() {
    let Some(corpus) = corpus() else { return };
    let folder = corpus.join("pentomino");
    let ran = quadrille(&["judge", "dominoes"], &folder.join("rect-3x20.in"));
    assert_eq!(ran.stdout, fs::read(folder.join("rect-3x20.out")).unwrap());
    let board = folder.join("board-8x8-centre-2x2.in");
    let ran = quadrille(&["count", "--as", "pieces", "--json"], &board);
    let line: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!((line["count"].as_str(), line["ways"].as_str()), (Some("520"), Some("65")), "{line}");
}

#[test]
fn none_one_and_many_are_told_apart() {
    let Some(corpus) = corpus() else { return };
    for folder in ["poj3074-status", "zoj3122-status"] {
        for input in files(&corpus.join(folder), "in") {
            let truth = fs::read_to_string(input.with_extension("truth")).unwrap();
            let solutions = truth.lines().next().unwrap().trim_start_matches("solutions: ");
            let (expected, code) = match solutions {
                "0" => ("none\n", 1),
                "1" => ("unique\n", 0),
                _ => ("many\n", 1),
            };
            let ran = quadrille(&["check"], &input);
            assert_eq!(
                (String::from_utf8(ran.stdout).unwrap().as_str(), ran.code),
                (expected, Some(code)),
                "{}",
                input.display()
            );
        }
    }
}

/// Errors that we place elsewhere than the notes, for a reason. If a number is missing, the notes
/// give its column in the whole file, and we give the end of the short line. A region of a wrong
/// size has several cells to point at. If 31 rectangles are announced and 30 follow, a rectangle is
/// missing and no number is too large.
const ELSEWHERE: [&str; 11] = [
    "three-coordinates.in",
    "zoj3209/tok-too-big-by-one.in",
    "short-row.in",
    "middle-token-missing.in",
    "row-1-has-8.in",
    "row-5-has-8.in",
    "half-file.in",
    "two-numbers.in",
    "k-too-big.in",
    "region-sizes-8-and-10-2.in",
    "region-sizes-8-and-10-3.in",
];

#[test]
fn malformed_inputs_get_their_verdict_and_their_place() {
    let Some(corpus) = corpus() else { return };
    for (folder, judge) in BYTE_FOR_BYTE.into_iter().chain(ONE_OF_SEVERAL) {
        let folder = corpus.join("bad").join(folder);
        let notes = fs::read_to_string(folder.join("notes.tsv")).unwrap();
        for note in notes.lines().skip(1).filter(|line| !line.trim().is_empty()) {
            let columns: Vec<&str> = note.split('\t').collect();
            let [file, verdict, line, column, ..] = columns[..] else { panic!("{note}") };
            let ran = quadrille(&["judge", judge], &folder.join(file));
            let name = format!("{}/{file}", folder.display());
            assert!(!ran.stderr.contains("panicked"), "{name}: {}", ran.stderr);
            assert!(ran.took < Duration::from_secs(5), "{name} took {:?}", ran.took);
            let place = ran.stderr.split("standard input:").nth(1).map(|rest| rest.lines().next().unwrap().to_string());
            match verdict {
                "reject" => {
                    assert_eq!(ran.code, Some(2), "{name}: {}", ran.stderr);
                    let place = place.unwrap_or_else(|| panic!("{name} has no place: {}", ran.stderr));
                    let (own_line, own_column) = place.split_once(':').unwrap();
                    let named = format!("{judge}/{file}");
                    if !ELSEWHERE.contains(&file) && !ELSEWHERE.contains(&named.as_str()) {
                        assert!(line.is_empty() || line == own_line, "{name}: line {own_line}, not {line}");
                        assert!(column.is_empty() || column == own_column, "{name}: column {own_column}, not {column}");
                    }
                }
                "accept" => assert_eq!(ran.code, Some(0), "{name}: {}", ran.stderr),
                "either" => assert!(
                    matches!(ran.code, Some(0)) || ran.code == Some(2) && place.is_some(),
                    "{name}: {}",
                    ran.stderr
                ),
                other => panic!("{name}: verdict {other}"),
            }
        }
    }
}

#[test]
fn grids_of_other_sizes_are_read_and_solved() {
    let Some(corpus) = corpus() else { return };
    let mut solved = 0;
    for (folder, form) in [("boxes", "boxes"), ("jigsaw", "regions")] {
        for input in files(&corpus.join(folder), "in") {
            // The 25x25 grids need clause learning.
            if input.file_name().unwrap().to_string_lossy().starts_with("gecode")
                || !input.with_extension("out").exists()
            {
                continue;
            }
            let expected: Vec<String> = fs::read_to_string(input.with_extension("out"))
                .unwrap()
                .split_whitespace()
                .map(str::to_string)
                .collect();
            let ran = quadrille(&["solve", "--as", form], &input);
            let text = String::from_utf8(ran.stdout).unwrap();
            // The answer begins with the two sides of the grid.
            let n: usize = expected[0].parse().unwrap();
            let found: Vec<String> =
                text.lines().skip(1).take(n).flat_map(str::split_whitespace).map(str::to_string).collect();
            assert_eq!(found, expected[2..], "{}: {}", input.display(), ran.stderr);
            solved += 1;
        }
    }
    assert!(solved > 40, "{solved}");
}

#[test]
fn exact_covers_are_counted() {
    let Some(corpus) = corpus() else { return };
    for input in files(&corpus.join("dlx"), "in") {
        let expected = fs::read_to_string(input.with_extension("out")).unwrap();
        let ran = quadrille(&["count", "--as", "knuth"], &input);
        assert_eq!(
            String::from_utf8(ran.stdout).unwrap().trim(),
            expected.trim(),
            "{}: {}",
            input.display(),
            ran.stderr
        );
    }
}

#[test]
fn queens_stand_where_none_attacks_another() {
    let Some(corpus) = corpus() else { return };
    for input in files(&corpus.join("nqueen"), "in") {
        let text = fs::read_to_string(&input).unwrap();
        let placed: Vec<i64> = text.split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
        let ran = quadrille(&["judge", "nqueen"], &input);
        let out = String::from_utf8(ran.stdout).unwrap();
        if input.with_extension("truth").exists() {
            assert_eq!(out, "No solution\n", "{}", input.display());
            continue;
        }
        let files: Vec<i64> = out.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let ranks = 0..placed.len() as i64;
        let all_differ = |of: &dyn Fn(i64) -> i64| {
            ranks.clone().map(of).collect::<std::collections::BTreeSet<_>>().len() == placed.len()
        };
        let file = |rank: i64| files[rank as usize];
        assert_eq!(files.len(), placed.len(), "{}", input.display());
        assert!(
            all_differ(&file) && all_differ(&|r| file(r) + r) && all_differ(&|r| file(r) - r),
            "{}",
            input.display()
        );
        assert!(placed.iter().zip(&files).all(|(asked, found)| *asked == 0 || asked == found), "{}", input.display());
    }
}

#[test]
fn the_fewest_pieces_and_meals_are_found() {
    let Some(corpus) = corpus() else { return };
    for (folder, judge) in [("zoj3209", "zoj3209"), ("matchgirl", "match-girl")] {
        for input in files(&corpus.join(folder), "in").into_iter().filter(|input| input.with_extension("out").exists())
        {
            let ran = quadrille(&["judge", judge], &input);
            let (expected, found) =
                (fs::read_to_string(input.with_extension("out")).unwrap(), String::from_utf8(ran.stdout).unwrap());
            // Only the first line of Match Girl's answer is compared. The chosen meals follow it.
            let found = if judge == "match-girl" { format!("{}\n", found.lines().next().unwrap_or("")) } else { found };
            assert_eq!(found, expected, "{}: {}", input.display(), ran.stderr);
        }
    }
}

/// Each file holds a size. The problem of that size is built here.
#[test]
fn sizes_give_their_published_counts() {
    let Some(corpus) = corpus() else { return };
    let (langford, latin, sudoku) = (support::langford, support::latin, |n| match n {
        4 => support::sudoku(2, 2, &[]),
        n => panic!("a sudoku of side {n} is not counted"),
    });
    type Build<'a> = &'a dyn Fn(u32) -> quadrille::dlx::Problem;
    let builders: [(&str, Build, u64); 4] = [
        ("langford", &langford, 2),
        ("latin", &latin, 1),
        ("queens-count", &support::queens, 1),
        ("sudoku-count", &sudoku, 1),
    ];
    for (folder, build, halves) in builders {
        for input in files(&corpus.join(folder), "in") {
            let read = |path: &Path| fs::read_to_string(path).unwrap().split_whitespace().next().unwrap().to_string();
            let (n, expected): (u32, u64) =
                (read(&input).parse().unwrap(), read(&input.with_extension("out")).parse().unwrap());
            // A Langford pairing and its reverse count as one.
            assert_eq!(support::count(&build(n)).solutions, expected * halves, "{}", input.display());
        }
    }
}
