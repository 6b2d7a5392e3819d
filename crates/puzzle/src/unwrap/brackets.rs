//! Lists in brackets, as programs write them: JSON, Python, numpy, C.

use super::fields::is_known;
use super::rows::{LABELS, plain_cell};
use super::{Glyph, Glyphs, Token, Unwrapped};
use crate::scan::TextPlace;
use std::collections::BTreeSet;

/// A value of a list, with its name if it has one: `"A": [1, 4]`.
type Entry = (Option<Token>, Value);

#[derive(Debug)]
enum Value {
    /// A number, a word, or a text in quotes, as it is written.
    Cell {
        token: Token,
        is_quoted: bool,
    },
    List(Vec<Entry>),
}

/// The deepest nesting that is read.
const DEEPEST: usize = 8;

/// The lists of a text as rows, and as options of their items: the readings that it has, in the
/// order in which they are tried. Empty if it has no lists, or other things beside them.
pub(super) fn read(lines: &[Glyphs], took: &BTreeSet<&'static str>) -> Vec<Unwrapped> {
    let (mut took, Some((values, names))) = (took.clone(), lists(lines)) else { return Vec::new() };
    if names.iter().any(|name| !name.trim().is_empty()) {
        took.insert("the declaration");
    }
    took.insert("the brackets");
    let options = options(&values).filter(|_| names.len() == 1);
    let rows = rows(&values, &names, &mut took);
    let readings = rows.into_iter().chain(options);
    readings.map(|lines| Unwrapped::new(lines, took.clone())).collect()
}

/// The lists of a text, and what is before each of them; `None` if it has no lists, or other things
/// beside them.
fn lists(lines: &[Glyphs]) -> Option<(Vec<Entry>, Vec<String>)> {
    let mut glyphs: Vec<Glyph> = Vec::new();
    for line in lines {
        let end = line.last().map_or(TextPlace { line: 1, column: 1 }, |glyph| glyph.place);
        glyphs.extend(line);
        glyphs.push(Glyph { c: '\n', place: end });
    }
    let glyphs = untyped(glyphs);
    let start = opening(&glyphs)?;
    let before: String = glyphs[..start].iter().map(|glyph| glyph.c).collect();
    if !is_declaration(before.trim()) {
        return None;
    }
    let mut parser = Parser { glyphs: &glyphs, at: start };
    let mut values: Vec<Entry> = Vec::new();
    // One list may have any name.
    let mut names = vec![before];
    loop {
        parser.skip(&[' ', '\t', '\n', ',', ';', ')', '}']);
        match parser.peek() {
            None => break,
            Some('[' | '{' | '(') => values.push((None, parser.value(0)?)),
            // Another declaration.
            Some(_) => {
                let next = parser.at + opening(&glyphs[parser.at..])?;
                let before: String = glyphs[parser.at..next].iter().map(|glyph| glyph.c).collect();
                if !is_declaration(before.trim()) {
                    return None;
                }
                names.push(before);
                parser.at = next;
            }
        }
    }
    Some((values, names))
}

/// The rows of lists; `None` if they are not rows.
fn rows(values: &[Entry], names: &[String], took: &mut BTreeSet<&'static str>) -> Option<Vec<Vec<Token>>> {
    let mut rows = Vec::new();
    match sets(values) {
        Some(named) => rows = named,
        None if names.len() > 1 && !names.iter().all(|name| is_of_puzzle(declared(name))) => return None,
        None => push_rows(values, &mut rows, took)?,
    }
    // All cells of a grid may be in one list. Rows of 0 and 1 are those of a matrix.
    let is_bit = |token: &Token| matches!(token.text.as_str(), "0" | "1");
    let is_whole = rows.len() == 1 || !rows.iter().flatten().all(is_bit);
    let rows = match rows.first().and_then(|row| (6..=25usize).find(|n| n * n == row.len())) {
        Some(n) if is_whole && rows.iter().all(|row| row.len() == n * n) => {
            rows.iter().flat_map(|row| row.chunks(n)).map(<[Token]>::to_vec).collect()
        }
        _ => rows,
    };
    (!rows.is_empty()).then_some(rows)
}

/// Lists of items as lines `NUMBER: ITEMS`, one for each option; `None` if the values are other
/// things. All items are whole numbers or all are texts in quotes. They are those that occur, so a
/// list counted from 0 has the item 0.
fn options(values: &[Entry]) -> Option<Vec<Vec<Token>>> {
    let entries = match values {
        [(None, Value::List(entries))] => entries,
        several => several,
    };
    // Most rows of a grid: a cell is missing, or there is one too many.
    let is_row = |(_, value): &&Entry| matches!(value, Value::List(list) if list.len() == entries.len());
    let n_rows = entries.iter().filter(is_row).count();
    if entries.len() > 3 && n_rows < entries.len() && 2 * n_rows > entries.len() {
        return None;
    }
    let are_quoted = entries.iter().any(|(_, list)| match list {
        Value::List(items) => items.iter().any(|(_, item)| matches!(item, Value::Cell { is_quoted: true, .. })),
        Value::Cell { .. } => false,
    });
    let item = |(named, value): &Entry| match (named, value) {
        (None, Value::Cell { token, is_quoted }) if *is_quoted == are_quoted => {
            item_name(token).filter(|name| are_quoted || name.text.bytes().all(|byte| byte.is_ascii_digit()))
        }
        _ => None,
    };
    let line = |(number, entry): (usize, &Entry)| {
        let (None, Value::List(items)) = entry else { return None };
        let items: Vec<Token> = items.iter().map(item).collect::<Option<_>>()?;
        let place = items.first()?.place;
        Some(std::iter::once(Token { text: format!("{number}:"), place }).chain(items).collect())
    };
    let lines: Vec<Vec<Token>> = (1..).zip(entries).map(line).collect::<Option<_>>()?;
    (lines.len() > 1).then_some(lines)
}

