//! Draws an error with the line that it is about and a caret.

use super::scan::{ParseError, is_unseen, line_of_text};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// The number of characters of the line that are shown around the error's column.
const SHOWN: usize = 70;

/// The error as text: message, file, line and column, the line itself, and the help.
pub fn draw(name: &str, text: &str, error: &ParseError) -> String {
    draw_line(name, line_of_text(text, error.place.line), error)
}

/// Like [`draw`], for a caller that has only the line that the error is about.
pub fn draw_line(name: &str, line: &str, error: &ParseError) -> String {
    let place = error.place;
    let (line, column) = window(line, place.column);
    let start = line.char_indices().nth(column - 1).map_or(line.len(), |(at, _)| at);
    let end = line[start..].char_indices().nth(error.width).map_or(line.len(), |(at, _)| start + at);
    let origin = format!("{name}:{}:{}", place.line, place.column);
    let mark = AnnotationKind::Primary.span(start..end.max(start));
    let snippet = Snippet::source(line.as_str()).line_start(place.line).annotation(mark);
    let mut group = Level::ERROR.primary_title(&error.message).element(snippet);
    if let Some(help) = &error.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    // The renderer names the column inside the window. The line below gives the place in the file.
    let drawn = Renderer::plain().render(&[group]);
    let mut rows: Vec<String> = drawn.lines().map(str::to_string).collect();
    let bar = rows.iter().position(|row| row.trim() == "|").unwrap_or(1);
    let indent = rows.get(bar).map_or(0, |row| row.len() - row.trim_start().len()).saturating_sub(1);
    rows.insert(bar.min(rows.len()), format!("{}--> {origin}", " ".repeat(indent)));
    rows.join("\n")
}

/// The part of a line around a column, and the column in that part. Control characters become
/// blanks, so that the input cannot move the cursor.
fn window(line: &str, column: usize) -> (String, usize) {
    let chars: Vec<char> = line.chars().map(|c| if is_unseen(c) { ' ' } else { c }).collect();
    let column = column.clamp(1, chars.len() + 1);
    let from = (column - 1).saturating_sub(SHOWN - 10).min(chars.len());
    let to = (from + SHOWN).min(chars.len());
    let mut shown = String::new();
    let mut at = column - from;
    // Not three dots: a dot is an empty cell.
    if from > 0 {
        shown.push('…');
        at += 1;
    }
    shown.extend(&chars[from..to]);
    if to < chars.len() {
        shown.push('…');
    }
    (shown, at)
}
