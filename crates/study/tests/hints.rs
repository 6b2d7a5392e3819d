//! Candidates, hints and explanations against definitions and searches written here anew.

use crate::brute::solutions;
use crate::bundled::bundled;
use crate::support::{folder, rounds};
use dancing::{Goal, ItemId, OptionId, Problem};
use quadrille_puzzle::{
    Areas, Cell, Entry, Grid, GridRule, HintEffect, Level, Need, Reasoning, Solution, Symbol, SymbolSet, Technique,
    encode, kind, load,
};
use quadrille_solve::{Order, run};
use quadrille_study::{Adviser, Deduction, HintQuestion, Hinting, NoHint, Recipe, Refutation, Refuter, generate, rate};
use std::collections::{BTreeMap, HashSet};

/// The pairs of cells that a rule relates, and what it allows them. Numbers begin at 1.
type Related = (usize, usize, fn(u32, u32) -> bool);

/// A cell, and what a rule allows it.
type Alone = (usize, fn(u32) -> bool);

/// The rules of these tests by their definitions: the pairs of cells, then single cells.
fn defined(n: usize, id: &str, cells: &[usize]) -> (Vec<Related>, Vec<Alone>) {
    let along = |allows: fn(u32, u32) -> bool| -> Vec<Related> {
        cells.windows(2).map(|pair| (pair[0], pair[1], allows)).collect()
    };
    let beside = |cell: usize| -> Vec<usize> {
        let (row, column) = (cell / n, cell % n);
        (0..n * n).filter(|&other| row.abs_diff(other / n) + column.abs_diff(other % n) == 1).collect()
    };
    let around = |allows: fn(u32, u32) -> bool| -> Vec<Related> {
        cells.iter().flat_map(|&cell| beside(cell).into_iter().map(move |other| (cell, other, allows))).collect()
    };
    match id {
        "thermometer" => (along(|a, b| a < b), Vec::new()),
        "whisper" if n == 9 => (along(|a, b| a.abs_diff(b) >= 5), Vec::new()),
        "whisper" if n == 6 => (along(|a, b| a.abs_diff(b) >= 3), Vec::new()),
        "whisper" => (along(|a, b| a.abs_diff(b) >= 2), Vec::new()),
        "white" => (along(|a, b| a.abs_diff(b) == 1), Vec::new()),
        "black" => (along(|a, b| a == 2 * b || b == 2 * a), Vec::new()),
        "x" => (along(|a, b| a + b == 10), Vec::new()),
        "v" => (along(|a, b| a + b == 5), Vec::new()),
        "palindrome" => {
            let half = cells.len() / 2;
            let ends =
                (0..half).map(|at| (cells[at], cells[cells.len() - 1 - at], (|a, b| a == b) as fn(u32, u32) -> bool));
            (ends.collect(), Vec::new())
        }
        "minimum" => (around(|a, b| a < b), Vec::new()),
        "maximum" => (around(|a, b| a > b), Vec::new()),
        "nonconsecutive" => {
            let pairs = (0..n * n).flat_map(|cell| {
                beside(cell)
                    .into_iter()
                    .map(move |other| (cell, other, (|a, b| a.abs_diff(b) != 1) as fn(u32, u32) -> bool))
            });
            (pairs.collect(), Vec::new())
        }
        "even" => (Vec::new(), cells.iter().map(|&cell| (cell, (|a| a % 2 == 0) as fn(u32) -> bool)).collect()),
        "odd" => (Vec::new(), cells.iter().map(|&cell| (cell, (|a| a % 2 == 1) as fn(u32) -> bool)).collect()),
        _ => panic!("{id} is not defined here"),
    }
}

/// A line of neighbouring cells.
fn walk(n: usize, length: usize, random: &mut fastrand::Rng) -> Vec<usize> {
    let mut line = vec![random.usize(..n * n)];
    while line.len() < length {
        let last = line[line.len() - 1];
        let near = |cell: &usize| {
            let far = (last / n).abs_diff(cell / n).max((last % n).abs_diff(cell % n));
            far == 1 && !line.contains(cell)
        };
        let ways: Vec<usize> = (0..n * n).filter(near).collect();
        match random.choice(&ways) {
            Some(&next) => line.push(next),
            None => break,
        }
    }
    line
}

