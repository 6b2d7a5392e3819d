//! Proposals: drawings and words that mean rules together.

use dancing::Goal;
use quadrille_puzzle::{Entry, LoadError, Proposal, Proposals, Puzzle, Shape, Symbol, encode, load};
use quadrille_solve::{Order, run};
use serde_json::{Value, json};

/// A folder of published variants: `NNNN.json`, and `NNNN.right` with the solution in its first
/// line.
fn bench() -> Option<Vec<(String, String, String)>> {
    let folder = std::env::var_os("QUADRILLE_BENCH")?;
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.len() == 9 && name.ends_with(".json"))
        .collect();
    names.sort();
    let read = |name: &str| std::fs::read_to_string(std::path::Path::new(&folder).join(name)).unwrap();
    Some(
        names
            .into_iter()
            .map(|name| {
                let right = read(&name.replace(".json", ".right"));
                let solution = right.lines().next().unwrap().trim_start_matches("unique").trim().to_string();
                (name.clone(), read(&name), solution)
            })
            .collect(),
    )
}

/// Returns whether a puzzle has one solution, and it is this one.
fn is_right(puzzle: &Puzzle, solution: &str) -> bool {
    let count = |shape: &Shape| {
        let order = Order::new(Goal::Count { limit: Some(2) });
        run(&encode(shape).problem, order, &mut ()).count
    };
    let mut full = puzzle.grid().unwrap().clone();
    for (entry, digit) in full.cells.iter_mut().zip(solution.chars()) {
        *entry = Entry::Given(Symbol(digit.to_digit(10).unwrap() as u8 - 1));
    }
    full.cells.len() == solution.len() && count(&puzzle.shape) == 1 && count(&Shape::Grid(full)) == 1
}

/// Most published variants are read by their drawings and words, and none of them wrongly.
#[test]
fn published_variants_are_wholly_read_or_left() {
    let Some(bench) = bench() else { return println!("skipped: QUADRILLE_BENCH names no folder") };
    let (mut plain, mut sure, mut accepted) = (0, 0, 0);
    for (name, text, solution) in &bench {
        let loaded = match load(text, None) {
            Ok(loaded) => {
                plain += 1;
                loaded
            }
            Err(error) => match error.proposed() {
                Ok(loaded) => {
                    sure += 1;
                    loaded
                }
                Err(LoadError::Foreign(error, loaded)) => {
                    assert!(error.help.is_some(), "{name}: {error:?}");
                    accepted += usize::from(is_right_if_accepted(&loaded.puzzles[0], solution));
                    continue;
                }
                Err(LoadError::Parse(_)) => continue,
                Err(other) => panic!("{name}: {other}"),
            },
        };
        assert!(is_right(&loaded.puzzles[0], solution), "{name}: {:?}", loaded.notes());
    }
    println!("{plain} plain, {sure} by proposals, {accepted} if a person accepts them, of {}", bench.len());
    assert!(plain >= 10 && sure >= 21 && accepted >= 4, "{plain} plain, {sure} by proposals, {accepted} accepted");
}

/// Returns whether a puzzle is right with the first meaning of each offer that words say.
fn is_right_if_accepted(puzzle: &Puzzle, solution: &str) -> bool {
    let Some(proposals) = &puzzle.proposals else { return false };
    let is_said = |way: &Proposal| !way.words.is_empty();
    let picks: Vec<Option<usize>> =
        proposals.offers.iter().map(|offer| offer.ways.first().filter(|way| is_said(way)).map(|_| 0)).collect();
    let puzzle = puzzle.clone().with_picks(&picks);
    puzzle.grid().is_some_and(|grid| grid.only_drawn().is_none()) && is_right(&puzzle, solution)
}

/// A grid of side 4 in SudokuPad's JSON, with these fields and words.
fn drawn(fields: Value, words: &str) -> String {
    let row = vec![json!({}); 4];
    let region = |r: usize, c: usize| json!([[r, c], [r, c + 1], [r + 1, c], [r + 1, c + 1]]);
    let mut puzzle = json!({
        "cells": vec![row; 4],
        "regions": [region(0, 0), region(0, 2), region(2, 0), region(2, 2)],
        "metadata": {"rules": words},
    });
    fields.as_object().unwrap().iter().for_each(|(key, value)| puzzle[key] = value.clone());
    puzzle.to_string()
}

