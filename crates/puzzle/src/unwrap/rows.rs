//! Grids and matrices drawn row by row: with bars, boxes, labels, commas, or blanks for empty
//! cells.

use super::{Glyph, Glyphs, Token, Unwrapped, is_comment, text_of};
use crate::size::Size;
use crate::symbols;
use std::collections::BTreeSet;

/// Words that may be in a label between puzzles.
pub(super) const LABELS: [&str; 12] =
    ["puzzle", "grid", "sudoku", "board", "game", "level", "problem", "quiz", "nr", "no", "number", "case"];

/// Words for the difficulty of a puzzle, which may be beside them.
pub(super) const LEVELS: [&str; 12] = [
    "easy",
    "medium",
    "hard",
    "expert",
    "evil",
    "extreme",
    "fiendish",
    "diabolical",
    "gentle",
    "moderate",
    "tough",
    "simple",
];

/// The rows of the cells of some lines; `None` if the lines are not such rows.
type Rows = Option<Vec<Vec<Token>>>;

/// Returns whether a line only numbers or names the puzzle after it: `Grid 01`, `# 3`, `--- 2 ---`.
pub(super) fn is_label(line: &str) -> bool {
    let words: Vec<String> =
        line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let is_number = |word: &&String| word.len() < 6 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_known = |word: &String| LABELS.contains(&word.as_str()) || LEVELS.contains(&word.as_str());
    let numbers = words.iter().filter(is_number).count();
    let is_named = words.iter().any(|word| LABELS.contains(&word.as_str()));
    let is_plain = line.chars().all(|c| c.is_alphanumeric() || " #:.-_=()".contains(c)) && !line.contains("..");
    // The size of a grid, as in `9x9 (3x3) SUDOKU PUZZLE`.
    let is_size = |word: &String| {
        let is_side = |side: &str| side.len() < 3 && !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
        word.split_once('x').is_some_and(|(one, other)| is_side(one) && is_side(other))
    };
    let words: Vec<String> = words.into_iter().filter(|word| !is_named || !is_size(word)).collect();
    if is_named && is_plain && numbers <= 1 && words.iter().all(|word| is_known(word) || is_number(&word)) {
        return true;
    }
    // `# 3` or `--- 2 ---`: a row of cells may begin with these signs too.
    let bare = line.trim_matches(['-', '=']);
    let is_drawn = bare.len() + 4 <= line.len() && bare.starts_with(' ') && bare.trim() == words.concat();
    let is_marked = line.strip_prefix('#').is_some_and(|rest| rest.trim() == words.concat());
    words.len() == 1 && numbers == 1 && (is_drawn || is_marked)
}

/// Returns whether a line only rates the puzzle: `5.6/5.6/3.2`, `ED=7.1/1.2/1.2`, `SE 8.3`,
/// `Difficulty: 0.40`.
pub(crate) fn is_rating(line: &str) -> bool {
    const SCALES: [&str; 9] = ["difficulty", "ed", "ep", "er", "hodoku", "level", "rating", "score", "se"];
    let words: Vec<&str> = line.split([' ', '\t', '=', ':', '/', ',']).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &str| word.len() < 8 && word.contains('.') && word.parse::<f64>().is_ok();
    let (numbers, named): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| is_number(word));
    let is_scale = |word: &&str| SCALES.contains(&word.to_lowercase().as_str());
    let is_listed = line.contains('/') && numbers.len() > 1;
    !numbers.is_empty() && named.iter().all(is_scale) && (!named.is_empty() || is_listed)
}

/// A cell as the readers know it. A text in quotes is not a number with a point.
pub(super) fn plain_cell(text: &str, is_quoted: bool) -> String {
    match text.to_ascii_lowercase().as_str() {
        "" | "none" | "null" | "nil" | "nan" | "undefined" | "na" | "empty" => return ".".to_string(),
        "#" => return ".".to_string(),
        "x" => return "X".to_string(),
        "true" => return "1".to_string(),
        "false" => return "0".to_string(),
        _ => {}
    }
    let is_pointed =
        !is_quoted && text.len() > 1 && text.contains('.') && text.starts_with(|c: char| c.is_ascii_digit());
    match text.parse::<f64>() {
        Ok(number) if is_pointed && number.fract() == 0.0 && (0.0..1e9).contains(&number) => format!("{number}"),
        _ => text.to_string(),
    }
}

