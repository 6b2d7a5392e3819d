//! The setter's panel against a search by brute force that shares no code with the program: on
//! grids of the corpus, and with `QUADRILLE_DATA` on the puzzle sets of that folder. Without
//! `QUADRILLE_CORPUS` and `QUADRILLE_DATA` the tests say that they were skipped.

use crate::brute::solutions;
use crate::support::{folder, is_long};
use quadrille_puzzle::{Cell, Entry, Grid, GridRule, Symbol, load};
use quadrille_study::survey;
use std::time::{Duration, Instant};

fn without(grid: &Grid, cell: Cell) -> Grid {
    let mut less = grid.clone();
    less.cells[cell.index()] = Entry::Empty;
    less
}

/// Compares the panel of a grid with the brute force. Returns the time that the panel took.
fn compare(name: &str, grid: &Grid) -> Duration {
    let start = Instant::now();
    let told = survey(grid, &mut || true).unwrap();
    let took = start.elapsed();
    let truth = solutions(grid, 1001);
    let complete = truth.len() <= 1000;
    assert_eq!((told.count, told.complete), (truth.len().min(1000) as u64, complete), "{name}");
    let givens: Vec<Cell> = grid.all_cells().filter(|&cell| grid.entry(cell) != Entry::Empty).collect();
    if complete && !truth.is_empty() {
        for cell in grid.all_cells() {
            let wanted = truth.iter().fold(0, |set, own| set | own[cell.index()]);
            assert_eq!(told.candidates[cell.index()].0, wanted, "{name}: {}", grid.name(cell));
            assert_eq!(told.differ.contains(&cell), wanted.count_ones() > 1, "{name}: {}", grid.name(cell));
            for symbol in 0..grid.n_symbols() {
                let times = truth.iter().filter(|own| own[cell.index()] == 1 << symbol).count();
                let decides = told.deciding.contains(&(cell, Symbol(symbol as u8)));
                assert_eq!(decides, truth.len() > 1 && times == 1, "{name}: {}", grid.name(cell));
                assert_eq!(told.times[cell.index()][symbol] as usize, times, "{name}: {}", grid.name(cell));
            }
        }
    }
    if truth.len() == 1 && grid.n_symbols() <= 9 {
        let spare = givens.iter().filter(|&&cell| solutions(&without(grid, cell), 2).len() == 1);
        assert_eq!(told.redundant, spare.copied().collect::<Vec<_>>(), "{name}");
    }
    if truth.is_empty() {
        let mut clash = Grid::new(grid.n_symbols(), grid.areas.clone());
        told.clash.cells.iter().for_each(|cell| clash.cells[cell.index()] = grid.entry(*cell));
        assert!(!told.clash.cells.is_empty() && solutions(&clash, 1).is_empty(), "{name}");
        for &cell in &told.clash.cells {
            assert!(!solutions(&without(&clash, cell), 1).is_empty(), "{name}: {} is not needed", grid.name(cell));
        }
    }
    took
}

/// The sentence about one symbol more is true: with it exactly one solution is left, and no other
/// symbol in an open cell is like that unless the sentence says so.
fn what_decides(name: &str, grid: &Grid) {
    let told = survey(grid, &mut || true).unwrap();
    let truth = solutions(grid, 1001);
    if truth.len() < 2 || truth.len() > 1000 {
        return;
    }
    let once = |cell: Cell| -> Vec<usize> {
        let times = |symbol: &usize| truth.iter().filter(|own| own[cell.index()] == 1 << symbol).count();
        (0..grid.n_symbols()).filter(|symbol| times(symbol) == 1).collect()
    };
    let mut alone: Vec<String> = Vec::new();
    for cell in grid.all_cells() {
        let name = |symbol: usize| format!("{}={}", grid.name(cell), symbol + 1);
        alone.extend(once(cell).into_iter().map(name));
    }
    let words = told.words(grid);
    let said = words.last().unwrap();
    match said.split_once(" would leave one solution: ") {
        Some((count, list)) => {
            let (shown, more) = list.split_once(" and ").unwrap_or((list, "0 more"));
            let shown: Vec<String> = shown.split_whitespace().map(String::from).collect();
            let all = shown.len() + more.strip_suffix(" more").unwrap().parse::<usize>().unwrap();
            assert_eq!((&alone[..shown.len()], alone.len()), (&shown[..], all), "{name}: {said}");
            assert_eq!(count.split(' ').next().unwrap().parse(), Ok(all), "{name}: {said}");
        }
        None => {
            assert_eq!(said, "no single symbol would make it unique", "{name}");
            assert!(alone.is_empty(), "{name}: {said}, but {alone:?}");
        }
    }
}

