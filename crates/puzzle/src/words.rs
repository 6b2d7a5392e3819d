//! The words that come with a puzzle. A setter may say rules there, so only words that are known to
//! mean an ordinary sudoku are left out; all others are rules that are not read.
//!
//! A text is split into clauses. A clause is ordinary if each of its words has a row in [`WORDS`]
//! and the roles of its words make one of the [`SAYINGS`]. So a word that is not known, a number
//! that is not one of the grid, or a negation in the wrong place leaves the clause unread. Rows,
//! columns and boxes must be listed together, each once: *not in a row* beside *in a box* says
//! more.

use super::areas::Areas;
use super::grid::Grid;

/// The role of a word in a clause about an ordinary sudoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It changes nothing: `with`, `please`.
    Filler,
    /// It may stand in a list of rows, columns and boxes: `or`, `in a`.
    Joins,
    /// `sudoku`, `rules`.
    Name,
    /// `jigsaw`, for a grid with regions.
    Irregular,
    /// `normal`, `classic`.
    Usual,
    /// `apply`, `hold`.
    Apply,
    /// `further`, as in *no further rules*.
    Further,
    Row,
    Column,
    Box,
    /// `bold`, as boxes are.
    Framed,
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
    /// The symbols from the first to the last.
    Symbols,
    /// The number of symbols.
    Count,
    /// The size of the grid or of a box: `9x9`.
    Size,
    /// The name of a rule that the grid has: `Renban rules apply` adds nothing then.
    Held,
}

/// The words of each role.
const WORDS: [(Role, &[&str]); 20] = [
    (
        Role::Filler,
        &[
            "into", "to", "with", "is", "are", "be", "as", "this", "it", "so", "that", "such", "has", "have", "must",
            "should", "from", "you", "please", "your", "there", "may", "can", "using", "by", "for", "they", "them",
            "then", "will", "do", "does", "just", "ones",
        ],
    ),
    (Role::Joins, &["the", "a", "an", "of", "in", "and", "or", "any", "per", "on", "within", "inside"]),
    (Role::Name, &["sudoku", "sudokus", "rules", "rule", "puzzle", "constraints"]),
    (Role::Irregular, &["irregular", "jigsaw"]),
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
    (Role::Further, &["further", "other", "additional", "extra", "more", "special", "variant"]),
    (Role::Row, &["row", "rows"]),
    (Role::Column, &["column", "columns", "col", "cols"]),
    (Role::Box, &["box", "boxes", "region", "regions", "block", "blocks", "nonet", "nonets", "subgrid", "subgrids"]),
    (Role::Framed, &["bold", "framed", "outlined", "marked"]),
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
const PHRASES: [(Role, &[&str]); 4] = [
    (Role::Repeat, &["more", "than", "once"]),
    (Role::Usual, &["as", "normal"]),
    (Role::Usual, &["as", "usual"]),
    (Role::Joins, &["one", "of"]),
];

/// Clauses that say no more as a whole: greetings, and the usual rules in other languages.
const WHOLE: [&str; 18] = [
    "have fun",
    "enjoy",
    "good luck",
    "good luck and have fun",
    "thanks",
    "no guessing required",
    "no guessing is required",
    "no guessing needed",
    "there is a unique solution",
    "the solution is unique",
    "this puzzle has a unique solution",
    "es gelten die normalen sudoku-regeln",
    "es gelten die normalen sudokuregeln",
    "es gelten die \u{fc}blichen sudokuregeln",
    "normale sudokuregeln",
    "les r\u{e8}gles normales du sudoku s'appliquent",
    "les r\u{e8}gles classiques du sudoku s'appliquent",
    "se aplican las reglas normales del sudoku",
];

/// The numbers that are written as words.
const NUMBERS: [&str; 17] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen",
];

/// The shape of a clause: the roles that it must have, and those that it may have besides.
struct Saying {
    must: &'static [Role],
    may: &'static [Role],
    /// Returns whether the order of the roles is that of the saying.
    ordered: fn(&[Role]) -> bool,
}

