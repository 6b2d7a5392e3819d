//! A reader accounts for every byte, and two readers give one meaning: a changed field changes the
//! puzzle, is refused, or is on the list of harmless ones; and a puzzle in all its spellings is the
//! same problem.

use crate::oracle::{ORACLES, RuleOracle};
use crate::support::rounds;
use fastrand::Rng;
use quadrille_puzzle::{
    Alphabet, Areas, Entry, Export, Grid, LoadError, Loaded, Puzzle, Shape, Symbol, encode, harmless, kind, load, rule,
};
use quadrille_solve::pieces::digest;
use serde_json::{Map, Value, json};

/// What a text means: the whole document without its notes. An error has none.
fn document(text: &str, form: Option<&str>) -> Option<String> {
    let loaded = load(text, form).ok()?;
    let one = |puzzle: &Puzzle| format!("{:?} {:?} {:?} {:?}", puzzle.kind.id, puzzle.shape, puzzle.marks, puzzle.meta);
    Some(loaded.puzzles.iter().map(one).collect())
}

/// A 9x9 with a rule of each row that f-puzzles has, as its JSON.
fn rules_as_json() -> Vec<Value> {
    let known = ORACLES.iter().filter(|oracle| rule(oracle.id()).is_some_and(|spec| spec.fpuzzles.is_some()));
    let json = |oracle: &RuleOracle| {
        let text = Export::named("fpuzzles").unwrap().write(&oracle.puzzle());
        serde_json::from_str(&text.unwrap_or_else(|why| panic!("{} {why}", oracle.sample)).text).unwrap()
    };
    known.map(json).collect()
}

/// Puzzles of f-puzzles that use every key and every field.
fn samples() -> Vec<Value> {
    let mut all = rules_as_json();
    let cell = |at: usize| match at {
        0 => json!({ "value": 3, "given": true, "c": "#FFA0A0" }),
        1 => json!({ "value": 2, "highlight": "#60D060" }),
        2 => json!({ "cornerPencilMarks": [1, 2], "centerPencilMarks": [4] }),
        3 => json!({ "givenPencilMarks": [1, 4] }),
        _ => json!({}),
    };
    let rows: Vec<Value> = (0..4).map(|row| (0..4).map(|column| cell(4 * row + column)).collect()).collect();
    all.push(json!({
        "size": 4, "title": "a", "author": "b", "ruleset": "Normal sudoku rules apply", "grid": rows, "solution": [1], "disabledlogic": ["x"],
        "fogofwar": ["R1C1"], "successMessage": "d",
        "killercage": [{ "cells": ["R4C1", "R4C2"], "value": "5", "outlineC": "#000000" }],
        "renban": [{ "lines": [["R2C2", "R2C3"], ["R3C1", "R3C2"]] }],
        "line": [{ "lines": [["R2C2", "R2C3"]], "outlineC": "#F067F0", "width": 0.3, "fromConstraint": "Renban" }],
        "dutchwhispers": [{ "lines": [["R1C1", "R1C2"]], "value": "1" }],
        "negative": ["xv", "ratio"],
    }));
    let region = |at: usize| json!({ "region": at / 8 * 2 + at % 4 / 2 });
    let rows: Vec<Value> = (0..4).map(|row| (0..4).map(|column| region(4 * row + column)).collect()).collect();
    all.push(json!({ "size": 4, "grid": rows }));
    all
}

/// All places of a JSON value, each with the key that is nearest to it.
fn places(value: &Value, path: &str, key: &str, found: &mut Vec<(String, String)>) {
    found.push((path.to_string(), key.to_string()));
    match value {
        Value::Array(list) => {
            (0..list.len()).for_each(|at| places(&list[at], &format!("{path}/{at}"), key, found));
        }
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| places(value, &format!("{path}/{key}"), key, found));
        }
        _ => {}
    }
}

