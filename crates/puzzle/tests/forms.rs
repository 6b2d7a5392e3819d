//! Every form of grids holds what it says it holds: what is written is read again as the same
//! puzzle. Links of f-puzzles are also built here, from the published description of their JSON.

use crate::support::rounds;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use proptest::prelude::*;
use quadrille_puzzle::{
    Areas, Cell, Constraint, EXCHANGE, Entry, Form, Grid, GridRule, KINDS, Marks, Meta, ParseError, Puzzle, RULES,
    Relation, Shape, Size, Symbol, SymbolSet, TOML, Text, Walls, Weights, kind_of, load, write_toml,
};
use std::collections::BTreeSet;

fn form_named(id: &str) -> &'static Form {
    forms().into_iter().find(|form| form.id == id).unwrap_or_else(|| panic!("no form {id}"))
}

/// Every form of grids.
pub(crate) fn forms() -> Vec<&'static Form> {
    let own = KINDS.iter().flat_map(|kind| kind.forms);
    own.chain(EXCHANGE).copied().filter(|form| form.writes() && !matches!(form.text, Text::Listings { .. })).collect()
}

/// Regions of n cells each, grown by swapping cells between the regions of boxes or rows.
fn regions(n: usize, swaps: &[(usize, usize)]) -> Vec<usize> {
    let mut region = match Areas::usual_boxes(n) {
        Some(boxes) => boxes.numbers(Size::square(n)),
        None => (0..n * n).map(|cell| cell / n).collect(),
    };
    for &(one, other) in swaps {
        let (one, other) = (one % (n * n), other % (n * n));
        region.swap(one, other);
        if Walls::between(Size::square(n), &region).faults(n).is_empty() {
            continue;
        }
        region.swap(one, other);
    }
    region
}

/// Grids of every kind and side, with givens, own symbols, marks and a title.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    let side = prop_oneof![Just(4usize), Just(6), Just(8), Just(9), Just(10), Just(12), Just(15), Just(16)];
    side.prop_flat_map(|n| {
        let cells = proptest::collection::vec((0..n as u8 * 3, any::<bool>()), n * n);
        let picks = proptest::collection::vec((any::<u16>(), any::<u16>()), 0..6);
        let swaps = proptest::collection::vec((any::<u16>(), any::<u16>()), 0..60);
        let marks = proptest::collection::vec(0u64..1 << n, n * n);
        (Just(n), 0..5u8, cells, swaps, marks, any::<bool>(), ("[a-z<&]{0,8}", picks))
    })
    .prop_map(|(n, kind, cells, swaps, marks, diagonals, (title, picks))| {
        let swaps: Vec<(usize, usize)> = swaps.into_iter().map(|(a, b)| (a.into(), b.into())).collect();
        let boxes = Areas::all_boxes(n);
        let areas = match kind {
            0 | 1 => Areas::usual_boxes(n).unwrap(),
            2 => boxes[swaps.len() % boxes.len()].clone(),
            _ => Areas::Walls(Walls::between(Size::square(n), &regions(n, &swaps))),
        };
        let mut grid = Grid::new(n, areas);
        grid.diagonals = diagonals && kind == 1;
        grid.weights = (kind == 0 && diagonals).then(|| Weights::rings(Size::square(n)));
        for (cell, (symbol, given)) in cells.into_iter().enumerate().filter(|(_, (symbol, _))| usize::from(*symbol) < n)
        {
            grid.cells[cell] = if given { Entry::Given(Symbol(symbol)) } else { Entry::Own(Symbol(symbol)) };
        }
        if kind % 2 == 1 {
            grid.rules = rules(&grid, &picks);
        }
        let free = |cell: usize| grid.cells[cell] == Entry::Empty;
        let corner = marks.iter().enumerate().map(|(cell, &set)| if free(cell) && cell % 3 == 0 { set } else { 0 });
        let marks = Marks::new(corner.map(SymbolSet).collect(), Vec::new());
        let (kind, form) = (kind_of(&grid), kind_of(&grid).forms[0]);
        let meta = Meta { title, ..Meta::default() };
        Puzzle { marks, meta, ..Puzzle::new(kind, form, Shape::Grid(grid)) }
    })
}

/// What further rules mean.
#[derive(Debug, PartialEq)]
struct Meaning {
    units: BTreeSet<Vec<Cell>>,
    /// By cell, the symbols that it may hold.
    allowed: Vec<SymbolSet>,
    pairs: BTreeSet<(Cell, Cell, Relation)>,
    /// The cells of each constraint of tuples, and the number of its tuples.
    tuples: BTreeSet<(Vec<Cell>, u64)>,
}

