//! The links and files of other sites: what each holds, and what the writer of its form makes of
//! it.

use quadrille_puzzle::{EXCHANGE, KINDS, Puzzle, Shape, load};

/// The givens of a plain 9x9.
const GIVENS: &str = "4...86......7......294......5...........69.57.1......2.4..7.6..2..9.81..5.1....4.";

fn one(text: &str) -> Puzzle {
    let mut puzzles = load(text, None).unwrap_or_else(|error| panic!("{text:.80}: {error}")).puzzles;
    assert_eq!(puzzles.len(), 1, "{text:.80}");
    puzzles.remove(0)
}

fn givens(puzzle: &Puzzle) -> String {
    let line = KINDS.iter().flat_map(|kind| kind.forms).find(|form| form.id == "line").unwrap();
    line.write(&Shape::Grid(puzzle.grid().unwrap().clone())).trim().to_string()
}

fn refusal(text: &str) -> String {
    load(text, None).expect_err(text).to_string()
}

#[test]
fn packed_digits_are_read_and_written() {
    let digits = GIVENS.replace('.', "0");
    let packed = "Y8u0v029s0to6J5Hp0COHQMJ8LFfE";
    let page = "https://sudokuexchange.com/play/?s=";
    for text in [format!("{page}{digits}"), format!("{page}{packed}&d=3"), format!("https://sudokupad.app/scf{packed}")]
    {
        assert_eq!(givens(&one(&text)), GIVENS, "{text}");
    }
    let form = EXCHANGE.iter().find(|form| form.id == "sudokuexchange").unwrap();
    let shape = one(&format!("{page}{digits}")).shape;
    assert_eq!(form.write(&shape), format!("{page}{packed}\n"));

    let named = one(&format!("scf{packed}*xwtTwo ** stars*aSetter"));
    assert_eq!((named.meta.title.as_str(), named.meta.source.as_str()), ("Two * stars", "Setter"));
    let grid = named.grid().unwrap();
    assert!(grid.diagonals && grid.rules.iter().any(|rule| rule.id == "windoku"));
    assert!(refusal(&format!("https://sudokupad.app/scf{packed}*q")).contains("`q` after the digits"));
    assert!(refusal(&format!("https://sudokupad.app/scf{}", &packed[..20])).contains("cells, 81 expected"));
    assert!(refusal(&format!("{page}{packed}8")).contains("1 character after its 81 cells"));
    // A name on the site may begin like it.
    assert!(refusal("https://sudokupad.app/scfab").contains("its site keeps"));
}

/// The rows of the base puzzle, with a sign between cells and between rows.
fn rows(between: &str, line: &str, empty: char) -> String {
    let cell = |c: char| if c == '.' { empty } else { c };
    let row = |row: &[u8]| row.iter().map(|&c| cell(c.into()).to_string()).collect::<Vec<_>>().join(between);
    GIVENS.as_bytes().chunks(9).map(row).collect::<Vec<_>>().join(line)
}

/// The digit of each cell, 0 for none.
fn digits() -> Vec<u32> {
    GIVENS.chars().map(|c| c.to_digit(10).unwrap_or(0)).collect()
}

