//! Takes off what other programs and pages put around a puzzle: fences, quotes, brackets, commas,
//! labels, boxes, and lines between puzzles. What is left are lines of cells, one row or one puzzle
//! a line, which the readers of forms take. Nothing that could be a rule is taken off: a line that
//! is not understood refuses the whole text.
//!
//! A text is unwrapped only if no reader accepts it as it is.

mod brackets;
mod fields;
mod rows;

use super::scan::{TextPlace, split_lines};
use super::symbols;
use rows::is_label;
pub(super) use rows::is_rating;
use std::collections::BTreeSet;

/// A text without its wrapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unwrapped {
    /// Lines of cells.
    pub(super) text: String,
    /// The parts that were taken off, in words.
    pub(super) took: BTreeSet<&'static str>,
    /// By line of the text, the columns at which its cells begin, each with its place in the
    /// original.
    places: Vec<Vec<(usize, TextPlace)>>,
}

/// A character of the original, perhaps in a plainer spelling, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Glyph {
    c: char,
    place: TextPlace,
}

/// A line of the original.
type Glyphs = Vec<Glyph>;

/// The text of a cell, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    text: String,
    place: TextPlace,
}

/// The longest text that is unwrapped. Longer ones are lists of puzzles or matrices.
const LONGEST: usize = 1 << 20;

/// The texts without their wrapping, each in another reading of its structure. Empty if there is
/// nothing to take off.
pub(super) fn unwrapped(text: &str) -> Vec<Unwrapped> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let mut took = BTreeSet::new();
    let lines = plain(text, &mut took);
    if mixes_blanks(&lines) || has_signs(text) || has_walls(text) {
        return Vec::new();
    }
    let ways = [fields::read(&lines, &took), rows::read(&lines, &took)];
    brackets::read(&lines, &took).into_iter().chain(ways.into_iter().flatten()).collect()
}

impl Unwrapped {
    /// Lines of cells with blanks between them.
    fn new(lines: Vec<Vec<Token>>, took: BTreeSet<&'static str>) -> Unwrapped {
        let (mut text, mut places) = (String::new(), Vec::new());
        for line in lines {
            let (mut column, mut starts) = (1, Vec::new());
            for (k, token) in line.iter().enumerate() {
                if k > 0 {
                    text.push(' ');
                    column += 1;
                }
                starts.push((column, token.place));
                text += &token.text;
                column += token.text.chars().count();
            }
            text.push('\n');
            places.push(starts);
        }
        Unwrapped { text, took, places }
    }

    /// The place in the original of a place in the text.
    pub(super) fn original(&self, place: TextPlace) -> TextPlace {
        let line = self.places.get(place.line.saturating_sub(1)).or(self.places.last());
        let Some(line) = line else { return TextPlace { line: 1, column: 1 } };
        let start = line.iter().rev().find(|(column, _)| *column <= place.column).or(line.first());
        start.map_or(TextPlace { line: place.line, column: 1 }, |(column, at)| TextPlace {
            line: at.line,
            column: at.column + place.column.saturating_sub(*column),
        })
    }

    /// A sentence about the parts that were taken off: `without the fence and the labels`.
    pub(super) fn words(&self) -> String {
        let words: Vec<&str> = self.took.iter().copied().collect();
        match &words[..] {
            [] => "read cell by cell".to_string(),
            [one] => format!("read without {one}"),
            [some @ .., last] => format!("read without {} and {last}", some.join(", ")),
        }
    }
}

/// The lines with plainer characters, without fences, quotes and tags of forums.
fn plain(text: &str, took: &mut BTreeSet<&'static str>) -> Vec<Glyphs> {
    let mut lines: Vec<Glyphs> = Vec::new();
    // Tabs at the end of a line end empty fields, so lines are not trimmed.
    for (number, line) in (1..).zip(split_lines(text)) {
        let mut glyphs = Vec::new();
        for (k, c) in line.chars().enumerate() {
            let place = TextPlace { line: number, column: k + 1 };
            plainer(c, |c| glyphs.push(Glyph { c, place }));
        }
        lines.push(glyphs);
    }
    let all = text.to_ascii_lowercase();
    for (open, close) in [("[code]", "[/code]"), ("[pre]", "[/pre]"), ("[quote]", "[/quote]"), ("<pre>", "</pre>")] {
        if all.contains(open) && all.contains(close) {
            took.insert("the tags");
            lines.iter_mut().for_each(|line| {
                cut(line, open);
                cut(line, close);
            });
        }
    }
    let is_fence = |line: &Glyphs| {
        let text = text_of(line);
        let text = text.trim();
        text.starts_with("```") && !text[3..].contains('`') || text == "~~~"
    };
    if lines.iter().any(is_fence) {
        took.insert("the fence");
        lines.retain(|line| !is_fence(line));
    }
    let is_heading = |line: &Glyphs| {
        let text = text_of(line).trim().to_lowercase();
        ["code: select all", "code:", "select all", "quote:", "spoiler:"].contains(&text.as_str())
    };
    if lines.iter().any(is_heading) {
        took.insert("the heading of the code");
        lines.retain(|line| !is_heading(line));
    }
    let is_filled = |line: &&mut Glyphs| line.iter().any(|glyph| glyph.c != ' ');
    let is_quoted = |line: &Glyphs| line.iter().find(|glyph| glyph.c != ' ').is_none_or(|glyph| glyph.c == '>');
    if lines.iter().all(is_quoted) && lines.iter().any(|line| line.iter().any(|glyph| glyph.c == '>')) {
        took.insert("the signs of a quotation");
        for line in lines.iter_mut().filter(is_filled) {
            let at = line.iter().position(|glyph| glyph.c == '>').unwrap_or(0);
            line.drain(..=at);
            if line.first().is_some_and(|glyph| glyph.c == ' ') {
                line.remove(0);
            }
        }
    }
    lines
}

