//! A text over the whole screen, with line numbers, and below it the parser's error.

use super::{Draw, boxed, note};
use crate::app::{App, Editor};
use crate::ui::panel::{list, shade, span, write};
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

impl Draw for Editor {
    fn draw(&self, _app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        let inner = boxed(buf, area, (area.width, area.height), "AS TEXT", theme);
        let refused: Vec<Line> = self
            .refused
            .iter()
            .flat_map(|text| text.lines())
            .map(|line| Line::from(span(line, Role::Bad, theme)))
            .collect();
        let below = (refused.len() as u16).min(inner.height / 2);
        let height = inner.height.saturating_sub(below + 1);
        let digits = self.lines().count().max(1).to_string().len().max(2);
        // The last column is for the mark of a line that goes on.
        let room = (inner.width as usize).saturating_sub(digits + 3).max(1);
        let top = self.row.saturating_sub((height as usize).saturating_sub(1));
        let left = self.column.saturating_sub(room.saturating_sub(1));
        for (y, (number, line)) in self.lines().enumerate().skip(top).take(height as usize).enumerate() {
            let shown: String =
                line.chars().skip(left).take(room).map(|c| if c.is_control() { ' ' } else { c }).collect();
            // A mark on the side where the line goes on.
            let goes_on = line.chars().nth(left + room).is_some();
            let before = if left > 0 && !line.is_empty() { theme.glyph("…", "<") } else { " " };
            let row = Line::from(vec![
                span(format!("{:>digits$}{before} ", number + 1), Role::Rule, theme),
                Span::raw(shown),
            ]);
            write(buf, inner, y as u16, &row, theme);
            if goes_on {
                let end = Rect { x: inner.right().saturating_sub(1), width: 1, ..inner };
                write(buf, end, y as u16, &Line::from(span(theme.glyph("…", ">"), Role::Rule, theme)), theme);
            }
        }
        let (x, y) = (inner.x + (digits + 2 + self.column - left) as u16, inner.y + (self.row - top) as u16);
        if x < inner.right() && y < inner.y + height {
            shade(buf, Rect { x, y, width: 1, height: 1 }, theme.cursor());
        }
        list(buf, Rect { y: inner.y + height, height: below, ..inner }, &refused, theme);
        note(buf, inner, "ctrl-s use it as a new puzzle   esc cancel", theme);
    }
}