/// Rows of cells; `None` if the lines are not rows of one width.
pub(super) fn read(lines: &[Glyphs], took: &BTreeSet<&'static str>) -> Option<Unwrapped> {
    let mut took = took.clone();
    let mut kept: Vec<&Glyphs> = lines.iter().collect();
    while kept.last().is_some_and(|line| line.is_empty()) {
        kept.pop();
    }
    let all = kept.len();
    kept.retain(|line| !is_label(text_of(line).trim()));
    if kept.len() < all {
        took.insert("the labels of the puzzles");
    }
    let all = kept.len();
    kept.retain(|line| !is_rating(text_of(line).trim()));
    if kept.len() < all {
        took.insert("the rating");
    }
    if kept.iter().any(|line| is_comment(line)) {
        kept.retain(|line| !is_comment(line));
        took.insert("the comments");
    }
    // A line of dashes is a row of empty cells if dashes are empty cells beside symbols.
    let has_dash = |line: &&Glyphs| {
        let text = text_of(line);
        text.contains('-') && !text.contains('+') && text.chars().any(|c| c.is_ascii_alphanumeric())
    };
    let dash_is_cell = kept.iter().any(has_dash);
    let all = kept.len();
    // The numbers of rows before each line.
    let (mut count, mut parts) = (0, Vec::new());
    for line in &kept {
        match is_rule(text_of(line).trim(), dash_is_cell) {
            true => parts.push(count),
            false => count += usize::from(line.iter().any(|glyph| !" \t".contains(glyph.c))),
        }
    }
    // The head of a table in Markdown is blank between bars, and a line follows it.
    let is_table = parts.first() == Some(&1)
        && kept
            .iter()
            .find(|line| !line.is_empty())
            .is_some_and(|line| line.iter().all(|glyph| " \t|".contains(glyph.c)));
    kept.retain(|line| !is_rule(text_of(line).trim(), dash_is_cell));
    let is_blank = |line: &&&Glyphs| line.iter().all(|glyph| matches!(glyph.c, ' ' | '\t'));
    let filled: Vec<&Glyphs> = kept.iter().filter(|line| !is_blank(line)).copied().collect();
    let mut rows = in_bars(&filled)
        .or_else(|| separated(&filled))
        .or_else(|| in_words(&filled))
        .or_else(|| in_characters(&filled))
        .or_else(|| in_columns(&filled))
        .or_else(|| in_columns(&kept))?;
    if kept.len() < all || filled.iter().any(|line| text_of(line).contains('|')) {
        took.insert("the lines of the boxes");
    }
    let drawn = rows.len();
    unlabel(&mut rows, is_table, &mut took);
    let n = rows.first()?.len();
    // The line below the head of a table, or below labels, parts no boxes.
    let is_headed = is_table || parts == [1] || rows.len() < drawn;
    if !is_headed && rows.len().is_multiple_of(n) && !symbols::are_level(&parts, n) {
        return None;
    }
    let has_symbol = rows.iter().flatten().any(|token| token.text.contains(|c: char| c.is_alphanumeric() && c != 'X'));
    (n > 1 && has_symbol && rows.iter().all(|row| row.len() == n)).then(|| Unwrapped::new(rows, took))
}

/// Returns whether a line is a line of a box: dashes, crosses and the like.
fn is_rule(text: &str, dash_is_cell: bool) -> bool {
    let is_drawn = !text.is_empty() && text.chars().all(|c| "-=+|*:.'`~_ ".contains(c));
    let has = |run: &str| text.contains(run);
    match is_drawn {
        false => false,
        true if has("==") || has("~~") || has("+-") || has("-+") => true,
        true if has("|") => has("--") && !dash_is_cell,
        true => has("---") && !dash_is_cell,
    }
}

/// The token of a part of a line between two separators.
fn token(part: &[Glyph], line: &[Glyph]) -> Option<Token> {
    let text = text_of(part);
    // Markdown marks labels with two stars.
    let bare = text.trim().trim_matches(['"', '\'']).trim();
    let bare = bare.strip_prefix("**").and_then(|bare| bare.strip_suffix("**")).unwrap_or(bare);
    let at = part.iter().find(|glyph| glyph.c != ' ').or(part.first()).or(line.first())?;
    Some(Token { text: plain_cell(bare, bare.len() < text.trim().len()), place: at.place })
}

