//! The broken dance: one list twice, right and broken, side by side or one above the other.

use super::rings::{SIZE, draw_rings};
use super::{Draw, boxed, note};
use crate::app::{App, Here, Mistakes};
use crate::ui::panel::{list, span, wrap, write};
use crate::ui::theme::{Role, Theme};
use dancing::{Event, Search};
use quadrille_puzzle::Encoded;
use quadrille_study::{capital, operation};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

impl Draw for Mistakes {
    fn draw(&self, app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
        let Here::Step(stepping) = app.here() else { return };
        let (search, names) = (stepping.stepper.search(), &stepping.encoded);
        let inner = boxed(buf, area, (SIZE.0.min(area.width.saturating_sub(4)), SIZE.1), "THE BROKEN DANCE", theme);
        let width = usize::from(inner.width).saturating_sub(1).max(1);
        let text = format!("{}: it {}.", self.mistake().id(), self.mistake().words());
        let lead: Vec<Line> =
            wrap(&text, width).into_iter().map(|line| Line::from(span(line, Role::Now, theme))).collect();
        list(buf, inner, &lead, theme);
        let mut y = lead.len() as u16 + 1;
        let run = self.shown();
        let torn = run.and_then(|run| run.torn.as_ref());
        let frame = torn.zip(self.frame());
        if let Some((_, frame)) = frame {
            let heads = [("RIGHT", 0), ("BROKEN", 1)].map(|(title, k)| {
                let happened = event_words(frame.events[k], search, names);
                format!("{title}  {}  {happened}", frame.op)
            });
            let lists = [(&heads[0][..], &frame.rings[0]), (&heads[1][..], &frame.rings[1])];
            y = draw_rings(lists, stepping, theme, inner, y, buf);
            let wrong =
                frame.wrong.as_ref().map_or("Both lists agree.".to_string(), |wrong| match wrong.starts_with("the ") {
                    true => capital(wrong),
                    false => wrong.clone(),
                });
            let role = if frame.wrong.is_some() { Role::Bad } else { Role::Live };
            for line in wrap(&wrong, width) {
                write(buf, inner, y, &Line::from(span(line, role, theme)), theme);
                y += 1;
            }
            y += 1;
        }
        let end = run.map_or(String::new(), |run| match (&run.report.wrong, run.report.is_harmless()) {
            (Some((op, wrong)), _) => format!("At operation {op}: {wrong}."),
            (None, true) if torn.is_some() => {
                let after = torn.and_then(|torn| torn.frames[torn.first..].iter().find(|frame| frame.wrong.is_none()));
                let healed = after.map_or("The damage heals".to_string(), |frame| {
                    format!("At operation {} the list is whole again", frame.op)
                });
                format!("{healed}: the mistake never gives a wrong answer here.")
            }
            (None, true) => "The mistake never gives a wrong answer here.".to_string(),
            (None, false) => format!("No wrong answer in {} operations.", run.report.operations),
        });
        let mut rows = wrap(&end, width);
        if run.is_some_and(|run| !run.report.is_harmless()) {
            rows.extend(wrap(&format!("To do: {}.", self.mistake().remedy()), width));
        }
        for line in rows {
            write(buf, inner, y, &Line::from(span(line, Role::Live, theme)), theme);
            y += 1;
        }
        let keys = match frame.is_some() {
            true => "s S step  space play  enter where it tears  tab next mistake  esc close",
            false => "tab next mistake  esc close",
        };
        note(buf, inner, keys, theme);
    }
}

fn event_words(event: Option<Event>, search: &Search, names: &Encoded) -> String {
    event.map_or(String::new(), |event| operation(event, search, names))
}