#[test]
fn links_and_files_of_pzpr_are_read() {
    // A letter from g on skips cells.
    let mut body = String::new();
    let mut empty = 0;
    for c in GIVENS.chars().chain(['#']) {
        if c == '.' && empty < 20 {
            empty += 1;
            continue;
        }
        body.extend((empty > 0).then(|| char::from(b'f' + empty)));
        empty = u8::from(c == '.');
        body.extend(c.is_ascii_digit().then_some(c));
    }
    for text in [
        format!("https://puzz.link/p?sudoku/9/9/{body}"),
        format!("http://pzv.jp/p.html?sudoku/v:/9/9/{body}"),
        format!("http://www.kanpen.net/sudoku.html?problem=9/{}/", rows("_", "/", '.')),
        format!("pzprv3\nsudoku\n9\n{}\n", rows(" ", "\n", '.')),
    ] {
        assert_eq!(givens(&one(&text)), GIVENS, "{text}");
    }
    // Clues above, below, to the left and to the right, as pzpr 0.10.1 writes the file of this link.
    let towers = one("https://puzz.link/p?building/4/4/k13h4j3g");
    let seen: Vec<(String, u32)> = towers
        .grid()
        .unwrap()
        .rules
        .iter()
        .map(|rule| (towers.grid().unwrap().name(rule.cells[0]), rule.numbers[0]))
        .collect();
    let expected = [("r4c2", 1), ("r4c3", 3), ("r2c1", 4), ("r3c4", 3)].map(|(name, clue)| (name.to_string(), clue));
    assert_eq!(seen, expected);
    assert!(refusal("https://puzz.link/p?nurikabe/5/5/g1").contains("another kind: nurikabe"));
    assert!(refusal("https://puzz.link/p?sudoku/9/9/4!").contains("damaged or cut off"));
    assert!(refusal("pzprv3\nsudoku\n9\n1 2 3\n").contains("this row has 3 cells, 9 expected"));
}

#[test]
fn positions_of_sudokuwiki_are_read() {
    let pair = |number: u32, base: u32| {
        let digit = |k: u32| char::from_digit(k, base).unwrap();
        format!("{}{}", digit(number / base), digit(number % base))
    };
    let new: String = digits().into_iter().map(|d| pair(if d > 0 { d } else { 18 + 511 }, 36)).collect();
    let old: String = digits().into_iter().map(|d| pair(if d > 0 { 1 << d | 1 } else { 511 << 1 }, 32)).collect();
    for text in [format!("https://www.sudokuwiki.org/sudoku.htm?bd=S9B{new}"), format!("S9B{new}"), old.clone()] {
        let puzzle = one(&text);
        assert_eq!(givens(&puzzle), GIVENS, "{text}");
        assert_eq!(puzzle.marks, Default::default());
    }
    // Two cells of the first row: 7 was placed, and 3 or 5 are left.
    let state = format!("S9B{}{}{}{}", &new[..2], pair(16, 36), pair(18 + 4 + 16, 36), &new[6..]);
    let puzzle = one(&state);
    assert_eq!(puzzle.grid().unwrap().cells[1].symbol().map(|symbol| symbol.0), Some(6));
    assert_ne!(puzzle.marks, Default::default());
    assert_eq!(givens(&one(&format!("https://sudoku.coach/en/play/{}", GIVENS.replace('.', "0")))), GIVENS);
    assert!(refusal(&format!("S9B{}", &new[..100])).contains("100 characters, 162 expected"));
    assert!(refusal("SCv7_32_zz").contains("damaged or cut off"));
}

