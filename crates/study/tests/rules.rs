//! Rules beside rows, columns and boxes: counts are held to brute force over all 4x4 sudokus, by
//! definitions of the rules that are written here anew.

use crate::brute::solutions;
use crate::support::{rounds, sums};
use dancing::{Goal, Policy, Problem, Search, Tally};
use quadrille_puzzle::{
    Areas, Cell, Constraint, Entry, Grid, GridRule, RULES, Shape, Symbol, encode, kind, load, rule, write_toml,
};
use quadrille_solve::{Engine, Order, Status, run};
use quadrille_study::{Laid, Recipe, generate};

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

/// Whether a full 4x4 keeps a rule, from the rule's definition alone.
fn keeps(id: &str, numbers: &[u32], cells: &[usize], grid: &[u8; 16]) -> bool {
    let place = |cell: usize| (cell as i32 / 4, cell as i32 % 4);
    let pairs = |wanted: &dyn Fn(i32, i32) -> bool, holds: &dyn Fn(u8, u8) -> bool| {
        (0..16).all(|a| {
            (0..16).all(|b| {
                let ((r, c), (s, d)) = (place(a), place(b));
                a == b || !wanted((r - s).abs(), (c - d).abs()) || holds(grid[a], grid[b])
            })
        })
    };
    let around = |cell: usize| {
        (0..16).filter(move |&b| (place(cell).0 - place(b).0).abs() + (place(cell).1 - place(b).1).abs() == 1)
    };
    let line: Vec<u8> = cells.iter().map(|&cell| grid[cell]).collect();
    let steps = |holds: &dyn Fn(u8, u8) -> bool| line.windows(2).all(|pair| holds(pair[0], pair[1]));
    let differ = |cells: &[usize]| cells.iter().all(|&a| cells.iter().all(|&b| a == b || grid[a] != grid[b]));
    let by = |usual: u8| numbers.first().map_or(usual, |&number| number as u8);
    match id {
        "disjoint" => [[0, 2, 8, 10], [1, 3, 9, 11], [4, 6, 12, 14], [5, 7, 13, 15]].iter().all(|group| differ(group)),
        "region" => differ(cells),
        "falling" => differ(&[0, 5, 10, 15]),
        "rising" => differ(&[12, 9, 6, 3]),
        "candidates" => line.iter().all(|number| [1, 3].contains(number)),
        "antiknight" => pairs(&|r, c| (r, c) == (1, 2) || (r, c) == (2, 1), &|a, b| a != b),
        "antiking" => pairs(&|r, c| (r, c) == (1, 1), &|a, b| a != b),
        "nonconsecutive" => pairs(&|r, c| r + c == 1, &|a, b| a.abs_diff(b) > 1 || a == b),
        "even" => line.iter().all(|number| number % 2 == 0),
        "odd" => line.iter().all(|number| number % 2 != 0),
        "minimum" => {
            cells.iter().all(|&cell| around(cell).all(|other| cells.contains(&other) || grid[cell] < grid[other]))
        }
        "maximum" => {
            cells.iter().all(|&cell| around(cell).all(|other| cells.contains(&other) || grid[cell] > grid[other]))
        }
        "white" => steps(&|a, b| a + by(1) == b || b + by(1) == a),
        "black" => steps(&|a, b| a * by(2) == b || b * by(2) == a),
        "windoku" => differ(&[5, 6, 9, 10]),
        "allwhite" => pairs(&|r, c| r + c == 1, &|a, b| a.abs_diff(b) != 1),
        "allblack" => pairs(&|r, c| r + c == 1, &|a, b| a != 2 * b && b != 2 * a),
        "x" => steps(&|a, b| a + b == by(10)),
        "v" => steps(&|a, b| a + b == 5),
        "thermometer" => steps(&|a, b| a < b),
        "whisper" => steps(&|a, b| a.abs_diff(b) > 1),
        "palindrome" => line.iter().eq(line.iter().rev()),
        "renban" => {
            let mut sorted = line.clone();
            sorted.sort_unstable();
            sorted.windows(2).all(|pair| pair[1] == pair[0] + 1)
        }
        "nabner" => differ(cells) && line.iter().all(|one| !line.contains(&(one + 1))),
        // The thirds of four symbols are 1 and 2, 3, and 4.
        "entropic" => {
            line.windows(3).all(|three| {
                [&[1, 2][..], &[3], &[4]].iter().all(|third| three.iter().any(|number| third.contains(number)))
            }) && (line.len() > 2 || line != [1, 2] && line != [2, 1])
        }
        "modular" => (1..line.len()).all(|b| {
            let near = b.saturating_sub(usize::from(by(3)) - 1)..b;
            line[near].iter().all(|before| before % by(3) != line[b] % by(3))
        }),
        "parity" => steps(&|a, b| a % 2 != b % 2),
        "entropy" | "modularity" => (0..16).filter(|cell| cell % 4 < 3 && cell / 4 < 3).all(|cell| {
            let class = |number: u8| if id == "entropy" { [0, 0, 0, 1, 2][usize::from(number)] } else { number % 3 };
            (0..3).all(|wanted| [0, 1, 4, 5].iter().any(|by| class(grid[cell + by]) == wanted))
        }),
        "columnindex" => {
            cells.iter().all(|cell| usize::from(grid[cell / 4 * 4 + usize::from(grid[*cell]) - 1]) == cell % 4 + 1)
        }
        "rowindex" => {
            cells.iter().all(|cell| usize::from(grid[4 * (usize::from(grid[*cell]) - 1) + cell % 4]) == cell / 4 + 1)
        }
        "antitaxicab" => (0..16).all(|a| {
            (0..16).all(|b| {
                let ((r, c), (s, d)) = (place(a), place(b));
                a == b || grid[a] != grid[b] || (r - s).abs() + (c - d).abs() != i32::from(grid[a])
            })
        }),
        "alldots" => pairs(&|r, c| r + c == 1, &|a, b| a.abs_diff(b) != 1 && a != 2 * b && b != 2 * a),
        "allxv" => pairs(&|r, c| r + c == 1, &|a, b| a + b != 5 && a + b != 10),
        _ => sums::keeps(id, numbers, &line, cells).unwrap_or_else(|| panic!("{id} is not told here")),
    }
}

