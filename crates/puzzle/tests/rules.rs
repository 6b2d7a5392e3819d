//! The table of rules: its names, what each row lowers to, and how a rule is completed and said.

use crate::large::full;
use crate::oracle::{ORACLES, RuleOracle};
use fastrand::Rng;
use quadrille_puzzle::{Areas, Cell, Export, Grid, GridRule, Puzzle, RULES, RuleSpec, Shape, kind, load, rule};
use std::collections::BTreeSet;

#[test]
fn rows_have_different_names() {
    for (at, spec) in RULES.iter().enumerate() {
        let same = |other: &&RuleSpec| {
            let key = |spec: &RuleSpec| spec.fpuzzles.map(|entry| (entry.key, entry.values));
            let keys = (spec.fpuzzles.is_some() && key(spec) == key(other))
                || spec.iss.is_some_and(|iss| other.iss.is_some_and(|known| known.name == iss.name));
            [spec.id, spec.name, spec.short] == [other.id, other.name, other.short] || spec.short == other.short || keys
        };
        // f-puzzles has one name for both; which of them it means depends on the dots.
        let same = |other: &&RuleSpec| same(other) && [other.id, spec.id] != ["nonconsecutive", "allwhite"];
        assert_eq!(RULES[..at].iter().find(same).map(|other| other.id), None, "{}", spec.id);
    }
}

#[test]
fn each_row_has_an_oracle_and_a_sample_that_means_something() {
    let ids: BTreeSet<&str> = RULES.iter().map(|spec| spec.id).collect();
    let oracle: BTreeSet<&str> = ORACLES.iter().map(RuleOracle::id).collect();
    assert_eq!(oracle, ids, "tests/support/oracle.rs has an entry for each row");
    for puzzle in ORACLES.iter().map(RuleOracle::puzzle) {
        let grid = puzzle.grid().unwrap();
        assert!(!grid.rules[0].lower(grid).is_empty(), "{}", grid.rules[0].text(grid));
    }
}