/// A rule on cells at random.
fn random_rule(n: usize, random: &mut fastrand::Rng) -> (&'static str, Vec<usize>) {
    let ids = [
        "thermometer",
        "thermometer",
        "whisper",
        "white",
        "black",
        "x",
        "v",
        "palindrome",
        "minimum",
        "maximum",
        "nonconsecutive",
        "even",
        "odd",
    ];
    let id = ids[random.usize(..ids.len())];
    let cells = match id {
        "thermometer" | "whisper" | "palindrome" => {
            let length = random.usize(2..=n.min(5));
            walk(n, length, random)
        }
        "white" | "black" | "x" | "v" => {
            let cell = random.usize(..n * (n - 1));
            vec![cell, cell + n]
        }
        "nonconsecutive" => Vec::new(),
        _ => vec![random.usize(..n * n)],
    };
    (id, cells)
}

fn empty(n: usize) -> Grid {
    Grid::new(n, Areas::usual_boxes(n).unwrap())
}

/// The box of a cell in a grid of usual boxes.
fn area(grid: &Grid, cell: usize) -> usize {
    let Areas::Boxes { rows, columns } = grid.areas else { panic!("it has boxes") };
    let n = grid.n_symbols();
    cell / n / rows * (n / columns) + cell % n / columns
}

#[test]
fn candidates_are_arc_consistent_and_no_more() {
    let (mut random, mut narrowed) = (fastrand::Rng::with_seed(7), 0);
    for round in 0..rounds(150, 1000) {
        let n = [4, 6, 9][round as usize % 3];
        let mut grid = empty(n);
        let (mut pairs, mut singles) = (Vec::new(), Vec::new());
        for _ in 0..random.usize(1..6) {
            let (id, cells) = random_rule(n, &mut random);
            let (more, alone) = defined(n, id, &cells);
            pairs.extend(more);
            singles.extend(alone);
            grid.rules.push(GridRule::new(id, cells.iter().map(|&cell| Cell(cell as u16)).collect()));
        }
        for _ in 0..random.usize(0..n) {
            grid.cells[random.usize(..n * n)] = Entry::Given(Symbol(random.u8(..n as u8)));
        }
        let number = |cell: usize| grid.cells[cell].symbol().map(|symbol| u32::from(symbol.0) + 1);
        let sees =
            |a: usize, b: usize| a != b && (a / n == b / n || a % n == b % n || area(&grid, a) == area(&grid, b));
        let mut sets: Vec<HashSet<u32>> = (0..n * n)
            .map(|cell| match number(cell) {
                Some(number) => HashSet::from([number]),
                None => (1..=n as u32)
                    .filter(|&k| (0..n * n).all(|other| !sees(cell, other) || number(other) != Some(k)))
                    .filter(|&k| singles.iter().all(|&(at, allows)| at != cell || allows(k)))
                    .collect(),
            })
            .collect();
        let units_only: Vec<HashSet<u32>> = sets.clone();
        loop {
            let mut gone: Vec<(usize, u32)> = Vec::new();
            for &(a, b, allows) in &pairs {
                let of_a = sets[a].iter().filter(|&&k| !sets[b].iter().any(|&l| allows(k, l)));
                gone.extend(of_a.map(|&k| (a, k)));
                let of_b = sets[b].iter().filter(|&&l| !sets[a].iter().any(|&k| allows(k, l)));
                gone.extend(of_b.map(|&l| (b, l)));
            }
            gone.retain(|(cell, _)| number(*cell).is_none());
            if gone.is_empty() {
                break;
            }
            gone.iter().for_each(|(cell, k)| _ = sets[*cell].remove(k));
        }
        let found = grid.consistent();
        for cell in (0..n * n).filter(|&cell| number(cell).is_none()) {
            let expected = sets[cell].iter().fold(SymbolSet::EMPTY, |set, &k| set.with(Symbol(k as u8 - 1)));
            let rules: Vec<String> = grid.rules.iter().map(|rule| rule.text(&grid)).collect();
            assert_eq!(found[cell], expected, "{round}, side {n}: {} {rules:?}", grid.name(Cell(cell as u16)));
            narrowed += usize::from(sets[cell] != units_only[cell]);
        }
    }
    assert!(narrowed > 200, "{narrowed}");
}