/// Other values that are legal in place of one: another number, cell, colour or text, a list with
/// an element less, the other truth.
fn others(value: &Value) -> Vec<Value> {
    let mut all = match value {
        Value::Bool(is) => vec![json!(!is)],
        Value::Number(number) => number.as_u64().map_or(Vec::new(), |n| vec![json!(n + 1), json!(n.saturating_sub(1))]),
        Value::String(text) => match text.strip_prefix('R').and_then(|rest| rest.split_once('C')) {
            Some((row, column)) => {
                let up = |text: &str| text.parse::<u32>().map_or(1, |n| n % 9 + 1);
                vec![json!(format!("R{}C{column}", up(row))), json!(format!("R{row}C{}", up(column)))]
            }
            None if text.parse::<u32>().is_ok() => vec![json!(format!("{}", text.parse::<u32>().unwrap() + 1))],
            None => vec![json!(format!("{text}x"))],
        },
        Value::Array(list) if list.len() > 1 => vec![json!(list[1..]), json!(list[..list.len() - 1])],
        _ => Vec::new(),
    };
    all.retain(|other| other != value);
    all
}

#[test]
fn a_changed_field_changes_the_puzzle_or_is_refused_or_harmless() {
    let (mut changed, mut refused, mut same) = (0, 0, 0);
    for sample in samples() {
        let text = sample.to_string();
        let before = document(&text, Some("fpuzzles")).unwrap_or_else(|| panic!("{text}"));
        let mut found = Vec::new();
        places(&sample, "", "", &mut found);
        for (path, key) in found.iter().filter(|(path, _)| !path.is_empty()) {
            for other in others(sample.pointer(path).unwrap()) {
                let mut mutant = sample.clone();
                *mutant.pointer_mut(path).unwrap() = other.clone();
                match document(&mutant.to_string(), Some("fpuzzles")) {
                    None => refused += 1,
                    Some(after) if after != before => changed += 1,
                    Some(_) => {
                        // A rule may repeat a cell, a number or a colour that the puzzle has
                        // anyway.
                        let is_harmless = harmless().any(|(of, field, _)| {
                            of.starts_with("f-puzzles") && (field == key || path.split('/').any(|part| part == field))
                        });
                        let is_drawing = path.starts_with("/line/");
                        // Only the nearest of nine colours is kept.
                        let is_color = ["c", "highlight"].contains(&key.as_str());
                        assert!(is_harmless || is_drawing || is_color, "{path}: {other}\n{text}");
                        same += 1;
                    }
                }
            }
            // An unknown field.
            if sample.pointer(path).unwrap().is_object() {
                let mut mutant = sample.clone();
                mutant.pointer_mut(path).unwrap().as_object_mut().unwrap().insert("foo".to_string(), json!(3));
                let error = load(&mutant.to_string(), Some("fpuzzles")).err();
                assert!(
                    error.is_some_and(|error| error.to_string().contains("foo") || path.starts_with("/line/")),
                    "{path}\n{mutant}"
                );
            }
        }
    }
    assert!(changed > 150 && refused > 300 && same > 3, "{changed} {refused} {same}");
}

/// Lines of other programs: a text, its form, and the bytes of it that say nothing.
fn lines() -> Vec<(String, &'static str, std::ops::Range<usize>)> {
    let hodoku =
        ":0000:x:4..+1.....2.......3.......4.......5.......6.......7.......8.......9.......4........:411 853:::";
    let first = hodoku.rfind(":::").unwrap();
    vec![
        (hodoku.replacen("........:", ".......:", 1), "hodoku", first..first + 2),
        ("2x3:1a2b3_4zc".to_string(), "tatham", 0..0),
        ("2x2k:1o,____________abbba,4_6_4_6d6_4_6_4d".to_string(), "tatham", 0..0),
        (
            ".Thermo~R1C1~R1C2~R2C3.AntiKnight.~R9C9_5~R1C9_2_4.Whisper~5~R5C5~R5C6.Cage~10~R3C1~R3C2".to_string(),
            "iss",
            0..0,
        ),
        (".Regex~WzE0XS4q~R1C1~R1C2".to_string(), "iss", 0..0),
        ("1234 12 34 1\n34 1 2 1234\n12 3 4 12\n4 12 1 3\n".to_string(), "candidates", 0..0),
        ("4 2 2\n1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n".to_string(), "boxes", 0..0),
        ("1...\n..3.\n.4..\n...2\n\naaab\nacbb\nccdb\ncddd\n".to_string(), "letters", 0..0),
        ("#Aa\n#Db\n#Cc\n[Puzzle]\n1...\n..3.\n.4..\n...2\n[State]\n1.4.\n..3.\n.4..\n...2\n".to_string(), "sdk", 0..0),
        ("1,,,\n,,3,\n,4,,\n,,,2\n".to_string(), "csv", 0..0),
        ("a b | p\na p:A |3\nb p:A\na b\n".to_string(), "knuth", 0..0),
        ("1 0 1\n0 1 0\n".to_string(), "matrix", 0..0),
        ("A: 1 4 7\nB: 1 4\nC: 7\n".to_string(), "subsets", 0..0),
        ("3 4\n2 1 3\n1 2\n1 4\n".to_string(), "columns", 0..0),
        (" 2 3\n 4 5 6\n 1\n 1\n 2\n 2 3\n".to_string(), "or-library", 0..0),
        ("3 3\n4 0 1\n5 1 2\n6 2\n".to_string(), "coursera", 0..0),
    ]
}

