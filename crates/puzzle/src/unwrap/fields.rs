//! Lists of puzzles with other things on their lines: a table with a column of puzzles, numbered
//! lines, texts in quotes, ratings.

use super::rows::{LABELS, LEVELS, is_label};
use super::{Glyph, Glyphs, Token, Unwrapped, is_comment, text_of};
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
    let mut all: Vec<Vec<Token>> = lines.iter().filter(is_filled).map(|line| split(line)).collect();
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

/// Words that name columns of puzzles, or values beside them, and say nothing about rules.
const COLUMNS: [&str; 30] = [
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
    "unsolved",
];

/// Returns whether a field of the first line can be the name of a column.
fn is_column(text: &str) -> bool {
    let is_name = |part: &str| part.is_empty() || is_known(part) || part.bytes().all(|byte| byte.is_ascii_digit());
    text.split(['_', '-', '#', '.']).all(is_name) && text.contains(|c: char| c.is_ascii_alphabetic())
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
    text.chars().all(is_number) || is_hash || is_column(text)
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
