//! A prompt for a line of text, with its cursor.

use super::{Draw, boxed, note};
use crate::app::{App, Prompt, Purpose};
use crate::ui::panel::{fit, fit_end, span, write};
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

impl Draw for Prompt {
    fn draw(&self, _app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        // The Library shows its filter in its own line.
        if matches!(self.purpose, Purpose::Filter) {
            return;
        }
        let inner = boxed(buf, area, (60, 3), self.purpose.title(), theme);
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
        note(buf, inner, "type another, or Enter uses it; Esc cancels", theme);
    }
}