#[test]
fn a_changed_character_changes_the_puzzle_or_is_refused() {
    let mut changed = 0;
    for (text, form, silent) in lines() {
        let before = document(&text, Some(form))
            .unwrap_or_else(|| panic!("{form}: {:?}\n{text}", load(&text, Some(form)).err()));
        for (at, c) in text.char_indices().filter(|(at, _)| !silent.contains(at)) {
            let others: &[char] = match c {
                '0'..='9' => &['1', '2', '3'],
                'a'..='z' => &['a', 'b', 'k'],
                'A'..='Z' => &['A', 'B'],
                _ => &[],
            };
            for other in others.iter().filter(|&&other| other != c) {
                let mut mutant = text.clone();
                mutant.replace_range(at..at + 1, &other.to_string());
                let after = document(&mutant, Some(form));
                // The name of a technique of HoDoKu is before the cells, and names of regions and
                // colours may be others.
                let is_name = form == "letters" && at > 20 || form == "hodoku" && at < 7;
                let is_alike = form == "knuth" && !c.is_ascii_digit() && mutant.matches(":A").count() != 1;
                assert!(after.as_ref() != Some(&before) || is_name || is_alike, "{form} {at}: {other}\n{mutant}");
                changed += usize::from(after.is_some());
            }
        }
    }
    assert!(changed > 200, "{changed}");
}

/// A grid of side n with random givens that do not clash.
fn grid(rng: &mut Rng, n: usize, alphabet: Alphabet) -> Grid {
    let mut grid = Grid::new(n, Areas::usual_boxes(n).unwrap());
    grid.alphabet = alphabet;
    let mut cells: Vec<usize> = (0..n * n).collect();
    rng.shuffle(&mut cells);
    for &cell in &cells[..n * n / 3] {
        let left = grid.candidates()[cell];
        let symbols: Vec<Symbol> = left.symbols().collect();
        if !symbols.is_empty() {
            grid.cells[cell] = Entry::Given(symbols[rng.usize(..symbols.len())]);
        }
    }
    grid
}

/// The problem of the only puzzle of a text.
fn problem(loaded: Result<Loaded, LoadError>, about: &str) -> String {
    let mut loaded = loaded.unwrap_or_else(|error| panic!("{error}\n{about}"));
    assert_eq!(loaded.puzzles.len(), 1, "{about}");
    digest(&encode(&loaded.puzzles.remove(0).shape).problem)
}