/// By cell, the symbols of the grid's solutions, of which there must be one or some hundred.
fn truth(grid: &Grid) -> Option<Vec<u64>> {
    let all = solutions(grid, 500);
    let few = (1..500).contains(&all.len());
    few.then(|| (0..grid.cells.len()).map(|cell| all.iter().fold(0, |set, own| set | own[cell])).collect())
}

/// Without any one of its items a refutation refutes nothing: options that cover the others, and
/// hold the candidate, are found by plain backtracking.
fn is_irreducible(reasoning: &Reasoning, refuter: &Refuter, found: &Refutation) {
    // An item as the candidates that cover it.
    let holders = |item: dancing::ItemId| -> Vec<(usize, u8)> {
        let candidates = |cell: usize| reasoning.left(Cell(cell as u16)).symbols().map(move |symbol| (cell, symbol.0));
        match refuter.encoded().need(item).unwrap() {
            Need::Cell(cell) => candidates(cell.index()).collect(),
            Need::Unit(unit, symbol) => {
                let cells = &refuter.encoded().unit(unit).cells;
                cells.iter().flat_map(|cell| candidates(cell.index())).filter(|(_, k)| *k == symbol.0).collect()
            }
            need => panic!("{need:?}"),
        }
    };
    fn cover(sets: &[Vec<(usize, u8)>], taken: &mut Vec<(usize, u8)>) -> bool {
        // Each set has at most one taken candidate; one without any gets one.
        let held = |set: &Vec<(usize, u8)>, taken: &[(usize, u8)]| set.iter().filter(|one| taken.contains(one)).count();
        if sets.iter().any(|set| held(set, taken) > 1) {
            return false;
        }
        let fits = |one: &(usize, u8), taken: &Vec<(usize, u8)>| {
            sets.iter().all(|set| !set.contains(one) || held(set, taken) == 0)
        };
        let open = sets.iter().filter(|set| held(set, taken) == 0);
        let ways = open.map(|set| set.iter().copied().filter(|one| fits(one, taken)).collect::<Vec<_>>());
        let Some(ways) = ways.min_by_key(Vec::len) else { return true };
        ways.into_iter().any(|one| {
            taken.push(one);
            let found = cover(sets, taken);
            taken.pop();
            found
        })
    }
    let sets: Vec<Vec<(usize, u8)>> = found.items.iter().map(|&item| holders(item)).collect();
    let candidate = (found.cell.index(), found.symbol.0);
    assert!(!cover(&sets, &mut vec![candidate]), "{found:?} refutes nothing");
    for at in 0..sets.len() {
        let mut less = sets.clone();
        less.remove(at);
        assert!(cover(&less, &mut vec![candidate]), "{found:?} does not need item {at}");
    }
    // The steps follow from the items alone, and each is needed.
    let placed = |option| {
        let placed = refuter.encoded().placement(option).unwrap();
        (placed.cell.index(), placed.symbol.0)
    };
    assert!(follows(&sets, &holders, &placed, &found.steps, &mut vec![candidate]), "{found:?}");
    let forced = found.steps.iter().filter(|step| matches!(step, Deduction::Forced { .. })).count();
    for at in 0..forced {
        let mut less = found.steps.clone();
        less.remove(at);
        assert!(!follows(&sets, &holders, &placed, &less, &mut vec![candidate]), "{found:?} does not need step {at}");
    }
}

/// Replays the steps of a refutation on candidates. `sets` are its items, each as its candidates.
fn follows(
    sets: &[Vec<(usize, u8)>],
    holders: &dyn Fn(ItemId) -> Vec<(usize, u8)>,
    placed: &dyn Fn(OptionId) -> (usize, u8),
    steps: &[Deduction],
    taken: &mut Vec<(usize, u8)>,
) -> bool {
    let left = |item: ItemId, taken: &[(usize, u8)]| -> Vec<(usize, u8)> {
        let excludes = |one: &(usize, u8), other: &(usize, u8)| {
            one != other && sets.iter().any(|set| set.contains(one) && set.contains(other))
        };
        holders(item).into_iter().filter(|one| !taken.iter().any(|other| excludes(one, other))).collect()
    };
    let before = taken.len();
    let last = steps.iter().try_for_each(|step| match step {
        Deduction::Forced { item, option } if left(*item, taken) == [placed(*option)] => {
            taken.push(placed(*option));
            Ok(())
        }
        Deduction::Forced { .. } => Err(false),
        Deduction::Dead(item) => Err(left(*item, taken).is_empty()),
        Deduction::Split { item, ways } => {
            let options: Vec<(usize, u8)> = ways.iter().map(|(option, _)| placed(*option)).collect();
            let each = ways.iter().all(|(option, steps)| {
                taken.push(placed(*option));
                let follows = follows(sets, holders, placed, steps, taken);
                taken.pop();
                follows
            });
            let mut wanted = left(*item, taken);
            wanted.sort_unstable();
            Err(each
                && wanted == {
                    let mut options = options;
                    options.sort_unstable();
                    options
                })
        }
    });
    taken.truncate(before);
    last == Err(true)
}

