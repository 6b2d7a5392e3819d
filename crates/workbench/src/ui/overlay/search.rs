//! Help and palette: the keys that matter now and all keys under headings, or the actions that
//! match the typed words.

use super::{Draw, boxed, find};
use crate::app::{App, CommandSearch, KeyRow};
use crate::ui::panel::{span, write, write_at_right};
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

impl Draw for CommandSearch {
    fn draw(&self, app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        let keymap = &app.desk.settings.keymap;
        let rows = self.rows(keymap);
        let title = match self.screen {
            Some(screen) => format!("Keys: {}", screen.title()),
            None => "Commands that run here".to_string(),
        };
        let height = (rows.len() as u16 + 2).max(8).min(area.height.saturating_sub(2));
        // The box is as wide as the longest of all lines, so it does not shrink while the list is
        // filtered.
        let words: Vec<_> = self.all.iter().map(|row| row.words(keymap)).collect();
        let of_keys = words.iter().map(|(keys, _)| keys.width()).max().unwrap_or(0) + 2;
        let widest = words.iter().map(|(_, help)| 2 + of_keys + help.len()).max().unwrap_or(0);
        let inner = boxed(buf, area, (widest.max(60) as u16, height), &title, theme);
        let place_of = match rows.len() {
            0 => "   none found: esc closes",
            _ => "   enter runs it, esc closes",
        };
        find(buf, inner, &self.typed, place_of, theme);
        let room = inner.height.saturating_sub(2) as usize;
        let chosen = self.runnable(keymap).get(self.cursor).copied().unwrap_or(0);
        let from = chosen.saturating_sub(room.saturating_sub(1));
        for (row, listed) in rows.iter().enumerate().skip(from).take(room) {
            let (keys, help) = listed.words(keymap);
            let is_chosen = row == chosen && !matches!(listed, KeyRow::Heading(_));
            let mark = if is_chosen { theme.glyph("▶ ", "> ") } else { "  " };
            let line = match listed {
                KeyRow::Heading(title) => Line::from(span(title.to_uppercase(), Role::Title, theme)),
                KeyRow::Now(_) | KeyRow::Action(_) => Line::from(vec![
                    span(mark, Role::Now, theme),
                    span(format!("{keys:<of_keys$}"), Role::Key, theme),
                    span(help, if is_chosen { Role::Now } else { Role::Live }, theme),
                ]),
            };
            write(buf, inner, 2 + (row - from) as u16, &line, theme);
        }
        let below = rows.len().saturating_sub(from + room);
        if below > 0 {
            let text = format!("{} {below} more", theme.glyph("▾", "v"));
            write_at_right(buf, inner, inner.height.saturating_sub(1), text, theme);
        }
    }
}
