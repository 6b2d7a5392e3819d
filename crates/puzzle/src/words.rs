//! The words that come with a puzzle. A setter may say rules there, so only words that are known to
//! mean an ordinary sudoku are left out; all others are rules that are not read.
//!
//! A text is split into clauses. A clause is ordinary if each of its words has a row in [`WORDS`]
//! and the roles of its words make one of the [`SAYINGS`]. So a word that is not known, a number
//! that is not one of the grid, or a negation in the wrong place leaves the clause unread.

use super::areas::Areas;
use super::grid::Grid;

/// The role of a word in a clause about an ordinary sudoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It changes nothing: `the`, `please`.
    Filler,
    /// `sudoku`, `rules`.
    Name,
    /// `normal`, `classic`.
    Usual,
    /// `apply`, `hold`.
    Apply,
    /// `further`, as in *no further rules*.
    Further,
    Row,
    Column,
    Box,
    /// `digit`, `number`.
    Digit,
    /// `contain`, `appear`.
    Holds,
    /// `once`, `exactly`.
    Once,
    /// `place`, `fill`.
    Fill,
    /// `grid`, `cells`.
    Grid,
    /// `no`, `not`.
    Not,
    /// `repeat`, `twice`.
    Repeat,
    /// `same`, as in *has the same digit twice*.
    Same,
    /// `every`, `all`.
    All,
    /// The symbols from the first to the last, their number, or the size of the grid or of a box.
    Size,
    /// The name of a rule that the grid has: `Renban rules apply` adds nothing then.
    Held,
}

/// The words of each role.
const WORDS: [(Role, &[&str]); 17] = [
    (
        Role::Filler,
        &[
            "the", "a", "an", "of", "in", "into", "to", "with", "is", "are", "be", "as", "this", "it", "so", "that",
            "such", "has", "have", "must", "should", "and", "or", "from", "you", "please", "your", "any", "there",
            "may", "can", "one", "per", "using", "by", "for", "on", "they", "them", "within", "inside", "then", "will",
            "do", "does",
        ],
    ),
    (Role::Name, &["sudoku", "sudokus", "rules", "rule", "puzzle", "irregular", "jigsaw"]),
    (
        Role::Usual,
        &[
            "normal",
            "standard",
            "classic",
            "classical",
            "regular",
            "usual",
            "ordinary",
            "conventional",
            "traditional",
            "basic",
            "plain",
            "vanilla",
        ],
    ),
    (
        Role::Apply,
        &[
            "apply",
            "applies",
            "hold",
            "valid",
            "force",
            "used",
            "always",
            "follow",
            "following",
            "solve",
            "solved",
            "normally",
        ],
    ),
    (Role::Further, &["further", "other", "additional", "extra", "more", "special", "constraints"]),
    (Role::Row, &["row", "rows"]),
    (Role::Column, &["column", "columns", "col", "cols"]),
    (
        Role::Box,
        &[
            "box", "boxes", "region", "regions", "block", "blocks", "nonet", "nonets", "subgrid", "subgrids", "bold",
            "framed", "outlined",
        ],
    ),
    (Role::Digit, &["digit", "digits", "number", "numbers"]),
    (
        Role::Holds,
        &[
            "contain",
            "contains",
            "containing",
            "appear",
            "appears",
            "goes",
            "go",
            "occur",
            "occurs",
            "holds",
            "includes",
            "include",
            "gets",
        ],
    ),
    (Role::Once, &["once", "exactly", "only", "precisely"]),
    (Role::Fill, &["fill", "place", "put", "write", "enter", "use", "insert", "complete"]),
    (Role::Grid, &["grid", "cells", "cell", "empty"]),
    (Role::Not, &["no", "not", "never", "without", "don't", "cannot", "can't"]),
    (
        Role::Repeat,
        &[
            "repeat",
            "repeats",
            "repeated",
            "repeating",
            "twice",
            "repetition",
            "repetitions",
            "duplicate",
            "duplicates",
            "duplicated",
        ],
    ),
    (Role::Same, &["same"]),
    (Role::All, &["every", "each", "all"]),
];

/// Phrases with one role, which are looked for before the words that they consist of.
const PHRASES: [(Role, &[&str]); 3] =
    [(Role::Repeat, &["more", "than", "once"]), (Role::Usual, &["as", "normal"]), (Role::Usual, &["as", "usual"])];