#[test]
fn files_of_other_programs_are_read() {
    let zeros = GIVENS.replace('.', "0");
    let cells: String = digits().into_iter().map(|d| format!("{d}|-|{}|", u32::from(d == 0))).collect();
    let columns: String = (0..81)
        .map(|k| GIVENS.as_bytes()[k % 9 * 9 + k / 9] as char)
        .map(|c| match c.to_digit(10) {
            Some(d) => char::from(b'a' + d as u8),
            None => '_',
        })
        .collect();
    let held = |at: usize, d: u32| {
        format!("{{\"position\": [{}, {}], \"value\": {d}, \"fixed\": true, \"earmarks\": []}}", at / 9, at % 9)
    };
    let all: Vec<String> =
        digits().into_iter().enumerate().filter(|(_, d)| *d > 0).map(|(at, d)| held(at, d)).collect();
    let of = |d: u32| digits().iter().filter(|&&other| other == d).count() as u32;
    let sign = |k: u32| char::from_u32(33 + k).unwrap();
    let mut shared = String::from("#");
    shared.extend([1, 3, 5, 7].map(|d| sign(of(d) + 9 * of(d + 1))));
    shared.push(sign(of(9)));
    for d in 1..10 {
        shared.extend((0..81).filter(|&k| digits()[k % 9 * 9 + k / 9] == d).map(|k| sign(k as u32)));
    }
    for text in [
        format!("<?xml version=\"1.0\"?><onegravitysudoku><sudoku data=\"{zeros}\"/></onegravitysudoku>"),
        format!(
            "<opensudoku version=\"2\"><folder name=\"a\"><game data=\"version: 1&#10;{cells}\"/></folder></opensudoku>"
        ),
        format!(
            "<!DOCTYPE ksudoku>\n<ksudoku><game><puzzle><graph order=\"9\" type=\"sudoku\" specific-type=\"Plain\"/><values>{columns}</values></puzzle></game></ksudoku>"
        ),
        format!("{{\"difficulty_category\": \"hard\", \"time_elapsed\": -1, \"cells\": [{}]}}", all.join(", ")),
        shared,
        format!(
            "[begin]\npuzzle sudoku\nsize 9\npatternx 3\npatterny 3\n[problem]\n{}\n[moves]\n[end]\n",
            rows(" ", "\n", '-')
        ),
        format!("SumoCueV1{}", digits().into_iter().map(|d| format!("={d}")).collect::<String>()),
    ] {
        assert_eq!(givens(&one(&text)), GIVENS, "{text}");
    }
    let cages: String =
        (0..81).map(|k| if k % 3 == 0 { "=15".to_string() } else { format!("+{}", k / 3 * 3) }).collect();
    let rules = one(&format!("SumoCueV1D{cages}")).grid().unwrap().rules.len();
    assert_eq!(rules, 27);
    assert!(
        refusal("<ksudoku><graph order=\"21\" specific-type=\"Samurai\"/><values>_</values></ksudoku>")
            .contains("of the type Samurai")
    );
    assert!(refusal("<opensudoku><game data=\"12\"/></opensudoku>").contains("81 digits are expected"));
    assert!(refusal("<opensudoku><game").contains("this is not XML"));
    assert!(refusal("[begin]\nsize 9\n[problem]\n1 2\n[end]\n").contains("has 1 rows, 9 expected"));
    assert!(refusal("SumoCueV1=1=2").contains("2 entries, 81 expected"));
}

/// A link of SudokuMaker with these constraints.
fn maker(n: usize, constraints: serde_json::Value) -> String {
    let cells = vec![serde_json::json!({}); n * n];
    let puzzle = serde_json::json!({"width": n, "height": n, "name": "", "author": "", "comment": "", "cells": cells, "constraints": constraints});
    let json = serde_json::json!({"formatVersion": "1.5.0", "puzzle": puzzle}).to_string();
    let packed = lz_str::compress_to_encoded_uri_component(json.as_str());
    format!("https://sudokumaker.app/?puzzle={}", packed.replace('+', "%2B"))
}

