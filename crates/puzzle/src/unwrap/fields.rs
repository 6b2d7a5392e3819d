//! Lists of puzzles with other things on their lines: a table with a column of puzzles, numbered
//! lines, texts in quotes, ratings.

use super::rows::{LABELS, LEVELS, is_label};
use super::{Glyph, Glyphs, Token, Unwrapped, is_comment, text_of};
use crate::rules::RULES;
use std::collections::BTreeSet;

/// One puzzle a line; `None` unless each line has one.
pub(super) fn read(lines: &[Glyphs], took: &BTreeSet<&'static str>) -> Option<Unwrapped> {
    let mut took = took.clone();
    let is_filled = |line: &&Glyphs| {
        let text = text_of(line);
        !text.trim().is_empty() && !is_comment(line) && !is_label(text.trim())
    };
    // In files of two programs, other lines of XML say nothing about the rules.
    let whole: String = lines.iter().map(|line| text_of(line)).collect();
    let is_file = whole.contains("<opensudoku") || whole.contains("<ksudoku") && whole.contains("type=\"sudoku\"");
    let has_puzzle = |line: &&Glyphs| split(line).iter().any(|field| is_puzzle(field, 9));
    let is_xml = is_file && lines.iter().any(|line| has_puzzle(&line));
    if is_xml {
        took.insert("the tags");
    }
    let is_filled = |line: &&Glyphs| is_filled(line) && (!is_xml || has_puzzle(line));
    let filled: Vec<&Glyphs> = lines.iter().filter(is_filled).collect();
    let mut all: Vec<Vec<Token>> = match Table::of(&filled) {
        Some(table) => table.puzzles(&mut took)?,
        None => filled.iter().map(|line| split(line)).collect(),
    };
    // Another address may say more than its grid.
    let is_address = |line: &&Glyphs| text_of(line).contains("://") && !text_of(line).contains(PAGE);
    if lines.iter().any(|line| is_address(&line)) {
        return None;
    }
    let n = (4..=25usize).rev().find(|&n| {
        let body = if all.len() > 1 { &all[1..] } else { &all[..] };
        !body.is_empty() && body.iter().all(|fields| fields.iter().any(|field| is_puzzle(field, n)))
    })?;
    if !all[0].iter().any(|field| is_puzzle(field, n)) {
        if !all[0].iter().all(|field| is_column(&field.text)) {
            return None;
        }
        all.remove(0);
        took.insert("the names of the columns");
    }
    let mut puzzles = Vec::new();
    for mut fields in all {
        let of_size: Vec<usize> = (0..fields.len()).filter(|&at| is_puzzle(&fields[at], n)).collect();
        let is_open = |at: &usize| cells_of(&fields[*at].text, n).chars().any(is_empty);
        let open: Vec<usize> = of_size.iter().copied().filter(is_open).collect();
        let at = match (&open[..], &of_size[..]) {
            (&[one], _) | (&[], &[one]) => one,
            _ => return None,
        };
        // A damaged puzzle beside its solution is not the solution.
        let is_nearly = |at: usize| {
            let length = fields[at].text.chars().count();
            !of_size.contains(&at) && length.abs_diff(n * n) <= n && fields[at].text.contains(is_empty)
        };
        if (0..fields.len()).any(is_nearly) {
            return None;
        }
        let puzzle = cells_of(&fields[at].text, n);
        for &other in of_size.iter().filter(|&&other| other != at) {
            // A solution keeps the givens.
            let solution = cells_of(&fields[other].text, n);
            if !puzzle.chars().zip(solution.chars()).all(|(given, found)| is_empty(given) || given == found) {
                return None;
            }
            took.insert("the solutions");
        }
        if fields.len() > of_size.len() {
            let is_page = |text: &str| text.ends_with(PAGE.trim_end_matches('=')) || text.starts_with("http");
            let is_other = |(at, field): (usize, &Token)| {
                of_size.contains(&at) || is_xml || is_page(&field.text) || says_no_rule(&field.text)
            };
            if !fields.iter().enumerate().all(is_other) {
                return None;
            }
            took.insert("the other fields of the lines");
        }
        if puzzle.chars().count() < fields[at].text.chars().count() {
            took.insert("the signs between rows");
        }
        let mut token = fields.swap_remove(at);
        // `#` would begin a comment.
        token.text = puzzle.replace('#', ".").replace('x', "X");
        puzzles.push(vec![token]);
    }
    Some(Unwrapped::new(puzzles, took))
}

