//! The rules of the open grid and those that can be added, with the meaning of the one under the
//! cursor.

use super::{Draw, boxed, find, note};
use crate::app::{App, RuleRow, Rules};
use crate::ui::panel::{list, span, wrap, write};
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

impl Draw for Rules {
    fn draw(&self, app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        let Some(grid) = app.document().and_then(|document| document.puzzle.grid()) else { return };
        let rows = self.rows(grid);
        let all = RuleRow::all(grid).len() as u16;
        let inner = boxed(buf, area, (64, all + 8), "RULES  beside rows, columns and areas", theme);
        let found = if rows.is_empty() { "   no rule has such a name" } else { "" };
        find(buf, inner, &self.typed, found, theme);
        let height = inner.height.saturating_sub(6) as usize;
        let from = (self.cursor + 1).saturating_sub(height);
        for (row, (at, rule)) in rows.iter().enumerate().skip(from).take(height).enumerate() {
            let here = at == self.cursor;
            let has = matches!(rule, RuleRow::Own(_)) || matches!(rule, RuleRow::Diagonals) && grid.diagonals;
            let mark = if here { theme.glyph("▶", ">") } else { " " };
            let tick = if has { theme.glyph("✓", "x") } else { " " };
            let role = match (here, has) {
                (true, _) => Role::Now,
                (false, true) => Role::Drawn,
                (false, false) => Role::Live,
            };
            let line = Line::from(span(format!("{mark} {tick} {}", rule.words(grid).0), role, theme));
            write(buf, inner, row as u16 + 2, &line, theme);
        }
        let help = rows.get(self.cursor).map_or(String::new(), |rule| rule.words(grid).1);
        let lines: Vec<Line> = wrap(&help, inner.width as usize).into_iter().map(Line::from).collect();
        list(buf, Rect { y: inner.y + height as u16 + 3, height: 2, ..inner }, &lines, theme);
        note(buf, inner, "enter add or remove   esc close", theme);
    }
}
