//! The explanation of the state, which follows the search: what `w` says of it.

use super::drawing::{Drawing, Location};
use crate::app::Stepping;
use crate::ui::graph;
use crate::ui::panel::{list, span, wrap};
use crate::ui::theme::{Role, Theme};
use dancing::Phase;
use quadrille_study::WhyLine;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

pub(crate) static DRAWING: Drawing = Drawing {
    title: |stepping, _, _| match (stepping.cursor.item, stepping.cursor.option) {
        (None, None) => "EXPLAIN  the last step and the item in focus".to_string(),
        _ => "EXPLAIN  the selection".to_string(),
    },
    draw,
    location: Location::End,
    least: |_| 5,
    wanted: |stepping, room| (lines(stepping, room.0.into()).len() as u16 + 1).min(room.1),
};

/// The most options of a puzzle whose states are explained in every frame: each of them is looked
/// at.
const MOST_EXPLAINED: usize = 5_000;

/// The lines with their roles. A step of very many links is not explained in every frame.
fn lines(stepping: &Stepping, width: usize) -> Vec<(String, Role)> {
    let stepper = &stepping.stepper;
    if stepping.hides_next() {
        return vec![("a question is open".to_string(), Role::Done)];
    }
    if stepping.encoded.problem.n_options() > MOST_EXPLAINED {
        return vec![("this puzzle is too large to be explained in every frame".to_string(), Role::Done)];
    }
    let is_long = stepper.search().last_event().is_some() && stepper.small_last_step().is_none();
    if is_long && stepper.slow().is_none() && !stepper.is_steered() {
        return vec![("this step is too long to be explained in every frame".to_string(), Role::Done)];
    }
    let reasons = stepping.why_lines();
    let part = |reason: &WhyLine| {
        let role = if reason.title { Role::Title } else { Role::Live };
        let room = width.saturating_sub(2).max(2);
        wrap(&reason.text, room).into_iter().map(move |line| (line, role)).collect::<Vec<_>>()
    };
    reasons.iter().take(200).flat_map(part).collect()
}

fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    // At the end there is nothing to explain but the search as a whole.
    if stepping.stepper.search().phase() == Phase::Done && stepping.stepper.is_whole() && area.height > graph::LEAST {
        return graph::profile(buf, area, &stepping.stepper.tally().profile, None, theme);
    }
    let lines = lines(stepping, area.width.into());
    let room = usize::from(area.height);
    let more = lines.len().saturating_sub(room);
    let shown = lines.len().min(if more > 0 { room.saturating_sub(1) } else { room });
    let mut drawn: Vec<Line> = lines
        .iter()
        .take(shown)
        .map(|(text, role)| {
            let indent = if *role == Role::Title { "" } else { "  " };
            Line::from(span(format!("{indent}{text}"), *role, theme))
        })
        .collect();
    if more > 0 {
        let below = lines.len() - shown;
        drawn.push(Line::from(span(format!("  {below} more lines in the answer to why"), Role::Done, theme)));
    }
    list(buf, area, &drawn, theme);
}
