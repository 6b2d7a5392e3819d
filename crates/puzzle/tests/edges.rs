//! Every rule at the edges of its arguments: the fewest and the most cells, the number 0, rows that
//! are shorter than there are symbols, 0 as a number, repeated cells. The oracle has the
//! definitions of the help sentences and shares no code with the program.

use crate::brute;
use crate::support::meaning::{Full, keeps};
use crate::support::rounds;
use dancing::Goal;
use fastrand::Rng;
use quadrille_puzzle::{
    Alphabet, Areas, Cell, Cells, Extent, Grid, GridRule, RULES, RuleSpec, Shape, Symbol, encode, kind, load,
};
use quadrille_solve::{Engine, Order, run};

/// Small grids of odd shapes: with 0, with more symbols than cells in a row, without boxes.
const EXTENTS: [&str; 5] = ["4", "4 0-3 no boxes", "2x4 0-4", "4x2 1-4", "2x4 1-5 boxes 1x4"];

/// Sets of cells that a row can name, at its edges.
fn cells(spec: &RuleSpec, grid: &Grid, rng: &mut Rng) -> Vec<Vec<Cell>> {
    let all: Vec<Cell> = grid.all_cells().collect();
    let (fewest, most) = spec.cells(grid);
    let row: Vec<Cell> = (0..grid.columns()).map(|column| grid.cell(0, column)).collect();
    let column: Vec<Cell> = (0..grid.rows()).map(|row| grid.cell(row, 0)).collect();
    let back: Vec<Cell> = row.iter().rev().copied().collect();
    let mut found = vec![row.clone(), column.clone(), back, all.clone()];
    found.push(row.iter().take(fewest).copied().collect());
    found.push(all.iter().take(most.min(6)).copied().collect());
    found.push(all.iter().rev().step_by(2).copied().collect());
    for length in [1, 2, 2, 3, 4, 5, 6] {
        let mut some = all.clone();
        rng.shuffle(&mut some);
        some.truncate(length);
        found.push(some);
    }
    for at in [0, grid.columns() - 1, grid.columns()] {
        let pair = |by| Some(vec![all[at], grid.moved(all[at], by)?]);
        found.extend([(0, 1), (1, 0), (1, 1), (1, -1), (0, -1)].into_iter().filter_map(pair));
    }
    found.extend(found.clone().iter().map(|cells| spec.completed(grid, cells)));
    if spec.takes.cells == Cells::None {
        found = vec![Vec::new()];
    }
    found.sort();
    found.dedup();
    found
}

/// Numbers that a row can name, at its edges.
fn numbers(spec: &RuleSpec) -> Vec<Vec<u32>> {
    let (fewest, most) = spec.takes.numbers;
    let mut found: Vec<Vec<u32>> = (0..=12).chain([20]).map(|number| vec![number]).collect();
    found.extend([vec![], vec![1, 1], vec![0, 1], vec![1, 2, 3], vec![3, 3, 4]]);
    found.retain(|numbers| (fewest..=most).contains(&numbers.len()));
    found
}

/// The size of the boxes. Windows have the usual size, also in a grid without boxes.
fn boxes(spec: &RuleSpec, grid: &Grid) -> Option<(usize, usize)> {
    let is_square = grid.rows() == grid.columns() && grid.rows() == grid.n_symbols();
    let usual = Areas::usual_boxes(grid.n_symbols()).filter(|_| is_square && spec.id == "windoku");
    match usual.as_ref().unwrap_or(&grid.areas) {
        &Areas::Boxes { rows, columns } => Some((rows, columns)),
        _ => None,
    }
}

/// All full grids of an extent, as numbers.
fn fillings(grid: &Grid) -> Vec<Vec<u32>> {
    let number = |bits: &u32| bits.trailing_zeros() + u32::from(grid.lowest);
    brute::solutions(grid, 100_000).iter().map(|full| full.iter().map(number).collect()).collect()
}