#[test]
fn one_symbol_more_decides_what_is_said() {
    // A solved grid of side 4 and of side 6, with more and more cells emptied.
    for (n, solved) in [(4, "1234341221434321"), (6, "123456456123231564564231312645645312")] {
        let mut random = fastrand::Rng::with_seed(3);
        for round in 0..60 {
            let mut text: Vec<char> = solved.chars().collect();
            for _ in 0..(n * n / 3 + round * n * n / 120) {
                text[random.usize(..n * n)] = '.';
            }
            let rows: String = text.chunks(n).map(|row| row.iter().collect::<String>() + "\n").collect();
            let puzzle = load(&rows, Some("rows")).unwrap().puzzles.remove(0);
            what_decides(&rows, puzzle.grid().unwrap());
        }
    }
}

/// A clash of symbols and rules cannot be made smaller: without any one of its parts, the rest has
/// a solution. The brute force knows thermometers as pairs of cells that ascend.
#[test]
fn a_clash_names_the_rules_that_it_needs() {
    let mut random = fastrand::Rng::with_seed(11);
    let solve = |cells: &[Option<u8>; 16], thermometers: &[Vec<usize>]| {
        fn place(at: usize, cells: &mut [Option<u8>; 16], fixed: &[bool; 16], lines: &[Vec<usize>]) -> bool {
            let fits = |cells: &[Option<u8>; 16]| {
                let differ = |one: usize, other: usize| {
                    let is_seen = one / 4 == other / 4
                        || one % 4 == other % 4
                        || (one / 8, one % 4 / 2) == (other / 8, other % 4 / 2);
                    one == other || !is_seen || cells[one].is_none() || cells[one] != cells[other]
                };
                let rises = |line: &Vec<usize>| {
                    line.windows(2).all(|pair| match (cells[pair[0]], cells[pair[1]]) {
                        (Some(low), Some(high)) => low < high,
                        _ => true,
                    })
                };
                (0..16).all(|one| (0..16).all(|other| differ(one, other))) && lines.iter().all(rises)
            };
            if !fits(cells) {
                return false;
            }
            if at == 16 {
                return true;
            }
            if fixed[at] {
                return place(at + 1, cells, fixed, lines);
            }
            for symbol in 0..4 {
                cells[at] = Some(symbol);
                if place(at + 1, cells, fixed, lines) {
                    return true;
                }
            }
            cells[at] = None;
            false
        }
        let fixed = cells.map(|cell| cell.is_some());
        place(0, &mut cells.clone(), &fixed, thermometers)
    };
    let (mut with_rules, mut rules_alone) = (0, 0);
    for _ in 0..400 {
        let mut cells = [None; 16];
        for _ in 0..random.usize(0..5) {
            cells[random.usize(0..16)] = Some(random.u8(0..4));
        }
        let lines: Vec<Vec<usize>> = (0..random.usize(1..5))
            .map(|_| {
                let start = random.usize(0..16);
                let mut line = vec![start];
                while line.len() < random.usize(2..5) {
                    let last = line[line.len() - 1];
                    let beside = |cell: usize| {
                        let (rows, columns) = (last / 4, last % 4);
                        rows.abs_diff(cell / 4) <= 1 && columns.abs_diff(cell % 4) <= 1 && !line.contains(&cell)
                    };
                    let ways: Vec<usize> = (0..16).filter(|&cell| beside(cell)).collect();
                    match random.choice(&ways) {
                        Some(&next) => line.push(next),
                        None => break,
                    }
                }
                line
            })
            .filter(|line| line.len() > 1)
            .collect();
        if solve(&cells, &lines) {
            continue;
        }
        let mut grid = load(&".".repeat(16), Some("line")).unwrap().puzzles.remove(0).grid().unwrap().clone();
        for (cell, symbol) in cells.iter().enumerate() {
            grid.cells[cell] = symbol.map_or(Entry::Empty, |symbol| Entry::Given(Symbol(symbol)));
        }
        let rule =
            |line: &Vec<usize>| GridRule::new("thermometer", line.iter().map(|&cell| Cell(cell as u16)).collect());
        grid.rules = lines.iter().map(rule).collect();
        let clash = survey(&grid, &mut || true).unwrap().clash;
        let left = |without_cell: Option<Cell>, without_rule: Option<usize>| {
            let mut own = [None; 16];
            for &cell in clash.cells.iter().filter(|&&cell| Some(cell) != without_cell) {
                own[cell.index()] = cells[cell.index()];
            }
            let rules = clash.rules.iter().filter(|&&rule| Some(rule) != without_rule);
            solve(&own, &rules.map(|&rule| lines[rule].clone()).collect::<Vec<_>>())
        };
        assert!(!left(None, None), "{cells:?} {lines:?}: {clash:?} is no clash");
        for &cell in &clash.cells {
            assert!(left(Some(cell), None), "{cells:?} {lines:?}: {clash:?} does not need {cell:?}");
        }
        for &rule in &clash.rules {
            assert!(left(None, Some(rule)), "{cells:?} {lines:?}: {clash:?} does not need rule {rule}");
        }
        with_rules += usize::from(!clash.rules.is_empty());
        rules_alone += usize::from(clash.cells.is_empty());
    }
    assert!(with_rules > 50 && rules_alone > 5, "{with_rules} {rules_alone}");
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    if let Some(worst) = times.last() {
        let median = times[times.len() / 2];
        println!("{what}: {} panels, median {median:.1?}, worst {worst:.1?}", times.len());
    }
}

