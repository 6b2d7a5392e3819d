//! Grids with more symbols than 32: their alphabets, forms, candidates, rules and covers. Full grids
//! are made by shifting rows, and the rest is checked by counting, without code of the program.

use crate::forms::forms;
use dancing::Goal;
use fastrand::Rng;
use quadrille_puzzle::{
    Alphabet, Areas, Cell, Entry, Grid, GridRule, LoadError, Marks, Puzzle, Reasoning, Shape, Size, Symbol, SymbolSet,
    TOML, encode, kind, load, memory_of, write_toml,
};
use quadrille_solve::{Engine, Order, run};

/// A full grid of a side: each row is the one above it shifted, by one more at each band.
pub fn full(n: usize, rng: &mut Rng) -> Grid {
    let areas = Areas::usual_boxes(n).unwrap();
    let Areas::Boxes { rows, columns } = areas else { panic!("usual boxes are boxes") };
    let mut names: Vec<u8> = (0..n as u8).collect();
    rng.shuffle(&mut names);
    let mut grid = Grid::new(n, areas);
    for cell in grid.all_cells() {
        let (row, column) = (cell.index() / n, cell.index() % n);
        let shifted = (row % rows * columns + row / rows + column) % n;
        grid.cells[cell.index()] = Entry::Given(Symbol(names[shifted]));
    }
    grid
}

fn holed(n: usize, holes: usize, rng: &mut Rng) -> Grid {
    let mut grid = full(n, rng);
    let mut cells: Vec<usize> = (0..n * n).collect();
    rng.shuffle(&mut cells);
    cells[..holes].iter().for_each(|&cell| grid.cells[cell] = Entry::Empty);
    grid
}

#[test]
fn sets_hold_64_symbols() {
    assert_eq!((SymbolSet::first(0), SymbolSet::first(64)), (SymbolSet::EMPTY, SymbolSet::ALL));
    let mut rng = Rng::with_seed(64);
    for _ in 0..500 {
        let symbols: Vec<u8> = (0..64).filter(|_| rng.bool()).collect();
        let set: SymbolSet = symbols.iter().copied().map(Symbol).collect();
        assert_eq!(set.symbols().map(|symbol| symbol.0).collect::<Vec<_>>(), symbols);
        assert_eq!((set.len(), set.is_empty()), (symbols.len(), symbols.is_empty()));
        let one = Symbol(rng.u8(..64));
        assert_eq!(set.contains(one), symbols.contains(&one.0));
        assert!(set.with(one).contains(one) && !set.without(one).contains(one));
        assert_eq!(set.with(one) - SymbolSet::of(one), set.without(one));
        assert_eq!(SymbolSet::of(one).only(), Some(one));
        assert_eq!(set.only().is_some(), symbols.len() == 1);
        assert!(set.without(one).is_in(set) && !set.without(one).meets(SymbolSet::of(one)));
    }
}

#[test]
fn every_alphabet_is_read_by_its_name_and_its_symbols() {
    for n in 2..=Size::MOST {
        for alphabet in [Alphabet::usual(n), Alphabet::from_zero(n)] {
            assert_eq!(alphabet.len(), n);
            assert_eq!(Alphabet::named(&alphabet.name()), Some(alphabet.clone()), "{}", alphabet.name());
            assert_eq!(Alphabet::of(&alphabet.to_string()), Some(alphabet.clone()));
            for symbol in alphabet.symbols() {
                let c = alphabet.char(symbol);
                assert_eq!(alphabet.symbol(c), Some(symbol));
                let folded = c.to_ascii_lowercase();
                assert!(n > 36 || alphabet.symbol(folded) == Some(symbol), "case does not matter up to 36");
            }
        }
    }
    assert_eq!(Alphabet::of("0123456789abcdefghijklmnopqrstuvwxyzA"), Alphabet::named("0-9a-zA"));
    assert_eq!(Alphabet::of("0123456789abcdefghijklmnopqrstuvwxyA"), None, "case does not matter among 36");
    assert_eq!(Alphabet::of(&"1".repeat(65)), None);
}