/// The numbers that are written as words.
const NUMBERS: [&str; 17] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen",
];

/// The shape of a clause: the roles that it must have, and those that it may have besides.
struct Saying {
    must: &'static [Role],
    may: &'static [Role],
}

const SAYINGS: [Saying; 7] = [
    // Normal 9x9 sudoku rules apply.
    Saying { must: &[Role::Name], may: &[Role::Usual, Role::Apply, Role::Size, Role::All, Role::Grid, Role::Held] },
    // There are no further rules.
    Saying { must: &[Role::Not, Role::Further], may: &[Role::Name, Role::Apply] },
    // Each row, column and box contains the digits from 1 to 9 once.
    Saying { must: &[Role::Row, Role::Column, Role::Box, Role::Once], may: UNIT },
    Saying { must: &[Role::Row, Role::Column, Role::Box, Role::All, Role::Holds], may: UNIT },
    Saying { must: &[Role::Row, Role::Column, Role::Box, Role::All, Role::Size], may: UNIT },
    // No digit is repeated in a row, column or box.
    Saying {
        must: &[Role::Row, Role::Column, Role::Box, Role::Not, Role::Repeat],
        may: &[
            Role::Same,
            Role::Digit,
            Role::Holds,
            Role::Fill,
            Role::Grid,
            Role::Size,
            Role::All,
            Role::Usual,
            Role::Name,
        ],
    },
    // Place the digits from 1 to 9 in the grid.
    Saying { must: &[Role::Fill, Role::Size], may: &[Role::Digit, Role::Grid, Role::All] },
];

const UNIT: &[Role] = &[
    Role::Digit,
    Role::Holds,
    Role::Fill,
    Role::Grid,
    Role::Size,
    Role::All,
    Role::Once,
    Role::Usual,
    Role::Name,
    Role::Apply,
];

/// The names of rules that setters use, and the ids of the rules that they mean.
const ALIASES: [(&str, &[&str]); 6] = [
    ("kropki", &["white", "black"]),
    ("thermo", &["thermometer"]),
    ("german", &["whisper"]),
    ("whispers", &["whisper"]),
    ("cage", &["killer"]),
    ("xv", &["x", "v"]),
];

/// The parts of a text that are not known to say no more than an ordinary sudoku, or than the names
/// of rules that the grid has, in order, as they are written. Empty if all of it is known.
pub(super) fn unread<'t>(text: &'t str, grid: &Grid) -> Vec<&'t str> {
    let clauses = text.split(['.', ';', ':', '!', '\n', '\r', '(', ')', '\u{2028}', '\u{2029}']);
    let clauses =
        clauses.map(|clause| clause.trim_matches(|c: char| c.is_whitespace() || "-*\u{2022}\u{2013}".contains(c)));
    clauses.filter(|clause| !clause.is_empty() && !is_ordinary(clause, grid)).collect()
}

/// Returns whether a clause is known to say no more than an ordinary sudoku.
fn is_ordinary(clause: &str, grid: &Grid) -> bool {
    let Some(roles) = roles(clause, grid) else { return false };
    let count = |role: Role| roles.iter().filter(|&&other| other == role).count();
    let fits = |saying: &Saying| {
        let may = |role: &Role| *role == Role::Filler || saying.must.contains(role) || saying.may.contains(role);
        roles.iter().all(may) && saying.must.iter().all(|&role| count(role) > 0)
    };
    // With two negations, or a second *twice*, a clause may mean anything.
    count(Role::Not) < 2 && count(Role::Repeat) < 2 && SAYINGS.iter().any(fits)
}

