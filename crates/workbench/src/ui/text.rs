//! Texts by the columns that they take: lines of a width, and beginnings and ends that fit.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The words of a text, as far as lines may be broken between them: a change of a count stays with
/// the name before it, as in `r2c1 3→2`.
fn unbroken(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut end = text.find(' ').unwrap_or(text.len());
        while let Some(after) = text.get(end + 1..) {
            let mut words = after.split(' ');
            let next = words.next().unwrap_or_default();
            let is_change = next.contains('→') || words.next() == Some("→");
            if !is_change && !text[..end].ends_with('→') {
                break;
            }
            end += 1 + next.len();
        }
        rest = text.get(end + 1..);
        Some(&text[..end])
    })
}

/// Breaks a text into lines of at most `width` columns, at blanks. A word longer than a line is
/// broken inside, as in a script that has no blanks.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut used) = (String::new(), 0);
        for word in unbroken(paragraph) {
            if !line.is_empty() && used + 1 + word.width() > width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            } else if !line.is_empty() {
                line.push(' ');
                used += 1;
            }
            for c in word.chars() {
                let columns = c.width().unwrap_or(0);
                if used + columns > width {
                    lines.push(std::mem::take(&mut line));
                    used = 0;
                }
                line.push(c);
                used += columns;
            }
        }
        lines.push(line);
    }
    lines
}

/// The beginning of a text that fits into `columns` columns.
pub fn fit(text: &str, columns: usize) -> String {
    let mut used = 0;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= columns
    };
    text.chars().take_while(fits).collect()
}

/// The end of a text that fits into `columns` columns.
pub fn fit_end(text: &str, columns: usize) -> String {
    let mut used = 0;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= columns
    };
    let end: Vec<char> = text.chars().rev().take_while(fits).collect();
    end.into_iter().rev().collect()
}