/// The spellings of a grid, as people and programs write it.
fn spellings(grid: &Grid) -> Vec<(&'static str, String)> {
    let n = grid.columns();
    let Areas::Boxes { rows: high, columns: wide } = grid.areas else { unreachable!() };
    let zero = grid.alphabet.symbols().any(|symbol| grid.alphabet.char(symbol) == '0');
    let rows = |empty: &str| -> Vec<Vec<String>> {
        let cell =
            |entry: &Entry| entry.symbol().map_or(empty.to_string(), |symbol| grid.alphabet.char(symbol).to_string());
        grid.cells.chunks(n).map(|row| row.iter().map(cell).collect()).collect()
    };
    let joined = |empty: &str, between: &str, end: &str| {
        rows(empty).iter().map(|row| row.join(between) + end).collect::<String>()
    };
    let boxed = |bar: &str, rule: &str, empty: &str| {
        let row = |(at, row): (usize, &Vec<String>)| {
            let parts: Vec<String> = row.chunks(wide).map(|part| part.join(" ")).collect();
            let line = if at % high == 0 { format!("{}\n", rule.repeat(2 * n + 5)) } else { String::new() };
            format!("{line}{bar} {} {bar}\n", parts.join(&format!(" {bar} ")))
        };
        rows(empty).iter().enumerate().map(row).collect::<String>()
    };
    let mut all = vec![
        ("line", joined(".", "", "")),
        ("rows", joined("-", "", "\n")),
        ("spaced with points", joined(".", " ", "\n")),
        ("spaced with lines", joined("_", " ", "\n")),
        ("indented", joined(".", " ", "\n").lines().map(|line| format!("    {line}\n")).collect()),
        ("boxes", boxed("|", "-", ".")),
        ("boxes with crosses", boxed("|", "+-", "-")),
        ("unicode boxes", boxed("│", "─", "·")),
        ("heavy boxes", boxed("┃", "━", ".")),
        ("cells between bars", rows(" ").iter().map(|row| format!("|{}|\n", row.join("|"))).collect()),
        ("quotation", joined(".", " ", "\n").lines().map(|line| format!("> {line}\n")).collect()),
        ("fence", format!("```text\n{}```\n", joined(".", " ", "\n"))),
        ("JSON of texts", json!(rows(".")).to_string()),
        ("rows as texts", json!(rows(".").iter().map(|row| row.concat()).collect::<Vec<_>>()).to_string()),
        ("numbered", format!("1. {}\n", joined(".", "", ""))),
        ("quoted", format!("grid = \"{}\"\n", joined(".", "", ""))),
        ("slashes", joined(".", "", "/")),
        ("labels", format!("Grid 01\n{}========\n", joined(".", " ", "\n"))),
        (
            "wide digits",
            joined(".", " ", "\n")
                .chars()
                .map(|c| if c.is_ascii_digit() { char::from_u32(0xff10 + c as u32 - 48).unwrap() } else { c })
                .collect(),
        ),
    ];
    if n > 4 {
        all.push(("CSV with names", format!("id,puzzle,level\n7,{},3\n", joined(".", "", ""))));
    }
    if !zero && grid.alphabet == Alphabet::usual(n) {
        let number = |entry: &Entry| entry.symbol().map_or(0, |symbol| u32::from(symbol.0) + 1);
        let numbers: Vec<Vec<u32>> = grid.cells.chunks(n).map(|row| row.iter().map(number).collect()).collect();
        let spaced = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        all.push(("JSON", json!(numbers).to_string()));
        all.push((
            "C",
            format!("int a[{n}][{n}] = {};", json!(numbers).to_string().replace('[', "{").replace(']', "}")),
        ));
        all.push((
            "numpy",
            format!("[{}]", numbers.iter().map(|row| format!("[{}]", spaced(row))).collect::<Vec<_>>().join("\n ")),
        ));
        all.push(("CSV", numbers.iter().map(|row| spaced(row).replace(' ', ",") + "\n").collect()));
    }
    all
}