/// A token as the name of an item: visible characters without the signs of lines of sets.
fn item_name(token: &Token) -> Option<Token> {
    let is_plain = !token.text.is_empty() && !token.text.contains(|c: char| c.is_whitespace() || SIGNS.contains(c));
    is_plain.then(|| token.clone())
}

/// The glyphs without the type of an array's cells, as numpy prints it: `, dtype=int8`.
fn untyped(glyphs: Vec<Glyph>) -> Vec<Glyph> {
    const TYPE: &str = "dtype=";
    let text: String = glyphs.iter().map(|glyph| glyph.c).collect();
    let Some(at) = text.find(TYPE).map(|at| text[..at].chars().count()) else { return glyphs };
    let is_type = |glyph: &&Glyph| glyph.c.is_alphanumeric() || "._<>'".contains(glyph.c);
    let length = TYPE.len() + glyphs[at + TYPE.len()..].iter().take_while(is_type).count();
    [&glyphs[..at], &glyphs[at + length..]].concat()
}

/// The place of the first bracket of a value. If there is a `=` before the first text, the value
/// follows it.
fn opening(glyphs: &[Glyph]) -> Option<usize> {
    let is_open = |glyph: &Glyph| matches!(glyph.c, '[' | '{' | '(');
    let sign = glyphs.iter().position(|glyph| matches!(glyph.c, '"' | '\'' | '=')).unwrap_or(glyphs.len());
    let from = glyphs.get(sign).filter(|glyph| glyph.c == '=').map_or(0, |_| sign + 1);
    glyphs[from..].iter().position(is_open).map(|at| from + at)
}

/// The name that a declaration gives: `grid` in `int grid[9][9] =`.
fn declared(text: &str) -> &str {
    let name = text.split(['[', '=', ':']).next().unwrap_or("").trim();
    name.rsplit([' ', '*', '&', '.']).next().unwrap_or("")
}

/// Returns whether a name is one of puzzles.
fn is_of_puzzle(name: &str) -> bool {
    const OTHERS: [&str; 10] =
        ["cells", "data", "givens", "matrix", "newboard", "quizzes", "rows", "task", "value", "unsolved"];
    let name = name.to_lowercase();
    let name = name.trim_matches(|c: char| c.is_ascii_digit() || c == '_');
    let is_known = |words: &[&str]| words.contains(&name) || words.contains(&name.trim_end_matches('s'));
    is_known(&OTHERS) || is_known(&LABELS)
}

/// Returns whether the value of a name is not a part of the puzzle.
fn is_beside_puzzle(name: &str) -> bool {
    let is_part = |part: &str| is_known(part) && !is_of_puzzle(part);
    name.split(['_', '-']).all(is_part) || ["message", "results"].contains(&name)
}

/// Returns whether a text is the beginning of a declaration: empty, a name with a type and `=`, or
/// the name of a function.
fn is_declaration(before: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_. <>[]:*&=(".contains(c);
    let is_call = ["array", "matrix", "vector", "list", "Array"].iter().any(|name| before.ends_with(name));
    before.is_empty() || before.chars().all(is_plain) && (before.contains('=') || is_call)
}

struct Parser<'a> {
    glyphs: &'a [Glyph],
    at: usize,
}

