//! The explanations. Some lines link to the state that they explain.

use super::{Draw, boxed, note};
use crate::app::{App, Why};
use crate::ui::draw::body;
use crate::ui::panel::{list, span, wrap};
use crate::ui::step;
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

impl Draw for Why {
    fn draw(&self, app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        // Neither the board nor the narration is covered by what explains them.
        let area = step::beside_board(app, body(area)).unwrap_or(area);
        let width = area.width.saturating_sub(4).clamp(20, 96);
        let mut rows: Vec<(usize, Line)> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            let role = match (line.title, at == self.cursor) {
                (true, _) => Role::Title,
                (_, true) => Role::Now,
                _ => Role::Live,
            };
            let mark = match (line.title, &line.go) {
                (true, _) => "",
                (_, Some(_)) if at == self.cursor => theme.glyph("▶ ", "> "),
                (_, Some(_)) => theme.glyph("› ", "- "),
                (_, None) if at == self.cursor => theme.glyph("│ ", "| "),
                (_, None) => "  ",
            };
            if line.title && at > 0 {
                rows.push((at, Line::default()));
            }
            for (k, part) in wrap(&glued(&line.text), width as usize - 2).into_iter().enumerate() {
                let part = part.replace(GLUE, " ");
                let mark = if k == 0 { mark } else { "  " };
                rows.push((at, Line::from(span(format!("{mark}{part}"), role, theme))));
            }
        }
        let inner = boxed(buf, area, (width, rows.len() as u16 + 2), "WHY", theme);
        let room = inner.height.saturating_sub(2) as usize;
        let at = rows.iter().position(|(number, _)| *number == self.cursor).unwrap_or(0);
        let from = at.saturating_sub(room.saturating_sub(2)).min(rows.len().saturating_sub(room));
        let (all, room) = (rows.len(), room.min(rows.len()));
        let seen: Vec<Line> = rows.into_iter().skip(from).take(room).map(|(_, line)| line).collect();
        list(buf, inner, &seen, theme);
        let leads = self.lines.iter().any(|line| line.go.is_some());
        let above_below = match all > room {
            true => format!("{from} above, {} below   ", all - from - room),
            false => String::new(),
        };
        let keys = match (leads, all > room) {
            (true, _) => "j k move  enter go there  esc close",
            (false, true) => "j k scroll  esc close",
            (false, false) => "esc close",
        };
        note(buf, inner, &format!("{above_below}{keys}"), theme);
    }
}

/// A no-break space: `wrap` breaks no line at it.
const GLUE: char = '\u{a0}';

/// Returns a text in which a name and its count, as in `r1c2 5→4`, stay on one line.
fn glued(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut glued = String::with_capacity(text.len());
    for (k, word) in words.iter().enumerate() {
        if k > 0 {
            let changes = word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('→');
            glued.push(if changes { GLUE } else { ' ' });
        }
        glued += word;
    }
    glued
}
