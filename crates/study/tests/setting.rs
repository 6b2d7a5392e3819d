//! Hints and new puzzles. A hint is held to all solutions of its puzzle, and a new puzzle to a
//! search by brute force. `QUADRILLE_LONG=1` runs as many as the issue asks for.

use crate::brute::solutions;
use crate::support::{is_long, rounds};
use dancing::Goal;
use quadrille_puzzle::{
    Cell, Entry, Grid, Hint, HintEffect, Reasoning, Shape, Solution, Symbol, SymbolSet, Technique, encode, kind, load,
};
use quadrille_solve::{Engine, Order, Outcome, Status, run};
use quadrille_study::{Recipe, Symmetry, generate, survey};
use std::collections::BTreeMap;

fn cases(few: u32, many: u32) -> u64 {
    rounds(few, many).into()
}

fn asked(grid: &Grid, goal: Goal, engine: Engine) -> (quadrille_puzzle::Encoded, Outcome) {
    let encoded = encode(&Shape::Grid(grid.without_weights()));
    let engine = engine.answers(&encoded.problem, goal).then_some(engine);
    let outcome = run(&encoded.problem, Order { engine, ..Order::new(goal) }, &mut ());
    (encoded, outcome)
}

fn make(kind_id: &str, n: usize, seed: u64, more: impl Fn(&mut Recipe)) -> Grid {
    let mut recipe = Recipe::new(kind(kind_id).unwrap(), n, seed);
    more(&mut recipe);
    let made = generate(&recipe, &mut |_| true).unwrap_or_else(|why| panic!("{kind_id} {n} {seed}: {why}"));
    made.puzzle.grid().unwrap().clone()
}

#[test]
fn new_puzzles_are_unique_and_minimal_ones_minimal() {
    for kind_id in ["sudoku", "jigsaw"] {
        for n in [4, 6, 9, 12, 16] {
            for seed in 0..cases(if n > 12 { 1 } else { 3 }, 100) {
                let minimal = seed % 3 == 0 && n < 16;
                let grid = make(kind_id, n, seed, |recipe| recipe.minimal = minimal);
                assert_eq!(solutions(&grid, 2).len(), 1, "{kind_id} {n} {seed}");
                if minimal && n <= 9 {
                    for cell in grid.all_cells().filter(|&cell| grid.entry(cell) != Entry::Empty) {
                        let mut less = grid.clone();
                        less.cells[cell.index()] = Entry::Empty;
                        let status = asked(&less, Goal::Unique, Engine::LINKS).1.status;
                        assert_eq!(status, Status::Many, "{kind_id} {n} {seed}: {} is not needed", grid.name(cell));
                    }
                }
            }
        }
    }
    for n in [4, 6, 9, 12, 16] {
        let grid = make("target", n, 7, |_| ());
        assert!(grid.weights.is_some() && grid.givens() > 0);
        assert_ne!(asked(&grid, Goal::First, Engine::CLAUSES).1.status, Status::None);
    }
}

#[test]
fn wishes_are_met() {
    for seed in 0..cases(3, 50) {
        let grid = make("sudoku", 9, seed, |recipe| recipe.givens = Some(24..=30));
        assert!((24..=30).contains(&grid.givens()), "{}", grid.givens());
        let grid = make("sudoku", 9, seed, |recipe| recipe.symmetry = Symmetry::Half);
        let is_given = |at: usize| grid.cells[at] != Entry::Empty;
        assert!((0..81).all(|at| is_given(at) == is_given(80 - at)));
        let easy = make("sudoku", 9, seed, |recipe| {
            (recipe.hardest, recipe.minimal) = (Some(Technique::OnePlace), true);
        });
        let mut reasoning = Reasoning::new(&easy);
        assert!(reasoning.run(Technique::OnePlace) <= Some(Technique::OnePlace) && reasoning.is_solved());
        let diagonal = make("sudoku", 9, seed, |recipe| recipe.diagonals = true);
        assert!(diagonal.diagonals && asked(&diagonal, Goal::Unique, Engine::BITS).1.status == Status::Unique);
    }
    let recipe = Recipe { min_nodes: 300, ..Recipe::new(kind("sudoku").unwrap(), 9, 3) };
    let hard = generate(&Recipe { minimal: true, ..recipe }, &mut |_| true).unwrap();
    assert!(hard.effort.unwrap().nodes >= 300, "{:?}", hard.effort);
}

