//! The words of a puzzle: those of an ordinary sudoku say no more, and all others may be a rule.

use quadrille_puzzle::{Loaded, load};
use serde_json::{Value, json};

/// A grid for f-puzzles with these words, and with further fields.
fn told(text: &str, n: usize, more: &[(&str, Value)]) -> Result<Loaded, String> {
    let row: Vec<Value> = vec![json!({}); n];
    let mut puzzle = json!({"size": n, "ruleset": text, "grid": vec![row; n]});
    puzzle["grid"][0][0] = json!({"value": 1, "given": true});
    more.iter().for_each(|(key, value)| puzzle[*key] = value.clone());
    load(&puzzle.to_string(), None).map_err(|error| error.to_string())
}

/// The parts that are not known, for a grid with the usual boxes.
fn is_unread(text: &str, n: usize) -> bool {
    match told(text, n, &[]) {
        Ok(_) => false,
        Err(error) if error.contains("the words of this puzzle are not read as rules") => true,
        Err(error) => panic!("{text}: {error}"),
    }
}

#[test]
fn words_of_an_ordinary_sudoku_are_known() {
    for (n, text) in [
        (9, ""),
        (9, "Normal sudoku rules apply."),
        (9, "Normal 9x9 sudoku rules apply."),
        (9, "Standard sudoku rules."),
        (9, "Fill in the digits 1-9 so that no row, column or 3x3 box repeats a digit."),
        (
            9,
            "Classic sudoku: each of the digits from 1 to 9 goes once into every row, every column and every bold 3x3 box.",
        ),
        (9, "Usual sudoku rules hold."),
        (9, "Fill each row, 3x3 box, and column with 1-9."),
        (9, "Normal sudoku rules apply. No other rules apply. Have fun!"),
        (9, "Digits may not repeat in any row, column, or marked 3x3 box."),
        (9, "Just a classic sudoku. Normal rules apply."),
        (9, "Each row, column, and 3-by-3 box contains the numbers 1 through 9 once."),
        (9, "Solve the sudoku using the digits 1 to 9."),
        (9, "Es gelten die normalen Sudokuregeln."),
        (9, "Regular Sudoku rules are in force."),
        (9, "This is a classic 9x9 sudoku; there are no further rules."),
        (9, "Put 1 to 9 into the grid; every row, column and box has to contain all nine digits."),
        (9, "Solve as an ordinary sudoku."),
        (9, "SUDOKU: No digit may occur twice in a row, in a column or in one of the nine boxes. Use 1-9."),
        (9, "Ordinary 9x9 sudoku rules."),
        (9, "The classic rules of sudoku hold!"),
        (9, "Sudoku rules as always."),
        (9, "Sudoku as usual."),
        (9, "No row, column or box has the same digit more than once."),
        (9, "Sudoku rules apply as normal."),
        (9, "Rules: classic sudoku, each of 1-9 once per row, column and 3x3 box."),
        (9, "Place the digits 1\u{2013}9 so that they don\u{2019}t repeat in any row, column or region."),
        (4, "Every row, column and box gets 1, 2, 3 and 4."),
        (6, "Classic 6x6 sudoku: 1-6 appear in each row, column and 2x3 box."),
        (6, "Fill every cell with the numbers from 1 to 6"),
        (16, "Normal 16x16 sudoku rules apply; use 1 through 16."),
        (16, "All sixteen digits appear in every row, column and box exactly once."),
    ] {
        assert!(!is_unread(text, n), "{text}");
    }
}