const WHITE: [char; 3] = [' ', '\t', '\n'];

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.glyphs.get(self.at).map(|glyph| glyph.c)
    }

    fn skip(&mut self, chars: &[char]) {
        while self.peek().is_some_and(|c| chars.contains(&c)) {
            self.at += 1;
        }
    }

    /// The next value; `None` if there is none, or the brackets do not fit.
    fn value(&mut self, depth: usize) -> Option<Value> {
        self.skip(&WHITE);
        match self.peek()? {
            '[' | '{' | '(' if depth < DEEPEST => self.list(depth),
            '[' | '{' | '(' | ']' | '}' | ')' => None,
            _ => self.cell(),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let close = match self.peek()? {
            '[' => ']',
            '{' => '}',
            _ => ')',
        };
        self.at += 1;
        let mut entries: Vec<Entry> = Vec::new();
        // A comma without a value before it leaves out a cell.
        let mut is_open = true;
        loop {
            self.skip(&WHITE);
            match self.peek()? {
                c if c == close => {
                    self.at += 1;
                    return Some(Value::List(entries));
                }
                ',' | ';' => {
                    if is_open {
                        let token = Token { text: ".".to_string(), place: self.glyphs[self.at].place };
                        entries.push((None, Value::Cell { token, is_quoted: false }));
                    }
                    self.at += 1;
                    is_open = true;
                }
                _ => {
                    let value = self.value(depth + 1)?;
                    self.skip(&WHITE);
                    entries.push(match value {
                        Value::Cell { token, .. } if self.peek() == Some(':') => {
                            self.at += 1;
                            (Some(token), self.value(depth + 1)?)
                        }
                        value => (None, value),
                    });
                    is_open = false;
                }
            }
        }
    }

    fn cell(&mut self) -> Option<Value> {
        let place = self.glyphs.get(self.at)?.place;
        let quote = self.peek().filter(|c| matches!(c, '"' | '\'' | '`'));
        self.at += usize::from(quote.is_some());
        let mut text = String::new();
        while let Some(c) = self.peek() {
            match quote {
                Some(quote) if c == quote => break,
                Some(_) if c == '\n' => return None,
                None if c.is_whitespace() || ",;:[]{}()".contains(c) => break,
                _ => text.push(c),
            }
            self.at += 1;
        }
        match quote {
            // The quote at the end.
            Some(_) => {
                self.peek()?;
                self.at += 1;
            }
            None if text.is_empty() => return None,
            None => {}
        }
        Some(Value::Cell { token: Token { text: text.trim().to_string(), place }, is_quoted: quote.is_some() })
    }
}

/// Named lists of items as lines `NAME: ITEMS`, perhaps after a list of all items; `None` if the
/// values are other things.
fn sets(values: &[Entry]) -> Option<Vec<Vec<Token>>> {
    let (universe, entries) = match values {
        [(None, Value::List(entries))] => (None, entries),
        [(None, Value::List(all)), (None, Value::List(entries))] => (Some(all), entries),
        _ => return None,
    };
    let item = |(named, value): &Entry| match (named, value) {
        (None, Value::Cell { token, .. }) => item_name(token),
        _ => None,
    };
    let line = |entry: &Entry| {
        let (Some(set), Value::List(items)) = entry else { return None };
        let set = item_name(set).map(|set| Token { text: format!("{}:", set.text), ..set });
        std::iter::once(set).chain(items.iter().map(item)).collect()
    };
    let lines: Vec<Vec<Token>> = entries.iter().map(line).collect::<Option<_>>()?;
    // The items of the lines are those that occur.
    let texts = |tokens: &[Token]| -> BTreeSet<String> { tokens.iter().map(|token| token.text.clone()).collect() };
    if let Some(all) = universe {
        let all: Vec<Token> = all.iter().map(item).collect::<Option<_>>()?;
        let held: BTreeSet<String> = lines.iter().flat_map(|line| texts(&line[1..])).collect();
        if texts(&all) != held {
            return None;
        }
    }
    (lines.len() > 1).then_some(lines)
}

/// Signs that the lines of sets have between names.
const SIGNS: &str = ",;:=#()[]{}\"'";

/// Adds the rows of a value: a list of cells is a row, and other lists hold rows. A longer text is
/// a row by itself, or a puzzle. `None` if a list has a name that may be a part of the puzzle.
fn push_rows(entries: &[Entry], rows: &mut Vec<Vec<Token>>, took: &mut BTreeSet<&'static str>) -> Option<()> {
    let plain = |token: &Token, is_quoted: bool| Token { text: plain_cell(&token.text, is_quoted), ..token.clone() };
    let mut kept = Vec::new();
    for (name, value) in entries {
        match name {
            Some(name) if is_beside_puzzle(&name.text.to_lowercase()) => _ = took.insert("the other values"),
            Some(name) if !is_of_puzzle(&name.text) => return None,
            _ => kept.push(value),
        }
    }
    let cell = |value: &&Value| match value {
        Value::Cell { token, is_quoted } => Some(plain(token, *is_quoted)),
        Value::List(_) => None,
    };
    let cells: Vec<Token> = kept.iter().filter_map(cell).collect();
    if cells.is_empty() {
        return kept.into_iter().try_for_each(|value| match value {
            Value::List(entries) => push_rows(entries, rows, took),
            Value::Cell { .. } => None,
        });
    }
    // A fraction is no cell: with its point it would be read as an empty one.
    let is_fraction = |value: &&Value| match value {
        Value::Cell { token, is_quoted: false } => token.text.parse::<f64>().is_ok_and(|number| number.fract() != 0.0),
        Value::Cell { .. } | Value::List(_) => false,
    };
    if cells.len() < kept.len() || kept.iter().any(is_fraction) {
        return None;
    }
    match cells.iter().all(|token| token.text.chars().count() <= 2) {
        true => rows.push(cells),
        false => rows.extend(cells.into_iter().map(|token| vec![token])),
    }
    Some(())
}
