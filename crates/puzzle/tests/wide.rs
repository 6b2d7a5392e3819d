//! Grids that are not usual ones: with more columns than rows, more symbols than both, 0 as the
//! first number, boxes of another size or none. The oracle is the brute force of `support`, which
//! shares no code with the program.

use crate::brute::solutions;
use crate::support::rounds;
use dancing::Goal;
use fastrand::Rng;
use quadrille_puzzle::{
    Alphabet, Areas, Entry, Grid, GridRule, HintEffect, Puzzle, Reasoning, Regions, Shape, Size, SubGrid, Symbol, TOML,
    Walls, Weights, encode, kind, load, write_toml,
};
use quadrille_solve::{Engine, Order, run};

/// Areas of a size that some grids can have: none, boxes, or regions of rows that are cut.
fn areas(rng: &mut Rng, size: Size, n_symbols: usize) -> Areas {
    let boxes: Vec<Areas> = (1..=size.rows)
        .flat_map(|rows| (1..=size.columns).map(move |columns| Areas::Boxes { rows, columns }))
        .filter(|areas| areas.fit(size, n_symbols))
        .collect();
    match rng.u8(..6) {
        0 => Areas::None,
        4 | 5 => {
            let mut of: Vec<Option<usize>> = vec![None; size.n_cells()];
            for cell in 0..of.len() {
                let region = rng.usize(..size.rows + 2);
                let is_full = of.iter().filter(|of| **of == Some(region)).count() == n_symbols;
                of[cell] = Some(region).filter(|_| !is_full && rng.u8(..6) > 0);
            }
            // Without such a cell they may be those of walls.
            of[0] = None;
            Areas::Regions(Regions::new(&of))
        }
        1 => {
            let cut = rng.usize(1..=size.columns);
            let number = |(row, column): (usize, usize)| 2 * row + usize::from(column >= cut);
            let region: Vec<usize> = size.cells().map(|cell| number(size.place(cell))).collect();
            Areas::Walls(Walls::between(size, &region))
        }
        _ => boxes[rng.usize(..boxes.len())].clone(),
    }
}

/// Two or three grids in a larger one, with cells in common or not.
fn several(rng: &mut Rng) -> Grid {
    let size = Size { rows: rng.usize(4..=8), columns: rng.usize(4..=8) };
    let sizes = [(4, 4, Some((2, 2))), (4, 4, None), (5, 4, None), (4, 6, Some((2, 3))), (6, 6, Some((3, 2)))];
    let mut grids: Vec<SubGrid> = Vec::new();
    while grids.len() < 2 || grids.len() < 3 && rng.bool() {
        let (rows, columns, boxes) = sizes[rng.usize(..sizes.len())];
        if rows > size.rows || columns > size.columns {
            continue;
        }
        let at = (rng.usize(..=size.rows - rows), rng.usize(..=size.columns - columns));
        let grid = SubGrid { at, size: Size { rows, columns }, boxes };
        if !grids.contains(&grid) {
            grids.push(grid);
        }
    }
    let most = grids.iter().map(|grid| grid.size.longer()).max().unwrap_or(4);
    Grid::several(size, Alphabet::usual(most + usize::from(rng.u8(..5) == 0)), grids)
}

/// A random grid that is not a usual one, with givens from one of its solutions if it has any.
fn wide(rng: &mut Rng) -> Grid {
    loop {
        if rng.u8(..4) == 0 {
            let mut grid = several(rng);
            let Some(solution) = solutions(&grid, 1 + rng.usize(..3)).pop() else { continue };
            for (entry, symbol) in grid.cells.iter_mut().zip(solution) {
                if *entry == Entry::Empty && rng.u8(..10) < 6 {
                    *entry = Entry::Given(Symbol(symbol.trailing_zeros() as u8));
                }
            }
            return grid;
        }
        let size = Size { rows: rng.usize(2..=6), columns: rng.usize(2..=6) };
        if !size.is_held() {
            continue;
        }
        let n_symbols = rng.usize(size.longer()..=8);
        let lowest = rng.u8(..2);
        let mut grid = Grid::sized(size, Alphabet::from(lowest, n_symbols), areas(rng, size, n_symbols));
        grid.lowest = lowest;
        grid.diagonals = size.side().is_some() && rng.u8(..6) == 0;
        if grid.side().is_some() || grid.unfit().is_some() || grid.diagonals {
            continue;
        }
        let Some(solution) = solutions(&grid, 1 + rng.usize(..3)).pop() else { continue };
        let few = rng.usize(..=grid.cells.len().min(14));
        let mut cells: Vec<usize> = (0..grid.cells.len()).collect();
        rng.shuffle(&mut cells);
        for &cell in &cells[few..] {
            grid.cells[cell] = Entry::Given(Symbol(solution[cell].trailing_zeros() as u8));
        }
        return grid;
    }
}

fn count(grid: &Grid, engine: Engine, most: u64) -> u128 {
    let encoded = encode(&Shape::Grid(grid.clone()));
    let order = Order { engine: Some(engine), ..Order::new(Goal::Count { limit: Some(most) }) };
    let outcome = run(&encoded.problem, order, &mut ());
    for cover in &outcome.solutions {
        let solved = encoded.decode(cover).expect("a solution is a solved grid");
        assert!(solved.grid().unwrap().solves(grid));
    }
    outcome.count
}