#[test]
fn explanations_are_right_and_irreducible() {
    let (mut sizes, mut seed) = (BTreeMap::<usize, usize>::new(), 0);
    let wanted = rounds(60, 1000) as usize;
    while sizes.values().sum::<usize>() < wanted {
        seed += 1;
        let n = [9, 9, 6, 9][seed as usize % 4];
        let recipe = Recipe { minimal: true, ..Recipe::new(kind("sudoku").unwrap(), n, seed) };
        let made = generate(&recipe, &mut |_| true).unwrap().puzzle;
        let grid = made.grid().unwrap();
        let right = truth(grid).unwrap();
        // Only singles and locked candidates are known, so explanations are needed.
        let mut reasoning = Reasoning::new(grid);
        reasoning.run(Technique::Locked);
        while !reasoning.is_solved() {
            let refuter = Refuter::new(&reasoning);
            let found = refuter.smallest(false, &mut || true).expect("something is refuted");
            assert_eq!(right[found.cell.index()] >> found.symbol.0 & 1, 0, "{found:?} is right");
            is_irreducible(&reasoning, &refuter, &found);
            *sizes.entry(found.items.len()).or_default() += 1;
            reasoning.take(&HintEffect::Remove(vec![(found.cell, found.symbol)]));
            reasoning.run(Technique::Locked);
        }
    }
    println!("explanations by their number of items: {sizes:?}");
}

/// Returns whether nothing covers the items of a refutation beside its candidate, if one of them is
/// left out. Found out by a search on the options that are left.
fn excludes(reasoning: &Reasoning, refuter: &Refuter, found: &Refutation, without: Option<ItemId>) -> bool {
    let encoded = refuter.encoded();
    let kept: Vec<ItemId> = found.items.iter().copied().filter(|&item| Some(item) != without).collect();
    let n_primary = kept.iter().filter(|&&item| encoded.problem.is_primary(item)).count() as u32;
    // The candidate is an item of its own.
    let mut problem = Problem::new(n_primary + 1, kept.len() as u32 - n_primary);
    let number = |item: ItemId| match kept.iter().position(|&own| own == item)? as u32 {
        own if own < n_primary => Some(ItemId(own)),
        own => Some(ItemId(own + 1)),
    };
    for option in encoded.problem.options() {
        // What is placed covers its items already.
        let is_filled = |cell: Cell| reasoning.grid().entry(cell).symbol().is_some();
        if encoded.placement(option).is_some_and(|one| is_filled(one.cell)) {
            continue;
        }
        let held = encoded.problem.colored_items_of(option).filter_map(|(item, color)| Some((number(item)?, color)));
        let (mut items, mut colors): (Vec<ItemId>, Vec<u32>) = held.unzip();
        if encoded.placement(option).is_some_and(|one| (one.cell, one.symbol) == (found.cell, found.symbol)) {
            items.push(ItemId(n_primary));
            colors.push(0);
        }
        if !items.is_empty() {
            problem.push_colored(&items, &colors, None).unwrap();
        }
    }
    run(&problem, Order::new(Goal::First), &mut ()).count == 0
}