/// A table: the names of its columns in the first line, and a puzzle in each other line.
struct Table {
    names: Vec<Token>,
    rows: Vec<Vec<Token>>,
    /// The columns that hold a puzzle in every line: one at least.
    puzzles: Vec<usize>,
}

impl Table {
    /// The table that lines of equally many fields make; `None` if a line has another number of
    /// them, or no column holds a puzzle in every line.
    fn of(lines: &[&Glyphs]) -> Option<Table> {
        let (first, body) = lines.split_first().filter(|(_, body)| !body.is_empty())?;
        let has = |comma: char| lines.iter().all(|line| line.iter().any(|glyph| glyph.c == comma));
        let comma = [',', ';', '\t'].into_iter().find(|&comma| has(comma))?;
        let mut names = parted(first, comma);
        let mut rows: Vec<Vec<Token>> = body.iter().map(|line| parted(line, comma)).collect();
        // A comma at the end of each line ends an empty field, which the names may not have.
        let is_open = |row: &Vec<Token>| row.last().is_some_and(|field| field.text.is_empty());
        if rows.iter().all(is_open) {
            rows.iter_mut().for_each(|row| _ = row.pop());
            names.pop_if(|name| name.text.is_empty());
        }
        let is_table = rows.iter().all(|row| row.len() == names.len());
        let is_headed = !names.iter().any(|name| side_of(name).is_some());
        if !is_table || !is_headed {
            return None;
        }
        let holds = |at: &usize| side_of(&rows[0][*at]).is_some_and(|n| rows.iter().all(|row| is_puzzle(&row[*at], n)));
        let puzzles: Vec<usize> = (0..names.len()).filter(holds).collect();
        (!puzzles.is_empty()).then_some(Table { names, rows, puzzles })
    }

    /// The columns beside the puzzles.
    fn beside(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.names.len()).filter(|at| !self.puzzles.contains(at))
    }

    /// Returns whether a field of another column is nearly the cells of a puzzle, or only another
    /// column has the name of puzzles.
    fn has_damaged(&self) -> bool {
        let Some(n) = side_of(&self.rows[0][self.puzzles[0]]) else { return false };
        let names_puzzle = |at: usize| {
            let name = self.names[at].text.to_lowercase();
            matches!(
                name.trim_end_matches('s'),
                "puzzle" | "given" | "grid" | "board" | "quizze" | "question" | "unsolved"
            )
        };
        let is_nearly = |field: &Token| {
            let is_cell = |c: char| c.is_ascii_digit() || is_empty(c);
            let length = field.text.chars().count();
            length.abs_diff(n * n) <= n && field.text.chars().all(is_cell) || is_puzzle(field, n)
        };
        let is_other = !self.puzzles.iter().any(|&at| names_puzzle(at));
        self.beside().any(|at| is_other && names_puzzle(at) || self.rows.iter().any(|row| is_nearly(&row[at])))
    }

    /// The first field beside the puzzles that may say a rule: a name of a column, or a value.
    fn rule(&self) -> Option<&Token> {
        let name = self.names.iter().find(|name| !is_column(&name.text) && names_rule(&name.text));
        let value = |at: usize| {
            let is_described = is_column(&self.names[at].text);
            let says_none = |field: &&Token| match is_described {
                true => says_no_rule(&field.text) || !names_rule(&field.text),
                false => says_no_rule(&field.text),
            };
            self.rows.iter().map(|row| &row[at]).find(|field| !says_none(field))
        };
        name.or_else(|| self.beside().find_map(value))
    }

    /// The puzzles and solutions of each line; `None` if a field may say a rule.
    fn puzzles(&self, took: &mut BTreeSet<&'static str>) -> Option<Vec<Vec<Token>>> {
        // A damaged puzzle beside its solution is not the solution.
        if self.rule().is_some() || self.has_damaged() {
            return None;
        }
        took.insert("the names of the columns");
        if self.puzzles.len() < self.names.len() {
            took.insert("the other fields of the lines");
        }
        Some(self.rows.iter().map(|row| self.puzzles.iter().map(|&at| row[at].clone()).collect()).collect())
    }
}

