//! The narration: the last step and the next one, in full; and the bound, as a bar.

use super::quiz;
use crate::app::Stepping;
use crate::ui::panel::{fit_marked, list, span, wrap};
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

/// Draws the last step and the next one.
pub fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    // The question of a lesson is beside it; any other one takes the place of the narration.
    let is_beside = stepping.learning.is_today();
    if let Some(asked) = stepping.learning.asked.as_ref().filter(|asked| !asked.is_by_lesson() && !is_beside) {
        return quiz::draw(stepping, asked, theme, area, buf);
    }
    let bar = bar_rows(stepping, area.width);
    let layout_is_watch = stepping.is_watch();
    let bar = if layout_is_watch { bar } else { 0 };
    let area = match bar > 0 && area.height > bar + 1 && !stepping.hides_next() {
        true => {
            let place = Rect { y: area.bottom() - bar, height: bar, ..area };
            super::bound::draw(stepping, theme, place, buf);
            Rect { height: area.height - bar, ..area }
        }
        false => area,
    };
    let width = (area.width as usize).saturating_sub(2);
    let sentences = stepping.sentences();
    // While a lesson asks, its question is what comes next.
    let is_open = stepping.learning.asked.as_ref().is_some_and(|asked| asked.is_open());
    let is_asked = is_open && (is_beside || stepping.learning.asked.as_ref().is_some_and(|asked| asked.is_by_lesson()));
    let hides_next = stepping.hides_next() || is_asked && stepping.is_watch();
    let shown = sentences.iter().filter(|sentence| !sentence.ahead || !hides_next);
    let parts: Vec<(Vec<String>, bool)> = shown.map(|sentence| (wrap(&sentence.text, width), sentence.ahead)).collect();
    let rows: usize = parts.iter().map(|(lines, _)| lines.len()).sum();
    // A blank line parts them, if there is room for it.
    let is_parted = rows < area.height.into();
    let mut lines = Vec::new();
    for (wrapped, ahead) in parts {
        if ahead && is_parted && !lines.is_empty() {
            lines.push(Line::default());
        }
        let role = if ahead { Role::Done } else { Role::Title };
        // The first sentence may take all lines but one; the second takes what is left.
        let room = usize::from(area.height).saturating_sub(lines.len()).saturating_sub(usize::from(!ahead)).max(1);
        let cut = wrapped.len() > room;
        let mut shown: Vec<String> = wrapped.into_iter().take(room).collect();
        if let (true, Some(last)) = (cut, shown.last_mut()) {
            *last = fit_marked(&format!("{last}   "), width.min(last.len() + 1), theme);
        }
        lines.extend(shown.into_iter().map(|line| Line::from(span(format!(" {line}"), role, theme))));
    }
    // The chosen symbols of a cage or a line, and its sums so far.
    let watch = stepping.is_watch();
    if let Some(read) = stepping.reading().filter(|_| watch && lines.len() < area.height.into()) {
        if lines.len() + 1 < area.height.into() {
            lines.push(Line::default());
        }
        let text = super::reading_line(&read, area.width, theme);
        lines.push(Line::from(span(format!(" {text}"), Role::Live, theme)));
    }
    list(buf, area, &lines, theme);
}

/// The rows that are kept for the bound: one with its bar or, in a narrow column, one more for the
/// bar. None if the search has no bound.
pub(crate) fn bar_rows(stepping: &Stepping, width: u16) -> u16 {
    let search = stepping.stepper.search();
    match (search.limit().is_some() || search.looks_for_best(), (30..NARROW).contains(&width)) {
        (false, _) => 0,
        (true, narrow) => 1 + u16::from(narrow),
    }
}

/// The columns below which the bar has a row of its own.
const NARROW: u16 = 66;
