//! The pointers of a list as a table that is set, and the lists that they make.

use super::{Draw, boxed, in_room, note};
use crate::app::{App, Here, Pointing};
use crate::ui::panel::{fit_marked, list, span, wrap, write};
use crate::ui::step::Strip;
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// The columns of the box, if there is room for them.
const WIDTH: u16 = 76;

/// The rows of a list without frames, with its title.
const RING: u16 = 3;

impl Draw for Pointing {
    fn draw(&self, app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        let Here::Step(stepping) = app.here() else { return };
        let exercise = &self.exercise;
        let width = WIDTH.min(area.width.saturating_sub(4));
        let columns = usize::from(width).saturating_sub(1).max(1);
        let mut lines: Vec<Line> = Vec::new();
        let say = |text: &str, role: Role, lines: &mut Vec<Line<'static>>| {
            lines.extend(wrap(text, columns).into_iter().map(|line| Line::from(span(line, role, theme))));
        };
        say(&exercise.task(), Role::Live, &mut lines);
        lines.push(Line::default());
        let table = lines.len();
        let longest = exercise.nodes.iter().map(|name| name.width()).max().unwrap_or(0);
        let name_width = longest.min(columns / 4);
        let arrow = theme.glyph("→", ">");
        for (of, name) in exercise.nodes.iter().enumerate() {
            let name = fit_marked(name, name_width, theme);
            let blank = " ".repeat(name_width.saturating_sub(name.width()));
            let role = if of == exercise.moved { Role::Now } else { Role::Live };
            let mut spans = vec![span(format!("{name}{blank}"), role, theme)];
            for (at, pointer) in exercise.pointers.iter().enumerate().filter(|(_, pointer)| pointer.of == of) {
                let target = fit_marked(&exercise.nodes[pointer.to], name_width, theme);
                let pad = " ".repeat(name_width.saturating_sub(target.width()));
                spans.push(span(format!("   {} {arrow} ", pointer.field.letter()), Role::Done, theme));
                let cell = format!("{target}{pad}");
                let is_right = self.grade.as_ref().is_some_and(|grade| grade.right);
                spans.push(match at == self.cursor && !is_right {
                    true => ratatui::text::Span::styled(cell, theme.cursor()),
                    false => span(cell, Role::Own, theme),
                });
            }
            lines.push(Line::from(spans));
        }
        lines.push(Line::default());
        if let Some(grade) = &self.grade {
            say(&grade.text, if grade.right { Role::Good } else { Role::Bad }, &mut lines);
        }
        // In little room the verdict is seen, and before it the selected pointer.
        let selected = table + exercise.pointers[self.cursor].of;
        let lines = in_room(&lines, area, self.grade.is_none().then_some(selected));
        let rings = if self.grade.is_some() { 2 * RING } else { 0 };
        let inner = boxed(buf, area, (width, lines.len() as u16 + rings + 2), "SET THE POINTERS", theme);
        list(buf, inner, &lines, theme);
        if let Some(grade) = &self.grade {
            let mut y = inner.y + lines.len() as u16;
            for (title, ring) in ["followed", "one cover and one uncover later"].into_iter().zip(&grade.rings) {
                let room = Rect { y, height: RING.min(inner.bottom().saturating_sub(y + 1)), ..inner };
                write(buf, room, 0, &Line::from(span(title.to_string(), Role::Done, theme)), theme);
                let room = Rect { y: y + 1, height: room.height.saturating_sub(1), ..room };
                let mut strip = Strip::of_ring(ring, stepping.stepper.links(), &stepping.encoded);
                // The count is not asked for.
                strip.pointers.clear();
                strip.draw(theme, room, buf);
                y += RING;
            }
        }
        let keys = match &self.grade {
            Some(grade) if grade.right => "enter done  esc close",
            _ => "arrows select  space next node  , previous  enter follows them  esc close",
        };
        note(buf, inner, keys, theme);
    }
}