fn line(color: &str, points: &[[f64; 2]]) -> Value {
    json!({"wayPoints": points, "color": color, "thickness": 10})
}

fn mark(center: [f64; 2], size: f64, fill: &str, text: &str) -> Value {
    json!({"center": center, "width": size, "height": size, "rounded": true, "backgroundColor": fill, "text": text})
}

/// The rules that are taken, or what is left over.
fn taken(text: &str) -> Result<Vec<String>, Vec<String>> {
    match load(text, None) {
        Ok(_) => Ok(Vec::new()),
        Err(error) => match error.proposed() {
            Ok(loaded) => {
                let grid = loaded.puzzles[0].grid().unwrap().clone();
                let rule = |rule: &quadrille_puzzle::GridRule| {
                    let cells: Vec<String> = rule.cells.iter().map(|&cell| grid.name(cell)).collect();
                    format!("{} {}", rule.id, cells.join(" "))
                };
                Ok(grid.rules.iter().map(rule).collect())
            }
            Err(LoadError::Foreign(_, loaded)) => {
                Err(loaded.puzzles[0].proposals.as_ref().map_or(Vec::new(), Proposals::left))
            }
            Err(other) => panic!("{other}"),
        },
    }
}

#[test]
fn drawings_and_words_that_agree_are_rules() {
    let purple = json!({"lines": [line("#c060d0", &[[0.5, 0.5], [0.5, 2.5]])]});
    let dots = json!({"overlays": [mark([0.5, 1.0], 0.3, "#FFFFFF", ""), mark([2.0, 3.5], 0.3, "#000000", "")]});
    let marks = json!({"overlays": [mark([0.5, 1.0], 0.35, "#FFFFFF", "X"), mark([1.5, 2.0], 0.35, "#FFFFFF", "V")]});
    let bulb = json!({
        "lines": [line("#d0d0d0", &[[3.5, 0.5], [1.5, 2.5]])],
        "underlays": [mark([1.5, 2.5], 0.7, "#d0d0d0", "")],
    });
    let arrow = json!({
        "arrows": [{"wayPoints": [[0.5, 0.8], [0.5, 2.5]], "color": "#888888", "thickness": 3}],
        "overlays": [mark([0.5, 0.5], 0.8, "#FFFFFF", "")],
    });
    for (fields, words, expected) in [
        (
            &purple,
            "Normal sudoku rules apply. Along a violet line the digits are a set of consecutive digits in any order.",
            "renban r1c1 r1c2 r1c3",
        ),
        (&purple, "Usual rules.\nPALINDROMES\nPink lines read the same from both ends.", "palindrome r1c1 r1c2 r1c3"),
        (&purple, "Neighbours on a purple line differ by at least 2. Classic sudoku.", "whisper r1c1 r1c2 r1c3"),
        (
            &dots,
            "White dots: consecutive digits. Black dots: one is double the other. Not all dots are given.",
            "white r1c1 r1c2; black r2c4 r3c4",
        ),
        (&marks, "Normal sudoku rules apply. Cells with an X sum to 10. Cells with a V sum to 5.", ""),
        (&bulb, "Thermometers increase from the bulb.", "thermometer r2c3 r3c2 r4c1"),
        (
            &bulb,
            "Thermometers increase from the bulb. Digits on both diagonals do not repeat.",
            "thermometer r2c3 r3c2 r4c1; falling ; rising ",
        ),
        (
            &arrow,
            "Digits on an arrow add up to the digit in its circle. Digits may repeat on arrows.",
            "arrow r1c1 r1c2 r1c3",
        ),
        (
            &json!({}),
            "Normal sudoku rules apply. Cells a knight's move apart cannot contain the same digit.",
            "antiknight ",
        ),
    ] {
        let found = taken(&drawn(fields.clone(), words));
        // A 4x4 has no two digits that make 10.
        match expected {
            "" => assert!(found.is_ok(), "{words}: {found:?}"),
            expected => assert_eq!(found.map(|rules| rules.join("; ")), Ok(expected.to_string()), "{words}"),
        }
    }
}