#[test]
fn each_row_is_read_as_it_is_written_in_each_form_that_has_it() {
    let mut seen = 0;
    for oracle in ORACLES {
        let (puzzle, spec) = (oracle.puzzle(), rule(oracle.id()).unwrap());
        let meaning = |puzzle: &Puzzle| {
            let grid = puzzle.grid().unwrap();
            grid.rules.iter().flat_map(|rule| rule.lower(grid)).collect::<Vec<_>>()
        };
        let has = [
            ("iss", spec.iss.is_some()),
            ("fpuzzles", spec.fpuzzles.is_some()),
            ("fpuzzles-link", spec.fpuzzles.is_some()),
        ];
        for (form, _) in has.into_iter().filter(|(_, has)| *has) {
            let text = Export::named(form)
                .unwrap()
                .write(&puzzle)
                .unwrap_or_else(|why| panic!("{}: {why}", oracle.sample))
                .text;
            let again = load(&text, Some(form)).unwrap_or_else(|error| panic!("{}: {error}", oracle.sample));
            assert!(meaning(&again.puzzles[0]) == meaning(&puzzle), "{text}");
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn cells_are_completed() {
    let grid = Grid::new(9, Areas::usual_boxes(9).unwrap());
    let text = |id: &str, cells: &[u16]| {
        let cells: Vec<Cell> = cells.iter().map(|&cell| Cell(cell)).collect();
        let spec = rule(id).unwrap();
        let rule = GridRule { numbers: vec![3], ..GridRule::new(id, spec.completed(&grid, &cells)) };
        rule.fault(&grid).map_or_else(|| rule.text(&grid), |_| "no".to_string())
    };
    assert_eq!(text("sandwich", &[10, 11]), "sandwich 3 r2c1..r2c9");
    assert_eq!(text("skyscraper", &[11, 10]), "skyscraper 3 r2c9..r2c1");
    assert_eq!(text("xsum", &[80, 17]), "xsum 3 r9c9..r1c9");
    assert_eq!(text("littlekiller", &[11, 3]), "littlekiller 3 r4c1..r1c4");
    assert_eq!(text("littlekiller", &[10, 11]), "no");
    assert_eq!(text("sandwich", &[10, 20]), "no");
    assert_eq!(text("sandwich", &[10]), "no");
    assert_eq!(text("quadruple", &[80]), "quadruple 3 r8c8 r8c9 r9c8 r9c9");
    assert_eq!(text("quadruple", &[10, 12]), "no");
}

#[test]
fn a_rule_is_said_by_rules_of_other_rows() {
    let grid = Grid::new(4, Areas::usual_boxes(4).unwrap());
    let write = |rule: &GridRule, form: &str| {
        let mut ruled = grid.clone();
        ruled.rules.push(rule.clone());
        let sudoku = kind("sudoku").unwrap();
        Export::named(form)
            .unwrap()
            .write(&Puzzle::new(sudoku, sudoku.forms[0], Shape::Grid(ruled)))
            .map(|written| written.text)
    };
    // The rules that another program has in place of one, in their order.
    let said = |rule: &GridRule, form: &str| {
        let text = write(rule, form).unwrap_or_else(|why| panic!("{} as {form}: {why}", rule.id));
        let read = load(&text, Some(form)).unwrap_or_else(|error| panic!("{error}\n{text}")).puzzles.remove(0);
        let grid = read.grid().unwrap();
        grid.rules.iter().map(|rule| rule.text(grid)).collect::<Vec<_>>()
    };
    let maximum = GridRule::new("maximum", vec![Cell(1)]);
    assert_eq!(said(&maximum, "iss"), ["greater r1c2 r1c3", "greater r1c2 r2c2", "greater r1c2 r1c1"]);
    assert_eq!(said(&maximum, "fpuzzles"), ["maximum r1c2"]);
    // No row of the solver says that a cell is even: it gets the numbers that the cell may hold.
    let even = GridRule::new("even", vec![Cell(1)]);
    let says = |spec: &&RuleSpec| {
        let rule = GridRule::new(spec.id, vec![Cell(1)]);
        let has = spec.iss.is_some() && spec.names_cells();
        has && rule.fault(&grid).is_none() && rule.lower(&grid) == even.lower(&grid)
    };
    assert_eq!(RULES.iter().find(says).map(|spec| spec.id), None);
    let text = write(&even, "iss").unwrap();
    assert!(text.contains(".~R1C2_2_4"), "{text}");
    // Nor does one say how the parity alternates along a line, which is refused.
    let parity = GridRule::new("parity", vec![Cell(0), Cell(1)]);
    assert_eq!(parity.fault(&grid), None);
    let refused = write(&parity, "iss").unwrap_err().to_string();
    assert!(refused.contains("parity"), "{refused}");
}

#[test]
fn a_rule_is_kept_by_a_full_grid_exactly_if_its_constraints_are() {
    let mut rng = Rng::with_seed(8);
    let (mut kept, mut broken) = (BTreeSet::new(), BTreeSet::new());
    for k in 0..40 {
        let grid = full([4, 6, 9][k % 3], &mut rng);
        for spec in RULES.iter().filter(|spec| spec.names_cells() && spec.takes.lines.0 == 0) {
            let mut cells = vec![Cell(rng.usize(..grid.cells.len()) as u16)];
            while cells.len() < 5 && rng.u8(..5) > 0 {
                let by = (rng.i32(-1..2), rng.i32(-1..2));
                cells.extend(grid.moved(cells[cells.len() - 1], by).filter(|cell| !cells.contains(cell)));
            }
            let cells = spec.completed(&grid, &cells);
            for number in 0..30 {
                let rule =
                    GridRule { numbers: vec![number; spec.takes.numbers.0], ..GridRule::new(spec.id, cells.clone()) };
                if rule.fault(&grid).is_some() || number > 0 && spec.takes.numbers.0 == 0 {
                    continue;
                }
                let constraints = rule.lower(&grid);
                let keeps = !constraints.is_empty() && constraints.iter().all(|constraint| grid.keeps(constraint));
                assert_eq!(rule.is_kept(&grid), keeps, "{}", rule.text(&grid));
                _ = if keeps { kept.insert(spec.id) } else { broken.insert(spec.id) };
            }
        }
    }
    assert!(kept.len() > 30 && broken.len() > 30, "{kept:?} {broken:?}");
}

/// All rows and columns of a square, from both ends, with their ranks.
#[test]
fn every_clue_of_a_full_rank_fits_beside_the_others() {
    let mut grid = kind("sudoku").unwrap().empty(9).unwrap();
    let one = full(9, &mut Rng::with_seed(36));
    let numbers: Vec<u32> = one.cells.iter().filter_map(|entry| Some(u32::from(entry.symbol()?.0) + 1)).collect();
    let lines = grid.lines();
    let back = lines.iter().map(|line| line.iter().rev().copied().collect());
    for cells in lines.iter().cloned().chain(back.collect::<Vec<Vec<Cell>>>()) {
        let mut bare = kind("sudoku").unwrap().empty(9).unwrap();
        for rank in 1..=36 {
            bare.rules = vec![GridRule { numbers: vec![rank], ..GridRule::new("rank", cells.clone()) }];
            if crate::oracle::keeps(&bare, &numbers) {
                grid.rules.append(&mut bare.rules);
            }
        }
    }
    assert!(grid.rules.len() > 30, "{} lines are equal to no other", grid.rules.len());
    assert_eq!(grid.rule_too_many(), None);
}
