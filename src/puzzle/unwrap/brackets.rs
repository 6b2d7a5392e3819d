//! Lists in brackets, as programs write them: JSON, Python, numpy, C.

use super::rows::plain_cell;
use super::{Glyph, Glyphs, Token, Unwrapped};
use crate::puzzle::scan::TextPlace;
use std::collections::BTreeSet;

/// A value of a list, with its name if it has one: `"A": [1, 4]`.
type Entry = (Option<Token>, Value);

#[derive(Debug)]
enum Value {
    /// A number, a word or a text.
    Cell(Token),
    List(Vec<Entry>),
}

/// The deepest nesting that is read.
const DEEPEST: usize = 8;

/// The rows of the lists of a text; `None` if it has no lists, or other things beside them.
pub(super) fn read(lines: &[Glyphs], took: &BTreeSet<&'static str>) -> Option<Unwrapped> {
    let mut glyphs: Vec<Glyph> = Vec::new();
    for line in lines {
        let end = line.last().map_or(TextPlace { line: 1, column: 1 }, |glyph| glyph.place);
        glyphs.extend(line);
        glyphs.push(Glyph { c: '\n', place: end });
    }
    let mut took = took.clone();
    let start = opening(&glyphs)?;
    let before: String = glyphs[..start].iter().map(|glyph| glyph.c).collect();
    if !is_declaration(before.trim()) {
        return None;
    }
    if !before.trim().is_empty() {
        took.insert("the declaration");
    }
    let mut parser = Parser { glyphs: &glyphs, at: start };
    let mut values: Vec<Entry> = Vec::new();
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
                took.insert("the declaration");
                parser.at = next;
            }
        }
    }
    took.insert("the brackets");
    let mut rows = Vec::new();
    match sets(&values) {
        Some(named) => rows = named,
        None => push_rows(&Value::List(values), &mut rows)?,
    }
    (!rows.is_empty()).then(|| Unwrapped::new(rows, took))
}

/// The place of the first bracket of a value. If there is a `=` before the first text, the value
/// follows it.
fn opening(glyphs: &[Glyph]) -> Option<usize> {
    let is_open = |glyph: &Glyph| matches!(glyph.c, '[' | '{' | '(');
    let quote = glyphs.iter().position(|glyph| matches!(glyph.c, '"' | '\'')).unwrap_or(glyphs.len());
    let from = glyphs[..quote].iter().position(|glyph| glyph.c == '=').map_or(0, |at| at + 1);
    glyphs[from..].iter().position(is_open).map(|at| from + at)
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
            _ => self.cell().map(Value::Cell),
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
                        entries.push((None, Value::Cell(token)));
                    }
                    self.at += 1;
                    is_open = true;
                }
                _ => {
                    let value = self.value(depth + 1)?;
                    self.skip(&WHITE);
                    entries.push(match value {
                        Value::Cell(name) if self.peek() == Some(':') => {
                            self.at += 1;
                            (Some(name), self.value(depth + 1)?)
                        }
                        value => (None, value),
                    });
                    is_open = false;
                }
            }
        }
    }

    fn cell(&mut self) -> Option<Token> {
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
        Some(Token { text: plain_cell(text.trim(), quote.is_some()), place })
    }
}

/// Named lists of cells as lines `NAME: CELLS`; `None` if the values are other things.
fn sets(values: &[Entry]) -> Option<Vec<Vec<Token>>> {
    let [(None, Value::List(entries))] = values else { return None };
    let line = |entry: &Entry| {
        let (Some(name), Value::List(items)) = entry else { return None };
        let name = Token { text: format!("{}:", name.text), place: name.place };
        let items = items.iter().map(|item| match item {
            (None, Value::Cell(item)) => Some(item.clone()),
            _ => None,
        });
        std::iter::once(Some(name)).chain(items).collect()
    };
    let lines: Vec<Vec<Token>> = entries.iter().map(line).collect::<Option<_>>()?;
    (lines.len() > 1).then_some(lines)
}

/// The rows of a value: a list of cells is a row, and other lists hold rows. A longer text is a row
/// by itself, or a puzzle.
fn push_rows(value: &Value, rows: &mut Vec<Vec<Token>>) -> Option<()> {
    let entries = match value {
        Value::Cell(token) => {
            rows.push(vec![token.clone()]);
            return Some(());
        }
        Value::List(entries) => entries,
    };
    let cells: Vec<Token> = entries
        .iter()
        .filter_map(|(_, value)| match value {
            Value::Cell(token) => Some(token.clone()),
            Value::List(_) => None,
        })
        .collect();
    if cells.is_empty() {
        return entries.iter().try_for_each(|(_, value)| push_rows(value, rows));
    }
    if cells.len() < entries.len() {
        return None;
    }
    let is_short = cells.iter().all(|token| token.text.chars().count() <= 2);
    match (6..=25usize).find(|n| n * n == cells.len()) {
        _ if !is_short => rows.extend(cells.into_iter().map(|token| vec![token])),
        // All cells of a grid in one list.
        Some(n) => rows.extend(cells.chunks(n).map(<[Token]>::to_vec)),
        None => rows.push(cells),
    }
    Some(())
}
