//! The forms of an export, the puzzle in the form under the cursor, and what that form leaves out.

use super::{Draw, boxed, note};
use crate::app::{App, Exporting};
use crate::ui::panel::{list, span, write};
use crate::ui::theme::{Role, Theme};
use quadrille_puzzle::printable;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

impl Draw for Exporting {
    fn draw(&self, _app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        let inner = boxed(buf, area, (area.width.min(96), area.height.min(40)), "EXPORT", theme);
        let (to, text) = &self.rows[self.cursor];
        let list_width = 18.min(inner.width / 3);
        let height = inner.height.saturating_sub(4);
        let from = (self.cursor + 1).saturating_sub(height.into());
        for (row, (at, (form, text))) in self.rows.iter().enumerate().skip(from).take(height.into()).enumerate() {
            let mark = if at == self.cursor { theme.glyph("▶", ">") } else { " " };
            let role = match (at == self.cursor, text) {
                (true, _) => Role::Now,
                (_, Ok(_)) => Role::Live,
                (_, Err(_)) => Role::Done,
            };
            let line = Line::from(span(format!("{mark} {}", form.id()), role, theme));
            write(buf, Rect { width: list_width, ..inner }, row as u16, &line, theme);
        }
        let beside =
            Rect { x: inner.x + list_width + 1, width: inner.width.saturating_sub(list_width + 1), height, ..inner };
        if let Ok(exported) = text {
            for (row, line) in exported.text.lines().take(height.into()).enumerate() {
                write(buf, beside, row as u16, &Line::from(Span::raw(printable(line).into_owned())), theme);
            }
        }
        let role = if text.is_ok() { Role::Live } else { Role::Bad };
        let about = [Line::from(span(to.help(), Role::Title, theme)), Line::from(span(self.about(), role, theme))];
        list(buf, Rect { y: inner.y + height, height: 3, ..inner }, &about, theme);
        note(buf, inner, "enter copy to the clipboard   w write a file   esc close", theme);
    }
}
