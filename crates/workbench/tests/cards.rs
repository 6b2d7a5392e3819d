//! The cards of the catalog say what the puzzles say.

use crate::bundled::{BUNDLED, BUNDLED_LESSONS};
use crate::library::{BUNDLED_CARDS, lesson_rows, puzzle_rows};
use quadrille_puzzle::{Entry, Shape, Symbol, TOML, load, write_toml};
use quadrille_study::Lesson;
use quadrille_workbench::app::{Card, Document, HandProgress, LibraryRow};
use std::path::Path;

/// To update: QUADRILLE_BLESS=1 cargo test -p quadrille-workbench cards
#[test]
fn the_cards_of_the_bundled_puzzles_are_true() {
    let line = |name: &str, text: &str| {
        let puzzle = load(text, Some(TOML.id)).unwrap().puzzles.remove(0);
        let card = Card::of(&Document::new(puzzle, None), None);
        format!("{name}\t{}\n", serde_json::to_string(&card).unwrap())
    };
    let of_lesson = |name: &str, text: &str| {
        let lesson = Lesson::read(text, BUNDLED).unwrap();
        let card = Card::of_lesson(&lesson, &Document::new(lesson.puzzle.clone(), None));
        format!("{name}\t{}\n", serde_json::to_string(&card).unwrap())
    };
    let puzzles = BUNDLED.iter().map(|bundled| line(bundled.name, bundled.text));
    let lessons = BUNDLED_LESSONS.iter().map(|bundled| of_lesson(bundled.name, bundled.text));
    let fresh: String = puzzles.chain(lessons).collect();
    if std::env::var_os("QUADRILLE_BLESS").is_some() {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/bundled.cards"), &fresh).unwrap();
        return;
    }
    assert_eq!(fresh, BUNDLED_CARDS, "stale: QUADRILLE_BLESS=1 cargo test -p quadrille-workbench cards");
    // What is listed before the puzzle is read is what is listed after it.
    for mut row in puzzle_rows().into_iter().chain(lesson_rows()) {
        let before = row.card.clone().unwrap();
        row.read_bundled();
        assert_eq!(before, row.card().unwrap().into_owned(), "{}", row.name);
        assert_eq!(row.progress(), HandProgress::None, "{}", row.name);
        // The numbers are counted once more, on the puzzle's parts.
        let size = match &row.document().unwrap().puzzle.shape {
            Shape::Grid(grid) => (grid.cells.len().isqrt(), grid.cells.len().isqrt()),
            Shape::Listing(listing) => (listing.whole().items.len(), listing.whole().options.len()),
        };
        assert_eq!(before.size, size, "{}", row.name);
    }
}

#[test]
fn a_card_says_how_far_a_puzzle_is() {
    let card = |text: &str| LibraryRow::card_of("some.txt".into(), text.as_bytes().to_vec(), BUNDLED, &|_| None);
    let solved = "1234341221434321";
    assert_eq!(card(solved).progress, HandProgress::None, "all cells are givens");
    // The cells after the four givens are filled by hand.
    let filled = |cells: &str| {
        let mut puzzle = load(&format!("1234{}", ".".repeat(12)), None).unwrap().puzzles.remove(0);
        puzzle.meta.title = "A".to_string();
        let Shape::Grid(grid) = &mut puzzle.shape else { panic!() };
        for (cell, symbol) in grid.cells[4..].iter_mut().zip(cells.bytes()).filter(|(_, symbol)| *symbol != b'.') {
            *cell = Entry::Own(Symbol(symbol - b'1'));
        }
        write_toml(&puzzle)
    };
    let begun = card(&filled("34.........."));
    assert_eq!((begun.title.as_str(), begun.kind.as_str(), begun.size), ("A", "sudoku", (4, 4)), "{begun:?}");
    assert_eq!(begun.progress, HandProgress::Filled(2, 12));
    assert_eq!(card(&filled("341221434321")).progress, HandProgress::Solved);
    // Full and wrong is not solved.
    assert_eq!(card(&filled("341221434312")).progress, HandProgress::Filled(12, 12));
    // Full, and a rule beside rows, columns and boxes is broken.
    let mut puzzle = load(&filled("341221434321"), None).unwrap().puzzles.remove(0);
    let Shape::Grid(grid) = &mut puzzle.shape else { panic!() };
    grid.diagonals = true;
    assert_eq!(HandProgress::of(&puzzle), HandProgress::Filled(12, 12));
    assert!(card("no puzzle").is_unreadable() && !begun.is_unreadable());
    let two = card(&format!("{solved}\n{solved}\n"));
    assert_eq!((two.puzzles, two.title.as_str()), (2, ""), "{two:?}");
}