#[test]
fn constraints_of_sudokumaker_are_rules() {
    let boxes: Vec<usize> = (0..16).map(|k| k / 8 * 2 + k % 4 / 2).collect();
    let rules = |constraint: serde_json::Value| {
        let puzzle = one(&maker(4, serde_json::json!([{"type": 0}, {"type": 1, "regions": boxes}, constraint])));
        let grid = puzzle.grid().unwrap();
        let cells = |rule: &quadrille_puzzle::GridRule| {
            rule.cells.iter().map(|&cell| grid.name(cell)).collect::<Vec<_>>().join(" ")
        };
        grid.rules
            .iter()
            .map(|rule| format!("{} {} {:?}", rule.id, cells(rule), rule.numbers))
            .collect::<Vec<_>>()
            .join("; ")
    };
    for (constraint, expected) in [
        (serde_json::json!({"type": 13}), "antiknight  []"),
        (serde_json::json!({"type": 100, "cells": [0, 5]}), "even r1c1 r2c2 []"),
        // Edges: 2n numbers a row, first those to the right, then those below.
        (
            serde_json::json!({"type": 200, "clues": [{"value": 1, "edge": 2}], "negative": [], "overrideNegativeRatios": true}),
            "white r1c2 r1c3 []",
        ),
        (
            serde_json::json!({"type": 201, "clues": [{"value": 3, "edge": 7}], "negative": [], "overrideNegativeDifferences": true}),
            "black r1c4 r2c4 [3]",
        ),
        (
            serde_json::json!({"type": 202, "clues": [{"value": 5, "edge": 12}], "negative": [5, 10]}),
            "v r2c1 r3c1 []; allxv  []",
        ),
        (serde_json::json!({"type": 202, "clues": [], "negative": [7]}), "allxv  [7]"),
        (
            serde_json::json!({"type": 200, "clues": [], "negative": [1, 3], "overrideNegativeRatios": true}),
            "allwhite  [1, 3]",
        ),
        (serde_json::json!({"type": 405, "lines": [[0, 5, 9]]}), "sequence r1c1 r2c2 r3c2 []"),
        (serde_json::json!({"type": 300, "thermometers": [[0, 1, 2]], "slow": true}), "slow r1c1 r1c2 r1c3 []"),
        (
            serde_json::json!({"type": 301, "cages": [{"cells": [0, 4], "value": 5}, {"cells": [1, 2], "value": 0}]}),
            "killer r1c1 r2c1 [5]; cage r1c2 r1c3 []",
        ),
        (
            serde_json::json!({"type": 303, "clues": [{"corner": 6, "digits": [1, 4]}]}),
            "quadruple r1c1 r1c2 r2c1 r2c2 [1, 4]",
        ),
        (serde_json::json!({"type": 401, "lines": [[0, 1]], "minDifference": 2}), "whisper r1c1 r1c2 [2]"),
        (
            serde_json::json!({"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[0, 1, 2]]}]}),
            "arrow r1c1 r1c2 r1c3 []",
        ),
        // The ring around the grid: above the first column, falling to the right from the corner.
        (
            serde_json::json!({"type": 500, "clues": [{"value": 9, "outerCell": 1, "diagonal": -1}]}),
            "littlekiller r1c2 r2c3 r3c4 [9]",
        ),
        (
            serde_json::json!({"type": 503, "clues": [{"value": 3, "outerCell": 11}, {"outerCell": 2}]}),
            "skyscraper r1c4 r1c3 r1c2 r1c1 [3]",
        ),
        (serde_json::json!({"type": 301, "cages": [{"cells": [0, 4], "value": 5}], "disabled": true}), ""),
    ] {
        assert_eq!(rules(constraint.clone()), expected, "{constraint}");
    }
    for (constraint, expected) in [
        (serde_json::json!({"type": 1000, "definition": {}, "input": {}}), "a program of the setter"),
        (serde_json::json!({"type": 405, "lines": [[0, 5]]}), "sequence lines on which all numbers may be equal"),
        (serde_json::json!({"type": 2000, "lines": []}), "drawings (lines)"),
        (serde_json::json!({"type": 300, "thermometers": [[0, 1]], "odd": 3}), "constraints with `odd`"),
        (serde_json::json!({"type": 303, "clues": [{"corner": 0, "digits": [1]}]}), "quadruples at the edge"),
        (serde_json::json!({"type": 77}), "constraint 77"),
    ] {
        let said = refusal(&maker(4, serde_json::json!([{"type": 1, "regions": boxes}, constraint])));
        assert!(said.contains(expected), "{constraint}: {said}");
    }
    assert!(refusal("https://sudokumaker.app/?puzzle=abc").contains("damaged or cut off"));
    assert!(refusal("https://sudokumaker.app/").contains("has no puzzle in it"));
}

/// The samples of each form, if a folder of them is named: each is read, and what a `.right` beside
/// it says is its solution agrees with its givens.
#[test]
fn samples_of_the_web_are_read() {
    let Some(folder) = std::env::var_os("QUADRILLE_LINKS") else {
        return println!("skipped: QUADRILLE_LINKS names no folder");
    };
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let right = std::fs::read_to_string(format!("{}.right", path.display())).unwrap_or_default();
        let solution =
            right.split_whitespace().find(|word| word.len() == 81 && word.bytes().all(|byte| byte.is_ascii_digit()));
        let (Some(solution), Ok(text)) = (solution, std::fs::read_to_string(&path)) else { continue };
        let Ok(loaded) = load(&text, None) else { continue };
        let line = givens(&loaded.puzzles[0]);
        let agrees = line.chars().zip(solution.chars()).all(|(given, right)| given == '.' || given == right);
        assert!(agrees && line.len() == 81, "{}", path.display());
        read += 1;
    }
    assert!(read >= 28, "{read}");
}

#[test]
fn game_ids_of_latin_squares_are_read() {
    // Made with the programs of sgt-puzzles 20230122, so each has one solution.
    for (id, rules, first) in [
        ("4:1,0R,0,0L,0,0,0D,0,0,0,0,0,0,0R,0R,0,", 5, "greater r1c2 r1c3"),
        (
            "5a:0R,0DL,1,0RD,0L,0,0U,0R,0UDL,0D,0D,0D,0,0U,0U,0UD,0UR,0L,0RD,0L,0UR,0RL,0RL,0UL,1,",
            17,
            "white r1c1 r1c2",
        ),
        ("5:///4//3//4/////////3/3/3/,1x", 6, "skyscraper r1c4 r2c4 r3c4 r4c4 r5c4"),
        ("4:_a_a6_5aa,s2d2a4m12a5m32s1", 7, "difference r1c1 r2c1"),
        ("5dm:__b_aa_6bda_a_a__a3_,m360m5m48m10m2m5m6m24m20", 9, "product r1c1 r2c1 r3c1 r3c2 r4c1"),
    ] {
        let puzzle = one(id);
        let grid = puzzle.grid().unwrap();
        let cells: Vec<String> = grid.rules[0].cells.iter().map(|&cell| grid.name(cell)).collect();
        assert_eq!(
            (grid.rules.len(), format!("{} {}", grid.rules[0].id, cells.join(" "))),
            (rules, first.to_string()),
            "{id}"
        );
        let order = quadrille_solve::Order::new(dancing::Goal::Count { limit: Some(2) });
        assert_eq!(
            quadrille_solve::run(&quadrille_puzzle::encode(&puzzle.shape).problem, order, &mut ()).count,
            1,
            "{id}"
        );
    }
    assert!(refusal("4:1,0U,0,0L,0,0,0D,0,0,0,0,0,0,0R,0R,0,").contains("`U` at r1c2 points out of the grid"));
    assert!(refusal("5:///4//3//4/////////3/3/3/,1b").contains("has 3 cells, 25 expected"));
    for (id, said) in [
        ("4:_a_a6_5aa,s2d2a4m12a5m32", "7 blocks, and 6 clues"),
        ("4:_a_a6_5aa,s2d2a4m12a5m32s", "found `s` alone"),
        ("4:_a_a6_5a,s2d2a4m12a5m32s1", "the walls end after"),
        ("4:_a_a600_5aa,s2d2a4m12a5m32s1", "column 6: unexpected `a`"),
    ] {
        assert!(refusal(id).contains(said), "{}", refusal(id));
    }
}

#[test]
fn a_table_with_filled_cells_keeps_them() {
    let rows = "4 u7 35 135 8 6 2359 1239 1359\n".to_string()
        + &"123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789\n".repeat(8);
    let puzzle = one(&rows);
    let grid = puzzle.grid().unwrap();
    assert!(
        matches!(grid.cells[0], quadrille_puzzle::Entry::Given(_))
            && matches!(grid.cells[1], quadrille_puzzle::Entry::Own(_))
    );
    assert!(grid.rules.is_empty() && puzzle.marks != Default::default());
}

/// A link of Penpa+ with these fields of its drawing, and words.
fn penpa(drawn: &str, words: &str) -> String {
    let head = format!("sudoku,9,9,38,0,1,1,418,418,84,84,0,0,0,0,Title: Mine,Author: Me,,{words},OFF,false,");
    let text = format!("{head}\n[0,0,0,0]\n{{}}\n{drawn}\n{{}}\n");
    let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6);
    let base64 = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, packed);
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={base64}")
}

