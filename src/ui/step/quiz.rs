//! A question about the next step, in place of the narration.

use crate::app::{Asked, Stepping};
use crate::study::Asks;
use crate::ui::panel::{list, span, wrap};
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

pub fn draw(stepping: &Stepping, asked: &Asked, theme: Theme, area: Rect, buf: &mut Buffer) {
    let width = usize::from(area.width).saturating_sub(2).max(1);
    let mut lines = lines(stepping, asked, width);
    // In few rows, two sentences share one.
    if lines.len() > usize::from(area.height) && !asked.quiz.sentences.is_empty() {
        lines = folded(asked, width);
    }
    let drawn: Vec<Line> =
        lines.into_iter().map(|(text, role)| Line::from(span(format!(" {text}"), role, theme))).collect();
    list(buf, area, &drawn, theme);
}

/// The question, its sentences, and the verdict or the way to answer.
pub fn lines(stepping: &Stepping, asked: &Asked, width: usize) -> Vec<(String, Role)> {
    let mut lines: Vec<(String, Role)> =
        wrap(&asked.quiz.text, width).into_iter().map(|line| (line, Role::Now)).collect();
    for (at, sentence) in asked.quiz.sentences.iter().enumerate() {
        let picked = asked.picked.contains(&crate::study::Pick::Sentence(at));
        let right = asked.quiz.right.contains(&crate::study::Pick::Sentence(at));
        let (mark, role) = match (asked.is_open(), picked, right) {
            (true, ..) => (" ", Role::Live),
            (false, _, true) => ("+", Role::Good),
            (false, true, false) => ("-", Role::Bad),
            (false, false, false) => (" ", Role::Done),
        };
        for (row, line) in wrap(sentence, width.saturating_sub(4).max(1)).into_iter().enumerate() {
            let lead = if row == 0 { format!("{mark}{} ", at + 1) } else { "   ".to_string() };
            lines.push((lead + &line, role));
        }
    }
    let (end, role) = end(stepping, asked);
    lines.extend(wrap(&end, width).into_iter().map(|line| (line, role)));
    lines
}

/// The question with two sentences a row.
fn folded(asked: &Asked, width: usize) -> Vec<(String, Role)> {
    let half = width / 2;
    let named: Vec<String> =
        asked.quiz.sentences.iter().enumerate().map(|(at, text)| format!("{} {text}", at + 1)).collect();
    let pair = |pair: &[String]| {
        let first = pair.first().cloned().unwrap_or_default();
        let blank = " ".repeat(half.saturating_sub(first.width()).max(1));
        (first + &blank + pair.get(1).map_or("", String::as_str), Role::Live)
    };
    let question = std::iter::once((asked.quiz.text.clone(), Role::Now));
    question.chain(named.chunks(2).map(pair)).collect()
}

/// The verdict, or the way to answer.
fn end(stepping: &Stepping, asked: &Asked) -> (String, Role) {
    let score = match stepping.tried.all {
        0 => String::new(),
        all => format!("  ({} of {all} right)", stepping.tried.right),
    };
    match (&asked.grade, asked.quiz.sort) {
        (Some(grade), _) if grade.right => (format!("{}{score}", grade.text), Role::Good),
        (Some(grade), _) => (format!("{}{score}", grade.text), Role::Bad),
        (None, Asks::Sentence) => ("Type its number.".to_string(), Role::Done),
        (None, _) if !asked.picked.is_empty() => {
            let names = asked.quiz.list(&asked.picked, &stepping.stepper, &stepping.encoded);
            (format!("Marked {names}; {} more.", asked.quiz.wanted - asked.picked.len()), Role::Own)
        }
        (None, sort) => (format!("Put the cursor on {} (or / and its name), then enter.", sort.noun()), Role::Done),
    }
}
