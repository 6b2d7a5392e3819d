//! Help and palette: the actions that match the typed words.

use super::{Draw, boxed, find};
use crate::app::{App, CommandSearch, Spec};
use crate::ui::panel::{span, write};
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

impl Draw for CommandSearch {
    fn draw(&self, app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        let keymap = &app.desk.settings.keymap;
        let rows = self.rows(keymap);
        let title = match self.screen {
            Some(screen) => format!("Keys: {}", screen.title()),
            None => "All commands".to_string(),
        };
        let height = (rows.len() as u16 + 2).max(8).min(area.height.saturating_sub(2));
        let place =
            |spec: &Spec| if self.screen.is_none() { format!("  ({})", spec.scope.id()) } else { String::new() };
        // The box is as wide as the longest of all lines, so it does not shrink while the list is
        // filtered.
        let all = CommandSearch { typed: String::new(), ..self.clone() }.rows(keymap);
        let of_keys = all.iter().map(|spec| keymap.list(spec.action).len()).max().unwrap_or(0) + 2;
        let width = |spec: &Spec| (2 + of_keys + spec.help.len() + place(spec).len()) as u16;
        let widest = all.iter().map(|spec| width(spec)).max().unwrap_or(0);
        let inner = boxed(buf, area, (76.max(widest), height), &title, theme);
        let place_of = match rows.len() {
            0 => "   none found: esc closes".to_string(),
            all => format!("   {} of {all}: enter runs it, esc closes", self.cursor + 1),
        };
        find(buf, inner, &self.typed, &place_of, theme);
        let room = inner.height.saturating_sub(2) as usize;
        let from = self.cursor.saturating_sub(room.saturating_sub(1));
        for (row, spec) in rows.iter().enumerate().skip(from).take(room) {
            let chosen = row == self.cursor;
            let mark = if chosen { theme.glyph("▶ ", "> ") } else { "  " };
            let line = Line::from(vec![
                span(mark, Role::Now, theme),
                span(format!("{:<of_keys$}", keymap.list(spec.action)), Role::Key, theme),
                span(spec.help, if chosen { Role::Now } else { Role::Live }, theme),
                // The place is shown whole or not at all.
                span(if width(spec) > inner.width { String::new() } else { place(spec) }, Role::Done, theme),
            ]);
            write(buf, inner, 2 + (row - from) as u16, &line, theme);
        }
    }
}