/// Cells and numbers to try a rule on that counts or adds up.
fn counted(id: &str) -> Vec<(Vec<u32>, Vec<usize>)> {
    let each = |numbers: &[u32], lines: &[&[usize]]| {
        let with = |&number: &u32| lines.iter().map(move |line| (vec![number], line.to_vec()));
        numbers.iter().flat_map(with).collect::<Vec<_>>()
    };
    let bare = |lines: &[&[usize]]| lines.iter().map(|line| (Vec::new(), line.to_vec())).collect::<Vec<_>>();
    let rows: [&[usize]; 4] = [&[4, 5, 6, 7], &[15, 14, 13, 12], &[2, 6, 10, 14], &[13, 9, 5, 1]];
    let beside: [&[usize]; 3] = [&[0, 1], &[5, 9], &[6, 7]];
    let lines: [&[usize]; 5] = [&[0, 1, 5], &[10, 6, 5, 9, 8], &[0, 5, 10, 15], &[3, 2], &[1, 2, 3, 7, 11, 10]];
    match id {
        "killer" => each(&[3, 5, 7, 10], &[&[0, 1], &[0, 1, 4], &[5, 6, 9], &[0, 1, 4, 5], &[6, 7, 11, 10]])
            .into_iter()
            .chain(each(&[2], &[&[3]]))
            .collect(),
        "rellik" => each(&[3, 5, 6, 9], &[&[0, 1], &[0, 1, 4], &[5, 6, 9], &[0, 1, 4, 5], &[3]]),
        "slingshot" => bare(&[&[0, 1, 2, 3], &[5, 6, 9, 10, 15], &[0, 5, 10], &[3, 2, 1, 0, 4, 8]]),
        "modular" => [bare(&lines), each(&[1, 2, 4], &lines)].concat(),
        "cage" | "equality" => bare(&[&[0, 5], &[5, 6, 9, 10], &[0, 4, 8]]),
        "sum" => each(&[2, 7, 11], &[&[0, 5, 10], &[3, 9], &[7], &[0, 1, 2, 3, 4, 5, 6, 7]]),
        "contains" => vec![(vec![1, 1], vec![0, 5, 10]), (vec![2, 3, 4], vec![0, 6, 9, 15]), (vec![4], vec![3, 8])],
        "quadruple" => {
            vec![(vec![1, 2], vec![5, 6, 9, 10]), (vec![3, 3], vec![1, 2, 5, 6]), (vec![4], vec![4, 5, 8, 9])]
        }
        "counting" => bare(&[&[0, 5, 10, 15], &[0, 1, 6, 11, 12], &[0, 7], &[9]]),
        "arrow" => {
            [bare(&lines), vec![(vec![2], vec![1, 0, 4, 5, 9, 13, 12]), (vec![2], vec![2, 6, 5, 4, 8, 9, 10, 11, 15])]]
                .concat()
        }
        "x" => [bare(&beside), each(&[3, 5, 7], &beside)].concat(),
        "equalsum" => {
            let longer = each(&[1, 2, 3], &[&[0, 5, 10, 15, 3], &[2, 6, 5, 9], &[15, 14, 10, 1, 4, 8]]);
            [bare(&lines), longer].concat()
        }
        "white" | "black" => [bare(&beside), each(&[1, 2, 3], &beside)].concat(),
        "lockout" => [bare(&lines), each(&[1, 2], &lines)].concat(),
        "sumline" => [bare(&lines), each(&[4, 5], &lines)].concat(),
        "doublearrow" | "between" | "regionsum" | "zipper" | "slow" => bare(&lines),
        "clone" => bare(&[&[0, 1, 10, 11], &[0, 5], &[0, 4, 13, 9]]),
        "samevalues" => bare(&[&[0, 1, 10, 11], &[0, 5, 6, 9, 14, 3], &[0, 5]]),
        "exactly" => {
            vec![(vec![1], vec![0, 5, 10]), (vec![2, 2, 3], vec![0, 6, 9, 15, 4]), (vec![4, 1], vec![3, 8, 9])]
        }
        "lunchbox" => each(&[0, 2, 3, 5], &[&[0, 1, 5], &[4, 5, 6, 7], &[1, 4], &[2, 6, 11, 15]]),
        "distinct" => bare(&[&[0, 5, 10, 15], &[3, 6, 9, 12, 8], &[1, 6]]),
        "littlekiller" => each(&[3, 6, 10], &[&[1, 4], &[0, 5, 10, 15], &[14, 11], &[13, 10, 7]]),
        "sandwich" => each(&[0, 2, 5], &rows),
        "xsum" => each(&[1, 4, 10], &rows),
        "skyscraper" | "hidden" | "room" => each(&[1, 2, 4], &rows),
        _ => Vec::new(),
    }
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

/// Cells to try each rule on.
fn trials(id: &str) -> Vec<(Vec<u32>, Vec<usize>)> {
    let counted = counted(id);
    if !counted.is_empty() {
        return counted;
    }
    let cells: Vec<Vec<usize>> = match id {
        "entropy" | "modularity" | "antitaxicab" | "alldots" | "allwhite" | "allblack" | "allxv" | "falling"
        | "rising" | "disjoint" | "windoku" | "antiknight" | "antiking" | "nonconsecutive" => vec![vec![]],
        "v" | "greater" => vec![vec![0, 1], vec![5, 9], vec![6, 7]],
        "even" | "odd" | "candidates" | "columnindex" | "rowindex" | "minimum" | "maximum" => {
            vec![vec![0], vec![5], vec![3, 10], vec![5, 15, 2], vec![0, 1]]
        }
        "entropic" => vec![vec![0, 5, 10], vec![1, 2, 6], vec![12, 9, 6, 3], vec![0, 1, 2]],
        _ => vec![vec![0, 5, 10], vec![1, 2, 6], vec![12, 9, 6, 3], vec![4, 11]],
    };
    let numbers = if id == "candidates" { vec![1, 3] } else { Vec::new() };
    cells.into_iter().map(|cells| (numbers.clone(), cells)).collect()
}

#[test]
fn each_rule_counts_what_brute_force_counts() {
    let all = all();
    // Flat mates have numbers from 1 to 9.
    for spec in RULES.iter().filter(|spec| spec.id != "flatmates") {
        for (numbers, cells) in trials(spec.id) {
            let of = cells.iter().map(|&cell| Cell(cell as u16)).collect();
            let rule = GridRule { numbers: numbers.clone(), ..GridRule::new(spec.id, of) };
            means(rule, &|full| keeps(spec.id, &numbers, &cells, full), &all);
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
                let holds = |rule: &GridRule| {
                    let cells: Vec<usize> = rule.cells.iter().map(|cell| cell.index()).collect();
                    keeps(spec.id, &rule.numbers, &cells, full)
                };
                is_given && grid.rules.iter().all(holds)
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

/// Cells and numbers of a rule on a 6x6, such that a full grid keeps it if that is possible.
fn on_six(id: &'static str, full: &[u8], random: &mut fastrand::Rng) -> GridRule {
    let mut cells: Vec<usize> = (0..36).collect();
    random.shuffle(&mut cells);
    let (k, back) = (random.usize(..6), random.bool());
    let mut cells: Vec<usize> = match id {
        "littlekiller" => (0..=k.max(1)).map(|at| 6 * at + k.max(1) - at).collect(),
        "sandwich" | "xsum" | "skyscraper" | "hidden" | "room" if random.bool() => (6 * k..6 * k + 6).collect(),
        "sandwich" | "xsum" | "skyscraper" | "hidden" | "room" => (0..6).map(|at| 6 * at + k).collect(),
        "quadruple" => [0, 1, 6, 7].map(|by| k.min(4) * 7 + by).to_vec(),
        "greater" => vec![6 * k + 2, 6 * k + 3],
        "clone" | "samevalues" => cells[..4].to_vec(),
        "killer" | "cage" | "rellik" | "lunchbox" => cells[..random.usize(2..5)].to_vec(),
        _ => cells[..random.usize(2..7)].to_vec(),
    };
    if back && !["quadruple", "littlekiller"].contains(&id) {
        cells.reverse();
    }
    let line: Vec<u8> = cells.iter().map(|&cell| full[cell]).collect();
    let keeps = |numbers: &[u32]| sums::keeps(id, numbers, &line, &cells) == Some(true);
    let numbers = match rule(id).unwrap().takes.numbers {
        (0, _) => Vec::new(),
        (_, 1) => {
            let kept: Vec<u32> = (0..=40).filter(|&number| keeps(&[number])).collect();
            vec![kept.first().copied().unwrap_or(7)]
        }
        _ => line[..random.usize(1..3)].iter().map(|&number| number.into()).collect(),
    };
    let numbers = if id == "exactly" || id == "contains" || id == "quadruple" { sorted(numbers) } else { numbers };
    GridRule { numbers, ..GridRule::new(id, cells.iter().map(|&cell| Cell(cell as u16)).collect()) }
}

fn sorted(mut numbers: Vec<u32>) -> Vec<u32> {
    numbers.sort_unstable();
    numbers
}

#[test]
fn rules_that_count_leave_the_right_solutions_of_6x6_grids() {
    const IDS: [&str; 27] = [
        "equalsum",
        "rellik",
        "hidden",
        "slingshot",
        "killer",
        "cage",
        "sum",
        "littlekiller",
        "contains",
        "quadruple",
        "counting",
        "arrow",
        "doublearrow",
        "between",
        "lockout",
        "sumline",
        "zipper",
        "slow",
        "clone",
        "sandwich",
        "xsum",
        "skyscraper",
        "greater",
        "samevalues",
        "exactly",
        "lunchbox",
        "room",
    ];
    let (mut random, mut some, mut done) = (fastrand::Rng::with_seed(66), 0, 0);
    while done < rounds(150, 2000) {
        let recipe = Recipe::new(kind("sudoku").unwrap(), 6, random.u64(..));
        let mut grid = generate(&recipe, &mut |_| true).unwrap().puzzle.grid().unwrap().clone();
        let full: Vec<u8> = solutions(&grid, 1)[0].iter().map(|bit| bit.trailing_zeros() as u8 + 1).collect();
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
        grid.rules = (0..3).map(|_| on_six(IDS[random.usize(..IDS.len())], &full, &mut random)).collect();
        if grid.rules.iter().any(|rule| rule.fault(&grid).is_some()) {
            continue;
        }
        let kept = |own: &Vec<u32>| {
            grid.rules.iter().all(|rule| {
                let cells: Vec<usize> = rule.cells.iter().map(|cell| cell.index()).collect();
                let line: Vec<u8> = cells.iter().map(|&cell| own[cell].trailing_zeros() as u8 + 1).collect();
                sums::keeps(&rule.id, &rule.numbers, &line, &cells).unwrap()
            })
        };
        let expected = all.iter().filter(|own| kept(own)).count() as u128;
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
            let with = with_rules(&grid, std::slice::from_ref(&rule));
            if let Some(fault) = rule.fault(&grid).or_else(|| Some(with.rule_too_many()?.1)) {
                let known = ["transitions", "expected", "diagonal", "touch", "circle", "first set"];
                assert!(known.iter().any(|word| fault.contains(word)), "{fault}");
            }
        }
    }
    let long = (0..625).map(Cell).collect();
    let sum = GridRule { numbers: vec![5_000], ..GridRule::new("sum", long) };
    let with = with_rules(&grid, &[sum]);
    let words = "`sum` is too large: more than 1048576 transitions or pairs of symbols";
    assert_eq!(with.rule_too_many(), Some((0, words.to_string())));
    assert_eq!(with.unfit().as_deref(), Some(words), "no answer is given without the rule");
}

fn with_rules(grid: &Grid, rules: &[GridRule]) -> Grid {
    let mut grid = grid.clone();
    grid.rules = rules.to_vec();
    grid
}

/// Rules share a budget: what one may have, many may not have together.
#[test]
fn rules_that_are_too_many_together_are_refused_and_equal_ones_are_one() {
    let grid = Grid::new(25, Areas::usual_boxes(25).unwrap());
    let line =
        |first: u16| GridRule { numbers: vec![90], ..GridRule::new("sum", (first..first + 60).map(Cell).collect()) };
    let some: Vec<GridRule> = (0..100).map(line).collect();
    assert_eq!(with_rules(&grid, &some[..1]).rule_too_many(), None);
    let (at, words) = with_rules(&grid, &some).rule_too_many().expect("they are too many");
    assert!(at > 1 && words.starts_with("`sum` is too large beside the rules before it"), "{at} {words}");
    let (again, once) = (with_rules(&grid, &vec![line(0); 2_000]), with_rules(&grid, &[line(0)]));
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