#[test]
fn drawings_of_penpa_are_read() {
    let number = |(at, digit): (usize, &u32)| format!("\"{}\":[\"{digit}\",1,\"1\"]", (at / 9 + 2) * 13 + at % 9 + 2);
    let numbers: Vec<String> = digits().iter().enumerate().filter(|(_, digit)| **digit > 0).map(number).collect();
    let numbers = numbers.join(",");
    let puzzle =
        one(&penpa(&format!("{{zR:{{z_:[]}},zS:{{}},zN:{{{numbers}}},zE:{{}},zT:[]}}"), "Normal sudoku rules apply."));
    assert_eq!(givens(&puzzle), GIVENS);
    assert_eq!((puzzle.meta.title.as_str(), puzzle.meta.source.as_str()), ("Mine", "Me"));
    let said = refusal(&penpa(&format!("{{zN:{{{numbers}}},zL:{{\"28,29\":3}}}}"), ""));
    assert!(said.contains("drawings that only words explain"), "{said}");
    assert!(refusal(&penpa(&format!("{{zN:{{{numbers}}}}}"), "Find the loop.")).contains("not read as rules"));
    // One edge makes no regions of nine cells.
    let corner = |row: usize, column: usize| 169 + (row + 1) * 13 + column + 1;
    let edge = format!("\"{},{}\":2", corner(3, 0), corner(3, 1));
    assert!(
        refusal(&penpa(&format!("{{zN:{{{numbers}}},zE:{{{edge}}}}}"), ""))
            .contains("a grid without regions of one size")
    );
    assert!(refusal("https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA").contains("damaged or cut off"));
    // The edges of all boxes.
    let level = (1..3).flat_map(|k| (0..9).map(move |c| (corner(3 * k, c), corner(3 * k, c + 1))));
    let upright = (1..3).flat_map(|k| (0..9).map(move |r| (corner(r, 3 * k), corner(r + 1, 3 * k))));
    let edges: Vec<String> = level.chain(upright).map(|(one, two)| format!("\"{one},{two}\":2")).collect();
    let boxed = one(&penpa(&format!("{{zN:{{{numbers}}},zE:{{{}}}}}", edges.join(",")), ""));
    assert_eq!(boxed.grid().unwrap().areas, one(GIVENS).grid().unwrap().areas);
}