#[test]
fn what_words_turn_or_leave_open_is_left() {
    let bulb = json!({
        "lines": [line("#d0d0d0", &[[3.5, 0.5], [1.5, 2.5]])],
        "underlays": [mark([1.5, 2.5], 0.7, "#d0d0d0", "")],
    });
    let arrow = json!({
        "arrows": [{"wayPoints": [[0.5, 0.8], [0.5, 2.5]], "color": "#888888", "thickness": 3}],
        "overlays": [mark([0.5, 0.5], 0.8, "#FFFFFF", "")],
    });
    let purple = json!({"lines": [line("#c060d0", &[[0.5, 0.5], [0.5, 2.5]])]});
    let two =
        json!({"lines": [line("#c060d0", &[[0.5, 0.5], [0.5, 2.5]]), line("#30c030", &[[3.5, 0.5], [3.5, 2.5]])]});
    let meet =
        json!({"lines": [line("#c060d0", &[[0.5, 0.5], [0.5, 2.5]]), line("#c060d0", &[[0.5, 2.5], [2.5, 2.5]])]});
    let dots = json!({"overlays": [mark([0.5, 1.0], 0.3, "#FFFFFF", "")]});
    let slanted = json!({"lines": [line("#c060d0", &[[0.5, 0.5], [1.5, 2.5]])]});
    let marked = json!({
        "lines": [line("#c060d0", &[[0.5, 0.5], [0.5, 2.5]])],
        "overlays": [mark([0.5, 1.5], 0.4, "#c060d0", "")],
    });
    let signs = json!({"overlays": [mark([0.5, 1.5], 0.0, "#c060d0", "*"), mark([1.5, 1.5], 0.0, "#c060d0", "3")]});
    let two_signs = json!({"overlays": [mark([0.5, 1.5], 0.0, "#c060d0", "*"), mark([1.5, 1.5], 0.0, "#c060d0", "+")]});
    let renban = "A purple line holds consecutive digits in any order.";
    for (fields, words) in [
        (&purple, "Normal sudoku rules apply."),
        (&purple, "One of the purple lines is a renban, the other is a palindrome: determine which of them."),
        (&purple, "Purple lines are renbans. The solver must find out which clues are false."),
        (&purple, "Green lines are renbans."),
        (&two, renban),
        (&meet, renban),
        (&dots, "White dots: consecutive digits. All dots are given."),
        (&dots, "White dots: consecutive digits. All white dots lie on an odd cell."),
        (&dots, "White dots: consecutive digits. Some white dots are missing."),
        (&meet, "The purple line reads the same from both ends."),
        (&meet, "Every purple line runs through four cells: its first two and its last two digits have equal totals."),
        (&marked, "The purple line reads the same from both ends."),
        (
            &json!({"lines": [line("#c060d0", &[[0.5, 0.5], [0.5, 2.5]])]}),
            "Fibonacci: on a purple line every digit is the sum of the two before it.",
        ),
        (&signs, "STAR: the digit beside a star tells how many cells around it, diagonal ones too, are smaller."),
        (
            &two_signs,
            "SUN: the digit under a sun tells how many of the cells around it, diagonal ones too, are smaller than it.",
        ),
        (&json!({}), "No three cells in succession on a diagonal are all even, and none are all odd."),
        (&dots, "White dots: the values of the two cells are consecutive."),
        (&purple, "Purple lines contain a set of consecutive digits in increasing order."),
        (&purple, "Purple lines hold consecutive digits in any order, and these sets are all different."),
        (&purple, "Anti-knight rule applies\nPurple lines are renbans."),
        (&purple, "Purple lines are renbans; 4 and 1 count as consecutive."),
        (&two, "Green lines are German whispers, purple lines are renbans."),
        (&bulb, "Digits along thermometers increase or stay the same from the bulb."),
        (&bulb, "Digits along thermometers increase towards the bulb."),
        (&bulb, "Thermometers increase from the bulb. Have fun with the antiknight restriction."),
        (&bulb, "Thermometers increase from the bulb. Digits on one of the diagonals do not repeat."),
        (&arrow, "Digits along an arrow sum to twice the digit in its circle."),
        (&arrow, "Digits along an arrow sum to the digit in its circle, and may not repeat."),
        (&arrow, "Odd digits along an arrow sum to the digit in its circle."),
        (&arrow, "Digits along an arrow sum to the digit in its circle. A digit in a circle must be odd."),
        (&dots, "White dots: consecutive digits. All white dots are between consecutive digits."),
        (&dots, "White dots: consecutive digits. White dots have been left out."),
        (&dots, "White dots separate digits in a 1:2 ratio, black dots separate consecutive digits."),
        (&purple, "Purple lines are renbans. In other words, each line contains the digit 4."),
        (&purple, "Purple lines are renbans. Different purple lines have different sums."),
        (&purple, "Sorted order\nPurple lines are renbans."),
        (&slanted, "Purple lines are renbans."),
        (&json!({}), "Adjacent digits along each line must differ by at least 2."),
        (&json!({}), "The sequence 1-2-3 must appear in every row."),
        (&json!({}), "Horizontally adjacent cells cannot be consecutive."),
        (&json!({}), "A digit may appear in the same position in two different boxes."),
        (&json!({}), "Digits may repeat a king's move apart."),
        (&bulb, "Digits along a thermometer increase from the tip to the bulb."),
        (&dots, "White dots join non-consecutive digits."),
        (&dots, "White dots: consecutive digits. Not all clues are correct."),
        (&json!({}), "Non-consecutive Sudoku: Normal sudoku rules apply."),
        (&json!({}), "Each digit must be a knight's move from an identical digit."),
        (&dots, "White dots: consecutive digits. A dot may also show a sum of five."),
        (&dots, "White dots: consecutive digits. Some of the dots may be wrong."),
        (&purple, "A purple line holds consecutive digits in any order, and its digits have an even sum."),
        (&purple, "Purple lines are renbans. Different lines may share digits, but no two lines have the same sum."),
        (&dots, "White dots: consecutive digits. Every row also contains a wombat."),
        (&json!({"overlays": [mark([0.5, 1.0], 0.3, "#FFFFFF", "7")]}), "White dots: consecutive digits."),
    ] {
        let found = taken(&drawn(fields.clone(), words));
        assert!(found.as_ref().is_err_and(|left| !left.is_empty()), "{words}: {found:?}");
    }
}

