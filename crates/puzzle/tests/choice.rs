//! Choices between rules: counts by every engine against the definition, and files.

use crate::brute::solutions;
use crate::oracle::{edges, keeps};
use crate::support::rounds;
use dancing::Goal;
use fastrand::Rng;
use quadrille_puzzle::{
    ANY, Entry, Grid, GridRule, Puzzle, RULES, Shape, Symbol, TOML, encode, kind, load, write_toml,
};
use quadrille_solve::{Engine, Order, run};

/// A random rule that a grid can have: a rule of the table or, with `deep` left, a choice.
fn rule(rng: &mut Rng, grid: &Grid, deep: u32) -> GridRule {
    if deep > 0 && rng.u8(..3) == 0 {
        return choice(rng, grid, deep - 1);
    }
    loop {
        let spec = &RULES[rng.usize(..RULES.len())];
        let mut all = if spec.names_cells() && !spec.has_variables { edges(spec, grid, rng) } else { Vec::new() };
        all.retain(|rule| rule.all_cells().count() <= 6);
        if !all.is_empty() {
            return all.swap_remove(rng.usize(..all.len()));
        }
    }
}

fn choice(rng: &mut Rng, grid: &Grid, deep: u32) -> GridRule {
    let groups = rng.usize(1..4);
    let branches: Vec<Vec<GridRule>> =
        (0..groups).map(|_| (0..rng.usize(1..3)).map(|_| rule(rng, grid, deep)).collect()).collect();
    let numbers = if rng.u8(..4) == 0 { vec![rng.u32(1..=groups as u32)] } else { Vec::new() };
    GridRule { numbers, branches, ..GridRule::new(ANY.id, Vec::new()) }
}

/// A grid of side 4 or 6 with a few choices, and the number of its solutions by definition.
fn counted(rng: &mut Rng) -> (Grid, u128) {
    loop {
        let n = if rng.u8(..3) > 0 { 4 } else { 6 };
        let mut grid = kind("sudoku").unwrap().empty(n).unwrap();
        let Some(one) = solutions(&grid, 1 + rng.usize(..200)).pop() else { continue };
        let share = if n == 4 { rng.u8(..3) } else { 5 };
        for (entry, symbol) in grid.cells.iter_mut().zip(&one) {
            if rng.u8(..10) < share {
                *entry = Entry::Given(Symbol(symbol.trailing_zeros() as u8));
            }
        }
        let all = solutions(&grid, 3000);
        grid.rules = (0..rng.usize(1..3)).map(|_| choice(rng, &grid, 2)).collect();
        if all.len() == 3000 || grid.rule_too_many().is_some() {
            continue;
        }
        let numbers = |own: &Vec<u64>| own.iter().map(|symbol| symbol.trailing_zeros() + 1).collect::<Vec<u32>>();
        let kept = all.iter().filter(|own| keeps(&grid, &numbers(own))).count();
        return (grid, kept as u128);
    }
}

#[test]
fn every_engine_counts_choices_as_they_are_defined() {
    let mut rng = Rng::with_seed(89);
    let (mut none, mut some) = (0, 0);
    for _ in 0..rounds(120, 5000) {
        let (grid, truth) = counted(&mut rng);
        let encoded = encode(&Shape::Grid(grid.clone()));
        let said: Vec<String> = grid.rules.iter().map(|rule| rule.text(&grid)).collect();
        for engine in [Engine::LINKS, Engine::BITS] {
            let order = Order { engine: Some(engine), ..Order::new(Goal::Count { limit: None }) };
            assert_eq!(run(&encoded.problem, order, &mut ()).count, truth, "{} {said:?} {grid:?}", engine.name());
        }
        let order = Order { engine: Some(Engine::CLAUSES), ..Order::new(Goal::Unique) };
        assert_eq!(run(&encoded.problem, order, &mut ()).count, truth.min(2), "{said:?} {grid:?}");
        if truth == 0 { none += 1 } else { some += 1 }
    }
    assert!(none > 0 && 5 * some > none, "{none} without and {some} with solutions");
}

#[test]
fn files_keep_choices() {
    let mut rng = Rng::with_seed(90);
    for _ in 0..rounds(60, 1000) {
        let (grid, _) = counted(&mut rng);
        let written = write_toml(&Puzzle::new(kind("sudoku").unwrap(), &TOML, Shape::Grid(grid.clone())));
        let again = load(&written, None).unwrap_or_else(|error| panic!("{error:?}\n{written}"));
        let read = again.puzzles[0].grid().unwrap();
        // Choices come after the other rules, and one of them without a number wants one group.
        let texts = |grid: &Grid| grid.rules.iter().map(|rule| rule.text(grid)).collect::<Vec<_>>();
        assert_eq!(texts(read), texts(&grid), "{written}");
        let turned = grid.turned().turned().turned().turned();
        assert_eq!(turned.rules, grid.rules);
    }
}

