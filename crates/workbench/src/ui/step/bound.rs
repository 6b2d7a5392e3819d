//! The bound of a search as a bar: what the path has, what can be added, and what is to be beaten.

use crate::app::Stepping;
use crate::ui::panel::{span, write};
use crate::ui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// The figures of a bound.
struct Figures {
    /// The name and the value of what the path has: `used 3`.
    had: (&'static str, i64),
    /// The score that can be added, or the cost that must be.
    rest: i64,
    /// The word between the two: `at most`.
    most: &'static str,
    /// The value to compare with, and its name.
    limit: Option<(&'static str, i64)>,
    is_cut: bool,
}

fn figures(stepping: &Stepping) -> Option<Figures> {
    let search = stepping.stepper.search();
    if let Some(test) = search.limit_test() {
        let limit = Some(("limit", i64::from(test.limit)));
        let (used, rest) = (i64::from(test.used), i64::from(test.lower_bound));
        return Some(Figures { had: ("used", used), rest, most: "at least", limit, is_cut: search.at_cut() });
    }
    let bound = search.score()?;
    let limit = bound.best.map(|best| ("best", best.abs()));
    let (name, most) = if bound.is_cost() { ("used", "at least") } else { ("score", "at most") };
    let (had, rest) = (bound.score.abs(), bound.upper_bound.abs());
    Some(Figures { had: (name, had), rest, most, limit, is_cut: search.at_cut() })
}

/// Draws `score 2783 ██████▒ + at most 64, best 2847: cut` in one row, or the bar below the words.
pub fn draw(stepping: &Stepping, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(figures) = figures(stepping) else { return };
    let (name, had) = figures.had;
    let lead = format!(" {name} {had} ");
    let mut tail = format!(" + {} {}", figures.most, figures.rest);
    if let Some((name, limit)) = figures.limit {
        tail += &format!(", {name} {limit}");
    }
    let end = if figures.is_cut { ": cut" } else { "" };
    let room = match area.height > 1 {
        true => usize::from(area.width).saturating_sub(3).min(40),
        false => usize::from(area.width).saturating_sub(lead.width() + tail.width() + end.len() + 1).min(30),
    };
    let whole = (had + figures.rest).max(figures.limit.map_or(0, |(_, limit)| limit)).max(1);
    let part = |value: i64| (value.max(0) as usize * room) / whole as usize;
    let (full, more) = (part(had), part(had + figures.rest));
    let role = if figures.is_cut { Role::Bad } else { Role::Live };
    // The place of what is to be beaten, in the bar.
    let mark = figures.limit.map(|(_, limit)| part(limit).min(room.saturating_sub(1)));
    let mut bar = Vec::new();
    for at in 0..room {
        let (glyph, role) = match at {
            at if mark == Some(at) => (theme.glyph("┃", "|"), Role::Title),
            at if at < full => (theme.glyph("█", "#"), role),
            at if at < more => (theme.glyph("▒", "+"), role),
            _ => (theme.glyph("·", "."), Role::Done),
        };
        bar.push(span(glyph, role, theme));
    }
    let (lead, tail) =
        (span(lead, role, theme), [span(tail.trim_start().to_string(), role, theme), span(end, Role::Bad, theme)]);
    // The colour and the narration say it, too.
    let fits = lead.width() + tail.iter().map(|part| part.width()).sum::<usize>() <= area.width.into();
    let tail = if fits { tail } else { [tail[0].clone(), span("", role, theme)] };
    if area.height > 1 {
        write(buf, area, 0, &Line::from_iter([lead].into_iter().chain(tail)), theme);
        write(buf, area, 1, &Line::from_iter([span(" ", role, theme)].into_iter().chain(bar)), theme);
        return;
    }
    let gap = span(" ", role, theme);
    write(buf, area, 0, &Line::from_iter([lead].into_iter().chain(bar).chain([gap]).chain(tail)), theme);
}