#[test]
fn one_rule_is_known_in_several_wordings() {
    let blue = json!({"lines": [line("#30c0ff", &[[0.5, 0.5], [0.5, 3.5]])]});
    let peach = json!({"lines": [line("#ffccaa", &[[0.5, 0.5], [0.5, 2.5]])]});
    let grey = json!({"underlays": [mark([1.5, 1.5], 0.8, "#cfcfcf", "")]});
    let diagonal = json!({"lines": [line("#30c0ff", &[[3.5, 0.5], [0.5, 3.5]])]});
    let dots = json!({"overlays": [mark([0.5, 1.0], 0.3, "#FFFFFF", "")]});
    let marked = json!({
        "lines": [line("#c060d0", &[[0.5, 0.5], [0.5, 2.5]])],
        "overlays": [mark([0.5, 1.5], 0.4, "#c060d0", "")],
    });
    let even = json!({
        "lines": [line("#c060d0", &[[0.5, 0.5], [0.5, 3.5]])],
        "overlays": [mark([0.5, 2.0], 0.4, "#c060d0", "")],
    });
    let meet =
        json!({"lines": [line("#c060d0", &[[0.5, 0.5], [0.5, 1.5]]), line("#c060d0", &[[0.5, 1.5], [1.5, 1.5]])]});
    let fives = json!({"overlays": [mark([0.5, 1.0], 0.35, "#FFFFFF", "V")]});
    for (fields, words, expected) in [
        (&dots, "White dots: consecutive digits. All possible dots are given.", "white allwhite"),
        (
            &dots,
            "Between two cells with consecutive digits there is always a white dot, and only there.",
            "white allwhite",
        ),
        (&fives, "Two cells with a V make 5. No V has been left out.", "v allv"),
        (&fives, "Cells with a V sum to 5. All X and V are given.", "v allxv"),
        (&meet, "The purple line holds consecutive digits in any order.", "renban"),
        (&meet, "Neighbours along a purple line differ by at least 2.", "whisper whisper"),
        (
            &marked,
            "Purple lines are zippers: digits at one distance from the centre have the same sum. If the number of cells is odd, this sum stands in the marked cell in the middle.",
            "zipper",
        ),
        (&even, "Purple lines are zippers: digits at one distance from the centre have the same sum.", "zipper"),
        (
            &blue,
            "Box borders divide the blue line into segments. Digits on each segment have the same sum.",
            "regionsum",
        ),
        (&blue, "Digits on a blue line have an equal sum N within each box it passes through.", "regionsum"),
        (&blue, "Normal sudoku rules apply.\nThe blue line is a palindrome.", "palindrome"),
        (&diagonal, "Digits cannot repeat on the marked blue diagonal.", "rising"),
        (&grey, "A digit in a cell with a grey circle must be odd.", "odd"),
        (&grey, "A digit in a circle appears exactly that many times in circles.", "counting"),
        (
            &dots,
            "Cells separated by a white dot contain consecutive digits. Not all dots are necessarily given.",
            "white",
        ),
        (&dots, "Kropki: the digits on either side of a white dot differ by 1. There may be more such pairs.", "white"),
        (&peach, "Adjacent digits along an orange line differ by at least 2.", "whisper"),
    ] {
        let found = taken(&drawn(fields.clone(), words));
        let ids =
            found.map(|rules| rules.iter().map(|rule| rule.split(' ').next().unwrap().to_string()).collect::<Vec<_>>());
        assert_eq!(ids.map(|ids| ids.join(" ")), Ok(expected.to_string()), "{words}");
    }
}