const SAYINGS: [Saying; 11] = [
    // Normal 9x9 sudoku rules apply.
    Saying {
        must: &[Role::Name],
        may: &[Role::Usual, Role::Irregular, Role::Apply, Role::Size, Role::All, Role::Grid],
        ordered: |_| true,
    },
    // Normal sudoku and renban rules apply.
    Saying { must: &[Role::Name, Role::Held], may: &[Role::Usual, Role::Irregular, Role::Apply], ordered: |_| true },
    // Solve the sudoku with the digits 1 to 9.
    Saying {
        must: &[Role::Name, Role::Symbols],
        may: &[Role::Usual, Role::Apply, Role::Digit, Role::Fill, Role::Grid, Role::Size, Role::All],
        ordered: |_| true,
    },
    // There are no further rules.
    Saying { must: &[Role::Not, Role::Further], may: &[Role::Name, Role::Apply], ordered: denies_further },
    // Each row, column and box contains the digits from 1 to 9 once.
    Saying { must: &[Role::Row, Role::Column, Role::Box, Role::Once], may: UNIT, ordered: are_listed },
    Saying { must: &[Role::Row, Role::Column, Role::Box, Role::All, Role::Holds], may: UNIT, ordered: are_listed },
    Saying { must: &[Role::Row, Role::Column, Role::Box, Role::Fill, Role::Symbols], may: UNIT, ordered: are_listed },
    // 1 to 9 in all rows, columns and boxes.
    Saying { must: &[Role::Row, Role::Column, Role::Box, Role::All, Role::Symbols], may: UNIT, ordered: are_listed },
    // Every cell gets a digit 1-9.
    Saying {
        must: &[Role::Grid, Role::All, Role::Holds, Role::Symbols],
        may: &[Role::Digit, Role::Name],
        ordered: |_| true,
    },
    // No digit is repeated in a row, column or box.
    Saying {
        must: &[Role::Row, Role::Column, Role::Box, Role::Not, Role::Repeat],
        may: &[
            Role::Framed,
            Role::Same,
            Role::Digit,
            Role::Holds,
            Role::Fill,
            Role::Grid,
            Role::Symbols,
            Role::Count,
            Role::Size,
            Role::All,
            Role::Usual,
            Role::Name,
        ],
        ordered: |roles| are_listed(roles) && follows(roles, Role::Not) != Some(Role::All),
    },
    // Place the digits from 1 to 9 in the grid.
    Saying { must: &[Role::Fill, Role::Symbols], may: &[Role::Digit, Role::Grid, Role::All], ordered: |_| true },
];

const UNIT: &[Role] = &[
    Role::Framed,
    Role::Digit,
    Role::Holds,
    Role::Fill,
    Role::Grid,
    Role::Symbols,
    Role::Count,
    Role::Size,
    Role::All,
    Role::Once,
    Role::Usual,
    Role::Name,
    Role::Apply,
];

/// Returns whether rows, columns and boxes are listed together, each once. Other words between them
/// may make two statements of one, such as *each row once, not each box*.
fn are_listed(roles: &[Role]) -> bool {
    let is_unit = |role: &Role| matches!(role, Role::Row | Role::Column | Role::Box);
    let (Some(first), Some(last)) = (roles.iter().position(is_unit), roles.iter().rposition(is_unit)) else {
        return false;
    };
    let list = &roles[first..=last];
    let joins = |(at, role): (usize, &Role)| match role {
        Role::Joins | Role::All | Role::Framed => true,
        Role::Size | Role::Count => matches!(list[at + 1], Role::Box | Role::Framed | Role::Size | Role::Count),
        role => is_unit(role),
    };
    let once = list.iter().filter(|role| is_unit(role)).count() == 3 && list.iter().enumerate().all(joins);
    // *Every 3x3 region of the grid* may be any such part of it.
    once && !roles[last..].contains(&Role::Grid)
}

/// Returns whether *no* and then *further* are the first words that say something.
fn denies_further(roles: &[Role]) -> bool {
    let mut said = roles.iter().filter(|role| !matches!(role, Role::Filler | Role::Joins));
    said.next() == Some(&Role::Not) && said.next() == Some(&Role::Further)
}

/// The role of the next word after the first one of a role that says something.
fn follows(roles: &[Role], role: Role) -> Option<Role> {
    let after = roles.iter().skip_while(|&&other| other != role).skip(1);
    after.copied().find(|other| !matches!(other, Role::Filler | Role::Joins))
}

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
    // *No other rules* denies the usual ones too, unless they were said.
    let mut is_sudoku = false;
    let mut says_more = |clause: &&str| {
        let roles = roles(clause, grid);
        let saying = roles.and_then(|roles| SAYINGS.iter().find(|saying| saying.is_said(&roles)));
        let is_further = saying.is_some_and(|saying| saying.must.contains(&Role::Further));
        let is_said = saying.is_some_and(|saying| saying.must.contains(&Role::Row));
        is_sudoku |= !is_further && (is_said || saying.is_some() && clause.to_lowercase().contains("sudoku"));
        match saying {
            Some(_) => is_further && !is_sudoku,
            None => !WHOLE.contains(&plain(clause).as_str()),
        }
    };
    clauses.filter(|clause| !clause.is_empty() && says_more(clause)).collect()
}

