//! Rules beside rows, columns and boxes: counts are held to brute force over all 4x4 sudokus, by
//! the definitions of the rules in tests/support/oracle.rs.

use crate::brute::solutions;
use crate::oracle::{edges, keeps, ruled};
use crate::support::rounds;
use dancing::{Goal, Policy, Problem, Search, Tally};
use quadrille_puzzle::{
    Areas, Cell, Constraint, Entry, Grid, GridRule, RULES, RuleSpec, Shape, Symbol, encode, kind, load, rule,
    write_toml,
};
use quadrille_solve::{Engine, Order, Status, run};
use quadrille_study::{Laid, Recipe, generate, survey};

/// All 4x4 sudokus, as rows of numbers from 1.
pub(crate) fn all() -> Vec<[u8; 16]> {
    fn fill(at: usize, grid: &mut [u8; 16], found: &mut Vec<[u8; 16]>) {
        if at == 16 {
            return found.push(*grid);
        }
        for number in 1..=4 {
            let clashes = (0..at).any(|other| {
                let (r, c, s, d) = (at / 4, at % 4, other / 4, other % 4);
                grid[other] == number && (r == s || c == d || (r / 2, c / 2) == (s / 2, d / 2))
            });
            if !clashes {
                grid[at] = number;
                fill(at + 1, grid, found);
                grid[at] = 0;
            }
        }
    }
    let mut found = Vec::new();
    fill(0, &mut [0; 16], &mut found);
    assert_eq!(found.len(), 288);
    found
}

fn grid(rules: &[(&str, &[usize])]) -> Grid {
    let mut grid = Grid::new(4, Areas::usual_boxes(4).unwrap());
    for (id, cells) in rules {
        let cells: Vec<Cell> = cells.iter().map(|&cell| Cell(cell as u16)).collect();
        let numbers = if rule(id).unwrap().takes.numbers.0 > 0 { vec![1, 3] } else { Vec::new() };
        let rule = GridRule { numbers, ..GridRule::new(id, cells) };
        assert_eq!(rule.fault(&grid), None);
        grid.rules.push(rule);
    }
    grid
}

#[test]
fn each_rule_counts_what_brute_force_counts() {
    let (all, empty) = (all(), Grid::new(4, Areas::usual_boxes(4).unwrap()));
    let mut random = fastrand::Rng::with_seed(4);
    // Flat mates have numbers from 1 to 9.
    for spec in RULES.iter().filter(|spec| spec.id != "flatmates") {
        let mut rules = edges(spec, &empty, &mut random);
        // The check of solutions leaves out units with more cells than symbols, which no grid
        // keeps.
        let is_large =
            |constraint: &Constraint| matches!(constraint, Constraint::AllDifferent(cells) if cells.len() > 4);
        rules.retain(|rule| !rule.lower(&empty).iter().any(is_large));
        random.shuffle(&mut rules);
        rules.truncate(rounds(24, 240) as usize);
        let with = |rule: &GridRule| ruled(&empty, std::slice::from_ref(rule));
        let kept = |grid: &Grid, full: &[u8; 16]| keeps(grid, &full.map(u32::from));
        // Those first that some full grids keep and others do not.
        rules.sort_by_key(|rule| [0, all.len()].contains(&all.iter().filter(|full| kept(&with(rule), full)).count()));
        assert!(!rules.is_empty(), "{}", spec.id);
        for rule in rules.into_iter().take(rounds(6, 60) as usize) {
            let grid = with(&rule);
            means(rule, &|full| kept(&grid, full), &all);
        }
    }
}

#[test]
fn flat_mates_are_above_or_below_each_five() {
    let grid = Grid::new(9, Areas::usual_boxes(9).unwrap());
    let columns = GridRule::new("flatmates", Vec::new()).lower(&grid);
    assert_eq!(columns.len(), 9);
    let column: Vec<Cell> = (0..9).map(|row| grid.cell(row, 4)).collect();
    assert_eq!(columns[4].cells(), column);
    let mut random = fastrand::Rng::with_seed(5);
    let mut kept = 0;
    for _ in 0..rounds(3_000, 30_000) {
        let mut numbers: Vec<u8> = (0..9).map(|_| [1, 5, 9, random.u8(1..10)][random.usize(..4)]).collect();
        if random.bool() {
            numbers = (1..10).collect();
            random.shuffle(&mut numbers);
        }
        let expected =
            (0..9).all(|k| numbers[k] != 5 || k > 0 && numbers[k - 1] == 1 || numbers.get(k + 1) == Some(&9));
        let symbols: Vec<Symbol> = numbers.iter().map(|number| Symbol(number - 1)).collect();
        assert!(columns.iter().all(|column| column.holds(&symbols) == expected), "{numbers:?}");
        kept += u32::from(expected);
    }
    assert!(kept > 300, "{kept} were kept");
    let small = Grid::new(8, Areas::usual_boxes(8).unwrap());
    assert!(GridRule::new("flatmates", Vec::new()).fault(&small).is_some(), "a grid with numbers up to 8");
}