/// A cell between each two bars.
fn in_bars(lines: &[&Glyphs]) -> Rows {
    let outer = Outer::of(lines);
    let row = |line: &&Glyphs| -> Option<Vec<Token>> {
        let cells: Vec<Token> =
            outer.segments(line).into_iter().map(|part| token(part, line)).collect::<Option<_>>()?;
        (cells.len() >= 4 && cells.iter().all(|cell| cell.text.chars().count() <= 2)).then_some(cells)
    };
    alike(lines.iter().map(row).collect::<Option<_>>()?)
}

/// Cells between commas, semicolons or tabs. A last column without symbols is left out if the table
/// is too wide with it.
fn separated(lines: &[&Glyphs]) -> Rows {
    let has = |comma: char| lines.iter().all(|line| line.iter().any(|glyph| glyph.c == comma));
    let comma = [',', ';', '\t'].into_iter().find(|&comma| has(comma))?;
    let row = |line: &&Glyphs| -> Option<Vec<Token>> {
        line.split(|glyph| glyph.c == comma).map(|part| token(part, line)).collect()
    };
    let mut rows: Vec<Vec<Token>> = lines.iter().map(row).collect::<Option<_>>()?;
    // The first line and the first column may be names; a cell is short.
    let mut cells = rows.iter().skip(usize::from(rows.len() > 1)).flat_map(|row| row.iter().skip(1));
    if cells.any(|cell| cell.text.chars().count() > 3) {
        return None;
    }
    let is_wide = |rows: &Vec<Vec<Token>>| {
        let n = rows[0].len();
        n > 1 && !rows.len().is_multiple_of(n) && rows.iter().all(|row| row.len() == n && row[n - 1].text == ".")
    };
    while !rows.is_empty() && is_wide(&rows) {
        rows.iter_mut().for_each(|row| _ = row.pop());
    }
    alike(rows)
}

/// Words between blanks and bars.
fn in_words(lines: &[&Glyphs]) -> Rows {
    let row = |line: &&Glyphs| -> Option<Vec<Token>> {
        let parts = line.split(|glyph| " \t|".contains(glyph.c)).filter(|part| !part.is_empty());
        let row: Vec<Token> = parts.map(|part| token(part, line)).collect::<Option<_>>()?;
        row.iter().all(|cell| cell.text.chars().count() <= 2).then_some(row)
    };
    let rows = alike(lines.iter().map(row).collect::<Option<_>>()?)?;
    let n = rows.last()?.len();
    are_even(&lines.iter().map(|line| bars_of(line, true)).collect::<Vec<_>>(), n).then_some(rows)
}

/// Single characters; blanks and bars part boxes. A label before the first of them ends with a
/// colon.
fn in_characters(lines: &[&Glyphs]) -> Rows {
    let row = |line: &&Glyphs| -> Vec<Token> {
        let kept = line.iter().filter(|glyph| !" \t|:".contains(glyph.c));
        kept.map(|glyph| Token { text: plain_cell(&glyph.c.to_string(), false), place: glyph.place }).collect()
    };
    let rows = alike(lines.iter().map(row).collect())?;
    let n = rows.last()?.len();
    are_even(&lines.iter().map(|line| bars_of(line, false)).collect::<Vec<_>>(), n).then_some(rows)
}

/// The numbers of cells before each bar of a line. A cell is a word, or a character.
fn bars_of(line: &[Glyph], by_words: bool) -> Vec<usize> {
    let (mut count, mut bars, mut in_word) = (0, Vec::new(), false);
    for glyph in line {
        match glyph.c {
            '|' | ' ' | '\t' => {
                in_word = false;
                bars.extend(Some(count).filter(|_| glyph.c == '|'));
            }
            _ => {
                count += usize::from(!by_words || !in_word);
                in_word = true;
            }
        }
    }
    bars
}

/// Returns whether bars part boxes of the usual width. A label before the cells counts as one.
fn are_even(bars: &[Vec<usize>], n: usize) -> bool {
    let unlabelled =
        || bars.iter().map(|bars| bars.iter().map(|at| at.saturating_sub(1)).collect()).collect::<Vec<_>>();
    symbols::are_even(bars, n) || symbols::are_even(&unlabelled(), n - 1)
}

