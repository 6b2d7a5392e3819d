//! Every rule at the edges of its arguments: the fewest and the most cells, the number 0, rows that
//! are shorter than there are symbols, 0 as a number, repeated cells. The oracle has the
//! definitions of the help sentences and shares no code with the program.

use crate::brute;
use crate::oracle::{edges, keeps, ruled};
use crate::support::rounds;
use dancing::Goal;
use fastrand::Rng;
use quadrille_puzzle::{Alphabet, Areas, Cell, Extent, Grid, GridRule, RULES, Shape, Symbol, encode, kind, load};
use quadrille_solve::{Engine, Order, run};

/// Small grids of odd shapes: with 0, with more symbols than cells in a row, without boxes.
const EXTENTS: [&str; 5] = ["4", "4 0-3 no boxes", "2x4 0-4", "4x2 1-4", "2x4 1-5 boxes 1x4"];

/// All full grids of an extent, as numbers.
fn fillings(grid: &Grid) -> Vec<Vec<u32>> {
    let number = |bits: &u64| bits.trailing_zeros() + u32::from(grid.lowest);
    brute::solutions(grid, 100_000).iter().map(|full| full.iter().map(number).collect()).collect()
}

#[test]
fn each_rule_means_what_its_help_says_at_its_edges() {
    let mut rng = Rng::with_seed(9);
    let (mut tried, mut kept) = (0u64, 0u64);
    for extent in EXTENTS {
        let extent: Extent = extent.parse().unwrap();
        let empty = kind("sudoku").unwrap().blank(extent).unwrap().unwrap();
        let all = fillings(&empty);
        let rules: Vec<GridRule> = RULES.iter().flat_map(|spec| edges(spec, &empty, &mut rng)).collect();
        for rule in rules {
            let lowered = rule.lower(&empty);
            let grid = ruled(&empty, &[rule]);
            for full in sample(&all, &mut rng) {
                let expected = keeps(&grid, full);
                let symbol = |cell: &Cell| Symbol((full[cell.index()] - u32::from(grid.lowest)) as u8);
                let holds = lowered.iter().all(|own| own.holds(&own.cells().iter().map(symbol).collect::<Vec<_>>()));
                assert_eq!(holds, expected, "{} in {}: {full:?}", grid.rules[0].text(&grid), grid.size_words());
                kept += u64::from(expected);
                tried += 1;
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
            let rules = edges(spec, &empty, &mut rng);
            for _ in 0..rounds(2, 20) {
                let Some(rule) = rng.choice(&rules) else { continue };
                let grid = ruled(&empty, std::slice::from_ref(rule));
                let truth = all.iter().filter(|full| keeps(&grid, full)).count();
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