/// The rules that are laid on a full grid hold there, and by their definitions no other grid keeps
/// them and the givens.
#[test]
fn a_puzzle_with_laid_rules_has_one_solution() {
    let all = all();
    // Four numbers are too few for these.
    let too_few = ["x", "nabner", "lockout"];
    for spec in Laid::rows().filter(|spec| !too_few.contains(&spec.id)) {
        for seed in 0..rounds(3, 30).into() {
            let laid = vec![Laid { spec, most: None }];
            let recipe = Recipe { laid, ..Recipe::new(kind("sudoku").unwrap(), 4, seed) };
            let made = generate(&recipe, &mut |_| true).unwrap_or_else(|why| panic!("{} {seed}: {why}", spec.id));
            let grid = made.puzzle.grid().unwrap();
            assert!(!grid.rules.is_empty() && grid.rules.iter().all(|rule| rule.id == spec.id), "{} {seed}", spec.id);
            let kept = |full: &&[u8; 16]| {
                let given = |cell: Cell| grid.entry(cell).symbol().map(|symbol| symbol.0 + 1);
                let is_given = grid.all_cells().all(|cell| given(cell).is_none_or(|own| own == full[cell.index()]));
                is_given && keeps(grid, &full.map(u32::from))
            };
            assert_eq!(all.iter().filter(kept).count(), 1, "{} {seed}: {}", spec.id, write_toml(&made.puzzle));
            if spec.id == "killer" {
                let caged = |cell: Cell| grid.rules.iter().filter(|rule| rule.cells.contains(&cell)).count();
                assert!(grid.all_cells().all(|cell| caged(cell) <= 1), "cages overlap");
            }
        }
    }
}

/// Holds two engines that count, and one that tells apart none, one and many, to a number of
/// solutions.
fn each_engine_counts(problem: &Problem, expected: u128, said: &str) {
    for engine in [Engine::LINKS, Engine::BITS] {
        let order = Order { engine: Some(engine), ..Order::new(Goal::Count { limit: None }) };
        let outcome = run(problem, order, &mut ());
        assert_eq!(outcome.count, expected, "{said} by {}", engine.name());
    }
    let order = Order { engine: Some(Engine::CLAUSES), ..Order::new(Goal::Unique) };
    let outcome = run(problem, order, &mut ());
    let verdict = [Status::None, Status::Unique, Status::Many][expected.min(2) as usize];
    assert_eq!(outcome.status, verdict, "{said} by clauses");
}

/// Holds what is found on a 4x4 with one rule to the full grids that keep it.
pub(crate) fn means(rule: GridRule, kept: &dyn Fn(&[u8; 16]) -> bool, all: &[[u8; 16]]) {
    let expected = all.iter().filter(|full| kept(full)).count() as u128;
    let mut grid = Grid::new(4, Areas::usual_boxes(4).unwrap());
    let said = format!("{} {:?}", rule.text(&grid), rule.own);
    assert_eq!(rule.fault(&grid), None, "{said}");
    grid.rules.push(rule);
    let encoded = encode(&Shape::Grid(grid.clone()));
    each_engine_counts(&encoded.problem, expected, &said);
    // The constraints of the rule say the same, and so does the check that every shown solution
    // must pass.
    let constraints: Vec<Constraint> = grid.rules.iter().flat_map(|rule| rule.lower(&grid)).collect();
    for full in all {
        let symbol = |cell: &Cell| Symbol(full[cell.index()] - 1);
        let holds = |own: &Constraint| own.holds(&own.cells().iter().map(symbol).collect::<Vec<_>>());
        assert_eq!(constraints.iter().all(holds), kept(full), "{said}");
        let mut solved = grid.clone();
        solved.cells = full.iter().map(|&number| Entry::Own(Symbol(number - 1))).collect();
        assert_eq!(solved.solves(&grid), kept(full), "{said}");
    }
}

/// A rule of a row that a full grid keeps, if a rule at its edges is such.
fn kept(spec: &RuleSpec, grid: &Grid, full: &[u32], random: &mut fastrand::Rng) -> Option<GridRule> {
    let mut rules = edges(spec, grid, random);
    rules.retain(|rule| rule.cells.len() <= 6);
    random.shuffle(&mut rules);
    let at = rules.iter().position(|rule| keeps(&ruled(grid, std::slice::from_ref(rule)), full));
    (!rules.is_empty()).then(|| rules.swap_remove(at.unwrap_or(0)))
}