fn meaning(grid: &Grid) -> Meaning {
    let n = grid.n_symbols();
    let unit = |mut cells: Vec<Cell>| {
        cells.sort_unstable();
        cells
    };
    let allowed = vec![SymbolSet::first(n); grid.cells.len()];
    let mut meaning = Meaning { units: BTreeSet::new(), allowed, pairs: BTreeSet::new(), tuples: BTreeSet::new() };
    // Two rules may say what `diagonals` says.
    if grid.diagonals {
        meaning.units.extend([false, true].map(|rises| unit(grid.diagonal(rises))));
    }
    for constraint in grid.rules.iter().flat_map(|rule| rule.lower(grid)) {
        match constraint {
            Constraint::AllDifferent(cells) => _ = meaning.units.insert(unit(cells)),
            Constraint::Allowed(cell, set) => meaning.allowed[cell.index()] &= set,
            Constraint::Pair(one, other, relation) => {
                let relation = if other < one { relation.turned() } else { relation };
                meaning.pairs.insert((one.min(other), one.max(other), relation));
            }
            Constraint::Tuples(cells, tuples) => {
                _ = meaning.tuples.insert((unit(cells), tuples.n_tuples()));
            }
            Constraint::Joint(joint) => {
                let parts = joint.parts.iter().map(|part| part.tuples.n_tuples()).sum();
                _ = meaning.tuples.insert((unit(joint.cells), parts));
            }
        }
    }
    meaning
}

/// What is compared: the cells without the difference that a form does not know, the areas by the
/// numbers of their cells, and the rest.
fn essence(grid: &Grid, own: bool) -> (Vec<Entry>, Vec<usize>, Option<Weights>) {
    let cells = if own { grid.cells.clone() } else { grid.all_given().cells };
    (cells, grid.areas.numbers(grid.size()), grid.weights.clone())
}