/// Rules that count are explained by their combinations, tuples and states.
#[test]
fn explanations_of_rules_that_count_are_right_and_irreducible() {
    let mut ways = 0;
    for (name, rounds) in [("killer", 12), ("arrows", 5), ("sandwich", 6)] {
        let text = bundled(&format!("sudoku-9x9-{name}")).unwrap().text;
        let puzzle = load(text, None).unwrap().puzzles.remove(0);
        let grid = puzzle.grid().unwrap();
        let problem = encode(&puzzle.shape);
        let outcome = run(&problem.problem, Order::new(Goal::Unique), &mut ());
        let Some(Solution::Grid(full)) = problem.decode(&outcome.solutions[0]) else { panic!("{name} is a grid") };
        let mut reasoning = Reasoning::new(grid);
        for _ in 0..rounds {
            let refuter = Refuter::new(&reasoning);
            let found = refuter.smallest(false, &mut || true).expect("something is refuted");
            assert_ne!(full.entry(found.cell).symbol(), Some(found.symbol), "{name}: {found:?}");
            assert!(excludes(&reasoning, &refuter, &found, None), "{name}: {found:?} refutes nothing");
            for &item in &found.items {
                assert!(
                    !excludes(&reasoning, &refuter, &found, Some(item)),
                    "{name}: {found:?} does not need {item:?}"
                );
            }
            let of_rule = |item: &&ItemId| {
                let need = refuter.encoded().need(**item);
                matches!(need, Some(Need::Combination(_) | Need::Held(..) | Need::Tuple(_) | Need::State(..)))
            };
            ways += found.items.iter().filter(of_rule).count();
            reasoning.take(&HintEffect::Remove(vec![(found.cell, found.symbol)]));
        }
    }
    assert!(ways > 5, "{ways}");
}

/// Follows hints to the end of a puzzle with one solution. Returns the techniques.
fn follow(grid: &Grid, right: &[u64], seen: &mut BTreeMap<&'static str, usize>) {
    let adviser = Adviser::new(grid, &mut || true);
    let mut reasoning = adviser.on(Reasoning::new(grid), &[]);
    loop {
        let hint = match adviser.next(&reasoning, false, &mut || true).unwrap() {
            Ok(hint) => hint,
            Err(why) => return assert!(why == NoHint::Full, "{why}"),
        };
        *seen.entry(hint.technique.map_or("explanation", Technique::id)).or_default() += 1;
        match &hint.effect {
            HintEffect::Place(cell, symbol) => assert_eq!(right[cell.index()], 1 << symbol.0, "{hint:?}"),
            HintEffect::Remove(gone) => {
                for (cell, symbol) in gone {
                    assert!(reasoning.left(*cell).contains(*symbol), "was gone before: {hint:?}");
                    assert!(right[cell.index()] >> symbol.0 & 1 == 0, "in the solution: {hint:?}");
                }
            }
            effect => panic!("{effect:?}: {hint:?}"),
        }
        reasoning.take(&hint.effect);
    }
}

/// Grids that are solved by rules, from a full grid on which the rules hold.
#[test]
fn steps_of_rules_are_right() {
    let (mut random, mut seen, mut done) = (fastrand::Rng::with_seed(21), BTreeMap::new(), 0);
    while done < rounds(12, 200) {
        let recipe = Recipe { ..Recipe::new(kind("sudoku").unwrap(), 6, random.u64(..)) };
        let made = generate(&recipe, &mut |_| true).unwrap().puzzle;
        let full = solutions(made.grid().unwrap(), 1).remove(0);
        let number = |cell: usize| full[cell].trailing_zeros() + 1;
        let mut grid = empty(6);
        while grid.rules.len() < 10 {
            let (id, cells) = random_rule(6, &mut random);
            let (pairs, singles) = defined(6, id, &cells);
            let holds = pairs.iter().all(|&(a, b, allows)| allows(number(a), number(b)))
                && singles.iter().all(|&(cell, allows)| allows(number(cell)));
            let rule = GridRule::new(id, cells.iter().map(|&cell| Cell(cell as u16)).collect());
            if holds && !grid.rules.contains(&rule) && cells.len() != 1 {
                grid.rules.push(rule);
            }
        }
        // Givens until the solution is the only one.
        let mut cells: Vec<usize> = (0..36).collect();
        random.shuffle(&mut cells);
        for cell in cells {
            if rate(&grid, &mut || true).is_ok() {
                break;
            }
            grid.cells[cell] = Entry::Given(Symbol(number(cell) as u8 - 1));
        }
        follow(&grid, &full, &mut seen);
        done += 1;
    }
    assert!(seen["rule"] > 20, "{seen:?}");
}