#[test]
fn rules_leave_the_right_solutions_of_6x6_grids() {
    let specs: Vec<&RuleSpec> = RULES.iter().filter(|spec| spec.names_cells()).collect();
    let numbers = |bits: &Vec<u64>| bits.iter().map(|bit| bit.trailing_zeros() + 1).collect::<Vec<u32>>();
    let (mut random, mut some, mut done) = (fastrand::Rng::with_seed(66), 0, 0);
    while done < rounds(150, 2000) {
        let recipe = Recipe::new(kind("sudoku").unwrap(), 6, random.u64(..));
        let mut grid = generate(&recipe, &mut |_| true).unwrap().puzzle.grid().unwrap().clone();
        let full = numbers(&solutions(&grid, 1)[0]);
        // Some givens less: 20 solutions or more.
        let mut cells: Vec<usize> = (0..36).filter(|&cell| grid.cells[cell] != Entry::Empty).collect();
        random.shuffle(&mut cells);
        let mut all = Vec::new();
        while all.len() < 20 {
            grid.cells[cells.pop().unwrap()] = Entry::Empty;
            all = solutions(&grid, 400);
        }
        if all.len() == 400 {
            continue;
        }
        let rules = (0..3).filter_map(|_| kept(random.choice(&specs)?, &grid, &full, &mut random));
        grid.rules = rules.collect();
        let expected = all.iter().filter(|own| keeps(&grid, &numbers(own))).count() as u128;
        some += usize::from(expected > 0 && expected < all.len() as u128);
        let said: Vec<String> = grid.rules.iter().map(|rule| rule.text(&grid)).collect();
        let encoded = encode(&Shape::Grid(grid.clone()));
        each_engine_counts(&encoded.problem, expected, &format!("{said:?}: {grid:?}"));
        done += 1;
    }
    assert!(some > 20, "{some}");
}

#[test]
fn windows_are_what_they_are_called() {
    let mut grid = Grid::new(9, Areas::usual_boxes(9).unwrap());
    grid.rules.push(GridRule::new("windoku", Vec::new()));
    let units = grid.units();
    assert_eq!(units.len(), 31);
    let names: Vec<String> = units[29].cells.iter().map(|&cell| grid.name(cell)).collect();
    assert_eq!(names.join(" "), "r6c2 r6c3 r6c4 r7c2 r7c3 r7c4 r8c2 r8c3 r8c4");
    assert_eq!((units[29].name.long(), units[29].name.short()), ("window 3".to_string(), "w3".to_string()));
}

#[test]
fn rules_are_kept_in_files_and_links_and_step_both_ways() {
    let rules: [(&str, &[usize]); 10] = [
        ("antiknight", &[]),
        ("disjoint", &[]),
        ("region", &[0, 5, 10]),
        ("even", &[3]),
        ("minimum", &[5, 15]),
        ("white", &[8, 9]),
        ("thermometer", &[12, 9, 6]),
        ("palindrome", &[1, 11]),
        ("candidates", &[3]),
        ("rising", &[]),
    ];
    for (at, own) in rules.iter().enumerate() {
        let grid = grid(&rules[at..=at]);
        let mut puzzle = load("1...\n....\n....\n....\n", Some("rows")).unwrap().puzzles.remove(0);
        *puzzle.grid_mut().unwrap() = grid.clone();
        let again = load(&write_toml(&puzzle), None).unwrap();
        assert_eq!(again.puzzles[0].grid().unwrap().rules, grid.rules);
        let form = quadrille_puzzle::EXCHANGE.iter().find(|form| form.id == "fpuzzles").unwrap();
        let again = load(&form.write_all(&puzzle), None).unwrap();
        assert_eq!(again.puzzles[0].grid().unwrap().rules, grid.rules, "{}", own.0);
        // To the end of the search and back, link by link as it was.
        let encoded = encode(&Shape::Grid(grid));
        let (mut search, mut tally) = (Search::new(&encoded.problem, Policy::default()), Tally::default());
        let start = search.clone();
        while search.step_into(&mut tally).is_some() {}
        while search.step_back(&mut tally).is_some() {}
        assert!(search == start && tally.solutions == 0);
    }
    let mut turned = grid(&rules[6..7]);
    for _ in 0..4 {
        turned = turned.turned();
    }
    assert_eq!(turned, grid(&rules[6..7]));
}

