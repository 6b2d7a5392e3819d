//! A question about the next step, in place of the narration.

use crate::app::{Asked, Stepping};
use crate::ui::panel::{list, rule, span, wrap};
use crate::ui::theme::{Role, Theme};
use quadrille_study::Asks;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};

/// Draws a question over the last rows of an area, and over the rows above them if it needs more.
pub fn draw(stepping: &Stepping, asked: &Asked, theme: Theme, area: Rect, buf: &mut Buffer) {
    let width = usize::from(area.width).saturating_sub(2).max(1);
    let lines = lines(stepping, asked, width, false);
    let more = (lines.len() as u16).saturating_sub(area.height);
    // The rule above the narration moves up with it.
    let up = more.min(area.y.saturating_sub(buf.area.y + 1));
    let area = Rect { y: area.y - up, height: area.height + up, ..area };
    if up > 0 {
        let place = Rect { y: area.y - 1, height: area.height + 1, ..area };
        Clear.render(place.intersection(buf.area), buf);
        rule(buf, place, theme);
    }
    let drawn: Vec<Line> =
        lines.into_iter().map(|(text, role)| Line::from(span(format!(" {text}"), role, theme))).collect();
    list(buf, area, &drawn, theme);
}

/// The question, its sentences, and the verdict or the way to answer. If they are to be few, an
/// answered question loses the sentences that were wrong and not chosen.
pub fn lines(stepping: &Stepping, asked: &Asked, width: usize, few: bool) -> Vec<(String, Role)> {
    let mut lines: Vec<(String, Role)> = Vec::new();
    for paragraph in asked.said.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        let joined = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        lines.extend(wrap(&joined, width).into_iter().map(|line| (line, Role::Live)));
    }
    lines.extend(wrap(&asked.quiz.text, width).into_iter().map(|line| (line, Role::Now)));
    for (at, sentence) in asked.quiz.sentences.iter().enumerate() {
        let picked = asked.picked.contains(&quadrille_study::Pick::Sentence(at));
        let right = asked.quiz.right.contains(&quadrille_study::Pick::Sentence(at));
        let is_struck = asked.is_struck(quadrille_study::Pick::Sentence(at));
        let (mark, role) = match (asked.is_open(), picked, right) {
            (true, ..) if is_struck => ("-", Role::Done),
            (true, ..) => (" ", Role::Live),
            (false, _, true) => ("+", Role::Good),
            (false, true, false) => ("-", Role::Bad),
            (false, false, false) if few => continue,
            (false, false, false) => (" ", Role::Done),
        };
        // The digit is a key, and is drawn as one.
        for (row, line) in wrap(sentence, width.saturating_sub(6).max(1)).into_iter().enumerate() {
            let lead = if row == 0 { format!("{mark}[{}] ", at + 1) } else { "     ".to_string() };
            lines.push((lead + &line, role));
        }
    }
    if let Some(hint) = asked.hint.as_ref().filter(|_| asked.is_open()) {
        lines.extend(wrap(&format!("Not that. {}", hint.text), width).into_iter().map(|line| (line, Role::Own)));
    }
    let (end, role) = end(stepping, asked);
    lines.extend(wrap(&end, width).into_iter().map(|line| (line, role)));
    // Among the questions of today, the reason follows at once.
    if stepping.learning.is_today() && !asked.is_open() {
        lines.extend(asked.quiz.why.iter().flat_map(|text| wrap(text, width)).map(|line| (line, Role::Live)));
    }
    lines
}

/// The verdict, or the way to answer.
fn end(stepping: &Stepping, asked: &Asked) -> (String, Role) {
    let is_kept = asked.is_by_lesson() || stepping.learning.is_today();
    let score = match stepping.learning.tried.all {
        _ if is_kept => String::new(),
        0 => String::new(),
        all => format!("  ({} of {all} right)", stepping.learning.tried.right),
    };
    match (&asked.grade, asked.quiz.sort) {
        (Some(grade), _) if grade.right => (format!("{}{score}", grade.text), Role::Good),
        (Some(grade), _) => (format!("{}{score}", grade.text), Role::Bad),
        // In a lesson the bar says it.
        (None, Asks::Sentence) if asked.is_by_lesson() && stepping.is_watch() => (String::new(), Role::Done),
        (None, Asks::Sentence) => ("Press the key of a sentence.".to_string(), Role::Done),
        (None, _) if !asked.picked.is_empty() => {
            let names = asked.quiz.list(&asked.picked, &stepping.stepper, &stepping.encoded);
            (format!("Marked {names}; {} more.", asked.quiz.wanted - asked.picked.len()), Role::Own)
        }
        (None, sort) => (format!("Put the cursor on {} (or / and its name), then enter.", sort.noun()), Role::Done),
    }
}
