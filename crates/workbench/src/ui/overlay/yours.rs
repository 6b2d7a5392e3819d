//! A ring of the user's program that is wrong, beside the right one.

use super::rings::{SIZE, draw_rings, rings_height};
use super::{Draw, boxed, note};
use crate::app::{App, Here, Yours};
use crate::ui::panel::{list, span, wrap, write};
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

impl Draw for Yours {
    fn draw(&self, app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        let Here::Step(stepping) = app.here() else { return };
        let Some(pair) = &stepping.yours else { return };
        let width = SIZE.0.min(area.width.saturating_sub(4));
        let lines = |text: &str, role| -> Vec<Line> {
            let wrapped = wrap(text, usize::from(width).saturating_sub(1).max(1));
            wrapped.into_iter().map(|line| Line::from(span(line, role, theme))).collect()
        };
        let lead = lines(&pair.what, Role::Now);
        let foot: Vec<Line> = pair.lines.iter().flat_map(|line| lines(line, Role::Live)).collect();
        let above = lead.len() as u16 + 1;
        let high = above + rings_height(width) + foot.len() as u16 + 2;
        let inner = boxed(buf, area, (width, high), "YOUR PROGRAM", theme);
        list(buf, inner, &lead, theme);
        let [right, own] = &pair.rings;
        let y = draw_rings([("RIGHT", right), ("YOURS", own)], stepping, theme, inner, above, buf);
        (y..).zip(&foot).for_each(|(y, line)| write(buf, inner, y, line, theme));
        note(buf, inner, "esc step from the state before it  D see it again  tab usual mistakes", theme);
    }
}
