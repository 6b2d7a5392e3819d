//! Inputs of public reports, with what is right. They are not ours to keep: the folder is named by
//! `QUADRILLE_REPORTED`, or lies beside the corpus.

use crate::support::skip;
use dancing::Goal;
use quadrille_puzzle::{Entry, Grid, LoadError, Puzzle, Solution, encode, load};
use quadrille_solve::{Order, Status, run};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files that are refused, each with a part of the sentence that says why.
const REFUSED: [(&str, &str); 24] = [
    ("aoc12.txt", "characters"),
    ("codingame-killer.txt", "letters beside their cells"),
    ("empty.txt", "empty"),
    ("fpuzzles-region-null.json", "without a region"),
    ("janko-killer.txt", "out of range"),
    ("jl_sudoku.txt", "line"),
    ("jlsud_6.txt", "bars in these rows"),
    ("jlsud_7.txt", "line"),
    ("jlsud_8.txt", "bars around these rows"),
    ("jlsud_9.txt", "unexpected"),
    ("n-gnome.json", "JSON"),
    ("n-oc.json", "a grid of 4 rows"),
    ("n-sumo1.txt", "SumoCue"),
    ("n-wordoku.txt", "unexpected `R`"),
    ("nb_pent59.pieces", "the board has 59 cells"),
    ("nb_pent61.pieces", "the board has 61 cells"),
    ("nonomino-janko.txt", "janko.at"),
    ("penpa.txt", "damaged or cut off"),
    ("sudokumaker.txt", "damaged or cut off"),
    ("sudokupad-global-unknown.txt", "something-else"),
    ("sumocue.txt", "SumoCue"),
    ("tatham-save.txt", "saved game"),
    ("tatham-towers.txt", "not one of Solo"),
    ("tatham-unequal.txt", "points out of the grid"),
];

/// Files whose words are a rule that no field says: without it there are several solutions.
const IN_WORDS: [&str; 3] =
    ["n-fpuzzles-words-antiknight.json", "n-fpuzzles-words-euler.json", "sudokupad-words-too.txt"];

/// Files whose `.right` is wrong. In the first, two of nine cells are open, and brute force finds two
/// grids, not 3. In the second, box 1 is not a region and holds two 5s, and there are none, not many:
/// three rows hold each number three times and boxes 2 and 3 once each, so box 1 holds each once.
const WRONG: [&str; 2] = ["n-pocketjoso9.txt", "fpuzzles-region-null.json"];

/// More files whose refusal is looked at by its name only.
const ALSO: [&str; 2] = ["toroidal-regions.toml", "tri.pieces"];

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("QUADRILLE_REPORTED").map(PathBuf::from);
    let beside = std::env::var_os("QUADRILLE_CORPUS").map(|corpus| Path::new(&corpus).join("../data/reported"));
    named.or(beside).filter(|folder| folder.is_dir())
}

/// The answer to a puzzle as a word, and its solution row-major if there is exactly one.
fn checked(puzzle: &Puzzle) -> (&'static str, String) {
    let encoded = encode(&puzzle.shape);
    let outcome = run(&encoded.problem, Order::new(Goal::Unique), &mut ());
    let word = match outcome.status {
        Status::Unique => "unique",
        Status::Many => "many",
        Status::None => "none",
        _ => "unknown",
    };
    let solved = outcome.solutions.first().filter(|_| word == "unique").and_then(|cover| encoded.decode(cover));
    let text = |grid: &Grid| -> String {
        let symbol = |entry: &Entry| entry.symbol().map_or('.', |symbol| grid.alphabet.char(symbol));
        grid.cells.iter().map(symbol).collect()
    };
    (
        word,
        match solved {
            Some(Solution::Grid(grid)) => text(&grid),
            _ => String::new(),
        },
    )
}

fn counted(puzzle: &Puzzle) -> String {
    let problem = encode(&puzzle.shape).problem;
    let goal = puzzle.shape.listing().and_then(|listing| listing.goal).unwrap_or(puzzle.kind.goal);
    match goal {
        Goal::Best => run(&problem, Order::new(Goal::Best), &mut ())
            .best
            .map_or(String::new(), |best| best.unsigned_abs().to_string()),
        _ => run(&problem, Order::new(Goal::Count { limit: None }), &mut ()).number(),
    }
}