#[test]
fn each_rule_means_what_its_help_says_at_its_edges() {
    let mut rng = Rng::with_seed(9);
    let (mut tried, mut kept) = (0u64, 0u64);
    for extent in EXTENTS {
        let extent: Extent = extent.parse().unwrap();
        let mut grid = kind("sudoku").unwrap().blank(extent).unwrap().unwrap();
        let all = fillings(&grid);
        let size = (grid.rows(), grid.columns());
        for spec in RULES {
            let sets = cells(spec, &grid, &mut rng);
            for (cells, numbers) in
                sets.iter().flat_map(|cells| numbers(spec).into_iter().map(move |numbers| (cells, numbers)))
            {
                grid.rules.clear();
                let rule = GridRule { numbers: numbers.clone(), ..GridRule::new(spec.id, cells.clone()) };
                if rule.fault(&grid).is_some() {
                    continue;
                }
                grid.rules.push(rule.clone());
                let lowered = rule.lower(&grid);
                let named: Vec<usize> = cells.iter().map(|cell| cell.index()).collect();
                let rules = [(spec.id, numbers.clone(), named.clone())];
                let mut count = 0;
                for full in sample(&all, &mut rng) {
                    let view = Full {
                        rows: size.0,
                        columns: size.1,
                        lowest: grid.lowest.into(),
                        highest: grid.highest(),
                        boxes: boxes(spec, &grid),
                        numbers: full,
                        rules: &rules,
                    };
                    let expected = keeps(&view, spec.id, &numbers, &named).unwrap_or_else(|| panic!("{}", spec.id));
                    let symbol = |cell: &Cell| Symbol((full[cell.index()] - u32::from(grid.lowest)) as u8);
                    let holds =
                        lowered.iter().all(|own| own.holds(&own.cells().iter().map(symbol).collect::<Vec<_>>()));
                    assert_eq!(holds, expected, "{} in {}: {full:?}", rule.text(&grid), grid.size_words());
                    count += u64::from(expected);
                    tried += 1;
                }
                kept += count;
            }
        }
    }
    assert!(tried > 100_000 && kept > 20_000, "{tried} {kept}");
}

/// Some of many full grids.
fn sample<'a>(all: &'a [Vec<u32>], rng: &mut Rng) -> impl Iterator<Item = &'a Vec<u32>> {
    let most = rounds(60, 2000) as usize;
    let step = all.len().div_ceil(most).max(1);
    all.iter().skip(rng.usize(..step)).step_by(step)
}

#[test]
fn counts_of_odd_grids_with_a_rule_are_those_of_its_help() {
    let mut rng = Rng::with_seed(10);
    let mut counted = 0;
    for extent in EXTENTS {
        let extent: Extent = extent.parse().unwrap();
        let empty = kind("sudoku").unwrap().blank(extent).unwrap().unwrap();
        let all = fillings(&empty);
        for spec in RULES {
            let (sets, numbers) = (cells(spec, &empty, &mut rng), numbers(spec));
            let mut grid = empty.clone();
            for _ in 0..rounds(2, 20) {
                let rule = GridRule {
                    numbers: rng.choice(&numbers).unwrap().clone(),
                    ..GridRule::new(spec.id, rng.choice(&sets).unwrap().clone())
                };
                if rule.fault(&empty).is_some() {
                    continue;
                }
                grid.rules = vec![rule.clone()];
                let named: Vec<usize> = rule.cells.iter().map(|cell| cell.index()).collect();
                let rules = [(spec.id, rule.numbers.clone(), named.clone())];
                let view = |numbers| Full {
                    rows: grid.rows(),
                    columns: grid.columns(),
                    lowest: grid.lowest.into(),
                    highest: grid.highest(),
                    boxes: boxes(spec, &grid),
                    numbers,
                    rules: &rules,
                };
                let truth =
                    all.iter().filter(|full| keeps(&view(full), spec.id, &rule.numbers, &named) == Some(true)).count();
                let encoded = encode(&Shape::Grid(grid.clone()));
                let order = Order { engine: Some(Engine::BITS), ..Order::new(Goal::Count { limit: Some(200_000) }) };
                let found = run(&encoded.problem, order, &mut ()).count;
                assert_eq!(found, truth as u128, "{} in {}", rule.text(&grid), grid.size_words());
                counted += 1;
            }
        }
    }
    assert!(counted > 150, "{counted}");
}

#[test]
fn a_rule_names_each_cell_once_and_only_cells_of_the_grid() {
    let grid = Grid::new(4, Areas::usual_boxes(4).unwrap());
    assert_eq!(grid.alphabet, Alphabet::usual(4));
    for spec in RULES.iter().filter(|spec| spec.names_cells()) {
        let numbers: Vec<u32> = (3..).take(spec.takes.numbers.0).collect();
        let twice = GridRule { numbers: numbers.clone(), ..GridRule::new(spec.id, vec![Cell(1), Cell(1)]) };
        assert!(twice.fault(&grid).is_some(), "{}", spec.id);
        let said: String = numbers.iter().map(|number| format!(" {number}")).collect();
        let text = format!(
            "format = 1\nkind = \"sudoku\"\n[grid]\nsize = 4\ngivens = \"\"\"\n....\n....\n....\n....\n\"\"\"\nrules = [\"{}{said} r1c1 r5c1\"]\n",
            spec.id
        );
        assert!(load(&text, None).unwrap_err().to_string().contains("r5c1"), "{}", spec.id);
    }
}