#[test]
fn a_choice_that_cannot_be_is_refused_where_it_stands() {
    let file = |rules: &str| {
        let empty = "....\n".repeat(4);
        format!("format = 1\nkind = \"sudoku\"\n[grid]\nsize = 4\ngivens = \"\"\"\n{empty}\"\"\"\n{rules}")
    };
    let one = "[[rules]]\nany = [\"even r1c1\", [\"odd r1c2\", \"odd r1c3\"], { any = [\"even r2c1\"] }]\n";
    let read = load(&file(one), None).unwrap();
    let grid = read.puzzles[0].grid().unwrap();
    assert_eq!(grid.rules[0].text(grid), "any (even r1c1 or odd r1c2 and odd r1c3 or any (even r2c1))");
    for (rules, says) in [
        ("[[rules]]\nany = []\n", "needs rules to choose from"),
        ("[[rules]]\nany = [[]]\n", "needs rules to choose from"),
        ("[[rules]]\nany = [\"even r9c9\"]\n", "no cell `r9c9`"),
        ("[[rules]]\nany = [\"evn r1c1\"]\n", "`evn` is not a rule"),
        ("[[rules]]\nany = [\"even r1c1\"]\nat_least = 2\n", "2 of 1 groups"),
        ("[[rules]]\nany = [\"even r1c1\"]\nat_least = 0\n", "0 of 1 groups"),
        ("[[rules]]\nany = [\"antiknight\"]\n", "a rule of the whole grid"),
        ("[[rules]]\nany = [\"drawn:cage r1c1\"]\n", "only drawn"),
        ("[[rules]]\nany = [[[\"even r1c1\"]]]\n", "a list of rules in a list"),
        ("[[rules]]\nany = [\"even r1c1\"]\npairs = [\"1 2\"]\n", "`pairs` beside `any`"),
        ("[[rules]]\nany = [\"even r1c1\"]\nhelp = \"x\"\n", "`help` beside `any`"),
        ("[[rules]]\nname = \"x\"\npairs = [\"1 2\"]\n", "needs `help`"),
        ("[[rules]]\nat_least = 1\n", "without `name`"),
        ("[[rules]]\nname = \"x\"\nany = [\"even r1c1\"]\n", "a choice has no name"),
    ] {
        let refused = load(&file(rules), None).unwrap_err();
        assert!(format!("{refused} {refused:?}").contains(says), "{says}: {refused:?}");
    }
}

/// Constraints of the Interactive Sudoku Solver that hold others, as its own program reads them.
#[test]
fn composite_constraints_are_read_and_written() {
    let iss = *quadrille_puzzle::EXCHANGE.iter().find(|form| form.id == "iss").unwrap();
    let read = |text: &str| load(text, Some("iss")).map(|loaded| loaded.puzzles[0].grid().unwrap().clone());
    let texts = |text: &str| {
        let grid = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let all: Vec<String> = grid.rules.iter().map(|rule| rule.text(&grid)).collect();
        let again = read(&iss.write(&Shape::Grid(grid.clone()))).unwrap();
        assert_eq!(again.rules.iter().map(|rule| rule.text(&again)).collect::<Vec<_>>(), all, "{text}");
        all
    };
    for (text, says) in [
        (".Or.~R1C1_1.~R2C2_2_3.End", "any (exactly 1 r1c1 or candidates 2 3 r2c2)"),
        (".Or.~R1C1_1~R2C2_2.End", "any (exactly 1 r1c1 or exactly 2 r2c2)"),
        (".Or.Skyscraper~R1~3~4.End", "any (skyscraper 3 r1c1..r1c9 or skyscraper 4 r1c9..r1c1)"),
        (
            ".Or.And.~R1C1_1.Thermo~R1C2~R1C3.End.Thermo~R2C1~R2C2.End",
            "any (exactly 1 r1c1 and thermometer r1c2 r1c3 or thermometer r2c1 r2c2)",
        ),
        (".Or.Thermo~R1C1~R1C2.End", "thermometer r1c1 r1c2"),
        (".And.Thermo~R1C1~R1C2.End", "thermometer r1c1 r1c2"),
        // The second and the tenth cell after the first.
        (".Replicate~CI.Thermo~R1C1~R1C2.End", "thermometer r1c2 r1c3; thermometer r2c1 r2c2"),
        (".SumLine~10~R4C5~R5C6~R6C5~R5C4~LOOP", "sumloop r4c5 r5c6 r6c5 r5c4"),
        (".SumLine~12~R4C5~R5C6~R6C5~R5C4", "sumline 12 r4c5 r5c6 r6c5 r5c4"),
    ] {
        assert_eq!(texts(text).join("; "), says, "{text}");
    }
    for (text, says) in [
        (".Or.Thermo~R1C1~R1C2", "has no `End`"),
        (".Thermo~R1C1~R1C2.End", "without its beginning"),
        (".Or.End~", "without constraints"),
        (".Or.AntiKnight.~R1C1_1.End", "whole grid"),
        (".Or.FullRank~R1~3~.~R1C1_1.End", "`rank` compares whole rows"),
        (".Or.FullRankTies~any.~R1C1_1.End", "FullRankTies inside"),
        (".Replicate~CI.Thermo~R9C9~R9C8.End", "beyond the edge"),
        (".Replicate~*.Thermo~R1C1~R1C2.End", "are not letters"),
    ] {
        let refused = read(text).unwrap_err().to_string();
        assert!(refused.contains(says), "{text}: {refused}");
    }
    // One region of another size is left out; two are an error.
    let grid = read(".Shape~4x4.Jigsaw~1122112233333333.NoBoxes").unwrap();
    assert_eq!(grid.areas.sets(grid.size()).len(), 2);
    assert!(read(".Shape~4x4.Jigsaw~1122112233334445.NoBoxes").is_err());
    // Largest rows, columns and boxes with fewer cells than numbers hold the same numbers.
    let grid = read(".Shape~4x4~5.RegionSize~4.RegionSameValues").unwrap();
    assert_eq!((grid.rules.len(), grid.rules[0].cells.len(), grid.rules[3].cells.len()), (11, 8, 6));
}