impl Saying {
    /// Returns whether the roles of a clause's words have this shape.
    fn is_said(&self, roles: &[Role]) -> bool {
        let count = |role: Role| roles.iter().filter(|&&other| other == role).count();
        let may = |role: &Role| {
            matches!(role, Role::Filler | Role::Joins) || self.must.contains(role) || self.may.contains(role)
        };
        let fits = roles.iter().all(may) && self.must.iter().all(|&role| count(role) > 0) && (self.ordered)(roles);
        // With two negations, or a second *twice*, a clause may mean anything.
        fits && count(Role::Not) < 2 && count(Role::Repeat) < 2
    }
}

/// A clause in small letters, with one sign for each meaning.
fn plain(clause: &str) -> String {
    let clause = clause.to_lowercase().replace(['\u{2019}', '\u{2018}'], "'").replace('\u{d7}', "x");
    clause.replace(['\u{2013}', '\u{2014}'], "-")
}

/// The roles of the words of a clause; `None` if a word has none.
fn roles(clause: &str, grid: &Grid) -> Option<Vec<Role>> {
    let n = grid.n_symbols();
    let clause = plain(clause);
    let words: Vec<&str> =
        clause.split(|c: char| c.is_whitespace() || ",/\"".contains(c)).filter(|word| !word.is_empty()).collect();
    let (mut roles, mut at) = (Vec::new(), 0);
    while let Some(&word) = words.get(at) {
        let phrase = PHRASES.iter().find(|(_, phrase)| words[at..].starts_with(phrase));
        if let Some(&(role, phrase)) = phrase {
            roles.push(role);
            at += phrase.len();
        } else if let Some(length) = sequence(&words[at..], n) {
            roles.push(Role::Symbols);
            at += length;
        } else {
            let row = WORDS.iter().find(|(_, words)| words.contains(&word)).map(|(role, _)| *role);
            let row = row.filter(|&role| role != Role::Irregular || matches!(grid.areas, Areas::Walls(_)));
            let row = row.or_else(|| is_count(word, n).then_some(Role::Count));
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

/// Returns whether a word is the number of symbols: `nine`, `9`.
fn is_count(word: &str, n: usize) -> bool {
    NUMBERS.get(n).is_some_and(|number| *number == word && n > 1) || word.parse() == Ok(n)
}

/// Returns whether a word is the size of the grid or of its boxes.
fn is_size(word: &str, n: usize, areas: &Areas) -> bool {
    let boxes = match areas {
        &Areas::Boxes { rows, columns } => [format!("{rows}x{columns}"), format!("{columns}x{rows}")],
        _ => [String::new(), String::new()],
    };
    let word = word.replace("-by-", "x");
    word == format!("{n}x{n}") || boxes.contains(&word)
}

/// Returns whether a word names a rule that the grid has.
fn is_held(word: &str, grid: &Grid) -> bool {
    let has = |name: &str| {
        let rules = grid.rules.iter().filter(|rule| !rule.is_only_drawn() && rule.own.is_none());
        let mut names = rules.flat_map(|rule| [rule.spec().id, rule.spec().name]);
        names.any(|known| {
            known == name && known.len() > 1
                || known.len() > 3 && name.trim_end_matches('s') == known.trim_end_matches('s')
        })
    };
    let alias = ALIASES.iter().find(|(alias, _)| *alias == word.trim_end_matches('s') || *alias == word);
    has(word) || alias.is_some_and(|(_, ids)| ids.iter().any(|id| has(id)))
}

/// The name of the rule that a grid has for such words.
pub(super) const IN_WORDS: &str = "rule in words";

/// The beginning of that note.
pub(super) const UNREAD: &str = "the words of this puzzle are not read as rules";

/// The note about the words of a puzzle that are not read, from their first words on.
pub(super) fn note_of(unread: &[&str]) -> String {
    const SHOWN: usize = 120;
    let all = unread.join("; ").split_whitespace().collect::<Vec<_>>().join(" ");
    let shown: String = all.chars().take(SHOWN).collect();
    let cut = if shown.len() < all.len() { " \u{2026}" } else { "" };
    format!("{UNREAD}: {}{cut}", shown.trim_end())
}