#[test]
fn damaged_values_are_refused_and_not_guessed() {
    assert!(refusal(&format!("SCv7_-{}", "0".repeat(75))).contains("packed in another way"));
    assert!(refusal(&format!("SCv7_{}", "0".repeat(76))).contains("packed in another way"));
    assert!(load("{\"cells\":[],\"lines\":[{\"wayPoints\":[[0,0],[1,1]]}]}", None).is_err());
    let block =
        |facts: &str| format!("[begin]\npuzzle sudoku\nsize 9\n{facts}[problem]\n{}\n[end]\n", rows(" ", "\n", '-'));
    assert!(refusal(&block("patternx 4294967296\npatterny 4294967296\n")).contains("boxes of that size"));
    assert!(refusal(&block("killer yes\n")).contains("killer yes"));
    assert!(refusal(&(block("") + "[cages]\n1 2\n")).contains("[cages]"));
    assert!(refusal("https://puzz.link/p?sudoku/9/9/12").contains("damaged or cut off"));
    assert!(refusal("https://puzz.link/p?sudoku/v:x/9/9/1zz").contains("variant"));
    let cues = |first: &str| format!("SumoCueV1{first}{}", "=1".repeat(80));
    assert!(refusal(&cues("=1J0")).contains("others have none"));
    for (constraint, expected) in [
        (serde_json::json!({"type": 201, "clues": [{"value": 1.5, "edge": 2}], "negative": []}), "value 1.5"),
        (serde_json::json!({"type": 202, "clues": [{"value": "a", "edge": 2}], "negative": []}), "value a"),
        (serde_json::json!({"type": 300, "thermometers": ["a"]}), "thermometers without cells"),
        (serde_json::json!({"type": 16, "groups": [6, 24]}), "groups of digits"),
    ] {
        let said = refusal(&maker(4, serde_json::json!([constraint])));
        assert!(said.contains(expected), "{said}");
    }
}