#[test]
fn large_grids_are_read_as_they_are_written() {
    let mut rng = Rng::with_seed(36);
    for n in [26, 27, 28, 30, 32, 35, 36, 49, 64] {
        for zero in [false, true] {
            let mut grid = holed(n, n * n / 3, &mut rng);
            if zero {
                grid.alphabet = Alphabet::from_zero(n);
            }
            let puzzle = Puzzle::new(kind("sudoku").unwrap(), kind("sudoku").unwrap().forms[0], Shape::Grid(grid));
            let own = puzzle.grid().unwrap();
            let mut held = 0;
            for form in forms().into_iter().filter(|form| form.loss(&puzzle).essential.is_empty()) {
                let text = form.write_all(&puzzle);
                for wanted in [None, Some(form.id)] {
                    let again = load(&text, wanted).unwrap_or_else(|error| panic!("{n} {} {error}", form.id));
                    let again = again.puzzles[0].grid().unwrap();
                    assert_eq!((&again.cells, &again.areas), (&own.cells, &own.areas), "{n} {}", form.id);
                }
                held += 1;
            }
            assert!(held > 3, "{n}: {held} forms");
        }
    }
}

#[test]
fn marks_and_rules_of_large_grids_are_kept() {
    let mut rng = Rng::with_seed(37);
    for n in [36, 64] {
        let mut grid = holed(n, n * n / 2, &mut rng);
        let cells = |range: std::ops::Range<u16>| range.map(Cell).collect::<Vec<_>>();
        grid.rules = vec![
            GridRule { numbers: vec![n as u32 * 3 - 3], ..GridRule::new("killer", cells(0..3)) },
            GridRule { numbers: vec![1, 33, n as u32], ..GridRule::new("candidates", cells(4..6)) },
            GridRule::new("thermometer", cells(8..14)),
        ];
        let sets: Vec<SymbolSet> = grid.all_cells().map(|_| SymbolSet(rng.u64(..)) & grid.all_symbols()).collect();
        let puzzle = Puzzle {
            marks: Marks::new(sets.clone(), sets),
            ..Puzzle::new(kind("sudoku").unwrap(), &TOML, Shape::Grid(grid))
        };
        let again = load(&write_toml(&puzzle), None).unwrap().puzzles.remove(0);
        assert_eq!((again.grid(), &again.marks), (puzzle.grid(), &puzzle.marks));
    }
}

#[test]
fn candidates_of_large_grids_are_what_their_units_leave() {
    let mut rng = Rng::with_seed(38);
    for n in [33, 36, 64] {
        let grid = holed(n, n * n * 2 / 3, &mut rng);
        let found = grid.candidates();
        let Areas::Boxes { rows, columns } = grid.areas else { panic!("the grid has boxes") };
        for cell in 0..n * n {
            let (row, column) = (cell / n, cell % n);
            let mut left = vec![true; n];
            for other in (0..n * n).filter(|&other| other != cell) {
                let (r, c) = (other / n, other % n);
                let is_near = r == row || c == column || (r / rows, c / columns) == (row / rows, column / columns);
                if let (true, Some(symbol)) = (is_near, grid.cells[other].symbol()) {
                    left[usize::from(symbol.0)] = false;
                }
            }
            let expected: Vec<usize> = (0..n).filter(|&symbol| left[symbol]).collect();
            let found: Vec<usize> = found[cell].symbols().map(|symbol| symbol.0.into()).collect();
            assert_eq!(found, expected, "{n} {cell}");
        }
    }
}

#[test]
fn rules_know_numbers_above_32() {
    let n = 36;
    let mut grid = Grid::new(n, Areas::usual_boxes(n).unwrap());
    let cells = |range: std::ops::Range<u16>| range.map(Cell).collect::<Vec<_>>();
    let numbers = |set: SymbolSet| set.symbols().map(|symbol| symbol.0 + 1).collect::<Vec<u8>>();
    // Two cells with the sum 70, three with 105, a thermometer of 35 cells, and a difference.
    for (rule, at, expected) in [
        (GridRule { numbers: vec![70], ..GridRule::new("killer", cells(0..2)) }, 0, vec![34, 36]),
        (GridRule { numbers: vec![105], ..GridRule::new("killer", cells(0..3)) }, 0, vec![34, 35, 36]),
        (GridRule { numbers: vec![70], ..GridRule::new("rellik", cells(0..2)) }, 0, (1..=36).collect()),
        (GridRule::new("thermometer", cells(0..35)), 33, vec![34, 35]),
        (GridRule { numbers: vec![35], ..GridRule::new("white", cells(0..2)) }, 1, vec![1, 36]),
        (GridRule::new("even", cells(0..1)), 0, (1..=18).map(|half| 2 * half).collect()),
    ] {
        grid.rules = vec![rule];
        assert_eq!(numbers(grid.consistent()[at]), expected, "{:?}", grid.rules);
    }
    // No selection of the cells adds up to 71: beside 36 there is no 35.
    grid.rules = vec![GridRule { numbers: vec![71], ..GridRule::new("rellik", cells(0..2)) }];
    grid.cells[0] = Entry::Given(Symbol(35));
    assert!(!grid.candidates()[1].contains(Symbol(34)) && grid.candidates()[1].contains(Symbol(33)));
    grid.rules = vec![GridRule::new("windoku", Vec::new())];
    assert!(grid.units().len() > 3 * n);
}