#[test]
fn a_rule_that_does_not_fit_is_refused_where_it_stands() {
    let text = |rule: &str| {
        format!(
            "format = 1\nkind = \"sudoku\"\n\n[grid]\nsize = 4\nrules = [\"{rule}\"]\ngivens = \"\"\"\n....\n....\n....\n....\n\"\"\"\n"
        )
    };
    for (rule, says) in [
        ("flatmates", "has no cells in this grid"),
        ("murderer r1c1", "`murderer` is not a rule"),
        ("killer r1c1", "`killer` names 0 numbers, 1 expected"),
        ("killer 3 r1c1 r1c1", "names a cell twice"),
        ("sandwich 3 r1c1 r1c2", "are not a row or column from end to end"),
        ("sandwich 3 r1c1..r4c4", "are not a row or column from end to end"),
        ("littlekiller 3 r1c1..r3c3", "are not a diagonal from edge to edge"),
        ("littlekiller 3 r1c1..r3c2", "`r1c1..r3c2` is not a straight way"),
        ("quadruple 1 r1c1 r1c2 r2c1 r2c3", "do not touch at a corner"),
        ("clone r1c1 r1c2 r2c1", "an even number expected"),
        ("cage r1c1 r1c2 r1c3 r1c4 r2c1", "names 5 cells, 2 to 4 expected"),
        ("arrow 4 r1c1 r1c2 r1c3 r1c4 r2c1 r2c2", "the circle of `arrow` is 1 to 3 cells"),
        ("arrow 2 r1c1 r1c2", "the circle of `arrow` is 1 to 3 cells"),
        ("even r5c1", "the grid has no cell `r5c1`"),
        ("white r1c1 r3c1", "are not neighbours"),
        ("thermometer r1c1", "names 1 cell, 2 to 16 expected"),
        ("region r1c1 r1c1", "names a cell twice"),
        ("antiknight r1c1", "names 1 cell, 0 expected"),
    ] {
        let error = load(&text(rule), None).unwrap_err().to_string();
        assert!(error.contains("line 6") && error.contains(says), "{rule}: {error}");
    }
}

/// Hostile rules: the largest grid, all its cells, and numbers as large as they go.
#[test]
fn automata_of_many_cells_are_refused_or_small() {
    let grid = Grid::new(25, Areas::usual_boxes(25).unwrap());
    for spec in RULES.iter().filter(|spec| spec.names_cells()) {
        for number in [1, 5_000, u32::MAX] {
            let numbers = vec![number; spec.takes.numbers.1];
            let most = spec.cells(&grid).1;
            let cells = spec.completed(&grid, &(0..most as u16).map(Cell).collect::<Vec<Cell>>());
            let rule = GridRule { numbers, ..GridRule::new(spec.id, cells) };
            let with = ruled(&grid, std::slice::from_ref(&rule));
            if let Some(fault) = rule.fault(&grid).or_else(|| Some(with.rule_too_many()?.1)) {
                let known = ["transitions", "expected", "diagonal", "touch"];
                let names = || fault.contains(&format!("`{}`", spec.id));
                assert!(names() || known.iter().any(|word| fault.contains(word)), "{fault}");
            }
        }
    }
    let long = (0..625).map(Cell).collect();
    let sum = GridRule { numbers: vec![5_000], ..GridRule::new("sum", long) };
    let with = ruled(&grid, &[sum]);
    let words = "`sum` is too large: more than 1048576 transitions or pairs of symbols";
    assert_eq!(with.rule_too_many(), Some((0, words.to_string())));
    assert_eq!(with.unfit().as_deref(), Some(words), "no answer is given without the rule");
}

/// Rules share a budget: what one may have, many may not have together.
#[test]
fn rules_that_are_too_many_together_are_refused_and_equal_ones_are_one() {
    let grid = Grid::new(25, Areas::usual_boxes(25).unwrap());
    let line =
        |first: u16| GridRule { numbers: vec![90], ..GridRule::new("sum", (first..first + 60).map(Cell).collect()) };
    let some: Vec<GridRule> = (0..100).map(line).collect();
    assert_eq!(ruled(&grid, &some[..1]).rule_too_many(), None);
    let (at, words) = ruled(&grid, &some).rule_too_many().expect("they are too many");
    assert!(at > 1 && words.starts_with("`sum` is too large beside the rules before it"), "{at} {words}");
    let (again, once) = (ruled(&grid, &vec![line(0); 2_000]), ruled(&grid, &[line(0)]));
    assert_eq!(again.rule_too_many(), None);
    assert_eq!(again.constraints().len(), once.constraints().len());
}