/// Returns whether rows have bars that part other groups of cells than boxes of the usual size.
pub(super) fn has_uneven_bars(lines: &[Glyphs]) -> bool {
    let is_row = |line: &&Glyphs| {
        let text = text_of(line);
        !is_rule(text.trim(), false) && text.contains(|c: char| c == '.' || c.is_ascii_alphanumeric())
    };
    let rows: Vec<&Glyphs> = lines.iter().filter(is_row).collect();
    let count = |line: &&Glyphs| line.iter().filter(|glyph| !" \t|".contains(glyph.c)).count();
    let n = rows.last().map_or(0, count);
    n > 3
        && rows.iter().all(|line| count(line) == n)
        && !are_even(&rows.iter().map(|line| bars_of(line, false)).collect::<Vec<_>>(), n)
}

/// Cells at fixed columns, whose blanks are empty cells: each second column, or each one.
fn in_columns(lines: &[&Glyphs]) -> Rows {
    let n = Some(lines.len()).filter(|n| Size::LONGER.contains(n))?;
    // Blanks are empty cells only if nothing else is.
    if lines.iter().any(|line| line.iter().any(|glyph| ".0_*?-xX".contains(glyph.c))) {
        return None;
    }
    let parts: Vec<Vec<&[Glyph]>> = lines.iter().map(|line| segments(line)).collect();
    let count = parts.iter().map(Vec::len).max()?;
    // The first and the last column have a symbol.
    let starts = |line: &&&Glyphs| line.iter().take(2).any(|glyph| glyph.c != ' ');
    if count == 1 && lines.iter().filter(starts).count() < 1 {
        return None;
    }
    if count > 1 && parts.iter().any(|row| row.len() != count) {
        return None;
    }
    // Blanks at the end of a line may be missing, but not those before a bar.
    let width = |k: usize| parts.iter().filter_map(|row| row.get(k)).map(|part| part.len()).max().unwrap_or(0);
    // The first column of a cell, and the distance of two.
    [(0, 2), (1, 2), (0, 1)].into_iter().find_map(|(from, step)| {
        let held = |k: usize| width(k).saturating_sub(from).div_ceil(step);
        let in_part = |k: usize| if count == 1 && held(k) <= n { n } else { held(k) };
        let cells: Vec<usize> = (0..count).map(in_part).collect();
        let is_box = count == 1 || cells.iter().all(|&cells| cells == symbols::box_of(n).1);
        let is_cell = |at: usize| at >= from && (at - from).is_multiple_of(step) && (at - from) / step < n;
        let is_placed = |row: &Vec<&[Glyph]>| {
            row.iter().all(|part| part.iter().enumerate().all(|(at, glyph)| is_cell(at) || glyph.c == ' '))
        };
        // Without a symbol in the first column, the rows may be indented.
        let is_indented = step == 1 && lines.iter().all(|line| line.first().is_none_or(|glyph| glyph.c == ' '));
        let is_filled = count > 1 || !is_indented && width(0) > from + step * (n - 1);
        if cells.iter().sum::<usize>() != n || !is_box || !is_filled || !parts.iter().all(is_placed) {
            return None;
        }
        let row = |(line, row): (&&Glyphs, &Vec<&[Glyph]>)| {
            let places = (0..count).flat_map(|k| (0..cells[k]).map(move |at| (k, from + step * at)));
            let cell = |(k, at): (usize, usize)| {
                let glyph = row.get(k).and_then(|part| part.get(at));
                let place = glyph.or(line.last()).map(|glyph| glyph.place)?;
                let c = glyph.map_or(' ', |glyph| glyph.c);
                Some(Token { text: if c == ' ' { ".".to_string() } else { c.to_string() }, place })
            };
            places.map(cell).collect::<Option<Vec<Token>>>()
        };
        lines.iter().zip(&parts).map(row).collect()
    })
}