#[test]
fn large_grids_are_solved_and_stepped_with_wide_links() {
    let mut rng = Rng::with_seed(39);
    for (n, holes) in [(36, 36), (36, 400), (64, 300)] {
        let grid = holed(n, holes, &mut rng);
        let encoded = encode(&Shape::Grid(grid.clone()));
        let outcome = run(&encoded.problem, Order { engine: Some(Engine::LINKS), ..Order::new(Goal::First) }, &mut ());
        let found = encoded.decode(&outcome.solutions[0]).unwrap();
        let quadrille_puzzle::Solution::Grid(solved) = found else { panic!("a cover is a grid") };
        assert!(solved.solves(&grid), "{n}");
    }
    let shape = Shape::Grid(Grid::new(36, Areas::usual_boxes(36).unwrap()));
    let empty = encode(&shape);
    assert_eq!((empty.problem.n_options(), empty.problem.n_items()), (46_656, 4 * 36 * 36));
    assert!(empty.problem.n_cells() > 1 << 16, "the links of a 36x36 are wide");
    assert!(memory_of(&shape) < 1 << 27);
}

#[test]
fn hints_lead_to_the_end_of_a_large_grid() {
    let mut rng = Rng::with_seed(40);
    let mut grid = full(36, &mut rng);
    for _ in 0..60 {
        grid.cells[rng.usize(..36 * 36)] = Entry::Empty;
    }
    let mut reasoning = Reasoning::new(&grid);
    while let Some(hint) = reasoning.hint() {
        reasoning.take(&hint.effect);
    }
    assert!(reasoning.is_solved());
}

/// Lines of small grids, as a list has them.
fn small_lines(n: usize, count: usize, rng: &mut Rng) -> String {
    let line = |_| {
        let grid = holed(n, n * n / 3, rng);
        let char = |entry: &Entry| entry.symbol().map_or('.', |symbol| grid.alphabet.char(symbol));
        grid.cells.iter().map(char).chain(['\n']).collect::<String>()
    };
    (0..count).map(line).collect()
}

#[test]
fn as_many_lines_as_characters_are_a_list_or_a_grid() {
    let mut rng = Rng::with_seed(41);
    for (side, n) in [(6, 36), (8, 64)] {
        // A list of small grids stays a list.
        let text = small_lines(side, n, &mut rng);
        let list = load(&text, None).unwrap();
        assert_eq!((list.puzzles.len(), list.puzzles[0].grid().unwrap().n_symbols()), (n, side));
        assert_eq!(load(&text, Some("rows")).unwrap().puzzles.len(), 1);
        // If it could be a grid, it says so.
        let symbol = |k: usize, at: usize| if at == k { char::from(b'1' + (k % side) as u8) } else { '.' };
        let sparse: String = (0..n).flat_map(|k| (0..n).map(move |at| symbol(k, at)).chain(['\n'])).collect();
        let list = load(&sparse, None).unwrap();
        assert_eq!(list.puzzles.len(), n);
        let note = list.puzzles[0].notes.iter().find(|note| note.other.as_deref() == Some("rows")).unwrap();
        assert!(note.said.contains(&format!("as 1 {n}x{n} grid")), "{}", note.said);
        // A list with a wrong symbol in one line stays one too.
        let (wrong, above) = (text.replacen('1', "9", 1), text.replacen('1', "8", 1));
        let damaged = if side == 8 { wrong } else { above };
        let (loaded, refused) = quadrille_puzzle::load_lines(&damaged, None).unwrap();
        assert_eq!((loaded.puzzles.len(), refused.len()), (n - 1, 1));
        // Rows of a large grid are a grid, and so are rows without symbols.
        let rows = quadrille_puzzle::symbols::lines_of(&holed(n, n, &mut rng));
        for text in [rows, (".".repeat(n) + "\n").repeat(n)] {
            let grid = load(&text, None).unwrap();
            assert_eq!((grid.puzzles.len(), grid.puzzles[0].grid().unwrap().n_symbols()), (1, n));
        }
    }
}