fn puzzle(grid: Grid) -> Puzzle {
    let id = match grid.areas {
        Areas::Walls(_) | Areas::Regions(_) => "jigsaw",
        Areas::Grids(_) => "multi",
        Areas::None | Areas::Boxes { .. } => "sudoku",
    };
    Puzzle::new(kind(id).unwrap(), &TOML, Shape::Grid(grid))
}

#[test]
fn every_engine_counts_what_brute_force_counts() {
    let mut rng = Rng::with_seed(46);
    for _ in 0..rounds(100, 2000) {
        let grid = wide(&mut rng);
        let truth = solutions(&grid, 200).len() as u128;
        for engine in [Engine::LINKS, Engine::BITS] {
            assert_eq!(count(&grid, engine, 200), truth, "{} {grid:?}", engine.name());
            assert_eq!(count(&grid.turned(), engine, 200), truth, "turned: {} {grid:?}", engine.name());
        }
        let encoded = encode(&Shape::Grid(grid.clone()));
        let order = Order { engine: Some(Engine::CLAUSES), ..Order::new(Goal::Unique) };
        assert_eq!(run(&encoded.problem, order, &mut ()).count, truth.min(2), "{grid:?}");
    }
}

#[test]
fn files_and_strings_keep_all_of_them() {
    let mut rng = Rng::with_seed(47);
    let iss = quadrille_puzzle::EXCHANGE.iter().find(|form| form.id == "iss").unwrap();
    for _ in 0..rounds(200, 3000) {
        let mut grid = wide(&mut rng);
        let cell = grid.all_cells().nth(rng.usize(..grid.cells.len())).unwrap();
        if rng.bool() && !grid.is_hole(cell) {
            let numbers = vec![u32::from(grid.lowest), u32::from(grid.lowest) + 1];
            grid.rules.push(GridRule { numbers, ..GridRule::new("candidates", vec![cell]) });
        }
        let written = write_toml(&puzzle(grid.clone()));
        let again = load(&written, None).unwrap_or_else(|error| panic!("{error:?}\n{written}"));
        assert_eq!(again.puzzles[0].grid(), Some(&grid), "{written}");
        let told = iss.loss(&puzzle(grid.clone()));
        if told.essential.is_empty() {
            let written = iss.write_all(&puzzle(grid.clone()));
            let again = load(&written, Some("iss")).unwrap_or_else(|error| panic!("{error:?}\n{written}"));
            let read = again.puzzles[0].grid().unwrap();
            assert_eq!((read.size(), read.lowest, &read.cells), (grid.size(), grid.lowest, &grid.cells), "{written}");
            assert_eq!(count(read, Engine::LINKS, 50), count(&grid, Engine::LINKS, 50), "{written}");
        }
    }
}

/// Each hint keeps every solution, and a place is the right one.
#[test]
fn hints_keep_every_solution() {
    let mut rng = Rng::with_seed(48);
    for _ in 0..rounds(60, 600) {
        let mut grid = wide(&mut rng);
        let truth = solutions(&grid, 100);
        if truth.len() >= 100 {
            continue;
        }
        let reasoning = Reasoning::new(&grid);
        let mut reasoning = if truth.len() == 1 { reasoning.of_unique() } else { reasoning };
        for _ in 0..20 {
            let Some(hint) = reasoning.hint() else { break };
            match &hint.effect {
                HintEffect::Place(cell, symbol) => {
                    assert!(truth.iter().all(|own| own[cell.index()] == 1 << symbol.0), "{hint:?} {grid:?}");
                    grid.cells[cell.index()] = Entry::Own(*symbol);
                }
                HintEffect::Remove(gone) => {
                    let kept = |&(cell, symbol): &(quadrille_puzzle::Cell, Symbol)| {
                        truth.iter().all(|own| own[cell.index()] >> symbol.0 & 1 == 0)
                    };
                    assert!(gone.iter().all(kept), "{hint:?} {grid:?}");
                }
                other => panic!("{other:?} {grid:?}"),
            }
            reasoning.take(&hint.effect);
        }
    }
}

#[test]
fn a_score_begins_with_the_number_of_the_first_symbol() {
    let size = Size { rows: 2, columns: 4 };
    for lowest in [0, 1] {
        let mut grid = Grid::sized(size, Alphabet::from(lowest, 4), Areas::None);
        (grid.lowest, grid.weights) = (lowest, Some(Weights(vec![1, 0, 0, 0, 0, 5, 0, 0])));
        let encoded = encode(&Shape::Grid(grid.clone()));
        let outcome = run(&encoded.problem, Order::new(Goal::Best), &mut ());
        let solved = encoded.decode(&outcome.solutions[0]).unwrap();
        let truth = solutions(&grid, 1000).into_iter().map(|own| {
            let number = |cell: usize| i64::from(own[cell].trailing_zeros()) + i64::from(lowest);
            number(0) + 5 * number(5)
        });
        assert_eq!(solved.grid().unwrap().score(), truth.max().unwrap());
    }
}