/// The parts of a line between bars, without what is outside of the first and the last one.
fn segments(line: &[Glyph]) -> Vec<&[Glyph]> {
    let mut parts: Vec<&[Glyph]> = line.split(|glyph| glyph.c == '|').collect();
    let is_blank = |part: &[Glyph]| part.iter().all(|glyph| matches!(glyph.c, ' ' | '\t'));
    if parts.len() > 1 {
        if is_blank(parts[0]) {
            parts.remove(0);
        }
        if parts.last().is_some_and(|part| is_blank(part)) {
            parts.pop();
        }
    }
    parts
}

/// The bars outside of the cells: before the first cell of each line, or behind the last one.
#[derive(Clone, Copy)]
struct Outer {
    before: bool,
    behind: bool,
}

impl Outer {
    /// A bar is outside of the cells if every line has it.
    fn of(lines: &[&Glyphs]) -> Outer {
        let filled = |line: &&&Glyphs| text_of(line).trim().to_string();
        Outer {
            before: lines.iter().all(|line| filled(&line).starts_with('|')),
            behind: lines.iter().all(|line| filled(&line).ends_with('|')),
        }
    }

    /// The parts of a line between bars, without what is outside. A part may be empty.
    fn segments(self, line: &[Glyph]) -> Vec<&[Glyph]> {
        let mut parts: Vec<&[Glyph]> = line.split(|glyph| glyph.c == '|').collect();
        if self.before && parts.len() > 1 {
            parts.remove(0);
        }
        if self.behind && parts.len() > 1 {
            parts.pop();
        }
        parts
    }
}

/// The rows if they have one width. A row of labels above others may have one cell less.
fn alike(rows: Vec<Vec<Token>>) -> Rows {
    let n = rows.last()?.len();
    let is_above = |row: &Vec<Token>| row.len() + 1 == n && ["1", "A", "a"].contains(&row[0].text.as_str());
    let fits = |row: &Vec<Token>| row.len() == n || row.len() > 3 && is_above(row);
    (n > 1 && rows.iter().all(fits)).then_some(rows)
}

/// Returns whether some cells count up from 1, from A, or from R1.
fn is_series(cells: &[&str]) -> bool {
    let letter = |at: usize, first: u8| char::from(first + at as u8).to_string();
    let kinds: [&dyn Fn(usize) -> String; 5] = [
        &|at| (at + 1).to_string(),
        &|at| letter(at, b'A'),
        &|at| letter(at, b'a'),
        &|at| format!("R{}", at + 1),
        &|at| format!("r{}", at + 1),
    ];
    cells.len() <= 26 && kinds.iter().any(|kind| cells.iter().enumerate().all(|(at, cell)| **cell == kind(at)))
}

/// Takes off labels of columns above the rows, and of rows before their cells.
fn unlabel(rows: &mut Vec<Vec<Token>>, is_table: bool, took: &mut BTreeSet<&'static str>) {
    fn texts(row: &[Token]) -> Vec<&str> {
        row.iter().map(|token| token.text.as_str()).collect()
    }
    let n = rows.last().map_or(0, Vec::len);
    // Labels of rows, and perhaps of columns, which have no label before them or an empty corner.
    let is_header = |row: &Vec<Token>| {
        let cells = texts(row);
        let bare = if row.len() == n && cells.first() == Some(&".") { &cells[1..] } else { &cells[..] };
        bare.len() + 1 == n && is_series(bare)
    };
    let first = |row: &Vec<Token>| row[0].text.trim_end_matches([':', ')']).to_string();
    let firsts: Vec<String> = rows.iter().filter(|row| !is_header(row)).map(first).collect();
    let firsts: Vec<&str> = firsts.iter().map(String::as_str).collect();
    let side = n.saturating_sub(1);
    if side >= 4 && !firsts.is_empty() && firsts.len().is_multiple_of(side) && firsts.chunks(side).all(is_series) {
        rows.retain(|row| !is_header(row));
        rows.iter_mut().for_each(|row| _ = row.remove(0));
        took.insert("the labels of the rows and columns");
        return;
    }
    if is_table && n >= 4 && rows.len() > n && rows.len() % n == 1 {
        rows.remove(0);
    }
    // Labels of columns alone.
    let headers = rows.iter().filter(|row| is_series(&texts(row))).count();
    let left = rows.len() - headers;
    if n >= 4 && headers > 0 && left == headers * n {
        rows.retain(|row| !is_series(&texts(row)));
        took.insert("the labels of the columns");
    }
}