#[test]
fn a_puzzle_that_is_minimal_for_its_steps_needs_each_given_for_them() {
    let mut spare = 0;
    for seed in 0..cases(4, 50) {
        let grid = make("sudoku", 9, seed, |recipe| {
            (recipe.hardest, recipe.minimal) = (Some(Technique::OneOption), true);
        });
        for cell in grid.all_cells().filter(|&cell| grid.entry(cell) != Entry::Empty) {
            let mut less = grid.clone();
            less.cells[cell.index()] = Entry::Empty;
            let mut reasoning = Reasoning::new(&less);
            reasoning.run(Technique::OneOption);
            assert!(!reasoning.is_solved(), "{seed}: the steps do not need {}", grid.name(cell));
            spare += usize::from(solutions(&less, 2).len() == 1);
        }
    }
    // So they are not minimal as puzzles, and the help of `generate` says so.
    assert!(spare > 0);
}

#[test]
fn a_minimal_puzzle_with_a_number_of_givens_is_minimal() {
    for seed in 0..cases(3, 30) {
        let grid = make("sudoku", 9, seed, |recipe| (recipe.givens, recipe.minimal) = (Some(22..=26), true));
        assert!((22..=26).contains(&grid.givens()));
        for cell in grid.all_cells().filter(|&cell| grid.entry(cell) != Entry::Empty) {
            let mut less = grid.clone();
            less.cells[cell.index()] = Entry::Empty;
            assert_eq!(solutions(&less, 2).len(), 2, "{seed}: {} is not needed", grid.name(cell));
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzle() {
    // These puzzles are part of the promise: they must not change from one release to the next.
    let line = |seed| {
        let grid = make("sudoku", 4, seed, |recipe| recipe.minimal = true);
        grid.cells
            .iter()
            .map(|entry| entry.symbol().map_or('.', |symbol| grid.alphabet.char(symbol)))
            .collect::<String>()
    };
    assert_eq!([line(1), line(2)], [line(1), line(2)]);
    let recipe = Recipe::new(kind("sudoku").unwrap(), 9, 5);
    assert_ne!(recipe.nth(0).seed, recipe.nth(1).seed);
}

#[test]
fn a_generator_stops_when_it_is_told_to() {
    let recipe = Recipe { min_nodes: u64::MAX, ..Recipe::new(kind("sudoku").unwrap(), 16, 1) };
    let mut asked = 0;
    let made = generate(&recipe, &mut |_| {
        asked += 1;
        asked < 20
    });
    assert!(made.is_err() && asked == 20, "{asked}");
}

/// Every candidate that some solution has, by cell; from all solutions, at most 2,000 of them.
fn true_candidates(grid: &Grid) -> Option<Vec<SymbolSet>> {
    let (encoded, outcome) = asked(grid, Goal::Count { limit: Some(2000) }, Engine::BITS);
    if !outcome.complete {
        return None;
    }
    struct Each<'a>(&'a quadrille_puzzle::Encoded, Vec<SymbolSet>);
    impl quadrille_solve::Host for Each<'_> {
        fn poll(&mut self, _: &dyn Fn() -> quadrille_solve::Snapshot) -> quadrille_solve::Flow {
            quadrille_solve::Flow::Go
        }
        fn wants_each(&self) -> bool {
            true
        }
        fn receive(&mut self, cover: &[dancing::OptionId]) {
            let Some(Solution::Grid(full)) = self.0.decode(cover) else { panic!("a cover is a grid") };
            for (set, entry) in self.1.iter_mut().zip(&full.cells) {
                *set |= entry.symbol().into_iter().collect();
            }
        }
    }
    let mut each = Each(&encoded, vec![SymbolSet::EMPTY; grid.cells.len()]);
    let order = Order { engine: Some(Engine::LINKS), ..Order::new(Goal::Count { limit: Some(2000) }) };
    run(&encoded.problem, order, &mut each);
    Some(each.1)
}

/// What blocks the other places of a single, or its other symbols, is a filled cell that sees them.
fn blocks_are_right(reasoning: &Reasoning, hint: &Hint, cell: Cell, symbol: Symbol) {
    let grid = reasoning.grid();
    let areas = grid.areas.numbers(grid.size());
    let sees = |one: Cell, other: Cell| {
        let ((row, column), (other_row, other_column)) = (grid.place(one), grid.place(other));
        row == other_row || column == other_column || areas[one.index()] == areas[other.index()]
    };
    let is_one = hint.technique == Some(Technique::OneOption);
    for &(blocker, blocked) in &hint.blocks {
        assert!(sees(blocker, blocked) && blocker != blocked, "{hint:?}");
        assert_eq!(grid.entry(blocked), Entry::Empty, "{hint:?}");
        match is_one {
            true => assert!(blocked == cell && grid.entry(blocker).symbol() != Some(symbol), "{hint:?}"),
            false => assert!(hint.house.contains(&blocked) && grid.entry(blocker).symbol() == Some(symbol), "{hint:?}"),
        }
    }
    // No other place of the symbol is left out that a filled cell takes.
    let is_taken = |place: &Cell| {
        let is_open = *place != cell && grid.entry(*place) == Entry::Empty;
        is_open && grid.all_cells().any(|other| grid.entry(other).symbol() == Some(symbol) && sees(other, *place))
    };
    if !is_one && hint.house.len() == grid.n_symbols() {
        let taken = hint.house.iter().filter(|place| is_taken(place)).count();
        assert_eq!(hint.blocks.len(), taken, "{hint:?}");
    }
}

/// Follows the hints of a grid and holds each to all solutions. Counts the techniques.
fn follow(grid: &Grid, seen: &mut BTreeMap<&'static str, u32>) {
    let Some(truth) = true_candidates(grid) else { return };
    let mut reasoning = Reasoning::new(grid);
    if truth.iter().all(|set| set.len() == 1) {
        reasoning = reasoning.of_unique();
    }
    while let Some(hint) = reasoning.hint() {
        *seen.entry(hint.technique.map_or("dead", Technique::id)).or_default() += 1;
        match &hint.effect {
            HintEffect::Place(cell, symbol) => {
                assert!(truth[cell.index()].is_in(SymbolSet::of(*symbol)), "{hint:?}");
                blocks_are_right(&reasoning, &hint, *cell, *symbol);
            }
            HintEffect::Remove(gone) => {
                assert!(!gone.is_empty());
                for (cell, symbol) in gone {
                    assert!(reasoning.left(*cell).contains(*symbol), "was gone before: {hint:?}");
                    assert!(!truth[cell.index()].contains(*symbol), "in a solution: {hint:?}");
                }
            }
            HintEffect::Clear(_) => panic!("{hint:?}"),
            HintEffect::Dead => return assert!(truth.iter().all(|set| set.is_empty()), "{hint:?}"),
        }
        reasoning.take(&hint.effect);
    }
}

#[test]
fn no_hint_is_wrong() {
    let mut seen = BTreeMap::new();
    for seed in 0..cases(40, 1000) {
        let (kind_id, n) = [("sudoku", 9), ("sudoku", 9), ("jigsaw", 9), ("sudoku", 6), ("jigsaw", 7), ("sudoku", 12)]
            [seed as usize % 6];
        let mut grid = make(kind_id, n, seed, |recipe| recipe.minimal = true);
        follow(&grid, &mut seen);
        // With one given less there are several solutions, and with one that is wrong there is
        // none.
        let given = grid.all_cells().filter(|&cell| grid.entry(cell) != Entry::Empty).nth(seed as usize % 5).unwrap();
        let symbol = grid.entry(given).symbol().unwrap();
        grid.cells[given.index()] = Entry::Empty;
        follow(&grid, &mut seen);
        grid.cells[given.index()] = Entry::Given(quadrille_puzzle::Symbol((symbol.0 + 1) % n as u8));
        follow(&grid, &mut seen);
    }
    // A step of a rule needs a grid with rules: see `hints`.
    for &technique in Technique::ALL.iter().filter(|technique| **technique != Technique::Rule) {
        let few = seen.get(technique.id()).copied().unwrap_or(0);
        assert!(few > 0 || !is_long(), "{} was never met: {seen:?}", technique.id());
    }
    if is_long() {
        println!("{seen:?}");
    }
}

#[test]
fn what_the_setter_is_told_is_so() {
    let without = |grid: &Grid, cell: quadrille_puzzle::Cell| {
        let mut less = grid.clone();
        less.cells[cell.index()] = Entry::Empty;
        less
    };
    let status = |grid: &Grid| asked(grid, Goal::Unique, Engine::LINKS).1.status;
    for seed in 0..cases(12, 200) {
        let (kind_id, n) = [("sudoku", 9), ("jigsaw", 6), ("sudoku", 6), ("sudoku", 4)][seed as usize % 4];
        let unique = make(kind_id, n, seed, |_| ());
        let givens: Vec<_> = unique.all_cells().filter(|&cell| unique.entry(cell) != Entry::Empty).collect();
        let found = survey(&unique, &mut || true).unwrap();
        assert_eq!((found.count, found.complete), (1, true));
        let redundant: Vec<_> =
            givens.iter().copied().filter(|&cell| status(&without(&unique, cell)) == Status::Unique).collect();
        assert_eq!(found.redundant, redundant);
        // What is placed beside the givens is no part of them.
        let mut solved = unique.clone();
        let empty: Vec<_> = unique.all_cells().filter(|&cell| unique.entry(cell) == Entry::Empty).collect();
        for &cell in empty.iter().step_by(1 + seed as usize % 2) {
            solved.cells[cell.index()] = Entry::Own(found.solutions[0].entry(cell).symbol().unwrap());
        }
        assert_eq!(survey(&solved, &mut || true).unwrap().redundant, redundant);
        // The answer of an empty cell is not told where there is one only.
        assert!(empty.iter().all(|&cell| found.cell_words(&unique, cell).is_none()));
        // Fewer givens: several solutions.
        let mut several = unique.clone();
        for &cell in givens.iter().step_by(2 + seed as usize % 3) {
            several.cells[cell.index()] = Entry::Empty;
        }
        let found = survey(&several, &mut || true).unwrap();
        if found.count > 1 {
            let [one, other] = &found.solutions[..] else { panic!("two solutions are shown") };
            assert!(one != other && one.solves(&several) && other.solves(&several));
        }
        if let Some(truth) = true_candidates(&several) {
            assert_eq!(found.candidates, truth, "{kind_id} {n} {seed}");
            for &(cell, symbol) in &found.deciding {
                let mut with = several.clone();
                with.cells[cell.index()] = Entry::Given(symbol);
                assert_eq!(status(&with), Status::Unique);
            }
        }
        // A wrong given: none, and a set of symbols that cannot be made smaller.
        let mut wrong = unique.clone();
        let own = wrong.entry(givens[0]).symbol().unwrap();
        wrong.cells[givens[0].index()] = Entry::Given(quadrille_puzzle::Symbol((own.0 + 1) % n as u8));
        if status(&wrong) != Status::None {
            continue;
        }
        let found = survey(&wrong, &mut || true).unwrap();
        assert_eq!(found.count, 0);
        let mut clash = Grid::new(n, wrong.areas.clone());
        found.clash.cells.iter().for_each(|cell| clash.cells[cell.index()] = wrong.entry(*cell));
        assert_eq!(status(&clash), Status::None);
        for &cell in &found.clash.cells {
            assert_ne!(status(&without(&clash, cell)), Status::None, "{} is not needed", clash.name(cell));
        }
    }
    let empty = Grid::new(9, quadrille_puzzle::Areas::usual_boxes(9).unwrap());
    let found = survey(&empty, &mut || true).unwrap();
    assert!(!found.complete && found.candidates.iter().all(|&set| set == SymbolSet::first(9)));
    assert_eq!(survey(&empty, &mut || false), None);
}

#[test]
fn a_hint_is_told_in_three_stages() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let grid = load(line, None).unwrap().puzzles.remove(0).grid().unwrap().clone();
    let hint = Reasoning::new(&grid).hint().unwrap();
    assert_eq!(hint.stage(0), "Look at cell r5c5: a naked single.");
    assert_eq!(hint.stage(1), "r5c5 has one option left: 5 is the only symbol still possible here.");
    assert_eq!(hint.stage(2), "r5c5 has one option left: 5 is the only symbol still possible here. Put 5 into r5c5.");
    let mut reasoning = Reasoning::new(&grid);
    assert!(reasoning.run(Technique::Coloring).is_some() && reasoning.is_solved());
}

#[test]
fn large_puzzles_are_made_and_have_one_solution() {
    for (side, givens) in [(20, 200), (25, 312), (28, 500), (36, 850)] {
        let recipe = Recipe { givens: Some(givens..=givens), ..Recipe::new(kind("sudoku").unwrap(), side, 1) };
        let puzzle = generate(&recipe, &mut |_| true).unwrap().puzzle;
        let grid = puzzle.grid().unwrap();
        assert_eq!(grid.givens(), givens);
        assert_eq!(crate::brute::solutions(grid, 2).len(), 1, "{side}");
    }
}