/// Returns whether the puzzles of a file are as the text says; `None` if it is a sentence.
fn is_right(puzzles: &[Puzzle], right: &str) -> Option<bool> {
    let words: Vec<&str> =
        right.split(|c: char| c.is_whitespace() || ",;:".contains(c)).filter(|word| !word.is_empty()).collect();
    let solutions: Vec<&str> =
        words.iter().copied().filter(|word| word.len() > 15 && word.bytes().all(|b| b.is_ascii_digit())).collect();
    match words[..] {
        ["two", ..] | ["unique", _, ..] | [_]
            if !solutions.is_empty() && solutions[0].len() <= 81 && solutions[0].len() != 17 =>
        {
            let found: Vec<(&str, String)> = puzzles.iter().map(checked).collect();
            let is_one =
                |(word, solution): &(&str, String)| *word == "unique" && solutions.contains(&solution.as_str());
            Some(found.iter().all(is_one))
        }
        ["unique" | "many" | "none", ..] => Some(puzzles.iter().all(|puzzle| checked(puzzle).0 == words[0])),
        ["count", number, ..] => Some(puzzles.iter().all(|puzzle| counted(puzzle) == number)),
        [number, ..]
            if number.bytes().all(|byte| byte.is_ascii_digit()) && (words.len() == 1 || right.starts_with("0:")) =>
        {
            Some(puzzles.iter().all(|puzzle| counted(puzzle) == number))
        }
        _ => None,
    }
}

#[test]
fn reported_inputs_are_right_or_refused_by_name() {
    let Some(folder) = folder() else { return skip("QUADRILLE_REPORTED names no folder") };
    let (mut right, mut read, mut all) = (0, 0, 0);
    let mut wrong = Vec::new();
    let mut refused = BTreeSet::new();
    for part in ["grids", "covers"] {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder.join(part)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|path| path.extension().is_none_or(|end| end != "right" && end != "answer"));
        files.sort();
        for path in files {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            all += 1;
            let bytes = std::fs::read(&path).unwrap();
            let loaded =
                match quadrille_puzzle::decode(&bytes).map_err(LoadError::Parse).and_then(|text| load(&text, None)) {
                    Ok(loaded) => loaded,
                    // The words repeat what the fields say, so the answer is right without them.
                    Err(error @ LoadError::Foreign(..))
                        if error.to_string().contains("not read as rules") && !IN_WORDS.contains(&name.as_str()) =>
                    {
                        error.only_drawn().unwrap()
                    }
                    Err(error @ LoadError::Foreign(..)) if IN_WORDS.contains(&name.as_str()) => {
                        assert!(error.to_string().contains("not read as rules"), "{name}: {error}");
                        refused.insert(name);
                        continue;
                    }
                    Err(error) => {
                        let said = REFUSED.iter().find(|(known, _)| *known == name).map(|(_, said)| *said);
                        let is_known =
                            said.is_some_and(|said| error.to_string().contains(said)) || ALSO.contains(&name.as_str());
                        if !is_known {
                            wrong.push(format!("{name}: {error}"));
                        }
                        refused.insert(name);
                        continue;
                    }
                };
            read += 1;
            let Ok(text) = std::fs::read_to_string(path.with_extension("right")) else { continue };
            // The answers of a matrix are rows, and one value is the help's own.
            let is_sentence = WRONG.contains(&name.as_str())
                || name.starts_with("01-")
                || name.starts_with("p4929")
                || name.starts_with("samurai");
            match is_right(&loaded.puzzles, text.trim()).filter(|_| !is_sentence) {
                Some(true) => right += 1,
                Some(false) => wrong.push(format!("{name}: not {}", text.trim())),
                None => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(10 * read > 8 * all && right > 100, "{read} of {all} read, {right} right, refused: {refused:?}");
}