#[test]
fn the_panel_says_of_corpus_grids_what_is_so() {
    let Some(folder) = folder("QUADRILLE_CORPUS") else { return };
    // The brute force takes half a minute for those of side 16.
    for judge in ["poj3074-status", "zoj3122-status"].into_iter().take(if is_long() { 2 } else { 1 }) {
        let mut times = Vec::new();
        let mut files: Vec<_> = std::fs::read_dir(folder.join(judge)).unwrap().map(|own| own.unwrap().path()).collect();
        files.retain(|path| path.extension().is_some_and(|end| end == "in"));
        files.sort();
        for path in files {
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.trim_end().trim_end_matches("end");
            // A 16x16 of 1,001 solutions and more is beyond the brute force.
            if text.contains("----------------\n----------------\n----------------\n") {
                continue;
            }
            for puzzle in load(text, None).unwrap_or_else(|error| panic!("{}: {error}", path.display())).puzzles {
                times.push(compare(&path.display().to_string(), puzzle.grid().unwrap()));
            }
        }
        report(judge, times);
    }
}

#[test]
fn the_panel_says_of_hard_grids_what_is_so() {
    let Some(folder) = folder("QUADRILLE_DATA") else { return };
    for set in ["puzzles3_magictour_top1465.txt", "puzzles6_forum_hardest_1106.txt"] {
        let text = std::fs::read_to_string(folder.join(set)).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && line.len() >= 81).collect();
        let (mut whole, mut less) = (Vec::new(), Vec::new());
        for line in lines.iter().step_by(lines.len() / 100) {
            let grid = load(&line[..81], Some("line")).unwrap().puzzles.remove(0).grid().unwrap().clone();
            whole.push(compare(line, &grid));
            // As while it is edited: one given less.
            let given = grid.all_cells().filter(|&cell| grid.entry(cell) != Entry::Empty).nth(7).unwrap();
            less.push(compare(line, &without(&grid, given)));
        }
        report(set, whole);
        report(&format!("{set}, a given less"), less);
    }
}