#[test]
fn a_puzzle_is_the_same_problem_in_every_spelling() {
    let mut rng = Rng::with_seed(64);
    let alphabets = |n: usize| {
        let all = [Alphabet::usual(n), Alphabet::from_zero(n), Alphabet::letters(n)];
        if n > 9 { all.to_vec() } else { all[..2].to_vec() }
    };
    let mut read = 0;
    for round in 0..rounds(60, 300) {
        let n = [4, 6, 9, 9, 16][round as usize % 5];
        let alphabets = alphabets(n);
        let grid = grid(&mut rng, n, alphabets[round as usize / 5 % alphabets.len()].clone());
        // Few symbols do not say their alphabet.
        let seen: Vec<char> =
            grid.cells.iter().filter_map(|entry| entry.symbol()).map(|symbol| grid.alphabet.char(symbol)).collect();
        let last = grid.alphabet.symbols().last().map(|symbol| grid.alphabet.char(symbol)).unwrap();
        let first = grid.alphabet.char(Symbol(0));
        if !seen.contains(&first) || !seen.contains(&last) || !grid.cells.contains(&Entry::Empty) {
            continue;
        }
        let expected = digest(&encode(&Shape::Grid(grid.clone())).problem);
        for (name, text) in spellings(&grid) {
            assert_eq!(problem(load(&text, None), &format!("{name}\n{text}")), expected, "{name}\n{text}");
            read += 1;
        }
        // Every form that holds it.
        let puzzle = Puzzle::new(kind("sudoku").unwrap(), kind("sudoku").unwrap().forms[0], Shape::Grid(grid.clone()));
        for export in Export::all() {
            let Export::Form(form) = export else { continue };
            let is_grid = !matches!(form.text, quadrille_puzzle::Text::Listings { .. });
            if let (true, Ok(written)) = (is_grid, export.write(&puzzle)) {
                let loaded = load(&written.text, Some(form.id));
                let found = problem(loaded, &format!("{}\n{}", form.id, written.text));
                // Candidates that the givens exclude are no options there.
                assert!(found == expected || form.holds.candidates, "{}\n{}", form.id, written.text);
                read += 1;
            }
        }
    }
    assert!(read > 500, "{read}");
}

#[test]
fn a_choice_between_two_meanings_is_said_and_the_other_can_be_chosen() {
    let rows = "42..6....\n5..084...\n.87....5.\n7...5...2\n3..7.2..0\n6...1...5\n.5....17.\n...308..4\n....7..68\n";
    let loaded = load(rows, None).unwrap();
    let note = loaded.notes()[0].clone();
    assert!(note.to_string().contains("0 is read as a symbol") && note.to_string().contains("0-8"), "{note}");
    assert_eq!(loaded.puzzles[0].grid().unwrap().givens(), 30);
    let other = load(rows, note.other.as_deref()).unwrap();
    assert_eq!((other.puzzles[0].grid().unwrap().givens(), other.notes().len()), (27, 0));
    // Words beside a puzzle may be a rule.
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (after, notes) in [("", 0), (" 4.5 easy", 0), (" antiknight", 1), (" 15=r1c1+r1c2", 1)] {
        assert_eq!(load(&format!("{line}{after}\n"), None).unwrap().notes().len(), notes, "{after}");
    }
    for refused in
        ["Diagonal\nLINE", "LINE,diagonal", "{\"puzzle\":\"LINE\",\"antiknight\":true}", "puzzle,rules\nLINE,x"]
    {
        assert!(load(&refused.replace("LINE", line), None).is_err(), "{refused}");
    }
    let matrix = load("0 0 0\n1 0 0\n0 1 1\n", None).unwrap();
    assert_eq!(matrix.notes()[0].to_string(), "row 1 has no items and is left out");
    let listing = matrix.puzzles[0].shape.listing().unwrap();
    assert_eq!((listing.number(0), listing.option_name(1)), (2, "row 3".to_string()));
    assert!(load(rows, Some("rows:0-F")).is_err() && load(rows, Some("rows:x")).is_err());
}

#[test]
fn bars_that_part_no_usual_boxes_are_refused() {
    for (text, reads) in [
        ("12|..\n..|..\n--+--\n..|..\n..|.3\n", true),
        ("1 .|. .\n.|. . .\n. .|.|.\n. .|. 2\n", false),
        ("1 .|. .\n. .|. .\n. .|. .\n---+---\n. .|. 2\n", false),
        ("12|..|.6\n..|..|..\n..|..|..\n--+--+--\n..|..|..\n.4|..|..\n..|..|3.\n", false),
        (
            "> +-----+-----+\n> | 1 . | . . |\n> | . . | . . |\n> +-----+-----+\n> | . . | . . |\n> | . . | . 2 |\n> +-----+-----+\n",
            true,
        ),
        (
            "> +-----+-----+\n> | 1 . | . . |\n> +-----+-----+\n> | . . | . . |\n> | . . | . . |\n> | . . | . 2 |\n> +-----+-----+\n",
            false,
        ),
    ] {
        assert_eq!(load(text, None).is_ok(), reads, "{text}");
    }
}