/// The roles of the words of a clause; `None` if a word has none.
fn roles(clause: &str, grid: &Grid) -> Option<Vec<Role>> {
    let n = grid.n_symbols();
    let clause = clause.to_lowercase().replace(['\u{2019}', '\u{2018}'], "'").replace('\u{d7}', "x");
    let clause = clause.replace(['\u{2013}', '\u{2014}'], "-");
    let words: Vec<&str> =
        clause.split(|c: char| c.is_whitespace() || ",/\"".contains(c)).filter(|word| !word.is_empty()).collect();
    let (mut roles, mut at) = (Vec::new(), 0);
    while let Some(&word) = words.get(at) {
        let phrase = PHRASES.iter().find(|(_, phrase)| words[at..].starts_with(phrase));
        if let Some(&(role, phrase)) = phrase {
            roles.push(role);
            at += phrase.len();
        } else if let Some(length) = sequence(&words[at..], n) {
            roles.push(Role::Size);
            at += length;
        } else {
            let row = WORDS.iter().find(|(_, words)| words.contains(&word)).map(|(role, _)| *role);
            let row = row.or_else(|| is_size(word, n, &grid.areas).then_some(Role::Size));
            roles.push(row.or_else(|| is_held(word, grid).then_some(Role::Held))?);
            at += 1;
        }
    }
    Some(roles)
}

/// The number of words that name all symbols of a grid of side `n`: `1-9`, `1 to 9`, `1 2 and 3`.
fn sequence(words: &[&str], n: usize) -> Option<usize> {
    let last = n.to_string();
    match words {
        [range, ..] if *range == format!("1-{last}") => return Some(1),
        ["1", "to" | "through" | "-" | "till", end, ..] if *end == last => return Some(3),
        _ => {}
    }
    let (mut expected, mut at) = (1, 0);
    while let Some(word) = words.get(at) {
        match *word {
            "and" if expected > 1 => {}
            number if number.parse() == Ok(expected) => expected += 1,
            _ => break,
        }
        at += 1;
    }
    (expected == n + 1).then_some(at)
}

/// Returns whether a word is the number of symbols, the size of the grid, or that of its boxes.
fn is_size(word: &str, n: usize, areas: &Areas) -> bool {
    let boxes = match areas {
        &Areas::Boxes { rows, columns } => [format!("{rows}x{columns}"), format!("{columns}x{rows}")],
        _ => [String::new(), String::new()],
    };
    let is_number = NUMBERS.get(n).is_some_and(|number| *number == word && n > 1) || word.parse() == Ok(n);
    is_number || word == format!("{n}x{n}") || boxes.iter().any(|size| size == word)
}

/// Returns whether a word names a rule that the grid has.
fn is_held(word: &str, grid: &Grid) -> bool {
    let has = |name: &str| {
        let rules = grid.rules.iter().filter(|rule| !rule.is_only_drawn() && rule.own.is_none());
        let mut names = rules.flat_map(|rule| [rule.spec().id, rule.spec().name]);
        names.any(|own| own == name || own.len() > 3 && name.trim_end_matches('s') == own.trim_end_matches('s'))
    };
    let alias = ALIASES.iter().find(|(alias, _)| *alias == word.trim_end_matches('s') || *alias == word);
    has(word) || alias.is_some_and(|(_, ids)| ids.iter().any(|id| has(id)))
}

/// The note about the words of a puzzle that are not read, from their first words on.
pub(super) fn note_of(unread: &[&str]) -> String {
    const SHOWN: usize = 120;
    let all = unread.join("; ").split_whitespace().collect::<Vec<_>>().join(" ");
    let shown: String = all.chars().take(SHOWN).collect();
    let cut = if shown.len() < all.len() { " \u{2026}" } else { "" };
    format!("the words of this puzzle are not read as rules: {}{cut}", shown.trim_end())
}

#[cfg(test)]
mod tests {
    use super::unread as unread_in;
    use super::*;
    use crate::cell::Cell;
    use crate::grid::GridRule;

    /// The parts that are not known, for a grid with the usual boxes.
    fn of(text: &str, n: usize) -> Vec<&str> {
        unread_in(text, &Grid::new(n, Areas::usual_boxes(n).unwrap()))
    }

