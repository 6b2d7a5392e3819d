//! The parts of a grid: its symbols, its size, its areas, its weights, how it is turned and
//! resized, what breaks a rule, and 9x9 sudokus as lines.

use crate::bundled::BUNDLED;
use crate::side_length::{SideLength, pair};
use quadrille_puzzle::{
    Alphabet, Areas, Cell, CellValues, Entry, Extent, Grid, GridRule, Nine, OwnRule, Plain, Side, Size, Symbol, Walls,
    Weights, load,
};
use std::sync::Arc;

#[test]
fn an_alphabet_has_a_short_name() {
    assert_eq!(Alphabet::usual(9).name(), "1-9");
    assert_eq!(Alphabet::usual(16).name(), "1-9A-G");
    assert_eq!(Alphabet::from_zero(16).name(), "0-9A-F");
    assert_eq!(Alphabet::letters(16).name(), "A-P");
    assert_eq!(Alphabet::of("acdz").unwrap().name(), "ac-dz");
    assert_eq!(Alphabet::of("aa"), None);
    assert_eq!(Alphabet::of("aA"), None);
    assert_eq!(Alphabet::of("a."), None);
}

#[test]
fn a_product_is_never_a_smaller_side() {
    // 2^63 + 2 and 2^32 + 1, whose products with the other number are 4 and 9 modulo 2^64.
    for (rows, columns) in [(2, (1 << 63) + 2), ((1 << 32) + 1, (1 << 32) + 1), (u64::MAX, u64::MAX), (0, 9)] {
        assert_eq!(SideLength::of_boxes(rows, columns), None, "{rows}x{columns}");
    }
    assert_eq!(SideLength::of_boxes(2, 3).map(SideLength::n), Some(6));
    assert_eq!(SideLength::new(260, SideLength::ALL), None);
    assert_eq!(SideLength::new(17, SideLength::SMALL), None);
    assert_eq!(pair("12x3"), Some((12, 3)));
    for text in ["18446744073709551616x1", "x3", "3x", "3", "+3x3", "3x3x3"] {
        assert_eq!(pair(text), None, "{text}");
    }
}

#[test]
fn an_extent_is_read_as_it_is_written() {
    for text in ["9", "6x8", "9 0-8", "9 0-9 boxes 3x3", "6 1-9", "9 no boxes", "6 boxes 3x2", "4x7 0-9 no boxes"] {
        assert_eq!(text.parse::<Extent>().unwrap().to_string(), text);
    }
    for text in [
        "",
        "x",
        "6x",
        "3",
        "65",
        "9 0",
        "9 2-10",
        "9 1-8",
        "9 1-65",
        "9 no",
        "9 boxes",
        "9 boxes 3",
        "1x9",
        "+9",
        "99999999999999999999",
        "9 9",
        "9x9x9",
        "9 0-99999999999999999999",
    ] {
        assert!(text.parse::<Extent>().is_err(), "{text}");
    }
    assert!("9 boxes 2x3".parse::<Extent>().unwrap().grid().is_err(), "a box of a usual grid holds every symbol");
    assert!("6 1-9 boxes 2x3".parse::<Extent>().unwrap().grid().is_ok());
    assert!("7".parse::<Extent>().unwrap().grid().is_err());
    assert!("7 no boxes".parse::<Extent>().unwrap().grid().is_ok());
    assert_eq!("7x8".parse::<Extent>().unwrap().grid().unwrap().areas, Areas::None);
}

#[test]
fn boxes_are_as_square_as_they_can_be() {
    let boxes = |n| match Areas::usual_boxes(n) {
        Some(Areas::Boxes { rows, columns }) => Some((rows, columns)),
        _ => None,
    };
    assert_eq!(boxes(6), Some((2, 3)));
    assert_eq!(boxes(16), Some((4, 4)));
    assert_eq!(boxes(12), Some((3, 4)));
    assert_eq!(boxes(7), None);
}

