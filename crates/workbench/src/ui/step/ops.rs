//! The operations before and after the state.

use super::drawing::{Drawing, Location};
use crate::app::Stepping;
use crate::ui::panel::{span, write};
use crate::ui::theme::{Role, Theme};
use dancing::Event;
use quadrille_study::{operation, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

pub(crate) static DRAWING: Drawing =
    Drawing { title, draw, location: Location::End, least: |_| 3, wanted: |_, room| room.1 };

/// The title, with the number of operations done.
fn title(stepping: &Stepping, _: Theme, _: Rect) -> String {
    match stepping.stepper.is_counted() {
        true => format!("OPERATIONS  operation {}", thousands(stepping.stepper.operations() as u128)),
        false => format!("OPERATIONS  {:+} from where it was placed", stepping.stepper.operations()),
    }
}

/// Draws the last operations and the next ones. In a large problem there may be one of each.
fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let (stepper, near) = (&stepping.stepper, &stepping.nearby);
    let search = stepper.search();
    // A third of the rows is for the next operations, and more if few were done.
    let height = area.height as usize;
    let ahead = (height / 3).max(height.saturating_sub(near.behind.len())).max(1);
    // The lists are empty if finding them would visit too many nodes. The last and the next event
    // are known all the same.
    let last = near.behind.first().copied().or(search.last_event());
    // While a question about the next step is open, nothing ahead is shown.
    let shows = !stepping.hides_next();
    let next = near.ahead.first().copied().or(search.next_event()).filter(|_| shows);
    let behind: Vec<Event> = last.into_iter().chain(near.behind.iter().skip(1).copied()).collect();
    let later = near.ahead.iter().skip(1).copied().filter(|_| shows);
    let ahead = next.into_iter().chain(later).take(ahead);
    let ahead: Vec<(i64, Event)> = (1..).zip(ahead).collect();
    let shown = behind.len().min(height.saturating_sub(ahead.len()));
    let events = (0..shown).rev().map(|k| (-(k as i64), behind[k])).chain(ahead);
    let lines: Vec<(i64, String)> =
        events.map(|(k, event)| (stepper.operations() + k, operation(event, search, &stepping.encoded))).collect();
    let now = lines.iter().filter(|(number, _)| *number <= stepper.operations()).count();
    for (row, (number, text)) in lines.iter().enumerate() {
        let (mark, role) = match (row + 1).cmp(&now) {
            std::cmp::Ordering::Less => (" ", Role::Done),
            std::cmp::Ordering::Equal => (theme.glyph("▶", ">"), Role::Now),
            std::cmp::Ordering::Greater => (" ", Role::Live),
        };
        let next = if row == now { "next  " } else { "" };
        let number = if stepper.is_counted() { number.to_string() } else { format!("{number:+}") };
        write(buf, area, row as u16, &Line::from(span(format!("{mark}{number:>8}  {next}{text}"), role, theme)), theme);
    }
}
