//! Listings of items and options, their boards of letters, and the problems that listings and grids
//! are encoded as.

use crate::options::{ListedOption, OptionView, Options};
use dancing::OptionId;
use quadrille_puzzle::{
    Areas, Board, Cell, Entry, Footprint, Grid, Letters, Listing, Picture, Shape, Solution, Symbol, encode, is_near,
    load,
};

#[test]
fn names_are_near_when_one_character_differs() {
    for (a, b) in [("r1c1", "r1c2"), ("r1c1", "r1c"), ("a1", "b1"), ("Ab", "aB"), ("row3", "row33")] {
        assert!(is_near(a, b), "{a} {b}");
    }
    for (a, b) in [("r1c1", "r2c2"), ("ab", "ba"), ("abc", "a"), ("a", "z"), ("", "a")] {
        assert!(!is_near(a, b), "{a} {b}");
    }
}

#[test]
fn options_are_what_was_added() {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        let name = |rng: &mut fastrand::Rng| rng.bool().then(|| "nämes"[..rng.usize(3..=6)].into());
        let one = |rng: &mut fastrand::Rng| ListedOption {
            name: name(rng),
            items: (0..rng.u32(1..5)).map(|_| rng.u32(..9)).collect(),
        };
        let all: Vec<ListedOption> = (0..rng.usize(..6)).map(|_| one(&mut rng)).collect();
        let packed: Options = all.iter().cloned().collect();
        assert_eq!(packed.len(), all.len());
        assert_eq!(packed.n_cells(), all.iter().map(|own| own.items.len()).sum::<usize>());
        assert_eq!(packed.iter().map(OptionView::to_owned).collect::<Vec<_>>(), all);
        for (at, own) in all.iter().enumerate() {
            assert_eq!((packed.name(at), &packed[at]), (own.name.as_deref(), &own.items[..]));
        }
        assert_eq!(packed.get(all.len()), None);
        let every_second: Vec<ListedOption> = all.iter().step_by(2).cloned().collect();
        assert_eq!(packed.kept(|at| at % 2 == 0), every_second.into_iter().collect());
    }
}

/// The board of a cover in Knuth's form.
fn board(text: &str) -> Option<Board> {
    let puzzle = load(text, Some("knuth")).unwrap_or_else(|error| panic!("{error}\n{text}")).puzzles.remove(0);
    match &puzzle.shape.listing().unwrap().picture {
        Some(Picture::Board(board)) => Some(board.clone()),
        Some(other) => panic!("{other:?}"),
        None => None,
    }
}

#[test]
fn cells_with_letters_are_a_board() {
    let found = board("A D | 11 12 21 22\nA 11:x 12:y\nD 12:y 22:z\nD 11:x 21:w\n").unwrap();
    assert_eq!((found.rows, found.columns, found.holes.len()), (2, 2, 0));
    assert_eq!(
        found.marks[1],
        Footprint { cells: vec![1, 3], letters: Letters::Each("yz".into()), reaches: Vec::new() }
    );
    // Rows may be counted from 0, and a crossword has holes.
    let found = board("A D | r0c0 r0c1 r1c0\nA r0c0:x r0c1:y\nD r0c0:x r1c0:z\n").unwrap();
    assert_eq!(found.holes, [false, false, false, true]);
    // A primary item may be called like a place outside of the found.
    let found = board("00 D | 11 12 21 22\n00 11:x 12:y\nD 12:y 22:z\nD 11:x 21:w\n").unwrap();
    assert_eq!(found.marks[0].cells, [0, 1]);
}

#[test]
fn other_covers_have_no_board() {
    // No colours; long colours; an option without a letter; an item that is no cell; one row.
    for text in [
        "A D | 11 12 21\nA 11 12\nD 11 21\n",
        "A D | 11 12 21\nA 11:xx 12:y\nD 11:xx 21:z\n",
        "A D | 11 12 21\nA 11:x 12:y\nD 11:x 21:z\nD 12\n",
        "A D | 11 12 21 q\nA 11:x 12:y\nD q:x 21:z\n",
        "A D | 11 12 13\nA 11:x 12:y\nD 11:x 13:z\n",
        "A D | 12 1_2 21\nA 12:x 1_2:y\nD 12:x 21:z\n",
        "A D | 1éc1 2c1\nA 1éc1:x\nD 2c1:x\n",
    ] {
        assert_eq!(board(text), None, "{text}");
    }
}

#[test]
fn a_nine_by_nine_has_324_items_and_729_options() {
    let mut grid = Grid::new(9, Areas::usual_boxes(9).unwrap());
    let encoded = encode(&Shape::Grid(grid.clone()));
    assert_eq!((encoded.problem.n_primary(), encoded.problem.n_items(), encoded.problem.n_options()), (324, 324, 729));
    grid.cells[22] = Entry::Given(Symbol(6));
    let encoded = encode(&Shape::Grid(grid.clone()));
    assert_eq!(encoded.problem.n_options(), 721);
    let option = encoded.option(Cell(22), Symbol(6)).unwrap();
    assert_eq!(encoded.option_long(option), "put 7 into r3c5");
    let names: Vec<_> = encoded.problem.items_of(option).iter().map(|&item| encoded.item_short(item)).collect();
    assert_eq!(names, ["r3c5", "r3=7", "c5=7", "b2=7"]);
    assert_eq!(encoded.option(Cell(22), Symbol(0)), None);
}

#[test]
fn what_is_no_solution_is_not_decoded() {
    let encoded = encode(&Shape::Grid(Grid::new(4, Areas::usual_boxes(4).unwrap())));
    let rows = ["1234", "3412", "2143", "4321"].concat();
    let cover: Vec<OptionId> = rows
        .chars()
        .enumerate()
        .map(|(at, c)| encoded.option(Cell(at as u16), Symbol(c as u8 - b'1')).unwrap())
        .collect();
    assert!(encoded.decode(&cover).is_some());
    assert!(encoded.decode(&cover[1..]).is_none());
    let mut wrong = cover.clone();
    wrong[0] = OptionId(wrong[0].0 + 1);
    assert!(encoded.decode(&wrong).is_none());
}

#[test]
fn a_listing_is_decoded_when_it_covers() {
    let option = |items: &[u32]| quadrille_puzzle::ListedOption { name: None, items: items.to_vec() };
    let items = ["a", "b", "x"].map(Into::into).to_vec();
    let options = [option(&[0, 2]), option(&[1, 2]), option(&[1])].into_iter().collect();
    let listing = Listing { items, primary: 2, options, ..Listing::default() };
    let encoded = encode(&Shape::from(listing));
    let cover = |options: &[u32]| encoded.decode(&options.iter().map(|&o| OptionId(o)).collect::<Vec<_>>());
    assert_eq!(cover(&[2, 0]), Some(Solution::Options(vec![OptionId(0), OptionId(2)])));
    assert_eq!(cover(&[0, 1]), None, "x twice");
    assert_eq!(cover(&[0]), None);
    assert_eq!(cover(&[0, 7]), None);
    assert_eq!(encoded.option_long(OptionId(0)), "the option a x");
}