/// Rules on some cells, as the numbers say: of the whole grid, of a line, of a pair, of single
/// cells.
fn rules(grid: &Grid, picks: &[(u16, u16)]) -> Vec<GridRule> {
    let n = grid.n_symbols();
    let mut found: Vec<GridRule> = Vec::new();
    for &(what, at) in picks {
        let spec = &RULES[usize::from(what) % RULES.len()];
        let (row, column) = (usize::from(at) % n, usize::from(at) / n % n);
        let line: Vec<Cell> = (column..n.min(column + 2 + usize::from(at) % 3)).map(|k| grid.cell(row, k)).collect();
        for cells in [Vec::new(), line.iter().copied().take(2).collect(), line] {
            let numbers = (0..spec.takes.numbers.0).map(|k| (usize::from(at) + k) % n + 1);
            let numbers = numbers.map(|number| number as u32).collect();
            let rule = GridRule { numbers, ..GridRule::new(spec.id, spec.completed(grid, &cells)) };
            let again = found.iter().any(|own| own.id == rule.id && (own.cells.is_empty() || own.cells == rule.cells));
            if rule.fault(grid).is_none() && !again {
                found.push(rule);
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(rounds(80, 5000)))]

    #[test]
    fn what_a_form_holds_is_read_again(puzzle in puzzles()) {
        let grid = puzzle.grid().unwrap();
        for form in forms() {
            let loss = form.loss(&puzzle);
            if !loss.essential.is_empty() {
                continue;
            }
            // Symbols alone do not say their alphabet if few of them occur.
            if grid.n_symbols() > 9 && ["line", "rows", "letters", "sdk"].contains(&form.id) {
                continue;
            }
            let text = form.write_all(&puzzle);
            let again = load(&text, Some(form.id)).map_err(|error| TestCaseError::fail(format!("{} {error}\n{text}", form.id)))?;
            let own = form.holds.entered;
            prop_assert_eq!(essence(again.puzzles[0].grid().unwrap(), own), essence(grid, own), "{} {}", form.id, &text);
            let (mut found, meant) = (meaning(again.puzzles[0].grid().unwrap()), meaning(grid));
            if form.holds.candidates {
                // Candidates that the givens exclude are excluded by the text too.
                let left = grid.candidates().into_iter().zip(&meant.allowed).zip(&mut found.allowed);
                for ((left, meant), found) in left {
                    prop_assert!(*found == *meant || *found == left & *meant, "{} {}", form.id, &text);
                    *found = *meant;
                }
            }
            prop_assert_eq!(found, meant, "{} {}", form.id, &text);
            if form.holds.title && form.id != TOML.id {
                prop_assert_eq!(&again.puzzles[0].meta.title, puzzle.meta.title.trim(), "{}", form.id);
            }
            if form.id.starts_with("fpuzzles") {
                prop_assert_eq!(&again.puzzles[0].marks, &puzzle.marks);
            }
        }
        let toml = write_toml(&puzzle);
        let again = load(&toml, None).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(essence(again.puzzles[0].grid().unwrap(), true), essence(grid, true));
        prop_assert_eq!(&again.puzzles[0].grid().unwrap().rules, &grid.rules);
    }
}

/// A JSON as f-puzzles.com writes it, with a rule of another program if one is named.
fn json(n: usize, given: &[(usize, usize)], rule: Option<(&str, &str)>) -> String {
    let cell = |at: usize| match given.iter().find(|(cell, _)| *cell == at) {
        Some((_, value)) => format!("{{\"value\":{value},\"given\":true}}"),
        None => "{}".to_string(),
    };
    let rows: Vec<String> =
        (0..n).map(|row| format!("[{}]", (0..n).map(|k| cell(row * n + k)).collect::<Vec<_>>().join(","))).collect();
    let rule = rule.map_or(String::new(), |(key, value)| format!(",\"{key}\":{value}"));
    format!("{{\"size\":{n},\"title\":\"A title\",\"grid\":[{}]{rule}}}", rows.join(","))
}

/// A text that no reader takes gets the error of its look, on both sides of each threshold.
#[test]
fn the_look_of_a_text_decides_whose_error_is_shown() {
    let long = |n: usize| "5".repeat(n) + "\n";
    let cases = [
        (long(25), "the grid that starts on line 1 has 1 row of 25"),
        (long(26), "this line has 26 characters"),
        (format!("{}x\n", "5".repeat(25)), "this line has 26 characters"),
    ];
    for (text, wanted) in cases {
        let error = load(&text, None).unwrap_err().to_string();
        assert!(error.contains(wanted), "{text}: {error}");
    }
}

#[test]
fn links_are_read_or_refused_by_the_name_of_their_rule() {
    let rules = [
        None,
        Some(("diagonal+", "true,\"diagonal-\":true", "")),
        Some(("antiknight", "true", "")),
        Some(("killercage", "[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"3\"}]", "")),
        Some(("thermometer", "[{\"lines\":[[\"R1C1\",\"R1C2\"]]}]", "")),
        Some(("sandwichsum", "[{\"cell\":\"R1C0\",\"value\":\"a\"}]", "sandwich sums")),
        Some(("line", "[{\"lines\":[[\"R1C1\"]]}]", "drawings (line)")),
        Some(("diagonal-", "true", "")),
        Some(("ruleset", "\"Normal rules apply\"", "")),
        Some(("somethingnew", "[1]", "somethingnew")),
    ];
    let mut seen = 0;
    for n in [4, 6, 9, 16, 8] {
        for (k, rule) in rules.iter().enumerate() {
            for site in ["https://www.f-puzzles.com/?load=", "https://sudokupad.app/fpuz"] {
                let json = json(n, &[(k, 1 + k % n), (n * n - 1, n)], rule.map(|(key, value, _)| (key, value)));
                let link = format!("{site}{}\n", lz_str::compress_to_base64(json.as_str()));
                match (load(&link, None), rule) {
                    (Ok(loaded), None | Some((_, _, ""))) => {
                        let puzzle = &loaded.puzzles[0];
                        let grid = puzzle.grid().unwrap();
                        assert_eq!(
                            (grid.n_symbols(), grid.givens(), puzzle.meta.title.as_str()),
                            (n, 2, "A title"),
                            "{json}"
                        );
                        assert_eq!(grid.diagonals, k == 1);
                    }
                    (Err(error), Some((_, _, name))) if !name.is_empty() => {
                        assert!(error.to_string().contains(&format!("not supported: {name}")), "{error}");
                    }
                    (found, _) => panic!("{json}: {found:?}"),
                }
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 100);
}

#[test]
fn texts_of_other_programs_are_read() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let expected = load(line, None).unwrap().puzzles.remove(0);
    let rows: Vec<&str> = (0..9).map(|row| &line[9 * row..9 * row + 9]).collect();
    let barred = |row: &str| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
    let starred: String = rows
        .iter()
        .enumerate()
        .map(|(k, row)| barred(row) + "\n" + if k % 3 == 2 { "*---+---+---*\n" } else { "" })
        .collect();
    let simple: String = rows
        .iter()
        .enumerate()
        .map(|(k, row)| {
            barred(row).trim_matches('|').to_string() + "\n" + if k == 2 || k == 5 { "-----------\n" } else { "" }
        })
        .collect();
    let spaced =
        |row: &str| row.chars().map(|c| if c == '.' { String::new() } else { c.to_string() }).collect::<Vec<_>>();
    for (name, text) in [
        ("starred", format!("*-----------*\n{starred}")),
        (".ss", simple),
        (".sdm", format!("{line}\n{line}\n")),
        (".sdk", format!("#ASomebody\n#DA title\n[Puzzle]\n{}\n", rows.join("\n"))),
        ("csv", rows.iter().map(|row| spaced(row).join(",") + "\n").collect()),
        ("tsv", rows.iter().map(|row| spaced(row).join("\t") + "\n").collect()),
        ("semicolons", rows.iter().map(|row| spaced(row).join(";") + "\r\n").collect()),
        ("hodoku", format!(":0100:5:{line}::::\n")),
        ("tatham", format!("3x3:{}\n", tatham(line))),
        (
            "tatham address",
            format!("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#3x3db:{}\n", tatham(line)),
        ),
    ] {
        let loaded = load(&text, None).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert_eq!(loaded.puzzles[0].grid(), expected.grid(), "{name}\n{text}");
    }
    // HoDoKu tells placed symbols from givens.
    let placed = load(&format!(":0000:x:+4{}:::\n", &line[1..]), None).unwrap();
    assert_eq!((placed.puzzles[0].grid().unwrap().own(), placed.puzzles[0].grid().unwrap().givens()), (1, 29));
}

/// The cells of a line as a game ID has them, a letter for each run of blanks.
fn tatham(line: &str) -> String {
    let mut text = String::new();
    let mut blanks = 0u8;
    for c in line.chars() {
        if c == '.' {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            text.push(char::from(b'a' + blanks - 1));
        } else if text.ends_with(|c: char| c.is_ascii_digit()) {
            text.push('_');
        }
        blanks = 0;
        text.push(c);
    }
    if blanks > 0 {
        text.push(char::from(b'a' + blanks - 1));
    }
    text
}

#[test]
fn what_a_form_cannot_hold_is_named() {
    let puzzle = |name: &str| load(crate::bundled::bundled(name).unwrap().text, None).unwrap().puzzles.remove(0);
    let form = |id: &str| forms().into_iter().find(|form| form.id == id).unwrap();
    for (name, to, says) in [
        ("jigsaw-9x9", "line", "the regions of a jigsaw"),
        ("sudoku-9x9-diagonal", "csv", "the diagonals"),
        ("target-9x9", "tatham", "these weights"),
        ("sudoku-16x16", "729", "grids of side 16"),
        ("sudoku-9x9-gentle", "p1074", "grids without weights"),
        ("queens-8", "line", "items and options"),
    ] {
        let loss = form(to).loss(&puzzle(name));
        assert!(loss.essential.iter().any(|lost| lost == says), "{name} as {to}: {loss:?}");
    }
}

#[test]
fn strings_of_the_interactive_solver_are_read_or_refused_by_name() {
    let read = |text: &str| load(text, None).map(|loaded| loaded.puzzles[0].grid().unwrap().clone());
    let grid = read(".Thermo~R1C1~R1C2~R2C3.AntiKnight.~R9C9_5~R1C9_2_4_6_8.Whisper~R5C5~R5C6\n").unwrap();
    let texts: Vec<String> = grid.rules.iter().map(|rule| rule.text(&grid)).collect();
    assert_eq!(texts, ["thermometer r1c1 r1c2 r2c3", "antiknight", "whisper r5c5 r5c6", "even r1c9"]);
    assert_eq!((grid.givens(), grid.entry(Cell(80))), (1, Entry::Given(Symbol(4))));
    let link =
        "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~16x16.~RgCg_16~RcC1_3&mode=all-possibilities\n";
    let grid = read(link).unwrap();
    assert_eq!(
        (grid.n_symbols(), grid.entry(Cell(255)), grid.entry(Cell(176))),
        (16, Entry::Given(Symbol(15)), Entry::Given(Symbol(2)))
    );
    let grid = read(".Jigsaw~0011002322330233.NoBoxes.Shape~4x4\n");
    assert!(grid.unwrap_err().to_string().contains("the region `0` has"), "a region of five cells");
    let grid =
        read(".Jigsaw~0011001122332233.NoBoxes.Shape~4x4.Diagonal~1.Diagonal~-1.WhiteDot~R1C1~R1C2~R2C2\n").unwrap();
    assert!(grid.diagonals && matches!(grid.areas, Areas::Walls(_)));
    assert_eq!(grid.rules.len(), 2, "each two neighbours have a dot");
    for (text, name) in [
        (".ChaosConstruction~R1C1~R1C2", "ChaosConstruction"),
        (".Thermo~R1C1~R1C2.FullRankTies~none", "FullRankTies"),
        (".Sum~3_=_1_-1~R1C1~R1C2", "Sum with factors"),
        (".Shape~9x9~2-10", "the numbers 2-10"),
        (".Shape~9x9~1-8", "the numbers 1-8"),
        (".Shape~1x9", "a grid of 1 rows and 9 columns"),
        (".Shape~17x9", "a grid of 17 rows and 9 columns"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(&format!("not supported: {name}")), "{text}: {error}");
    }
    let grid = read(
        ".Cage~10~R1C1~R1C2.Cage~0~R2C1~R2C2.Arrow~R2C2~R2C3.PillArrow~2~R4C1~R4C2~R5C3~R5C4.LittleKiller~20~R1C8\
         .LittleKiller~21~R4C9.Sandwich~7~C3.XSum~R2~12~15.Skyscraper~C4~~3.Quad~R3C3~1~2.Sum~14~R8C1~R8C2\
         .ContainAtLeast~1_2~R9C1~R9C2~R9C3.Lockout~4~R6C1~R6C2~R6C3.SumLine~8~R7C1~R7C2~R7C3.NumberedRoom~R9~4\n",
    )
    .unwrap();
    let texts: Vec<String> = grid.rules.iter().map(|rule| rule.text(&grid)).collect();
    assert_eq!(
        texts,
        [
            "killer 10 r1c1 r1c2",
            "cage r2c1 r2c2",
            "arrow r2c2 r2c3",
            "arrow 2 r4c1 r4c2 r5c3 r5c4",
            "littlekiller 20 r1c8..r8c1",
            "littlekiller 21 r4c9..r1c6",
            "sandwich 7 r1c3..r9c3",
            "xsum 12 r2c1..r2c9",
            "xsum 15 r2c9..r2c1",
            "skyscraper 3 r9c4..r1c4",
            "quadruple 1 2 r3c3 r3c4 r4c3 r4c4",
            "sum 14 r8c1 r8c2",
            "contains 1 2 r9c1 r9c2 r9c3",
            "lockout r6c1 r6c2 r6c3",
            "sumline 8 r7c1 r7c2 r7c3",
            "room 4 r9c1..r9c9",
        ]
    );
    let grid = read(
        ".LookAndSay~1623~R1C1~R1C2~R1C3.LookAndSay~0112~R2C1~R2C2.RellikCage~5~R3C1~R3C2.Modular~2~R4C1~R4C2\
         .Modular~3~R4C4~R4C5.HiddenSkyscraper~R5~~4.ValueIndexing~R6C1~R6C2~R6C3.DutchFlatmates.Windoku\
         .EqualSum~R7C1~R7C2~-~R8C1~R8C2~-~R9C1~R9C2~R9C3~R9C4~-\
         .EqualSum~R1C1~R1C2~R1C3~-~R1C1~R2C1~R3C1~-\n",
    )
    .unwrap();
    let texts: Vec<String> = grid.rules.iter().map(|rule| rule.text(&grid)).collect();
    assert_eq!(
        texts,
        [
            "exactly 3 3 6 r1c1 r1c2 r1c3",
            "exactly 2 r2c1 r2c2",
            "candidates 2 3 4 5 6 7 8 9 r2c1 r2c2",
            "rellik 5 r3c1 r3c2",
            "modular 2 r4c1 r4c2",
            "modular r4c4 r4c5",
            "hidden 4 r5c9..r5c1",
            "slingshot r6c1 r6c2 r6c3",
            "flatmates",
            "windoku",
            "equalsum r7c1 r7c2 r8c1 r8c2",
            "equalsum 2 r7c1 r7c2 r9c1 r9c2 r9c3 r9c4",
            "equalsum r1c2 r1c3 r2c1 r3c1",
        ]
    );
    // Where all numbers but one are excluded, the cells hold that one.
    let grid = read(".Shape~4x4.LookAndSay~010204~R1C1~R2C3\n").unwrap();
    assert_eq!(grid.rules[0].text(&grid), "exactly 3 3 r1c1 r2c3");
    let apart = read(".Shape~4x6.Jigsaw~000111000112333222333221.NoBoxes").unwrap();
    let units: Vec<Vec<Cell>> = apart.units().into_iter().map(|unit| unit.cells).collect();
    assert!(matches!(apart.areas, Areas::Regions(_)) && units.contains(&[3, 4, 5, 9, 10, 23].map(Cell).to_vec()));
    for text in [
        ".~R0C1_1",
        ".~R1C1_12",
        ".Thermo~R1C1",
        ".~R1C1_x",
        ".Jigsaw~123.~R1C1_1",
        ".RegionSize~10",
        ".Shape~9x9~0-8.~R1C1_9",
        ".Thermo~R1C1~Q",
        ".EqualSum~R1C1~R1C2",
        ".EqualSum~R1C1~-~R1C1~R1C2~-",
        ".LookAndSay",
        ".LookAndSay~1~R1C1",
        ".LookAndSay~1a~R1C1",
        ".LookAndSay~1112~R1C1",
        ".LookAndSay~1121~R1C1~R1C2~R1C3",
        ".Shape~4x4.LookAndSay~01020304~R1C1",
        ".RellikCage",
        ".RellikCage~~R1C1",
        ".Modular~R1C1~R1C2",
        ".Modular~0~R1C1~R1C2",
        ".Modular~4294967299~R1C1~R1C2",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

/// SudokuPad's own links: a shortened JSON with cells, regions, cages and drawings. Rules are
/// words.
#[test]
fn links_of_sudokupad_are_read_or_refused_by_name() {
    let boxes =
        "re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]";
    let rows =
        "re:[[[0,0],[0,1],[0,2],[1,0]],[[0,3],[1,3],[1,2],[1,1]],[[2,0],[2,1],[2,2],[3,0]],[[2,3],[3,3],[3,2],[3,1]]]";
    let cells = "ce:[[{v:1},,,],[,,{v:2},],[,{v:'3'},,],[,,,{v:4}]]";
    let words = "ca:[{v:'title: It\\'s four'},{v:'author: A. Setter'},{v:'rules: Normal sudoku rules apply.'}]";
    let link = |puzzle: &str, site: &str| format!("{site}{}\n", lz_str::compress_to_base64(puzzle));
    let sites =
        ["https://sudokupad.app/scl", "https://sudokupad.app/sudoku/scl", "https://sudokupad.app/?puzzleid=scl", "scl"];
    for site in sites {
        for (regions, kind) in [(boxes, "sudoku"), (rows, "jigsaw")] {
            let puzzle = format!("{{cs:64,{cells},{regions},{words}}}");
            let read =
                load(&link(&puzzle, site), None).unwrap_or_else(|error| panic!("{site} {error}")).puzzles.remove(0);
            assert_eq!((read.meta.title.as_str(), read.meta.source.as_str()), ("It's four", "A. Setter"));
            let grid = read.grid().unwrap();
            assert_eq!(read.kind.id, kind);
            let givens: Vec<String> =
                grid.cells.iter().map(|own| own.symbol().map_or(".".into(), |k| (k.0 + 1).to_string())).collect();
            assert_eq!(givens.concat(), "1.....2..3.....4");
        }
    }
    for (more, name) in [
        ("ca:[{ce:[[0,0],[0,1]],v:3}]", "labelled cages"),
        ("ca:[{ce:[[0,0],[0,1]],v:a3,unique:true}]", "killer cages"),
        ("ca:[{ce:[[0,0],[0,1]]}]", "drawings (cage)"),
        ("l:[{wp:[[0.5,0.5],[1.5,0.5]],c:FF0000,th:3}]", "drawings (line)"),
        ("o:[{ct:[1,1],te:'X'}]", "drawings (text)"),
        ("u:[{ct:[1,1],w:1,h:1}]", "drawings (rectangle)"),
        ("metadata:{rules:'Cells a chess knight apart differ.'}", "Cells a chess knight apart differ"),
    ] {
        let puzzle = format!("{{{cells},{boxes},{more}}}");
        let error = load(&link(&puzzle, "https://sudokupad.app/scl"), None).unwrap_err().to_string();
        let is_named =
            ["not supported", "not read as rules"].iter().any(|why| error.contains(&format!("{why}: {name}")));
        assert!(is_named, "{more}: {error}");
    }
    for (more, rules) in [
        ("ca:[{ce:[[0,0],[0,1]],v:3}]", "drawn:labelled-cage 3 r1c1 r1c2"),
        ("ca:[{ce:[[0,0],[0,1]],v:a3,unique:true}]", "drawn:killer-cage-a3 r1c1 r1c2"),
        ("ca:[{ce:[[0,0],[0,1]]}]", "drawn:cage r1c1 r1c2"),
        ("l:[{wp:[[0.5,0.5],[3.5,0.5],[2.5,1.5]],c:FF0000}]", "drawn:line; r1c1 r2c1 r3c1 r4c1 r3c2"),
        ("o:[{ct:[1,1],te:'X'},{ct:[0.5,2],te:7}]", "drawn:text-x r1c1 r1c2 r2c1 r2c2|drawn:text 7 r1c2 r1c3"),
        ("u:[{ct:[2.5,2.5],w:1,h:1}]", "drawn:rectangle r3c3"),
        ("metadata:{rules:'Cells a chess knight apart differ.'}", "drawn:rule-in-words"),
        ("ca:[{ce:[[18446744073709551615,0],[9,9],[0,0]],v:3,unique:true}]", "drawn:cages-outside-the-grid"),
        ("l:[{wp:[[1e300,-1e300],[0.5,0.5]]}]", "drawn:line; r4c1 r1c1"),
    ] {
        let read = load(&link(&format!("{{{cells},{boxes},{more}}}"), "scl"), None).unwrap_err().only_drawn();
        let puzzle = read.unwrap().puzzles.remove(0);
        let grid = puzzle.grid().unwrap();
        assert_eq!(grid.rules.iter().map(|rule| rule.text(grid)).collect::<Vec<_>>().join("|"), rules, "{more}");
    }
    let cage = load(&link(&format!("{{{cells},{boxes},ca:[{{ce:[[0,0],[0,1]],v:3,unique:true}}]}}"), "scl"), None);
    let puzzle = cage.unwrap().puzzles.remove(0);
    assert_eq!(puzzle.grid().unwrap().rules[0].text(puzzle.grid().unwrap()), "killer 3 r1c1 r1c2");
    let error = load(&link(&format!("{{{cells}}}"), "scl"), None).unwrap_err().to_string();
    assert!(error.contains("without regions"), "{error}");
    for puzzle in ["{ce:[[", "{ce:5}", "[]", "{ce:[]}", "{ce:[[{v:{}}]]}", "{ce:[[1,2],[3,4]],re:[[[9,9]]]}", "x"] {
        assert!(load(&link(puzzle, "https://sudokupad.app/scl"), None).is_err(), "{puzzle}");
    }
    let error = load("https://sudokupad.app/abc123\n", None).unwrap_err().to_string();
    assert!(error.contains("does not use the network"), "{error}");
}

/// Dots have any number, and which rules except neighbours that have one depends on the dots.
#[test]
fn dots_of_any_number_and_neighbours_without_one_are_read_and_written() {
    let grid = vec![vec![serde_json::json!({}); 6]; 6];
    let pair = |row: usize, value: serde_json::Value| serde_json::json!({ "cells": [format!("R{row}C1"), format!("R{row}C2")], "value": value });
    let object = serde_json::json!({
        "size": 6,
        "grid": grid,
        "nonconsecutive": true,
        "difference": [pair(1, "".into()), pair(2, "3".into()), pair(3, 2.into())],
        "ratio": [pair(4, "".into()), pair(5, "3".into())],
        "xv": [pair(6, "X".into()), { "cells": ["R6C3", "R6C4"], "value": "7" }],
        "negative": ["ratio", "xv"],
    });
    let read = |object: &serde_json::Value| load(&object.to_string(), Some("fpuzzles")).unwrap().puzzles.remove(0);
    let texts = |puzzle: &Puzzle| -> Vec<String> {
        let grid = puzzle.grid().unwrap();
        grid.rules.iter().map(|rule| rule.text(grid)).collect()
    };
    let puzzle = read(&object);
    let expected = [
        "white r1c1 r1c2",
        "white 3 r2c1 r2c2",
        "white 2 r3c1 r3c2",
        "allblack",
        "allxv",
        "allwhite",
        "black r4c1 r4c2",
        "black 3 r5c1 r5c2",
        "x r6c1 r6c2",
        "x 7 r6c3 r6c4",
    ];
    assert_eq!(texts(&puzzle), expected);
    let form = EXCHANGE.iter().find(|form| form.id == "fpuzzles").unwrap();
    assert!(form.loss(&puzzle).essential.is_empty());
    let again = read(&serde_json::from_str(&form.write_all(&puzzle)).unwrap());
    assert_eq!(texts(&again), expected);
    // Without dots no neighbours are excepted, here or there.
    let mut none = object.clone();
    (none["difference"], none["ratio"]) = (serde_json::json!([]), serde_json::json!([]));
    assert!(texts(&read(&none)).contains(&"nonconsecutive".to_string()));
    // With them the form means another rule, so it cannot hold this one.
    let mut strict = puzzle.clone();
    strict.grid_mut().unwrap().rules.iter_mut().filter(|rule| rule.id == "allwhite").for_each(|rule| {
        rule.id = "nonconsecutive".into();
    });
    assert!(!form.loss(&strict).essential.is_empty());
    for (key, value) in [("negative", serde_json::json!("ratio")), ("ratio", serde_json::json!(true))] {
        let mut wrong = object.clone();
        wrong[key] = value;
        let error = load(&wrong.to_string(), Some("fpuzzles")).unwrap_err().to_string();
        assert!(error.contains(&format!("a list is expected for `{key}`")), "{error}");
    }
    // Another program has its dots without numbers.
    let iss = EXCHANGE.iter().find(|form| form.id == "iss").unwrap();
    assert!(!iss.loss(&puzzle).essential.is_empty());
}

/// The grid of a game ID of Simon Tatham's Solo.
fn solo(text: &str) -> Result<Grid, ParseError> {
    let Text::Grids { read, .. } = form_named("tatham").text else { panic!("plain grids") };
    let mut grids = read(text)?;
    assert_eq!(grids.len(), 1, "{text}");
    Ok(grids.remove(0))
}

fn write_solo(grid: &Grid) -> String {
    form_named("tatham").write(&Shape::Grid(grid.clone()))
}

#[test]
fn blocks_are_as_high_as_the_first_number_says() {
    let grid = &solo("2x3:1a2b3_4zab").unwrap();
    assert_eq!(grid.areas, Areas::Boxes { rows: 2, columns: 3 });
    assert_eq!((grid.n_symbols(), grid.givens()), (6, 4));
    assert_eq!(write_solo(grid), "2x3:1a2b3_4zc\n", "a run is as long as it can be");
}

#[test]
fn a_killer_has_the_walls_of_its_cages_and_their_sums() {
    // Two cages in each column, of two cells each.
    let text = "2x2k:1o,____________abbba,4_6_4_6d6_4_6_4d\n";
    let grid = &solo(text).unwrap();
    let cages: Vec<(u32, Vec<Cell>)> = grid.rules.iter().map(|rule| (rule.numbers[0], rule.cells.clone())).collect();
    let column = |row: u16, column: u16| vec![Cell(4 * row + column), Cell(4 * (row + 1) + column)];
    let first = [(4, column(0, 0)), (6, column(0, 1)), (4, column(0, 2)), (6, column(0, 3))];
    assert_eq!(cages[..4], first);
    assert_eq!((cages.len(), write_solo(grid).as_str()), (8, text));
    // In another order, and with a sum in the last cell of its cage.
    let other = text.replace("4_6_4_6d", "a6_4_6_4c");
    assert_eq!(solo(&other).unwrap(), *grid);
    // A cell without a cage, and a cage in two pieces.
    // A grid with such cages is not written as a killer.
    let with = |change: fn(&mut Vec<GridRule>)| {
        let mut grid = grid.clone();
        change(&mut grid.rules);
        write_solo(&grid).starts_with("2x2k:")
    };
    assert!(!with(|rules| _ = rules.pop()));
    assert!(!with(|rules| rules[0].cells.push(Cell(15))));
    let swapped = |rules: &mut Vec<GridRule>| (rules[0].cells[1], rules[7].cells[1]) = (Cell(15), Cell(4));
    assert!(!with(swapped));
    assert!(with(|_| {}));
}

#[test]
fn errors_of_game_ids_say_where() {
    for (text, column, says) in [
        ("2x2k:p", 7, "cages after a comma"),
        ("2x2k:p,a_a_a_a_a_a_a_a_a", 25, "sums"),
        ("2x2k:p,____________abbba,4_6_4_6d6_4_6_4c", 42, "15 cells"),
        ("2x2k:p,____________abbba,4_6_4_6d6_4_6e", 26, "no sum"),
        ("2x2k:p,____________abbba,4_6_4_6_1c6_4_6_4d", 26, "two sums: 4 and 1"),
        ("2x2k:p,____________abbba,4_6_4_6d6_4_6_11d", 40, "10"),
        ("2x2k:p,____________abbba,4_6_4_6d6_4_6_4d,a", 43, "only a jigsaw"),
        ("2x2:p,x", 7, "only a jigsaw"),
        ("3x3:zzzd", 8, "more than 81"),
        ("3x3:zz", 7, "52 cells"),
        ("3x3:10z", 5, "10"),
        ("3x3:zzzB", 8, "unexpected"),
        ("3x3#123", 1, "seed"),
        ("4j:p", 5, "comma"),
    ] {
        let error = solo(text).unwrap_err();
        assert_eq!(error.place.column, column, "{text}: {error}");
        assert!(error.message.contains(says), "{text}: {error}");
    }
}

/// Numbers as bits in base64. Each has its number of bits, the highest first.
fn bits(numbers: &[(usize, usize)]) -> String {
    let bits = |&(value, n_bits): &(usize, usize)| (0..n_bits).rev().map(move |bit| (value >> bit & 1) as u8);
    let bits: Vec<u8> = numbers.iter().flat_map(bits).collect();
    let byte = |bits: &[u8]| (0..).zip(bits).fold(0, |byte, (at, bit)| byte | bit << (7 - at));
    BASE64_URL_SAFE_NO_PAD.encode(bits.chunks(8).map(byte).collect::<Vec<u8>>())
}

#[test]
fn an_automaton_that_cannot_begin_accepts_nothing() {
    // Two states of nine symbols, one to begin and one to end; the second leads to itself by 1.
    let numbers = [(1, 2), (0, 4), (8, 4), (1, 1), (1, 1), (0, 1), (0, 9), (1, 9), (1, 1)];
    let text = format!(".NFA~{}~_ones~R1C1~R5C2", bits(&numbers));
    let puzzle = load(&text, Some("iss")).unwrap().puzzles.remove(0);
    let [rule] = &puzzle.grid().unwrap().rules[..] else { panic!("one rule") };
    let [Constraint::Tuples(_, tuples)] = &rule.lower(puzzle.grid().unwrap())[..] else { panic!("tuples") };
    assert_eq!((rule.what.as_str(), tuples.n_tuples()), ("ones", 0));
}

#[test]
fn a_rule_of_a_link_never_has_the_name_of_a_built_in_one() {
    // `even` and `killer` are rules of ours, `ones` is none.
    for (name, expected) in [("even", "even-2"), ("Killer", "killer-2"), ("ones", "ones")] {
        let text = format!(".Pair~_w~_{name}~R1C1~R5C2");
        let puzzle = load(&text, Some("iss")).unwrap().puzzles.remove(0);
        assert_eq!(puzzle.grid().unwrap().rules[0].what, expected, "{name}");
        let saved = write_toml(&puzzle);
        let again = load(&saved, Some("toml")).unwrap().puzzles.remove(0);
        assert_eq!(again.grid().unwrap().rules, puzzle.grid().unwrap().rules, "{name}");
    }
}