#[test]
fn a_set_cover_costs_the_same_in_every_form() {
    let texts = [
        ("setcover\n1 2 3\n1 2 |4\n2 3 |5\n3 |6\n", "sets"),
        ("3 3\n4 5 6\n1 1\n2 1 2\n2 2 3\n", "or-library"),
        ("3 3\n4 0 1\n5 1 2\n6 2\n", "coursera"),
    ];
    let costs =
        |text: &str, form: &str| load(text, Some(form)).unwrap().puzzles[0].shape.listing().unwrap().costs.clone();
    let problems = texts.map(|(text, form)| (problem(load(text, Some(form)), text), costs(text, form)));
    assert!(problems.iter().all(|other| *other == problems[0]));
    assert_eq!(problems[0].1, [4, 5, 6]);
}

#[test]
fn the_set_of_all_items_is_no_option() {
    for text in ["X = {1, 2, 3}\nA = {1}\nB = {2, 3}\n", "X = {1, 2, 3}\nY = {\n  'A': [1],\n  'B': [2, 3]}\n"] {
        let loaded = load(text, None).unwrap();
        assert_eq!(loaded.puzzles[0].shape.listing().unwrap().options.len(), 2, "{text}");
    }
    for refused in ["999999999 1\n5 0\n", "1 2\n0 1\n2\n1 2\n", "{\"A\":[(1,2),(3,4)],\"B\":[(1,2)]}\n"] {
        assert!(load(refused, None).is_err(), "{refused}");
    }
}

#[test]
fn a_text_that_is_known_by_its_look_has_a_sentence_of_its_own() {
    for (text, says) in [
        ("https://example.org/?bd=12", "web address"),
        ("<game data=\"53\"/>\n", "XML"),
        ("{\"a\": 1, \"b\": {}}\n", "JSON"),
        ("[[1, 2], [3, \"b\"]]\n", "brackets"),
        ("id,name,level\n1,a,2\n", "names of columns"),
        ("| a b c\n| d\n", "comment by Knuth's rule"),
        ("SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n", "saved game"),
    ] {
        let error = load(text, None).unwrap_err().to_string();
        assert!(error.contains(says), "{text}{error}");
    }
}

/// The value of a JSON object without a key.
fn without(value: &Value, key: &str) -> Map<String, Value> {
    let mut map = value.as_object().unwrap().clone();
    map.remove(key);
    map
}

#[test]
fn a_drawing_is_left_out_only_if_it_repeats_a_rule() {
    let sample = samples().into_iter().find(|sample| sample.get("line").is_some()).unwrap();
    let line = |lines: Value, tool: &str| {
        let mut other = Value::Object(without(&sample, "line"));
        other["line"] = json!([{ "lines": lines, "outlineC": "#000000", "width": 0.2, "fromConstraint": tool }]);
        load(&other.to_string(), None).is_ok()
    };
    assert!(line(json!([["R2C2", "R2C3"]]), "Renban") && line(json!([["R3C2", "R3C1"]]), ""));
    assert!(!line(json!([["R2C2", "R2C4"]]), "Renban") && !line(json!([["R2C2", "R3C2"]]), ""));
    assert!(!line(json!([["R2C2", "R2C3"]]), "Thermometer"), "no thermometer is read");
}