#[test]
fn lines_of_729_characters_are_candidates_unless_they_have_letters() {
    let mut rng = Rng::with_seed(42);
    let large = quadrille_puzzle::symbols::line_of(&holed(27, 200, &mut rng));
    assert_eq!(load(&large, None).unwrap().puzzles[0].grid().unwrap().n_symbols(), 27);
    let digits = Puzzle::new(
        kind("sudoku").unwrap(),
        kind("sudoku").unwrap().forms[0],
        Shape::Grid(Grid::new(27, Areas::usual_boxes(27).unwrap())),
    );
    assert!(!digits.form.loss(&digits).essential.is_empty());
    let all = "123456789".repeat(81);
    assert_eq!(load(&all, None).unwrap().puzzles[0].grid().unwrap().n_symbols(), 9);
    let Err(LoadError::Parse(error)) = load(&format!("# by Ann\n21{}", &all[2..]), None) else { panic!("not a list") };
    assert!(error.help.as_ref().is_some_and(|help| help.contains("`1` or a `.` is expected")), "{error}");
}

#[test]
fn zeros_and_ones_that_clash_are_a_matrix() {
    let row =
        |k: usize, n: usize| (0..n).map(|at| if at == k { "1" } else { "0" }).collect::<Vec<_>>().join(" ") + "\n";
    let identity: String = (0..36).map(|k| row(k, 36)).collect();
    assert!(load(&identity, None).unwrap().puzzles[0].grid().is_none(), "no 36x36 has one symbol alone");
    let clash: String = (0..16).map(|k| row(k / 2, 16)).collect();
    assert!(load(&clash, None).unwrap().puzzles[0].grid().is_none());
    let apart: String = (0..16).map(|k| row(k % 4 * 4 + k / 4, 16)).collect();
    assert!(matches!(load(&apart, None), Err(LoadError::Ambiguous(_))));
    assert!(load(&identity, Some("sudoku")).unwrap().puzzles[0].grid().is_some());
    // The same with points, X, commas or lines.
    for n in [26, 27, 28, 33, 36] {
        let row = |k: usize, zero: &str, one: &str, comma: &str| {
            (0..n).map(|at| if at == k * 5 % n { one } else { zero }).collect::<Vec<_>>().join(comma) + "\n"
        };
        for (zero, one, comma) in [(".", "1", ""), (".", "X", ""), (".", "1", " "), ("0", "1", ","), ("-", "1", "")] {
            // 36 characters may also be a 6x6.
            if n == 36 && comma.is_empty() {
                continue;
            }
            let text: String = (0..n).map(|k| row(k, zero, one, comma)).collect();
            let loaded = load(&text, None).unwrap_or_else(|error| panic!("{n} {zero}{comma}{one}: {error}"));
            assert!(loaded.puzzles[0].grid().is_none(), "{n} {zero}{comma}{one}");
        }
    }
}

#[test]
fn a_grid_whose_givens_clash_is_read_as_what_it_is() {
    let mut rng = Rng::with_seed(14);
    let mut read = 0;
    for n in (4..=Size::MOST).filter(|&n| Areas::usual_boxes(n).is_some()) {
        for holes in [n * n / 3, n * n - 3 * n] {
            let mut grid = holed(n, holes, &mut rng);
            let puzzle_of =
                |grid: Grid| Puzzle::new(kind("sudoku").unwrap(), kind("sudoku").unwrap().forms[0], Shape::Grid(grid));
            let before = puzzle_of(grid.clone());
            // Two cells of the first row with one symbol.
            let (one, other) = (rng.usize(..n), rng.usize(..n));
            if one == other {
                continue;
            }
            let symbol = Entry::Given(Symbol(rng.u8(..n as u8)));
            (grid.cells[one], grid.cells[other]) = (symbol, symbol);
            let puzzle = puzzle_of(grid);
            let own = puzzle.grid().unwrap();
            for form in forms().into_iter().filter(|form| form.loss(&puzzle).essential.is_empty()) {
                // Candidates are what the givens leave, and nothing is left where they clash.
                let is_left = ["candidates", "729"].contains(&form.id);
                // What has two meanings without the clash has them with it.
                let is_read = |puzzle: &Puzzle| {
                    let read = load(&form.write_all(puzzle), None).ok()?.puzzles.remove(0);
                    Some(read.grid()?.cells == puzzle.grid()?.cells)
                };
                if is_left || is_read(&before) != Some(true) {
                    continue;
                }
                let again =
                    load(&form.write_all(&puzzle), None).unwrap_or_else(|error| panic!("{n} {}: {error}", form.id));
                let again = again.puzzles[0].grid().unwrap_or_else(|| panic!("{n} {}: no grid", form.id));
                assert_eq!((&again.cells, again.conflicts().is_empty()), (&own.cells, false), "{n} {}", form.id);
                read += 1;
            }
        }
    }
    assert!(read > 300, "{read}");
}