/// A rule that few wordings are known for is offered, and not taken without a question.
#[test]
fn rules_with_few_known_wordings_are_asked_about() {
    let purple = json!({"lines": [line("#c060d0", &[[0.5, 0.5], [0.5, 2.5]])]});
    let across =
        json!({"lines": [line("#c060d0", &[[0.5, 0.5], [0.5, 3.5]]), line("#c060d0", &[[0.5, 3.5], [3.5, 3.5]])]});
    let signs = json!({"overlays": [mark([0.5, 1.5], 0.0, "#c060d0", "*"), mark([1.5, 1.5], 0.0, "#c060d0", "*")]});
    for (fields, words, expected) in [
        (
            &across,
            "Every purple line runs through four cells: its first two digits and its last two digits have equal totals.",
            "equalsum equalsum",
        ),
        (
            &purple,
            "Fibonacci: from one end, digits on a purple line increase, and each from the third on is the sum of the two before it.",
            "fibonacci",
        ),
        (
            &signs,
            "STAR: the digit under a star tells how many of the cells around it, diagonal ones too, are smaller than it.",
            "around",
        ),
        (&json!({}), "No three cells in succession in a row or a column are all even, and none are all odd.", "mixed"),
    ] {
        let Err(LoadError::Foreign(_, loaded)) = load(&drawn(fields.clone(), words), None) else { panic!("{words}") };
        let proposals = loaded.puzzles[0].proposals.as_ref().unwrap();
        let [offer] = &proposals.offers[..] else { panic!("{words}: {proposals:?}") };
        let ids: Vec<&str> = offer.ways[0].rules.iter().map(|rule| &rule.id[..]).collect();
        assert_eq!(ids.join(" "), expected, "{words}");
        assert!(!offer.is_sure && offer.ways[0].doubt.is_some(), "{words}: {offer:?}");
        let taken = loaded.puzzles[0].clone().with_picks(&[Some(0)]);
        assert_eq!(taken.grid().unwrap().only_drawn(), None, "{words}");
    }
}