#[test]
fn words_that_may_say_a_rule_are_unread() {
    for (n, text) in [
        (9, "This is not a normal sudoku."),
        (4, "Do not use the normal rules of 4x4 sudoku."),
        (9, "Normal sudoku rules do not apply."),
        (9, "Normal sudoku rules apply except in box 5."),
        (9, "Normal 6x6 sudoku rules apply."),
        (9, "Place 0-8 in every row, column and box."),
        (9, "Each row, column and box contains 1 to 8 once."),
        (9, "Place the digits 1-9 once in every row and column."),
        (9, "Each row and column contains each digit once; no digit repeats in a box of a colour."),
        (9, "No digit may not repeat in a row, column or box."),
        (9, "Each row, column and box contains every digit twice."),
        (9, "Digits may repeat in a row, column or box."),
        (9, "No row, column or box contains all digits."),
        (9, "No digit appears more than twice in a row, column or box."),
        (9, "Digits separated by a knight's move may not repeat."),
        (9, "Every second row, column and box contains all digits."),
        (9, "Rows, columns, boxes and diagonals contain each digit once."),
        (9, "Each row, column and 2x2 box contains each digit once."),
        (9, "There are no rules."),
        (9, "Each row, column and box has the same digits once."),
        (9, "Disjoint groups"),
        (9, "Anti-knight"),
        (9, "Other rules apply"),
        (9, "No other rules apply."),
        (9, "No sudoku constraints apply."),
        (9, "There are no constraints."),
        (9, "Rows and columns may have repeated digits, boxes cannot."),
        (9, "Not every row, column or box has repeated digits."),
        (9, "Only one box contains each digit exactly once, every row and column does."),
        (9, "Fill nine cells."),
        (9, "Every row, column and every 3x3 region of the grid contains each digit once."),
        (9, "Use no repeated digits in a row, column or the same cells of boxes."),
        (9, "Each row, column and box has no digit without a repeat."),
        (9, "Digits may repeat in a box, not in a row or column."),
        (9, "Digits that repeat in a box must not be in the same row or column."),
        (9, "Not all digits repeat in a row, column or box."),
        (9, "Each row, column, box and outlined region contains the digits 1-9 once."),
        (9, "Fill the empty boxes with 1-9 so that each row and column has each digit exactly once"),
        (9, "Sudoku rules do not apply, other constraints do."),
        (9, "This is not a sudoku, additional rules apply."),
        (9, "Each row, column and box contains exactly one digit."),
        (9, "Put 9 in the grid."),
        (9, "Sudoku rules apply to nine cells."),
        (9, "Normal irregular sudoku rules apply."),
        (9, "Each row, box and 9 columns contain every digit."),
    ] {
        assert!(is_unread(text, n), "{text}");
    }
}

#[test]
fn the_name_of_a_rule_that_the_grid_has_says_no_more() {
    let renban = ("renban", json!([{"lines": [["R1C1", "R1C2"]]}]));
    let black = ("ratio", json!([{"cells": ["R1C4", "R1C5"]}]));
    let x = ("xv", json!([{"cells": ["R2C4", "R2C5"], "value": "X"}]));
    let words = "Normal rules for sudoku, renban and kropki apply.";
    let held = |words: &str, more: &[(&str, Value)]| told(words, 9, more).is_ok();
    assert!(!held(words, &[]));
    assert!(!held(words, std::slice::from_ref(&renban)), "it has no dots");
    assert!(held(words, &[renban.clone(), black]));
    assert!(!held("Renban rules apply. No other rules apply.", std::slice::from_ref(&renban)), "not those of sudoku");
    assert!(!held("A renban holds three digits.", &[renban]), "more than its name");
    assert!(!held("Sudoku X rules apply.", &[x]), "X is the diagonals too");
}

#[test]
fn the_unread_part_is_named_and_the_rest_is_not() {
    let words = "Normal Sudoku rules apply\nDigits separated by a knight's move may not repeat\r\n";
    let error = told(words, 9, &[]).unwrap_err();
    let said = "the words of this puzzle are not read as rules: Digits separated by a knight's move may not repeat";
    assert!(error.contains(said) && !error.contains("Normal"), "{error}");
    let long = told(&"word ".repeat(100), 9, &[]).unwrap_err();
    assert!(long.contains(" \u{2026}"), "a cut has its sign: {long}");
}