#[test]
fn walls_close_off_regions_and_say_which_are_too_small() {
    let mut walls = Walls::between(Size::square(4), &[0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
    assert_eq!(walls.faults(4), []);
    assert_eq!(walls.bits(Cell(0)), 16 + 128);
    assert_eq!(walls.bits(Cell(5)), 32 + 64);
    walls.set(Cell(0), Side::Right, true);
    walls.set(Cell(0), Side::Down, true);
    let faults = walls.faults(4);
    assert_eq!(
        faults.iter().map(|f| (f.region, f.first, f.cells)).collect::<Vec<_>>(),
        [(0, Cell(0), 1), (1, Cell(1), 3)]
    );
}

#[test]
fn the_weights_of_a_target_lie_in_rings() {
    let weights = Weights::rings(Size::square(9)).0;
    assert_eq!(weights[..9], [6; 9]);
    assert_eq!(weights[36..45], [6, 7, 8, 9, 10, 9, 8, 7, 6]);
    assert_eq!(weights.iter().sum::<u32>(), 570);
}

/// The grids of the bundled puzzles.
fn grids() -> impl Iterator<Item = Grid> {
    let read = |text: &str| load(text, None).unwrap().puzzles.remove(0).grid().cloned();
    BUNDLED.iter().filter_map(move |bundled| read(bundled.text))
}

#[test]
fn four_quarters_are_none_and_every_unit_turns_with_its_cells() {
    for original in grids() {
        let turned = original.turned();
        assert!(turned.is_sound());
        let sets = |grid: &Grid, turn: bool| {
            let place = |cell: &Cell| if turn { original.before_turn(*cell) } else { *cell };
            let mut sets: Vec<Vec<_>> =
                grid.units().iter().map(|unit| unit.cells.iter().map(place).collect()).collect();
            sets.iter_mut().for_each(|set| set.sort());
            sets.sort();
            sets
        };
        assert_eq!(sets(&turned, true), sets(&original, false));
        assert_eq!(turned.turned().turned().turned(), original);
    }
}

#[test]
fn a_grid_that_grows_and_shrinks_again_is_as_it_was() {
    for (n, grid) in grids().filter_map(|grid| Some((grid.side().filter(|&n| n <= 12)?, grid))) {
        for side in (n..=16).filter(|&side| grid.resized(Extent::usual(side)).is_ok()) {
            let large = grid.resized(Extent::usual(side)).unwrap();
            assert!(large.is_sound(), "{n} {side}");
            let back = large.resized(Extent::usual(n)).unwrap();
            assert_eq!((&back.cells, &back.areas, &back.weights), (&grid.cells, &grid.areas, &grid.weights));
        }
        let to = |text: &str| grid.resized(text.parse().unwrap());
        assert!(to("4").unwrap().is_sound() && to("6x8").unwrap().is_sound());
        let shifted = to(&format!("{n} 0-{n}")).unwrap();
        assert!(shifted.is_sound() && shifted.givens() == grid.givens(), "numbers stay what they are");
    }
}

#[test]
fn tuples_are_broken_when_no_tuple_is_left() {
    let own = OwnRule {
        name: "sum".to_string(),
        help: "the cells hold one of three tuples".to_string(),
        drawn: "line".to_string(),
        means: CellValues::Tuples(vec![vec![1, 2, 3], vec![3, 2, 1], vec![4, 4, 4]]),
    };
    let mut grid = Grid::new(4, Areas::usual_boxes(4).unwrap());
    grid.rules.push(GridRule::of_own(&Arc::new(own), vec![Cell(0), Cell(5), Cell(10)]));
    // The cells keep the rules of rows, columns and boxes.
    let said = |grid: &Grid| grid.conflicts().iter().map(|conflict| conflict.words(grid)).collect::<Vec<_>>();
    assert_eq!(said(&grid), Vec::<String>::new());
    grid.cells[5] = Entry::Given(Symbol(0));
    assert_eq!(said(&grid), ["1 in r2c2 breaks the rule sum"]);
    grid.cells[5] = Entry::Given(Symbol(1));
    grid.cells[0] = Entry::Own(Symbol(0));
    assert_eq!(said(&grid), Vec::<String>::new());
    grid.cells[10] = Entry::Own(Symbol(0));
    assert_eq!(said(&grid), ["1 in r1c1, 2 in r2c2 and 1 in r3c3 break the rule sum"]);
}

const PUZZLE: &[u8] = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &[u8] = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn nine(line: &[u8]) -> Nine {
    match Nine::read(line) {
        Plain::Puzzle(nine) => nine,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_line_is_a_puzzle_nothing_or_somebody_elses() {
    assert_eq!(nine(PUZZLE).0[..5], [5, 3, 0, 0, 7]);
    let blanks = [b"  53--7__**".as_slice(), &PUZZLE[9..], b"\tby hand\r"].concat();
    assert_eq!(nine(&blanks), nine(PUZZLE));
    assert_eq!((Nine::read(b" \t"), Nine::read(b"# a list")), (Plain::Nothing, Plain::Nothing));
    for other in [&PUZZLE[1..], b"end", &[PUZZLE, b"1"].concat(), &[b"A", &PUZZLE[1..]].concat()] {
        assert_eq!(Nine::read(other), Plain::Other);
    }
    let mut text = Vec::new();
    nine(PUZZLE).write(&mut text);
    assert_eq!(text, [PUZZLE, b"\n"].concat());
}

#[test]
fn only_a_plain_grid_has_digits() {
    let grid = nine(PUZZLE).grid();
    assert_eq!(Nine::of(&grid), Some(nine(PUZZLE)));
    let mut diagonal = grid.clone();
    diagonal.diagonals = true;
    assert_eq!(Nine::of(&diagonal), None);
    assert_eq!(Nine::of(&Grid::new(4, Areas::Boxes { rows: 2, columns: 2 })), None);
}

#[test]
fn a_solution_holds_each_digit_once_and_keeps_the_givens() {
    let (puzzle, solved) = (nine(PUZZLE), nine(SOLVED));
    assert!(solved.solves(&puzzle));
    assert!(!puzzle.solves(&puzzle), "not filled");
    let mut other = solved;
    other.0.swap(2, 11);
    assert!(!other.solves(&puzzle), "two rows with a digit twice");
    let mut asked = puzzle;
    asked.0[2] = 9;
    assert!(!solved.solves(&asked), "a given was changed");
}