#[test]
fn a_wrong_symbol_is_named_before_anything_else() {
    let (mut random, mut named) = (fastrand::Rng::with_seed(3), 0);
    for seed in 0..rounds(20, 200) {
        let recipe = Recipe::new(kind("sudoku").unwrap(), 9, seed.into());
        let puzzle = generate(&recipe, &mut |_| true).unwrap().puzzle;
        let mut grid = puzzle.grid().unwrap().clone();
        let full = solutions(&grid, 2).remove(0);
        let empty: Vec<Cell> = grid.all_cells().filter(|&cell| grid.entry(cell) == Entry::Empty).collect();
        let cell = empty[random.usize(..empty.len())];
        let wrong = (full[cell.index()].trailing_zeros() as u8 + random.u8(1..9)) % 9;
        grid.cells[cell.index()] = Entry::Own(Symbol(wrong));
        let question = HintQuestion { grid: grid.clone(), ruled_out: Vec::new(), before: None };
        let hint = Hinting::of(question, &mut || true).unwrap().hint.unwrap();
        assert_eq!(hint.effect, HintEffect::Clear(cell));
        assert!(hint.why.starts_with(&format!("{} cannot be {}", grid.name(cell), wrong + 1)), "{hint:?}");
        // What it clashes with is given, and suffices.
        let mut clash = Grid::new(9, grid.areas.clone());
        hint.cells.iter().for_each(|cell| clash.cells[cell.index()] = grid.entry(*cell));
        assert!(solutions(&clash, 1).is_empty() && hint.cells[0] == cell, "{hint:?}");
        named += usize::from(hint.cells.len() > 2);
        // What the player ruled out is believed only if it is right.
        let mut ruled_out = vec![SymbolSet::EMPTY; 81];
        ruled_out[cell.index()] = SymbolSet::first(9);
        grid.cells[cell.index()] = Entry::Empty;
        let question = HintQuestion { grid, ruled_out, before: None };
        let hinting = Hinting::of(question, &mut || true).unwrap();
        assert_eq!(hinting.reasoning.left(cell).0, full[cell.index()]);
    }
    assert!(named > 5, "{named}");
}

/// With several solutions, symbols of the player may be wrong only together.
#[test]
fn symbols_that_leave_no_solution_together_are_told_first() {
    let mut grid = load("1...............", Some("line")).unwrap().puzzles.remove(0).grid().unwrap().clone();
    for (cell, symbol) in [(6, 1), (7, 2)] {
        grid.cells[cell] = Entry::Own(Symbol(symbol));
    }
    let has_none = solutions(&grid, 1).is_empty();
    let question = HintQuestion { grid: grid.clone(), ruled_out: Vec::new(), before: None };
    let hint = Hinting::of(question, &mut || true).unwrap().hint;
    assert!(has_none, "{hint:?}");
    let hint = hint.unwrap();
    assert_eq!(hint.effect, HintEffect::Dead);
    let mut clash = Grid::new(4, grid.areas.clone());
    hint.cells.iter().for_each(|cell| clash.cells[cell.index()] = grid.entry(*cell));
    assert!(solutions(&clash, 1).is_empty(), "{hint:?}");
}

#[test]
fn where_all_is_possible_two_solutions_are_told() {
    let grid = load(&".".repeat(16), Some("line")).unwrap().puzzles.remove(0).grid().unwrap().clone();
    let question = |grid: &Grid| HintQuestion { grid: grid.clone(), ruled_out: Vec::new(), before: None };
    let told = Hinting::of(question(&grid), &mut || true).unwrap().hint.unwrap_err().to_string();
    assert!(told.starts_with("every candidate that is left is in some solution: r"), "{told}");
    // Two solutions: steps go on as long as they can, then the two are told.
    let mut puzzle =
        load("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", None).unwrap();
    let mut grid = puzzle.puzzles.remove(0).grid().unwrap().clone();
    for cell in grid.all_cells().collect::<Vec<_>>() {
        let mut less = grid.clone();
        less.cells[cell.index()] = Entry::Empty;
        if (2..100).contains(&solutions(&less, 100).len()) {
            grid = less;
            break;
        }
    }
    let adviser = Adviser::new(&grid, &mut || true);
    let (mut reasoning, all) = (Reasoning::new(&grid), solutions(&grid, 100));
    let told = loop {
        match adviser.next(&reasoning, false, &mut || true).unwrap() {
            Ok(hint) => reasoning.take(&hint.effect),
            Err(told) => break told,
        }
    };
    assert!(told.to_string().starts_with("every candidate"), "{told}");
    for cell in 0..81 {
        let truth = all.iter().fold(0, |set, own| set | own[cell]);
        let left = match reasoning.grid().cells[cell].symbol() {
            Some(symbol) => 1 << symbol.0,
            None => reasoning.left(Cell(cell as u16)).0,
        };
        assert_eq!(left, truth);
    }
}