#[test]
fn a_broken_rule_of_one_cell_is_the_one_that_is_named() {
    let text = "format = 1\nkind = \"sudoku\"\n\n[grid]\nsize = 4\nrules = [\"thermometer r1c1 r1c2\", \"odd r1c1\"]\n\
                givens = \"\"\"\n2...\n....\n....\n....\n\"\"\"\n";
    let puzzle = load(text, None).unwrap().puzzles.remove(0);
    let conflicts = puzzle.grid().unwrap().conflicts();
    assert_eq!(conflicts.len(), 1);
    assert_eq!(conflicts[0].words(puzzle.grid().unwrap()), "2 in r1c1 breaks the rule odd cells");
}

/// The number of all 4x4 sudokus that have the symbols of a grid and keep its rules.
fn counted(grid: &Grid, all: &[[u8; 16]]) -> usize {
    let fits = |full: &[u8; 16]| {
        let has = |(entry, number): (&Entry, &u8)| entry.symbol().is_none_or(|symbol| symbol.0 + 1 == *number);
        grid.cells.iter().zip(full).all(has) && keeps(grid, &full.map(u32::from))
    };
    all.iter().filter(|full| fits(full)).count()
}

#[test]
fn what_clashes_and_what_could_be_left_out_is_found_by_counting() {
    let all = all();
    let mut rng = fastrand::Rng::with_seed(896);
    let (mut clashes, mut spare, mut minimal) = (0, 0, 0);
    while clashes < rounds(40, 200) || spare < rounds(20, 100) {
        let mut grid = grid(&[]);
        let full = all[rng.usize(..all.len())];
        // Half of the grids agree with a full one, so that they have a solution.
        let agrees = rng.bool();
        for (entry, number) in grid.cells.iter_mut().zip(full) {
            if rng.u8(..8) == 0 {
                *entry = Entry::Given(Symbol(if agrees { number - 1 } else { rng.u8(..4) }));
            }
        }
        for _ in 0..rng.usize(2..8) {
            let mut some = edges(&RULES[rng.usize(..RULES.len())], &grid, &mut rng);
            if !some.is_empty() {
                grid.rules.push(some.swap_remove(rng.usize(..some.len())));
                let keeps = !agrees || keeps(&grid, &full.map(u32::from));
                grid.rules.truncate(grid.rules.len() - usize::from(!keeps));
            }
        }
        let truth = counted(&grid, &all);
        if truth > 1 || grid.rules.is_empty() {
            continue;
        }
        let found = survey(&grid, &mut || true).unwrap();
        assert_eq!((found.count, found.complete, found.unproved), (truth as u64, true, 0), "{grid:?}");
        let less = |cells: &dyn Fn(usize) -> bool, rules: &dyn Fn(usize) -> bool| {
            let mut less = grid.clone();
            let left_out = less.cells.iter_mut().enumerate().filter(|(cell, _)| !cells(*cell));
            left_out.for_each(|(_, entry)| *entry = Entry::Empty);
            less.rules =
                (0..grid.rules.len()).filter(|&rule| rules(rule)).map(|rule| grid.rules[rule].clone()).collect();
            counted(&less, &all)
        };
        let filled = (0..16).filter(|&cell| grid.cells[cell] != Entry::Empty);
        if truth == 0 {
            let has = |cell: usize| found.clash.cells.contains(&Cell(cell as u16));
            let keeps = |rule: usize| found.clash.rules.contains(&rule);
            assert_eq!(less(&has, &keeps), 0, "{:?} of {grid:?}", found.clash);
            for &out in &found.clash.cells {
                assert!(less(&|cell| has(cell) && cell != out.index(), &keeps) > 0, "{out:?} of {grid:?}");
            }
            for &out in &found.clash.rules {
                assert!(less(&has, &|rule| keeps(rule) && rule != out) > 0, "{out} of {grid:?}");
            }
            clashes += u32::from(!found.clash.rules.is_empty());
            continue;
        }
        let redundant: Vec<usize> = filled.filter(|&out| less(&|cell| cell != out, &|_| true) == 1).collect();
        let superfluous: Vec<usize> =
            (0..grid.rules.len()).filter(|&out| less(&|_| true, &|rule| rule != out) == 1).collect();
        let told: Vec<usize> = found.redundant.iter().map(|cell| cell.index()).collect();
        assert_eq!((told, &found.superfluous), (redundant, &superfluous), "{grid:?}");
        spare += u32::from(!superfluous.is_empty());
        minimal += u32::from(superfluous.is_empty());
    }
    println!("{clashes} clashes with rules, {spare} grids with rules to spare, {minimal} that need all");
    assert!(minimal > 0);
}
