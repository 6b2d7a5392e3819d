//! Ratings: a table of puzzles, so that a changed cost, level or limit of a sum is seen at once.

use crate::bundled::BUNDLED;
use quadrille_puzzle::{Level, load};
use quadrille_study::rate;

/// A text, or the name of a bundled file, and its level, its hardest step and the sum of costs.
const RATED: [(&str, &str); 12] = [
    ("7.4.5.6.3.....7....2916..5....8..17.5.7....2....2.63...7..3.8..........9.3..1..4.", "easy hidden-single 256"),
    (".6..4...9....6783.......2.......2..8.58.14...23...89.....4.3...9........54..9167.", "easy hidden-single 376"),
    ("3....89....1.7.5..9..2.......2....3....6......349..156.79.1.....4.....1...5.....2", "medium locked 508"),
    ("..4.5.6.3.....7.....916..5....8..17.5......2....2.63...7..3.8..........9.3..1..4.", "medium naked-pair 548"),
    (".6...8.2...24.6.13....2..98....53..63.....7..1.......9..3........4.67...5.82.....", "hard w-wing 564"),
    (".....82......6.4...9.4.7.....9..3..25.6...8....2...794...5....7.7.3..9...1...9...", "hard skyscraper 798"),
    ("..5..42.37......49.9.........426...5...5.7....8..4.76....8........6..53.....3.8.2", "fiendish aic 2464"),
    (
        "7....9.....9..36414.1..........7..3.56...89.....2..8..8...4.2.3.7.........43....5",
        "fiendish explanation-10 6084",
    ),
    ("sudoku-9x9-gentle.toml", "easy hidden-single 238"),
    ("sudoku-9x9-crossroads.toml", "medium hidden-pair 772"),
    ("sudoku-9x9-thicket.toml", "fiendish aic 5572"),
    // Its steps are hard, and they cost more than those of a hard puzzle.
    ("jigsaw-6x6.toml", "fiendish simple-colouring 1656"),
];

#[test]
fn ratings_are_those_of_the_table() {
    for (text, rated) in RATED {
        let text = BUNDLED.iter().find(|entry| entry.name == text).map_or(text, |entry| entry.text);
        let puzzle = load(text, None).unwrap().puzzles.remove(0);
        let rating = rate(puzzle.grid().unwrap(), &mut || true).unwrap();
        let found = format!("{} {} {}", rating.level.id(), rating.hardest_words(), rating.sum);
        assert_eq!(found, rated, "{text}");
    }
}

/// The limits of the sums, of which those above 81 cells grow with their number.
#[test]
fn levels_end_at_their_limits() {
    let limits = |cells: usize| Level::ALL.map(|level| level.most(cells));
    assert_eq!(limits(81), [Some(800), Some(1000), Some(1600), None]);
    assert_eq!(limits(36), limits(81));
    assert_eq!(limits(162), [Some(1600), Some(2000), Some(3200), None]);
}
