//! The picker of a new grid: its rows, and the meaning of the kind.

use super::{Draw, boxed};
use crate::app::{App, NewGrid};
use crate::ui::panel::{list, span, wrap, write};
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

impl Draw for NewGrid {
    fn draw(&self, _app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        let width = area.width.saturating_sub(4).min(76);
        let about = wrap(self.kind().help, width as usize);
        let keys = wrap(
            "up, down: the row   left, right: another choice   digits: the rows   enter: an empty grid   g: a new puzzle   esc: cancel",
            width as usize,
        );
        let rows = self.rows();
        // The height is the same for every kind, so the box does not jump when the kind changes.
        let high = 10;
        let height = high + about.len().max(2) + keys.len() + 2;
        let inner = boxed(buf, area, (width, height as u16), "A new grid", theme);
        for (at, (choice, name, value)) in rows.iter().enumerate() {
            let chosen = *choice == self.at;
            let role = if chosen { Role::Now } else { Role::Live };
            let (before, after) =
                if chosen { (theme.glyph("◀ ", "< "), theme.glyph(" ▶", " >")) } else { ("  ", "") };
            let mark = if chosen { theme.glyph("▶ ", "> ") } else { "  " };
            let line = format!("{mark}{name:<11} {before}{value}{after}");
            write(buf, inner, at as u16, &Line::from(span(line, role, theme)), theme);
        }
        let below = Rect { y: inner.y + (high as u16 + 1).min(inner.height), ..inner }.intersection(inner);
        let lines = about.into_iter().map(|line| span(line, Role::Live, theme));
        let lines = lines
            .chain([span("", Role::Live, theme)])
            .chain(keys.into_iter().map(|line| span(line, Role::Done, theme)));
        list(buf, below, &lines.map(Line::from).collect::<Vec<_>>(), theme);
    }
}
