//! The bundled puzzles and lessons: the files of `puzzles/`, embedded in the binary.
//!
//! In the repository each file begins with a line that names its JSON schema, for editors. Its path
//! is wrong elsewhere, so the bundled text begins after it. The lower floors are given these files.

use quadrille_puzzle::Bundled;

/// The beginning of each file of `puzzles/`.
pub const PUZZLE_DIRECTIVE: &str = "#:schema ../docs/schema/puzzle.json\n\n";

/// The beginning of each file of `puzzles/lessons/`.
pub const LESSON_DIRECTIVE: &str = "#:schema ../../docs/schema/lesson.json\n\n";

macro_rules! bundled {
    ($folder:literal $directive:ident $($name:literal),* $(,)?) => {
        &[$(Bundled {
            name: $name,
            text: without_directive(include_str!(concat!("../puzzles/", $folder, $name)), $directive),
        }),*]
    };
}

/// A file after its directive. Every file has one, or the program does not compile.
const fn without_directive(file: &'static str, directive: &str) -> &'static str {
    let (head, text) = file.split_at(directive.len());
    let (head, known) = (head.as_bytes(), directive.as_bytes());
    let mut at = 0;
    while at < known.len() {
        assert!(head[at] == known[at], "a file of puzzles/ begins with the line that names its schema");
        at += 1;
    }
    text
}

/// The bundled puzzle with this name. The extension may be left out.
pub fn bundled(name: &str) -> Option<&'static Bundled> {
    Bundled::named(BUNDLED, name)
}

/// The bundled lesson with this name. The extension may be left out.
pub(crate) fn bundled_lesson(name: &str) -> Option<&'static Bundled> {
    Bundled::named(BUNDLED_LESSONS, name)
}

/// The bundled puzzles, in the order of the Library. The program opens with the first one.
pub static BUNDLED: &[Bundled] = bundled!["" PUZZLE_DIRECTIVE
    "cover-knuth.toml",
    "sudoku-9x9-crossroads.toml",
    "sudoku-4x4-first.toml",
    "sudoku-4x4-fork.toml",
    "sudoku-6x6-lying.toml",
    "sudoku-9x9-gentle.toml",
    "sudoku-9x9-thicket.toml",
    "sudoku-9x9-diagonal.toml",
    "sudoku-9x9-antiknight.toml",
    "sudoku-6x6-thermometers.toml",
    "sudoku-6x6-own-rules.toml",
    "sudoku-9x9-killer.toml",
    "sudoku-9x9-arrows.toml",
    "sudoku-9x9-sandwich.toml",
    "sudoku-12x12.toml",
    "sudoku-16x16.toml",
    "sudoku-25x25.toml",
    "sudoku-36x36.toml",
    "jigsaw-6x6.toml",
    "jigsaw-9x9.toml",
    "jigsaw-12x12.toml",
    "target-9x9.toml",
    "target-9x9-empty.toml",
    "cover-set-meals.toml",
    "cover-word-squares.toml",
    "cover-cheapest-rounds.toml",
    "cover-two-of-a-piece.toml",
    "cover-lamps.toml",
    "queens-8.toml",
    "queens-12.toml",
    "tiling-pentominoes-6x10.toml",
    "tiling-pentominoes-8x8.toml",
    "tiling-dominoes-4x4.toml",
    "tiling-steps.toml",
    "tiling-map.toml",
    "setcover-watch.toml",
    "setcover-night.toml",
    "setcover-lottery.toml",
    "setcover-squares-3.toml",
    "setcover-squares-5-broken.toml",
    "setcover-bombs.toml",
];

/// The bundled lessons, in their order.
pub static BUNDLED_LESSONS: &[Bundled] = bundled!["lessons/" LESSON_DIRECTIVE
    "01-by-hand.toml",
    "02-lists.toml",
    "03-cover.toml",
    "04-uncover.toml",
    "05-which-item.toml",
    "05b-large-tree.toml",
    "06-dead-ends.toml",
    "07-tree.toml",
    "08-sudoku.toml",
    "09-secondary.toml",
    "10-bound.toml",
    "11-repeated.toml",
    "12-colours.toml",
    "13-your-own.toml",
    "14-array.toml",
    "15-multiplicities.toml",
    "16-costs.toml",
    "17-tree-size.toml",
    "18-purify.toml",
    "19-parity.toml",
    "20-memo.toml",
];