#[test]
fn what_says_more_than_its_puzzle_is_refused() {
    let nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let map = "111222333112223333111122233444555666445556666444455566777888999778889999777788899";
    let rows: String =
        nine.as_bytes().chunks(9).map(|row| format!("{}\n", std::str::from_utf8(row).unwrap())).collect();
    for (text, says) in [
        (format!("puzzle,solution\n{nine},{solved}\n{},{solved}\n", &nine[1..]), "no column holds a puzzle"),
        (format!("puzzle,solution\n5.3007E+80,{solved}\n"), "no column holds a puzzle"),
        (format!("puzzle,hyper\n{nine},1\n"), "`hyper` beside the puzzles"),
        (format!("puzzle,antiknight\n{nine},0\n"), "`antiknight` beside the puzzles"),
        (format!("title,puzzle\nSudoku X 12,{nine}\n"), "`Sudoku X 12` beside the puzzles"),
        (format!("{nine} {map}\n"), "are not the solution"),
        (format!("{nine};{map}\n"), "are not the solution"),
        ("1..2............ 1...............\n".to_string(), "1 row of 33"),
        (format!("[Puzzle]\n{rows}[Cages]\n7 r1c3 r1c4\n"), "`[Cages]` is not known"),
        ("p xc 1 0\n1 0\n".to_string(), "miniexact"),
        ("p cnf 1 1\n1 0\n".to_string(), "DIMACS"),
        ("[[0 .5] [1 0]]\n".to_string(), "has a fraction"),
        ("[[0, 0.5], [1, 0]]\n".to_string(), "has a fraction"),
    ] {
        let error = load(&text, None).unwrap_err().to_string();
        assert!(error.contains(says), "{text}\n{error}");
    }
    for (text, form, says) in [
        ("2 3\n0\n1 2\n", "columns", "this 0 may be a count"),
        ("3 4 3\n1000\n0110\n0000\n", "matrix", "or of the ones"),
    ] {
        let error = load(text, Some(form)).unwrap_err().to_string();
        assert!(error.contains(says) && load(text, None).is_err(), "{text}\n{error}");
    }
    assert!(load(&format!("{nine} {solved}\n"), None).is_ok());
}

#[test]
fn lists_in_brackets_are_options_if_they_are_no_rows() {
    for (text, options) in [
        ("[[1,2],[1],[2]]", 3),
        ("[[\"a\",\"b\",\"c\"],[\"a\"],[\"b\",\"c\"]]", 3),
        ("[[0,1],[0],[1]]", 3),
        ("[[6],[3,4],[4,7],[1,7]]", 4),
        ("[[3,4],[1,2],[3,4],[1]]", 4),
        ("S: 1 2\nT: 1\nU: 2\n", 3),
    ] {
        let puzzle = load(text, None).unwrap().puzzles.remove(0);
        assert_eq!(puzzle.shape.listing().unwrap().options.len(), options, "{text}");
    }
    let two = load("[[0, 1], [1, 0]]", None).unwrap();
    assert!(two.notes().iter().any(|note| note.other.as_deref() == Some("subsets")), "{:?}", two.notes());
    assert!(load("[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2]]", None).is_err(), "a cell of a grid is missing");
}

#[test]
fn columns_count_from_0_and_five_grids_may_be_a_samurai() {
    let columns = load("2 3\n0 2\n1\n", Some("columns")).unwrap().puzzles.remove(0);
    let listing = columns.shape.listing().unwrap();
    assert_eq!(listing.items, ["0", "1", "2"]);
    assert_eq!(listing.options.iter().map(|option| option.items.to_vec()).collect::<Vec<_>>(), [vec![0, 2], vec![1]]);
    // A shared box is given in one of its two grids.
    let mut grids = vec![vec![b'.'; 81]; 5];
    for (grid, cell, digit) in [(0, 60, b'5'), (1, 0, b'1'), (2, 40, b'2'), (3, 1, b'3'), (4, 79, b'4')] {
        grids[grid][cell] = digit;
    }
    let is_noted = |grids: &[Vec<u8>]| {
        let text: String = grids.iter().map(|grid| format!("{}\n", String::from_utf8_lossy(grid))).collect();
        load(&text, None).unwrap().notes().iter().any(|note| note.said.contains("samurai"))
    };
    assert!(is_noted(&grids));
    grids[2][0] = b'6';
    assert!(!is_noted(&grids), "5 and 6 in one cell");
}
