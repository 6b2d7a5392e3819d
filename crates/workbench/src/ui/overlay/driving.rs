//! The moves of a learner: a low box at the foot, so that the picture stays in sight.

use super::{Draw, boxed, in_room, note};
use crate::app::{App, Driving};
use crate::ui::panel::{fit_end, list, span, wrap};
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// The columns of the box, if there is room for them, and the most moves that are listed.
const WIDTH: u16 = 76;
const LISTED: usize = 3;

impl Draw for Driving {
    fn draw(&self, _app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        let width = WIDTH.min(area.width.saturating_sub(4));
        let columns = usize::from(width).saturating_sub(1).max(1);
        let (made, wanted) = (self.drive.moves.len(), self.drive.wanted);
        let mut lines: Vec<Line> = Vec::new();
        let first = made.saturating_sub(LISTED);
        for done in &self.drive.moves[first..] {
            lines.push(Line::from(span(format!("{} {done}", theme.glyph("✓", "+")), Role::Good, theme)));
        }
        if self.drive.is_done() {
            let wrong = match self.drive.wrong {
                0 => "none was wrong".to_string(),
                n => format!("{n} wrong on the way"),
            };
            lines.push(Line::from(span(format!("All moves are made; {wrong}."), Role::Title, theme)));
        } else {
            let shown = fit_end(self.line.text(), columns.saturating_sub(3));
            lines.push(Line::from(vec![
                span("> ", Role::Done, theme),
                span(shown, Role::Own, theme),
                Span::styled(" ", theme.cursor()),
            ]));
        }
        if let Some(said) = &self.said {
            let said = wrap(said, columns);
            lines.extend(said.into_iter().map(|line| Line::from(span(line, Role::Bad, theme))));
        }
        let lines = in_room(&lines, area, None);
        let high = (lines.len() as u16 + 2).min(area.height.saturating_sub(2));
        let foot = Rect { y: area.bottom().saturating_sub(high + 2), height: (high + 2).min(area.height), ..area };
        let title = format!("BE THE SEARCH  move {} of {wanted}", (made + 1).min(wanted));
        let inner = boxed(buf, foot, (width, high), &title, theme);
        list(buf, inner, &lines, theme);
        let keys = match self.drive.is_done() {
            true => "enter done",
            false => "type the next move: enter makes it; enter on an empty line lists the moves",
        };
        note(buf, inner, keys, theme);
    }
}