/// Removes a tag from a line, in any case of its letters.
fn cut(line: &mut Glyphs, tag: &str) {
    let is_tag = |part: &[Glyph]| {
        part.len() >= tag.len() && part.iter().zip(tag.chars()).all(|(glyph, c)| glyph.c.eq_ignore_ascii_case(&c))
    };
    let (mut kept, mut at) = (Glyphs::new(), 0);
    while at < line.len() {
        if is_tag(&line[at..]) {
            at += tag.len();
        } else {
            kept.push(line[at]);
            at += 1;
        }
    }
    *line = kept;
}

/// Returns whether a line is a comment: `#`, a blank and words. A row of cells may begin with `#`.
fn is_comment(line: &[Glyph]) -> bool {
    let is_word = |part: &[Glyph]| part.iter().filter(|glyph| glyph.c.is_alphabetic()).count() > 2;
    text_of(line).trim_start().starts_with("# ") && line.split(|glyph| glyph.c == ' ').any(is_word)
}

/// Returns whether cells have two signs without a symbol, `#` or a filled one beside an empty one.
/// They mean two things then, such as walls and empty cells.
fn mixes_blanks(lines: &[Glyphs]) -> bool {
    let has_word = |line: &&Glyphs| text_of(line).chars().filter(|c| c.is_alphabetic()).count() > 2;
    let cells = || lines.iter().filter(|line| !has_word(line)).filter(|line| !is_label(text_of(line).trim()));
    let has = |signs: &str| cells().any(|line| line.iter().any(|glyph| signs.contains(glyph.c)));
    has("#") && has("._*?")
}

fn text_of(line: &[Glyph]) -> String {
    line.iter().map(|glyph| glyph.c).collect()
}

/// Returns whether a text has two kinds of dots, circles and squares: they may mean two things.
fn has_signs(text: &str) -> bool {
    let kinds = ["·•∙⋅・‧.", "○◦", "□▢◻⬜"];
    kinds.iter().filter(|signs| text.contains(|c| signs.contains(c))).count() > 1
}

/// Returns whether a drawn grid has a light or a heavy bar after each cell, and the heavy ones do
/// not part boxes of the usual width.
fn has_walls(text: &str) -> bool {
    let bars =
        |line: &str| -> Vec<bool> { line.chars().filter(|c| "│┃║".contains(*c)).map(|c| c != '│').collect() };
    let is_row = |bars: &Vec<bool>| bars.len() > 4 && bars.contains(&true) && bars.contains(&false);
    let uneven = |bars: &Vec<bool>| {
        let n = bars.len() - 1;
        let heavy = (1..n).filter(|&at| bars[at]).collect::<Vec<usize>>();
        !symbols::are_even(&[heavy], n)
    };
    text.lines().map(bars).filter(is_row).any(|bars| uneven(&bars))
}

/// Returns whether the text after a puzzle on its line has no word that may be a rule.
pub(super) fn says_no_rule(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().nth(3).is_some());
    !text.contains('=') && words.all(fields::is_known)
}

/// The first field of a table of puzzles that may say a rule, so that the table is not read: its
/// text and its place.
pub(super) fn rule_beside(text: &str) -> Option<(String, TextPlace)> {
    if text.len() > LONGEST {
        return None;
    }
    fields::rule_beside(&plain(text, &mut BTreeSet::new())).map(|field| (field.text, field.place))
}

/// Returns whether a text is rows of a grid whose bars part no boxes of the usual size.
pub(super) fn has_uneven_bars(text: &str) -> bool {
    text.len() <= LONGEST && rows::has_uneven_bars(&plain(text, &mut BTreeSet::new()))
}

/// A character in its plainer spelling: digits and signs of other scripts, lines of boxes, dots and
/// squares for empty cells, `#` for filled ones.
fn plainer(c: char, mut push: impl FnMut(char)) {
    let digit = |base: char| char::from_digit(c as u32 - base as u32, 10).unwrap_or(c);
    push(match c {
        '\t' => '\t',
        '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' => return,
        c if c.is_whitespace() => ' ',
        '\u{660}'..='\u{669}' => digit('\u{660}'),
        '\u{6f0}'..='\u{6f9}' => digit('\u{6f0}'),
        '\u{966}'..='\u{96f}' => digit('\u{966}'),
        // Full-width forms of ASCII.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c),
        // Circled numbers from 1 to 20, and 0.
        '\u{2460}'..='\u{2473}' => {
            (c as u32 - 0x245f).to_string().chars().for_each(push);
            return;
        }
        '\u{24ea}' => '0',
        '\u{2776}'..='\u{277e}' => char::from_digit(c as u32 - 0x2775, 10).unwrap_or(c),
        '─' | '━' | '═' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' | '–' | '—' | '―' | '‒' | '−' => {
            '-'
        }
        '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '¦' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        '·' | '•' | '∙' | '⋅' | '◦' | '・' | '‧' | '○' | '□' | '▢' | '◻' | '⬜' => '.',
        '●' | '■' | '◼' | '⬛' | '░' => '#',
        '“' | '”' | '„' | '«' | '»' => '"',
        '‘' | '’' | '‚' => '\'',
        '×' => 'x',
        c => c,
    });
}