    #[test]
    fn words_of_an_ordinary_sudoku_are_known() {
        for (n, text) in [
            (9, ""),
            (9, "Normal sudoku rules apply."),
            (9, "Normal 9x9 sudoku rules apply."),
            (9, "Standard sudoku rules."),
            (9, "Fill in the digits 1-9 so that no row, column or 3x3 box repeats a digit."),
            (
                9,
                "Classic sudoku: each of the digits from 1 to 9 goes once into every row, every column and every bold 3x3 box.",
            ),
            (9, "Usual sudoku rules hold."),
            (9, "Regular Sudoku rules are in force."),
            (9, "This is a classic 9x9 sudoku; there are no further rules."),
            (9, "Put 1 to 9 into the grid; every row, column and box has to contain all nine digits."),
            (9, "Solve as an ordinary sudoku."),
            (9, "SUDOKU: No digit may occur twice in a row, in a column or in one of the nine boxes. Use 1-9."),
            (9, "Ordinary 9x9 sudoku rules."),
            (9, "The classic rules of sudoku hold!"),
            (9, "Sudoku rules as always."),
            (9, "Sudoku as usual."),
            (9, "No row, column or box has the same digit more than once."),
            (9, "Sudoku rules apply as normal."),
            (9, "Rules: classic sudoku, each of 1-9 once per row, column and 3x3 box."),
            (9, "Normal irregular sudoku rules apply"),
            (9, "Place the digits 1\u{2013}9 so that they don\u{2019}t repeat in any row, column or region."),
            (4, "Every row, column and box gets 1, 2, 3 and 4."),
            (6, "Classic 6x6 sudoku: 1-6 appear in each row, column and 2x3 box."),
            (6, "Fill every cell with the numbers from 1 to 6"),
            (16, "Normal 16x16 sudoku rules apply; use 1 through 16."),
            (16, "All sixteen digits appear in every row, column and box exactly once."),
        ] {
            assert_eq!(of(text, n), [""; 0], "{text}");
        }
    }

    #[test]
    fn words_that_may_say_a_rule_are_unread() {
        for (n, text) in [
            (9, "This is not a normal sudoku."),
            (4, "Do not use the normal rules of 4x4 sudoku."),
            (9, "Normal sudoku rules do not apply."),
            (9, "Normal sudoku rules apply except in box 5."),
            (9, "Normal 6x6 sudoku rules apply."),
            (9, "Place 0-8 in every row, column and box."),
            (9, "Each row, column and box contains 1 to 8 once."),
            (9, "Place the digits 1-9 once in every row and column."),
            (9, "Each row and column contains each digit once; no digit repeats in a box of a colour."),
            (9, "No digit may not repeat in a row, column or box."),
            (9, "Each row, column and box contains every digit twice."),
            (9, "Digits may repeat in a row, column or box."),
            (9, "No row, column or box contains all digits."),
            (9, "No digit appears more than twice in a row, column or box."),
            (9, "Digits separated by a knight's move may not repeat."),
            (9, "Every second row, column and box contains all digits."),
            (9, "Rows, columns, boxes and diagonals contain each digit once."),
            (9, "Each row, column and 2x2 box contains each digit once."),
            (9, "There are no rules."),
            (9, "Each row, column and box has the same digits once."),
            (9, "Disjoint groups"),
            (9, "Anti-knight"),
            (9, "Other rules apply"),
        ] {
            assert!(!of(text, n).is_empty(), "{text}");
        }
    }

    #[test]
    fn the_name_of_a_rule_that_the_grid_has_says_no_more() {
        let mut grid = Grid::new(9, Areas::usual_boxes(9).unwrap());
        let words = "Normal rules for sudoku, renban and kropki apply.";
        assert_eq!(unread_in(words, &grid).len(), 1);
        grid.rules.push(GridRule { lines: Vec::new(), ..GridRule::new("renban", vec![Cell(0), Cell(1)]) });
        assert_eq!(unread_in(words, &grid).len(), 1, "it has no dots");
        grid.rules.push(GridRule::new("black", vec![Cell(3), Cell(4)]));
        assert_eq!(unread_in(words, &grid), [""; 0]);
        assert_eq!(unread_in("A renban holds three digits.", &grid).len(), 1, "more than its name");
    }

    #[test]
    fn the_unread_part_is_named_and_the_rest_is_not() {
        let words = "Normal Sudoku rules apply\nDigits separated by a knight's move may not repeat\r\n";
        let unread = of(words, 9);
        assert_eq!(unread, ["Digits separated by a knight's move may not repeat"]);
        let said = "the words of this puzzle are not read as rules: Digits separated by a knight's move may not repeat";
        assert_eq!(note_of(&unread), said);
        let long = "word ".repeat(100);
        assert!(note_of(&[&long]).ends_with(" \u{2026}"), "a cut has its sign");
    }
}