#[test]
fn a_level_is_that_of_the_hardest_step_and_of_the_sum() {
    let mut seen = BTreeMap::new();
    for seed in 0..rounds(40, 300) {
        let recipe = Recipe { minimal: seed % 2 == 0, ..Recipe::new(kind("sudoku").unwrap(), 9, seed.into()) };
        let puzzle = generate(&recipe, &mut |_| true).unwrap().puzzle;
        let grid = puzzle.grid().unwrap();
        let rating = rate(grid, &mut || true).unwrap();
        // The same steps, taken one by one.
        let adviser = Adviser::new(grid, &mut || true);
        let mut reasoning = adviser.on(Reasoning::new(grid), &[]);
        let (mut hardest, mut sum, mut steps, mut explained) = (Level::Easy, 0, 0, Vec::new());
        while let Ok(hint) = adviser.next(&reasoning, false, &mut || true).unwrap() {
            steps += 1;
            match hint.technique {
                Some(technique) => (hardest, sum) = (hardest.max(technique.level()), sum + technique.cost()),
                None => {
                    (hardest, sum) = (Level::Fiendish, sum + 300 + 20 * hint.items as u32);
                    explained.push(hint.items);
                }
            }
            reasoning.take(&hint.effect);
        }
        assert_eq!((rating.sum, rating.steps, &rating.explained), (sum, steps, &explained));
        // The limits of a 9x9.
        let by_sum = match sum {
            0..=800 => Level::Easy,
            801..=1000 => Level::Medium,
            1001..=1600 => Level::Hard,
            _ => Level::Fiendish,
        };
        assert_eq!(rating.level, hardest.max(by_sum));
        *seen.entry(rating.level.id()).or_insert(0) += 1;
    }
    assert!(seen.len() > 2, "{seen:?}");
}

#[test]
fn a_puzzle_of_a_level_has_that_level() {
    for (at, level) in Level::ALL.into_iter().enumerate() {
        for seed in 0..rounds(2, 20) {
            let recipe = Recipe { level: Some(level), ..Recipe::new(kind("sudoku").unwrap(), 9, seed.into()) };
            let made = generate(&recipe, &mut |_| true).unwrap();
            let grid = made.puzzle.grid().unwrap();
            assert_eq!(solutions(grid, 2).len(), 1);
            assert_eq!(rate(grid, &mut || true).unwrap().level, level, "{at} {seed}");
        }
    }
    let recipe = Recipe { at_least: Some(Technique::XWing), ..Recipe::new(kind("sudoku").unwrap(), 9, 5) };
    let made = generate(&recipe, &mut |_| true).unwrap();
    assert!(made.rating.unwrap().hardest >= Some(Technique::XWing));
}

/// With `QUADRILLE_DATA`: hints lead through the hardest puzzles of that folder, and each is right.
#[test]
fn the_hardest_puzzles_are_solved_by_hints() {
    let Some(folder) = folder("QUADRILLE_DATA") else { return };
    let mut seen = BTreeMap::new();
    for set in ["puzzles3_magictour_top1465.txt", "puzzles6_forum_hardest_1106.txt"] {
        let text = std::fs::read_to_string(folder.join(set)).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && line.len() >= 81).collect();
        for line in lines.iter().step_by(lines.len() / rounds(5, 60) as usize) {
            let grid = load(&line[..81], Some("line")).unwrap().puzzles.remove(0).grid().unwrap().clone();
            follow(&grid, &truth(&grid).unwrap(), &mut seen);
        }
    }
    println!("steps: {seen:?}");
}

/// What was not found is not what was stopped.
#[test]
fn a_rating_says_whether_it_was_stopped_or_found_nothing() {
    use quadrille_study::Unrated;
    let puzzle = load(bundled("sudoku-9x9-gentle").unwrap().text, None).unwrap().puzzles.remove(0);
    let grid = puzzle.grid().unwrap();
    assert!(rate(grid, &mut || true).is_ok());
    assert_eq!(rate(grid, &mut || false), Err(Unrated::Stopped));
}
