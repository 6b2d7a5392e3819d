//! The arrangement: the procedure with its places on the left, the lines to choose from, and the
//! list on which they are run.

use super::{Draw, boxed, in_room, note};
use crate::app::{App, Arranging, Here};
use crate::ui::panel::{list, span, wrap, write};
use crate::ui::step::Strip;
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

/// The columns of the box, if there is room for them.
const WIDTH: u16 = 76;

/// The rows of the list with frames around its nodes, with the count.
const RING: u16 = 5;

impl Draw for Arranging {
    fn draw(&self, app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        let Here::Step(stepping) = app.here() else { return };
        let names = &stepping.encoded;
        let texts = self.exercise.texts();
        let width = WIDTH.min(area.width.saturating_sub(4));
        let columns = usize::from(width).saturating_sub(1).max(1);
        let mut lines: Vec<Line> = Vec::new();
        let say = |text: &str, role: Role, lines: &mut Vec<Line<'static>>| {
            lines.extend(wrap(text, columns).into_iter().map(|line| Line::from(span(line, role, theme))));
        };
        say(&self.exercise.task(names), Role::Live, &mut lines);
        lines.push(Line::default());
        let heads = self.exercise.procedure.head();
        lines.extend(heads.iter().map(|head| Line::from(span(head.to_string(), Role::Title, theme))));
        let shown = self.frame().and_then(|frame| frame.line);
        let indent = "  ".repeat(heads.len());
        // The places that are filled, and the next one.
        for place in 0..self.exercise.wanted().min(self.order.len() + 1) {
            let line = self.order.get(place).copied();
            let text = line.map_or("…".to_string(), |at| texts[at].clone());
            let text = if theme.ascii() { text.replace('…', "...") } else { text };
            let is_shown = line.is_some() && line == shown;
            let (mark, role) = match (is_shown, line) {
                (true, _) => (theme.glyph("▶", ">"), Role::Now),
                (false, Some(_)) => (" ", Role::Own),
                (false, None) => (" ", Role::Done),
            };
            lines.push(Line::from(span(format!("{mark}{indent}{text}"), role, theme)));
        }
        lines.push(Line::default());
        match &self.grade {
            None => {
                // A line that was chosen is in its place.
                for (at, text) in texts.iter().enumerate().filter(|(at, _)| !self.order.contains(at)) {
                    lines.push(Line::from(span(format!("[{}] {text}", at + 1), Role::Live, theme)));
                }
            }
            Some(grade) => {
                let role = if grade.verdict.is_right() { Role::Good } else { Role::Bad };
                say(&grade.text, role, &mut lines);
            }
        }
        let ring = self.frame().map(|frame| &frame.ring);
        let high = lines.len() as u16 + if ring.is_some() { RING + 1 } else { 0 } + 2;
        if high + 2 > area.height {
            lines.retain(|line| line.width() > 0);
        }
        let lines = in_room(&lines, area, None);
        let inner = boxed(buf, area, (width, high), "ARRANGE", theme);
        list(buf, inner, &lines, theme);
        if let (Some(ring), Some(grade)) = (ring, &self.grade) {
            let used = lines.len() as u16;
            let room = Rect { y: inner.y + used, height: inner.height.saturating_sub(used + 1), ..inner };
            let title = match grade.item {
                None => "the list of items".to_string(),
                Some(item) => format!("the list of {}", names.item_short(item)),
            };
            let of = format!("{title}, moment {} of {}", self.at + 1, grade.frames.len());
            write(buf, room, 0, &Line::from(span(of, Role::Done, theme)), theme);
            let room = Rect { y: room.y + 1, height: room.height.saturating_sub(1), ..room };
            Strip::of_ring(ring, stepping.stepper.links(), names).draw(theme, room, buf);
        }
        let keys = match &self.grade {
            None => "1-9 next line  backspace takes the last one back  esc close",
            Some(grade) if grade.verdict.is_right() => "s S moments  space play  enter done  esc close",
            Some(_) => "s S moments  space play  enter again  esc close",
        };
        note(buf, inner, keys, theme);
    }
}