/// The first field of a table of puzzles that may say a rule. `None` if there is none, or the lines
/// are not such a table.
pub(super) fn rule_beside(lines: &[Glyphs]) -> Option<Token> {
    let filled: Vec<&Glyphs> = lines.iter().filter(|line| !text_of(line).trim().is_empty()).collect();
    Table::of(&filled)?.rule().cloned()
}

/// The fields of a line between commas, without blanks and quotes around them. A comma in quotes
/// separates none.
fn parted(line: &[Glyph], comma: char) -> Vec<Token> {
    let mut is_quoted = false;
    let parts = line.split(|glyph| {
        is_quoted ^= glyph.c == '"';
        glyph.c == comma && !is_quoted
    });
    let end = line.last().map(|glyph| glyph.place);
    let field = |part: &[Glyph]| {
        let place =
            part.iter().find(|glyph| !" \"".contains(glyph.c)).or(part.first()).map(|glyph| glyph.place).or(end);
        let text = text_of(part).trim().trim_matches(['"', '\'']).trim().to_string();
        Token { text, place: place.unwrap_or(crate::scan::TextPlace { line: 1, column: 1 }) }
    };
    parts.map(field).collect()
}

/// The side of the grid whose cells a field is.
fn side_of(field: &Token) -> Option<usize> {
    (4..=25usize).rev().find(|&n| is_puzzle(field, n))
}

/// Returns whether a text has a word of the name of a rule.
fn names_rule(text: &str) -> bool {
    const OTHERS: [&str; 24] = [
        "anti",
        "argyle",
        "asterisk",
        "cage",
        "cages",
        "chess",
        "diagonal",
        "diagonals",
        "even",
        "extra",
        "girandola",
        "hyper",
        "irregular",
        "jigsaw",
        "killer",
        "king",
        "knight",
        "miracle",
        "odd",
        "toroidal",
        "touch",
        "variant",
        "wall",
        "x",
    ];
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).collect();
    let of_rule = |word: &str| {
        let names = RULES.iter().flat_map(|spec| spec.name.split([' ', '-', '/']).chain([spec.id]));
        word.len() > 3 && names.into_iter().any(|name| name.len() > 3 && word.starts_with(&name.to_lowercase()))
    };
    words.iter().any(|word| OTHERS.contains(word) || of_rule(word))
}

/// Words that name columns of puzzles, or values beside them, and say nothing about rules.
const COLUMNS: [&str; 31] = [
    "answer",
    "answers",
    "author",
    "boards",
    "clue",
    "clues",
    "count",
    "date",
    "difficulty",
    "given",
    "givens",
    "grids",
    "hash",
    "id",
    "index",
    "key",
    "levels",
    "name",
    "puzzles",
    "question",
    "quizzes",
    "rating",
    "score",
    "seed",
    "solution",
    "solutions",
    "solved",
    "source",
    "sudokus",
    "title",
    "unsolved",
];

/// Words that name the columns in which a solver counts its steps. Elsewhere they may be rules.
const STEPS: [&str; 17] = [
    "backtracks",
    "box",
    "guesses",
    "hidden",
    "intersections",
    "line",
    "naked",
    "pairs",
    "pointing",
    "quads",
    "singles",
    "steps",
    "techniques",
    "time",
    "tool",
    "triples",
    "uid",
];

