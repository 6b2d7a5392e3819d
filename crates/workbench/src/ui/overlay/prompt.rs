//! A prompt for a line of text, with its cursor.

use super::{Draw, boxed, note};
use crate::app::{App, Prompt, Purpose};
use crate::ui::panel::{fit, fit_end, fit_marked, span, write};
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

impl Draw for Prompt {
    fn draw(&self, app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        // The Library shows its filter in its own line.
        if matches!(self.purpose, Purpose::Filter) {
            return;
        }
        let found = self.matches(app);
        let height = if found.is_empty() { 3 } else { found.len() as u16 + 4 };
        let inner = boxed(buf, area, (60, height), self.purpose.title(), theme);
        let at = self.text().char_indices().nth(self.cursor()).map_or(self.text().len(), |(at, _)| at);
        let (before, after) = self.text().split_at(at);
        let mut rest = after.chars();
        let here = rest.next().map_or(" ".to_string(), String::from);
        let rest = rest.as_str();
        // The text after the cursor takes at most a third of the line.
        let room = (inner.width as usize).saturating_sub(here.width());
        let shown = fit_end(before, room.saturating_sub(rest.width().min(room / 3)));
        let rest = fit(rest, room.saturating_sub(shown.width()));
        let role = if self.fresh { Role::Done } else { Role::Own };
        let spans = vec![span(shown, role, theme), Span::styled(here, theme.cursor()), span(rest, role, theme)];
        write(buf, inner, 0, &Line::from(spans), theme);
        for (row, name) in found.iter().enumerate() {
            let text = fit_marked(name, inner.width.into(), theme);
            write(buf, inner, 2 + row as u16, &Line::from(span(text, Role::Live, theme)), theme);
        }
        let keys = match (found.is_empty(), self.purpose) {
            (false, _) => "Tab takes the first, Enter uses what is typed; Esc cancels",
            (true, Purpose::Find) => "type a name; Esc cancels",
            (true, _) => "type another, or Enter uses it; Esc cancels",
        };
        note(buf, inner, keys, theme);
    }
}