/// Returns whether a field of the first line can be the name of a column.
fn is_column(text: &str) -> bool {
    is_named_by(text, |part| is_known(part) || STEPS.contains(&part.to_lowercase().as_str()))
}

/// Returns whether a text consists of words that a function knows, and of numbers.
fn is_named_by(text: &str, is_word: impl Fn(&str) -> bool) -> bool {
    let is_name = |part: &str| part.is_empty() || is_word(part) || part.bytes().all(|byte| byte.is_ascii_digit());
    text.split(['_', '-', '#', '.', ' ', '/']).all(is_name) && text.contains(|c: char| c.is_ascii_alphabetic())
}

/// Returns whether a word is known to say nothing about rules.
pub(super) fn is_known(word: &str) -> bool {
    let word = word.to_lowercase();
    [&COLUMNS[..], &LABELS, &LEVELS].iter().any(|words| words.contains(&word.as_str()))
}

/// Returns whether a field beside a puzzle cannot be a rule: a number, a date, a hash, a word for
/// the difficulty, or the name of a column.
fn says_no_rule(text: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || "+-./#%_{}".contains(c);
    let is_hash = text.len() >= 10 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.chars().all(is_number) || is_hash || is_named_by(text, is_known)
}

/// The fields of a line: the parts between blanks, commas, quotes and the like.
fn split(line: &[Glyph]) -> Vec<Token> {
    let line = undeclared(line);
    // Blanks beside a `/` between rows are no ends of fields.
    let is_slash = |at: Option<usize>| at.and_then(|at| line.get(at)).is_some_and(|glyph| glyph.c == '/');
    let is_kept =
        |(at, glyph): &(usize, &Glyph)| glyph.c != ' ' || !is_slash(at.checked_sub(1)) && !is_slash(Some(at + 1));
    let line: Vec<Glyph> = line.iter().enumerate().filter(is_kept).map(|(_, glyph)| *glyph).collect();
    let parts = line.split(|glyph| " \t,;:=\"'`|()[]<>".contains(glyph.c)).filter(|part| !part.is_empty());
    parts.map(|part| Token { text: text_of(part), place: part[0].place }).collect()
}

/// A line without the name before a text in quotes: `grid = "53..7"`.
fn undeclared(line: &[Glyph]) -> &[Glyph] {
    let at = line.iter().position(|glyph| glyph.c == '=').map_or(0, |at| at + 1);
    let is_text = line[at..].iter().find(|glyph| glyph.c != ' ').is_some_and(|glyph| "\"'".contains(glyph.c));
    let is_name = line[..at].iter().all(|glyph| glyph.c.is_ascii_alphanumeric() || "_ =".contains(glyph.c));
    if is_text && is_name { &line[at..] } else { line }
}

/// Returns whether a field is the cells of a grid of side n, with one mark for empty cells.
fn is_puzzle(field: &Token, n: usize) -> bool {
    let cells = cells_of(&field.text, n);
    let is_symbol = |c: char| c.is_ascii_alphanumeric() && c != '0';
    // Two marks may mean two things. Beside another one, 0 is a symbol.
    let blanks: BTreeSet<char> = cells.chars().filter(|&c| c != '0' && is_empty(c)).collect();
    let is_one = blanks.len() < 2 || blanks.iter().all(|c| "xX".contains(*c));
    let is_cells = cells.chars().count() == n * n && cells.chars().all(|c| is_symbol(c) || is_empty(c));
    is_cells && is_one && cells.chars().any(is_symbol)
}

fn is_empty(c: char) -> bool {
    ".0-_*?#xX".contains(c)
}

/// The page whose addresses hold a grid and nothing else.
const PAGE: &str = "sudoku.htm?bd=";

/// The text without the `/` between its n rows.
fn cells_of(text: &str, n: usize) -> String {
    let rows: Vec<&str> = text.trim_end_matches('/').split('/').collect();
    match rows.len() == n && rows.iter().all(|row| row.chars().count() == n) {
        true => rows.concat(),
        false => text.to_string(),
    }
}
